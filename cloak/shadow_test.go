package cloak_test

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A disguise spells a value so that somebody who decodes it, or only looks at it,
// reads the value.
type disguise struct {
	name  string
	of    func(value string) string
	whole bool // the value stands in it as a whole, and is no part of a longer text
}

func escaped(format string, which func(b byte) bool) func(string) string {
	return func(s string) string {
		var b strings.Builder
		for i := range len(s) {
			if which(s[i]) && s[i] < utf8.RuneSelf {
				fmt.Fprintf(&b, format, s[i])
			} else {
				b.WriteByte(s[i])
			}
		}
		return b.String()
	}
}

func isSign(b byte) bool { return b < utf8.RuneSelf && !strings.ContainsRune(alnums, rune(b)) }
func always(byte) bool   { return true }

const alnums = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// mapped writes the runes of a value that from has as those at the same place of to.
func mapped(from string, to ...rune) func(string) string {
	return func(s string) string {
		return strings.Map(func(r rune) rune {
			if k := strings.IndexRune(from, r); k >= 0 {
				return to[k]
			}
			return r
		}, s)
	}
}

func runes(first rune, n int) []rune {
	var rs []rune
	for k := range n {
		rs = append(rs, first+rune(k))
	}
	return rs
}

// parted writes mark between any two letters or digits.
func parted(mark string) func(string) string {
	return func(s string) string {
		var b strings.Builder
		for i := range len(s) {
			if i > 0 && !isSign(s[i]) && !isSign(s[i-1]) && s[i] < utf8.RuneSelf && s[i-1] < utf8.RuneSelf {
				b.WriteString(mark)
			}
			b.WriteByte(s[i])
		}
		return b.String()
	}
}

// wide is UTF-16 of ASCII, lowest byte first.
func wide(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteByte(s[i])
		b.WriteByte(0)
	}
	return b.String()
}

const (
	digits = "0123456789"
	signs  = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
)

var disguises = []disguise{
	{"percent", escaped("%%%02x", isSign), false},
	{"percent, each byte", escaped("%%%02X", always), false},
	{"percent, twice", func(s string) string { return escaped("%%%02X", isSign)(escaped("%%%02X", isSign)(s)) }, false},
	{"JSON", escaped(`\u%04x`, isSign), false},
	{"JSON, each byte", escaped(`\u%04X`, always), false},
	{"JSON, twice", func(s string) string { return strings.ReplaceAll(escaped(`\u%04x`, isSign)(s), `\`, `\\`) }, false},
	{"C", escaped(`\x%02x`, isSign), false},
	{"HTML", escaped("&#%d;", isSign), false},
	{"HTML, each byte", escaped("&#x%04X;", always), false},
	{"backslashes", escaped(`\%c`, func(b byte) bool { return strings.IndexByte(signs, b) >= 0 }), false},
	{"zero-width space", parted("\u200b"), false},
	{"soft hyphen", parted("\u00ad"), false},
	{"word joiner", parted("\u2060"), false},
	{"byte order mark", parted("\ufeff"), false},
	{"right to left", parted("\u202e"), false},
	{"full-width", mapped(digits+alnums[:52]+signs, append(append(append(runes('０', 10), runes('ａ', 26)...), runes('Ａ', 26)...), append(append(append(runes('！', 15), runes('：', 7)...), runes('［', 6)...), runes('｛', 4)...)...)...), false},
	{"full-width digits", mapped(digits, runes('０', 10)...), false},
	{"bold", mapped(alnums[:52], append(runes(0x1D41A, 26), runes(0x1D400, 26)...)...), false},
	{"non-breaking hyphen", mapped("-", '\u2011'), false},
	{"en dash", mapped("-", '\u2013'), false},
	{"minus", mapped("-", '\u2212'), false},
	{"no-break space", mapped(" ", '\u00a0'), false},
	{"ideographic space", mapped(" ", '\u3000'), false},
	{"Arabic-Indic digits", mapped(digits, runes('\u0660', 10)...), false},
	{"Devanagari digits", mapped(digits, runes('\u0966', 10)...), false},
	{"Cyrillic", mapped("aeopcyxsij", 'а', 'е', 'о', 'р', 'с', 'у', 'х', 'ѕ', 'і', 'ј'), false},
	{"Greek", mapped("ov", 'ο', 'ν'), false},
	{"base64", func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }, true},
	{"base64 for URLs", func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }, true},
	{"base64, twice", func(s string) string {
		return base64.StdEncoding.EncodeToString([]byte(base64.StdEncoding.EncodeToString([]byte(s))))
	}, true},
	{"base64 of UTF-16", func(s string) string {
		return base64.StdEncoding.EncodeToString([]byte(wide(s)))
	}, true},
	{"hex", func(s string) string { return hex.EncodeToString([]byte(s)) }, true},
}

// A disguised text is an example with its value, or all of it, in a disguise.
type disguised struct {
	name, text string
	span       cloak.Span // what must go
	part       bool       // a header and a footer may stay
	known      bool       // that it does not
}

// disguisedExamples are all examples of detectors that are on by default.
func disguisedExamples() (xs []disguised) {
	for _, d := range cloak.Builtin() {
		if d.OptIn {
			continue
		}
		for i, m := range d.Match {
			before, rest, _ := strings.Cut(m, "«")
			value, after, _ := strings.Cut(rest, "»")
			for _, g := range disguises {
				x := disguised{name: fmt.Sprintf("%s %d, %s", d.Name, i, g.name)}
				if g.whole || d.Entity == cloak.PrivateKey { // with its key or its header, which are what make it a value
					spelled := g.of(before + value + after)
					x.text = "see " + spelled + " there"
					x.span = cloak.Span{Start: 4, End: 4 + len(spelled)}
				} else {
					spelled := g.of(value)
					x.text = before + spelled + after
					x.span = cloak.Span{Start: len(before), End: len(before) + len(spelled)}
				}
				x.part = d.Entity == cloak.PrivateKey && !g.whole
				x.known = x.beyond(g.name, before+value+after, g.whole)
				if x.text != before+value+after {
					xs = append(xs, x)
				}
			}
		}
	}
	return xs
}

// unread are the disguises in which some forms of a detector's values are not read: an
// escape ends what is read by lines or words, and letters that only look like others
// are folded for values that are ASCII.
var unread = map[string]string{
	"command_password": "HTML, each byte", "netrc": "HTML, each byte", "password_field": "HTML, each byte", "token_field": "HTML, each byte",
	"url_credential": "JSON, each byte", "password_hash": "Cyrillic", "uk_plate": "Cyrillic", "at_register": "Greek",
	"address_street": "Cyrillic", "address_romance": "Cyrillic",
}

// beyond reports whether the value of x, an example in a disguise, is not found, and
// known not to be.
func (x disguised) beyond(name, example string, whole bool) bool {
	if whole { // too short to tell it from an identifier, or beginning with other than ASCII
		begin := example[:min(12, len(example))]
		return len(example) < 12 || strings.ContainsFunc(begin, func(r rune) bool { return r < ' ' && r != '\n' || r > '~' }) || strings.Contains(name, "UTF-16") && strings.ContainsFunc(example, func(r rune) bool { return r > '~' })
	}
	detector, _, _ := strings.Cut(x.name, " ")
	if unread[detector] == name {
		return true
	}
	before, spelled := x.text[:x.span.Start], x.text[x.span.Start:x.span.End]
	switch {
	case strings.HasSuffix(before, `\`): // it escapes what the value begins with
		return true
	case strings.Contains(spelled, "\n"): // a private key, line by line
		return true
	case len(before) > 96 && x.span.Len() > 300: // far from its label
		return true
	case strings.Contains(before, "\n") && strings.Trim(before[strings.LastIndexByte(before, '\n'):], " \t\n\"'-1)") == "": // its key is on the line above
		return true
	}
	return false
}

// The property of the shadow: what is found in a text is found in its disguises,
// all of it, comes back byte for byte, and leaves nothing of the value.
func TestADisguisedValueGoesAndComesBack(t *testing.T) {
	t.Parallel()
	engines := []*cloak.Engine{tokens(t), decoys(t)}
	xs := disguisedExamples()
	if len(xs) < 8000 {
		t.Errorf("%d texts only", len(xs))
	}
	for _, x := range xs {
		for i, e := range engines {
			m := newMapping(t)
			out, fs, err := e.Sanitize(t.Context(), m, x.text, cloak.Source{})
			if err != nil {
				t.Fatal(err)
			}
			if back, _ := m.Restore(out, cloak.RestoreOptions{}); back != x.text {
				t.Errorf("%s: comes back as %q, want %q", x.name, back, x.text)
			}
			if left, err := e.Find(t.Context(), out); err != nil || len(left) > 0 {
				t.Errorf("%s: %q becomes %q, in which are%s %v", x.name, x.text, out, listed(left), err)
			}
			if i == 0 && !x.known && !slices.ContainsFunc(fs, func(f cloak.Finding) bool {
				return f.Start <= x.span.Start && x.span.End <= f.End || x.part && f.Len() >= 64
			}) {
				t.Errorf("%s: %.200q: found%s, want %v", x.name, x.text, listed(fs), x.span)
			}
		}
	}
}

// What a literal says is found disguised is found so, exactly, and comes back.
func TestDisguisedExamples(t *testing.T) {
	t.Parallel()
	e, re2 := tokens(t), newEngine(t, cloak.Config{RE2: true})
	n := 0
	for _, d := range cloak.Builtin() {
		for _, x := range d.Disguised {
			n++
			text := strings.NewReplacer("«", "", "»", "").Replace(x)
			var want []cloak.Span
			for at, rest := 0, x; ; {
				before, marked, ok := strings.Cut(rest, "«")
				if !ok {
					break
				}
				value, after, _ := strings.Cut(marked, "»")
				at += len(before)
				want = append(want, cloak.Span{Start: at, End: at + len(value)})
				at, rest = at+len(value), after
			}
			for _, e := range []*cloak.Engine{e, re2} {
				fs, err := e.Find(t.Context(), text)
				if err != nil {
					t.Fatal(err)
				}
				var got []cloak.Span
				for _, f := range fs {
					if f.Entity == d.Entity {
						got = append(got, f.Span)
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s: %q: found%s, want %v", d.Name, text, listed(fs), want)
				}
			}
			m := newMapping(t)
			if back, _ := m.Restore(sanitize(t, e, m, text, cloak.Source{}), cloak.RestoreOptions{}); back != text {
				t.Errorf("%s: %q comes back as %q", d.Name, text, back)
			}
		}
	}
	if n < 20 {
		t.Errorf("%d examples only", n)
	}
}

// What is spelled out is found if asked for, and only then; words are words.
func TestSpokenForms(t *testing.T) {
	t.Parallel()
	plain, hears, decoying := tokens(t), newEngine(t, cloak.Config{Obfuscated: true}), newEngine(t, cloak.Config{Obfuscated: true, Replacer: replacers(t)[1]})
	for text, want := range map[string]string{
		"write to jane dot doe at corp dot com please":                                            "write to [EMAIL_0] please",
		"jane [at] corp [dot] com":                                                                "[EMAIL_0]",
		"jane{at}corp.com":                                                                        "[EMAIL_0]",
		"Jane AT Corp DOT co DOT uk.":                                                             "[EMAIL_0].",
		"bob at sales dash team dot corp dot com":                                                 "[EMAIL_0]",
		"my ssn is five four one, seven eight, two nine three six ok":                             "my ssn is [SSN_0] ok",
		"ssn: five four one seven eight two nine three six":                                       "ssn: [SSN_0]",
		"phone: six one seven, three nine two, four four one eight":                               "phone: [PHONE_0]",
		"card number four five three nine seven five oh one three five two four nine oh two nine": "card number [CREDIT_CARD_0]",
		"host db1 dot corp dot internal":                                                          "host [HOSTNAME_0]",
		// Nobody's, or no values.
		"jane at example dot com":                      "jane at example dot com",
		"meet me at noon dot dot, or look at corp.com": "meet me at noon dot dot, or look at corp.com",
		"the dot com bubble at the dot of one":         "the dot com bubble at the dot of one",
		"one two three four five six seven eight nine": "one two three four five six seven eight nine",
	} {
		if out := sanitize(t, plain, newMapping(t), text, cloak.Source{}); out != text {
			t.Errorf("not asked for: %q becomes %q", text, out)
		}
		if out := sanitize(t, hears, newMapping(t), text, cloak.Source{}); out != want {
			t.Errorf("%q becomes %q, want %q", text, out, want)
		}
		m := newMapping(t)
		if back, _ := m.Restore(sanitize(t, decoying, m, text, cloak.Source{}), cloak.RestoreOptions{}); back != text {
			t.Errorf("%q comes back as %q", text, back)
		}
	}
}

// Both engines look into the shadow alike.
func TestEnginesAgreeOnDisguises(t *testing.T) {
	t.Parallel()
	p := newPairs(t)[0]
	step := 5
	if testing.Short() {
		step = 29
	}
	for i, x := range disguisedExamples() {
		if i%step == 0 {
			if why := p.differs(x.text); why != "" {
				t.Errorf("%s: %q\n%s", x.name, x.text, why)
			}
		}
	}
}

// An original is swept for in every reading: where no key stands in front of it.
func TestASweptValueGoesInEveryDisguise(t *testing.T) {
	t.Parallel()
	for _, value := range []string{"tr0ub4dor-9x", "Zx81 plq 77", "correct-horse.battery", "q&uo/te!x9", "Sesame&open7"} {
		for _, g := range disguises {
			for _, e := range []*cloak.Engine{tokens(t), decoys(t)} {
				m := newMapping(t)
				sanitize(t, e, m, `{"password": "`+value+`"}`, cloak.Source{})
				spelled := g.of(value)
				if g.whole && len(value) < 12 {
					spelled = g.of("it was " + value)
				}
				text := "he said " + spelled + " and left"
				if out := sanitize(t, e, m, text, cloak.Source{}); strings.Contains(out, spelled) {
					t.Errorf("%s: %q becomes %q", g.name, text, out)
				}
			}
		}
	}
}

// What is decoded is read with care.
func TestTheShadowIsNoValue(t *testing.T) {
	t.Parallel()
	e := tokens(t)
	for text, want := range map[string]string{
		"ssn 541-٧٨-2936, ssn ٥٤١-۷۸-٢٩٣٦":                                "ssn 541-٧٨-2936, ssn ٥٤١-۷۸-٢٩٣٦",                                // digits of two scripts are no number
		"http://My%20User:My%20Pass@dummy.faketld/":                       "http://My%20User:[URL_CREDENTIAL_0]@dummy.faketld/",              // no mail of Pass
		"u%40example.com, 192.0.2.%31, &#x5b;EMAIL_0&#x5d;":               "u%40example.com, 192.0.2.%31, &#x5b;EMAIL_0&#x5d;",               // reserved, as it reads
		"почта сор.сом и до 5":                                            "почта сор.сом и до 5",                                            // a language, no disguise
		`printf("%02d:%02d %40s\n", h, m, s)`:                             `printf("%02d:%02d %40s\n", h, m, s)`,                             // formats
		"git 4b825dc642cb6eb9a060e54bf8d69288fbee4904":                    "git 4b825dc642cb6eb9a060e54bf8d69288fbee4904",                    // a hash
		"note dGhpcyBpcyBhIHBsYWluIG5vdGU= and 1 – 2 – 3 – 4":             "note dGhpcyBpcyBhIHBsYWluIG5vdGU= and 1 – 2 – 3 – 4",             // text without a value
		"C:\\new\\table\\users and \\fs1 with 100%25 of a%20b, caf%C3%A9": "C:\\new\\table\\users and \\fs1 with 100%25 of a%20b, caf%C3%A9", // names
	} {
		if out := sanitize(t, e, newMapping(t), text, cloak.Source{}); out != want {
			t.Errorf("%q becomes %q, want %q", text, out, want)
		}
	}
}

// A place at the edge of what a look nearby reads is judged with what stands behind
// it: the second reading of this text looked at its two lines one by one.
func TestAStandInBesideAnEdge(t *testing.T) {
	t.Parallel()
	x := "decoy- version 192.0.2.17 , x 4.2.17.9\"\\+1\\ 617\\ 392\\ 4418 192.0.2.16\xff\"secret\": \"q\"uo\\te!\\u00789: [X_1_\\u0031.0] glpat%2DaXzhxkzN24qY5WM3v4e7" +
		"\n1. 9//home/j[.]roe/[.]ssh’s\\u00\\/HOME/J.ROE/.SSH;password=\"p%FFss%FEw0rd9 192.0.2.17+[EMAIL_0] [IPV4_1[.]0]\n"
	m := newMapping(t)
	if back, _ := m.Restore(sanitize(t, decoys(t), m, x, cloak.Source{}), cloak.RestoreOptions{}); back != x {
		t.Errorf("%q comes back as %q", x, back)
	}
}

// Half an escape at a window's end may be a digit once it is whole.
func TestHalfAnEscapeBetweenWindows(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`x 10.\u0030\u002E2.1\u0038\u0032x`, "x 10%2E1%2E2%2E3%32x", "x 10&#46;1&#46;2&#46;3&#50;x"} {
		for size := range len(text) {
			m := newMapping(t)
			var out strings.Builder
			w := decoys(t).SanitizeTo(t.Context(), m, &out, cloak.Source{})
			w.SetWindows(max(1, size), 1, 1)
			if _, err := w.Write([]byte(text)); err != nil || w.Close() != nil {
				t.Fatal(err)
			}
			if back, _ := m.Restore(out.String(), cloak.RestoreOptions{}); back != text {
				t.Errorf("windows of %d: %q comes back as %q from %q", size, text, back, out.String())
			}
		}
	}
}

// A line of nothing but escapes is read in pieces: what lies across a cut is found too.
func TestAValueAcrossACut(t *testing.T) {
	t.Parallel()
	e := tokens(t)
	for _, back := range []int{0, 3, 10, 30, 60, 200, 1000, 4000, 4100} {
		for _, filler := range []string{"%2C", "%20", "%41"} {
			n := (64<<10 - back) / 3
			text := strings.Repeat(filler, n) + "%20jane%40corp.com%20" + strings.Repeat(filler, 30_000)
			fs, err := e.Find(t.Context(), text)
			if err != nil || len(fs) != 1 || text[fs[0].Start:fs[0].End] != "jane%40corp.com" {
				t.Errorf("%d bytes in front of a cut, between %s: found%s %v", back, filler, listed(fs), err)
			}
		}
	}
}

// A term goes in every disguise, and stays where it is one to keep.
func TestATermGoesInEveryDisguise(t *testing.T) {
	t.Parallel()
	always := newEngine(t, cloak.Config{Terms: []cloak.Term{{Text: "Halden & Sons-Nord", Fold: true}}})
	never := newEngine(t, cloak.Config{Terms: []cloak.Term{{Text: "541-78-2936", Never: true}}})
	for _, g := range disguises {
		spelled := g.of("Halden & Sons-Nord")
		if out := sanitize(t, always, newMapping(t), "met "+spelled+" again", cloak.Source{}); out == "met "+spelled+" again" {
			t.Errorf("%s: %q stays", g.name, spelled)
		}
		if kept := "ssn " + g.of("541-78-2936"); sanitize(t, never, newMapping(t), kept, cloak.Source{}) != kept {
			t.Errorf("%s: %q goes", g.name, kept)
		}
	}
}

// One value in two surfaces has two stand-ins of one stem, and each comes back.
func TestSurfacesOfTheShadowShareAStem(t *testing.T) {
	t.Parallel()
	m := newMapping(t)
	if out, want := sanitize(t, tokens(t), newMapping(t), "a.roe@corp.com a.r\u200boe@corp.com a.rоe@corp.com", cloak.Source{}), "[EMAIL_0] [EMAIL_0.1] [EMAIL_0.2]"; out != want {
		t.Errorf("%q, want %q", out, want)
	}
	out := sanitize(t, tokens(t), m, "SSN 541-78-2936 and 541\u201178\u20112936, mail a.roe@corp.com and a.roe%40corp.com", cloak.Source{})
	if want := "SSN [SSN_0] and [SSN_0.1], mail [EMAIL_0] and %5BEMAIL_0%2E1%5D"; out != want {
		t.Errorf("%q, want %q", out, want)
	}
	for reply, want := range map[string]string{
		"[SSN_0.1]": "541\u201178\u20112936", "%5BEMAIL_0%2E1%5D": "a.roe%40corp.com", "[EMAIL_0.1]": "a.roe@corp.com", "%5BEMAIL_0%5D": "a.roe%40corp.com",
	} {
		if got, _ := m.Restore(reply, cloak.RestoreOptions{}); got != want {
			t.Errorf("%s restores to %q, want %q", reply, got, want)
		}
	}
}

// FuzzShadow holds what is found in a disguise to the contract.
func FuzzShadow(f *testing.F) {
	for i, x := range disguisedExamples() {
		if i%97 == 0 {
			f.Add(x.text)
		}
	}
	k := newChecker(f)
	p := newPairs(f)[0]
	f.Fuzz(func(t *testing.T, text string) {
		if v := k.Texts("", 1, false, text); v != nil {
			t.Fatal(v)
		}
		if why := p.differs(text); why != "" {
			t.Fatalf("%q\n%s", text, why)
		}
	})
}

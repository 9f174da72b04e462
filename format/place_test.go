package format_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/decoy"
	"github.com/seed-052fbf24/cloak/format"
)

// placed is a document in which «…» is a place, of which p says what else is known.
func placed(name, marked string, p format.Place) format.Document {
	var places []format.Place
	var text strings.Builder
	for front, rest := "", marked; ; rest = front {
		before, inside, ok := strings.Cut(rest, "«")
		text.WriteString(before)
		if !ok {
			break
		}
		inside, front, _ = strings.Cut(inside, "»")
		p.Start = text.Len()
		text.WriteString(inside)
		p.End = text.Len()
		places = append(places, p)
	}
	return format.Document{Text: text.String(), Format: format.Named(name), Places: places}
}

// What stands in a place that is left stays, though it stands elsewhere, too.
func TestPlacesThatAreLeft(t *testing.T) {
	t.Parallel()
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	e := engine(t, cloak.Config{Numbers: g.Numbers()})
	for _, c := range []struct{ name, format, doc, want string }{
		{"a string with its quotes", "json", `{"a":«"x@corp.com"»,"b":"x@corp.com"}`, `{"a":"x@corp.com","b":"[EMAIL_0]"}`},
		{"a string without", "json", `{"a":"«x@corp.com»","b":"x@corp.com"}`, `{"a":"x@corp.com","b":"[EMAIL_0]"}`},
		{"behind what is found", "json", `["x@corp.com",«"x@corp.com"»,"x@corp.com"]`, `["[EMAIL_0]","x@corp.com","[EMAIL_0]"]`},
		{"a key", "json", `{«"x@corp.com"»:1,"y@corp.com":"x@corp.com"}`, `{"x@corp.com":1,"[EMAIL_0]":"[EMAIL_1]"}`},
		{"a number", "json", `{"ssn":«541782936»,"b":"541782936"}`, `{"ssn":541782936,"b":"541782936"}`},
		{"an object", "json", `{"a":«{"x":["x@corp.com",{"y":"z@corp.com"}]}»,"b":"z@corp.com"}`, `{"a":{"x":["x@corp.com",{"y":"z@corp.com"}]},"b":"[EMAIL_0]"}`},
		{"JSON in a string", "json", `{"a":«"{\"m\":\"x@corp.com\"}"»,"b":"{\"m\":\"x@corp.com\"}"}`, `{"a":"{\"m\":\"x@corp.com\"}","b":"{\"m\":\"[EMAIL_0]\"}"}`},
		{"a part of that", "json", `{"a":"{\"m\":«\"x@corp.com\"»,\"n\":\"x@corp.com\"}"}`, `{"a":"{\"m\":\"x@corp.com\",\"n\":\"[EMAIL_0]\"}"}`},
		{"escaped", "json", `{"a":«"x\u0040corp.com"»,"b":"x@corp.com"}`, `{"a":"x\u0040corp.com","b":"[EMAIL_0]"}`},
		{"a part of a string is none", "json", `{"a":"to «x@corp.com»"}`, `{"a":"to [EMAIL_0]"}`},
		{"a query", "json", `{"a":«"https://h.io/?password=hunter22x"»,"b":"https://h.io/?password=hunter22x"}`, `{"a":"https://h.io/?password=hunter22x","b":"https://h.io/?password=[PASSWORD_0]"}`},
		{"what looks like ours is not issued", "json", `{"a":"x@corp.com","b":«"[EMAIL_0] \u005bEMAIL_1]"»}`, `{"a":"[EMAIL_2]","b":"[EMAIL_0] \u005bEMAIL_1]"}`},
		{"a field", "csv", "a,b\n«x@corp.com»,x@corp.com\n", "a,b\nx@corp.com,[EMAIL_0]\n"},
		{"base64", "yaml", "kind: Secret\ndata:\n  a: «eEBjb3JwLmNvbQ==»\n  b: eEBjb3JwLmNvbQ==\n", "kind: Secret\ndata:\n  a: eEBjb3JwLmNvbQ==\n  b: W0VNQUlMXzBd\n"},
		{"code has none", "code", "a := «\"x@corp.com\"»\n", "a := \"[EMAIL_0]\"\n"},
		{"all of a text", "text", "«x@corp.com»", "x@corp.com"},
		{"not all of it", "text", "to «x@corp.com»", "to [EMAIL_0]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := mapping(t)
			d := placed(c.format, c.doc, format.Place{Leave: true})
			r, err := format.Sanitize(t.Context(), e, m, d, cloak.Source{})
			if err != nil || r.Text != c.want {
				t.Fatalf("%q becomes %q, %v; want %q", d.Text, r.Text, err, c.want)
			}
			out := d
			out.Text, out.Places = r.Text, nil
			if back, _ := format.Restore(m, out, cloak.RestoreOptions{}); back != d.Text {
				t.Errorf("%q comes back as %q", r.Text, back)
			}
			fs, err := format.Find(t.Context(), e, d)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range fs {
				for _, p := range d.Places {
					if c.want == c.doc && f.Start < p.End && p.Start < f.End {
						t.Errorf("finds %v in %v", f.Span, p.Span)
					}
				}
			}
			if (len(fs) > 0) != (r.Text != d.Text) {
				t.Errorf("finds %d, and %q becomes %q", len(fs), d.Text, r.Text)
			}
		})
	}
}

// A stand-in fits its place with what stands beside it, or the token does not, either.
func TestPlacesThatTakeWhatFits(t *testing.T) {
	t.Parallel()
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	e := engine(t, cloak.Config{Fitting: g, Numbers: g.Numbers()})
	const address = `[\w.+-]+@[\w.-]+`
	for _, c := range []struct{ name, format, doc, fits, want string }{
		{"all of a string", "json", `{"a":«"x@corp.com"»,"b":"x@corp.com"}`, address, `\{"a":"` + address + `","b":"\[EMAIL_0\]"\}`},
		{"without its quotes", "json", `{"a":"«x@corp.com»"}`, address, `\{"a":"` + address + `"\}`},
		{"a part of a string", "json", `{"a":«"to x@corp.com!"»}`, "to " + address + "!", `\{"a":"to ` + address + `!"\}`},
		{"a token that fits", "json", `{"a":«"to x@corp.com!"»}`, "to .*!", `\{"a":"to \[EMAIL_0\]!"\}`},
		{"nothing that fits", "json", `{"a":«"to x@corp.com!"»}`, address, `\{"a":"to \[EMAIL_0\]!"\}`},
		{"escaped", "json", `{"a":«"\"x@corp.com\""»}`, `"` + address + `"`, `\{"a":"\\"` + address + `\\""\}`},
		{"a key", "json", `{«"x@corp.com"»:1}`, address, `\{"` + address + `":1\}`},
		{"JSON in a string", "json", `{"a":«"[\"x@corp.com\"]"»}`, address, `\{"a":"\[\\"\[EMAIL_0\]\\"\]"\}`},
		{"JSON in a string without quotes", "json", `{"a":"«[\"x@corp.com\"]»"}`, address, `\{"a":"\[\\"\[EMAIL_0\]\\"\]"\}`},
		{"a number", "json", `{"card":«4539578763621486»}`, `[0-9]*[13579]`, `\{"card":[0-9]{15}[13579]\}`},
		{"a number with a fraction", "json", `{"card":«4539578763621486.0»}`, `[0-9]*[13579]\.0`, `\{"card":[0-9]{15}[13579]\.0\}`},
		{"a query", "json", `{"a":«"https://h.io/?email=x@corp.com&n=1"»}`, `https://h\.io/\?email=[^\[]*&n=1`, `\{"a":"https://h.io/\?email=` + address + `&n=1"\}`},
		{"a closer look", "json", `{"a":«"https://h.io/?q=x&birth+date=1985-07-14"»}`, `https://h\.io/\?q=x&birth\+date=[^\[]*`, `\{"a":"https://h.io/\?q=x&birth\+date=[^\[]*"\}`},
		{"all of a text", "text", "«x@corp.com»", address, address},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := mapping(t)
			fits := regexp.MustCompile("^(?:" + c.fits + ")$")
			d := placed(c.format, c.doc, format.Place{Fits: fits.MatchString})
			r, err := format.Sanitize(t.Context(), e, m, d, cloak.Source{})
			if err != nil || !regexp.MustCompile("^"+c.want+"$").MatchString(r.Text) || r.Text == d.Text {
				t.Fatalf("%q becomes %q, %v; want %q", d.Text, r.Text, err, c.want)
			}
			out := d
			out.Text, out.Places = r.Text, nil
			if back, _ := format.Restore(m, out, cloak.RestoreOptions{}); back != d.Text {
				t.Errorf("%q comes back as %q", r.Text, back)
			}
		})
	}
}

type oneDecoy string

func (a oneDecoy) StandIn(cloak.Request) (string, error) { return string(a), nil }

// What a place asks for comes beside what the format does.
func TestPlacesFitTheirFormat(t *testing.T) {
	t.Parallel()
	e := engine(t, cloak.Config{Replacer: oneDecoy("(212) 555-0142")})
	for _, c := range []struct {
		name string
		fits bool
		want string
	}{
		{"anything", true, "A=[PHONE_0]\nB='(212) 555-0142'\n"},
		{"nothing", false, "A=[PHONE_0]\nB='[PHONE_0]'\n"},
	} {
		d := placed("env", "A=«617-392-4418»\nB=«'617-392-4418'»\n", format.Place{Fits: func(string) bool { return c.fits }})
		r, err := format.Sanitize(t.Context(), e, mapping(t), d, cloak.Source{})
		if err != nil || r.Text != c.want {
			t.Errorf("%s: %q, %v", c.name, r.Text, err)
		}
	}
}

// What is left does not make for another look.
func TestPlacesThatAreLeftAreNotLookedFor(t *testing.T) {
	t.Parallel()
	e := engine(t, cloak.Config{})
	for _, doc := range []string{`{"a":«"x@corp.com"»,"b":«"x@corp.com"»}`, `{"a":«"x\u0040corp.com"»,"b":«"x@corp.com"»}`} {
		asked := 0
		d := placed("json", doc, format.Place{Fits: func(string) bool { asked++; return true }})
		d.Places[0].Leave = true
		if _, err := format.Sanitize(t.Context(), e, mapping(t), d, cloak.Source{}); err != nil || asked != 1 {
			t.Errorf("%s: looked at %d times, %v", d.Text, asked, err)
		}
	}
}

// A hundred thousand places cost one walk.
func TestManyPlaces(t *testing.T) {
	t.Parallel()
	e := engine(t, cloak.Config{})
	const n = 100_000
	var doc strings.Builder
	doc.WriteString("[")
	var places []format.Place
	for i := range n {
		if i > 0 {
			doc.WriteString(",")
		}
		start := doc.Len()
		doc.WriteString(`"x@corp.com"`)
		places = append(places, format.Place{Span: cloak.Span{Start: start, End: doc.Len()}, Leave: i > 0})
	}
	doc.WriteString("]")
	d := format.Document{Text: doc.String(), Format: format.Named("json"), Places: places}
	r, err := format.Sanitize(t.Context(), e, mapping(t), d, cloak.Source{})
	if want := strings.Replace(d.Text, "x@corp.com", "[EMAIL_0]", 1); err != nil || r.Text != want {
		t.Errorf("%d findings, %v", len(r.Findings), err)
	}
}

package format_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"mime/quotedprintable"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
	"github.com/seed-052fbf24/cloak/internal/testutil"
)

// escaped writes what is no letter or digit of ASCII by a verb: bytes, or code points.
func escaped(s, verb string, runes bool) string {
	var b strings.Builder
	for i, n := 0, 1; i < len(s); i += n {
		c := rune(s[i])
		if n = 1; runes {
			c, n = utf8.DecodeRuneInString(s[i:])
		}
		if c < 0x80 && (c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9') {
			b.WriteRune(c)
		} else {
			fmt.Fprintf(&b, verb, c)
		}
	}
	return b.String()
}

// encodings are eight ways in which a value is written so that nobody finds it.
var encodings = []struct {
	name   string
	encode func(string) string
}{
	{"JSON escapes", func(s string) string { return escaped(s, `\u%04x`, true) }},
	{"percent", func(s string) string { return escaped(s, "%%%02X", false) }},
	{"percent, twice", func(s string) string { return escaped(s, "%%25%02X", false) }},
	{"HTML, decimal", func(s string) string { return escaped(s, "&#%d;", true) }},
	{"HTML, hex", func(s string) string { return escaped(s, "&#x%x;", true) }},
	{"base64", func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }},
	{"base64url", func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }},
	{"hex", func(s string) string { return hex.EncodeToString([]byte(s)) }},
}

// A probeText is a text, and what of it is to go.
type probeText struct {
	ID, Text string
	Expect   []string
}

// probes are those beside the repository, where there are some, else the repository's own.
func probes(t *testing.T) (ps []probeText) {
	if f, err := os.Open("../../shared/corpora/probes/probes.jsonl"); err == nil {
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			var p struct {
				probeText
				Kind string
			}
			if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
				t.Fatal(err)
			}
			if p.Kind == "tp" {
				ps = append(ps, p.probeText)
			}
		}
		return ps
	}
	return ownProbes(t)
}

func ownProbes(t *testing.T) (ps []probeText) {
	f, err := os.Open("../cloak/testdata/probes.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	own, err := testutil.LoadProbes(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range own {
		if len(p.Hide) > 0 {
			ps = append(ps, probeText{p.ID, p.Text, p.Hide})
		}
	}
	return ps
}

// In every format, of a text whose values are encoded in one of eight ways, 95 in a hundred
// are gone: what is left is mostly names, which only what stands around them tells.
func TestEncodedValues(t *testing.T) {
	e := engines(t)[0] // numbers of JSON have stand-ins in it
	all := probes(t)
	whole, gone := 0, 0
	for name, doc := range holders {
		for _, c := range encodings {
			var left []string
			n := 0
			for _, p := range all {
				text := p.Text
				for _, v := range p.Expect {
					text = strings.ReplaceAll(text, v, c.encode(v))
				}
				if text == p.Text { // nothing in it is encoded
					continue
				}
				n++
				d := format.Document{Text: doc(text), Format: format.Named(name)}
				m := mapping(t)
				r, err := format.Sanitize(t.Context(), e, m, d, cloak.Source{})
				if err != nil {
					t.Fatal(err)
				}
				if slices.ContainsFunc(p.Expect, func(v string) bool { return strings.Contains(r.Text, v) || strings.Contains(r.Text, c.encode(v)) }) {
					left = append(left, p.ID)
				}
				if back, _ := format.Restore(m, format.Document{Text: r.Text, Format: d.Format}, cloak.RestoreOptions{}); back != d.Text {
					t.Errorf("%s in %s: %s comes back otherwise", p.ID, name, c.name)
				}
				if ok := valid[name]; ok != nil && ok(d.Text) && !ok(r.Text) {
					t.Errorf("%s in %s: %s breaks the document", p.ID, name, c.name)
				}
			}
			whole, gone = whole+n, gone+n-len(left)
			t.Logf("%s, %s: %d of %d gone; left: %v", name, c.name, n-len(left), n, left)
		}
	}
	t.Logf("%d of %d gone: %.1f %%", gone, whole, 100*float64(gone)/float64(whole))
	if 100*gone < 95*whole {
		t.Errorf("%d of %d gone", gone, whole)
	}
}

// holders make a document of any text, by format.
var holders = map[string]func(text string) string{
	"mail":     func(s string) string { return "From: x\nTo: y\nSubject: z\n\n" + s + "\n" },
	"markdown": func(s string) string { return "# Notes\n\n- one\n\n" + s + "\n\n```json\n{}\n```\n" },
	"text":     func(s string) string { return s + "\n" },
	"json": func(s string) string {
		b, _ := json.Marshal(s)
		return `{"note": ` + strings.ReplaceAll(string(b), `\\u`, `\u`) + `}`
	},
	"sql": func(s string) string {
		return "INSERT INTO notes (note) VALUES ('" + strings.ReplaceAll(s, "'", "''") + "');\n"
	},
	"xml":  func(s string) string { return "<notes><note>" + markup(s) + "</note></notes>\n" },
	"html": func(s string) string { return "<!DOCTYPE html>\n<p>" + markup(s) + "</p>\n" },
	"code": func(s string) string {
		b, _ := json.Marshal(s)
		return "note = " + strings.ReplaceAll(string(b), `\\u`, `\u`) + "\n"
	},
	"transcript": func(s string) string { return "\x1b[1m$\x1b[0m cat note\r\n" + s + "\x1b[m\n" },
}

// markup is text in a document of XML or HTML, in which references stay what they are.
func markup(s string) string {
	s = strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace(s)
	return strings.ReplaceAll(s, "&amp;#", "&#")
}

// In a part of a mail that is quoted-printable, as a mailer writes it and with every byte
// of a value escaped, 95 in a hundred values are gone.
func TestQuotedPrintableValues(t *testing.T) {
	e := engine(t, cloak.Config{})
	lines := func(s string) string {
		var b bytes.Buffer
		w := quotedprintable.NewWriter(&b)
		_, _ = w.Write([]byte(s))
		w.Close()
		return b.String()
	}
	whole, gone := 0, 0
	for name, encode := range map[string]func(text string, values []string) string{
		"as a mailer does": func(text string, _ []string) string { return lines("Grüße, " + text) },
		"over two lines":   func(text string, _ []string) string { return lines(strings.Repeat("é", 9) + " " + text + " " + text) },
		"but letters, escaped": func(text string, values []string) string {
			return qpValues(text, values, func(v string) string { return escaped(v, "=%02X", false) })
		},
		"in lower case": func(text string, values []string) string {
			return qpValues(text, values, func(v string) string { return escaped(v, "=%02x", false) })
		},
		"all escaped": func(text string, values []string) string {
			return qpValues(text, values, func(v string) string {
				var b strings.Builder
				for i := range len(v) {
					fmt.Fprintf(&b, "=%02X", v[i])
				}
				return b.String()
			})
		},
		"parted": func(text string, values []string) string {
			return qpValues(text, values, func(v string) string { return v[:len(v)/2] + "=\r\n" + v[len(v)/2:] })
		},
	} {
		var left []string
		n := 0
		for _, p := range probes(t) {
			body := encode(p.Text, p.Expect)
			doc := "From: x\r\nTo: y\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n" + body
			m := mapping(t)
			d := format.Document{Text: doc, Format: format.Named("mail")}
			r, err := format.Sanitize(t.Context(), e, m, d, cloak.Source{})
			if err != nil {
				t.Fatal(err)
			}
			n++
			read := func(s string) ([]byte, error) {
				return io.ReadAll(quotedprintable.NewReader(strings.NewReader(s[strings.Index(s, "\r\n\r\n"):])))
			}
			b, err := read(r.Text)
			if _, before := read(doc); err != nil && before == nil { // some have a control byte, which is none of QP's
				t.Errorf("%s: %v", p.ID, err)
			}
			if slices.ContainsFunc(p.Expect, func(v string) bool { return strings.Contains(string(b), v) }) {
				left = append(left, p.ID)
			}
			if back, _ := format.Restore(m, format.Document{Text: r.Text, Format: d.Format}, cloak.RestoreOptions{}); back != doc {
				t.Errorf("%s: %s comes back otherwise", p.ID, name)
			}
		}
		whole, gone = whole+n, gone+n-len(left)
		t.Logf("%s: %d of %d gone; left: %v", name, n-len(left), n, left)
	}
	t.Logf("%d of %d gone: %.1f %%", gone, whole, 100*float64(gone)/float64(whole))
	if 100*gone < 95*whole {
		t.Errorf("%d of %d gone", gone, whole)
	}
}

func qpValues(text string, values []string, encode func(string) string) string {
	text = strings.ReplaceAll(text, "=", "=3D")
	for _, v := range values {
		text = strings.ReplaceAll(text, strings.ReplaceAll(v, "=", "=3D"), encode(v))
	}
	return text
}

package format_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/decoy"
	"github.com/seed-052fbf24/cloak/format"
)

// valid tells, by format, what is a document of it by another parser's judgement. What is
// not may be refused with ErrStructure.
var valid = map[string]func(doc string) bool{
	"json": func(doc string) bool { return json.Valid([]byte(doc)) },
	"yaml": func(doc string) bool { _, _, ok := nodes(doc); return ok },
	"log":  always,
	"code": always, "transcript": func(string) bool { return false }, // a sequence may part what a value is told by
	"sql":      func(string) bool { return false }, // nobody else reads all dialects
	"xml":      validXML,
	"html":     func(string) bool { return false },
	"mail":     always,
	"markdown": always,
	"utf-16":   func(string) bool { return false }, // a mark may stand in front of anything
	"csv":      always,
	"http":     always,
	"diff":     always,
	"toml": func(doc string) bool {
		var v any
		_, err := toml.Decode(doc, &v)
		return err == nil
	},
	"env":        func(doc string) bool { return hasNoText("env", doc) },
	"ini":        func(doc string) bool { return hasNoText("ini", doc) },
	"properties": func(doc string) bool { return hasNoText("properties", doc) },
	"netrc":      func(doc string) bool { return hasNoText("netrc", doc) },
}

// hasNoText reports whether all of a document is understood.
func hasNoText(name, doc string) bool {
	is := true
	format.Document{Text: doc, Format: format.Named(name)}.Scalars(func(s *format.Scalar) bool {
		is = is && s.Kind != format.Text
		return is
	})
	return is
}

// always is for formats that any text can be read as.
func always(string) bool { return true }

// An invariant holds for every document of a format, whole or broken, with any engine.
func checkInvariants(t *testing.T, e *cloak.Engine, name, doc string) {
	t.Helper()
	m := keyed(t)
	name, file, _ := strings.Cut(name, "/") // code/x.go
	d := format.Document{Text: doc, Format: format.Named(name), File: file}
	r, err := format.Sanitize(t.Context(), e, m, d, cloak.Source{})
	if errors.Is(err, format.ErrStructure) && !valid[name](doc) {
		return
	}
	if err != nil {
		t.Fatalf("%q: %v", doc, err)
	}
	if len(r.Findings) == 0 && r.Text != doc {
		t.Fatalf("nothing was found in %q, and it becomes %q", doc, r.Text)
	}
	if (name == "toml" || name == "yaml") && valid[name](doc) && format.Loose(t.Context(), e, keyed(t), d) {
		t.Fatalf("%q becomes %q, which does not read as it was meant", doc, r.Text)
	}
	out := format.Document{Text: r.Text, Format: r.Format, File: file}
	if back, _ := format.Restore(m, out, cloak.RestoreOptions{}); back != doc {
		t.Fatalf("%q becomes %q and comes back as %q", doc, r.Text, back)
	}
	again, err := format.Sanitize(t.Context(), e, m, out, cloak.Source{Echo: true})
	if err != nil || again.Text != r.Text {
		t.Fatalf("%q becomes %q, and that %q: %v", doc, r.Text, again.Text, err)
	}
	if r.Format == d.Format && d.Format != format.Plain {
		if all, err := format.SanitizeAll(t.Context(), e, keyed(t), d, cloak.Source{}); errors.Is(err, format.ErrStructure) && !valid[name](doc) {
			return
		} else if err != nil || same(e, t) && all.Text != r.Text {
			t.Fatalf("%q becomes %q; string by string it becomes %q: %v", doc, r.Text, all.Text, err)
		}
	}
	end := 0
	for _, f := range r.Findings {
		if f.Start < end || f.End > len(doc) || f.Out.End > len(r.Text) {
			t.Fatalf("%q: findings are not in order: %v", doc, r.Findings)
		}
		end = f.End
	}
}

// keyed is a mapping with a key that is always the same: what stands for numbers is drawn.
func keyed(t *testing.T) *cloak.Mapping {
	m, err := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{1}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// same reports whether two mappings give the same stand-ins: decoys are drawn.
func same(e *cloak.Engine, t *testing.T) bool {
	out, _, err := e.Sanitize(t.Context(), mapping(t), "a.roe@corp.com", cloak.Source{})
	return err == nil && out == "[EMAIL_0]"
}

func engines(t testing.TB) []*cloak.Engine {
	d, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return []*cloak.Engine{engine(t, cloak.Config{Numbers: d.Numbers()}), engine(t, cloak.Config{Replacer: d, Numbers: d.Numbers()})}
}

func FuzzJSON(f *testing.F) {
	for _, s := range []string{
		`{"password":"p\"ss'w0rd x\\"}`, `{"a\u0040b": "a.roe\u0040corp.com"}`, `[[[[{"a":"{\"b\":\"{\\\"c\\\":\\\"a.roe@corp.com\\\"}\"}"}]]]]`,
		`ello a.roe@corp.com", "password": "hunter22x", "cut": "bo@corp.com`, "{//a.roe@corp.com\n/*bo@corp.com*/}", `"\ud800\udc00\ud800" 1e400 -0.0`,
		"4111 1111 1111 1111\n10.1.2.3, \"x\": 10.1.2.3", `{"name":"Cookie","value":"sessionid=yVsOYYDVJXRhovvuUvBEwJSuBVKpbYeZ"}`, "[EMAIL_0] [", `"a.roe@corp.com": `, `{"a": "pass 00!A"}`, `{"a":"pass 000A"}`,
	} {
		f.Add(s)
	}
	es := engines(f)
	f.Fuzz(func(t *testing.T, doc string) {
		for _, e := range es {
			checkInvariants(t, e, "json", doc)
		}
	})
}

// Documents that people have, as they are.
func TestRealDocuments(t *testing.T) {
	es := engines(t)
	n := 0
	for _, root := range []string{"../../shared/corpora", ".."} {
		if _, err := os.Stat(root); err != nil {
			t.Logf("%s is not there: its documents are not read", root)
			continue
		}
		_ = filepath.WalkDir(root, func(path string, x os.DirEntry, err error) error {
			if err != nil || x.IsDir() {
				if x != nil && x.IsDir() && strings.HasPrefix(x.Name(), ".") && len(x.Name()) > 2 {
					return filepath.SkipDir
				}
				return nil
			}
			info, err := x.Info()
			if err != nil || info.Size() > 200_000 || format.Detect(path, "") == format.Plain {
				return nil
			}
			doc, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			n++
			for _, e := range es {
				checkInvariants(t, e, format.Detect(path, string(doc)).Name+"/"+filepath.Base(path), string(doc))
			}
			return nil
		})
	}
	if n < 10 {
		t.Errorf("%d documents", n)
	}
	t.Logf("%d documents", n)
}

func FuzzYAML(f *testing.F) {
	for _, s := range []string{
		"a: a.roe@corp.com\nb: 'it''s a.roe@corp.com'\nc: \"a\\x2eroe\\u0040corp.com\"\nd: |\n  a.roe@corp.com\n  x\ne: >-\n  a\n  a.roe@corp.com\n",
		"- password: hunter22x\n  ssn: 541782936\n- {password: hunter22x, b: [bo@corp.com, 'bo@corp.com'  , \"bo@corp.com\"]}\n",
		"a.roe@corp.com: &x b\n'a.roe@corp.com'  : *x\n? bo@corp.com\n: *y\n", "key: -----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n",
		"phone: +33612345678\npassword: [PASSWORD_0]\nx: {{ a.roe@corp.com }}\ny: \"a\n\n  b a.roe@corp.com\"\n", "kind: Secret\ndata:\n  password: aHVudGVyMjJ4\n  a: YS5yb2VAY29ycC5jb20K\n",
		"a: x\n  a.roe@corp.com\n\n\n  y\r\nb: 'x\n  a.roe@corp.com' # c\n", "a: 'a.roe@corp.com\nb: \"a.roe@corp.com\n%a.roe@corp.com\n@a.roe@corp.com: b: c", "--- a.roe@corp.com\n...\n--- |\n a.roe@corp.com\n",
		"A00::4::", "- pass@x\n n,x \x00ter22r22 ssn@ 541782936\x99- {password: hwnte", "AAA,A@AA\n'A'1Y\\@AAAA.AAA'", "[!+33612345678 y, !a.roe@corp.com [x]]", "a b\n%a.roe@corp.com\n* bo@corp.com", "n ssn@ 541782936 - {password: hwnte", "auths:\n  r:\n    auth: YWxpY2U6aHVudGVyMjJ4\n", "app.json: |\n  {\"password\": \"hunter22x\"}\nc.yaml: >+2\n    password: hunter22x\n",
	} {
		f.Add(s)
	}
	es := engines(f)
	f.Fuzz(func(t *testing.T, doc string) {
		for _, e := range es {
			checkInvariants(t, e, "yaml", doc)
		}
	})
}

package format_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/decoy"
	"github.com/seed-052fbf24/cloak/format"
)

// nodes are the documents of a text as another parser reads it: kinds, tags, anchors and
// how many there are. ok is false where it reads none.
func nodes(doc string) (shape string, texts []string, ok bool) {
	defer func() { // of the parser
		if recover() != nil {
			ok = false
		}
	}()
	var b strings.Builder
	var walk func(n *yaml.Node, key bool)
	walk = func(n *yaml.Node, key bool) {
		tag := n.Tag
		if tag == "!!timestamp" { // may become a string
			tag = "!!str"
		}
		if tag == "!!int" && strings.HasPrefix(n.Value, "+") || tag == "!!int" && strings.ContainsAny(n.Value, "xob_") || tag == "!!float" && strings.Contains(n.Value, "_") {
			tag = "!!str"
		}
		if tag == "!!float" && strings.Trim(n.Value, "0123456789") == "" { // of too many digits for an int
			tag = "!!int"
		}
		fmt.Fprintf(&b, "%d %s &%s *%t %d\n", n.Kind, tag, n.Anchor, n.Alias != nil, len(n.Content))
		if n.Kind == yaml.ScalarNode {
			texts = append(texts, n.Value)
		}
		for i, x := range n.Content {
			walk(x, n.Kind == yaml.MappingNode && i%2 == 0)
		}
	}
	d := yaml.NewDecoder(strings.NewReader(doc))
	for {
		var n yaml.Node
		err := d.Decode(&n)
		if errors.Is(err, io.EOF) {
			return b.String(), texts, true
		}
		if err != nil {
			return "", nil, false
		}
		walk(&n, false)
	}
}

// sameNodes holds two documents to the same structure, if the first has one.
func sameNodes(t *testing.T, doc, out string) {
	t.Helper()
	a, _, ok := nodes(doc)
	if !ok {
		return
	}
	if b, _, ok := nodes(out); !ok || a != b {
		t.Errorf("%q becomes %q, which reads otherwise (%v):\n%s\n%s", doc, out, ok, a, b)
	}
}

// hostileYAML is n bytes each of what readers have been slow with.
func hostileYAML(n int) map[string]string {
	return map[string]string{
		"entries":                       strings.Repeat("- ", n/2),
		"pairs":                         strings.Repeat("? ", n/2),
		"values":                        strings.Repeat(": ", n/2),
		"braces":                        strings.Repeat("{", n),
		"brackets":                      strings.Repeat("[", n),
		"closed":                        strings.Repeat("[", n/2) + strings.Repeat("]", n/2),
		"closing":                       strings.Repeat("}", n),
		"templates":                     strings.Repeat("{{ ", n/3),
		"double":                        strings.Repeat(`"`, n+1),
		"single":                        strings.Repeat("'", n+1),
		"double in lines":               strings.Repeat("\"\n", n/2),
		"single in lines":               strings.Repeat("'''\n", n/4),
		"not closed":                    strings.Repeat("\"a b\\\n", n/6),
		"keys not closed":               strings.Repeat("a: \"b\n", n/6),
		"keys not closed '":             strings.Repeat("a: 'b\n", n/6),
		"blocks":                        strings.Repeat("|", n),
		"blocks in lines":               strings.Repeat("|\n", n/2),
		"anchors":                       strings.Repeat("&a ", n/3),
		"anchors in lines":              strings.Repeat("&a\n\n\n", n/5),
		"keys of anchors":               strings.Repeat("a: &a\n", n/6),
		"aliases":                       "a: &a [b]\n" + strings.Repeat("- [*a,*a]\n", n/10),
		"tags":                          strings.Repeat("!a ", n/3),
		"blanks":                        `a: "` + strings.Repeat(" ", n) + `"`,
		"blanks in lines":               "a: b" + strings.Repeat(" ", n) + "c\n d",
		"blanks in 'lines":              "a: 'b" + strings.Repeat(" ", n) + "c\n d'",
		"blanks in \"lines":             "a: \"b" + strings.Repeat(" ", n) + "c\n d\"",
		"escaped blanks":                `a: "` + strings.Repeat(`\ `, n/2) + `"`,
		"backslashes":                   `a: "` + strings.Repeat(`\\`, n/2) + `   "`,
		"backslashes, each with blanks": `a: "` + strings.Repeat(`\\\\ \ `, n/7) + `"`,
		"lines":                         strings.Repeat("\n", n) + "a.roe@corp.com",
		"returns":                       strings.Repeat("\r", n) + "a.roe@corp.com",
		"empty lines":                   `a: "x` + strings.Repeat("\n", n) + ` y"`,
		"deep":                          deepYAML(int(math.Sqrt(2 * float64(n)))),
		"steps":                         strings.Repeat("-\n", n/2),
		"colons":                        strings.Repeat("a: ", n/3),
		"keys":                          strings.Repeat("a:\n", n/3),
		"one line":                      strings.Repeat("a b ", n/4),
		"text in lines":                 strings.Repeat("a b\n", n/4),
		"text in brackets":              "[" + strings.Repeat("a b\n", n/4),
		"comments":                      strings.Repeat("#\n", n/2),
		"comments apart":                strings.Repeat("a #\n", n/4),
		"markers":                       strings.Repeat("---\n", n/4),
		"block, folded":                 "a: >\n" + strings.Repeat("  a\n\n", n/5) + "  a.roe@corp.com",
		"block, one line":               "a: >\n  " + strings.Repeat("a ", n/2) + "a.roe@corp.com",
		"block, blank":                  "a: >\n  x\n" + strings.Repeat("\n", n) + "  a.roe@corp.com",
		"Secret":                        "kind: Secret\ndata:\n" + strings.Repeat("  a: YS5yb2VAY29ycC5jb20K\n", n/400),
		"kind":                          strings.Repeat("kind: ", n/6) + "\ndata:\n  a: YWJj",
		"null bytes":                    strings.Repeat("\x00", n),
	}
}

// Whatever comes is read in one walk: a megabyte of it takes a fraction of a second, and
// would take minutes if it were read again and again.
func TestHostileYAML(t *testing.T) {
	for name, doc := range hostileYAML(1 << 20) {
		n := 0
		format.Document{Text: doc, Format: format.Named("yaml")}.Scalars(func(*format.Scalar) bool { n++; return true })
		t.Logf("%s: %d scalars", name, n)
	}
	docs := hostileYAML(1 << 16)
	for name := range docs {
		docs[name] += "\n# a.roe@corp.com\n"
	}
	hostile(t, "yaml", docs)
}

// deepYAML is n mappings deep.
func deepYAML(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

// fill puts values into a document of testdata: «mail» where it stands, «mail|64» in
// base64. Lines of a value are as deep as the place.
func fill(doc string) string {
	body := "MIIEowIBAAKCAQEAx8mT2VqLrYwPkN3sD7fGhJ5bZ1cX9vB4nM6qW8eR0tYuIoPa"
	values := map[string]string{
		"mail": "a.roe@corp.com", "password": "hunter22x", "phone": "+1 617 392 4418", "ssn": "541-78-2936",
		"token": "gh" + "p_" + "9Cnzj4p4WGeKLs1Pt8QuKUpRxT2mVb7Wq4Ye",
		"key":   "-----BEGIN RSA " + "PRIVATE KEY-----\n" + body + "\n" + body + "\n-----END RSA " + "PRIVATE KEY-----",
		"cert":  "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n",
	}
	for {
		end := strings.Index(doc, "»")
		if end < 0 {
			return doc
		}
		start := strings.LastIndex(doc[:end], "«")
		name, encoded := strings.CutSuffix(doc[start+len("«"):end], "|64")
		value, ok := values[name]
		if !ok {
			value = name
		}
		if encoded {
			value = base64.StdEncoding.EncodeToString([]byte(value))
		} else if line := doc[strings.LastIndexByte(doc[:start], '\n')+1 : start]; strings.TrimLeft(line, " ") == "" {
			value = strings.ReplaceAll(value, "\n", "\n"+line)
		}
		doc = doc[:start] + value + doc[end+len("»"):]
	}
}

// Documents as people have them: nothing is left in them, they read as before, and they
// come back, with either end of a line.
func TestYAMLDocuments(t *testing.T) {
	files, err := filepath.Glob("testdata/yaml/*")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		for _, eol := range []string{"\n", "\r\n"} {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			doc := strings.ReplaceAll(fill(strings.ReplaceAll(string(b), "\r\n", "\n")), "\n", eol)
			for _, e := range engines(t) {
				out, fs := round(t, e, file, doc)
				if len(fs) == 0 {
					t.Errorf("nothing is found in %s", file)
				}
				sameNodes(t, doc, out)
				if _, _, ok := nodes(doc); !ok && !strings.Contains(doc, "{{-") {
					t.Errorf("%s is no YAML", file)
				}
				for _, text := range said(out) {
					for _, value := range []string{"a.roe@", "hunter22x", "9Cnzj4p4WG", "MIIEow" + "IBAAKCAQEAx8mT2VqLrYwPkN3sD7fGhJ5bZ1cX9vB4nM6qW8eR0tYuIoPa\nMII", "541-78"} {
						if strings.Contains(text, value) {
							t.Errorf("%s: a value is still there, in %q", file, text)
						}
					}
				}
			}
		}
	}
}

// said is a document, and what every word of it says in base64, however deep.
func said(doc string) []string {
	all := []string{doc}
	for i := 0; i < len(all); i++ {
		for _, word := range strings.FieldsFunc(all[i], func(c rune) bool { return strings.ContainsRune(" \r\n\"'{},", c) }) {
			if b, err := base64.StdEncoding.DecodeString(word); err == nil && len(b) > 5 {
				all = append(all, string(b))
			}
		}
	}
	return all
}

func TestYAML(t *testing.T) {
	random := "9Cnzj4p4WGe" + "KLs1Pt8QuKUpR"
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	e := engine(t, cloak.Config{Numbers: g.Numbers()})
	d := engine(t, cloak.Config{Replacer: g, Numbers: g.Numbers()})
	for doc, want := range map[string]string{
		"mail: a.roe@corp.com\nn: 1e400\nx: [1.0, true, ~, 0x1F]\n":                            "mail: '[EMAIL_0]'  \nn: 1e400\nx: [1.0, true, ~, 0x1F]\n",
		"mail: tell a.roe@corp.com # or bo@corp.com\n":                                         "mail: tell [EMAIL_0] # or [EMAIL_1]\n",
		"mail: a.roe@corp.com it's\n":                                                          "mail: '[EMAIL_0] it''s'  \n",
		"a: 'it''s a.roe@corp.com'\nb: \"x\\ta.roe\\u0040corp.com\"\n":                         "a: 'it''s [EMAIL_0]'\nb: \"x\\t[EMAIL_0.1]\"\n",
		"a: 'a.roe@corp.com'  \nb: a.roe@corp.com\n":                                           "a: '[EMAIL_0]'  \nb: '[EMAIL_0.1]'  \n",
		"a.roe@corp.com: 1\n'bo@corp.com': 2\n? cy@corp.com\n: 3\n":                            "'[EMAIL_0]'  : 1\n'[EMAIL_1]': 2\n? '[EMAIL_2]'  \n: 3\n",
		"password: |\n  hunter22x\nseen: as hunter22x\n":                                       "password: |\n  [PASSWORD_0]\nseen: as [PASSWORD_0]\n",
		"env:\n- name: DB_PASSWORD\n  value: hunter22x\n- value: plain\n":                      "env:\n- name: DB_PASSWORD\n  value: '[PASSWORD_0]'  \n- value: plain\n",
		"env: [{name: DB_PASSWORD, value: hunter22x}, {value: plain}]\n":                       "env: [{name: DB_PASSWORD, value: '[PASSWORD_0]'  }, {value: plain}]\n",
		"- name: Authorization\n  value: token " + random + "\n":                               "- name: Authorization\n  value: token [API_KEY_0]\n",
		"ssn:\n- 541-78-2936\n- 212-55-0148\n":                                                 "ssn:\n- '[SSN_0]'  \n- '[SSN_1]'  \n",
		"ssn: 541782936\nage: 30\nport: 5432\nx: -541782936\n":                                 "ssn: XXXXXXXXX\nage: 30\nport: 5432\nx: -541782936\n",
		"card: 4111111111111111\nn: 4111111111111111.0\n":                                      "card: XXXXXXXXXXXXXXXX\nn: XXXXXXXXXXXXXXXX.0\n",
		"phone: +33612345678\nother: 0612345678\n":                                             "phone: '[PHONE_0]'  \nother: 0612345678\n",
		"password: hunter22x\t# c\r\nb: >-\r\n  tell\r\n  a.roe@corp.com\r\n":                  "password: '[PASSWORD_0]'  \t# c\r\nb: >-\r\n  tell\r\n  [EMAIL_0]\r\n",
		"a: some\n  text a.roe@corp.com\n\n  b\n":                                              "a: some\n  text [EMAIL_0]\n\n  b\n",
		"a: a.roe@corp.com\n  # b\nb: &x a.roe@corp.com\nc: *x\nd: !t bo@corp.com\n":           "a: '[EMAIL_0]'  \n  # b\nb: &x '[EMAIL_0]'  \nc: *x\nd: !t '[EMAIL_1]'  \n",
		"a: {{ .Values.a }}\n{{- if .b }}\nmail: a.roe@corp.com\n{{ end }}\n":                  "a: {{ .Values.a }}\n{{- if .b }}\nmail: '[EMAIL_0]'  \n{{ end }}\n",
		"password: *Hunter22x!\nb: *known\n":                                                   "password: [PASSWORD_0]\nb: *known\n",
		"password: !Hunter22x\n":                                                               "password: [PASSWORD_0]\n",
		"password: &Hunter22x\nb: c\n":                                                         "password: [PASSWORD_0]\nb: c\n",
		"a: [\n  a.roe@corp.com,\n  b\nc: d\nmail: bo@corp.com x\n":                            "a: [\n  '[EMAIL_0]'  ,\n  b\nc: d\nmail: '[EMAIL_1] x'  \n",
		"a: \"cut\nmail: bo@corp.com\nb: \"x\"\n":                                              "a: \"cut\nmail: '[EMAIL_0]'  \nb: \"x\"\n",
		"st of a line a.roe@corp.com\n  password: hunter22x\n b: 'cut bo@corp.com":             "st of a line [EMAIL_0]\n  password: '[PASSWORD_0]'  \n b: 'cut [EMAIL_1]",
		"a: 1\n---\n# c\nb: a.roe@corp.com\n...\n--- a.roe@corp.com\n--- |\n a.roe@corp.com\n": "a: 1\n---\n# c\nb: '[EMAIL_0]'  \n...\n--- '[EMAIL_0]'  \n--- |\n [EMAIL_0]\n",
		"app.json: '{\"password\": \"hunter22x\"}'\nx.yml: |2\n    a: a.roe@corp.com\n":        "app.json: '{\"password\": \"[PASSWORD_0]\"}'\nx.yml: |2\n    a: '[EMAIL_0]'  \n",
		"a: {\"mail\":\"a.roe@corp.com\",'n':'bo@corp.com'}\n":                                 "a: {\"mail\":\"[EMAIL_0]\",'n':'[EMAIL_1]'}\n",
		"\uFEFFmail: a.roe@corp.com":                                                           "\uFEFFmail: '[EMAIL_0]'  ",
		"mail:\n  a.roe@corp.com\n\nb: x\n":                                                    "mail:\n  '[EMAIL_0]'  \n\nb: x\n",
		"# key: a.roe@corp.com\n#   bo@corp.com\na: b\n":                                       "# key: [EMAIL_0]\n#   [EMAIL_1]\na: b\n",
		"a: \"cut\nmail: bo@corp.com\nb: \"\n":                                                 "a: \"cut\nmail: '[EMAIL_0]'  \nb: \"\n",
		"x.yml: \"a: a.roe@corp.com\n\n  b: c\"\n":                                             "x.yml: \"a: [EMAIL_0]\n\n  b: c\"\n",
		"--- |\nx\n---\npassword: hunter22x\n":                                                 "--- |\nx\n---\npassword: '[PASSWORD_0]'  \n",
		"password: *Hunter22x\n":                                                               "password: [PASSWORD_0]\n",
		"a: [b\nmail: bo@corp.com, x\n":                                                        "a: [b\nmail: '[EMAIL_0], x'  \n",
		"[b\n---\nmail: bo@corp.com, x\n":                                                      "[b\n---\nmail: '[EMAIL_0], x'  \n",
		"a: a.roe@corp.com\n\n  it's\n\n\n  so\n":                                              "a: '[EMAIL_0]\n\n  it''s\n\n\n  so'  \n",
	} {
		out, fs := round(t, e, "x.yaml", doc)
		if !strings.Contains(doc, "Hunter") { // a tag that is a password does not stay one
			sameNodes(t, doc, out)
		}
		out = masked(t, doc, out, fs)
		if out != want {
			t.Errorf("%q\nbecomes %q\nwant    %q", doc, out, want)
		}
		out, _ = round(t, d, "x.yaml", doc)
		if strings.Contains(out, "_0]") {
			t.Errorf("%q has no decoy, it becomes %q", doc, out)
		}
		if !strings.Contains(doc, "Hunter") {
			sameNodes(t, doc, out)
		}
	}
}

// A private key in lines is one value, and comes back, whatever holds it.
func TestPrivateKeyInYAML(t *testing.T) {
	key := fill("«key»")
	lines := strings.ReplaceAll(key, "\n", "\n    ")
	for _, doc := range []string{
		"a:\n  key: |\n    " + lines + "\n  b: c\n",
		"a:\n  key: >-\n    " + lines + "\n  b: c\n",
		"a:\n  key: |+\r\n    " + strings.ReplaceAll(lines, "\n", "\r\n") + "\r\n\r\n  b: c\r\n",
		"a:\n  key: |-4\n      " + strings.ReplaceAll(lines, "\n", "\n  ") + "\n  b: c\n",
		"a:\n  key: \"" + strings.ReplaceAll(key, "\n", `\n`) + "\"\n",
		"a:\n  key: '" + strings.ReplaceAll(key, "\n", "\n\n    ") + "'\n",
		"a:\n  key: " + lines + "\n  b: c\n",
		"a:\n  key: " + key + "\n  b: c\n", // no YAML
		"a: |\n  " + strings.ReplaceAll(strings.Replace(key, "\n", "\nProc-Type: 4,ENCRYPTED\n\n", 1), "\n", "\n  ") + "\n",
		"# key: |\n#   " + strings.ReplaceAll(key, "\n", "\n#   ") + "\nb: c\n",
	} {
		for _, e := range engines(t) {
			out, _ := round(t, e, "x.yaml", doc)
			sameNodes(t, doc, out)
			if strings.Contains(out, "MIIEow"+"IBA") {
				t.Errorf("the key is still there: %q", out)
			}
		}
	}
}

// A value that is the same in all of them is one value, with one stand-in.
func TestOneKeyInYAML(t *testing.T) {
	key := strings.Replace(fill("«key»"), "\n", "\nProc-Type: 4,ENCRYPTED\n\n", 1)
	doc := "a: |\n  " + strings.ReplaceAll(strings.ReplaceAll(key, "\n", "\n  "), "\n  \n", "\n\n") + "\nb: \"" + strings.ReplaceAll(key, "\n", `\n`) + "\"\nc: |\r\n    " + strings.ReplaceAll(strings.ReplaceAll(key, "\n", "\r\n    "), "\r\n    \r\n", "\r\n\r\n") + "\r\n"
	if out, _ := round(t, engine(t, cloak.Config{}), "x.yaml", doc); strings.Count(out, "[PRIVATE_KEY_0]") != 3 {
		t.Error(out)
	}
}

// A phone number that YAML reads as an integer is found. A decoy stays one; a token is a
// string. What is no string to some reader is none without quotes.
func TestLooseYAML(t *testing.T) {
	es := engines(t)
	for doc, want := range map[string][2]string{
		"phone: +33612345678\n": {"phone: '[PHONE_0]'  \n", "phone: +336"},
		"[a, +33612345678]\n":   {"[a, '[PHONE_0]'  ]\n", "[a, +336"},
		"+33612345678: a\n":     {"'[PHONE_0]'  : a\n", "+336"},
	} {
		if out, _ := round(t, es[0], "x.yaml", doc); out != want[0] {
			t.Errorf("%q becomes %q", doc, out)
		}
		if out, _ := round(t, es[1], "x.yaml", doc); !strings.HasPrefix(out, want[1]) {
			t.Errorf("%q becomes %q", doc, out)
		}
	}
	format.Document{Text: "a: q0q", Format: format.Named("yaml")}.Scalars(func(s *format.Scalar) bool {
		for _, text := range []string{"1_000", "12:30", "1:02:03", "0x1F", "0o17", "+1", "1", "1.5", ".5", "1e3", "2026-01-02", "2026-01-02T03:04:05Z", "=", "yes", "Off", "~", "NULL", "<<", ".inf"} {
			if s.Kind == format.String && format.Bare(s)(text) {
				t.Errorf("%s stands without quotes", text)
			}
		}
		return true
	})
}

// What a model writes gets its value as the place has it.
func TestRestoredYAML(t *testing.T) {
	e := engine(t, cloak.Config{})
	m := mapping(t)
	doc := `{"password": "x: y #'z\"", "key": "` + strings.ReplaceAll(fill("«key»"), "\n", `\n`) + `", "mail": "a.roe@corp.com", "pin": {"password": "48213377"}}`
	r, err := format.Sanitize(t.Context(), e, m, format.Open("x.json", doc), cloak.Source{})
	if err != nil || len(r.Findings) != 4 {
		t.Fatal(r.Text, err)
	}
	for reply, want := range map[string]string{
		"a: [PASSWORD_0]":                     `a: 'x: y #''z"'`,
		"a: '[PASSWORD_0]'":                   `a: 'x: y #''z"'`,
		"a: \"[PASSWORD_0]\"":                 `a: "x: y #'z\""`,
		"a: [[PASSWORD_0], [EMAIL_0]]":        `a: ['x: y #''z"', a.roe@corp.com]`,
		"a: see [PASSWORD_0]":                 `a: 'see x: y #''z"'`,
		"[PASSWORD_0]: b":                     `'x: y #''z"': b`,
		"a: |\n  [PASSWORD_0]\n":              "a: |\n  x: y #'z\"\n",
		"a: [PASSWORD_1]":                     "a: '48213377'",
		"a: [EMAIL_0]\nb: {{ .x }} [EMAIL_0]": "a: a.roe@corp.com\nb: {{ .x }} a.roe@corp.com",
		"a: '[EMAIL_0]'  \n":                  "a: a.roe@corp.com\n",
		"a: '[PASSWORD_1]'  \n":               "a: '48213377'  \n",
	} {
		if back, _ := format.Restore(m, format.Open("x.yaml", reply), cloak.RestoreOptions{}); back != want {
			t.Errorf("%q\nbecomes %q\nwant    %q", reply, back, want)
		}
	}
	for _, reply := range []string{"a:\n  b: |\n    -----BEGIN RSA " + "PRIVATE KEY-----\n    [PRIVATE_KEY_0]\n    -----END RSA " + "PRIVATE KEY-----\n", "b: [PRIVATE_KEY_0]\n", "b: '[PRIVATE_KEY_0]'\n", "b: \"[PRIVATE_KEY_0]\"\n", "b: >\n  [PRIVATE_KEY_0]\n", "b: |\r\n  [PRIVATE_KEY_0]\r\n"} {
		back, _ := format.Restore(m, format.Open("x.yaml", reply), cloak.RestoreOptions{})
		_, texts, ok := nodes(back)
		if strings.Contains(reply, "\r") && strings.Count(back, "\n") != strings.Count(back, "\r\n") {
			t.Errorf("%q becomes %q: lines end otherwise", reply, back)
		}
		if !ok || !strings.Contains(fill("«key»\n"), strings.TrimRight(texts[len(texts)-1], "\n")) {
			t.Errorf("%q becomes %q, %v", reply, back, ok)
		}
	}
}

// What a plain scalar may become without quotes is what is read again as it, and as a
// string, there.
func TestBareYAML(t *testing.T) {
	for _, text := range []string{
		"a", "a b", "a#b", "a: b", "a:", "a #b", "# a", "- a", "-a", "-", "--- a", "---", "? a", "?a", ": a", ":a", "[a]", "{a}", "a]", "a, b", "a{b", "&a", "*a", "!a", "|", ">", "'a", "\"a", "a'b", "%a", "@a", "`a",
		"1", "1.5", "-1", "+1", "1e3", "0x1F", "0o17", "0b1", "1_000", ".5", ".inf", ".NaN", "true", "True", "yes", "No", "on", "null", "~", "", " a", "a ", "2026-01-02", "12:30", "192.0.2.1", "02:00:5e:10:00:01", "=", "<<", "a\tb", "a\x00b", "\x7f",
		"[EMAIL_0]", "x [EMAIL_0]", "a?b", "{{ x }}", "http://x/?a=b&c", "1-2", "1 2", "+1 617", "0612 3", "617-555-0142", "a:b", "a::b", "é", "...", "10.0.0.0/8", "2026-01-02x", "1.2.3",
	} {
		for name, place := range map[string]string{"block": "k: %s\n", "entry": "- %s\n", "flow": "[%s, z]", "flow map": "{k: %s}", "key": "%s: v\n", "flow key": "{%s: v}", "first": "%s\n"} {
			for _, s := range []string{strings.Replace(place, "%s", "q0q", 1)} {
				var bare func(string) bool
				format.Document{Text: s, Format: format.Named("yaml")}.Scalars(func(x *format.Scalar) bool {
					if x.Text == "q0q" {
						bare = format.Bare(x)
					}
					return true
				})
				_, _, ok := nodes(s)
				_, texts, reads := nodes(strings.Replace(place, "%s", text, 1))
				want, _, _ := nodes(s)
				got, _, _ := nodes(strings.Replace(place, "%s", text, 1))
				_, before, _ := nodes(s)
				same := reads && want == got && strings.Join(texts, "|") == strings.Replace(strings.Join(before, "|"), "q0q", text, 1)
				if !ok || bare == nil {
					t.Fatalf("%s", name)
				}
				if bare(text) && !same {
					t.Errorf("%s: %q is to stand without quotes, and reads otherwise", name, text)
				}
				if !bare(text) && same && strings.Trim(text, "ab#-:/") == "" && strings.ContainsAny(text, "ab") && text != "a:" {
					t.Errorf("%s: %q could stand without quotes", name, text)
				}
			}
		}
	}
}

// What is redacted comes into quotes, too, and numbers become 0.
func TestRedactedYAML(t *testing.T) {
	e := engine(t, cloak.Config{Redact: true})
	doc := "seen: as hunter22xyz\npassword: hunter22xyz\nssn: 541782936\n"
	r, err := format.Sanitize(t.Context(), e, nil, format.Open("a.yaml", doc), cloak.Source{})
	if want := "seen: as [PASSWORD_REDACTED]\npassword: '[PASSWORD_REDACTED]'  \nssn: 0\n"; err != nil || r.Text != want {
		t.Errorf("%s, want %s: %v", r.Text, want, err)
	}
}

// A label tells what its value is, wherever the value stands, and a path where that is.
func TestYAMLLabels(t *testing.T) {
	doc := "a: 1x\nb:\n- 2x\n- c: 3x\n  d: [4x, {e: 5x}]\n- - 6x\nf: {name: g, value: 7x}\nh: >\n  8x\n? i\n: 9x\nj:\n  k: &x\n    l: '10x'\n--- \nm: !t \"11x\"\nn: 12x\n  and\no.json: |\n  {\"p\": [\"13x\"]}\n"
	want := []string{
		"1x a $['a']", "2x b $['b'][0]", "3x c $['b'][1]['c']", "4x d $['b'][1]['d'][0]", "5x e $['b'][1]['d'][1]['e']", "6x b $['b'][2][0]", "g name $['f']['name']", "7x g $['f']['value']", "8x h $['h']", "9x i $['i']", "10x l $['j']['k']['l']",
		"11x m $['m']", "12x and n $['n']", "13x p $['o.json']['p'][0]",
	}
	var got []string
	format.Open("x.yaml", doc).Scalars(func(s *format.Scalar) bool {
		if s.Kind == format.String {
			got = append(got, s.Text+" "+s.Label+" "+s.Path())
		}
		return true
	})
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// Strings are read as another parser reads them.
func TestYAMLReads(t *testing.T) {
	docs := []string{
		"a: b c\n  d\n\n  e # f\ng: 'h\n  i''j\n\n\n  k' \n", "l: \"m \\\n  n\\x41\\u00e9\\U0001F600\\t\\_\\N\\L\\P\\e\\0\\\"\\\\\n  o \\\n\n  p\"\n", "a: \"b\\   \n  c\\\\  \n  d   e\\\\ f\"\n", "a: 'b   c   \n d'\n",
		"a: >\n\n  b\n  c\n\n\n  d\n    e\n  f\n\n    g\n\n  h\n\ni: j\n", "a:\n  i: |+\n    j\n     k\n\n  l: >-2\n      m\n     nn\n  o: |1\n    p\n", "q: |\n\n\n  r\ns: t\n",
		"- - a\n  - b\n- c: d\n  e:\n  - f\n  -\n   g: h\n-\n- ? i\n  : j\n- ? - k\n    - l\n  : - m\n- !t nn\n- &o p\n- *o\n- \"q\": r\n  's' : t\n",
		"[a, b c, 'd', \"e\": f, {g: h, \"i\":j, k, l: , m: [n\n o\n\n p, ]}, -q, http://x/y, z]\n", "--- a\n...\n---\nb: c\n--- |\n d\n--- # e\nf\n... # g\n",
		"a: b\r\nc: |\r\n  d\r\n  e\r\nf: 'g\r\n  h'\r\n", "a:   b\t \nc:\td\ne  :  f\n", "a#b: c#d\ne: f:g\nh: i#\nj: -k\nl: ?m\nnn: :o\n", "\uFEFFa: é\n日本: 語\n", "a: 'b'  \nc: 'd'  # e\n",
		"a b\n * c\n%d\n  'e'\n", "? a\n? b\n: c\n", "a: |\n  b\n # c\nd: e\n", "a:\n- b\n# c\n- d\ne: f\n", "{a: b}: c\n", "&a b: &c\n  d: e\n", "a: [\n  b, # c\n  d\n]\ne: {\n}\n",
	}
	for _, doc := range docs {
		_, want, ok := nodes(doc)
		if !ok {
			t.Errorf("the other parser does not read %q", doc)
		}
		var got []string
		format.Document{Text: doc, Format: format.Named("yaml")}.Scalars(func(s *format.Scalar) bool {
			if s.Kind != format.Comment {
				got = append(got, strings.Trim(s.Text, "\n"))
			}
			return true
		})
		i := 0
		for _, text := range want {
			if text = strings.Trim(text, "\n"); text == "" || strings.Contains(doc, "*"+text) { // nothing, and aliases
				continue
			}
			if i == len(got) || got[i] != text {
				t.Errorf("%q: %q, want %q at %d", doc, got, text, i)
				break
			}
			i++
		}
		if i < len(got) && !t.Failed() {
			t.Errorf("%q: %q are no strings", doc, got[i:])
		}
	}
}

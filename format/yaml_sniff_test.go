package format_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// YAML is told by its structure, and what may be something else is none.
func TestDetectYAML(t *testing.T) {
	for _, text := range []string{
		"services:\n  db:\n    image: postgres\n    ports:\n      - \"5432:5432\"\n", "---\na: b\n", "%YAML 1.2\n---\na: b\n", "# c\n---\na: 1\n...\n",
		"apiVersion: v1\nkind: Secret\ndata:\n  a: YQ==\n", "{{- if .x }}\napiVersion: v1\nkind: ConfigMap\n  {{- include \"x\" . | nindent 2 }}\n{{- end }}\n",
		"a:\r\n  b: c\r\n  d: e\r\n", "steps:\n- name: x\n  run: |\n    echo a: b\n    no yaml here {\n- name: y\n", "'a.roe@corp.com'  :\n  b: c\n  d: e\n",
	} {
		if f := format.Detect("", text); f.Name != "yaml" {
			t.Errorf("%q is read as %s", text, f.Name)
		}
	}
	for _, text := range []string{
		"", "a", "a: b\nc: d\ne: f\n", "Contact:\n  Name: Anna Roe\n  Phone: 617\n", "---\ntitle: x\n---\n\n# Heading\n\nSome prose.\n", "--- a/x.go\n+++ b/x.go\n@@ -1 +1 @@\n-a: b\n+a: c\n", "---\n\nprose\n",
		"From: a@example.com\nTo: b@example.com\nSubject: x\n\nHello\n", "HTTP/1.1 200 OK\nContent-Type: text/html\nServer: x\n\n", "A=b\nC=d\n", "[a]\nb = c\n", "- a\n- b\n- c\n",
		"2026-01-02 03:04:05 INFO a: b\n2026-01-02 03:04:05 INFO c: d\n", "def f(x):\n    return x\n", "try:\n    x = 1\nelse:\n    y = 2\n", "all: build\n\tgo build\n", "a {\n  color: red;\n  b: c;\n}\n",
		"interface A {\n  a: string;\n  b: number;\n}\n", "Shopping:\n  - milk\n  - eggs\n", "switch x {\ncase a:\n  b: c\n}\n", "user: hello\nassistant: how are you\nuser: fine\n",
		"const x = `\napiVersion: v1\nkind: Secret\n`\n", "error: it failed\n  at main (x.js:1:2)\n  at run (y.js:3:4)\n", "Traceback:\n  File \"x.py\", line 1\n", "{\"a\":\n{\"b\": 1}}\n", "a,b\n1,2\n",
	} {
		if f := format.Detect("", text); f.Name == "yaml" {
			t.Errorf("%q is read as YAML", text)
		}
	}
	for _, file := range []string{"a.yaml", "A.YML", "docker-compose.yml", "/home/ann/.kube/config", ".kube/config", `C:\Users\ann\.kube\config`, ".clang-format", "values.yaml.tmpl"} {
		if f := format.Detect(filepath.ToSlash(strings.ReplaceAll(file, `\`, "/")), ""); f.Name != "yaml" {
			t.Errorf("%s is read as %s", file, f.Name)
		}
	}
	for _, file := range []string{"config", ".git/config", "mykube/config", "x.kube/config", "yaml", "a.yaml.go"} {
		if f := format.Detect(file, ""); f.Name == "yaml" {
			t.Errorf("%s is read as YAML", file)
		}
	}
}

// What was sanitized is the format that it was.
func TestDetectSanitizedYAML(t *testing.T) {
	files, _ := filepath.Glob("testdata/yaml/*")
	if len(files) == 0 {
		t.Fatal("no documents")
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc := fill(string(b))
		for _, e := range engines(t) {
			r, err := format.Sanitize(t.Context(), e, mapping(t), format.Open(file, doc), cloak.Source{})
			if err != nil {
				t.Fatal(err)
			}
			if a, b := format.Detect("", doc), format.Detect("", r.Text); a != b {
				t.Errorf("%s: %s becomes %s", file, a.Name, b.Name)
			}
		}
	}
}

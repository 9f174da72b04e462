package format_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// tool is a program that documents are given to; without it the test is skipped.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed", name)
	}
	return path
}

// run gives a document to a program, and returns what it writes.
func run(t *testing.T, doc, name string, args ...string) string {
	t.Helper()
	c := exec.Command(tool(t, name), args...)
	c.Stdin = strings.NewReader(doc)
	var stderr strings.Builder
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v: %s", name, err, stderr.String())
	}
	return string(out)
}

// Node's JSON.parse reads what becomes of a document, and the same shape.
func TestToolNodeReadsJSON(t *testing.T) {
	e := engine(t, cloak.Config{})
	doc := `{"users":[{"mail":"a.roe@corp-mail.io","tags":["x\ty","\u00e9\ud83d\ude00"],"pw":"{\"password\": \"hunter\\\"22x\"}"}],"url":"postgres:\/\/app:s3cr3t9x@db1:5432\/x","n":[1e400,1.0]}`
	r, err := format.Sanitize(t.Context(), e, mapping(t), format.Open("x.json", doc), cloak.Source{})
	if err != nil || len(r.Findings) != 3 {
		t.Fatalf("%d findings, %v", len(r.Findings), err)
	}
	const shape = `const s = x => Array.isArray(x) ? x.map(s) : x && typeof x === "object" ? Object.fromEntries(Object.entries(x).map(([k, v]) => [k, s(v)])) : typeof x;
		process.stdout.write(JSON.stringify(s(JSON.parse(require("fs").readFileSync(0, "utf8")))))`
	if a, b := run(t, doc, "node", "-e", shape), run(t, r.Text, "node", "-e", shape); a != b || !strings.Contains(a, `"string"`) {
		t.Errorf("%s becomes %s", a, b)
	}
}

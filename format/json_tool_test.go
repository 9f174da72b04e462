package format_test

import (
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// Node's JSON.parse reads what becomes of a document, and the same shape.
func TestToolNodeReadsJSON(t *testing.T) {
	e := engine(t, cloak.Config{})
	doc := `{"users":[{"mail":"a.roe@corp-mail.io","tags":["x\ty","\u00e9\ud83d\ude00"],"pw":"{\"password\": \"hunter\\\"22x\"}"}],"url":"postgres:\/\/app:s3cr3t9x@db1:5432\/x","n":[1e400,1.0]}`
	r, err := format.Sanitize(t.Context(), e, mapping(t), format.Open("x.json", doc), cloak.Source{})
	if err != nil || len(r.Findings) != 3 {
		t.Fatalf("%d findings, %v", len(r.Findings), err)
	}
	const shape = `const s = x => Array.isArray(x) ? x.map(s) : x && typeof x === "object" ? Object.fromEntries(Object.entries(x).map(([k, v]) => [k, s(v)])) : typeof x;
		process.stdout.write(JSON.stringify(s(JSON.parse(require("fs").readFileSync("FILE", "utf8")))))`
	if a, b := tool(t, doc, "node", "-e", shape), tool(t, r.Text, "node", "-e", shape); a != b || !strings.Contains(a, `"string"`) {
		t.Errorf("%s becomes %s", a, b)
	}
}

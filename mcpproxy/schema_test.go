package mcpproxy

import "testing"

func TestConstraints(t *testing.T) {
	value := `{"id": 7, "who": {"email":"a@b.co", "name":"A"}, "state":"open"}`
	found := constraints([]byte(`{"properties":{
		"id": {"type":"integer"},
		"who": {"properties":{"email":{"type":"string","format":"email"},"name":{"type":"string"}}},
		"state": {"enum":["open","shut"]}
	}}`), []byte(value))
	want := []struct {
		raw, other string
		fixed      bool
	}{{"7", "8", false}, {`"a@b.co"`, "user1@example.com", false}, {`"open"`, "shut", true}}
	if len(found) != len(want) {
		t.Fatalf("%d leaves, want %d", len(found), len(want))
	}
	for i, w := range want {
		f := found[i]
		if value[f.start:f.end] != w.raw || f.fixed != w.fixed || !f.fits(w.other) || f.fits("[EMAIL_0]") {
			t.Errorf("%s: fixed %v, fits %v, fits a token %v", value[f.start:f.end], f.fixed, f.fits(w.other), f.fits("[EMAIL_0]"))
		}
	}
	if (*toolSchema)(nil).constraints([]byte(value)) != nil {
		t.Error("a tool without a schema has constraints")
	}
}

package testutil

import (
	"encoding/json"
	"strings"
	"testing"
)

// The companion of every leak probe: what passes unchanged leaks, in every case. A
// probe of which this does not hold could not fail.
func TestEveryLeakCaseLeaks(t *testing.T) {
	cases, names := 0, map[string]bool{}
	for c := range LeakCases(LeakPlanted(6)) {
		cases++
		body := c.Result + c.Error
		if c.Notification || c.Request {
			body = c.Params
		}
		if !json.Valid([]byte(body)) || c.Params != "" && !json.Valid([]byte(c.Params)) {
			t.Errorf("%s: no JSON", c.Name)
		}
		if len(Leaked(body, c.Planted)) != len(c.Planted) {
			t.Errorf("%s: the judge does not see it", c.Name)
		}
		if names[c.Name] {
			t.Errorf("%s: twice", c.Name)
		}
		names[c.Name] = true
		for _, v := range c.Planted {
			if strings.Contains(c.Name, v) {
				t.Error("a name holds a value")
			}
		}
	}
	if cases < 4500 {
		t.Errorf("%d cases", cases)
	}
	t.Logf("%d cases", cases)
}

func TestEachEncodingAndPositionIsUsed(t *testing.T) {
	used := map[string]bool{}
	for c := range LeakCases(LeakPlanted(7)) {
		for part := range strings.SplitSeq(c.Name, ", ") {
			used[part] = true
		}
	}
	for _, e := range leakEncodings {
		if !used[e.name] {
			t.Errorf("the encoding %q is not used", e.name)
		}
	}
	for _, s := range leakShapes {
		if !used[s.position] || !used[s.method] {
			t.Errorf("the position %q is not used", s.position)
		}
	}
}

// The judge sees no leak where there is none.
func TestLeakedIsSilent(t *testing.T) {
	var values []string
	for _, p := range LeakPlanted(8) {
		values = append(values, p.Value)
	}
	for _, text := range []string{
		"", `{"content":[{"type":"text","text":"Contact: [EMAIL_0], card [CREDIT_CARD_0] for France"}]}`,
		`{"text":"%5BEMAIL_0%5D \u005bEMAIL_0\u005d &#91;EMAIL_0&#93; ` + strings.Repeat("QUJD", 20) + `"}`,
	} {
		if l := Leaked(text, values); l != nil {
			t.Errorf("%q: %v", text, l)
		}
	}
}

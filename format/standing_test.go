package format_test

import (
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// Stand-ins are told where Restore replaces them: in strings, keys, JSON in a string, and
// what base64 holds.
func TestStanding(t *testing.T) {
	e := engine(t, cloak.Config{})
	m := mapping(t)
	out, _, err := e.Sanitize(t.Context(), m, "a.roe@corp.com b.roe@corp.com", cloak.Source{Origin: "x"})
	if err != nil || out != "[EMAIL_0] [EMAIL_1]" {
		t.Fatal(out, err)
	}
	for _, c := range []struct {
		file, text string
		want       []int
		texts      int
		at         []string // where they stand
	}{
		{"a.json", `{"to": "[EMAIL_0]", "[EMAIL_1]": "x", "n": 1}`, []int{0, 1}, 6, []string{"[EMAIL_0]", "[EMAIL_1]"}},
		{"a.json", `{"to": "{\"cc\": \"[EMAIL_1] and [EMAIL_1]\"}"}`, []int{1, 1}, 3, []string{"[EMAIL_1] and [EMAIL_1]", "[EMAIL_1] and [EMAIL_1]"}},
		{"a.json", `{"to": "{\"cc\": \"\\u005bEMAIL_1]\"}"}`, []int{1}, 3, []string{`\\u005bEMAIL_1]`}},
		{"a.json", `{"to": "[EMAIL_7]"}`, nil, 2, nil},
		{"secret.yaml", "apiVersion: v1\nkind: Secret\ndata:\n  a: W0VNQUlMXzFd\n", []int{1}, 7, []string{"W0VNQUlMXzFd"}},
		{"a.txt", "[EMAIL_0]", []int{0}, 1, []string{"[EMAIL_0]"}},
	} {
		var got []int
		texts := 0
		format.Standing(m, format.Open(c.file, c.text), func(s *format.Scalar, at cloak.Span, ps []cloak.Place) bool {
			texts++
			for _, p := range ps {
				if n := len(got); n < len(c.at) && c.text[at.Start:at.End] != c.at[n] {
					t.Errorf("%s: stands in %q, want %q", c.text, c.text[at.Start:at.End], c.at[n])
				}
				got = append(got, p.Seq)
				if pair, ok := m.Pair(p.Seq); !ok || pair.Origins[0] != "x" {
					t.Errorf("%s: no pair of %d", c.text, p.Seq)
				}
			}
			return true
		})
		if len(got) != len(c.want) || texts != c.texts {
			t.Errorf("%s: %v in %d texts", c.text, got, texts)
			continue
		}
		for i, seq := range c.want {
			if got[i] != seq {
				t.Errorf("%s: %v", c.text, got)
			}
		}
	}
	for _, seq := range []int{-1, 2} {
		if _, ok := m.Pair(seq); ok {
			t.Errorf("there is a pair %d", seq)
		}
	}
}

// A text on its own is found as one: its key is no label of it, and what is in it has its own.
func TestPlaceAlone(t *testing.T) {
	e := engine(t, cloak.Config{})
	for text, want := range map[string]string{
		`{"text":"911-64-1234"}`:                        `{"text":"[US_ITIN_0]"}`,
		`{"text":"{\"date_of_birth\":\"1985-07-14\"}"}`: `{"text":"{\"date_of_birth\":\"[DATE_OF_BIRTH_0]\"}"}`,
	} {
		d := format.Document{Text: text, Format: format.Named("json"), Places: []format.Place{{Span: cloak.Span{Start: 8, End: len(text) - 1}, Alone: true}}}
		r, err := format.Sanitize(t.Context(), e, mapping(t), d, cloak.Source{})
		if err != nil || r.Text != want {
			t.Errorf("%s becomes %s, %v", text, r.Text, err)
		}
		d.Places = nil
		if r, err := format.Sanitize(t.Context(), e, mapping(t), d, cloak.Source{}); err != nil || text[9] == '9' && r.Text != text {
			t.Errorf("without the place, %s becomes %s, %v", text, r.Text, err)
		}
	}
}

package cloak_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

func TestRestore(t *testing.T) {
	m := newMapping(t)
	sanitize(t, tokens(t), m, "pwd=a\\b/c&d9 from 10.9.9.9 to bob@corp.com", cloak.Source{})
	for _, c := range []struct {
		name, in, want string
		o              cloak.RestoreOptions
	}{
		{"exact", "[IPV4_0]", "10.9.9.9", cloak.RestoreOptions{}},
		{"case", "[ipv4_0]", "10.9.9.9", cloak.RestoreOptions{}},
		{"markdown", `\[IPV4\_0\]`, "10.9.9.9", cloak.RestoreOptions{}},
		{"emphasis within", "[**IPV4_0**]", "10.9.9.9", cloak.RestoreOptions{}},
		{"a space for the underscore", "[IPV4 0]", "10.9.9.9", cloak.RestoreOptions{}},
		{"escaped for a URL", "%5BPASSWORD_0%5D", "a%5Cb%2Fc%26d9", cloak.RestoreOptions{}},
		{"escaped for JSON", `\u005bPASSWORD_0\u005d`, `a\\b/c&d9`, cloak.RestoreOptions{}},
		{"escaped for HTML", "&#91;PASSWORD_0&#93;", `a\b/c&#x26;d9`, cloak.RestoreOptions{}},
		{"into JSON", "[PASSWORD_0]", `a\\b/c&d9`, cloak.RestoreOptions{Encode: cloak.Chain(cloak.JSONString)}},
		{"escaped, into JSON", `\u005bPASSWORD_0\u005d`, `a\\b/c&d9`, cloak.RestoreOptions{Encode: cloak.Chain(cloak.JSONString)}},
		{"exact only", "[ipv4_0] [IPV4_0]", "[ipv4_0] 10.9.9.9", cloak.RestoreOptions{Exact: true}},
		{"not ours", "[IPV4_1] [IPV4_0", "[IPV4_1] [IPV4_0", cloak.RestoreOptions{}},
		{"one is not part of another", "[IPV4_01] [IPV4_0.1] [IPV4_00]", "[IPV4_01] [IPV4_0.1] [IPV4_00]", cloak.RestoreOptions{}},
		{"what is put back is not read again", "[EMAIL_0][IPV4_0]", "bob@corp.com10.9.9.9", cloak.RestoreOptions{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, _ := m.Restore(c.in, c.o); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			for n := 1; n < len(c.in); n++ {
				if got := inChunks(m, c.in, n, c.o); got != c.want {
					t.Errorf("in chunks of %d: got %q, want %q", n, got, c.want)
				}
			}
		})
	}
}

func inChunks(m *cloak.Mapping, s string, n int, o cloak.RestoreOptions) string {
	var b strings.Builder
	w := m.RestoreTo(&b, o)
	for ; len(s) > n; s = s[n:] {
		w.Write([]byte(s[:n]))
	}
	w.Write([]byte(s))
	w.Close()
	return b.String()
}

func TestStandInExtendedByANeighbourIsAnother(t *testing.T) {
	e, m := decoys(t), newMapping(t)
	ip := sanitize(t, e, m, "10.1.1.7", cloak.Source{})
	mail := sanitize(t, e, m, "bob@corp.com", cloak.Source{})
	for _, in := range []string{ip + "3", ip + ".3", "1" + ip, mail + ".au", "x" + mail, mail + "-x"} {
		if got, _ := m.Restore(in, cloak.RestoreOptions{}); got != in {
			t.Errorf("%q restored to %q", in, got)
		}
	}
	for _, in := range []string{ip + ".", ip + ":80", "(" + ip + ")", mail + ".", "<" + mail + ">", mail + "'s"} {
		if got, _ := m.Restore(in, cloak.RestoreOptions{}); got == in {
			t.Errorf("%q was not restored", in)
		}
	}
}

func TestScopeAndGaps(t *testing.T) {
	e, m := tokens(t), newMapping(t)
	sanitize(t, e, m, "a@corp.com", cloak.Source{Origin: "fs"})
	sanitize(t, e, m, "b@corp.com", cloak.Source{Origin: "web"})
	got, gaps := m.Restore("[EMAIL_0] [EMAIL_1]", cloak.RestoreOptions{Origin: "fs", Sent: []int{0, 1}})
	if got != "a@corp.com [EMAIL_1]" || len(gaps) != 0 {
		t.Errorf("got %q, gaps %v", got, gaps)
	}
	if _, gaps = m.Restore("[EMAIL_0]", cloak.RestoreOptions{Sent: []int{0, 1}}); fmt.Sprint(gaps) != "[{[EMAIL_1] EMAIL 1}]" {
		t.Errorf("gaps %v", gaps)
	}
	w := m.RestoreTo(&strings.Builder{}, cloak.RestoreOptions{})
	w.Write([]byte("[EMAIL_1]"))
	w.Close()
	if gaps := w.Gaps(0, 1); len(gaps) != 1 || gaps[0].StandIn != "[EMAIL_0]" {
		t.Errorf("gaps %v", gaps)
	}
}

// Ordinary text is not held back: only a tail that may begin a live stand-in is.
func TestRestoreHoldsBackOnlyWhatMayBegin(t *testing.T) {
	m := newMapping(t)
	sanitize(t, tokens(t), m, "to bob@corp.com", cloak.Source{})
	var b strings.Builder
	w := m.RestoreTo(&b, cloak.RestoreOptions{})
	for _, c := range []struct{ write, want string }{
		{"Hello wor", "Hello wor"},
		{"ld, see [EM", "ld, see "},
		{"AIL_", ""},
		{"0", ""},
		{"] now", "bob@corp.com now"},
	} {
		b.Reset()
		w.Write([]byte(c.write))
		if b.String() != c.want {
			t.Errorf("after %q: wrote %q, want %q", c.write, b.String(), c.want)
		}
	}
}

func TestSnapshotIsChecked(t *testing.T) {
	e, m := tokens(t), newMapping(t)
	sanitize(t, e, m, "a@corp.com b@corp.com", cloak.Source{})
	for name, change := range map[string]func(*cloak.Snapshot){
		"one stand-in for two": func(s *cloak.Snapshot) { s.Pairs[1].StandIn = s.Pairs[0].StandIn },
		"one surface twice":    func(s *cloak.Snapshot) { s.Pairs[1].Surface = s.Pairs[0].Surface },
		"no shape":             func(s *cloak.Snapshot) { s.Pairs[0].StandIn = "bob" },
		"equal but for case":   func(s *cloak.Snapshot) { s.Pairs[1].StandIn = strings.ToLower(s.Pairs[0].StandIn) },
		"wrong sequence":       func(s *cloak.Snapshot) { s.Pairs[1].Seq = 7 },
		"no entity":            func(s *cloak.Snapshot) { s.Pairs[0].Entity = "e-mail" },
	} {
		s := m.Snapshot()
		change(&s)
		if _, err := cloak.NewMapping(s); err != cloak.ErrSnapshot {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := cloak.NewMapping(m.Snapshot()); err != nil {
		t.Error(err)
	}
}

// Two stand-ins may want one digit: the one that is spelled as it was issued has
// it, in pieces as in whole, though it is the later one.
func TestPiecesAgreeOnASharedDigit(t *testing.T) {
	m, err := cloak.NewMapping(cloak.Snapshot{Pairs: []cloak.Pair{
		{Entity: cloak.Phone, Detector: "phone_intl", Canonical: "+4930901820", Surface: "+49 30 901820", StandIn: "+49 221 4710341", Origins: []string{""}},
		{Entity: cloak.CaseNumber, Detector: "us_case_number", Canonical: "1:24-cv-40310", Surface: "1:24-cv-40310", StandIn: "1:24-zz-10108", Origins: []string{""}, Seq: 1},
	}})
	if err != nil {
		t.Fatal(err)
	}
	const reply = "phone:+49 221 471034 1:24-zz-10108 for all"
	want, _ := m.Restore(reply, cloak.RestoreOptions{})
	if want != "phone:+49 221 471034 1:24-cv-40310 for all" {
		t.Fatalf("in whole: %q", want)
	}
	for first := range reply {
		for second := first; second < len(reply); second++ {
			var got strings.Builder
			w := m.RestoreTo(&got, cloak.RestoreOptions{})
			for _, piece := range []string{reply[:first], reply[first:second], reply[second:]} {
				if _, err := w.Write([]byte(piece)); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil || got.String() != want {
				t.Fatalf("in pieces of %d and %d: %q, %v", first, second-first, got.String(), err)
			}
		}
	}
}

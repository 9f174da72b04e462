package cloak

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"
)

func TestPhoneExamples(t *testing.T) { checkExamples(t, phoneDetectors()) }

// Every value lies in a match of the Pattern that begins at the anchor, or one
// byte before it, at a bracket.
func TestPhoneValuesLieInThePattern(t *testing.T) {
	for _, d := range phoneDetectors() {
		re := regexp.MustCompile(`^(?:` + d.Pattern + `)`)
		for _, x := range append(d.Match, d.NoMatch...) {
			s, _ := unmark(x)
			for _, got := range naiveSites(&d, s) {
				m := re.FindString(s[got.Start:])
				if len(m) < got.Len() {
					t.Errorf("%s: %q: value [%d,%d) is not in a match", d.Name, s, got.Start, got.End)
				}
				if !d.Validate(s[got.Start:got.End]) {
					t.Errorf("%s: %q: value [%d,%d) is not valid", d.Name, s, got.Start, got.End)
				}
			}
		}
	}
}

// What is drawn from Reserved is recognised whole, and valid.
func TestPhoneReservedIsRecognised(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, d := range phoneDetectors() {
		for _, pattern := range d.Reserved {
			tree, err := syntax.Parse(pattern, syntax.Perl)
			if err != nil {
				t.Fatal(err)
			}
			for range 200 {
				value := drawPhone(r, tree.Simplify())
				checkShape(t, &d, value)
				if !d.Validate(value) {
					t.Errorf("%s: %q is not valid", d.Name, value)
				}
			}
		}
	}
}

func checkShape(t *testing.T, d *Detector, value string) {
	t.Helper()
	for _, frame := range []string{"%s", "call %s.", "\"%s\",", "a %s b", "tel=%s", "(%s)", "%s - 2 pm", "%s\n%[1]s", "Tel %s x12"} {
		text := fmt.Sprintf(strings.ReplaceAll(frame, "%s", "%[1]s"), value)
		start := strings.Index(text, value)
		found := false
		for _, x := range naiveSites(d, text) {
			found = found || x.shape && x.Start == start && x.Len() == len(value)
			if !x.shape {
				t.Errorf("%s: %q is no shape in %q: %+v", d.Name, value, text, x)
			}
		}
		if !found {
			t.Errorf("%s: %q is not seen in %q", d.Name, value, text)
		}
	}
}

// drawPhone makes a text that tree matches.
func drawPhone(r *rand.Rand, tree *syntax.Regexp) string {
	var b strings.Builder
	switch tree.Op {
	case syntax.OpLiteral:
		return string(tree.Rune)
	case syntax.OpCharClass:
		pair := 2 * r.IntN(len(tree.Rune)/2)
		return string(tree.Rune[pair] + r.Int32N(tree.Rune[pair+1]-tree.Rune[pair]+1))
	case syntax.OpAlternate:
		return drawPhone(r, tree.Sub[r.IntN(len(tree.Sub))])
	case syntax.OpQuest:
		if r.IntN(2) == 0 {
			return ""
		}
		return drawPhone(r, tree.Sub[0])
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range tree.Sub {
			b.WriteString(drawPhone(r, sub))
		}
	default:
		panic("no such operation in Reserved: " + tree.String())
	}
	return b.String()
}

// Stand-ins are recognised in the layouts that a model may give them.
func TestPhoneReservedInOtherLayouts(t *testing.T) {
	ds := phoneDetectors()
	by := map[string]*Detector{}
	for i := range ds {
		by[ds[i].Name] = &ds[i]
	}
	for name, values := range map[string][]string{
		"phone_nanp": {
			"2125550142", "12125550142", "212.555.0142", "212 555 0142", "212-555 0142", "(212)555-0142", "(212) 555 0142",
			"1-212-555-0142", "1 (212) 555-0142", "212/555/0142", "212\u2011555\u20110142", "800 555 0199",
		},
		"phone_intl": {
			"+12125550142", "+1 212 555 0142", "+1 (212) 555-0142", "+1.212.555.0142", "+44 20 7946 0123", "+44 (0)20 7946 0123",
			"+44-7700-900123", "+49 (0) 30 23125 042", "+49 30 23125042", "+33 1 99 00 12 34", "+61 2 5550 1234", "+46 8 465 004 12",
			"+46 70 174 06 05", "+353 20 912 3456", "+999 123456789", "+99 91 2345 6789", "+999 (12) 3456-7890", "+999 123 456 789 012",
			"+1\u00a0212\u00a0555\u00a00142",
		},
		"phone_national": {
			"02079460123", "020-7946-0123", "(020) 7946 0123", "01632 960123", "01632960123", "07700900123", "07700 900 123",
			"0113-496-0123", "08081 570123", "03069 990123", "03023125042", "030/23125042", "030 23125 042", "0221-4710123",
			"01.99.00.12.34", "0199001234", "(02) 5550 1234", "08-46500412", "020-9123456", "0044 20 7946 0123", "00 999 123456789",
			"011 1 212 555 0142",
		},
	} {
		d := by[name]
		for _, value := range values {
			found := false
			for i := range value { // dashes beyond ASCII make no anchor
				if d.anchor == anchorDigit && !isDigit(value[i]) || i > 1 {
					continue
				}
				x, ok := d.scan(value, i)
				found = found || ok && x.shape && x.Span == Span{0, len(value)}
			}
			if !found {
				t.Errorf("%s: %q is not recognised", name, value)
			}
		}
	}
}

// Numbers next to reserved space, and those that only look like it, are somebody's.
func TestPhoneNextToReservedSpace(t *testing.T) {
	ds := phoneDetectors()
	for _, s := range []string{
		"212-555-0242", "212-555-0200", "212-556-0142", "800-555-0142", "888-555-0199", "+1 212 555 0200", "+18005550100",
		"020 7946 1234", "0121 497 0123", "01632 961123", "07700 901123", "+44 7700 901123", "+44 20 7946 1234",
		"01 99 01 12 34", "03-5301-1234", "080-8157-0123", "+81 3 5301 1234", "tel 0163 2960123", "tel 030 69990123", "+49 30 23126042",
		"+46 70 174 06 04", "+998 90 123 45 67",
	} {
		value := false
		for i := range ds {
			for _, x := range naiveSites(&ds[i], s) {
				if x.shape || x.left {
					t.Errorf("%s: %q is left alone", ds[i].Name, s)
				}
				value = true
			}
		}
		if !value {
			t.Errorf("%q is not seen at all", s)
		}
	}
}

// Numbers set apart that no stand-in comes from are left alone.
func TestPhoneLeft(t *testing.T) {
	ds := phoneDetectors()
	for _, s := range []string{"555-555-0142", "801-555-0123", "+1 512 555 0123", "phone 5125550123"} {
		for i := range ds {
			for _, x := range naiveSites(&ds[i], s) {
				if !x.left {
					t.Errorf("%s: %q is not left alone", ds[i].Name, s)
				}
			}
		}
	}
}

// These are no telephone numbers even where a label stands in front.
func TestPhoneNotBesideALabelEither(t *testing.T) {
	ds := phoneDetectors()
	for _, s := range []string{
		"call at 2026-11-30 03:41", "call at 30.11.2026", "call at 11/30/2026 03:41", "mobile 192.168.100.20", "cell 541-78-2936",
		"call took 1234.5678901 s", "phone 00000004", "call 1728110868", "call 1728110868127", "GET /mobile HTTP/1.1\" 200 78075",
		"phone 4111 1111 1111 1111", "phone 4111111111111111", "call 12345678:30", "phone [1234-5678]", "phone 1297901ea0c2",
		"sms 12345678%", "phone #1234567", "phone 123456",
	} {
		for i := range ds {
			for _, x := range naiveSites(&ds[i], s) {
				t.Errorf("%s: %q: [%d,%d)", ds[i].Name, s, x.Start, x.End)
			}
		}
	}
}

func TestPhoneCanonical(t *testing.T) {
	ds := phoneDetectors()
	for _, c := range []struct {
		by          int
		value, want string
	}{
		{0, "+44 (0)20 7183 8750", "+442071838750"},
		{0, "+44 20 7183-8750", "+442071838750"},
		{0, "+31) 20 794 0800", "+31207940800"},
		{0, "+39 06 6982 1234", "+390669821234"},
		{0, "+1 (617) 392-4418", "+16173924418"},
		{0, "+999 1", "+9991"},
		{1, "(617) 392-4418", "+16173924418"},
		{1, "1 617.392.4418", "+16173924418"},
		{1, "6173924418", "+16173924418"},
		{2, "020 7183 8750", "02071838750"},
		{2, "0044 20 7183 8750", "+442071838750"},
		{2, "011 44 20 7183 8750", "+442071838750"},
	} {
		if got := ds[c.by].Canonical(c.value); got != c.want {
			t.Errorf("%s: Canonical(%q) = %q, want %q", ds[c.by].Name, c.value, got, c.want)
		}
	}
}

func TestPhonePlans(t *testing.T) {
	for _, c := range []struct {
		code     int
		national string
		want     bool
	}{
		{44, "2071838750", true}, {44, "207183875", false}, {44, "0207183875", false},
		{1, "6173924418", true}, {1, "0173924418", false},
		{33, "142685300", true}, {33, "042685300", false},
		{49, "3022732152", true}, {39, "0669821234", true}, {39, "669821234", false},
		{999, "123456789", false}, {100, "123456789", false}, {210, "123456789", false},
	} {
		if got := planHas(phonePlan(c.code), c.national); got != c.want {
			t.Errorf("+%d %s: %v", c.code, c.national, got)
		}
	}
	for code := range 1000 {
		plan := phonePlan(code)
		if plan == "" {
			continue
		}
		w := int(plan[0] - '0')
		if last := ""; (w != 2 && w != 3) || (len(plan)-1)%(2*w+3) != 0 {
			t.Errorf("plan %d is malformed", code)
		} else {
			for i := 1; i < len(plan); i += 2*w + 3 {
				if lo, hi := plan[i:i+w], plan[i+w:i+2*w]; lo <= last || hi < lo {
					t.Errorf("plan %d is not ascending", code)
				} else {
					last = hi
				}
			}
		}
		for _, longer := range []int{10 * code, 100 * code} {
			for i := range 10 * longer / code / 10 {
				if longer > 0 && longer+i < 1000 && phonePlan(longer+i) != "" {
					t.Errorf("code %d begins code %d", code, longer+i)
				}
			}
		}
	}
}

// A scan neither panics nor leaves the text, whatever the bytes, and gives the
// same with other things further away.
func TestPhoneScansAnyBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	pieces := strings.Fields("0 1 2 3 5 7 9 00 44 555 01 020 7946 617 392 4418 +1 +44 +999 ( ) . - / \u2011 \u00a0 \xe2 \xc2 \x00 x ext é + 4111111111111111 00000000000000000000")
	ds := phoneDetectors()
	for range 20000 {
		var b strings.Builder
		for range r.IntN(12) {
			b.WriteString(pieces[r.IntN(len(pieces))])
			if r.IntN(4) == 0 {
				b.WriteByte(' ')
			}
		}
		s := b.String()
		for i := range ds {
			for _, x := range naiveSites(&ds[i], s) {
				if x.Start < 0 || x.End > len(s) || x.Len() < 7 || x.Len() > phoneBytes+3 || strings.IndexByte(s[x.Start:x.End], 0) >= 0 {
					t.Fatalf("%s: %q: [%d,%d)", ds[i].Name, s, x.Start, x.End)
				}
				if !x.left && !ds[i].Validate(s[x.Start:x.End]) {
					t.Fatalf("%s: %q: [%d,%d) is not valid", ds[i].Name, s, x.Start, x.End)
				}
				far := "...  " + s[max(0, x.Start-2):]
				if x.Start >= 2 && !hasSite(&ds[i], far, Span{x.Start - max(0, x.Start-2) + 5, x.End - max(0, x.Start-2) + 5}) {
					t.Fatalf("%s: %q: [%d,%d) depends on what is far", ds[i].Name, s, x.Start, x.End)
				}
			}
		}
	}
}

func hasSite(d *Detector, s string, want Span) bool {
	for i := want.Start; i <= want.Start+1; i++ {
		if x, ok := d.scan(s, i); ok && x.Span == want {
			return true
		}
	}
	return false
}

func TestPhoneIsLinear(t *testing.T) {
	for _, unit := range []string{"1 ", "1.", "(0) ", "+1 ", "020 7946 ", "617-392-4418-", "0", "+0123456789 "} {
		ds := phoneDetectors()
		for i := range ds {
			naiveSites(&ds[i], strings.Repeat(unit, 1<<17/len(unit))) // seconds, if it were not
		}
	}
}

func BenchmarkPhoneScans(b *testing.B) {
	line := "2026-11-30 03:41:00,123 INFO 10.250.19.102:54106 blk_1608999687919862906 called +44 20 7183 8750 and 617-392-4418 in 1131566461 ms\n"
	text := strings.Repeat(line, 100)
	ds := phoneDetectors()
	places := make([][]int, len(ds))
	for i := range ds {
		places[i] = naiveAnchors(ds[i].anchor, text, nil)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		for i := range ds {
			for _, at := range places[i] {
				ds[i].scan(text, at)
			}
		}
	}
}

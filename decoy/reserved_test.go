package decoy

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

// draws is how many stand-ins each detector's space is asked for: CLOAK_DRAWS, or a
// few. scripts/long.sh asks for ten thousand.
func draws(t *testing.T) int {
	n, err := strconv.Atoi(os.Getenv("CLOAK_DRAWS"))
	switch {
	case err == nil && n > 0:
		return n
	case testing.Short():
		return 100
	}
	return 1000
}

// examples are the values that d's own examples mark.
func examples(d *cloak.Detector) (values []string) {
	for _, m := range d.Match {
		_, rest, _ := strings.Cut(m, "«")
		if v, _, ok := strings.Cut(rest, "»"); ok && v != "" {
			values = append(values, v)
		}
	}
	return values
}

// elsewhere says of detectors that write stand-ins in other layouts than the patterns of
// their own space show where these are. All of them are reserved space.
var elsewhere = map[string]string{
	"case_name":      "marked: Decoy-…",
	"random_cookie":  "marked",
	"session_cookie": "marked",
	"auth_header":    "marked",
	"aws_access_key": "marked behind the prefix of the key's kind",
	"vendor_key":     "marked behind the vendor's prefix",
	"us_ssn":         "without separators it is one of us_itin's groups",
	"us_itin":        "with separators it is one of us_ssn's",
	"us_case_number": "type zz, in the form of the value: with an office, judges, a year of four digits",
	"phone_intl":     "the country's numbers for fiction, grouped as the value was",
	"phone_national": "the country's numbers for fiction, grouped as the value was",
	"phone_nanp":     "555-01xx, grouped as the value was",
	"ipv6":           "2001:db8::/32 and 3fff::/20, written out or short, as the value was",
	"ipv4_defanged":  "the documentation networks, which end a defanged address, too",
	"mac_dotted":     "mac's space, in three groups",
	"ae_emirates_id": "with a blank where the pattern has a dash",
}

// What stands in for the examples of every detector with a space is in the space that
// the detector itself has, or is a marked one, and comes after few attempts; is no value
// by the rule that Validate has, unless it is good by convention only or the reservation
// is a standard's; and is reported by no detector, on by default or not: on its own,
// behind the detector's labels, or as a field of theirs.
func TestReservedSpacesAreNobodys(t *testing.T) {
	g := generator(t, Config{})
	var all []cloak.Entity
	for _, d := range cloak.Builtin() {
		all = append(all, d.Entity)
	}
	e, err := cloak.New(cloak.Config{Replacer: g, Entities: all})
	if err != nil {
		t.Fatal(err)
	}
	n := draws(t)
	ours := 0
	for _, d := range cloak.Builtin() {
		if len(d.Reserved) == 0 || len(examples(&d)) == 0 {
			continue
		}
		ours++
		t.Run(d.Name, func(t *testing.T) {
			t.Parallel()
			values, drawn, attempts, others := examples(&d), map[string]bool{}, 0, 0
			own := regexp.MustCompile(`(?i)^(?:` + strings.Join(d.Reserved, "|") + `)$`)
			for key := range n {
				s, err := "", error(nil)
				for attempt := 0; !IsDecoy(s); attempt++ { // a mapping asks again, too
					if attempts++; attempt > 64 {
						t.Fatalf("example %d, key %d: not in reserved space after %d attempts", key%len(values), key, attempt)
					}
					r := newFake(key).request(d.Entity, values[key%len(values)], attempt)
					r.detector = d.Name
					if s, err = g.standIn(r); err != nil {
						t.Fatalf("example %d, key %d: %v", key%len(values), key, err)
					}
				}
				if (d.Guarantee == "U" || d.Guarantee == "X") && d.Validate != nil && d.Validate(s) {
					t.Fatalf("key %d: %s is valid", key, s)
				}
				if drawn[s] = true; !own.MatchString(s) && !own.MatchString(alnumOf(s)) {
					others++
				}
			}
			if attempts > 3*n {
				t.Errorf("%d attempts for %d stand-ins", attempts, n)
			}
			if why := elsewhere[d.Name]; others > 0 && why == "" || others == 0 && why != "" {
				t.Errorf("%d of %d are not in the detector's own space; known: %q", others, n, why)
			}
			labels := append([]string{"id"}, d.Labels...)
			var text strings.Builder
			i := 0
			for s := range drawn {
				label := labels[i%len(labels)]
				i++
				fmt.Fprintf(&text, "%s: %s\n%s %s,\n{%q: %q}\n\n", label, s, strings.ToUpper(label), s, strings.ReplaceAll(label, " ", "_"), s)
				if found, err := e.Find(t.Context(), s); err != nil || len(found) > 0 {
					t.Fatalf("%s is found: %v, %v", s, found, err)
				}
			}
			found, err := e.Find(t.Context(), text.String())
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range found {
				t.Errorf("%s finds %q", f.Detector, text.String()[f.Start:f.End])
				break
			}
		})
	}
	if ours < 150 {
		t.Errorf("%d detectors have a space", ours)
	}
}

// Every example of a detector with a space, in the text that it is an example of,
// gets a decoy with its separators, which reads back and is found no more.
func TestExamplesReadBack(t *testing.T) {
	g := generator(t, Config{})
	e, err := cloak.New(cloak.Config{Replacer: g})
	if err != nil {
		t.Fatal(err)
	}
	written := map[cloak.Entity]bool{} // by a writer of their own
	for _, x := range samples {
		written[x.entity] = true
	}
	decoys, tokens, layouts := 0, 0, 0
	for _, d := range cloak.Builtin() {
		if len(d.Reserved) == 0 {
			continue
		}
		for i, example := range d.Match {
			before, rest, _ := strings.Cut(example, "«")
			value, after, ok := strings.Cut(rest, "»")
			if !ok || strings.Contains(after, "«") {
				continue
			}
			m, err := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{1, byte(i)}})
			if err != nil {
				t.Fatal(err)
			}
			text := before + value + after
			out, _, err := e.Sanitize(t.Context(), m, text, cloak.Source{})
			if err != nil {
				t.Fatalf("%s, example %d: %v", d.Name, i, err)
			}
			if back, _ := m.Restore(out, cloak.RestoreOptions{}); back != text {
				t.Errorf("%s, example %d: %s does not read back", d.Name, i, out)
			}
			var b strings.Builder
			w := m.RestoreTo(&b, cloak.RestoreOptions{})
			for k := range len(out) {
				w.Write([]byte(out[k : k+1]))
			}
			if w.Close(); b.String() != text {
				t.Errorf("%s, example %d: %s does not read back byte by byte", d.Name, i, out)
			}
			if found, err := e.Find(t.Context(), out); err != nil || len(found) > 0 {
				t.Errorf("%s, example %d: %s is found again: %v", d.Name, i, out, found)
			}
			for _, p := range m.Pairs(0) {
				if p.Detector != d.Name {
					continue
				}
				switch {
				case written[d.Entity]:
				case p.StandIn[0] == '[':
					tokens++
					t.Logf("%s: %s", d.Name, out)
				case strings.Map(layoutOf, p.StandIn) == strings.Map(layoutOf, ascii(string(p.Surface))):
					layouts++
					decoys++
				default:
					decoys++
					t.Logf("%s: %s for another layout", d.Name, out)
				}
			}
		}
	}
	if decoys < 400 || tokens > decoys/20 || layouts < decoys*9/10 {
		t.Errorf("%d decoys, %d of them in the layout of what they stand for, and %d tokens", decoys, layouts, tokens)
	} else {
		t.Logf("%d decoys, %d of them in the layout of what they stand for, and %d tokens", decoys, layouts, tokens)
	}
}

// layoutOf writes x for every letter and digit.
func layoutOf(c rune) rune {
	if c < 0x80 && isAlnum(byte(c)) {
		return 'x'
	}
	return c
}

package cloak

import (
	"strings"
	"testing"
)

func TestAddressExamples(t *testing.T) { checkFound(t, addressDetectors()) }

func TestAddressesAreSound(t *testing.T) {
	ds := addressDetectors()
	checkSound(t, ds)
	checkLinear(t, ds, append([]string{
		"12 Elm Road, ", "12 Elm ", "1 A", "Apt. 5 ", "Suite 5\n", "rue A 1 ", "Straße 1 ", "A-straße 1, ", "PO Box 1 ", "Address: A 1 ", "lives at 1 ", "APO AE 09012 ", "A", "Ab ", "é", "12 12 ", "\n", ",\n ", "> ",
		"1 A1A 1A1 ", "Flat 3, 1 A Road ", "12345 City ", "de la ", "A-", "Oak 7, Apt. 5, ", "Berlin, Apt. 5, IL 62704, ", "corner of ", "Corner of A and ", "the corner of 1 Elm Road and Oak ",
	}, hurtful...)...)
}

// An address that goes on and on ends: a scan looks 256 bytes ahead, no more.
func TestAnAddressEnds(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"4 Oak 7, Apt. 5, " + strings.Repeat("Oak 7, Apt. 5, ", 40), "12 Elm Road, " + strings.Repeat("Leeds, Suite 5, ", 40), "Lindenstraße 5, " + strings.Repeat("Köln, Suite 5, ", 40),
		"Address: Oak 5, " + strings.Repeat("Köln, Suite 5, ", 40), "Calle Mayor 5, " + strings.Repeat("Roma, Suite 5, ", 40),
	} {
		ds := addressDetectors()
		n := 0
		for i := range ds {
			d := &ds[i]
			for _, p := range naiveAnchors(d.anchor, s, d.words) {
				x, ok := d.scan(s, p)
				if !ok {
					continue
				}
				n++
				if x.End > p+256 || x.Start < p-256 {
					t.Errorf("%s: %.20q…: [%d,%d) of the anchor at %d", d.Name, s, x.Start, x.End, p)
				}
			}
		}
		if n == 0 {
			t.Errorf("%.20q…: nothing found", s)
		}
	}
}

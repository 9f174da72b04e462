package cloak

import (
	"fmt"
	"log/slog"
)

// An Original is a real value: bytes, not always UTF-8. However it is printed,
// logged or marshalled as text, only its length class shows; convert it to a
// string to have the bytes.
type Original string

// Format implements [fmt.Formatter] for every verb.
func (o Original) Format(f fmt.State, _ rune) { fmt.Fprint(f, o.String()) }

// String does not show the value.
func (o Original) String() string { return "original(" + lengthClass(len(o)) + " bytes)" }

// LogValue implements [slog.LogValuer].
func (o Original) LogValue() slog.Value { return slog.StringValue(o.String()) }

// MarshalText makes encoders that know no better write nothing of the value.
func (o Original) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// A Pair is one surface of one value and what stands for it. Surface and
// stand-in are one-to-one over a mapping's life, whichever detector found the
// surface.
type Pair struct {
	Entity    Entity
	Detector  string   // the one that found the surface first
	Canonical Original // equal for all surfaces of one value
	Surface   Original // the bytes that were replaced
	Chain     Chain    // how Surface spells the value
	StandIn   string   // ASCII
	// Token is the second stand-in, "" until one is needed: a token, where neighbours would
	// hide a decoy or that does not fit; a decoy, or another number, where StandIn does not
	// fit and this one does.
	Token   string
	Origins []string // who has sent it, in order of appearance
	Seq     int      // its index in the mapping
	Sweep   bool     // evidence enough, 20 bits, to look for it everywhere
}

// key is what a mapping knows the surface by. The escapes of a document are not those
// of a text: the same bytes are another surface.
func (p *Pair) key() string {
	if p.Chain.document() {
		return "\x00" + string(p.Chain) + "\x00" + string(p.Surface)
	}
	return string(p.Surface)
}

// token is which of its stand-ins no neighbour hides; "" if it has none.
func (p *Pair) token() string {
	for _, s := range [...]string{p.StandIn, p.Token} {
		if isToken(s) {
			return s
		}
	}
	return ""
}

// value is what the surface spells.
func (p *Pair) value() string { return p.Chain.Decode(string(p.Surface)) }

// restored is what p's stand-in becomes where it was read under c.
func (p *Pair) restored(c Chain) string {
	if c == p.Chain.written() && !p.Chain.document() {
		return string(p.Surface)
	}
	return c.Encode(p.value())
}

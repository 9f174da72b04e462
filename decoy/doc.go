// Package decoy gives realistic stand-ins: values that look like their originals
// and that no real party can hold. A [Generator] is a [cloak.Replacer]:
//
//	g, err := decoy.New(decoy.Config{})
//	…
//	engine, err := cloak.New(cloak.Config{Replacer: g})
//
// # Where decoys come from
//
// Every decoy is, whole, a text of reserved space, and [IsDecoy] tells so from
// the string alone. [Spaces] lists the spaces; each has a guarantee, which says
// why nobody holds such a value:
//
//	R  reserved by a standard: 192.0.2.0/24, example.com, 555-0100 to 555-0199
//	U  never issued by its authority: SSNs of area 9xx in some groups
//	X  invalid by construction: IBANs with the check digits 00
//	L  a closed form with a marker in it: Decoy-7kq2m9xw2p
//	C  a test space, by convention only: cards that begin with 40000000
//	W  weak: may be somebody's
//
// Where a space is small there are tiers. When the last one is used up, the
// Generator says [cloak.ErrExhausted], and the engine takes a token. No decoy is
// ever used twice.
//
// # What a decoy tells of its original
//
// Its kind and its layout: separators, letter case, the number of digits, a
// vendor's prefix, the country of a phone number or of an account, the brand of a
// card, and that a host's number is 0 or 255. Which values share a subnet, a
// domain or the part before the '@': their decoys share one, so that a model can
// reason about it.
//
// Nothing else. All choices are drawn, each value as likely as the others, from a
// stream that is derived from the original with HMAC-SHA-256 under the mapping's
// random key. A decoy that is a plain hash of its original gives it back to
// whoever enumerates the originals: there are less than 10⁹ SSNs, which is
// seconds of work. inversion_test.go does that to such a generator, and tests that
// ours do not depend on their originals over ten thousand keys.
//
// In one mapping the same value gets the same decoy. In another mapping it gets
// another one, so that two texts cannot be linked by their decoys.
package decoy

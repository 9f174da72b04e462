package decoy

import (
	"strconv"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A marked decoy says what it is: it has DECOY in it, in front of the drawn
// part. It stands for what has no reserved space: secrets, user names, terms.
const (
	marker  = "decoy"
	upper36 = uppers + digits
	lower36 = lowers + digits
	letters = uppers + lowers
	alnum62 = letters + digits
	// plain is base32 without what is easily misread in a word to be typed.
	plain = "abcdefghjkmnpqrstuvwxyz234567"
	// AWS writes its ids in base32.
	base32 = uppers + "234567"
)

func (r *request) marked() (string, bool) {
	if r.surface > 0 && len(r.stem) > 0 && r.stem[0] != '[' {
		return r.stem[:min(len(r.stem), maxLen-8)] + r.suffix(), r.attempt < 64
	}
	k := r.draw("marked")
	return r.mark(k), r.attempt < 32
}

// suffix tells the further surfaces of one value apart: -2, -3, ….
func (r *request) suffix() string { return "-" + strconv.Itoa(1+r.surface+r.attempt) }

func (r *request) mark(k *keyed) string {
	switch r.entity {
	case cloak.AWSKey, cloak.APIKey:
		return markedKey(k, r.value)
	case cloak.JWT:
		// {"alg":"none"}, {"iss":"example.com"}: it decodes, and nobody accepts it.
		return "eyJhbGciOiJub25lIn0.eyJpc3MiOiJleGFtcGxlLmNvbSJ9.DECOY" + k.text(20, letters+"234567") // cloak:allow the beginning of a decoy
	case cloak.PrivateKey:
		return "DECOY" + k.text(43, alnum62) // no SEQUENCE of DER begins so
	case cloak.AuthHeader, cloak.Cookie:
		return "DECOY" + k.text(clip(len(r.value), 24, 64)-len(marker), alnum62)
	case cloak.Password, cloak.URLCredential:
		return "Decoy-" + k.text(10, plain) // its length tells nothing of the original's
	case cloak.Username, cloak.Path:
		return "decoy-" + k.text(4, lowers) + k.text(3, digits)
	}
	s := marker + "-" + k.text(6, plain)
	switch caseOf(r.value) {
	case upper:
		return upper.write(s)
	case title:
		return "D" + s[1:]
	}
	return s
}

// markedKey keeps what a vendor puts in front of all its keys, and the length.
func markedKey(k *keyed, value string) string {
	prefix := vendorPrefix(value)
	set, mark := alnum62, "DECOY"
	switch caseOf(value[len(prefix):]) {
	case lower:
		set, mark = lower36, "decoy"
	case upper:
		set = upper36
	}
	switch {
	case isAWS(prefix): // shapes know these glued to the marker
		set, mark = base32, "DECOY"
	case prefix != "" && isAlnum(prefix[len(prefix)-1]):
		mark = "_" + mark // so that it begins a word in any case
	}
	n := clip(len(value), len(prefix)+len(mark)+8, maxLen) - len(prefix) - len(mark)
	return prefix + mark + k.text(n, set)
}

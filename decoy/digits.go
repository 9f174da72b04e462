package decoy

import (
	"strconv"

	"github.com/seed-052fbf24/cloak/cloak"
)

// Numbers returns a [cloak.Replacer] for numbers of documents, which must stay numbers:
// g's decoys where they are digits, and else marked numbers, of ten digits at the least.
func (g *Generator) Numbers() cloak.Replacer { return numbers{g} }

type numbers struct{ g *Generator }

// markedNumber is what a number begins with that is nobody's, behind its first digit.
const markedNumber = "04098"

func (n numbers) StandIn(r cloak.Request) (string, error) {
	if s, err := n.g.StandIn(r); err == nil && isNumber(s) {
		return s, nil
	}
	if r.Attempt >= 64 {
		return "", cloak.ErrExhausted
	}
	k := newKeyed(r.Derive("decoy number " + strconv.Itoa(r.Surface)))
	length := clip(len(r.Value)+r.Attempt/16, 10, 15)
	return strconv.Itoa(k.between(1, 5)) + markedNumber + k.text(length-1-len(markedNumber), digits), nil
}

// isNumber reports whether s is an integer as JSON writes it, RFC 8259 section 6.
func isNumber(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != "" && s[0] != '0'
}

package decoy

import (
	"fmt"
	"strconv"
	"sync"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A Config says which decoys to use. The zero Config is useful.
type Config struct {
	// Card is "luhn", or "" for short: cards of the brand's test space whose check
	// digit is right, so that programs accept them (guarantee C); or "invalid":
	// their check digit is wrong, so that nobody can hold one (X).
	Card string
}

// A Generator is a [cloak.Replacer] that gives decoys. It is immutable and safe
// for concurrent use.
type Generator struct {
	invalidCards bool
	spaces       func() map[string]reserved // of the built-in detectors, by name
}

// New returns a Generator; an error says what of cfg is wrong.
func New(cfg Config) (*Generator, error) {
	g := new(Generator)
	switch cfg.Card {
	case "", "luhn":
	case "invalid":
		g.invalidCards = true
	default:
		return nil, fmt.Errorf("decoy: card must be luhn or invalid, not %q", cfg.Card)
	}
	// Reading all the patterns takes a millisecond, and every entity so far has a
	// writer of its own: most programs never ask.
	g.spaces = sync.OnceValue(func() map[string]reserved {
		spaces, err := reservedSpaces(cloak.Builtin())
		if err != nil {
			return nil // does not happen: TestReservedSpaces
		}
		return spaces
	})
	return g, nil
}

// maxLen bounds a stand-in, in bytes.
const maxLen = 96

// StandIn proposes a decoy for r. It returns [cloak.ErrExhausted] when r.Attempt
// is beyond what the space has to offer: a few dozen draws, and where a space is
// small one pass over it.
func (g *Generator) StandIn(r cloak.Request) (string, error) {
	return g.standIn(&request{
		entity: r.Entity, detector: r.Detector,
		value: string(r.Value), canon: string(r.Canon),
		surface: r.Surface, stem: r.Stem, attempt: r.Attempt,
		source: r,
	})
}

// A source is what a request may ask of the mapping.
type source interface {
	Derive(label string) [32]byte
	Part(kind, part string, propose func(attempt int, sum [32]byte) (string, bool)) (string, bool)
}

// A request is a cloak.Request with its bytes in the open.
type request struct {
	entity           cloak.Entity
	detector         string
	value, canon     string
	surface, attempt int
	stem             string
	source           source
	spaces           func() map[string]reserved
}

// draw returns choices under the mapping's key for this surface and attempt.
func (r *request) draw(label string) *keyed {
	if r.surface > 0 {
		label += " " + strconv.Itoa(r.surface)
	}
	return newKeyed(r.source.Derive("decoy " + label))
}

// standIn chooses the writer.
func (g *Generator) standIn(r *request) (string, error) {
	r.spaces = g.spaces
	s, ok := g.write(r)
	if !ok || len(s) > maxLen {
		return "", cloak.ErrExhausted
	}
	return s, nil
}

func (g *Generator) write(r *request) (s string, ok bool) {
	switch r.entity {
	case cloak.Email:
		return r.mail()
	case cloak.Hostname:
		return r.host()
	case cloak.IPv4:
		return r.ipv4()
	case cloak.IPv6:
		return r.ipv6()
	case cloak.MAC:
		return r.mac()
	case cloak.Phone:
		return r.phone()
	case cloak.SSN, "US_ITIN":
		return r.ssn()
	case cloak.CreditCard:
		return r.card(g.invalidCards)
	case cloak.IBAN:
		return r.iban()
	case cloak.CaseNumber:
		return r.caseNumber()
	case cloak.UUID:
		return r.uuid()
	case cloak.Hash:
		return r.hash()
	case cloak.AWSKey, cloak.APIKey, cloak.JWT, cloak.PrivateKey, cloak.Password, cloak.URLCredential, cloak.AuthHeader, cloak.Cookie,
		cloak.Path, cloak.Username, cloak.CaseName, cloak.Custom:
		return r.marked()
	}
	if space, ok := g.spaces()[r.detector]; ok {
		return r.drawn(space)
	}
	return r.marked()
}

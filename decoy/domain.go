package decoy

import "strings"

// Names below example.com and example.net (RFC 2606, section 3). A registrable
// domain becomes one word, in mail and in host names, so that what belongs
// together still does; a sub-domain stays a sub-domain:
//
//	cloak:allow-begin
//	db01.corp.internal       kvimar47.zvoreni.example.net
//	jane@corp.internal       gvol@zvoreni.example.com
//	jane@mail.corp.internal  gvol@vrute.zvoreni.example.com
//	cloak:allow-end

const (
	mailZone = ".example.com"
	hostZone = ".example.net"

	labelPieces = 3
	maxLabels   = 2 // sub-domains above a host or a mailbox that are kept, from the right
)

// A domain is the decoy of a name, without its zone.
type domain struct {
	sub  []string // from the left
	word string
}

func (d domain) String() string {
	return strings.Join(append(d.sub[:len(d.sub):len(d.sub)], d.word), ".")
}

// domain finds the words for name, in lower case. It is false if none is left.
func (r *request) domain(name string) (d domain, ok bool) {
	name = strings.Trim(name, ".")
	from := registrable(name)
	d.word, ok = r.source.Part("domain", name[from:], func(attempt int, sum [32]byte) (string, bool) {
		return newKeyed(sum).word(6 + attempt/partTries), attempt < 4*partTries
	})
	for n := 0; ok && from > 0 && n < maxLabels; n++ {
		from = 1 + strings.LastIndexByte(name[:from-1], '.')
		var word string
		word, ok = r.label(name[from:])
		d.sub = append([]string{word}, d.sub...)
	}
	return d, ok
}

// label is what stands for the first label of name, wherever it comes up again.
func (r *request) label(name string) (string, bool) {
	own, _, _ := strings.Cut(name, ".")
	return r.source.Part("label", name, func(attempt int, sum [32]byte) (string, bool) {
		return newKeyed(sum).like(own, "-", labelPieces, attempt/partTries), attempt < 8*partTries
	})
}

const partTries = 16 // proposals of one length before words get longer

// registrable is where the part of a name begins that is registered as one: two
// labels, or three where the second is one that registries of countries sell
// below. A list of public suffixes would know more exceptions; a wrong guess
// only joins, or parts, the decoys of two names.
func registrable(name string) int {
	last := strings.LastIndexByte(name, '.')
	if last < 0 {
		return 0
	}
	second := strings.LastIndexByte(name[:last], '.')
	if len(name)-last == 3 && second >= 0 {
		switch name[second+1 : last] {
		case "co", "com", "net", "org", "gov", "gob", "gouv", "gv", "edu", "ac", "ne", "or", "go", "mil", "nhs", "ltd", "plc", "sch", "id", "me":
			return 1 + strings.LastIndexByte(name[:second], '.')
		}
	}
	return second + 1
}

// host is a name below example.net.
func (r *request) host() (string, bool) {
	c := caseOf(r.value)
	if c == title {
		c = lower
	}
	if first, rest, ok := strings.Cut(r.stem, "."); ok && r.surface > 0 && r.stem[0] != '[' {
		return c.write(fold(first) + r.suffix() + "." + fold(rest)), r.attempt < 64
	}
	k, grow := r.draw("host"), r.attempt/4
	if r.attempt >= 24 {
		return c.write(k.word(maxWord+grow) + hostZone), r.attempt < 64
	}
	name := strings.Trim(fold(r.value), ".")
	own, parent, below := strings.Cut(name, ".")
	if below = below && registrable(name) > 0; !below {
		parent = name
	}
	d, ok := r.domain(parent)
	switch {
	case !ok:
		return "", false
	case r.attempt > 0:
		own = k.like(own, "-", labelPieces, grow)
	case below:
		own, ok = r.label(name)
	default:
		return c.write(d.word + hostZone), true
	}
	s := own + "." + d.String() + hostZone
	if len(s) > maxLen {
		s = own + "." + d.word + hostZone
	}
	return c.write(s), ok
}

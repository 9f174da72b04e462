package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A Place is what is known about a span of a document's bytes, as a schema says it of a
// value. It is for the scalars that lie in it, with or without the quotes of one. Source
// code has none: its strings are read with what stands around them.
type Place struct {
	cloak.Span
	// Leave says that what stands there is not looked at, and stays. What looks like a
	// stand-in there is not issued, but if it is live, Restore takes it for that.
	Leave bool
	// Alone says that the string there is a text on its own: its key is a protocol's word for
	// that, and no label of it.
	Alone bool
	// Fits, if set, reports whether a text, decoded, may be the whole of the scalar there:
	// see [cloak.Input.Fits]. It is not asked where the scalar is but a part of the place,
	// as one of a document in a string is.
	Fits func(text string) bool
}

// placed is yield of scalars that know their places.
func (d *Document) placed(yield func(*Scalar) bool) func(*Scalar) bool {
	places := d.Places
	return func(s *Scalar) bool {
		for len(places) > 0 && places[0].End < s.raw.End {
			places = places[1:]
		}
		if len(places) > 0 && places[0].Start <= s.raw.Start {
			p := &places[0]
			s.left, s.suits = p.Leave, p.fits(d.Text, s)
			if p.Alone && s.Kind == String && s.raw.Start <= p.Start+1 && p.End <= s.raw.End+1 { // and not what is in it
				s.alone, s.Label, s.Of = true, "", cloak.NoLabel
			}
		}
		return yield(s)
	}
}

// fits is p.Fits of s, which lies in p, or nil.
func (p *Place) fits(doc string, s *Scalar) func(text string) bool {
	if p.Fits == nil || p.Span == s.raw {
		return p.Fits
	}
	front, behind := doc[p.Start:s.raw.Start], doc[s.raw.End:p.End]
	switch {
	case s.Kind == Number: // of 4111111111111111.0, it is the digits
		return func(text string) bool { return p.Fits(front + text + behind) }
	case front == behind && (front == `"` || front == "'"):
		return p.Fits
	}
	return nil
}

// leaves are the places that are left, ascending.
func (d *Document) leaves() (xs []cloak.Span) {
	for i := range d.Places {
		if p := &d.Places[i]; p.Leave {
			xs = append(xs, p.Span)
		}
	}
	return xs
}

// input is the document as one text.
func (d *Document) input() (in cloak.Input, left bool) {
	in = cloak.Input{Text: d.Text, Label: d.label, Path: d.File}
	if len(d.Places) == 0 {
		return in, false
	}
	s := Scalar{Text: d.Text, raw: cloak.Span{End: len(d.Text)}}
	d.placed(func(*Scalar) bool { return true })(&s)
	in.Fits = s.fitting()
	return in, s.left
}

// fitting is [cloak.Input.Fits] of s: a stand-in must fit the format, and what s says with
// it the place.
func (s *Scalar) fitting() func(cloak.Span, string) bool {
	if s.fits == nil && s.suits == nil {
		return nil
	}
	return func(x cloak.Span, standIn string) bool {
		return (s.fits == nil || s.fits(standIn)) && (s.suits == nil || s.suits(s.Text[:x.Start]+standIn+s.Text[x.End:]))
	}
}

// onlyTokens is [cloak.Input.Fits] where a decoy may not stand.
func onlyTokens(_ cloak.Span, standIn string) bool { return bracketed(standIn) }

// bracketed reports whether a stand-in is a token.
func bracketed(standIn string) bool { return strings.HasPrefix(standIn, "[") }

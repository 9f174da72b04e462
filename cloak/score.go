package cloak

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"sync"
)

// Evidence is counted in bits: n bits mean that chance makes 2^n times fewer such
// places than values stand there. All that speaks for a place is added, what speaks
// against it taken away, and priorBits of evidence are even odds. Where a number
// comes from:
//
//	form     of the detector, or of the scan for this very form: the shape, and what
//	         a check digit leaves to chance: Luhn 3.3, mod 11 3.5, mod 97 6.6, a
//	         CRC-32 32, a vendor's prefix 20 and more
//	label    Detector.LabelBits, if one of Detector.Labels stands in front of it
//	against  Detector.AgainstBits, if one of Detector.Against does, nearer than any label or
//	         right in front of it
//	whole    wholeBits, if a value with a check digit, or a mobile number, is all of the text
//	class    classBits, without a label: in a log or in source code numbers are everywhere
const (
	priorBits  = 13
	sweepBits  = 20 // from here on a value is looked for everywhere: R3
	wholeBits  = 9
	alwaysBits = 60 // the user has said so
)

// confidence is the probability that bits of evidence make.
func confidence(bits int) float64 { return 1 / (1 + math.Exp2(float64(priorBits-bits))) }

func minimumBits(confidence float64) int {
	if confidence == 0 {
		return priorBits
	}
	return int(math.Ceil(priorBits + math.Log2(confidence/(1-confidence)) - 1e-9))
}

// A Score is the evidence for one place, in bits. It holds no value: a label is one
// of the detector's own.
type Score struct {
	Form, Label, Against, Whole, Class int
	Kind                               TextClass // of the line, where it was asked for
	LabelWord, AgainstWord             string    // which label; "" for none
	// Unlabelled says that the form is evidence beside a label only, and that there is none.
	Unlabelled bool
}

// Bits is the sum.
func (x Score) Bits() int { return x.Form + x.Label - x.Against + x.Whole + x.Class }

// score adds up the evidence for a site. What it needs of the words in front of it
// begins behind last, the end of the value before it.
func (e *Engine) score(l *look, in Input, d *Detector, ev *evidence, x *site, last int) (sum Score) {
	sum = Score{Form: x.bits, Unlabelled: x.weak}
	if len(d.Labels)+len(d.Against) > 0 {
		ev = ev.of(d)
		l.around.read(l.hid, last, x.Start, in.Label)
		label, nearest := l.around.nearest(&ev.labels)
		if label != "" {
			sum.Label, sum.LabelWord, sum.Unlabelled = d.LabelBits, label, false
		}
		// "order paid by card 4111…": what stands nearer to the value says what it is, but
		// for "software license number …", which is one word for it.
		if w, place := l.around.nearest(&ev.against); place > nearest || w != "" && place+len(w)+1 == nearest && isOneName(l.hid[max(last, 0, x.Start-contextReach):x.Start], in.Label, w, label) {
			sum.Against, sum.AgainstWord = d.AgainstBits, w
		}
	}
	if sum.Label == 0 && d.Class == Shape {
		class := in.Class
		if class == AnyText {
			class = l.lines.class(l.hid, x.Start)
		}
		sum.Class, sum.Kind = classBits(class), class
	}
	if sum.Unlabelled && x.whole && isWhole(in, l.hid, x.Span) {
		sum.Whole, sum.Unlabelled = wholeBits, false
	}
	return sum
}

// isOneName reports whether in text, or in its label, a label stands behind w as the
// next word of a name: license number, licenseNumber. In {"id":7,"phone": it does not.
func isOneName(text, name, w, label string) bool {
	first, _, _ := strings.Cut(label, " ")
	w = w[strings.LastIndexByte(w, ' ')+1:]
	for _, s := range [...]string{text, name} {
		for i := len(s) - len(first); i >= len(w); i-- {
			if !hasFold(s[i:], first) {
				continue
			}
			k := i
			for k > 0 && strings.IndexByte(" \t_-./", s[k-1]) >= 0 {
				k--
			}
			if k >= len(w) && hasFold(s[k-len(w):], w) {
				return true
			}
		}
	}
	return false
}

// longestWhole is how long a text can be that one value is all of: bytes.
const longestWhole = 64

// isWhole reports whether x is all that is in hid, the text of in, but for white
// space, and nobody has labelled it: who hands over one number means that number. A
// string of a document is one of many.
func isWhole(in Input, hid string, x Span) bool {
	return in.Label == "" && in.Class != Data && len(hid) <= longestWhole && strings.TrimSpace(hid) == hid[x.Start:x.End]
}

// weigh makes a match of a site that there is evidence enough for.
func (e *Engine) weigh(l *look, in Input, d *Detector, ev *evidence, x site, last int) (match, bool) {
	sum := e.score(l, in, d, ev, &x, last)
	if l.explain != nil {
		l.explain(d, x.Span, sum)
	}
	if sum.Unlabelled || sum.Bits() < e.minimum || e.keep.has(l.hid[x.Start:x.End]) {
		return match{}, false
	}
	return match{Span: x.Span, entity: d.Entity, detector: d.Name, class: d.Class, bits: sum.Bits(), det: d, chain: quotedChain(l.hid, x.Span)}, true
}

// quotedChain is how the value s[x] spells what it means: between double quotes, a
// backslash escapes what JSON's does. Where the value comes back in a string of JSON it
// is what stood there, and not that with its escapes escaped.
func quotedChain(s string, x Span) Chain {
	if at(s, x.Start-1) == '"' && (at(s, x.End) == '"' || at(s, x.End) == '\\') && strings.IndexByte(s[x.Start:x.End], '\\') >= 0 && decodeJSON(s[x.Start:x.End]) != s[x.Start:x.End] {
		return Chain(JSONString)
	}
	return Plain
}

// evidence is a detector's labels, for and against, indexed when they are first asked
// for: few are in a short run of a program.
type evidence struct {
	once            sync.Once
	labels, against labelSet
}

func (ev *evidence) of(d *Detector) *evidence {
	ev.once.Do(func() { ev.labels, ev.against = newLabelSet(d.Labels), newLabelSet(d.Against) })
	return ev
}

// An Explanation says how the evidence for one place adds up. It holds no value.
type Explanation struct {
	Finding
	Score Score
	Kept  bool // there is enough of it; the Finding may still be part of a larger one
}

// Explain returns all places that a detector of e has judged in in, in order, also
// those that Find leaves. Terms, patterns and recognizers are not among them.
func (e *Engine) Explain(ctx context.Context, in Input) ([]Explanation, error) {
	l := looks.Get().(*look)
	defer func() { l.explain = nil; looks.Put(l) }()
	var out []Explanation
	l.explain = func(d *Detector, x Span, sum Score) {
		out = append(out, Explanation{
			Finding{Span: x, Entity: d.Entity, Seq: -1, Detector: d.Name, Confidence: confidence(sum.Bits())}, sum,
			!sum.Unlabelled && sum.Bits() >= e.minimum && !e.keep.has(l.hid[x.Start:x.End]),
		})
	}
	if _, err := e.look(ctx, l, in.bare()); err != nil {
		return nil, err
	}
	slices.SortStableFunc(out, func(a, b Explanation) int { return cmp.Or(a.Start-b.Start, b.End-a.End) })
	return out, nil
}

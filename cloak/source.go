package cloak

import "slices"

// A Source says where a text comes from. The zero Source is untrusted: a live
// stand-in in it is an original and gets a stand-in of its own. In an Echo, the
// model's or our own output, it is ours and stays.
type Source struct {
	Origin string // who sent it, for RestoreOptions.Origin; "" is nobody in particular
	Echo   bool
	// Foreign says that, in an untrusted source, whatever looks like a token is an
	// original, a Literal, live or not: then every token that a reader sees is ours. A
	// decoy's look alone is left.
	Foreign bool
}

// An Input is a text with what a format or a walker knows about it.
type Input struct {
	Text string
	// Label is the key, column or field that holds the text; LabelKind tells
	// which. A label counts as evidence as if it stood in front of the text.
	Label     string
	LabelKind LabelKind
	Class     TextClass
	// Number says that Text is a number of a document, and must stay one: what is found
	// in it is all of it, and has a stand-in of [Config.Numbers].
	Number bool
	Path   string // where the text came from, for programs' own detectors
	// Surface, if set, gives the bytes of a document that were decoded to a span of Text,
	// and the steps they were decoded by, if that is not how the document's format itself
	// would write it: such bytes are a surface of their own, and come back. "" is what
	// the span itself is.
	Surface func(Span) (bytes string, steps Chain)
	// Fits, if set, reports whether a stand-in, as it is written, may take the place of a
	// span of Text.
	// Where a decoy does not, the pair's token does; where a token does not, a stand-in of
	// [Config.Fitting] does if one fits, and else the token; where a number does not,
	// another number.
	Fits func(x Span, standIn string) bool
	// Leave, if set, reports whether a span of Text can hold no value of a key, or what a
	// number of digits or a word may be: it is a name in source code. What a vendor's prefix
	// or a check digit tells is not asked for.
	Leave func(Span) bool
}

// leave drops from ms what in says is no value.
func (in *Input) leave(ms []match) []match {
	if in.Leave == nil {
		return ms
	}
	return slices.DeleteFunc(ms, func(x match) bool {
		return x.det != nil && x.class < Anchored && in.Leave(x.Span)
	})
}

// bare is in with what stands behind a stand-in of its label, if there is one: its name,
// [EMAIL_0], says nothing of what is beside it.
func (in Input) bare() Input {
	for k := len(in.Label) - 1; k >= 0; k-- {
		if in.Label[k] == ']' && inToken(in.Label, k) {
			in.Label = in.Label[k+1:]
			break
		}
	}
	return in
}

// A LabelKind tells what a label is.
type LabelKind uint8

const (
	NoLabel LabelKind = iota
	Key               // of an object or an assignment
	Column            // of a table
	Header            // of an HTTP message or mail
)

// A TextClass tells what kind of text it is. AnyText is told line by line.
type TextClass uint8

const (
	AnyText TextClass = iota
	Log
	Code
	Prose
	Data // a value on its own, as in a JSON string
	JSON // a line of JSON
	CSV  // a line of values with separators
)

// A Finding says what was found and where. It does not hold the value, so that
// printing or logging a Finding cannot leak one.
type Finding struct {
	Span            // in the text
	Out        Span // where its stand-in stands in the sanitized text; zero from Find
	Entity     Entity
	Seq        int    // of its pair in the mapping, from 0; -1 where there is none
	Detector   string // Detector.Name; "sweep", "standin", "term", "pattern:NAME"
	Confidence float64
}

// RestoreOptions narrow a restore. The zero value restores everything, as plain text.
type RestoreOptions struct {
	Origin string // only pairs that this origin has sent; "" means any
	Sent   []int  // Finding.Seq of the pairs whose absence is a gap
	Exact  bool   // only stand-ins as they were written, no variants
	Encode Chain  // how a value must be written where the reply is read, for example Chain(JSONString)
}

// A Gap is a stand-in that was sent and did not come back.
type Gap struct {
	StandIn string
	Entity  Entity
	Seq     int
}

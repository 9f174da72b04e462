package cloak

// A Detector finds one entity. A built-in one is a literal with everything that
// is known about it; a program adds its own with Name, Entity, Pattern and Bits.
// A Detector is not changed once it was given to [New].
type Detector struct {
	Name   string // unique, lower case: us_ssn
	Entity Entity
	OptIn  bool   // off unless Config.Entities names the entity, or Config.Locales the locale
	OffFor string // why it is
	// Locale is the country whose number it is, as ISO 3166-1 writes it in two capitals;
	// "" means that it is everybody's.
	Locale string
	Class  Class
	// Bits is the evidence that a match is a value, in bits over a chance hit in
	// any text; 13 are needed for a confidence of 0.5. A label beside it adds
	// LabelBits, a label against it takes AgainstBits away.
	Bits, LabelBits, AgainstBits int

	// Pattern is an RE2 expression for the candidates, without their
	// surroundings. For a built-in detector it specifies what the scanner looks
	// at: engine "re2" runs it instead. A group named "value" narrows the span.
	Pattern string
	// Validate tells whether a candidate is well formed; nil means every one is.
	// It never asks whether a value is in use.
	Validate func(value string) bool
	// Canonical maps all surfaces of one value to one string; nil keeps them apart.
	Canonical func(value string) string

	// Labels and Against are lower-case words, or words joined by one space,
	// looked for whole in front of a candidate, after camel and snake split.
	Labels, Against []string

	// Reserved lists RE2 patterns of values that no real party holds, in order of
	// preference. They are left alone, and package decoy draws from them.
	Reserved  []string
	Guarantee string // of Reserved: R, U, X, L, C or W, see package decoy
	Authority string // the source of the rule

	Match   []string // «…» marks the span
	NoMatch []string
	Gaps    []string // known misses
	// Disguised is Match for what the scan itself does not read: the shadow of a text
	// shows it.
	Disguised []string

	anchor anchor
	// pattern, if set, writes Pattern where it is asked for; see builtins.
	pattern func() string
	// Lower-case beginnings, of at least 3 bytes, of what stands at anchorWord, or
	// behind anchorDot or anchorSlash.
	words []string
	// For anchorDigit: the grouping that the digits must have; 0 means any.
	groups grouping
	// gate, if set, turns away at little cost most of what scan would turn down.
	gate func(s string, at int) bool
	// fits, if set, tells what the place can hold: scan is called where that may be
	// a value.
	fits func(s string, at int) fit
	// The bytes that may follow anchorBrack or anchorCentre, or anchorLabel with one
	// blank and one quote between; "" means any.
	follow string
	// For anchorLabel: sixteen bytes without blanks must follow, behind a '='.
	solid bool
	// For anchorKey: how the keys end.
	ends *endings
	// For anchorRun: how the value is written beside a label, and without one, which
	// is then worth aloneBits; see matchForm.
	forms, alone []string
	aloneBits    int
	exact        bool // scan is scanForms
	// How far from a value, in bytes, another one may be that has the same anchor and is
	// found only when the first is gone.
	far int
	// For anchorRun: a number of any form, right behind a label; see codeForm.
	code codeForm
	// checked says that Validate computes a check digit, or that the form is as
	// telling as one: where such a value is all of the text, and nobody has labelled
	// that, it needs no label.
	checked bool
	// Those of forms and alone of which Validate turns down little: they have no reserved
	// space, and say nothing of that of others.
	loose []string
	// sure, if set, is what a value must satisfy besides where no label bears it out:
	// a check digit that its authority does not publish, or once did not compute.
	sure func(value string) bool
	// wholly, if set, says in place of checked and sure whether a value which is all of a
	// text needs no label: its form is no other's, if less than telling among words, or a
	// check digit is too little where nothing but digits stands.
	wholly func(value string) bool
	scan   scan
	// more, if set, gives all that there is behind one anchor, in order, of which scan gives
	// the first; yield stops it. It returns how far it has looked.
	more func(s string, at int, yield func(site) bool) (seen int)
	norm norm // how the shape's stand-ins are compared
	// For normDigits: whether these can be the digits of a shape; nil means any can.
	owns func(digits string) bool
}

// A norm says which spellings of a stand-in are one: what restore reads as a
// variant of it.
type norm uint8

const (
	normFold   norm = iota // ASCII case does not matter
	normDigits             // only the digits count: 212-555-0101 and (212) 555 0101
	normAlnum              // only letters, in any case, and digits count
	normToken              // between brackets only letters, in any case, digits and dots count
)

// A Class ranks evidence of different kinds: a higher one is never displaced by
// a lower one.
type Class uint8

const (
	Shape    Class = iota // the form alone
	Context               // words nearby
	KeyBound              // it is the value of a telling key
	Anchored              // a vendor's prefix, a checksum of 20 bits and more
	Always                // a user's term
)

// An anchor says where the kernel calls a scan, so that most bytes are never
// looked at by anything but the kernel.
type anchor uint8

const (
	anchorNone      anchor = iota // runs on Pattern
	anchorAt                      // every '@'
	anchorWord                    // the start of a run of letters and digits, or a capital after something else, that is no number and begins, in any case, with one of Detector.words
	anchorDot                     // every '.' with a letter or digit before it and one of Detector.words behind it
	anchorSplit                   // every '.' with a letter or digit before and a letter after it, and another '.' seven or eight bytes behind it
	anchorQuad                    // a '.' between digits with another one two to four bytes behind it
	anchorColon                   // every ':' with another one within five bytes, but hh:mm:ss on its own
	anchorPairColon               // every ':' with three others among the places three and six bytes from it
	anchorLabel                   // every '=', and every ':' not between digits, behind a letter, digit, '_', byte of 0x80 or more, quote, ']', '`', blank or tab, '=' behind '?' or '+', and ':' behind '*': the end of a key
	anchorKey                     // an anchorLabel whose key ends as a telling one does: keyGate
	anchorDigit                   // the start of a run of digits from which digits and " .-/()" go on to seven digits or more, within 32 bytes
	anchorPlus                    // every '+' with a digit or '(' after it
	anchorYear                    // every '-' behind two digits, before two letters or more and a '-', or three digits; no date's
	anchorPairDash                // every '-' between letters or digits with three others among the places three and six bytes from it
	anchorFives                   // every '-' between letters or digits with another one five bytes behind it
	anchorCentre                  // every '-' behind four letters or digits, before two letters and a digit
	anchorSlash                   // every '/' or '\\' with one of Detector.words behind it, or every '/' with a letter behind it and a '~' within maxUser bytes in front of it
	anchorBackslash               // every '\\' with a letter after it
	anchorBrack                   // every '['
	anchorTriple                  // every '.' between four letters or digits on each side with another '.' behind those
	anchorTilde                   // every '~' behind a digit and a 'Q'
	anchorRun                     // the start of a run of letters and digits, where a label of the detector or a form that needs none may be
	anchorHouse                   // a blank between a number, which one letter may end, and a capital or an ordinal: 12b Main, 350 5th
	anchorStreet                  // a blank between a letter or '.' and a digit, behind two bytes that a word for a street may end with
	anchorIBAN                    // two letters and two digits at the start of a run of letters and digits
	anchorLong                    // the start of a run of 25 letters and digits or more, with a capital and a small letter among the first 25
	anchorPhrase                  // the start of a run of letters from which words of three to eight letters go on for 47 bytes: no digit, nothing longer than four bytes between two
	anchorEncoded                 // the start of a run of letters and digits, encodedLeast or more
	anchors
)

// A fit says what a place can hold.
type fit uint8

const (
	fitsNever    fit = iota // no value
	fitsLabelled            // one beside a label; no stand-in
	fitsAlone               // one that needs no label
)

// A grouping says how the digits from an anchorDigit on are grouped: by " .-/()".
type grouping uint8

const (
	groupsNine grouping = 1 << iota // nine in a row, or three, two and four
	groupsTen                       // ten or eleven in a row, or three, three and four, and one in front of them or none
	groupsMark                      // in any way, a 0 right behind the first digit, or behind one of " .-/()", or they begin with a 7: numberSpaces
	groupsCard                      // twelve or more of which the first four or more are in a row, not beginning with 0, or with 1 unless it is 18 or there are fifteen in a row
)

// A scan judges one place of s: at is the index of an anchor of its kind. It is
// a pure function of the value's own maximal run and at most two bytes on each
// side of it (and of its key, for key-bound values, on the same line); it looks
// no farther, so that replacing something elsewhere changes nothing here. A zero
// byte in s stands for something hidden: it ends every run.
//
// It must be linear over a text: site.seen, set whether or not a value was
// found, tells how far all anchors of this detector are dealt with.
type scan func(s string, at int) (site, bool)

// A site is a value found by a scan.
type site struct {
	Span
	bits  int  // evidence; 0 means Detector.Bits
	weak  bool // is a value only beside one of the detector's labels
	whole bool // needs no label where it is all of the text
	left  bool // well formed, and left alone: loopback, a mask, a reference, …
	shape bool // lies in reserved space that stand-ins come from: a decoy, ours or not
	seen  int  // anchors before this offset need no look; 0 means Span.End
}

package audit

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Record says what was done, in words from closed lists and in numbers. There is no field that
// a value could be put into: no text, no file's name, no message of an error, no position of
// what was found. Its zero fields are left out of the line.
//
// What else a line has (prev, seq, ts, v, log and src) is the Log's.
type Record struct {
	Event     Event
	Surface   Surface
	Session   Session // of what belongs together: a run of a program, a client of the gateway
	Direction Direction
	Upstream  Name // as the configuration calls it
	Method    Name // of MCP

	Found   Counts // values that were replaced, by entity
	Hits    Counts // the same, by what has found them: detectors, terms, patterns
	Tripped Counts // values that only the second pass has found
	Wrote   Counts // values that the model wrote itself
	Typed   Counts // values that a person has answered a server with
	Skipped Counts // strings that are not looked at, by position

	Restored int // stand-ins that were replaced by their values
	Missing  int // stand-ins of the bridge that were not in the text
	Crossed  int // values of one upstream that went to another
	Kept     int // stand-ins that stayed: they are others'
	Refused  int // messages that were not let through
	Files    int // that were looked at
	Ignored  int // files that were passed over

	In, Out       Size // of the text, before and after
	InTag, OutTag Tag  // of the same texts
	Policy        Tag  // of the configuration
	Pack          Tag  // of the terms
	Bridge        Tag  // of the bridge's name
	Generation    int  // of the bridge

	Duration time.Duration // written in whole milliseconds, rounded up
	FIPS     bool          // the FIPS 140-3 module is on
	Result   Result
	Reason   Reason

	own // what the Log itself has to say
}

// own are the fields of records that a Log writes of itself.
type own struct {
	next string // rotate: the segment that follows
	torn int    // gap: bytes that were moved aside
	lost int    // gap: records that could not be written
	kept int64  // pruned: the first record that is still there
	vkey string // key: that signs the checkpoints
}

// An Event is what a record is about.
type Event uint8

// Events. Those from EventKey on are the Log's own.
const (
	EventStart    Event = iota + 1 // a program begins to work
	EventStop                      // and has ended in order
	EventSanitize                  // values were replaced, in what goes to a model
	EventRestore                   // values were put back, in what goes to a person, a file or a tool
	EventRelay                     // a message was passed on, in which nothing may be replaced
	EventScan                      // files were looked at
	EventConfig                    // another configuration counts from now on
	EventKey                       // the log begins; its key is …
	EventRotate                    // the log goes on in another segment
	EventGap                       // something is missing here
	EventPruned                    // older records were deleted
)

// A Surface is the way that a text has come.
type Surface uint8

// Surfaces.
const (
	SurfaceCLI Surface = iota + 1
	SurfaceLib
	SurfaceWrap
	SurfaceHook
	SurfaceMCP
	SurfaceScan
)

// A Direction is where a text goes.
type Direction uint8

// Directions.
const (
	ToModel Direction = iota + 1
	FromModel
	ToTool
)

// A Result is how it ended.
type Result uint8

// Results.
const (
	OK           Result = iota + 1
	Denied              // a rule has refused it
	FailedClosed        // something did not work, and nothing was let through
	Findings            // a scan has found something
	Failed              // it did not work
)

// A Reason is why, when the Result is not OK.
type Reason uint8

// Reasons.
const (
	ReasonScope      Reason = iota + 1 // a value may not reach that upstream
	ReasonRestore                      // the tool's restore policy
	ReasonUnresolved                   // a stand-in that stands for nothing
	ReasonModel                        // a value that the model wrote
	ReasonTripwire                     // the second pass
	ReasonPolicy                       // another rule of the configuration
	ReasonLimit                        // too large, too many, too late
	ReasonUpstream                     // the upstream did not answer, or with an error
	ReasonCancelled                    // by the client
	ReasonInput                        // it cannot be read, or is not what it should be
	ReasonInternal                     // the program
)

// words are the closed lists as they are written. Number 0 is none.
var (
	eventWords     = []string{"", "start", "stop", "sanitize", "restore", "relay", "scan", "config", "key", "rotate", "gap", "pruned"}
	surfaceWords   = []string{"", "cli", "lib", "wrap", "hook", "mcp", "scan"}
	directionWords = []string{"", "to_model", "from_model", "to_tool"}
	resultWords    = []string{"", "ok", "denied", "failed_closed", "findings", "failed"}
	reasonWords    = []string{"", "scope", "restore_policy", "unresolved", "model_values", "tripwire", "policy", "limit", "upstream", "cancelled", "input", "internal"}
)

func word(list []string, i uint8) string {
	if int(i) < len(list) {
		return list[i]
	}
	return "?" // no constant of ours
}

func (e Event) String() string     { return word(eventWords, uint8(e)) }
func (s Surface) String() string   { return word(surfaceWords, uint8(s)) }
func (d Direction) String() string { return word(directionWords, uint8(d)) }
func (r Result) String() string    { return word(resultWords, uint8(r)) }
func (r Reason) String() string    { return word(reasonWords, uint8(r)) }

// A Name is what somebody has called a thing that is no secret: an upstream, a method, an
// entity. Its zero value is none; others are made by NewName.
type Name struct{ s string }

// errName is what NewName says; it does not repeat what it was given.
var errName = errors.New("audit: no name: letters, digits, hyphens, underscores and slashes, begun by a letter, at most 48 and no five digits in a row")

// NewName takes ASCII letters, digits, hyphens, underscores and slashes: at most 48, the first
// a letter, and no five digits in a row. So no mail address, number of a card, path with a file's
// suffix or sentence is a name.
func NewName(s string) (Name, error) {
	digits := 0
	for i := range len(s) {
		c := s[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if digit := '0' <= c && c <= '9'; digit {
			digits++
		} else {
			digits = 0
		}
		if !letter && (i == 0 || digits == 0 && c != '-' && c != '_' && c != '/') || digits > 4 {
			return Name{}, errName
		}
	}
	if s == "" || len(s) > 48 {
		return Name{}, errName
	}
	return Name{s}, nil
}

// NameOf is NewName for what others have chosen; what is no name becomes "other".
func NameOf(s string) Name {
	n, err := NewName(s)
	if err != nil && s != "" {
		n = Name{"other"}
	}
	return n
}

// String gives the name.
func (n Name) String() string { return n.s }

// Counts are numbers by name; those of entities are written in lower case.
type Counts map[Name]int

// Count is the Counts of anything that is named by strings.
func Count[K ~string](m map[K]int) Counts {
	if len(m) == 0 {
		return nil
	}
	c := make(Counts, len(m))
	for k, n := range m {
		c[NameOf(strings.ToLower(string(k)))] += n
	}
	return c
}

// A Size is a number of bytes, written rounded up to 256: an exact one can tell a text.
type Size int64

// A Session is a random number. Its zero value is none.
type Session struct{ b [16]byte }

// String gives 32 hexadecimal digits.
func (s Session) String() string { return hexOrNone(s.b) }

// A Tag is a keyed digest, see [Log.Tagger]. Its zero value is none.
type Tag struct{ b [16]byte }

// String gives 32 hexadecimal digits.
func (t Tag) String() string { return hexOrNone(t.b) }

func hexOrNone(b [16]byte) string {
	if b == ([16]byte{}) {
		return ""
	}
	return hex.EncodeToString(b[:])
}

// maxInt is the largest number that every reader of JSON keeps exactly (RFC 7493, 2.2).
const maxInt = 1<<53 - 1

// append adds the record as it stands in a line behind what is the Log's: from "ev" on. version
// is the program's.
func (r *Record) append(b []byte, version string) []byte {
	w := lineWriter{b}
	w.text("ev", r.Event.String())
	w.text("surface", r.Surface.String())
	w.text("ses", r.Session.String())
	w.text("dir", r.Direction.String())
	w.text("up", r.Upstream.s)
	w.text("method", r.Method.s)
	w.counts("n", r.Found)
	w.counts("hits", r.Hits)
	w.counts("trip", r.Tripped)
	w.counts("wrote", r.Wrote)
	w.counts("typed", r.Typed)
	w.counts("skip", r.Skipped)
	w.number("restored", int64(r.Restored))
	w.number("missing", int64(r.Missing))
	w.number("crossed", int64(r.Crossed))
	w.number("kept", int64(r.Kept))
	w.number("refused", int64(r.Refused))
	w.number("files", int64(r.Files))
	w.number("ignored", int64(r.Ignored))
	w.number("in_b", r.In.rounded())
	w.number("out_b", r.Out.rounded())
	w.text("in_tag", r.InTag.String())
	w.text("out_tag", r.OutTag.String())
	w.text("pol", r.Policy.String())
	w.text("pack", r.Pack.String())
	w.text("bridge", r.Bridge.String())
	w.number("gen", int64(r.Generation))
	w.number("dur_ms", int64((r.Duration+time.Millisecond-1)/time.Millisecond))
	w.text("ver", version)
	if r.FIPS {
		w.b = append(w.b, `,"fips":true`...)
	}
	w.text("res", r.Result.String())
	w.text("err", r.Reason.String())
	w.text("next", r.own.next)
	w.number("torn_b", int64(r.own.torn))
	w.number("lost", int64(r.own.lost))
	w.number("first", r.own.kept)
	w.text("vkey", r.own.vkey)
	return append(w.b, '}')
}

func (s Size) rounded() int64 { return (min(max(int64(s), 0), maxInt-256) + 255) / 256 * 256 }

// A lineWriter writes members of a JSON object, none that is empty. What it is given is of
// closed lists: nothing has to be escaped.
type lineWriter struct{ b []byte }

func (w *lineWriter) key(name string) {
	w.b = append(append(append(w.b, ',', '"'), name...), '"', ':')
}

func (w *lineWriter) text(name, s string) {
	if s != "" {
		w.key(name)
		w.b = append(append(append(w.b, '"'), s...), '"')
	}
}

func (w *lineWriter) number(name string, n int64) {
	if n != 0 {
		w.key(name)
		w.b = strconv.AppendInt(w.b, min(max(n, 0), maxInt), 10)
	}
}

func (w *lineWriter) counts(name string, c Counts) {
	type count struct {
		name string
		n    int
	}
	var few [16]count
	all := few[:0]
	for n, k := range c {
		if k > 0 && n.s != "" {
			all = append(all, count{strings.ToLower(n.s), k})
		}
	}
	if len(all) == 0 {
		return
	}
	slices.SortFunc(all, func(a, b count) int { return strings.Compare(a.name, b.name) })
	w.key(name)
	w.b = append(w.b, '{')
	for i := 0; i < len(all); {
		sum, first := 0, i
		for ; i < len(all) && all[i].name == all[first].name; i++ { // names that differ in case alone
			sum += min(all[i].n, maxInt-sum)
		}
		w.b = append(append(append(w.b, '"'), all[first].name...), '"', ':')
		w.b = append(strconv.AppendInt(w.b, int64(sum), 10), ',')
	}
	w.b[len(w.b)-1] = '}'
}

// check says what is wrong with a record that a caller has made.
func (r *Record) check() error {
	switch {
	case r.Event == 0 || r.Event >= EventKey:
		return fmt.Errorf("audit: a record of event %q is not for callers", r.Event)
	case int(r.Surface) >= len(surfaceWords), int(r.Direction) >= len(directionWords), int(r.Result) >= len(resultWords), int(r.Reason) >= len(reasonWords):
		return errors.New("audit: a record has a number that stands for nothing")
	}
	return nil
}

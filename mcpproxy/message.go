package mcpproxy

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Limits of an envelope. Nothing that is used comes near; what is beyond is an attempt
// to fill memory, or a log, with an id.
const (
	maxID     = 256 // bytes, raw
	maxMethod = 128 // bytes, decoded
	maxExtra  = 32  // members that JSON-RPC does not know
)

// A message is a frame whose envelope was read. It refers to the frame and does not
// change it.
type message struct {
	raw    []byte
	id     span   // of its raw value; empty if there is none; null in an error only
	method string // decoded; "" in a response
	params span   // raw values; empty if absent
	result span
	err    span
	// extra are members that JSON-RPC does not know: nobody has looked at what is in them.
	extra []member
}

// A member is a name and its value.
type member struct {
	name, value span
	// whole is what to take out so that JSON is left: the member and one comma. Those of
	// different extra members never overlap, so any of them can go.
	whole span
}

// An edit is a text that goes to where something else stands.
type edit struct {
	span
	text []byte
}

// The members of an envelope.
const (
	fieldVersion = iota
	fieldID
	fieldMethod
	fieldParams
	fieldResult
	fieldError
	fieldExtra
	fieldAlike // differs from one of the above in case alone
)

var fieldNames = [...]string{"jsonrpc", "id", "method", "params", "result", "error"}

// parse reads the envelope of a frame, strictly: what two readers could take for two
// different messages is refused. The error is a *FrameError. Time is linear, and the
// frame is not copied.
func parse(frame []byte) (message, error) {
	e := envelope{frame: frame}
	begin := skipBlanks(frame, 0)
	switch {
	case begin == len(frame):
		return message{}, e.refuse(codeParse, "an empty frame")
	case bytes.HasPrefix(frame[begin:], byteOrder):
		return message{}, e.refuse(codeParse, "a frame that begins with a byte order mark")
	case frame[begin] == '[':
		return message{}, e.refuse(codeInvalidRequest, whyBatch)
	}
	if tooDeep(frame) {
		e.guess()
		return message{}, e.refuse(codeInvalidRequest, "a message nested deeper than "+strconv.Itoa(maxNesting))
	}
	if err := e.read(); err != nil {
		e.guess()
		return message{}, e.refuse(codeParse, syntax(err))
	}
	if frame[begin] != '{' {
		return message{}, e.refuse(codeInvalidRequest, "a message is an object")
	}
	return e.message()
}

var byteOrder = []byte("\xef\xbb\xbf")

const whyBatch = "batches are not spoken here: send one message per frame"

// An envelope is a message that is being read.
type envelope struct {
	frame    []byte
	fields   [fieldExtra]span
	extra    []member
	twice    [fieldExtra]bool
	alike    bool
	overflow bool
	known    bool // a member was that is no extra one
	last     int  // where the last member ends
	answer   []byte
}

// read checks that the frame is JSON and notes the members of the object.
func (e *envelope) read() error {
	d := jsontext.NewDecoder(bytes.NewBuffer(e.frame), lenient...)
	if d.PeekKind() == '{' {
		if _, err := d.ReadToken(); err != nil {
			return err
		}
		for d.PeekKind() == '"' {
			name, err := next(d)
			if err != nil {
				return err
			}
			value, err := next(d)
			if err != nil {
				return err
			}
			e.member(name, value)
		}
		if _, err := d.ReadToken(); err != nil {
			return err
		}
	} else if err := d.SkipValue(); err != nil {
		return err
	}
	if skipBlanks(e.frame, int(d.InputOffset())) < len(e.frame) {
		return errSecond
	}
	return nil
}

// next is where the next name or value stands.
func next(d *jsontext.Decoder) (span, error) {
	v, err := d.ReadValue()
	end := int(d.InputOffset())
	return span{end - len(v), end}, err
}

var errSecond = errors.New("mcpproxy: a second value")

func (e *envelope) member(name, value span) {
	if n := len(e.extra); n > 0 && e.extra[n-1].whole.empty() {
		e.extra[n-1].whole = span{e.extra[n-1].name.start, name.start}
	}
	switch f := fieldOf(e.frame[name.start:name.end]); {
	case f == fieldExtra && len(e.extra) == maxExtra:
		e.overflow = true
	case f == fieldExtra:
		x := member{name: name, value: value}
		if e.known { // the comma in front goes with it, else the one behind
			x.whole = span{e.last, value.end}
		}
		e.extra = append(e.extra, x)
	case f == fieldAlike:
		e.alike, e.known = true, true
	case !e.fields[f].empty():
		e.twice[f] = true
	default:
		e.fields[f], e.known = value, true
	}
	e.last = value.end
}

// fieldOf tells which member a raw name is: escaped names are what they spell.
func fieldOf(raw []byte) int {
	// 6 bytes for each character of the longest name, and the quotes: what is longer is
	// none of them.
	if len(raw) > 6*len("jsonrpc")+2 {
		return fieldExtra
	}
	name := raw[1 : len(raw)-1]
	if bytes.IndexByte(name, '\\') >= 0 {
		text, ok := stringAt(raw)
		if !ok {
			return fieldExtra
		}
		name = []byte(text)
	}
	for i, known := range fieldNames {
		if string(name) == known {
			return i
		}
	}
	for _, known := range fieldNames {
		if len(name) < 3*len(known) && strings.EqualFold(string(name), known) {
			return fieldAlike
		}
	}
	return fieldExtra
}

// refuse is the error for the frame.
func (e *envelope) refuse(code int, why string) *FrameError {
	return &FrameError{Code: code, ID: e.answer, Why: why}
}

// guess finds an id in what is no JSON, or too deep, so that who waits need not wait on.
func (e *envelope) guess() {
	var x lexer
	x.read(e.frame)
	e.answer, _ = x.found()
}

// syntax says what is wrong with a frame that is no JSON. The decoder's own words quote
// the frame, so only its offset is taken.
func syntax(err error) string {
	var bad *jsontext.SyntacticError
	switch {
	case errors.Is(err, errSecond):
		return "a second value behind the message"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "a message that ends before it is complete"
	case errors.As(err, &bad):
		return "no JSON at byte " + strconv.FormatInt(bad.ByteOffset, 10)
	}
	return "no JSON"
}

// message checks what was read of a frame that is JSON.
func (e *envelope) message() (message, error) {
	m := message{raw: e.frame, extra: e.extra}
	at := func(f int) []byte { return m.bytes(e.fields[f]) }
	has := func(f int) bool { return !e.fields[f].empty() }
	invalid := func(why string) (message, error) { return message{}, e.refuse(codeInvalidRequest, why) }

	id := at(fieldID)
	null := string(id) == "null"
	switch {
	case e.twice[fieldID]:
		return invalid("more than one id")
	case len(id) > maxID:
		return invalid("an id over " + strconv.Itoa(maxID) + " bytes")
	case len(id) > 0 && !null && !scalarID(id):
		return invalid("an id is a string or a number")
	case !null && len(id) > 0:
		e.answer = bytes.Clone(id)
	}
	for f, twice := range e.twice {
		if twice {
			return invalid("more than one " + fieldNames[f])
		}
	}
	switch {
	case e.alike:
		return invalid("a member that differs from one of JSON-RPC in case alone")
	case e.overflow:
		return invalid("more than " + strconv.Itoa(maxExtra) + " unknown members in the envelope")
	case e.sameExtra():
		return invalid("an unknown member of the envelope stands there twice")
	}
	if version, ok := stringAt(at(fieldVersion)); !ok || version != "2.0" {
		return invalid(`"jsonrpc" is not "2.0"`)
	}
	m.id = e.fields[fieldID]
	switch request, result, failed := has(fieldMethod), has(fieldResult), has(fieldError); {
	case request && (result || failed):
		return invalid("a method and a response in one message")
	case result && failed:
		return invalid("a result and an error in one message")
	case request && null:
		return invalid("the id of a request is null")
	case request:
		method, exact := exactString(at(fieldMethod))
		if !exact || method == "" || len(method) > maxMethod {
			return invalid("a method is a string of 1 to " + strconv.Itoa(maxMethod) + " bytes")
		}
		if p := at(fieldParams); len(p) > 0 && p[0] != '{' && p[0] != '[' {
			return invalid("params are an object or an array")
		}
		m.method, m.params = method, e.fields[fieldParams]
	case result:
		if len(id) == 0 || null {
			return invalid("a result without an id")
		}
		m.result = e.fields[fieldResult]
	case failed:
		if at(fieldError)[0] != '{' {
			return invalid("an error is an object")
		}
		m.err = e.fields[fieldError]
	default:
		return invalid("neither method, result nor error")
	}
	if has(fieldParams) && m.method == "" {
		return invalid("params in a response")
	}
	return m, nil
}

// sameExtra reports whether two unknown members have one name. There are few.
func (e *envelope) sameExtra() bool {
	if len(e.extra) < 2 {
		return false
	}
	names := make([]string, len(e.extra))
	for i, x := range e.extra {
		names[i], _ = stringAt(e.frame[x.name.start:x.name.end])
	}
	slices.Sort(names)
	return len(slices.Compact(names)) < len(e.extra)
}

func scalarID(raw []byte) bool {
	return raw[0] == '"' || raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9'
}

// exactString decodes a raw string of a frame that is JSON. It reports false for what is
// no string, or has bad UTF-8.
func exactString(raw []byte) (string, bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	if text := raw[1 : len(raw)-1]; bytes.IndexByte(text, '\\') < 0 {
		return string(text), utf8.Valid(text)
	}
	text, err := jsontext.AppendUnquote(nil, raw)
	return string(text), err == nil
}

func (m *message) isRequest() bool      { return m.method != "" && !m.id.empty() }
func (m *message) isNotification() bool { return m.method != "" && m.id.empty() }
func (m *message) isResponse() bool     { return m.method == "" }

// bytes are those of s in the frame, nil for an empty span.
func (m *message) bytes(s span) []byte {
	if s.empty() {
		return nil
	}
	return m.raw[s.start:s.end:s.end]
}

// splice returns a new frame with the edits made, in whatever order they are given; all
// else is byte for byte as it was. Edits at one place go in as they are given. It is nil
// when edits overlap or lie outside: half of them made would be worse than no frame.
func (m *message) splice(edits ...edit) []byte { return splice(m.raw, edits) }

func splice(raw []byte, edits []edit) []byte {
	byStart := func(a, b edit) int { return cmp.Compare(a.start, b.start) }
	if !slices.IsSortedFunc(edits, byStart) {
		edits = slices.Clone(edits)
		slices.SortStableFunc(edits, byStart)
	}
	size, at := len(raw), 0
	for _, x := range edits {
		if x.start < at || x.end < x.start || x.end > len(raw) {
			return nil
		}
		size += len(x.text) - (x.end - x.start)
		at = x.end
	}
	out := make([]byte, 0, size)
	at = 0
	for _, x := range edits {
		out = append(append(out, raw[at:x.start]...), x.text...)
		at = x.end
	}
	return append(out, raw[at:]...)
}

package format

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A reply restores text while it comes. From where JSON begins in a line, the line waits
// for its end, and is read as in a log; see logFormat. A fenced block of a language that is
// a format's is a document.
type reply struct {
	dst  io.Writer
	form Form
	restoring

	midway bool   // in a line
	json   bool   // text writes values as JSON has them
	front  []byte // of a line: JSON may begin there, or has begun and not ended
	waits  bool   // it has begun
	block  fence  // front is of what it opens
	line   int    // of front: where the last line begins, which has not ended
	seen   int    // of front: no line ends in what is behind line up to here
	text   *cloak.Restorer
	buf    bytes.Buffer // restored, on its way to dst
}

// A Form says what the lines of a restored text are.
type Form uint8

const (
	AutoLines Form = iota // text, with JSON in it
	TextLines
	JSONLines
)

func newReply(m *cloak.Mapping, dst io.Writer, form Form) *reply {
	r := &reply{dst: dst, form: form, restoring: restoring{m: m, back: map[int]bool{}, inText: true}}
	r.text = m.RestoreTo(&r.buf, cloak.RestoreOptions{})
	return r
}

// maxLine is how long a line may be that waits for its end, in bytes. What is longer is
// text, in which values are escaped if it began with a brace and a quote.
const maxLine = 1 << 20

// Write restores p; what cannot be decided yet, because it may begin a stand-in or JSON,
// waits for more.
func (r *reply) Write(p []byte) (int, error) {
	if r.block.count > 0 {
		r.front = append(r.front, p...)
		rest, err := r.inBlock(false)
		if err != nil || len(rest) == 0 {
			return len(p), errors.Join(err, r.send())
		}
		_, err = r.Write(rest)
		return len(p), err
	}
	if r.waits && len(r.front)+len(p) < maxLine && bytes.IndexByte(p, '\n') < 0 {
		r.front = append(r.front, p...)
		return len(p), nil
	}
	rest := p
	if len(r.front) > 0 {
		rest = append(r.front, p...)
		r.front = nil
	}
	for len(rest) > 0 {
		n, err := r.step(rest)
		if err != nil {
			return 0, err
		}
		if n == 0 {
			r.front = bytes.Clone(rest)
			break
		}
		rest = rest[n:]
	}
	return len(p), r.send()
}

// step restores what p begins with, and tells how much that is; 0 if it waits.
func (r *reply) step(p []byte) (int, error) {
	end := bytes.IndexByte(p, '\n') + 1
	switch {
	case r.waits && end == 0 && len(p) < maxLine:
		return 0, nil
	case r.waits && end > 0:
		r.waits = false
		return end, r.ended(string(p[:end]))
	case r.waits: // too long
		r.waits = false
		return len(p), r.plain(p, r.form == JSONLines || !r.midway && beginsObject(p))
	case r.form == TextLines || r.midway && r.json:
		if end == 0 || r.form == TextLines {
			end = len(p)
		}
		return end, r.plain(p[:end], r.json)
	case r.form == JSONLines:
		r.waits = true
		return r.step(p)
	}
	if opens, known := r.opensBlock(p); opens {
		r.front, r.seen = bytes.Clone(p), r.line
		rest, err := r.inBlock(false)
		return len(p) - len(rest), err
	} else if !known {
		return 0, nil
	}
	begin, sure := opener(p)
	if begin = min(begin, fenceIn(p)); begin > 0 {
		return begin, r.plain(p[:begin], false)
	}
	if r.waits = sure; !sure {
		return 0, nil
	}
	return r.step(p)
}

// fenceIn is where in p a line begins that is not the first, and may open a block.
func fenceIn(p []byte) int {
	for at := 0; ; {
		k := bytes.IndexByte(p[at:], '\n') + 1
		if at += k; k == 0 || at == len(p) {
			return len(p)
		}
		if is, known := beginsFence(p[at:]); is || !known {
			return at
		}
	}
}

// opener is where JSON begins in p, or, not sure, may begin, with what comes behind p.
func opener(p []byte) (at int, sure bool) {
	s := asString(p)
	at = len(s)
	for _, x := range openers {
		if k := strings.Index(s, x); k >= 0 && k < at {
			at, sure = k, true
		}
	}
	if sure {
		return at, true
	}
	for _, x := range openers {
		for n := len(x) - 1; n > 0; n-- {
			if strings.HasSuffix(s, x[:n]) {
				at = min(at, len(s)-n)
			}
		}
	}
	return at, false
}

// beginsObject reports whether p begins an object of JSON: with a brace and, behind a blank,
// a quote. {{ and {x=1} are no JSON.
func beginsObject(p []byte) bool {
	return bytes.HasPrefix(p, []byte(`{"`)) || bytes.HasPrefix(p, []byte(`{ "`))
}

// plain restores text; json says that its values are written as JSON has them.
func (r *reply) plain(p []byte, json bool) error {
	if json != r.json {
		if err := r.text.Close(); err != nil { // what waits belongs to what was before
			return err
		}
		if r.json = json; json {
			r.text.Encode(cloak.Chain(cloak.JSONString))
		} else {
			r.text.Encode(cloak.Plain)
		}
	}
	r.midway = p[len(p)-1] != '\n'
	_, err := r.text.Write(p)
	return err
}

// ended restores a line, or what is left of it from where JSON begins.
func (r *reply) ended(s string) error {
	json := r.form == JSONLines || !r.midway && beginsObject([]byte(s))
	if r.midway = false; !holdsJSON(s) {
		return r.plain([]byte(s), json)
	}
	return r.document(s, logFormat)
}

// document restores one.
func (r *reply) document(s string, f *Format) error {
	if err := r.text.Close(); err != nil { // what waits belongs to what was before
		return err
	}
	r.buf.WriteString(r.restoring.document(Document{Text: s, Format: f}))
	return nil
}

func (r *reply) send() error {
	_, err := r.dst.Write(r.buf.Bytes())
	r.buf.Reset()
	return err
}

// Close writes the rest.
func (r *reply) Close() error {
	if r.block.count > 0 {
		rest, err := r.inBlock(true)
		if err != nil {
			return err
		}
		r.front = rest
	}
	if front := r.front; len(front) > 0 {
		r.front = nil
		var err error
		if r.waits {
			err = r.ended(string(front))
		} else {
			err = r.plain(front, r.midway && r.json)
		}
		if err != nil {
			return err
		}
	}
	if err := r.text.Close(); err != nil {
		return err
	}
	return r.send()
}

// gaps are those of the pairs sent that did not come back.
func (r *reply) gaps(sent []int) (gaps []cloak.Gap) {
	for _, g := range r.text.Gaps(sent...) {
		if !r.back[g.Seq] {
			gaps = append(gaps, g)
		}
	}
	return gaps
}

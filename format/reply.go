package format

import (
	"bytes"
	"errors"
	"io"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A reply restores text line by line, while it comes. A line of JSON is a document, other
// lines are text. What a line begins with tells, see isJSON. A fenced block of a language
// that is a format's is a document, too.
type reply struct {
	dst  io.Writer
	form Form
	restoring

	midway bool   // in a line
	json   bool   // the line is JSON
	front  []byte // of a line: too little to tell, or JSON that has not ended
	waits  bool   // front is of a line of JSON
	block  fence  // front is of what it opens
	line   int    // of front: where the last line begins, which has not ended
	seen   int    // of front: no line ends in what is behind line up to here
	text   *cloak.Restorer
	buf    bytes.Buffer // restored, on its way to dst
}

// A Form says what the lines of a restored text are.
type Form uint8

const (
	AutoLines Form = iota // JSON, if they begin with {" or {}; else text
	TextLines
	JSONLines
)

func newReply(m *cloak.Mapping, dst io.Writer, form Form) *reply {
	r := &reply{dst: dst, form: form, restoring: restoring{m: m, back: map[int]bool{}, inText: true}}
	r.text = m.RestoreTo(&r.buf, cloak.RestoreOptions{})
	return r
}

// maxLine is how long a line of JSON may be that waits for its end, in bytes. A longer one
// is text in which values are escaped.
const maxLine = 1 << 20

// Write restores p; what cannot be decided yet, because it may begin a stand-in, waits
// for more.
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
	r.waits = false
	for len(rest) > 0 {
		opens, known := r.opensBlock(rest)
		if opens {
			r.front, r.seen = bytes.Clone(rest), r.line
			var err error
			if rest, err = r.inBlock(false); err != nil {
				return 0, err
			}
			continue
		}
		json, told := r.isJSON(rest)
		if !known || !told {
			r.front = bytes.Clone(rest)
			break
		}
		if json && !r.midway {
			k := bytes.IndexByte(rest, '\n') + 1
			if k == 0 && len(rest) < maxLine {
				r.front, r.waits = bytes.Clone(rest), true
				break
			}
			if k > 0 && isJSON(string(rest[:k])) {
				if err := r.whole(string(rest[:k]), jsonFormat); err != nil {
					return 0, err
				}
				rest = rest[k:]
				continue
			}
		}
		if err := r.begin(json); err != nil {
			return 0, err
		}
		n := r.stretch(rest) // one line, if that is JSON which is broken
		if _, err := r.text.Write(rest[:n]); err != nil {
			return 0, err
		}
		r.midway = rest[n-1] != '\n'
		rest = rest[n:]
	}
	return len(p), r.send()
}

// whole restores a document.
func (r *reply) whole(s string, f *Format) error {
	if err := r.text.Close(); err != nil { // what waits belongs to the line before
		return err
	}
	r.buf.WriteString(r.document(Document{Text: s, Format: f}))
	return nil
}

// isJSON reports whether p, which begins a line unless one is open, begins an object of
// JSON: with a brace and, behind blanks, a quote or the other brace. {{ and {x=1} are no
// JSON. It is not known while p ends there.
func (r *reply) isJSON(p []byte) (is, known bool) {
	switch {
	case r.midway:
		return r.json, true
	case r.form != AutoLines:
		return r.form == JSONLines, true
	case p[0] != '{':
		return false, true
	}
	const blanks = 16
	for i := 1; i <= blanks; i++ {
		if i == len(p) {
			return false, false
		}
		if p[i] != ' ' && p[i] != '\t' {
			return p[i] == '"' || p[i] == '}', true
		}
	}
	return false, true
}

// begin makes the restorer write as a line needs it.
func (r *reply) begin(json bool) error {
	if r.midway || json == r.json {
		return nil
	}
	if err := r.text.Close(); err != nil {
		return err
	}
	r.json = json
	if json {
		r.text.Encode(cloak.Chain(cloak.JSONString))
	} else {
		r.text.Encode(cloak.Plain)
	}
	return nil
}

// stretch is the length of the lines that p begins with and that are of one kind.
func (r *reply) stretch(p []byte) int {
	if r.form == TextLines {
		return len(p)
	}
	for at := 0; ; {
		i := bytes.IndexByte(p[at:], '\n')
		if at += i + 1; i < 0 || at == len(p) {
			return len(p)
		}
		next := reply{form: r.form}
		if json, known := next.isJSON(p[at:]); !known || json {
			return at
		}
		if fence, known := beginsFence(p[at:]); r.form == AutoLines && (!known || fence) {
			return at
		}
	}
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
	if len(r.front) > 0 {
		front := r.front
		r.front = nil
		if json, known := r.isJSON(front); known && json && isJSON(string(front)) {
			if err := r.whole(string(front), jsonFormat); err != nil {
				return err
			}
		} else if err := r.begin(known && json); err != nil {
			return err
		} else if _, err := r.text.Write(front); err != nil {
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

package format

import (
	"bytes"
	"context"
	"io"
	"unsafe"

	"github.com/seed-052fbf24/cloak/cloak"
)

// Options say how a stream is read.
type Options struct {
	File   string  // its name, which may be ""
	Format *Format // nil: told by the name, or by what the stream begins with
	Max    int     // bytes; a document that is read as a whole and has more is text. 0 is DefaultMax
	Size   int     // bytes that are to come; 0 if nobody knows. It saves memory, and nothing else
	Lines  Form    // of restored text
	Binary BinaryPolicy
}

// DefaultMax is the size of a document, in bytes, up to which it is held in memory. What
// can be read in parts has no bound.
const DefaultMax = 128 << 20

const (
	headLen = 32 << 10  // bytes, that tell a format
	partLen = 256 << 10 // bytes, of a document that is read in parts
)

// A buffer collects a stream until it is known what it is, and then the part of it, or
// the whole, that is read at once.
type buffer struct {
	o      Options
	format *Format // nil: not known yet
	large  bool    // it is longer than Max, and text for that
	buf    []byte
	more   [][]byte // what stands behind buf, so far
	waits  int      // bytes in more
	known  string   // what parts know of the first one
	parts  bool     // there was a first one
	next   int      // bytes that are to be there before a part's end is looked for again
}

func newBuffer(o Options) buffer {
	if o.Max <= 0 {
		o.Max = DefaultMax
	}
	return buffer{o: o, format: o.Format}
}

// add takes p in and, if that is not known, looks whether it tells the format.
func (b *buffer) add(p []byte) {
	if b.format == nil && b.o.File != "" && len(b.buf)+len(p) >= len(littleEndianMark) {
		if f := byName(b.o.File, string(b.buf)+string(p[:min(len(p), 2)])); f != nil {
			b.decide(f)
		}
	}
	if b.buf == nil && b.format != nil && b.format != Plain && b.format.cut == nil {
		b.buf = make([]byte, 0, min(b.o.Size, b.o.Max)+len(p))
	}
	if len(b.buf) >= chunkLen && len(b.buf)+len(p) > cap(b.buf) {
		b.keep(p)
	} else {
		b.buf = append(b.buf, p...)
	}
	if b.format == nil && len(b.buf) >= headLen {
		b.look()
	}
	if b.format != nil && b.format.cut == nil && len(b.buf)+b.waits > b.o.Max {
		b.tooLarge()
	}
}

// chunkLen is what a document that waits for its end is kept in, in bytes: a buffer that
// grows would be there twice, and more often in garbage.
const chunkLen = 4 << 20

// keep takes p in behind buf.
func (b *buffer) keep(p []byte) {
	b.waits += len(p)
	for len(p) > 0 {
		k := len(b.more) - 1
		if k < 0 || len(b.more[k]) == chunkLen {
			b.more = append(b.more, make([]byte, 0, chunkLen))
			k++
		}
		n := min(len(p), chunkLen-len(b.more[k]))
		b.more[k] = append(b.more[k], p[:n]...)
		p = p[n:]
	}
}

// join brings all that has come together.
func (b *buffer) join() {
	if b.waits == 0 {
		return
	}
	buf := make([]byte, len(b.buf), len(b.buf)+b.waits)
	copy(buf, b.buf)
	for i, c := range b.more {
		buf = append(buf, c...)
		b.more[i] = nil
	}
	b.buf, b.more, b.waits = buf, nil, 0
}

// look tells the format by what has come.
func (b *buffer) look() {
	if b.format == nil && len(b.buf) > 0 {
		b.decide(Detect(b.o.File, asString(b.buf[:min(len(b.buf), headLen)])))
	}
}

// early reports whether too little has come to tell a document from lines of JSON: none has
// ended yet.
func (b *buffer) early() bool {
	head := bytes.TrimLeft(b.buf, " \t\r\n")
	return b.format == nil && len(head) > 0 && (head[0] == '{' || head[0] == '[') && bytes.IndexByte(head, '\n') < 0
}

func (b *buffer) decide(f *Format) {
	if b.format = f; f == logFormat && b.o.Format == nil { // so is what has no JSON yet
		b.format = Plain
	}
	if f.cut == nil && b.o.Size > b.o.Max {
		b.tooLarge()
	}
}

func (b *buffer) tooLarge() {
	if b.format != Plain {
		b.format, b.large = Plain, true
	}
}

// ready is how much of what has come is a part; 0 for none. last says that no more comes.
func (b *buffer) ready(last bool) int {
	if !last && len(b.buf)+b.waits < b.next { // a record that goes on is not read again with every write
		return 0
	}
	if last || b.format.cut != nil {
		b.join()
	}
	switch {
	case last:
		return len(b.buf)
	case b.format.cut == nil:
		return 0
	}
	k := b.format.cut(asString(b.buf), b.known)
	if b.next = 0; k == 0 && len(b.buf) >= partLen {
		b.next = min(2*len(b.buf), b.o.Max+1)
	}
	if k == 0 && len(b.buf) > b.o.Max { // one record, which never ends
		b.tooLarge()
	}
	return k
}

// take is the document of the first k bytes, which are not to be kept: take ends before
// the next add.
func (b *buffer) take(k int) Document {
	return Document{Text: asString(b.buf[:k]), Format: b.format, File: b.o.File, known: b.known}
}

// drop forgets them.
func (b *buffer) drop(k int) {
	switch {
	case b.format.carry != nil:
		b.known = b.format.carry(asString(b.buf[:k]), b.known)
	case !b.parts && b.format.header != nil:
		b.known = b.format.header(string(b.buf[:k]))
	}
	b.parts = true
	if b.buf = append(b.buf[:0], b.buf[k:]...); len(b.buf) == 0 && cap(b.buf) > 4*partLen {
		b.buf = nil
	}
}

// writeString writes s without a copy of all of it.
func writeString(w io.Writer, s string) error {
	for len(s) > 0 {
		k := min(len(s), partLen)
		if _, err := io.WriteString(w, s[:k]); err != nil {
			return err
		}
		s = s[k:]
	}
	return nil
}

// Pending is the number of bytes that wait.
func (w *Writer) Pending() int {
	if w.text != nil {
		return w.text.Pending()
	}
	return len(w.buf) + w.waits
}

func asString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// A Writer sanitizes a stream: what is written to it goes, sanitized, to the underlying
// writer. Logs, lines of JSON, tables and assignments go in parts; other documents when
// the Writer is closed, if they do not exceed Options.Max; text as cloak.Writer has it.
// It is not safe for concurrent use.
type Writer struct {
	// Found, if set before the first Write, is told of every part, in order and without
	// gaps.
	Found func(cloak.Window)
	// Before, if set, is called before the output of a part leaves that has brought the
	// mapping something new: the place to make the mapping durable.
	Before func() error

	buffer
	e    *cloak.Engine
	m    *cloak.Mapping
	ctx  context.Context
	dst  io.Writer
	src  cloak.Source
	told bool          // that it is no binary, or may pass
	pass bool          // it is, and passes
	text *cloak.Writer // of what is no document
	in   int           // bytes of the stream dealt with
	out  int           // bytes written
	err  error
}

// SanitizeTo returns a Writer to dst. With Config.Redact, m may be nil.
func SanitizeTo(ctx context.Context, e *cloak.Engine, m *cloak.Mapping, dst io.Writer, src cloak.Source, o Options) *Writer {
	if m == nil {
		m, _ = cloak.NewMapping(cloak.Snapshot{})
	}
	return &Writer{e: e, m: m, ctx: ctx, dst: dst, src: src, buffer: newBuffer(o)}
}

// Format is what the stream is read as, nil if that is not known yet: [Plain], too, for
// text in whose lines JSON stands. large says that it is text because it exceeds Options.Max.
func (w *Writer) Format() (f *Format, large bool) { return w.format, w.large }

// Write takes any split of the text.
func (w *Writer) Write(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	switch {
	case w.text != nil:
		var n int
		n, w.err = w.text.Write(p)
		return n, w.err
	case w.pass:
		w.err = w.through(p)
		return len(p), w.err
	case !w.told && len(w.buf)+len(p) < binaryLen:
		w.buf = append(w.buf, p...)
		return len(p), nil
	case !w.told:
		if w.err = w.tell(p); w.err != nil || w.pass {
			return len(p), w.err
		}
	}
	if w.add(p); w.format == Plain {
		w.err = w.asText()
	} else if w.format != nil && w.format.cut != nil && len(w.buf) >= partLen {
		w.err = w.part(false)
	}
	if w.err != nil {
		return 0, w.err
	}
	return len(p), nil
}

// tell decides whether what has come, and p, begin a binary.
func (w *Writer) tell(p []byte) error {
	w.told = true
	if w.o.Binary == BinaryAsText {
		return nil
	}
	what := Binary(string(w.buf) + string(p[:min(len(p), binaryLen)]))
	if what == "" {
		return nil
	}
	if w.o.Binary == RefuseBinary {
		w.buf = nil
		return &BinaryError{what}
	}
	w.pass, w.format = true, Plain
	head := w.buf
	w.buf = nil
	if err := w.through(head); err != nil {
		return err
	}
	return w.through(p)
}

// through passes what is a binary.
func (w *Writer) through(p []byte) error {
	if _, err := w.dst.Write(p); err != nil || len(p) == 0 {
		return err
	}
	if w.Found != nil {
		w.Found(cloak.Window{Text: string(p), Offset: w.in})
	}
	w.in, w.out = w.in+len(p), w.out+len(p)
	return nil
}

// Flush sends what can be sent: complete records and lines. A stream that nobody has
// named is told by what has come.
func (w *Writer) Flush() error {
	if w.err != nil || w.text == nil && len(w.buf) == 0 {
		return w.err
	}
	if !w.told {
		if w.err = w.tell(nil); w.err != nil || w.pass {
			return w.err
		}
	}
	if w.text == nil {
		if w.early() {
			return nil
		}
		if w.look(); w.format == Plain {
			w.err = w.asText()
		} else {
			w.err = w.part(false)
		}
	}
	if w.text != nil && w.err == nil {
		w.err = w.text.Flush()
	}
	return w.err
}

// Close sends the rest. It does not close the underlying writer.
func (w *Writer) Close() error {
	if w.err == nil && !w.told {
		w.err = w.tell(nil)
	}
	if w.pass {
		return w.err
	}
	if w.err == nil && w.text == nil {
		if w.look(); w.format == Plain {
			w.err = w.asText()
		} else if len(w.buf) > 0 {
			w.err = w.part(true)
		}
	}
	if w.text != nil && w.err == nil {
		w.err = w.text.Close()
	}
	return w.err
}

// asText hands over to the engine's own stream.
func (w *Writer) asText() error {
	w.text = w.e.SanitizeTo(w.ctx, w.m, w.dst, w.src)
	w.text.Before = w.Before
	if w.o.Format == nil {
		w.text.Lines = w.log
	}
	if w.Found != nil {
		in, out := w.in, w.out
		w.text.Found = func(x cloak.Window) {
			x.Offset += in
			for i := range x.Findings {
				shift(&x.Findings[i], in, out)
			}
			w.Found(x)
		}
	}
	w.join()
	_, err := w.text.Write(w.buf)
	w.buf = nil
	return err
}

// log sanitizes a window of text with JSON in its lines.
func (w *Writer) log(text string) (string, []cloak.Finding, bool, error) {
	if !mayHoldJSON(text) { // what may can become some
		return "", nil, false, nil
	}
	r, err := Sanitize(w.ctx, w.e, w.m, Document{Text: text, Format: logFormat, File: w.o.File}, w.src)
	return r.Text, r.Findings, true, err
}

func shift(f *cloak.Finding, in, out int) {
	f.Start, f.End = f.Start+in, f.End+in
	f.Out.Start, f.Out.End = f.Out.Start+out, f.Out.End+out
}

// part sanitizes and emits what is complete.
func (w *Writer) part(last bool) error {
	k := w.ready(last)
	if w.format == Plain {
		return w.asText()
	}
	if k == 0 {
		return nil
	}
	changes := w.m.Changes()
	d := w.take(k)
	j := newJob(w.ctx, w.e, w.m, d, w.src)
	err := j.document()
	if err == nil && w.Before != nil && w.m.Changes() != changes {
		err = w.Before()
	}
	if err != nil {
		return err
	}
	n := 0
	if j.pieces(pieceLen, func(piece string) bool {
		n += len(piece)
		err = writeString(w.dst, piece)
		return err == nil
	}); err != nil {
		return err
	}
	if w.Found != nil {
		fs := j.findings()
		for i := range fs {
			shift(&fs[i], w.in, w.out)
		}
		w.Found(cloak.Window{Text: d.Text, Offset: w.in, Findings: fs})
	}
	w.in, w.out = w.in+k, w.out+n
	w.drop(k)
	return nil
}

package cloak

import (
	"bytes"
	"context"
	"io"
	"strings"
)

// A stream is sanitized window by window: so much is read, cut behind a line, and
// treated as one text. What a window's end could hide from the next one is only
// a line longer than a window; there the cut falls beside white space if there is
// any within holdBack, what is replaced next to it takes its token, which no
// neighbour extends, and the next window sees the end of the last one.
type windows struct {
	size int // bytes, from which on there is a window
	hold int // of its end, where white space to cut at is looked for
	key  int // of an open private key, that wait for its end
}

func streamWindows() windows { return windows{size: 256 << 10, hold: 8 << 10, key: 64 << 10} }

// contextLen is how much of the last output the next window is read with.
const contextLen = 2 * shapeLimit

// A Window is a stretch of a stream and what was found in it. Windows follow
// each other without a gap. It holds originals: keep it out of logs.
type Window struct {
	Text     string    // as it was read
	Offset   int       // of Text in the stream, bytes
	Findings []Finding // spans relative to the stream, and to the output
}

// String does not show the text.
func (w Window) String() string { return "cloak.Window{…}" }

// GoString does not show the text.
func (w Window) GoString() string { return w.String() }

// A Writer sanitizes a stream: what is written to it goes, sanitized, to the
// underlying writer, window by window. It is not safe for concurrent use.
type Writer struct {
	// Found, if set before the first Write, is told of every window.
	Found func(Window)
	// Before, if set, is called before the output of a window leaves that has
	// brought the mapping something new: the place to make the mapping durable.
	Before func() error
	// Lines, if set, is given every window that is made of whole lines. If it reports that
	// it has sanitized it, with findings whose spans are relative to it, the Writer does not.
	Lines func(text string) (out string, fs []Finding, done bool, err error)

	e      *Engine
	m      *Mapping
	ctx    context.Context
	dst    io.Writer
	src    Source
	win    windows
	buf    []byte
	before string // the end of the last output, if no line ended there
	in     int    // bytes of the stream dealt with
	out    int    // bytes written
	err    error
}

// SanitizeTo returns a Writer to dst. With Config.Redact, m may be nil.
func (e *Engine) SanitizeTo(ctx context.Context, m *Mapping, dst io.Writer, src Source) *Writer {
	return &Writer{e: e, m: m, ctx: ctx, dst: dst, src: src, win: streamWindows()}
}

// Write takes any split of the text.
func (w *Writer) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 && w.err == nil {
		k := min(len(p), w.win.size-len(w.buf)%w.win.size)
		w.buf = append(w.buf, p[:k]...)
		p = p[k:]
		for len(w.buf) >= w.win.size && w.err == nil {
			k := w.win.cut(w.buf)
			if k == 0 {
				break // an open private key
			}
			w.window(k, false)
		}
	}
	if w.err != nil {
		return n - len(p), w.err
	}
	return n, nil
}

// Flush sends the complete lines that wait, but not an open private key.
func (w *Writer) Flush() error {
	if k := w.win.lines(w.buf); k > 0 && w.err == nil {
		w.window(k, false)
	}
	return w.err
}

// Close sends the rest. It does not close the underlying writer.
func (w *Writer) Close() error {
	if len(w.buf) > 0 && w.err == nil {
		w.window(len(w.buf), true)
	}
	return w.err
}

// Pending is the number of bytes that wait.
func (w *Writer) Pending() int { return len(w.buf) }

// window sanitizes and emits the first k bytes that wait; last tells that nothing
// follows them.
func (w *Writer) window(k int, last bool) {
	text := w.before + string(w.buf[:k])
	frozen := len(w.before)
	open := text[len(text)-1] != '\n' && !last
	var changes uint64
	if w.m != nil {
		changes = w.m.Changes()
	}
	var out string
	var fs []Finding
	var err error
	done := false
	if w.Lines != nil && frozen == 0 && !open {
		out, fs, done, err = w.Lines(text)
	}
	if !done && err == nil {
		c := &call{e: w.e, m: w.m, ctx: w.ctx, in: Input{Text: text}, src: w.src, frozen: frozen, open: open}
		out, fs, err = c.run()
	}
	if err == nil && w.Before != nil && w.m != nil && w.m.Changes() != changes {
		err = w.Before()
	}
	if err != nil {
		w.err = err
		return
	}
	if _, w.err = io.WriteString(w.dst, out[frozen:]); w.err != nil {
		return
	}
	if w.Found != nil {
		for i := range fs {
			fs[i].Span = fs[i].Span.shifted(w.in - frozen)
			fs[i].Out = fs[i].Out.shifted(w.out - frozen)
		}
		w.Found(Window{text[frozen:], w.in, fs})
	}
	w.in += k
	w.out += len(out) - frozen
	w.before = ""
	if out[len(out)-1] != '\n' {
		w.before = strings.Clone(out[max(0, len(out)-contextLen):])
	}
	w.buf = append(w.buf[:0], w.buf[k:]...)
}

func (s Span) shifted(by int) Span { return Span{s.Start + by, s.End + by} }

// cut returns how much of a full buffer is one window: up to the last line end
// in front of an open private key, else beside white space, else most of it.
// It is 0 while the key may still end.
func (w windows) cut(b []byte) int {
	if k := w.lines(b); k > 0 {
		return apart(b, k)
	}
	if k := w.openKey(b); k == 0 && len(b) < w.size+w.key {
		return 0
	} else if k > 0 {
		return k
	}
	k := max(1, len(b)-w.hold)
	if i := bytes.LastIndexAny(b[k:], " \t\r"); i >= 0 {
		return k + i + 1
	}
	return k
}

// maxApart is how far in front of the last line's end a better seam is looked for.
const maxApart = 4 << 10

// apart returns the last end of a line, at k or within maxApart in front of it, behind
// which no value of a key in front of it begins: the next line is not indented, and the
// one before ends in no sign of a value to come. Without one it is k.
func apart(b []byte, k int) int {
	for j := k; j > 0 && k-j <= maxApart; j = bytes.LastIndexByte(b[:j-1], '\n') + 1 {
		line := bytes.TrimRight(b[bytes.LastIndexByte(b[:j-1], '\n')+1:j], "\r\n\t ")
		last := byte(0)
		if len(line) > 0 {
			last = line[len(line)-1]
		}
		if j < len(b) && b[j] != ' ' && b[j] != '\t' && last != ':' && last != '|' && last != '>' && last != '\\' {
			return j
		}
	}
	return k
}

// lines returns the end of the last complete line that is not part of an open
// private key; 0 if there is none.
func (w windows) lines(b []byte) int {
	end := len(b)
	if k := w.openKey(b); k >= 0 && len(b)-k < w.key {
		end = k
	}
	return bytes.LastIndexByte(b[:end], '\n') + 1
}

// openKey returns where a private key begins whose end is not in b, -1 if there
// is none. A header or footer that b ends in may be a key's.
func (w windows) openKey(b []byte) int {
	const header, footer, dashes, title = "-----BEGIN ", "-----END ", "-----", 64
	from := max(0, len(b)-w.key)
	k := bytes.LastIndex(b[from:], []byte(header))
	if k < 0 {
		return -1
	}
	rest := b[from+k+len(header):]
	if len(rest) >= title && !bytes.Contains(rest[:title], []byte("PRIVATE KEY")) {
		return -1
	}
	if _, end, ok := bytes.Cut(rest, []byte(footer)); ok && (len(end) >= title || bytes.Contains(end, []byte(dashes))) {
		return -1
	}
	return from + k
}

// Copy sanitizes r to dst and returns the number of findings per entity.
func (e *Engine) Copy(ctx context.Context, m *Mapping, dst io.Writer, r io.Reader, src Source) (map[Entity]int, error) {
	counts := map[Entity]int{}
	w := e.SanitizeTo(ctx, m, dst, src)
	w.Found = func(x Window) {
		for _, f := range x.Findings {
			counts[f.Entity]++
		}
	}
	if _, err := io.Copy(w, r); err != nil {
		return counts, err
	}
	return counts, w.Close()
}

// FindFrom finds in a stream, in the windows that a Writer would use, and calls
// found for each of them. Memory is bounded by a window.
func (e *Engine) FindFrom(ctx context.Context, r io.Reader, found func(Window) error) error {
	return e.findFrom(ctx, r, streamWindows(), found)
}

func (e *Engine) findFrom(ctx context.Context, r io.Reader, w windows, found func(Window) error) error {
	buf := make([]byte, 0, w.size)
	offset := 0
	for {
		n, err := io.ReadFull(r, buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		last := err == io.EOF || err == io.ErrUnexpectedEOF
		if err != nil && !last {
			return err
		}
		k := len(buf)
		if !last {
			if k = w.cut(buf); k == 0 { // an open private key: make room for its end
				buf = append(make([]byte, 0, cap(buf)+w.key), buf...)
				continue
			}
		}
		if k > 0 {
			text := string(buf[:k])
			fs, err := e.Find(ctx, text)
			if err != nil {
				return err
			}
			for i := range fs {
				fs[i].Span = fs[i].Span.shifted(offset)
			}
			if err := found(Window{text, offset, fs}); err != nil {
				return err
			}
		}
		if last {
			return nil
		}
		offset += k
		buf = append(buf[:0], buf[k:]...)
	}
}

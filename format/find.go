package format

import (
	"cmp"
	"context"
	"io"
	"slices"

	"github.com/seed-052fbf24/cloak/cloak"
)

// Find returns what is in the scalars of d, in order: spans in the document. What is
// decoded as a whole, as base64 is, has the span of all of it.
func Find(ctx context.Context, e *cloak.Engine, d Document) ([]cloak.Finding, error) {
	if d.Format == Plain {
		in, left := d.input()
		if left {
			return nil, nil
		}
		return e.FindIn(ctx, in)
	}
	j := newJob(ctx, e, nil, d, cloak.Source{})
	may := j.suspects()
	var err error
	var all []cloak.Finding
	d.Scalars(func(s *Scalar) bool {
		if s.left || !j.hides(s) && !may.touch(s) && !j.tells(s.Label) {
			return true
		}
		var fs []cloak.Finding
		if fs, err = j.find(s); err != nil {
			return false
		}
		all = append(all, fs...)
		return true
	})
	if err = cmp.Or(err, may.err); err != nil {
		return nil, err
	}
	return all, nil
}

func (j *job) find(s *Scalar) ([]cloak.Finding, error) {
	if s.inner != nil {
		fs, err := Find(j.ctx, j.e, *s.inner)
		for i := range fs {
			fs[i].Span = s.raw
		}
		if err != nil || !s.guessed {
			return fs, err
		}
		more, err := j.e.FindIn(j.ctx, cloak.Input{Text: s.Text, Path: j.d.File})
		for i := range more {
			more[i].Span = s.span(more[i].Span)
		}
		return append(fs, more...), err
	}
	in, ok := j.input(s)
	if !ok {
		return nil, nil
	}
	fs, err := j.e.FindIn(j.ctx, in)
	if err != nil {
		return nil, err
	}
	for i := range fs {
		fs[i].Span = s.span(fs[i].Span)
	}
	if s.parts == nil {
		return fs, nil
	}
	found := len(fs)
	s.parts(s.Text, s.at, func(x *Scalar) bool {
		if !j.hides(x) && !j.tells(x.Label) {
			return true
		}
		var more []cloak.Finding
		more, err = j.find(x)
		for _, f := range more {
			if !slices.ContainsFunc(fs[:found], func(g cloak.Finding) bool { return f.Start < g.End && g.Start < f.End }) {
				fs = append(fs, f)
			}
		}
		return err == nil
	})
	slices.SortStableFunc(fs, func(a, b cloak.Finding) int { return a.Start - b.Start })
	return fs, err
}

// FindFrom finds in a stream, in the parts that a Writer would use, and calls found for
// each of them. It returns what the stream was read as, and whether it was text because it
// exceeds Options.Max.
func FindFrom(ctx context.Context, e *cloak.Engine, r io.Reader, o Options, found func(cloak.Window) error) (f *Format, large bool, err error) {
	b := newBuffer(o)
	chunk := make([]byte, headLen)
	offset := 0
	for {
		n, err := io.ReadFull(r, chunk)
		last := err == io.EOF || err == io.ErrUnexpectedEOF
		if err != nil && !last {
			return b.format, b.large, err
		}
		if b.add(chunk[:n]); last {
			b.look()
		}
		if b.format == nil && last { // nothing came
			return Plain, false, nil
		}
		if b.format == nil || b.format != Plain && !last && (b.format.cut == nil || len(b.buf) < partLen) {
			continue
		}
		k := 0
		if b.format != Plain {
			k = b.ready(last)
		}
		if b.format == Plain {
			b.join()
			rest := io.Reader(r)
			if last {
				rest = nil
			}
			return b.format, b.large, findText(ctx, e, b.buf, rest, offset, found)
		}
		if k > 0 {
			d := b.take(k)
			fs, err := Find(ctx, e, d)
			if err != nil {
				return b.format, b.large, err
			}
			for i := range fs {
				shift(&fs[i], offset, 0)
			}
			if err := found(cloak.Window{Text: d.Text, Offset: offset, Findings: fs}); err != nil {
				return b.format, b.large, err
			}
			offset += k
			b.drop(k)
		}
		if last {
			return b.format, b.large, nil
		}
	}
}

// findText goes on with what is no document.
func findText(ctx context.Context, e *cloak.Engine, head []byte, rest io.Reader, offset int, found func(cloak.Window) error) error {
	var r io.Reader = &headReader{head: head, rest: rest}
	return e.FindFrom(ctx, r, func(w cloak.Window) error {
		w.Offset += offset
		for i := range w.Findings {
			shift(&w.Findings[i], offset, 0)
		}
		return found(w)
	})
}

// A headReader reads what was read before, and then the rest, if there is one.
type headReader struct {
	head []byte
	rest io.Reader
}

func (h *headReader) Read(p []byte) (int, error) {
	if len(h.head) > 0 {
		n := copy(p, h.head)
		h.head = h.head[n:]
		return n, nil
	}
	if h.rest == nil {
		return 0, io.EOF
	}
	return h.rest.Read(p)
}

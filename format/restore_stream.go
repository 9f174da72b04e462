package format

import (
	"io"
	"sync"
	"time"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A Restorer restores a stream: a document of a format as Restore does, in parts where
// that can be, and other text while it comes. It is safe for concurrent use: whoever gives
// up on a stream that stays open closes the Restorer while another goroutine may still
// write.
type Restorer struct {
	mu     sync.Mutex
	closed bool
	buffer
	m     *cloak.Mapping
	dst   io.Writer
	text  *reply // of what is no document
	doc   restoring
	timer *time.Timer // until what has come must tell the format
	err   error       // of the timer
}

// patience is how long what has come waits for more that tells its format.
const patience = 300 * time.Millisecond

// RestoreTo returns a Restorer to dst.
func RestoreTo(m *cloak.Mapping, dst io.Writer, o Options) *Restorer {
	return &Restorer{m: m, dst: dst, buffer: newBuffer(o), doc: restoring{m: m, back: map[int]bool{}}}
}

// Format is what the stream is read as, nil if that is not known yet; large says that it
// is text because it exceeds Options.Max.
func (r *Restorer) Format() (f *Format, large bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.format, r.large
}

// Write takes any split of the text.
func (r *Restorer) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.closed:
		return 0, io.ErrClosedPipe
	case r.err != nil:
		return 0, r.fail(r.err)
	}
	if r.text == nil {
		r.add(p)
		if r.format == nil && r.timer == nil {
			r.timer = time.AfterFunc(patience, r.late)
		}
		return len(p), r.fail(r.step(false))
	}
	_, err := r.text.Write(p)
	return len(p), r.fail(err)
}

// fail closes r on an error: it would come again, and be said again.
func (r *Restorer) fail(err error) error {
	r.closed = r.closed || err != nil
	return err
}

// late tells the format by what has come.
func (r *Restorer) late() {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.closed || r.format != nil:
	case r.early():
		r.timer.Reset(patience)
	default:
		r.look()
		r.err = r.step(false)
	}
}

// step restores what is complete.
func (r *Restorer) step(last bool) error {
	switch {
	case r.format == nil || len(r.buf) == 0:
		return nil
	case r.format != Plain && (last || r.format.cut != nil):
		if k := r.ready(last); r.format != Plain && k > 0 {
			err := writeString(r.dst, r.doc.document(r.take(k)))
			r.drop(k)
			return err
		}
	}
	if r.format == Plain {
		r.text = newReply(r.m, r.dst, r.o.Lines)
		r.join()
		_, err := r.text.Write(r.buf)
		r.buf = nil
		return err
	}
	return nil
}

// Close writes the rest. Nothing passes afterwards.
func (r *Restorer) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.timer != nil {
		r.timer.Stop()
	}
	if r.closed {
		return nil
	}
	r.closed = true
	if r.err != nil {
		return r.err
	}
	if r.look(); r.text == nil {
		if err := r.step(true); err != nil {
			return err
		}
	}
	if r.text != nil {
		return r.text.Close()
	}
	return nil
}

// Gaps returns which of the pairs sent did not come back.
func (r *Restorer) Gaps(sent []int) []cloak.Gap {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.text == nil {
		return r.m.Gaps(sent, r.doc.back)
	}
	var gaps []cloak.Gap
	for _, g := range r.text.gaps(sent) {
		if !r.doc.back[g.Seq] {
			gaps = append(gaps, g)
		}
	}
	return gaps
}

package format

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"hash/maphash"
	"math/bits"
	"slices"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A Result is a sanitized document.
type Result struct {
	Text     string
	Findings []cloak.Finding // spans in the document, and in Text
	Format   *Format         // which was used
}

// String does not show the text.
func (r Result) String() string { return "format.Result{…}" }

// GoString does not show the text.
func (r Result) GoString() string { return r.String() }

// Sanitize replaces what e finds in the scalars of d by stand-ins of m, each written as
// the place has it. A value that is found in one scalar is looked for in all of them. The
// result is read again: if its scalars are not what they were meant to be, the error is
// ErrStructure. On an error nothing of d may be emitted. With Config.Redact, m may be nil.
func Sanitize(ctx context.Context, e *cloak.Engine, m *cloak.Mapping, d Document, src cloak.Source) (Result, error) {
	if d.Format == Plain {
		out, fs, err := e.SanitizeIn(ctx, m, cloak.Input{Text: d.Text, Label: d.label, Path: d.File}, src)
		if err != nil {
			return Result{}, err
		}
		return Result{out, fs, Plain}, nil
	}
	if m == nil { // of an engine that redacts
		m, _ = cloak.NewMapping(cloak.Snapshot{})
	}
	j := newJob(ctx, e, m, d, src)
	if err := j.document(); err != nil {
		return Result{}, err
	}
	return j.result(), nil
}

// ErrStructure means that a document cannot be written so that it reads as it was meant:
// it was none of its format, as a string with \a in it is none of JSON. As [Plain] text it
// can be sanitized, and restored.
var ErrStructure = errors.New("format: the sanitized document would not read as it was meant: it is none of its format")

// A splice is one span of the document and what is written there.
type splice struct {
	cloak.Finding        // its Span in the document
	text          string // as the place has it
	standIn       string // as it is
	quotes        bool   // it is no finding: a quote, or what quotes need
}

// A change is what was done to one scalar.
type change struct {
	n       int    // which scalar it is, from 0
	out     string // what it says now, while it is worked on
	sum     uint64 // of that
	splices []splice
}

type job struct {
	ctx     context.Context
	e       *cloak.Engine
	m       *cloak.Mapping
	d       Document
	src     cloak.Source
	all     bool              // look into every scalar, whatever Suspects says
	tokens  bool              // decoys have made another document of it
	telling map[string]bool   // labels that were asked for
	changes []change          // in order
	renamed map[string]string // what may be a label, and what it became: the sanitized document is read by that
	direct  *Result           // of a document that is one text
	meant   shape             // of the scalars that the result has
	hidden  bool              // there are some that are veiled
	seed    maphash.Seed      // of sums
	out     string            // the document, once it is written; see job.pieces
	err     error
}

func newJob(ctx context.Context, e *cloak.Engine, m *cloak.Mapping, d Document, src cloak.Source) *job {
	return &job{ctx: ctx, e: e, m: m, d: d, src: src, seed: maphash.MakeSeed()}
}

// rounds bounds how often all scalars are looked at: once for what is in them, and then
// for what was found elsewhere.
const rounds = 16

// document sanitizes all of it, and reads that again.
func (j *job) document() error {
	err := j.run()
	if errors.Is(err, ErrStructure) { // tokens stand where decoys do not
		j.tokens = true
		err = j.run()
	}
	if errors.Is(err, ErrStructure) && j.d.Format.whole != nil {
		return j.text()
	}
	if errors.Is(err, ErrStructure) && j.d.Format.holds { // what is in it is broken, and text
		if j.d.flat = true; j.run() == nil && j.restores() {
			return nil
		}
	}
	return j.mixed(err)
}

func (j *job) run() error {
	j.changes, j.direct, j.out, j.err = nil, nil, "", nil
	if whole := j.d.Format.whole; whole != nil && whole(j.d.Text) {
		err := j.plain(nil)
		if err == nil && len(j.direct.Findings) > 0 && !whole(j.direct.Text) {
			return ErrStructure
		}
		return err
	}
	known := j.m.Changes()
	all := j.mostlyText()
	may := j.suspects()
	j.look(func(s *Scalar) bool {
		return all || j.d.Format.mixed || j.hides(s) || may.touch(s) || j.tells(s.Label)
	})
	if j.err = cmp.Or(j.err, may.err); j.err != nil {
		return j.err
	}
	for n := 1; j.m.Changes() != known; n++ {
		if n == rounds {
			return cloak.ErrUnsettled
		}
		known = j.m.Changes()
		if !j.hidden && !j.sweeps().beside(j.changes) {
			break
		}
		sweeps := j.sweeps()
		changed := j.look(func(s *Scalar) bool {
			return s.veiled() || sweeps.touch(s)
		})
		if j.err != nil {
			return j.err
		}
		if !changed { // others may use the mapping, too
			break
		}
	}
	if len(j.changes) == 0 || j.d.Format.mixed || j.readsInPieces() { // mixed: see [job.mixed]
		return nil
	}
	if j.out = j.written(); !j.reads(func(yield func(string) bool) { yield(j.out) }) {
		return ErrStructure
	}
	return nil
}

// apart is Text, in which every scalar is a line if its format wants that.
func (d Document) apart() string {
	if !d.Format.apart {
		return d.Text
	}
	b := bytes.Repeat([]byte{'\n'}, len(d.Text))
	for s := range d.Scalars {
		copy(b[s.raw.Start:s.raw.End], d.Text[s.raw.Start:s.raw.End])
	}
	return string(b)
}

// sweeps are where originals that are looked for everywhere stand in the document.
func (j *job) sweeps() *suspects {
	return &suspects{text: j.d.apart(), find: func(text string) ([]cloak.Span, error) { return j.e.Sweeps(j.m, text), nil }}
}

// veiled reports whether a search of the document's bytes does not show what is in s.
func (s *Scalar) veiled() bool { return s.look || s.at != nil || s.inner != nil || s.parts != nil }

// restores reports whether the result is restored by who does not know how it was read.
func (j *job) restores() bool {
	back := func(text string) string {
		d := j.d
		d.Text, d.flat = text, false
		text, _ = Restore(j.m, d, cloak.RestoreOptions{})
		return text
	}
	want := j.d.Text
	if j.src.Echo { // which may hold stand-ins
		want = back(want)
	}
	return back(j.result().Text) == want
}

// hides reports whether what stands in a scalar may not be what its bytes show.
func (j *job) hides(s *Scalar) bool {
	if s.veiled() || !j.d.Format.sparse {
		return true
	}
	if (s.Kind == Text || s.Kind == Comment) && !j.d.Format.apart { // a line that begins here may say more than the rest of one
		return true
	}
	if strings.HasPrefix(s.Text, "$") && s.Label != "" { // a crypt string, behind any name
		return true
	}
	for i := range len(s.Text) {
		if b := s.Text[i]; b >= 0x80 || b == '%' || b == '\\' || b == '&' {
			return true
		}
	}
	return false
}

// suspects are where something may be in the document.
func (j *job) suspects() *suspects {
	return &suspects{text: j.d.apart(), quote: j.d.Format.quote, find: func(text string) ([]cloak.Span, error) { return j.e.Suspects(j.ctx, j.m, text) }}
}

// tells reports whether a label says what its value is.
func (j *job) tells(label string) bool {
	label = j.label(label)
	if label == "" {
		return false
	}
	tells, ok := j.telling[label]
	if !ok {
		tells = j.e.Telling(label)
		if j.telling == nil {
			j.telling = map[string]bool{}
		}
		j.telling[strings.Clone(label)] = tells
	}
	return tells
}

// label is a label as the sanitized document has it.
func (j *job) label(label string) string {
	if out, ok := j.renamed[label]; ok {
		return out
	}
	return label
}

// maxLabel is how long a label is that is remembered.
const maxLabel = 1 << 10

// look sanitizes the scalars that wanted picks, keeps what was done to the others, and
// reports whether anything was done that was not before.
func (j *job) look(wanted func(*Scalar) bool) (changed bool) {
	before := j.changes
	j.changes = nil
	j.meant, j.hidden = j.shape(), false
	n := -1
	j.d.Scalars(func(s *Scalar) bool {
		n++
		var was *change
		if len(before) > 0 && before[0].n == n {
			was, before = &before[0], before[1:]
		}
		if wanted(s) || j.all {
			c, err := j.sanitize(s)
			if err != nil {
				j.err = err
				return false
			}
			changed = changed || (c == nil) != (was == nil) || c != nil && c.sum != was.sum
			if was = c; c != nil {
				c.n = n
			}
		}
		j.hidden = j.hidden || s.veiled()
		if was == nil {
			j.meant.note(s.kind(), len(s.content()))
			return true
		}
		j.changes = append(j.changes, *was)
		j.meant.changed(s.kind(), was.sum)
		return true
	})
	return changed
}

// sanitize is one scalar; nil if nothing is in it.
func (j *job) sanitize(s *Scalar) (*change, error) {
	c, err := j.whole(s)
	if err == nil && s.parts != nil && (c == nil || !c.splices[0].quotes) {
		c, err = j.parts(s, c)
	}
	if err != nil || c == nil {
		return nil, err
	}
	if s.Kind != Text && s.Kind != Comment && s.inner == nil && len(s.Text) <= maxLabel && !j.d.Format.words {
		if j.renamed == nil {
			j.renamed = map[string]string{}
		}
		j.renamed[strings.Clone(s.Text)] = c.out
	}
	c.sum, c.out = j.sum(c.out), ""
	return c, nil
}

// parts looks into the parts of s for what c, which may be nil, has left. What is written
// there must stand as it is, and not as the part has it: then it is found in the whole
// when it comes back. A decoy that is not, beside what stands there, makes way for a token.
func (j *job) parts(s *Scalar, c *change) (*change, error) {
	found, err := j.partsOf(s, c, false)
	if err == nil && found != c && !j.readsIn(s, found) {
		found, err = j.partsOf(s, c, true)
	}
	if err == nil && found != c && !j.readsIn(s, found) {
		return c, nil
	}
	return found, err
}

// longestWhole is how long a text can be that an engine takes for one value: bytes.
const longestWhole = 64

// readsIn reports whether the stand-ins of c are read in all of s.
func (j *job) readsIn(s *Scalar, c *change) bool {
	places := j.m.Places(c.out, cloak.RestoreOptions{})
	shift := 0
	for _, x := range c.splices {
		at := s.offset(x.Start) + shift
		shift += len(x.standIn) - (s.offset(x.End) - s.offset(x.Start))
		for len(places) > 0 && places[0].Start < at {
			places = places[1:]
		}
		if x.Seq >= 0 && (len(places) == 0 || places[0].Start != at || places[0].Len() != len(x.standIn) || places[0].Seq != x.Seq) {
			return false
		}
	}
	return true
}

// partsOf is parts, of which stand-ins are tokens if that is asked for, but for a look at
// what it makes.
func (j *job) partsOf(s *Scalar, c *change, tokens bool) (*change, error) {
	text, at := s.Text, s.at
	var splices, more []splice
	src := j.src
	if c != nil {
		splices = c.splices
		text, at = c.out, s.mapOf(splices)
		defer func() { j.src = src }()
		j.src.Echo = true // of what is found in the whole
	}
	var err error
	s.parts(text, at, func(x *Scalar) bool {
		if !j.hides(x) && !j.tells(x.Label) { // nothing that the whole did not show
			return true
		}
		fits := x.fits
		x.fits = func(standIn string) bool {
			return !tokens && (fits == nil || fits(standIn)) && (s.fits == nil || s.fits(standIn)) && x.write.write(standIn) == s.write.write(standIn)
		}
		y, failed := j.sanitize(x)
		if err = failed; y != nil {
			more = append(more, y.splices...)
		}
		return err == nil
	})
	if err != nil || len(more) == 0 {
		return c, err
	}
	if c != nil && overlap(more, splices) { // it takes in what was found in the whole, or takes it apart
		j.src = src
		own, err := j.partsOf(s, nil, tokens)
		if err != nil || own == nil {
			return c, err
		}
		more = own.splices
		splices = slices.DeleteFunc(slices.Clone(splices), func(x splice) bool { return overlap(more, []splice{x}) })
	}
	splices = slices.Concat(more, splices)
	slices.SortStableFunc(splices, func(a, b splice) int { return a.Start - b.Start })
	var out strings.Builder
	last := 0
	for _, x := range splices {
		if s.offset(x.Start) < last {
			return c, nil
		}
		out.WriteString(s.Text[last:s.offset(x.Start)])
		out.WriteString(x.standIn)
		last = s.offset(x.End)
	}
	out.WriteString(s.Text[last:])
	return &change{out: out.String(), splices: splices}, nil
}

// overlap reports whether a splice of a lies over one of b.
func overlap(a, b []splice) bool {
	for _, x := range a {
		for _, y := range b {
			if x.Start < y.End && y.Start < x.End {
				return true
			}
		}
	}
	return false
}

// mapOf is the map of what Text becomes with splices: a stand-in comes from where the
// value began.
func (s *Scalar) mapOf(splices []splice) (at []int32) {
	last := 0
	through := func(end int) {
		for ; last < end; last++ {
			at = append(at, int32(s.span(cloak.Span{Start: last, End: last}).Start-s.raw.Start))
		}
	}
	for _, x := range splices {
		through(s.offset(x.Start))
		for range len(x.standIn) {
			at = append(at, int32(x.Start-s.raw.Start))
		}
		last = s.offset(x.End)
	}
	through(len(s.Text) + 1)
	return at
}

// whole is sanitize without a look at the parts.
func (j *job) whole(s *Scalar) (*change, error) {
	whole := false
	if s.inner != nil {
		c, err := j.within(s)
		if err != errForm {
			return c, err
		}
		whole = true // base64 in lines of which one would remain: all of it is one value
	}
	in, ok := j.input(s)
	if !ok {
		return nil, nil
	}
	in.Surface = func(x cloak.Span) (string, cloak.Chain) { return s.surface(j.d.Text, x) }
	if whole {
		in.Label, in.LabelKind, in.Class = "secret_key", cloak.Key, cloak.Data
	}
	out, fs, err := j.e.SanitizeIn(j.ctx, j.m, in, j.src)
	if err != nil || len(fs) == 0 && !whole {
		return nil, err
	}
	if whole && (len(fs) != 1 || fs[0].Len() != len(s.Text)) {
		return nil, ErrStructure
	}
	c := &change{out: out}
	if s.bare != nil && !s.ours && !s.bare(out) {
		if c.splices = s.quoted(fs, out); c.splices == nil {
			return nil, ErrStructure
		}
		return c, nil
	}
	var line softLine
	for _, f := range fs {
		if s.splits(f.Start) || s.splits(f.End) {
			return nil, ErrStructure
		}
		standIn := out[f.Out.Start:f.Out.End]
		text := s.writer(f.Span).write(standIn)
		if x := s.span(f.Span); s.mark != "" && j.d.Text[x.Start:x.End] != s.write.write(s.Text[f.Start:f.End]) {
			text += s.marked()
		}
		if f.Span = s.span(f.Span); s.soft {
			text = line.broken(j.d.Text, f.Span, text)
		}
		c.splices = append(c.splices, splice{Finding: f, text: text, standIn: standIn})
	}
	return c, nil
}

// input is s as the engine takes it; false if nothing can be in it.
func (j *job) input(s *Scalar) (in cloak.Input, ok bool) {
	if s.Kind == Number && !isIdentity(s.Text) && !(isFraction(s.Text) && j.tells(s.Label)) {
		return in, false
	}
	in = cloak.Input{Text: s.Text, Label: j.label(s.Label), LabelKind: s.Of, Path: j.d.File, Fits: s.fits, Leave: s.leave}
	if in.Number = s.Kind == Number; in.Number || (s.Kind == String || s.Kind == Key) && strings.IndexByte(s.Text, '\n') < 0 {
		in.Class = cloak.Data
	}
	if s.Kind == Text && j.d.Format.apart && len(s.Text) <= longestWhole { // one line of many
		in.Class = cloak.Data
	}
	if j.tokens && !in.Number {
		in.Fits = func(string) bool { return false }
	}
	return in, true
}

// within sanitizes what s is decoded to.
func (j *job) within(s *Scalar) (*change, error) {
	if s.guessed {
		fs, err := j.e.FindIn(j.ctx, cloak.Input{Text: s.Text, Path: j.d.File})
		if err == nil && (len(fs) > 0 || len(j.e.Sweeps(j.m, s.Text)) > 0) {
			err = ErrStructure
		}
		if err != nil {
			return nil, err
		}
	}
	inner := newJob(j.ctx, j.e, j.m, *s.inner, j.src)
	inner.all, inner.tokens = j.all, j.tokens
	if err := inner.document(); err != nil {
		return nil, err
	}
	r := inner.result()
	if len(r.Findings) == 0 {
		return nil, nil
	}
	if s.keeps != nil && !s.keeps(r.Text) {
		return nil, errForm
	}
	c := &change{out: r.Text}
	for i, f := range r.Findings { // all of them are where s is
		f.Span, f.Out = s.raw, cloak.Span{}
		x := splice{Finding: f, text: s.encoded(r.Text)}
		if i > 0 {
			x.Start, x.text = x.End, ""
		}
		c.splices = append(c.splices, x)
	}
	return c, nil
}

// errForm means that what is encoded could not be told from how it is.
var errForm = errors.New("format: the encoding of a value would not be told from what it becomes")

// marked is s.mark where s has it.
func (s *Scalar) marked() string { return s.write.write(s.mark) }

// encoded is a text where s has its content, which it encodes.
func (s *Scalar) encoded(text string) string { return s.write.write(s.encode(text)) }

// surface is [cloak.Input.Surface] for what stands in doc.
func (s *Scalar) surface(doc string, x cloak.Span) (string, cloak.Chain) {
	w := s.writer(x)
	steps := w.chain()
	raw := s.span(x)
	content, text := doc[raw.Start:raw.End], s.Text[x.Start:x.End]
	if s.parts != nil && s.url.Len() == 0 && strings.IndexFunc(text, notInURL) >= 0 { // without it, there is a URL
		return cloak.Verbatim(text, content, steps)
	}
	if steps == cloak.Plain {
		return "", cloak.Plain
	}
	switch {
	case s.ours || s.odd:
	case content == w.write(text) && (content == text || !inURL(steps)): // see restoring.url
		return "", cloak.Plain
	case steps.Decode(content) == text:
		return content, steps
	}
	return cloak.Verbatim(text, content, steps)
}

// quoted is what writes out in quotes where s stood without: its findings, the quotes,
// and what between them needs an escape; nil if a finding ends within an escape.
func (s *Scalar) quoted(fs []cloak.Finding, out string) (xs []splice) {
	w := s.around().within(s.quote.style)
	mark := func(at int, text string) {
		at = s.span(cloak.Span{Start: at, End: at}).Start
		xs = append(xs, splice{Finding: cloak.Finding{Span: cloak.Span{Start: at, End: at}}, text: text, quotes: true})
	}
	mark(0, w.outer.write(s.quote.open))
	last := 0
	between := func(end int) {
		for i := last; i < end; i++ {
			if text := w.encode(s.Text[i : i+1]); text != s.Text[i:i+1] && s.Text[i] != '\n' { // lines are folded in both
				raw := s.span(cloak.Span{Start: i, End: i + 1})
				xs = append(xs, splice{Finding: cloak.Finding{Span: raw}, text: w.outer.write(text), quotes: true})
			}
		}
	}
	for _, f := range fs {
		if s.splits(f.Start) || s.splits(f.End) {
			return nil
		}
		between(f.Start)
		last = f.End
		text := w.write(out[f.Out.Start:f.Out.End])
		f.Span = s.span(f.Span)
		xs = append(xs, splice{Finding: f, text: text})
	}
	between(len(s.Text))
	mark(len(s.Text), w.outer.write(s.quote.close))
	return xs
}

// around writes what stands where s does, without a style of its own.
func (s *Scalar) around() *writer {
	if s.quote.of == nil {
		return s.write
	}
	return s.write.outer
}

// isFraction reports whether a number has a fraction and no exponent, as where somebody is.
func isFraction(number string) bool {
	number = strings.TrimPrefix(number, "-")
	n := digits(number, 0)
	return n > 0 && n+1 < len(number) && number[n] == '.' && digits(number, n+1) == len(number)-n-1
}

// isIdentity reports whether a number may name somebody: it has no sign, fraction or
// exponent, and three digits at the least.
func isIdentity(number string) bool {
	return len(number) >= 3 && digits(number, 0) == len(number)
}

// offset is where in Text the byte of the document is that span maps to it.
func (s *Scalar) offset(raw int) int {
	if s.at == nil {
		return raw - s.raw.Start
	}
	k, _ := slices.BinarySearch(s.at, int32(raw-s.raw.Start))
	return k
}

// splits reports whether i is within what one escape of the document spells.
func (s *Scalar) splits(i int) bool {
	return s.at != nil && 0 < i && i < len(s.Text) && s.at[i] == s.at[i-1]
}

// result is the sanitized document.
func (j *job) result() Result {
	if j.direct != nil {
		return *j.direct
	}
	r := Result{Text: j.d.Text, Format: j.d.Format}
	if len(j.changes) == 0 {
		return r
	}
	if r.Text = j.out; r.Text == "" {
		r.Text = j.written()
	}
	r.Findings = j.findings()
	return r
}

// findings are those of the document, with their places in what was written.
func (j *job) findings() []cloak.Finding {
	if j.direct != nil {
		return j.direct.Findings
	}
	fs := make([]cloak.Finding, 0, len(j.changes))
	grown := 0
	for _, c := range j.changes {
		for _, x := range c.splices {
			if !x.quotes {
				x.Out = cloak.Span{Start: x.Start + grown, End: x.Start + grown + len(x.text)}
				fs = append(fs, x.Finding)
			}
			grown += len(x.text) - x.Len()
		}
	}
	return fs
}

// written is the document with its splices.
func (j *job) written() string {
	n := len(j.d.Text)
	for _, c := range j.changes {
		for _, x := range c.splices {
			n += len(x.text) - x.Len()
		}
	}
	var b strings.Builder
	b.Grow(n)
	j.pieces(n+1, func(piece string) bool {
		b.WriteString(piece)
		return true
	})
	return b.String()
}

// pieces gives the document with its splices, in pieces of about size bytes that end where
// the format says that a document can be parted; in one if it does not say so.
func (j *job) pieces(size int, yield func(string) bool) bool {
	switch {
	case j.direct != nil:
		return yield(j.direct.Text)
	case len(j.changes) == 0:
		return yield(j.d.Text)
	case j.out != "":
		return yield(j.out)
	}
	var b []byte
	least := size // bytes of b before a seam is looked for
	put := func(s string) bool {
		for len(s) > 0 {
			k := len(s)
			if j.d.Format.seam != nil {
				k = min(k, size)
			}
			b = append(b, s[:k]...)
			if s = s[k:]; len(b) < least {
				continue
			}
			end := 0
			if j.d.Format.seam != nil {
				end = j.d.Format.seam(asString(b))
			}
			if least = 2 * len(b); end > 0 {
				if !yield(string(b[:end])) {
					return false
				}
				b, least = append(b[:0], b[end:]...), size
			}
		}
		return true
	}
	last := 0
	for _, c := range j.changes {
		for _, x := range c.splices {
			if !put(j.d.Text[last:x.Start]) || !put(x.text) {
				return false
			}
			last = x.End
		}
	}
	return put(j.d.Text[last:]) && (len(b) == 0 || yield(asString(b)))
}

// pieceLen is how much of a large document is read again at once, in bytes: it is not to
// be held twice.
const pieceLen = 4 << 20

// readsInPieces is reads of what has been written, piece by piece. It is false where the
// format has no pieces, or they do not tell.
func (j *job) readsInPieces() bool {
	return j.d.Format.seam != nil && len(j.d.Text) > 2*pieceLen &&
		j.reads(func(yield func(string) bool) { j.pieces(pieceLen, yield) })
}

// reads reports whether the scalars of what was written are those that were meant.
func (j *job) reads(pieces func(yield func(string) bool)) bool {
	got := j.shape()
	n, left := -1, j.changes
	for piece := range pieces {
		d := j.d
		d.Text = piece
		d.Scalars(func(s *Scalar) bool {
			if n++; len(left) > 0 && left[0].n == n {
				left = left[1:]
				got.changed(s.kind(), j.sum(s.content()))
			} else {
				got.note(s.kind(), len(s.content()))
			}
			return true
		})
	}
	return j.meant == got
}

// content is what s says.
func (s *Scalar) content() string {
	if s.inner != nil {
		return s.inner.Text
	}
	return s.Text
}

// kind is Kind, but that of what would be a string if it were written otherwise.
func (s *Scalar) kind() Kind {
	if s.Kind == Text && s.odd {
		return String
	}
	return s.Kind
}

func (j *job) sum(text string) uint64 { return maphash.String(j.seed, text) }

// A shape tells a sequence of scalars from others: of each its kind and its length, and of
// those that were changed what they say.
type shape struct {
	n   int
	sum uint64
}

// shape is that of nothing: nobody knows what becomes of it.
func (j *job) shape() shape { return shape{sum: j.sum("")} }

func (x *shape) note(kind Kind, length int) { x.mix(uint64(kind)<<48 ^ uint64(length)) }

func (x *shape) changed(kind Kind, sum uint64) { x.mix(uint64(kind)<<48 ^ sum) }

// mix takes v in. The factor is that of Fibonacci hashing, 2^64 over the golden ratio.
func (x *shape) mix(v uint64) {
	x.n++
	x.sum = bits.RotateLeft64(x.sum^v, 23) * 0x9E3779B97F4A7C15
}

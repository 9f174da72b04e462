package format

import (
	"errors"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A value that holds a quote leaves another text to a lexer than it found: what stands
// behind it may come to stand in a string that was code. And a string that was read on its
// own, for its escapes, is a part of a text once they are gone. So what was written for a
// format whose scalars have parts is not read again; it is restored, to see that it comes
// back.

// mixed is what err, of a document that was written, comes to.
func (j *job) mixed(err error) error {
	if !j.d.Format.mixed || err != nil && !errors.Is(err, ErrStructure) || err == nil && j.returns() {
		return err
	}
	return j.asText()
}

// returns reports whether what was written is restored to the document.
func (j *job) returns() bool {
	if j.src.Echo || len(j.changes) == 0 || j.changes[0].splices[0].Seq < 0 { // redacted
		return true
	}
	out := j.d
	out.Text = j.written()
	back, _ := Restore(j.m, out, cloak.RestoreOptions{})
	return back == j.d.Text
}

// asText sanitizes the document as one text, with tokens, which hold no quote. What then
// stands in a string is a surface of its own.
func (j *job) asText() error {
	within := map[int]cloak.Chain{} // by where a finding begins in the document, how its stand-in is read
	in := cloak.Input{Text: j.d.Text, Path: j.d.File, Fits: func(string) bool { return false }}
	in.Surface = func(x cloak.Span) (string, cloak.Chain) {
		steps := within[x.Start]
		if steps == cloak.Plain {
			return "", cloak.Plain
		}
		value := j.d.Text[x.Start:x.End]
		return cloak.Verbatim(value, value, steps)
	}
	for range rounds {
		out, fs, err := j.e.SanitizeIn(j.ctx, j.m, in, j.src)
		if err != nil {
			return err
		}
		j.changes, j.out = nil, out
		if len(fs) == 0 {
			return nil
		}
		c := change{sum: j.sum(out)}
		for _, f := range fs {
			c.splices = append(c.splices, splice{Finding: f, text: out[f.Out.Start:f.Out.End]})
		}
		if j.changes = []change{c}; j.returns() {
			return nil
		}
		k := 0
		d := j.d
		d.Text = out
		d.Scalars(func(s *Scalar) bool {
			for ; k < len(fs) && fs[k].Out.End <= s.raw.End; k++ {
				if x := fs[k].Out; x.Start < s.raw.Start {
					continue
				} else if s.at == nil {
					within[fs[k].Start] = s.writer(cloak.Span{Start: x.Start - s.raw.Start, End: x.End - s.raw.Start}).chain()
				} else {
					within[fs[k].Start] = s.write.chain()
				}
			}
			return true
		})
	}
	return ErrStructure
}

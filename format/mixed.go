package format

import (
	"errors"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A value that holds a quote leaves another text to a lexer than it found: what stands
// behind it may come to stand in a string that was code. And a string that was read on its
// own, for its escapes, is a part of a text once they are gone. So what was written for a
// format whose scalars have parts is not read again; it is restored, to see that it comes
// back.

// mixed is what err, of a document that was written, comes to.
func (j *job) mixed(err error) error {
	if !j.d.Format.mixed || err != nil && !errors.Is(err, ErrStructure) || len(j.changes) == 0 && err == nil || j.src.Echo {
		return err
	}
	for err == nil {
		if err = j.settle(); err == nil && j.returns() {
			return nil
		}
		if j.tokens {
			break
		}
		j.tokens = true
		err = j.run()
	}
	if err != nil && !errors.Is(err, ErrStructure) {
		return err
	}
	return j.asText()
}

// settle looks at what was written until there is nothing in it: a string without its
// escapes is read with what stands around it.
func (j *job) settle() error {
	for range rounds {
		if len(j.changes) > 0 && j.changes[0].splices[0].Seq < 0 { // redacted
			return nil
		}
		next := newJob(j.ctx, j.e, j.m, j.d.of(j.written()), cloak.Source{Origin: j.src.Origin, Echo: true})
		next.tokens = j.tokens
		if err := next.run(); err != nil || len(next.changes) == 0 {
			return err
		}
		if !j.join(next) {
			return ErrStructure
		}
	}
	return ErrStructure
}

// join takes over what next, a job of what j has written, has found; false if that is where
// j has found something.
func (j *job) join(next *job) bool {
	var own, more, all []splice
	for _, c := range j.changes {
		own = append(own, c.splices...)
	}
	for _, c := range next.changes {
		more = append(more, c.splices...)
	}
	grown := 0
	for _, x := range more {
		for len(own) > 0 && own[0].Start+grown < x.Start {
			grown += len(own[0].text) - own[0].Len()
			if all = append(all, own[0]); own[0].End+grown > x.Start {
				return false
			}
			own = own[1:]
		}
		if len(own) > 0 && own[0].Start+grown < x.End {
			return false
		}
		x.Start, x.End = x.Start-grown, x.End-grown
		all = append(all, x)
	}
	j.changes, j.out = []change{{splices: append(all, own...)}}, ""
	return true
}

// returns reports whether what was written is restored to the document.
func (j *job) returns() bool {
	if j.src.Echo || len(j.changes) == 0 || j.changes[0].splices[0].Seq < 0 { // redacted
		return true
	}
	back, _ := Restore(j.m, j.d.of(j.written()), cloak.RestoreOptions{})
	return back == j.d.Text
}

// asText sanitizes the document as one text, with tokens, which hold no quote. What then
// stands in a string is a surface of its own.
func (j *job) asText() error {
	within := map[int]cloak.Chain{} // by where a finding begins in the document, how its stand-in is read
	in := cloak.Input{Text: j.d.Text, Path: j.d.File, Fits: onlyTokens}
	in.Surface = func(x cloak.Span) (string, cloak.Chain) {
		steps := within[x.Start]
		if steps == cloak.Plain {
			return "", cloak.Plain
		}
		value := j.d.Text[x.Start:x.End]
		return cloak.Verbatim(value, value, steps)
	}
	j.tokens = true
	for range rounds {
		out, fs, err := j.e.SanitizeIn(j.ctx, j.m, in, j.src)
		if err != nil {
			return err
		}
		var c change
		for _, f := range fs {
			c.splices = append(c.splices, splice{Finding: f, text: strings.Clone(out[f.Out.Start:f.Out.End])})
		}
		if j.changes, j.out = nil, ""; len(fs) > 0 {
			j.changes = []change{c}
		}
		if err := j.settle(); err != nil && !errors.Is(err, ErrStructure) {
			return err
		} else if err == nil && j.returns() {
			return nil
		}
		k := 0
		d := j.d.of(j.written())
		fs = j.findings()
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

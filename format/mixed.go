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
		if j.redacted() {
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

// redacted reports whether what was found does not come back.
func (j *job) redacted() bool {
	for _, c := range j.changes {
		for _, x := range c.splices {
			if !x.quotes {
				return x.Seq < 0
			}
		}
	}
	return false
}

// returns reports whether what was written is restored to the document, by who does not know
// how it was read.
func (j *job) returns() bool {
	if len(j.changes) == 0 || j.redacted() {
		return true
	}
	back := func(text string) string {
		d := j.d.of(text)
		d.flat = false
		text, _ = Restore(j.m, d, cloak.RestoreOptions{})
		return text
	}
	want := j.d.Text
	if j.src.Echo { // which may hold stand-ins
		want = back(want)
	}
	return back(j.written()) == want
}

// stand notes, by where in the document their findings begin, in what steps stand-ins are
// read that were written in others, or all of them, and reports whether that is news.
func (j *job) stand(within map[int]cloak.Chain, all bool) (news bool) {
	var xs []splice
	j.placed(func(x splice) { xs = append(xs, x) })
	d := j.d.of(j.written())
	d.Scalars(func(s *Scalar) bool {
		for ; len(xs) > 0 && xs[0].Out.End <= s.raw.End; xs = xs[1:] {
			x, steps := xs[0], s.write.chain()
			if x.Out.Start < s.raw.Start {
				continue
			}
			if s.at == nil {
				steps = s.writer(cloak.Span{Start: x.Out.Start - s.raw.Start, End: x.Out.End - s.raw.Start}).chain()
			}
			if was, is := within[x.Start]; (all || is || steps != x.steps) && (!is || was != steps) {
				within[x.Start], news = steps, true
			}
		}
		return true
	})
	return news
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
		j.stand(within, true)
	}
	return ErrStructure
}

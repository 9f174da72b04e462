package format

import (
	"github.com/seed-052fbf24/cloak/cloak"
)

// plain is the document as one text. surface is that of its input; nil: there is none.
func (j *job) plain(surface func(cloak.Span) (string, cloak.Chain)) error {
	in, left := j.d.input()
	if left {
		j.direct = &Result{Text: j.d.Text, Format: j.d.Format}
		return nil
	}
	in.Surface = surface
	if in.Label != "" {
		in.LabelKind = cloak.Key
	}
	if j.tokens {
		in.Fits = onlyTokens
	}
	out, fs, err := j.e.SanitizeIn(j.ctx, j.m, in, j.src)
	if err != nil {
		return err
	}
	j.direct = &Result{out, fs, j.d.Format}
	return nil
}

// mostlyText reports whether the strings of the document are so few in its text, all of
// which is searched, that to search them costs less than to ask where something is.
func (j *job) mostlyText() bool {
	const each = 64 // what one costs beside its bytes, in bytes
	if j.d.Format.whole == nil {
		return false
	}
	n, most := 0, len(j.d.Text)/4
	j.d.Scalars(func(s *Scalar) bool {
		if s.Kind != Text {
			n += len(s.Text) + each
		}
		return n < most
	})
	return n < most
}

// text is plain for text with pieces of a format in it, where a stand-in makes a piece of
// what was none, or none of what was. What then stands in a piece, and did not, is a
// surface of its own, so that it comes back as it stood.
func (j *job) text() error {
	if err := j.plain(nil); err != nil || j.comesBack() {
		return err
	}
	r := j.direct
	within := map[int]cloak.Chain{} // by where a finding begins in the document, how its stand-in is read
	k := 0
	j.d.of(r.Text).Scalars(func(s *Scalar) bool {
		for ; k < len(r.Findings) && r.Findings[k].Out.End <= s.raw.End; k++ {
			if f := r.Findings[k]; f.Out.Start >= s.raw.Start {
				within[f.Start] = s.write.chain()
			}
		}
		return true
	})
	err := j.plain(func(x cloak.Span) (string, cloak.Chain) {
		steps := within[x.Start]
		if steps == cloak.Plain {
			return "", cloak.Plain
		}
		value := j.d.Text[x.Start:x.End]
		return cloak.Verbatim(value, value, steps)
	})
	if err == nil && !j.comesBack() {
		err = ErrStructure
	}
	return err
}

// comesBack reports whether the text is restored to the document, where anything of it is.
func (j *job) comesBack() bool {
	r := j.direct
	if j.src.Echo || len(r.Findings) == 0 || r.Findings[0].Seq < 0 { // redacted
		return true
	}
	back, _ := Restore(j.m, j.d.of(r.Text), cloak.RestoreOptions{})
	return back == j.d.Text
}

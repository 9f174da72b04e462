package cloak_test

import (
	"fmt"
	"strings"
)

const mutationsPreface = `# What models do to stand-ins

Written by ` + "`go test ./cloak -run TestMutations -update`" + `. Do not edit it.

A model that is told of a stand-in writes it back as it writes: in bold, escaped for a URL, at the end of a sentence. %d such mutations,
in several forms each, were applied to the stand-ins of every entity, and the reply was restored, in one piece and in chunks:

- tokens: **%s** of %d forms restored,
- decoys: **%s** of %d forms restored,
- wrong: **0**. What is not restored is left byte for byte, and reported as a gap; nothing else in the reply changes.

Where the stand-in is escaped, the value is written with the same escapes. The numbers are forms, not how often a model does it.

| | mutation | for example | tokens | decoys | what is left, and why |
|---|---|---|---|---|---|
`

const mutationsBeyond = `
## Beyond the matrix

None of these is restored, nor touched (` + "`TestBeyondMutations`" + `): a token without its brackets or between others (` + "`EMAIL_0`, `{EMAIL_0}`, `【EMAIL_0】`" + `), for a word of
that form may be a real name; another number, or a number with a digit more; a stand-in cut at either end; zero-width characters or a line break
within; two escapes at once (` + "`%255B`" + `); an address in words (` + "`a at example dot com`" + `).

## Decoys by entity

✓ all forms restored, otherwise how many of how many; – nothing to mutate. Columns are numbered as above.

`

func mutationsDocument(tokens, decoys *matrix) []byte {
	var b strings.Builder
	every := func(place) bool { return true }
	x, y := tokens.sum(every), decoys.sum(every)
	fmt.Fprintf(&b, mutationsPreface, len(mutations), x.percent(), x.tried, y.percent(), y.tried)
	for i, m := range mutations {
		of := func(at place) bool { return at.mutation == i }
		note := m.note
		if tokens.sum(of).all() && decoys.sum(of).all() {
			note = ""
		}
		fmt.Fprintf(&b, "| %d | %s | %s | %s | %s | %s |\n", i+1, m.name, code(m.like), tokens.sum(of).percent(), decoys.sum(of).percent(), note)
	}
	b.WriteString(mutationsBeyond)
	b.WriteString("| entity |")
	for i := range mutations {
		fmt.Fprintf(&b, " %d |", i+1)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(mutations)) + "\n")
	for _, e := range decoys.entities {
		fmt.Fprintf(&b, "| %s |", e)
		for i := range mutations {
			fmt.Fprintf(&b, " %s |", decoys.sum(func(at place) bool { return at == place{i, e} }))
		}
		b.WriteString("\n")
	}
	return []byte(b.String())
}

// code shows an example in a cell of a table.
func code(s string) string {
	s = strings.ReplaceAll(s, "|", `\|`)
	if strings.Contains(s, "`") {
		return "`` " + s + " ``"
	}
	return "`" + s + "`"
}

func (c score) all() bool { return c.restored == c.tried }

func (c score) percent() string {
	if c.tried == 0 {
		return "–"
	}
	return fmt.Sprintf("%d %%", 100*c.restored/c.tried)
}

func (c score) String() string {
	switch {
	case c.tried == 0:
		return "–"
	case c.all():
		return "✓"
	}
	return fmt.Sprintf("%d/%d", c.restored, c.tried)
}

package main

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

const preface = `# Detectors

Written by ` + "`go generate ./internal/gendocs`" + ` from the literals in package ` + "`cloak`" + `; a test holds it to them. Do not edit it.

**Evidence** is in bits over a chance hit in any text. Confidence is 1/(1+2^(13-bits)): 13 bits are the default floor of 0.5. A label in front
of a value adds bits, a word against it takes some away. From 20 bits on a value is also looked for everywhere else in the text.

**Class** ranks kinds of evidence; a higher class is never displaced by a lower one: your own terms, anchored (a vendor's prefix or a strong
checksum), key (the value of a telling key), context (words nearby), shape (the form alone).

**Reserved** space holds values that no real party has. They are left alone, and decoys are drawn from there. How sure that is:
R reserved by a standard · U never issued by its authority · X invalid by construction · L a closed lexicon with a marker · C test space by
convention · W weak. What has no reserved space of its own gets a decoy with our mark (L), or a token where that would not read back.

In the examples «…» is what must be found. Secrets are shown as shapes: ` + "`a{36}`" + ` are 36 letters, ` + "`9{12}`" + ` digits, ` + "`x{20}`" + ` both. Near misses must
not be found. Gaps are misses that we know of, and a test says when one closes.

`

// document gives the whole of docs/DETECTORS.md.
func document(detectors []cloak.Detector) []byte {
	var b strings.Builder
	b.WriteString(preface)
	b.WriteString("| detector | entity | by default | class | bits (confidence) | with label | decoys |\n|---|---|---|---|---|---|---|\n")
	for _, d := range detectors {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s | %s | %d (%s) | %s | %s |\n", d.Name, d.Name, d.Entity, onOff(d), class(d.Class),
			d.Bits, confidence(d.Bits), withLabel(d), guarantee(d))
	}
	b.WriteString("\n<!-- cloak:allow-begin examples -->\n")
	for _, d := range detectors {
		section(&b, d)
	}
	b.WriteString("\n<!-- cloak:allow-end -->\n")
	return []byte(b.String())
}

func section(b *strings.Builder, d cloak.Detector) {
	fmt.Fprintf(b, "\n## %s\n\n%s, %s by default, class %s%s.\n", d.Name, d.Entity, onOff(d), class(d.Class), locale(d))
	if d.OffFor != "" {
		fmt.Fprintf(b, "\nOff by default: %s.\n", d.OffFor)
	}
	fence(b, "Candidates", []string{d.Pattern})
	words(b, "Labels", d.Labels, d.LabelBits)
	words(b, "Against it", d.Against, -d.AgainstBits)
	fence(b, "Reserved ("+guarantee(d)+")", d.Reserved)
	if d.Authority != "" {
		fmt.Fprintf(b, "\nAuthority: %s.\n", strings.TrimSuffix(d.Authority, "."))
	}
	fence(b, "Found", shown(d, d.Match))
	fence(b, "Found disguised", shown(d, d.Disguised))
	fence(b, "Near misses", shown(d, d.NoMatch))
	fence(b, "Gaps", shown(d, d.Gaps))
}

func words(b *strings.Builder, title string, list []string, bits int) {
	if len(list) > 0 {
		fmt.Fprintf(b, "\n%s (%+d bits): %s.\n", title, bits, strings.Join(list, ", "))
	}
}

// fence writes lines as they are; a line break within one is shown as \n.
func fence(b *strings.Builder, title string, lines []string) {
	if len(lines) == 0 || lines[0] == "" {
		return
	}
	fmt.Fprintf(b, "\n%s:\n\n", title)
	for _, line := range lines {
		fmt.Fprintf(b, "    %s\n", visible(line))
	}
}

// visible writes control characters as their escapes.
func visible(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func onOff(d cloak.Detector) string {
	if d.OptIn {
		return "off"
	}
	return "on"
}

func locale(d cloak.Detector) string {
	if d.Locale == "" {
		return ""
	}
	return ", locale " + d.Locale
}

func class(c cloak.Class) string {
	switch c {
	case cloak.Shape:
		return "shape"
	case cloak.Context:
		return "context"
	case cloak.KeyBound:
		return "key"
	case cloak.Anchored:
		return "anchored"
	default:
		return "always"
	}
}

func withLabel(d cloak.Detector) string {
	if len(d.Labels) == 0 || d.LabelBits == 0 {
		return "–"
	}
	return fmt.Sprintf("%d (%s)", d.Bits+d.LabelBits, confidence(d.Bits+d.LabelBits))
}

func guarantee(d cloak.Detector) string {
	return cmp.Or(d.Guarantee, "L")
}

func confidence(bits int) string {
	c := 1 / (1 + math.Exp2(float64(13-bits)))
	if c > 0.99 {
		return "> 0.99"
	}
	return fmt.Sprintf("%.2f", c)
}

package testutil

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// A Probe is a text with what sanitizing must do to it. In a positive nothing of
// Hide may be left and all of Keep must be; a negative comes back as it was.
type Probe struct {
	ID     string   `json:"id"`
	Entity string   `json:"entity,omitempty"` // of a positive
	Text   string   `json:"text"`
	Hide   []string `json:"hide,omitempty"` // none: a negative
	Keep   []string `json:"keep,omitempty"`
}

// Seam splits what looks like a live key in a stored probe, so that no scanner
// for such keys stops the repository. Loading takes it out.
const Seam = "{}"

// Seamed splits s after two bytes and then every eight.
func Seamed(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if i%8 == 2 {
			b.WriteString(Seam)
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// LoadProbes reads one probe per line and takes the seams out.
func LoadProbes(r io.Reader) (probes []Probe, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var p Probe
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			return nil, fmt.Errorf("probes: line %d: not a probe", n)
		}
		p.Text = strings.ReplaceAll(p.Text, Seam, "")
		for _, list := range [][]string{p.Hide, p.Keep} {
			for i, s := range list {
				list[i] = strings.ReplaceAll(s, Seam, "")
			}
		}
		probes = append(probes, p)
	}
	return probes, lines.Err()
}

// Judge tells what is wrong with the sanitized text of a probe, or "". It does
// not show values: the probe's id leads to them.
func (p Probe) Judge(out string) string {
	if len(p.Hide) == 0 && len(p.Keep) == 0 && out != p.Text {
		return "a negative was changed"
	}
	for i, v := range p.Hide {
		if PieceLeft(v, out) {
			return fmt.Sprintf("something of value %d is left", i)
		}
	}
	for i, k := range p.Keep {
		if !strings.Contains(out, k) {
			return fmt.Sprintf("neighbour %d is gone", i)
		}
	}
	return ""
}

// piece is how many letters and digits in a row tell something of a value.
const piece = 6

// PieceLeft reports whether out holds value or, of a longer value, any six
// letters and digits in a row of it.
func PieceLeft(value, out string) bool {
	if strings.Contains(out, value) {
		return true
	}
	runes := []rune(value)
	if len(runes) < piece+2 {
		return false
	}
	for i := range len(runes) - piece + 1 {
		s := string(runes[i : i+piece])
		if strings.IndexFunc(s, notAlnum) < 0 && strings.Contains(out, s) {
			return true
		}
	}
	return false
}

func notAlnum(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

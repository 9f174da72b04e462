package contract

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// disguise spells s so that somebody who decodes it, or only looks at it, reads s.
func (w *world) disguise(s string) string {
	r := w.r
	switch r.IntN(15) {
	case 0:
		return wide(s, func(byte) bool { return true })
	case 1:
		return wide(s, func(b byte) bool { return '0' <= b && b <= '9' })
	case 2:
		return wide(s, func(byte) bool { return r.IntN(3) == 0 })
	case 3:
		return dashed(s, pick(r, "\u2010", "\u2011", "\u2013", "\u2212", "\ufe63", "\uff0d"))
	case 4:
		return strings.ReplaceAll(s, " ", pick(r, "\u00a0", "\u202f", "\u2009", "\u3000"))
	case 5:
		return strew(s, pick(r, "\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u202e", "\ufe0f"), func() bool { return r.IntN(4) == 0 })
	case 6:
		return alike.Replace(s)
	case 7:
		return digits(s, pick(r, "\u0660", "\u06f0", "\u0966"))
	case 8:
		return base64.StdEncoding.EncodeToString([]byte(pick(r, "", "user: ", "\n") + s))
	case 9:
		return base64.RawURLEncoding.EncodeToString([]byte(s))
	case 10:
		return hex.EncodeToString([]byte(s))
	case 13:
		return strings.NewReplacer(".", pick(r, " dot ", "[dot]", " (dot) "), "@", pick(r, " at ", "[at]", "{at} "), "-", pick(r, "-", " dash ")).Replace(s)
	case 14:
		return inWords(s)
	case 11: // twice
		return escape(escape(s, "%%%02X", func(b byte) bool { return !word(b) }), "%%%02X", func(b byte) bool { return !word(b) })
	}
	return escape(escape(s, `\u%04x`, func(b byte) bool { return b < 0x80 && !word(b) }), `\%c`, func(b byte) bool { return b == '\\' })
}

// wide writes the bytes of s that which picks full-width.
func wide(s string, which func(byte) bool) string {
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; '!' <= c && c <= '~' && which(c) {
			b.WriteRune(rune(c) + 0xFEE0)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

func dashed(s, dash string) string { return strings.ReplaceAll(s, "-", dash) }

// strew puts mark between letters and digits where it is asked to.
func strew(s, mark string, here func() bool) string {
	var b strings.Builder
	for i := range len(s) {
		if i > 0 && word(s[i-1]) && word(s[i]) && here() {
			b.WriteString(mark)
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// digits writes the digits of s in the script whose zero is given.
func digits(s, zero string) string {
	first, _ := utf8.DecodeRuneInString(zero)
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; '0' <= c && c <= '9' {
			b.WriteRune(first + rune(c-'0'))
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

var numerals = strings.Fields("zero one two three four five six seven eight nine")

// inWords speaks the digits of s.
func inWords(s string) string {
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			if i > 0 && word(s[i-1]) {
				b.WriteByte(' ')
			}
			b.WriteString(numerals[c-'0'])
		case c == '-' || c == ' ':
			b.WriteString(", ")
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

var alike = strings.NewReplacer("a", "а", "e", "е", "o", "о", "c", "с", "p", "р")

// A reading is a text as it reads once all that hides values in one way is undone.
// These are written apart from the engine's, which reads all of them at once.
type reading struct {
	name string
	of   func(string) string
}

var readings = []reading{
	{"percent", func(s string) string {
		return percents.ReplaceAllStringFunc(s, func(x string) string { return printable(x, x[1:], 16) })
	}},
	{"JSON", func(s string) string {
		return jsons.ReplaceAllStringFunc(s, func(x string) string {
			if x[1] == 'u' {
				return printable(x, x[2:], 16)
			}
			return x[1:]
		})
	}},
	{"HTML", func(s string) string {
		return htmls.ReplaceAllStringFunc(s, func(x string) string {
			return printable(x, x[2:len(x)-1], 10)
		})
	}},
	{"folded", func(s string) string { return folds.Replace(s) }},
}

var (
	percents = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)
	jsons    = regexp.MustCompile(`\\(?:u00[0-7][0-9A-Fa-f]|["\\/])`)
	htmls    = regexp.MustCompile(`&#[0-9]{2,3};`)
	folds    = func() *strings.Replacer {
		var pairs []string
		for c := rune('!'); c <= '~'; c++ {
			pairs = append(pairs, string(c+0xFEE0), string(c))
		}
		for _, dash := range "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63" {
			pairs = append(pairs, string(dash), "-")
		}
		for _, blank := range "\u00a0\u202f\u2009\u3000" {
			pairs = append(pairs, string(blank), " ")
		}
		for _, unseen := range "\u200b\u200c\u200d\u2060\ufeff\u00ad\u202e\ufe0f" {
			pairs = append(pairs, string(unseen), "")
		}
		return strings.NewReplacer(pairs...)
	}()
)

// printable is the byte that digits give, if texts have it, or else x.
func printable(x, digits string, base int) string {
	n, err := strconv.ParseUint(digits, base, 8)
	if err != nil || n < ' ' || n > '~' {
		return x
	}
	return fmt.Sprintf("%c", rune(n))
}

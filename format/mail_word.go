package format

import (
	"encoding/base64"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// Encoded words, RFC 2047. Those that stand in a row, of one charset and encoding, are one
// text: what is between them spells nothing, and a value may be parted there.

// A mailWord is where =?charset?Q?text?= stands.
type mailWord struct {
	start, text, stop, end int // of all of it, and of the text in it
	charset                string
	base64                 bool
}

// maxEncodedWord is how long an encoded word may be, in bytes. RFC 2047 section 2 has 75;
// many write them longer.
const maxEncodedWord = 4000

// wordAt reads the encoded word at s[i].
func wordAt(s string, i int) (w mailWord, ok bool) {
	const longestCharset = 40
	if !strings.HasPrefix(s[i:], "=?") {
		return w, false
	}
	k := strings.IndexByte(s[i+2:min(len(s), i+2+longestCharset)], '?')
	if k <= 0 {
		return w, false
	}
	w = mailWord{start: i, text: i + 2 + k + 3, charset: s[i+2 : i+2+k]}
	w.charset, _, _ = strings.Cut(w.charset, "*") // the language, RFC 2231 section 5
	if strings.ContainsAny(s[i+2:i+2+k], " \t\r\n()<>@,;:\"/[].=") || w.text > len(s) || s[w.text-1] != '?' {
		return w, false
	}
	switch s[w.text-2] {
	case 'B', 'b':
		w.base64 = true
	case 'Q', 'q':
	default:
		return w, false
	}
	for w.stop = w.text; w.stop < len(s) && w.stop-i < maxEncodedWord; w.stop++ {
		if b := s[w.stop]; b == '?' {
			w.end = w.stop + 2
			return w, w.end <= len(s) && s[w.end-1] == '='
		} else if b <= ' ' {
			return w, false
		}
	}
	return w, false
}

// wordBreak is how many bytes at s[i] stand between the texts of two words of a row; 0 for
// none.
func wordBreak(s string, i int) int {
	if !strings.HasPrefix(s[i:], "?=") {
		return 0
	}
	const blanks = 200
	j := i + 2
	for j < len(s) && j-i < blanks && (s[j] == ' ' || s[j] == '\t' || s[j] == '\r' || s[j] == '\n') {
		j++
	}
	if j == i+2 {
		return 0
	}
	k := strings.IndexByte(s[min(len(s), j+2):min(len(s), j+40)], '?')
	if !strings.HasPrefix(s[j:], "=?") || k <= 0 || j+2+k+3 > len(s) || s[j+2+k+2] != '?' {
		return 0
	}
	return j + 2 + k + 3 - i
}

// wordsAt is the row of words that begins at s[i]: from the text of the first to that of
// the last.
func wordsAt(s string, i int) (row mailWord, ok bool) {
	if row, ok = wordAt(s, i); !ok {
		return row, false
	}
	for {
		n := wordBreak(s, row.stop)
		if n == 0 {
			return row, true
		}
		j := row.stop + n
		j = strings.LastIndex(s[:j-3], "=?")
		next, ok := wordAt(s, j)
		if !ok || next.text != row.stop+n || next.base64 != row.base64 || !strings.EqualFold(next.charset, row.charset) {
			return row, true
		}
		row.stop, row.end = next.stop, next.end
	}
}

// wordStyles are the texts of words in Q, by charset.
var wordStyles = func() (styles [charsets]*style) {
	for c := range charsets {
		styles[c] = &style{
			step:  cloak.FoldedDocument,
			plain: func(s string) bool { return strings.IndexAny(s, "_=?") < 0 && (c == asItIs || isASCII(s)) },
			unit: func(dst []byte, s string, i int) ([]byte, int) {
				switch s[i] {
				case '_':
					return append(dst, ' '), 1
				case '?':
					if n := wordBreak(s, i); n > 0 {
						return dst, n
					}
				case '=':
					b, n := cloak.QuotedPrintable.Unit(nil, s, i)
					if n == 3 && len(b) == 1 {
						return c.append(dst, b[0]), n
					}
					return append(dst, '='), 1
				}
				return c.append(dst, s[i]), 1
			},
			encode: func(text string) string { return wordQ(c.encoded(text)) },
		}
	}
	return styles
}()

// wordQ is a text in Q as it may stand in a phrase, RFC 2047 section 5 (3).
func wordQ(s string) string {
	var b strings.Builder
	for i := range len(s) {
		switch x := s[i]; {
		case x == ' ':
			b.WriteByte('_')
		case isDigit(x), 'a' <= x|0x20 && x|0x20 <= 'z' && x < 0x80, strings.IndexByte("!*+-/", x) >= 0:
			b.WriteByte(x)
		default:
			const hex = "0123456789ABCDEF"
			b.Write([]byte{'=', hex[x>>4], hex[x&15]})
		}
	}
	return b.String()
}

// wordsFormat is the text of a row of words in B, decoded but for what is between them.
var wordsFormat = &Format{
	Name: "words",
	scan: func(v *view, yield func(*Scalar) bool) bool {
		var s Scalar
		v.scalar(&s, 0, len(v.text), wordsStyle)
		if s.Label = v.label; s.Label != "" {
			s.Of = cloak.Header
		}
		return s.Text == "" || yield(&s)
	},
}

var wordsStyle = &style{
	step:  cloak.FoldedDocument,
	plain: func(s string) bool { return !strings.Contains(s, "?=") },
	unit: func(dst []byte, s string, i int) ([]byte, int) {
		if n := wordBreak(s, i); n > 0 {
			return dst, n
		}
		return append(dst, s[i]), 1
	},
	encode: func(text string) string { return text },
}

// eachWord applies change to the texts of a row of words, and leaves what is between them.
func eachWord(s string, change func(string) (string, bool)) (string, bool) {
	var b strings.Builder
	last := 0
	put := func(end int) bool {
		text, ok := change(s[last:end])
		b.WriteString(text)
		return ok
	}
	for i := 0; i < len(s); i++ {
		if n := wordBreak(s, i); n > 0 {
			if !put(i) {
				return "", false
			}
			b.WriteString(s[i : i+n])
			i += n - 1
			last = i + 1
		}
	}
	ok := put(len(s))
	return b.String(), ok
}

// words64 decodes a row of words in B, each on its own; encode writes what it may become.
func words64(s string, c charset) (text string, encode func(string) string, ok bool) {
	text, ok = eachWord(s, func(s string) (string, bool) {
		b, err := base64.StdEncoding.DecodeString(s)
		return c.decoded(string(b)), err == nil && wordBreaks(string(b)) == 0
	})
	encode = func(text string) string {
		s, _ := eachWord(text, func(s string) (string, bool) { return base64.StdEncoding.EncodeToString([]byte(c.encoded(s))), true })
		return s
	}
	return text, encode, ok && encode(text) == s
}

func wordBreaks(s string) (n int) {
	for i := range len(s) {
		if wordBreak(s, i) > 0 {
			n++
		}
	}
	return n
}

package format

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// UTF-16 with a byte order mark, as Windows writes it (RFC 2781 section 3.2): what it is
// decoded to is a document on its own. Half of a surrogate pair is kept, as the three bytes
// that UTF-8 would have for it.
var utf16Format = &Format{
	Name:  "utf-16",
	sniff: isUTF16,
	scan:  readUTF16,
}

const (
	littleEndianMark = "\xFF\xFE"
	bigEndianMark    = "\xFE\xFF"
)

func isUTF16(text string) bool {
	return strings.HasPrefix(text, littleEndianMark) || strings.HasPrefix(text, bigEndianMark)
}

func readUTF16(v *view, yield func(*Scalar) bool) bool {
	order := binary.ByteOrder(binary.LittleEndian)
	switch {
	case strings.HasPrefix(v.text, bigEndianMark):
		order = binary.BigEndian
	case !strings.HasPrefix(v.text, littleEndianMark) || v.depth+1 >= maxViews:
		return Plain.scan(v, yield)
	}
	var s Scalar
	v.scalar(&s, 2, len(v.text)&^1, nil)
	text := fromUTF16(s.Text, order)
	s.inner = &Document{Text: text, Format: v.detect(v.file, text), File: v.file, label: v.label, depth: v.depth + 1}
	s.encode = func(text string) string { return toUTF16(text, order) }
	s.guessed = true
	return yield(&s)
}

func fromUTF16(s string, order binary.ByteOrder) string {
	b := make([]byte, 0, len(s))
	for i := 0; i+1 < len(s); i += 2 {
		r := rune(order.Uint16([]byte(s[i : i+2])))
		if utf16.IsSurrogate(r) && i+3 < len(s) {
			if both := utf16.DecodeRune(r, rune(order.Uint16([]byte(s[i+2:i+4])))); both != utf8.RuneError {
				r = both
				i += 2
			}
		}
		if utf16.IsSurrogate(r) {
			b = append(b, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
			continue
		}
		b = utf8.AppendRune(b, r)
	}
	return string(b)
}

func toUTF16(s string, order binary.ByteOrder) string {
	b := make([]byte, 0, 2*len(s))
	put := func(u uint16) { b = append(b, 0, 0); order.PutUint16(b[len(b)-2:], u) }
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 && i+3 <= len(s) && s[i] == 0xED && s[i+1]&0xE0 == 0xA0 && s[i+2]&0xC0 == 0x80 {
			r, n = rune(s[i]&0x0F)<<12|rune(s[i+1]&0x3F)<<6|rune(s[i+2]&0x3F), 3
		}
		i += n
		if hi, lo := utf16.EncodeRune(r); hi != utf8.RuneError {
			put(uint16(hi))
			put(uint16(lo))
		} else {
			put(uint16(r))
		}
	}
	return string(b)
}

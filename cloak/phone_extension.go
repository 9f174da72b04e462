package cloak

import "strings"

// An extension is dialled behind a number and belongs to it: x4587, ext. 12. ITU-T
// E.123 section 7 has it written behind the number, with the word for it.

// phoneExtensionRE is what extensionEnd reads, as RE2 writes it.
const phoneExtensionRE = `(?:[ ,;]{0,2}(?i:x|extension|extn|ext|durchwahl|poste|ramal|anexo|interno)[ .:]{0,2}[0-9]{1,6})?`

var extensionWords = [...]string{"extension", "extn", "ext", "durchwahl", "poste", "ramal", "anexo", "interno", "x"}

// extensionEnd is where the extension behind a number that ends at s[i] ends, i if there
// is none. An x needs two digits, and three if it stands on its own: 4418 x 2 is a sum.
func extensionEnd(s string, i int) int {
	k := skipAny(s, i, " ,;")
	for _, w := range extensionWords {
		if !hasFold(s[k:], w) {
			continue
		}
		from := skipAny(s, k+len(w), " .:")
		n, least := digitRun(s[from:], 7), 1
		if w == "x" {
			if least = 2; k > i && from > k+1 {
				least = 3
			}
		}
		b, next := at(s, from+n), at(s, from+n+1)
		if n < least || n > 6 || isWord(b) || b == '%' || (b == '.' || b == '-') && isDigit(next) {
			return i
		}
		return from + n
	}
	return i
}

// skipAny is where s goes on behind at most two bytes of set at s[i].
func skipAny(s string, i int, set string) int {
	for n := 0; n < 2 && i < len(s) && strings.IndexByte(set, s[i]) >= 0; n++ {
		i++
	}
	return i
}

// withExtension is a scan for numbers that takes the extension, too.
func withExtension(f scan) scan {
	return func(s string, i int) (site, bool) {
		x, ok := f(s, i)
		if ok && !x.shape && !x.left {
			if end := extensionEnd(s, x.End); end > x.End {
				x.End = end
				x.seen = max(x.seen, end)
			}
		}
		return x, ok
	}
}

// cutExtension parts value into a number and the digits of its extension.
func cutExtension(value string) (number, extension string) {
	k := 0
	for k < len(value) && !isAlpha(value[k]) {
		k++
	}
	if k == len(value) {
		return value, ""
	}
	number = strings.TrimRight(value[:k], " ,;")
	for k < len(value) && !isDigit(value[k]) {
		k++
	}
	return number, value[k:]
}

// extended makes f, which is for numbers, keep the extension.
func extended(f func(string) string) func(string) string {
	return func(value string) string {
		number, extension := cutExtension(value)
		if extension == "" {
			return f(number)
		}
		return f(number) + "x" + extension
	}
}

// without makes f, which judges numbers, judge them without an extension.
func without(f func(string) bool) func(string) bool {
	return func(value string) bool {
		number, _ := cutExtension(value)
		return f(number)
	}
}

package cloak

import "strings"

// Private keys in armour. The value is what stands between the header and the
// footer, so that a reader still sees that a key was there. It is the one value
// that goes over line ends.

func pemDetectors() []Detector {
	const b, e = "-----BEGIN ", "-----END "
	const l1, l2 = "MIIEogIBAAKCAQEAjosMtDUqbE1x8zxZac1t8fkh2SxGuMXHk9yxniyM2m76donW", "GcbdgKgLQfoL67Pi3M3Hatsk7SCxXsZiYr6cXOtJq70VM53rr3cxO3JwKCbJ985D"
	return []Detector{
		{
			Name: "private_key", Entity: PrivateKey, Class: Anchored, Bits: 40,
			Pattern: `(?i:begin) [^-]{0,60}PRIVATE KEY(?: BLOCK)?[^-]{0,40}-{4}(?s:.+)`,
			anchor:  anchorWord, words: []string{"begin"}, scan: scanPEM,
			Reserved: []string{`DECOY[A-Za-z0-9]{43}`}, Guarantee: "X",
			Authority: "RFC 7468, RFC 4880 and OpenSSH's PROTOCOL.key; a decoy is no DER, its first byte is no SEQUENCE",
			Match: []string{
				b + "RSA PRIVATE KEY-----\n«" + l1 + "\n" + l2 + "»\n" + e + "RSA PRIVATE KEY-----",
				b + "PRIVATE KEY-----\\n«" + l1 + "\\n" + l2 + "»\\n" + e + "PRIVATE KEY-----\\n",
				b + "EC PRIVATE KEY----- «" + l1 + " " + l2 + "» " + e + "EC PRIVATE KEY-----",
				"> " + b + "OPENSSH PRIVATE KEY-----\r\n> «" + l1 + "\r\n> " + l2 + "»\r\n> " + e + "OPENSSH PRIVATE KEY-----",
				b + "RSA PRIVATE KEY-----\n«Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B\n\n" + l1 + "»\n" + e + "RSA PRIVATE KEY-----",
				b + "PGP PRIVATE KEY BLOCK-----\n«Version: 2\n\n" + l1 + "\n=aB1c»\n" + e + "PGP PRIVATE KEY BLOCK-----",
				b + "RSA PRIVATE KEY-----\n«" + l1 + "\n" + l2 + "»\n... (truncated)",
				"key: |\n    " + b + "PRIVATE KEY-----\n    «" + l1 + "\n    aB3=»\nnext: 1",
			},
			NoMatch: []string{
				b + "PRIVATE KEY-----\n...\n" + e + "PRIVATE KEY-----", b + "PUBLIC KEY-----\n" + l1 + "\n" + e + "PUBLIC KEY-----",
				b + "CERTIFICATE-----\n" + l1 + "\n" + e + "CERTIFICATE-----", b + "PRIVATE KEY-----<your key here>" + e + "PRIVATE KEY-----",
				`strings.HasPrefix(s, "` + b + `RSA PRIVATE KEY-----") && strings.HasSuffix(s, "` + e + `RSA PRIVATE KEY-----")`,
				b + "PRIVATE KEY-----\n" + e + "PRIVATE KEY-----", "to BEGIN PRIVATE KEY use", b + "PRIVATE KEY-----\nplease paste it here",
				b + "PRIVATE KEY-----\nDECOY" + l1[:43] + "\n" + e + "PRIVATE KEY-----",
			},
		},
		{
			Name: "putty_key", Entity: PrivateKey, Class: Anchored, Bits: 40,
			Pattern: `(?i)private-lines: *[0-9]+(?s:.+)`,
			anchor:  anchorWord, words: []string{"private-lines"}, scan: scanPuTTY,
			Authority: "PuTTY, appendix C: PPK file format",
			Match:     []string{"Private-Lines: 2\r\n«" + l1 + "\r\n" + l2 + "»\r\nPrivate-MAC: 6730c52e"},
			NoMatch:   []string{"Private-Lines: none", "Private-Lines: 0\nPrivate-MAC: 6730c52e"},
		},
	}
}

// maxPEM bounds a key. RSA keys of 16,384 bits have 13 kB.
const maxPEM = 64 << 10

// scanPEM judges the word behind five dashes.
func scanPEM(s string, i int) (site, bool) {
	if !strings.HasSuffix(s[:i], "----") && !strings.HasSuffix(s[:i], "---- ") {
		return site{}, false
	}
	head := pemLabel(s, i+len("BEGIN"))
	if head < 0 {
		return site{}, false
	}
	limit := min(len(s), head+maxPEM)
	body, seen := pemBody(s[:limit], head)
	if body.Start >= body.End {
		return site{seen: head}, false
	}
	v := s[body.Start:body.End]
	return site{Span: body, seen: seen, left: isPlaceholder(v)}, true
}

// pemLabel returns where the header ends whose label begins at s[i], or -1.
func pemLabel(s string, i int) int {
	const longest = 60
	rest := s[i:min(len(s), i+longest)]
	n := strings.IndexByte(rest, '-')
	if n < 0 || !strings.HasPrefix(rest, " ") {
		return -1
	}
	label := strings.TrimSpace(rest[:n])
	if strings.IndexByte(label, 0) >= 0 || label != "PRIVATE KEY" && !strings.HasSuffix(label, " PRIVATE KEY") && !strings.HasSuffix(label, " PRIVATE KEY BLOCK") {
		return -1
	}
	end := n
	for end < len(rest) && rest[end] == '-' && end-n < 5 {
		end++
	}
	if end-n < 4 {
		return -1
	}
	return i + end
}

// pemBody is what stands behind the header that ends at s[i]. With a footer it
// is everything in between; without, the lines that can be of a key. It tells how
// far it has looked for it.
func pemBody(s string, i int) (body Span, seen int) {
	i = skipArmour(s, i)
	end := len(s)
	// Another header ends the search, so that repeated headers are read once.
	for k := i; ; {
		next := strings.Index(s[k:], "----")
		if next < 0 {
			break
		}
		for k += next; at(s, k) == '-'; {
			k++
		}
		if at(s, k) == ' ' {
			k++
		}
		if hasFold(s[k:], "begin") {
			end = k
			break
		}
	}
	if hidden := strings.IndexByte(s[i:end], 0); hidden >= 0 {
		end = i + hidden
	}
	if foot := footer(s[i:end]); foot >= 0 {
		body = Span{i, trimArmour(s, i, i+foot)}
		if holdsKey(s[body.Start:body.End]) {
			return body, body.End
		}
		return Span{}, 0
	}
	return keyLines(s[:end], i)
}

// footer is where a footer for a private key begins in s, or -1.
func footer(s string) int {
	for _, dashes := range [...]string{"-----END", "---- END"} {
		n := strings.Index(s, dashes)
		if n >= 0 && pemLabel(s, n+len(dashes)) >= 0 {
			return n
		}
	}
	return -1
}

// skipArmour steps over what may stand before a line of a key: white space, also
// escaped, marks of quoted mail and of string literals.
func skipArmour(s string, i int) int {
	for i < len(s) {
		switch b := s[i]; {
		case isSpace(b), b == '>', b == '"', b == '\'', b == '|', b == ',', b == '`':
			i++
		case b == '\\' && (escapesSpace(at(s, i+1)) || at(s, i+1) == '\\' || isSpace(at(s, i+1))):
			i++
			if escapesSpace(at(s, i)) {
				i++
			}
		case b == '+' && isSpace(at(s, i+1)):
			i++
		default:
			return i
		}
	}
	return i
}

func escapesSpace(b byte) bool { return b == 'n' || b == 'r' || b == 't' }

// trimArmour steps back over the same in front of the footer.
func trimArmour(s string, start, end int) int {
	for end > start {
		b := s[end-1]
		switch {
		case isSpace(b), b == '>', b == '"', b == '\'', b == '|', b == ',', b == '\\', b == '`':
			end--
		case escapesSpace(b) && at(s, end-2) == '\\' && end-2 >= start:
			end -= 2
		case b == '+' && end-2 >= start && (isSpace(s[end-2]) || isQuote(s[end-2])):
			end--
		default:
			return end
		}
	}
	return end
}

// holdsKey reports whether text between header and footer holds a key: a run of
// base64 that is no word.
func holdsKey(s string) bool {
	const least = 16
	for i := 0; i < len(s); {
		end := base64Run(s, i)
		if end-i >= least && randomness(s[i:min(end, i+64)]) >= 20 {
			return true
		}
		i = max(end, i+1)
	}
	return false
}

func base64Run(s string, i int) int {
	for i < len(s) && (isAlnum(s[i]) || s[i] == '+' || s[i] == '/' || s[i] == '=') {
		i++
	}
	return i
}

// keyLines takes the words of a key that has no footer: base64, and the header
// lines of PEM and PGP. It stops behind the first other word.
func keyLines(s string, i int) (body Span, seen int) {
	body = Span{i, i}
	for n := 0; ; n++ {
		if name := armourHeader(s[i:]); name > 0 {
			n := lineLen(s[i:min(len(s), i+maxArmourLine)])
			if n == maxArmourLine {
				break
			}
			i = skipArmour(s, i+n)
			continue
		}
		end := base64Run(s, i)
		seen = end
		if !keyWord(s, i, end, n == 0) {
			break
		}
		body.End = end
		i = skipArmour(s, end)
		if i == end {
			break
		}
	}
	if body.End > body.Start && holdsKey(s[body.Start:body.End]) {
		return body, seen
	}
	return Span{}, 0
}

// keyWord reports whether s[i:end] is a line of a key and not a word of what
// follows it. The last line of a key may be short.
func keyWord(s string, i, end int, first bool) bool {
	const least = 16
	v := s[i:end]
	switch next := at(s, end); {
	case len(v) == 0:
		return false
	case len(v) > least && randomness(v[:min(len(v), 64)]) >= 20:
		return true
	case first || next != 0 && !isSpace(next) && !isQuote(next) && next != '\\':
		return false
	default:
		return len(v) >= 2 && (strings.HasSuffix(v, "=") || v[0] == '=' || !plainWord(v) && !isAllDigits(v) && randomness(v) >= 20 && !isHexRun(v) || len(v) >= 8 && randomness(v) >= 30)
	}
}

// maxArmourLine bounds a header line of PEM or PGP: a longer one is none.
const maxArmourLine = 1 << 10

var armourHeaders = []string{"proc-type:", "dek-info:", "version:", "comment:", "charset:", "hash:", "messageid:", "x-"}

func armourHeader(s string) int {
	for _, h := range armourHeaders {
		if hasFold(s, h) {
			return len(h)
		}
	}
	return 0
}

// lineLen is the length of the line that s begins with, escaped line ends counted.
func lineLen(s string) int {
	for i := range len(s) {
		if s[i] == '\n' || s[i] == '\r' || s[i] == '\\' && escapesSpace(at(s, i+1)) {
			return i
		}
	}
	return len(s)
}

// scanPuTTY judges the line in front of the private part of a PPK file.
func scanPuTTY(s string, i int) (site, bool) {
	j := i + len("private-lines")
	if at(s, j) != ':' {
		return site{}, false
	}
	j++
	for at(s, j) == ' ' {
		j++
	}
	digits := j
	for isDigit(at(s, j)) && j-digits < 4 {
		j++
	}
	if j == digits {
		return site{}, false
	}
	start := skipArmour(s, j)
	body, seen := keyLines(s[:min(len(s), start+maxPEM)], start)
	if body.Start >= body.End {
		return site{}, false
	}
	return site{Span: body, seen: seen}, true
}

package cloak

import "strings"

func jwtDetectors() []Detector {
	const head, payload = "eyJ" + "hbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9", "eyJ" + "zdWIiOiI4MzUwOTkwMSJ9"
	return []Detector{{
		Name: "jwt", Entity: JWT, Class: Anchored, Bits: 28,
		Pattern: `eyJ[A-Za-z0-9_-]+=*\.[A-Za-z0-9_.=-]+`,
		anchor:  anchorWord, words: []string{"eyj"}, scan: scanJWT,
		Reserved:  []string{`eyJhbGciOiJub25lIn0\.eyJpc3MiOiJleGFtcGxlLmNvbSJ9\.DECOY[A-Za-z2-7]{20}`},
		Guarantee: "X", Authority: "RFC 7515 and 7516: a header in JSON with \"alg\"; a decoy's says none, issued by example.com (RFC 2606)",
		Match: []string{
			"Bearer «" + head + "." + payload + ".Zq3Xv8Rk2Lm5Tn7Wp1Yb».",
			"id_token «eyJ" + "hbGciOiAiSFMyNTYiLCAidHlwIjogIkpXVCJ9" + "." + payload + ".URWdYR-sO6MrXzO--» expired",
			"«" + head + "..aXY.Y2lwaGVydGV4dA.dGFn»",
			"cut «" + head + "." + payload + "»",
		},
		NoMatch: []string{head, "eyJhbGci.x", "eyJmb28iOiJiYXIifQ." + payload + ".abc", strings.Repeat("eyJ-", 40), head + ".short.token"},
	}}
}

// maxJWTHeader is how much of a header is decoded in search of "alg". It is a
// bound for hostile text; real headers name it within the first hundred bytes.
const maxJWTHeader = 2048

// scanJWT judges what may be the header of a JWS or JWE. The value is the whole
// run of parts, however many there are.
func scanJWT(s string, i int) (site, bool) {
	if !strings.HasPrefix(s[i:], "eyJ") || isUpper(at(s, i-1)) || isDigit(at(s, i-1)) {
		return site{}, false
	}
	if !jwtHeader(s[i:min(len(s), i+maxJWTHeader)]) {
		return site{}, false
	}
	dot := clsWord.run(s, i, len(s))
	for at(s, dot) == '=' {
		dot++
	}
	// Whatever begins later in this part has the same, missing, continuation.
	if at(s, dot) != '.' {
		return site{seen: dot}, false
	}
	end := dot
	for end < len(s) && (clsDot.has(s[end]) || s[end] == '=') {
		end++
	}
	for s[end-1] == '.' {
		end--
	}
	if end-dot < 5 {
		return site{seen: dot}, false
	}
	if n := strings.IndexByte(s[dot+1:end], '.'); n > 0 && n < 8 && s[dot+1] != 'e' { // head.short.token
		return site{seen: dot}, false
	}
	v := s[i:end]
	return site{Span: Span{i, end}, left: hasDecoyMark(v) || strings.HasSuffix(v, jwtSample) || strings.Contains(v, "EXAMPLE")}, true
}

// jwtSample is the signature of the sample on jwt.io.
const jwtSample = "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"

// jwtHeader decodes base64url and reads it as the beginning of a JSON object,
// until it has seen the key "alg". It stops at the first byte that cannot be.
func jwtHeader(s string) bool {
	var (
		acc   uint32
		bits  int
		state jsonKeys
	)
	for i := 0; i < len(s); i++ {
		n, ok := base64Digit(s[i])
		if !ok {
			return false
		}
		acc, bits = acc<<6|uint32(n), bits+6
		if bits < 8 {
			continue
		}
		bits -= 8
		switch state.next(byte(acc >> bits)) {
		case jsonFound:
			return true
		case jsonBad:
			return false
		}
	}
	return false
}

func base64Digit(b byte) (byte, bool) {
	switch {
	case isUpper(b):
		return b - 'A', true
	case isLower(b):
		return b - 'a' + 26, true
	case isDigit(b):
		return b - '0' + 52, true
	case b == '-' || b == '+':
		return 62, true
	case b == '_' || b == '/':
		return 63, true
	}
	return 0, false
}

// jsonKeys reads JSON byte by byte and looks for the key "alg". It knows strings
// and what may stand between them, which is enough to turn noise down at once.
type jsonKeys struct {
	n        int
	inString bool
	escaped  bool
	last     [5]byte // of the string, or of what was before
	length   int
	closed   bool // the last thing was a string
}

type jsonVerdict uint8

const (
	jsonMore jsonVerdict = iota
	jsonFound
	jsonBad
)

func (j *jsonKeys) next(b byte) jsonVerdict {
	j.n++
	switch {
	case b < 0x20 && b != '\n' && b != '\r' && b != '\t', j.n == 1 && b != '{':
		return jsonBad
	case j.escaped:
		j.escaped = false
	case j.inString:
		switch b {
		case '\\':
			j.escaped = true
		case '"':
			j.inString, j.closed = false, true
		default:
			if j.length < len(j.last) {
				j.last[j.length] = b
			}
			j.length++
		}
	case b == '"':
		if j.closed {
			return jsonBad
		}
		j.inString, j.length = true, 0
	case b == ':' && j.closed && j.length == 3 && string(j.last[:3]) == "alg":
		return jsonFound
	case strings.IndexByte("{}[]:,", b) >= 0:
		j.closed = false
	case !isSpace(b) && !isAlnum(b) && b != '-' && b != '.' && b != '+', j.closed && !isSpace(b):
		return jsonBad
	}
	return jsonMore
}

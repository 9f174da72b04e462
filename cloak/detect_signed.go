package cloak

import (
	"maps"
	"slices"
)

// Keys that code signs or encrypts with, as text in a place of their own among the
// arguments of a call: jwt.sign(payload, "x"), createHmac("sha256", "x").

// signedPlaces tell which argument is the key.
var signedPlaces = map[string]int{
	"jwt.sign": 1, "jwt.verify": 1, "jwt.encode": 1, "jwt.decode": 1, "createhmac": 1, "hmac.new": -1, "hash_hmac": 2,
	"createcipheriv": 1, "createdecipheriv": 1, "symmetricsecuritykey": 0, "secretkeyspec": 0, "cryptojs.aes.encrypt": 1, "cryptojs.aes.decrypt": 1,
	"hmacsha256": 0, "hmacsha512": 0, "hmacsha1": 0, "timestampsigner": 0, "urlsafetimedserializer": 0, "cookiesession": 0, "cookieparser": 0,
}

func signedDetectors() []Detector {
	var words []string
	for _, w := range slices.Sorted(maps.Keys(signedPlaces)) {
		words = append(words, w+"(")
	}
	return []Detector{{
		Name: "signing_key", Entity: APIKey, Class: KeyBound, Bits: 21,
		Pattern: `(?i)(?:jwt\.(?:sign|verify|encode|decode)|create(?:hmac|cipheriv|decipheriv)|hmac\.new|hash_hmac|symmetricsecuritykey|secretkeyspec|cryptojs\.aes\.(?:en|de)crypt|hmacsha(?:1|256|512)|timestampsigner|urlsafetimedserializer|cookiesession|cookieparser)\([^\r\n]*`,
		anchor:  anchorWord, words: words, scan: scanSigned,
		Authority: "the manuals of jsonwebtoken, PyJWT, Node's crypto, Python's hmac, crypto/hmac, PHP's hash_hmac, .NET",
		Match: []string{
			"jwt.sign({ id: user.id, roles: f(x) }, '«8Fh2kLq0ZxV7»', { expiresIn: '1h' })", `jwt.encode(payload, "«8Fh2kLq0ZxV7»", algorithm="HS256")`, "jwt.verify(t, '«8Fh2kLq0ZxV7»', cb)",
			"crypto.createHmac('sha256', '«8Fh2kLq0ZxV7»').update(b)", `hmac.New(sha256.New, []byte("«8Fh2kLq0ZxV7»"))`, "hmac.new(b'«8Fh2kLq0ZxV7»', msg, hashlib.sha256)", "hash_hmac('sha256', $data, '«8Fh2kLq0ZxV7»')",
			`new SymmetricSecurityKey(Encoding.UTF8.GetBytes("«8Fh2kLq0ZxV7»"))`, `new SecretKeySpec("«8Fh2kLq0ZxV7»".getBytes(), "AES")`, `CryptoJS.AES.encrypt(text, "«8Fh2kLq0ZxV7»")`,
		},
		NoMatch: []string{
			"jwt.sign(payload, process.env.JWT_SECRET)", "jwt.sign(p, 'secret')", `hmac.New(sha256.New, []byte("key"))`, "createHmac('sha256', key)", `jwt.decode(token, "your-secret")`, "jwt.verify(token, `${secret}8Fh2`)",
			"xcreateHmac('sha256', '8Fh2kLq0ZxV7')", "createHmac('sha256', 'test-key')", `hmac.new(key, b'8Fh2kLq0ZxV7', 'sha1')`, "jwt.sign(p, '8Fh2kLq0ZxV7' + x)",
		},
	}}
}

// scanSigned judges the word in front of a call's '('.
func scanSigned(s string, i int) (site, bool) {
	const longest = 400
	if isWord(at(s, i-1)) {
		return site{}, false
	}
	j := i
	for j-i < 32 && (isWord(at(s, j)) || at(s, j) == '.') {
		j++
	}
	place, ok := signedPlaces[fold(s[i:j])]
	if !ok || at(s, j) != '(' {
		return site{}, false
	}
	if place < 0 { // hmac.New of Go has the hash in front, hmac.new of Python the key
		place = 0
		if s[j-3] == 'N' {
			place = 1
		}
	}
	limit := min(len(s), i+longest)
	j++
	for ; place > 0; place-- {
		var by byte
		if j, by = nestedEnd(s, j, limit); by != ',' {
			return site{}, false
		}
		j++
	}
	j = skipBlanks(s, j, "")
	j = skipWrappers(s, j)
	if b := at(s, j); (b == 'b' || b == 'N') && isQuote(at(s, j+1)) {
		j++
	}
	return signingKey(s, j)
}

// nestedEnd is where the ',' or ')' stands that ends the argument or value at s[j]: texts
// in quotes and brackets within it count as a whole. by is 0, and end how far was looked,
// if it has no end on its line.
func nestedEnd(s string, j, limit int) (end int, by byte) {
	depth, quote := 0, byte(0)
	for ; j < limit; j++ {
		switch b := s[j]; {
		case b == '\n' || b == 0 && quote == 0:
			return j, 0
		case quote != 0:
			if b == '\\' {
				j++
			} else if b == quote {
				quote = 0
			}
		case isQuote(b):
			quote = b
		case b == '(' || b == '{' || b == '[':
			depth++
		case b == ')' || b == '}' || b == ']':
			if depth--; depth < 0 {
				return j, b
			}
		case b == ',' && depth == 0:
			return j, b
		}
	}
	return min(j, limit), 0
}

// wrappers stand around a text that is taken as bytes.
var wrappers = [...]string{"[]byte(", "buffer.from(", "encoding.utf8.getbytes(", "encoding.ascii.getbytes(", "bytes("}

func skipWrappers(s string, j int) int {
	for _, w := range wrappers {
		if hasFold(s[min(j, len(s)):], w) {
			return j + len(w)
		}
	}
	return j
}

// signingKey judges the text in quotes at s[j]: all of an argument, and drawn or made up.
func signingKey(s string, j int) (site, bool) {
	lit := literal{start: j + 1, quote: at(s, j)}
	if lit.quote != '"' && lit.quote != '\'' {
		return site{}, false
	}
	end, closed := lit.end(s, lit.start+judged)
	if b := at(s, end+1); !closed || at(s, end) != lit.quote || b != ')' && b != ',' && b != '.' {
		return site{}, false
	}
	v := s[lit.start:end]
	switch {
	case len(v) < 8 || isBinary(v) || hasSpace(v) || isReference(v) || isNotValue(v) || isPath(v):
		return site{}, false
	case !isMixed(v) && !isHexRun(v) && (!looksRandom(v) || len(v) < 16) || distinct(v) < 6:
		return site{}, false
	}
	return site{Span: Span{lit.start, end}}, true
}

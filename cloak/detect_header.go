package cloak

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"
)

// Credentials in headers of HTTP, wherever such a header is quoted: requests,
// curl, JSON, code. The scheme stays.

const headerPattern = `(?i)(?:authorization|bearer|basic)[^\r\n]+`

func headerDetectors() []Detector {
	return []Detector{{
		Name: "auth_header", Entity: AuthHeader, Class: KeyBound, Bits: 23,
		Pattern: headerPattern, anchor: anchorWord, words: []string{"authorization", "bearer", "basic"}, scan: scanAuthHeader,
		Reserved: []string{`Decoy-[a-z2-7]{26}`}, Guarantee: "L", Authority: "the mark Decoy-; RFC 9110 11.6, 7617, 6750, 7616",
		Match: []string{
			"Authorization: Basic «c3ZjLWRlcGxveTpIcTctdHRYWDkx»", `-H "Authorization: Bearer «8Fh2kLq0ZxV7pQ»" x`,
			`{"Authorization":"Bearer «8Fh2kLq0ZxV7pQ»"}`, "authorization: token «9Cnzj4p4WGeKLs1Pt8Qu»",
			"Proxy-Authorization: Basic «c3ZjLWRlcGxveTpIcTctdHRYWDkx»", "Authorization: «9Cnzj4p4WGeKLs1Pt8Qu»",
			`Authorization: Digest username="bo", realm="x", nonce="a1", uri="/", response="«6629fae49393a05397450978507c4ef1»"`,
			"Authorization: AWS4-HMAC-SHA256 Credential=AKIAX/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=«fe5f80f77d5fa3beca038a248ff027d0445342fe2855ddc963176630326f1024»",
			"sent Bearer «8Fh2kLq0ZxV7pQ9s» to it", `Authorization: Token token="«8Fh2kLq0ZxV7pQ»"`, "Authorization: ApiKey «VnVhQ2ZHY0JDZGJrUW0tZTVhT3g6dWkybHA»",
			"Authorization: SharedKey acc:«ctzMq410TV3wS7upTBcunJTDLEJwMAZuFPfr0mrrA08=»", "Authorization: OAuth «00D50000000IZ3Z!AQ0AQDpEDKYsn7ioKug2aSmgCjgrPjG»",
			`Authorization: OAuth oauth_consumer_key="k", oauth_signature="«tR3+Ty81lMeYAr/Fid0kMTYa/WM=»"`,
		},
		NoMatch: []string{
			"Authorization: Bearer $TOKEN", "Authorization: Bearer <token>", "Authorization: Basic ...", "Authorization: Basic <base64 of user:password>; x", "the bearer of this letter",
			"Authorization: access denied for user", "Basic authentication required", "Bearer token expired", "Authorization: Bearer ${API_KEY}",
			"Authorization: Bearer XXXXXXXXXXXX", "Authorization: Bearer [AUTH_HEADER_0]", "Authorization: required", "Authorization: AWS x", `headers["authorization"] = "Bearer {}".format(token)`, "Visual Basic programs1234",
		},
	}}
}

// scanAuthHeader judges the word Authorization, or a scheme on its own.
func scanAuthHeader(s string, i int) (site, bool) {
	if hasFold(s[i:], "authorization") {
		return authorization(s, i+len("authorization"))
	}
	scheme := "basic"
	if hasFold(s[i:], "bearer") {
		scheme = "bearer"
	}
	j := skipSchemeBlank(s, i+len(scheme))
	if j < 0 {
		return site{}, false
	}
	return credential(s, j, func(v string) bool {
		if scheme == "basic" {
			return isUserPass(v)
		}
		return len(v) >= 12 && looksRandom(v)
	})
}

// skipSchemeBlank returns what follows one or two blanks, or %20, or -1.
func skipSchemeBlank(s string, j int) int {
	if strings.HasPrefix(s[min(j, len(s)):], "%20") {
		return j + len("%20")
	}
	n := 0
	for n < 3 && at(s, j+n) == ' ' {
		n++
	}
	if n == 0 || n == 3 {
		return -1
	}
	return j + n
}

// authorization judges what stands behind the name of the header.
func authorization(s string, j int) (site, bool) {
	for n := 0; n < 6 && (isQuote(at(s, j)) || at(s, j) == '\\' || at(s, j) == ']' || at(s, j) == ' '); n++ {
		j++
	}
	if b := at(s, j); b != ':' && b != '=' && b != ',' {
		return site{}, false
	}
	j++
	if at(s, j) == '>' {
		j++
	}
	lit, ok := literalAt(s, j, false)
	if !ok {
		return site{}, false
	}
	start := lit.start
	n := 0
	for n < 24 && (isAlnum(at(s, start+n)) || at(s, start+n) == '-' || at(s, start+n) == '_') {
		n++
	}
	after := skipSchemeBlank(s, start+n)
	if n == 0 || after < 0 {
		return credential(s, start, looksRandom)
	}
	scheme := fold(s[start : start+n])
	if part, ok := schemeParts[scheme]; ok {
		if x, ok := schemePart(s, after, part); ok || scheme != "oauth" {
			return x, ok
		}
		return credential(s, after, func(v string) bool { return looksRandom(v) && strings.IndexByte(v, '=') < 0 })
	}
	if signedSchemes.has(scheme) {
		n := strings.IndexByte(s[after:min(len(s), after+judged)], ':')
		if n < 0 || lineLen(s[after:after+n]) < n {
			return site{}, false
		}
		return credential(s, after+n+1, func(v string) bool { return len(v) >= 16 })
	}
	if !schemes.has(scheme) {
		return credential(s, after, looksRandom)
	}
	return credential(s, skipParameter(s, after), func(v string) bool {
		return len(v) >= 6 && !plainWord(v) || len(v) >= 16
	})
}

var schemes = wordSet("basic bearer token apikey api-key key negotiate ntlm geniekey ssws splunk bot kerberos jwt accesskey")

// signedSchemes have account:signature.
var signedSchemes = wordSet("sharedkey sharedkeylite aws")

// schemeParts name the parameter that is the secret one.
var schemeParts = map[string]string{
	"digest": "response=", "aws4-hmac-sha256": "signature=", "hawk": "mac=", "oauth": "oauth_signature=", "signature": "signature=",
	"sharedaccesssignature": "sig=", "acs3-hmac-sha256": "signature=",
}

// schemePart finds the secret parameter of a scheme, on the same line.
func schemePart(s string, i int, name string) (site, bool) {
	const longest = 2048
	line := s[i:min(len(s), i+longest)]
	if k := strings.IndexByte(line, '\n'); k >= 0 {
		line = line[:k]
	}
	if k := strings.IndexByte(line, 0); k >= 0 {
		line = line[:k]
	}
	for end := 0; ; {
		k := strings.IndexByte(line[end:], '=')
		if k < 0 {
			return site{}, false
		}
		end += k + 1
		if j := end - len(name); j >= 0 && hasFold(line[j:], name) && !isWord(at(s, i+j-1)) {
			return credential(s, skipParameter(s, i+j), func(v string) bool { return len(v) >= 16 })
		}
	}
}

// skipParameter steps over name= and a quote in front of a value.
func skipParameter(s string, i int) int {
	j := i
	for j-i < 24 && isWord(at(s, j)) {
		j++
	}
	if j == i || at(s, j) != '=' || at(s, j+1) == '=' || !isQuote(at(s, j+1)) && !isAlnum(at(s, j+1)) && at(s, j+1) != '\\' {
		return i
	}
	j++
	for at(s, j) == '\\' {
		j++
	}
	if isQuote(at(s, j)) {
		j++
	}
	return j
}

// credential takes the bare value at s[i] if ok says so.
func credential(s string, i int, ok func(string) bool) (site, bool) {
	lit := literal{start: i}
	end, closed := lit.end(s, i+judged)
	if end <= i {
		return site{}, false
	}
	v := s[i:end]
	if len(v) < 6 || isNotValue(v) || isPath(v) {
		return site{}, false
	}
	if isReference(v) || isTokenShape(v) {
		return site{Span: Span{i, end}, left: true}, closed
	}
	if v[0] == '<' && at(s, end) == ' ' { // <base64 of user:password>
		return site{}, false
	}
	if !ok(v) {
		return site{}, false
	}
	if !closed {
		end, _ = lit.end(s, len(s))
	}
	return site{Span: Span{i, end}}, true
}

// isUserPass reports whether v is the base64 of user:password.
func isUserPass(v string) bool {
	raw := strings.TrimRight(v, "=")
	if len(raw) < 6 {
		return false
	}
	if len(v) == judged {
		raw = raw[:judged-judged%4]
	}
	text, err := base64.RawStdEncoding.DecodeString(raw)
	if err != nil {
		if text, err = base64.RawURLEncoding.DecodeString(raw); err != nil {
			return false
		}
	}
	if !utf8.Valid(text) { // RFC 7617 section 2.1; "Options" decodes, too
		return false
	}
	colon := false
	for _, b := range text {
		if b < 0x20 || b == 0x7F {
			return false
		}
		colon = colon || b == ':'
	}
	return colon
}

package cloak

import "strings"

func cookieDetectors() []Detector {
	return []Detector{{
		Name: "session_cookie", Entity: Cookie, Class: KeyBound, Bits: 22,
		Pattern: assignedPattern, anchor: anchorKey, ends: sessionEndings, gate: both(sessionGate, mayBeSession), scan: scanSession,
		Reserved: []string{`Decoy-[a-z2-7]{26}`}, Guarantee: "L", Authority: "the mark Decoy-; RFC 6265 4.1.1 and 4.2.1",
		Match: []string{
			"Cookie: theme=dark; sessionid=«yVsOYYDVJXRhovvuUvBEwJSuBVKpbYeZ»", "Set-Cookie: sid=«a8f3Kq0ZxV7pQ9s2»; Path=/; HttpOnly",
			"PHPSESSID=«r2t5uvjq435r4q7ib3vtdjq120»",
			"Cookie: JSESSIONID=«2f1c7a90-4b1e-4d55-9a0f-6c1d2e3f4a5b»", `"session_id": "«yVsOYYDVJXRhovvuUvBEwJ»"`,
		},
		NoMatch: []string{
			"session: Session<unknown> | undefined;",
			"Cookie: theme=dark; lang=en-GB", "session_id: 42", "sessionid 0x14f05578bd80018", "sid=S-1-5-21", "session=closed",
			"x_pref=a8f3Kq0ZxV7pQ9s2; theme=dark", "Cookie: sessionid=$SID", "Set-Cookie: a=b; Expires=Wed, 21 Oct 2026 07:28:00 GMT",
			"session_id=110bcd25-a55d-453a-8046-1297901ea002",
		},
	}, {
		Name: "random_cookie", Entity: Cookie, Class: KeyBound, Bits: 22,
		Pattern: assignedPattern, anchor: anchorLabel, solid: true, gate: behindCookie, scan: scanCookie,
		Reserved: []string{`Decoy-[a-z2-7]{26}`}, Guarantee: "L", Authority: "the mark Decoy-; RFC 6265 4.1.1 and 4.2.1",
		Match:   []string{"Cookie: x_pref=«a8f3Kq0ZxV7pQ9s2»; theme=dark", "Cookie: lang=en; .ASPXAUTH=«0F1E2D3C4B5A69788796A5B4C3D2E1F0»"},
		NoMatch: []string{"x_pref=a8f3Kq0ZxV7pQ9s2; theme=dark", "Cookie: theme=dark; lang=en-GB"},
	}}
}

// maxCookies is how far behind "Cookie:" a cookie is known as one by it.
const maxCookies = 1024

// mayBeSession reports whether eight bytes without a blank or a quote among them stand
// behind the key that ends at i: most ids are short numbers.
func mayBeSession(s string, i int) bool {
	const least = 8
	i++
	for n := 0; n < maxKey && (at(s, i) == ' ' || at(s, i) == '\t'); n++ {
		i++
	}
	for n := 0; n < 4 && (at(s, i) == '\\' || isQuote(at(s, i))); n++ {
		i++
	}
	if i+least > len(s) {
		return false
	}
	for _, b := range []byte(s[i : i+least]) {
		if b <= ' ' || b == '"' || b == ',' {
			return hasFold(s[i:], "&quot;")
		}
	}
	return true
}

// behindCookie reports whether a cookie may begin at the key that ends at i.
func behindCookie(s string, i int) bool {
	from := keyStart(s, i)
	return mayBeCookie(s, from) || at(s, from-1) == '.' && mayBeCookie(s, from-1)
}

// scanSession judges the value of a session's key.
func scanSession(s string, i int) (site, bool) {
	k, ok := keyAt(s, i, sessionEndings)
	if !ok || k.kind != keySession || hasSuffixFold(s[k.Start:k.End], "cookie") && k.Len() <= len("set-cookie") {
		return site{}, false // a Cookie header itself holds a list
	}
	return assigned(s, k, judgeSession)
}

// scanCookie judges, in a Cookie header, the value of any key: it must look random.
func scanCookie(s string, i int) (site, bool) {
	const least = 16
	if s[i] != '=' || !isWord(at(s, i-1)) {
		return site{}, false
	}
	k := key{Span: Span{keyStart(s, i), i}, after: i + 1, kind: keySession}
	if at(s, k.Start-1) == '.' {
		k.Start-- // .ASPXAUTH
	}
	if !mayBeCookie(s, k.Start) || clsAll.run(s, i+1, i+1+least) != i+1+least || !inCookieHeader(s, k.Start) {
		return site{}, false
	}
	return assigned(s, k, func(c candidate) verdict {
		return verdict{ok: (looksRandom(c.v) || isLongHex(c.v)) && !c.holdsKey(), left: isReference(c.v)}
	})
}

func judgeSession(c candidate) verdict {
	v := c.v
	switch {
	case len(v) < 8, isBinary(v), c.holdsKey(), c.refersTo(), isNotValue(v), isPath(v), strings.IndexByte(v, ' ') >= 0:
		return verdict{}
	case isReference(v):
		return verdict{left: true}
	case !looksRandom(v) && !isLongHex(v), isUUID(v) && !inCookieHeader(c.s, c.key.Start): // a trace, not a secret
		return verdict{}
	}
	return verdict{ok: true}
}

// isLongHex reports whether v is 64 bits of hex.
func isLongHex(v string) bool { return len(v) >= 16 && isHexRun(v) && distinct(v) >= 6 }

// inCookieHeader reports whether a cookie that begins at s[i] stands in a Cookie
// or Set-Cookie header. It steps back only where "; " or ": " is in front.
func inCookieHeader(s string, i int) bool {
	if !mayBeCookie(s, i) {
		return false
	}
	line := s[max(0, i-maxCookies):i]
	if n := strings.LastIndexByte(line, '\n'); n >= 0 {
		line = line[n:]
	}
	j := max(lastIndex(line, "ookie"), lastIndex(line, "OOKIE"))
	if j < 0 {
		return false
	}
	rest := strings.TrimLeft(line[j+len("ookie"):], `\"' `)
	return strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "=")
}

// lastIndex is strings.LastIndex, quick where there is none.
func lastIndex(s, word string) int {
	last := -1
	for {
		k := strings.Index(s[last+1:], word)
		if k < 0 {
			return last
		}
		last += 1 + k
	}
}

// mayBeCookie reports whether what stands in front of s[i] may be a header's name
// or the end of another cookie.
func mayBeCookie(s string, i int) bool {
	switch before, beyond := at(s, i-1), at(s, i-2); before {
	case ';', ':', '"':
		return true
	case ' ':
		return beyond == ';' || beyond == ':'
	}
	return false
}

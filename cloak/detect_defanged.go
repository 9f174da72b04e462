package cloak

// ipv4DefangedDetector finds addresses as analysts write them, so that nobody
// follows them by a click: 192[.]0[.]2[.]142. At least one dot is in brackets.
func ipv4DefangedDetector() Detector {
	const dot = `(?:\.|\[\.\]|\[(?i:dot)\])`
	return Detector{
		Name: "ipv4_defanged", Entity: IPv4, Bits: 24,
		Pattern:   `[0-9]{1,3}(?:` + dot + `[0-9]{1,3}){3}`,
		Validate:  func(v string) bool { _, n := quad(refanged(v)); return n > 0 },
		Canonical: refanged,
		Reserved: []string{
			`(?:192\.0\.2|198\.51\.100|203\.0\.113)\.` + octetPattern,
			`198\.1[89]\.` + octetPattern + `\.` + octetPattern,
		},
		Guarantee: "R",
		Authority: "RFC 791, in the spelling of RFC 9424 section 1; reserved: RFC 5737, RFC 2544 appendix C.2.2",
		Match: []string{
			"beacon to «81[.]2[.]69[.]142» seen", "«81.2.69[.]142»", "hxxp://«81[.]2.69.142»/a", "«10[dot]1[dot]2[DOT]3».", "(«10[.]1[.]2[.]3»)",
			"[«10[.]1[.]2[.]3»]", `\n«10[.]1[.]2[.]3»`, "«81[.]2[.]69[.]142»:443", "«10[.]1[.]2[.]3»[:]443",
		},
		NoMatch: []string{
			"10[.]1[.]2", "10[.]1[.]2[.]3[.]4", "1.10[.]1[.]2[.]3", "10[.]1[.]2[.]300", "10[.]01[.]2[.]3", "v10[.]1[.]2[.]3", "10[.]1[.]2[.]3a", "x[.]y",
			"192[.]0[.]2[.]17", "127[.]0[.]0[.]1", "10.1.2.[3]", "a[1][2]", "10[..]1[.]2[.]3", "[dot]", "1[0]2",
		},
		Gaps:   []string{"«10(.)1(.)2(.)3»", "«10 [.] 1 [.] 2 [.] 3»", "«2a02[:]8109[:][:]1»"},
		anchor: anchorBrack, follow: ".dD", scan: scanDefanged, norm: normFold,
	}
}

// maxDefanged is the longest spelling: "255[dot]255[dot]255[dot]255".
const maxDefanged = 4*3 + 3*len("[dot]")

// scanDefanged reads the whole run of digits, dots and bracketed dots around the
// bracket at p. Engine "re2" asks at its beginning.
func scanDefanged(s string, p int) (site, bool) {
	for n := 0; n < maxDefanged && (isDigit(at(s, p)) || at(s, p) == '.'); n++ {
		p++
	}
	if w := dotWidth(s, p); w < 2 || !isDigit(at(s, p-1)) || !isDigit(at(s, p+w)) {
		return site{}, false
	}
	i := p
	for i > 0 && p-i <= maxDefanged {
		w := dotBefore(s, i)
		if isDigit(s[i-1]) {
			w = 1
		}
		if w == 0 || w > 1 && !isDigit(at(s, i-w-1)) {
			break
		}
		i -= w
	}
	j := p
	for j < len(s) && j-p <= maxDefanged {
		w := dotWidth(s, j)
		if isDigit(s[j]) {
			w = 1
		} else if w == 0 || !isDigit(at(s, j+w)) {
			break
		}
		j += w
	}
	x := site{Span: Span{i, j}, seen: j}
	if x.Len() > maxDefanged || isAlpha(at(s, i-1)) && !lettersEscape(s, i) || at(s, i-1) == '.' || isAlpha(at(s, j)) {
		return x, false
	}
	plain := refanged(s[i:j])
	ip, n := quad(plain)
	if n == 0 || n != len(plain) {
		return x, false
	}
	x.left = isReservedQuad(ip) || isSpecialQuad(ip)
	return x, true
}

// dotWidth is the length of the dot that s[i:] begins with, bracketed or not; 0
// if there is none.
func dotWidth(s string, i int) int {
	switch at(s, i) {
	case '.':
		return 1
	case '[':
		if b, w := defangUnit(s, i); b == '.' {
			return w
		}
	}
	return 0
}

// dotBefore is the length of the dot that s[:i] ends with.
func dotBefore(s string, i int) int {
	if at(s, i-1) == '.' {
		return 1
	}
	if at(s, i-1) == ']' {
		for _, w := range [...]int{len("[.]"), len("[dot]")} {
			if i >= w && dotWidth(s, i-w) == w {
				return w
			}
		}
	}
	return 0
}

// refanged is v with plain dots.
func refanged(v string) string {
	b := make([]byte, 0, len("255.255.255.255"))
	for i := 0; i < len(v); {
		if w := dotWidth(v, i); w > 0 {
			b = append(b, '.')
			i += w
		} else {
			b = append(b, v[i])
			i++
		}
	}
	return string(b)
}

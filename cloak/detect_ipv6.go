package cloak

import (
	"net/netip"
	"strings"
)

func ipv6Detector() Detector {
	return Detector{
		Name: "ipv6", Entity: IPv6, Bits: 24, LabelBits: 5,
		Labels:    []string{"ip", "ips", "ipv", "inet", "addr", "address", "gateway", "nameserver"},
		Pattern:   `[0-9A-Fa-f:]*:[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:.]*`,
		Validate:  func(v string) bool { a, ok := parseV6(v); return ok && (a.plausible() || a.gap && a.written > 0) },
		Canonical: canonicalV6,
		Reserved: []string{
			`2001:db8(?::[1-9a-f][0-9a-f]{3}){6}`,
			`3fff:[1-9a-f][0-9a-f]{2}(?::[1-9a-f][0-9a-f]{3}){6}`,
			`2001:db8:(?::?[0-9a-f]{1,4}){1,6}`,
			`::ffff:(?:192\.0\.2|198\.51\.100|203\.0\.113)\.` + octetPattern,
			`::ffff:198\.1[89]\.` + octetPattern + `\.` + octetPattern,
		},
		Guarantee: "R",
		Authority: "RFC 4291 section 2.2, RFC 4007 section 11; reserved: RFC 3849, RFC 9637",
		Match: []string{
			"neigh «b1f0::7c2:91e:44d» lladdr FAILED", "client «::ffff:81.2.69.143» closed", "«fe80::1ff:fe23:4567:890a»%eth0",
			"[«2a02:8109:9ac0:1:5d2f:77aa:12:9b3c»]:443", "«2A02:8109::1».", "peer «2a02:8109::1»: timeout", "addr:«2a02:8109::1»",
			"src:«fd12:3456:789a:1::1»/64", "inet6:«fe80::1c2:3d4»", `\n«fe80::2»`, "«fe80::1»", "[«fe80::1»]:80", "«fe80::1»%eth0", "My IPv6 address is «12::1»", "address «ABEF:452::FE10».", "inet6 «1::2»/64", "«64:ff9b::81.2.69.143»", "«2a02:8109::»/32", "«2001:470::»/32", "ip_«2a02:8109::1»",
			"«2a02:8109:9ac0:1:5d2f:77aa:12:9b3c»:50012", "IP6 «fe80::2».546 > ff02::1:2.547: dhcp6", "tcp6 «2a02:8109::1»:50012",
		},
		NoMatch: []string{
			"use std::fmt; let x = ad::core::run(bed::DEFAULT); // fad::", "a::b::c()", "dead::beef", "x[1::2]", "x[::2]", "ip[1::2]", "address fe80::/10", "see 1::2 of it", "::", "::1",
			"0:0:0:0:0:0:0:1", "12:30:45", "2026-11-30 12:30:45:123", "a4:83:e7:5b:19:0c", "50:06:01:60:3b:a0:11:22", "ff02::1",
			"aa:bb:cc:dd:ee:ff:00:11:22:33:44:55:66:77:88:99:aa:bb:cc:dd", "2001:db8::1", "3fff:fff::1", "::ffff:192.0.2.1",
			"1:2:3:4:5:6:7:8", "fe80:::1", "12345::1", "text2001:4f8::1", "a:b:c", "fe80::1eth0", "fe80::/10", "fe80::", "64:ff9b::/96", "64:ff9b::192.0.2.1", "64:ff9b::127.0.0.1", "::ffff:300.1.1.1", "ann:x:1000:1000::/home/ann:/bin/sh", "0:0:0:0:0:0:0:0", "::ffff:127.0.0.1", "::ffff:0:0/96",
		},
		Gaps:   []string{"«::7c2:91e:44d»", "«1::2»", "2a02-8109--1.ipv6-literal.net"},
		anchor: anchorColon, gate: mayBeV6, scan: scanV6, norm: normFold,
	}
}

// mayBeV6 looks at the bytes beside the colon at p. Every address has a colon between
// two of them, or a pair of colons.
func mayBeV6(s string, p int) bool {
	left, right := at(s, p-1), at(s, p+1)
	if right == ':' {
		// Behind a word of a program, std::fmt, there is no address.
		return !isWord(left) || isHex(left)
	}
	return isHex(right) && (isHex(left) || left == ':') && !isClock(s, p)
}

// isClock reports whether the colon at p is the first one of a time behind a date:
// 2026-05-08T16:53:05.420Z, 20171223-22:15:29:606.
func isClock(s string, p int) bool {
	if p < 5 || p+6 > len(s) {
		return false
	}
	b := s[p-3]
	return (b == 'T' || b == '-') && isDigit(s[p-1]) && isDigit(s[p-2]) && isDigit(s[p-4]) && isDigit(s[p-5]) &&
		isDigit(s[p+1]) && isDigit(s[p+2]) && s[p+3] == ':' && isDigit(s[p+4]) && isDigit(s[p+5]) && !isHex(at(s, p+6))
}

const maxV6 = len("ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255") // without a zone

// scanV6 reads the run of hex digits and colons around p, with dotted octets
// behind it. A zone (%eth0) names no machine and stays.
func scanV6(s string, p int) (site, bool) {
	if timeOfDay(s, p) {
		return site{seen: p + 4}, false
	}
	i, j, ok := groupRun(s, p, ':')
	none := site{seen: j}
	if !ok {
		return none, false
	}
	end := j
	if at(s, j) == '.' && isDigit(at(s, j-1)) {
		for end < len(s) && end-j <= maxV6 && (isDigit(s[end]) || s[end] == '.' && isDigit(at(s, end+1))) {
			end++
		}
	}
	if end-i > maxV6+len(":65535") {
		return none, false
	}
	if j > i && s[j-1] == ':' && at(s, j-2) != ':' { // peer 2001:db8::1: timeout
		j--
		end = j
	} else if isAlnum(at(s, end)) {
		return none, false
	}
	a, ok := parseV6(s[i:end])
	if !ok {
		end = withoutPort(s, i, j, end)
		if a, ok = parseV6(s[i:end]); !ok {
			return none, false
		}
	}
	x := site{Span: Span{i, end}, seen: max(j, end)}
	switch {
	case a.reserved():
		x.shape = !joinsHex(s, i, end, ':')
		x.left = !x.shape
	case a.special():
		x.left = true
	case isPasswd(s, i, end):
		return none, false
	case !a.plausible():
		// A slice, a list or a scope operator may be written so, x[1::2], ad::bed, and one
		// group with a length is a block of the registry: fe80::/10, 2002::/16.
		if before := at(s, i-1); !a.gap || a.written == 0 || a.written == 1 && at(s, end) == '/' || before != ' ' && before != '"' && before != '\'' && before != '=' {
			return none, false
		}
		x.weak = true
	}
	return x, true
}

// isPasswd reports whether s[i:j] is numbers between the colons of /etc/passwd:
// "ann:x:1000:1000::/home/x". A prefix goes on with its length: "2001:db8::/32".
func isPasswd(s string, i, j int) bool {
	if s[j-1] != ':' || at(s, j) == '/' && isDigit(at(s, j+1)) {
		return false
	}
	for ; i < j; i++ {
		if isAlpha(s[i]) {
			return false
		}
	}
	return true
}

// withoutPort returns the end of s[i:end] without what netstat (":50012") or
// tcpdump (".546") put behind an address; j is where the colons' run ends.
func withoutPort(s string, i, j, end int) int {
	if end > j {
		return j
	}
	k := strings.LastIndexByte(s[i:end], ':')
	if k < 1 || end-i-k-1 > len("65535") {
		return end
	}
	for _, b := range []byte(s[i+k+1 : end]) {
		if !isDigit(b) {
			return end
		}
	}
	return i + k
}

// maxGroups is how far to the left of an anchor groups of hex digits are read.
const maxGroups = 56

// groupRun is the run of hex digits and sep around p. A run that begins in a
// word ("src:2001:db8::1") loses its first group, and one sep at its front. ok is
// false where it is too long to the left, or begins in a word's scope ("ad::").
func groupRun(s string, p int, sep byte) (i, j int, ok bool) {
	i, j = p, p
	for i > 0 && p-i <= maxGroups && (isHex(s[i-1]) || s[i-1] == sep) {
		i--
	}
	for j < len(s) && (isHex(s[j]) || s[j] == sep) {
		j++
	}
	if p-i > maxGroups {
		return i, j, false
	}
	if isAlnum(at(s, i-1)) && !lettersEscape(s, i) {
		digits := 0 // of a label, src:2001:db8::1, there is one at most
		for i < j && s[i] != sep {
			if isDigit(s[i]) {
				digits++
			}
			i++
		}
		if at(s, i+1) == sep || digits > 1 {
			return i, j, false
		}
		i = min(i+1, j)
	} else if s[i] == sep && at(s, i+1) != sep {
		i++
	}
	return i, j, true
}

// joinsHex reports whether a neighbour of s[i:j] would be part of it: a letter or
// digit, or a sep with a group beyond it.
func joinsHex(s string, i, j int, sep byte) bool {
	near, far := at(s, i-1), at(s, i-2)
	if isWord(near) || near == sep && (isHex(far) || far == sep) {
		return true
	}
	near, far = at(s, j), at(s, j+1)
	return isWord(near) || near == sep && (isHex(far) || far == sep) || sep == ':' && near == '.' && isDigit(far)
}

// A v6 is an address as it is written.
type v6 struct {
	group   [8]uint16
	written int  // groups written; octets count for two
	first   int  // length of the first one, 0 before "::"
	longest int  // length of the longest one
	digit   bool // the first group has a digit
	gap     bool // has "::"
	quad    bool // ends in octets
}

// parseV6 reads all of s as RFC 4291 section 2.2 has it, without a zone.
func parseV6(s string) (a v6, ok bool) {
	gap := -1
	if strings.HasPrefix(s, "::") {
		gap, s = 0, s[2:]
	}
	for n := 0; s != ""; {
		k, v := 0, 0
		for k < len(s) && k < 5 && isHex(s[k]) {
			v = v<<4 | int(unhex(s[k]))
			if a.written == 0 && gap < 0 {
				a.digit = a.digit || isDigit(s[k])
			}
			k++
		}
		if k < len(s) && s[k] == '.' {
			ip, m := quad(s)
			if m != len(s) || m == 0 || n > 6 {
				return a, false
			}
			a.group[n], a.group[n+1] = uint16(ip[0])<<8|uint16(ip[1]), uint16(ip[2])<<8|uint16(ip[3])
			a.written, a.quad = a.written+2, true
			break
		}
		if k == 0 || k > 4 || n > 7 {
			return a, false
		}
		if n == 0 && gap < 0 {
			a.first = k
		}
		a.longest = max(a.longest, k)
		a.group[n] = uint16(v)
		n++
		a.written = n
		if s = s[k:]; s == "" {
			break
		}
		if s[0] != ':' || len(s) == 1 {
			return a, false
		}
		if s = s[1:]; s[0] == ':' {
			if gap >= 0 {
				return a, false
			}
			gap, s = n, s[1:]
		}
	}
	if a.gap = gap >= 0; !a.gap {
		return a, a.written == 8
	}
	if a.written > 7 {
		return a, false
	}
	a.spread(gap)
	return a, true
}

// spread moves the groups behind "::" to the end.
func (a *v6) spread(gap int) {
	tail := a.written - gap
	for k := range tail {
		from, to := a.written-1-k, 7-k
		a.group[to] = a.group[from]
		if to != from {
			a.group[from] = 0
		}
	}
}

// plausible reports whether a could be a machine's: not the scope operator of a
// language, a slice, a list, or eight pairs.
func (a *v6) plausible() bool {
	switch {
	case a.group[0] == 0x64 && a.group[1] == 0xff9b: // RFC 6052
		return true
	case a.quad:
		return true
	case !a.gap:
		return a.longest > 2
	}
	if _, ok := a.mapped(); ok {
		return true
	}
	ula := a.first == 4 && a.group[0]>>9 == 0xfc>>1 // RFC 4193
	return a.written > 1 && a.first > 2 && (a.digit || ula || a.written > 3)
}

// special is the unspecified address, loopback and multicast, and what is left alone in
// IPv4, mapped or translated: the prefix itself, with 0.0.0.0, is among it.
func (a *v6) special() bool {
	if a.written > 0 && a.group == [8]uint16{7: a.group[7]} && a.group[7] < 2 || a.group[0]>>8 == 0xff && a.first == 4 && a.written > 1 {
		return true
	}
	ip, ok := a.mapped()
	if !ok {
		ip, ok = a.translated()
	}
	return ok && (isSpecialQuad(ip) || isReservedQuad(ip))
}

// translated is the IPv4 address under the well-known prefix of RFC 6052.
func (a *v6) translated() (ip [4]byte, ok bool) {
	g := &a.group
	ip = [4]byte{byte(g[6] >> 8), byte(g[6]), byte(g[7] >> 8), byte(g[7])}
	return ip, *g == [8]uint16{0: 0x64, 1: 0xff9b, 6: g[6], 7: g[7]}
}

// mapped is the IPv4 address in ::ffff:0:0/96 (RFC 4291 section 2.5.5.2).
func (a *v6) mapped() (ip [4]byte, ok bool) {
	g := &a.group
	ip = [4]byte{byte(g[6] >> 8), byte(g[6]), byte(g[7] >> 8), byte(g[7])}
	return ip, a.written > 1 && *g == [8]uint16{5: 0xffff, 6: g[6], 7: g[7]}
}

// reserved is the space that stand-ins come from.
func (a *v6) reserved() bool {
	if ip, ok := a.mapped(); ok && a.quad {
		return isReservedQuad(ip)
	}
	return a.group[0] == 0x2001 && a.group[1] == 0xdb8 || a.group[0] == 0x3fff && a.group[1] < 0x1000
}

// canonicalV6 is the spelling of RFC 5952.
func canonicalV6(v string) string {
	a, err := netip.ParseAddr(v)
	if err != nil {
		return fold(v)
	}
	return a.String()
}

// timeOfDay reports whether the ':' at s[p] is the first of hh:mm:ss. It is what
// most colons of a log are.
func timeOfDay(s string, p int) bool {
	return p >= 2 && p+6 <= len(s) && s[p+3] == ':' && isDigit(s[p-1]) && isDigit(s[p-2]) && isDigit(s[p+1]) && isDigit(s[p+2]) &&
		isDigit(s[p+4]) && isDigit(s[p+5]) && at(s, p+6) != ':' && !isHex(at(s, p+6)) && at(s, p-3) != ':' && !isHex(at(s, p-3))
}

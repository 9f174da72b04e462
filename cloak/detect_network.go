package cloak

import (
	"slices"
	"strings"
)

// networkDetectors finds the addresses and internal names of machines.
func networkDetectors() []Detector {
	return []Detector{ipv4Detector(), ipv6Detector(), macDetector(), macDashDetector(), macDottedDetector(), hostDetector(), ipv4DefangedDetector()}
}

const octetPattern = `(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])`

func ipv4Detector() Detector {
	return Detector{
		Name: "ipv4", Entity: IPv4, Bits: 17, LabelBits: 5, AgainstBits: 8,
		Pattern:  `[0-9]{1,3}(?:\.[0-9]{1,3}){3}`,
		Validate: func(v string) bool { _, n := quad(v); return n == len(v) && n > 0 },
		Labels: []string{"ip", "ips", "ipv", "addr", "address", "host", "client", "peer", "src", "dst", "source", "remote",
			"gateway", "dns", "nameserver", "listen", "bind", "rhost", "ping", "ssh", "resolver", "subnet"},
		Against: []string{"version", "versions", "ver", "upgrade", "upgraded", "upgrading", "downgrade", "downgraded",
			"release", "package", "pkg", "lib", "library", "chrome", "chromium", "firefox", "safari", "edg", "opera", "oid",
			"section", "chapter", "clause", "firmware", "driver", "sdk", "assembly", "build"},
		Reserved: []string{
			`(?:192\.0\.2|198\.51\.100|203\.0\.113)\.` + octetPattern,
			`198\.1[89]\.` + octetPattern + `\.` + octetPattern,
			`(?:24[0-9]|25[0-4])\.` + octetPattern + `\.` + octetPattern + `\.` + octetPattern,
		},
		Guarantee: "R",
		Authority: "RFC 791; reserved: RFC 5737, RFC 2544 appendix C.2.2, RFC 1112 section 4; left: RFC 6890, RFC 5771",
		Match: []string{
			"from «10.1.2.3»:443", "«81.2.69.142».", "[«10.20.30.40»]", "ip=«172.16.254.3»/24", "«192.168.0.17»-192.168.0.99",
			"slave-7/«10.10.34.17»:7077", `\n«10.1.2.3»`, "\x1b[31m«10.1.2.3»\x1b[0m", "地址«10.1.2.3»的",
			"IP «10.0.0.5».53912 > 81.2.69.142.443: Flags", "> «81.2.69.142».443: Flags", "host «1.2.3.4»",
			"net «10.20.0.0»/16", "net «10.0.0.0»/24", "Private «10.0.0.0»", "«172.16.0.0»/123", "ip_«10.1.2.3»_up", "«8.8.8.8»:53", "version 10.1.2.3 at ip «10.1.2.4»", "worker/«10.1.2.3»", "«1.1.1.2»/25",
		},
		NoMatch: []string{
			"1.2.3", "1.2.3.4.5", "10.1.2.300", "010.1.2.3", "v10.7.31.9", "10.7.31.9rc1", "126.0.6478.61", "1.3.6.1.4.1.311",
			"iso 1.3.6.1", "127.0.0.1", "0.0.0.0:80", "255.255.255.0", "224.0.0.251", "169.254.169.254", "192.0.2.17", "198.51.100.1",
			"203.0.113.254", "198.18.7.7", "250.1.2.3", "1.2.3.4", "RelNotes/1.7.10.1.txt", "169.254.0.0", "linux-2.16.32.11", "2.16.32.11-generic", "src/sys/elf.h,v 1.8.14.1 2005", "// 31.7.8.1. Vector", "10.0.0.0/8", "[172.16.0.0/12]", "192.168.0.0/16,", "100.64.0.0/10", "172.16.0.0 - 172.31.255.255", "10.0.0.0-10.255.255.255", "10.0.0.0        -   10.255.255.255  (10/8 prefix)", "12345.10.1.2.3",
			"version 192.168.3.4", "libfoo 172.16.4.20-1.el8", `"fileVersion": "10.4.1.2"`, "Apache/10.0.2.15", "VERSION=172.16.4.20", "the IPv4 address of RFC 4291 section 12.25.55.22", "address: workflow 50.40.30.10", "host § 12.25.55.22", "ip 42.2.0.192.in-addr.arpa.", "ip 192.168.0.1*",
		},
		Gaps:   []string{"0x0a010203", "167838211", "3.4.5.6 in a text without the word ip"},
		anchor: anchorQuad, scan: scanQuad, norm: normFold,
	}
}

// scanQuad reads the whole run of digits and single dots around p. Four groups
// are an address; more are an object identifier or a section, but for tcpdump's
// four and a port, which stand beside a '>'.
func scanQuad(s string, p int) (site, bool) {
	i, end := quadRun(s, p)
	none := site{seen: end}
	if p-i > len("255.255.255.255") {
		return none, false
	}
	ip, n := quad(s[i:end])
	if n == 0 {
		return none, false
	}
	x := site{Span: Span{i, i + n}, seen: end}
	if x.End < end && !isDump(s, i, x.End, end) {
		return none, false
	}
	if isReservedQuad(ip) {
		x.shape = x.End == end
		x.left = !x.shape
		return x, true
	}
	if i >= 3 && s[i-3:i] == ",v " { // of a file in RCS or CVS: elf.h,v 1.8.14.1
		return none, false
	}
	if isAlpha(at(s, i-1)) && !lettersEscape(s, i) || isAlpha(at(s, x.End)) || ip == [4]byte{1, 3, 6, 1} {
		return none, false
	}
	if slices.Max(ip[:]) < 60 && behindSection(s, i) || at(s, x.End) == '*' && at(s, i-1) != '*' { // 192.168.0.1* is many
		return none, false
	}
	x.left = isSpecialQuad(ip) || isPrivateBlock(ip, s[x.End:])
	if back := [4]byte{ip[3], ip[2], ip[1], ip[0]}; hasFold(s[x.End:], ".in-addr.arpa") && (isReservedQuad(back) || isSpecialQuad(back)) {
		x.left = true // the name of a reserved one, RFC 1035 section 3.5
	}
	joined := at(s, i-1) == '-' && isAlpha(at(s, i-2)) || at(s, x.End) == '-' && isAlpha(at(s, x.End+1))
	if n := digitRun(s[min(x.End+1, len(s)):], 4); at(s, x.End) == '-' && n > 0 && at(s, x.End+1+n) == '.' && isAlpha(at(s, x.End+2+n)) {
		joined = true // of a package: 2.16.4.20-1.el8
		x.seen = max(x.seen, x.End+3+n)
	}
	ported := (at(s, end) == ':' || at(s, end) == '/') && isDigit(at(s, end+1))
	x.weak = !x.left && (joined || !ported && (likeVersion(ip) || behindVersion(s, i)))
	if !x.weak && (ip[0] == 192 && ip[1] == 168 || ip[0] == 172 && ip[1]&^15 == 16) {
		x.bits = 24 // RFC 1918, and hardly ever a version
	}
	return x, true
}

// products are written with their version behind a slash, as RFC 9110 section 10.1.5 has
// it. Java writes the name of a host and its address so, too.
var products = wordSet("version chrome chromium firefox safari edg edge opera opr mozilla applewebkit apache nginx iis lighttpd tomcat jetty php python perl openssl java curl wget node okhttp jquery postman")

// behindVersion reports whether a word for a version, or a product's name and a slash,
// stand directly in front of s[i]: "version": "10.4.1.2", Chrome/10.0.2.15.
func behindVersion(s string, i int) bool {
	j := i
	for j > 0 && i-j < 5 && strings.IndexByte(" :=\"'/", s[j-1]) >= 0 {
		j--
	}
	from := j
	for from > 0 && j-from < 16 && isAlpha(s[from-1]) {
		from--
	}
	w := s[from:j]
	if i-j == 1 && s[j] == '/' {
		return foldedIn(products, w)
	}
	return i > j && (hasSuffixFold(w, "version") || equalFold(w, "versions") || equalFold(w, "ver"))
}

// sectionWords stand directly in front of the number of a part of a document.
var sectionWords = wordSet("section sections sect chapter chapters clause clauses appendix annex workflow step steps paragraph figure")

// behindSection reports whether such a word, or a '§', and a blank stand in front of s[i].
func behindSection(s string, i int) bool {
	j := i - 1
	if b := at(s, j); b != ' ' && b != '.' {
		return false
	}
	for j > 0 && i-j < 4 && (s[j-1] == ' ' || s[j-1] == '.') {
		j--
	}
	if strings.HasSuffix(s[:j], "§") {
		return true
	}
	from := j
	for from > 0 && j-from < 16 && isAlpha(s[from-1]) {
		from--
	}
	return foldedIn(sectionWords, s[from:j])
}

// likeVersion reports whether ip could as well be a version: 1.7.10.1 (cloak:allow).
// One address in 5,000 is like it.
func likeVersion(ip [4]byte) bool {
	small := 0
	for _, b := range ip[1:] {
		if b < 10 {
			small++
		}
	}
	// 31.7.8.1 is a section, 10.1.2.3 a machine.
	return ip[0] < 10 && small >= 2 || ip[0] < 100 && ip[0] != 10 && small == 3
}

// quadRun is the run of digits, and dots between digits, around the dot at p. To
// the left it stops beyond what an address needs.
func quadRun(s string, p int) (i, end int) {
	i = p
	for i > 0 && p-i <= 16 && (isDigit(s[i-1]) || s[i-1] == '.' && isDigit(s[i]) && isDigit(at(s, i-2))) {
		i--
	}
	end = p
	for end < len(s) && (isDigit(s[end]) || s[end] == '.' && isDigit(at(s, end+1))) {
		end++
	}
	return i, end
}

// quad reads four octets without leading zeros, and returns their length in s,
// 0 if there are none.
func quad(s string) (ip [4]byte, n int) {
	for k := range ip {
		start, v := n, 0
		for n < len(s) && n < start+3 && isDigit(s[n]) {
			v = v*10 + int(s[n]-'0')
			n++
		}
		if n == start || v > 255 || n-start > 1 && s[start] == '0' || isDigit(at(s, n)) {
			return ip, 0
		}
		ip[k] = byte(v)
		if k < 3 {
			if at(s, n) != '.' {
				return ip, 0
			}
			n++
		}
	}
	return ip, n
}

// isDump reports whether the run s[i:end], an address up to j, is tcpdump's
// address and port: "192.0.2.5.53912 > 198.51.100.142.443:".
func isDump(s string, i, j, end int) bool {
	port := s[j+1 : end]
	return len(port) <= 5 && strings.IndexByte(port, '.') < 0 &&
		(at(s, i-1) == ' ' && at(s, i-2) == '>' || at(s, end) == ' ' && at(s, end+1) == '>')
}

// lettersEscape reports whether the letter before i ends an escape: \n, \r, \t,
// or a terminal's colour, ESC [ 31 m.
func lettersEscape(s string, i int) bool {
	b, far := at(s, i-1), at(s, i-2)
	return far == '\\' && (b == 'n' || b == 'r' || b == 't') || b == 'm' && (isDigit(far) || far == '[')
}

// isReservedQuad is the space that stand-ins come from.
func isReservedQuad(ip [4]byte) bool {
	switch net := [3]byte(ip[:3]); {
	case net == [3]byte{192, 0, 2}, net == [3]byte{198, 51, 100}, net == [3]byte{203, 0, 113}:
		return true
	case ip[0] == 198 && ip[1]&^1 == 18:
		return true
	}
	return ip[0] >= 240 && ip[0] < 255 // 255 begins masks
}

// isSpecialQuad is "this network", loopback, multicast, masks, the last addresses of the
// private nets (RFC 1918), the first and last of the link-local one (RFC 3927), which
// stand for those, and the address of every cloud's metadata service.
func isSpecialQuad(ip [4]byte) bool {
	switch ip {
	case [4]byte{169, 254}, [4]byte{169, 254, 169, 254}, [4]byte{169, 254, 255, 255},
		[4]byte{10, 255, 255, 255}, [4]byte{172, 31, 255, 255}, [4]byte{192, 168, 255, 255}:
		return true
	}
	return ip[0] == 0 || ip[0] == 127 || ip[0]&^15 == 224 || ip[0] == 255
}

// isPrivateBlock reports whether ip, behind which rest stands, is all of a private net
// (RFC 1918, RFC 6598): the first address with the length that the net has, or with the
// last one behind it, "172.16.0.0 - 172.31.255.255". A part of such a net is somebody's. The
// length is a part of what is read here, though not of the value.
func isPrivateBlock(ip [4]byte, rest string) bool {
	length := ""
	switch ip {
	case [4]byte{10}:
		length = "/8"
	case [4]byte{172, 16}:
		length = "/12"
	case [4]byte{192, 168}:
		length = "/16"
	case [4]byte{100, 64}:
		length = "/10"
	default:
		return false
	}
	if strings.HasPrefix(rest, length) {
		return !isWord(at(rest, len(length)))
	}
	const far = 16 // RFC 1918 itself writes "10.0.0.0        -   10.255.255.255"
	i := 0
	for i < far && at(rest, i) == ' ' {
		i++
	}
	return at(rest, i) == '-'
}

func macDetector() Detector {
	d := macLiteral(':')
	d.Name, d.anchor = "mac", anchorPairColon
	d.scan = func(s string, p int) (site, bool) { return scanPairs(s, p, ':') }
	d.Match = []string{
		"link/ether «a4:83:e7:5b:19:0c» brd ff:ff:ff:ff:ff:ff", "mac:«A4:83:E7:5B:19:0C»", "src=«a4:83:e7:5b:19:0c»,",
		"«a4:83:e7:5b:19:0c»: link up", "wwpn «50:06:01:60:3b:a0:11:22»", "(«02:42:ac:11:00:02»)",
	}
	d.NoMatch = []string{
		"00:00:00:00:00:00", "ff:ff:ff:ff:ff:ff", "aa:bb:cc:dd:ee", "aa:bb:cc:dd:ee:ff:00", "12:30:45", "00:00:5E:00:53:7f",
		"SHA1 aa:bb:cc:dd:ee:ff:00:11:22:33:44:55:66:77:88:99:aa:bb:cc:dd", "a4:83:e7:5b:19:0cx", "01:00:5e:00:00:fb",
		"33:33:00:00:00:01", "a4:83:e7:5b:19:c", "2a02:8109::1",
	}
	return d
}

func macDashDetector() Detector {
	d := macLiteral('-')
	d.Name, d.anchor = "mac_dash", anchorPairDash
	d.gate = func(s string, p int) bool {
		return isHex(at(s, p-1)) && isHex(at(s, p-2)) && isHex(at(s, p+1)) && isHex(at(s, p+2))
	}
	d.scan = func(s string, p int) (site, bool) { return scanPairs(s, p, '-') }
	d.Match = []string{
		"Physical Address: «A4-83-E7-5B-19-0C»", "nas_«A4-83-E7-5B-19-0C».log", "mac «24-01-02-03-04-05»",
	}
	d.NoMatch = []string{
		"24-01-02-03-04-05", "2024-01-02-03-04-05-06", "7710bcd5-a61d-453a-9046-1297901ea0c2", "ab-cd-ef-01", "FF-FF-FF-FF-FF-FF",
		"00-00-5e-00-53-7F", "a4-83-e7-5b-19-0c-11", "a4-83-e7-5b-19-0c-11-22-33", "a4-83-e7-5b-19-0c-x",
	}
	return d
}

// macLiteral is what the spellings with a sign between the pairs share.
func macLiteral(sep byte) Detector {
	c := string(sep)
	return Detector{
		Entity: MAC, Bits: 20, LabelBits: 4,
		Pattern:   `(?:[0-9A-Fa-f]{2}` + c + `){5,}[0-9A-Fa-f]{2}`,
		Canonical: macDigits,
		Labels:    []string{"mac", "ether", "lladdr", "bssid", "hwaddr", "hardware", "wwn", "wwpn", "arp", "physical", "ethernet"},
		Reserved: []string{
			`00` + c + `00` + c + `5e` + c + `00` + c + `53` + c + `[0-9a-f]{2}`,
			`00` + c + `00` + c + `5e` + c + `(?:0[1-9a-f]|[1-8][0-9a-f])` + c + `[0-9a-f]{2}` + c + `[0-9a-f]{2}`,
		},
		Guarantee: "U", // the first pattern even R
		Authority: "IEEE 802 section 8; reserved: RFC 9542 section 2.1 (documentation 00-00-5E-00-53, unassigned 00-54-00 to 90-00-FF)",
		norm:      normAlnum,
	}
}

// scanPairs reads the whole chain of groups around p: six pairs, or eight for an
// EUI-64 or a WWN, are an address. Sixteen or twenty are a fingerprint.
func scanPairs(s string, p int, sep byte) (site, bool) {
	if !amongPairs(s, p, sep) {
		return site{}, false
	}
	i, j, ok := groupRun(s, p, sep)
	x := site{seen: j}
	if ok && j > i && s[j-1] == sep {
		j--
	} else if isAlnum(at(s, j)) {
		return x, false
	}
	if n := j - i; !ok || n != 17 && n != 23 || sep == '-' && at(s, j) == '-' {
		return x, false
	}
	var b [8]byte
	digits := true
	for k := 0; i+3*k < j; k++ {
		g := s[i+3*k:]
		if !isHex(g[0]) || !isHex(g[1]) || i+3*k+2 < j && g[2] != sep {
			return x, false
		}
		b[k] = unhex(g[0])<<4 | unhex(g[1])
		digits = digits && isDigit(g[0]) && isDigit(g[1])
	}
	x.Span = Span{i, j}
	x.judgeMAC(s, b, sep)
	x.weak = digits && sep == '-' && !x.shape && !x.left // a date and a time
	return x, true
}

// judgeMAC sets what the address b, which may be six bytes and zeros, is.
func (x *site) judgeMAC(s string, b [8]byte, sep byte) {
	switch {
	case x.Len() < 23 && isReservedMAC(b):
		x.shape = !joinsHex(s, x.Start, x.End, sep)
		x.left = !x.shape
	case b == [8]byte{}, b == [8]byte{255, 255, 255, 255, 255, 255, b[6], b[7]},
		b[0] == 1 && b[1] == 0 && b[2] == 0x5e, b[0] == 0x33 && b[1] == 0x33, b[0] == 1 && b[1] == 0x80 && b[2] == 0xc2:
		x.left = true // none, broadcast, and groups: RFC 1112, RFC 2464, IEEE 802.1
	}
}

// isReservedMAC is RFC 9542 section 2.1: documentation, and what IANA has not assigned.
func isReservedMAC(b [8]byte) bool {
	if b[0] != 0 || b[1] != 0 || b[2] != 0x5e {
		return false
	}
	n := int(b[3])<<8 | int(b[4])
	return n == 0x0053 || n >= 0x0054 && n <= 0x9000
}

// macDigits is the address without separators.
func macDigits(v string) string {
	b := make([]byte, 0, 16)
	for i := range len(v) {
		if isHex(v[i]) {
			b = append(b, lower(v[i]))
		}
	}
	return string(b)
}

func macDottedDetector() Detector {
	d := macLiteral('.')
	d.Name, d.anchor, d.gate, d.scan = "mac_dotted", anchorTriple, mayBeDottedMAC, scanDottedMAC
	d.Pattern = `[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}`
	d.Reserved = []string{`0000\.5e00\.53[0-9a-f]{2}`}
	d.Match = []string{"Vlan10 «a483.e75b.190c» DYNAMIC Gi1/0/4", "«0042.ac11.d002».", "mac-address «A483.E75B.190C»", "arp «a483.1234.190c»", "Physical address is «aabb.ccdd.eeff»"}
	d.NoMatch = []string{
		"dead.beef.cafe", "2024.0101.1200", "a483.e75b.190c.1234", "a483.e75b.190cd", "ffff.ffff.ffff", "0000.5e00.53af",
		"face.book.com", "x.a483.e75b.190c",
	}
	d.Gaps = nil
	return d
}

// mayBeDottedMAC looks at the digits on both sides of the dot at p.
func mayBeDottedMAC(s string, p int) bool {
	return isHex(at(s, p-1)) && isHex(at(s, p-2)) && isHex(at(s, p+1)) && isHex(at(s, p+2)) && isHex(at(s, p+3)) && isHex(at(s, p+4))
}

// scanDottedMAC reads three groups of four around one of their dots.
func scanDottedMAC(s string, p int) (site, bool) {
	i := p - 4
	if at(s, p-5) == '.' {
		i = p - 9
	}
	j := i + 14
	if i < 0 || j > len(s) || s[i+4] != '.' || s[i+9] != '.' || joinsHex(s, i, j, '.') || at(s, i-1) == '.' && isWord(at(s, i-2)) ||
		at(s, j) == '.' && isWord(at(s, j+1)) {
		return site{}, false
	}
	var b [8]byte
	digits, letters := false, false
	for k := range 6 {
		g := s[i+2*k+k/2:]
		if !isHex(g[0]) || !isHex(g[1]) {
			return site{}, false
		}
		b[k] = unhex(g[0])<<4 | unhex(g[1])
		digits = digits || isDigit(g[0]) || isDigit(g[1])
		letters = letters || isAlpha(g[0]) || isAlpha(g[1])
	}
	x := site{Span: Span{i, j}}
	x.judgeMAC(s, b, '.')
	// dead.beef.cafe may be a name, and 2024.0101.1200 a time.
	x.weak = (!digits || !letters) && !x.left && !x.shape
	return x, true
}

// amongPairs reports whether three of the places where sep stands in pairs around
// the one at s[p] have it: most dashes are in words and dates, and most colons in
// times of day.
func amongPairs(s string, p int, sep byte) bool {
	n := 0
	for _, k := range [...]int{-6, -3, 3, 6} {
		if at(s, p+k) == sep {
			n++
		}
	}
	return n >= 3
}

package cloak

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// contactDetectors finds ways to reach a person that have a form of their own.
func contactDetectors() []Detector {
	return []Detector{{
		Name: "email", Entity: Email, Bits: 30,
		Canonical: fold,
		Pattern:   mailPattern + `+"?(?:@` + mailPattern + `+)+`,
		Reserved: []string{
			`[a-z]{4,8}\.[a-z]{4,8}@[a-z]{5,9}\.example\.com`,
			`[a-z0-9._+-]{1,64}@(?:[a-z0-9-]{1,63}\.){0,8}example\.(?:com|net|org)`,
		},
		Guarantee: "R",
		Authority: "RFC 5322 section 3.4.1, RFC 6531; reserved: RFC 2606 section 3, RFC 6761",
		Match: []string{
			"write to «ilse.verbeke+inv@polderwerk.nl», please.",
			"From: «siobhan.o'dwyer@kerrydairy.ie»",
			"Kontakt: «jürgen@bäckerei-münz.de» (Filiale)",
			"<«jane@xn--bcker-gra.de»>", "'«jane@corp.com»'", "b'«jane@corp.com»'",
			"bounced for «root@db-7.corp.internal»", "Email «test%user@host.net» for", "q=x%3A«test%user@host.net»", "«ann@nas.local».",
			`{"to":"«nadia.h@quietharbor.museum»\nCc: none"}`, `\n«nadia@corp.com»`, "%20«nadia@corp.com»",
			"guest «ann_corp.com#EXT#@contoso.onmicrosoft.com»",
			"https://h.corp.com:8080/path?email=«bob@corp.com»&x=1",
			"«bob@corp.com»--he knows", "dump-of/«bob@corp.com».json", "«bob@corp.com»'s desk",
			"«bounce+ann=corp.com@lists.org»", "邮箱«bob@corp.com»或者", "....................«bob@corp.com»",
			"mailto:«bob@corp.com»?subject=x", "[«bob@corp.com»]",
		},
		NoMatch: []string{
			"root@localhost", "@corp.com", "bob@corp", "lodash@4.17.21", "@types/node@20", "pkg@1.2.3-beta.1",
			"golang.org/toolchain@v0.0.1-go1.24.linux-amd64", "next@15.0.canary",
			"git@github.com:org/repo.git", "ssh -T git@gitlab.corp.com",
			"icon@2x.png", "logo@3x.svg", "getty@tty1.service", "user@1000.service", "bundle@main.js",
			"postgres://app:s3Kr@pg1.halcyon.io:5432/core", "ftp://u:p!w#x@ftp.corp.com", "https://2f8a9b7c6d5e4f3a2b1c0d9e8f7a6b5c@o4.ingest.corp.com/7",
			"bob@10.1.2.3", "user@example.com", "a.b@mail.example.org", "ann@shop.example", "x@y.test", "x@y.invalid",
			"-----@-----", "@app.route('/x')", "SHA256:abc+def@ghi", `x"y"@corp.com`, `"a
b"@corp.com`, `""@corp.com`,
		},
		Disguised: []string{
			"?user=«jane%40corp.com»&x=1", "«jane%2540corp.com»", `{"mail":"«jane\u0040corp.com»"}`, "<b>«jane&#64;corp.com»</b>", "<b>«jane&commat;corp&period;com»</b>",
			"mail «ja\u200bne@corp.com»", "mail «ｊａｎｅ＠ｃｏｒｐ．ｃｏｍ»", "mail «j\u0430ne@corp.com»", `mail «jane\_doe@corp.com»`,
			"echo «amFuZUBjb3JwLmNvbQ==» | base64 -d",
		},
		Gaps:   []string{"bob@[10.1.2.3]", "bob at corp dot com"},
		anchor: anchorAt, scan: scanMail, norm: normFold,
	}}
}

// mailPattern is a byte of a local part or a domain.
const mailPattern = `[0-9A-Za-z._+'&#=%\x1A\x{80}-\x{10FFFF}-]`

const (
	maxLocal  = 64  // RFC 5321 section 4.5.3.1.1
	maxDomain = 255 // RFC 5321 section 4.5.3.1.2
)

// scanMail reads the address around the '@' at p: to the left the longest run of
// what local parts are written with, to the right the longest domain.
func scanMail(s string, p int) (site, bool) {
	end := mailDomain(s, p+1)
	if end == 0 {
		return site{}, false
	}
	domain := s[p+1 : end]
	reserved := isExampleDomain(domain)
	if reserved {
		if i := mailShape(s, p, end); i >= 0 && !isURLPassword(s, i) {
			return site{Span: Span{i, end}, shape: true}, true
		}
	}
	i := mailLocal(s, p, end)
	if i < 0 || isVersion(domain) || inUserInfo(s, i) || isDomainOf(s, i, p) || isURLToken(s, i, p) {
		return site{}, false
	}
	left := reserved || hasReservedTLD(domain) || equalFold(s[i:p], "git")
	return site{Span: Span{i, end}, left: left}, true
}

// mailLocal returns where the local part before the '@' at p begins, -1 if there
// is none. What surrounds addresses in texts is trimmed: quotes, bullets, dots
// of a leader, and the rest of an escape.
func mailLocal(s string, p, end int) int {
	if at(s, p-1) == '"' {
		return quotedLocal(s, p-1)
	}
	i := nameStart(s, p, maxLocal, ".+-'&#")
	// VERP, bounce+ann=corp.com@lists.example, names its receiver; email=a.b@c.example does not.
	if at(s, i-1) == '=' && strings.IndexByte(s[i:p], '.') > 0 {
		if j := nameStart(s, i-1, maxLocal, ".+-'&#"); strings.IndexByte(s[j:i-1], '+') > 0 {
			i = j
		}
	}
	// ann%relay@example.org and test%user@example.net: RFC 5322 has the sign, unless it
	// begins the escape of a byte.
	if at(s, i-1) == '%' && isAlnum(at(s, i-2)) && !(isHex(s[i]) && isHex(at(s, i+1))) {
		i = nameStart(s, i-1, maxLocal, ".+-'&#")
	}
	if p-i > maxLocal {
		return -1
	}
	i = skipEscape(s, i, p)
	for i < p && strings.IndexByte("'+.-&#", s[i]) >= 0 {
		i++
	}
	// Python writes b'bob@corp.example'.
	if i+2 < p && s[i+1] == '\'' && at(s, end) == '\'' && strings.IndexByte("bBuUrRfF", s[i]) >= 0 {
		i += 2
	}
	if i == p {
		return -1
	}
	return i
}

// quotedLocal returns where the local part begins whose closing quote is s[q], -1 if
// there is none: "jane doe"@corp.example.
func quotedLocal(s string, q int) int {
	i := q - 1
	for i >= 0 && q-i <= maxLocal && s[i] != '"' && s[i] >= ' ' && s[i] != '@' {
		i--
	}
	if at(s, i) != '"' || q-i < 3 || q-i > maxLocal || isWord(at(s, i-1)) || at(s, i-1) >= utf8.RuneSelf || at(s, i-1) == '\\' || !isAlnum(s[q-1]) {
		return -1
	}
	return i
}

// nameStart walks left from i over letters, digits, '_' and punct, in runes, for
// about limit bytes; a run that goes on has more than limit. Two dots, or three of
// another sign, end it, as rules and leaders do; and so does the seam between an
// ideograph and a Latin letter, which are written without a space.
func nameStart(s string, i, limit int, punct string) int {
	for end := i; end-i <= limit; {
		n := nameBefore(s, i, end, punct)
		if n == 0 {
			break
		}
		i -= n
	}
	return i
}

// nameBefore is the length of the rune before i if it continues the run s[i:end].
func nameBefore(s string, i, end int, punct string) int {
	b := at(s, i-1)
	switch {
	case isAlnum(b):
		if i < end && wideAt(s, i) {
			return 0
		}
		return 1
	case b == '_' || strings.IndexByte(punct, b) >= 0 && b != 0:
		if i < end && s[i] == b && (b == '.' || i+1 < end && s[i+1] == b) {
			return 0
		}
		return 1
	case b >= utf8.RuneSelf:
		r, n := utf8.DecodeLastRuneInString(s[max(0, i-utf8.UTFMax):i])
		if !nameRune(r) || r >= firstWide && i < end && isAlnum(s[i]) {
			return 0
		}
		return n
	}
	return 0
}

// firstWide is where the scripts begin that are set without spaces (CJK).
const firstWide = 0x2E80

func wideAt(s string, i int) bool {
	if s[i] < utf8.RuneSelf {
		return false
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return r >= firstWide && nameRune(r)
}

// nameRune reports whether r, which is not ASCII, is part of a name. What is no
// UTF-8 is not.
func nameRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r))
}

// skipEscape returns where s[i:end] begins behind an escape that its first
// letters belong to: \n, \r, \t, or %20.
func skipEscape(s string, i, end int) int {
	switch at(s, i-1) {
	case '\\':
		if i+1 < end && at(s, i-2) != '\\' && (s[i] == 'n' || s[i] == 'r' || s[i] == 't') {
			return i + 1
		}
	case '%':
		if i+2 < end && isHex(s[i]) && isHex(s[i+1]) {
			return i + 2
		}
	}
	return i
}

// mailDomain returns the end of the domain at i, 0 if there is none: at least two
// labels, of which the last is a top-level domain's. Labels behind it that are
// none, as in bob@corp.example.json or bob@corp.example.1, are the text's.
func mailDomain(s string, i int) int {
	j := domainRun(s, i)
	if j == i || j-i > maxDomain {
		return 0
	}
	for {
		k := strings.LastIndexByte(s[i:j], '.')
		if k <= 0 {
			return 0
		}
		last := s[i+k+1 : j]
		if n := tldLen(last); n > 0 && !isFileExt(last[:n]) {
			return i + k + 1 + n
		}
		j = i + k
	}
}

// domainRun returns the end of the longest run of labels and single dots at i.
func domainRun(s string, i int) int {
	j, latin := i, false // latin: the byte before j is an ASCII letter or digit
	for j-i <= maxDomain {
		b := at(s, j)
		if b >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[j:])
			if !nameRune(r) || r >= firstWide && latin {
				break
			}
			j, latin = j+n, false
			continue
		}
		if !isWord(b) && (b != '-' && b != '.' || j == i || b == '.' && s[j-1] == '.') {
			break
		}
		if isAlnum(b) && j > i && s[j-1] >= utf8.RuneSelf {
			if r, _ := utf8.DecodeLastRuneInString(s[max(i, j-utf8.UTFMax):j]); r >= firstWide {
				break
			}
		}
		j, latin = j+1, isAlnum(b)
	}
	for j > i && (s[j-1] == '.' || s[j-1] == '-' || s[j-1] == '_') {
		j--
	}
	return j
}

// tldLen is the length of the top-level domain that label begins with: letters
// of one kind, ASCII or not, up to a hyphen or underscore; or all of an A-label.
func tldLen(label string) int {
	if hasFold(label, "xn--") {
		if strings.IndexByte(label, '_') >= 0 {
			return 0
		}
		return len(label)
	}
	n, ascii := 0, false
	for n < len(label) && label[n] != '-' && label[n] != '_' {
		b := label[n]
		if n == 0 {
			ascii = b < utf8.RuneSelf
		}
		if b < utf8.RuneSelf != ascii || ascii && !isAlpha(b) {
			return 0
		}
		n++
	}
	if n < 2 {
		return 0
	}
	return n
}

// isFileExt reports whether a label ends names of files or units, and no domain.
func isFileExt(label string) bool {
	switch fold(label) {
	case "png", "jpg", "jpeg", "gif", "svg", "webp", "bmp", "css", "scss", "less", "js", "mjs", "cjs", "jsx", "ts", "tsx",
		"json", "jsonl", "xml", "yaml", "yml", "toml", "ini", "cfg", "conf", "csv", "tsv", "txt", "log", "html", "htm",
		"pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "eml", "msg", "gz", "bz", "xz", "tar", "tgz", "zip", "exe", "dll",
		"jar", "war", "class", "java", "rb", "php", "sql", "db", "bak", "tmp", "lock", "sock", "socket",
		"service", "slice", "scope", "target", "timer", "mount", "swap":
		return true // py, rs, sh and md are countries too
	}
	return false
}

// isVersion reports whether domain is a package's version: 20.beta.3, v1.2.rc.
func isVersion(domain string) bool {
	first, rest, _ := strings.Cut(domain, ".")
	if len(first) > 1 && lower(first[0]) == 'v' {
		first = first[1:]
	}
	for i := range len(first) {
		if !isDigit(first[i]) {
			return false
		}
	}
	if rest == "" || isDigit(rest[0]) {
		return true
	}
	switch word, _, _ := strings.Cut(fold(rest), "."); word {
	case "alpha", "beta", "rc", "next", "canary", "snapshot", "final", "release", "ga", "pre", "preview", "nightly":
		return true
	}
	return false
}

// inUserInfo reports whether s[i:] stands in the password of a URL, which is
// another detector's: "://", then a ':' and no '/', '?' or '#' up to i.
func inUserInfo(s string, i int) bool {
	colon := false
	for k := i - 1; k >= 0 && i-k <= 2*maxLocal; k-- {
		switch b := s[k]; b {
		case '/':
			return colon && at(s, k-1) == '/' && at(s, k-2) == ':'
		case ':':
			colon = true
		case '?', '"', '\'', '<', '>', '`':
			return false
		default:
			if b <= ' ' {
				return false
			}
		}
	}
	return false
}

// isURLToken reports whether s[i:p] is a key in the place of a URL's user: the host
// behind it is the URL's, https://token@github.example.
func isURLToken(s string, i, p int) bool {
	return p-i >= 20 && strings.HasSuffix(s[:i], "://") && looksRandom(s[i:p])
}

// isURLPassword is inUserInfo for what has a stand-in's shape, which looks less far:
// app:s3cr3t@db.example.com is no address behind "://".
func isURLPassword(s string, i int) bool {
	const near = 64
	return inUserInfo(s[max(0, i-near):], min(i, near))
}

// isDomainOf reports whether s[i:p] is the domain of an address in front of it, as
// in bob@corp.example@proxy.corp.example: bob is found there.
func isDomainOf(s string, i, p int) bool {
	return at(s, i-1) == '@' && nameBefore(s, i-1, i-1, ".+-'&#") > 0 && mailDomain(s, i) == p
}

// isExampleDomain is RFC 2606 section 3: example.com, .net, .org and below.
func isExampleDomain(domain string) bool {
	const n = len("example.com")
	if len(domain) < n {
		return false
	}
	tail := domain[len(domain)-n:]
	if !hasFold(tail, "example.") || len(domain) > n && domain[len(domain)-n-1] != '.' {
		return false
	}
	return equalFold(tail[8:], "com") || equalFold(tail[8:], "net") || equalFold(tail[8:], "org")
}

// hasReservedTLD is RFC 2606 section 2.
func hasReservedTLD(domain string) bool {
	switch fold(domain[strings.LastIndexByte(domain, '.')+1:]) {
	case "example", "test", "invalid", "localhost":
		return true
	}
	return false
}

// equalFold reports whether s is word, which is in lower case, in any case.
func equalFold(s, word string) bool { return len(s) == len(word) && hasFold(s, word) }

// mailShape returns where the stand-in whose '@' is at p begins, -1 if s[:end]
// does not end in one or a neighbour extends it.
func mailShape(s string, p, end int) int {
	i := p
	for i > 0 && p-i <= maxLocal && isMailLocal(s[i-1]) {
		i--
	}
	if i == p || p-i > maxLocal || end-i > shapeLimit {
		return -1
	}
	for k := p + 1; k < end; k++ {
		if !isAlnum(s[k]) && s[k] != '-' && s[k] != '.' {
			return -1
		}
	}
	if at(s, end) == '_' { // Markdown's emphasis: a pair of them is not the address's
		for i < p && s[i] == '_' {
			i++
		}
	}
	if i == p || at(s, i-1) == '@' || letterEndsAt(s, i) || extendsMail(s, end) {
		return -1
	}
	return i
}

// isMailLocal is the class of a stand-in's local part.
func isMailLocal(b byte) bool { return isWord(b) || b == '.' || b == '+' || b == '-' }

// extendsMail reports whether what stands at j would be part of a stand-in that
// ends there. An underscore would not: no top-level domain has one.
func extendsMail(s string, j int) bool {
	near := at(s, j)
	return isAlnum(near) || near == '@' || letterAt(s, j) || (near == '.' || near == '-') && (isAlnum(at(s, j+1)) || letterAt(s, j+1))
}

// letterAt reports whether a letter that is not ASCII begins at s[i], and continues
// what is in front of it. Quotes, dashes and emoji do not, nor do scripts that are
// set without spaces; a byte that is no UTF-8 may be anything.
func letterAt(s string, i int) bool {
	if at(s, i) < utf8.RuneSelf {
		return false
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return r == utf8.RuneError || nameRune(r) && r < firstWide
}

// letterEndsAt is letterAt for the rune in front of s[i].
func letterEndsAt(s string, i int) bool {
	if at(s, i-1) < utf8.RuneSelf {
		return false
	}
	r, _ := utf8.DecodeLastRuneInString(s[max(0, i-utf8.UTFMax):i])
	return r == utf8.RuneError || nameRune(r) && r < firstWide
}

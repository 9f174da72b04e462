package cloak

import (
	"strings"
	"unicode/utf8"
)

func hostDetector() Detector {
	const label = `[0-9A-Za-z_\x1A\x{80}-\x{10FFFF}-]+`
	return Detector{
		Name: "hostname", Entity: Hostname, Bits: 15, LabelBits: 5, AgainstBits: 6,
		Canonical: fold,
		Pattern: label + `(?:\.` + label + `)*\.(?i:internal|local|corp|lan|intra|intranet|localdomain|private|priv` +
			`|arpa|com|net|org)`, // scanHost knows home.arpa, example.com, …
		Labels: []string{"host", "hosts", "hostname", "server", "upstream", "url", "uri", "node", "fqdn", "dns", "peer", "proxy",
			"backend", "ping", "ssh", "scp", "sftp", "connect", "connecting", "connected", "resolve", "resolving", "lookup",
			"endpoint", "database", "workstation"},
		Against: []string{"import", "package", "class", "module", "function", "def", "const", "return"},
		Reserved: []string{
			`[a-z]{4,8}[0-9]{0,2}\.example\.net`,
			`[a-z0-9][a-z0-9_-]{0,39}(?:\.[a-z0-9_-]{1,40}){0,3}\.example\.(?:com|net|org)`,
		},
		Guarantee: "R",
		Authority: "RFC 6762 appendix G, RFC 8375, ICANN resolution 2024.07.29.06 (.internal); reserved: RFC 2606 section 3",
		Match: []string{
			"via «db-7.corp.internal»:5432", "«build03.halcyon.LAN» down", "«nas.home.arpa».", "//«wiki.corp»/x", "http://«vault.internal»:8200",
			"host «nas.local» up", "printer=«nas.local» off", `\\«fs1.ad.corp.local»\share`, "HTTP/«web1.corp.local»@CORP.LOCAL", "«ip-10-1-2-3.eu-west-1.compute.internal»",
			`\n«db1.corp.internal»`, "«müller-pc.intranet»", "主机«db1.corp»的", "«calvisitor-10-105-160-95.local» kernel",
			"postgres://u:p@«db1.corp.internal»/x", "/var/backups/x.tar on «backup-1.corp.internal»",
		},
		NoMatch: []string{
			"foo.local()", "main.internal", "foo.local.json", ".env.local", ".env.development.local", "self.state.local",
			"com.acme.internal", "metadata.google.internal", "host.docker.internal", "localhost.localdomain", "cluster.local",
			"/etc/rc.local", "jail.local", "a.b.internal.Foo", "db1.example.net", "example.com", "www.example.org", "x@mail.example.com",
			"obj.private = 1", "a.locale", "if p.Internal.Local && x", "x.corporate", "corp.internals", "this.private[0]",
			"if (node.package.private) {", "initialItems.filter(node => node.package.private)",
		},
		Gaps:   []string{"nas01", "«printer.local» in prose without the word host"},
		anchor: anchorDot, words: []string{"internal", "local", "corp", "lan", "intra", "priv", "arpa", "com", "net", "org"}, scan: scanHost, norm: normFold,
	}
}

const maxHost = 253 // RFC 1035 section 2.3.4, in text

// scanHost judges the name whose last dot is at p, and no other dot.
func scanHost(s string, p int) (site, bool) {
	switch lower(at(s, p+1)) {
	case 'i', 'l', 'c', 'p', 'a', 'n', 'o': // what the names looked for begin with
	default:
		return site{}, false
	}
	j := p + 1
	for isHostByte(at(s, j)) && j-p <= len("localdomain")+1 {
		j++
	}
	for j > p+1 && s[j-1] == '_' { // Markdown's emphasis: no top-level label ends so
		j--
	}
	kind := hostSuffix(s, p, j)
	if kind == hostNone || at(s, j) == '.' && (isHostByte(at(s, j+1)) || letterAt(s, j+1)) {
		return site{}, false
	}
	i := nameStart(s, p, maxHost, ".-")
	if i == p || p-i > maxHost {
		return site{}, false
	}
	if kind == hostExample {
		return exampleHost(s, i, j), true
	}
	if i = skipEscape(s, i, p); s[i] == '.' && (hasFold(s[i+1:j], "env.") || strings.IndexByte(s[i+1:p], '.') < 0) {
		return site{}, false // .env.local
	}
	for i < p && (s[i] == '.' || s[i] == '-') {
		i++
	}
	host := s[i:j]
	if i == p || isCode(s, i, j, host) {
		return site{}, false
	}
	x := site{Span: Span{i, j}, left: isWellKnownHost(host)}
	if kind == hostKeyword && at(s, j) == ')' && !isHostLike(s, i, p, j, kind) { // of an expression
		return site{}, false
	}
	x.weak = (kind == hostWord || kind == hostKeyword) && !isHostLike(s, i, p, j, kind)
	return x, true
}

// How telling a top-level label is.
const (
	hostNone    = iota
	hostExample // RFC 2606
	hostWord    // also a word in code and in file names
	hostKeyword // also a word of many programming languages
	hostOnly
)

// hostSuffix tells what the label s[p+1:j] says about its name.
func hostSuffix(s string, p, j int) int {
	label := s[p+1 : j]
	if len(label) < len("com") || len(label) > len("localdomain") {
		return hostNone
	}
	switch lower(label[0]) {
	case 'i', 'l', 'c', 'p', 'a', 'n', 'o':
	default:
		return hostNone
	}
	var b [len("localdomain")]byte
	for k := range len(label) {
		b[k] = lower(label[k])
	}
	switch string(b[:len(label)]) {
	case "com", "net", "org":
		k := p - len("example")
		if k >= 0 && equalFold(s[k:p], "example") && !isHostByte(at(s, k-1)) && at(s, k-1) < utf8.RuneSelf {
			return hostExample
		}
	case "arpa":
		if p >= len(".home") && hasFold(s[p-len(".home"):], ".home") {
			return hostOnly
		}
	case "local", "internal", "priv":
		return hostWord
	case "private":
		return hostKeyword
	case "corp", "lan", "intra", "intranet", "localdomain":
		return hostOnly
	}
	return hostNone
}

func isHostByte(b byte) bool { return isWord(b) || b == '-' }

// exampleHost judges s[i:j], a name that ends in "example.com" or the like.
func exampleHost(s string, i, j int) site {
	if s[i] == '.' {
		i++
	}
	if at(s, j) == '_' { // a pair of them is not the name's
		for s[i] == '_' {
			i++
		}
	}
	x := site{Span: Span{i, j}, left: true}
	below := j-i > len("example.com") && s[j-len("example.com")-1] == '.'
	if !below || x.Len() > shapeLimit || !isAlnum(s[i]) {
		return x
	}
	for k := i; k < j; k++ {
		if s[k] >= utf8.RuneSelf {
			return x
		}
	}
	near, far := at(s, i-1), at(s, i-2)
	if isHostByte(near) && (near != '_' || at(s, j) != '_') || near == '@' || letterEndsAt(s, i) || near == '.' && isAlnum(far) {
		return x
	}
	near, far = at(s, j), at(s, j+1)
	if isAlnum(near) || near == '-' || near == '@' || letterAt(s, j) || near == '.' && isAlnum(far) {
		return x
	}
	x.left, x.shape = false, true
	return x
}

// isCode reports whether host, s[i:j], is a member or a package of a program.
func isCode(s string, i, j int, host string) bool {
	switch at(s, j) {
	case '(', '[':
		return true
	case '=':
		return at(s, j+1) == '='
	case ' ':
		if at(s, j+1) == '=' {
			return true
		}
	}
	if b := at(s, i-1); b == '$' || b == '&' || b == '*' || b == '/' && at(s, i-2) != '/' && strings.Count(host, ".") == 1 {
		return true
	}
	first, rest, _ := strings.Cut(host, ".")
	if len(first) == 1 && strings.IndexByte(rest, '.') < 0 { // l.local
		return true
	}
	switch fold(first) {
	case "com", "org", "net", "io", "edu", "gov", "java", "javax", "jakarta", "jdk", "sun", "android", "androidx", "kotlin",
		"scala", "this", "self", "cls", "super", "window", "module", "exports", "process", "std", "env":
		return true
	}
	return false
}

// isHostLike reports whether s[i:j], with its last dot at p, is a host's name by
// its own looks: several labels, a digit or hyphen, or a place in a URL or behind key=. In
// p.Internal.Local the labels are a program's.
// In node.package.private dots tell nothing.
func isHostLike(s string, i, p, j, kind int) bool {
	camel := isUpper(s[p+1]) && isLower(s[p+2])
	for k := i; k < p; k++ {
		if b := s[k]; isDigit(b) || b == '-' || b == '.' && !camel && kind == hostWord {
			return true
		}
	}
	return at(s, i-1) == '/' && at(s, i-2) == '/' || at(s, i-1) == '@' || at(s, i-1) == '=' && isAlnum(at(s, i-2)) || at(s, j) == ':' && isDigit(at(s, j+1))
}

// isWellKnownHost is names that are the same everywhere.
func isWellKnownHost(host string) bool {
	switch fold(host) {
	case "metadata.google.internal", "host.docker.internal", "gateway.docker.internal", "kubernetes.docker.internal",
		"host.containers.internal", "host.lima.internal", "localhost.localdomain", "localhost.local", "cluster.local",
		"svc.cluster.local", "kubernetes.default.svc.cluster.local":
		return true
	}
	return false
}

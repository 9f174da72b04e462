package cloak

import "strings"

// userShareDetector finds whose a hidden share is: Windows names one for each user.
func userShareDetector() Detector {
	return Detector{
		Name: "username_share", Entity: Username, Class: KeyBound, Bits: 15,
		Pattern:  `\\{2,4}[0-9A-Za-z.-]+\\{1,2}[0-9A-Za-z._\x1A\x{80}-\x{10FFFF}-]+\$`,
		Reserved: userReserved, Guarantee: "L",
		Authority: "Microsoft: a share whose name ends with a dollar sign is not listed; home directories are shared so",
		Match:     []string{`net use \\fs-berlin-2\«hschmitz»$ failed`, `\\nas01.corp.lan\«j.doe»$\Documents`, `"\\\\fs1\\«mkowalski»$"`},
		NoMatch:   []string{`\\fs1\C$`, `\\fs1\ADMIN$`, `\\fs1\print$`, `\\fs1\backup$\x`, `\\fs1\hschmitz\x`, `fs1\hschmitz$`, `\w\d$`, "`${data}\\\\Programs\\\\Python\\\\Python${minor}`", `\\w+\d$`, `\\fs1\hschmitz$x`},
		anchor:    anchorBackslash, scan: scanUserShare, norm: normFold,
	}
}

// commonShares are names of shares that are nobody's.
var commonShares = wordSet(`admin ipc print fax data home homes user users profile profiles share shares shared public software install apps app temp tmp backup backups it hr finance iso images
	deploy deployment wsus dfs netlogon sysvol archive archives scan scans project projects media logs log db sql dropbox netapp reminst wwwroot sources source tools team common transfer root documents mail`)

// maxShareHost bounds the name of a server.
const maxShareHost = 63

// scanUserShare reads \\host\name$ around the backslash at p.
func scanUserShare(s string, p int) (site, bool) {
	if s[p] != '\\' {
		return site{}, false
	}
	if at(s, p+1) == '\\' {
		p++
	}
	i, slashes := p, `\\`
	if at(s, i-1) == '\\' { // doubled, as JSON writes it
		i--
		slashes = `\\\\`
	}
	host := i
	for i > 0 && host-i <= maxShareHost && (isAlnum(s[i-1]) || s[i-1] == '-' || s[i-1] == '.') {
		i--
	}
	if host-i < 2 || host-i > maxShareHost || !strings.HasSuffix(s[:i], slashes) {
		return site{}, false
	}
	if b := at(s, i-len(slashes)-1); b == '\\' || isWord(b) || b == '}' || b == ')' {
		return site{}, false // a path that goes on
	}
	j := userRun(s, p+1)
	if at(s, j) != '$' || j-p < 4 || isUserByte(at(s, j+1)) || at(s, j+1) == '{' || at(s, j+1) == '(' || commonShares.has(fold(s[p+1:min(j, p+1+maxUser)])) {
		return site{}, false
	}
	return userSite(s, p+1, j)
}

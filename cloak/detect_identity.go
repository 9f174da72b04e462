package cloak

import "strings"

// identityDetectors finds what a machine calls a person or a thing.
func identityDetectors() []Detector {
	return []Detector{pathDetector(), userKeyDetector(), userPhraseDetector(), userDomainDetector(), userShareDetector(), uuidDetector(), hashDetector()}
}

const maxUser = 32 // useradd(8)

// userReserved are the marked decoys of names.
var userReserved = []string{`decoy-[a-z]{4}[0-9]{3}`}

// isStockUser reports whether name is an account that every system or image has,
// a name that a service wants beside a token, or a word that stands where a name would.
func isStockUser(name string) bool {
	switch fold(name) {
	case "root", "runner", "ubuntu", "debian", "centos", "fedora", "alpine", "node", "public", "shared", "app", "apps", "circleci",
		"vagrant", "user", "users", "username", "admin", "administrator", "administrators", "ec2-user", "azureuser", "cloud-user",
		"opc", "www-data", "www", "jenkins", "git", "default", "defaultuser0", "codespace", "vscode", "github", "gitlab-runner",
		"guest", "system", "service", "daemon", "bin", "sys", "nobody", "nogroup", "mail", "sshd", "nginx", "apache", "httpd",
		"postgres", "mysql", "redis", "mongodb", "oracle", "docker", "linuxbrew", "travis", "buildkite", "appveyor", "coder",
		"jovyan", "pi", "test", "tester", "testuser", "demo", "example", "sample", "anonymous", "unknown", "everyone", "owner",
		"member", "viewer", "editor", "assistant", "model", "human", "bot", "me", "you", "name", "login", "all", "any", "all users",
		"__token__", "x-access-token", "x-token-auth", "oauth2", "oauth2accesstoken", "gitlab-ci-token", "_json_key", "_json_key_base64", "apikey", "aws",
		"localservice", "networkservice", "operator", "superuser", "sa", "build", "builder", "deploy", "lost+found", "wheel", "sudo",
		"cron", "uucp", "news", "cyrus", "lp", "games", "man", "proxy", "list", "irc", "dbus", "messagebus", "systemd-network", "systemd-resolve", "systemd-timesync", "syslog", "ftp", "nfsnobody",
		"ntp", "named", "postfix", "backup", "gdm", "lightdm", "containeruser", "containeradministrator", "vsts", "vssadministrator":
		return true
	}
	return false
}

// isUserByte is what account names are written with.
func isUserByte(b byte) bool { return isWord(b) || b == '.' || b == '-' || b >= 0x80 }

// userRun returns the end of the account name at i; a dot or hyphen at its end is
// the sentence's. It is at most a little longer than a name can be.
func userRun(s string, i int) int {
	j := i
	for j-i <= maxUser && isUserByte(at(s, j)) {
		j++
	}
	for j > i && (s[j-1] == '.' || s[j-1] == '-') {
		j--
	}
	return j
}

// userSite judges the account name s[i:j].
func userSite(s string, i, j int) (site, bool) {
	name := s[i:j]
	digits := true
	for k := range len(name) {
		digits = digits && isDigit(name[k])
	}
	if len(name) < 2 || len(name) > maxUser || digits || name[0] == '-' || name[0] == '.' || strings.HasPrefix(name, "…") {
		return site{}, false
	}
	return site{Span: Span{i, j}, left: isStockUser(name) || hasFold(name, "decoy-")}, true
}

func pathDetector() Detector {
	return Detector{
		Name: "path_user", Entity: Path, Class: KeyBound, Bits: 15, AgainstBits: 8,
		Pattern: `(?i)/(?:home|users|var/mail|var/spool/mail|var/spool/cron(?:/crontabs|/tabs)?)/[^/\x00-\x19\x1B-\x20"']+` +
			`|\\(?:users|documents and settings)[\\/]+[^\\/\x00-\x19\x1B-\x1F"']+|~[a-z][^/\x00-\x19\x1B-\x20"']*/`,
		Against:   []string{"get", "post", "put", "patch", "delete", "head", "options", "route", "http", "href"},
		Reserved:  userReserved,
		Guarantee: "L", Authority: "FHS 3.0 section 3.8; Apple and Microsoft file system layouts",
		Match: []string{
			"/home/«mkowalski»/.ssh/config", "open /Users/«nadia.h»/Library: no such file", `C:\Users\«jdoe»\AppData`, `C:\Users\«Jane Doe»\AppData`,
			`"C:\\Users\\«jdoe»\\x"`, "C:/Users/«jdoe»/x", "/mnt/c/Users/«jdoe»/x", "/var/mail/«ilse»", `\\fs1\Users\«jdoe»\x`, "cd ~«ilse»/src",
			"cd /home/«ilse»", "rsync h:/home/«ilse»/x", "/usr/home/«ilse»/x", "file:///home/«ilse»/x", "/var/spool/cron/crontabs/«ilse»",
			`C:\Documents and Settings\«jdoe»\x`, "'/home/«ilse»'", "/home/«müller»/x", `\Users\«nadia»\x`,
		},
		NoMatch: []string{
			"/home/runner/work/x", "/home/ubuntu/x", "/Users/Shared/x", "/home/$USER/x", "/home/${USER}", "/home/*/x", "/home/<user>/",
			"https://corp.com/home/index.html", "/api/users/profile", "/api/users/8812/profile", "/home/", "/home", "HEAD~2/x", "~/x",
			"~1.2/x", "ab~bc/cd", "/home/42/x", `C:\Users\Public\x`, "/homes/ilse", `C:\Users\%USERNAME%\x`, "/home/decoy-abcd123/x", "/home/[PATH_0]/x",
		},
		Gaps:   []string{"/export/h/ilse/x", `D:\Profiles\«jdoe»\x`, "/home/i/x"},
		anchor: anchorSlash, words: []string{"home", "users", "var/", "documents"}, scan: scanPath, norm: normFold,
	}
}

// homes are the directories that hold one directory, or file, per user.
var homes = []string{"home/", "Users/", "var/mail/", "var/spool/mail/", "var/spool/cron/crontabs/", "var/spool/cron/tabs/", "var/spool/cron/"}

// scanPath reads the name behind a home directory that begins at p, or behind a
// '~' that the '/' at p ends.
func scanPath(s string, p int) (site, bool) {
	if s[p] == '\\' {
		return scanUsersBackslash(s, p)
	}
	if !isWord(at(s, p-1)) || strings.HasSuffix(s[:p], "/usr") || strings.HasSuffix(s[:p], "/export") || strings.HasSuffix(s[:p], "/mnt/c") {
		for _, home := range homes {
			if at(s, p-1) != '.' && at(s, p-1) < 0x80 && strings.HasPrefix(s[p+1:], home) {
				i := p + 1 + len(home)
				return userSegment(s, i, userRun(s, i))
			}
		}
	}
	return scanTilde(s, p)
}

// userSegment is the whole segment s[i:j] of a path, or none.
func userSegment(s string, i, j int) (site, bool) {
	switch b := at(s, j); {
	case b == '@' || b == '$' || b == '*' || b == '+' || b == '%' || b == '{' || b == '(' || b == '[' || j-i > maxUser:
		return site{}, false
	}
	return userSite(s, i, j)
}

// scanTilde reads ~name/ of which the '/' is at p.
func scanTilde(s string, p int) (site, bool) {
	i := p
	for i > 0 && p-i <= maxUser && isUserByte(s[i-1]) {
		i--
	}
	if i == p || at(s, i-1) != '~' || !isAlpha(s[i]) {
		return site{}, false
	}
	if b := at(s, i-2); isUserByte(b) || b == '~' || b == ')' || b == ']' {
		return site{}, false
	}
	return userSite(s, i, p)
}

// scanUsersBackslash reads \Users\name, with backslashes doubled or not. Names
// have spaces there, if a backslash follows.
func scanUsersBackslash(s string, p int) (site, bool) {
	i := p + 1
	switch {
	case hasFold(s[i:], "users"):
		i += len("users")
	case hasFold(s[i:], "documents and settings"):
		i += len("documents and settings")
	default:
		return site{}, false
	}
	start := i
	for i-start < 4 && (at(s, i) == '\\' || at(s, i) == '/') {
		i++
	}
	if i == start {
		return site{}, false
	}
	j := userRun(s, i)
	for k := j; k-i <= maxUser && k > i; k++ {
		switch b := at(s, k); {
		case isUserByte(b) || b == ' ' && isUserByte(at(s, k+1)):
			continue
		case b == '\\' && k > j:
			j = k
		}
		break
	}
	return userSegment(s, i, j)
}

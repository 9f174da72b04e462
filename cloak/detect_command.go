package cloak

import "strings"

// Passwords on command lines: behind a flag, beside a user's name, or in the place
// that a command has for it. Flags that say so, --password, are a field's matter.

func commandDetectors() []Detector {
	return []Detector{{
		Name: "command_password", Entity: Password, Class: KeyBound, Bits: 21,
		Pattern: `(?i)(?:` + strings.Join(commandWords(), "|") + `)(?:\\\r?\n|[^\r\n])*`,
		anchor:  anchorWord, words: commandWords(), scan: scanCommand, far: maxCommand,
		Authority: "the manuals of the commands",
		Match: []string{
			"sshpass -p «hunter22» ssh x", "sshpass -p'«hunter22»' ssh x", "mysql -u root -p«Zx81plq» db", "curl -u bo:«Zx81plq» https://h",
			"curl -sS --user 'bo:«Zx!8 1»' h", "curl -X POST -ubo:«Zx81plq» h", "redis-cli -h x -p 6379 -a «Zx81plq» ping", "mysqldump -p'«Zx81plq»' db",
			"docker login -u bo -p «Zx81plq» reg", "mongosh -u bo -p «Zx81plq» core", "psexec \\\\h -u dom\\bo -p «Zx81plq» cmd",
			"sqlcmd -S db -U sa -P «Zx81plq»", "sqlplus system/«tig3r»@orcl", "7z x a.7z -p«Zx81plq»", "zip -P «Zx81plq» a.zip x",
			"openssl rsa -passin pass:«Zx81plq» -in k", "openssl enc -aes-256-cbc -k «Zx81plq» -in x", "xfreerdp /u:bo /p:«Zx81plq» /v:h",
			"smbclient //nas/x -U 'dom\\bo%«Zx81plq»'", "lftp -u bo,«Zx81plq» ftp.h", "ipmitool -U bo -P «Zx81plq» power",
			"net use Z: \\\\nas\\x «Zx81plq» /user:dom\\bo", "net use \\\\nas\\x /user:dom\\bo «Zx81plq»", "net user bo «Zx81plq» /add",
			"rabbitmqctl add_user bo «Zx81plq»", "htpasswd -nb bo «Zx81plq»", "htpasswd -cb .htpasswd bo «Zx81plq»", "wpa_passphrase HomeNet «wolkenkuckuck»",
			"nmcli dev wifi connect HomeNet password «wolkenkuckuck»", "echo '«Zx81plq»' | sudo -S ls", `echo "bo:«Zx81plq»" | chpasswd`,
			"echo «Zx81plq» | docker login -u bo --password-stdin", "secretsdump.py corp/bo:«Zx81plq»@10.1.1.7", "mysql -h db \\\n  -u root -p«Zx81plq» db",
			"skopeo copy --creds bo:«Zx81plq» a b", "az sql server create -n x -u bo -p «Zx81plq»", "az keyvault secret set --vault-name v -n db --value \"«Zx81plq»\"",
			"gh secret set DB_KEY --body '«Zx81plq»'", "aws ssm put-parameter --name /db/pw --value «Zx81plq» --type SecureString", "setx API_TOKEN \"«Zx81plq»\" /M",
			"aws secretsmanager create-secret --name x --secret-string «Zx81plq»", "$s = ConvertTo-SecureString \"«Zx81plq»\" -AsPlainText -Force",
			"echo '«Zx81plq»' | docker secret create db_pw -", "printf %s '«Zx81plq»' | kubectl create secret generic x --from-file=pw=/dev/stdin", "echo -n «Zx81plq» | gcloud secrets create x --data-file=-", "echo «Zx81plq» | npx wrangler secret put DB_PW", "snmpget -v3 -u bo -A «Zx81plq» h",
		},
		NoMatch: []string{
			"mysql -u root -p db", "curl -u bo https://h", "curl -u $U:$P h", "curl -u user:${PW} h", "mysql --protocol=tcp", "curl -uonly",
			"curl -o a:b -H 'x: y'", "sshpass -p $PW ssh", "docker run -p 8080:80 x", "redis-cli -p 6379", "echo hello | sudo tee x", "zip -r a.zip x",
			"net use Z: /delete", "setx JAVA_HOME C:\\jdk-21", "setx PATH %PATH% /M", "aws ssm put-parameter --name /x --value v1.2.3 --type String", "ConvertTo-SecureString $pw -AsPlainText",
			"gh secret set NAME --body \"$TOKEN\"", "ConvertTo-SecureString -String (Get-Content x1)", "echo done1 | tee secret.txt", "echo v1.2.3 | docker secret ls", "net user bo /delete", "net user", "unzip it | grep -P '[0-9]+x'", "the mysql port -p, as said", "echo $PW | sudo -S ls",
			"net user authentication failed", "openssl rsa -passin env:PW", "sqlplus / as sysdba", "curl -u bo: h", "my-mysql -pZx81plq",
			"rabbitmqctl add_user name password.", "htpasswd -b file name password, -nb name password.", "wpa_passphrase network passphrase, of eight", "nmcli … password passphrase.",
		},
		Gaps: []string{"expect -c 'send Zx81plq'"},
	}}
}

// How a command takes a password.
type passwordForm uint8

const (
	formApart  passwordForm = 1 << iota // -p value, -p=value
	formJoined                          // -pvalue
	formUser                            // the value is user:password
	formPass                            // the value is pass:password
	formPlace                           // no flag: user/password@where, user:password@where
)

// A passwordFlag is a flag that takes a password.
type passwordFlag struct {
	name string
	form passwordForm
	sep  byte // between user and password
}

var (
	minusP    = []passwordFlag{{"-p", formApart, 0}}
	capitalP  = []passwordFlag{{"-P", formApart | formJoined, 0}}
	joinedP   = []passwordFlag{{"-p", formJoined, 0}, {"-hp", formJoined, 0}}
	userColon = []passwordFlag{{"-u", formApart | formJoined | formUser, ':'}, {"--user", formApart | formUser, ':'}, {"--proxy-user", formApart | formUser, ':'}}
	credsFlag = []passwordFlag{{"--creds", formApart | formUser, ':'}, {"--src-creds", formApart | formUser, ':'}, {"--dest-creds", formApart | formUser, ':'}}
	percent   = []passwordFlag{{"-U", formApart | formUser, '%'}, {"--user", formApart | formUser, '%'}}
	oracle    = []passwordFlag{{"", formPlace, '/'}}
	impacket  = []passwordFlag{{"", formPlace, ':'}}
)

// A command is known by how it begins. Longer names stand before shorter ones.
type command struct {
	name  string
	flags []passwordFlag
	place func(s string, args []Span) Span // where the password has a place of its own
	runs  bool                             // another command, whose arguments are not its own
}

var commands = []command{
	{name: "sshpass", flags: []passwordFlag{{"-p", formApart | formJoined, 0}}, runs: true},
	{name: "mysql", flags: []passwordFlag{{"-p", formJoined, 0}}}, {name: "mariadb", flags: []passwordFlag{{"-p", formJoined, 0}}},
	{name: "curl", flags: userColon}, {name: "redis-cli", flags: []passwordFlag{{"-a", formApart, 0}}},
	{name: "ldapsearch", flags: []passwordFlag{{"-w", formApart, 0}}}, {name: "ldapadd", flags: []passwordFlag{{"-w", formApart, 0}}},
	{name: "ldapmodify", flags: []passwordFlag{{"-w", formApart, 0}}}, {name: "ldapwhoami", flags: []passwordFlag{{"-w", formApart, 0}}},
	{name: "smbclient", flags: percent}, {name: "rpcclient", flags: percent}, {name: "winexe", flags: percent},
	{name: "docker login", flags: minusP}, {name: "podman login", flags: minusP}, {name: "helm registry login", flags: minusP},
	{name: "az login", flags: minusP}, {name: "az sql", flags: minusP}, {name: "az mysql", flags: minusP}, {name: "az postgres", flags: minusP}, {name: "az acr login", flags: minusP},
	{name: "az keyvault secret set", flags: []passwordFlag{{"--value", formApart, 0}}}, {name: "gh secret set", flags: []passwordFlag{{"--body", formApart, 0}, {"-b", formApart, 0}}},
	{name: "aws secretsmanager", flags: []passwordFlag{{"--secret-string", formApart, 0}}}, {name: "aws ssm put-parameter", place: parameterPlace},
	{name: "setx", place: setxPlace}, {name: "convertto-securestring", place: securePlace},
	{name: "oc login", flags: minusP}, {name: "oras login", flags: minusP}, {name: "crane auth login", flags: minusP},
	{name: "skopeo", flags: credsFlag},
	{name: "mongo", flags: []passwordFlag{{"-p", formApart | formJoined, 0}}}, {name: "cqlsh", flags: minusP}, {name: "psexec", flags: append(minusP, impacket...)},
	{name: "wmiexec", flags: impacket}, {name: "smbexec", flags: impacket}, {name: "secretsdump", flags: impacket},
	{name: "crackmapexec", flags: minusP}, {name: "evil-winrm", flags: minusP}, {name: "rdesktop", flags: minusP},
	{name: "sqlcmd", flags: capitalP}, {name: "bcp", flags: capitalP}, {name: "ipmitool", flags: capitalP[:1]}, {name: "mosquitto_", flags: capitalP},
	{name: "snmpget", flags: []passwordFlag{{"-A", formApart, 0}}}, {name: "snmpwalk", flags: []passwordFlag{{"-A", formApart, 0}}},
	{name: "sqlplus", flags: oracle}, {name: "expdp", flags: oracle}, {name: "impdp", flags: oracle}, {name: "sqlldr", flags: oracle},
	{name: "openssl enc", flags: []passwordFlag{{"-k", formApart, 0}, {"-pass", formApart | formPass, 0}}},
	{name: "openssl", flags: []passwordFlag{
		{"-passin", formApart | formPass, 0}, {"-passout", formApart | formPass, 0}, {"-pass", formApart | formPass, 0}, {"-password", formApart | formPass, 0},
	}},
	{name: "7z", flags: joinedP[:1]}, {name: "7za", flags: joinedP[:1]}, {name: "unrar", flags: joinedP}, {name: "rar", flags: joinedP},
	{name: "zip", flags: capitalP[:1]}, {name: "unzip", flags: capitalP[:1]},
	{name: "xfreerdp", flags: []passwordFlag{{"/p:", formJoined, 0}}}, {name: "wlfreerdp", flags: []passwordFlag{{"/p:", formJoined, 0}}},
	{name: "lftp", flags: []passwordFlag{{"-u", formApart | formUser, ','}}},
	{name: "net user", place: netUserPlace}, {name: "net use", place: netUsePlace}, {name: "rabbitmqctl", place: rabbitPlace},
	{name: "htpasswd", place: htpasswdPlace}, {name: "wpa_passphrase", place: wpaPlace}, {name: "nmcli", place: nmcliPlace}, {name: "echo", place: echoPlace}, {name: "printf", place: echoPlace},
}

func commandWords() (words []string) {
	for _, c := range commands {
		switch len(c.name) {
		case 2: // a word of three bytes opens the index's gate to 256 others
			for _, verb := range "aelutx" {
				words = append(words, c.name+" "+string(verb))
			}
		case 3:
			words = append(words, c.name+" ")
		default:
			words = append(words, c.name)
		}
	}
	return words
}

// beforeCommand are the marks that a command may stand behind.
const beforeCommand = "/(`\"'|;&>#$"

// commandsBy has them by their first byte, in lower case.
var commandsBy = func() (by [128][]*command) {
	for k := range commands {
		b := commands[k].name[0]
		by[b] = append(by[b], &commands[k])
	}
	return by
}()

// commandAt returns the command that s[i:] begins with, if a command can begin there.
func commandAt(s string, i int) *command {
	if i > 0 && !isSpace(s[i-1]) && strings.IndexByte(beforeCommand, s[i-1]) < 0 || i == len(s) {
		return nil
	}
	for _, c := range commandsBy[(s[i]|0x20)&0x7F] {
		if !hasFold(s[i:], c.name) {
			continue
		}
		// mysqldump and mongosh are called as mysql and mongo are; an echoed is no echo.
		end := i + len(c.name)
		for n := 0; n < 12 && (isAlpha(at(s, end)) || at(s, end) == '_' || at(s, end) == '.' || isDigit(at(s, end))); n++ {
			end++
		}
		if b := at(s, end); b == ' ' || b == '\t' || b == 0 && end < len(s) {
			if c.place != nil && end != i+len(c.name) {
				continue
			}
			return c
		}
	}
	return nil
}

const (
	maxCommand = 512 // bytes of a command's arguments
	maxArgs    = 24
)

// scanCommand judges a word that a command may begin with.
func scanCommand(s string, i int) (site, bool) {
	c := commandAt(s, i)
	if c == nil {
		return site{}, false
	}
	var buf [maxArgs]Span
	args := buf[:0]
	for j, end := i+len(c.name), min(len(s), i+maxCommand); len(args) < maxArgs; {
		for j < end && isWord(s[j]) && len(args) == 0 { // the rest of its name
			j++
		}
		x, ok := nextArg(s, j, end)
		if !ok || c.place == nil && s[x.Start] == '|' {
			break
		}
		if other := commandAt(s, x.Start+strings.LastIndexAny(s[x.Start:x.End], beforeCommand)+1); other != nil && x.Start > i+len(c.name) {
			if c.place == nil || other.place != nil { // it has arguments of its own
				break
			}
		}
		if n := len(args); c.runs && s[x.Start] != '-' && (n == 0 || s[args[n-1].Start] != '-' || args[n-1].Len() > 2) {
			break // neither a flag nor the value of one
		}
		args, j = append(args, x), x.End
	}
	if c.place != nil {
		if v := c.place(s, args); v.Len() > 0 {
			return commandValue(s, v)
		}
		return site{}, false
	}
	for k, a := range args {
		for _, f := range c.flags {
			if v := f.value(s, a, args[k+1:]); v.Len() > 0 {
				if x, ok := commandValue(s, v); ok {
					return x, true
				}
			}
		}
	}
	return site{}, false
}

// nextArg is the argument of a command behind s[i], with its quotes, if there is one
// in front of the command's end.
func nextArg(s string, i, limit int) (Span, bool) {
	for i < limit {
		switch {
		case s[i] == ' ' || s[i] == '\t':
			i++
		case s[i] == '\\' && (at(s, i+1) == '\n' || at(s, i+1) == '\r'):
			for i++; i < limit && (s[i] == '\n' || s[i] == '\r'); i++ {
			}
		default:
			return argAt(s, i, limit)
		}
	}
	return Span{}, false
}

func argAt(s string, i, limit int) (Span, bool) {
	switch b := s[i]; {
	case b == '\n' || b == '\r' || b == ';' || b == '&' || b == '|' && at(s, i+1) == '|':
		return Span{}, false
	case b == '|':
		return Span{i, i + 1}, true
	}
	j, quote := i, byte(0)
	for ; j < limit && s[j] != '\n' && s[j] != '\r'; j++ {
		switch b := s[j]; {
		case quote != 0:
			if b == quote {
				quote = 0
			}
		case b == '"' || b == '\'':
			if k := strings.IndexByte(s[j+1:limit], b); k < 0 || strings.IndexByte(s[j+1:j+1+k], '\n') >= 0 {
				return Span{i, j}, j > i // the end of a string that the command stands in
			}
			quote = b
		case b == ' ' || b == '\t' || b == '`':
			return Span{i, j}, j > i
		case b == ';' && isSpace(at(s, j+1)):
			return Span{i, j}, j > i
		}
	}
	return Span{i, j}, j > i
}

// unquoted is v without quotes around it.
func unquoted(s string, v Span) Span {
	if v.Len() > 1 && (s[v.Start] == '"' || s[v.Start] == '\'') && s[v.End-1] == s[v.Start] {
		return Span{v.Start + 1, v.End - 1}
	}
	return v
}

// value is the password that the argument a gives with f, or the one behind it.
func (f passwordFlag) value(s string, a Span, rest []Span) Span {
	if f.form&formPlace != 0 {
		return placed(s, unquoted(s, a), f.sep)
	}
	text := s[a.Start:a.End]
	if !strings.HasPrefix(text, f.name) {
		return Span{}
	}
	v := Span{a.Start + len(f.name), a.End}
	switch {
	case v.Len() == 0 && f.form&formApart != 0 && len(rest) > 0 && at(s, rest[0].Start) != '-':
		v = rest[0]
	case v.Len() > 1 && s[v.Start] == '=' && f.form&formApart != 0:
		v.Start++
	case v.Len() == 0 || f.form&formJoined == 0 || isAlpha(s[v.Start]) && f.form&formUser != 0 && strings.IndexByte(text, f.sep) < 0:
		return Span{}
	}
	v = unquoted(s, v)
	text = s[v.Start:v.End]
	switch {
	case f.form&formPass != 0:
		if !strings.HasPrefix(text, "pass:") {
			return Span{}
		}
		v.Start += len("pass:")
	case f.form&formUser != 0:
		user, pw, found := strings.Cut(text, string(f.sep))
		switch {
		case !found || strings.Contains(user, "//") || user != "" && isReference(user):
			return Span{}
		case pw != "":
			v.Start = v.End - len(pw)
		case len(user) < 8 || !isMixed(user) || f.sep != ':':
			return Span{}
		default: // a key in the user's place
			v.End = v.Start + len(user)
		}
	}
	return v
}

// placed is the password of user/password@where.
func placed(s string, a Span, sep byte) Span {
	text := s[a.Start:a.End]
	from := 0
	if sep == ':' {
		from = strings.IndexByte(text, '/') + 1 // domain/
	}
	k := strings.IndexByte(text[from:], sep)
	end := strings.LastIndexByte(text, '@')
	if k <= 0 || end < 0 || end <= from+k+1 || strings.Contains(text, "//") {
		return Span{}
	}
	return Span{a.Start + from + k + 1, a.Start + end}
}

// commandValue judges what a command takes for a password.
func commandValue(s string, v Span) (site, bool) {
	v = unquoted(s, v)
	if v.Len() > judged || strings.IndexByte(s[v.Start:v.End], 0) >= 0 {
		return site{}, false
	}
	if word := strings.TrimRight(s[v.Start:v.End], ".,;:)]"); isNotValue(word) || foldedIn(syntaxUsers, word) {
		return site{}, false // a manual: htpasswd -b file name password.
	}
	k := key{Span: Span{v.Start, v.Start}, kind: keyPhrase, after: v.Start, env: true, tight: true}
	return judgeSpan(s, k, v, judgePassword)
}

// netUsePlace: net use [drive:] \\\\host\\share [password] [/user:name [password]].
func netUsePlace(s string, args []Span) Span {
	share := false
	for _, a := range args {
		switch text := s[a.Start:a.End]; {
		case strings.HasPrefix(text, `\\`):
			share = true
		case !share || text[0] == '/' || text == "*" || len(text) == 2 && text[1] == ':':
		default:
			return a
		}
	}
	return Span{}
}

// netUserPlace: net user name password /add.
func netUserPlace(s string, args []Span) Span {
	if len(args) < 2 || s[args[0].Start] == '/' || s[args[1].Start] == '/' || s[args[1].Start] == '*' {
		return Span{}
	}
	for _, a := range args[2:] {
		if s[a.Start] != '/' {
			return Span{}
		}
	}
	if len(args) == 2 && !isMixed(s[args[1].Start:args[1].End]) {
		return Span{}
	}
	return args[1]
}

// rabbitPlace: rabbitmqctl add_user name password.
func rabbitPlace(s string, args []Span) Span {
	for k, a := range args {
		switch s[a.Start:a.End] {
		case "add_user", "change_password", "authenticate_user":
			if k+2 < len(args) {
				return args[k+2]
			}
		}
	}
	return Span{}
}

// htpasswdPlace: htpasswd -b file name password, -nb name password.
func htpasswdPlace(s string, args []Span) Span {
	batch, need := false, 3
	var places []Span
	for _, a := range args {
		switch text := s[a.Start:a.End]; {
		case text[0] == '-':
			batch = batch || strings.IndexByte(text, 'b') > 0
			if strings.IndexByte(text, 'n') > 0 {
				need = 2
			}
		case text == "|" || text[0] == '>':
			return Span{}
		default:
			places = append(places, a)
		}
	}
	if !batch || len(places) < need {
		return Span{}
	}
	return places[need-1]
}

// wpaPlace: wpa_passphrase network passphrase, of eight bytes or more.
func wpaPlace(s string, args []Span) Span {
	if len(args) < 2 || unquoted(s, args[1]).Len() < 8 || s[args[1].Start] == '-' {
		return Span{}
	}
	return args[1]
}

// nmcliPlace: nmcli … password passphrase.
func nmcliPlace(s string, args []Span) Span {
	for k, a := range args[:max(0, len(args)-1)] {
		if s[a.Start:a.End] == "password" {
			return args[k+1]
		}
	}
	return Span{}
}

// storeVerbs put a secret into a store.
var storeVerbs = wordSet("create put set add update import new versions bulk")

func isFlag(v string) bool { return v[0] == '-' }

// parameterPlace: aws ssm put-parameter --type SecureString --value x, in any order.
func parameterPlace(s string, args []Span) (v Span) {
	secure := false
	for k, a := range args {
		switch text := s[a.Start:a.End]; {
		case text == "SecureString" || text == "--type=SecureString":
			secure = true
		case text == "--value" && k+1 < len(args) && !isFlag(s[args[k+1].Start:args[k+1].End]):
			v = args[k+1]
		case strings.HasPrefix(text, "--value="):
			v = Span{a.Start + len("--value="), a.End}
		}
	}
	if !secure {
		return Span{}
	}
	return v
}

// setxPlace: setx NAME value, of a name that says that it is a secret.
func setxPlace(s string, args []Span) Span {
	if len(args) < 2 {
		return Span{}
	}
	name := unquoted(s, args[0])
	switch classifyKey(s[name.Start:name.End], false) {
	case keyPassword, keyPass, keyPhrase, keyToken, keySecret, keyAWS:
		return args[1]
	}
	return Span{}
}

// securePlace: ConvertTo-SecureString -AsPlainText, the text being the first argument that is no flag.
func securePlace(s string, args []Span) (v Span) {
	plain := false
	for _, a := range args {
		switch text := s[a.Start:a.End]; {
		case hasFold(text, "-asplaintext"):
			plain = true
		case !isFlag(text) && v.Len() == 0:
			v = a
		}
	}
	if !plain {
		return Span{}
	}
	return v
}

// echoPlace: echo password | sudo -S, and others that read one.
func echoPlace(s string, args []Span) Span {
	if len(args) > 0 {
		switch v := unquoted(s, args[0]); s[v.Start:v.End] {
		case "-n", "-e", "%s", `%s\n`:
			args = args[1:]
		}
	}
	if len(args) < 3 || s[args[1].Start:args[1].End] != "|" {
		return Span{}
	}
	v := unquoted(s, args[0])
	for k, a := range args[2:] {
		switch text := s[a.Start:a.End]; text {
		case "-S", "--stdin", "--password-stdin", "--passphrase-fd":
			return v
		case "secret", "secrets": // a store of secrets that reads one: docker secret create x -
			if verb := args[2+k-1]; k > 1 && s[verb.Start:verb.End] == "create" { // kubectl create secret
				return v
			}
			if next := 2 + k + 1; 0 < k && next < len(args) && storeVerbs.has(s[args[next].Start:args[next].End]) {
				return v
			}
		case "chpasswd":
			if n := strings.IndexByte(s[v.Start:v.End], ':'); n > 0 {
				return Span{v.Start + n + 1, v.End}
			}
			return Span{}
		case "passwd":
			if k == 0 {
				return v
			}
		}
	}
	return Span{}
}

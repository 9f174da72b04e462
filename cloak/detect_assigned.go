package cloak

import "strings"

// Values of telling keys: password = x, "api_key": "x", AccountKey=x;.
//
// Passwords and tokens need different rules, which is why one rule for both
// finds neither: any printable value of a password's key is a password, while
// the value of a token's key must look random, for "token" is also a word.

// assignedPattern is what every scan of this file looks at: a key, a ':' or '='
// and the rest of the line.
const assignedPattern = "[^\\r\\n:=]{1,160}[:=][^\\r\\n]+"

// linesPattern is that, and the next line if it is indented.
const linesPattern = "[^\\r\\n:=]{1,160}[:=][^\\r\\n]*(?:\\r?\\n +[^\\r\\n]+)?"

func assignedDetectors() []Detector {
	return []Detector{
		{
			Name: "password", Entity: Password, Class: KeyBound, Bits: 22, LabelBits: 8,
			Pattern: linesPattern, anchor: anchorKey, ends: passwordEndings, gate: passwordGate, scan: scanPassword,
			Labels:    []string{"login", "username", "user", "credentials"},
			Reserved:  []string{`Decoy-[a-z2-7]{10}`},
			Guarantee: "L", Authority: "the mark Decoy-; no system issues it",
			Match: []string{
				"password = «8t!Gq#2v*@Lw%9d»", "DB_PASSWORD ?= «tr0ub4dor-9x»", "PASSWORD+=«tr0ub4dor-9x»", "password\t:\t«tr0ub4dor-9x»",
				`{"password": "«hunter22»", "port": 22}`,
				`{\"user\":\"bo\",\"password\":\"«a\\\"b!7»\"}`,
				"Data Source=erp2;User ID=ledger;Password=«ledgerpass9»;Pooling=true",
				"jdbc:mysql://db/x?user=a&password=«Zx81plq»&ssl=true",
				"spring.datasource.password=«s3crt,9»",
				"config['db_password'] => '«it''s4me»'",
				`password: str = "«Tr0ub4dor&3»"`,
				"PGPASSWORD=«Zx81plq» psql -h db", "password = '«`123QWERasdf»'", "**Password:** «Kx7mQ2zT»", "- **Password**: `«Kx7mQ2zT»`",
				`"password": {"value": "«Kx7mQ2zT»", "sensitive": true}`, `let pw = "«Kx7mQ2zT»";`, `<connection user="user" password="«password»"/>`,
				"contraseña: «Clave#2031»", "пароль: «Clave2031»", "mot de passe : «glxAGaCKURl»", "パスワード: «Clave2031»", "hasło=«Clave2031»",
				"Driver={x};UID=sa;PWD={«hun;ter22»};", "CREATE LOGIN a WITH PASSWORD = N'«hunter22»'",
				"data:\n  password: «aHVudGVyMjI=»\n", "password: |\n    «hunter22»\nnext: 1", "password: >-\n  «hunter22»", "- password:\n    \"«hunter22»\"\n",
				"summer pwd=«summer» end", "password: «OpenSesame»;", "the door (passphrase: «OpenSesame9») opens",
				"user = 'admin'\npassword = '«open sesame»'\n", "[Site]\nUsername=admin\nPassword=«thisismypassword»\n",
			},
			NoMatch: []string{
				"password: URLPatternComponentResult;\n", "passphrase: 'top secret'",
				"password=${DB_PASSWORD}", "password: $PGPASS", "password = os.environ['PW']", "password: <your password>",
				"password: ********", "DB_PASSWORD_FILE=/run/secrets/db", "password: null", "Failed password for root from 10.0.0.1",
				"password: incorrect", "the password: must be at least 8 characters", "password=[PASSWORD_0]", "bypass: enabled9",
				"pass: 120, fail: 3", "resetPassword: handler", "password = getPassword(user)", "password: changeme",
				`"password": "Passwort"`, `"newPassword": "Пароль"`, "password: \"パスワード\"", "label.password=Kennwort", "password: String!\n", "$pw = ConvertTo-SecureString $x", "$password = Read-Host x", "set DB_PASSWORD=%DB_PASS%",
				"password:\n  type: string", "password:\n  ${PW}\n", "password:\n  required\n", "password: |\n  two words of it", "a password:\n  hunter22",
				"password:\nhunter22", "PWD={password};", "password:\n  - hunter22", "**Password:** **required**", `"password": {"type": "string1"}`, "a**password**: b",
				// Code, its documentation and its tests.
				"--- PASS: TestAddr/ipv4 (0.00s)", `"minipass": "^7.0.4"`, "'Test2::Event::Pass' => '1.302103'", "pw := c.pw", "\tpwd:     absWork,",
				`"PW":  arm.C_WBIT | 1`, "user, pw = auth, None", "    username, password = user_pass", "l.password = f[i+1]", "Pw   = 0x48 // Rex.w",
				":param passphrase: (optional) for a key", "Pass :meth:`peek` a value", `docker run -v "$PWD":/tmp x`, "my $pwd = CPAN::anycwd();",
				`SET_PASSWORD = 'SetPassword'`, `ATTRIBUTE_CHALLENGE_PASSWORD: "challengePassword"`, "proxy_password: '{}'.format(x)", "GIT_ASKPASS: 'echo'",
				`put '/forgot-password' => "cms/passwords#update1"`,
			},
			Disguised: []string{"密码：«hunter22»", "wifi密码： «hunter22»", "password＝«hunter22»"},
			Gaps:      []string{"password:\n  hunter22 on the next line", "password: two words"},
		},
		{
			Name: "assigned_secret", Entity: APIKey, Class: KeyBound, Bits: 21,
			Pattern: linesPattern, anchor: anchorKey, ends: tokenEndings, scan: scanAssignedToken,
			Match: []string{
				`"Jwt__Token" = "«QwsmTokenXyzabcPlmo»"`,
				`"api_key": "«1442282767d1b90c75c971641038a0762df6adeb»"`,
				"HEROKU_API_KEY=«2f1c7a90-4b1e-4d55-9a0f-6c1d2e3f4a5b»",
				"AccountKey=«b0Xk9s/7TqLp2Vw+Zr3aYc8Nf5Hj6Dg1Me4Uo==»;EndpointSuffix=core",
				`{"command":"echo \"=== deploy token ===\" && export TOKEN=«zR81kPq0vLm2xW»"}`,
				"https://acc.blob.example/c?sv=2024&sig=«Jx2kP8vQ%2Bw71LmZt»&se=2031",
				"API key: «8Fh2kLq0ZxV7»",
				"JWT_SECRET=«mysupersigningvalue»",
				"https://maps.h.io/js?key=«8Fh2kLq0ZxV7pQ9sKd72mX»&v=3", "[![c](https://h.io/badge.svg?token=«MQ8TE2A1Q7WT»)](https://h.io/x)", "client-key-data: «LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSUlFb2dJQkFBS0NBUUVB»",
				"pkcs12: «MIIKPAIBAzCCCgIGCSqGSIb3DQEHAaCCCfMEggnvMIIJ6zCCBggGCSqGSIb3DQEHAaCCBfkEggX1MIIF8TCC»",
				"PresharedKey = «/UwcSPg38hW/D9Y3tcS1FOV0K1wuURMbS0sesJEP5ak=»", "token: |\n  «9Cnzj4p4WGeKLs1Pt8QuKUpR»\nnext: 1", "_auth=«Ym86aHVudGVyMjI=»", "PRIVATE_KEY_B64=«LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSUlFb2dJQkFBS0NBUUVBb3kx»",
				"\"token\":\n    \"«9Cnzj4p4WGeKLs1Pt8QuKUpR»\"",
				"JWT:\n  secret: \"«development#product»\"\n", "token-secret: «f395accd245ae53d»\n", "asana_pat = «1/1248440223456784:d3d7e52e5c4a5d4c9bc424d2d882324d»",
				`"Endpoint=https://h.azconfig.io;Id=x;Secret=«CQ+mlfQqkzfZv4XA53gigJ/seeXMKwNsqW/rM3wmtuE=»";`,
			},
			NoMatch: []string{
				"max_tokens: 4096, token_count=118223", "primary_key: accounts_id_seq", "public_key = 9Cnzj4p4WGeKLs1Pt8QuKUpR",
				"token: ${{ secrets.GITHUB_TOKEN }}", "secret: my-tls-secret", "token: EndOfStream", "n.token=e,r(t)}}});", "const token = jwt.sign({ id: 7 },", `"token": "Zugriffsschlüssel"`, `"secret": "Geheimnis"`, "secret=t&&t.secret||n", "x: arn:aws:secretsmanager:eu-west-1:000000000000:secret:prod/db-AbCdEf", "csrf_token=Mj2qykJO5rELyHgezQ69",
				"api_key=process.env.KEY", "token=/var/run/secrets/token", "keyboard: us-intl", "session_id: 42", "secret: [API_KEY_0]",
				"Unexpected token: }", "key_id=9Cnzj4p4WGeKLs1Pt8QuKUpR", "private_key: -----BEGIN PRIVATE KEY-----",
				`IPV4_PAT = r"(?:[0-9]{1,3}\.){3}[0-9]{1,3}"`, `if(l&&l.code==="ENOENT"x1){`, `token = f.encrypt(b"A really secret message`,
				`if token == (T.Keyword.DML, 'x1')`, "secret := []byte{0x00, 0x01}", "aesKey := make([]byte, 128/8)", "var privateKey2 = &Block{Type: x}", `token = r'(?:[%s]+|%s)' % x`,
				"publicKey: KeyObject, privateKey: KeyObject) => void,", "f(privateKey: KeyObject): boolean", "privateKey: KeyObject;\n", "token: SyntaxKind): Range",
				"https://play.example/?code=%23!%5Ballow(unused)%5D%0Afn+main()+%7B%0A+let+x1+=+4;", "/run?code=fn%20main%28%29%20%7B%20x1%3D4",
			},
		},
		{
			Name: "aws_secret_key", Entity: AWSKey, Class: KeyBound, Bits: 24,
			Pattern: assignedPattern, anchor: anchorKey, ends: awsEndings, scan: scanAWSSecret,
			Authority: "AWS IAM: 40 characters of base64 beside the id",
			Match: []string{
				"aws_secret_access_key = «nAH2VzKrMrRjySLlt8HCdFU3tM2TUuUZgh39NXaa»",
				`"SecretAccessKey": "«nAH2VzKrMrRjySLlt8HCdFU3tM2TUuUZgh39NXaa»"`,
			},
			NoMatch: []string{
				"AWS_SECRET_ACCESS_KEY=****************************************",
				"aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
				"aws_access_key_id = yLryKGwcGc3ez9G8YAnjeYMQOc",
			},
		},
		{
			Name: "key_header", Entity: AuthHeader, Class: KeyBound, Bits: 22,
			Pattern: assignedPattern, anchor: anchorKey, ends: tokenEndings, scan: scanKeyHeader,
			Match:   []string{"X-Api-Key: «8Fh2kLq0ZxV7»", "PRIVATE-TOKEN: «9Cnzj4p4WGeKLs1Pt8Qu»", `-H "x-auth-token: «8Fh2kLq0ZxV7»"`},
			NoMatch: []string{"X-Api-Key: $KEY", "X-Request-Id: 8Fh2kLq0ZxV7", "x-auth-token: required", `"apiKey": "APIキー"`},
		},
	}
}

func scanPassword(s string, i int) (site, bool) {
	k, ok := keyAt(s, i, passwordEndings)
	if !ok || k.kind != keyPassword && k.kind != keyPass && k.kind != keyPhrase {
		return site{}, false
	}
	k.after = objectValue(s, k.after)
	if x, ok := assigned(s, k, judgePassword); ok {
		return x, true
	}
	return nextLine(s, i, k, judgePassword)
}

// objectValue is where the value is in an object behind s[i] that begins with it, as
// Terraform's outputs and settings of some services have them: {"value": "x", …}.
func objectValue(s string, i int) int {
	j := i
	for n := 0; n < 4 && at(s, j) == ' '; n++ {
		j++
	}
	if at(s, j) != '{' {
		return i
	}
	for j++; at(s, j) == ' ' && j-i < 8; j++ {
	}
	for _, name := range [...]string{`"value":`, `"value" :`, `\"value\":`} {
		if hasFold(s[min(j, len(s)):], name) {
			return j + len(name)
		}
	}
	return i
}

func scanAssignedToken(s string, i int) (site, bool) {
	k, ok := keyAt(s, i, tokenEndings)
	if !ok || k.kind != keyToken && k.kind != keySecret && k.kind != keySignature && k.kind != keyJWK && k.kind != keyLoose && k.kind != keyStore {
		return site{}, false
	}
	k.after = objectValue(s, k.after)
	if x, ok := assigned(s, k, judgeToken); ok {
		return x, true
	}
	return nextLine(s, i, k, judgeToken)
}

func scanAWSSecret(s string, i int) (site, bool) {
	if end, _ := keyEnd(s, i); !mayBeAWS(s[keyStart(s, end):end]) {
		return site{}, false
	}
	k, ok := keyAt(s, i, awsEndings)
	if !ok || k.kind != keyAWS {
		return site{}, false
	}
	return assigned(s, k, judgeToken)
}

// mayBeAWS tells cheaply whether classifyKey may call a name AWS's: it holds "aws",
// "amz" or "access".
func mayBeAWS(name string) bool {
	for i := 0; i+2 < len(name); i++ {
		if name[i]|0x20 == 'a' {
			switch [2]byte{name[i+1] | 0x20, name[i+2] | 0x20} {
			case [2]byte{'w', 's'}, [2]byte{'m', 'z'}, [2]byte{'c', 'c'}:
				return true
			}
		}
	}
	return false
}

func scanKeyHeader(s string, i int) (site, bool) {
	if s[i] != ':' {
		return site{}, false
	}
	k, ok := keyAt(s, i, tokenEndings)
	if !ok || k.kind != keyHeader {
		return site{}, false
	}
	return assigned(s, k, judgeToken)
}

// A candidate is the value of a key, as far as it is judged.
type candidate struct {
	s    string
	key  key
	lit  literal
	v    string // at most judged bytes
	end  int    // where v ends
	cut  bool   // the value goes on behind v
	bare bool
}

// A verdict says what a candidate is. Bits of 0 are the detector's own.
type verdict struct {
	ok, left, weak bool
	bits           int
}

// assigned reads and judges the value of k, and takes in the whole of what passes.
func assigned(s string, k key, judge func(candidate) verdict) (site, bool) {
	lit, ok := literalAt(s, k.after, k.query)
	if !ok || lit.closes(s, k) {
		return site{}, false
	}
	end, closed := lit.end(s, lit.start+judged)
	if end <= lit.start {
		return site{}, false
	}
	c := candidate{s: s, key: k, lit: lit, v: s[lit.start:end], end: end, cut: !closed, bare: lit.quote == 0}
	switch v := judge(c); {
	case v.left && closed:
		return site{Span: Span{lit.start, end}, left: true}, true
	case !v.ok || v.left:
		return site{}, false
	default:
		if !closed {
			end, _ = lit.end(s, len(s))
		}
		return site{Span: Span{lit.start, end}, bits: v.bits, weak: v.weak}, true
	}
}

// simpleBits keep a value that is a word or very short from being looked for in
// the rest of the text, where it would mean something else: 20 bits are needed.
const simpleBits = 19

func judgePassword(c candidate) verdict {
	v := c.v
	switch {
	case c.besideUser() && fold(v) == "password":
		return verdict{ok: true, bits: simpleBits}
	case len(v) < 4, isBinary(v), strings.HasPrefix(v, "**") && strings.HasSuffix(v, "**"), v[0] == '(' && isExpression(v), c.refersTo(), isNotValue(v), isPath(v):
		return verdict{}
	case isPlaceholder(v), isReference(v):
		return verdict{left: true}
	case strings.EqualFold(v, c.s[c.key.Start:c.key.End]), c.translates():
		return verdict{}
	case c.key.kind == keyPass && (!c.mixed() || isRelease(v) || c.isTest()), c.isNumber(), c.namesKey():
		return verdict{}
	case strings.IndexByte(v, ' ') >= 0 && !c.bare && behindUserLine(c.s, c.key.Start) && len(strings.Fields(v)) < 4 && onItsLine(c.s, c.key, c.end) && !isReference(v):
		return verdict{ok: true, bits: simpleBits}
	case strings.IndexByte(v, ' ') >= 0 && (c.key.kind != keyPhrase && isProse(v) || joinsSentence(v)):
		return verdict{}
	case isScrambled(v):
		return verdict{ok: true}
	case plainWord(v) || v[len(v)-1] == '!' && plainWord(v[:len(v)-1]) || plainWord(strings.TrimSuffix(v, "'s")):
		if prose := followedByWord(c.s, c.end); c.bare && !c.key.tight && (prose || !atConfigLine(c.s, c.key.Start) || c.key.blank) {
			return verdict{ok: c.key.kind == keyPassword && !prose, weak: true, bits: 8}
		}
		return verdict{ok: true, bits: simpleBits}
	case len(v) < 6, isAllDigits(v):
		return verdict{ok: true, bits: simpleBits}
	}
	return verdict{ok: true}
}

// behindUserLine reports whether the key at s[i] begins its line, and the line in front
// of that sets the name of a user: user = 'x', SESSION_USERNAME=x.
func behindUserLine(s string, i int) bool {
	for n := 0; n < maxBlank && (at(s, i-1) == ' ' || at(s, i-1) == '\t'); n++ {
		i--
	}
	if at(s, i-1) != '\n' {
		return false
	}
	line := s[max(0, i-judged) : i-1]
	line = line[strings.LastIndexByte(line, '\n')+1:]
	name, _, found := strings.Cut(line, "=")
	name = strings.TrimRight(name, " ")
	return found && (hasSuffixFold(name, "user") || hasSuffixFold(name, "username") || hasSuffixFold(name, "login") || hasSuffixFold(name, "user_name"))
}

// mixed reports whether a value is more than a word or a number: what "pass"
// needs, which also counts tests.
func (c candidate) mixed() bool {
	digits, other := 0, 0
	for i := range len(c.v) {
		switch b := c.v[i]; {
		case isDigit(b):
			digits++
		case !isAlpha(b) && !isSeparator(b):
			other++
		}
	}
	if c.bare && !c.key.env && c.key.colon {
		return digits < len(c.v) && digits+other > 0
	}
	return digits < len(c.v)
}

func judgeToken(c candidate) verdict {
	v := c.v
	if c.key.kind == keyStore { // PKCS #12 begins with a SEQUENCE, a Java keystore with 0xFEEDFEED
		return verdict{ok: len(v) >= 64 && (strings.HasPrefix(v, "MII") || strings.HasPrefix(v, "/u3+7Q"))}
	}
	switch {
	case len(v) < 8, isBinary(v), c.holdsKey(), c.refersTo(), isNotValue(v), isPath(v), isExpression(v), c.isStatement(), c.namesKey(), c.bare && strings.EqualFold(v, lastName(c.s[c.key.Start:c.key.End])):
		return verdict{}
	case isPlaceholder(v), isReference(v), len(v) >= 20 && distinct(v) < 6:
		return verdict{left: true}
	case c.translates(), !c.bare && c.key.colon && isTitle(v):
		return verdict{}
	case strings.IndexByte(v, ' ') >= 0 && (isProse(v) || randomness(v) < 30):
		return verdict{}
	case c.key.kind == keySignature && isEncodedText(v): // of a playground: ?code=fn+main()…
		return verdict{}
	case c.key.kind == keyJWK:
		return verdict{ok: len(v) >= 43 && isRunOf(v, clsWord) && randomness(v) >= 25}
	case c.key.kind == keyLoose:
		return verdict{ok: isKeyMaterial(v) || c.key.query && len(v) >= 20 && isKeyMaterial(v+v), bits: 16}
	case looksRandom(v):
		return verdict{ok: true}
	case c.key.kind == keySecret && (!c.bare && isMadeSecret(v) || len(v) >= 16 && isHexRun(v) && isMixed(v) && distinct(v) > 5):
		return verdict{ok: true, bits: simpleBits}
	case c.key.kind == keySecret && c.key.env && strings.IndexByte(v, ' ') < 0 && !isAllDigits(v) && !strings.Contains(v, "://"):
		return verdict{ok: true, bits: simpleBits}
	}
	return verdict{}
}

// isMadeSecret reports whether v is words that a sign joins which no name, path or text
// has between letters: development#product.
func isMadeSecret(v string) bool {
	if len(v) < 12 || hasSpace(v) || strings.ContainsAny(v, "()<>{}[]/\\:;=,`'\"|") {
		return false
	}
	for i := 1; i+1 < len(v); i++ {
		if strings.IndexByte("#!@$^*+", v[i]) >= 0 && isAlnum(v[i-1]) && isAlnum(v[i+1]) {
			return strings.IndexByte(v, '.') < 0
		}
	}
	return false
}

// lastName is what stands behind the last dot of a key: exports.Socks5Auth.
func lastName(k string) string { return k[strings.LastIndexByte(k, '.')+1:] }

// isEncodedText reports whether v is a text of several words or lines, encoded for a
// query. A signature has no more than the signs of base64 in it.
func isEncodedText(v string) bool {
	if strings.ContainsAny(v, "()!:;,") {
		return true
	}
	for i := 0; i+2 < len(v); i++ {
		if v[i] == '%' && (v[i+1] != '2' && v[i+1] != '3' || strings.IndexByte("BbFfDdCc", v[i+2]) < 0) {
			return true
		}
	}
	return false
}

// isKeyMaterial reports whether v is long, random and of all three classes.
func isKeyMaterial(v string) bool {
	return len(v) >= 24 && isRunOf(v, clsB64) && strings.ContainsAny(v, "0123456789") && fold(v) != v &&
		strings.ToUpper(v) != v && strings.Count(v, "/") < 2 && randomness(v) >= 28
}

// isBinary reports whether v holds control characters: no one typed it.
func isBinary(v string) bool {
	for i := range len(v) {
		if v[i] < ' ' && v[i] != '\t' || v[i] == 0x7F {
			return true
		}
	}
	return false
}

func isAllDigits(v string) bool {
	for i := range len(v) {
		if !isDigit(v[i]) {
			return false
		}
	}
	return v != ""
}

// joinsSentence reports whether v goes on with a sentence, or with a list: it begins
// with a sign that ends a clause and a blank. "; else it is $".
func joinsSentence(v string) bool {
	return len(v) > 2 && strings.IndexByte(";,.:!?)", v[0]) >= 0 && v[1] == ' ' && isAlpha(v[2])
}

// isProse reports whether v is words: most of it plain, none of it mixed.
func isProse(v string) bool {
	words, plain := 0, 0
	for _, w := range strings.Fields(v) {
		words++
		w = strings.Trim(w, ".,;:!?()'\"-")
		if w == "" || plainWord(w) || isAllDigits(w) || strings.IndexByte(w, '\'') > 0 && plainWord(strings.ReplaceAll(w, "'", "")) {
			plain++
		}
	}
	return words >= 2 && plain == words
}

// lineWords may stand in front of a key in a file of settings or code.
var lineWords = wordSet("export set env setx let const var val final static private public protected string char auto my our arg declare local and with")

// atConfigLine reports whether a key at s[i] begins a setting: it begins the
// line, or stands behind punctuation or a word of code. In prose a word is in
// front of it.
func atConfigLine(s string, i int) bool {
	j := i
	for n := 0; j > 0 && n < maxBlank && (s[j-1] == ' ' || s[j-1] == '\t'); n++ {
		j--
	}
	b := at(s, j-1)
	if j == 0 || !isAlnum(b) && b != '.' && b < 0x80 && b != 0 { // 0: a stand-in, in front of which may be a word
		return true
	}
	k := j
	for k > 0 && j-k < 16 && isAlpha(s[k-1]) {
		k--
	}
	return lineWords.has(fold(s[k:j]))
}

func followedByWord(s string, i int) bool {
	return at(s, i) == ' ' && isAlpha(at(s, i+1)) && at(s, i-1) != ',' && !namesKey(s, i+1)
}

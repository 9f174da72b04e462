package cloak

import "strings"

// Credentials that are known by where they stand in a form of their own: a mark deep
// within them, a request that hands them over, a notice that shows them.

func shownDetectors() []Detector {
	const pat84 = "Zq3Xv8Rk2Lm5Tn7Wp1Yb4Hd6Jf9Gc0SaZq3Xv8Rk2Lm5Tn7Wp1Yb"
	return []Detector{
		{
			Name: "azure_marked_key", Entity: APIKey, Class: Anchored, Bits: 40,
			Pattern: `[A-Za-z0-9]{52}JQQJ9[A-Za-z0-9]{27}|[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}`, anchor: anchorLong, gate: mayBeMarkedKey, scan: scanMarkedKey,
			Authority: "Microsoft: common annotated security keys have JQQJ9 as their 53rd to 57th character of 84; tokens of Azure DevOps have AZDO behind the 76th",
			Match: []string{
				"key «" + pat84 + "JQQJ9" + "9BFACAAAAALGcqjAAASAZDO3eqU»", "AZURE=«" + pat84 + "Jf9Gc0SaZq3Xv8Rk2Lm5Tn7W" + "AZDO" + "abc1»;",
			},
			NoMatch: []string{pat84 + "JQQJ99BFACAAAAALGcqjAAASAZDO3eqUx", pat84 + "Jf9Gc0SaZq3Xv8Rk2Lm5Tn7Wp1YbJf9G", strings.Repeat("Ab", 26) + "JQQJ9" + strings.Repeat("A", 27)},
		},
		{
			Name: "long_crypt_hash", Entity: Password, Class: Anchored, Bits: 26,
			Pattern: `\$[5678]\$(?:rounds=[0-9]{1,9}\$)?[./0-9A-Za-z]{1,24}\$[./0-9A-Za-z]{43,86}`,
			anchor:  anchorLong, gate: mayBeCrypt, scan: scanLongCrypt,
			Authority: "crypt(5); Cisco IOS types 8 and 9",
			Match: []string{
				"«$6$qoE2letU$wWPRl.PVczjzeMVgjiA8LLy2nOyZbf7Amj3qLIL978o18gbMySdKZ7uepq9tmMQXxyTIrS12Pln.2Q/6Xscao0»",
				"('bo', '«$5$9ks3nNEqv31FX.F$gdEoLFsCRsn/WRN3wxUnzfeZLoooVlzeF4WjLomTRFD»')",
			},
			NoMatch: []string{"$6$salt$" + strings.Repeat("aB", 43), "cost $6$ of AbcdefghijklmnopqrstuvwxyzAbcdefghijkl", "x$6$salt$shortAbcdefghijklmnopqrstuvwxyzAb"},
			Gaps:    []string{"«$1$OKgLCmVl$d02jECa4DXn/oXX0R.MoQ/» with nothing in front of it"},
		},
		{
			Name: "salesforce_session", Entity: APIKey, Class: Anchored, Bits: 36,
			Pattern: `00D[0-9A-Za-z]{12,15}![0-9A-Za-z._]{60,}`,
			anchor:  anchorLong, gate: mayBeSalesforce, scan: scanSalesforce,
			Authority: "Salesforce: a session's id is that of the organization, of which 00D is the prefix, a '!' and the token",
			Match:     []string{"sid «00D" + "E0X0A0M0PeLE!CJoAQOx1GCLf1UIt4UU9y0VOPLUZAYN6I8DsdGEDyHh5cO02egObcAhIDHYiGCfi94c53oFbr4HB.xZfuYRGhvNuxobAAXRe»\n"},
			NoMatch:   []string{"00DE0X0A0M0PeLE", "00D" + "E0X0A0M0PeLE!short", "00D" + "E0X0A0M0PeLE!" + strings.Repeat("x", 70), "x00D" + "E0X0A0M0PeLE!" + sampleBody + sampleBody},
		},
		{
			Name: "oauth_argument", Entity: APIKey, Class: KeyBound, Bits: 22,
			Pattern: `(?i)oauth[0-9a-z_]*\([^()]*["'][0-9a-z-]{25,}["']`, anchor: anchorLong, gate: mayBeArgument, scan: scanOAuthArgument,
			Authority: "RFC 5849: a client's and a token's key and secret are what such a call takes",
			Match: []string{
				"OAuth('«MjuHWoGbzYmJv3ZuHaBvSENfyevu00NQuBc40VM»',\n  'x1', 'y2')", "OAuth('x1', 'y2', '«anJLBCOALCXl7aXeybmNA5oae9E03Cm23cKNMLaScuXwk»')",
				"new TwitterOAuth(key, \"«kl3E14NQx84qxO1dy247V0b2W»\", secret)",
			},
			NoMatch: []string{
				"f('MjuHWoGbzYmJv3ZuHaBvSENfyevu00NQuBc40VM')", "OAuth('YOUR_CONSUMERKEYxxxxxxxxxxxxxxxxxx')", "OAuth(g(), 'MjuHWoGbzYmJv3ZuHaBvSENfyevu00NQuBc40VM')",
				"OAuth('requestTokenUrlOfTheServiceProvider')", "x, 'MjuHWoGbzYmJv3ZuHaBvSENfyevu00NQuBc40VM')",
			},
		},
		{
			Name: "device_url", Entity: APIKey, Class: KeyBound, Bits: 24,
			Pattern: `(?i)thingsboard\.[0-9A-Za-z._:-]+/api/v1/[0-9A-Za-z]{16,}`, anchor: anchorWord, words: []string{"thingsboard."}, scan: scanDeviceURL,
			Authority: "ThingsBoard's device API: the access token of a device is a part of the path",
			Match:     []string{"http://thingsboard.cloud/api/v1/«354u1g321kcqc1oad3w7»/telemetry", "coap://thingsboard.halcyon.io:5683/api/v1/«354u1g321kcqc1oad3w7»/attributes"},
			NoMatch:   []string{"http://thingsboard.cloud/api/v1/$ACCESS_TOKEN/telemetry", "http://thingsboard.cloud/docs/api/v1/getting-started", "http://thingsboard.cloud/api/v1/integrationsoverview/x"},
		},
		{
			Name: "login_request", Entity: APIKey, Class: KeyBound, Bits: 24,
			Pattern: `(?i)login_with_(?:api_key|token)["'][\s,]*["']params["'][\s:\[]*["'][^"'\r\n]{8,}["']`, anchor: anchorWord, words: []string{"login_with_api_key", "login_with_token"}, scan: scanLoginRequest,
			Authority: "TrueNAS's API over JSON-RPC: auth.login_with_api_key, auth.login_with_token",
			Match: []string{
				`"method":"auth.login_with_api_key", "params":["«8-Lp22ov7halMBLUpG97Wg4y7fibQi3CW19VJiZcCu746zgCs0mdDdTCoOcpgEucgu»"]}`,
				"\"method\": \"auth.login_with_api_key\",\n  \"params\": [\n    \"«10-6LZBVhNq8zze0rzXJptfSWDBoskWuThnQb3fUVw4sVNgJ7GKT3ITVIovhwPf34oL»\"\n  ]\n",
			},
			NoMatch: []string{`"method": "auth.login_with_api_key", "params": ["API_KEY"]`, `call("auth.login_with_token", params)`, `"login_with_api_key", "params": ["<key>", 1]`},
		},
		{
			Name: "unseal_key", Entity: APIKey, Class: KeyBound, Bits: 24,
			Pattern: `(?i)unseal (?:key ?[0-9]{0,2}: ?)?[0-9A-Za-z+/=]{43,}`, anchor: anchorWord, words: []string{"unseal "}, scan: scanUnseal,
			Authority: "Vault: operator init prints shares of the key, of 33 bytes, in base64; operator unseal takes one",
			Match:     []string{"Unseal Key 2: «0tZn+7QQCxphpHwTm7/dC3LpP5JGIbYl3PK8Sy81R+P2»", "vault operator unseal «98m+o2ylRhVbOi+3o5ub6PbP343ocFUVORgSYeypMDjh»"},
			NoMatch:   []string{"Unseal Key 2: see the safe", "vault operator unseal $KEY", "unseal the vault", "Unseal Key 1: " + strings.Repeat("x", 44)},
		},
		{
			Name: "announced_password", Entity: Password, Class: KeyBound, Bits: 21,
			Pattern: `(?i)following (?:[a-z]{1,16} ){0,2}(?:password|passphrase|token|key|secret|passcode)[^\r\n:]{0,80}:[ \t]*(?:\r?\n[ \t]*){1,3}[^\s]{8,}`,
			anchor:  anchorWord, words: []string{"following "}, scan: scanAnnounced,
			Authority: "none: the sentence in front of it says what it is",
			Match: []string{
				"Please use the following password to proceed to installation:\n\n«bd9627decc6346d780b3b6ab6ea8fe1f»\n\nThis may also be found at: /x", "Use the following temporary password:\n  «Kx7mQ2zT!p»\n",
				"log in with the following bootstrap token:\r\n\r\n«9Cnzj4p4WGeKLs1Pt8QuKUpR»\r\n",
			},
			NoMatch: []string{
				"with the following password:\n\n$PASSWORD\n", "the following token types:\n\naccess\n", "in the following key order:\n\nname1, name2\n", "the following passwords:\n\nhunter22xx\n", "the following password:\n\nls -l x1\n",
				"the following key:\n\nhttps://h.io/x1y2z3\n", "the following secret: x\n\nhunter22xx\n",
			},
		},
	}
}

const (
	markedKey  = 84 // characters of one of Azure's marked keys
	maxCryptIn = 40 // of a hash of crypt(3) in front of a run of it
)

// mayBeMarkedKey looks for the marks behind the run's start at s[i].
func mayBeMarkedKey(s string, i int) bool {
	return i+markedKey <= len(s) && (s[i+52:i+57] == "JQQJ9" || s[i+76:i+80] == "AZDO")
}

func scanMarkedKey(s string, i int) (site, bool) {
	end := i + markedKey
	if !mayBeMarkedKey(s, i) || clsAlnum.run(s, i, end) != end || isAlnum(at(s, end)) || distinct(s[i:i+52]) < 10 {
		return site{}, false
	}
	return site{Span: Span{i, end}, left: isMarked(s[i:end])}, true
}

// mayBeCrypt reports whether a '$' stands in front of the run at s[i], or of what belongs
// to the same part of a hash.
func mayBeCrypt(s string, i int) bool {
	for k := i - 1; k >= 0 && i-k <= maxCryptIn; k-- {
		switch b := s[k]; {
		case b == '$':
			return true
		case !isAlnum(b) && b != '.' && b != '/':
			return false
		}
	}
	return false
}

// scanLongCrypt judges the hash of crypt(3) that has its first long run at s[i].
func scanLongCrypt(s string, i int) (site, bool) {
	const front = maxCryptIn + len("$6$rounds=999999999$") + 24
	if !mayBeCrypt(s, i) {
		return site{}, false
	}
	j := i
	for j > 0 && i-j < front && (isAlnum(s[j-1]) || strings.IndexByte("./$=", s[j-1]) >= 0) {
		j--
	}
	k := strings.IndexByte(s[j:i], '$')
	if k < 0 || isAlnum(at(s, j+k-1)) {
		return site{}, false
	}
	x, ok := shortScheme(s, j+k)
	if !ok || strings.IndexByte("5678", at(s, x.Start+1)) < 0 {
		return site{}, false
	}
	v := s[x.Start:x.End]
	hash := v[strings.LastIndexByte(v, '$')+1:]
	parts := strings.Split(v[3:], "$")
	if rounds, ok := strings.CutPrefix(parts[0], "rounds="); ok && len(parts) == 3 && isAllDigits(rounds) && len(rounds)-1 < 9 {
		parts = parts[1:]
	}
	if len(hash) != 43 && len(hash) != 86 || distinct(hash) < 16 || len(parts) != 2 || len(parts[0])-1 >= 24 || strings.Trim(parts[0]+hash, crypt64) != "" {
		return site{}, false
	}
	return x, true
}

// crypt64 is the alphabet of crypt(5).
const crypt64 = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// sessionStart is where the token begins of a session's id that the run at s[i] is in,
// behind a '!'; 0 if there is none.
func sessionStart(s string, i int) int {
	const front = 96
	for k := i; k > 0 && i-k <= front; k-- {
		switch b := s[k-1]; {
		case b == '!':
			return k
		case !isWord(b) && b != '.':
			return 0
		}
	}
	return 0
}

// mayBeSalesforce asks for the '!' and a letter or digit in front of it.
func mayBeSalesforce(s string, i int) bool {
	k := sessionStart(s, i)
	return k > 1 && isAlnum(s[k-2])
}

// scanSalesforce judges the first long run of a session's token.
func scanSalesforce(s string, i int) (site, bool) {
	const least = 60
	body := sessionStart(s, i)
	start := body - 1
	for start > 0 && body-start < 21 && isAlnum(s[start-1]) {
		start--
	}
	if n := body - 1 - start; body == 0 || n != 15 && n != 18 || !strings.HasPrefix(s[start:], "00D") || at(s, start-1) == '_' {
		return site{}, false
	}
	end := body
	for end < len(s) && (isWord(s[end]) || s[end] == '.') {
		end++
	}
	for s[end-1] == '.' {
		end--
	}
	if v := s[body:end]; len(v) < least || distinct(v[:least]) < 12 {
		return site{}, false
	}
	return site{Span: Span{start, end}, left: isMarked(s[start:end])}, true
}

// mayBeArgument reports whether the run at s[i] begins a string.
func mayBeArgument(s string, i int) bool { return at(s, i-1) == '"' || at(s, i-1) == '\'' }

// scanOAuthArgument judges a string that begins at s[i] among the arguments of a call
// whose name says OAuth.
func scanOAuthArgument(s string, i int) (site, bool) {
	const most = 100
	if !mayBeArgument(s, i) {
		return site{}, false
	}
	end := i
	for end < len(s) && end-i < most && (isAlnum(s[end]) || s[end] == '-') {
		end++
	}
	v := s[i:end]
	if at(s, end) != s[i-1] || len(v) < 25 || isMask(v) || isPlaceholder(v) || countDigits(v) < 2 || !looksRandom(v) || !inOAuthCall(s, i-1) {
		return site{}, false
	}
	return site{Span: Span{i, end}}, true
}

// inOAuthCall reads the arguments in front of s[i], strings and names, back to the call.
func inOAuthCall(s string, i int) bool {
	const longest = 480
	least := max(0, i-longest)
	for {
		for i > least && isSpace(s[i-1]) {
			i--
		}
		if at(s, i-1) == '(' {
			from := i - 1
			for from > 0 && i-from < 32 && isWord(s[from-1]) {
				from--
			}
			return strings.Contains(fold(s[from:i-1]), "oauth")
		}
		if at(s, i-1) != ',' || i <= least {
			return false
		}
		for i--; i > least && isSpace(s[i-1]); i-- {
		}
		q := at(s, i-1)
		if q == '"' || q == '\'' {
			for i--; i > least && s[i-1] != q; i-- {
				if b := s[i-1]; b == '\n' || b == '(' || b == ')' || b == 0 {
					return false
				}
			}
			i--
			continue
		}
		from := i
		for i > least && (isWord(s[i-1]) || s[i-1] == '.') {
			i--
		}
		if i == from {
			return false
		}
	}
}

// scanDeviceURL judges the host's name in front of a device's path.
func scanDeviceURL(s string, i int) (site, bool) {
	const path = "/api/v1/"
	j := i
	for j < len(s) && j-i < maxHost && (isHostByte(s[j]) || s[j] == '.' || s[j] == ':') {
		j++
	}
	if !strings.HasPrefix(s[j:], path) {
		return site{seen: j}, false
	}
	j += len(path)
	end := clsAlnum.run(s, j, j+judged)
	v := s[j:end]
	if len(v) < 16 || len(v) == judged || isWord(at(s, end)) || at(s, end) == '-' || isMask(v) || isMarked(v) || countDigits(v) == 0 {
		return site{seen: end}, false
	}
	return site{Span: Span{j, end}, seen: end}, true
}

// scanLoginRequest judges the name of a method that takes a key.
func scanLoginRequest(s string, i int) (site, bool) {
	j := i + len("login_with_token")
	if hasFold(s[i:], "login_with_api_key") {
		j = i + len("login_with_api_key")
	}
	if !isQuote(at(s, j)) {
		return site{}, false
	}
	j = skipBlanks(s, j+1, ",")
	if !isQuote(at(s, j)) || !hasFold(s[j+1:], "params") || !isQuote(at(s, j+1+len("params"))) {
		return site{}, false
	}
	j = skipBlanks(s, j+2+len("params"), ":[")
	lit := literal{start: j + 1, quote: at(s, j)}
	if !isQuote(lit.quote) || lit.quote == '`' {
		return site{}, false
	}
	end, closed := lit.end(s, lit.start+judged)
	if v := s[lit.start:max(end, lit.start)]; !closed || at(s, end) != lit.quote || strings.ContainsAny(v, "\"'") || isReference(v) || isNotValue(v) || len(v) < 16 || !looksRandom(v) {
		return site{}, false
	}
	return site{Span: Span{lit.start, end}}, true
}

// skipBlanks steps over white space and signs from s[i] on.
func skipBlanks(s string, i int, signs string) int {
	for n := 0; n < 2*maxKey && i < len(s) && (isSpace(s[i]) || strings.IndexByte(signs, s[i]) >= 0); n++ {
		i++
	}
	return i
}

// scanUnseal judges the word in front of a share of Vault's key.
func scanUnseal(s string, i int) (site, bool) {
	j := i + len("unseal ")
	if hasFold(s[min(j, len(s)):], "key") {
		j += len("key")
		if at(s, j) == ' ' {
			j++
		}
		for n := 0; n < 2 && isDigit(at(s, j)); n++ {
			j++
		}
		if at(s, j) != ':' {
			return site{}, false
		}
		if j++; at(s, j) == ' ' {
			j++
		}
	}
	end := clsB64.run(s, j, j+judged)
	for end > j && (s[end-1] == '-' || s[end-1] == '_') {
		end--
	}
	if v := s[j:end]; len(v) < 43 || len(v) == judged || isMask(v) || isMarked(v) || strings.ContainsAny(v, "-_") || distinct(v) < 16 {
		return site{}, false
	}
	return site{Span: Span{j, end}}, true
}

// announcedNouns are what a notice shows on a line of its own.
var announcedNouns = wordSet("password passphrase token key secret passcode")

// scanAnnounced judges the word "following": of the sentence's next three words one says
// what follows, and behind its ':' stands, alone on a line, what a machine drew.
func scanAnnounced(s string, i int) (site, bool) {
	const longest = 80
	j := i + len("following ")
	says := false
	for n := 0; n < 3 && !says; n++ {
		k := j
		for k-j < 17 && isAlpha(at(s, k)) {
			k++
		}
		if k == j {
			return site{}, false
		}
		says = foldedIn(announcedNouns, s[j:k])
		if j = k; !says && at(s, j) != ' ' {
			return site{}, false
		} else if !says {
			j++
		}
	}
	if !says || isWord(at(s, j)) {
		return site{}, false
	}
	for k := j; at(s, j) != ':'; j++ {
		if b := at(s, j); b == 0 || b == '\n' || b == '\r' || j-k == longest {
			return site{}, false
		}
	}
	lines := 0
	for j++; j < len(s) && lines < 4 && j-i < longest*3; j++ {
		if s[j] == '\n' {
			lines++
		} else if s[j] != ' ' && s[j] != '\t' && (s[j] != '\r' || at(s, j+1) != '\n') {
			break
		}
	}
	if lines == 0 || lines > 3 || j >= len(s) {
		return site{}, false
	}
	end := j
	for end < len(s) && end-j < judged && !isSpace(s[end]) && s[end] != 0 {
		end++
	}
	if b := at(s, end); end-j == judged || end < len(s) && b != '\n' && b != '\r' {
		return site{}, false
	}
	v := s[j:end]
	if len(v) < 8 || !isMixed(v) || isReference(v) || isNotValue(v) || isPath(v) || strings.Contains(v, "://") {
		return site{}, false
	}
	return site{Span: Span{j, end}}, true
}

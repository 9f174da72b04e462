package cloak

import (
	"encoding/base64"
	"strings"
)

// Keys that their vendors made recognisable: a prefix, an inner mark or a form
// that nothing else has. Examples are put together from parts, so that no
// scanner of repositories takes them for keys.

const sampleBody = "Zq3Xv8Rk2Lm5Tn7Wp1Yb4Hd6Jf9Gc0Sa" // 32

func keyDetectors() []Detector {
	return []Detector{
		{
			Name: "aws_access_key", Entity: AWSKey, Class: Anchored, Bits: 30,
			Pattern: `A(?:KIA|SIA|BIA|CCA|3T[A-Z0-9])[A-Z0-9]{16}[A-Za-z0-9]*`,
			anchor:  anchorWord, words: []string{"akia", "asia", "abia", "acca", "a3t"}, scan: scanAWSKeyID,
			Reserved: []string{`AKIADECOY[A-Z2-7]{11}`}, Guarantee: "X",
			Authority: "AWS IAM: unique ids, in base32; ids made up for texts have any digits, and who writes one means a key; the mark DECOY decodes to no account that AWS would issue by chance",
			Match:     []string{"key «AKIA" + "Q3EGRZ7XVNPLT2WB» used", "a\\n«ASIA" + "Q3EGRZ7XVNPLT2WB»/2026", "creds «ASIA" + "Q3EGRZ8XVN0LT2WB»."},
			NoMatch:   []string{"AKIA" + "IOSFODNN7EXAMPLE", "AKIA" + "Q3EGRZ7XVNPLT2W", "akia" + "q3egrz7xvnplt2wb", "ASIAPACIFICOPERATIONSTEAM", "AAsgABIARHBEADQCABLQAAQYA"},
		},
		{
			Name: "aws_secret_beside_id", Entity: AWSKey, Class: Anchored, Bits: 26,
			Pattern: `A(?:KIA|SIA)[A-Z0-9]{16}[^\x00]{1,64}`, anchor: anchorWord, words: []string{"akia", "asia"}, scan: scanAWSPair,
			Authority: "AWS IAM: 40 characters of base64 beside the id, as its console and its CSV file show them",
			Match: []string{
				"AKIA" + "Q3EGRZ7XVNPLT2WB «nAH2VzKrMrRjySLlt8HCdFU3tM2TUuUZgh39NXaa»", "AKIA" + "Q3EGRZ7XVNPLT2WB\n«AFHhaeDJ59mDMm8A+rNR68V/bZcwnvULuhaOSGH9»\n",
				"Access key ID,Secret access key\nAKIA" + "Q3EGRZ7XVNPLT2WB,«AFHhaeDJ59mDMm8A+rNR68V/bZcwnvULuhaOSGH9»", "| AKIA" + "Q3EGRZ7XVNPLT2WB | Active | «AFHhaeDJ59mDMm8A+rNR68V/bZcwnvULuhaOSGH9» |",
			},
			NoMatch: []string{
				"AKIA" + "Q3EGRZ7XVNPLT2WB 3f786850e387550fdab836ed7e6dc881de23001b", "AKIA" + "Q3EGRZ7XVNPLT2WB\n\n\nAFHhaeDJ59mDMm8A+rNR68V/bZcwnvULuhaOSGH9", "AKIA" + "Q3EGRZ7XVNPLT2WB wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
				"AKIA" + "Q3EGRZ7XVNPLT2WB AFHhaeDJ59mDMm8A+rNR68V/bZcwnvULuhaOSGH9x",
			},
		},
		{
			Name: "vendor_key", Entity: APIKey, Class: Anchored, Bits: 26,
			pattern: func() string { return formatPattern(keyFormats) }, anchor: anchorWord, words: formatWords(), scan: scanVendorKey,
			LabelBits: 12, Labels: []string{"mailgun", "firecrawl", "launchdarkly", "sdk key"},
			Reserved: []string{
				`ghp_DECOY[A-Za-z0-9]{31}`, `sk-proj-DECOY[A-Za-z0-9]{43}`, `glpat-DECOY[A-Za-z0-9]{15}`, `npm_DECOY[A-Za-z0-9]{31}`,
				`sk_live_DECOY[A-Za-z0-9]{19}`, `xoxb-DECOY[0-9]{8}-[A-Za-z0-9]{24}`, `AIza_DECOY[A-Za-z0-9]{29}`, `key-DECOY[a-z2-7]{27}`,
			},
			Guarantee: "X", Authority: "the mark DECOY; GitHub's and npm's carry no CRC-32 of their body (2^-32)",
			Match: []string{
				"token «ghp" + "_" + sampleBody + "a1B2»",
				"«ghs" + "_" + sampleBody + sampleBody + ".x9-_K2».",
				"X_«glpat" + "-" + "Zq3Xv8Rk2Lm5Tn7Wp1Yb» done",
				"STRIPE=«sk" + "_live_" + "Zq3Xv8Rk2Lm5Tn7Wp1Yb»",
				"«sk-ant" + "-api03-" + sampleBody + "-" + sampleBody + "AA»\n",
				"«SG" + "." + "Zq3Xv8Rk2Lm5Tn7Wp1Yb4H" + "." + sampleBody + "»",
				"https://«ghp" + "_" + sampleBody + "a1B2»@github.com/x/y",
				"«xoxb" + "-742597183436-766430639482-" + "Zq3Xv8Rk2Lm5Tn7Wp1Yb4Hd6»",
				"«hf" + "_cxjUnIfwlilyPdnwxkkjqvukPkHssgXUjq»",
				"mailgun: «key" + "-3a0602b29ed6fd540c373059f1ce0d10»",
			},
			NoMatch: []string{
				"ghp_" + strings.Repeat("x", 36), "sk-loading-indicator-with-a-very-long-class-name-here", "key-d41d8cd98f00b204e9800998ecf8427e",
				"ghp_tooShort", "hf_requiredCharacteristicTypesForDisplayMetadata", "pk_live_" + "Zq3Xv8Rk2Lm5Tn7Wp1Yb", "accessory", "risk_live_" + sampleBody,
				"sk" + "_test_" + "4eC39HqLyjWDarjtT1zdp7dc",
			},
			Gaps: []string{
				"Airtable's: " + "pat" + "Zq3Xv8Rk2Lm5Tn" + "." + strings.Repeat("3a0602b29ed6fd54", 4), // "pat" begins too many words
			},
			Disguised: []string{
				"token%3D«gh" + "p_" + sampleBody + "a1B2»", "«gh" + "p%5F" + sampleBody + "a1B2»", "«gh\u200bp_" + sampleBody + "a1B2»",
				"echo «" + base64.StdEncoding.EncodeToString([]byte("GH_TOKEN=gh"+"p_"+sampleBody+"a1B2\n")) + "» | base64 -d",
				"data:\n  token: «" + base64.StdEncoding.EncodeToString([]byte("gh"+"p_"+sampleBody+"a1B2")) + "»",
			},
		},
		{
			Name: "telegram_bot", Entity: APIKey, Class: Anchored, Bits: 30,
			Pattern: `[0-9]{8,10}:AA[A-Za-z0-9_-]{32,}`, anchor: anchorLabel, follow: "A", gate: mayBeTelegram, scan: scanTelegram,
			Match:   []string{"https://api.telegram.org/bot«110201543:AA" + "HdqTcvCH1vGWJxfSeofSAs0K5PALDsawx»/getMe"},
			NoMatch: []string{"110201543:AAHdq", "time 12345678:AABB"},
		},
		{
			Name: "dotted_key", Entity: APIKey, Class: Anchored, Bits: 30,
			Pattern: `[A-Za-z0-9_-]{23,28}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9+/=_-]{27,}|[A-Za-z0-9_-]{14}\.atlasv1\.[A-Za-z0-9+/=_-]{60,}`,
			anchor:  anchorSplit, gate: mayBeDotted, scan: scanDotted,
			Authority: "Discord: the first part is the bot's id in base64; HCP Terraform: the mark atlasv1",
			Match: []string{
				"bot «MTk4NjIyNDgzNDcxOTI1MjQ4" + "." + "Cl2FMQ" + "." + "ZnCjm1XVW7vRze4b7Cq4se7kKWs1a2b3c4»",
				"token = \"«Zq3Xv8Rk2Lm5Tn" + ".atlasv1." + sampleBody + sampleBody + "»\"",
			},
			NoMatch: []string{"com.example.VeryLongClassNameForTesting.method1.anotherVeryLongNameForTesting"},
		},
		{
			Name: "mailchimp_key", Entity: APIKey, Class: Anchored, Bits: 26,
			Pattern: `[0-9A-Fa-f]{32}-us[0-9]{1,2}`, anchor: anchorCentre, follow: "u", scan: scanMailchimp,
			Match:   []string{"«3a0602b29ed6fd540c373059f1ce0d10" + "-us14»"},
			NoMatch: []string{"3a0602b29ed6fd540c373059f1ce0d10-usual", "ami-us1"},
		},
		{
			Name: "azure_secret", Entity: APIKey, Class: Anchored, Bits: 28,
			Pattern: `[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,}`, anchor: anchorTilde, scan: scanAzureSecret,
			Authority: "Microsoft Entra: client secrets of applications have the mark 7Q~ or 8Q~",
			Match: []string{
				"line: \"«Zq38" + "Q~Xv8Rk2Lm5Tn7Wp1Yb4Hd6Jf9Gc0Sa_2-4k»\"", "(«~Zq7" + "Q~Xv8Rk2Lm5Tn7Wp1Yb4Hd6Jf9Gc0Sa~24k»)",
			},
			NoMatch: []string{"FAQ7Q~", "xabc8Q~" + sampleBody + "a1", "x8Q~" + sampleBody, "abc8Q~" + strings.Repeat("x", 34), "abc8Q~DECOY" + sampleBody, "USK@u2vn,abc8Q~Xv8Rk2Lm5Tn7Wp1Yb4Hd6Jf9Gc0Sa_2-4k~xyz,AQ"},
		},
		{
			Name: "webhook_url", Entity: APIKey, Class: Anchored, Bits: 26,
			Pattern: `(?i)(?:hooks\.slack(?:-gov)?\.com|hooks\.zapier\.com|discord(?:app)?\.com/api|webhook\.office\.com|outlook\.office(?:365)?\.com/webhook)/[A-Za-z0-9_@./%-]+`,
			anchor:  anchorWord, words: []string{"hooks.", "discord", "webhook.office", "outlook.office"}, scan: scanWebhook,
			Match: []string{
				"POST https://hooks.slack.com/services/«TLCJBQAAIED/BN8CC0SLOKM/yiyFUgMQLfzT3zkR22ILQDvZ»",
				"https://outlook.office.com/webhook/«9da5da9c-4218-4c22-aed6-b5c8baebfff5@2f2b54b7-0141-4ba7-8fcd-ab7d17a60547/IncomingWebhook/1bf66ccbb8e745e791fa6e6de0cf465b»",
				"https://discord.com/api/webhooks/«198622483471925248/ZnCjm1XVW7vRze4b7Cq4se7kKWsZnCjm1XVW7vRze4b7Cq4se7kKWs»",
			},
			NoMatch: []string{"https://hooks.slack.com/services/T000/B000/XXXXXXXXXXXXXXXXXXXXXXXX", "https://discord.com/developers/docs"},
		},
	}
}

// scanAWSKeyID judges a word that begins like an access key's id.
// scanAWSPair looks behind the id at s[i], within two lines, for the secret: 40
// characters of base64 in both cases.
func scanAWSPair(s string, i int) (site, bool) {
	const id, secret, far, lines = 20, 40, 64, 2
	if _, ok := scanAWSKeyID(s, i); !ok {
		return site{}, false
	}
	none := site{seen: min(len(s), i+id+far+secret+1)}
	breaks := 0
	for j := i + id; j < len(s) && j-i-id <= far; {
		if in64[s[j]] == 0 {
			if s[j] == 0 {
				return none, false
			}
			if s[j] == '\n' {
				if breaks++; breaks > lines {
					return none, false
				}
			}
			j++
			continue
		}
		end := j
		for end < len(s) && end-j <= secret && in64[s[end]] != 0 {
			end++
		}
		v := s[j:end]
		if len(v) != secret {
			for end < len(s) && end-i-id <= far && in64[s[end]] != 0 {
				end++
			}
			j = end
			continue
		}
		upper, lower := strings.ToUpper(v) != v, strings.ToLower(v) != v
		if !upper || !lower || !looksRandom(v) {
			return none, false
		}
		return site{Span: Span{j, end}, left: isReference(v) || isPublished(v), seen: end}, true
	}
	return none, false
}

func scanAWSKeyID(s string, i int) (site, bool) {
	const prefix, body = 4, 16
	for j := i; j < i+prefix; j++ {
		if b := at(s, j); !isUpper(b) && !(isDigit(b) && s[i+1] == '3') {
			return site{}, false
		}
	}
	for j := i + prefix; j < i+prefix+body; j++ {
		if b := at(s, j); !isUpper(b) && !isDigit(b) {
			return site{}, false
		}
	}
	if before := at(s, i-1); isAlnum(before) && !(isLower(before) && at(s, i-2) == '\\') || before == '+' {
		return site{}, false // within base64
	}
	v := s[i : i+prefix+body]
	switch digits := countDigits(v[prefix:]); {
	case digits > 4, strings.ContainsAny(v[prefix:], "234567") && !strings.ContainsAny(v[prefix:], "0189"):
	case randomness(v[prefix:]) < 35: // CAPITALS of prose, ASIA2026OUTLOOKREPORT
		return site{}, false
	}
	end := clsAlnum.run(s, i+prefix+body, len(s)) // last: what was turned down would be walked again
	return site{Span: Span{i, end}, left: isMask(v[prefix:]) || isMarked(s[i:end])}, true
}

// scanVendorKey looks a word up in the table of prefixes.
func scanVendorKey(s string, i int) (site, bool) {
	list, second := formatsBy[s[i]], at(s, i+1)
	for k := range list {
		if f := &list[k]; f.prefix[1] == second && strings.HasPrefix(s[i:], f.prefix) {
			if f.flag&public != 0 {
				return site{}, false
			}
			if x, ok := f.match(s, i); ok {
				return x, true
			}
		}
	}
	return site{}, false
}

// sampled is how much of a body is judged: a bound, so that a text of prefixes
// is read once.
const sampled = 64

// checkedBits is the evidence of a prefix and a check sum of 30 bits.
const checkedBits = 56

func (f *keyFormat) match(s string, i int) (site, bool) {
	body := i + len(f.prefix)
	end := body + f.min
	if !f.boundary(s, i) || f.body.run(s, body, end) != end || f.flag&exact != 0 && clsWord.has(at(s, end)) {
		return site{}, false
	}
	sample := s[body:f.body.run(s, body, body+sampled)]
	masked := distinct(sample) < min(7, f.min/3)
	if f.flag&mixed != 0 && !masked && (randomness(sample) < 20 || fold(sample) == sample && !strings.ContainsAny(sample, "0123456789") && randomness(sample) < 40) {
		return site{}, false
	}
	end = f.tail.run(s, end, len(s))
	for s[end-1] == '.' || s[end-1] == '%' {
		end--
	}
	x := site{Span: Span{i, end}, left: masked || isMarked(s[i:end]) || strings.Contains(fold(sample), "xxxxxxxx") || end-i < sampled && isPublished(s[i:end])}
	switch {
	case f.flag&labels != 0:
		x.weak, x.bits = true, 6
	case f.flag&crc != 0 && end == body+f.min && crcBase62(s[body:end]), f.flag&bech32 != 0 && end-i < 2*sampled && bech32Valid(s[i:end]):
		x.bits = checkedBits
	}
	return x, true
}

// boundary reports whether a key may begin at s[i]. A short prefix needs more
// than a long one; behind an escaped line end, \n, anything may begin.
func (f *keyFormat) boundary(s string, i int) bool {
	before := at(s, i-1)
	if isLower(before) && at(s, i-2) == '\\' {
		return true
	}
	if f.flag&strict == 0 {
		return !isDigit(before)
	}
	return !isWord(before) && before != '-' && before != '.' && before != '/' && before != '+'
}

// scanTelegram judges the ':' between a bot's number and its secret.
func scanTelegram(s string, i int) (site, bool) {
	if !mayBeTelegram(s, i) {
		return site{}, false
	}
	j := i
	for i-j < 11 && isDigit(at(s, j-1)) {
		j--
	}
	bot := hasSuffixFold(s[:j], "bot")
	if n := i - j; n < 8 || n > 10 || isWord(at(s, j-1)) && !bot {
		return site{}, false
	}
	const secret = 34
	if clsWord.run(s, i+1, i+1+secret) != i+1+secret {
		return site{}, false
	}
	end := clsWord.run(s, i+1+secret, len(s))
	return site{Span: Span{j, end}, left: distinct(s[i+1:i+1+secret]) < 8 || isMarked(s[j:end])}, true
}

// mayBeTelegram looks at what is on both sides of the colon at i.
func mayBeTelegram(s string, i int) bool {
	return isDigit(at(s, i-1)) && at(s, i+1) == 'A' && at(s, i+2) == 'A'
}

// mayBeDotted looks at the fourteen bytes in front of the dot at i and the one behind
// the second part.
func mayBeDotted(s string, i int) bool {
	for k := 1; k <= 14; k++ {
		if !clsWord.has(at(s, i-k)) {
			return false
		}
	}
	return at(s, i+7) == '.' || at(s, i+8) == '.'
}

// scanDotted judges the first '.' of a token in parts.
func scanDotted(s string, i int) (site, bool) {
	const longest = 28
	if at(s, i+7) != '.' && at(s, i+8) != '.' { // six characters, or "atlasv1"
		return site{}, false
	}
	j := i
	for i-j <= longest && clsWord.has(at(s, j-1)) {
		j--
	}
	n := i - j
	if n == 14 && strings.HasPrefix(s[i:], ".atlasv1.") {
		return dottedEnd(s, j, i+len(".atlasv1."), 60)
	}
	if n < 23 || n > longest || at(s, i+7) != '.' || clsWord.run(s, i+1, i+7) != i+7 || !isSnowflake(s[j:i]) {
		return site{}, false
	}
	return dottedEnd(s, j, i+8, 27)
}

func dottedEnd(s string, start, body, least int) (site, bool) {
	if clsB64.run(s, body, body+least) != body+least || distinct(s[body:body+least]) < 8 {
		return site{}, false
	}
	end := clsWord.run(s, body, len(s))
	for at(s, end) == '=' {
		end++
	}
	return site{Span: Span{start, end}, left: isMarked(s[start:end])}, true
}

// isSnowflake reports whether v is the base64 of one of Discord's ids.
func isSnowflake(v string) bool {
	id, err := base64.RawURLEncoding.DecodeString(v)
	return err == nil && len(id) >= 17 && isAllDigits(string(id))
}

// scanMailchimp judges the '-' in front of a data centre's name.
func scanMailchimp(s string, i int) (site, bool) {
	const hash = 32
	if at(s, i+1) != 'u' || at(s, i+2) != 's' || !isDigit(at(s, i+3)) || i < hash {
		return site{}, false
	}
	end := i + 4
	if isDigit(at(s, end)) {
		end++
	}
	if isWord(at(s, end)) || isWord(at(s, i-hash-1)) || !isRunOf(s[i-hash:i], clsHex) {
		return site{}, false
	}
	return site{Span: Span{i - hash, end}, left: distinct(s[i-hash:i]) < 6}, true
}

// isQTilde reports whether the '~' at s[i] may be the mark of a secret of Entra.
func isQTilde(s string, i int) bool { return at(s, i-1) == 'Q' && isDigit(at(s, i-2)) }

// scanAzureSecret judges the '~' behind the version of a client's secret.
func scanAzureSecret(s string, i int) (site, bool) {
	const before, body, most = 5, 31, 34 // 40 in all, as they are issued; a run of more is none
	start := i - before
	if start < 0 || !isQTilde(s, i) || isAzureSecret(at(s, start-1)) {
		return site{}, false
	}
	for j := start; j <= i+body; j++ {
		if !isAzureSecret(at(s, j)) {
			return site{}, false
		}
	}
	end := i + body + 1
	if v := s[i+1 : end]; distinct(v) < 10 || randomness(v) < 20 {
		return site{}, false
	}
	for end < len(s) && isAzureSecret(s[end]) && end <= i+most+1 {
		end++
	}
	if end > i+most+1 && s[end-1] != '.' {
		return site{}, false
	}
	for s[end-1] == '.' {
		end--
	}
	return site{Span: Span{start, end}, left: isMarked(s[start:end])}, true
}

func isAzureSecret(b byte) bool { return clsDot.has(b) || b == '~' }

// maxHookPath bounds the path of a web hook.
const maxHookPath = 512

// webhooks are the places behind which the path of a web hook says who may post.
var webhooks = [...]string{
	"hooks.slack.com/services/", "hooks.slack.com/workflows/", "hooks.slack.com/triggers/", "hooks.slack-gov.com/services/", "hooks.slack-gov.com/workflows/",
	"hooks.zapier.com/hooks/catch/", "hooks.zapier.com/hooks/standard/", "discord.com/api/webhooks/", "discordapp.com/api/webhooks/",
	"webhook.office.com/webhookb2/", "outlook.office.com/webhook/", "outlook.office365.com/webhook/",
}

// scanWebhook takes the path of a hook: who knows it may post.
func scanWebhook(s string, i int) (site, bool) {
	rest := s[i:min(len(s), i+maxHookPath)]
	path := 0
	for _, p := range webhooks {
		if hasFold(rest, p) {
			path = len(p)
			break
		}
	}
	if path == 0 {
		return site{}, false
	}
	end := path
	for end < len(rest) && (clsDot.has(rest[end]) || rest[end] == '/' || rest[end] == '@' || rest[end] == '%') {
		end++
	}
	for end > path && (rest[end-1] == '/' || rest[end-1] == '.') {
		end--
	}
	last := rest[max(path, strings.LastIndexByte(rest[:end], '/')+1):end]
	if len(last) < 5 {
		return site{}, false
	}
	left := distinct(last) < 4 || isReference(last)
	if !left && len(last) >= 8 && !looksRandom(last) && !isHexRun(last) {
		return site{}, false
	}
	return site{Span: Span{i + path, i + end}, left: left, seen: i + end}, true
}

func isHexRun(v string) bool { return isRunOf(v, clsHex) }

package cloak

import (
	"slices"
	"strings"
	"sync"
)

// Keys without a shape, beside the name of who made them: DATADOG_KEY=…,
// "snyk token: …", klaviyo-secret-…. Hex is a digest and a UUID an id, until a
// vendor's name and a word for a credential stand in front of it, with nothing but
// such words between. A commit "indexed by sourcegraph" has none.

func vendorDetectors() []Detector {
	names := strings.Fields(vendorNames)
	return []Detector{{
		Name: "vendor_token", Entity: APIKey, Class: KeyBound, Bits: 20,
		Pattern: `(?i)(?:` + strings.Join(names, "|") + `)[^\r\n]+`,
		anchor:  anchorWord, words: names, scan: scanVendorToken,
		Authority: "none: the vendor's name and a word for a credential are the evidence",
		Match: []string{
			"snyk token: «3a0602b2-9ed6-4d54-8c37-3059f1ce0d10»", "datadogKey = \"«3a0602b29ed6fd540c373059f1ce0d10»\"", "klaviyo-secret-«3a0602b29ed6fd540c373059f1ce0d10»",
			"export SHODAN_KEY=«Zq3Xv8Rk2Lm5Tn7Wp1Yb4Hd6Jf9Gc0Sa»", "algolia ADMIN API KEY «3a0602b29ed6fd540c373059f1ce0d10», rotate it", `{\"wandb_key\": \"«3a0602b29ed6fd540c373059f1ce0d1059f1ce0d»\"}`,
			"sourcegraph: «6d2FabeB6ADd229Bc199FabA28fD3efb57dF0bD3»", "etherscan_api_key => '«ZQ3XV8RK2LM5TN7WP1YB4HD6JF9GC0SA00»'",
			"insightly_key = «12345678-1234-1234-1234-1234567890ab»", "vercelTOKEN «Zq3Xv8Rk2Lm5Tn7Wp1Yb4Hd6»", "co = cohere.Client(\"«Zq3Xv8Rk2Lm5Tn7Wp1Yb4Hd6»\")", "cohere.Client('«qbXvkzRkwLmcTnfWpjYbgHdxKqVtZm7u»')",
		},
		NoMatch: []string{
			"sourcegraph: indexed commit 4b825dc642cb6eb9a060e54bf8d69288fbee4904", "github: 4b825dc642cb6eb9a060e54bf8d69288fbee4904", "heroku: 3a0602b2-9ed6-4d54-8c37-3059f1ce0d10",
			"slack token: see the wiki page on tokens", "datadogKey = config.datadogApiKey", "github_token: process.env.GITHUB_TOKEN", "stripe key: pk_live_" + "Zq3Xv8Rk2Lm5Tn7Wp1Yb",
			"datadog key " + "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "datadog api client v2024-11-30-beta1", "google-auth-library-python/commit/307916cdd99fc99bb4de567848f0809746db0562",
			"desiredPrivateIpv6GoogleAccess=util.GetPrivateIpv6GoogleAccessTypeMapper", "google access: GetPrivateIpv6GoogleAccess", "meraki: abdefghjk0123456789mnopqrstuvwx12345678", "oktaKey = " + strings.Repeat("0", 30) + "TUVWXYZ",
			"auth0_client_id = dBpXUZS34Rhg6WUKTLLj3E9yWGY6IJgV", "sentry release key frontend-app-v2-stable",
			"gitlab public key 3a0602b29ed6fd540c373059f1ce0d10", `"AWS::AppSync::ApiKey": "3d104ea0be48564b"`, "cloudsmith = \"csx_" + "93d7f5d16b39f506a607a3c4f61794Q1phUz\"", "vault token count 1442282767190", "openai.Client(\"gpt-4-turbo-2024-04-09\")", "github.Client(token, \"Zq3Xv8Rk2Lm5Tn7Wp1Yb4Hd6\")",
		},
	}}
}

// vendorsBy gives the names by their first four bytes, longer ones first.
var vendorsBy = sync.OnceValue(func() map[uint32][]string {
	by := map[uint32][]string{}
	for _, w := range strings.Fields(vendorNames) {
		by[wordKey(w, 0)] = append(by[wordKey(w, 0)], w)
	}
	for _, list := range by {
		slices.SortFunc(list, func(a, b string) int { return len(b) - len(a) })
	}
	return by
})

// A credentialWord may stand between a vendor's name and its key.
type credentialWord uint8

const (
	saysNothing credentialWord = iota + 1 // of what kind it is: my, prod
	saysAccess                            // half a name: an access id is one of a pair
	saysSecret
)

var credentialWords = func() map[string]credentialWord {
	words := map[string]credentialWord{"access": saysAccess}
	for w := range strings.FieldsSeq(`api app client user rest web sdk v1 v2 service account prod production live test testing stage staging dev sandbox my new old default
		master admin write read personal bot server oauth oauth2 bearer is value env the com cloud org project application integration encryption signing
		deploy license licence ingest sample cli ci io`) {
		words[w] = saysNothing
	}
	for w := range strings.FieldsSeq(`key keys secret secrets token tokens private password pat auth authtoken apikey apitoken apisecret secretkey accesskey accesstoken privatekey
		privatetoken secrettoken clientsecret authkey accessid usertoken bearertoken credential credentials login`) {
		words[w] = saysSecret
	}
	return words
}()

const (
	// maxVendorGap is how far behind a vendor's name its key may begin.
	maxVendorGap = 48
	// vendorJudged is how much of a key is looked at before it is accepted.
	vendorJudged = 96
)

// scanVendorToken judges the word at s[i], which begins with a vendor's name.
func scanVendorToken(s string, i int) (site, bool) {
	name := vendorAt(s, i)
	if name == 0 {
		return site{}, false
	}
	g := gapAt(s, i+name)
	if g.end == i+name { // a longer word, or the end
		return site{}, false
	}
	if g.assigned && hasSuffixFold(s[:i+name], "api") {
		g.says = saysSecret
	}
	end := vendorRun(s, g.end, g.end+vendorJudged)
	cut := end == g.end+vendorJudged
	v := trimToken(s[g.end:end])
	switch {
	case len(v) < 12 || !g.promises(v) || isPublic(v):
		return site{}, false
	case isPlaceholder(v) || distinct(v) < 6:
		return site{Span: Span{g.end, g.end + len(v)}, left: true}, !cut
	case isReference(v), isNotValue(v), isPath(v):
		return site{}, false
	}
	x := site{Span: Span{g.end, g.end + len(v)}}
	if cut {
		x.End = g.end + len(trimToken(s[g.end:vendorRun(s, end, len(s))]))
	}
	if g.says < saysAccess {
		x.bits = 15
	}
	return x, true
}

// isPublic reports whether v is a key that is made to be read by everybody.
func isPublic(v string) bool {
	return strings.HasPrefix(v, "pk_live_") || strings.HasPrefix(v, "pk_test_")
}

// vendorAt is the length of the longest vendor's name that s[i] begins with.
func vendorAt(s string, i int) int {
	if i+4 > len(s) {
		return 0
	}
	for _, w := range vendorsBy()[wordKey(s, i)] {
		if hasFold(s[i:], w) {
			return len(w)
		}
	}
	return 0
}

// A vendorGap is what stands between a vendor's name and its key.
type vendorGap struct {
	end      int // where the key begins; where the name ends if there is none
	says     credentialWord
	assigned bool // by ':' or '='
}

// gapAt reads signs and words for credentials from s[i] on.
func gapAt(s string, i int) (g vendorGap) {
	g.end = i
	word := Span{i, i}
	for limit := min(len(s), i+maxVendorGap); ; {
		sep := i
		for i < limit && (isGapSign(s[i]) || s[i] == ',' && isQuote(s[i-1])) {
			if s[i] == ':' && at(s, i+1) == ':' && isAlpha(at(s, i+2)) { // a type's name: AWS::AppSync::ApiKey
				return vendorGap{end: g.end}
			}
			g.assigned = g.assigned || s[i] == '=' || s[i] == ':'
			if s[i] == '(' && isQuote(at(s, i+1)) && equalFold(s[word.Start:word.End], "client") { // a client is made: cohere.Client("…")
				g.says = max(g.says, saysAccess)
			}
			i++
		}
		n := 0
		for i+n < limit && isAlpha(s[i+n]) {
			n++
		}
		w := credentialWordOf(s[i : i+n])
		next := at(s, i+n)
		switch {
		case isDigit(next) && !isGapSign(at(s, i+n+1)): // the key begins with a word
			w = 0
		case n == 2 && hasFold(s[i:], "id") && hasFold(s[word.Start:word.End], "access"):
			w = saysSecret
		}
		switch {
		case w != 0:
			g.says = max(g.says, w)
			word = Span{i, i + n}
			if i += n; isDigit(next) {
				i++ // KEY_2, KEY2
			}
		case i == sep || i == limit:
			return vendorGap{end: g.end}
		default:
			g.end = i
			return g
		}
	}
}

func credentialWordOf(v string) credentialWord {
	var b [16]byte
	if len(v) > len(b) {
		return 0
	}
	for i := range len(v) {
		b[i] = lower(v[i])
	}
	return credentialWords[string(b[:len(v)])]
}

func isGapSign(b byte) bool {
	switch b {
	case '_', '-', '.', ':', '=', ' ', '\t', '"', '\'', '`', '>', '(', '\\', '?':
		return true
	}
	return false
}

// promises reports whether v can be the key that the gap promises: drawn by a
// machine, and with nothing but a name in front of it neither a digest nor an id.
func (g vendorGap) promises(v string) bool {
	digits, letters, turns, run, longest := 0, 0, 0, 0, 0
	for i := range len(v) {
		b := v[i]
		switch {
		case isDigit(b):
			digits++
		case isAlpha(b):
			letters++
		default:
			run = 0
			continue
		}
		if run++; run > 1 && isDigit(b) != isDigit(v[i-1]) {
			turns++
		}
		longest = max(longest, run)
	}
	secret, hex := g.says >= saysAccess || strings.IndexByte(v, '|') > 0, isHexRun(v)
	switch {
	case digits == 0:
		return secret && len(v) >= 20 && longest >= 16 && randomness(v) >= 30
	case letters == 0:
		return secret && longest == len(v) && (len(v) >= 20 || g.assigned && len(v) >= 16)
	case !secret && (hex && fold(v) == v || ascends(v)):
		return false
	case !secret && g.assigned:
		if k := strings.IndexByte(v, '_'); k > 0 && k < 6 { // csa_: with a prefix of its vendor's it is vendor_key's to judge
			return false
		}
		return len(v) >= 20 && (turns >= 2 && longest >= 16 || longest >= 30) && looksRandom(v)
	case !secret:
		return longest == len(v) && len(v) >= 28 && turns >= 4 && looksRandom(v)
	case hex:
		return len(v) >= 16 || g.assigned
	case len(v) < 16:
		return g.assigned && turns >= 2 && longest == len(v) && looksRandom(v)
	}
	return grouped(v) || !holdsWord(v) && (len(v) >= 20 && longest >= 16 && randomness(v) >= 30 || turns >= 3 || turns > 0 && digits >= 3 && longest >= 16) && (looksRandom(v) || longest >= 24)
}

// holdsWord reports whether v is a path or dotted names, of which one is a word.
func holdsWord(v string) bool {
	for part := range strings.FieldsFuncSeq(v, func(r rune) bool { return r == '/' || r == '.' }) {
		if len(part) < len(v) && len(part) >= 4 && plainWord(part) && randomness(part) < 30 {
			return true
		}
	}
	return false
}

// ascends reports whether v goes through the digits or the alphabet, as a sample
// does.
func ascends(v string) bool {
	run := 1
	for i := 1; i < len(v); i++ {
		if run++; v[i] != v[i-1]+1 {
			run = 1
		}
		if run >= 6 {
			return true
		}
	}
	return false
}

// grouped reports whether v is in groups as a UUID, whatever its letters are.
func grouped(v string) bool {
	return len(v) == 36 && v[8] == '-' && v[13] == '-' && v[18] == '-' && v[23] == '-' && strings.Count(v, "-") == 4
}

// vendorRun is where the run of what keys are made of ends, at limit at the latest.
// A number of many digits may have a ':' or '|' behind it: it names an app or a bot.
func vendorRun(s string, i, limit int) int {
	limit = min(limit, len(s))
	start, number := i, true
	for ; i < limit; i++ {
		switch b := s[i]; {
		case isDigit(b):
		case clsB64.has(b) || b == '.' || b == '~':
			number = false
		case (b == '|' || b == ':') && number && i-start >= 8:
			number = false
		default:
			return i
		}
	}
	return i
}

// trimToken takes off what belongs to the sentence behind a key.
func trimToken(v string) string { return strings.TrimRight(v, ".-_:|") }

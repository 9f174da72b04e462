package cloak

// Webhooks: whoever has the URL may post. The secret is the path's last part that no
// one made up; hosts with a format of their own are vendors'.

func hookDetectors() []Detector {
	return []Detector{{
		Name: "hook_url", Entity: APIKey, Class: KeyBound, Bits: 21,
		Pattern: `(?i)/(?:hooks?|webhooks?|incomingwebhook|with/key|webhook/send)/[A-Za-z0-9_.~%=@/?-]+`, anchor: anchorSlash,
		words: []string{"hook/", "hooks/", "webhook/", "webhooks/", "incomingwebhook/", "with/key/"}, scan: scanHook,
		Authority: "the manuals of Mattermost, Feishu, WeCom, IFTTT, Office 365, n8n",
		Match: []string{
			"https://mm.halcyon.io/hooks/«xen7n1mmpjrg5gk8s1p4hzk6tr»", "curl https://open.feishu.cn/open-apis/bot/v2/hook/«2f1c7a90-4b1e-4d55-9a0f-6c1d2e3f4a5b»",
			"https://outlook.office.com/webhook/7710bcd5-a61d-453a-9046-1297901ea0c2@7710bcd5-a61d-453a-9046-1297901ea0c3/IncomingWebhook/«0f1e2d3c4b5a69788796a5b4c3d2e1f0»/7710bcd5-a61d-453a-9046-1297901ea0c4",
			"https://maker.ifttt.com/trigger/x/with/key/«b0Xk9s7TqLp2VwZr3aYc8», POST", `"url": "https://n8n.halcyon.io/webhook/«2f1c7a90-4b1e-4d55-9a0f-6c1d2e3f4a5b»"`,
			"https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=«2f1c7a90-4b1e-4d55-9a0f-6c1d2e3f4a5b»",
		},
		NoMatch: []string{
			"https://api.h.io/repos/a/b/hooks/12345678/deliveries", "see /hooks/pre-commit/check-added-large-files", "https://h.io/docs/webhooks/configuration",
			"https://h.io/hooks/YOUR_WEBHOOK_ID_HERE_1234", "https://h.io/hooks/$HOOK", "src/hooks/useLocalStorageState.ts", "https://h.io/src/hooks/useLocalStorageState2.ts",
		},
	}}
}

// maxURL bounds how far in front of a path its scheme is looked for.
const maxURL = 256

// scanHook judges the '/' in front of the word that a hook's path has.
func scanHook(s string, i int) (site, bool) {
	j := 0
	for _, w := range [...]string{"hook/", "hooks/", "webhook/", "webhooks/", "incomingwebhook/", "with/key/"} {
		if hasFold(s[i+1:], w) {
			j = i + 1 + len(w)
		}
	}
	if j == 0 || s[i] != '/' {
		return site{}, false
	}
	if send := "send?key="; hasFold(s[min(j, len(s)):], send) {
		j += len(send)
	}
	for n := 0; n < 6; n++ {
		end := j
		for end < len(s) && end-j < judged && (isWord(s[end]) || s[end] == '-' || s[end] == '~') {
			end++
		}
		v := s[j:end]
		if isHookSecret(v) && at(s, end) != '.' {
			if end-j == judged || isPlaceholder(v) || !inURL(s, i) {
				return site{seen: end}, false
			}
			return site{Span: Span{j, end}}, true
		}
		if at(s, end) != '/' && at(s, end) != '@' {
			return site{seen: end}, false
		}
		j = end + 1
	}
	return site{}, false
}

// isHookSecret reports whether a part of a path was drawn and not made up: a UUID, hex,
// base62 with digits, or the 26 characters that Mattermost's ids have.
func isHookSecret(v string) bool {
	digits := 0
	for i := range len(v) {
		if isDigit(v[i]) {
			digits++
		}
	}
	return len(v) >= 16 && digits > 2 && digits < len(v) && (isUUID(v) || isLongHex(v) && len(v) >= 20 || looksRandom(v) && randomness(v) >= 30)
}

// inURL reports whether s[i] is in the path of a URL.
func inURL(s string, i int) bool {
	for n := 0; n < maxURL && i > 0; n++ {
		i--
		switch b := s[i]; {
		case b == '/' && at(s, i-1) == '/' && at(s, i-2) == ':':
			return true
		case isSpace(b) || isQuote(b) || b == '(' || b == '<' || b == '>':
			return false
		}
	}
	return false
}

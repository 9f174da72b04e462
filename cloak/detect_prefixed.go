package cloak

// Keys of services nobody has heard of often begin with what they are: sk_, token_,
// secret. What follows must be long, of one run, and look drawn or typed off the
// alphabet: names in programs begin so, too.

func prefixedKeyDetector() Detector {
	return Detector{
		Name: "prefixed_key", Entity: APIKey, Class: Shape, Bits: 17, AgainstBits: 6,
		Pattern: `(?i:[spr]k[-_]?|api_?key|token|secret)[-_]?[0-9A-Za-z_]{16,}`,
		Against: []string{"function", "func", "def", "class", "import", "var", "let", "const"},
		anchor:  anchorWord, scan: scanPrefixedKey,
		words: []string{"sk-", "sk_", "pk-", "pk_", "rk-", "rk_", "sk0", "sk1", "sk2", "sk3", "sk4", "sk5", "sk6", "sk7", "sk8", "sk9", "token", "secret", "api_key", "apikey"},
		Match: []string{
			"Use «sk" + "-Zq3Xv8Rk2Lm5Tn7Wp1Yb4Hd6» here", "old «sk" + "9d3f8a1c7b2e6f4a0d5c8b1e7» was", "«pk" + "_Zq3Xv8Rk2Lm5Tn7Wp1Yb4Hd6».", "set «token" + "Zq3Xv8Rk2Lm5Tn7Wp1Yb4Hd6»",
			"«secret" + "_Zq3Xv8Rk2Lm5Tn7Wp1Yb4Hd6»", "«api_key" + "Zq3Xv8Rk2Lm5Tn7Wp1Yb4Hd6»", "\"«sk" + "_abcdefghijklmnopqrstuvwx»\"", "export «secret" + "_productionKeyAbc123def456»",
		},
		NoMatch: []string{
			"tokenExpirationTimeInMilliseconds", "secret_access_key_id_for_production", "token_count_per_request_window", "sk-loading-indicator-with-a-name",
			"secretary_of_state_department", "api_key_validation_middleware", "tokenizerFastImplementationV2", "secret_0000000000000000000000", "sk_XXXXXXXXXXXXXXXXXXXXXXXX",
			"pk_EXAMPLE" + "Zq3Xv8Rk2Lm5Tn7Wp1", "tokenZq3Xv8Rk2Lm5", "mytokenZq3Xv8Rk2Lm5Tn7Wp1Yb4Hd6", "token_type_urn_ietf_params_oauth",
		},
		Gaps: []string{"kZq3Xv8Rk2Lm5Tn7Wp1Yb4Hd6"},
	}
}

const (
	minPrefixed   = 16 // of what follows the prefix: bytes
	longSequence  = 8  // letters or digits in their order, in all
	shortSequence = 3  // and at once
)

// scanPrefixedKey judges the word at i, which begins as such a key does.
func scanPrefixedKey(s string, i int) (site, bool) {
	if isWord(at(s, i-1)) || at(s, i-1) == '-' {
		return site{}, false
	}
	k := i + 2
	for _, p := range [...]string{"api_key", "apikey", "token", "secret"} {
		if hasFold(s[i:], p) {
			k = i + len(p)
		}
	}
	if b := at(s, k); b == '-' || b == '_' {
		k++
	}
	end := k
	for end < len(s) && isWord(s[end]) {
		end++
	}
	none := site{seen: end}
	body := s[k:min(end, k+judged)]
	if end-k < minPrefixed || at(s, end) == '(' || at(s, end) == '-' && isAlnum(at(s, end+1)) {
		return none, false
	}
	if isMask(body) || isMarked(body) || distinct(body) < 8 || randomness(body) < 28 && !hasSequence(body) {
		return none, false
	}
	return site{Span: Span{i, end}}, true
}

// hasSequence reports whether enough of v is letters or digits in their order, as who
// types an example off the keyboard writes them: no name has abcdefgh in it, and few have
// more than one abc.
func hasSequence(v string) bool {
	n, sum := 1, 0
	for i := 1; i <= len(v); i++ {
		if i < len(v) && (lower(v[i]) == lower(v[i-1])+1 || v[i] == '0' && v[i-1] == '9') {
			n++
			continue
		}
		if n >= shortSequence {
			sum += n
		}
		n = 1
	}
	return sum >= longSequence
}

package cloak

import "strings"

// Secrets that a label of their own kind announces: a network's code, a device's
// settings, a CI job's masks, Ansible's vaults.

func labelledDetectors() []Detector {
	const vault = "66386439653236336462626566653063336164663966303231363934653561363964363833313662"
	device := []string{
		"snmp-server community ", "isakmp key ", "pre-shared-key ", "radius-server key ", "tacacs-server key ", "psksecret ", "authentication-key ",
		"md5-key ", "message-digest-key ", "server-key ", "ppp chap password ", "wpa-psk ",
	}
	return []Detector{
		{
			Name: "wifi_code", Entity: Password, Class: KeyBound, Bits: 24,
			Pattern: `(?i)wifi:[a-z]:[^\r\n]*`, anchor: anchorWord, words: []string{"wifi:"}, scan: scanWifi,
			Authority: "ZXing, barcode contents: Wi-Fi network config",
			Match:     []string{"WIFI:S:HomeNet;T:WPA;P:«wolkenkuckuck»;;", "WIFI:T:WPA;S:Home Net;P:«wol\\;ken\"9»;H:false;;", "text=WIFI:P:«wolkenkuckuck»;T:WPA;S:x;;"},
			NoMatch:   []string{"WIFI:S:HomeNet;T:nopass;P:;;", "wifi: P: on", "WIFI:S:x;T:WPA;;", "wifi:d: P:x"},
		},
		{
			Name: "device_secret", Entity: Password, Class: KeyBound, Bits: 21,
			Pattern: `(?i)(?:snmp-server community|isakmp key|pre-shared-key|radius-server key|tacacs-server key|psksecret|authentication-key|md5-key|message-digest-key|server-key|ppp chap password|wpa-psk) [^\r\n]*`,
			anchor:  anchorWord, words: device, scan: scanDevice(device),
			Authority: "the command references of IOS, Junos, FortiOS",
			Match: []string{
				"snmp-server community «Tr4pZone» RO", "crypto isakmp key «Zx81plq» address 10.0.0.1", "pre-shared-key ascii-text \"«Zx81plq»\";", "tacacs-server key 7 «0822455D0A16544541»",
				"set psksecret ENC «b0Xk9s7TqLp2VwZr3aYc8Nf5Hj6Dg1Me4Uo==»", "ip ospf message-digest-key 1 md5 «Zx81plq»",
			},
			NoMatch: []string{"snmp-server community public RO", "the pre-shared-key is exchanged", "isakmp key $KEY address 1", "no snmp-server community ", "snmp-server community <string>"},
		},
		{
			Name: "ci_mask", Entity: APIKey, Class: KeyBound, Bits: 21,
			Pattern: `(?i)add-mask::[^\r\n]+`, anchor: anchorWord, words: []string{"add-mask::"}, scan: scanMask,
			Authority: "GitHub Actions: workflow commands, masking a value in a log",
			Match:     []string{"::add-mask::«Zx81plq q9»", "echo \"::add-mask::«Zx81plq»\""},
			NoMatch:   []string{"::add-mask::$TOKEN", "::add-mask::${{ secrets.X }}", "::add-mask::***", "add-mask::x"},
		},
		{
			Name: "ansible_vault", Entity: PrivateKey, Class: Anchored, Bits: 40,
			Pattern: `(?i)ansible_vault;(?s:.*)`, anchor: anchorWord, words: []string{"ansible_vault;"}, scan: scanVault,
			Authority: "Ansible: format of files encrypted with Ansible Vault",
			Match: []string{
				"$ANSIBLE_VAULT;1.1;AES256\n«" + vault + "\n" + vault[:62] + "»\n", "pw: !vault |\n  $ANSIBLE_VAULT;1.2;AES256;prod\n  «" + vault + "\n  " + vault + "»\nnext: 1",
			},
			NoMatch: []string{"$ANSIBLE_VAULT;1.1;AES256", "$ANSIBLE_VAULT;1.1;AES256\nabc", "ANSIBLE_VAULT; is a mark"},
		},
	}
}

// scanWifi finds the password among the fields of a network's code.
func scanWifi(s string, i int) (site, bool) {
	const fields, longest = 8, 96
	j := i + len("wifi:")
	for range fields {
		name := at(s, j)
		if !isAlpha(name) || at(s, j+1) != ':' {
			return site{}, false
		}
		start := j + 2
		end := start
		for end < len(s) && end-start < longest && s[end] != ';' && s[end] != '\n' && s[end] != 0 {
			if s[end] == '\\' && end+1 < len(s) && s[end+1] != '\n' && s[end+1] != 0 {
				end++
			}
			end++
		}
		end = min(end, len(s))
		if at(s, end) != ';' {
			return site{}, false
		}
		if name|0x20 == 'p' {
			v := s[start:end]
			if len(v) < 8 || isMask(v) {
				return site{}, false
			}
			return site{Span: Span{start, end}, left: isReference(v)}, true
		}
		j = end + 1
	}
	return site{}, false
}

// runsIntoHidden reports whether something hidden stands at s[i], where a value without
// quotes would end, or behind what trimBare takes off: the value goes on there, and what
// it is cannot be told.
func runsIntoHidden(s string, i int) bool {
	for i < len(s) && strings.IndexByte(",;.:)]}>\"'`", s[i]) >= 0 && s[i] != 0 {
		i++
	}
	return i < len(s) && s[i] == 0
}

// scanDevice judges what stands behind one of the names, and behind what says how it
// is encrypted.
func scanDevice(names []string) scan {
	kinds := wordSet("0 5 6 7 8 9 enc ascii-text hexadecimal md5 1 2 local remote sha sha1 sha256")
	return func(s string, i int) (site, bool) {
		j := i
		for _, w := range names {
			if hasFold(s[i:], w) {
				j = i + len(w)
				break
			}
		}
		if j == i {
			return site{}, false
		}
		for range 3 {
			n := j
			for n-j < 16 && at(s, n) != ' ' && at(s, n) != 0 && at(s, n) != '\n' {
				n++
			}
			if at(s, n) != ' ' || !kinds.has(fold(s[j:n])) {
				break
			}
			j = n + 1
		}
		k := key{Span: Span{i, i}, kind: keyPhrase, after: j, env: true, tight: true}
		x, ok := assigned(s, k, judgePassword)
		if ok && runsIntoHidden(s, x.End) {
			return site{}, false
		}
		if !ok || x.left {
			return x, ok
		}
		v := s[x.Start:min(x.End, x.Start+judged)]
		if n := fold(v); n == "public" || n == "private" || !isMixed(v) && !isScrambled(v) && !isKeyMaterial(v) && s[x.Start-1] != '"' {
			return site{}, false
		}
		return x, true
	}
}

// scanMask takes the rest of the line behind ::add-mask::.
func scanMask(s string, i int) (site, bool) {
	start := i + len("add-mask::")
	if at(s, i-1) != ':' || at(s, i-2) != ':' {
		return site{}, false
	}
	end := start
	for end < len(s) && end-start < judged && s[end] != '\n' && s[end] != '\r' && s[end] != 0 && s[end] != '"' && s[end] != '\'' && s[end] != '`' && s[end] != '\\' {
		end++
	}
	long := end-start == judged
	for end > start && isSpace(s[end-1]) { // of the line, or in front of what is hidden
		end--
	}
	v := s[start:end]
	if len(v) < 4 || long || isMask(v) {
		return site{}, false
	}
	x := site{Span: Span{start, end}, left: isReference(v) || v[0] == '$'}
	if len(v) < 8 || plainWord(v) {
		x.bits = simpleBits
	}
	return x, true
}

// scanVault takes the lines of hex behind a vault's header.
func scanVault(s string, i int) (site, bool) {
	j := i
	for j-i < 64 && at(s, j) != '\n' && at(s, j) != 0 {
		if s[j] == '\\' && at(s, j+1) == 'n' {
			break
		}
		j++
	}
	start, end := 0, 0
	for limit := min(len(s), i+maxPEM); ; {
		j = skipVaultEnd(s, j)
		from := j
		for j < limit && isHex(s[j]) {
			j++
		}
		if n := j - from; n < 2 || n > 80 || start == 0 && n < 32 {
			break
		}
		if start == 0 {
			start = from
		}
		end = j
	}
	if end == 0 {
		return site{}, false
	}
	return site{Span: Span{start, end}}, true
}

// skipVaultEnd steps over the end of a line, also escaped, and the blanks in front of
// the next one.
func skipVaultEnd(s string, i int) int {
	j := i
	for n := 0; n < 64; n++ {
		switch b := at(s, j); {
		case b == '\n' || b == '\r' || b == ' ' && j > i || b == '\t' && j > i:
			j++
		case b == '\\' && escapesSpace(at(s, j+1)):
			j += 2
		default:
			return j
		}
	}
	return j
}

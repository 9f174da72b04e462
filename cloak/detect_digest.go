package cloak

func uuidDetector() Detector {
	const hex = `[0-9A-Fa-f]`
	return Detector{
		Name: "uuid", Entity: UUID, OptIn: true, Bits: 30,
		OffFor:    "ids of requests and records are what a log is read by, and identify nobody",
		Pattern:   hex + `{8}-` + hex + `{4}-` + hex + `{4}-` + hex + `{4}-` + hex + `{12}`,
		Canonical: fold,
		Reserved:  []string{`[0-9a-f]{8}-[0-9a-f]{4}-0[0-9a-f]{3}-f[0-9a-f]{3}-[0-9a-f]{12}`},
		Guarantee: "U",
		Authority: "RFC 9562 section 4; reserved: its variant 111, reserved for future definition, with version 0",
		Match: []string{
			"correlation «7710bcd5-a61d-453a-9046-1297901ea0c2» done", "{«7710BCD5-A61D-453A-9046-1297901EA0C2»}", "id_«7710bcd5-a61d-453a-9046-1297901ea0c2».json",
		},
		NoMatch: []string{
			"00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff", "7710bcd5-a61d-453a-9046-1297901ea0c", "7710bcd5-a61d-453a-9046",
			"7710bcd5-a61d-453a-9046-1297901ea0c22", "x7710bcd5-a61d-453a-9046-1297901ea0c2", "7710bcd5-a61d-053a-f046-1297901ea0c2",
			"7710bcd5-a61d-453a-9046-1297901ea0c2-1",
		},
		anchor: anchorFives, scan: scanUUID, norm: normFold,
	}
}

// scanUUID reads the five groups around the dash at p, whichever of the four it is.
func scanUUID(s string, p int) (site, bool) {
	for _, k := range [...]int{8, 13, 18, 23} {
		i := p - k
		if i < 0 || !hasUUID(s[i:]) {
			continue
		}
		j := i + 36
		if isAlnum(at(s, i-1)) || at(s, i-1) == '-' && isAlnum(at(s, i-2)) || isAlnum(at(s, j)) || at(s, j) == '-' && isAlnum(at(s, j+1)) {
			return site{seen: j - 12}, false // its other dashes are in no other UUID
		}
		x := site{Span: Span{i, j}, seen: j - 12}
		x.shape = s[i+14] == '0' && lower(s[i+19]) == 'f'
		x.left = isUniform(s[i:j])
		return x, true
	}
	return site{}, false
}

func hasUUID(s string) bool {
	if len(s) < 36 || s[8] != '-' || s[13] != '-' {
		return false
	}
	for i := range 36 {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if s[i] != '-' {
				return false
			}
		} else if !isHex(s[i]) {
			return false
		}
	}
	return true
}

// isUniform reports whether all of s is one digit, dashes apart.
func isUniform(s string) bool {
	for i := range len(s) {
		if s[i] != '-' && s[i] != s[0] {
			return false
		}
	}
	return true
}

// hashMark begins every stand-in of a digest.
const hashMark = "dec0dec0de"

func hashDetector() Detector {
	return Detector{
		Name: "hash", Entity: Hash, OptIn: true, Bits: 30,
		OffFor:    "digests of commits, files and images tell the model what is the same, and nothing else",
		Pattern:   `[0-9A-Fa-f]{32,}`,
		Validate:  isHash,
		Canonical: fold,
		Reserved:  []string{hashMark + `[0-9a-f]{54}`, hashMark + `[0-9a-f]{30}`, hashMark + `[0-9a-f]{22}`},
		Guarantee: "L",
		Authority: "FIPS 180-4, RFC 1321: digests of 32, 40, 64, 96 and 128 hex digits; the mark is ours",
		norm:      normFold,
	}
}

// isHash reports whether v has the length of a digest, and is none of ours.
func isHash(v string) bool {
	switch len(v) {
	case 32, 40, 64, 96, 128:
		return !hasFold(v, hashMark) && !isUniform(v)
	}
	return false
}

// hashDecoyDetector recognises the stand-ins of digests wherever they stand. It
// is a shape only, see markDetectors: the digests themselves have no anchor.
func hashDecoyDetector() Detector {
	return Detector{
		Name: "hash_decoy", anchor: anchorWord, scan: scanHashDecoy, norm: normFold,
		words: []string{hashMark}, Reserved: []string{hashMark + `[0-9a-f]{54}`},
		Pattern: `(?i)` + hashMark + `[0-9a-f]+`,
	}
}

// scanHashDecoy reads the run of letters and digits that begins at p.
func scanHashDecoy(s string, p int) (site, bool) {
	j := p
	for j-p <= 128 && isHex(at(s, j)) {
		j++
	}
	if n := j - p; n != 32 && n != 40 && n != 64 || isWord(at(s, p-1)) || isWord(at(s, j)) {
		return site{}, false
	}
	return site{Span: Span{p, j}, shape: true}, true
}

package cloak

import "strings"

// A seed phrase as wallets show it and people write it down: each word with its number,
// on lines of their own or in a row. A label says what the list is of.

var seedLabels = []string{"seed phrase", "seed words", "recovery phrase", "recovery words", "backup phrase", "backup words", "secret phrase", "mnemonic", "wallet seed", "wiederherstellungsphrase"}

func seedListDetectors() []Detector {
	const rest = "2. winner 3. thank 4. year 5. wave 6. sausage 7. worth 8. useful 9. legal 10. winner 11. thank 12. "
	lines := strings.NewReplacer(". ", ") ", " 2", "\n2", " 3", "\n3", " 4", "\n4", " 5", "\n5", " 6", "\n6", " 7", "\n7", " 8", "\n8", " 9", "\n9", " 1", "\n1")
	return []Detector{{
		Name: "seed_list", Entity: SeedPhrase, Class: KeyBound, Bits: 28,
		Pattern: `(?is)(?:` + strings.Join(seedLabels, "|") + `).{0,80}[0-9]{1,2}[.):] ?[a-z]{3,8}(?:[ ,\t\r\n]{1,4}[0-9]{1,2}[.):] ?[a-z]{3,8}){11,}`,
		anchor:  anchorWord, words: seedLabels, scan: scanSeedList,
		Authority: "BIP-39, as seed_phrase",
		Match: []string{
			"my recovery phrase: 1. «legal " + rest + "yellow»", "Seed phrase, keep it safe:\n\n1) «legal" + lines.Replace(" "+rest+"yellow") + "»\n", "mnemonic 1: «legal 2: winner 3: thank 4: year 5: wave 6: sausage 7: worth 8: useful 9: legal 10: winner 11: thank 12: yellow»",
		},
		NoMatch: []string{"seed phrase: 1. legal " + rest + "zoo", "seed phrase: 1. legal 2. winner 3. thank", "recovery phrase: 12 words, 1. write them down 2. keep them"},
	}}
}

// scanSeedList judges a label: behind it, within a line or two, word number 1.
func scanSeedList(s string, i int) (site, bool) {
	const reach = 96
	j := i
	for ; j-i < reach; j++ {
		b := at(s, j)
		if b == 0 && j < len(s) || j == len(s) {
			return site{}, false
		}
		if b == '1' && !isAlnum(at(s, j-1)) && listNumberEnd(s, j) > j {
			break
		}
	}
	var words []seedWord
	w, ok := seedWordAt(s, listNumberEnd(s, j))
	for ok && len(words) < mostSeedWords {
		words = append(words, w)
		k := w.End
		for k-w.End < 4 && (isSpace(at(s, k)) || at(s, k) == ',') {
			k++
		}
		next := listNumberEnd(s, k)
		if next == k || k == w.End {
			break
		}
		w, ok = seedWordAt(s, next)
	}
	for n := len(words) / 3 * 3; n >= leastSeedWords; n -= 3 {
		if isVaried(words[:n]) && isSeed(words[:n]) {
			return site{Span: Span{words[0].Start, words[n-1].End}}, true
		}
	}
	return site{}, false
}

// listNumberEnd steps over the number of a word and a blank: 2. or 2) or 2:. It is i if
// there is none.
func listNumberEnd(s string, i int) int {
	j := i
	for j-i < 2 && isDigit(at(s, j)) {
		j++
	}
	if j == i || j >= len(s) || strings.IndexByte(".):", s[j]) < 0 {
		return i
	}
	if j++; at(s, j) == ' ' {
		j++
	}
	return j
}

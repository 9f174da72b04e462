package cloak

import (
	"regexp"
	"slices"
	"strings"
)

// scanAddressStreetFirst judges the blank between a street and its number.
func scanAddressStreetFirst(s string, blank int) (site, bool) {
	s = addressWithin(s, blank)
	number := blank + 1
	end := houseNumber(s, number)
	if end == number || end-number > 10 || digitRun(s[number:], 5) > 4 {
		return site{}, false
	}
	word := blank
	if at(s, word-1) == '.' {
		word--
	}
	start := addressWordBefore(s, word)
	if start == word {
		return site{}, false
	}
	bits := 0
	if bare, firm, ok := streetEnd(s[start:blank]); !ok {
		return site{}, false
	} else {
		bits = 11
		if firm {
			bits = 14
		}
		first, capital := start, true
		if bare {
			first = namesBefore(s, start)
			if first == start {
				return site{}, false
			}
		} else if _, capital = addressWord(s, start); !capital {
			bits -= 5
		}
		start = first
	}
	if !startsAddress(s, start) {
		return site{}, false
	}
	if at(s, start-1) == ' ' { // 228 Ringvej 144 (cloak:allow)
		if k := numberBefore(s, start-1); k >= 0 && digitsAlone(s[k:start-1]) {
			start = k
		}
	}
	end = bisEnd(s, end)
	rest := addressTail(s, end, blank)
	if rest.end == end && endsClause(s, end) {
		bits++
	}
	return addressSite(s, start, rest.end, bits+rest.bits)
}

// streetEnd reports whether w ends as streets do: with one of streetEnds, or of
// weakEnds; bare is a word that is nothing else.
func streetEnd(w string) (bare, firm, ok bool) {
	for i, list := range [...][]string{streetEnds, weakEnds} {
		for _, e := range list {
			if n := len(w) - len(e); n >= 0 && hasFold(w[n:], e) {
				return n == 0, i == 0, n == 0 || n > 2
			}
		}
	}
	return false, false, false
}

// namesBefore returns where the capitals begin that stand in front of the word at
// s[i]: at most three, with small words between; i if there are none.
func namesBefore(s string, i int) int {
	start := i
	for k, n := i, 0; n < 4 && at(s, k-1) == ' '; n++ {
		word := k - 1
		if at(s, word-1) == '.' {
			word--
		}
		from := addressWordBefore(s, word)
		if from == word {
			break
		}
		_, capital := addressWord(s, from)
		if !capital && !inWords(particles, s, from, word) {
			break
		}
		if capital {
			start = from
		}
		k = from
	}
	return start
}

// streetGate tells cheaply whether the word that ends in front of s[i] may end as
// streets do: by its last three bytes.
func streetGate(s string, i int) bool {
	h := startHash(at(s, i-3), at(s, i-2), at(s, i-1))
	return streetTails[h>>6]>>(h&63)&1 != 0
}

var streetTails = func() (set [16]uint64) {
	for _, e := range slices.Concat(streetEnds, weakEnds) {
		n := len(e)
		h := startHash(e[n-3], e[n-2], e[n-1])
		set[h>>6] |= 1 << (h & 63)
	}
	return set
}()

// romanceWords are the beginnings that the kernel looks for: with what follows them.
func romanceWords() (all []string) {
	for _, w := range romanceList() {
		if len(w) < 4 {
			for _, sep := range [...]string{" ", "."} {
				all = append(all, w+sep)
			}
			continue
		}
		all = append(all, w+" ")
	}
	return append(all, "c/ ", "avda.", "blvd.")
}

// romanceList are the words of romanceTypes and weakRomance that have two letters or
// more, in ASCII as far as they begin; in order.
func romanceList() (all []string) {
	for _, set := range []*words{romanceTypes, weakRomance} {
		for w := range set.all() {
			if len(w) > 1 && !slices.Contains(all, w) {
				all = append(all, w)
			}
		}
	}
	slices.Sort(all)
	return all
}

func romancePattern() string { return wordPattern(romanceWords()) }

// wordPattern is an expression for words, longest first.
func wordPattern(words []string) string {
	words = slices.Clone(words)
	slices.SortFunc(words, func(a, b string) int { return len(b) - len(a) })
	for i := range words {
		words[i] = regexp.QuoteMeta(words[i])
	}
	return `(?i:` + strings.Join(words, "|") + `)`
}

// scanAddressRomance judges the word for a street at s[i].
func scanAddressRomance(s string, i int) (site, bool) {
	s = addressWithin(s, i)
	end, capital := addressWord(s, i)
	weak := inWords(weakRomance, s, i, end)
	if end == i || !weak && !inWords(romanceTypes, s, i, end) {
		return site{}, false
	}
	if b := at(s, end); b == '.' || b == '/' {
		end++
	}
	bits := 11
	if weak {
		bits = 8
	}
	// 12 bis, rue
	start := i
	front := -1
	if inWords(frontTypes, s, i, i+nameLen(s, i)) || capital {
		front = frontNumber(s, i)
	}
	if front >= 0 {
		start = front
	} else if !startsAddress(s, i) || !capital && at(s, end-1) != '.' && at(s, end-1) != '/' {
		return site{}, false
	}
	names, tokens := 0, 0
	k := end
	for ; tokens < 7 && k-i < 120 && at(s, k) == ' '; tokens++ {
		e, upper := addressWord(s, k+1)
		if e == k+1 || isWord(at(s, e)) {
			break
		}
		if upper {
			names++
		} else if !inWords(particles, s, k+1, e) && !(front >= 0 && tokens < 2 && e-k > 3) {
			break
		}
		if at(s, e) == '.' && e-k <= 4 && at(s, e+1) == ' ' {
			e++
		}
		k = e
		if upper || front >= 0 {
			end = k
		}
	}
	if end == i || names == 0 && !(front >= 0 && !weak && end > i+6) {
		return site{}, false
	}
	if front < 0 { // Mayor, nº 12
		j := end
		if at(s, j) == ',' {
			j++
		}
		for at(s, j) == ' ' && j-end < 3 {
			j++
		}
		for _, w := range [...]string{"nº", "n°", "n.", "no.", "núm.", "num.", "numero", "número", "nr"} {
			if hasFold(s[min(j, len(s)):], w) {
				j += len(w)
				if at(s, j) == ' ' {
					j++
				}
				break
			}
		}
		e := houseNumber(s, j)
		if e == j || j == end || e-j > 9 || digitRun(s[j:], 6) > 5 {
			return site{}, false
		}
		end = e
	} else if e := houseNumber(s, min(end+1, len(s))); at(s, end) == ' ' && e > end+1 && e-end < 6 { // 654 Rua Ana 1159 (cloak:allow)
		end = e
	}
	end = bisEnd(s, end)
	rest := addressTail(s, end, i)
	if capital || front >= 0 {
		bits += 3
	}
	if names == 0 {
		bits -= 6
	}
	return addressSite(s, start, rest.end, bits+rest.bits)
}

// bisEnd steps over "bis" or "ter" behind a number that ends in front of s[k].
func bisEnd(s string, k int) int {
	if at(s, k) == ' ' && isDigit(at(s, k-1)) {
		if e, _ := addressWord(s, k+1); e == k+4 && (s[k+1:e] == "bis" || s[k+1:e] == "ter") {
			return e
		}
	}
	return k
}

func nameLen(s string, i int) int {
	end, _ := addressWord(s, i)
	return end - i
}

// frontNumber returns where the number begins that stands in front of the word for a
// street at s[i], as in "12 bis, rue" and "45 12 Rue"; -1 if there is none.
func frontNumber(s string, i int) int {
	k := i
	if at(s, k-1) != ' ' {
		return -1
	}
	k--
	if at(s, k-1) == ',' {
		k--
	}
	if word := addressWordBefore(s, k); word < k && at(s, word-1) == ' ' {
		switch fold(s[word:k]) {
		case "bis", "ter", "quater":
			k = word - 1
		}
	}
	start := numberBefore(s, k)
	if start < 0 {
		return -1
	}
	return numbersBefore(s, start)
}

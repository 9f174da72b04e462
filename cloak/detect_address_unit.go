package cloak

// unitAnchors are the beginnings of what stands behind a street, or instead of one.
func unitAnchors() []string {
	return append([]string{"apt.", "apt ", "apartment ", "suite ", "ste. ", "apo a", "fpo a", "dpo a", "appt ", "appt. ", "unit "}, asciiBoxes()...)
}

func asciiBoxes() (all []string) {
	for _, b := range postBoxes {
		if ascii(b) {
			all = append(all, b)
		}
	}
	return all
}

func unitPattern() string { return wordPattern(unitAnchors()) }

// scanAddressUnit judges the word for a part of a building at s[i], or a box.
func scanAddressUnit(s string, i int) (site, bool) {
	s = addressWithin(s, i)
	if end := postBox(s, i); end > 0 {
		start := i
		if at(s, i-1) == ' ' {
			if k := numberBefore(s, i-1); k >= 0 {
				start = k
			}
		}
		if !startsAddress(s, start) {
			return site{}, false
		}
		rest := addressTail(s, end, i)
		return addressSite(s, start, rest.end, 14+rest.bits)
	}
	if end := militaryEnd(s, i); end > 0 {
		start := militaryStart(s, i)
		return addressSite(s, start, end, 20)
	}
	end := addressUnitAt(s, i)
	if end == 0 {
		return site{}, false
	}
	word, _ := addressWord(s, i)
	start, bits := streetBefore(s, i)
	if start < 0 {
		start, end, bits = streetBehind(s, i, end)
	}
	if start < 0 {
		return site{}, false
	}
	bits += 3
	if inWords(firmUnits, s, i, word) {
		bits += 5
	}
	rest := addressTail(s, end, i)
	return addressSite(s, start, rest.end, bits+rest.bits)
}

// streetBefore returns where a street with a number begins in front of the unit at
// s[i], on its line or on the one before; -1 if there is none.
func streetBefore(s string, i int) (start, bits int) {
	k, apart, lines := i, false, false
	for i-k < 16 {
		b := at(s, k-1)
		if b == '\n' || b == ',' {
			apart, lines = true, lines || b == '\n'
		} else if b != ' ' && b != '\t' && b != '\r' && !(!apart && (b == '>' || b == '?' || b == '*' || b == '|') && lineMark(s, k)) {
			break
		}
		k--
	}
	if k == i {
		return -1, 0
	}
	start = k
	numbers, names, n := 0, 0, 0
	touching := false // a number is directly in front of the unit
	typed, small := false, 0
	for ; n < 8 && i-k < addressReach; n++ {
		from, number := tokenBefore(s, k)
		if from == k {
			break
		}
		if number {
			if numbers > 2 {
				break
			}
			numbers++
			touching = touching || n == 0
			start = from
		} else if word, capital := addressWord(s, from); capital {
			names++
			start = from
			if n == 0 && (inWords(streetTypes, s, from, word) || inWords(roadTypes, s, from, word) || inWords(softTypes, s, from, word)) {
				touching = true
			}
		} else if n == 0 && inWords(streetTypes, s, from, word) {
			touching, typed = true, true
			names++
		} else if typed && numbers == 0 {
			names++
		} else if !inWords(particles, s, from, word) {
			// Rákóczi út 13, Belgrád rkp. 18, Trenerys gate 232
			if small++; small > 1 || numbers != 1 || names > 0 || k-from > 12 {
				break
			}
		}
		k = from
		if at(s, k-1) != ' ' || at(s, k-2) == ' ' {
			break
		}
		k--
	}
	if numbers == 0 || names == 0 || !apart && !touching || !startsAddress(s, start) || lines && !wholeLine(s, start) {
		return -1, 0
	}
	return start, 6
}

// streetBehind reads the street that stands behind a unit at s[i:end]: "62
// Mellemvej 32" behind "Apt. 675". Numbers on both sides of its name tell it. (cloak:allow)
func streetBehind(s string, i, end int) (start, street, bits int) {
	if at(s, end) != ' ' && at(s, end) != ',' || !startsAddress(s, i) {
		return -1, 0, 0
	}
	k, _, _ := addressGap(s, end)
	if !isDigit(at(s, k)) {
		return -1, 0, 0
	}
	x := looseStreet(s, k, false)
	if x.end == 0 || !x.both && !x.typed {
		return -1, 0, 0
	}
	return i, x.end, 6
}

// wholeLine reports whether s[k] is the first thing on its line, or behind a label.
func wholeLine(s string, k int) bool {
	for n := 0; n < 8; n++ {
		switch at(s, k-1-n) {
		case ' ', '\t', '>', '?', '*', '|', '#':
		case 0, '\n', '\r', ':', '"', '\'', '(':
			return true
		default:
			return n == 0 || isSpace(at(s, k-1)) && isAlpha(at(s, k-1-n))
		}
	}
	return true
}

// lineMark reports whether s[k-1] is one of at most four marks at the start of a line.
func lineMark(s string, k int) bool {
	for n := 0; n < 6; n++ {
		switch at(s, k-1-n) {
		case '>', '?', '*', '|', ' ':
		case '\n':
			return true
		default:
			return false
		}
	}
	return false
}

// tokenBefore returns where the word or the number begins that ends in front of s[end].
func tokenBefore(s string, end int) (from int, number bool) {
	k := end
	if at(s, k-1) == '.' && k-2 >= 0 {
		k--
	}
	if from = addressWordBefore(s, k); from < k {
		if k < end && k-from > 5 { // the end of a sentence
			return end, false
		}
		return from, false
	}
	if from = numberBefore(s, k); from >= 0 {
		return from, true
	}
	return end, false
}

// militaryEnd is where APO, AE and a ZIP code end that stand at s[i]; 0 if none do.
func militaryEnd(s string, i int) int {
	if !hasFold(s[i:], "apo ") && !hasFold(s[i:], "fpo ") && !hasFold(s[i:], "dpo ") {
		return 0
	}
	k := i + 4
	if a, b := lower(at(s, k)), lower(at(s, k+1)); a != 'a' || b != 'a' && b != 'e' && b != 'p' || at(s, k+2) != ' ' && at(s, k+2) != ',' {
		return 0
	}
	k += 2
	for at(s, k) == ' ' || at(s, k) == ',' {
		k++
		if k-i > 10 {
			return 0
		}
	}
	if digitRun(s[min(k, len(s)):], 6) != 5 || isWord(at(s, k+5)) {
		return 0
	}
	if end, _ := postcodeAt(s, k); end > 0 {
		return end
	}
	return 0
}

// militaryStart returns where the unit or the ship begins in front of APO at s[i]:
// "PSC 4095, Box 8316", "Unit 5477 Box 8244", "USS Mahler".
func militaryStart(s string, i int) int {
	k := i
	for i-k < 8 && (isSpace(at(s, k-1)) || at(s, k-1) == ',') {
		k--
	}
	start := i
	for n := 0; n < 6 && i-k < 60; n++ {
		from := k
		for k-from < 20 && isAlnum(at(s, from-1)) {
			from--
		}
		for k-from < 40 && letterLenBefore(s, from) > 0 {
			from -= letterLenBefore(s, from)
		}
		if from == k || isWord(at(s, from-1)) {
			break
		}
		if n > 0 || k < i {
			switch fold(s[from:min(k, from+8)]) {
			case "psc", "unit", "cmr", "uss", "usns", "uscgc", "usnv":
				return from
			}
		}
		k = from
		for from-k < 3 && (at(s, k-1) == ' ' || at(s, k-1) == ',') {
			k--
		}
	}
	return start
}

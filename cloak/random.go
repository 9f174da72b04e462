package cloak

// commonPairs are, for each first letter, the letters that follow it in the
// pairs that make up 95 % of English text and of identifiers in code.
var commonPairs = pairMasks([26]string{
	"bcdfgiklmnprstuvy", "aeiloruy", "acehiklortu", "adeiorsuy", "acdefgilmnoprstvwxy", "aefioru", "aehioru",
	"aeiotu", "abcdefgklmnoprstvz", "", "ei", "adeilostuy", "abeimopsu", "acdegiknosty", "bcdfgiklmnoprstuvw",
	"aeiloprtu", "u", "acdegiklmnorstuvy", "acehiopstuy", "aehiloprstuwy", "abcdegilmnprst", "aeio", "aehio",
	"p", "eos", "e",
})

func pairMasks(rows [26]string) (masks [26]uint32) {
	for i, row := range rows {
		for j := range len(row) {
			masks[i] |= 1 << (row[j] - 'a')
		}
	}
	return masks
}

func commonPair(a, b byte) bool { return commonPairs[lower(a)-'a']>>(lower(b)-'a')&1 != 0 }

// randomness tells how unlike words v is, in hundredths per pair of neighbours:
// names and prose stay below 15, random text of any alphabet comes to 30 and
// more. Shannon's entropy cannot tell the two apart at these lengths.
func randomness(v string) int {
	sum := 0
	for i := 1; i < len(v); i++ {
		sum += pairWeight(v[i-1], v[i])
	}
	return sum / max(len(v)-1, 1)
}

func pairWeight(a, b byte) int {
	switch {
	case isAlpha(a) && isAlpha(b):
		if isLower(a) && isUpper(b) {
			return 30 // camel case has some, random text has many
		}
		if commonPair(a, b) {
			return 0
		}
		return 100
	case isAlpha(a) && isDigit(b), isDigit(a) && isAlpha(b):
		return 50
	case isDigit(a) && isDigit(b):
		return 30
	case isSeparator(a) || isSeparator(b):
		return 0
	}
	return 50
}

func isSeparator(b byte) bool {
	switch b {
	case '-', '_', '.', '/', ' ', ':', ',', '\\':
		return true
	}
	return false
}

// looksRandom reports whether v can be a token that a machine drew: hex has at
// least 80 bits, a UUID passes, numbers and names do not.
func looksRandom(v string) bool {
	if hasFold(v, "0x") {
		v = v[len("0x"):]
	}
	hex, digits, marks := 0, 0, 0
	for i := range len(v) {
		if isSeparator(v[i]) {
			marks++
		}
		if isHex(v[i]) {
			hex++
		}
		if isDigit(v[i]) {
			digits++
		}
	}
	switch {
	case len(v) < 8 || digits+marks == len(v) || distinct(v) < 5:
		return false
	case hex == len(v):
		return len(v) >= 20
	case isUUID(v):
		return true
	}
	if fold(v) == v && plainWord(v) {
		return randomness(v) >= 45 // words of code join what English does not
	}
	return randomness(v) >= 20
}

// distinct counts the different bytes of v, in either case one.
func distinct(v string) (n int) {
	var seen [256]bool
	for i := range len(v) {
		if b := lower(v[i]); !seen[b] {
			seen[b] = true
			n++
		}
	}
	return n
}

func isUUID(v string) bool {
	if len(v) != 36 {
		return false
	}
	for i := range len(v) {
		if dash := i == 8 || i == 13 || i == 18 || i == 23; dash != (v[i] == '-') || !dash && !isHex(v[i]) {
			return false
		}
	}
	return true
}

// plainWord reports whether v is letters only, so that it may be a word of prose.
func plainWord(v string) bool {
	for i := range len(v) {
		if !isAlpha(v[i]) && v[i] < 0x80 {
			return false
		}
	}
	return v != ""
}

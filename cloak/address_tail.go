package cloak

// What follows the line of a street: a flat, a town, a region, a postcode, a
// country, over commas and up to four lines. Words are taken only if something
// telling comes behind them.

const (
	addressReach = 180 // bytes behind the anchor within which a part may begin
	addressRoom  = 64  // bytes that a part may need
	addressLines = 5
	addressWords = 6 // between two telling parts
)

// A restOfAddress is how an address goes on, and what that says for it.
type restOfAddress struct {
	end, bits int
}

// addressWithin cuts s behind what may be part of an address with its anchor at s[i].
func addressWithin(s string, i int) string { return s[:min(len(s), i+addressReach+addressRoom)] }

// addressTail reads on behind s[i], as far as parts begin within reach of anchor.
func addressTail(s string, i, anchor int) (x restOfAddress) {
	x.end = i
	pending, lines := 0, 0
	region, city := false, false
	k := i
	if at(s, k) == '.' && isDigit(at(s, k-1)) && isSpace(at(s, k+1)) { // út 15. Apt. 4
		k++
	}
	for k-anchor < addressReach {
		next, nl, comma := addressGap(s, k)
		if next == k || lines+nl > addressLines {
			break
		}
		k, lines = next, lines+nl
		if end := addressUnitAt(s, k); end > 0 && !(nl > 0 && (region || city)) {
			x.bits += 4
			if word, capital := addressWord(s, k); word > k && !capital && !inWords(firmUnits, s, k, word) {
				x.bits -= 3 // unit 3 failed
			}
			x.end, k, pending = end, end, 0
			continue
		}
		if end, bits := postcodeAt(s, k); end > 0 {
			inFront := region || city || pending > 0
			behind := townEnd(s, end)
			short := end-k == 4 && bits < 5
			if !(short && !inFront && behind == end || short && !region && !city && behind == end && !endsClause(s, end)) {
				x.bits += bits
				if !region && (pending == 0 || short) && behind > end {
					x.bits += 2
					end = behind
				}
				x.end, k, pending = end, end, 0
				region, city = false, true
				continue
			}
		}
		if end := nameAt(countryNames, s, k); end > 0 && !(end-k == 2 && !isUpper(s[k])) {
			x.end, x.bits, k, pending, city = parenthesized(s, end), x.bits+4, end, 0, true
			k = x.end
			continue
		}
		if end := nameAt(longRegions, s, k); end > 0 && (pending > 0 || comma) {
			x.end, x.bits, k, pending, region = end, x.bits+3, end, 0, true
			continue
		}
		if n := digitRun(s[min(k, len(s)):], 3); pending > 0 && !region && !city && n > 0 && n < 3 && at(s, k-1) == ' ' && endsClause(s, k+n) { // Dublin 1
			k += n
			continue
		}
		end, capital := addressWord(s, k)
		if end == k || pending >= addressWords || inWords(notTowns, s, k, end) {
			break
		}
		if end-k >= 2 && end-k <= 3 && isUpper(s[k]) && isUpper(s[end-1]) && !isWord(at(s, end)) && (pending > 0 || comma || nl > 0) {
			if regionAt(s, k, end, comma || nl > 0, &x) {
				k, pending, region = end, 0, true
				continue
			}
		}
		if !capital && !(inWords(particles, s, k, end) && capitalBehind(s, end)) {
			break
		}
		if at(s, end) == '.' && end-k <= 4 && at(s, end+1) == ' ' { // St. Gallen
			end++
		}
		if isWord(at(s, end)) || at(s, end) == '=' || at(s, end) == '(' && !isSpace(at(s, end-1)) || at(s, end) == ':' || at(s, end) == '@' {
			break
		}
		k = parenthesized(s, end)
		pending++
	}
	return x
}

// regionAt takes the capitals s[k:end] for a region, if they are one or a postcode follows.
func regionAt(s string, k, end int, apart bool, x *restOfAddress) bool {
	known := inWords(regionNames, s, k, end)
	next, nl, _ := addressGap(s, end)
	if code, bits := postcodeAt(s, next); code > 0 && next > end && nl <= 1 && bits > 0 {
		x.bits += 2
		if known {
			x.bits += 3
		}
		return true
	}
	if known && apart {
		x.end, x.bits = end, x.bits+3
	}
	return known
}

// addressGap steps over what separates two parts: blanks, a comma, ends of lines,
// and the marks of a quotation in front of a line.
func addressGap(s string, i int) (end, lines int, comma bool) {
	k := i
	for k-i < 24 {
		switch b := at(s, k); {
		case b == ' ' || b == '\t' || b == '\r':
			k++
		case (b == ',' || b == ';') && !comma:
			comma = true
			k++
		case b == '\n' || b == '\\' && at(s, k+1) == 'n':
			if lines++; lines > 2 {
				return i, 0, false
			}
			k++
			if b == '\\' {
				k++
			}
			for n := 0; n < 4 && (at(s, k) == '>' || at(s, k) == '|' || at(s, k) == '?' || at(s, k) == '*'); n++ {
				k++
			}
		case b == '-' && k > i && at(s, k-1) == ' ' && at(s, k+1) == ' ':
			k++
		default:
			return k, lines, comma
		}
	}
	return k, lines, comma
}

// addressUnitAt is where a flat, a floor or a box with its number ends that stands at s[i]; 0 if none does.
func addressUnitAt(s string, i int) int {
	k := i
	if at(s, i) == '#' {
		return unitNumber(s, i+1)
	}
	if isDigit(at(s, i)) { // 3º B, 2. Stock
		n := digitRun(s[i:], 3)
		for _, sign := range [...]string{"º", "ª", "°"} {
			if n <= 2 && len(s) >= i+n+len(sign) && s[i+n:i+n+len(sign)] == sign {
				k = i + n + len(sign)
				if at(s, k) == ' ' && isUpper(at(s, k+1)) && !isWord(at(s, k+2)) && at(s, k+2) < 0x80 {
					k += 2
				} else if e, _ := addressWord(s, k+1); at(s, k) == ' ' && inWords(sides, s, k+1, e) {
					if k = e; at(s, k) == '.' {
						k++
					}
				}
				return k
			}
		}
		return 0
	}
	if end := postBox(s, i); end > 0 {
		return end
	}
	end, _ := addressWord(s, i)
	if end == i || !inWords(unitWords, s, i, end) {
		return 0
	}
	k = end
	if at(s, k) == '.' {
		k++
	}
	for at(s, k) == ' ' && k-end < 3 {
		k++
	}
	if at(s, k) == '#' {
		k++
	}
	if k == end {
		return 0
	}
	return unitNumber(s, k)
}

// unitNumber is where the number of a flat ends that begins at s[k]: 5, 12B, B12, C; 0 if none does.
func unitNumber(s string, k int) int {
	n, digits := 0, 0
	for n < 8 && (isAlnum(at(s, k+n)) || (at(s, k+n) == '-' || at(s, k+n) == '/') && n > 0 && isAlnum(at(s, k+n+1))) {
		if isDigit(s[k+n]) {
			digits++
		}
		n++
	}
	if n == 0 || n > 6 || isWord(at(s, k+n)) || digits == 0 && (n > 1 || !isUpper(s[k])) || at(s, k+n) == '.' && isDigit(at(s, k+n+1)) || at(s, k+n) == ':' {
		return 0
	}
	return k + n
}

// sides are where on its floor a flat is.
var sides = wordSet("izq izqda izquierda dcha der derecha ctro centro esq dir droite gauche links rechts")

// postBoxes are words for a box at a post office, in front of its number.
var postBoxes = []string{"p.o. box", "po box", "p.o.box", "p o box", "post office box", "gpo box", "postbox", "postfach", "postbus", "boîte postale", "apartado de correos", "casella postale", "apartado postal", "caixa postal", "boks", "postboks"}

// postBox is where a box at a post office ends that stands at s[i]; 0 if none does.
func postBox(s string, i int) int {
	end := nameAt(postBoxes, s, i)
	if end == 0 {
		return 0
	}
	k := end
	if at(s, k) == ':' {
		k++
	}
	for at(s, k) == ' ' && k-end < 3 || at(s, k) == '#' {
		k++
	}
	n := digitRun(s[k:], 8)
	if n == 0 || n > 7 || isWord(at(s, k+n)) {
		return 0
	}
	return k + n
}

// postcodeAt is where a postcode ends that stands at s[i], and what its form says.
func postcodeAt(s string, i int) (end, bits int) {
	ends := func(k int) bool {
		b := at(s, k)
		return !isWord(b) && letterLen(s, k) == 0 && b != '%' && b != ':' && b != '=' && b != '/' && !((b == '-' || b == '.') && isAlnum(at(s, k+1)))
	}
	k := i
	if b := at(s, i); isUpper(b) && !isDigit(at(s, i+1)) { // D-80331, CH-8001, L-1234
		n := 1
		if isUpper(at(s, i+1)) {
			n = 2
		}
		if at(s, i+n) == '-' && isDigit(at(s, i+n+1)) {
			m := digitRun(s[i+n+1:], 7)
			if e := i + n + 1 + m; m >= 3 && m <= 6 && ends(e) {
				return e, 7
			}
		}
	}
	if n := digitRun(s[min(k, len(s)):], 7); n > 0 {
		b := at(s, k+n)
		switch {
		case n == 4 && b == ' ' && isUpper(at(s, k+5)) && isUpper(at(s, k+6)) && ends(k+7) && s[k] != '0':
			return k + 7, 8 // 1015 CJ
		case n == 4 && isUpper(b) && isUpper(at(s, k+5)) && ends(k+6):
			return k + 6, 7
		case n == 4 && b == '-' && digitRun(s[k+5:], 4) == 3 && ends(k+8):
			return k + 8, 7 // 1234-567
		case n == 2 && b == '-' && digitRun(s[k+3:], 4) == 3 && ends(k+6):
			return k + 6, 6 // 12-345
		case n == 5 && b == '-' && digitRun(s[k+6:], 5) == 4 && ends(k+10):
			return k + 10, 8 // 12345-6789
		case n == 5 && b == '-' && digitRun(s[k+6:], 5) == 3 && ends(k+9):
			return k + 9, 7
		case n == 3 && b == ' ' && digitRun(s[k+4:], 3) == 2 && ends(k+6):
			return k + 6, 4 // 123 45
		case (n == 5 || n == 6) && ends(k+n):
			return k + n, 5
		case n == 4 && ends(k+n):
			return k + n, 3
		}
		return 0, 0
	}
	// A1A 1A1, and SW1A 1AA, D02 X285: one or two letters, a digit, …, a digit and two letters.
	n := 0
	for n < 5 && (isUpper(at(s, k+n)) || isDigit(at(s, k+n))) {
		n++
	}
	if n < 2 || n > 4 || !isUpper(at(s, k)) || !isDigit(at(s, k+1)) && !isDigit(at(s, k+2)) {
		return 0, 0
	}
	j := k + n
	if at(s, j) == ' ' {
		j++
	}
	m := 0
	for m < 5 && (isUpper(at(s, j+m)) || isDigit(at(s, j+m))) {
		m++
	}
	if m == 0 || !ends(j+m) || j == k+n {
		return 0, 0
	}
	switch {
	case m == 3 && isDigit(s[j]) && isUpper(s[j+1]) && isUpper(s[j+2]): // British
		return j + m, 9
	case m == 3 && n == 3 && isDigit(s[j]) && isUpper(s[j+1]) && isDigit(s[j+2]) && isDigit(s[k+1]) && isUpper(s[k+2]): // Canadian
		return j + m, 10
	case m == 4 && n == 3 && countDigits(s[j:j+m]) > 0: // Irish
		return j + m, 7
	}
	return 0, 0
}

// townEnd is where the name of a town ends that follows a postcode which ends in
// front of s[k], on its line; k if there is none.
func townEnd(s string, k int) int {
	end := k
	for n := 0; n < 5 && at(s, k) == ' '; n++ {
		k++
		e, capital := addressWord(s, k)
		if e == k || isWord(at(s, e)) || at(s, e) == ':' || at(s, e) == '@' {
			break
		}
		if capital {
			if at(s, e) == '.' && e-k <= 3 && at(s, e+1) == ' ' {
				e++
			}
			end = e
		} else if !inWords(particles, s, k, e) || !capitalBehind(s, e) {
			break
		}
		k = e
	}
	if end > 0 && at(s, end) == ' ' && at(s, end+1) == '(' && isUpper(at(s, end+2)) && isUpper(at(s, end+3)) && at(s, end+4) == ')' {
		return end + 5 // Milano (MI)
	}
	return end
}

// parenthesized steps over a word in brackets behind s[k].
func parenthesized(s string, k int) int {
	if at(s, k) != ' ' || at(s, k+1) != '(' {
		return k
	}
	if e, _ := addressWord(s, k+2); e > k+2 && at(s, e) == ')' {
		return e + 1
	}
	return k
}

func capitalBehind(s string, k int) bool {
	if at(s, k) != ' ' {
		return false
	}
	e, capital := addressWord(s, k+1)
	return capital || e > k+1 && inWords(particles, s, k+1, e) && at(s, e) == ' ' && isUpper(at(s, e+1))
}

// endsClause reports whether nothing of an address can follow at s[k].
func endsClause(s string, k int) bool {
	b := at(s, k)
	return b == 0 || b == '\n' || b == '\r' || b == ',' || b == ';' || b == '"' || b == '\'' || b == ')' || b == '<' || b == '|' || b == '\t' || b == '\\' || b == '?' || b == '!' ||
		b == '.' && (isSpace(at(s, k+1)) || at(s, k+1) == 0 || at(s, k+1) == '"')
}

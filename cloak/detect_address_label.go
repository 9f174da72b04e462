package cloak

import "strings"

// Behind a label an address needs no word for a street: a name and a number will do.

var (
	// sureLabels announce an address; likelyLabels a place, which may be anything.
	sureLabels = []string{"address", "addresses", "lives at", "lives in", "lives on", "lived at", "lived in", "living at", "live at", "live in", "resides at", "residing at", "reside at", "ship to", "shipped to",
		"deliver to", "delivered to", "adresse", "anschrift", "wohnhaft", "lieferadresse", "rechnungsadresse", "lieferanschrift", "rechnungsanschrift", "domicilié", "domicilié au", "demeurant",
		"dirección", "direccion", "domicilio", "indirizzo", "residente in", "residenza", "endereço", "endereco", "morada", "adres", "woonachtig", "adresa", "zamieszkały", "bopæl", "adress", "wohnt"}
	likelyLabels = []string{"located at", "located in", "meet me at", "meet you at", "meet at", "meeting at", "sent to", "send to", "new one to", "return to", "taxi to", "drops you off at", "drop me off at",
		"drop me at", "arrived at", "office is at", "offices are at", "office is", "restaurant is at", "station is on", "moved to", "stop at", "home at", "mail to", "it's in", "it is in", "north side of",
		"south side of", "east side of", "west side of", "enter on", "parked on", "parked at", "delivered at", "corner of", "change my address to"}
	notAddresses = wordSet(`ip ipv4 ipv6 mac email mail web url memory base virtual physical remote local bind listen start return source destination src dst server peer host hardware broadcast network wallet
		bitcoin contract ethernet link target block byte offset proxy gateway dns http https socket port bus register`)
	leadWords = wordSet(`is are was at in on to the same my his her our your their new be with it here they following of address it's below now currently home user corner north south east west side a bei in à au est es è en un via`)
)

func labelledAddress(d Detector) Detector {
	d.Pattern, d.pattern = "", func() string { return wordPattern(labelWords()) }
	d.Authority = "none: the label tells, a name and a number in either order follow"
	d.anchor, d.words, d.scan = anchorWord, labelWords(), scanAddressLabel
	d.Match = []string{
		"lives at «86036 Rua do Arenque 1634, Goiânia 74000»", "Address: «Joaquin Suarez 2906»", "my new address is «Puruntie 82, Finland 62488»", "Anschrift: «Am Markt 3, 10115 Berlin»",
		"Address:\n«Kaarikatu 32, Finland 35940»", "deliver to «Unter den Linden 77, 10117 Berlin»", "address is «3747 3911 fourth avenue suite 112»",
	}
	d.NoMatch = []string{
		"IP address: Kafka 3", "address: 0x7f00", "email address: x", "address 12", "the memory address of Node 5", "located at line 12", "sent to Kafka 3", "address: localhost:8080", "return to Level 5", "lives in 1998", "nobody's addresses: RFC 6890 and RFC 5771 (this network)",
	}
	return d
}

// labelWords are what the kernel looks for: sureLabels and likelyLabels, in ASCII as
// far as they begin.
func labelWords() (all []string) {
	for _, list := range [...][]string{sureLabels, likelyLabels} {
		for _, l := range list {
			if ascii(l) {
				all = append(all, l)
			}
		}
	}
	return all
}

// scanAddressLabel judges the label at s[i].
func scanAddressLabel(s string, i int) (site, bool) {
	s = addressWithin(s, i)
	end := nameAt(sureLabels, s, i)
	sure := end > 0
	if !sure {
		if end = nameAt(likelyLabels, s, i); end == 0 {
			return site{}, false
		}
	}
	if at(s, i-1) != 0 && !isSpace(at(s, i-1)) && isWord(at(s, i-1)) && at(s, i-1) != '_' {
		if !isUpper(s[i]) {
			return site{}, false
		}
	}
	if word, to := beforeLabel(s, i); word < to && sure && inWords(notAddresses, s, word, to) {
		return site{}, false
	}
	start := leadEnd(s, end)
	if start == end || !startsAddress(s, start) || isStandard(s, start) {
		return site{}, false
	}
	x := looseStreet(s, start, sure)
	if x.end == 0 {
		return site{}, false
	}
	rest := addressTail(s, x.end, i)
	if x.small && !x.typed && rest.bits < 4 {
		return site{}, false
	}
	if rest.bits == 0 && !x.typed && !x.both && !(announced(s, i, end, start) && isDigit(s[x.end-1])) {
		return site{}, false
	}
	if next := x.end + b2n(at(s, x.end) == ' '); rest.bits == 0 && !x.typed && next < len(s) && s[next] == 0 {
		return site{}, false // it may go on in what is hidden, and be none
	}
	bits := 9 + rest.bits + 4*b2n(x.typed) + 4*b2n(x.both) + 4*b2n(sure)
	if bits < 13 {
		return site{}, false
	}
	return site{Span: Span{start, max(x.end, rest.end)}, bits: min(bits, 20)}, true
}

// isStandard reports whether a document's number stands at s[i]: RFC 6890.
func isStandard(s string, i int) bool {
	j := i
	for j-i < 5 && isUpper(at(s, j)) {
		j++
	}
	switch s[i:j] {
	case "RFC", "ISO", "IEC", "IEEE", "DIN", "EN", "FIPS", "ANSI", "ITU":
		return at(s, j) == ' ' && isDigit(at(s, j+1))
	}
	return false
}

// beforeLabel returns the word in front of the label at s[i].
func beforeLabel(s string, i int) (from, to int) {
	k := i
	if b := at(s, k-1); b == ' ' || b == '_' || b == '-' || b == '.' {
		k--
	}
	from = k
	for k-from < 16 && isAlnum(at(s, from-1)) {
		from--
	}
	return from, k
}

// leadEnd steps over what stands between a label that ends in front of s[k] and the
// address: signs, small words, the end of a line.
func leadEnd(s string, k int) int {
	lines := 0
	for from := k; k-from < 48; {
		switch b := at(s, k); {
		case b == ' ' || b == '\t' || b == '\r' || b == '"' || b == '\'' || b == '=' || b == '(' || b == '*':
			k++
		case b == ':' || b == ',' || b == '?':
			if !isSpace(at(s, k+1)) && at(s, k+1) != '"' && at(s, k+1) != '\'' && !isAlnum(at(s, k+1)) {
				return k
			}
			k++
		case b == '\n' && lines < 2:
			lines++
			k++
		default:
			e, capital := addressWord(s, k)
			if e == k || capital && lines > 0 || !inWords(leadWords, s, k, e) || at(s, e) != ' ' && at(s, e) != ':' && at(s, e) != '\n' {
				return k
			}
			if next, upper := addressWord(s, e+1); capital && upper && next > e+1 { // Am Markt
				return k
			}
			k = e
		}
	}
	return k
}

// announced reports whether the address at s[start] stands behind a sign, "is" or more
// than one word: address: …, lives at ….
func announced(s string, i, end, start int) bool {
	if strings.IndexByte(s[i:end], ' ') >= 0 || strings.ContainsAny(s[end:start], ":=\"'\n") {
		return true
	}
	for k := end; k+3 < start; k++ {
		if s[k] == ' ' && (hasFold(s[k+1:], "is ") || hasFold(s[k+1:], "are ")) {
			return true
		}
	}
	return false
}

func b2n(b bool) int {
	if b {
		return 1
	}
	return 0
}

// A looseNames is numbers and names in any order. It is typed if a word for a street
// is among them, both if there are numbers on both sides of a name, and small if a
// name is in small letters.
type looseNames struct {
	end                int
	typed, both, small bool
}

// looseStreet reads numbers and names from s[i] on: there must be both.
func looseStreet(s string, i int, sure bool) (x looseNames) {
	if e := postBox(s, i); e > 0 {
		return looseNames{end: e, typed: true}
	}
	numbers, names, short := 0, 0, true
	k := i
	for n := 0; n < 9 && k-i < 110; n++ {
		if n > 0 {
			if at(s, k) != ' ' {
				break
			}
			k++
		}
		if isDigit(at(s, k)) {
			e := ordinalEnd(s, k)
			if e > 0 {
				names++
				k = e
				continue
			}
			if e = houseNumber(s, k); e == k || numbers > 3 {
				break
			}
			x.both = x.both || numbers > 0 && names > 0
			numbers++
			k, x.end = e, e
			continue
		}
		e, capital := addressWord(s, k)
		if e == k || isWord(at(s, e)) || at(s, e) == '(' || at(s, e) == '=' || at(s, e) == '@' || at(s, e) == ':' || at(s, e) == '/' && !(e == k+1 && (s[k] == 'C' || s[k] == 'c')) {
			break
		}
		if addressUnitAt(s, k) > 0 && numbers > 0 && names > 0 {
			break
		}
		isType := inWords(streetTypes, s, k, e) || inWords(romanceTypes, s, k, e) && e-k > 1
		if !isType && e-k > 5 {
			_, firm, ok := streetEnd(s[k:e])
			isType = ok && firm
		}
		particle := inWords(particles, s, k, e)
		dotted := at(s, e) == '.' && e-k <= 3 && isSpace(at(s, e+1)) // u., rkp.
		if !capital && !isType && !particle && !(dotted && names > 0) && !(sure && numbers > 0) {
			break
		}
		if inWords(beforeNumbers, s, k, e) && !isType {
			return looseNames{}
		}
		if capital || isType || !particle {
			names++
			x.small = x.small || !capital && !isType && !dotted
			short = short && e-k <= 4 && isUpper(s[e-1])
		}
		x.typed = x.typed || isType || capital && (inWords(roadTypes, s, k, e) || inWords(softTypes, s, k, e))
		if at(s, e) == '.' && e-k <= 4 || at(s, e) == '/' {
			e++
		}
		k = e
		if numbers > 0 && (capital || isType) && (x.typed || n < 6) {
			x.end = k
		}
	}
	if numbers == 0 || names == 0 || short && !x.both {
		return looseNames{}
	}
	return x
}

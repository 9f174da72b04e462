package cloak

// Postal addresses. The street is what tells one: a number, a name and a word for a
// street in the order of some language, or a part of a building behind a number. What
// follows, the town, the region and the postcode, is taken along and adds evidence.
// A site is all of it, over commas and the ends of lines.

const addressEntity Entity = "ADDRESS"

var (
	addressLabels = labelList(`address|addresses|addr|billing|shipping|mailing|delivery|deliver to|ship to|shipped to|send to|sent to|mail to|lives at|lives in|lives on|living at|lived at|lived in|resides at|residing at|
		residence|home|located at|located in|location|office|offices|headquarters|street|domicile|domiciled at|return to|meet|moved to|adresse|anschrift|wohnhaft|wohnt|lieferadresse|rechnungsadresse|
		lieferanschrift|rechnungsanschrift|straße|domicilié|domiciliée|habite|demeurant|livraison|facturation|siège|dirección|direccion|domicilio|vive en|reside en|envío|indirizzo|residente|residenza|
		abita|sede|morada|endereço|endereco|reside|adres|woonachtig|woont|adresa|zamieszkały|ulica|adressen|bor|bosatt|bopæl`)
	addressAgainst = labelList(`ip|mac|email|version|commit|build|line|memory`)
)

// startsLevel reports whether the level of a line of a log stands at s[i]: most numbers
// in front of a capital are in front of one.
func startsLevel(s string, i int) bool {
	j := i
	for j-i < 8 && isUpper(at(s, j)) {
		j++
	}
	if at(s, j) != ' ' {
		return false
	}
	switch s[i:j] {
	case "INFO", "WARN", "WARNING", "ERROR", "DEBUG", "TRACE", "FATAL", "NOTICE":
		return true
	}
	return false
}

func addressDetectors() []Detector {
	base := func(name string) Detector {
		return Detector{
			Name: name, Entity: addressEntity, Class: Context, Bits: 14, LabelBits: 5,
			Labels: addressLabels, Against: addressAgainst, AgainstBits: 4, Canonical: foldAddress,
		}
	}
	en := base("address_en")
	en.Pattern = `[0-9]{1,6}[A-Za-z]?[ ][A-Z0-9]`
	en.Authority = "USPS Publication 28, appendix C (street suffixes); Royal Mail PAF and Canada Post addressing guidelines (order of the parts)"
	en.anchor, en.scan = anchorHouse, scanAddressNumberFirst
	en.fits = func(s string, at int) fit {
		if numberBefore(s, at) < 0 || startsLevel(s, at+1) {
			return fitsNever
		}
		return fitsAlone
	}
	en.Match = []string{
		"Ship to «88 Larchmont Crescent, Halifax NS B3M 2T6»", "«742 Evergreen Terrace, Springfield, OR 97477»", "at «221B Baker Street, London NW1 6XE».",
		"«1600 Pennsylvania Avenue NW», please", "«12 Elm Road\nLeeds\nLS6 2AB»", "«Flat 3, 14 Elm Road, Leeds LS6 2AB»", "«350 Fifth Avenue, Suite 3300, New York, NY 10118»",
		"«Unit 4/12 George Street, Sydney NSW 2000»", "lives at «7 Oak Lane»", "«1 Infinite Loop, Cupertino, CA 95014, USA»", "\"street\":\"«45 Rue Street Road»\"", "«123 MAIN STREET, ANYTOWN TX 75001»",
		"«4821 NW 12th Ave Apt 5, Miami FL 33127-1234»",
	}
	en.NoMatch = []string{
		"5 way", "123 main.go", "1 drive failed", "2 Court cases", "10 Street View", "3 Hard Drive", "step 3 Drive", "12 Angry Men", "version 3 Main Street", "148 INFO dfs.DataNode: Street", "4 Supreme Court rulings",
		"Nov 30 Main Street", "16 GB Drive", "100 Street", "7 Google Drive files", "$5 Wall Street", "v1.12 Main Street",
		"2012 Nathan Ridge", "51 Franklin Street, Fifth Floor, Boston, MA 02110-1301 USA", "4 Core Bridge, unit 3 failed",
	}
	en.Gaps = []string{"twelve Elm Road", "12 elm road (lower case, no label)", "Elm House, Leeds"}

	house := base("address_street")
	house.Pattern = `[A-Za-z.] [0-9]{1,4}`
	house.Authority = "DIN 5008, PostNL, Posten: a street in one word, the number behind it, the postcode in front of the town"
	house.anchor, house.scan = anchorStreet, scanAddressStreetFirst
	house.Match = []string{
		"wohnt «Musterstraße 12a, 80331 München»", "«Lindenstr. 14b\n50674 Köln»", "«Karl-Marx-Allee 34, 10178 Berlin, Deutschland»", "«Keizersgracht 123-II, 1015 CJ Amsterdam»", "«Lange Straße 5», links",
		"«Kirkegade 12, 8000 Aarhus C»", "«Storgatan 7, 111 22 Stockholm»", "«Bahnhofstrasse 10, CH-8001 Zürich»", "Anschrift: «Kirchweg 3»", "«Karl Johans gate 22, 0026 Oslo»", "«Am Markt 3, 10115 Berlin»",
	}
	house.NoMatch = []string{"Arbeitsplatz 3", "Speicherplatz 12 GB", "buffer 12", "took 900 ms", "Straße 5", "hauptstraße12", "strstr. 5", "weg 3"}
	house.Gaps = []string{"Unter den Linden 77"}

	romance := base("address_romance")
	romance.Pattern, romance.pattern = "", romancePattern
	romance.Authority = "La Poste (NF Z10-011), Correos, Poste Italiane, CTT: the word for the street in front of its name"
	romance.anchor, romance.words, romance.scan = anchorWord, romanceWords(), scanAddressRomance
	romance.Match = []string{
		"habite «12 bis rue des Lilas, 69003 Lyon»", "«Calle Mayor 12, 3º B, 28013 Madrid»", "«Via Garibaldi, 12, 20121 Milano (MI)»", "«Rua Augusta 1508, 1100-053 Lisboa»", "«5, avenue Anatole France, 75007 Paris»",
		"«ul. Marszałkowska 10, 00-590 Warszawa»", "«Avenida de América 5, Madrid, España»", "au «36 rue de Pologne», à", "«Piazza del Popolo 18, 00187 Roma»",
	}
	romance.NoMatch = []string{"via Port 8080", "rue the day 12", "avenue 5", "place 3 orders", "calle", "route 66", "via Gateway 12", "12 rue"}
	romance.Gaps = []string{"rue de la Paix (without a number)", "Rambla de les Flors s/n"}

	unit := base("address_unit")
	unit.Pattern, unit.pattern = "", unitPattern
	unit.Authority = "USPS Publication 28, sections 213, 225 and 28: secondary units, military addresses, boxes at a post office"
	unit.anchor, unit.words, unit.scan = anchorWord, unitAnchors(), scanAddressUnit
	unit.Match = []string{
		"«PO Box 1234, Springfield, IL 62704»", "«PSC 0413, Box 8144\nAPO AA 42323»", "«4844 Søndergade 52\n Apt. 656\n Brønderslev\n Denmark 35018»", "«6750 Koskikatu 25 Apt. 864»", "«Postfach 4711, 50667 Köln»",
		"«USNS Bergman\nFPO AP 93757»",
	}
	unit.NoMatch = []string{"unit test 5", "Test Suite 501", "apt install 12", "run 12 Test Suite 3", "box 5", "suite 12", "floor 3", "apo ae", "Suite 501"}

	ds := []Detector{en, house, romance, unit}
	return append(ds, labelledAddress(base("address_label")), cornerDetector(base))
}

// foldAddress leaves letters, in one case, and digits: the same address is written in many ways.
func foldAddress(v string) string { return foldSeparators(v) }

// scanAddressNumberFirst judges the blank between the number of a house and a capital.
func scanAddressNumberFirst(s string, blank int) (site, bool) {
	s = addressWithin(s, blank)
	start := numberBefore(s, blank)
	if start < 0 {
		return site{}, false
	}
	end, bits := namedStreet(s, blank)
	if end == 0 {
		return site{}, false
	}
	if start = numbersBefore(s, start); start < 0 {
		return site{}, false
	}
	rest := addressTail(s, end, blank)
	bits += rest.bits
	if from := unitBefore(s, start); from < start {
		start = from
		bits += 4
	}
	if end == rest.end && endsClause(s, end) {
		bits += 2
	}
	if end == rest.end && isYearNumber(s[start:blank]) { // 2012 Nathan Ridge
		bits -= 4
	}
	return addressSite(s, start, max(end, rest.end), bits)
}

// addressSite is a site of that evidence. Little of it needs a label.
func addressSite(s string, start, end, bits int) (site, bool) {
	const least = 8
	if bits < least {
		return site{}, false
	}
	x := site{Span: Span{start, end}, bits: min(bits, 24)}
	for _, p := range publicAddresses {
		x.left = x.left || hasFold(s[start:end], p)
	}
	return x, true
}

// publicAddresses stand in the notices of licences, by the thousand.
var publicAddresses = []string{"51 franklin st", "59 temple place", "675 mass ave", "31 milk street", "171 second street, suite 300"}

// isYearNumber reports whether v is a year of our time, or several.
func isYearNumber(v string) bool {
	return len(v) >= 4 && isAllDigits(v[:4]) && (v[:2] == "19" || v[:2] == "20") && (len(v) == 4 || v[4] == '-')
}

// numberBefore returns where the number of a house begins that ends in front of
// s[end]; -1 if there is none.
func numberBefore(s string, end int) int {
	k := end
	for end-k < 9 && !(at(s, k-1) == 'n' && at(s, k-2) == '\\') && (isAlnum(at(s, k-1)) || (at(s, k-1) == '-' || at(s, k-1) == '/') && isAlnum(at(s, k-2))) {
		k--
	}
	if k == end || !isDigit(s[k]) || houseNumber(s, k) != end || !startsAddress(s, k) {
		return -1
	}
	return k
}

// numbersBefore takes along another number in front of the one at s[start], and
// turns down what stands behind a month or a word for something that is counted.
func numbersBefore(s string, start int) int {
	if at(s, start-1) != ' ' {
		return start
	}
	word := addressWordBefore(s, start-1)
	if word < start-1 {
		if inWords(beforeNumbers, s, word, start-1) || dayOrMonth(s, word) > 0 && start-1-word != 3 || dayOrMonth(s, word) > 0 && isUpper(s[word]) {
			return -1
		}
		return start
	}
	if at(s, start-2) == '.' && start > 2 {
		if word = addressWordBefore(s, start-2); word < start-2 && inWords(beforeNumbers, s, word, start-2) {
			return -1
		}
		return start
	}
	if k := numberBefore(s, start-1); k >= 0 && digitsAlone(s[k:start-1]) {
		return k
	}
	return start
}

// unitBefore returns where "Flat 3," begins in front of s[start]; start if nothing such does.
func unitBefore(s string, start int) int {
	if at(s, start-1) == ' ' { // Unit 4/12
		if from := addressWordBefore(s, start-1); from < start-1 && inWords(unitWords, s, from, start-1) && startsAddress(s, from) {
			return from
		}
	}
	if k := houseBefore(s, start); k < start {
		start = k
	}
	k := start
	for k > 0 && start-k < 4 && (s[k-1] == ' ' || s[k-1] == ',' || s[k-1] == '\n' || s[k-1] == '-') {
		k--
	}
	end := k
	for end-k < 6 && (isAlnum(at(s, k-1)) || at(s, k-1) == '/' || at(s, k-1) == '-') {
		k--
	}
	if k == end || at(s, k-1) != ' ' && at(s, k-1) != '#' {
		return start
	}
	word := k - 1
	if at(s, word) == '#' && at(s, word-1) == ' ' {
		word--
	}
	if at(s, word-1) == '.' {
		word--
	}
	from := addressWordBefore(s, word)
	if from == word || !inWords(unitWords, s, from, word) || addressUnitAt(s, from) != end || !startsAddress(s, from) {
		return start
	}
	return from
}

// houseBefore returns where the name of a house begins in front of the number at
// s[start], a house with a name and a number; start if there is none.
func houseBefore(s string, start int) int {
	k := start
	for k > 0 && start-k < 4 && (s[k-1] == ' ' || s[k-1] == ',' || s[k-1] == '\n') {
		k--
	}
	if at(s, k) != ',' && at(s, k) != '\n' {
		return start
	}
	word := addressWordBefore(s, k)
	if word == k || !inWords(buildings, s, word, k) || !isUpper(s[word]) {
		return start
	}
	if from := namesBefore(s, word); from < word && startsAddress(s, from) {
		return from
	}
	return start
}

// namedStreet reads the name of a street and the word for it behind the number that
// ends in front of s[i]; end is 0 if there are none.
func namedStreet(s string, i int) (end, bits int) {
	k, names := i, 0
	last := 0 // where the last name begins
	for n := 0; n < 7 && k-i < 120; n++ {
		if at(s, k) != ' ' {
			break
		}
		k++
		if isDigit(at(s, k)) { // 5th, or a second number
			e := ordinalEnd(s, k)
			if e == 0 {
				if e = houseNumber(s, k); n > 0 || e == k {
					break
				}
			} else {
				names++
			}
			last, k = k, e
			continue
		}
		e, capital := addressWord(s, k)
		if e == k || isWord(at(s, e)) {
			break
		}
		strong, soft, weak := false, false, false
		if mayBeType(s, k, e) {
			strong, soft = inWords(streetTypes, s, k, e), inWords(softTypes, s, k, e)
			weak = soft || inWords(roadTypes, s, k, e)
		}
		dot := e
		if at(s, e) == '.' && (e-k <= 3 || strong || weak) {
			dot++
		}
		switch {
		case (strong || weak) && capital && (names > 0 || e-k == len("broadway") && strong):
			if weak && end == 0 && inWords(notStreets, s, last, lastEnd(s, last)) {
				return 0, 0
			}
			got := 14
			if weak && !strong {
				got = 12
			}
			if soft || weak && !strong && end == 0 && (capitalBehind(s, dot) || isUpper(s[e-1])) {
				got = 9
			}
			end, bits = dot, max(bits, got)
		case end > 0:
			if capital && inWords(directions, s, k, e) {
				return dot, bits
			}
			return end, bits
		case capital && dot-k <= 3 && inWords(directions, s, k, e):
		case capital:
			names++
		case !inWords(particles, s, k, e):
			return 0, 0
		}
		last, k = k, dot
	}
	return end, bits
}

// mayBeType tells cheaply whether the word s[i:end] may be a word for a street: by its
// first letter and its length.
func mayBeType(s string, i, end int) bool {
	a := lower(s[i])
	return isLower(a) && end-i < 32 && typeLengths[a-'a']>>(end-i)&1 != 0
}

var typeLengths = func() (lengths [26]uint32) {
	for _, set := range []*words{streetTypes, roadTypes, softTypes} {
		for w := range set.all() {
			lengths[w[0]-'a'] |= 1 << len(w)
		}
	}
	return lengths
}()

func lastEnd(s string, i int) int {
	e, _ := addressWord(s, i)
	return e
}

// ordinalEnd is where 5th ends that begins at s[k]; 0 if it is no ordinal.
func ordinalEnd(s string, k int) int {
	n := digitRun(s[k:], 4)
	if n > 0 && n < 4 {
		if e := ordinal(s, k+n); e > k+n {
			return e
		}
	}
	return 0
}

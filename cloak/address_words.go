package cloak

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The words that addresses are made of. Lists are short: they name kinds of streets,
// of rooms, and regions and countryNames, and no towns.

// streetTypes are English words for a street that say little else; roadTypes are
// those that are common words as well, and softTypes those that programs have, too.
var (
	streetTypes = wordSet(`street st avenue ave av boulevard blvd road rd crescent cres terrace highway hwy parkway pkwy turnpike freeway expressway fwy str streets avenues gardens gdns broadway`)
	roadTypes   = wordSet(`drive dr lane ln court ct place pl square sq way circle cir trail trl row walk grove hill hills rise mews park plaza quay wharf close green greens heights ridge
		parade esplanade alley ter villas cove bend glen hollow knoll landing manor meadow meadows promenade crest vista orchard valley village terraces`)
	softTypes = wordSet(`loop path view point gate crossing run track bypass mall pass spur station bridge center centre commons creek estate estates field fields ford forest fork forks harbor island
		isle junction junctions key keys lake light lodge mill mission mount mountain pine plain plains prairie radial ranch rapid rapids rest river shoal shore spring springs stream summit trace
		tunnel union viaduct well wells oval`)
	// buildings end the name of a house in front of its number.
	buildings = wordSet("house court building tower towers lodge mansions apartments hall farm cottage block residence résidence haus chambers works mill plaza villa")
	// frontTypes have the number in front of them, where there is one: 12 bis, rue.
	frontTypes = wordSet(`rue avenue av ave boulevard bd blvd allée allee allées allees chemin impasse quai faubourg chaussée chaussee rond-point sentier venelle place route cours square passage rua r ul ulica al aleja pl plac os`)
	// notStreets stand in front of roadTypes in other things.
	notStreets = wordSet(`hard google flash disk usb ssd thumb tape network shared zip supreme high district appeals federal circuit tennis food test best only right wrong easy
		other new same long fast either my your this that a an another one any no first second third fourth last cloud data tax fiscal sql api http class model tree list
		table job batch dry trial code parking car view street gb mb tb kb meeting starting end check pull merge data time`)
	// beforeNumbers stand in front of a number that begins no address.
	beforeNumbers = wordSet(`chapter section figure fig table step version page line lines item part phase stage level top season episode week windows iphone android python java
		article clause rule release build volume vol issue number no class type grade round lap round act scene psalm verse platform gate track route highway interstate hwy area zone district exit block node kafka server port queue worker thread shard replica byte bytes bit bits queue partition offset`)
	// notTowns begin the line behind an address, in front of a number.
	notTowns = wordSet(`order orders invoice total subtotal amount tel telephone phone fax mobile cell email mail ref reference id ticket account acct customer client date due po qty item sku tax vat price
		paid dob mrn ssn policy claim member case file number no dear hi hello regards attn subject telefon rechnung bestellung kunde datum téléphone commande facture pedido factura fattura ordine`)
	directions = wordSet("n s e w ne nw se sw north south east west northeast northwest southeast southwest")
	particles  = wordSet("of the and de la le les du des d l da do dos das del della delle dei degli di y i e van der den het ten ter von zum zur am an im auf unter sur sous en aux au el los las 't op aan bij upon by cum nad pod na u v z w ve i og och und et en")
)

// romanceTypes are words for a street that stand in front of its name; those of
// weakRomance are words of other languages, too.
var (
	romanceTypes = wordSet(`rue avenue av ave boulevard bd blvd bld allée allee allées allees chemin impasse quai faubourg chaussée chaussee rond-point sentier venelle
		calle c avenida avda avd paseo carretera travesía travesia rambla glorieta callejón urbanización
		rua travessa praça praca estrada alameda viale piazza piazzale piazzetta vicolo lungotevere lungomare ul ulica al aleja aleje os plac pl r`)
	weakRomance = wordSet(`place route cours square passage strada largo corso via camino ronda carrera plaza contrada c r al os pl av ave avenue boulevard`)
)

// streetEnds are how words for a street end, in languages that write one word;
// weakEnds are those that other words end with, too.
var (
	streetEnds = []string{"straße", "strasse", "str.", "straat", "gasse", "allee", "laan", "gracht", "plein", "gade", "vej", "gata", "gatan", "gränd", "vägen", "veien", "vegen", "katu", "utca", "singel", "steenweg", "strædet", "stræde", "kade", "dreef", "brink", "steeg", "chaussee"}
	weakEnds   = []string{"weg", "platz", "damm", "ufer", "markt", "hof", "vei", "veg", "tie", "kuja", "berg", "graben", "hof", "park", "wall", "väg", "torget", "torg", "plass", "plads", "gate", "ring"}
)

// unitWords are words for a part of a building, before its number.
var (
	unitWords   = wordSet(`apt apartment suite ste unit flat floor fl room rm building bldg block blk lot level box no nr wohnung whg top etage étage piso pta puerta planta interno int scala lok bus bte boîte appt appartement bâtiment bat bât escalera esc apto andar`)
	firmUnits   = wordSet("apt apartment suite ste")
	regionNames = wordSet(`al ak az ar ca co ct de dc fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy pr gu
		ab bc mb nb nl ns nt nu on pe qc sk yt act nsw qld tas vic aa ae ap`)
	longRegions = labelList(`alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|district of columbia|florida|georgia|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|
		maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new hampshire|new jersey|new mexico|new york|north carolina|north dakota|ohio|oklahoma|oregon|
		pennsylvania|rhode island|south carolina|south dakota|tennessee|texas|utah|vermont|virginia|washington|west virginia|wisconsin|wyoming|alberta|british columbia|manitoba|new brunswick|
		newfoundland and labrador|nova scotia|ontario|prince edward island|quebec|québec|saskatchewan|new south wales|queensland|south australia|tasmania|victoria|western australia|bayern|
		baden-württemberg|hessen|niedersachsen|nordrhein-westfalen|rheinland-pfalz|sachsen|upper austria`)
	countryNames = labelList(`united states|united states of america|usa|us|u.s.a.|united kingdom|uk|england|scotland|wales|northern ireland|ireland|canada|australia|new zealand|germany|deutschland|
		austria|österreich|switzerland|schweiz|suisse|svizzera|france|belgium|belgien|belgique|belgië|luxembourg|luxemburg|spain|españa|italy|italia|netherlands|the netherlands|nederland|
		portugal|poland|polska|sweden|sverige|denmark|danmark|norway|norge|finland|suomi|iceland|ísland|greece|cyprus|czech republic|czechia|slovakia|slovenia|slovenija|croatia|hungary|
		magyarország|romania|bulgaria|estonia|latvia|lithuania|malta|south africa|brazil|brasil|argentina|uruguay|chile|mexico|méxico|colombia|peru|india|japan|china|singapore|israel|turkey|
		tunisia|morocco|egypt|greenland|ukraine|serbia|nigeria|kenya`)
)

// letterLen is the length of the letter at s[i], 0 if there is none.
func letterLen(s string, i int) int {
	if i >= len(s) {
		return 0
	}
	if s[i] < 0x80 {
		if isAlpha(s[i]) {
			return 1
		}
		return 0
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	if r == utf8.RuneError || !unicode.IsLetter(r) && !unicode.IsMark(r) {
		return 0
	}
	return n
}

// maxAddressWord bounds a word of an address, in bytes.
const maxAddressWord = 40

// addressWord returns where the word at s[i] ends, and whether it begins with a
// capital. A hyphen or an apostrophe between letters is part of it.
func addressWord(s string, i int) (end int, capital bool) {
	n := letterLen(s, i)
	if n == 0 {
		return i, false
	}
	if s[i] < 0x80 {
		capital = isUpper(s[i])
	} else {
		r, _ := utf8.DecodeRuneInString(s[i:])
		capital = !unicode.IsLower(r)
	}
	for k := i; k-i < maxAddressWord; {
		if n = letterLen(s, k); n > 0 {
			k += n
			end = k
			continue
		}
		sign := 1
		if strings.HasPrefix(s[min(k, len(s)):], "’") {
			sign = len("’")
		} else if b := at(s, k); b != '-' && b != '\'' {
			break
		}
		if letterLen(s, k+sign) == 0 {
			break
		}
		k += sign
	}
	return end, capital
}

// addressWordBefore returns where the word begins that ends in front of s[end]; end if there
// is none, or it is the rest of something.
func addressWordBefore(s string, end int) int {
	k := end
	for end-k < maxAddressWord {
		n := letterLenBefore(s, k)
		if n == 0 {
			if b := at(s, k-1); k < end && (b == '-' || b == '\'') && letterLenBefore(s, k-1) > 0 {
				k--
				continue
			}
			break
		}
		k -= n
	}
	if b := at(s, k-1); isWord(b) || b == '@' || b == '.' || b == '/' || b == '\\' {
		return end
	}
	return k
}

func letterLenBefore(s string, i int) int {
	if i <= 0 {
		return 0
	}
	if s[i-1] < 0x80 {
		if isAlpha(s[i-1]) {
			return 1
		}
		return 0
	}
	r, n := utf8.DecodeLastRuneInString(s[:i])
	if r == utf8.RuneError || !unicode.IsLetter(r) && !unicode.IsMark(r) {
		return 0
	}
	return n
}

// inWords reports whether the word s[i:end] is in set, in any case.
func inWords(set *words, s string, i, end int) bool {
	if end-i > 24 || end <= i {
		return false
	}
	var b [24]byte
	ascii := true
	for k := i; k < end; k++ {
		b[k-i] = lower(s[k])
		ascii = ascii && s[k] < 0x80
	}
	if ascii {
		return set.all()[string(b[:end-i])]
	}
	return set.has(strings.ToLower(s[i:end]))
}

// nameAt is the longest of names that stands at s[i], whole, in any case; 0 if none does.
func nameAt(names []string, s string, i int) (end int) {
	for _, n := range names {
		if len(n) <= end-i || i+len(n) > len(s) || lower(s[i]) != n[0] && s[i] < 0x80 {
			continue
		}
		if (hasFold(s[i:], n) || s[i] >= 0x80 && strings.EqualFold(s[i:i+len(n)], n)) && letterLen(s, i+len(n)) == 0 && !isWord(at(s, i+len(n))) {
			end = i + len(n)
		}
	}
	return end
}

// houseNumber returns where the number of a house ends that begins at s[i]: 12, 12a,
// 12-14, 12/3, 12 1/2; i if there is none.
func houseNumber(s string, i int) int {
	n := digitRun(s[min(i, len(s)):], 7)
	if n == 0 || n > 6 {
		return i
	}
	k := i + n
	if isAlpha(at(s, k)) && !isWord(at(s, k+1)) && at(s, k+1) < 0x80 {
		k++
	}
	if b := at(s, k); (b == '-' || b == '/') && isAlnum(at(s, k+1)) {
		m := k + 1
		for m-k < 6 && isAlnum(at(s, m)) {
			m++
		}
		if isDigit(at(s, k+1)) || m-k <= 4 && isUpper(at(s, k+1)) {
			k = m
		}
	}
	if isWord(at(s, k)) || at(s, k) >= 0x80 && letterLen(s, k) > 0 || at(s, k) == '%' || at(s, k) == '.' && isAlnum(at(s, k+1)) || at(s, k) == ':' && isDigit(at(s, k+1)) {
		return i
	}
	return k
}

// startsAddress reports whether an address may begin at s[i], with what stands
// directly in front of it.
func startsAddress(s string, i int) bool {
	b := at(s, i-1)
	switch {
	case b == 'n' && at(s, i-2) == '\\', b == 't' && at(s, i-2) == '\\':
		return true
	case isWord(b), b == '-', b == '.', b == '/', b == '$', b == '%', b == '+', b == '@', b == '\\', b == '&', b == '~', b == '^', b == '!', b == '<', b == '#':
		return false
	case b == ':': // of a label, and not of a port or an address of a machine
		k := i - 1
		for k > 0 && i-k < 6 && isHex(s[k-1]) {
			k--
		}
		return at(s, k-1) != ':' && at(s, i-2) != ']' && at(s, i-2) != 0 && strings.IndexFunc(s[k:i-1], func(r rune) bool { return r < 'A' }) < 0
	case b >= 0x80: // the last byte of something else
		return letterLenBefore(s, i) == 0 && !strings.HasSuffix(s[:i], "€") && !strings.HasSuffix(s[:i], "£")
	}
	return true
}

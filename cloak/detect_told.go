package cloak

import "strings"

// Some say the number first and then what it is: "… is my passport number",
// "… är mitt pnr". The word for whose it is stands between: without it, too
// much is something.

// A told is a kind of number, and the words for it.
type told struct {
	name   string
	entity Entity
	words  []string
	match  []string
	noes   []string
}

func toldDetectors() []Detector {
	kinds := []told{
		{
			name: "passport_told", entity: "PASSPORT",
			words: strings.Fields(`passport passports pasaporte passeport reisepass reisepassnummer passnummer passaporto passaporte paspoort paspoortnummer pass passnumber`),
			match: []string{"«AB1234567» is my passport number", "«AAA123456» es mi número de pasaporte", "so «C01X00T47» ist meine Reisepassnummer."},
			noes:  []string{"AB1234567 is the passport number", "AB1234567 is my order number", "ABCDEFGHI is my passport", "part-7 is my passport", "12 is my passport"}, // cloak:allow nobody's
		},
		{
			name: "license_told", entity: "DRIVER_LICENSE",
			words: strings.Fields(`license licence driver drivers driving führerschein führerscheinnummer permis patente licencia rijbewijs körkort körkortsnummer`),
			match: []string{"«D123-4567-8901» is my driver's license number", "«12AB34567» est mon permis de conduire"},
			noes:  []string{"8 of 12 is my license", "MIT2 is our license"},
		},
		{
			name: "plate_told", entity: "LICENSE_PLATE",
			words: strings.Fields(`plate plates kennzeichen immatriculation matrícula matricula targa kenteken registreringsnummer`),
			match: []string{"«KLM-48213» is our number plate"},
			noes:  []string{"KLM-48213 was a plate"},
		},
		{
			name: "account_told", entity: "ACCOUNT_NUMBER",
			words: strings.Fields(`account acct kontonummer konto compte cuenta conto rekeningnummer policy member membership customer patient insurance kundennummer versichertennummer`),
			match: []string{"«4471920883» is my account number", "«POL-2024-88213» is her policy number"},
			noes:  []string{"2024-01-31 is my account date", "4471920883 accounts"},
		},
		{
			name: "id_told", entity: "NATIONAL_ID",
			words: strings.Fields(`ssn social sin ein itin tin tax taxpayer personnummer pnr orgnummer orgnr organisationsnummer samordningsnummer fødselsnummer fodselsnummer fnr cpr hetu kennitala
				nif nie dni cif cpf cnpj curp rfc nir siret siren pesel nip regon bsn nino nhs national identity identification identität personalausweis personalausweisnummer ausweisnummer
				steuernummer steuer sozialversicherungsnummer aadhaar aadhar pan gstin medicare npi codice partita cédula cedula identidad identité identità`),
			match: []string{"«199109242397» är mitt pnr.", "«556703-7485» är vårt orgnummer.", "«078051121» is my social", "«36574261809» ist meine Steuer-ID", "«8471920883» is his national id number"},
			noes:  []string{"199109242397 är ett pnr", "11111111111 is my tax id", "v1.2.3 is our sin", "5 is my tax", "199109242397 is my best ssn-free guess"}, // cloak:allow nobody's
		},
	}
	var ds []Detector
	for _, k := range kinds {
		ds = append(ds, Detector{
			Name: k.name, Entity: k.entity, Class: Context, Bits: 14,
			Pattern: `(?i)(?:` + strings.Join(toldWhose, "|") + `)`, anchor: anchorWord, words: toldWhose, gate: behindVerb, scan: scanTold(k.words), Canonical: foldSeparators,
			Authority: "no authority: the words say it", Match: k.match, NoMatch: k.noes,
		})
	}
	return ds
}

// toldWhose are the words for whose a number is.
var toldWhose = []string{
	"my ", "our ", "his ", "her ", "mein ", "meine ", "unser ", "unsere ", "mon ", "notre ", "mi ", "mio ", "mia ", "mijn ", "onze ", "mitt ", "min ", "vårt ", "meu ", "minha ",
}

// toldVerbs stand between the number and these.
var toldVerbs = [...]string{" is ", " was ", " es ", " est ", " ist ", " är ", " er ", " è il ", " è la ", " é o ", " é a ", " é "}

// behindVerb reports whether one of toldVerbs stands in front of s[i].
func behindVerb(s string, i int) bool {
	if at(s, i-1) != ' ' {
		return false
	}
	for _, v := range toldVerbs {
		if strings.HasSuffix(s[:i], v) {
			return true
		}
	}
	return false
}

// scanTold judges the word for somebody at s[i]: a number and a verb must stand in front
// of it, and one of words behind.
func scanTold(words []string) scan {
	telling := map[string]bool{}
	for _, w := range words {
		telling[w] = true
	}
	return func(s string, i int) (site, bool) {
		end := 0
		for _, v := range toldVerbs {
			if k := i - len(v); k > 0 && s[k:i] == v {
				end = k
			}
		}
		if end == 0 {
			return site{}, false
		}
		from, ok := toldNumber(s, end)
		if !ok {
			return site{}, false
		}
		seen, ok := toldLabel(s, i, telling)
		return site{Span: Span{from, end}, seen: seen}, ok
	}
}

// toldNumber is where a number of five digits and more begins that ends at s[end]:
// groups of letters and digits, with a blank only between digits.
func toldNumber(s string, end int) (from int, ok bool) {
	const longest = 24
	from = end
	for from > 0 && end-from <= longest {
		b := s[from-1]
		if !isAlnum(b) && (from == end || !formSep(b) || !isAlnum(s[from]) || !isAlnum(at(s, from-2)) || b == ' ' && !(isDigit(s[from]) && isDigit(at(s, from-2)))) {
			break
		}
		from--
	}
	v := s[from:end]
	return from, end-from <= longest && idStart(s, from) && at(s, from-1) != '/' && countDigits(v) >= 5 && !sameDigit(v) && !isYearOrDay(v)
}

// toldLabel reports whether one of the first words behind the one at s[i] is telling,
// and how far it has looked.
func toldLabel(s string, i int, telling map[string]bool) (seen int, ok bool) {
	const most, far = 5, 56
	k := i
	for k < len(s) && s[k] != ' ' {
		k++
	}
	for n := 0; n < most && k-i < far; n++ {
		for k < len(s) && (s[k] == ' ' || s[k] == '\'' || s[k] == '-') {
			k++
		}
		from := k
		for k < len(s) && k-i < far && isLetter(s[k]) {
			k++
		}
		if k == from {
			return k, false
		}
		if at(s, k) != '-' && telling[fold(s[from:k])] || at(s, k) == '-' && hasFold(s[k:], "-id") && telling[fold(s[from:k])] {
			return k, true
		}
	}
	return k, false
}

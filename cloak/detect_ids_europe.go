package cloak

import "slices"

// Numbers that continental Europe's authorities give out stand in a file for each
// group of countries. Here is what they share.

// european gives detectors of one country what all of them have.
func european(country string, ds []Detector) []Detector {
	for i := range ds {
		d := &ds[i]
		d.Class = Context
		if d.Locale == "" {
			d.Locale = country
		}
		if d.Canonical == nil {
			d.Canonical = bareNumber
		}
	}
	return ids(ds)
}

// continentalIDs are the numbers of continental Europe.
func continentalIDs() []Detector {
	return slices.Concat(
		germanIDs(), frenchIDs(), iberianIDs(), italianIDs(), lowlandIDs(), alpineIDs(), polishIDs(), czechIDs(), balkanIDs(), balticIDs(), greekIDs(),
		nordicIDs(), easternIDs(), unionIDs(),
	)
}

// passportWords are labels of passports: what all of Europe writes, and one's own.
func passportWords(own ...string) []string {
	return append([]string{"passport", "passports", "passportno", "passportnumber", "passportnum", "passport nr", "travel document"}, own...)
}

// licenceLabels are labels of driving licences.
func licenceLabels(own ...string) []string {
	return append([]string{"driver license", "drivers license", "driver s license", "driving licence", "driving license", "driver licence", "driver s licence", "driving permit", "driverlicense"}, own...)
}

// cardLabels are labels of identity cards.
func cardLabels(own ...string) []string {
	return append([]string{"identity card", "id card", "national id card", "identity card no", "idcard", "identitycard"}, own...)
}

// vatLabels are labels of numbers for value added tax.
func vatLabels(own ...string) []string {
	return append([]string{"vat", "vatid", "vat id", "vat no", "vat number", "vatnumber", "vatno", "vat reg", "vat registration", "uid", "tax id"}, own...)
}

// plateWords are what stands in front of a vehicle's plate in the languages of the
// continent: a plate is read abroad, too.
func plateWords() []string {
	return []string{
		"license plate", "licence plate", "number plate", "plate number", "plate no", "registration plate", "registration mark", "vehicle registration", "vehicle plate", "licenseplate", "plates",
		"kennzeichen", "kfz", "autokennzeichen", "nummernschild", "immatriculation", "plaque d immatriculation", "immatriculé", "immatriculée", "kenteken", "nummerplaat", "kentekenplaat",
		"matrícula", "matricula", "targa", "targata", "targato", "chapa", "rejestracyjny", "rejestracyjna", "nr rej", "tablica", "spz", "registrační značka", "poznávací značka", "ecv", "ečv",
		"rendszám", "rendszam", "forgalmi rendszám", "număr de înmatriculare", "înmatriculare", "nr de înmatriculare", "inmatriculare", "registarska oznaka", "registracija", "tablice", "registrska",
		"рег номер", "регистрационен номер", "госномер", "гос номер", "номерной знак", "номерний знак", "держномер", "αριθμός κυκλοφορίας", "πινακίδα",
		"registreringsnummer", "regnr", "reg nr", "registreringsskylt", "skilt", "nummerplade", "rekisterinumero", "rekisteritunnus", "rekisterikilpi", "skráningarnúmer",
		"valstybinis numeris", "valsts numurs", "numurzīme", "numbrimärk", "registreerimisnumber",
	}
}

// separate reports whether s, which begins with letters, reads as a number rather
// than as a word and a number: its letters are capitals and no abbreviation of
// "number", or nothing parts them from the digits.
func separate(s string) bool {
	if !hasBlank(s) {
		return true
	}
	for i := range len(s) {
		if isLower(s[i]) {
			return false
		}
	}
	n := 0
	for n < len(s) && isAlpha(s[n]) {
		n++
	}
	switch s[:n] {
	case "NO", "NR", "ID", "NUM", "IS":
		return false
	}
	return true
}

func hasBlank(s string) bool {
	for i := range len(s) {
		if s[i] == ' ' {
			return true
		}
	}
	return false
}

package cloak

// Licence plates of any country, beside a label. Countries' own forms have
// detectors of their own.

var plainPlateLabels = labelList(`license plate|licence plate|license plate number|licence plate number|number plate|plate number|plate no|plate|plates|registration plate|
	registration number|vehicle registration|vehicle registration number|car registration|reg no|reg number|car reg|vehicle reg|tag number|plate is|kennzeichen|autokennzeichen|
	kfz kennzeichen|nummernschild|amtliches kennzeichen|immatriculation|plaque|plaque d'immatriculation|numéro d'immatriculation|immatriculé|immatriculée|matrícula|matricula|
	placa|placas|targa|targata|targato|kenteken|kentekenplaat|nummerplade|registreringsnummer|regnr|skiltnummer|numer rejestracyjny|tablica rejestracyjna|rejestracja|
	rekisterinumero|plaka|plakası|plaka numarası`)

func plateDetectors() []Detector {
	return ids([]Detector{
		{
			Name: "license_plate", Entity: "LICENSE_PLATE", Class: Context, Bits: 5, LabelBits: 10,
			Pattern: `[0-9A-Z]{1,12}`, Labels: plainPlateLabels, Canonical: foldSeparators, Validate: validPlainPlate,
			Authority: "HIPAA, 45 CFR 164.514(b)(2)(i)(L): vehicle identifiers including license plate numbers; each country decides the form",
			Match: []string{
				"License plate «7ABC123»", "plate number is «ABJ-123XY» for", "Kennzeichen «B-MW 1234»", "immatriculation «AB-123-CD»,", "matrícula «1234 BCD»", "targa «AB 123 CD»", "kenteken «12-ABC-3»",
				`{"license_plate":"«8XYZ901»"}`, "registration number is «OD02BA2341» with", "number plate «AB51 ABC»",
			},
			NoMatch: []string{"plate 12", "license plate reader V2", "plate 4 of 12", "plates HOLDER", "registration number 448213", "license plate abc1234", "plate UTF-8"},
			Gaps:    []string{"plate MYCAR", "license plate abc1234 (lower case)"},
			scan:    scanPlate,
		},
	})
}

// scanPlate judges the run at s[i].
func scanPlate(s string, i int) (site, bool) {
	if !idStart(s, i) {
		return site{}, false
	}
	end, k := i, i
	for groups := 0; groups < 4; groups++ {
		from := k
		if groups > 0 {
			if b := at(s, from); b != '-' && b != ' ' {
				break
			}
			from++
		}
		for k = from; k-from < 11 && (isUpper(at(s, k)) || isDigit(at(s, k))); {
			k++
		}
		if n := k - from; n == 0 || isWord(at(s, k)) || at(s, k) >= 0x80 || groups > 0 && n > 4 && n+from-i > 10 {
			break
		}
		if k-i > 13 {
			break
		}
		if idEnd(s, k) { // else a group goes on, or a telephone number begins
			end = k
		}
	}
	// A word in capitals behind it is none of its groups.
	if end == i || !validPlainPlate(s[i:end]) {
		return site{}, false
	}
	var c lead
	if !c.read(s, i) {
		if label, _, _ := c.label(plainPlateLabels, numberWords); label == "" {
			return site{}, false
		}
	}
	return site{Span: Span{i, end}, weak: true}, true
}

// validPlainPlate reports whether v has letters and digits as a plate has.
func validPlainPlate(v string) bool {
	digits, letters := countDigits(v), 0
	for i := range len(v) {
		if isAlpha(v[i]) {
			letters++
		}
	}
	return digits >= 1 && letters >= 1 && digits+letters >= 5 && digits+letters <= 10 && digits <= 7
}

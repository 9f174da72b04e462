package cloak

// Numbers that the authorities of Latin America give out, but for Brazil's.

func latinIDs() []Detector {
	return ids([]Detector{
		{
			Name: "mx_curp", Entity: "MX_CURP", Locale: "MX", Class: Context, Bits: 16, LabelBits: 8,
			forms: []string{"AAAA999999AAAAAAX9"}, alone: []string{"AAAA999999AAAAAAX9"}, aloneBits: 25, Validate: validCURP, checked: true, Canonical: canonIBAN,
			Labels:    []string{"curp", "c u r p", "clave única", "clave unica", "clave unica de registro"},
			Reserved:  []string{`QDE[A-Z][0-9]{6}[HM][A-Z]{2}[BCDFGHJ-NP-TV-Z]{3}[0-9A-Z][0-9]`},
			Guarantee: "X",
			Authority: "SEGOB, Instructivo normativo para la asignación de la CURP: letters of the name, day of birth, sex, state, consonants, and a digit by weights 18 to 2, modulus 10",
			Match:     []string{"CURP: «BOXW310820HNERXN09»", "socio «BOXW310820HNERXN09» alta", "curp=«boxw310820hnerxn09»"},
			NoMatch:   []string{"CURP BOXW310820HNERXN08", "CURP BOXW311320HNERXN09", "boxw310820hnerxn09 alta", "BOXW310820HNEZZN09"},
		},
		{
			Name: "mx_rfc", Entity: "MX_RFC", Locale: "MX", Class: Context, Bits: 8, LabelBits: 10,
			forms: []string{"AAAA 999999 XXX", "AAA 999999 XXX", "AAA&999999XXX"}, alone: []string{"AAAA999999XXX"}, aloneBits: 15, Validate: validRFC, checked: true, Canonical: canonIBAN,
			Labels:    []string{"rfc", "r f c", "registro federal", "registro federal de contribuyentes"},
			Reserved:  []string{`QDE[A-Z][0-9]{6}[0-9A-Z]{3}`, `QDE[0-9]{6}[0-9A-Z]{3}`},
			Guarantee: "X",
			Authority: "SAT, Código Fiscal de la Federación, art. 27: four letters of a person's name or three of a company's, a day, and three more. Not every registered number has the check digit of the rule, so that it is not asked for",
			Match:     []string{"RFC: «GODE561231GR8»", "rfc «MAB-930714-8T4»", "emisor «GODE561231GR8» folio", "«gode561231gr8»"},
			NoMatch:   []string{"RFC GODE561331GR8", "rfc 2822", "RFC GODE561231GR89", "gode561231gr8 folio", "part MAB9307148T4"},
		},
		{
			Name: "mx_clabe", Entity: "MX_CLABE", Locale: "MX", Class: Context, Bits: 6, LabelBits: 10,
			forms: []string{"999 999 99999999999 9"}, Validate: validCLABE, checked: true, Canonical: digitsOf,
			Labels:    []string{"clabe", "clabes", "clabe interbancaria", "cuenta clabe", "interbancaria"},
			Guarantee: "X",
			Authority: "Banco de México, Circular 3/2012: bank, place, account, and a digit by weights 3, 7 and 1, modulus 10",
			Match:     []string{"CLABE «032180000118359719»", "clabe: «002010077777777771»", "CLABE interbancaria «032 180 00011835971 9»"},
			NoMatch:   []string{"CLABE 032180000118359710", "id 032180000118359719"},
		},
		{
			Name: "mx_nss", Entity: "MX_NSS", Locale: "MX", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"99 99 99 9999 9"}, Validate: luhnValid, Canonical: digitsOf,
			Labels:    []string{"nss", "n s s", "imss", "seguro social", "seguridad social", "número de seguridad social", "numero de seguridad social"},
			Guarantee: "X",
			Authority: "IMSS: eleven digits, Luhn",
			Match:     []string{"NSS: «92919084431»", "IMSS «72-79-53-7391-8»"},
			NoMatch:   []string{"NSS 92919084432", "id 92919084431"},
		},
		{
			Name: "ar_cuit", Entity: "AR_CUIT", Locale: "AR", Class: Context, Bits: 8, LabelBits: 10,
			forms: []string{"99 99999999 9"}, alone: []string{"99-99999999-9"}, aloneBits: 15, Validate: validCUIT, checked: true, Canonical: digitsOf,
			Labels:    []string{"cuit", "c u i t", "cuil", "c u i l", "cuit cuil", "cdi", "cuit no", "cuit nº", "clave única de identificación tributaria"},
			Guarantee: "X",
			Authority: "AFIP, Resolución General 10/1997: 20, 23 to 27 for persons, 30, 33 and 34 for companies, modulus 11 with weights 5 to 2 and 7 to 2",
			Match:     []string{"CUIT «20-05536168-2»", "cuil: «20055361682»", "factura de «20-05536168-2» por"},
			NoMatch:   []string{"CUIT 20-05536168-3", "CUIT 45-05536168-2", "id 20055361682", "1-20-05536168-2"},
		},
		{
			Name: "ar_dni", Entity: "AR_DNI", Locale: "AR", Class: Context, Bits: 4, LabelBits: 10,
			forms: []string{"99 999 999", "9 999 999"}, Canonical: digitsOf,
			Labels: []string{
				"dni", "d n i", "dnis", "dni no", "dni nº", "documento nacional", "documento nacional de identidad", "documento", "doc no", "nro doc", "número de documento", "numero de documento",
			},
			Authority: "Registro Nacional de las Personas, Ley 17.671: seven or eight digits; Peru writes eight",
			Match:     []string{"DNI «20.123.401»", "dni: «20123401»", "documento nº «7.654.321»"},
			NoMatch:   []string{"DNI 201.234.010", "id 20123401", "midni 20123401"},
		},
		{
			Name: "cl_rut", Entity: "CL_RUT", Locale: "CL", Class: Context, Bits: 8, LabelBits: 10,
			forms: []string{"99 999 999 X", "9 999 999 X"}, alone: []string{"99.999.999-X", "9.999.999-X"}, aloneBits: 14, Validate: validRUT, checked: true, Canonical: canonIBAN,
			Labels:    []string{"rut", "r u t", "ruts", "rut no", "rut nº", "rol único", "rol unico", "rol único tributario", "rol unico tributario", "rol único nacional", "cédula de identidad", "cedula de identidad"},
			Guarantee: "X",
			Authority: "Servicio de Impuestos Internos, DFL 3 de 1969: modulus 11 with weights 2 to 7 from the right; K is 10",
			Match:     []string{"RUT: «76086428-5»", "cliente «12.531.909-2» paga", "rut «7.775.735-K»", "RUT «125319092»"},
			NoMatch:   []string{"RUT 12.531.909-3", "pieza 12531909-2 x", "1.12.531.909-2", "rut 12.531.909-2-1"},
		},
		{
			Name: "co_nit", Entity: "CO_NIT", Locale: "CO", Class: Context, Bits: 6, LabelBits: 10,
			forms: []string{"999 999 999 9"}, alone: []string{"999.999.999-9"}, aloneBits: 13, Validate: validNIT, Canonical: digitsOf,
			Labels:    []string{"nit", "nits", "nit no", "nit nº", "rut", "identificación tributaria", "identificacion tributaria"},
			Guarantee: "X",
			Authority: "DIAN, Orden Administrativa 4 de 1989: modulus 11 with weights 3, 7, 13, 17, 19, 23, 29, 37 and 41 from the right",
			Match:     []string{"NIT «213.123.432-1»", "nit: «2131234321»", "proveedor «213.123.432-1» de"},
			NoMatch:   []string{"NIT 213.123.432-2", "id 2131234321", "1.213.123.432-1"},
		},
		{
			Name: "co_cedula", Entity: "CO_CEDULA", Locale: "CO", Class: Context, Bits: 4, LabelBits: 10,
			forms: []string{"9 999 999 999", "99 999 999", "999 999 999", "9 999 999"}, Canonical: digitsOf,
			Labels: []string{
				"cédula", "cedula", "cédulas", "cédula de ciudadanía", "cedula de ciudadania", "cédula de extranjería", "cédula no", "cedula no", "documento de identidad", "ciudadanía",
			},
			Authority: "Registraduría Nacional del Estado Civil: six to eight digits, ten since 2003",
			Match:     []string{"cédula «1.023.456.789»", "Cedula de ciudadania No. «52.345.678»", "cedula: «79345678»"},
			NoMatch:   []string{"factura 1.023.456.789", "cedula 12.34"},
		},
		{
			Name: "pe_ruc", Entity: "PE_RUC", Locale: "PE", Class: Context, Bits: 8, LabelBits: 10,
			forms: []string{"99 99999999 9"}, Validate: validPeruRUC, checked: true, Canonical: digitsOf,
			Labels:    []string{"ruc", "r u c", "rucs", "ruc no", "ruc nº", "registro único de contribuyentes", "registro unico de contribuyentes"},
			Guarantee: "X",
			Authority: "SUNAT, Decreto Legislativo 943: 10, 15, 16, 17 or 20, a number, modulus 11 with weights 5 to 2 and 7 to 2",
			Match:     []string{"RUC «20512333797»", "ruc: «20-51233379-7»"},
			NoMatch:   []string{"RUC 20512333798", "RUC 30512333797", "id 20512333797"},
		},
		{
			Name: "ec_ci", Entity: "EC_CEDULA", Locale: "EC", Class: Context, Bits: 7, LabelBits: 10,
			forms: []string{"999999999 9", "999999999 9 999", "9999999999999"}, Validate: validEcuador, Canonical: digitsOf,
			Labels:    []string{"cédula", "cedula", "cédula de identidad", "cedula de identidad", "cédula de ciudadanía", "cedula de ciudadania", "ruc", "ruc no", "registro único de contribuyentes"},
			Guarantee: "X",
			Authority: "Registro Civil, Ley Orgánica de Gestión de la Identidad: province 01 to 24 or 30, a third digit below 6, weights 2 and 1, modulus 10; 001 makes it a RUC",
			Match:     []string{"cédula «171430710-3»", "RUC «1714307103001»", "cedula: «1714307103»"},
			NoMatch:   []string{"ruc 1714307104001", "ruc 9914307103001", "factura 1714307103"},
		},
		{
			Name: "uy_ci", Entity: "UY_CI", Locale: "UY", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"9 999 999 9"}, Validate: validUruguay, Canonical: digitsOf,
			Labels:    []string{"cédula", "cedula", "cédula de identidad", "cedula de identidad", "documento de identidad", "documento"},
			Authority: "Dirección Nacional de Identificación Civil: weights 2, 9, 8, 7, 6, 3 and 4, modulus 10",
			Match:     []string{"cédula de identidad «1.234.567-2»", "documento «4.598.357-8»"},
			NoMatch:   []string{"C.I. 1.234.567-2", "versión 1.234.567-2"},
		},
		{
			Name: "ve_rif", Entity: "VE_RIF", Locale: "VE", Class: Context, Bits: 7, LabelBits: 10,
			forms: []string{"A 99999999 9", "A 99999999", "A 9999999", "A 99 999 999", "A 9 999 999"}, Validate: validVenezuela, Canonical: canonIBAN,
			Labels:    []string{"rif", "rif no", "cédula", "cedula", "cédula de identidad", "cedula de identidad", "registro de información fiscal", "registro unico de informacion fiscal"},
			Reserved:  []string{`[VEJPG][0-9]04098[0-9]{3}`},
			Guarantee: "X",
			Authority: "SENIAT, Providencia 0073: V, E, J, P or G, eight digits and one by modulus 11; identity cards have V or E and seven or eight digits",
			Match:     []string{"RIF «V-11470283-4»", "rif: «J309331310»", "cédula «V-12.345.678»"},
			NoMatch:   []string{"RIF V-11470283-5", "RIF A-11470283-4", "modelo V-11470283-4"},
		},
		{
			Name: "latin_passport", Entity: "PASSPORT", Class: Context, Bits: 4, LabelBits: 10,
			forms: []string{"AAA999999", "99999999", "A99999999", "999999999", "AA999999", "A9999999", "AA9999999"}, Canonical: canonIBAN,
			Labels:    []string{"pasaporte", "pasaportes", "pasaporte no", "pasaporte nº", "número de pasaporte", "numero de pasaporte", "passaporte", "passaporte nº", "número do passaporte"},
			Authority: "ICAO 9303 leaves the number to the state: Argentina and Spain three letters and six digits, Brazil two and six, Mexico a letter and eight or nine digits, …",
			Match:     []string{"pasaporte «AAB123456»", "Passaporte nº «FX123456»"},
			NoMatch:   []string{"pasaporte 1234567", "modelo AAB123456"},
		},
	})
}

func validCURP(s string) bool {
	v := bareOf(s)
	sum := 0
	for i := range 17 {
		k := int(v[i] - '0')
		if isAlpha(v[i]) {
			if k = int(v[i]-'A') + 10; v[i] > 'N' { // Ñ comes between
				k++
			}
		}
		sum += k * (18 - i)
	}
	if letterIn("HMX", v[10]) < 0 || !isMexicanState(v[11:13]) || !isDay(0, digitsFrom(v, 2, 2), digitsFrom(v, 4, 2)) {
		return false
	}
	return (10-sum%10)%10 == int(v[17]-'0')
}

func isMexicanState(c string) bool {
	const states = "AS BC BS CC CS CH CL CM DF DG GT GR HG JC MC MN MS NT NL OC PL QT QR SP SL SR TC TS TL VZ YN ZS NE MX"
	for i := 0; i < len(states); i += 3 {
		if states[i:i+2] == c {
			return true
		}
	}
	return false
}

// validRFC looks at the day; the 29th of February passes in every year.
func validRFC(s string) bool { return isDay(0, digitsFrom(s, 2, 2), digitsFrom(s, 4, 2)) }

func validCLABE(s string) bool {
	sum := 0
	for i := range 17 {
		sum += digitNo(s, i) * [...]int{3, 7, 1}[i%3] % 10
	}
	return (10-sum%10)%10 == digitNo(s, 17)
}

func validCUIT(s string) bool {
	switch digitsFrom(s, 0, 2) {
	case 20, 23, 24, 25, 26, 27, 30, 33, 34, 50, 51, 55:
		return evenly(s, 2) && taxSum(s)%11 == 0
	}
	return false
}

// taxSum is that of the tax numbers of Argentina and Peru, the check digit included.
func taxSum(s string) int { return weightedSum(s, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1) }

func validPeruRUC(s string) bool {
	switch digitsFrom(s, 0, 2) {
	case 10, 15, 16, 17, 20:
		r := 11 - taxSum(s[:len(s)-1])%11
		return r%10 == digitNo(s, 10)
	}
	return false
}

func validRUT(s string) bool {
	v := bareOf(s)
	sum := 0
	for i := len(v) - 2; i >= 0; i-- {
		sum += int(v[i]-'0') * ((len(v)-2-i)%6 + 2)
	}
	return "0K987654321"[sum%11] == v[len(v)-1]
}

func validNIT(s string) bool {
	return "01987654321"[weightedSum(s, 41, 37, 29, 23, 19, 17, 13, 7, 3)%11]-'0' == byte(digitNo(s, 9))
}

func validEcuador(s string) bool {
	province := digitsFrom(s, 0, 2)
	if !(1 <= province && province <= 24 || province == 30) || countDigits(s) > 10 && digitsFrom(s, 10, 3) == 0 {
		return false
	}
	if digitNo(s, 2) > 5 { // companies: modulus 11 by rules of their own
		return countDigits(s) > 10 && (digitNo(s, 2) == 6 || digitNo(s, 2) == 9)
	}
	sum := 0
	for i := range 9 {
		d := digitNo(s, i) * (2 - i%2)
		if d > 9 {
			d -= 9
		}
		sum += d
	}
	return (10-sum%10)%10 == digitNo(s, 9)
}

func validUruguay(s string) bool {
	return (10-weightedSum(s, 2, 9, 8, 7, 6, 3, 4)%10)%10 == digitNo(s, 7)
}

// validVenezuela computes the check digit of those that have one.
func validVenezuela(s string) bool {
	kind := letterIn("VEJPG", s[0])
	if kind < 0 || countDigits(s) < 9 {
		return kind == 0 || kind == 1
	}
	return elevenOr0(weightedSum(s, 3, 2, 7, 6, 5, 4, 3, 2)+4*(kind+1)) == digitNo(s, 8)
}

package cloak

// Dates of somebody's life: of birth and death, of admission to a hospital and
// discharge. A date alone is nobody's, and most dates are of log lines: it counts
// only directly behind such a label.

var birthLabels = labelList(`dob|date of birth|birth date|birthdate|birthday|d o b|born|born on|birth|day of birth|geboren|geboren am|geb|geb am|geburtsdatum|geburtstag|anniversaire|cumpleaños|compleanno|verjaardag|
	né|née|né le|née le|date de naissance|naissance|nato il|nata il|nato|nata|data di nascita|nascita|fecha de nacimiento|nacido|nacida|nacido el|nacida el|nacimiento|
	data de nascimento|nascido em|nascida em|nascimento|geboortedatum|geboren op|fødselsdato|født|födelsedatum|född|data urodzenia|urodzony|urodzona|syntymäaika|
	bday|birth dt|geburtsdat|születési dátum|születési idő|született|szül|datum narození|narozen|narozena|nar|dátum narodenia|narodený|narodená|datum rođenja|rođen|rođena|datum rojstva|rojen|rojena|
	data nașterii|data nasterii|născut la|născută la|născut la data de|doğum tarihi|doğum|doğumlu|fødselsdag|født den|födelsedag|född den|syntynyt|syntymäpäivä|fæðingardagur|sünniaeg|sünnikuupäev|
	dzimšanas datums|dzimis|dzimusi|gimimo data|gimęs|gimusi|ur|urodz|data ur|data nasc|nasc|fec nac|fecha nac|fecha nacimiento|né à|née à|nascido a|nascida a|
	дата рождения|дата рожд|д р|год рождения|родился|родилась|дата народження|народився|народилася|дата на раждане|роден на|родена на|датум рођења|ημερομηνία γέννησης|ημ γέννησης|γεννήθηκε|
	תאריך לידה|تاريخ الميلاد|تاريخ الولادة|जन्म तिथि|जन्मतिथि|วันเกิด|tanggal lahir|tgl lahir|tarikh lahir|ngày sinh|sinh ngày|生年月日|生年月日は|誕生日|出生日期|出生年月日|出生年月|出生于|생년월일|생일|출생일|
	date of death|died on|deceased|deceased on|death date|dod|gestorben am|verstorben am|sterbedatum|todestag|décédé le|décédée le|date de décès|
	fecha de defunción|fecha de fallecimiento|fallecido el|fallecida el|data di morte|deceduto il|deceduta il|overlijdensdatum|overleden op|data do óbito|
	admission date|date of admission|admitted on|discharge date|date of discharge|discharged on|aufnahmedatum|entlassungsdatum|date d'admission|date de sortie|
	fecha de ingreso|fecha de alta|data di ricovero|data di dimissione|opnamedatum|ontslagdatum`)

func birthDetectors() []Detector {
	return ids([]Detector{
		{
			Name: "date_of_birth", Entity: "DATE_OF_BIRTH", Class: Context, Bits: 6, LabelBits: 10,
			Pattern:   `[0-9]{1,8}|[A-Za-z]{3,12}`,
			Labels:    birthLabels,
			Validate:  validBirth,
			Authority: "HIPAA, 45 CFR 164.514(b)(2)(i)(C): dates directly related to an individual; the calendar of ISO 8601",
			Match: []string{
				"DOB: «14 July 1985»", `{"date_of_birth":"«1985-07-14»"}`, "born on «July 14th, 1985» in", "geboren am «14.07.1985»", "née le «14 juillet 1985»",
				"nato il «14 luglio 1985»", "fecha de nacimiento: «14 de julio de 1985»", "birthday «7/14/85»", "geb. «14. Juli 1985» in Köln", "DOB (dd/mm/yyyy): «14/07/1985»",
				"date of death: «2019-02-28»", "Admission date «03/15/2024»,", "dob=«19850714»", "Date de naissance : «1er mai 1985»", "geboortedatum «14-07-1985»",
				"data de nascimento: «14/07/1985»", "DOB:«1990-01-01»", "born the «14th of July 1985»", "birthDate: \"«1985-07-14T00:00:00Z»\"", "Geburtsdatum: «14. 7. 1985»",
				"born in Madrid on «March 15, 1989»", "D.O.B.: «14/07/1985»", "nata a Roma il «14/07/1985»", "birthday: «14 July»",
				"生年月日：«1984年7月3日»", "出生日期 «1991-03-02»", "생년월일: «1992년 3월 14일»", "ДАТА РОЖДЕНИЯ: «14.07.1985»", "doğum tarihi «14.07.1985»", "NÉE LE «14/02/1991»", "BDAY:«19850714»", "Geburtstag «14. Juli»",
			},
			NoMatch: []string{
				"1985-07-14 10:22:01 INFO started", "DOB: 31 June 1985", "born in 1985", "date 1985-07-14", "birthday party on the 3rd, see 2024-01-03", "DOB missing, updated 2024-01-03",
				"born to run 10.12.2021", "dob 12345", "stillborn 2024-01-03", "created_at: 1985-07-14", "DOB 29/02/1985", "生年月日：1984年13月3日", "発売日 1984年7月3日",
			},
			Gaps: []string{"* 14.07.1985", "DOB: the fourteenth of July"},
			scan: scanBirth,
		},
		{
			Name: "age", Entity: "AGE", Class: Context, OptIn: true, Bits: 4, LabelBits: 10,
			OffFor:  "an age identifies few, and programs have ages, too",
			Pattern: `[0-9]{1,3}`, Labels: []string{"age", "aged", "alter", "âge", "âgé de", "âgée de", "edad", "età", "leeftijd", "idade"},
			Authority: "HIPAA, 45 CFR 164.514(b)(2)(i)(C): ages over 89 identify",
			Match:     []string{"age «42»", "aged «91», of", `{"age":«37»}`, "edad: «42» años", "âge : «42» ans"},
			NoMatch:   []string{"age 420", "max-age 3600", "age of 7.5", "page 42", "aged out 42"},
			Gaps:      []string{"42 years old", "a 42-year-old"},
			scan:      scanAge,
		},
	})
}

// validBirth is for candidates of Pattern.
func validBirth(v string) bool {
	if end, ok := dateEnd(v, 0); ok {
		return end <= len(v)
	}
	end, ok := dayOfYearEnd(v, 0)
	return ok && end == len(v)
}

// scanBirth judges the run at s[i].
func scanBirth(s string, i int) (site, bool) {
	if !idStart(s, i) || !isDigit(s[i]) && dayOrMonth(s, i) == 0 {
		return site{}, false
	}
	end, ok := dateEnd(s, i)
	day, dayOK := 0, false
	if !ok {
		if day, dayOK = dayOfYearEnd(s, i); !dayOK {
			return site{}, false
		}
	}
	var c lead
	yearly := false
	if !c.read(s, i) {
		label, _, _ := c.label(birthLabels, dateWords)
		if label == "" && !c.across(birthLabels) {
			return site{}, false
		}
		yearly = yearlyLabels.has(label)
	}
	if !ok && !yearly {
		return site{}, false
	} else if !ok {
		end = day
	}
	if b := at(s, end); b == 'T' || b == 't' {
		end = timeEnd(s, end)
	}
	if !idEnd(s, end) || at(s, end) == ':' && isDigit(at(s, end+1)) || at(s, end) == '/' && isDigit(at(s, end+1)) {
		return site{}, false
	}
	return site{Span: Span{i, end}, weak: true}, true
}

// yearlyLabels may have a day without its year.
var yearlyLabels = wordSet("birthday geburtstag anniversaire cumpleaños compleanno verjaardag aniversário")

// dayOrMonth is the month whose name stands at s[i], or 0.
func dayOrMonth(s string, i int) int {
	month, _ := monthAt(s, i)
	return month
}

// timeEnd is where the time of day ends that an ISO 8601 date may go on with at s[k].
func timeEnd(s string, k int) int {
	i := k + 1
	if !isDigit(at(s, i)) || !isDigit(at(s, i+1)) || at(s, i+2) != ':' {
		return k
	}
	for n := 0; n < 20 && (isDigit(at(s, i)) || at(s, i) == ':' && isDigit(at(s, i+1)) || at(s, i) == '.' && isDigit(at(s, i+1))); n++ {
		i++
	}
	if b := at(s, i); b == 'Z' || b == 'z' {
		return i + 1
	} else if b == '+' || b == '-' {
		j := i + 1
		for j-i < 6 && (isDigit(at(s, j)) || at(s, j) == ':') {
			j++
		}
		if j-i >= 3 {
			return j
		}
	}
	return i
}

// scanAge judges the run at s[i].
func scanAge(s string, i int) (site, bool) {
	v, n := dateNumber(s, i)
	if n == 0 || n > 3 || v > 125 || !idStart(s, i) || !idEnd(s, i+n) || at(s, i+n) == '%' || at(s, i-1) == '-' {
		return site{}, false
	}
	var c lead
	if !c.read(s, i) {
		if label, _, _ := c.label([]string{"age", "aged", "alter", "âge", "âgé de", "âgée de", "edad", "età", "leeftijd", "idade"}, dateWords); label == "" {
			return site{}, false
		}
	}
	return site{Span: Span{i, i + n}, weak: true}, true
}

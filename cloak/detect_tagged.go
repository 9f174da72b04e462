package cloak

import (
	"slices"
	"strings"
)

// Numbers that a hospital, an insurer, a school, an employer or a bank gives to
// somebody. They have no form in common: the label is all the evidence there is, so
// it must be telling, and stand directly in front.

// A tagged is one kind of such numbers.
type tagged struct {
	name      string
	entity    Entity
	labels    []string // telling whatever comes next
	signs     []string // telling only before '#': "policy #"
	bare      []string // telling only before nine digits or more: "account 4…"
	authority string
	match     []string
	noMatch   []string
	gaps      []string
}

func taggedDetectors() []Detector {
	const own = "no authority: whoever gives the number out decides its form"
	return taggedAll([]tagged{
		{
			name: "medical_record", entity: "MEDICAL_RECORD", authority: "HIPAA, 45 CFR 164.514(b)(2)(i)(H): medical record numbers; " + own,
			labels: labelList(`mrn|medical record|medical record number|medical record no|medical record nr|medical records number|med rec|med rec no|health record number|
				chart number|chart no|patient number|patient no|patient id|patient identifier|hospital number|hospital no|patientennummer|patienten nr|patienten id|fallnummer|
				dossier médical|numéro de dossier médical|numéro patient|numéro de patient|historia clínica|número de historia clínica|número de paciente|cartella clinica|
				numero paziente|patiëntnummer|patientnummer|patientennr|patientnr|patient mrn|ipp|nhc|n° ipp|fallnr|número de expediente clínico|nº historia clínica|karta pacjenta|numer pacjenta|número do paciente|prontuário`),
			signs:   []string{"patient", "chart", "hospital"},
			match:   []string{"MRN: «C4471920»", `{"medical_record_number":"«00482137»"}`, "Patient ID «PT-20481», seen today", "mrn is «448-19-20»", "Chart #«88213»"},
			noMatch: []string{"mrn lookup of 48213 rows", "patient_id=482137", "medical record from 2024", "MRN: unknown", "medical records 2024-01-03", "patient 12345"},
			gaps:    []string{"MRN four four seven one", "the patient's number, which is 48213"},
		},
		{
			name: "medical_license", entity: "MEDICAL_LICENSE", authority: own,
			labels:  labelList(`medical license|medical license number|medical license no|medical licence|medical licence number|physician license|physician license number|nursing license|nursing license number|gmc number|gmc no`),
			match:   []string{"a medical license number «MED-773456» was", "GMC No. «7448213»"},
			noMatch: []string{"medical license of 48213 doctors", "license number 48213"},
		},
		{
			name: "policy_number", entity: "POLICY_NUMBER", authority: "HIPAA, 45 CFR 164.514(b)(2)(i)(I): health plan beneficiary numbers; " + own,
			labels: labelList(`policy number|policy no|policy nr|policy id|insurance number|insurance no|insurance id|insurance policy|insurance policy number|insured id|subscriber id|health plan beneficiary number|health plan beneficiary|beneficiary number|beneficiary id|
				subscriber number|group policy number|versicherungsnummer|versicherungs nr|versichertennummer|versicherten nr|policennummer|policen nr|
				versicherungsscheinnummer|versicherungsscheinnr|versicherungsschein nr|vertrags nr|versicherungsnr|versichertennr|policennr|vertragsnummer|vertragsnr|contrat n°|n° de contrat|n° de police|nº de póliza|n° polizza|polisnr|nr polisy|försäkringsnr|forsikringsnummer|numéro de police|numéro d'assuré|numéro de contrat|police n°|número de póliza|póliza|poliza|numero di polizza|polizza|polisnummer|
				número da apólice|apólice|numer polisy|försäkringsnummer`),
			signs:   []string{"policy", "insurance", "subscriber"},
			match:   []string{"Policy No. «POL-2024-88213»", "policy number «447 192 0883»", "Policy number: «HX 4471829»", "contrat n° «AX-4471829»", "Versichertennummer: «A123456780»", `{"policyNumber":"«HX4471920»"}`, "Policy #: «HO-3381920»"},
			noMatch: []string{"policy 12345", "policy_id: 48213", "policy no longer applies to 12345", "retention policy number of days 30"},
		},
		{
			name: "claim_number", entity: "CLAIM_NUMBER", authority: own,
			labels:  labelList(`claim number|claim no|claim nr|claim id|claim reference|claims number|schadennummer|schaden nr|schadennr|sinistre n°|n° de sinistre|nº de siniestro|nr szkody|numéro de sinistre|número de siniestro|numero sinistro|schadenummer`),
			signs:   []string{"claim"},
			match:   []string{"Claim Number: «CLM-448213»", "re claim no «20481337»", "Claim #«A-99-48213»"},
			noMatch: []string{"claim_id=48213", "claims 48213 rows", "the claim that 12345", "claim no more than 50000"},
		},
		{
			name: "member_id", entity: "MEMBER_ID", authority: own,
			labels: labelList(`member id|member number|member no|member nr|membership number|membership id|membership no|mitgliedsnummer|mitglieds nr|mitgliedsnr|n° d'adhérent|nº de socio|nº socio|lidnr|medlemsnr|numer członkowski|numéro d'adhérent|numéro de membre|
				número de socio|número de afiliado|numero di socio|numero tessera|lidnummer|lidmaatschapsnummer|loyalty number|frequent flyer number|frequent flyer|medlemsnummer|número de sócio`),
			signs:   []string{"member", "membership"},
			match:   []string{"Member ID: «XYZ123456789»", "membership number «88213004»", "Mitgliedsnummer «M-448213»", "Mitgliedsnr.: «4471829»"},
			noMatch: []string{"member 12", "member_id=448213", "member id 42", "memberId: 448213", "member number 3 of 12000"},
		},
		{
			name: "employee_id", entity: "EMPLOYEE_ID", authority: own,
			labels: labelList(`employee id|employee number|employee no|employee nr|employee code|staff id|staff number|staff no|personnel number|personnel no|payroll number|payroll id|
				badge number|badge no|worker id|personalnummer|personal nr|personalnr|mitarbeiternummer|mitarbeiter nr|mitarbeiternr|emp id|emp no|emp nr|emp code|emp number|employee num|matricule salarié|matricule employé|n° de matricule|nº de empleado|numer pracownika|nr pracownika|matricule|numéro d'employé|numéro de salarié|número de empleado|
				numero di matricola|matricola|personeelsnummer|werknemersnummer|medarbejdernummer|anställningsnummer|número de funcionário`),
			signs:   []string{"employee", "badge", "staff"},
			match:   []string{"Employee ID: «E-104822»", "employee number «104822»", "Personalnummer «00048213»", "Matricule salarié «104471»", "empId: «EMP-00123»", `{"employeeId":"«EMP00123»"}`},
			noMatch: []string{"employee_id: 104822", "employee 104822", "employees 12000", "employee id 42"},
		},
		{
			name: "student_id", entity: "STUDENT_ID", authority: "FERPA, 34 CFR 99.3: a student number is personally identifiable information; " + own,
			labels: labelList(`student id|student number|student no|student nr|pupil number|enrolment number|enrollment number|roll number|roll no|matriculation number|matrikelnummer|matrikelnr|n° étudiant|n° d'étudiant|nº de alumno|nr albumu|studentnr|
				matrikel nr|numéro d'étudiant|numéro étudiant|número de estudiante|número de alumno|numero di matricola studente|studentnummer|studienummer|número de aluno|numer albumu`),
			signs:   []string{"student", "pupil"},
			match:   []string{"Student ID «S20481337»", "student number: «448213»", "Matrikelnummer «03661234»"},
			noMatch: []string{"student_id=448213", "student 448213", "roll no 3"},
		},
		{
			name: "customer_id", entity: "CUSTOMER_ID", authority: own,
			labels: labelList(`customer id|customer number|customer no|customer nr|client number|client no|kundennummer|kunden nr|kundennr|n° client|n° de client|nº de cliente|nº cliente|klantnr|kundenr|nr klienta|numéro client|numéro de client|número de cliente|
				numero cliente|codice cliente|klantnummer|kundenummer|kundnummer|número do cliente|numer klienta`),
			signs:   []string{"customer"},
			match:   []string{"Customer ID: «C-1048213»", "Kundennummer: «4471920»", "Kundennr. «4471829»", "customer number «20481337»"},
			noMatch: []string{"customer_id: 42", "customer_id: 1048213", "customer 1048213", "customers 12000", `"customerId":1048213`, "client_id=104822"},
		},
		{
			name: "account_number", entity: "ACCOUNT_NUMBER", authority: "HIPAA, 45 CFR 164.514(b)(2)(i)(J): account numbers; " + own,
			labels: labelList(`account number|account no|account nr|acct|acct number|acct no|acct nr|bank account|bank account number|checking account|savings account|checking acct|savings acct|
				loan number|loan no|loan id|loan account|mortgage number|brokerage account|kontonummer|konto nr|kontonr|darlehensnummer|numéro de compte|compte bancaire|
				número de cuenta|cuenta bancaria|numero di conto|conto corrente|rekeningnummer|kontonummer|número da conta|conta bancária|numer konta|numer rachunku|konto nummer`),
			signs:   []string{"loan"},
			bare:    []string{"account", "acc"},
			match:   []string{"account number «4471920883»", "account «4471920883»", "Acct #: «00048213»", "BSB 062-471 Acc «10471829»", "Kontonummer «0532013000»", `{"accountNumber":"«4471920883»"}`, "Loan No. «LN-448213»"},
			noMatch: []string{"account_id=123456", "account 123456", "account number of retries 12345", "accounts 12345", "account number 1234", "acc=10471829", "acc 447182", "account 123456789012", "account=4471920883"},
		},
		{
			name: "case_file", entity: "CASE_FILE", authority: own,
			labels: labelList(`case file|case file number|case file no|file number|case reference|aktenzeichen|geschäftszeichen|numéro de dossier|dossier n°|número de expediente|expediente|
				numero di pratica|pratica|dossiernummer|zaaknummer|docket number|police report number|incident report number`),
			match:   []string{"Case file «CF-448213»", "Aktenzeichen: «448213/21»", "file number «20481337»"},
			noMatch: []string{"case file 42", "file 20481337", "file number of bytes 20481337"},
		},
	})
}

// taggedAll makes detectors of kinds.
func taggedAll(kinds []tagged) []Detector {
	var ds []Detector
	for _, k := range kinds {
		ds = append(ds, Detector{
			Name: k.name, Entity: k.entity, Class: Context, Bits: taggedBits, LabelBits: 10,
			Pattern: taggedPattern, Validate: validTagged, Canonical: foldSeparators,
			Labels: slices.Concat(k.labels, k.signs, k.bare), Authority: k.authority, Match: k.match, NoMatch: k.noMatch, Gaps: k.gaps,
			gate: digitSoon, scan: k.scan,
		})
	}
	return ids(ds)
}

// digitSoon reports whether a digit stands in the run at s[i], or in one that a sign joins
// to it, or one blank.
func digitSoon(s string, i int) bool {
	const far = 3*mostTagged + 3
	blanks := 0
	for k := i; k < len(s) && k-i < far; k++ {
		switch b := s[k]; {
		case isDigit(b):
			return true
		case isAlpha(b) || b == '-' || b == '/' || b == '.':
		case b == ' ':
			if blanks++; blanks > 1 {
				return false
			}
		default:
			return false
		}
	}
	return false
}

// labelList splits labels at '|' and trims them. An apostrophe separates words,
// and a degree sign is none of them: police n°.
func labelList(s string) []string {
	all := strings.Split(strings.NewReplacer("'", " ", "°", "").Replace(s), "|")
	for i := range all {
		all[i] = strings.TrimSpace(all[i])
	}
	return all
}

const (
	taggedBits    = 4
	taggedPattern = `[0-9A-Za-z]{1,16}(?:[-/.][0-9A-Za-z]{1,16}| [0-9]{2,12}){0,5}`
	leastTagged   = 5
	mostTagged    = 16
)

// scan judges the run at s[i]: a number of this kind if its label is directly in front.
func (k *tagged) scan(s string, i int) (site, bool) {
	end := 0
	if idStart(s, i) {
		end = taggedEnd(s, i)
	}
	if end == 0 { // most words are none
		return site{}, false
	}
	var c lead
	none := c.read(s, i)
	// A key of a program, account_id, has what a program counts with. Of a text that
	// is all value the key is not known here.
	least := leastTagged
	if none {
		least = 7
	} else if label, from, to := c.label(k.labels, numberWords); label == "" {
		if label, _, _ = c.label(k.bare, nil); label != "" {
			if least = 9; label == "acc" { // of Australia, eight
				least = 8
			}
			if at(s, i-1) != ' ' { // account=, "account":"
				return site{}, false
			}
			if !isAllDigits(s[i:end]) || end-i == len("123456789012") {
				return site{}, false
			}
		} else if !k.signed(&c) {
			return site{}, false
		}
	} else if strings.HasSuffix(label, " id") && !strings.ContainsAny(s[from:to], " \t") {
		least = mostTagged + 1
	}
	if countDigits(s[i:end]) < least && digitsAlone(s[i:end]) {
		return site{}, false
	}
	return site{Span: Span{i, end}, weak: true}, true
}

// digitsAlone reports whether v has no letters.
func digitsAlone(v string) bool {
	for i := range len(v) {
		if isAlpha(v[i]) {
			return false
		}
	}
	return true
}

// signed reports whether one of the words that need a '#' stands there with one.
func (k *tagged) signed(c *lead) bool {
	for end := c.n; end > 3; end-- {
		if c.buf[end-1] == '#' {
			return c.endsWith(end-1, k.signs)
		}
		if c.buf[end-1] != ' ' {
			return false
		}
	}
	return false
}

// endsWith reports whether the first n bytes end with one of words and a blank.
func (c *lead) endsWith(n int, words []string) bool {
	for _, w := range words {
		k := n - 1 - len(w)
		if k > 0 && c.buf[n-1] == ' ' && c.buf[k-1] == ' ' && string(c.buf[k:n-1]) == w {
			return true
		}
	}
	return false
}

// taggedEnd is where the number ends that begins at s[i]; 0 if there is none. It is
// letters and digits in groups, joined by one of "-/.", or digits joined by blanks.
func taggedEnd(s string, i int) int {
	end, n, digits, series := i, 0, true, false
	for groups := 0; groups < 6; groups++ {
		k := end
		if groups > 0 {
			k++
		}
		from := k
		for isAlnum(at(s, k)) && k-from <= mostTagged {
			k++
		}
		if k == from {
			break
		}
		all := isAllDigits(s[from:k])
		if groups > 0 {
			switch sep := s[from-1]; {
			case sep == '-', sep == '/':
			case sep == '.' && k-from >= 3:
			case sep == ' ' && groups == 1 && series && all && k-from >= 5 && !isWord(at(s, k)):
				digits = true // HX 4471829
			case sep == ' ' && digits && all && k-from >= 2 && k-from <= 4 && n <= 4*groups && !isWord(at(s, k)) && n+k-from <= mostTagged:
			default:
				k = end
			}
			if k == end {
				break
			}
		}
		digits = digits && all
		n += k - from
		end = k
		series = groups == 0 && isSeries(s[from:k])
	}
	if n < leastTagged || n > mostTagged || !idEnd(s, end) || at(s, end) == ':' && isDigit(at(s, end+1)) || at(s, end) == '%' || at(s, end) == '(' {
		return 0
	}
	if v := s[i:end]; !validTagged(v) {
		return 0
	}
	return end
}

// isSeries reports whether v is one to four capitals, which stand in front of a number
// with a blank, and no small word between a label and its number.
func isSeries(v string) bool {
	for i := range len(v) {
		if !isUpper(v[i]) {
			return false
		}
	}
	return len(v) <= 4 && !numberWords.has(fold(v)) && !isLink(v)
}

// validTagged tells numbers from words, dates and hexadecimal addresses.
func validTagged(v string) bool {
	digits, lowers := countDigits(v), 0
	for i := range len(v) {
		if isLower(v[i]) {
			lowers++
		}
	}
	if digits < 2 || digits < 3 && lowers > 0 || hasFold(v, "0x") || sameDigit(v) && isAllDigits(v) {
		return false
	}
	end, date := dateEnd(v, 0)
	return !date || end < len(v)
}

// foldSeparators leaves letters, in one case, and digits.
func foldSeparators(v string) string {
	b := make([]byte, 0, len(v))
	for i := range len(v) {
		if isAlnum(v[i]) {
			b = append(b, lower(v[i]))
		}
	}
	return string(b)
}

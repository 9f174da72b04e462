package main

// Some labels are wrong on their face. Such a case stays counted as the corpus has
// it, and the number of them is printed beside: the table of the corpus says what
// the corpus says, and the reader can subtract.

// disputed reports whether the label of a case is in the table.
func disputed(corpus, id string) bool {
	_, ok := disputedLabels[corpus+"/"+id]
	return ok
}

// disputedLabels says why, by corpus and id.
var disputedLabels = map[string]string{
	"betterleaks/deepgram-api-key#234":               "32 hex digits behind the vendor's name and the word key",
	"betterleaks/elevenlabs-api-key#266":             "the same, behind sk_",
	"betterleaks/elevenlabs-api-key#267":             "48 hex digits behind the vendor's name, the word key and ak_",
	"betterleaks/ollama-api-key#610":                 "32 hex digits behind the vendor's name and the word key",
	"betterleaks/ollama-api-key#611":                 "a key behind the vendor's name and the word key, a sign missing",
	"betterleaks/scalr-api-access-token.1#696":       "a JSON Web Token with a signature",
	"betterleaks/vercel-api-token#897":               "drawn letters and digits behind the vendor's name and the word key",
	"noseyparker/np.generic.9#209":                   "a value of ClearTextPassword",
	"noseyparker/np.generic.10#211":                  "a value of FromEmailPassword",
	"noseyparker/np.gitalk.1#223":                    "a client's secret, of 40 hex digits, with escaped quotes around it",
	"noseyparker/np.jwt.1#326":                       "a value of ClearTextPassword",
	"noseyparker/np.msteams.1#356":                   "a webhook of Office 365, for Jenkins",
	"noseyparker/np.twitter.2#566":                   "a token and its secret in a call of OAuth",
	"kingfisher/kingfisher.twitter.2#1323":           "a token and its secret in a call of OAuth",
	"cloakllm/apikey_pk_02":                          "a publishable key: its vendor wants it in web pages",
	"datafog/ssn-no-dashes":                          "nine digits behind the word legacy: nothing says SSN",
	"presidio-recognizer-cases/iban#651":             "the registry's example for Latvia in another case; its check digits hold",
	"presidio-recognizer-cases/iban#816":             "no IBAN in it, but a telephone number",
	"presidio-recognizer-cases/ip#960":               "no IP address in it, but a MAC address",
	"recognizers-text/Email:4":                       "a mail address, marked as none",
	"recognizers-text/Email:5":                       "a mail address, marked as none",
	"recognizers-text/Email:7":                       "a mail address, marked as none",
	"recognizers-text/Email:18":                      "a mail address, marked as none",
	"recognizers-text/Email:19":                      "a mail address, marked as none",
	"recognizers-text/PhoneNumber:389":               "an SSN; the specification says so",
	"presidio-recognizer-cases/ip#983":               "five octets: no address",
	"presidio-recognizer-cases/de_tax_number#340":    "ELSTER writes thirteen digits with the tax office's four and a 0; no office has these",
	"presidio-recognizer-cases/de_tax_number#341":    "ELSTER writes thirteen digits with the tax office's four and a 0; no office has these",
	"presidio-recognizer-cases/de_tax_number#342":    "ELSTER writes thirteen digits with the tax office's four and a 0; no office has these",
	"presidio-recognizer-cases/de_tax_number#343":    "ELSTER writes thirteen digits with the tax office's four and a 0; no office has these",
	"presidio-recognizer-cases/de_vat_id#360":        "a wrong check digit",
	"presidio-recognizer-cases/de_vat_id#361":        "a wrong check digit",
	"presidio-recognizer-cases/de_vat_id#362":        "a wrong check digit",
	"presidio-recognizer-cases/it_vat_code#1041":     "its first number is 00000000000",
	"presidio-recognizer-cases/kr_frn#1077":          "a resident's number, as the recognizer beside it has it",
	"presidio-recognizer-cases/kr_frn#1078":          "a resident's number, as the recognizer beside it has it",
	"presidio-recognizer-cases/kr_rrn#1127":          "a foreigner's number, as the recognizer beside it has it",
	"presidio-recognizer-cases/kr_rrn#1128":          "a foreigner's number, as the recognizer beside it has it",
	"presidio-recognizer-cases/tr_phone_number#1447": "a plate, as the recognizer beside it has it",
}

// leakyThere is how many lines with a secret are in a file of leaky-repo for which
// its list has more, counted by hand.
var leakyThere = map[string]int{
	"web/var/www/.env":            4, // 6 listed: APP_KEY and three passwords
	"deployment-config.json":      1, // 3: one password
	".ftpconfig":                  2, // 3: a password and a passphrase
	".esmtprc":                    1, // 2: one password
	"filezilla/filezilla.xml":     1, // 2: one <Pass>
	"filezilla/recentservers.xml": 2, // 3: two of them
}

// disputedValue reports whether a labelled value cannot be what its label says.
func disputedValue(label, value string) bool {
	d := digitsOf(value)
	switch kindOf(label) {
	case cardKind:
		return !luhn(d) // no scheme issues one without a check digit
	case phoneKind:
		// NANPA: area code 555 is not assigned, and none begins with 1.
		return len(d) == 10 && d[:3] == "555" || d == "1234567890"
	}
	return false
}

// luhn is ISO/IEC 7812-1, annex B.
func luhn(digits string) bool {
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return len(digits) > 0 && sum%10 == 0
}

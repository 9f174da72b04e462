package main

import (
	"slices"
	"strings"
	"unicode"
)

// weigh says of each positive what evidence there is that it is one. Many are a
// bare value with nothing to tell it from another number, which its own test
// gives a score of 0.05. So those with evidence are counted apart. Evidence is one of:
//   - a validator: the file tests one on its own, or its positives have the score
//     1 that Presidio gives to a passed checksum, or, in a file that tells no
//     scores, a positive and a negative have the same shape, so that only a
//     checksum can tell them apart;
//   - a label in front of the value, on its line: a word of the recognizer's name
//     or one of the words of labelWords;
//   - a score of 0.5 or more in the case itself.
//
// What a model of language finds, dates, whole URLs and postcodes without a label
// are not looked for.
func (cs recognizers) weigh() {
	best := map[string]float64{} // score of the positives of a file
	tested := map[string]bool{}  // files that test a validator
	tells := map[string]bool{}   // files that tell scores
	twins := cs.twins()
	for _, c := range cs {
		tested[c.file] = tested[c.file] || c.unit
		tells[c.file] = tells[c.file] || c.score > 0
		if c.positive {
			best[c.file] = max(best[c.file], c.score)
		}
	}
	for i := range cs {
		c := &cs[i]
		left := notLookedFor(c.file)
		switch {
		case !c.positive:
		case left != "" && (left != postcode || !c.labelled()):
			c.kind = left
		case left == "" && (tested[c.file] || best[c.file] == 1 || twins[c.file] && !tells[c.file]):
			c.evidence = "validator"
		case c.labelled():
			c.evidence = "label"
		case c.score >= 0.5:
			c.evidence = "score"
		default:
			c.kind = c.shapeKind()
		}
	}
}

const postcode = "a postcode"

// twins are the files with a positive and a negative of one shape, values alone.
func (cs recognizers) twins() map[string]bool {
	shapes := map[string]map[bool]bool{}
	for _, c := range cs {
		if c.positive && (len(c.gold) != 1 || c.gold[0].end-c.gold[0].start != len(c.text)) {
			continue
		}
		key := c.file + " " + shape(c.text)
		if shapes[key] == nil {
			shapes[key] = map[bool]bool{}
		}
		shapes[key][c.positive] = true
	}
	files := map[string]bool{}
	for key, has := range shapes {
		if has[true] && has[false] {
			file, _, _ := strings.Cut(key, " ")
			files[file] = true
		}
	}
	return files
}

// shape is a text with 9 for each digit and a for each letter.
func shape(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsDigit(r):
			return '9'
		case unicode.IsUpper(r):
			return 'A'
		case unicode.IsLetter(r):
			return 'a'
		}
		return r
	}, s)
}

// notLookedFor names what we leave whatever its score.
func notLookedFor(file string) string {
	switch {
	case strings.Contains(file, "spacy"), strings.Contains(file, "stanza"), strings.Contains(file, "transformers"),
		strings.Contains(file, "huggingface"), strings.Contains(file, "gliner"):
		return "names and dates of a language model"
	case file == "date":
		return "a date that is nobody's birth"
	case file == "url":
		return "a whole URL"
	case strings.Contains(file, "postcode"), strings.Contains(file, "plz"):
		return postcode // unless it has a label
	}
	return ""
}

// labelWords are words that the cases have in front of a value to say what it is.
var labelWords = strings.Fields(`number no nr num id code card licence license passport plate registration account routing tax tin ssn sin
	social security phone mobile tel telefon cell call contact kimlik plaka numarası vergi mail email address ip mac pesel nif nie dni
	steuernummer steuer-id st.-nr steuernr ust-idnr ust-id vat personnummer pan aadhaar gstin voter nin uen fin nric medicare mbi npi itin
	iban plz postleitzahl hrb hra führerschein kennzeichen personalausweis reisepass ausweis versicherungsnummer lanr bsnr`)

// labelled reports whether one of these words, or one of the recognizer's own
// name, stands in front of the first value, on its line.
func (c *recognizerCase) labelled() bool {
	before := c.text[:c.gold[0].start]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	own := strings.Split(c.file, "_")
	for _, w := range strings.FieldsFunc(strings.ToLower(before), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && r != '-' && r != '.'
	}) {
		w = strings.Trim(w, "-.")
		if len(w) > 1 && (slices.Contains(labelWords, w) || slices.Contains(own[1:], w)) {
			return true
		}
	}
	return strings.IndexFunc(before, func(r rune) bool { return r > 0x2ff && unicode.IsLetter(r) }) >= 0 // Thai, Korean: nothing but the label
}

// why says more of a validator: alone, with bare digits, it is 3 to 7 bits.
func (c *recognizerCase) why() string {
	switch {
	case c.evidence != "validator":
		return c.evidence
	case c.labelled():
		return "validator and label"
	}
	return "validator, " + madeOf(c.gold[0].of(c.text))
}

// shapeKind says what a value without evidence is made of.
func (c *recognizerCase) shapeKind() string {
	value := c.gold[0].of(c.text)
	switch {
	case strings.Contains(c.file, "plate"), strings.Contains(c.file, "vehicle"), strings.Contains(c.file, "kfz"):
		return "a plate"
	case strings.Contains(c.file, "phone"), strings.Contains(c.file, "mobile"):
		return "a phone number, no label"
	}
	return madeOf(value)
}

func madeOf(value string) string {
	switch {
	case strings.Trim(value, "0123456789") == "":
		return "digits alone"
	case strings.Trim(value, "0123456789-./ ") == "":
		return "digits in groups"
	}
	return "letters and digits"
}

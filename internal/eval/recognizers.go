package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// presidio-recognizer-cases: the parameters of the tests of 80 recognizers. A
// positive is right when every span it names is replaced, and no letter or digit
// beside it; a negative, when nothing is reported.
//
// Many of the positives are a bare value with nothing to tell it from another
// number, which its own test gives a score of 0.05. So those with evidence are
// counted apart. Evidence is one of:
//   - a validator: the file tests one on its own, or its positives have the score
//     1 that Presidio gives to a passed checksum, or a positive and a negative
//     have the same shape, so that only a checksum can tell them apart;
//   - a label in front of the value, on its line: a word of the recognizer's name
//     or one of the words of labelWords;
//   - a score of 0.5 or more in the case itself.
//
// What a model of language finds, dates and whole URLs are not looked for.
type recognizers []recognizerCase

type recognizerCase struct {
	file, text string
	gold       []span
	positive   bool
	evidence   string // why it should be found; "" for none
	kind       string // of what it is, when there is none
}

// recognizerFields are the fields that the tests have, in all their spellings.
type recognizerFields struct {
	Text      *string
	IBAN      *string
	Number    *string
	IDNumber  *string `json:"id_number"`
	GSTIN     *string
	PAN       *string
	PESEL     *string
	Expected  any
	Len       int      `json:"expected_len"`
	Positions [][]int  `json:"expected_positions"`
	Res       [][]int  `json:"expected_res"`
	Position  any      `json:"expected_position"`
	Start     *int     `json:"expected_start"`
	End       *int     `json:"expected_end"`
	Ranges    [][]any  `json:"expected_score_ranges"`
	Score     any      `json:"expected_score"`
	Score2    any      `json:"score"`
	DenyList  []string `json:"deny_list"`
}

func (f *recognizerFields) text() (text string, unit bool) {
	for _, s := range []*string{f.IBAN, f.Number, f.IDNumber, f.GSTIN, f.PAN, f.PESEL} {
		if s != nil {
			return *s, s != f.IBAN
		}
	}
	if f.Text != nil {
		return *f.Text, false
	}
	return "", false
}

// score is the lowest score that a case asks of any of its spans.
func (f *recognizerFields) score() float64 {
	number := func(v any) float64 {
		switch v := v.(type) {
		case float64:
			return v
		case string: // "max"
			return 1
		}
		return 0
	}
	if len(f.Ranges) > 0 {
		low := 1.0
		for _, r := range f.Ranges {
			if len(r) > 0 {
				low = min(low, number(r[0]))
			}
		}
		return low
	}
	return max(number(f.Score), number(f.Score2))
}

// spans are where the value is: all of the text when the case does not say.
func (f *recognizerFields) spans(text string) (gold []span, err error) {
	where := append(f.Positions, f.Res...)
	if p, ok := f.Position.([]any); ok && len(p) == 2 && f.Len > 0 {
		where = append(where, []int{int(p[0].(float64)), int(p[1].(float64))})
	}
	if f.Start != nil && f.End != nil {
		where = append(where, []int{*f.Start, *f.End})
	}
	for _, w := range where {
		if len(w) != 2 {
			return nil, fmt.Errorf("a span of %d numbers", len(w))
		}
		if s, ok := fromRunes(text, w[0], w[1]); ok {
			gold = append(gold, s)
		}
	}
	return gold, nil
}

func loadRecognizers(dir string) (corpus, error) {
	type line struct {
		File   string
		Fields json.RawMessage
	}
	lines, err := jsonLines[line](filepath.Join(dir, "cases.jsonl"))
	if err != nil {
		return nil, err
	}
	var cs recognizers
	scores := map[string]float64{} // of the best positive of a file
	validated := map[string]bool{}
	scored := make([]float64, 0, len(lines))
	for i, l := range lines {
		var f recognizerFields
		if err := json.Unmarshal(l.Fields, &f); err != nil {
			return nil, fmt.Errorf("case %d: %w", i, err)
		}
		text, unit := f.text()
		if expected, isText := f.Expected.(string); isText && expected != "" || text == "" || f.DenyList != nil {
			continue // a helper's test, nothing to find, or a list of the user's own
		}
		c := recognizerCase{file: strings.TrimSuffix(strings.TrimPrefix(l.File, "test_"), "_recognizer.py"), text: text}
		c.positive = f.Len > 0 || len(f.Positions) > 0 && f.Expected == nil || f.Expected == true
		if unit && f.Expected == nil {
			continue // the validator itself says that it cannot tell
		}
		validated[c.file] = validated[c.file] || unit || f.IBAN != nil
		if c.positive {
			scores[c.file] = max(scores[c.file], f.score())
			if c.gold, err = f.spans(text); err != nil {
				return nil, fmt.Errorf("case %d: %w", i, err)
			}
			if len(c.gold) == 0 {
				c.gold = []span{{0, len(text), ""}}
			}
			for k := range c.gold {
				c.gold[k].label = c.file
			}
		}
		cs = append(cs, c)
		scored = append(scored, f.score())
	}
	twins := cs.twins()
	for i := range cs {
		c := &cs[i]
		if !c.positive {
			continue
		}
		switch {
		case notLookedFor(c.file) != "":
			c.kind = notLookedFor(c.file)
		case validated[c.file] || scores[c.file] == 1 || twins[c.file]:
			c.evidence = "validator"
		case c.labelled():
			c.evidence = "label"
		case scored[i] >= 0.5:
			c.evidence = "score"
		default:
			c.kind = c.shapeKind()
		}
	}
	return cs, nil
}

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

// shapeKind says what a value without evidence is made of.
func (c *recognizerCase) shapeKind() string {
	value := c.gold[0].of(c.text)
	switch {
	case strings.Contains(c.file, "plate"), strings.Contains(c.file, "vehicle"), strings.Contains(c.file, "kfz"):
		return "a plate"
	case strings.Contains(c.file, "postcode"), strings.Contains(c.file, "plz"):
		return "a postcode"
	case strings.Contains(c.file, "phone"), strings.Contains(c.file, "mobile"):
		return "a national phone number, no label"
	case strings.Trim(value, "0123456789") == "":
		return "digits alone"
	case strings.Trim(value, "0123456789-./ ") == "":
		return "digits in groups"
	}
	return "letters and digits"
}

func (cs recognizers) texts() (all []string) {
	for _, c := range cs {
		all = append(all, c.text)
	}
	return all
}

// right judges a case: every span replaced, nothing beside; reserved ones left.
func (c *recognizerCase) right(r *report, fs []found) bool {
	if !c.positive {
		return len(fs) == 0
	}
	ok := true
	for _, g := range c.gold {
		in, _ := covered(c.text, g, fs)
		if reserved(kindOf(reservedLabel(c.file)), g.of(c.text)) {
			r.Reserved.add(in == 0)
			ok = ok && in == 0
			continue
		}
		ok = ok && whole(c.text, c.core(g), fs)
	}
	for _, f := range fs {
		s := span{start: f.start, end: f.end}
		for _, g := range c.gold {
			if touches(f, g) {
				ok = ok && f.start >= g.start-1 && countAlnum(c.text[min(s.end, max(g.end, s.start)):s.end]) == 0
			}
		}
	}
	return ok
}

// core is what of a span must go. A first word of letters that says what a number
// is (DE, HRB) may stay, and of an address its prefix length and zone: the model
// needs them.
func (c *recognizerCase) core(s span) span {
	if c.file == "ip" {
		if at := strings.IndexAny(s.of(c.text), "/%"); at > 0 {
			s.end = s.start + at
		}
		return s
	}
	first, rest, ok := strings.Cut(s.of(c.text), " ")
	if ok && strings.IndexFunc(first, func(r rune) bool { return !unicode.IsLetter(r) }) < 0 && countAlnum(rest) > 3 {
		s.start += len(first)
	}
	return s
}

func countAlnum(s string) (n int) {
	for _, r := range s {
		if alnum(r) {
			n++
		}
	}
	return n
}

// reservedLabel is the kind of value that a recognizer is about.
func reservedLabel(file string) string {
	switch {
	case strings.Contains(file, "phone"), strings.Contains(file, "mobile"):
		return "PHONE"
	case file == "us_ssn":
		return "SSN"
	case file == "credit_card":
		return "CARD"
	}
	return file
}

func (cs recognizers) score(r *report, as []answer) {
	type group struct{ evidence, rest, negatives ratio }
	files, countries := map[string]*group{}, map[string]*group{}
	kinds, whys := map[string]*ratio{}, map[string]*ratio{}
	all := group{}
	for i := range cs {
		c := &cs[i]
		ok := c.right(r, as[i].found)
		if files[c.file] == nil {
			files[c.file] = &group{}
		}
		if countries[c.country()] == nil {
			countries[c.country()] = &group{}
		}
		for _, g := range []*group{files[c.file], countries[c.country()], &all} {
			switch {
			case !c.positive:
				g.negatives.add(ok)
			case c.evidence != "":
				g.evidence.add(ok)
			default:
				g.rest.add(ok)
			}
		}
		switch {
		case !c.positive:
		case c.evidence != "":
			tallyIn(whys, c.evidence, ok)
		default:
			tallyIn(kinds, c.kind, ok)
		}
		if !ok {
			why := "negative reported"
			if c.positive {
				why = "not found as it is (" + c.evidence + c.kind + ")"
			}
			r.miss(c.file, fmt.Sprintf("%s#%d", c.file, i), why, excerpt(c.text)+" -> "+excerpt(as[i].out))
		}
	}
	head := []string{"positives with evidence", "other positives", "negatives silent"}
	t := table{Title: "all", Head: head, Note: "evidence: a validator, a label in front, or a score of 0.5 in the case's own test"}
	t.row("cases right", all.evidence, all.rest, all.negatives)
	why := table{Title: "with evidence, by what it is", Head: []string{"right"}}
	for _, k := range sorted(whys) {
		why.row(k, *whys[k])
	}
	rest := table{Title: "without evidence, by kind", Head: []string{"found all the same"}, Note: "nothing tells these from other numbers; most should not be found"}
	for _, k := range sorted(kinds) {
		rest.row(k, *kinds[k])
	}
	by := table{Title: "by country", Head: head}
	for _, k := range sorted(countries) {
		by.row(k, countries[k].evidence, countries[k].rest, countries[k].negatives)
	}
	rec := table{Title: "by recognizer", Head: head}
	for _, k := range sorted(files) {
		rec.row(k, files[k].evidence, files[k].rest, files[k].negatives)
	}
	r.Tables = append(r.Tables, t, why, rest, by, rec)
}

func tallyIn(m map[string]*ratio, key string, ok bool) {
	if m[key] == nil {
		m[key] = &ratio{}
	}
	m[key].add(ok)
}

func (c *recognizerCase) country() string {
	first, _, _ := strings.Cut(c.file, "_")
	switch {
	case first == "aba", c.file == "medical_license", c.file == "certificate_number":
		return "us"
	case len(first) == 2 && first != "ip":
		return first
	}
	return "any"
}

package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"
)

// presidio-recognizer-cases: the parameters of the tests of 80 recognizers. A
// positive is right when every span it names is replaced, and no letter or digit
// beside it; a negative, when nothing is reported.
type recognizers []recognizerCase

type recognizerCase struct {
	file, text string
	gold       []span
	count      int // of values, where it is not said where they are
	positive   bool
	unit       bool    // tests a validator on its own
	score      float64 // the lowest that it asks of a span
	evidence   string  // why it should be found; "" for none
	kind       string  // of what it is, when there is none
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
	for i, l := range lines {
		var f recognizerFields
		if err := json.Unmarshal(l.Fields, &f); err != nil {
			return nil, fmt.Errorf("case %d: %w", i, err)
		}
		text, unit := f.text()
		if expected, isText := f.Expected.(string); isText && expected != "" || text == "" || f.DenyList != nil {
			continue // a helper's test, nothing to find, or a list of the user's own
		}
		c := recognizerCase{
			file: strings.TrimSuffix(strings.TrimPrefix(l.File, "test_"), "_recognizer.py"),
			text: text, unit: unit || f.IBAN != nil, score: f.score(),
		}
		c.positive = f.Len > 0 || len(f.Positions) > 0 && f.Expected == nil || f.Expected == true
		if unit && f.Expected == nil {
			continue // the validator itself says that it cannot tell
		}
		if c.positive {
			if c.gold, err = f.spans(text); err != nil {
				return nil, fmt.Errorf("case %d: %w", i, err)
			}
			if len(c.gold) == 0 {
				c.gold = []span{{0, len(text), ""}}
				if !c.unit {
					c.count = f.Len
				}
			}
			for k := range c.gold {
				c.gold[k].label = c.file
			}
		}
		cs = append(cs, c)
	}
	cs.weigh()
	return cs, nil
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
	if c.count > 0 { // the case says how many there are, and not where
		return len(fs) >= c.count
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
			tallyIn(whys, c.why(), ok)
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
	r.headline("positives with evidence", all.evidence)
	r.headline("negatives silent", all.negatives)
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

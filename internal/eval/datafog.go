package main

import "path/filepath"

// datafog: five files of edge cases, negatives, and labelled text. Characters
// outside of ASCII came to us as question marks.
func loadDatafog(dir string) (corpus, error) {
	type sample struct {
		ID, Input string
		Expected  []struct {
			Type       string
			Start, End int
		} `json:"expected_entities"`
	}
	l := &labelled{
		total: []string{"EMAIL", "PHONE", "SSN", "CREDIT_CARD", "IP_ADDRESS", "DE_IBAN", "DE_VAT_ID", "ADDRESS"},
		aside: "in brackets: names, dates, ZIP codes, not in the total",
	}
	for _, file := range [...]string{"structured_pii", "unstructured_pii", "mixed_pii", "edge_cases", "negative_cases"} {
		all, err := jsonFile[[]sample](filepath.Join(dir, file+".json"))
		if err != nil {
			return nil, err
		}
		for _, s := range all {
			c := labelledCase{id: s.ID, text: s.Input}
			for _, g := range s.Expected {
				if sp, ok := fromRunes(s.Input, g.Start, g.End); ok {
					sp.label = g.Type
					c.gold = append(c.gold, sp)
				}
			}
			l.cases = append(l.cases, c)
		}
	}
	return l, nil
}

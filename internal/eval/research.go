package main

import (
	"fmt"
	"path/filepath"
)

// presidio-research: 1,600 synthetic sentences. The total is about what has a
// shape; names and what belongs to them (titles, ages, nationalities, places,
// organizations), dates and whole domains are aside.
func loadResearch(dir string) (corpus, error) {
	type sentence struct {
		Text  string `json:"full_text"`
		Spans []struct {
			Type  string `json:"entity_type"`
			Start int    `json:"start_position"`
			End   int    `json:"end_position"`
		}
	}
	l := &labelled{
		total: []string{"STREET_ADDRESS", "ADDRESS", "EMAIL_ADDRESS", "PHONE_NUMBER", "CREDIT_CARD", "US_SSN", "IBAN_CODE", "IP_ADDRESS"},
		aside: "in brackets: names and what goes with them, dates, domains, ZIP codes on their own; not in the total",
	}
	for _, file := range [...]string{"synth_dataset_v2.json", "generated_small.json"} {
		all, err := jsonFile[[]sentence](filepath.Join(dir, file))
		if err != nil {
			return nil, err
		}
		for i, s := range all {
			c := labelledCase{id: fmt.Sprintf("%s:%d", file[:5], i), text: s.Text}
			for _, g := range s.Spans {
				sp, ok := fromRunes(s.Text, g.Start, g.End)
				if !ok {
					return nil, fmt.Errorf("%s: sentence %d has a span outside of it", file, i)
				}
				sp.label = g.Type
				c.gold = append(c.gold, sp)
			}
			l.cases = append(l.cases, c)
		}
	}
	return l, nil
}

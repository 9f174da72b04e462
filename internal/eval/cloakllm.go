package main

import (
	"fmt"
	"path/filepath"
)

// cloakllm/corpus.json: a peer's own benchmark. Its names, organizations and
// places are aside.
func loadCloakLLM(dir string) (corpus, error) {
	type file struct {
		Samples []struct {
			ID, Text string
			Entities []struct {
				Start, End int
				Category   string
			}
		}
	}
	f, err := jsonFile[file](filepath.Join(dir, "corpus.json"))
	if err != nil {
		return nil, err
	}
	l := &labelled{
		total: []string{"EMAIL", "PHONE", "SSN", "CREDIT_CARD", "API_KEY", "IP_ADDRESS", "AWS_KEY", "JWT"},
		aside: "in brackets: names, not in the total",
	}
	for _, s := range f.Samples {
		c := labelledCase{id: s.ID, text: s.Text}
		for _, g := range s.Entities {
			sp, ok := fromRunes(s.Text, g.Start, g.End)
			if !ok {
				return nil, fmt.Errorf("%s has a span outside of it", s.ID)
			}
			sp.label = g.Category
			c.gold = append(c.gold, sp)
		}
		l.cases = append(l.cases, c)
	}
	return l, nil
}

package main

import (
	"fmt"
	"path/filepath"
	"strings"
)

// recognizers-text: the specifications of phone numbers, IP and mail addresses,
// with negatives. Its whole URLs and GUIDs are things that we leave, and are not
// read.
func loadRecognizersText(dir string) (corpus, error) {
	type spec struct {
		Input   string
		Results []struct{ Text, TypeName string }
	}
	l := &labelled{total: []string{"phonenumber", "ip", "email"}}
	for _, file := range [...]string{"PhoneNumber", "IpAddress", "Email"} {
		all, err := jsonFile[[]spec](filepath.Join(dir, file+"Model.json"))
		if err != nil {
			return nil, err
		}
		for i, s := range all {
			c := labelledCase{id: fmt.Sprintf("%s:%d", file, i), text: s.Input}
			from := 0
			for _, g := range s.Results {
				if at := strings.Index(s.Input[from:], g.Text); at >= 0 {
					c.gold = append(c.gold, span{from + at, from + at + len(g.Text), g.TypeName})
					from += at + len(g.Text)
				}
			}
			l.cases = append(l.cases, c)
		}
	}
	return l, nil
}

package main

import (
	"fmt"
	"testing"
)

// Two labels and a reserved value: one is found whole, one by a part, and one
// report has no label.
func TestLabelledScore(t *testing.T) {
	text := "mail ana@verleih.de or a@example.com, tel +49 30 1234 5678, ref 8842"
	at := func(s, label string) span {
		for i := range text {
			if i+len(s) <= len(text) && text[i:i+len(s)] == s {
				return span{i, i + len(s), label}
			}
		}
		t.Fatal("not in the text")
		return span{}
	}
	mail, nobodys, tel, ref := at("ana@verleih.de", "EMAIL"), at("a@example.com", "EMAIL"), at("+49 30 1234 5678", "PHONE"), at("8842", "")
	l := &labelled{cases: []labelledCase{{"one", text, []span{mail, nobodys, tel}}}, total: []string{"EMAIL"}}
	r := &report{Corpus: "x"}
	l.score(r, []answer{{out: text, found: []found{
		{mail.start, mail.end, "EMAIL"}, {tel.start + 7, tel.end, "PHONE"}, {ref.start, ref.end, "PHONE"},
	}}})
	got := ""
	for _, tab := range r.Tables {
		for _, row := range tab.Rows {
			got += fmt.Sprintln(append([]any{row.Name}, row.Cells...)...)
		}
	}
	want := `EMAIL 100.0 % (1/1) 100.0 % (1/1) 100.0 % (12/12)
total 100.0 % (1/1) 100.0 % (1/1) 100.0 % (12/12)
(PHONE) 0.0 % (0/1) 100.0 % (1/1) 66.7 % (8/12)
EMAIL 100.0 % (1/1)
PHONE 50.0 % (1/2)
total 66.7 % (2/3)
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if r.Reserved != (ratio{1, 1}) || len(r.Misses) != 2 {
		t.Errorf("reserved %v, %d misses", r.Reserved, len(r.Misses))
	}
}

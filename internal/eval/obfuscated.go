package main

import (
	"fmt"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// obfuscated: what --obfuscated finds besides. Values that are spelled out are written
// by rules of our own, in the ways that people have; what is found in texts that nobody
// has spelled anything in is false, unless it is a mailbox on its face.
func obfuscated(o *ours, sets map[string][]string, order []string) *report {
	r := &report{Corpus: "obfuscated"}
	e, err := cloak.New(cloak.Config{Obfuscated: true})
	if err != nil {
		r.Skipped = err.Error()
		return r
	}
	hears := &ours{e}
	spelt := table{Title: "spelled out", Head: []string{"found whole", "without the flag"}}
	var all ratio
	for _, s := range spellings {
		var with, without ratio
		for _, v := range s.values {
			front, behind := "please write it down: "+s.front, ", thanks"
			text := front + s.spell(v) + behind
			x := found{start: len(front), end: len(text) - len(behind)}
			ok := covers(hears.find(text), x)
			with.add(ok)
			all.add(ok)
			without.add(covers(o.find(text), x))
			if !ok {
				r.miss("spelled out", s.name, "missed", text)
			}
		}
		spelt.row(s.name, with, without)
	}
	more := table{Title: "what else is found", Head: []string{"MB", "found besides", "per MB"}, Note: "beyond what is found without the flag"}
	extra, bytes := 0, 0
	for _, name := range order {
		if name == "repository" { // it is about such texts
			continue
		}
		n, size := 0, 0
		for _, text := range sets[name] {
			size += len(text)
			plain := o.find(text)
			for _, f := range hears.find(text) {
				if !covers(plain, f) {
					n++
					r.miss(name, f.entity, "found besides", around(text, f.start, f.end))
				}
			}
		}
		extra, bytes = extra+n, bytes+size
		more.row(name, fmt.Sprintf("%.1f", float64(size)/megabyte), n, rate{n, float64(size) / megabyte, "MB"})
	}
	r.Tables = append(r.Tables, spelt, more)
	r.headline("spelled out, found whole", all)
	r.headline("found besides in other texts, per MB", rate{extra, float64(bytes) / megabyte, "MB"})
	return r
}

// covers reports whether one of fs holds all of x.
func covers(fs []found, x found) bool {
	for _, f := range fs {
		if f.start <= x.start && x.end <= f.end {
			return true
		}
	}
	return false
}

// A spelling is one way to say values of a kind.
type spelling struct {
	name   string
	values []string
	front  string // the words in front of it
	spell  func(string) string
}

var digitWords = strings.Fields("zero one two three four five six seven eight nine")

// inWords says a number digit by digit, what is no digit by a blank.
func inWords(v string) string {
	var words []string
	for _, c := range v {
		if '0' <= c && c <= '9' {
			words = append(words, digitWords[c-'0'])
		}
	}
	return strings.Join(words, " ")
}

func replaced(pairs ...string) func(string) string { return strings.NewReplacer(pairs...).Replace }

// cloak:allow-begin values to be spelled
var (
	spokenMail  = []string{"anna.roe@halden-freight.eu", "jdoe@corp-mail.io", "marta.k@kowalczyk.pl", "sales@polder-logistics.nl", "k.o.brien@fenwick.co.uk", "info@bergmann.de"}
	spokenPhone = []string{"617-392-4418", "415-628-9047", "212-736-5080"}
	spokenSSN   = []string{"541-78-2936", "219-09-8113", "457-55-5462"}
	spokenCard  = []string{"4539 1488 0343 6467", "5500 0055 5555 5559", "3714 496353 98431"}
	spokenIPv4  = []string{"10.77.3.9", "84.17.52.9", "172.16.254.3"}
	spellings   = []spelling{
		{"name at host dot tld", spokenMail, "", replaced("@", " at ", ".", " dot ")},
		{"name (at) host (dot) tld", spokenMail, "", replaced("@", " (at) ", ".", " (dot) ")},
		{"name[at]host[dot]tld", spokenMail, "", replaced("@", "[at]", ".", "[dot]")},
		{"NAME AT HOST DOT TLD", spokenMail, "", func(v string) string { return strings.ToUpper(replaced("@", " at ", ".", " dot ")(v)) }},
		{"telephone, digits in words", spokenPhone, "phone ", inWords},
		{"SSN, digits in words", spokenSSN, "my social security number is ", inWords},
		{"card, digits in words", spokenCard, "card number ", inWords},
		{"IPv4, dots in words", spokenIPv4, "", replaced(".", " dot ")},
	}
)

// cloak:allow-end

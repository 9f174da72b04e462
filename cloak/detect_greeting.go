package cloak

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A letter begins with whom it is to: a line of its own has a greeting, a name of two
// words or a title and one, and a comma. Names elsewhere are another matter.

// greetings are what a line of a letter begins with, in lower case with the blank behind.
var greetings = []string{
	"hi ", "hello ", "hey ", "dear ", "good morning ", "good afternoon ", "good evening ", "hallo ", "liebe ", "lieber ", "guten tag ", "sehr geehrte ", "sehr geehrter ", "moin ", "servus ",
	"bonjour ", "bonsoir ", "salut ", "cher ", "chère ", "madame ", "monsieur ", "hola ", "estimado ", "estimada ", "querido ", "querida ", "buenos días ", "ciao ", "buongiorno ", "caro ", "cara ",
	"gentile ", "egregio ", "olá ", "prezado ", "prezada ", "caro ", "beste ", "geachte ", "hej ", "kära ", "käre ", "kære ", "kjære ", "hei ", "hyvä ", "cześć ", "szanowny ", "szanowna ", "drogi ", "droga ",
	"dobrý den ", "vážený ", "vážená ", "merhaba ", "sayın ",
}

// greetingTitles may stand between, and make a name of one word.
var greetingTitles = wordSet("mr mr. mrs mrs. ms ms. miss mx mx. dr dr. prof prof. professor sir madam herr frau dr.-ing. m. mme mlle madame monsieur maître señor señora sr sr. sra sra. don doña signor signora sig sig. dott dott. dottoressa senhor senhora meneer mevrouw dhr dhr. mw mw. pan pani pán paní bay bayan sayın herra rouva hr hr. fru")

// greetingParticles are small words of names.
var greetingParticles = wordSet("van von de der den del della di da dos das du la le el al bin ibn ter ten zu zur y e af av")

// notGreeted are those that letters are to and nobody's name.
var notGreeted = wordSet(`world team all everyone everybody there sir sirs madam madams customer customers client clients support service services manager managers hiring recruiter recruiting recruitment
	friend friends folks colleague colleagues community reader readers user users admin administrator administrators guest guests partner partners member members valued human resources sales
	marketing editor editors committee board staff students student parents parent developer developers maintainer maintainers contributor contributors help desk helpdesk office department
	google microsoft amazon apple github gitlab kubernetes docker go golang python java javascript linux windows claude gpt copilot siri alexa santa god lord diary
	damen herren kollegen kolleginnen zusammen leute kunden mitglieder freunde eltern team messieurs mesdames tous toutes collègues équipe amigos equipo todos señores clienti colleghi tutti
	january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday
	again back from new kitty darkness my to of for in on at the a an i and`)

func greetingDetector() Detector {
	words := slices.Clone(greetings)
	for i, w := range words { // an index of words is in ASCII
		if !ascii(w[:3]) {
			words[i] = ""
		}
	}
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	return Detector{
		Name: "person_greeting", Entity: "PERSON", Class: Context, Bits: 14,
		Pattern: `(?i)[a-z]{2,}[^\n]{1,96}`, anchor: anchorWord, words: words, scan: scanGreeting,
		Authority: "no authority: the salutation of a letter",
		Match: []string{
			"Hi «Tobias Lindqvist»,\n\nthanks", "Dear Ms. «Raghunathan»,", "\nSehr geehrte Frau Dr. «Müller-Lüdenscheidt»,\n", "Hello «Ana de la Cruz»!\n", "Bonjour Madame «Lefèvre»,", "> Hi «Priya Raghunathan»:\n", "Hej «Åsa Öberg»!",
		},
		NoMatch: []string{
			"Hello World, again", "Hi Tobias,\n", "Dear Hiring Manager,", "Dear Customer Support,", "fmt.Println(Hello Big World)", "say hi Tobias Lindqvist, and go", "Hi there, Tobias Lindqvist,", "Dear Sir,", "Hello Kubernetes Docker,",
			"Hi Tobias Lindqvist is out", "Dear Frau,", "hi tobias lindqvist,", "Dear JOHN SMITH INC,",
		},
		Gaps: []string{"Hi «Tobias»,", "Chère «Marie Dubois»,", "hi tobias lindqvist,"},
	}
}

// scanGreeting reads the line that begins with the greeting at s[i].
func scanGreeting(s string, i int) (site, bool) {
	const longest = 96
	if !isUpper(s[i]) || !beginsLetter(s, i) {
		return site{}, false
	}
	k := 0
	for _, g := range greetings {
		if hasFold(s[i:], g) {
			k = max(k, i+len(g))
		}
	}
	if k == 0 {
		return site{}, false
	}
	start, end, names, title := k, k, 0, false
	for k-i < longest {
		from := k
		for k < len(s) && (isAlpha(s[k]) || s[k] >= 0x80 && mayBeLetter(s, k) || (s[k] == '-' || s[k] == '\'' || s[k] == '.') && k > from) {
			k++
		}
		w := s[from:k]
		if w == "" {
			break
		}
		bare := strings.TrimSuffix(w, ".")
		switch low := strings.ToLower(w); {
		case notGreeted.has(strings.ToLower(bare)) && !(names == 0 && greetingTitles.has(low)):
			return site{}, false
		case names == 0 && greetingTitles.has(low):
			title = true
			if at(s, k) == ' ' {
				start = k + 1
			}
		case isNameWord(bare):
			names++
			end = from + len(bare)
		case names > 0 && greetingParticles.has(w):
		default:
			return site{}, false
		}
		if at(s, k) != ' ' {
			break
		}
		k++
	}
	rest := at(s, end)
	closed := (rest == ',' || rest == '!' || rest == ':' || rest == ';') && (end+1 == len(s) || isSpace(s[end+1]) || s[end+1] == '\\' || s[end+1] == '<' || isQuote(s[end+1])) || rest == '\n' || rest == '\r'
	if !closed || names == 0 || names > 4 || names == 1 && !title || end <= start {
		return site{}, false
	}
	return site{Span: Span{start, end}, seen: min(len(s), max(end, k)+1)}, true
}

// beginsLetter reports whether s[i] begins a line, marks of a quotation apart, a string or
// the text of a tag.
func beginsLetter(s string, i int) bool {
	k := i
	for n := 0; n < 4 && k > 0 && (s[k-1] == ' ' || s[k-1] == '>' || s[k-1] == '\t'); n++ {
		k--
	}
	b := at(s, k-1)
	return k == 0 || b == '\n' || k == i && (isQuote(b) || b == 'n' && at(s, k-2) == '\\') || at(s, i-1) == '>'
}

// isNameWord reports whether w is written as a name is: a capital and small letters, or
// parts like that with a dash or an apostrophe between.
func isNameWord(w string) bool {
	part, small := 0, 0
	for at, r := range w {
		switch {
		case r == '-' || r == '\'':
			if part == 0 {
				return false
			}
			part = 0
			continue
		case part == 0 && !unicode.IsUpper(r) && at == 0:
			return false
		case r == utf8.RuneError || !unicode.IsLetter(r) && !unicode.IsMark(r):
			return false
		case unicode.IsLower(r):
			small++
		case part > 0 && unicode.IsUpper(r) && !unicode.IsLower(lastRune(w[:at])):
			return false
		}
		part++
	}
	return small > 0 && part > 1
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

package decoy

import (
	"strconv"
	"strings"
)

// A fiction is a block of numbers that a regulator keeps for films and books.
type fiction struct {
	code     int    // of the country
	national string // without trunk 0; each x is drawn
	groups   string // in which it is written, with the trunk 0
}

var fictional = [...]fiction{
	// Ofcom, Telephone numbers for use in TV and radio drama programmes.
	{44, "1134960xxx", "434"}, {44, "1144960xxx", "434"}, {44, "1154960xxx", "434"}, {44, "1164960xxx", "434"},
	{44, "1174960xxx", "434"}, {44, "1184960xxx", "434"}, {44, "1214960xxx", "434"}, {44, "1314960xxx", "434"},
	{44, "1414960xxx", "434"}, {44, "1514960xxx", "434"}, {44, "1614960xxx", "434"}, {44, "1914980xxx", "434"},
	{44, "2079460xxx", "344"}, {44, "2896496xxx", "344"}, {44, "2920180xxx", "344"}, {44, "1632960xxx", "56"},
	{44, "7700900xxx", "56"}, {44, "8081570xxx", "434"}, {44, "9098790xxx", "434"}, {44, "3069990xxx", "434"},
	// Arcep, numbering plan: numbers for audiovisual works.
	{33, "19900xxxx", "22222"}, {33, "26191xxxx", "22222"}, {33, "35301xxxx", "22222"},
	{33, "46571xxxx", "22222"}, {33, "53649xxxx", "22222"}, {33, "63998xxxx", "22222"},
	// Bundesnetzagentur, Mitteilung 148/2021.
	{49, "3023125xxx", "38"}, {49, "4066969xxx", "38"}, {49, "6990009xxx", "38"}, {49, "2214710xxx", "47"}, {49, "8999998xxx", "38"},
	// PTS, numbers for books and films.
	{46, "3139006xx", "3322"}, {46, "8465004xx", "2332"},
	{46, "70174061x", "3322"}, {46, "70174062x", "3322"}, {46, "70174063x", "3322"}, {46, "70174064x", "3322"}, {46, "70174065x", "3322"},
	{46, "70174066x", "3322"}, {46, "70174067x", "3322"}, {46, "70174068x", "3322"}, {46, "70174069x", "3322"},
	// ACMA, numbers for use in radio, books, film and TV.
	{61, "25550xxxx", "244"}, {61, "35550xxxx", "244"}, {61, "75550xxxx", "244"}, {61, "85550xxxx", "244"},
	{61, "27010xxxx", "244"}, {61, "37010xxxx", "244"}, {61, "77010xxxx", "244"}, {61, "87010xxxx", "244"},
	// ComReg, numbering conditions: drama numbers.
	{353, "2091xxxxx", "334"},
}

const (
	asWritten = 16 // attempts that keep the groups
	inCountry = 32 // and those that keep the country
)

// phone keeps country and layout, but not the area, which would tell where
// somebody lives. Where a country has no fictional numbers, or none is left, the
// number is below +999, a code that is assigned to nobody (ITU-T E.164, list of
// assigned country codes).
func (r *request) phone() (string, bool) {
	text := ascii(r.value)
	if i := strings.IndexFunc(text, func(c rune) bool { return c < 0x80 && isAlpha(byte(c)) }); i > 0 {
		text = strings.TrimRight(text[:i], " ,;#") // an extension
	}
	k := r.draw("phone")
	code, national := r.country(text)
	switch {
	case r.attempt >= inCountry:
	case code == 1:
		return nanp(k, text), true
	case national == "":
	default:
		if s, ok := fictionalNumber(k, code, national, text, r.abroad(text), r.attempt < asWritten); ok {
			return s, true
		}
	}
	return unassigned(k, text), r.attempt < inCountry+64
}

// abroad reports whether the number has a country code: behind a plus sign, or
// behind the 00 or 011 that is dialled for it and that the canonical form has not.
func (r *request) abroad(text string) bool {
	return strings.Contains(text, "+") || strings.HasPrefix(r.canon, "+") && strings.HasPrefix(digitsOf(text), "0")
}

// country tells the calling code and the national number, 0 if it cannot.
func (r *request) country(text string) (code int, national string) {
	number := digitsOf(text)
	if !r.abroad(text) {
		switch {
		case strings.HasPrefix(r.canon, "+1"), len(number) == 7:
			return 1, number
		case strings.HasPrefix(number, "0"):
			return guessCountry(text), number[1:]
		}
		return 0, number
	}
	if !strings.Contains(text, "+") {
		number = digitsOf(r.canon)
	}
	if strings.HasPrefix(number, "1") {
		return 1, number[1:]
	}
	for i := range fictional {
		if rest, ok := strings.CutPrefix(number, strconv.Itoa(fictional[i].code)); ok {
			return fictional[i].code, strings.TrimPrefix(rest, "0")
		}
	}
	return 0, number
}

// guessCountry goes by how a national number with its trunk 0 is written.
func guessCountry(text string) int {
	switch groupsOf(text) {
	case "22222":
		return 33
	case "244":
		return 61
	case "344", "434", "56", "533":
		return 44
	case "3322", "2332":
		return 46
	case "334":
		return 353
	}
	return 49
}

// groupsOf is the number of digits of each group, 020 7946 0234 being 344.
func groupsOf(text string) string {
	var b []byte
	for _, group := range strings.FieldsFunc(text, func(c rune) bool { return c < '0' || c > '9' }) {
		b = append(b, '0'+byte(min(len(group), 9)))
	}
	return string(b)
}

// nanp is NXX-555-01XX (NANPA), in an area code that is geographic: those with
// the second and third digit alike are for services.
func nanp(k *keyed, text string) string {
	b := []byte{k.of("234679"), k.of("012345678"), k.of(digits)}
	for b[2] == b[1] {
		b[2] = k.of(digits)
	}
	number := string(b) + "55501" + k.text(2, digits)
	for _, content := range [...]string{number, "1" + number} {
		if s, ok := pour(text, content, isDigit); ok {
			return s
		}
	}
	return number[:3] + "-" + number[3:6] + "-" + number[6:]
}

// fictionalNumber is like text if it can be, and has a number's own groups
// otherwise. Numbers of mobiles stand for numbers of mobiles where there are some.
func fictionalNumber(k *keyed, code int, national, text string, abroad, asWritten bool) (string, bool) {
	groups := groupsOf(text)
	mobile := func(number string) bool { return number[:1] == mobileDigit(code) }
	fits := func(f *fiction) bool {
		return len(f.national) == len(national) && mobile(f.national) == mobile(national) &&
			(abroad || len(groups) == 1 || f.groups[0] == groups[0])
	}
	f, number, ok := k.fiction(code, fits)
	strict := ok && asWritten
	if !strict {
		f, number, ok = k.fiction(code, func(*fiction) bool { return true })
	}
	if !ok {
		return "", false
	}
	if !abroad {
		number = "0" + number
	}
	if s, ok := pourNumber(text, code, number, abroad); ok && strict {
		return s, true
	}
	return ownGroups(text, code, number, f.groups, abroad), true
}

// fiction draws one of the country's numbers that fit, each as likely as the others.
func (k *keyed) fiction(code int, fits func(*fiction) bool) (f *fiction, number string, ok bool) {
	total := uint64(0)
	for i := range fictional {
		if f := &fictional[i]; f.code == code && fits(f) {
			total += f.size()
		}
	}
	if total == 0 {
		return nil, "", false
	}
	n := k.below(total)
	for i := range fictional {
		if f = &fictional[i]; f.code != code || !fits(f) {
			continue
		}
		if n < f.size() {
			break
		}
		n -= f.size()
	}
	lead := strings.TrimRight(f.national, "x")
	return f, lead + strconv.FormatUint(f.size()+n, 10)[1:], true
}

// size is how many numbers f has.
func (f *fiction) size() uint64 {
	n := uint64(1)
	for range strings.Count(f.national, "x") {
		n *= 10
	}
	return n
}

// mobileDigit is the one that the numbers of most mobiles begin with.
func mobileDigit(code int) string {
	switch code {
	case 33:
		return "6"
	case 61:
		return "4"
	case 49:
		return "1"
	case 353:
		return "8"
	}
	return "7"
}

func pourNumber(text string, code int, number string, abroad bool) (string, bool) {
	if !abroad {
		return pour(text, number, isDigit)
	}
	cc := strconv.Itoa(code)
	if s, ok := pour(text, cc+number, isDigit); ok {
		return s, true
	}
	return pour(text, cc+"0"+number, isDigit) // +44 (0)20 …
}

// ownGroups writes number in groups, separated as those of text.
func ownGroups(text string, code int, number, groups string, abroad bool) string {
	sep := separator(text)
	var b []byte
	if abroad {
		b = append(strconv.AppendInt([]byte{'+'}, int64(code), 10), sep...)
		number = "0" + number
	}
	for i := range len(groups) {
		n := int(groups[i] - '0')
		group := number[:n]
		if number = number[n:]; i == 0 && abroad {
			group = group[1:]
		}
		if b = append(b, group...); i < len(groups)-1 {
			b = append(b, sep...)
		}
	}
	return string(b)
}

// separator is what stands between the last two groups of digits, "" for none.
func separator(text string) string {
	for i := len(text) - 1; i > 0; i-- {
		if c := text[i]; c == ' ' || c == '-' || c == '.' || c == '/' {
			return text[i : i+1]
		}
	}
	return ""
}

// unassigned is a number below +999, of 12 digits or as many as text has.
func unassigned(k *keyed, text string) string {
	n := len(digitsOf(text))
	number := "999" + k.text(clip(n, 12, 15)-3, digits)
	if strings.HasPrefix(text, "+") {
		if s, ok := pour(text, number, isDigit); ok && strings.HasPrefix(s, "+999") {
			return s
		}
	}
	sep := separator(text)
	s := "+999"
	for number = number[3:]; len(number) > 4; number = number[3:] {
		s += sep + number[:3]
	}
	return s + sep + number
}

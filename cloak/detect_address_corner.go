package cloak

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A corner is where two streets meet, with that word in front of both. It says as much as a number in one of them.

func cornerDetector(base func(string) Detector) Detector {
	d := base("address_corner")
	d.Pattern = `(?i)corner of [^\n]`
	d.Authority = "USPS Publication 28, section 233 has no corners; who gives one means a place"
	d.anchor, d.words, d.scan = anchorWord, []string{"corner of "}, scanCorner
	d.Match = []string{
		"I live at «the corner of Pachergasse 64 and Radolič Harbor», upstairs", "«corner of 5th Avenue and Main Street».", "send it to «the corner of 3744 Retreat Avenue and Władysława Route»\nThanks",
		"at «the corner of ul. Cicha 86 and Leokadia Trail»?", "by «the corner of Elm Road & Oak Lane» today", "«The corner of Via Nuova del Campo 85 and Baranyay Mill»",
	}
	d.NoMatch = []string{
		"the corner of the room and the wall", "the corner of Europe and Asia", "corner of 5 and 7", "the corner of X and Y", "the corner of Main Street", "corner of (Elm Road and Oak Lane)", "the corner of Love and Hate",
	}
	d.Gaps = []string{"the corner of elm road and oak lane", "where Elm Road meets Oak Lane"}
	return d
}

// scanCorner judges "corner of" at s[i], with "the" in front of it.
func scanCorner(s string, i int) (site, bool) {
	const most = 56
	k := i + len("corner of ")
	start := k
	sure := false // a number, or a word for a street, is in it
	words := 0
	for { // the first street
		from, end, kind := cornerWord(s, k)
		if kind == cornerNone || end-start > most {
			return site{seen: end}, false
		}
		if w := s[from:end]; words > 0 && (w == "and" || w == "&" || w == "und" || w == "et" || w == "y" || w == "e") {
			k = end
			break
		}
		if kind == cornerSmall && words == 0 && at(s, end) != '.' { // ul. Cicha
			return site{seen: end}, false
		}
		sure = sure || kind == cornerNumber || kind == cornerName && words > 0 && isStreetSuffix(s[from:end])
		words++
		k = end
		for at(s, k) == '.' || at(s, k) == ',' && at(s, k+1) == ' ' {
			k++
		}
	}
	second, names := k, 0
	last := k
	for names < 4 {
		from, end, kind := cornerWord(s, k)
		if kind != cornerName && !(kind == cornerNumber && names == 0) || end-second > most {
			break
		}
		sure = sure || kind == cornerName && names > 0 && isStreetSuffix(s[from:end])
		names++
		k, last = end, end
	}
	if names == 0 || !sure || names == 1 && words < 2 || at(s, last) == 0 && last < len(s) {
		return site{seen: k}, false
	}
	if i >= 4 && hasFold(s[i-4:], "the ") && !isWord(at(s, i-5)) {
		i -= 4
	}
	return site{Span: Span{i, last}, seen: k}, true
}

type cornerKind uint8

const (
	cornerNone   cornerKind = iota
	cornerName              // begins with a capital
	cornerNumber            // begins with a digit
	cornerSmall             // anything else: ul, de
)

// cornerWord is the word behind at most one blank at s[k].
func cornerWord(s string, k int) (from, end int, kind cornerKind) {
	if at(s, k) == ' ' {
		k++
	}
	from = k
	for k < len(s) && k-from < 32 && (isLetter(s[k]) || isDigit(s[k]) || s[k] == '\'' || s[k] == '-' || s[k] == '&') {
		k++
	}
	if k == from {
		return from, k, cornerNone
	}
	r, _ := utf8.DecodeRuneInString(s[from:k])
	switch {
	case unicode.IsUpper(r):
		kind = cornerName
	case isDigit(s[from]):
		kind = cornerNumber
	default:
		kind = cornerSmall
	}
	return from, k, kind
}

// isStreetSuffix reports whether w may end the name of a street in English.
func isStreetSuffix(w string) bool {
	w = strings.ToLower(w)
	return streetTypes.has(w) || roadTypes.has(w) || softTypes.has(w)
}

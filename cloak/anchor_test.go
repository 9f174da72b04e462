package cloak

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// naiveAnchors is the specification of the kernel's anchors: the places of s, in
// order, where a scan of kind k is called.
func naiveAnchors(k anchor, s string, words []string) (places []int) {
	var by [256][]string // thousands of words, and texts of a quarter of a megabyte
	for _, w := range words {
		by[w[0]] = append(by[w[0]], w)
	}
	for i := range len(s) {
		before, b, next := at(s, i-1), s[i], at(s, i+1)
		ok := false
		switch k {
		case anchorAt:
			ok = b == '@'
		case anchorWord: // also after '_' and between lower and upper case: myGhp, X_ghp_
			ok = isAlnum(b) && (!isAlnum(before) || isUpper(b) && !isUpper(before))
			ok = ok && (isAlpha(b) || isAlpha(next) || strings.IndexByte(`@+[/\`, next) >= 0) && beginsOne(s[i:], by[lower(b)])
		case anchorDot:
			ok = b == '.' && isAlnum(before) && isAlpha(next) && mayBeginOne(s, i+1, words)
		case anchorTilde:
			ok = b == '~' && before == 'Q' && isDigit(at(s, i-2))
		case anchorSplit:
			ok = b == '.' && isAlnum(before) && isAlpha(next) && (at(s, i+7) == '.' || at(s, i+8) == '.')
		case anchorQuad:
			ok = b == '.' && isDigit(before) && isDigit(next) && (dotted(s, i+2) || dotted(s, i+3) || dotted(s, i+4))
		case anchorColon:
			ok = b == ':' && strings.IndexByte(s[i+1:min(len(s), i+6)], ':') >= 0 && !clock(s, i)
		case anchorLabel, anchorKey:
			ok = (b == ':' && !(isDigit(before) && isDigit(next)) || b == '=') && (isWord(before) || before >= 0x80 || before == '*' && b == ':' || before == '"' || before == '\'' || before == ' ' || before == '\t' || before == ']' || before == '`' || b == '=' && (before == '?' || before == '+'))
			if k == anchorKey && ok {
				_, ok = keyGate(s, i)
			}
		case anchorDigit:
			ok = isDigit(b) && !isDigit(before) && digitsAhead(s[i:]) >= leastDigits
		case anchorPlus:
			ok = b == '+' && (isDigit(next) || next == '(')
		case anchorPairColon:
			ok = b == ':' && amongPairs(s, i, ':')
		case anchorYear:
			ok = b == '-' && isDigit(before) && isDigit(at(s, i-2)) && !isAlnum(at(s, i-3))
			ok = ok && !((at(s, i-3) == '-' || at(s, i-3) == '.') && isAlnum(at(s, i-4)))
			kind := isAlpha(next) && isAlpha(at(s, i+2)) && (at(s, i+3) == '-' || at(s, i+4) == '-' || at(s, i+5) == '-')
			ok = ok && (kind || isDigit(next) && isDigit(at(s, i+2)) && isDigit(at(s, i+3)))
		case anchorPairDash:
			ok = b == '-' && isAlnum(before) && isAlnum(next) && amongPairs(s, i, '-')
		case anchorFives:
			ok = b == '-' && isAlnum(before) && isAlnum(next) && at(s, i+5) == '-'
		case anchorCentre:
			ok = b == '-' && isAlnum(before) && isAlnum(at(s, i-2)) && isAlnum(at(s, i-3)) && isAlnum(at(s, i-4)) &&
				isAlpha(next) && isAlpha(at(s, i+2)) && isDigit(at(s, i+3))
		case anchorSlash:
			tilde := strings.IndexByte(s[max(0, i-maxUser-1):i], '~') >= 0
			ok = (b == '/' || b == '\\') && isAlpha(next) && (mayBeginOne(s, i+1, words) || b == '/' && tilde)
		case anchorBackslash:
			ok = b == '\\' && isAlpha(next)
		case anchorBrack:
			ok = b == '['
		case anchorTriple:
			ok = b == '.' && at(s, i+5) == '.'
			for k := 1; k <= 4; k++ {
				ok = ok && isAlnum(at(s, i-k)) && isAlnum(at(s, i+k))
			}
		case anchorRun:
			ok = isAlnum(b) && !isAlnum(before)
		case anchorLong:
			ok = isAlnum(b) && !isAlnum(before) && longOfBoth(s[i:])
		case anchorPhrase:
			ok = isAlpha(b) && !isAlnum(before) && goesOnInWords(s, i)
		case anchorHouse:
			ok = b == ' ' && (isDigit(before) || isAlpha(before) && isDigit(at(s, i-2)))
			ok = ok && (isUpper(next) || ordinalWord.MatchString(s[i+1:min(len(s), i+8)]))
		case anchorStreet:
			ok = b == ' ' && (isAlpha(before) || before == '.') && isDigit(next) && streetGate(s, i)
		case anchorEncoded:
			ok = isAlnum(b) && !isAlnum(before) && i+encodedLeast <= len(s)
			for k := i; ok && k < i+encodedLeast; k++ {
				ok = isAlnum(s[k])
			}
		case anchorIBAN:
			ok = isAlpha(b) && !isAlnum(before) && isAlpha(next) && isDigit(at(s, i+2)) && isDigit(at(s, i+3))
		}
		if ok {
			places = append(places, i)
		}
	}
	return places
}

// longOfBoth reports whether s begins with 25 letters and digits, capitals and small
// letters among them.
func longOfBoth(s string) bool {
	if len(s) < 25 {
		return false
	}
	upper, small := false, false
	for _, b := range []byte(s[:25]) {
		if !isAlnum(b) {
			return false
		}
		upper, small = upper || isUpper(b), small || isLower(b)
	}
	return upper && small
}

// goesOnInWords reports whether the 47 bytes from s[i] on are words of three to eight
// letters, the last of them perhaps cut, with one to four other bytes between.
func goesOnInWords(s string, i int) bool {
	if i+47 > len(s) {
		return false
	}
	letters, others := 0, 0
	for _, b := range []byte(s[i : i+47]) {
		switch {
		case isDigit(b):
			return false
		case isAlpha(b):
			letters, others = letters+1, 0
		default:
			if letters > 0 && letters < 3 {
				return false
			}
			letters, others = 0, others+1
		}
		if letters > 8 || others > 4 {
			return false
		}
	}
	return true
}

var ordinalWord = regexp.MustCompile(`^[0-9]{1,3}(?i:st|nd|rd|th|er|ère|º|°|ª)(?:[^0-9A-Za-z]|$)`)

// clock reports whether s[i] is the first ':' of hh:mm:ss on its own.
func clock(s string, i int) bool {
	for _, k := range [...]int{-2, -1, 1, 2, 4, 5} {
		if !isDigit(at(s, i+k)) {
			return false
		}
	}
	ends := func(b byte) bool { return !isAlnum(b) && b != ':' }
	return at(s, i+3) == ':' && ends(at(s, i-3)) && ends(at(s, i+6))
}

func dotted(s string, i int) bool {
	return at(s, i) == '.' && isDigit(at(s, i-1)) && isDigit(at(s, i+1))
}

// digitsAhead counts the digits of the stretch of digits and " .-/()" that s
// begins with, looking at 32 bytes at the most.
func digitsAhead(s string) (n int) {
	for i := 0; i < len(s) && i < 32; i++ {
		switch {
		case isDigit(s[i]):
			n++
		case strings.IndexByte(" .-/()", s[i]) < 0:
			return n
		}
	}
	return n
}

func beginsOne(s string, words []string) bool {
	for _, w := range words {
		if hasFold(s, w) {
			return true
		}
	}
	return false
}

// mayBeginOne is beginsOne as far as the kernel looks.
func mayBeginOne(s string, i int, words []string) bool {
	var starts beginnings
	for _, w := range words {
		starts.add(w)
	}
	return beginsOne(s[i:], words) || starts.may(s, i)
}

// naiveSites runs one detector alone over s, as the kernel would.
func naiveSites(d *Detector, s string) (sites []site) {
	seen := 0
	for _, i := range naiveAnchors(d.anchor, s, d.words) {
		if i < seen {
			continue
		}
		x, ok := d.scan(s, i)
		if ok {
			if x.bits == 0 {
				x.bits = d.Bits
			}
			sites = append(sites, x)
			seen = max(seen, x.End)
		}
		seen = max(seen, x.seen)
	}
	return sites
}

// unmark takes «…» out of an example and returns the span it marked.
func unmark(x string) (s string, want Span) {
	a, rest, _ := strings.Cut(x, "«")
	v, b, _ := strings.Cut(rest, "»")
	return a + v + b, Span{len(a), len(a) + len(v)}
}

// checkExamples is for the detectors of one file: Match is found, whole, and
// NoMatch is not, labels apart (a weak site counts in Match, and does not in NoMatch).
func checkExamples(t *testing.T, ds []Detector) {
	t.Helper()
	for i := range ds {
		d := &ds[i]
		for _, x := range d.Match {
			s, want := unmark(x)
			found := false
			for _, got := range naiveSites(d, s) {
				found = found || got.Span == want && !got.left && !got.shape
			}
			if !found {
				t.Errorf("%s: %q not found; sites %+v", d.Name, x, naiveSites(d, s))
			}
		}
		for _, s := range d.NoMatch {
			for _, got := range naiveSites(d, s) {
				if !got.weak && !got.left && !got.shape {
					t.Errorf("%s: %q: found [%d,%d)", d.Name, s, got.Start, got.End)
				}
			}
		}
	}
}

// The kernel calls each scan exactly where the specification says.
func TestKernelCallsScansAtTheirAnchors(t *testing.T) {
	words := []string{"begin", "eyj", "sk-p", "user", "a1_b"}
	var ds []*Detector
	got := map[anchor][]int{}
	for k := anchorAt; k < anchors; k++ {
		d := &Detector{anchor: k, scan: func(_ string, i int) (site, bool) {
			got[k] = append(got[k], i)
			return site{}, false
		}}
		if k == anchorWord || k == anchorDot || k == anchorSlash {
			d.words = words
		}
		ds = append(ds, d)
	}
	p := newProgram(ds)
	r := rand.New(rand.NewPCG(3, 4))
	pieces := strings.Fields("a B 7 12 - . / ( ) : = @ + [ ] _ ~ .user /begin \\user 24-cv-0 1234567.a 12-345 ab12-us1 \\ \" ' ` \x00 é userX xUser BEGIN eyJh SK-proj a1_B 10.1.2.3 12:30 ab:cd:ef 555-12 DE89 3705 -- a483.e75b.190c abcABC xyzXYZWv cat, Horse 5th 12 weg str.")
	for range 2000 {
		var b strings.Builder
		if r.IntN(2) == 0 { // a block without digits in front
			b.WriteString(strings.Repeat("x. ", r.IntN(44)))
		}
		for range r.IntN(120) {
			b.WriteString(pieces[r.IntN(len(pieces))])
			if r.IntN(4) == 0 {
				b.WriteByte(' ')
			}
		}
		if r.IntN(3) == 0 { // what is long
			words := strings.Fields("cat horse Birdcage abcdefghi a ,. 7 abcABC7 XYZabcd ABCDEFG1 12345678 xyxyxyxy ( bird bird bird bird")
			for range r.IntN(60) {
				b.WriteString(words[r.IntN(len(words))])
				if r.IntN(3) != 0 {
					b.WriteByte(" ,\n"[r.IntN(3)])
				}
			}
		}
		s := b.String()
		from := r.IntN(len(s) + 1)
		to := from + r.IntN(len(s)-from+1)
		if r.IntN(3) == 0 {
			from, to = 0, len(s)
		}
		clear(got)
		p.scan(nil, s, from, to)
		for k := anchorAt; k < anchors; k++ {
			if k == anchorRun { // depends on labels: TestRunsAreFoundBesideTheirLabels
				continue
			}
			var want []int
			for _, i := range naiveAnchors(k, s, words) {
				if from <= i && i < to {
					want = append(want, i)
				}
			}
			if !slices.Equal(dedupe(got[k]), want) {
				t.Fatalf("anchor %d in [%d,%d) of %q:\n got %v\nwant %v", k, from, to, s, got[k], want)
			}
		}
	}
}

// dedupe drops repeats: two words of one detector may begin at one place.
func dedupe(xs []int) []int { return slices.Compact(xs) }

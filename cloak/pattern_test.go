package cloak

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

type patternHit struct {
	pattern int
	Span
}

func patternHits(t testing.TB, exprs []string, s string) (hits []patternHit) {
	t.Helper()
	set, err := newPatternSet(patternsOf(exprs))
	if err != nil {
		t.Fatal(err)
	}
	return setHits(t, set, s)
}

func setHits(t testing.TB, set *patternSet, s string) (hits []patternHit) {
	t.Helper()
	if err := set.find(s, func(i int, x Span) { hits = append(hits, patternHit{i, x}) }); err != nil {
		t.Fatal(err)
	}
	slices.SortStableFunc(hits, func(a, b patternHit) int { return a.pattern - b.pattern })
	return hits
}

func patternsOf(exprs []string) (ps []Pattern) {
	for i, x := range exprs {
		ps = append(ps, Pattern{Name: fmt.Sprint("p", i), Expr: x})
	}
	return ps
}

// stdHits is the specification of patternSet.find, for expressions that do not
// look at the edges of the text or, with zero bytes in it, of lines.
func stdHits(exprs []string, s string) (hits []patternHit) {
	for i, x := range exprs {
		re := regexp.MustCompile(x)
		value := re.SubexpIndex("value")
		base := 0
		for _, stretch := range strings.SplitAfter(s, "\x00") {
			for _, m := range re.FindAllStringSubmatchIndex(strings.TrimSuffix(stretch, "\x00"), -1) {
				from, to := m[0], m[1]
				if value > 0 && m[2*value] >= 0 {
					from, to = m[2*value], m[2*value+1]
				}
				if from < to {
					hits = append(hits, patternHit{i, Span{base + from, base + to}})
				}
			}
			base += len(stretch)
		}
	}
	return hits
}

// someExprs has expressions of all sorts: bounded and not, within a line and not.
var someExprs = []string{
	`EMP-\d{6}`, `\bEMP-\d+\b`, `[^ ]+@x`, `(?i)k[a-z]{2,5}`, `key=(?P<value>\S+)`, `key\s*=\s*(?P<value>[^\s,]+)`,
	`\d{3}`, `\d{2,4}-\d{2,4}`, `(?:a|ab)(?:c|bcd)(?:d*)`, `a+?b?`, `"[^"\n]*"`, `\w{3}\b`, `\Ba\w`, `é{1,3}`, `[^\x00-\x7f]+`,
	`(?s)a.b`, `a.b`, `(?:x(?P<value>\d)|y)z?`, `[[:upper:]]{2}`, `\pL\d`, `(?-s)b.*c`, `a\n+b`, `\r`, `k.{0,300}e`, `.\x{1a}.`,
	`(?U)a.+b`, `\d\d:\d\d(?::\d\d)?`, `(?:ab){2,}`, `[^a-z]b`, `\Q.*\E|-`, `\p{Greek}`, `(?i)ſ`, `[k-s]\b`,
}

// edgeExprs look at the edges of text and lines.
var edgeExprs = []string{`(?m)^a\w*`, `(?m)\w+$`, `(?m)^\w+$`, `^\w+`, `\w+$`, `\Aa|b\z`, `(?m)^a.{0,20}`, `(?m:b$)|^k`}

func TestPatterns(t *testing.T) {
	for _, c := range []struct{ name, expr, text string }{
		{"plain", `EMP-\d+`, "id «EMP-123»!"},
		{"group", `token: (?P<value>\w+)`, "token: «abc» token"},
		{"group that is not in the match", `token: (?P<value>\w+)|secret`, "a «secret»"},
		{"group of nothing", `token:(?P<value>\w*)`, "token: abc"},
		{"other groups", `(a)(?P<b>b)(?P<value>c)`, "ab«c»"},
		{"bad byte", `[^ ]+@x`, "some «a\xffb@x» here"},
		{"bad byte is no word", `\w+@x`, "a\xff«b@x»"},
		{"cut character", `[^ ]+@x`, "«\xe2\x82@x»"},
		{"zero byte", `[^ ]+@x`, "a\x00«b@x»"},
		{"zero byte in a class", `[\x00-z]+!`, "a\x00«b!»"},
		{"zero byte and everything", `(?s).{2}`, "a\x00«bc»\x00d"},
		{"over lines", `BEGIN(?s:.*?)END`, "x\n«BEGIN\r\nabc\nEND» END"},
		{"over lines in blanks", `key:\s+\w+`, "«key:\r\n   abc»"},
		{"line in the middle", `(?m)^b+$`, "abb\n«bb»\nbba"},
		{"not at a zero byte", `^b`, "a\x00b"},
		{"in a long line", `\bEMP-\d+\b`, strings.Repeat("x", 3000) + " «EMP-123» " + strings.Repeat("y", 3000)},
		{"over a cut", `a.{200}z`, strings.Repeat("x ", 200) + "«a" + strings.Repeat(" ", 200) + "z» x" + strings.Repeat(" x", 2000)},
		{"a long match", `<[^>]*>`, strings.Repeat("x ", 900) + "«<" + strings.Repeat(" y", 5000) + ">» x"},
		{"no line starts at a cut", `(?m)^a `, "x" + strings.Repeat("a ", 2000)},
		{"a word beyond the overlap", `\bab{1,3}\b`, "«ab»" + strings.Repeat(" ", 510) + "abbbbbb" + strings.Repeat(" ", 2000)},
		{"a word at the end of the overlap", `\bab{1,3}\b`, strings.Repeat(" ", 511) + "«abbb»" + strings.Repeat(" ", 2000)},
		{"a word longer than the overlap", `-ab{1,3}\b`, strings.Repeat(" ", 511) + "-abbbb" + strings.Repeat(" ", 2000)},
		{"no cut in a word", `\bab`, strings.Repeat("xab", 2000)},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, span := unmark(c.text)
			var want []patternHit
			if strings.Contains(c.text, "«") {
				want = []patternHit{{0, span}}
			}
			if got := patternHits(t, []string{c.expr}, s); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("alone: got %v, want %v", got, want)
			}
			with := []string{`#`, c.expr, `##?`, `#.*#`, `^#`}
			if want != nil {
				want[0].pattern = 1
			}
			if got := patternHits(t, with, s); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("with others: got %v, want %v", got, want)
			}
		})
	}
}

// pieces are what random texts for the expressions are made of.
var pieces = strings.Split(`EMP-123456|EMP-|12|345|a|ab|abb|b|bcd|c|k|K|ſ|key=|key = |@x|x|x1|yz|"|é|éé|α|.*|-|:|AB|12:30:59|, | |  |\|`+"\n|\r\n|\t|\x1a|\xff|\xe2\x82|\u212a|ß9|<nul>", "|")

func randomPieces(r *rand.Rand, n int, zeros bool) string {
	var b strings.Builder
	for range n {
		switch x := pieces[r.IntN(len(pieces))]; {
		case x == "<nul>" && zeros:
			b.WriteByte(0)
		case x != "<nul>":
			b.WriteString(x)
		}
	}
	return b.String()
}

func TestPatternsEqualStdlib(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	found := 0
	for round := range 120 {
		exprs, zeros := someExprs, true
		if round%3 == 0 {
			exprs, zeros = append(slices.Clone(someExprs), edgeExprs...), false
		}
		exprs = slices.Clone(exprs)
		r.Shuffle(len(exprs), func(i, j int) { exprs[i], exprs[j] = exprs[j], exprs[i] })
		exprs = exprs[:1+r.IntN(10)]
		set, err := newPatternSet(patternsOf(exprs))
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range []int{r.IntN(30), r.IntN(3000), r.IntN(3000)} {
			s := randomPieces(r, n, zeros)
			if i == 1 {
				s = strings.ReplaceAll(s, "\n", "/") // long lines
			}
			got, want := setHits(t, set, s), stdHits(exprs, validCopy(s))
			if !slices.Equal(got, want) {
				i := 0
				for i < min(len(got), len(want)) && got[i] == want[i] {
					i++
				}
				t.Fatalf("%q, %d bytes: at %d: got %v, want %v", exprs, len(s), i, got[i:min(i+2, len(got))], want[i:min(i+2, len(want))])
			}
			found += len(got)
		}
	}
	if found < 5_000 {
		t.Errorf("only %d matches: the texts test little", found)
	}
}

// In long texts regions are run before the end, and many patterns are in one gate.
func TestPatternsInLongText(t *testing.T) {
	exprs := []string{`\d+`, `k\d?`, `EMP-\d{6}`, `\b\w{2,9}\b`, `[^ \n]+`, `é.*|x`, `(?m)^.`, `-{3}`}
	for i := range 40 {
		exprs = append(exprs, fmt.Sprintf(`K%d-(?P<value>\w+)`, i))
	}
	set, err := newPatternSet(patternsOf(exprs))
	if err != nil {
		t.Fatal(err)
	}
	if set.overlap > maxOverlap {
		t.Errorf("long lines are cut into pieces that overlap by %d", set.overlap)
	}
	r := rand.New(rand.NewPCG(11, 12))
	for _, s := range []string{logLines(200_000), randomPieces(r, 50_000, false), strings.Repeat("é", 50_000), strings.Repeat("-", 150_000), strings.Repeat("12 ab\n", 20_000)} {
		s += " K7-abc K39-def"
		if got, want := setHits(t, set, s), stdHits(exprs, validCopy(s)); !slices.Equal(got, want) {
			t.Errorf("%d bytes: got %d matches, want %d", len(s), len(got), len(want))
		}
	}
}

func TestPatternsAtOnce(t *testing.T) {
	set, err := newPatternSet(patternsOf(someExprs))
	if err != nil {
		t.Fatal(err)
	}
	s := randomPieces(rand.New(rand.NewPCG(13, 14)), 2000, true)
	want := setHits(t, set, s)
	for i := range 8 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			for range 5 {
				if !slices.Equal(setHits(t, set, s), want) {
					t.Error("other matches than alone")
				}
			}
		})
	}
}

func TestValidCopy(t *testing.T) {
	for s, want := range map[string]string{
		"":                      "",
		"aé€😀\ufffd\x00":        "aé€😀\ufffd\x00",
		"a\xffb":                "a\x1ab",
		"\xe2\x82":              "\x1a\x1a",
		"\xed\xa0\x80":          "\x1a\x1a\x1a", // a surrogate
		"\xc0\xaf\xf5\x80\x80x": "\x1a\x1a\x1a\x1a\x1ax",
	} {
		if got := validCopy(s); got != want || !utf8.ValidString(got) {
			t.Errorf("%q: got %q", s, got)
		}
	}
}

func TestPatternErrors(t *testing.T) {
	for _, bad := range []string{
		`sentinel(((`, `sentinel[z-a]`, `sentinel\8`, `sentinel**`, `(?P<sentinel`, `(?sentinel)`, `\p{sentinel}`, `(?=sentinel)`, `sentinel\`,
		`(?:sentinel)?`, `\b`, `^`, `$`, `(?:|sentinel)`, `(?:sentinel)*`, `(?:sentinel){0}`, ``, // empty matches
		`sentinel\x00`, `[^\x00-\x{10ffff}]`, // nothing
		`sentinel{1001}`, `(?:sentinel{100}){100}`, `(?:\pL{500}sentinel){2}`, "sentinel\xff",
		strings.Repeat("sentinel", maxExpr/8) + "s",
	} {
		_, err := newPatternSet([]Pattern{{Name: "fine", Expr: "x"}, {Name: "ours", Expr: bad}})
		var p *PatternError
		if !errors.As(err, &p) || p.Index != 1 || p.Name != "ours" || p.Err == nil || !strings.Contains(err.Error(), `"ours"`) {
			t.Errorf("%.30q: %v", bad, err)
		} else if strings.Contains(err.Error(), "sentinel") {
			t.Errorf("%.30q: the error shows it: %v", bad, err)
		}
	}
	if set, err := newPatternSet(nil); set != nil || err != nil {
		t.Error("a set of nothing", err)
	} else if err := set.find("x", nil); err != nil {
		t.Error(err)
	}
}

func TestExprShape(t *testing.T) {
	for text, want := range map[string]shape{
		`abc`:              {min: 3, max: 3},
		`(?i)k`:            {min: 1, max: 3},
		`\d{2,5}x?`:        {min: 2, max: 6},
		`a|bcd`:            {min: 1, max: 3},
		`.`:                {min: 1, max: 4},
		`(?s).`:            {min: 1, max: 4, newline: true},
		"a\n":              {min: 2, max: 2, newline: true},
		`a\s`:              {min: 2, max: 2, newline: true},
		`[^a]`:             {min: 1, max: 4, newline: true},
		`é+`:               {min: 2, max: unbounded},
		`(?:ab){3,}`:       {min: 6, max: unbounded},
		`(?:\b)*a`:         {min: 1, max: 1, words: true},
		`(?m)^a$`:          {min: 1, max: 1, lineEdges: true},
		`^a|b$`:            {min: 1, max: 1, textEdges: true},
		`a|\x00`:           {min: 1, max: 1},
		`a\x00?`:           {min: 1, max: 1},
		`(?P<value>\w{3})`: {min: 3, max: 3},
	} {
		x, err := parseExpr(text, maxExpr)
		if err != nil || x.shape != want {
			t.Errorf("%s: %+v, %v", text, x.shape, err)
		}
	}
}

func TestDetectorPatterns(t *testing.T) {
	exprs := []string{`[a-z0-9.]{1,64}@[a-z]+`, `\d[\d -]{2,8}\d`, `AB(?s:.*?)EMP`, `[^ ]+x`, `(?i)k`, `a+b|a`, `(?:a)b`, `é+`, `[ab]{2}`}
	var ds []Detector
	for i, x := range exprs {
		ds = append(ds, Detector{Name: fmt.Sprint("d", i), Pattern: x})
	}
	p, err := newDetectorPatterns(ds)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(9, 10))
	found := 0
	for _, n := range []int{0, 1, 3, 10, 30, 100, 300, 1000, 1500} {
		s := randomPieces(r, n, false)
		x := p.prepare(s)
		for i, e := range exprs {
			re := regexp.MustCompile(e)
			for from := 0; from <= len(s); {
				got, ok := x.next(i, from)
				want := nextStd(re, validCopy(s), from)
				if !ok && want != nil || ok && (want == nil || got != Span{want[0], want[1]}) {
					t.Fatalf("%s from %d of %d: got %v, %v, want %v", e, from, len(s), got, ok, want)
				}
				if !ok {
					break
				}
				found++
				switch r.IntN(10) { // on from its end, from within it, or from anywhere
				case 0:
					from = r.IntN(len(s))
				case 1, 2:
					from = got.Start + 1
				default:
					from = got.End
				}
				if found%50 == 0 {
					from = got.End + r.IntN(200)
				}
			}
		}
	}
	if found < 1000 {
		t.Errorf("only %d matches", found)
	}
}

func TestDetectorPatternsBeyondASearch(t *testing.T) {
	p, err := newDetectorPatterns([]Detector{{Name: "a", Pattern: `a{1,3}`}, {Name: "x", Pattern: `x{4}`}})
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range []string{strings.Repeat(" ", minSearch+1) + "«aaa» a", strings.Repeat(" ", minSearch-2) + "«xxxx»\n"} {
		s, want := unmark(s)
		x := p.prepare(s)
		if got, ok := x.next(i, 0); !ok || got != want {
			t.Errorf("%d: got %v, want %v", i, got, want)
		}
	}
}

// What depends on its surroundings is what a pattern of the user finds.
func TestDetectorPatternsInSequence(t *testing.T) {
	exprs := append(slices.Clone(edgeExprs), `\bk?ab\b`, `"(?P<value>[^"]*)"`, `key=(?P<value>\S*)`, `\w{2}\b`, `\bab?`)
	var ds []Detector
	for _, x := range exprs {
		ds = append(ds, Detector{Pattern: x})
	}
	p, err := newDetectorPatterns(ds)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(15, 16))
	for range 60 {
		s := randomPieces(r, r.IntN(1000), false)
		if r.IntN(2) == 0 {
			s = strings.ReplaceAll(s, "\n", "a") // long lines
			s += " " + strings.Repeat("xa", minSearch)
		}
		x := p.prepare(s)
		var got []patternHit
		for i := range exprs {
			for from := 0; ; {
				m, ok := x.next(i, from)
				if !ok {
					break
				}
				got = append(got, patternHit{i, m})
				from = m.End
			}
		}
		if want := stdHits(exprs, validCopy(s)); !slices.Equal(got, want) || x.failed() != nil {
			t.Fatalf("got %v, want %v, %v", got, want, x.failed())
		}
	}
	x := p.prepare(strings.Repeat("a", maxRegexText+1))
	if m, ok := x.next(0, 0); ok || x.failed() == nil {
		t.Error("in a text that the engine does not take:", m)
	}
}

func nextStd(re *regexp.Regexp, s string, from int) []int {
	for from < len(s) && !utf8.RuneStart(s[from]) {
		from++
	}
	m := re.FindStringIndex(s[min(from, len(s)):])
	if m != nil {
		m[0], m[1] = m[0]+from, m[1]+from
	}
	return m
}

func TestDetectorPatternErrors(t *testing.T) {
	for _, bad := range []string{``, `(?:sentinel)?`, `sentinel(`} {
		_, err := newDetectorPatterns([]Detector{{Name: "fine", Pattern: `a`}, {Name: "ours", Pattern: bad}})
		var p *PatternError
		if !errors.As(err, &p) || p.Index != 1 || p.Name != "ours" || strings.Contains(err.Error(), "sentinel") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// However long the text, a search that starts anew within a match reads little.
func TestDetectorPatternsReadLittle(t *testing.T) {
	p, err := newDetectorPatterns([]Detector{{Name: "a", Pattern: `a{1,64}`}, {Name: "b", Pattern: `[^ \n]+`}})
	if err != nil {
		t.Fatal(err)
	}
	x := p.prepare(strings.Repeat("a", 1<<21))
	for i := range 2 {
		for from := range 300 { // always within the match before
			m, ok := x.next(i, from)
			if q := x.searches[i]; !ok || m.Start != from || q.to-from > minSearch || m.End-from > maxCandidate+minSearch {
				t.Fatal(i, from, m, ok, q.to)
			}
		}
	}
}

// child runs the test named, alone, in a process of its own, and returns what it
// wrote. It is for what would spoil this process.
func child(t *testing.T, test, prefix string) string {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("needs a shell with ulimit -v")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", prefix+`exec "$0" "$@"`, exe, "-test.run=^"+test+"$", "-test.v")
	cmd.Env = append(os.Environ(), "CLOAK_CHILD="+test)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v", test, err)
	}
	if !strings.Contains(string(out), "--- PASS: "+test) {
		t.Errorf("%s did not pass: %s", test, out)
	}
	return string(out)
}

func isChild(t *testing.T) bool { return os.Getenv("CLOAK_CHILD") == t.Name() }

func TestPatternsWithoutAddressSpace(t *testing.T) {
	if !isChild(t) {
		child(t, t.Name(), "ulimit -v 3000000; ")
		return
	}
	if set, err := newPatternSet(nil); set != nil || err != nil {
		t.Error("without patterns the engine is not needed", err)
	}
	for range 2 { // the engine tries to start only once
		set, err := newPatternSet([]Pattern{{Name: "ours", Expr: "sentinel"}})
		if !errors.Is(err, errRegexStart) || errors.As(err, new(*PatternError)) || set != nil || strings.Contains(err.Error(), "sentinel") {
			t.Error(err)
		}
		if _, err := newDetectorPatterns([]Detector{{Name: "ours", Pattern: "sentinel"}}); err == nil {
			t.Error("detectors on an engine that cannot start")
		}
	}
}

func TestPatternsPrintNothing(t *testing.T) {
	if !isChild(t) {
		out := child(t, t.Name(), "")
		out = strings.ReplaceAll(out, t.Name(), "")
		if strings.Contains(out, "sentinel") || strings.Contains(strings.ToLower(out), "error") {
			t.Errorf("something was printed: %.1000s", out)
		}
		return
	}
	for _, x := range []string{
		`sentinel(((`, `sentinel[z-a]`, `sentinel\8`, `(?:sentinel)?`, `sentinel{1001}`, `(?:(?:sentinel{10}){10}){11}`, `\p{sentinel}`,
		"sentinel\xff", `sentinel\pN{1000}`, `(?:\pL{500}sentinel){2}`, `(?=sentinel)`, `(?<sentinel>a`,
	} {
		if _, err := newPatternSet([]Pattern{{Name: "ours", Expr: x}}); err == nil {
			t.Errorf("%d bytes compiled", len(x))
		}
	}
	// What Go takes must compile, too: classes that the engine may not know, and
	// what is about as large as may be.
	for _, x := range []string{
		`\p{Letter}sentinel`, `\p{ASCII}\p{Any}\p{Assigned}\p{Cn}\p{LC}`, `\p{Toto}|\p{Kawi}|\p{Nag_Mundari}|sentinel`, `(?<value>sentinel)`,
		`\x{d800}sentinel|[\x{d800}-\x{dfff}]s`, `\pL{2,40}`, `(?i)[\pL\pN]{1,20}sentinel`, `(?:sentinel){1,900}`, `(?i:sentinel{1,999})`,
		strings.Repeat(`(?:`, 300) + "sentinel" + strings.Repeat(`)?x`, 300), `[^\n]{1,1000}`, `(?s:.){1,1000}`, `(?i)[^s]{1000}`,
		strings.Repeat("s|entine.l|", 180) + "x", `(?:[a-z]+s?){2,200}`, "[é-\u07ff]{1000}", "[\u0900-\U0001f600]{1000}",
	} {
		switch _, err := newPatternSet([]Pattern{{Name: "ours", Expr: x}}); {
		case err == nil:
		case strings.Contains(err.Error(), "too large") || strings.Contains(err.Error(), "class range"):
			// refused before the engine has seen it
		default:
			t.Error(err)
		}
	}
}

// tenExprs are like what an organization adds.
var tenExprs = []string{
	`EMP-\d{6}`, `CUST-[A-Z]{2}\d{8}`, `(?i)ticket[ #:]+(?P<value>\d{5,9})`, `[a-z0-9.]+@corp\.example`, `acct(?:ount)?=(?P<value>\d{8,12})`,
	`PRJ_[A-Z0-9]{4,12}`, `\bhost-[a-z]{2}\d{3}\b`, `id=(?P<value>[0-9a-f]{8})\b`, `badge:\w+`, `(?i)vin[ :=]+(?P<value>[A-HJ-NPR-Z0-9]{17})`,
}

func BenchmarkPatterns(b *testing.B) {
	lines := logLines(1 << 20)
	oneLine := strings.ReplaceAll(lines, "\n", `\n`)
	benchmarkPatterns(b, "10/lines", tenExprs, lines)
	benchmarkPatterns(b, "10/long line", tenExprs, oneLine)
	var forty []string
	for i := range 40 {
		forty = append(forty, fmt.Sprintf(`\b[a-z]{2,8}%d-[A-Z0-9]{4,12}\b`, i))
	}
	benchmarkPatterns(b, "40/lines", forty, lines)
}

func benchmarkPatterns(b *testing.B, name string, exprs []string, s string) {
	set, err := newPatternSet(patternsOf(exprs))
	if err != nil {
		b.Fatal(err)
	}
	b.Run(name+"/windows", func(b *testing.B) {
		b.SetBytes(int64(len(s)))
		for b.Loop() {
			setHits(b, set, s)
		}
	})
	b.Run(name+"/one after another", func(b *testing.B) {
		b.SetBytes(int64(len(s)))
		for b.Loop() {
			for i := range set.all {
				if err := set.all[i].all(s, -1, func(_, _ Span) {}); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}

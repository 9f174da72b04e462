package cloak

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestFinanceExamples(t *testing.T) { checkExamples(t, financeDetectors()) }

// sitesOf runs one detector over s and keeps what is judged as want says.
func sitesOf(d *Detector, s string, keep func(site) bool) (spans []string) {
	for _, x := range naiveSites(d, s) {
		if keep(x) {
			spans = append(spans, s[x.Start:x.End])
		}
	}
	return spans
}

func isValue(x site) bool  { return !x.left && !x.shape && !x.weak }
func isShape(x site) bool  { return x.shape }
func isWeak(x site) bool   { return x.weak && !x.shape }
func isAnyhow(x site) bool { return !x.left && !x.shape }

func TestCards(t *testing.T) {
	d := &financeDetectors()[0]
	for _, c := range []struct {
		text string
		keep func(site) bool
		want []string
	}{
		{"4532 0151 1283 0366 123", isValue, []string{"4532 0151 1283 0366"}},
		{"3056-930902-5904", isValue, []string{"3056-930902-5904"}},
		{"6304000000000000", isWeak, []string{"6304000000000000"}},
		{"180072992103979 213175197796454", isWeak, []string{"180072992103979", "213175197796454"}},
		{"3502162941615515", isWeak, []string{"3502162941615515"}}, // no range that we know
		{"1728110868127001 1728110868127", isAnyhow, nil},
		{"4222222222222", isWeak, []string{"4222222222222"}},
		{"4111 1111 1111 1111 2222 3333", isWeak, []string{"4111 1111 1111 1111"}}, // a column of fours
		{"/orders/4111111111111111/x", isWeak, []string{"4111111111111111"}},
		{"card-4111111111111111", isWeak, []string{"4111111111111111"}},
		{"4111 1111 1111 1111.", isValue, []string{"4111 1111 1111 1111"}},
		{"4111 1111 1111 1111.5", isAnyhow, nil},
		{"41111111111111110", isAnyhow, nil},
		{"12 4111 1111 1111 1111", isValue, []string{"4111 1111 1111 1111"}},
		{"8888 8888 8888 8888 6666666666666", isAnyhow, nil}, // the Luhn digit is right
		{"4111\x001111 1111 1111", isAnyhow, nil},

		{"4000 0000 0000 0002 x", isShape, []string{"4000 0000 0000 0002"}},
		{"4000-0000-0000-0003", isShape, []string{"4000-0000-0000-0003"}}, // Luhn fails
		{"x4000 0000 1234 5678y", isShape, []string{"4000 0000 1234 5678"}},
		{"0x5555555555555555", isShape, nil},
		{"30 00 00 00 00 00 00", isShape, nil}, // a hex dump
		{"4.000000000931324", isShape, nil},
		{"5555 5555 5555 4444,", isShape, []string{"5555 5555 5555 4444"}},
		{"3400 000000 00009", isShape, []string{"3400 000000 00009"}},
		{"40000-00000.00 0002", isShape, []string{"40000-00000.00 0002"}},
		{"4000 0000 0000 0002 123", isShape, []string{"4000 0000 0000 0002"}},
		{"6200000000000000000", isShape, []string{"6200000000000000000"}},
		{"40000000123456789", isShape, nil},
		{"0.4000000012345678", isShape, nil},
		{"4000000000000002", isAnyhow, nil},
	} {
		if got := sitesOf(d, c.text, c.keep); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q (%+v)", c.text, got, c.want, naiveSites(d, c.text))
		}
	}
}

func TestCardBits(t *testing.T) {
	d := &financeDetectors()[0]
	for text, want := range map[string]int{
		"4111111111111111": 15, "4111 1111 1111 1111": 23, "3782 822463 10005": 23, "378282246310005": 15, "30569309025904": 13,
		"4111 11111111 1111": 11, "6759649826438453": 12,
	} {
		if got := naiveSites(d, text); len(got) != 1 || got[0].bits != want || got[0].weak != (want < 13) {
			t.Errorf("%q: %+v, want %d bits", text, got, want)
		}
	}
}

// ibanExamples are the registry's own, release 102.
const ibanExamples = `
AD1200012030200359100100 AE070331234567890123456 AL47212110090000000235698741 AT611904300234573201 AZ21NABZ00000000137010001944
BA391290079401028494 BE68539007547034 BG80BNBG96611020345678 BH67BMAG00001299123456 BI4210000100010000332045181
BR1800360305000010009795493C1 BY13NBRB3600900000002Z00AB00 CH9300762011623852957 CR05015202001026284066 CY17002001280000001200527600
CZ6508000000192000145399 DE89370400440532013000 DJ2100010000000154000100186 DK5000400440116243 DO28BAGR00000001212453611324
EE382200221020145685 EG380019000500000000263180002 ES9121000418450200051332 FI2112345600000785 FK88SC123456789012 FO6264600001631634
FR1420041010050500013M02606 GB29NWBK60161331926819 GE29NB0000000101904917 GI75NWBK000000007099453 GL8964710001000206
GR1601101250000000012300695 GT82TRAJ01020000001210029690 HN88CABF00000000000250005469 HR1210010051863000160
HU42117730161111101800000000 IE29AIBK93115212345678 IL620108000000099999999 IQ98NBIQ850123456789012 IS140159260076545510730339
IT60X0542811101000000123456 JO94CBJO0010000000000131000302 KW81CBKU0000000000001234560101 KZ86125KZT5004100100
LB62099900000001001901229114 LC55HEMM000100010012001200023015 LI21088100002324013AA LT121000011101001000 LU280019400644750000
LV80BANK0000435195001 LY83002048000020100120361 MC5811222000010123456789030 MD24AG000225100013104168 ME25505000012345678951
MK07250120000058984 MN121234123456789123 MR1300020001010000123456753 MT84MALT011000012345MTLCAST001S MU17BOMM0101101030300200000MUR
NI45BAPR00000013000003558124 NL91ABNA0417164300 NO9386011117947 PK36SCBL0000001123456702 PL61109010140000071219812874
PS92PALS000000000400123456702 PT50000201231234567890154 QA58DOHB00001234567890ABCDEFG RO49AAAA1B31007593840000 RS35260005601001611379
SA0380000000608010167519 SC18SSCB11010000000000001497USD SE4550000000058398257466 SI56263300012039086 SK3112000000198742637541
SM86U0322509800000000270100 ST23000100010051845310146 SV62CENR00000000000000700025 TL380080012345678910157
TN5910006035183598478831 TR330006100519786457841326 UA213223130000026007233566001 VA59001123000012345678 VG96VPVG0000012345678901
XK051212012345678906`

func TestIBANRegistry(t *testing.T) {
	d := &financeDetectors()[1]
	for _, x := range strings.Fields(ibanExamples) {
		for _, surface := range []string{x, strings.ToLower(x), group(x, " "), group(x, "-"), group(x, "\u00a0")} {
			text := "to " + surface + " FAILED " + x + "."
			if got := sitesOf(d, text, isValue); !slices.Equal(got, []string{surface, x}) {
				t.Errorf("%s: got %q", surface, got)
			}
			if !validIBAN(surface) || canonIBAN(surface) != x {
				t.Errorf("%s: not valid, or %s", surface, canonIBAN(surface))
			}
		}
		for _, bad := range []string{x + "1", x[:len(x)-1], x[:4] + "_" + x[4:], "1" + x, swapDigit(x)} {
			if got := sitesOf(d, bad, isAnyhow); got != nil {
				t.Errorf("%s: found %q", bad, got)
			}
		}
		decoy := x[:2] + "00" + x[4:]
		if got := sitesOf(d, "a "+group(decoy, " ")+" b", isShape); !slices.Equal(got, []string{group(decoy, " ")}) {
			t.Errorf("%s: shape %q", decoy, got)
		}
	}
}

// group writes an IBAN as it is printed.
func group(x, sep string) string {
	var b strings.Builder
	for i := range len(x) {
		if i > 0 && i%4 == 0 {
			b.WriteString(sep)
		}
		b.WriteByte(x[i])
	}
	return b.String()
}

// swapDigit changes the first check digit.
func swapDigit(x string) string { return x[:2] + string('0'+(x[2]-'0'+1)%10) + x[3:] }

func TestIBANWords(t *testing.T) {
	d := &financeDetectors()[1]
	const prose = "md52 some words are here now x" // passes mod 97, by chance
	if got := naiveSites(d, prose); got != nil || !ibanChecks(prose) {
		t.Errorf("words are an IBAN: %+v", got)
	}
	long := "LC00" + strings.Join(strings.Split("\u202fHEMM000100010012001200023015", ""), "\u202f")
	long = strings.Replace(long, "\u202f\u202f", "\u202f", 1)
	if got := naiveSites(d, long); len(got) != 1 || !got[0].left || got[0].shape {
		t.Errorf("a spelling of %d bytes: %+v", len(long), got)
	}
}

func TestCardRanges(t *testing.T) {
	for _, c := range []struct {
		s            string
		issued, rare bool
	}{
		{"2221000000000009", true, false}, {"2720999999999996", true, false}, {"2220000000000000", false, true}, {"2721000000000004", false, true},
		{"5100000000000000", true, false}, {"5599999999999999", true, false}, {"5600000000000000", false, true}, {"510000000000000", false, false},
		{"340000000000000", true, false}, {"350000000000000", false, false}, {"36000000000000", true, false}, {"30600000000000", false, false},
		{"3528000000000000", true, false}, {"3589000000000000", true, false}, {"3590000000000000", false, true}, {"3527000000000000", false, true},
		{"6440000000000000", true, false}, {"6430000000000000", false, true}, {"6500000000000000", true, false}, {"6011000000000000", true, false},
		{"6200000000000000000", true, true}, {"62000000000000000", false, true}, {"8100000000000000", true, false},
		{"2204000000000000", true, false}, {"2205000000000000", false, true}, {"5085000000000000", true, false}, {"5084000000000000", false, true},
		{"4000000000000", false, true}, {"40000000000000", false, false}, {"501800000000", false, true}, {"9792000000000000", false, true},
	} {
		if issued, rare := cardRange(c.s, len(c.s)); issued != c.issued || !issued && rare != c.rare {
			t.Errorf("%s: issued %v, rare %v", c.s, issued, rare)
		}
	}
}

// The countries that the registry's examples do not cover.
func TestIBANLengths(t *testing.T) {
	for code, want := range map[string]int{
		"AO": 25, "BF": 28, "BJ": 28, "CF": 27, "CG": 27, "CI": 28, "CM": 27, "CV": 25, "DZ": 26, "GA": 27, "GQ": 27, "GW": 25, "IR": 26, "KM": 27,
		"MA": 28, "MG": 27, "ML": 28, "MZ": 25, "NE": 28, "SN": 28, "TD": 27, "TG": 28, "OM": 23, "RU": 33, "SD": 18, "SO": 23, "YE": 30,
	} {
		got := 4
		for form := ibanBBAN(code[0], code[1]); form != ""; {
			count, _, rest := nextField(form)
			got, form = got+count, rest
		}
		if got != want {
			t.Errorf("%s: %d, want %d", code, got, want)
		}
	}
}

func TestIBANTable(t *testing.T) {
	if len(ibanForms) < 89 {
		t.Error("countries are missing")
	}
	if !slices.IsSortedFunc(ibanForms[:], func(a, b ibanForm) int { return strings.Compare(a.country, b.country) }) {
		t.Error("not sorted")
	}
	for _, f := range ibanForms {
		if ibanBBAN(f.country[0]|0x20, f.country[1]) != f.bban {
			t.Errorf("%s: not found", f.country)
		}
		if bad := ibanBBAN('Z', 'Z') + ibanBBAN('U', 'S') + ibanBBAN('A', 'A'); bad != "" {
			t.Error("countries without IBANs have one")
		}
	}
	if len(ibanReserved()) != len(ibanForms) {
		t.Error("not every country has stand-ins")
	}
	for _, p := range ibanReserved() {
		if !regexp.MustCompile(`^[A-Z]{2}00(\[[0-9A-Z-]+\]\{[0-9]+\})+$`).MatchString(p) {
			t.Errorf("pattern %s", p)
		}
	}
}

// patternsCover holds the scan of each detector to its Pattern: what it finds
// lies in a match, on texts made of pieces that come close to values.
func patternsCover(t *testing.T, ds []Detector, pieces []string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	found := 0
	for i := range ds {
		d := &ds[i]
		if d.scan == nil {
			continue
		}
		re := regexp.MustCompile(`^(?:` + d.Pattern + `)`)
		for range 20_000 {
			var b strings.Builder
			for range 1 + rng.IntN(12) {
				if b.WriteString(pieces[rng.IntN(len(pieces))]); rng.IntN(8) == 0 {
					b.WriteByte(byte(rng.UintN(256)))
				}
			}
			s := b.String()
			for _, x := range naiveSites(d, s) {
				found++
				if x.Start < 0 || x.Start >= x.End || x.End > len(s) {
					t.Fatalf("%s: bad span %+v in %q", d.Name, x, s)
				}
				if strings.Contains(s[x.Start:x.End], "\x00") {
					t.Fatalf("%s: %q crosses a zero byte", d.Name, s)
				}
				if m := re.FindStringIndex(s[x.Start:]); m == nil || m[1] < x.End-x.Start {
					t.Fatalf("%s: %q in %q does not match the pattern", d.Name, s[x.Start:x.End], s)
				}
				if !x.left && !x.shape && !d.Validate(s[x.Start:x.End]) {
					t.Fatalf("%s: %q is found and not valid", d.Name, s[x.Start:x.End])
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d sites: the pieces are too far from values", found)
	}
}

func TestFinancePieces(t *testing.T) {
	patternsCover(t, financeDetectors(), []string{
		"4111", "1111", "41111111", "11111111", "4", "1", "0", "40000000", "55555555", "3714", "496353", "98431", "12", "-", " ", ".", "/", "\x00", "a", "_",
		"DE89", "3704", "0044", "0532", "0130", "00", "370400440532013000", "md24AG000225100013104168", "NL91", "ABNA", "0417", "1643", "\u00a0", "\u202f", "DE00",
		"be68", "539007547034", "\xff", "é", "GT82", "TRAJ", "word", "000000000000",
	})
}

// Every draw from Reserved is a shape, and nothing else.
func TestFinanceReserved(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, d := range financeDetectors() {
		for _, p := range d.Reserved {
			drawn := 0
			for range 2000 {
				x := drawSimple(rng, p)
				if d.Entity == CreditCard && !luhnValid(x) {
					continue
				}
				drawn++
				sites := naiveSites(&d, x)
				if len(sites) != 1 || !sites[0].shape || sites[0].Span != (Span{0, len(x)}) {
					t.Fatalf("%s: %s: %+v", d.Name, x, sites)
				}
			}
			if drawn == 0 {
				t.Errorf("%s: %s: nothing drawn", d.Name, p)
			}
		}
	}
}

// drawSimple draws from literals and [set]{n}, which is all these patterns have.
func drawSimple(rng *rand.Rand, p string) string {
	var b strings.Builder
	for p != "" {
		if p[0] != '[' {
			b.WriteByte(p[0])
			p = p[1:]
			continue
		}
		set, rest, _ := strings.Cut(p[1:], "]{")
		count, rest, _ := strings.Cut(rest, "}")
		digits := map[string]string{"0-9": "0123456789", "A-Z": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0-9A-Z": "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"}[set]
		n := 0
		for _, c := range count {
			n = n*10 + int(c-'0')
		}
		for range n {
			b.WriteByte(digits[rng.IntN(len(digits))])
		}
		p = rest
	}
	return b.String()
}

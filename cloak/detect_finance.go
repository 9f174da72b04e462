package cloak

import "strings"

// Payment cards and bank accounts.

func financeDetectors() []Detector {
	return []Detector{
		{
			Name: "credit_card", Entity: CreditCard, Class: Shape,
			Bits: 15, LabelBits: 8, AgainstBits: 10,
			Pattern:   `[0-9](?:[ .-]?[0-9]){11,18}`,
			Validate:  validCard,
			Canonical: digitsOf,
			Labels: []string{
				"card", "cards", "card number", "card no", "cardnumber", "creditcard", "credit card", "debit card", "cc", "ccn", "pan",
				"visa", "mastercard", "amex", "american express", "discover", "diners", "jcb", "maestro", "unionpay", "rupay",
				"karte", "kreditkarte", "kartennummer", "kartennr", "carte", "carte bancaire", "tarjeta", "carta", "cartão", "cartao", "karta", "karty", "kaart", "kort", "kart", "kártya", "kortti", "kartica", "карта", "карты", "картка", "картки", "κάρτα", "כרטיס", "بطاقة",
				"verve", "elo", "hipercard", "troy", "mir", "卡号", "卡號", "银行卡", "信用卡", "銀聯", "カード番号", "クレジットカード", "카드번호", "카드", "कार्ड", "thẻ", "kartu kredit", "nomor kartu",
			},
			Against: []string{
				"order", "invoice", "tracking", "timestamp", "ts", "epoch", "millis", "id", "ids", "build", "trace", "span", "imei", "imeisv", "imsi", "iccid",
				"isbn", "ean", "upc", "gtin", "sku", "part", "serial", "version", "seq", "sequence", "offset", "size", "bytes", "count", "nonce", "session", "thread",
				"blk", "hash", "ticket", "job", "phone", "tel", "fax", "tweet",
			},
			Reserved: []string{
				`40000000[0-9]{8}`, `55555555[0-9]{8}`, `34000000[0-9]{7}`, `60110000[0-9]{8}`, `35280000[0-9]{8}`, `30000000[0-9]{6}`,
				`62000000[0-9]{8}`, `62000000[0-9]{11}`, `22000000[0-9]{8}`, `40000000[0-9]{11}`,
			},
			Guarantee: "C",
			Authority: "IIN ranges as the schemes publish them; ISO/IEC 7812-1 for the Luhn digit. No scheme reserves numbers for documentation: the eight-digit prefixes are the ones that the schemes' and processors' own test cards crowd around, kept by convention. With a failing Luhn digit the number is invalid (X)",
			Match: []string{
				"paid with «4111 1111 1111 1111» today", "card «5500-0055-5555-5559»,", "pan=«4012888888881881»", "amex «3714-496353-98431» ok",
				"{\"n\":\"«378282246310005»\"}", "diners «3056 930902 5904»", "exp «4111 1111 1111 1111» 12/27 123", "card no «6212345678901232»",
				"«3566002020360505»", "«6011111111111117».", "two: «5105105105105100» 4111111111111111", "mir «2200 1234 5678 9019»",
				"maestro card «6759649826438453»", "card «4222222222222» (13 digits)", "please block card no «4222222222222»", "«6759649826438453»", "cc «4111-11111111-1111»", "open /srv/«4111-1111-1111-1111».txt", "my credit card: «122000000000003»",
			},
			NoMatch: []string{
				"ts 1728110868127", "migrate/20261101094500_add.rb", "order 4471920883117", "0.4111111111111111", "blk_4111111111111111",
				"blk_-4111111111111111", "id x4111111111111111", "4111111111111111a", "4111 1111 1111 1112", "0000 0000 0000 0000", "4444444444444444",
				"7710bcd5-a61d-453a-9046-129790111111", "v4111111111111111", "-4111111111111111", "card order 4222222222222", "+4111111111111111", "41111111111111110000",
				"seq 122000000000003 ok", "4111-1111-1111-1111-1", "1.4111.1111.1111.1111", "imei 353879234252633", "4111 1111 1111-1111", "GET /orders/4111111111111111 HTTP/1.1",
			},
			Gaps: []string{
				"card 4111  1111  1111  1111 (two blanks)", "card-4111111111111111x",
			},
			Disguised: []string{"card «4111\u00a01111\u00a01111\u00a01111»", "card «4111\u20111111\u20111111\u20111111»", "card «4111%201111%201111%201111»"},
			anchor:    anchorDigit, groups: groupsCard, gate: mayBeCard, scan: scanCard, norm: normDigits,
			owns: func(d string) bool { return len(d) >= 14 && len(d) <= 19 },
		},
		{
			Name: "iban", Entity: IBAN, Class: Anchored,
			Bits: 30, LabelBits: 4,
			Pattern:   `[A-Za-z]{2}[0-9]{2}(?:[ \x{A0}\x{202F}-]?[0-9A-Za-z]){11,30}`,
			Validate:  validIBAN,
			Canonical: canonIBAN,
			Labels:    []string{"iban", "account", "konto", "kontonummer", "bank", "bankverbindung", "beneficiary", "compte", "cuenta", "conto", "rekening"},
			Reserved:  ibanReserved(),
			Guarantee: "X",
			Authority: "ISO 13616-1 and the IBAN registry: check digits are 98 minus a remainder of mod 97, hence 02 to 98; 00 is none",
			Match: []string{
				"IBAN «DE89 3704 0044 0532 0130 00» FAILED", "«GB29NWBK60161331926819»", "iban: «gb29 nwbk 6016 1331 9268 19»;", "to «NL91-ABNA-0417-1643-00»-x",
				"bonifico su «IT60 X054 2811 1010 0000 0123 456» entro", "«FR14\u00a02004\u00a01010\u00a00505\u00a00001\u00a03M02\u00a0606»", "«MT84MALT011000012345MTLCAST001S»",
				"x=«EG380019000500000000263180002»", "«SC18 SSCB 1101 0000 0000 0000 1497 USD» USD", "iban_«NO9386011117947».", "«GB29 NWBK 601613 31926819»",
				"«ES91 2100 0418 45 0200051332» y", "(«LC55HEMM000100010012001200023015»)",
			},
			NoMatch: []string{
				"DE88 3704 0044 0532 0130 00", "DE89 3704 0044 0532 0130 001", "xDE89370400440532013000", "DE893704004405320130", "ZZ89370400440532013000",
				"GB29 1234 6016 1331 9268 19", "DE89  3704 0044 0532 0130 00", "DE89 3704-0044 0532 0130 00", "md24 some words are here now too",
			},
			Gaps:   []string{"IT 60 X 05428 11101 000000123456 (a blank within the first four)", "account 532013000, bank code 37040044 (before IBANs)"},
			anchor: anchorIBAN, gate: mayBeIBAN, scan: scanIBAN, norm: normAlnum,
		},
	}
}

// A digitGroups is a stretch of at most seven groups of digits with one ' ', '.'
// or '-' between two of them.
type digitGroups struct {
	n    int    // groups
	one  int    // how many of them, from the first, have one kind of byte between them
	sep  byte   // between the first two
	size [7]int // digits of each, 20 standing for more
	end  [7]int // and its offset in the text
}

func groupsAt(s string, i int) (g digitGroups) {
	for g.n < len(g.size) {
		n := digitRun(s[i:], 20)
		g.size[g.n], g.end[g.n] = n, i+n
		g.n++
		i += n
		b := at(s, i)
		if n == 20 || b != ' ' && b != '.' && b != '-' || !isDigit(at(s, i+1)) {
			break
		}
		if g.n == 1 {
			g.sep = b
		}
		if b != g.sep && g.one == 0 {
			g.one = g.n
		}
		i++
	}
	if g.one == 0 {
		g.one = g.n
	}
	return g
}

// digits is how many digits the first k groups have.
func (g *digitGroups) digits(k int) (n int) {
	for _, size := range g.size[:k] {
		n += size
	}
	return n
}

// mayBeCard looks at the first group: four digits, five or six, or all of them.
func mayBeCard(s string, i int) bool {
	if s[i] == '0' || s[i] == '1' && !strings.HasPrefix(s[i:], "1800") && digitRun(s[i:], 16) != 15 {
		return false // no scheme, and most times since 1970
	}
	n := digitRun(s[i:], 20)
	if n >= 12 && (at(s, i-1) == '_' || isWord(at(s, i+n))) { // blk_4111…
		return false
	}
	return 4 <= n && n <= 8 && (at(s, i+n) == ' ' || at(s, i+n) == '-' || at(s, i+n) == '.') && isDigit(at(s, i+n+1)) || 12 <= n && n <= 19
}

func scanCard(s string, i int) (site, bool) {
	g := groupsAt(s, i)
	if g.size[0] < 4 || g.digits(g.n) < 12 { // every layout begins with four; 4.000000000931 and hex dumps do not
		return site{}, false
	}
	if end, ok := cardShape(s, i, &g); ok {
		return site{Span: Span{i, end}, shape: true}, true
	}
	for k := g.one; k > 0; k-- { // the longest first: 19 digits before 16 and a security code
		if x, ok := judgeCard(s, i, &g, k); ok {
			return x, true
		}
	}
	return site{}, false
}

// judgeCard takes the first k groups for a number.
func judgeCard(s string, start int, g *digitGroups, k int) (site, bool) {
	end, n := g.end[k-1], g.digits(k)
	if n < 12 || n > 19 || cutLeft(s, start) || cutRight(s, end) || isWord(at(s, end)) {
		return site{}, false
	}
	weak := false
	switch b := at(s, start-1); {
	case isWord(b), b == '+':
		return site{}, false
	case b == '-' || b == '.':
		if !isAlpha(at(s, start-2)) { // a sign, a fraction, blk_-4111…
			return site{}, false
		}
		weak = true
	case b == '/': // a path, as /orders/4111… is; no name there has the groups of a card
		weak = cardLayoutBits(g, k, n) < 23
	}
	issued, rare := cardRange(s[start:end], n)
	if !issued && !rare || !luhnValid(s[start:end]) || sameDigit(s[start:end]) {
		return site{}, false
	}
	bits := cardLayoutBits(g, k, n)
	// Columns of four digits go on and on.
	columns := g.sep == ' ' && k < g.one && g.size[k] == 4 && g.size[k-1] == 4
	if rare || bits < 13 || columns {
		weak, bits = true, min(bits, 12)
	}
	return site{Span: Span{start, end}, bits: bits, weak: weak, whole: true}, true
}

// cardLayoutBits is the evidence of the way in which n digits stand in k groups.
func cardLayoutBits(g *digitGroups, k, n int) int {
	if k == 1 {
		if n == 15 || n == 16 {
			return 15
		}
		return 13 // fewer leading digits are given, or any 64-bit number has as many
	}
	layout := 0
	for _, size := range g.size[:k] {
		layout = layout*100 + size
	}
	switch layout {
	case 4_04_04_04, 4_04_04_04_03, 6_13, // 16 and 19 digits
		4_06_05, 4_04_04_03, // 15
		4_06_04, 4_04_04_02, // 14
		4_03_03_03: // 13
		return 23 // even behind a word like "order"
	}
	return 11
}

// cardRange looks up the issuer's range of a number with n digits. A rare one is
// a number only beside a label: the range or the length is hardly in use, or
// says too little.
func cardRange(s string, n int) (issued, rare bool) {
	iin, _ := leadingDigits(s, 6)
	d2, d3, d4 := iin/10_000, iin/1_000, iin/100
	within := func(v, lo, hi int) bool { return lo <= v && v <= hi }
	switch {
	case iin/100_000 == 1: // UATP, the airlines'; ISO/IEC 7812-1 has 1 for these. JCB has 1800
		return false, n == 15
	case iin/100_000 == 4: // Visa
		return n == 16, n == 13 || n == 19
	case within(d2, 51, 55), within(d4, 2221, 2720): // Mastercard
		return n == 16, false
	case d2 == 34, d2 == 37: // American Express
		return n == 15, false
	case d4 == 6011, within(d3, 644, 649), d2 == 65: // Discover
		return n == 16, n > 16
	case within(d4, 3528, 3589): // JCB
		return n == 16, n > 16
	case within(d3, 300, 305), d2 == 36, d2 == 38, d2 == 39: // Diners Club
		return n == 14, n > 14
	case d2 == 62, d2 == 81: // UnionPay; 81 is shared with RuPay
		return n == 16 || n == 19, n > 16
	case within(iin, 508_500, 508_999), within(iin, 606_985, 607_984), within(iin, 608_001, 608_500): // RuPay
		return n == 16, n != 16
	case within(d4, 2200, 2204): // Mir
		return n == 16, n > 16
	case d2 == 50, within(d2, 56, 58), within(d2, 60, 69): // Maestro, Elo, Verve, Hipercard, Dankort
		return false, true
	case d4 == 1800, d4 == 2131: // JCB's old numbers
		return false, n == 15
	}
	return false, n == 16 // Troy, Uzcard, Humo, or one that we have not heard of
}

// validCard is for candidates of Pattern.
func validCard(s string) bool {
	issued, rare := cardRange(s, countDigits(s))
	return (issued || rare) && luhnValid(s) && !sameDigit(s)
}

// cardShape finds a number in a test space at the start of g, in any grouping:
// one with a valid Luhn digit if there is one, else one of the usual length.
// When it is grouped, letters may stand beside it; 0x5555555555555555 is none.
func cardShape(s string, start int, g *digitGroups) (end int, ok bool) {
	prefix, _ := leadingDigits(s[start:g.end[g.n-1]], 8)
	usual, also := cardTestSpace(prefix)
	if usual == 0 || cutLeft(s, start) {
		return 0, false
	}
	for k := g.n; k > 0; k-- {
		n := g.digits(k)
		if cutRight(s, g.end[k-1]) || k == 1 && (isWord(at(s, start-1)) || isWord(at(s, g.end[0]))) {
			continue
		}
		if (n == usual || n == also) && luhnValid(s[start:g.end[k-1]]) {
			return g.end[k-1], true
		}
		if n == usual {
			end, ok = g.end[k-1], true
		}
	}
	return end, ok
}

// cardTestSpace tells how many digits a number with these first eight has, if
// they are a test space: 16, and for Visa and UnionPay 19 as well.
func cardTestSpace(prefix int) (usual, also int) {
	switch prefix {
	case 4000_0000, 6200_0000: // Visa, UnionPay
		return 16, 19
	case 5555_5555, 6011_0000, 3528_0000, 2200_0000: // Mastercard, Discover, JCB, Mir
		return 16, 0
	case 3400_0000: // American Express
		return 15, 0
	case 3000_0000: // Diners Club
		return 14, 0
	}
	return 0, 0
}

func mayBeIBAN(s string, i int) bool { return ibanBBAN(s[i], s[i+1]) != "" }

func scanIBAN(s string, i int) (site, bool) {
	end, ok := ibanEnd(s, i)
	if !ok || isAlnum(at(s, end)) {
		return site{}, false
	}
	x := site{Span: Span{i, end}}
	if s[i+2] == '0' && s[i+3] == '0' {
		x.shape = end-i <= shapeLimit
		x.left = !x.shape
		return x, true
	}
	return x, ibanChecks(s[i:end])
}

// ibanEnd reads exactly as many letters and digits as the country's numbers
// have, with one blank or hyphen, always the same one, between any two behind
// the check digits. Groups other than of four must hold a digit or what the
// country writes in letters: words do not.
func ibanEnd(s string, start int) (end int, ok bool) {
	form := ibanBBAN(s[start], s[start+1])
	if form == "" {
		return 0, false
	}
	i, sep := start+4, ""
	size, number, fours, words := 4, true, true, false
	for form != "" {
		count, class, rest := nextField(form)
		for ; count > 0; count-- {
			if w := ibanSep(s, i); w != "" {
				if sep != "" && w != sep {
					return 0, false
				}
				fours, words = fours && size == 4, words || !number
				sep, size, number = w, 0, false
				i += len(w)
			}
			b := at(s, i)
			if !isAlnum(b) || class == 'n' && !isDigit(b) || class == 'a' && !isAlpha(b) {
				return 0, false
			}
			number = number || class == 'a' || isDigit(b)
			i++
			size++
		}
		form = rest
	}
	fours, words = fours && size <= 4, words || !number
	return i, fours || !words
}

// ibanSep is the separator at s[i:], if there is one.
func ibanSep(s string, i int) string {
	switch b := at(s, i); {
	case b == ' ' || b == '-':
		return s[i : i+1]
	case b == 0xC2 && at(s, i+1) == 0xA0: // no-break space
		return s[i : i+2]
	case b == 0xE2 && at(s, i+1) == 0x80 && at(s, i+2) == 0xAF: // narrow no-break space
		return s[i : i+3]
	}
	return ""
}

// ibanChecks computes the check sum: the first four go to the end.
func ibanChecks(s string) bool { return mod97(mod97(0, s[4:]), s[:4]) == 1 }

// validIBAN is for candidates of Pattern.
func validIBAN(s string) bool {
	end, ok := ibanEnd(s, 0)
	return ok && end == len(s) && ibanChecks(s) && s[2:4] != "00"
}

// canonIBAN is the electronic format: capitals and digits.
func canonIBAN(s string) string {
	b := make([]byte, 0, 34)
	for i := range len(s) {
		switch c := s[i]; {
		case isDigit(c):
			b = append(b, c)
		case isAlpha(c):
			b = append(b, c&^0x20)
		}
	}
	return string(b)
}

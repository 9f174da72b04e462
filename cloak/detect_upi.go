package cloak

// Addresses of India's Unified Payments Interface: name@bank.

func upiDetectors() []Detector {
	return []Detector{{
		Name: "in_upi", Entity: "IN_UPI", Locale: "IN", Class: Shape, Bits: 16, LabelBits: 8,
		Pattern: `[A-Za-z0-9][A-Za-z0-9._-]*@[A-Za-z]{3,16}`, anchor: anchorAt, fits: fitsUPI, scan: scanUPI,
		Labels:    []string{"upi", "vpa", "gpay", "phonepe", "bhim", "paytm", "google pay"},
		Authority: "NPCI, UPI handles of banks and apps, as it lists them. Some are words of other kinds, and need a label",
		Match:     []string{"pay «priya.n@okaxis» now", "UPI: «9876543210@ybl»,", "vpa=«shop-17@sbi»", "\"upi\":\"«ravi@upi»\"", "«a.kumar@okhdfcbank»"},
		NoMatch:   []string{"mail priya@okaxis.com", "root@axl:~$ ls", "x@sbi", "@okaxis", "bob@paytmx", "lodash@ybl-1"},
	}}
}

// tellingUPI are handles that mean nothing else; otherUPI need a label.
const (
	tellingUPI = " okaxis oksbi okhdfcbank okicici ybl ibl axl paytm ptyes ptaxis pthdfc ptsbi apl yapl rapl waaxis wahdfcbank wasbi waicici axisb jupiteraxis barodampay idfcbank idfcfirst freecharge superyes naviaxis ikwik yespay axisgo hdfcbankjd yesg mahb cnrb pockets timecosmos tapicici sliceaxis goaxb "
	otherUPI   = " upi sbi icici hdfcbank axisbank kotak fbl federal indus yesbank airtel postbank unionbank pnb boi kbl rbl idbi uco citi hsbc slice dbs "
)

// upiHandle is the handle behind the '@' at s[i], and whether it needs no label.
func upiHandle(s string, i int) (end int, telling bool) {
	const longest = 16
	for end = i + 1; end-i <= longest && isAlpha(at(s, end)); end++ {
	}
	if b := at(s, end); isWord(b) || b == '@' || (b == '.' || b == '-') && isAlnum(at(s, end+1)) {
		return 0, false
	}
	h := s[i+1 : end]
	if !handleIn(tellingUPI, h) {
		if !handleIn(otherUPI, h) {
			return 0, false
		}
		return end, false
	}
	b := at(s, end)
	return end, b != ':' && b != '/' // no host of a prompt or a path
}

// handleIn reports whether h, in any case, is one of list, which blanks separate.
func handleIn(list, h string) bool {
	for i := 1; i < len(list) && h != ""; i++ {
		if list[i-1] == ' ' && hasFold(h, list[i:min(len(list), i+len(h))]) && list[i+len(h)] == ' ' {
			return true
		}
	}
	return false
}

func fitsUPI(s string, i int) fit {
	switch end, telling := upiHandle(s, i); {
	case end == 0 || !isAlnum(at(s, i-1)):
		return fitsNever
	case telling:
		return fitsAlone
	}
	return fitsLabelled
}

func scanUPI(s string, i int) (site, bool) {
	end, telling := upiHandle(s, i)
	if end == 0 {
		return site{}, false
	}
	const longest = 64
	start := i
	for i-start <= longest && (isWord(at(s, start-1)) || at(s, start-1) == '.' || at(s, start-1) == '-') {
		start--
	}
	for start < i && !isAlnum(s[start]) {
		start++
	}
	if start == i || i-start > longest {
		return site{}, false
	}
	return site{Span: Span{start, end}, weak: !telling}, true
}

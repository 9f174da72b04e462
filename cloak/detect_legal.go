package cloak

import "strings"

// Court cases: their numbers, and their names.

func legalDetectors() []Detector {
	return []Detector{
		{
			Name: "us_case_number", Entity: CaseNumber, Locale: "US", Class: Shape,
			Bits: 18, LabelBits: 6, AgainstBits: 8,
			Pattern:   `(?:[0-9]:)?[0-9]{2}-(?:[A-Za-z]{2,4}-)?[0-9]{3,6}(?:-[A-Za-z0-9]{1,5}){0,3}`,
			Validate:  validCaseNumber,
			Canonical: canonCaseNumber,
			Labels: []string{
				"case", "cases", "case no", "case nos", "case number", "docket", "docket no", "civil action", "civil action no", "criminal no",
				"bankruptcy", "bankr", "chapter", "adversary", "appeal", "appeals", "appeal no", "cir", "circuit", "court", "v", "vs",
			},
			Against:   []string{"part", "model", "serial", "host", "hostname", "switch", "version", "invoice", "order", "sku", "rfc", "test case", "testcase"},
			Reserved:  []string{`[0-9]:2[0-9]-zz-[0-9]{5}`},
			Guarantee: "X",
			Authority: "CM/ECF: office, year, case type, number, initials of the judges; no court has a case type zz",
			Match: []string{
				"Case No. «1:24-cv-00123»", "in «2:21-cr-00456-JPM-ABC», the", "«24-mj-1234».", "docket «8:19-cv-00423-WFJ»", "(«3:20-CV-00011»)",
				"«6:15-cv-01234-RBD-40TBS»", "bankruptcy «18-12345»", "case no. «22-10964-mg»", "Appeal No. «23-1234»", "(«24-cv-00123»)", "mdl «1:17-md-02804»",
				"10:«24-cv-00123»", "No. «24-3471», 9th Cir.", "Case No. «2:23-cr-00117-JAM-2» x", "«2:23-cr-00117-2»,", "see No. «23-1234» (2d Cir. 2025)", "«22-5012» (Fed. Cir.)",
			},
			NoMatch: []string{
				"24-cv-00123456", "2024-cv-00123", "a24-cv-00123", "24-xx-00123", "24-cv-12", "2026-11-01", "12-34567", "21-476", "dc1-24-sw-00123",
				"24-cv-00123_4", "7.24-cv-00123", "sw 24-ap-101", "utf-8-sig", "No. 24-3471", "No. 24-3471 circuit", "1-24-12345",
			},
			Gaps: []string{
				"1:24cv123 (without hyphens)", "24 Civ. 1234 (JPM)", "No. CV-2024-001234 (state courts)", "No. 21A476",
			},
			anchor: anchorYear, scan: scanCaseNumber, norm: normAlnum,
		},
		{
			Name: "case_name", Entity: CaseName, Class: Shape, OptIn: true,
			OffFor: "capital words around a v. are titles, sports and comparisons as often as parties",
			Bits:   15, LabelBits: 4, AgainstBits: 6,
			Pattern:   caseNamePattern(),
			Validate:  validCaseName,
			Reserved:  []string{`Decoy-[a-z]{5} v\. Decoy-[a-z]{5}`},
			Guarantee: "L",
			Authority: "Bluebook rule 10.2: the first party of each side, v. between them; In re for proceedings with one",
			Match: []string{
				"See «Brown v. Board of Education», 347 U.S. 483", "in «United States v. Nixon» the", "«Roe v. Wade».", "and «In re Acme Corp.», 12 F.3d",
				"«Marbury v. Madison» held", "Cf. «Smith & Sons, Inc. v. Jones»", "«J. Doe v. Acme Widgets, LLC»", "«O'Brien et al. v. McKay»",
			},
			NoMatch: []string{
				"Go vs. Rust", "go v. 1.26", "Tabs v Spaces", "version v. 2", "see a v. b", "Decoy-abcde v. Decoy-fghij", "DECOY-ABCDE v. DECOY-FGHIJ", "Re: In response",
			},
			// Off by default: it runs on its pattern, which is slow, and most names of
			// cases are public.
			Gaps: []string{"roe v. wade (lower case)", "Smith vs. Jones", "the Smith case", "ROE V. WADE"},
			norm: normFold,
		},
	}
}

// scanCaseNumber looks at the '-' behind the year.
func scanCaseNumber(s string, dash int) (site, bool) {
	start := dash - 2
	if start < 0 || !isDigit(s[start]) || !isDigit(s[start+1]) {
		return site{}, false
	}
	office := at(s, start-1) == ':' && isDigit(at(s, start-2)) && !isWord(at(s, start-3))
	if office {
		start -= 2
	}
	if isWord(at(s, start-1)) || (at(s, start-1) == '-' || at(s, start-1) == '.') && isAlnum(at(s, start-2)) {
		return site{}, false
	}
	kind := letterRun(s[dash+1:], 5)
	number := dash + 1
	if kind > 0 {
		if at(s, number+kind) != '-' {
			return site{}, false
		}
		number += kind + 1
	}
	n := digitRun(s[number:], 7)
	end, ok := caseSuffix(s, number+n)
	if !ok || n < 3 || n > 6 {
		return site{}, false
	}
	x, ok := judgeCase(s[dash+1:dash+1+kind], n, office)
	if ok && kind == 0 && circuitAhead(s, end) {
		x.bits, x.weak = 16, false // an appeal, told by its court
	}
	x.Span = Span{start, end}
	return x, ok
}

// judgeCase weighs a number of n digits after a case type, "" when there is none.
func judgeCase(kind string, n int, office bool) (site, bool) {
	switch fold(kind) {
	case "":
		// A bankruptcy, 18-12345, or an appeal, 23-1234: beside a label only. (cloak:allow)
		return site{bits: 9, weak: true}, !office && n < 6
	case "zz":
		return site{shape: true}, true
	case "cv", "cr", "mj", "bk", "gj", "civ", "crim", "misc":
		return site{}, true
	case "mc", "md", "ap", "br", "po", "sw", "ml", "mdl", "mag":
		// Also the names of switches, access points, months.
		switch {
		case office:
			return site{}, true
		case n == 5:
			return site{bits: 15}, true
		}
		return site{bits: 9, weak: true}, true
	}
	return site{}, false
}

// circuitAhead reports whether a court of appeals stands right behind s[i], ", 9th Cir."
// or " (Fed. Cir. 2025)".
func circuitAhead(s string, i int) bool {
	if at(s, i) == ',' {
		i++
	}
	if at(s, i) != ' ' {
		return false
	}
	if i++; at(s, i) == '(' {
		i++
	}
	n := 0
	for n < 5 && (isAlnum(at(s, i+n)) || at(s, i+n) == '.') {
		n++
	}
	i += n
	return n > 1 && strings.HasPrefix(s[min(i, len(s)):], " Cir") && !isAlpha(at(s, i+len(" Cir")))
}

// caseSuffix passes over at most three groups for the judges, -JPM-40TBS, and the number
// of a defendant in a criminal case, -2, and tells whether the number ends there. A longer word behind a '-' is not part of it.
func caseSuffix(s string, i int) (end int, ok bool) {
	number := i
	for number > 0 && isDigit(s[number-1]) {
		number--
	}
	criminal := hasSuffixFold(s[:number], "cr-") || hasSuffixFold(s[:number], "mj-") || hasSuffixFold(s[:number], "crim-")
	for range 3 {
		n := 0
		letters := 0
		for b := at(s, i+1+n); at(s, i) == '-' && n < 6 && isAlnum(b); b = at(s, i+1+n) {
			if isAlpha(b) {
				letters++
			}
			n++
		}
		if n == 0 || n > 5 || letters == 0 || at(s, i+1+n) == '_' {
			if criminal && letters == 0 && (n == 1 || n == 2) && !isWord(at(s, i+1+n)) && at(s, i+1+n) != '-' {
				i += 1 + n
			}
			break
		}
		i += 1 + n
	}
	return i, !isWord(at(s, i)) && !cutRight(s, i)
}

func letterRun(s string, limit int) (n int) {
	for n < len(s) && n < limit && isAlpha(s[n]) {
		n++
	}
	return n
}

// validCaseNumber is for candidates of Pattern.
func validCaseNumber(s string) bool {
	x, ok := scanCaseNumber(s, strings.IndexByte(s, '-'))
	return ok && !x.shape && x.Span == Span{0, len(s)}
}

// canonCaseNumber leaves out the judges, who change, and the case of letters:
// 1:24-zz-00123.
func canonCaseNumber(s string) string {
	dash := strings.IndexByte(s, '-')
	if dash < 0 {
		return s
	}
	i := dash + 1
	if n := letterRun(s[i:], 5); n > 0 {
		i += n + 1
	}
	i = min(i, len(s))
	return fold(s[:i+digitRun(s[i:], 7)])
}

// caseNamePattern spells out a party: a capital word, and more of them, with the
// small words and abbreviations that stand between. A word that introduces a
// citation is not part of the name. Counts are bounded: it is linear in RE2, and
// short of the next sentence.
func caseNamePattern() string {
	const (
		word  = `[A-Z][A-Za-z'’]*(?:-[A-Z][A-Za-z'’]*)*`
		abbr  = `(?:[A-Z]|Inc|Corp|Co|Cos|Ltd|Bros|Bd|Dept|Dist|Educ|Univ|Comm'n|Ass'n|Int'l|Nat'l|Gov't|Mfg|Ins|Ry|Jr|Sr|St|Dr|Mr|Mrs|Ms)\.`
		part  = `(?:` + abbr + `|` + word + `)`
		small = `(?:of|the|and|for|ex rel\.|de|la|von|van|der|&)`
		party = part + `(?:, ` + abbr + `|, LLC|, LLP| (?:` + small + ` ){0,2}` + part + `){0,6}(?:,? et al\.?)?`
		lead  = `(?:(?:See|See also|But see|In|Cf\.|Compare|Accord|And|Under|From|After|Since|Citing|Quoting|E\.g\.,|The) )`
	)
	return lead + `?(?P<value>` + party + ` v\. ` + party + `|In re ` + party + `)`
}

// validCaseName turns down stand-ins.
func validCaseName(s string) bool {
	left, right, ok := strings.Cut(s, " v. ")
	return !ok || !isDecoyParty(left) || !isDecoyParty(right)
}

// isDecoyParty reports whether s is Decoy- and five letters, in any case.
func isDecoyParty(s string) bool {
	return len(s) == 11 && hasFold(s, "decoy-") && letterRun(s[6:], 6) == 5
}

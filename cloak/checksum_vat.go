package cloak

// validVAT reports whether the number behind a state's code is one of that state's
// (VIES; each state's own law). Germany's are another detector's.
func validVAT(s string) bool {
	all := numeralOf(s)
	if hasBlank(s) && (isLower(s[0]) || isLower(s[1])) {
		return false
	}
	x := all.cut(2, all.n)
	is := func(n int) bool { return x.n == n && x.digits(0, n) }
	switch string(all.c[:2]) {
	case "AT":
		return x.n == 9 && x.c[0] == 'U' && x.digits(1, 9) && x.validAustrian()
	case "BE":
		return is(10) && validKBO(string(x.c[:x.n]))
	case "BG":
		return is(9) && x.validEIK() || is(10) && x.validBulgarian()
	case "CY":
		return x.n == 9 && x.digits(0, 8) && !isDigit(x.c[8]) && x.validTIC()
	case "CZ":
		return is(8) && x.c[0] != '9' && validICO(string(x.c[:x.n])) || is(9) && x.validCzech() || (is(9) || is(10)) && validRodne(string(x.c[:x.n]))
	case "DK":
		return is(8) && x.validCVR()
	case "EE":
		return is(9) && x.sum(3, 7, 1, 3, 7, 1, 3, 7, 1)%10 == 0
	case "EL", "GR":
		return is(9) && x.validAFM()
	case "ES":
		return x.validSpanish()
	case "FI":
		return is(8) && x.validYTunnus()
	case "FR":
		return x.n == 11 && x.digits(2, 11) && x.validFrench()
	case "HR":
		return is(11) && x.iso1110()
	case "HU":
		return is(8) && x.sum(9, 7, 3, 1, 9, 7, 3, 1)%10 == 0
	case "IE":
		return x.validIrish()
	case "IT":
		return is(11) && validPartitaIVA(string(x.c[:x.n]))
	case "LT":
		return is(9) && x.c[7] == '1' && x.validLithuanian() || is(12) && x.c[10] == '1' && x.validLithuanian()
	case "LU":
		return is(8) && x.num(0, 6)%89 == x.num(6, 8)
	case "LV":
		return is(11) && (x.c[0] > '3' && x.sum(9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1)%11 == 3 || x.c[0] <= '3' && x.validLatvian())
	case "MT":
		return is(8) && x.sum(3, 4, 6, 7, 8, 9, 10, 1)%37 == 0
	case "NL":
		return x.n == 12 && x.digits(0, 9) && x.c[9] == 'B' && x.digits(10, 12) &&
			(x.sum(9, 8, 7, 6, 5, 4, 3, 2, -1)%11 == 0 || mod97(0, string(all.c[:all.n])) == 1)
	case "PL":
		return is(10) && validNIP(string(x.c[:x.n]))
	case "PT":
		return is(9) && validPortugueseNIF(string(x.c[:x.n]))
	case "RO":
		return x.n >= 6 && x.n <= 10 && x.digits(0, x.n) && x.c[0] != '0' && x.validCUI()
	case "SE":
		y := x.cut(0, 10)
		return is(12) && x.num(10, 12) > 0 && y.luhn36()
	case "SI":
		return is(8) && x.validDavcna()
	case "SK":
		return is(10) && x.c[0] != '0' && x.num(0, 10)%11 == 0
	}
	return false
}

func (x *numeral) validAustrian() bool {
	y := x.cut(1, 8)
	return (10-(y.crossSum(1, 2, 1, 2, 1, 2, 1)+4)%10)%10 == x.at(8)
}

func (x *numeral) validBulgarian() bool {
	s := string(x.c[:x.n])
	return validEGN(s) || validLNCh(s) || (11-x.sum(4, 3, 2, 7, 6, 5, 4, 3, 2)%11)%11 == x.at(9)
}

// validCzech is for nine digits from 6 on: somebody without a birth number.
func (x *numeral) validCzech() bool {
	y := x.cut(1, 8)
	return x.c[0] == '6' && (18-(10-y.sum(8, 7, 6, 5, 4, 3, 2)%11+11)%11)%10 == x.at(8)
}

func (x *numeral) validSpanish() bool {
	s := string(x.c[:x.n])
	switch {
	case x.n != 9 || !x.digits(1, 8):
		return false
	case isDigit(x.c[0]) || x.c[0] >= 'K' && x.c[0] <= 'M':
		return isAlpha(x.c[8]) && validDNI(s)
	case x.c[0] >= 'X':
		return isAlpha(x.c[8]) && validNIE(s)
	}
	return validCIF(s)
}

// validFrench is for a key of two and a SIREN (BOFiP, TVA): old keys are digits.
func (x *numeral) validFrench() bool {
	siren := x.cut(2, 11)
	n := siren.num(0, 9)
	if x.num(2, 5) != 0 && !siren.luhn36() {
		return false
	}
	if x.digits(0, 2) {
		return x.num(0, 2) == (n*100+12)%97
	}
	a, b := x.frenchKey(0), x.frenchKey(1)
	if a < 0 || b < 0 {
		return false
	}
	check := a*34 + b - 100
	if a < 10 {
		check = a*24 + b - 10
	}
	return (n+1+check/11)%11 == check%11
}

// frenchKey is what a character of a key counts for; there is no I and no O.
func (x *numeral) frenchKey(i int) int {
	switch v := x.at(i); {
	case x.c[i] == 'I' || x.c[i] == 'O':
		return -1
	case x.c[i] > 'O':
		return v - 2
	case x.c[i] > 'I':
		return v - 1
	default:
		return v
	}
}

// validIrish is for seven digits and one or two letters, or the old form with a
// letter in the second place.
func (x *numeral) validIrish() bool {
	if x.n < 8 || x.n > 9 || !isDigit(x.c[0]) || !x.digits(2, 7) || isDigit(x.c[7]) || x.n == 9 && (isDigit(x.c[8]) || x.c[8] > 'I') {
		return false
	}
	sum := 0
	if isDigit(x.c[1]) {
		sum = x.sum(8, 7, 6, 5, 4, 3, 2)
	} else {
		y := x.cut(2, 7)
		sum = y.sum(7, 6, 5, 4, 3) + 2*x.at(0)
	}
	if x.n == 9 {
		sum += 9 * (x.at(8) - 9)
	}
	return "WABCDEFGHIJKLMNOPQRSTUV"[sum%23] == x.c[7]
}

func (x *numeral) validLithuanian() bool {
	a, b := 0, 0
	for i := range x.n - 1 {
		a += x.at(i) * (1 + i%9)
		b += x.at(i) * (1 + (i+2)%9)
	}
	if a%11 == 10 {
		return b%11%10 == x.at(x.n-1)
	}
	return a%11 == x.at(x.n-1)
}

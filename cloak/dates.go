package cloak

import "strings"

// Dates as people write them. Whether one is anybody's is another question: these
// functions only tell where a date ends that begins at some place, and that the
// calendar has it.

// dateEnd returns where the date ends that begins at s[i].
func dateEnd(s string, i int) (end int, ok bool) {
	if isDigit(at(s, i)) {
		return dateFromDigits(s, i)
	}
	month, k := monthAt(s, i)
	if month == 0 {
		return 0, false
	}
	// July 14th, 1985 and July 1985
	k = skipDateSep(s, k, ".")
	day, n := dateNumber(s, k)
	switch {
	case n == 4:
		return k + n, isYear(day, n)
	case n == 0 || n > 2:
		return 0, false
	}
	k = ordinal(s, k+n)
	year, n := dateNumber(s, skipDateSep(s, k, ",."))
	k = skipDateSep(s, k, ",.")
	return k + n, isYear(year, n) && n == 4 && isCalendarDay(year, month, day)
}

func dateFromDigits(s string, i int) (end int, ok bool) {
	a, n := dateNumber(s, i)
	k := i + n
	switch n {
	case 8: // 19850714, 14071985
		return k, isCalendarDay(a/10000, a/100%100, a%100) && isYear(a/10000, 4) || isCalendarDay(a%10000, a/10000%100, a/1000000) && isYear(a%10000, 4)
	case 4: // 1985-07-14, 1985 July 14, 1985年7月14日
		if end, ok := dateOfSigns(s, k, a); end > 0 {
			return end, ok
		}
		month, e := monthOrNumber(s, k)
		if month == 0 {
			return 0, false
		}
		e = skipDateSep(s, e, "-/.")
		day, n := dateNumber(s, e)
		return e + n, n > 0 && n <= 2 && isYear(a, 4) && isCalendarDay(a, month, day)
	case 1, 2:
	default:
		return 0, false
	}
	sep := at(s, k)
	if (sep == '-' || sep == '/' || sep == '.' || sep == ' ') && isDigit(at(s, k+1)) || sep == '.' && at(s, k+1) == ' ' && isDigit(at(s, k+2)) {
		return dateOfThree(s, k, a)
	}
	k = ordinal(s, k)
	k = skipDateSep(s, k, "-/.")
	k = skipDateWord(s, k)
	month, e := monthAt(s, k)
	if month == 0 {
		return 0, false
	}
	e = skipDateWord(s, skipDateSep(s, e, "-/.,"))
	year, n := dateNumber(s, e)
	return e + n, isYear(year, n) && isCalendarDay(year, month, a)
}

// dateOfSigns is where 1985年7月14日 or 1985년 7월 14일 ends whose year ends in front of
// s[k]; 0 if no such sign stands there.
func dateOfSigns(s string, k, year int) (end int, ok bool) {
	var n [2]int
	signs := [3]string{"年", "月", "日"}
	if strings.HasPrefix(s[k:], "년") {
		signs = [3]string{"년", "월", "일"}
	}
	for i, sign := range signs {
		if !strings.HasPrefix(s[k:], sign) {
			return 0, false
		}
		if k += len(sign); i == len(n) {
			break
		}
		if at(s, k) == ' ' {
			k++
		}
		v, digits := dateNumber(s, k)
		if digits == 0 || digits > 2 {
			return 0, false
		}
		n[i] = v
		k += digits
	}
	return k, isYear(year, 4) && isCalendarDay(year, n[0], n[1])
}

// dayOfYearEnd is where a day and the name of its month end that begin at s[i], in
// either order: 14 July, July 14th.
func dayOfYearEnd(s string, i int) (end int, ok bool) {
	if day, n := dateNumber(s, i); n == 1 || n == 2 {
		k := skipDateWord(s, skipDateSep(s, ordinal(s, i+n), "."))
		month, end := monthAt(s, k)
		return end, month > 0 && isCalendarDay(0, month, day)
	}
	month, k := monthAt(s, i)
	if month == 0 {
		return 0, false
	}
	k = skipDateSep(s, k, ".")
	day, n := dateNumber(s, k)
	return ordinal(s, k+n), (n == 1 || n == 2) && isCalendarDay(0, month, day)
}

// dateOfThree is where 14/07/1985 ends whose first number, a, ends in front of s[k].
func dateOfThree(s string, k, a int) (end int, ok bool) {
	sep := s[k]
	next := func(k int) int {
		if at(s, k) != sep {
			return len(s)
		}
		if k++; sep == '.' && at(s, k) == ' ' {
			k++
		}
		return k
	}
	k = next(k)
	b, n := dateNumber(s, k)
	if n == 0 || n > 2 {
		return 0, false
	}
	k = next(k + n)
	year, n := dateNumber(s, k)
	if sep == ' ' && n != 4 {
		return 0, false
	}
	return k + n, isYear(year, n) && (isCalendarDay(year, b, a) || isCalendarDay(year, a, b))
}

// dateNumber is the number of at most eight digits at s[k], and how many it has.
func dateNumber(s string, k int) (v, n int) {
	for ; n < 9 && isDigit(at(s, k+n)); n++ {
		v = v*10 + int(s[k+n]-'0')
	}
	return v, n
}

// ordinal steps over what makes an ordinal of the number in front of s[k].
func ordinal(s string, k int) int {
	for _, w := range [...]string{"st", "nd", "rd", "th", "er", "ère", "º", "°", "ª"} {
		if hasFold(s[min(k, len(s)):], w) && !isAlnum(at(s, k+len(w))) {
			return k + len(w)
		}
	}
	return k
}

// skipDateSep steps over one of seps, and a blank before or behind it.
func skipDateSep(s string, k int, seps string) int {
	if at(s, k) == ' ' {
		k++
	}
	if b := at(s, k); b != 0 && strings.IndexByte(seps, b) >= 0 {
		k++
	}
	if at(s, k) == ' ' {
		k++
	}
	return k
}

// skipDateWord steps over "of", "de" or "del" between the parts of a date.
func skipDateWord(s string, k int) int {
	for _, w := range [...]string{"of ", "del ", "de ", "d'"} {
		if hasFold(s[min(k, len(s)):], w) {
			return k + len(w)
		}
	}
	return k
}

func monthOrNumber(s string, k int) (month, end int) {
	if sep := at(s, k); (sep == '-' || sep == '/' || sep == '.') && isDigit(at(s, k+1)) {
		v, n := dateNumber(s, k+1)
		if n > 2 || at(s, k+1+n) != sep {
			return 0, 0
		}
		return v, k + 1 + n
	}
	return monthAt(s, skipDateSep(s, k, "-/,"))
}

// monthAt returns the month whose name stands at s[i], and where that ends.
func monthAt(s string, i int) (month, end int) {
	const longest = 12
	k := i
	for k < len(s) && k-i <= longest && (isAlpha(s[k]) || s[k] >= 0x80) {
		k++
	}
	if k-i < 3 || k-i > longest || strings.IndexByte("jfmasondegl", lower(s[i])) < 0 {
		return 0, 0
	}
	return months[foldName(s[i:k])], k
}

// foldName is the name of a month in small letters, of which some are beyond ASCII.
func foldName(s string) string {
	if ascii(s) {
		return fold(s)
	}
	return strings.ToLower(s)
}

func isYear(v, n int) bool { return n == 2 || n == 4 && v >= 1850 && v <= 2150 }

// isCalendarDay reports whether the calendar has that day. A year of two digits may be a leap year.
func isCalendarDay(year, month, day int) bool {
	if month < 1 || month > 12 || day < 1 {
		return false
	}
	days := [...]int{31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[month-1]
	if month == 2 && year > 99 && (year%4 != 0 || year%100 == 0 && year%400 != 0) {
		days = 28
	}
	return day <= days
}

// months has their names in the languages of western and northern Europe.
var months = func() map[string]int {
	m := map[string]int{}
	for i, names := range [...]string{
		"january jan januar jänner janvier janv enero ene gennaio gen januari janeiro",
		"february feb februar februari février févr fevrier fév febrero febbraio fevereiro fev",
		"march mar märz maerz mrz mars marzo maart mrt março marco marts",
		"april apr avril avr abril abr aprile",
		"may mai mayo maggio mag mei maio maj",
		"june jun juni juin junio giugno giu junho",
		"july jul juli juillet juil julio luglio lug julho",
		"august aug août aout agosto ago augustus augusti",
		"september sep sept septembre septiembre settembre set setembro",
		"october oct oktober okt octobre octubre ottobre ott outubro out",
		"november nov novembre noviembre novembro",
		"december dec dezember dez décembre déc decembre diciembre dic dicembre desember dezembro",
	} {
		for _, name := range strings.Fields(names) {
			m[name] = i + 1
		}
	}
	return m
}()

package schema

import (
	"math"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// formatOf returns the check of a format for strings, as ajv-formats 3 has it; nil if it
// constrains nothing. The international ones, which that lacks, are as the plain ones
// with any letter beyond ASCII.
func formatOf(name string) func(string) bool {
	switch name {
	case "email":
		return isEmail
	case "idn-email":
		return international(isEmail)
	case "hostname":
		return isHostname
	case "idn-hostname":
		return international(isHostname)
	case "ipv4":
		return func(s string) bool { a, err := netip.ParseAddr(s); return err == nil && a.Is4() }
	case "ipv6":
		return func(s string) bool { a, err := netip.ParseAddr(s); return err == nil && a.Is6() && a.Zone() == "" }
	case "date":
		return isDate
	case "time":
		return func(s string) bool { return isTime(s, true) }
	case "iso-time":
		return func(s string) bool { return isTime(s, false) }
	case "date-time":
		return func(s string) bool { return isDateTime(s, true) }
	case "iso-date-time":
		return func(s string) bool { return isDateTime(s, false) }
	case "duration":
		return func(s string) bool { return s != "P" && !strings.HasSuffix(s, "T") && durations().MatchString(s) }
	case "uri":
		return uris().MatchString
	case "uri-reference":
		return references().MatchString
	case "iri":
		return international(uris().MatchString)
	case "iri-reference":
		return international(references().MatchString)
	case "uri-template":
		return templates().MatchString
	case "url":
		return isURL
	case "uuid":
		return uuids().MatchString
	case "json-pointer":
		return pointers().MatchString
	case "json-pointer-uri-fragment":
		return fragments().MatchString
	case "relative-json-pointer":
		return relativePointers().MatchString
	case "byte":
		return base64s().MatchString
	case "regex":
		return isRegex
	}
	return nil
}

// numberFormats are those of numbers.
var numberFormats = map[string]func(*scalar) bool{
	"int32": func(v *scalar) bool { return v.integer && v.num >= math.MinInt32 && v.num <= math.MaxInt32 },
	"int64": func(v *scalar) bool { return v.integer },
}

// expression compiles a pattern when it is asked for the first time. Its letters are
// lower case and stand for both.
func expression(p string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp {
		p = strings.NewReplacer("a-z", "a-zA-Z", "a-f", "a-fA-F").Replace(p)
		return regexp.MustCompile(`\A(?:` + p + `)\z`)
	})
}

const (
	octet     = `(?:25[0-5]|2[0-4]\d|[01]?\d\d?)`
	v4        = `(?:` + octet + `\.){3}` + octet
	h16       = `[0-9a-f]{1,4}`
	v6        = `(?:(?:(?:` + h16 + `:){6}|::(?:` + h16 + `:){5}|(?:` + h16 + `)?::(?:` + h16 + `:){4}|(?:(?:` + h16 + `:){0,1}` + h16 + `)?::(?:` + h16 + `:){3}|(?:(?:` + h16 + `:){0,2}` + h16 + `)?::(?:` + h16 + `:){2}|(?:(?:` + h16 + `:){0,3}` + h16 + `)?::` + h16 + `:|(?:(?:` + h16 + `:){0,4}` + h16 + `)?::)(?:` + h16 + `:` + h16 + `|` + v4 + `)|(?:(?:` + h16 + `:){0,5}` + h16 + `)?::` + h16 + `|(?:(?:` + h16 + `:){0,6}` + h16 + `)?::)`
	percent   = `%[0-9a-f]{2}`
	pchar     = `(?:[a-z0-9\-._~!$&'()*+,;=:@]|` + percent + `)`
	query     = `(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|` + percent + `)*`
	authority = `(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|` + percent + `)*@)?(?:\[(?:` + v6 + `|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|` + v4 + `|(?:[a-z0-9\-._~!$&'()*+,;=]|` + percent + `)*)(?::\d*)?`
	rootless  = pchar + `+(?:/` + pchar + `*)*`
	hierarchy = `/?/` + authority + `(?:/` + pchar + `*)*|/(?:` + rootless + `)?|` + rootless
	trailer   = `(?:\?` + query + `)?(?:#` + query + `)?`
	step      = `[^~/]|~0|~1`
	label     = `[a-z0-9](?:[a-z0-9-]*[a-z0-9])?`
	atom      = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
	variable  = `(?:[a-z0-9_]|` + percent + `)+(?::[1-9][0-9]{0,3}|\*)?`
	solid     = `[^` + spaces + `]`
	letters   = `a-z0-9\x{a1}-\x{ffff}`
)

// RFC 3986, 6570, 6901, 4122, 3339 appendix A, 4648.
var (
	uris             = expression(`[a-z][a-z0-9+\-.]*:(?:` + hierarchy + `)` + trailer)
	references       = expression(`(?:[a-z][a-z0-9+\-.]*:)?(?:` + hierarchy + `)?` + trailer)
	templates        = expression("(?:[^\\x00-\\x20\"'<>%\\\\^`{|}]|" + percent + `|\{[+#./;?&=,!@|]?` + variable + `(?:,` + variable + `)*\})*`)
	uuids            = expression(`(?:[uU][rR][nN]:[uU][uU][iI][dD]:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}`)
	pointers         = expression(`(?:/(?:` + step + `)*)*`)
	relativePointers = expression(`(?:0|[1-9][0-9]*)(?:#|(?:/(?:` + step + `)*)*)`)
	fragments        = expression(`#(?:/(?:[a-z0-9_\-.!$&'()*+,;:=@]|` + percent + `|~0|~1)*)*`)
	durations        = expression(`P(?:(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+S)?)?|(?:\d+W)?)`)
	base64s          = expression(`(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?`)
	emails           = expression(atom + `(?:\.` + atom + `)*@(?:` + label + `\.)+` + label)
	hostnames        = expression(`[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*\.?`)
	urls             = expression(`(?:[hH][tT][tT][pP][sS]?|[fF][tT][pP])://(?:` + solid + `+(?::` + solid + `*)?@)?` +
		`(?:((?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])(?:\.(?:1?\d{1,2}|2[0-4]\d|25[0-5])){2}\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4]))|` +
		`(?:[` + letters + `]+-)*[` + letters + `]+(?:\.(?:[` + letters + `]+-)*[` + letters + `]+)*\.[a-z\x{a1}-\x{ffff}]{2,})` +
		`(?::\d{2,5})?(?:/` + solid + `*)?`)
)

// international makes a check that takes letters beyond ASCII for plain ones.
func international(check func(string) bool) func(string) bool {
	return func(s string) bool {
		return check(strings.Map(func(r rune) rune {
			if r >= utf8.RuneSelf {
				return 'a'
			}
			return r
		}, s))
	}
}

func isEmail(s string) bool { return emails().MatchString(s) }

func isHostname(s string) bool {
	return len(strings.TrimSuffix(s, ".")) <= 253 && hostnames().MatchString(s)
}

// isURL refuses the addresses of private networks and of the machine itself.
func isURL(s string) bool {
	m := urls().FindStringSubmatch(s)
	if m == nil {
		return false
	}
	a, err := netip.ParseAddr(m[1])
	return m[1] == "" || err == nil && !a.IsPrivate() && !a.IsLoopback() && !a.IsLinkLocalUnicast()
}

func isRegex(s string) bool {
	c := compiler{patterns: map[string]*pattern{}}
	return c.pattern(s).re != nil
}

// digits reads two or four digits, as many as s has; -1 if it holds anything else.
func digits(s string) int {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return -1
		}
	}
	n, _ := strconv.Atoi(s)
	return n
}

func isDate(s string) bool {
	if len(s) != 10 || s[4] != '-' || s[7] != '-' {
		return false
	}
	year, month, day := digits(s[:4]), digits(s[5:7]), digits(s[8:])
	if year < 0 || month < 1 || month > 12 || day < 1 {
		return false
	}
	last := 31
	switch month {
	case 4, 6, 9, 11:
		last = 30
	case 2:
		if last = 28; year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			last = 29
		}
	}
	return day <= last
}

// isTime reads RFC 3339 full-time, with a zone of hours alone too, and with none unless
// it must have one. A leap second is one only at the end of a day of UTC.
func isTime(s string, zoned bool) bool {
	if len(s) < 8 || s[2] != ':' || s[5] != ':' {
		return false
	}
	hour, minute, second := digits(s[:2]), digits(s[3:5]), digits(s[6:8])
	if hour < 0 || minute < 0 || second < 0 {
		return false
	}
	rest := s[8:]
	if strings.HasPrefix(rest, ".") {
		n := 1
		for n < len(rest) && isDigit(rest[n]) {
			n++
		}
		if n == 1 {
			return false
		}
		rest = rest[n:]
	}
	offset, ok := zone(rest)
	if !ok || zoned && rest == "" {
		return false
	}
	if hour <= 23 && minute <= 59 && second < 60 {
		return true
	}
	if hour > 23 || minute > 59 {
		return false
	}
	utc := (hour*60 + minute - offset + 2*24*60) % (24 * 60)
	return second == 60 && utc == 24*60-1
}

// zone reads Z, or an offset in minutes: +02, +0200, +02:00.
func zone(s string) (minutes int, ok bool) {
	if s == "" || s == "Z" || s == "z" {
		return 0, true
	}
	sign := 1
	switch s[0] {
	case '-':
		sign = -1
	case '+':
	default:
		return 0, false
	}
	h, m := s[1:], "00"
	if len(h) > 2 {
		h, m = h[:2], strings.TrimPrefix(h[2:], ":")
	}
	if len(h) != 2 || len(m) != 2 {
		return 0, false
	}
	hours, mins := digits(h), digits(m)
	return sign * (hours*60 + mins), hours >= 0 && hours <= 23 && mins >= 0 && mins <= 59
}

func isDateTime(s string, zoned bool) bool {
	return len(s) > 11 && strings.IndexByte("tT ", s[10]) >= 0 && isDate(s[:10]) && isTime(s[11:], zoned)
}

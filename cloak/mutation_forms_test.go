package cloak_test

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A mutation is one thing that models do to what they were given.
type mutation struct {
	name  string
	like  string // what becomes of [EMAIL_0] or of a mail address, for the document
	forms func(entity cloak.Entity, standIn string) []form
	note  string // what is not restored, and why
}

// A form is a stand-in as a reply has it. Where the stand-in is escaped, its
// value belongs there escaped alike.
type form struct {
	around  string // of the reply; § is the stand-in
	written string
	chain   cloak.Chain
}

// wrapped gives plain stand-ins in each of several surroundings.
func wrapped(around ...string) func(cloak.Entity, string) []form {
	return func(_ cloak.Entity, s string) (fs []form) {
		for _, a := range around {
			fs = append(fs, form{a, s, cloak.Plain})
		}
		return fs
	}
}

// spelled gives a stand-in in other bytes; those that it leaves alone are no forms.
func spelled(c cloak.Chain, spell ...func(string) string) func(cloak.Entity, string) []form {
	return func(_ cloak.Entity, s string) (fs []form) {
		for _, f := range spell {
			if w := f(s); w != s {
				fs = append(fs, form{"so § it is", w, c})
			}
		}
		return fs
	}
}

// mutations are in the order of the document.
var mutations = []mutation{
	{"upper case", "[EMAIL_0], A.B@EXAMPLE.COM", spelled(cloak.Plain, strings.ToUpper), ""},
	{"lower case", "[email_0]", spelled(cloak.Plain, strings.ToLower), ""},
	{"bold", "**[EMAIL_0]**, __[EMAIL_0]__, [**EMAIL_0**]", bold, "underscores beside a telephone, card or docket number, a MAC, an IPv6 address or a hash, which are parts of a name there"},
	{"italics", "*[EMAIL_0]*, _[EMAIL_0]_", wrapped("so *§* it is", "so _§_ it is"), "underscores beside a telephone, card or docket number, a MAC, an IPv6 address or a hash, which are parts of a name there"},
	{"inline code", "`[EMAIL_0]`", wrapped("so `§` it is", "so ``§`` it is", "```\n§\n```"), ""},
	{"Markdown-escaped", `\[EMAIL\_0\]`, spelled(cloak.Chain(cloak.Backslash), markdownEscaped), ""},
	{"regular expression", `\[EMAIL_0\], a\.b@example\.com`, spelled(cloak.Chain(cloak.Backslash), regexp.QuoteMeta), ""},
	{"URL-escaped", "%5BEMAIL_0%5D, %5bEMAIL_0%5d", spelled(cloak.Chain(cloak.Percent), percentEscaped("%%%02X"), percentEscaped("%%%02x")), ""},
	{"JSON-escaped", `\u005bEMAIL_0\u005d`, spelled(cloak.Chain(cloak.JSONString), unicodeEscaped), ""},
	{"HTML, numeric", "&#91;EMAIL_0&#93;, &#x5B;EMAIL_0&#x5D;", spelled(cloak.Chain(cloak.HTML), escapedAs("&#%d;"), escapedAs("&#x%X;"), escapedAs("&#x%x;")), ""},
	{"HTML, named", "&lbrack;EMAIL&lowbar;0&rbrack;", spelled(cloak.Chain(cloak.HTML), htmlNamed), ""},
	{"double quotes", `"[EMAIL_0]"`, wrapped(`so "§" it is`, `{"to":"§"}`, `"{\"to\":\"§\"}"`), ""},
	{"single quotes", "'[EMAIL_0]'", wrapped("so '§' it is", "{'to':'§'}", "say ''§''."), ""},
	{"typographic quotes", "“[EMAIL_0]”, «[EMAIL_0]»", wrapped("so “§” it is", "so «§» it is", "so „§“ it is", "so ‘§’ it is", "—§—"), ""},
	{"angle brackets", "<[EMAIL_0]>", wrapped("so <§> it is", "<td>§</td>", "&lt;§&gt;"), ""},
	{"parentheses", "([EMAIL_0])", wrapped("so (§) it is", "so [§] it is", "f(§, 1)", "{{§}}"), ""},
	{"link", "[[EMAIL_0]](https://x.test/?q=[EMAIL_0])", wrapped("[§](https://x.test/)", "[§](https://x.test/?q=§)", `<a href="https://x.test/?q=§&l=en">§</a>`), ""},
	{"possessive", "[EMAIL_0]'s", wrapped("it is §'s own", "it is §’s own"), ""},
	{"punctuation behind", "[EMAIL_0].", wrapped("it is §.", "it is §, and", "it is §; and", "it is §:", "is it §?", "it is §!", "it is §...", "it is §…", "it is §.\nThen"), ""},
	{"scheme or key in front", "mailto:[EMAIL_0], id=[EMAIL_0]", prefixed, "a host behind `user@`: together they are a mail address"},
	{"defanged", "a[.]b[at]example[.]com", defanged, ""},
	{"re-spaced", "[EMAIL 0], [EMAIL-0]; 4000-0000-4711-2368", respaced, "nine bare digits of a social security number; no-break spaces and hyphens in telephone numbers without a country code"},
	{"line-wrapped", "Decoy-⏎x7k2mq", lineWrapped, "a line break within a stand-in: joining lines would make one value of two"},
	{"table, list, CSV", "|[EMAIL_0]|", wrapped("|§|", "| a | § |", "\n- §\n", "\n* §\n", "\n1. §\n", "\n1) §\n", "\n(1) §\n", "\n> §\n", "a,§,b", "a;§;b", "a\t§\tb", "\n    §\n"), ""},
	{"emoji and other scripts beside", "✅[EMAIL_0], 是[EMAIL_0]。", wrapped("✅§", "§✅", "→§", "• §•", "是§。", "（§）、", "「§」"), ""},
}

func bold(e cloak.Entity, s string) []form {
	fs := wrapped("so **§** it is", "so __§__ it is", "**to:**§", "***§***")(e, s)
	if s[0] == '[' {
		fs = append(fs, form{"so § it is", "[**" + s[1:len(s)-1] + "**]", cloak.Plain})
	}
	return fs
}

// eachByte writes the bytes of s that are no letters or digits in another way.
func eachByte(s string, write func(byte) string) string {
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' {
			b.WriteByte(c)
		} else {
			b.WriteString(write(c))
		}
	}
	return b.String()
}

// markdownEscaped has a backslash before what CommonMark lets one escape, but for
// what no writer escapes.
func markdownEscaped(s string) string {
	return eachByte(s, func(c byte) string {
		if strings.IndexByte("[]()_*.+-#", c) >= 0 {
			return `\` + string(c)
		}
		return string(c)
	})
}

// percentEscaped is JavaScript's encodeURIComponent, but for the parentheses.
func percentEscaped(format string) func(string) string {
	return func(s string) string {
		return eachByte(s, func(c byte) string {
			if strings.IndexByte("-_.~", c) >= 0 {
				return string(c)
			}
			return fmt.Sprintf(format, c)
		})
	}
}

func unicodeEscaped(s string) string {
	return eachByte(s, func(c byte) string { return fmt.Sprintf(`\u%04x`, c) })
}

func escapedAs(format string) func(string) string {
	return func(s string) string {
		return eachByte(s, func(c byte) string { return fmt.Sprintf(format, c) })
	}
}

func htmlNamed(s string) string {
	return strings.NewReplacer("[", "&lbrack;", "]", "&rbrack;", "_", "&lowbar;", "@", "&commat;", ".", "&period;", ":", "&colon;", "+", "&plus;",
		"(", "&lpar;", ")", "&rpar;", " ", "&nbsp;").Replace(s)
}

func prefixed(e cloak.Entity, s string) []form {
	around := []string{"id=§", "--to=§", "key: §", "x:§", `id="§"`}
	switch e {
	case cloak.Email:
		around = append(around, "mailto:§", "<mailto:§?subject=x>")
	case cloak.Phone:
		around = append(around, "tel:§")
	case cloak.IPv4, cloak.Hostname:
		around = append(around, "https://§/", "https://§:8443/x", "ssh://app@§", "//§/x", "§:443")
	case cloak.IPv6:
		around = append(around, "https://[§]:8443/x")
	}
	return wrapped(around...)(e, s)
}

func defanged(e cloak.Entity, s string) []form {
	if s[0] == '[' || e != cloak.Email && e != cloak.Hostname && e != cloak.IPv4 && e != cloak.IPv6 {
		return nil
	}
	replace := func(pairs ...string) func(string) string { return strings.NewReplacer(pairs...).Replace }
	return spelled(cloak.Chain(cloak.Defang), replace(".", "[.]", "@", "[@]", ":", "[:]"), replace(".", "[.]", "@", "[at]", ":", "[:]"),
		replace(".", "(.)", "@", "(at)"), replace(".", "[dot]", "@", "[at]"), replace(".", "(dot)", "@", "(at)"))(e, s)
}

// respaced writes numbers with the separators that others use, and tokens without
// theirs.
func respaced(e cloak.Entity, s string) []form {
	swap := func(sep string) func(string) string {
		return func(s string) string {
			return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" ()-.:", r) }), sep)
		}
	}
	var ways []func(string) string
	switch {
	case s[0] == '[':
		ways = []func(string) string{replaced("_", " "), replaced("_", "-"), replaced("_", `\_`)}
	case e == cloak.Phone:
		ways = []func(string) string{swap(" "), swap("-"), swap("."), swap("\u00a0"), swap("\u2011"), swap(""), func(s string) string {
			d := swap("")(s)
			if n := len(d) - 10; n >= 0 && d[0] != '0' && !strings.HasPrefix(d, "+9") {
				return strings.TrimLeft(d[:n]+" (", " ") + d[n:n+3] + ") " + d[n+3:n+6] + "-" + d[n+6:]
			}
			return s
		}}
	case e == cloak.SSN:
		ways = []func(string) string{swap(" "), swap("."), swap("")}
	case e == cloak.CreditCard || e == cloak.IBAN:
		ways = []func(string) string{swap(""), fours(" "), fours("-")}
	case e == cloak.MAC:
		ways = []func(string) string{swap(":"), swap("-"), func(s string) string {
			d := swap("")(s)
			return d[:4] + "." + d[4:8] + "." + d[8:]
		}}
	}
	return spelled(cloak.Plain, ways...)(e, s)
}

func replaced(from, to string) func(string) string {
	return func(s string) string { return strings.ReplaceAll(s, from, to) }
}

// fours groups letters and digits by four.
func fours(sep string) func(string) string {
	return func(s string) string {
		var b strings.Builder
		for i, c := range eachByte(s, func(byte) string { return "" }) {
			if i > 0 && i%4 == 0 {
				b.WriteString(sep)
			}
			b.WriteRune(c)
		}
		return b.String()
	}
}

// lineWrapped breaks a stand-in where programs that fill lines do: behind a hyphen,
// or at a space.
func lineWrapped(_ cloak.Entity, s string) []form {
	var ways []func(string) string
	for i := range len(s) - 1 {
		if s[i] == '-' || s[i] == ' ' {
			ways = append(ways, func(s string) string { return strings.TrimRight(s[:i+1], " ") + "\n" + s[i+1:] })
		}
	}
	return spelled(cloak.Plain, ways...)("", s)
}

package cloak

import "strings"

// A Step is one way to write bytes as other bytes.
type Step byte

const (
	Percent    Step = 'p' // %XX (RFC 3986 section 2.1)
	JSONString Step = 'j' // \u00XX (RFC 8259 section 7); written with the short escapes too
	HTML       Step = 'h' // &#64; &#x40; &commat;
	Backslash  Step = 'b' // a backslash before punctuation, as Markdown and regular expressions have it; read, never written
	Defang     Step = 'd' // [.] (dot) [at] [:], as analysts write addresses; read, never written
	Folded     Step = 'f' // escapes of any kind, look-alikes and what nobody sees, as the shadow of a text reads them; read, never written
	Spoken     Step = 's' // signs and digits in words, see Config.Obfuscated; read, never written

	// How the formats of documents write a string. A stand-in is written in it as it is:
	// these steps are the outermost, and what they were decoded to is the text.
	NumberDocument Step = 'N' // a number's digits
	JSONDocument   Step = 'J' // RFC 8259 section 7, all of it: surrogates, code points beyond ASCII
	// Formats read these, and hand over what they cannot write again as [Verbatim].
	YAMLPlain        Step = 'P' // YAML 1.2.2 section 7.3.3: lines are folded
	YAMLSingle       Step = 'Q' // section 7.3.2: a quote is two
	YAMLDouble       Step = 'Y' // section 7.3.1
	BlockDocument    Step = 'B' // lines with something in front of each: an indent, a diff's sign
	FoldedDocument   Step = 'F' // such lines, which are folded: YAML 1.2.2 section 8.1.3
	TOMLDocument     Step = 'T' // TOML 1.0, basic strings
	EnvDocument      Step = 'E' // double quotes of a shell's, as .env files have them
	PropertyDocument Step = 'R' // java.util.Properties
	DoubledDocument  Step = 'D' // a quote is two: CSV (RFC 4180), SQL
	CodeDocument     Step = 'C' // a backslash as in C, Go, Python and their like
	MarkupDocument   Step = 'X' // character references of XML and HTML
	PercentDocument  Step = 'U' // RFC 3986 section 2.1
	ColourDocument   Step = 'A' // ECMA-48 sequences, which show nothing
	TOMLLines        Step = 'M' // basic strings over lines
	BareDocument     Step = 'O' // what stands without quotes
	PropertyKey      Step = 'K' // java.util.Properties, what stands in front of the sign
	INIQuoted        Step = 'I' // double quotes as git, PHP and MySQL have them
	NetrcQuoted      Step = 'L' // double quotes of .netrc
	QuotedPrintable  Step = 'W' // RFC 2045 section 6.7: a mail's, with soft line breaks
	verbatimStep     Step = 'V' // the surface holds the text, and how it stood
)

// document reports whether c begins with a format's own step.
func (c Chain) document() bool { return c != "" && isUpper(c[0]) }

// A Chain says how a value is written in a text: its steps, outermost first, as
// a string of Step bytes. The zero Chain is plain text. It is the one description
// of encodings, shared by the mapping, the shadow and the formats.
//
// Restore reads chains of one step; a longer one is written and decoded, but a
// stand-in under it is not looked for.
type Chain string

// Plain is the chain without steps.
const Plain Chain = ""

// String names the steps: "json+percent", "plain".
func (c Chain) String() string {
	if c == Plain {
		return "plain"
	}
	names := make([]string, len(c))
	for i := range len(c) {
		names[i] = Step(c[i]).name()
	}
	return strings.Join(names, "+")
}

func (x Step) name() string {
	switch x {
	case Percent:
		return "percent"
	case JSONString:
		return "json"
	case HTML:
		return "html"
	case Backslash:
		return "backslash"
	case Defang:
		return "defang"
	case Folded:
		return "folded"
	case Spoken:
		return "spoken"
	}
	if name, ok := documentSteps[x]; ok {
		return name
	}
	return "unknown"
}

// documentSteps are the names of those that formats take.
var documentSteps = map[Step]string{
	NumberDocument: "number", JSONDocument: "json document", YAMLPlain: "yaml plain", YAMLSingle: "yaml single", YAMLDouble: "yaml double", BlockDocument: "block", FoldedDocument: "folded block",
	TOMLDocument: "toml", TOMLLines: "toml lines", EnvDocument: "env", PropertyDocument: "property", PropertyKey: "property key", DoubledDocument: "doubled", CodeDocument: "code", MarkupDocument: "markup",
	PercentDocument: "percent document", ColourDocument: "colour", BareDocument: "bare", INIQuoted: "ini quoted", NetrcQuoted: "netrc quoted", QuotedPrintable: "quoted-printable", verbatimStep: "verbatim",
}

// Decode reads all of s under c.
func (c Chain) Decode(s string) string {
	for i := range len(c) {
		if Step(c[i]) == verbatimStep {
			s, _ = verbatim(s)
			return c[1+len(c.Document()):].Decode(s)
		}
		if c[i:].document() {
			s = Step(c[i]).decode(s)
			continue
		}
		switch Step(c[i]) {
		case JSONString:
			s = decodeJSON(s)
		case Folded:
			s = unescaped(s)
		case Spoken:
			s = spoken(s)
		default:
			s = decodeUnits(familyOf(Step(c[i])), s)
		}
	}
	return s
}

// Encode writes a value for a place that is read under c. A step that is read
// and never written leaves the value as it is.
func (c Chain) Encode(s string) string {
	for i := len(c) - 1; i >= 0; i-- {
		switch Step(c[i]) {
		case Percent:
			s = encode(s, percentByte, func(b byte) bool { return isWord(b) || strings.IndexByte("-.~", b) >= 0 })
		case JSONString, JSONDocument:
			s = encode(s, jsonByte, func(b byte) bool { return b >= ' ' && b != '"' && b != '\\' })
		case QuotedPrintable:
			s = quotedPrintable(s)
		case HTML:
			s = encode(s, htmlByte, func(b byte) bool { return strings.IndexByte(`&<>"'`, b) < 0 })
		}
	}
	return s
}

// written is what shows of c where a stand-in is written under it: a step that is
// never written does not.
func (c Chain) written() Chain {
	if len(c) == 1 && (Step(c[0]) == Percent || Step(c[0]) == JSONString || Step(c[0]) == HTML) {
		return c
	}
	return Plain
}

// visible writes a stand-in under c so that the chain shows: every byte but
// letters, digits and the underscore is escaped.
func (c Chain) visible(s string) string {
	for i := len(c) - 1; i >= 0; i-- {
		switch Step(c[i]) {
		case Percent:
			s = encode(s, percentByte, isWord)
		case JSONString:
			s = encode(s, unicodeByte, isWord)
		case HTML:
			s = encode(s, htmlByte, isWord)
		}
	}
	return s
}

func encode(s string, write func(*strings.Builder, byte), plain func(byte) bool) string {
	i := 0
	for i < len(s) && plain(s[i]) {
		i++
	}
	if i == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	b.WriteString(s[:i])
	for ; i < len(s); i++ {
		if plain(s[i]) {
			b.WriteByte(s[i])
		} else {
			write(&b, s[i])
		}
	}
	return b.String()
}

const upperHex = "0123456789ABCDEF"

func percentByte(b *strings.Builder, c byte) {
	b.WriteByte('%')
	b.WriteByte(upperHex[c>>4])
	b.WriteByte(upperHex[c&15])
}

func unicodeByte(b *strings.Builder, c byte) {
	b.WriteString(`\u00`)
	b.WriteByte(upperHex[c>>4])
	b.WriteByte(upperHex[c&15])
}

// jsonByte writes what RFC 8259 section 7 wants escaped, in its short form where
// there is one.
func jsonByte(b *strings.Builder, c byte) {
	switch c {
	case '"', '\\':
		b.WriteByte('\\')
		b.WriteByte(c)
	case '\n':
		b.WriteString(`\n`)
	case '\r':
		b.WriteString(`\r`)
	case '\t':
		b.WriteString(`\t`)
	default:
		unicodeByte(b, c)
	}
}

func htmlByte(b *strings.Builder, c byte) {
	b.WriteString("&#x")
	b.WriteByte(upperHex[c>>4])
	b.WriteByte(upperHex[c&15])
	b.WriteByte(';')
}

// decodeJSON reads the escapes of a JSON string, the short ones too. What is no
// escape stays as it is; code points above 0x7F stay escaped, since the bytes
// they stand for are another matter than the bytes of a text.
func decodeJSON(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		if s[i] == '\\' && i+1 < len(s) {
			if k := strings.IndexByte(`"\/bfnrt`, s[i+1]); k >= 0 {
				b = append(b, "\"\\/\b\f\n\r\t"[k])
				i += 2
				continue
			}
		}
		x, n := backslashUnit(s, i)
		if n < 6 { // Markdown's escapes are not JSON's
			x, n = s[i], 1
		}
		b, i = append(b, x), i+n
	}
	return string(b)
}

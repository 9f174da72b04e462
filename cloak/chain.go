package cloak

import "strings"

// A Step is one way to write bytes as other bytes.
type Step byte

const (
	Percent    Step = 'p' // %XX (RFC 3986 section 2.1)
	JSONString Step = 'j' // \uXXXX and the short escapes (RFC 8259 section 7)
	HTML       Step = 'h' // &#64; &#x40; &commat;
	Backslash  Step = 'b' // a backslash before punctuation, as Markdown and regular expressions have it; read, never written
	Defang     Step = 'd' // [.] (at) [:]; read, never written
)

// A Chain says how a value is written in a text: its steps, outermost first, as
// a string of Step bytes. The zero Chain is plain text. It is the one description
// of encodings, shared by the mapping, the shadow and the formats.
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
		switch Step(c[i]) {
		case Percent:
			names[i] = "percent"
		case JSONString:
			names[i] = "json"
		case HTML:
			names[i] = "html"
		case Backslash:
			names[i] = "backslash"
		case Defang:
			names[i] = "defang"
		default:
			names[i] = "unknown"
		}
	}
	return strings.Join(names, "+")
}

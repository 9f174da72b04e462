package allow

import (
	"strings"
	"testing"
)

// In each text an 'a' in braces is allowed and a 'd' is not.
func TestMarks(t *testing.T) {
	for name, text := range map[string]string{
		"its own line":              "{d}\n{a} // cloak:allow a sample\n{d}\n",
		"in front on its line":      "<b cloak:allow>{a}\n{d}",
		"alone: the next line, too": "{d}\n  # cloak:allow\n{a}\n{d}\n",
		"alone in HTML":             "<!-- cloak:allow the sample's -->\r\n{a}\r\n{d}",
		"two alone":                 "// cloak:allow x\n// cloak:allow=MAC y\n{d}\n",
		"only these":                "{a} # cloak:allow=ipv4,EMAIL lab\n{d} # cloak:allow=EMAIL\n{a} # cloak:allow=ip_address",
		"block":                     "{d}\n// cloak:allow-begin x\n{a}\n\n{a}\n// cloak:allow-end\n{d}",
		"block of some":             "# cloak:allow-begin=MAC\n{d}\n# cloak:allow-end\n# cloak:allow-begin=IPV4\n{a}\n# cloak:allow-end\n",
		"longer words":              "{d} cloak:allowed\n{d} cloak:allow-list\n{d} cloak:allow_x\n{d} cloak:allowé",
		"a block's mark in a text":  "{d} x cloak:allow-begin\n{d}\n{d} cloak:allow-end",
		"none":                      "{d}",
		"at the end":                "{a} cloak:allow",
	} {
		m, err := Read(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for i := range len(text) - 2 {
			if text[i] != '{' {
				continue
			}
			if got := m.Allows(i+1, "IPV4", "ip_address"); got != (text[i+1] == 'a') {
				t.Errorf("%s: offset %d: allowed: %v", name, i, got)
			}
		}
	}
}

func TestBlocksThatDoNotMatch(t *testing.T) {
	for text, line := range map[string]string{
		"x\n# cloak:allow-begin\ny":                                        "line 2: a block without an end",
		"x\ny\n# cloak:allow-end\n":                                        "line 3: the end of no block",
		"# cloak:allow-begin\n# cloak:allow-begin\nx\n# cloak:allow-end\n": "line 2: a block within that of line 1",
	} {
		m, err := Read(text)
		if err == nil || !strings.Contains(err.Error(), line) {
			t.Errorf("%q: %v, not %q", text, err, line)
		}
		if at := strings.IndexByte(text, 'y'); at >= 0 && m.Allows(at) {
			t.Errorf("%q: an open block allows", text)
		}
	}
}

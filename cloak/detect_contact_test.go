package cloak

import (
	"strings"
	"testing"
)

func TestContactExamples(t *testing.T) { checkExamples(t, contactDetectors()) }

// What may stand beside a stand-in, and what extends it.
func TestMailStandInNeighbours(t *testing.T) {
	const shape = "kern.palo@quista.example.com"
	checkNeighbours(t, contactDetectors(), shape, neighbours{
		openLeft:   []string{"", " ", "<", "'", "\"", "=", ":", "/", "(", ",", "\x00", "&", "#", "\\", "“", "—", "✅", "是"},
		closedLeft: []string{"a", "7", "_", ".", "-", "+", "@", "é", "\xff"},
		openRight:  []string{"", " ", ">", "'", ".", ". ", "-", "-.", "..", ",", "\x00", ":", "/x", "+", "&", "=", "\\n", "_", "_x", "”", ".”", "’s", "…", "✅", "。", "是"},
		closedRight: []string{"a", "0", "@", "é", ".a", ".9", "-a", "-0", ".é", "-\xff",
			".json", "@corp.com"},
	})
}

func TestMailStandIns(t *testing.T) {
	d := &contactDetectors()[0]
	local := strings.Repeat("a", 64)
	for _, c := range []struct {
		name, in    string
		shape, left bool
	}{
		{"at example.com", "x@example.com", true, false},
		{"in capitals", "JOHN.DOE@MAIL.EXAMPLE.ORG", true, false},
		{"as the user of a URL", "https://x.y@z.example.net", true, false},
		{"as the password of a URL", "https://u:x.y@z.example.net", false, false},
		{"git there", "git@x.example.com", true, false},
		{"as long as one may be", local + "@" + strings.Repeat("b", 19) + ".example.com", true, false},
		{"too long", local + "@" + strings.Repeat("b", 20) + ".example.com", false, true},
		{"with a local part too long", "a" + local + "@example.com", false, false},
		{"in another alphabet", "jürgen@example.com", false, true},
		{"below a label in another alphabet", "x@ü.example.com", false, true},
		{"at another name", "x@notexample.com", false, false},
	} {
		sites := naiveSites(d, c.in)
		got := site{}
		if len(sites) == 1 {
			got = sites[0]
		}
		if got.shape != c.shape || got.left != c.left {
			t.Errorf("%s: shape %v, left %v", c.name, got.shape, got.left)
		}
	}
}

func TestMailBoundaries(t *testing.T) {
	d := contactDetectors()
	d[0].Match = append(d[0].Match,
		"to: «ana@verleih-nord.de» bo@verleih-nord.de", "😀«tvoll@hafenlotse.de»🚀", "“«a.b@corp.com»”", "\x00«a.b@corp.com»\x00",
		"«a.b@corp.com»:", "_bob@corp.com_ «ann@corp.com»", "«ann.@corp.com»", "a..«b@corp.com»", "----«b@corp.com»", "«a--b@corp.com»",
		"J\xfc«rgen@corp.com»", "«ann@corp.com»\xff", "«用户@例子.广告»", "jane@x.«a@corp.com»"[len("jane@x."):], "«jane@corp.com»으로",
		"\\\\«nadia@corp.com»", "100%«eb@corp.com»"[len("100%"):], "«bob@corp.com».", "«bob@corp.com»..", "«bob@corp.com»_2024.zip", "«bob@corp.com»-2024.log",
		"«"+strings.Repeat("a", 64)+"@corp.com»", "u'«bob@corp.com»'", "«ann@firma.rs»", "@«ann@mastodon.social»", "«bob@corp.com»@proxy.corp.com", "x@«y@corp.com»", "«ann@163.com»",
	)
	d[0].NoMatch = append(d[0].NoMatch, strings.Repeat("a", 65)+"@corp.com", "a@"+strings.Repeat("b.", 128)+"com", "a@\x00corp.com", "a\x00@corp.com",
		"a@corp\x00.com", "a@-corp.com", "a@.corp.com", "a@corp..com", "a@corp.c", "a@corp.c0m", "'@corp.com", "@@corp.com", "a@b@", "@")
	checkExamples(t, d)
}

func TestContactScansAreSound(t *testing.T) { checkSound(t, contactDetectors()) }

// A local part may be quoted, with blanks in it (RFC 5321 section 4.1.2).
func TestQuotedLocalParts(t *testing.T) {
	t.Parallel()
	d := contactDetectors()[0]
	d.Match = []string{"RCPT TO:<«\"jane doe\"@corp.com»>", "«\"jane.doe\"@corp.com» wrote", "x: \"«\"k oster\"@corp.com»\""}
	checkExamples(t, []Detector{d})
}

package manpage

import (
	"os/exec"
	"strings"
	"testing"
)

func page() *Page {
	return &Page{
		Name: "cloak", Summary: "swap values", Synopsis: "COMMAND", Description: "One\ntwo.\n\ncat x | cloak y\n\n.hidden 'line\n'tis \\n",
		Options:  []Option{{[]string{"--output", "-o"}, "FILE", "write to it"}},
		Commands: []Command{{Name: "scan", Summary: "look", Synopsis: "PATH…", Description: "It looks.", Options: []Option{{Names: []string{"--json"}, Usage: "one object"}}}},
		Exits:    []Exit{{"0", "done"}}, SeeAlso: []string{"git(1)"},
	}
}

func TestPage(t *testing.T) {
	var b strings.Builder
	if err := page().Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		".TH CLOAK 1\n", "cloak \\- swap values\n", ".SH OPTIONS\n.TP\n\\fB\\-\\-output\\fR, \\fB\\-o\\fR \\fIFILE\\fR\nWrite to it\n",
		".nf\ncat x | cloak y\n.fi\n", "\n\\&.hidden 'line\n\\&'tis \\en\n", ".SS cloak scan PATH\\[u2026]\nLook.\n", ".TP\n.B 0\ndone\n", ".SH SEE ALSO\ngit(1)\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

// groff has nothing to say of it.
func TestPageIsRoff(t *testing.T) {
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("groff is not here to read the page")
	}
	var b strings.Builder
	if err := page().Write(&b); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(groff, "-man", "-ww", "-z", "-Tutf8")
	c.Stdin = strings.NewReader(b.String())
	if out, err := c.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v: %s", err, out)
	}
}

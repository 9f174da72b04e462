package format_test

import (
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

func TestTranscript(t *testing.T) {
	e := engine(t, cloak.Config{})
	gh := "gh" + "p_" + "Z47lmH9VYBQ0iz9q3BPjme2GPvXLquRBNvAK"
	for doc, want := range map[string]string{
		"\x1b[1m$\x1b[0m grep token x\n\x1b[35mx\x1b[m:\x1b[01;31m\x1b[Ktoken\x1b[m\x1b[K=" + gh[:9] + "\x1b[01;31m" + gh[9:14] + "\x1b[m" + gh[14:] + "\n": "\x1b[1m$\x1b[0m grep token x\n\x1b[35mx\x1b[m:\x1b[01;31m\x1b[Ktoken\x1b[m\x1b[K=[API_KEY_0]\x1b[m\n",
		"\x1b[32m" + gh + "\x1b[0m done\r\n":                                                    "\x1b[32m[API_KEY_0]\x1b[0m done\r\n",
		"a.roe\x1b[31m@corp.com":                                                                "[EMAIL_0]\x1b[m",
		"a.roe\x1b[31m@corp.com\x1b[m\x1b[m a.roe@corp.com":                                     "[EMAIL_0]\x1b[m\x1b[m\x1b[m [EMAIL_0.1]",
		"\x1b[1m password:\x1b[0m hunter\x1b[4m22x\x1b[m\n":                                     "\x1b[1m password:\x1b[0m [PASSWORD_0]\x1b[m\x1b[m\n",
		"\x1b[0m\x1b]8;;https://app:s3cr3t9x@h.io/\x1b\\link\x1b]8;;\x1b\\ to a.roe@corp.com\n": "\x1b[0m\x1b]8;;https://app:[URL_CREDENTIAL_0]@h.io/\x1b\\link\x1b]8;;\x1b\\ to [EMAIL_0]\n",
		"\x1b]0;ann: ~\a\x1b[01;32m$ \x1b[0mcurl -u a.roex\b@corp.com\b \b\n":                   "\x1b]0;ann: ~\a\x1b[01;32m$ \x1b[0mcurl -u [EMAIL_0]\x1b[mm\b \b\n",
		"\x1b[31mnothing\x1b[":                                                                  "\x1b[31mnothing\x1b[",
	} {
		if out, _ := round(t, e, "", doc); out != want {
			t.Errorf("%q\nbecomes %q\nwant    %q", doc, out, want)
		}
	}
	if out, _ := round(t, e, "x.cast", "{\"version\": 2}\n[1.5, \"o\", \"\\u001b[31mpassword: hun\\u001b[0mter22x\\r\\n\"]\n"); strings.Contains(out, "ter22x") || !strings.Contains(out, `\u001b[31mpassword: [PASSWORD_0]`) {
		t.Errorf("%s", out)
	}
	for _, x := range []string{"a [31m b", "\x1b[K", "", "\x1b]0;x\a", "{\"a\": \"\\u001b[31m\"}"} {
		if f := format.Detect("", x); f.Name == "transcript" {
			t.Errorf("%q is %s", x, f.Name)
		}
	}
}

// Sequences anywhere in a text hide nothing: what is found in it without them is found.
func TestTranscriptFindsWhatTextDoes(t *testing.T) {
	e := engine(t, cloak.Config{})
	random := rand.New(rand.NewSource(1))
	sequences := []string{"\x1b[31m", "\x1b[m", "\x1b[1;38;5;208m", "\x1b[K", "\x1b[2D", "\x1b(B", "\x1b]8;;\x1b\\", "x\b", "\x1b=", "\a"}
	for _, p := range probes(t) {
		want, err := e.Find(t.Context(), p.Text)
		if err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(p.Text, "\x1b\b\a") {
			continue
		}
		var doc strings.Builder
		doc.WriteString("\x1b[0m")
		var at []int // by byte of the text
		for i := range len(p.Text) {
			if random.Intn(4) == 0 {
				doc.WriteString(sequences[random.Intn(len(sequences))])
			}
			at = append(at, doc.Len())
			doc.WriteByte(p.Text[i])
		}
		got, err := format.Find(t.Context(), e, format.Open("", doc.String()))
		if err != nil {
			t.Fatal(err)
		}
		var spans, wanted []cloak.Span
		for _, f := range got {
			spans = append(spans, f.Span)
		}
		for _, f := range want {
			wanted = append(wanted, cloak.Span{Start: at[f.Start], End: at[f.End-1] + 1})
		}
		if !slices.Equal(spans, wanted) {
			t.Errorf("%s: %v, want %v", p.ID, spans, wanted)
		}
		round(t, e, "", doc.String())
	}
}

func TestHostileTranscript(t *testing.T) {
	e := engine(t, cloak.Config{})
	const n = 1 << 20
	for _, unit := range []string{"\x1b", "\x1b[", "\x1b[31m", "\x1b]", "\x1b]8;;", "\x1bP", "a\b", "\b", "\x1b]8;;x\a", "\x1b[;", "\x1b[31ma"} {
		doc := "\x1b[0m" + strings.Repeat(unit, n/len(unit)) + "\x1b\\\a\n a.roe@corp.com \n"
		m := mapping(t)
		d := format.Open("", doc)
		r, err := format.Sanitize(t.Context(), e, m, d, cloak.Source{})
		if err != nil || d.Format.Name != "transcript" {
			t.Fatalf("%q: %s, %v", unit, d.Format.Name, err)
		}
		if strings.Contains(r.Text, "a.roe@") {
			t.Errorf("%q: the address is still there", unit)
		}
		if back, _ := format.Restore(m, format.Open("", r.Text), cloak.RestoreOptions{}); back != doc {
			t.Errorf("%q: it does not come back", unit)
		}
	}
}

func FuzzTranscript(f *testing.F) {
	for _, s := range []string{
		"\x1b[31ma.roe\x1b[0m@corp.com\x1b[m", "password: hun\x1b[4mter22x\x1b[m\n", "\x1b]8;;https://app:s3cr3t9x@h.io/\x1b\\link\x1b]8;;\x1b\\", "a.roex\b@corp.com\b \b", "\x1bP a.roe@corp.com\x1b\\", "\x1b]0;[EMAIL_0]\a[EMAIL_\x1b[m0]", "\x1b[31m{\"password\":\"hunter22x\"}",
	} {
		f.Add(s)
	}
	es := engines(f)
	f.Fuzz(func(t *testing.T, doc string) {
		for _, e := range es {
			checkInvariants(t, e, "transcript", doc)
		}
	})
}

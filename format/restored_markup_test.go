package format_test

import (
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// A value is written as the place has it where its stand-in stands, whatever it came from.
func TestRestoredIntoSQLAndMarkup(t *testing.T) {
	e := engine(t, cloak.Config{})
	m := mapping(t)
	value := `p<&>"'w\9` + "\tz"
	r, err := format.Sanitize(t.Context(), e, m, format.Open("x.json", `{"password": "p<&>\"'w\\9\tz"}`), cloak.Source{})
	if err != nil || r.Text != `{"password": "[PASSWORD_0]"}` {
		t.Fatalf("%s, %v", r.Text, err)
	}
	for _, x := range []struct{ format, front, back, want string }{
		{"sql", "INSERT INTO t VALUES ('", "');", `p<&>"''w\9` + "\tz"},
		{"sql", "INSERT INTO t VALUES (E'", "');", `p<&>"''w\\9` + "\tz"},
		{"sql", "INSERT INTO `t` VALUES ('", "');", `p<&>"''w\\9` + "\tz"},
		{"sql", "INSERT INTO `t` VALUES (\"", "\");", `p<&>""'w\\9` + "\tz"},
		{"sql", "COPY t (a) FROM stdin;\n", "\n\\.\n", `p<&>"'w\\9\tz`},
		{"sql", "-- ", "\n", value},
		{"xml", "<a>", "</a>", `p&lt;&amp;>"'w\9` + "\tz"},
		{"xml", `<a b="`, `"/>`, `p&lt;&amp;>&quot;'w\9&#09;z`},
		{"xml", `<a b='`, `'/>`, `p&lt;&amp;>"&#39;w\9&#09;z`},
		{"xml", `<a><![CDATA[`, `]]></a>`, value},
		{"html", `<a b=`, ` c>`, `p&lt;&amp;&gt;&quot;&#39;w\9&#09;z`},
		{"html", `<p>`, `</p>`, `p&lt;&amp;>"'w\9` + "\tz"},
	} {
		d := format.Document{Text: x.front + "[PASSWORD_0]" + x.back, Format: format.Named(x.format)}
		if got, _ := format.Restore(m, d, cloak.RestoreOptions{}); got != x.front+x.want+x.back {
			t.Errorf("%s becomes %s, want %s", d.Text, got, x.front+x.want+x.back)
		}
	}
}

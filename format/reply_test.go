package format_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// A reply is the same in whatever pieces it comes.
func TestReplyInPieces(t *testing.T) {
	m, in := withPair(t, `Ann "Zephyr" Lee`)
	text := "say " + in + "\n{{ a: " + in + "\n{x=" + in + "}\n{\n{\"a\":\"" + in + "\"}\n{ \"b\":\"" + in + "\"}\n\n" + in + "\n{ "
	want := `say Ann "Zephyr" Lee` + "\n" + `{{ a: Ann "Zephyr" Lee` + "\n" + `{x=Ann "Zephyr" Lee}` + "\n{\n" + `{"a":"Ann \"Zephyr\" Lee"}` + "\n" + `{ "b":"Ann \"Zephyr\" Lee"}` + "\n\n" + `Ann "Zephyr" Lee` + "\n{ "
	for n := 1; n <= len(text); n++ {
		var b bytes.Buffer
		r := format.RestoreTo(m, &b, format.Options{Format: format.Plain})
		for piece := range slices.Chunk([]byte(text), n) {
			if _, err := r.Write(piece); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Fatalf("in pieces of %d: %q, want %q", n, b.String(), want)
		}
		if len(r.Gaps([]int{0})) != 0 {
			t.Fatalf("in pieces of %d: a gap", n)
		}
	}
	r := format.RestoreTo(m, io.Discard, format.Options{Format: format.Plain})
	if len(r.Gaps([]int{0})) != 1 {
		t.Error("no gap in an empty reply")
	}
	r.Close()
	if _, err := r.Write([]byte("x")); err == nil {
		t.Error("a closed reply takes more")
	}
}

// withPair returns a mapping with a pair for the term value, and its stand-in.
func withPair(t *testing.T, value string) (*cloak.Mapping, string) {
	t.Helper()
	eng, err := cloak.New(cloak.Config{Terms: []cloak.Term{{Text: value}}})
	if err != nil {
		t.Fatal(err)
	}
	m, err := cloak.NewMapping(cloak.Snapshot{})
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := eng.Sanitize(context.Background(), m, value, cloak.Source{})
	if err != nil || m.Len() != 1 {
		t.Fatalf("%d pairs, %v", m.Len(), err)
	}
	return m, s
}

// A fenced block is restored as its language has it, in whatever pieces it comes.
func TestReplyInFences(t *testing.T) {
	m, in := withPair(t, `Ann "Zephyr" Lee`)
	const value, escaped = `Ann "Zephyr" Lee`, `Ann \"Zephyr\" Lee`
	replies := []struct{ text, want string }{
		{"so " + in + ":\n\n```json\n{\n  \"a\": \"" + in + "\"\n}\n```\n" + in + "\n", "so " + value + ":\n\n```json\n{\n  \"a\": \"" + escaped + "\"\n}\n```\n" + value + "\n"},
		{"- a\n  ~~~ JSON x\r\n  [\"" + in + "\"]\r\n  ~~~~\r\n\"" + in + "\"", "- a\n  ~~~ JSON x\r\n  [\"" + escaped + "\"]\r\n  ~~~~\r\n\"" + value + "\""},
		{"```\n\"" + in + "\"\n```\n```json\n[\"" + in + "\"]", "```\n\"" + value + "\"\n```\n```json\n[\"" + escaped + "\"]"},
		{"```json\n[\"" + in + "\"]\n```\n```jsonl\n{\"a\":\"" + in + "\"}\n```\n{\"a\":\"" + in + "\"}\n``", "```json\n[\"" + escaped + "\"]\n```\n```jsonl\n{\"a\":\"" + escaped + "\"}\n```\n{\"a\":\"" + escaped + "\"}\n``"},
		{"> - ```json\n> [\"" + in + "\"]\n> ```\n> " + in + "\n``x` " + in, "> - ```json\n> [\"" + escaped + "\"]\n> ```\n> " + value + "\n``x` " + value},
	}
	for _, x := range replies {
		for n := 1; n <= len(x.text); n++ {
			var b bytes.Buffer
			r := format.RestoreTo(m, &b, format.Options{Format: format.Plain})
			for piece := range slices.Chunk([]byte(x.text), n) {
				if _, err := r.Write(piece); err != nil {
					t.Fatal(err)
				}
			}
			if err := r.Close(); err != nil {
				t.Fatal(err)
			}
			if b.String() != x.want {
				t.Fatalf("in pieces of %d: %q, want %q", n, b.String(), x.want)
			}
			if len(r.Gaps([]int{0})) != 0 {
				t.Fatalf("in pieces of %d: a gap", n)
			}
		}
	}
}

// A block that does not end is text when it has become too long, and nothing of it is lost.
func TestReplyInLongFence(t *testing.T) {
	m, in := withPair(t, `Ann "Zephyr" Lee`)
	text := "```json\n" + strings.Repeat("[1, 2],\n", 200_000) + "\"" + in + "\"\n```\n" + in
	for _, n := range []int{100, 1 << 16, len(text)} {
		var b bytes.Buffer
		r := format.RestoreTo(m, &b, format.Options{Format: format.Plain})
		for piece := range slices.Chunk([]byte(text), n) {
			if _, err := r.Write(piece); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if want := strings.ReplaceAll(text, in, `Ann "Zephyr" Lee`); b.String() != want && n < 1<<20 || len(b.String()) < len(want) {
			t.Errorf("in pieces of %d: %d bytes, want %d", n, b.Len(), len(want))
		}
	}
}

// Text with JSON in it comes back, read as what it is and as text on both sides.
func TestTextComesBackFromLines(t *testing.T) {
	var docs []string
	for _, object := range []string{
		`{"password": "p\"ss'w0rd x\\"}`, `{"password": "p\\ss'w0rd"}`, `{"m": "a.roe\u0040corp.com", "url": "postgres:\/\/app:s3cr3t9x@db1:5432\/x"}`, `{"a": "{\"password\": \"p\\\"ss'w0rd\"}"}`,
	} {
		docs = append(docs, "x\n"+object+"\ny", "x\n```json\n"+object+"\n```\ny\n", "- x\n  ```json\n  "+object+"\n  ```")
	}
	for _, p := range probes(t) {
		for _, c := range encodings {
			text := p.Text
			for _, v := range p.Expect {
				text = strings.ReplaceAll(text, v, c.encode(v))
			}
			if !json.Valid([]byte(`"` + text + `"`)) {
				continue
			}
			docs = append(docs, "x\n```json\n{\"a\": \""+text+"\"}\n```\n", "x\n{\"a\": \""+text+"\"}\n")
		}
	}
	for _, e := range engines(t) {
		for _, doc := range docs {
			for _, o := range []format.Options{{}, {Format: format.Plain, Lines: format.TextLines}} {
				m := mapping(t)
				var in, out bytes.Buffer
				s := format.SanitizeTo(t.Context(), e, m, &in, cloak.Source{}, o)
				_, err := s.Write([]byte(doc))
				if err = errors.Join(err, s.Close()); err != nil {
					t.Fatal(err)
				}
				r := format.RestoreTo(m, &out, o)
				_, err = r.Write(in.Bytes())
				if err = errors.Join(err, r.Close()); err != nil || out.String() != doc {
					t.Errorf("%q becomes %q and comes back as %q", doc, in.String(), out.String())
				}
			}
		}
	}
}

// A value is written for all that it stands in: JSON in a shell's quotes in a block of YAML,
// JSON in a string of JSON, a query in an attribute.
func TestRestoredInPlace(t *testing.T) {
	m, in := withPair(t, `a"b'c\d & <e>`)
	for _, x := range []struct{ file, text, want string }{
		{"x.yaml", "run: |\n  curl -d '{\"pw\": \"" + in + "\"}' $URL\n", `run: |` + "\n" + `  curl -d '{"pw": "a\"b\u0027c\\d & <e>"}' $URL` + "\n"},
		{"x.yaml", "pw: " + `"` + in + `"` + "\n", `pw: "a\"b'c\\d & <e>"` + "\n"},
		{"x.json", `{"body": "{\"pw\": \"` + in + `\"}"}`, `{"body": "{\"pw\": \"a\\\"b'c\\\\d & <e>\"}"}`},
		{"x.html", `<a title="` + in + `">` + in + `</a>`, `<a title="a&quot;b'c\d &amp; &lt;e>">a"b'c\d &amp; &lt;e></a>`},
		{"x.toml", `pw = "` + in + `"` + "\n", `pw = "a\"b'c\\d & <e>"` + "\n"},
		{"x.sql", "INSERT INTO t (pw) VALUES ('" + in + "');\n", `INSERT INTO t (pw) VALUES ('a"b''c\d & <e>');` + "\n"},
		{"x.csv", "id,pw\n1,\"" + in + "\"\n", "id,pw\n1,\"a\"\"b'c\\d & <e>\"\n"},
		{"x.go", "var pw = \"" + in + "\"\n", `var pw = "a\"b'c\\d & <e>"` + "\n"},
	} {
		if got, _ := format.Restore(m, format.Open(x.file, x.text), cloak.RestoreOptions{}); got != x.want {
			t.Errorf("%s: %s\nbecomes %s\nwant    %s", x.file, x.text, got, x.want)
		}
	}
}

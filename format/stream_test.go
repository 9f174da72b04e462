package format_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// streamed sanitizes text as a stream, read in pieces, and restores it as one.
func streamed(t *testing.T, e *cloak.Engine, o format.Options, text string, one bool) (out string, f *format.Format, large bool) {
	t.Helper()
	m := mapping(t)
	pieces := func(s string) io.Reader {
		if one {
			return iotest.OneByteReader(strings.NewReader(s))
		}
		return strings.NewReader(s)
	}
	var sane, back bytes.Buffer
	saved := uint64(0)
	w := format.SanitizeTo(t.Context(), e, m, &sane, cloak.Source{}, o)
	w.Before = func() error { saved = m.Changes(); return nil }
	var seen strings.Builder
	end := 0
	w.Found = func(x cloak.Window) {
		if x.Offset != seen.Len() {
			t.Errorf("a part begins at %d, want %d", x.Offset, seen.Len())
		}
		seen.WriteString(x.Text)
		for _, f := range x.Findings {
			if f.Start < end || f.End > seen.Len() || f.Out.End > sane.Len() && sane.Len() > 0 {
				t.Errorf("a finding at %v, %v", f.Span, f.Out)
			}
			end = f.End
		}
	}
	if _, err := io.Copy(w, pieces(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if seen.String() != text {
		t.Errorf("%d bytes of %d were told of", seen.Len(), len(text))
	}
	if saved != m.Changes() {
		t.Error("text left before the mapping was saved")
	}
	f, large = w.Format()
	r := format.RestoreTo(m, &back, o)
	if _, err := io.Copy(r, pieces(sane.String())); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if back.String() != text {
		t.Errorf("%s comes back otherwise: %s", cloak.Mask("", text), diff(text, back.String()))
	}
	return sane.String(), f, large
}

// diff is where two texts part.
func diff(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return fmt.Sprintf("at %d of %d and %d: %q and %q", i, len(a), len(b), a[i:min(len(a), i+60)], b[i:min(len(b), i+60)])
}

// A stream is what it would be as a document, whatever pieces it comes in.
func TestStreams(t *testing.T) {
	e := engine(t, cloak.Config{})
	rows := func(row string) string {
		var b strings.Builder
		for i := 0; b.Len() < 700<<10; i++ {
			fmt.Fprintf(&b, row, i, i)
		}
		return b.String()
	}
	for name, x := range map[string]struct {
		o      format.Options
		text   string
		format string
		large  bool
	}{
		"empty":            {format.Options{}, "", "text", false},
		"text":             {format.Options{}, "mail a.roe@corp.com\nand bo@corp.com", "text", false},
		"a named log":      {format.Options{File: "app.log"}, strings.Repeat("[07.26 14:05:25] mail a.roe@corp.com\n[07.26 14:05:26] {\"password\": \"a\\\"b\\\\c d\"}\n", 8), "text", false},
		"JSON":             {format.Options{}, `{"password": "a\"b\\c d", "x": [1, 2]}`, "json", false},
		"JSON, named":      {format.Options{File: "x.json"}, `"password": "a\"b\\c d", "x": [1, 2`, "json", false},
		"JSON as text":     {format.Options{Format: format.Plain}, `{"password": "hunter22x"}`, "text", false},
		"lines of JSON":    {format.Options{}, rows(`{"i": %d, "mail": "u%d@corp.com", "password": "a\"b\\c d"}` + "\n"), "jsonl", false},
		"log":              {format.Options{}, "2026-01-02 began\n" + rows(`2026-01-02 INFO payload={"i": %d, "mail": "u%d@corp.com", "password": "a\"b\\c d"} took=3ms [ {x`+"\n"), "text", false},
		"log, no end":      {format.Options{}, `{ x [ "y" {"a": "a.roe@corp.com"} ` + strings.Repeat(`{"`, 600_000), "text", false},
		"table":            {format.Options{}, "id,mail,password\n" + rows("%d,u%d@corp.com,\"a\"\"b, \\c d\"\n"), "csv", false},
		".env":             {format.Options{File: ".env"}, rows("A%d='u%d@corp.com'\n") + "PASSWORD='a\nb \\c d'\n", "env", false},
		"YAML":             {format.Options{File: "a.yml"}, rows("- {i: %d, mail: u%d@corp.com, password: \"a\\\"b\\\\c d\"}\n"), "yaml", false},
		"JSON, too large":  {format.Options{Max: 100 << 10}, "[" + rows(`{"i": %d, "mail": "u%d@corp.com"},`+"\n") + "1]", "text", true},
		"JSON, known size": {format.Options{Max: 100 << 10, Size: 700 << 10}, "[" + rows(`{"i": %d, "mail": "u%d@corp.com"},`+"\n") + "1]", "text", true},
		"JSON, large":      {format.Options{}, "[" + rows(`{"i": %d, "mail": "u%d@corp.com", "password": "a\"b\\c d"},`+"\n") + "1]", "json", false},
	} {
		t.Run(name, func(t *testing.T) {
			out, f, large := streamed(t, e, x.o, x.text, false)
			if len(x.text) > 0 && (f == nil || f.Name != x.format || large != x.large) {
				t.Errorf("it is read as %v, %v", f, large)
			}
			if strings.Contains(out, "@corp.com") || strings.Contains(out, `\\c d`) {
				t.Error("something is left")
			}
			if len(x.text) < 1000 || len(x.text) < 1<<20 && !testing.Short() {
				if again, _, _ := streamed(t, e, x.o, x.text, true); again != out {
					t.Errorf("byte by byte it is another text: %s", diff(out, again))
				}
			}
			found := 0
			if _, _, err := format.FindFrom(t.Context(), e, strings.NewReader(x.text), x.o, func(w cloak.Window) error {
				for _, f := range w.Findings {
					if f.End > w.Offset+len(w.Text) || f.Start < w.Offset {
						t.Errorf("a finding at %v", f.Span)
					}
				}
				found += len(w.Findings)
				return nil
			}); err != nil || (found == 0) != (x.text == out) {
				t.Errorf("%d are found: %v", found, err)
			}
		})
	}
}

// What waits goes out when it is asked for, if it is complete.
func TestFlushedStreams(t *testing.T) {
	e := engine(t, cloak.Config{})
	for _, x := range []struct{ text, want string }{
		{"mail a.roe@corp.com\nand", "mail [EMAIL_0]\n"},
		{"{\"a\": \"a.roe@corp.com\"}\n{\"a\": 1}\n{", "{\"a\": \"[EMAIL_0]\"}\n{\"a\": 1}\n"},
		{"{\n  \"a\": 1,\n  \"b\": 2,\n", ""},
	} {
		var out bytes.Buffer
		w := format.SanitizeTo(t.Context(), e, mapping(t), &out, cloak.Source{}, format.Options{})
		if _, err := io.WriteString(w, x.text); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil || out.String() != x.want {
			t.Errorf("%q is flushed, want %q: %v", out.String(), x.want, err)
		}
	}
}

// Lines of JSON that come one by one are restored one by one.
func TestLinesOfJSONComeBackAtOnce(t *testing.T) {
	m, in := withPair(t, `a"b`)
	pr, pw := io.Pipe()
	r := format.RestoreTo(m, pw, format.Options{})
	got := make(chan string, 4)
	go func() {
		buf := make([]byte, 1000)
		for {
			n, err := pr.Read(buf)
			if err != nil {
				close(got)
				return
			}
			got <- string(buf[:n])
		}
	}()
	for _, piece := range []string{`{"a": `, `"` + in + `"}` + "\n"} {
		if _, err := io.WriteString(r, piece); err != nil {
			t.Fatal(err)
		}
		time.Sleep(500 * time.Millisecond)
	}
	select {
	case line := <-got:
		if line != `{"a": "a\"b"}`+"\n" {
			t.Errorf("%q came", line)
		}
	case <-time.After(10 * time.Second):
		t.Error("it waits for more")
	}
	if f, _ := r.Format(); f == nil || f.Name != "jsonl" {
		t.Errorf("it is read as %v", f)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	pw.Close()
}

// JSON in the lines of a stream stays JSON: a number in it is one.
func TestNumbersInStreamedLogs(t *testing.T) {
	e := engines(t)[0]
	var out bytes.Buffer
	w := format.SanitizeTo(t.Context(), e, mapping(t), &out, cloak.Source{}, format.Options{})
	if _, err := io.WriteString(w, "12:00 began\n12:01 got {\"ssn\": 541782936}\n"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	_, object, _ := strings.Cut(strings.TrimSpace(out.String()), "got ")
	var v map[string]int
	if err := json.Unmarshal([]byte(object), &v); err != nil || v["ssn"] == 0 || v["ssn"] == 541782936 {
		t.Errorf("%s: %v", out.String(), err)
	}
}

// Archives and the like are refused, pass, or are bytes, as it is asked for; what only
// begins like one is text.
func TestBinaries(t *testing.T) {
	e := engine(t, cloak.Config{})
	for _, x := range []struct {
		doc    string
		binary bool
	}{
		{"%PDF-1.7\na.roe@corp.com", true}, {"PK\x03\x04\x14\x00a.roe@corp.com", true}, {"\x1F\x8B\x08\x00a.roe@corp.com", true}, {strings.Repeat("x", 257) + "ustar\x0000a.roe@corp.com", true},
		{"BZh a.roe@corp.com", false}, {"ID3 a.roe@corp.com", false}, {"", false}, {"a.roe@corp.com", false}, {strings.Repeat("x ", 200) + "ustar a.roe@corp.com", false},
	} {
		for _, policy := range []format.BinaryPolicy{format.BinaryAsText, format.RefuseBinary, format.PassBinary} {
			for _, size := range []int{1, 1000} {
				var out bytes.Buffer
				w := format.SanitizeTo(t.Context(), e, mapping(t), &out, cloak.Source{}, format.Options{Binary: policy})
				var err error
				for piece := range slices.Chunk([]byte(x.doc), size) {
					if _, err = w.Write(piece); err != nil {
						break
					}
				}
				if err == nil {
					err = w.Close()
				}
				var refused *format.BinaryError
				switch {
				case x.binary && policy == format.RefuseBinary:
					if !errors.As(err, &refused) || out.Len() > 0 {
						t.Errorf("%q is not refused: %v", x.doc, err)
					}
				case err != nil:
					t.Errorf("%q: %v", x.doc, err)
				case x.binary && policy == format.PassBinary:
					if out.String() != x.doc {
						t.Errorf("%q passes as %q", x.doc, out.String())
					}
				case strings.Contains(out.String(), "a.roe@"):
					t.Errorf("%q becomes %q", x.doc, out.String())
				}
			}
		}
	}
}

// Find gives what Sanitize replaces, in a document and in a stream.
func TestFind(t *testing.T) {
	e := engines(t)[0]
	for file, doc := range map[string]string{
		"x.json": `{"password": "hunter22x", "mail": "a.roe\u0040corp.com", "ssn": 541782936, "q": "$1$` + "aZ93kQ1x$" + `0123456789abcdefghijk."}`,
		"x.yaml": "password: hunter22x\nlist:\n  - a.roe@corp.com\n", "x.toml": "[db]\npassword = 'hunter22x'\n", ".env": "PASSWORD=hunter22x\n", "x.csv": "id,password\n1,hunter22x\n2,\"hunter,23y\"\n",
		"s.yaml": "kind: Secret\ndata:\n  password: aHVudGVyMjJ4\n", "x.xml": "<password>hunter22x</password>\n", "x.sql": "INSERT INTO t (id, password) VALUES (1, 'hunter22x');\n", "x.go": "var password = \"hunter22x\"\n",
		"x.http": "GET /?ssn=541782936 HTTP/1.1\nX-Api-Key: hunter22xQ9zL\n\n", "x.md": "|id|password|\n|-|-|\n|1|hunter22x|\n", "x.log": "got {\"password\": \"hunter22x\"}\n", "x.txt": "mail a.roe@corp.com\n",
	} {
		d := format.Open(file, doc)
		r, err := format.Sanitize(t.Context(), e, mapping(t), d, cloak.Source{})
		if err != nil {
			t.Fatal(err)
		}
		fs, err := format.Find(t.Context(), e, d)
		if err != nil {
			t.Fatal(err)
		}
		var got, want []cloak.Span
		for _, f := range r.Findings {
			want = append(want, f.Span)
		}
		for _, f := range fs {
			got = append(got, f.Span)
		}
		if len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("%s: %v are found, %v replaced", file, got, want)
		}
		var streamed []cloak.Span
		if _, _, err := format.FindFrom(t.Context(), e, strings.NewReader(doc), format.Options{File: file}, func(w cloak.Window) error {
			for _, f := range w.Findings {
				streamed = append(streamed, f.Span)
			}
			return nil
		}); err != nil || !slices.Equal(streamed, want) {
			t.Errorf("%s: %v are found in a stream, %v replaced: %v", file, streamed, want, err)
		}
	}
}

package format_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

func TestDiff(t *testing.T) {
	e := engine(t, cloak.Config{})
	for doc, want := range map[string]string{
		"diff --git a/x.json b/x.json\nindex 1..2 100644\n--- a/x.json\n+++ b/x.json\n@@ -1,3 +1,3 @@ {\n {\n-  \"password\": \"p\\\"ss w0rd\",\n+  \"password\": \"hunter22x\",\n   \"a\": 1\n": "diff --git a/x.json b/x.json\nindex 1..2 100644\n--- a/x.json\n+++ b/x.json\n@@ -1,3 +1,3 @@ {\n {\n-  \"password\": \"[PASSWORD_0]\",\n+  \"password\": \"[PASSWORD_1]\",\n   \"a\": 1\n",
		"--- a.txt\t2024-01-01\n+++ b.txt\t2024-01-01\n@@ -1 +1 @@\n-a.roe@corp.com\n\\ No newline at end of file\n+bo@corp.com\n\\ No newline at end of file\n":                                 "--- a.txt\t2024-01-01\n+++ b.txt\t2024-01-01\n@@ -1 +1 @@\n-[EMAIL_0]\n\\ No newline at end of file\n+[EMAIL_1]\n\\ No newline at end of file\n",
		"diff --cc x\nindex 1,2..3\n--- a/x\n+++ b/x\n@@@ -1,2 -1,2 +1,3 @@@ for a.roe@corp.com\n- a.roe@corp.com\n -bo@corp.com\n++password=hunter22x\n  z\n":                                   "diff --cc x\nindex 1,2..3\n--- a/x\n+++ b/x\n@@@ -1,2 -1,2 +1,3 @@@ for [EMAIL_0]\n- [EMAIL_0]\n -[EMAIL_1]\n++password=[PASSWORD_0]\n  z\n",
		"diff --git a/a.roe@corp.com b/b\nrename from a.roe@corp.com\nrename to b\nold mode 100644\nnew mode 100755\n":                                                                           "diff --git a/[EMAIL_0] b/b\nrename from [EMAIL_0]\nrename to b\nold mode 100644\nnew mode 100755\n",
		"+password = hunter22x\n x\n-mail: a.roe@corp.com\n@@ -9,2 +9,2 @@\n x\n":                                                                                                                "+password = [PASSWORD_0]\n x\n-mail: [EMAIL_0]\n@@ -9,2 +9,2 @@\n x\n",
		"--- a/x.csv\n+++ b/x.csv\n@@ -1,1 +1,2 @@\n name,ssn\n+\"A \"\"B\"\"\",541-78-2936\n--- a/y\n+++ b/y\n@@ -1 +0,0 @@\n-bo@corp.com\r\n":                                                  "--- a/x.csv\n+++ b/x.csv\n@@ -1,1 +1,2 @@\n name,ssn\n+\"A \"\"B\"\"\",[SSN_0]\n--- a/y\n+++ b/y\n@@ -1 +0,0 @@\n-[EMAIL_0]\r\n",
	} {
		if out, _ := round(t, e, "x.diff", doc); out != want {
			t.Errorf("%q\nbecomes %q\nwant    %q", doc, out, want)
		}
	}
}

// A value of several lines becomes one, and comes back with the signs in front of each.
func TestDiffOfLines(t *testing.T) {
	e := engine(t, cloak.Config{})
	key := strings.Split(files(t, "diff")["key.txt"], "\n")
	for _, sign := range []string{"+", "-", " "} {
		doc := "diff --git a/k b/k\n--- a/k\n+++ b/k\n@@ -1,4 +1,4 @@\n" + sign + strings.Join(key[:4], "\n"+sign) + "\n-x\n+y\n"
		out, _ := round(t, e, "", doc)
		begin, _, _ := strings.Cut(out, "[PRIVATE_KEY_0]")
		if want := "[PRIVATE_KEY_0]\n" + sign + key[3] + "\n-x\n"; !strings.HasSuffix(begin, "\n"+sign) || !strings.Contains(out, want) {
			t.Errorf("%d bytes become %q", len(doc), out)
		}
	}
}

// What a model moves into a hunk has a sign in front of each line.
func TestDiffMovedValue(t *testing.T) {
	e := engine(t, cloak.Config{})
	m := mapping(t)
	key := files(t, "diff")["key.txt"]
	r, err := format.Sanitize(t.Context(), e, m, format.Open("key.txt", key), cloak.Source{})
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(r.Text), "\n")
	const head = "--- a/k\n+++ b/k\n@@ -1,4 +1,4 @@\n"
	reply := head + "+" + strings.Join(lines, "\n+") + "\n x\n"
	want := head + "+" + strings.ReplaceAll(strings.TrimSpace(key), "\n", "\n+") + "\n x\n"
	if back, _ := format.Restore(m, format.Open("", reply), cloak.RestoreOptions{}); back != want || !strings.Contains(reply, "PRIVATE_KEY_0") {
		t.Errorf("%q comes back with %d bytes, want %d", reply, len(back), len(want))
	}
}

func TestDetectDiff(t *testing.T) {
	for doc, is := range map[string]bool{
		"diff --git a/x b/x\nold mode 100644\n":                                             true,
		"--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n":                                               true,
		"--- a\r\n+++ b\r\n@@ -1 +1 @@\r\n-x\r\n+y\r\n":                                     true,
		"From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\nFrom: a\n": true,
		"From 0123456789abcdef Mon Sep 17 00:00:00 2001\nFrom: a\n":                         false,
		"--- a\n+++ b\n":              false,
		"---\ntitle: x\n":             false,
		"- a\n+ b\n":                  false,
		"--- a\n+++ b\n@@ -x +1 @@\n": false,
		"@@ -1 +1 @@\n":               false,
	} {
		if f := format.Detect("", doc); (f.Name == "diff") != is {
			t.Errorf("%q is %s", doc, f.Name)
		}
	}
}

// What git says of two states of files, sanitized and restored, git applies.
func TestToolGitApply(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("there is no git")
	}
	old := map[string]string{
		"config.json": "{\n  \"user\": \"ann\",\n  \"password\": \"hunter22x\",\n  \"mail\": \"a.roe@corp.com\",\n  \"n\": 1\n}\n",
		"users.csv":   "name,mail,ssn\nann,a.roe@corp.com,541-78-2936\nbo,bo@corp.com,212-55-0148\n",
		"notes.txt":   "one\ntwo a.roe@corp.com\n\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten bo@corp.com\nlast",
		"gone.env":    "DB_PASSWORD=hunter33x\n",
		"crlf.txt":    "mail a.roe@corp.com\r\nx\r\n",
	}
	changed := map[string]string{
		"config.json": "{\n  \"user\": \"ann\",\n  \"password\": \"hunter44x\",\n  \"mail\": \"a.roe@corp.com\",\n  \"n\": 2\n}\n",
		"users.csv":   "name,mail,ssn\nann,a.roe@corp.com,541-78-2936\ncy,cy@corp.com,212-55-0148\n",
		"notes.txt":   "one\ntwo a.roe@corp.com and bo@corp.com\n\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten cy@corp.com\nlast\n",
		"new.http":    "GET /?ssn=541782936 HTTP/1.1\nCookie: sessionid=yVsOYYDVJXRhovvuUvBEwJSuBVKpbYeZ\n\n",
		"crlf.txt":    "mail bo@corp.com\r\nx\r\n",
	}
	dir := t.TempDir()
	run := func(input string, args ...string) string {
		t.Helper()
		cmd := exec.Command(git, append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "core.autocrlf=false", "-C", dir}, args...)...)
		cmd.Stdin = strings.NewReader(input)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("git %s: %v: %s", args[0], err, stderr.String())
		}
		return string(out)
	}
	write := func(docs map[string]string) {
		t.Helper()
		names, _ := filepath.Glob(filepath.Join(dir, "[a-z]*"))
		for _, name := range names {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
		for name, doc := range docs {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(doc), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	holds := func(docs map[string]string) {
		t.Helper()
		for name, doc := range docs {
			if b, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(b) != doc {
				t.Errorf("%s is not what was meant: %v", name, err)
			}
		}
	}
	run("", "init", "-q")
	write(old)
	run("", "add", "-A")
	run("", "commit", "-qm", "old")
	write(changed)
	run("", "add", "-A")
	run("", "commit", "-qm", "for cy@corp.com")
	series := run("", "format-patch", "--stdout", "-1")
	run("", "checkout", "-q", "HEAD~1")
	for _, doc := range []string{run("", "diff", "HEAD", "HEAD@{1}"), series, run("", "diff", "-U0", "--no-color", "HEAD", "HEAD@{1}")} {
		for _, e := range engines(t) {
			m := mapping(t)
			r, err := format.Sanitize(t.Context(), e, m, format.Open("", doc), cloak.Source{})
			if err != nil || r.Format.Name != "diff" || len(r.Findings) < 8 {
				t.Fatalf("%d findings, %v", len(r.Findings), err)
			}
			back, _ := format.Restore(m, format.Open("", r.Text), cloak.RestoreOptions{})
			if back != doc {
				t.Error("it does not come back")
			}
			write(old)
			flags := []string{"apply", "--unidiff-zero"}
			run(back, append(flags, "--check")...)
			run(back, flags...)
			holds(changed)
			// The files, sanitized on the same mapping, take the sanitized one.
			sanitized := func(docs map[string]string) map[string]string {
				out := map[string]string{}
				for name, doc := range docs {
					r, err := format.Sanitize(t.Context(), e, m, format.Open(name, doc), cloak.Source{})
					if err != nil {
						t.Fatal(err)
					}
					out[name] = r.Text
				}
				return out
			}
			before, after := sanitized(old), sanitized(changed)
			write(before)
			run(r.Text, append(flags, "--check")...)
			run(r.Text, flags...)
			holds(after)
		}
	}
}

func TestDiffFiles(t *testing.T) {
	for _, e := range engines(t) {
		for name, doc := range files(t, "diff") {
			if out, fs := round(t, e, name, doc); len(fs) == 0 || strings.Contains(out, "@corp.com") {
				t.Errorf("%s: %d findings", name, len(fs))
			}
		}
	}
}

func TestHostileDiff(t *testing.T) {
	const n = 1 << 20
	const head = "--- a\n+++ b\n@@ -1 +1 @@\n"
	hostile(t, "diff", map[string]string{
		"lines":       head + strings.Repeat("+x\n", n/3) + "+a.roe@corp.com",
		"alternating": head + strings.Repeat("+x\n-y\n", n/6) + "+a.roe@corp.com",
		"names":       strings.Repeat("--- a\n+++ b\n", n/12) + "a.roe@corp.com",
		"old names":   strings.Repeat("--- ", n/4) + "\n" + strings.Repeat("--- \n", n/10) + "a.roe@corp.com",
		"hunks":       head + strings.Repeat("@@ -1 +1 @@\n", n/12) + "+a.roe@corp.com",
		"files":       strings.Repeat(head, n/24) + "+a.roe@corp.com",
		"at":          strings.Repeat("@", n) + "a.roe@corp.com",
		"at in lines": strings.Repeat("@@\n", n/3) + "a.roe@corp.com",
		"section":     "@@ -1 +1 " + strings.Repeat("@@", n/2) + " a.roe@corp.com",
		"blank":       head + strings.Repeat("\n", n) + "+a.roe@corp.com",
		"numbers":     "@@ -" + strings.Repeat("1", n) + " a.roe@corp.com",
		"backslashes": head + strings.Repeat("\\\n", n/2) + "+a.roe@corp.com",
	})
}

func FuzzDiff(f *testing.F) {
	for _, s := range []string{
		"diff --git a/x.json b/x.json\nindex 1..2 100644\n--- a/x.json\n+++ b/x.json\n@@ -1,3 +1,3 @@ {\n {\n-  \"password\": \"p\\\"ss w0rd\",\n+  \"password\": \"hunter22x\",\n   \"a\": 1\n",
		"--- a.txt\t2024-01-01\n+++ b.txt\t2024-01-01\n@@ -1 +1 @@\n-a.roe@corp.com\n\\ No newline at end of file\n+bo@corp.com\n",
		"@@@ -1,2 -1,2 +1,3 @@@ for a.roe@corp.com\n- a.roe@corp.com\n -bo@corp.com\n++password=hunter22x\n  z\n",
		"--- a/x.csv\n+++ b/x.csv\n@@ -1,1 +1,2 @@\n name,ssn\n+\"A \"\"B\"\"\",541-78-2936\n+a,541-78-2936\n--- a/y\n+++ b/y\n@@ -1 +0,0 @@\n-bo@corp.com\r\n",
		"From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\nFrom: a.roe@corp.com\n\n---\n x | 2\n\ndiff --git a/a.roe@corp.com b/b\nrename from a.roe@corp.com\n",
	} {
		f.Add(s)
	}
	es := engines(f)
	f.Fuzz(func(t *testing.T, doc string) {
		for _, e := range es {
			checkInvariants(t, e, "diff", doc)
		}
	})
}

package main

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// forms are what a value could be recognized by in a log.
func forms(value string) map[string]string {
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, value)
	m5, s1, s2 := md5.Sum([]byte(value)), sha1.Sum([]byte(value)), sha256.Sum256([]byte(value))
	all := map[string]string{
		"verbatim": value,
		"MD5":      hex.EncodeToString(m5[:]), "SHA-1": hex.EncodeToString(s1[:]), "SHA-256": hex.EncodeToString(s2[:]),
		"hex": hex.EncodeToString([]byte(value)),
		// Three ways, for the value may stand behind anything: what depends on it alone.
		"base64":      strings.TrimRight(base64.StdEncoding.EncodeToString([]byte(value)), "=")[:len(value)/3*4],
		"base64 of 1": base64.StdEncoding.EncodeToString([]byte("x" + value))[4 : len(value)/3*4],
		"base64 of 2": base64.StdEncoding.EncodeToString([]byte("xx" + value))[4 : len(value)/3*4],
	}
	for name, sum := range map[string][]byte{"MD5": m5[:], "SHA-1": s1[:], "SHA-256": s2[:]} {
		all[name+", base64"] = strings.TrimRight(base64.StdEncoding.EncodeToString(sum), "=")
	}
	if len(digits) >= 6 {
		all["digits"] = digits
	}
	return all
}

// spilled says which values, by number, the files of some folders hold, and in which form.
func spilled(t *testing.T, values []string, dirs ...string) (found []string) {
	t.Helper()
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			b, err := os.ReadFile(name)
			b = bytes.ToLower(append(b, name...)) // what a file is called, too
			for i, v := range values {
				for form, s := range forms(v) {
					if bytes.Contains(b, bytes.ToLower([]byte(s))) {
						found = append(found, fmt.Sprintf("value %d, %s, in a file %s", i, form, filepath.Ext(name)))
					}
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// No value is in a log, nor in what is kept beside it, in any form, whatever way it came: as text,
// in names of files and folders, in flags, terms, packs, the environment, passphrases.
func TestNoValueIsInALog(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	values := []string{
		"maria.lopez@corp.eu", "10.77.123.201", "5105 1051 0510 5100", "project-nightjar", "hunter2-" + strings.Repeat("q", 9), "+1 415 555 2671",
		"Tobias Lindqvist", "correct-horse-" + "battery", "DE89 3704 0044 0532 0130 00", "custom-term-9911827",
	}
	name := func(i int) string { return strings.ReplaceAll(values[i], " ", "_") }
	inFolder := filepath.Join(dir, name(3), name(0)+".log")
	if err := os.MkdirAll(filepath.Dir(inFolder), 0o700); err != nil {
		t.Fatal(err)
	}
	text := "Hi " + values[6] + ",\nmail " + values[0] + " from " + values[1] + " card " + values[2] + " password=" + values[4] + " tel " + values[5] + " iban " + values[8] + " " + values[3] + " " + values[9] + "\n"
	pack := filepath.Join(dir, "pack-"+name(0)+".json")
	for file, content := range map[string]string{inFolder: text, pack: `{"customTerms":[{"value":"` + values[3] + `"}]}`} {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	log, state, bridge := filepath.Join(dir, "audit"), filepath.Join(dir, "state"), filepath.Join(dir, name(0)+".cloak")
	run := func(code int, stdin string, args ...string) {
		t.Helper()
		c := exec.Command(self)
		c.Args = append([]string{"cloak"}, args...)
		c.Dir, c.Stdin = dir, strings.NewReader(stdin)
		c.Env = append(os.Environ(), "XDG_STATE_HOME="+state, "XDG_CONFIG_HOME="+dir, "CLOAK_PASS="+values[7], "CLOAK_PACKS="+pack)
		out, err := c.CombinedOutput()
		if got := c.ProcessState.ExitCode(); got != code {
			t.Fatalf("%s: exit code %d, want %d: %v %s", args[0], got, code, err, out)
		}
	}
	out := filepath.Join(dir, name(1)+".out")
	run(0, "", "sanitize", "--bridge", bridge, "--custom", values[9], "--audit-log", log, inFolder, "-o", out)
	run(0, "", "restore", "--bridge", bridge, "--audit-log", log, out)
	run(0, text, "sanitize", "--custom", values[9], "--audit-log", log, "--mode", "token")
	run(0, text, "wrap", "--custom", values[9], "--audit-log", log, "--", self, "-test.run=^$", values[0], values[3])
	run(3, "", "scan", "--custom", values[9], "--audit-log", log, inFolder)
	run(3, "", "scan", "--custom", values[9], "--audit-log", log, filepath.Dir(inFolder))
	run(1, "\x7fELF\x00"+values[0], "sanitize", "--audit-log", log)
	run(5, "", "restore", "--bridge", filepath.Join(dir, values[3]), "--audit-log", log, out)
	run(2, "", "sanitize", "--audit-log", log, "--bridge", bridge, "--mode", "redact", inFolder)
	run(0, "", "audit", "verify", log)
	lines, err := os.ReadFile(filepath.Join(log, "0000000000000000.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, ev := range []string{"sanitize", "restore", "scan", "start", "stop"} {
		if !bytes.Contains(lines, []byte(`"ev":"`+ev+`"`)) {
			t.Errorf("no record of %s: this is no test", ev)
		}
	}
	if found := spilled(t, values, log, state); found != nil {
		t.Errorf("the log holds %q", found)
	}
	// Whatever form one is in, it would have been found.
	for i, v := range values {
		for form, s := range forms(v) {
			leak := t.TempDir()
			if err := os.WriteFile(filepath.Join(leak, "x.jsonl"), []byte(`{"x":"`+s+`"}`), 0o600); err != nil {
				t.Fatal(err)
			}
			if spilled(t, values, leak) == nil {
				t.Errorf("value %d is not found as %s", i, form)
			}
		}
	}
}

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/internal/testutil"
)

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
	if found := testutil.Spilled(t, values, log, state); found != nil {
		t.Errorf("the log holds %q", found)
	}
	testutil.SpillsAreSeen(t, values)
}

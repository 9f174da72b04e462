package sandbox

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// childVariable tells a test that it runs in a process of its own: what this
// package does cannot be undone. Its value is the scene, if there are several.
const childVariable = "SANDBOX_TEST_CHILD"

// finished is what a child says when it came to its end. Without it, a child
// that ran no test would pass.
const finished = "child came to its end"

// scene is the child's scene, "" in the test process itself.
func scene() string { return os.Getenv(childVariable) }

// again is a command that runs the calling test in another process.
func again(t *testing.T, scene string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if runtime.GOOS == "linux" {
		self, err = "/proc/self/exe", nil // its folder may be closed to another user
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "-test.run=^"+strings.Split(t.Name(), "/")[0]+"$")
	// With the race detector a process waits for a second at its end.
	cmd.Env = append(os.Environ(), childVariable+"="+scene, "GORACE=atexit_sleep_ms=0")
	return cmd
}

// isolated runs body in processes of their own, one for each user that the test
// can be. Whoever is root also is nobody: nothing here may need a privilege.
func isolated(t *testing.T, body func(t *testing.T)) {
	t.Helper()
	if scene() != "" {
		body(t)
		if !t.Failed() && !t.Skipped() {
			os.Stdout.WriteString(finished + "\n")
		}
		return
	}
	for name, become := range users() {
		t.Run(name, func(t *testing.T) {
			cmd := again(t, "alone")
			cmd.Args = append(cmd.Args, "-test.v") // to see that it skips
			become(cmd)
			out, err := cmd.CombinedOutput()
			if err == nil && strings.Contains(string(out), "--- SKIP: ") {
				t.Skipf("%s", out)
			}
			if err != nil || !strings.Contains(string(out), finished) {
				t.Fatalf("%v\n%s", err, out)
			}
		})
	}
}

// On every system: what is asked for is done, or said not to be.
func TestEverySystem(t *testing.T) {
	isolated(t, func(t *testing.T) {
		for range 2 {
			denied, hardened := DenySockets(), Harden()
			if denied != nil && !errors.Is(denied, ErrNotEnforced) || hardened != nil && !errors.Is(hardened, ErrNotEnforced) {
				t.Errorf("errors that do not say that it is not enforced: %v, %v", denied, hardened)
			}
			r := Probe()
			if r.SocketsDenied() != (denied == nil) {
				t.Errorf("DenySockets gives %v, and the probe finds %+v", denied, r.Sockets)
			}
			if (r.Dumpable == No) != (hardened == nil) {
				t.Errorf("Harden gives %v, and the probe finds dumpable %s", hardened, r.Dumpable)
			}
			if r.CoreLimit != nil && *r.CoreLimit != 0 {
				t.Errorf("core files may have %d bytes", *r.CoreLimit)
			}
		}
	})
}

func TestNothingTriedIsNotDenied(t *testing.T) {
	if (Report{}).SocketsDenied() {
		t.Error("a report without attempts says that they were denied")
	}
	if (Report{Sockets: []Attempt{{Denied: true}, {}}}).SocketsDenied() {
		t.Error("one family of two counts for both")
	}
}

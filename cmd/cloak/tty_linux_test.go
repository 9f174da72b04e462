package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// newTerminal returns the two ends of a pseudo-terminal: pty(7).
func newTerminal(t *testing.T) (ours, theirs *os.File) {
	t.Helper()
	ours, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no pseudo-terminals: ", err)
	}
	t.Cleanup(func() { ours.Close() })
	var unlock, number int32
	for _, x := range []struct {
		request uintptr
		arg     *int32
	}{{syscall.TIOCSPTLCK, &unlock}, {syscall.TIOCGPTN, &number}} {
		if _, _, err := syscall.Syscall(syscall.SYS_IOCTL, ours.Fd(), x.request, uintptr(unsafe.Pointer(x.arg))); err != 0 {
			t.Fatal(err)
		}
	}
	theirs, err = os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { theirs.Close() })
	return ours, theirs
}

// What is typed for a passphrase does not appear on the terminal.
func TestThePassphraseIsNotShown(t *testing.T) {
	t.Parallel()
	const passphrase = "correct horse battery staple"
	ours, theirs := newTerminal(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bridge := filepath.Join(t.TempDir(), "case.cloak")
	c := exec.Command(self)
	c.Args = []string{"cloak", "sanitize", "--mode", "token", "--bridge", bridge}
	c.Stdin = strings.NewReader("mail ann.lee@corp.eu\n")
	c.ExtraFiles = []*os.File{theirs}
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 3}
	c.Env = append(os.Environ(), "CLOAK_PASS=")
	var out, messages bytes.Buffer
	c.Stdout, c.Stderr = &out, &messages
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	shown := make(chan byte, 4096)
	go func() {
		defer close(shown)
		for b := make([]byte, 1); ; {
			if _, err := ours.Read(b); err != nil {
				return
			}
			shown <- b[0]
		}
	}()
	var screen strings.Builder
	answer := func(prompt string) {
		for deadline := time.After(20 * time.Second); !strings.HasSuffix(screen.String(), prompt); {
			select {
			case b := <-shown:
				screen.WriteByte(b)
			case <-deadline:
				t.Fatalf("no prompt %q on %q; %s", prompt, screen.String(), messages.String())
			}
		}
		// The prompt is written just before the echo goes off.
		time.Sleep(500 * time.Millisecond)
		if _, err := ours.WriteString(passphrase + "\n"); err != nil {
			t.Fatal(err)
		}
	}
	answer("new passphrase: ")
	answer("the same once more: ")
	if err := c.Wait(); err != nil {
		t.Fatalf("%v: %s", err, messages.String())
	}
	for len(shown) > 0 {
		screen.WriteByte(<-shown)
	}
	if strings.Contains(screen.String(), "horse") || out.String() != "mail [EMAIL_0]\n" {
		t.Errorf("the terminal shows %d bytes; the output is %q", screen.Len(), out.String())
	}
}

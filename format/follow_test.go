package format_test

import (
	"errors"
	"io"
	"testing"
	"time"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// Lines of a pipe that falls silent go out; half a line waits.
func TestFollowFlushesLines(t *testing.T) {
	pr, pw := io.Pipe()
	or, ow := io.Pipe()
	w := format.SanitizeTo(t.Context(), engine(t, cloak.Config{}), mapping(t), ow, cloak.Source{}, format.Options{})
	done := make(chan error, 1)
	go func() {
		err := w.Follow(pr)
		done <- errors.Join(err, w.Close(), ow.Close())
	}()
	go func() {
		io.WriteString(pw, "to ann.lee@corp.eu\nto bob")
		time.Sleep(1200 * time.Millisecond)
		io.WriteString(pw, "@corp.eu")
		pw.Close()
	}()
	buf := make([]byte, 1024)
	n, err := or.Read(buf)
	if err != nil || string(buf[:n]) != "to [EMAIL_0]\n" {
		t.Errorf("first came %q, %v", buf[:n], err)
	}
	rest, _ := io.ReadAll(or)
	if string(rest) != "to [EMAIL_1]" {
		t.Errorf("then came %q", rest)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

package program

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"
)

func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		err  error
		code int
		say  string
	}{
		{Misused("no %s", "x"), ExitMisused, "no x"},
		{fmt.Errorf("a: %w", Fail(ExitBridge, fs.ErrNotExist)), ExitBridge, "a: file does not exist"},
		{&Outcome{Code: 7}, 7, ""},
	} {
		var o *Outcome
		if !errors.As(c.err, &o) || o.Code != c.code || c.err.Error() != c.say {
			t.Errorf("%v: %q, want %d, %q", o, c.err, c.code, c.say)
		}
	}
	if !errors.Is(Misused("%w", fs.ErrNotExist), fs.ErrNotExist) {
		t.Error("the cause is lost")
	}
}

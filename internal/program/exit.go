package program

import "fmt"

// How a program ends. Each has codes of its own besides.
const (
	ExitFailed  = 1
	ExitMisused = 2
	ExitBridge  = 5 // it does not open
)

// An Outcome is an error that knows its exit code. With nothing to say it has no
// cause: findings, or a child that failed by itself.
type Outcome struct {
	Code  int
	Cause error
}

func (o *Outcome) Error() string {
	if o.Cause == nil {
		return ""
	}
	return o.Cause.Error()
}

func (o *Outcome) Unwrap() error { return o.Cause }

// Fail gives an error its exit code.
func Fail(code int, cause error) error { return &Outcome{code, cause} }

// Misused says that the command line, or the configuration, is wrong.
func Misused(format string, args ...any) error {
	return Fail(ExitMisused, fmt.Errorf(format, args...))
}

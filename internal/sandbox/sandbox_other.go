//go:build !linux

package sandbox

import "errors"

func denySockets() error { return ErrNotEnforced }

func harden() error { return errors.Join(ErrNotEnforced, noCore()) }

func probe() Report { return Report{Dumpable: Unknown} }

package main

import "os"

// A console sends its interrupts to every process attached to it.
var childSignals = [...]os.Signal{os.Interrupt}

func exitStatus(ps *os.ProcessState) int { return ps.ExitCode() }

func hasTerminal() bool { return true }

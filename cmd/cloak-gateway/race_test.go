//go:build race

package main_test

// Under the race detector chaos is smaller: each byte and each call costs many times more.
const (
	underRace     = true
	longMessage   = 8 << 20
	allowedLength = 6 << 20 // limits.max_message
	callsInFlight = 100
)

//go:build !race

package main_test

// What chaos is made of at full size.
const (
	underRace     = false
	longMessage   = 100 << 20
	allowedLength = 64 << 20 // limits.max_message
	callsInFlight = 1000
)

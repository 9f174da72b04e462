package main_test

import "os"

// What chaos is made of: at full size where $CLOAK_CHAOS is full, as in .ci/run, and without
// the race detector, under which each byte and each call costs many times more.
var (
	full          = os.Getenv("CLOAK_CHAOS") == "full" && !underRace
	longMessage   = sized(100<<20, 8<<20)
	allowedLength = sized(64<<20, 6<<20) // limits.max_message
	callsInFlight = sized(1000, 100)
)

func sized(whole, small int) int {
	if full {
		return whole
	}
	return small
}

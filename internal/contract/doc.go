// Package contract generates hostile texts and holds the engine to its contract
// on them: R1 exact, R2 silent, R3 covered, R4 consistent, R5 fixed point, R7
// silent about values, R8 fail closed. (R6, linear, is TestWorkIsLinear of
// package cloak.)
//
// A case is one mapping and a few texts, all drawn from one seed, so a violation
// is repeated by its number:
//
//	go run ./internal/contract/run -n 1000000
//	go run ./internal/contract/run -seed 110031 -n 1
package contract

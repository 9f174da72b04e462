// Command gendocs writes docs/DETECTORS.md from the built-in detectors, so that
// the document cannot say anything but what the program does.
//
//	go run ./internal/gendocs docs/DETECTORS.md
package main

//go:generate go run . ../../docs/DETECTORS.md

import (
	"fmt"
	"os"

	"github.com/seed-052fbf24/cloak/cloak"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gendocs FILE")
		os.Exit(2)
	}
	if err := os.WriteFile(os.Args[1], document(cloak.Builtin()), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "gendocs:", err)
		os.Exit(1)
	}
}

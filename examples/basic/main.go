// Basic swaps the values in a text for stand-ins, and puts them back into a
// reply that speaks of the stand-ins.
package main

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/decoy"
)

// cloak:allow-begin the sample
const ticket = `Tove Okonjo (t.okonjo@quillmarsh.fr) cannot log in from 84.212.97.153.
She asks us to answer to t.okonjo@quillmarsh.fr only.`

// cloak:allow-end

func main() {
	stand, err := decoy.New(decoy.Config{})
	if err != nil {
		log.Fatal(err)
	}
	engine, err := cloak.New(cloak.Config{
		Replacer: stand, // without one: tokens, [EMAIL_0]
		Terms:    []cloak.Term{{Text: "Tove Okonjo"}},
	})
	if err != nil {
		log.Fatal(err)
	}
	// The mapping is the secret: whoever has it can restore.
	mapping, err := cloak.NewMapping(cloak.Snapshot{})
	if err != nil {
		log.Fatal(err)
	}

	sanitized, findings, err := engine.Sanitize(context.Background(), mapping, ticket, cloak.Source{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("What a model may see:\n\n%s\n\n", sanitized)
	for _, f := range findings {
		fmt.Printf("%-7s found by %s, confidence %.2f\n", f.Entity, f.Detector, f.Confidence)
	}

	reply := answer(sanitized)
	restored, _ := mapping.Restore(reply, cloak.RestoreOptions{})
	fmt.Printf("\nWhat it answers:\n\n%s\n\nWhat you read:\n\n%s\n", reply, restored)
}

// answer stands in for the model.
func answer(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return "Summary: " + first
}

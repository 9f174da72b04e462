package cloak_test

import (
	"context"
	"fmt"
	"log"

	"github.com/seed-052fbf24/cloak/cloak"
)

func ExampleEngine_Sanitize() {
	engine, err := cloak.New(cloak.Config{}) // every detector that is on by default, and tokens
	if err != nil {
		log.Fatal(err)
	}
	mapping, err := cloak.NewMapping(cloak.Snapshot{})
	if err != nil {
		log.Fatal(err)
	}
	text := "Login fails for marie.dubois@halden-freight.eu from 84.17.52.9"
	sanitized, _, err := engine.Sanitize(context.Background(), mapping, text, cloak.Source{})
	if err != nil {
		log.Fatal(err) // and nothing of the text may leave
	}
	fmt.Println(sanitized)

	reply := "Unlock [EMAIL_0], then look at [IPV4_0]."
	restored, _ := mapping.Restore(reply, cloak.RestoreOptions{})
	fmt.Println(restored)
	// Output:
	// Login fails for [EMAIL_0] from [IPV4_0]
	// Unlock marie.dubois@halden-freight.eu, then look at 84.17.52.9.
}

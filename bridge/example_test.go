package bridge_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/seed-052fbf24/cloak/bridge"
	"github.com/seed-052fbf24/cloak/cloak"
)

// A round trip over two runs of a program.
func Example() {
	dir, err := os.MkdirTemp("", "bridge")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	name, secret := filepath.Join(dir, "case.cloak"), bridge.Secret{Passphrase: []byte("correct horse battery staple")}
	ctx := context.Background()
	engine, err := cloak.New(cloak.Config{})
	if err != nil {
		log.Fatal(err)
	}

	// The first run.
	e, err := bridge.Create(ctx, name, secret, bridge.DefaultParams())
	if err != nil {
		log.Fatal(err)
	}
	question, _, err := engine.Sanitize(ctx, e.Mapping, "Why can ines.okafor@polder-werk.nl not log in?", cloak.Source{})
	if err != nil {
		log.Fatal(err)
	}
	if err := e.Save(); err != nil { // before the question leaves
		log.Fatal(err)
	}
	if err := e.Close(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(question)

	// The second one, tomorrow.
	s, _, err := bridge.Read(name, secret)
	if err != nil {
		log.Fatal(err)
	}
	m, err := cloak.NewMapping(s)
	if err != nil {
		log.Fatal(err)
	}
	answer, _ := m.Restore("Because [email_0] is locked.", cloak.RestoreOptions{})
	fmt.Println(answer)
	// Output:
	// Why can [EMAIL_0] not log in?
	// Because ines.okafor@polder-werk.nl is locked.
}

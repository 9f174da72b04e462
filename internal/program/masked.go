package program

import (
	"context"
	"slices"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// Masked is a message with its values masked: what was given as the name of a file
// may have been meant as the text, and what an upstream says when it fails may hold
// one. Paths stay, or nobody could tell which.
func Masked(message string) string {
	var found []cloak.Finding
	eng, err := cloak.New(cloak.Config{})
	if err == nil {
		found, err = eng.Find(context.Background(), message)
	}
	if err != nil {
		return "failed, and what with cannot be shown: values in it would not be masked"
	}
	found = slices.DeleteFunc(found, func(f cloak.Finding) bool { return f.Entity == cloak.Path })
	return Mask(message, found)
}

// Mask puts dots in the place of what was found in s.
func Mask(s string, found []cloak.Finding) string {
	var b strings.Builder
	at := 0
	for _, f := range found {
		b.WriteString(s[at:f.Start] + "•••")
		at = f.End
	}
	return b.String() + s[at:]
}

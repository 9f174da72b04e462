package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// secrets are the entities whose examples are shown as shapes.
var secrets = [...]cloak.Entity{cloak.AWSKey, cloak.APIKey, cloak.JWT, cloak.PrivateKey, cloak.Password, cloak.URLCredential,
	cloak.AuthHeader, cloak.Cookie, cloak.UUID, cloak.Hash}

// widest is how many bytes of an example are shown.
const widest = 200

// shown are a detector's examples as they may stand in a document.
func shown(d cloak.Detector, examples []string) []string {
	out := make([]string, len(examples))
	for i, s := range examples {
		if slices.Contains(secrets[:], d.Entity) {
			s = shape(s)
		}
		if len(s) > widest {
			s = fmt.Sprintf("%s … (%d bytes in all)", strings.ToValidUTF8(s[:widest], ""), len(s))
		}
		out[i] = s
	}
	return out
}

// shape replaces each run of eight and more letters and digits that is no plain
// word by its length. Words of one case without digits stay, up to 16 letters:
// they are what an example says around its value.
func shape(s string) string {
	var b strings.Builder
	for s != "" {
		n := 0
		for n < len(s) && alnum(s[n]) {
			n++
		}
		if n > 0 {
			b.WriteString(runShape(s[:n]))
			s = s[n:]
			continue
		}
		b.WriteByte(s[0])
		s = s[1:]
	}
	return b.String()
}

func runShape(run string) string {
	letters := !strings.ContainsAny(run, "0123456789")
	plain := letters && len(run) <= 16 && (run[1:] == strings.ToLower(run[1:]) || run == strings.ToUpper(run))
	switch {
	case len(run) < 8 || plain:
		return run
	case letters:
		return fmt.Sprintf("a{%d}", len(run))
	case strings.Trim(run, "0123456789") == "":
		return fmt.Sprintf("9{%d}", len(run))
	default:
		return fmt.Sprintf("x{%d}", len(run))
	}
}

func alnum(c byte) bool {
	return c-'0' < 10 || c|0x20-'a' < 26
}

// Package program has what cmd/cloak and cmd/cloak-gateway share as programs: how
// they end, what they say of an error or a command line that is wrong, and what
// they never repeat. What was typed, and what an error quotes, may be a value: it
// is masked, or not shown.
package program

import (
	"encoding/json"
	"io"
)

// WriteJSON writes v on one line.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

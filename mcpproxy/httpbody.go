package mcpproxy

import (
	"bytes"
	"errors"
	"io"
	"net/http"
)

// helloLength is how long a message may be that begins a session: who has none costs little.
const helloLength = 1 << 20

// errLongBody says that a message is longer than it may be.
var errLongBody = errors.New("mcpproxy: the message is too long")

// readBody reads a message. It is held in pieces until it is whole, for one that is too long
// never is: while it grew in one piece, what it had been before would be held as well.
func readBody(w http.ResponseWriter, r *http.Request, most int) ([]byte, error) {
	if r.ContentLength > int64(most) {
		return nil, errLongBody
	}
	size := chunk
	if n := int(r.ContentLength); n >= 0 && n < chunk {
		size = n + 1 // its end is seen in the same read
	}
	var pieces [][]byte
	for body := http.MaxBytesReader(w, r.Body, int64(most)); ; size = min(2*size, 32*chunk) {
		piece := make([]byte, 0, size)
		for len(piece) < cap(piece) {
			n, err := body.Read(piece[len(piece):cap(piece)])
			piece = piece[:len(piece)+n]
			var long *http.MaxBytesError
			switch {
			case err == io.EOF && len(pieces) == 0:
				return piece, nil
			case err == io.EOF:
				return bytes.Join(append(pieces, piece), nil), nil
			case errors.As(err, &long):
				return nil, errLongBody
			case err != nil:
				return nil, err
			}
		}
		pieces = append(pieces, piece)
	}
}

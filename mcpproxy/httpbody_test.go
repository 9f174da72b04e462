package mcpproxy

import (
	"bytes"
	"errors"
	"io"
	"net/http/httptest"
	"testing"
	"testing/iotest"
)

// A body is read whole whatever its length, and however it comes, and not a byte more than may
// be; one that breaks off is none.
func TestReadBody(t *testing.T) {
	const most = 5 * chunk
	for _, size := range []int{0, 1, 100, chunk - 1, chunk, chunk + 1, 3*chunk - 1, 3 * chunk, most - 1, most, most + 1, 10 * most} {
		want := bytes.Repeat([]byte("0123456789abcdef!"), size/17+1)[:size]
		for name, reader := range map[string]func(io.Reader) io.Reader{
			"at once": func(r io.Reader) io.Reader { return r }, "in halves": iotest.HalfReader, "with its end": iotest.DataErrReader,
		} {
			for _, declared := range []int64{int64(size), -1} {
				r := httptest.NewRequest("POST", "/", reader(bytes.NewReader(want)))
				r.ContentLength = declared
				got, err := readBody(httptest.NewRecorder(), r, most)
				if size > most {
					if !errors.Is(err, errLongBody) {
						t.Errorf("%d bytes %s, declared %d: %v", size, name, declared, err)
					}
				} else if err != nil || !bytes.Equal(got, want) {
					t.Errorf("%d bytes %s, declared %d: %d bytes, %v", size, name, declared, len(got), err)
				}
			}
		}
		r := httptest.NewRequest("POST", "/", io.MultiReader(bytes.NewReader(want), iotest.ErrReader(io.ErrUnexpectedEOF)))
		r.ContentLength = -1
		if b, err := readBody(httptest.NewRecorder(), r, most); err == nil || b != nil {
			t.Errorf("%d bytes that break off are %d", size, len(b))
		}
	}
}

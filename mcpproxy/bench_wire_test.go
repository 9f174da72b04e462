package mcpproxy

import (
	"fmt"
	"strings"
	"testing"
)

// row is what a server returns for a record: JSON within a text, and the same as an object.
const row = `{"id":4711,"name":"Quarterly report","owner":"France","amount":1234.50,"tags":["a","b"],"note":"two\nlines, and a \"quote\""}`

// sized is a response of about n bytes.
func sized(n int) []byte {
	var rows []string
	for size := 0; size < n-300; size += 2*len(row) + 30 {
		rows = append(rows, row)
	}
	list := "[" + strings.Join(rows, ",") + "]"
	text := appendString(nil, list)
	return fmt.Appendf(nil, `{"result":{"content":[{"type":"text","text":%s}],"structuredContent":{"rows":%s}},"jsonrpc":"2.0","id":7}`, text, list)
}

func BenchmarkParse(b *testing.B) {
	for _, n := range []int{500, 5_000, 50_000, 1_000_000} {
		frame := sized(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(len(frame)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := parse(frame); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// What the check alone costs, to see what the rest does.
func BenchmarkValid(b *testing.B) {
	frame := sized(50_000)
	b.SetBytes(int64(len(frame)))
	for b.Loop() {
		if !valid(frame) {
			b.Fatal("no JSON")
		}
	}
}

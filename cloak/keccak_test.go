package cloak

import (
	"encoding/hex"
	"strings"
	"testing"
)

// The empty message and the fox are the vectors that the yellow paper and its clients
// quote; the long ones end in front of, at and behind the edge of a block.
func TestKeccak256(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ in, want string }{
		{"", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"},
		{"abc", "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"},
		{"The quick brown fox jumps over the lazy dog", "4d741b6f1eb29cb2a9b9911c82f56fa8d73b04959d3d9d222895df6c0b28aa15"},
		{strings.Repeat("a", 135), "34367dc248bbd832f4e3e69dfaac2f92638bd0bbd18f2912ba4ef454919cf446"},
		{strings.Repeat("a", 136), "a6c4d403279fe3e0af03729caada8374b5ca54d8065329a3ebcaeb4b60aa386e"},
		{strings.Repeat("a", 137), "d869f639c7046b4929fc92a4d988a8b22c55fbadb802c0c66ebcd484f1915f39"},
	} {
		if got := keccak256([]byte(x.in)); hex.EncodeToString(got[:]) != x.want {
			t.Errorf("of %d bytes: %x", len(x.in), got)
		}
	}
}

package cloak

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// naivePlanes is the specification of a kernel.
func naivePlanes(block string) (p planes) {
	for i := range len(block) {
		b, bit := block[i], uint64(1)<<i
		set := func(plane *uint64, is bool) {
			if is {
				*plane |= bit
			}
		}
		set(&p.digit, isDigit(b))
		set(&p.alpha, isAlpha(b))
		set(&p.upper, isUpper(b))
		set(&p.sep, strings.IndexByte(" .-/()", b) >= 0)
		set(&p.dot, b == '.')
		set(&p.dash, b == '-')
		set(&p.colon, b == ':')
		set(&p.equal, b == '=')
		set(&p.special, strings.IndexByte(`@+[/\~`, b) >= 0)
	}
	return p
}

func TestKernelGivesThePlanes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	src := make([]byte, 64*64)
	for i := range src {
		src[i] = byte(r.Uint32())
		if i%3 > 0 {
			src[i] = "aZ09 .-/():=@+[\\_"[r.IntN(17)]
		}
	}
	got := make([]planes, len(src)/blockSize)
	portableKernel(got, string(src))
	for k := range got {
		if want := naivePlanes(string(src[k*blockSize : (k+1)*blockSize])); got[k] != want {
			t.Fatalf("block %d: got %+v, want %+v", k, got[k], want)
		}
	}
}

func TestALastBlockHasThePlanes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range blockSize {
		src := make([]byte, n)
		for i := range src {
			src[i] = "aZ09 .-/():=@+[\\_\x00\xff"[r.IntN(19)]
		}
		if got, want := planesOf(string(src)), naivePlanes(string(src)); got != want {
			t.Fatalf("%d bytes: got %+v, want %+v", n, got, want)
		}
	}
}

func BenchmarkKernel(b *testing.B) {
	src := strings.Repeat("2026-11-30T02:53:45Z INFO [w-1] GET /api/v1/items/31?p=9 from 10.1.2.3\n", 1000)
	src = src[:len(src)&^63]
	dst := make([]planes, len(src)/blockSize)
	b.Run("portable", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			portableKernel(dst, src)
		}
	})
	b.Run("byteloop", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			byteloop(src)
		}
	})
}

// byteloop is the yardstick: what plain Go does with every byte, compared and counted.
//
//go:noinline
func byteloop(s string) (n int) {
	for _, c := range []byte(s) {
		if c == '@' {
			n++
		}
	}
	return n
}

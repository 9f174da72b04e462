package bridge

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

func snapshotOf(n int) (s cloak.Snapshot) {
	s.Key = [32]byte{1}
	s.Next = map[cloak.Entity]int{"EMAIL": n}
	for i := range n {
		v := cloak.Original(fmt.Sprintf("person%d@mail.corp%d.io", i, i%97))
		s.Pairs = append(s.Pairs, cloak.Pair{Entity: "EMAIL", Detector: "email", Canonical: v, Surface: v, StandIn: fmt.Sprintf("[EMAIL_%d]", i), Origins: []string{""}, Seq: i, Sweep: true})
	}
	return s
}

// BenchmarkBridge saves and opens bridges of some sizes, with the derivation of
// 600,000 rounds where it says so; fsync is part of a save, and BenchmarkSeal is a
// save without it.
func BenchmarkBridge(b *testing.B) {
	secrets := map[string]Secret{"key": keyFile, "passphrase": {Passphrase: []byte("correct horse battery staple")}}
	for _, n := range []int{100, 100_000} {
		for kind, secret := range secrets {
			p := Params{KDF: KeyFile}
			if kind == "passphrase" {
				p = DefaultParams()
			}
			name := filepath.Join(b.TempDir(), "case.cloak")
			e, err := Create(b.Context(), name, secret, p)
			if err != nil {
				b.Fatal(err)
			}
			if e.Mapping, err = cloak.NewMapping(snapshotOf(n)); err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("save/%d/%s", n, kind), func(b *testing.B) {
				for b.Loop() {
					e.changes-- // as if there were something new
					if err := e.Save(); err != nil {
						b.Fatal(err)
					}
				}
			})
			if err := errors.Join(e.Save(), e.Close()); err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("open/%d/%s", n, kind), func(b *testing.B) {
				for b.Loop() {
					s, _, err := Read(name, secret)
					if err != nil {
						b.Fatal(err)
					}
					if _, err := cloak.NewMapping(s); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkSeal(b *testing.B) {
	for _, n := range []int{100, 100_000} {
		m, err := cloak.NewMapping(snapshotOf(n))
		if err != nil {
			b.Fatal(err)
		}
		root := &rootKey{prefix: newPrefix(Params{KDF: KeyFile})}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				plain, err := encode(m.Snapshot(), nil, testTime)
				if err == nil {
					_, err = root.seal(plain, 1)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Run checks generated cases against the contract and reports what broke.
//
//	go run ./internal/contract/run -n 1000000
//	go run ./internal/contract/run -seed 321 -n 1
package main

import (
	"flag"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/decoy"
	"github.com/seed-052fbf24/cloak/internal/contract"
)

func main() {
	n := flag.Uint64("n", 100_000, "cases")
	first := flag.Uint64("seed", 1, "first seed")
	most := flag.Int64("most", 5, "stop after so many violations")
	limit := flag.Duration("for", 24*time.Hour, "stop after so long")
	workers := flag.Int("j", 1, "cases at a time")
	flag.Parse()
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	k, err := contract.NewChecker(cloak.Tokens{}, g)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var next, violations atomic.Int64
	var mu sync.Mutex
	var wg sync.WaitGroup
	var stats contract.Stats
	start := time.Now()
	for range *workers {
		wg.Go(func() {
			var own contract.Stats
			for violations.Load() < *most && time.Since(start) < *limit {
				i := uint64(next.Add(1) - 1)
				if i >= *n {
					break
				}
				if v := k.Case(*first+i, &own); v != nil {
					violations.Add(1)
					fmt.Println(v)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			stats.Add(own)
		})
	}
	wg.Wait()
	fmt.Printf("%+v\n%d violations in %v\n", stats, violations.Load(), time.Since(start).Round(time.Millisecond))
	if violations.Load() > 0 {
		os.Exit(1)
	}
}

package main

import (
	"fmt"
	"runtime"
	"time"
)

// Speed is Find over each corpus beside a loop that looks at every byte once, in
// the same run: on another machine only their ratio means something.

// Each is measured for so long, and so often.
const (
	least  = 200 * time.Millisecond
	fewest = 4
)

func speed(o *ours, sets map[string][]string, order []string) *report {
	r := &report{Corpus: "speed"}
	t := table{
		Head: []string{"bytes", "Find, MB/s", "byte loop, MB/s", "loop / Find"},
		Note: fmt.Sprintf("%s on %s/%s, %d CPUs, one used; most corpora are many short texts, the logs are long ones", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU()),
	}
	for _, name := range order {
		texts := sets[name]
		bytes := 0
		for _, s := range texts {
			bytes += len(s)
		}
		if bytes == 0 {
			continue
		}
		find := perSecond(bytes, func() {
			for _, s := range texts {
				o.find(s)
			}
		})
		loop := perSecond(bytes, func() {
			for _, s := range texts {
				runtime.KeepAlive(byteLoop(s)) // so that the loop is not left out
			}
		})
		t.row(name, bytes, round(find), round(loop), round(loop/find))
	}
	r.Tables = append(r.Tables, t)
	return r
}

func byteLoop(s string) (x byte) {
	for i := range len(s) {
		x ^= s[i]
	}
	return x
}

// perSecond is the rate of f in MB a second, which handles n bytes a call, by the
// fastest of its calls: what else the machine does only makes it slower.
func perSecond(n int, f func()) float64 {
	fastest := time.Hour
	begin := time.Now()
	for calls := 0; calls < fewest || time.Since(begin) < least; calls++ {
		start := time.Now()
		f()
		fastest = min(fastest, time.Since(start))
	}
	return float64(n) / max(fastest, time.Nanosecond).Seconds() / megabyte
}

package main_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"testing"
	"time"
)

// A talker says one thing to a server and reads what it answers, with nothing between:
// what is measured is the server.
type talker struct {
	b   testing.TB
	cmd *exec.Cmd
	in  *os.File
	out *bufio.Reader
	ask []byte
}

// talks starts a server and says hello to it.
func talks(b *testing.B, env, argv []string, tool string) *talker {
	b.Helper()
	x := &talker{b: b, cmd: exec.Command(argv[0], argv[1:]...)}
	x.cmd.Env = append(os.Environ(), env...)
	stdin, in, err := os.Pipe()
	if err != nil {
		b.Fatal(err)
	}
	out, stdout, err := os.Pipe()
	if err != nil {
		b.Fatal(err)
	}
	x.cmd.Stdin, x.cmd.Stdout = stdin, stdout
	err = x.cmd.Start()
	stdin.Close()
	stdout.Close()
	if err != nil {
		b.Fatal(err)
	}
	x.in, x.out = in, bufio.NewReaderSize(out, 64<<10)
	b.Cleanup(func() { in.Close(); _ = x.cmd.Wait(); out.Close() })
	x.say(`{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`)
	x.hear()
	x.say(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	x.ask = []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool + `","arguments":{"path":"notes.txt"}}}` + "\n")
	return x
}

func (x *talker) say(line string) {
	if _, err := x.in.WriteString(line + "\n"); err != nil {
		x.b.Fatal(err)
	}
}

// hear reads one line, and gives its length.
func (x *talker) hear() (n int) {
	for {
		piece, err := x.out.ReadSlice('\n')
		n += len(piece)
		if err == nil {
			return n
		} else if err != bufio.ErrBufferFull {
			x.b.Fatal("the server has gone: ", err)
		}
	}
}

// call makes one call, and gives how long it took.
func (x *talker) call() time.Duration {
	begin := time.Now()
	if _, err := x.in.Write(x.ask); err != nil {
		x.b.Fatal(err)
	}
	x.hear()
	return time.Since(begin)
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

// BenchmarkAdded compares a call straight to an upstream with the same call through the
// gateway, transparent and protecting, in turns, so that a machine that is busy is so for
// all. The upstream is a child of each that answers with a log of so many bytes. added-µs
// is what the median is more than the direct one; cpu-µs the processor time of the gateway
// per call, which says more where others want the processor.
//
//	go test ./cmd/cloak-gateway -run '^$' -bench Added -benchtime 500x
func BenchmarkAdded(b *testing.B) {
	protected := map[int]time.Duration{}
	for _, size := range []int{500, 5_000, 50_000, 100_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			up := ours(b, "reply", strconv.Itoa(size))
			var env []string
			for k, v := range up.env {
				env = append(env, k+"="+v)
			}
			names, ways := []string{"direct"}, []*talker{talks(b, env, up.argv, "reply")}
			for _, name := range []string{"transparent", "protecting"} {
				argv, env := config(b, settings{"sanitize": name == "protecting", "log_level": "error"}, map[string]upstream{"up": up})
				names, ways = append(names, name), append(ways, talks(b, env, argv, "up__reply"))
			}
			if size <= 5_000 { // what the audit log adds to that is the difference from protecting
				for _, sync := range []string{"batched", "strict"} {
					argv, env := config(b, settings{"log_level": "error", "audit": map[string]any{"dir": b.TempDir(), "sync": sync}}, map[string]upstream{"up": up})
					names, ways = append(names, "audit-"+sync), append(ways, talks(b, env, argv, "up__reply"))
				}
			}
			took := make([][]time.Duration, len(ways))
			for range 20 {
				for _, x := range ways {
					x.call()
				}
			}
			before := make([]time.Duration, len(ways))
			for i, x := range ways {
				before[i] = processorTime(x.cmd.Process.Pid)
			}
			b.ResetTimer()
			for range b.N {
				for i, x := range ways {
					took[i] = append(took[i], x.call())
				}
			}
			b.StopTimer()
			micro := func(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }
			direct := median(took[0])
			b.ReportMetric(micro(direct), "direct-µs")
			for i := 1; i < len(ways); i++ {
				b.ReportMetric(micro(median(took[i])-direct), names[i]+"-added-µs")
				if now := processorTime(ways[i].cmd.Process.Pid); now > 0 {
					b.ReportMetric(micro(now-before[i])/float64(b.N), names[i]+"-cpu-µs")
				}
			}
			if protected[size] = median(took[2]); size == 100_000 && protected[50_000] > 0 {
				b.ReportMetric(float64(protected[size])/float64(protected[50_000]), "time(2n)/time(n)")
			}
		})
	}
}

// processorTime is what a process has used of the processor, 0 where there is no /proc.
func processorTime(pid int) time.Duration {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	f := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:])
	user, _ := strconv.Atoi(string(f[11]))
	system, _ := strconv.Atoi(string(f[12]))
	return time.Duration(user+system) * 10 * time.Millisecond // ticks of 1/100 s
}

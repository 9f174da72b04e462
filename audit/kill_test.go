//go:build unix

package audit

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// writerVariable makes the test binary a program that writes into a log: folder, state, sync, its
// number.
const writerVariable = "CLOAK_AUDIT_WRITER"

// TestAsWriter is no test: it appends until it is killed, from several goroutines, and says of each
// record that it was acknowledged.
func TestAsWriter(t *testing.T) {
	args := strings.Split(os.Getenv(writerVariable), "\n")
	if len(args) != 4 {
		return
	}
	cfg := Config{Dir: args[0], State: args[1], SegmentSize: 20_000}
	if args[2] == "strict" {
		cfg.Sync = Strict
	}
	number, err := strconv.Atoi(args[3])
	require.NoError(t, err)
	l := open(t, cfg)
	var saying sync.Mutex
	var all sync.WaitGroup
	for g := range 4 {
		all.Go(func() {
			for n := 1; ; n++ {
				r := sample()
				r.Generation, r.Files, r.Restored = number, g+1, n
				if err := l.Append(t.Context(), r); err != nil {
					fmt.Fprintln(os.Stderr, err)
					os.Exit(1)
				}
				saying.Lock()
				fmt.Printf("%d %d %d\n", number, g+1, n)
				saying.Unlock()
			}
		})
	}
	all.Wait()
}

// Four programs write into one log, and are killed in turn, at any moment, and started again: the
// chain holds, and whatever was acknowledged is there, once.
func TestKilledWriters(t *testing.T) {
	kills := 50
	if os.Getenv("CLOAK_CHAOS") == "full" {
		kills = 1000
	} else if testing.Short() {
		kills = 8
	}
	self, err := os.Executable()
	require.NoError(t, err)
	for _, sync := range []string{"batched", "strict"} {
		t.Run(sync, func(t *testing.T) { killWriters(t, self, sync, kills/2) })
	}
}

func killWriters(t *testing.T, self, how string, kills int) {
	cfg := testConfig(t)
	const writers = 4
	var mu sync.Mutex
	acknowledged := map[string]bool{}
	number := 0
	type running struct {
		cmd *exec.Cmd
		out chan struct{} // closed when all it has said was read
	}
	start := func() running {
		number++
		cmd := exec.Command(self, "-test.run=^TestAsWriter$")
		cmd.Env = append(os.Environ(), writerVariable+"="+strings.Join([]string{cfg.Dir, cfg.State, how, strconv.Itoa(number)}, "\n"))
		var said strings.Builder
		cmd.Stderr = &said
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		x := running{cmd, make(chan struct{})}
		go func() {
			defer close(x.out)
			for lines := bufio.NewScanner(out); lines.Scan(); {
				if line := lines.Text(); strings.Count(line, " ") == 2 {
					mu.Lock()
					acknowledged[line] = true
					mu.Unlock()
				}
			}
		}()
		t.Cleanup(func() {
			if said.Len() > 0 {
				t.Errorf("a writer could not write: %s", said.String())
			}
		})
		return x
	}
	kill := func(x running) {
		require.NoError(t, x.cmd.Process.Kill())
		<-x.out
		_ = x.cmd.Wait() // it was killed
	}
	all := make([]running, writers)
	for i := range all {
		all[i] = start()
	}
	r := rand.New(rand.NewPCG(7, uint64(time.Now().UnixNano())))
	for range kills {
		time.Sleep(time.Duration(r.IntN(int(40 * time.Millisecond)))) // any moment is as good
		i := r.IntN(writers)
		kill(all[i])
		all[i] = start()
	}
	for _, x := range all {
		kill(x)
	}
	l := open(t, cfg) // what the last one has torn is moved aside
	key := l.VerifierKey()
	require.NoError(t, l.Close())
	report, err := Verify(t.Context(), cfg.Dir, VerifyOptions{Key: key})
	require.NoError(t, err)
	written := map[string]int{}
	err = Read(t.Context(), cfg.Dir, func(_ Entry, line []byte) error {
		var n, g, k int
		if at := strings.Index(string(line), `"restored":`); at >= 0 {
			_, err := fmt.Sscanf(string(line[at:]), `"restored":%d,"files":%d`, &k, &g)
			require.NoError(t, err)
			_, gen, _ := strings.Cut(string(line), `"gen":`)
			_, err = fmt.Sscanf(gen, "%d", &n)
			require.NoError(t, err)
			written[fmt.Sprintf("%d %d %d", n, g, k)]++
		}
		return nil
	})
	require.NoError(t, err)
	missing := 0
	for x := range acknowledged {
		if written[x] != 1 {
			missing++
		}
	}
	require.Zero(t, missing, "of %d acknowledged records", len(acknowledged))
	require.NotEmpty(t, acknowledged)
	torn, err := filepath.Glob(filepath.Join(cfg.Dir, tornPrefix+"*"))
	require.NoError(t, err)
	t.Logf("%d kills: %d records, %d of them acknowledged, %d segments, %d torn tails, %d checkpoints, %d gaps",
		kills, report.Records, len(acknowledged), report.Segments, len(torn), report.Checkpoints, report.Gaps)
}

package bridge

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A test binary that finds childOf set is one of several writers of a bridge: it
// adds values of its own, saves, and prints what stands for them, again and again.
const childOf = "CLOAK_TEST_BRIDGE"

func TestMain(m *testing.M) {
	if bridge := os.Getenv(childOf); bridge != "" {
		if err := child(bridge, os.Args[len(os.Args)-2], os.Args[len(os.Args)-1]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// asked is how often scripts/long.sh asks for something, or n.
func asked(variable string, n int) int {
	if v, err := strconv.Atoi(os.Getenv(variable)); err == nil {
		return v
	}
	return n
}

// child merges n values into a bridge, one save each.
func child(bridge, who, n string) error {
	engine, err := cloak.New(cloak.Config{})
	if err != nil {
		return err
	}
	count, err := strconv.Atoi(n)
	if err != nil {
		return err
	}
	for i := range count {
		var out string
		err := Update(context.Background(), bridge, keyFile, func(m *cloak.Mapping) (err error) {
			out, _, err = engine.Sanitize(context.Background(), m, fmt.Sprintf("writer%s-%d@corp.io", who, i), cloak.Source{})
			return err
		})
		if err != nil {
			return err
		}
		if _, err := fmt.Println(i, out); err != nil { // only now may it leave
			return err
		}
	}
	return nil
}

func startChild(t *testing.T, bridge string, who, n int) (*exec.Cmd, io.Reader) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, strconv.Itoa(who), strconv.Itoa(n))
	c.Env = append(os.Environ(), childOf+"="+bridge)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	return c, out
}

// restores holds a bridge to what its writers printed: each stand-in becomes the
// value it was printed for.
func restores(t *testing.T, bridge string, printed map[int][]string) {
	t.Helper()
	s, _, err := Read(bridge, keyFile)
	if err != nil {
		t.Fatal(err)
	}
	m, err := cloak.NewMapping(s)
	if err != nil {
		t.Fatal(err)
	}
	for who, lines := range printed {
		for _, line := range lines {
			i, standIn, _ := strings.Cut(line, " ")
			if got, _ := m.Restore(standIn, cloak.RestoreOptions{}); got != fmt.Sprintf("writer%d-%s@corp.io", who, i) {
				t.Errorf("writer %d: what was printed in round %s does not restore", who, i)
			}
		}
	}
}

func lines(r io.Reader) (xs []string) {
	for s := bufio.NewScanner(r); s.Scan(); {
		xs = append(xs, s.Text())
	}
	return xs
}

// Many processes merge into one bridge, and nothing is lost.
func TestManyWritersLoseNothing(t *testing.T) {
	t.Parallel()
	const writers = 8
	merges := 10
	if testing.Short() {
		merges = 3
	}
	merges = asked("CLOAK_MERGES", merges)
	bridge := filepath.Join(t.TempDir(), "case.cloak")
	newBridge(t, bridge, 1)
	printed := map[int][]string{}
	var mu sync.Mutex
	var wait sync.WaitGroup
	for who := range writers {
		c, out := startChild(t, bridge, who, merges)
		wait.Go(func() {
			xs := lines(out)
			err := c.Wait()
			mu.Lock()
			defer mu.Unlock()
			if printed[who] = xs; err != nil || len(xs) != merges {
				t.Errorf("writer %d: %d of %d merges, %v", who, len(xs), merges, err)
			}
		})
	}
	wait.Wait()
	restores(t, bridge, printed)
	if _, info, err := Read(bridge, keyFile); err != nil || info.Generation != writers*uint64(merges)+1 || info.Pairs != writers*merges+2 {
		t.Errorf("%+v, %v", info, err)
	}
}

// Killed at any time, a writer leaves a bridge that opens, and with it whatever the
// writer had printed.
func TestAKilledWriterLeavesABridge(t *testing.T) {
	t.Parallel()
	kills := 50
	if testing.Short() {
		kills = 8
	}
	kills = asked("CLOAK_KILLS", kills)
	bridge := filepath.Join(t.TempDir(), "case.cloak")
	newBridge(t, bridge, 1)
	r := rand.New(rand.NewPCG(9, uint64(time.Now().UnixNano())))
	total := 0
	for who := range kills {
		c, out := startChild(t, bridge, who, 1_000_000)
		kill := func(within int) {
			time.AfterFunc(time.Duration(r.IntN(within))*time.Microsecond, func() { c.Process.Kill() })
		}
		if who%4 == 0 { // at any time, also before it has begun
			kill(25_000)
		}
		var xs []string
		for s := bufio.NewScanner(out); s.Scan(); {
			if xs = append(xs, s.Text()); len(xs) == 1 {
				kill(10_000)
			}
		}
		c.Wait()
		total += len(xs)
		restores(t, bridge, map[int][]string{who: xs})
	}
	if total < kills/2 {
		t.Errorf("%d saves before %d kills: they come too early", total, kills)
	}
}

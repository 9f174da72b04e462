package cloak_test

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// A stepCounter is a running internal/steps: it counts what is done with a text.
type stepCounter struct {
	mu  sync.Mutex
	in  io.WriteCloser
	out *bufio.Reader
}

func newStepCounter(t testing.TB) *stepCounter {
	t.Helper()
	program := filepath.Join(t.TempDir(), "steps.exe")
	const module = "github.com/seed-052fbf24/cloak/"
	const packages = module + "internal/steps," + module + "cloak,strings,slices,sort" // without the program itself nothing is counted
	build := exec.Command("go", "build", "-cover", "-covermode=atomic", "-coverpkg="+packages, "-o", program, "../internal/steps")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", build, err, out)
	}
	c := &stepCounter{}
	run := exec.Command(program)
	run.Env = append(run.Environ(), "GOCOVERDIR="+t.TempDir())
	var messages strings.Builder
	run.Stderr = &messages
	out, err := run.StdoutPipe()
	if err == nil {
		c.in, err = run.StdinPipe()
	}
	if err == nil {
		err = run.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	c.out = bufio.NewReader(out)
	t.Cleanup(func() {
		c.in.Close()
		if err := run.Wait(); err != nil {
			t.Errorf("%v: %s", err, messages.String())
		}
	})
	return c
}

// steps are those that each workload takes with text.
func (c *stepCounter) steps(text string) (by map[string]uint64, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, err := fmt.Fprintln(c.in, base64.StdEncoding.EncodeToString([]byte(text))); err != nil {
		return nil, err
	}
	line, err := c.out.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &by)
	}
	return by, err
}

// checkLinear holds all that is done with text(2n) to 2.3 times the steps of text(n).
// One place may need that all of a text is looked at once more, and a longer text
// is more likely to have one: that is a step, and no slope. Twice as long again, it
// must not come back.
func (c *stepCounter) checkLinear(t testing.TB, text func(n int) string, n int) {
	t.Helper()
	steep := map[string]int{}
	var last map[string]uint64
	for doubled := range 4 {
		steps, err := c.steps(text(n << doubled))
		if err != nil {
			t.Fatal(err)
		}
		for what, k := range steps {
			if size := uint64(n << doubled); k < size/blockBytes || k > size*mostSteps {
				t.Fatalf("%s: %d bytes take %d steps", what, size, k)
			}
			if last != nil && float64(k) > 2.3*float64(last[what])+10_000 {
				if steep[what]++; steep[what] > 1 {
					t.Errorf("%s: %d bytes take %d steps, %d bytes %d: %.2f times as many", what, n<<doubled>>1, last[what], n<<doubled, k, float64(k)/float64(last[what]))
				}
			}
		}
		if last = steps; doubled > 0 && len(steep) == 0 {
			return
		}
	}
}

// The least and the most that is done with a text: one step for so many bytes, and
// so many for one.
const (
	blockBytes = 512
	mostSteps  = 10_000
)

// R6: with a text twice as long twice as much is done, whatever the text. Work is
// counted in steps; how long a step takes is BenchmarkAdversarial's matter.
func TestWorkIsLinear(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds a program that counts its steps: not with -short")
	}
	c := newStepCounter(t)
	for _, h := range hostiles() {
		t.Run(h.name, func(t *testing.T) { c.checkLinear(t, h.make, 10_000) })
	}
}

// FuzzLinear repeats what the fuzzer makes up.
func FuzzLinear(f *testing.F) {
	if testing.Short() {
		f.Skip("builds a program that counts its steps: not with -short")
	}
	for i, unit := range []string{"password=", "a@b.", "-----BEGIN RSA PRIVATE KEY-----", "1.", "[EMAIL_0", "Bearer eyJ", "user x ", `%41\u0041`} {
		f.Add(unit, uint8(i))
	}
	c := newStepCounter(f)
	f.Fuzz(func(t *testing.T, unit string, sep uint8) {
		if len(unit) > 256 {
			t.Skip("a unit is short")
		}
		unit += []string{" ", "\n", "\x00", "é", "\"", ",", "=", "x"}[sep%8]
		c.checkLinear(t, func(n int) string { return strings.Repeat(unit, n/len(unit)+1) }, 4000)
	})
}

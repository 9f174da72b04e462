package audit

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const verifierScript = "testdata/verify.py"

// driver runs the verifier anew for each line of arguments: to start Python takes longer than that.
const driver = `
import json, sys
code = compile(open(sys.argv[1], encoding="utf-8").read(), sys.argv[1], "exec")
for line in sys.stdin:
    sys.argv = ["verify.py"] + json.loads(line)
    try: exec(code, {"__name__": "__main__"})
    except SystemExit as e: print("exit", e.code, flush=True)
    except Exception as e: print("exit", 1, type(e).__name__, flush=True)
`

func python(t *testing.T) string {
	name, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 to run testdata/verify.py with")
	}
	return name
}

// args are what a verifier is called with.
func (v *vector) args(t *testing.T) (args []string) {
	if v.Key != "" {
		args = append(args, "--key", v.Key)
	}
	if v.Anchor != "" {
		anchor := filepath.Join(t.TempDir(), "anchor")
		require.NoError(t, os.WriteFile(anchor, octets(v.Anchor), 0o600))
		args = append(args, "--anchor", anchor)
	}
	return append(args, v.put(t))
}

// startVerifier gives what asks the verifier in Python of a vector: how it ends, and all it says.
func startVerifier(t *testing.T) func(*testing.T, vector) (exit int, said string) {
	cmd := exec.CommandContext(t.Context(), python(t), "-c", driver, verifierScript)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		assert.NoError(t, in.Close())
		_ = cmd.Wait() // the context may have ended it
	})
	lines := bufio.NewScanner(out)
	return func(t *testing.T, v vector) (exit int, said string) {
		require.NoError(t, json.NewEncoder(in).Encode(v.args(t)))
		for lines.Scan() {
			said += lines.Text() + "\n"
			if n, _ := fmt.Sscanf(lines.Text(), "exit %d", &exit); n == 1 {
				return exit, said
			}
		}
		require.FailNow(t, "the verifier has ended", said)
		return 0, ""
	}
}

// A verifier that shares nothing with ours says the same of each vector.
func TestToolVerifier(t *testing.T) {
	ask := startVerifier(t)
	agreed := 0
	all := readVectors(t)
	for _, v := range all {
		if got, said := ask(t, v); assert.Equal(t, v.Exit, got, "%s: %s", v.Name, said) {
			agreed++
		}
	}
	assert.GreaterOrEqual(t, agreed, 60)
	t.Logf("%d vectors", agreed)

	// As a program it ends in the same way.
	for _, v := range all[len(all)-3:] {
		cmd := exec.CommandContext(t.Context(), python(t), append([]string{verifierScript}, v.args(t)...)...)
		out, _ := cmd.CombinedOutput() // it ends with the fault
		assert.Equal(t, v.Exit, cmd.ProcessState.ExitCode(), "%s: %s", v.Name, out)
	}
}

// Both verifiers say the same of logs that were changed at random. CLOAK_CHAOS=full tries many more.
func TestToolVerifierOnMutants(t *testing.T) {
	tries := 300
	if os.Getenv("CLOAK_CHAOS") == "full" {
		tries = 10_000
	}
	ask := startVerifier(t)
	r := rand.New(rand.NewPCG(8, 11))
	all := readVectors(t)
	exits := map[int]int{}
	for range tries {
		v := mutant(r, all)
		o := VerifyOptions{Key: v.Key}
		if v.Anchor != "" {
			var err error
			o.Anchors, err = ReadHeads(octets(v.Anchor))
			require.NoError(t, err)
		}
		_, err := Verify(t.Context(), v.put(t), o)
		if fault := (*FaultError)(nil); err != nil && !errors.As(err, &fault) {
			require.NoError(t, err, v.Name)
		}
		want := exitOf(t, err)
		exits[want]++
		got, said := ask(t, v)
		require.Equal(t, want, got, "%s: %v, or %s", v.Name, err, said)
	}
	assert.Len(t, exits, 6, "there are logs of each kind")
	t.Logf("%d mutants, by exit: %v", tries, exits)
}

// mutant is a vector that was changed in one to three places; its name says how.
func mutant(r *rand.Rand, all []vector) vector {
	pick := func() vector { return all[r.IntN(len(all))] }
	v := pick()
	files := folder{}
	for name, content := range v.Files {
		files[name] = string(octets(content))
	}
	for range 1 + r.IntN(3) {
		var how string
		files, how = changed(r, files, pick())
		v.Name += "; " + how
	}
	if linkable(files) && r.IntN(2) == 0 { // past the chain
		files = files.linked()
		v.Name += "; linked"
	}
	switch r.IntN(6) {
	case 0:
		v.Key = ""
	case 1:
		v.Key = pick().Key
	case 2:
		v.Anchor = ""
	case 3:
		v.Anchor = pick().Anchor
	}
	v.Files = map[string]string{}
	for name, content := range files {
		v.Files[name] = runes([]byte(content))
	}
	return v
}

// linkable reports whether linked can be called: every line has room for a prev.
func linkable(f folder) bool {
	for _, name := range f.segments() {
		for _, line := range strings.Split(strings.TrimSuffix(f[name], "\n"), "\n") {
			if len(line) < 80 {
				return false
			}
		}
	}
	return true
}

// changed is a folder of which one file was changed.
func changed(r *rand.Rand, f folder, other vector) (g folder, how string) {
	names := slices.Sorted(maps.Keys(f))
	if len(names) == 0 || r.IntN(12) == 0 { // a file of another log
		for _, name := range slices.Sorted(maps.Keys(other.Files)) {
			return f.with(name, string(octets(other.Files[name]))), name + " is of " + other.Name
		}
		return f, "as it was"
	}
	name := names[r.IntN(len(names))]
	b := f[name]
	at := r.IntN(len(b) + 1)
	const bytes = "019afAZ+/=\"{},: -\n\r\x00\x80\xe2"
	c := bytes[r.IntN(len(bytes))]
	lines := strings.SplitAfter(b, "\n")
	i, j := r.IntN(len(lines)), r.IntN(len(lines))
	switch r.IntN(10) {
	case 0, 1:
		return f.with(name, b[:at]+string([]byte{c})+b[min(at+1, len(b)):]), fmt.Sprintf("%s: byte %d is %#x", name, at, c)
	case 2:
		return f.with(name, b[:at]+string([]byte{c})+b[at:]), fmt.Sprintf("%s: %#x at byte %d", name, c, at)
	case 3:
		return f.with(name, b[:at]+b[min(at+1, len(b)):]), fmt.Sprintf("%s: byte %d is gone", name, at)
	case 4:
		return f.with(name, b[:at]), fmt.Sprintf("%s: cut at byte %d", name, at)
	case 5:
		return f.with(name, strings.Join(slices.Delete(lines, i, i+1), "")), fmt.Sprintf("%s: line %d is gone", name, i)
	case 6:
		return f.with(name, strings.Join(slices.Insert(lines, j, lines[i]), "")), fmt.Sprintf("%s: line %d at %d, too", name, i, j)
	case 7:
		lines[i], lines[j] = lines[j], lines[i]
		return f.with(name, strings.Join(lines, "")), fmt.Sprintf("%s: lines %d and %d are exchanged", name, i, j)
	case 8:
		return f.without(name), name + " is gone"
	default:
		to := segmentName(int64(r.IntN(30)))
		return f.without(name).with(to, b), name + " is " + to
	}
}

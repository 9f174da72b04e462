package main_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/seed-052fbf24/cloak/internal/testutil"
)

// TestAsServer is no test: it makes the test binary an upstream, where it is run as one.
func TestAsServer(t *testing.T) { testutil.RunAsServer() }

// gateway builds the program, once, or takes the one that $CLOAK_GATEWAY names.
func gateway(t testing.TB) string {
	t.Helper()
	if bin := os.Getenv("CLOAK_GATEWAY"); bin != "" {
		return bin
	}
	bin, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return bin
}

var build = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "cloak-gateway")
	if err != nil {
		return "", err
	}
	os.Setenv("CLOAK_BUILT", strconv.Itoa(os.Getpid())+":"+dir) // for TestMain
	bin := filepath.Join(dir, "cloak-gateway.exe")
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		return "", fmt.Errorf("the gateway does not build: %s", out)
	}
	return bin, nil
})

// An upstream is the command line of a server behind the gateway.
type upstream struct {
	argv []string
	tee  string            // records what goes in and out; "" if nobody looks
	env  map[string]string // more of the environment
}

// recorded is an upstream under a tee.
func recorded(t *testing.T, argv []string) upstream {
	return upstream{argv: argv, tee: t.TempDir()}
}

// settings are what a test writes into a config besides the upstreams.
type settings map[string]any

// config writes a config and gives the command line of the gateway with it, and its environment.
func config(t testing.TB, s settings, ups map[string]upstream) (argv, env []string) {
	t.Helper()
	all := map[string]any{}
	for k, v := range s {
		all[k] = v
	}
	list := map[string]any{}
	for name, up := range ups {
		command, args, env := up.argv[0], up.argv[1:], up.env
		if up.tee != "" {
			command, args, env = testutil.ServerCommand(t, "tee", append([]string{up.tee}, up.argv...)...)
			maps.Copy(env, up.env)
		}
		up := map[string]any{"command": command, "args": args}
		if len(env) > 0 {
			up["env"] = env
		}
		list[name] = up
	}
	if ups != nil { // else settings has them
		all["upstreams"] = list
	}
	b, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	path := filepath.Join(home, "cloak-gateway.json")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	env = []string{"HOME=" + home, "USERPROFILE=" + home, "LOCALAPPDATA=" + home, "XDG_STATE_HOME=" + filepath.Join(home, "state"), "MCP_INSPECTOR_SECRET_STORE=memory"}
	return []string{gateway(t), "--config", path}, env
}

// through starts a client of the gateway.
func through(t *testing.T, s settings, ups map[string]upstream, answers map[string]testutil.MCPAnswer) *testutil.MCPClient {
	t.Helper()
	argv, env := config(t, s, ups)
	return testutil.StartMCPClient(t, env, answers, argv[0], argv[1:]...)
}

// run runs a client of others to its end.
func run(t *testing.T, env, argv []string) (stdout, stderr string, err error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), env...)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	return out.String(), errs.String(), err
}

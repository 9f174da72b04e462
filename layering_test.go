// Package layering holds the repository to its import table and to the promise
// that no part of it but the gateway can reach a network.
package layering

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/seed-052fbf24/cloak"

// mayImport is the import table: which packages of ours each one may use. A
// package may also use what lies below it. One that is not listed may use all.
var mayImport = map[string][]string{
	"cloak":    {},
	"audit":    {},
	"decoy":    {"cloak"},
	"names":    {"cloak"},
	"format":   {"cloak"},
	"bridge":   {"cloak", "internal"},
	"hook":     {"cloak", "format", "bridge"},
	"gate":     {"cloak", "format", "bridge"},
	"mcpproxy": {"cloak", "format", "internal"},
}

// mayDepend lists the modules of others that a package may use; those that are
// not listed here may use none but what everyone needs for tests.
var mayDepend = map[string][]string{
	"cloak":    {"github.com/wasilibs/go-re2"}, // pattern.go only
	"decoy":    {},
	"names":    {},
	"bridge":   {"golang.org/x/crypto"}, // Argon2id
	"audit":    {"golang.org/x/mod"},    // checkpoints and proofs
	"hook":     {},
	"gate":     {},
	"format":   {"github.com/go-json-experiment/json"},
	"mcpproxy": {"github.com/go-json-experiment/json", "github.com/modelcontextprotocol/go-sdk", "golang.org/x/sys"},
}

// programs is what the programs share; nobody else may use it.
const programs = "internal/program"

// tracing is what sends traces; the gateway's program may use it, and nobody else. It alone may
// use OpenTelemetry.
const tracing = "internal/traces"

// recording keeps the gateway's audit log; it uses mcpproxy, as tracing does, and nobody else uses it.
const recording = "internal/recording"

func ofTheGateway(name string) bool { return name == tracing || name == recording }

// opentelemetry are the modules that send traces.
var opentelemetry = []string{"go.opentelemetry.io/otel", "go.opentelemetry.io/proto/otlp", "google.golang.org/protobuf"}

// gateway is the program that reaches a network.
const gateway = "cmd/cloak-gateway"

// lineBudget bounds what is wiring: lines of Go without tests. The ten commands of cloak audit, and
// what --audit-log records, are 700 of them.
var lineBudget = map[string]int{"cmd/cloak": 4700, "cmd/cloak-gateway": 930}

// A listed is what go list tells about a package.
type listed struct {
	Dir, ImportPath string
	Imports         []string // without those of tests
	Deps            []string
	GoFiles         []string
	IgnoredGoFiles  []string // of other systems
}

// name is the path within the module, "" at its root.
func (p listed) name() string {
	return strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
}

func TestImportTable(t *testing.T) {
	for _, p := range list(t, "linux") {
		for _, imported := range p.Imports {
			other, ours := strings.CutPrefix(imported, module+"/")
			if !ours {
				continue
			}
			switch {
			case top(other) == "cmd":
				t.Errorf("%s imports %s: nothing imports cmd", p.name(), other)
			case within(other, "internal/testutil") && !within(p.name(), "internal/testutil"):
				t.Errorf("%s imports %s: only tests do", p.name(), other)
			case other == programs && top(p.name()) != "cmd":
				t.Errorf("%s imports %s: only cmd does", p.name(), other)
			case ofTheGateway(other) && p.name() != gateway:
				t.Errorf("%s imports %s: only %s does", p.name(), other, gateway)
			}
			allowed, bound := mayImport[top(p.name())]
			if bound && top(other) != top(p.name()) && !slices.Contains(allowed, top(other)) {
				t.Errorf("%s imports %s: it may import %v", p.name(), other, allowed)
			}
		}
	}
}

func TestDependencies(t *testing.T) {
	for _, p := range list(t, "linux") {
		for _, imported := range p.Imports {
			if standard(imported) || within(imported, module) {
				continue
			}
			switch {
			case within(imported, "github.com/urfave/cli/v3"):
				if top(p.name()) != "cmd" && p.name() != programs {
					t.Errorf("%s imports %s: only cmd and %s do", p.name(), imported, programs)
				}
			case within(imported, "golang.org/x/term"):
				if top(p.name()) != "cmd" {
					t.Errorf("%s imports %s: only cmd does", p.name(), imported)
				}
			case slices.ContainsFunc(opentelemetry, func(m string) bool { return within(imported, m) }):
				if p.name() != tracing {
					t.Errorf("%s imports %s: only %s does", p.name(), imported, tracing)
				}
			case within(imported, "github.com/BurntSushi/toml"):
				if p.name() != "internal/config" {
					t.Errorf("%s imports %s: only internal/config does", p.name(), imported)
				}
			case within(imported, "github.com/stretchr/testify"), within(imported, "github.com/rogpeppe/go-internal"):
				if !within(p.name(), "internal/testutil") {
					t.Errorf("%s imports %s: only tests do", p.name(), imported)
				}
			}
			allowed, bound := mayDepend[top(p.name())]
			if bound && !slices.ContainsFunc(allowed, func(m string) bool { return within(imported, m) }) {
				t.Errorf("%s imports %s: it may depend on %v", p.name(), imported, allowed)
			}
		}
	}
}

// Who does not send traces links nothing of what sends them: not even by way of others. Nobody
// links gRPC, which the exporter of OpenTelemetry would bring.
func TestWhoLinksOpenTelemetry(t *testing.T) {
	linked := false
	for _, p := range list(t, "linux") {
		for _, dep := range p.Deps {
			switch {
			case within(dep, "google.golang.org/grpc"):
				t.Errorf("%s links %s", p.name(), dep)
			case !slices.ContainsFunc(opentelemetry, func(m string) bool { return within(dep, m) }):
			case p.name() == gateway || p.name() == tracing:
				linked = true
			default:
				t.Errorf("%s links %s", p.name(), dep)
			}
		}
	}
	if !linked {
		t.Error("nobody links it: the rule says nothing")
	}
}

// The regexp engine of others stands behind one file.
func TestOneFileImportsTheRegexpEngine(t *testing.T) {
	for _, p := range list(t, "linux") {
		for _, name := range append(p.GoFiles, p.IgnoredGoFiles...) {
			src, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(src, []byte(`"github.com/wasilibs/go-re2`)) && p.name()+"/"+name != "cloak/pattern.go" && !strings.HasSuffix(name, "_test.go") {
				t.Errorf("%s/%s imports go-re2: cloak/pattern.go does", p.name(), name)
			}
		}
	}
}

// "Nothing leaves the machine": on every system, nothing that is linked into
// these packages can open a connection.
func TestNoNetwork(t *testing.T) {
	for _, system := range []string{"linux", "darwin", "windows"} {
		t.Run(system, func(t *testing.T) {
			t.Parallel()
			for _, p := range list(t, system) {
				if within(p.name(), "mcpproxy") || within(p.name(), gateway) || ofTheGateway(p.name()) || within(p.name(), "internal/testutil") {
					continue
				}
				deps := p.Deps
				if slices.Contains(deps, windowsCalls) {
					deps = without(t, system, p, windowsCalls)
				}
				for _, dep := range deps {
					if reaches(dep) {
						t.Errorf("%s links %s", p.name(), dep)
					}
				}
			}
		})
	}
}

// windowsCalls is the one package that may import net: it takes a type from it.
// The terminal and the regexp engine need it on Windows.
const windowsCalls = "golang.org/x/sys/windows"

// without gives what p links other than through a package.
func without(t *testing.T, system string, p listed, through string) (deps []string) {
	t.Helper()
	imports := map[string][]string{}
	for _, x := range golist(t, system, "-deps", p.ImportPath) {
		imports[x.ImportPath] = x.Imports
	}
	seen := map[string]bool{through: true}
	var visit func(string)
	visit = func(pkg string) {
		for _, x := range imports[pkg] {
			if !seen[x] {
				seen[x] = true
				deps = append(deps, x)
				visit(x)
			}
		}
	}
	visit(p.ImportPath)
	return deps
}

// reaches reports whether a package can open a connection or load code. The
// parsers net/url and net/netip cannot.
func reaches(pkg string) bool {
	return pkg == "net" || pkg == "plugin" || pkg == "runtime/cgo" || within(pkg, "crypto/tls") || pkg == "crypto/x509" ||
		within(pkg, "net") && pkg != "net/url" && pkg != "net/netip"
}

// internal/eval runs other tools beside ours; nothing that is installed imports it.
func TestWhoStartsProcesses(t *testing.T) {
	for _, p := range list(t, "linux") {
		if top(p.name()) == "cmd" || within(p.name(), "mcpproxy") || within(p.name(), "internal/testutil") || p.name() == "internal/eval" || ofTheGateway(p.name()) { // by way of mcpproxy
			continue
		}
		if slices.Contains(p.Deps, "os/exec") {
			t.Errorf("%s links os/exec: only cmd and mcpproxy start processes", p.name())
		}
	}
}

func TestLineBudget(t *testing.T) {
	for _, p := range list(t, "linux") {
		budget, bound := lineBudget[p.name()]
		if !bound {
			continue
		}
		lines := 0
		for _, name := range append(p.GoFiles, p.IgnoredGoFiles...) {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			src, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			lines += bytes.Count(src, []byte("\n"))
		}
		if lines > budget {
			t.Errorf("%s has %d lines without tests: more than wiring (%d)", p.name(), lines, budget)
		}
	}
}

// The rules themselves, so that a rule that holds of everything is seen.
func TestRulesCanFail(t *testing.T) {
	for pkg, want := range map[string]bool{"net": true, "net/http": true, "crypto/tls": true, "net/url": false, "net/netip": false, "network": false} {
		if reaches(pkg) != want {
			t.Errorf("reaches(%q) is not %v", pkg, want)
		}
	}
	for path, want := range map[string]bool{"a/b": true, "a": true, "ab": false} {
		if within(path, "a") != want {
			t.Errorf("within(%q, a) is not %v", path, want)
		}
	}
}

// list gives all packages of the module, as they are built for a system.
func list(t *testing.T, system string) []listed {
	t.Helper()
	watch(t)
	all := golist(t, system, "./...")
	if !slices.ContainsFunc(all, func(p listed) bool { return p.name() == "cloak" && len(p.Deps) > 0 }) {
		t.Fatal("go list does not name package cloak and what it links")
	}
	return all
}

// watch reads every folder of the module. What go list reads, the cache of test
// results does not see; what the test itself reads, it does.
func watch(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && path == ".git" {
			return filepath.SkipDir
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func golist(t *testing.T, system string, args ...string) (all []listed) {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=Dir,ImportPath,Imports,Deps,GoFiles,IgnoredGoFiles"}, args...)...)
	cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.Bytes())
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

func top(path string) string { first, _, _ := strings.Cut(path, "/"); return first }

// within reports whether a path is dir or below it.
func within(path, dir string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }

// standard reports whether an import path is of the standard library: its first
// element has no dot.
func standard(path string) bool { return !strings.Contains(top(path), ".") }

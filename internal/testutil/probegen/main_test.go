package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/internal/testutil"
)

const file = "../../../cloak/testdata/probes.jsonl"

func TestFileIsCurrent(t *testing.T) { testutil.Golden(t, file, generate()) }

func TestProbesAreSound(t *testing.T) {
	probes, err := testutil.LoadProbes(bytes.NewReader(generate()))
	if err != nil {
		t.Fatal(err)
	}
	ids, positives, negatives := map[string]bool{}, 0, 0
	for _, p := range probes {
		if ids[p.ID] {
			t.Errorf("%s is there twice", p.ID)
		}
		ids[p.ID] = true
		if p.Hide == nil {
			negatives++
			continue
		}
		positives++
		if why := p.Judge(p.Text); why == "" {
			t.Errorf("%s: untouched text passes", p.ID)
		}
		rest := p.Text
		for _, v := range p.Hide {
			rest = strings.Replace(rest, v, "[X_0]", 1)
		}
		if why := p.Judge(rest); why != "" {
			t.Errorf("%s: the right answer fails: %s", p.ID, why)
		}
	}
	if positives < 120 || negatives < 50 {
		t.Errorf("%d positives and %d negatives", positives, negatives)
	}
}

// What a scanner on the way to a public repository would stop.
var live = regexp.MustCompile(`gh[pousr]_\w{36}|github_pat_\w{20}|glpat-\w{20}|AKIA[A-Z2-7]{16}|xox[abp]-\d|[sr]k_live_\w{10}|sk-(?:proj|ant)-\w|AIza\w{30}|SG\.\w{20}|hvs\.\w{20}|eyJ\w+\.eyJ|PRIVATE KEY`)

func TestNothingStoredLooksLive(t *testing.T) {
	for i, line := range bytes.Split(generate(), []byte("\n")) {
		if live.Match(line) {
			t.Errorf("line %d holds what looks like a live key", i+1)
		}
	}
}

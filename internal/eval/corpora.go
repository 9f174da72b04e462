package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// A corpus is texts and what is known about them.
type corpus interface {
	texts() []string
	score(r *report, as []answer) // as[i] answers texts()[i]
}

// A source says where a corpus is and how it is read. Each has a file of its own.
type source struct {
	name    string
	folder  string // below -corpora
	licence string
	load    func(dir string) (corpus, error)
}

var sources = []source{
	{"probes", "probes", "our own", loadProbes},
	{"bug-cases", "probes", "our own, after public reports", loadBugCases},
	{"presidio-recognizer-cases", "presidio-recognizer-cases", "MIT", loadRecognizers},
	{"gitleaks", "rule-examples", "MIT", loadRules("gitleaks")},
	{"betterleaks", "rule-examples", "MIT", loadRules("betterleaks")},
	{"noseyparker", "rule-examples", "Apache-2.0", loadRules("noseyparker")},
	{"kingfisher", "rule-examples", "Apache-2.0", loadRules("kingfisher")},
	{"leaky-repo", "leaky-repo", "MIT", loadLeaky},
	{"presidio-research", "presidio-research", "MIT", loadResearch},
	{"cloakllm", "cloakllm", "MIT", loadCloakLLM},
	{"pasteguard", "pasteguard", "Apache-2.0", loadPasteguard},
	{"datafog", "datafog", "MIT", loadDatafog},
	{"recognizers-text", "recognizers-text", "MIT", loadRecognizersText},
	{"loghub2k", "loghub2k", "research use only, not in this repository", loadLoghub},
	{"apache-access-log", "apache-access-log", "Apache-2.0", loadAccessLog},
}

// jsonLines decodes one value a line.
func jsonLines[T any](path string) ([]T, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var all []T
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var v T
		if err := json.Unmarshal(line, &v); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", filepath.Base(path), n, err)
		}
		all = append(all, v)
	}
	return all, nil
}

func jsonFile[T any](path string) (v T, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return v, err
	}
	if err := json.Unmarshal(data, &v); err != nil {
		return v, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return v, nil
}

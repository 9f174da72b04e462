// Gitleaks over JSON lines on standard input, {"text"}; it writes what it made of
// each, {"out", "entities", "ms"}. This is a module of its own, so that nobody who
// imports Cloak inherits what it needs.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/zricethezav/gitleaks/v8/detect"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	detector, err := detect.NewDetectorDefaultConfig()
	if err != nil {
		return err
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for in.Scan() {
		var question struct{ Text string }
		if err := json.Unmarshal(in.Bytes(), &question); err != nil {
			return err
		}
		start := time.Now()
		findings := detector.DetectString(question.Text)
		ms := float64(time.Since(start).Microseconds()) / 1000
		text, entities := question.Text, []string{}
		for _, f := range findings {
			entities = append(entities, f.RuleID)
			if f.Secret != "" {
				text = strings.ReplaceAll(text, f.Secret, "[SECRET]")
			}
		}
		if err := out.Encode(map[string]any{"out": text, "entities": entities, "ms": ms}); err != nil {
			return err
		}
	}
	return in.Err()
}

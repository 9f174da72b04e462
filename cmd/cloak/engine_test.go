package main

import (
	"context"
	"testing"

	"github.com/urfave/cli/v3"
)

// The findings do not tell which engine found them: the configuration does.
func TestEngineFlag(t *testing.T) {
	for engine, re2 := range map[string]bool{"": false, "scan": false, "re2": true} {
		args := []string{"x"}
		if engine != "" {
			args = append(args, "--engine", engine)
		}
		ran := false
		cmd := &cli.Command{Name: "x", Flags: append(findFlags(), engineFlag()), Action: func(_ context.Context, cmd *cli.Command) error {
			ran = true
			cfg, _, err := configOf(cmd)
			if err != nil || cfg.RE2 != re2 {
				t.Errorf("--engine %q: RE2 is %v, %v", engine, cfg.RE2, err)
			}
			return nil
		}}
		if err := cmd.Run(t.Context(), args); err != nil || !ran {
			t.Errorf("--engine %q: %v", engine, err)
		}
	}
}

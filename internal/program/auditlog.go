package program

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/seed-052fbf24/cloak/audit"
	"github.com/seed-052fbf24/cloak/internal/state"
)

// An AuditConfig is what a configuration says of the audit log.
type AuditConfig struct {
	Dir     string `json:"dir"`
	Sync    string `json:"sync"`     // batched (default) or strict
	OnError string `json:"on_error"` // refuse (default) or continue
}

// AuditState is the folder of the private parts of this user's logs.
func AuditState() (string, error) {
	dir, err := state.Dir(os.Getenv)
	return filepath.Join(dir, "cloak", "audit"), err
}

// OpenAudit opens the log that c names; lost is told why a record is missing, with continue.
func OpenAudit(ctx context.Context, c AuditConfig, lost func(error)) (*audit.Log, error) {
	cfg := audit.Config{Dir: c.Dir, Version: Version(), Lost: lost}
	switch c.Sync {
	case "", "batched":
	case "strict":
		cfg.Sync = audit.Strict
	default:
		return nil, Misused("audit.sync is batched or strict")
	}
	switch c.OnError {
	case "", "refuse":
	case "continue":
		cfg.OnError = audit.Continue
	default:
		return nil, Misused("audit.on_error is refuse or continue")
	}
	var err error
	if cfg.State, err = AuditState(); err != nil {
		return nil, err
	}
	if info, err := os.Stat(c.Dir); err == nil && !info.IsDir() {
		return nil, Misused("the audit log is a folder, and there is a file of that name")
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return audit.Open(ctx, cfg)
}

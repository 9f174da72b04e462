package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed-052fbf24/cloak/internal/program"
	"github.com/seed-052fbf24/cloak/internal/recording"
	"github.com/seed-052fbf24/cloak/mcpproxy"
)

// record has messages recorded in the audit log that cfg names, and nothing if it names none. The
// caller calls done at the end, with how it has ended.
func record(ctx context.Context, cfg *mcpproxy.Config) (done func(error) error, err error) {
	none := func(error) error { return nil }
	if cfg.Audit == nil {
		return none, nil
	}
	lost := func(err error) {
		cfg.Logger.Error("the audit log has no record of a message, which leaves all the same (audit.on_error: continue)", "why", program.Masked(err.Error()))
	}
	log, err := program.OpenAudit(ctx, program.AuditConfig(*cfg.Audit), lost)
	var r *recording.Recorder
	if err == nil {
		if r, err = recording.New(log, cfg); err != nil {
			err = errors.Join(err, log.Close())
		}
	}
	switch misused := (*program.Outcome)(nil); {
	case err == nil:
	case errors.As(err, &misused):
		return nil, err
	case cfg.Audit.OnError == "continue":
		lost(err)
		return none, nil
	default:
		return nil, fmt.Errorf("the audit log cannot be opened, and nothing is served without it (audit.on_error): %w", err)
	}
	cfg.Recorder = r
	cfg.Logger.Info("messages are recorded in an audit log", "id", log.ID())
	return func(ended error) error {
		if err := r.Close(ended); err != nil {
			return fmt.Errorf("the audit log: %w", err)
		}
		return nil
	}, nil
}

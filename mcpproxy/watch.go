package mcpproxy

import (
	"context"
	"errors"
	"os"
	"time"
)

// looking is how often the configuration's file is looked at.
const looking = 2 * time.Second

// Watch has p go on by the configuration in a file when that changes, as Reload does, until ctx
// ends. load reads it. One that cannot be used, or does not pass Check, changes nothing. What
// becomes of it is logged.
func (p *Proxy) Watch(ctx context.Context, path string, load func() (Config, error)) {
	last, _ := os.Stat(path)
	for p.pause(ctx, looking) == nil {
		now, err := os.Stat(path)
		if err != nil || last != nil && now.ModTime().Equal(last.ModTime()) && now.Size() == last.Size() && os.SameFile(now, last) {
			continue // it may be on its way to its place
		}
		last = now
		switch err := p.reloadFrom(ctx, load); {
		case errors.Is(err, ErrRestart):
			p.log.Warn("the configuration has changed: it counts from now on, but for a part", "why", err.Error())
		case err != nil:
			p.log.Error("the configuration has changed and cannot be used: the one before counts still", "why", err.Error())
		default:
			p.log.Info("the configuration has changed: it counts from now on")
		}
	}
}

// reloadFrom tests what load reads on a Proxy that nobody uses.
func (p *Proxy) reloadFrom(ctx context.Context, load func() (Config, error)) error {
	cfg, err := load()
	if err != nil {
		return err
	}
	trial := cfg
	trial.State, trial.Mapping, trial.Keep, trial.Logger = "", nil, nil, nil
	t, err := New(trial)
	if err != nil {
		return err
	}
	if _, err := t.Check(ctx); err != nil {
		return err
	}
	return p.Reload(cfg)
}

package bridge

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/seed-052fbf24/cloak/internal/durable"
)

// lockSuffix names the file beside a bridge that its writers lock. The bridge
// itself will not do: each save puts another file under its name.
const lockSuffix = ".lock"

// lock waits until no other process holds the lock of a bridge, and takes it. It is
// released by the function that is returned, or with the process.
func lock(ctx context.Context, bridge string) (release func() error, err error) {
	f, err := os.OpenFile(bridge+lockSuffix, os.O_RDWR|os.O_CREATE|noFollow, 0o600)
	if err != nil {
		return nil, err
	}
	for wait := time.Millisecond; ; wait = min(2*wait, 50*time.Millisecond) {
		ok, err := durable.TryLock(f)
		if ok {
			return f.Close, nil
		}
		if err == nil {
			select {
			case <-ctx.Done():
				err = ctx.Err()
			case <-time.After(wait):
				continue
			}
		}
		return nil, errors.Join(fmt.Errorf("locking %s: %w", f.Name(), err), f.Close())
	}
}

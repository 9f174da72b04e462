package bridge

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// caches are those that this machine has.
func caches(t *testing.T) map[string]Cache {
	t.Helper()
	all := map[string]Cache{"files": files(filepath.Join(t.TempDir(), "cloak"))}
	if c, err := Keyring(); err == nil {
		all["keyring"] = c
	} else {
		t.Log(err)
	}
	return all
}

func TestARememberedKeyOpens(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name, other := filepath.Join(dir, "case.cloak"), filepath.Join(dir, "other.cloak")
	newBridge(t, name, 2)
	newBridge(t, other, 2)
	for kind, c := range caches(t) {
		if _, err := Remembered(c, name); !errors.Is(err, ErrNotCached) {
			t.Fatalf("%s: before: %v", kind, err)
		}
		s, err := Unlock(name, keyFile)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Remember(c, time.Minute); err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		got, err := Remembered(c, name)
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		if _, _, err := Read(name, got); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		// Editing with it, the second time as well.
		for range 2 {
			e, err := Edit(t.Context(), name, got)
			if err != nil {
				t.Fatalf("%s: %v", kind, err)
			}
			e.Close()
		}
		if _, _, err := Read(other, got); !errors.Is(err, ErrSecret) {
			t.Errorf("%s: it opens another bridge: %v", kind, err)
		}
		if _, err := Remembered(c, other); !errors.Is(err, ErrNotCached) {
			t.Errorf("%s: another bridge: %v", kind, err)
		}
		if err := errors.Join(Forget(c, name), Forget(c, name)); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		if _, err := Remembered(c, name); !errors.Is(err, ErrNotCached) {
			t.Errorf("%s: forgotten: %v", kind, err)
		}
	}
}

func TestARememberedKeyExpires(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "case.cloak")
	newBridge(t, name, 1)
	s, err := Unlock(name, keyFile)
	if err != nil {
		t.Fatal(err)
	}
	for kind, c := range caches(t) {
		if err := s.Remember(c, time.Second); err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(50 * time.Millisecond) {
			if _, err := Remembered(c, name); errors.Is(err, ErrNotCached) {
				break
			} else if time.Now().After(deadline) {
				t.Fatalf("%s: still there after its second: %v", kind, err)
			}
		}
		for _, d := range []time.Duration{0, time.Millisecond, 25 * time.Hour} {
			if err := s.Remember(c, d); err == nil {
				t.Errorf("%s: remembered for %v", kind, d)
			}
		}
	}
	if err := (Secret{Passphrase: []byte("x")}).Remember(files(t.TempDir()), time.Minute); err == nil {
		t.Error("a passphrase is remembered that was not derived")
	}
}

func TestAnOpenCacheIsRefused(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "case.cloak")
	newBridge(t, name, 1)
	dir := filepath.Join(t.TempDir(), "cloak")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	s, err := Unlock(name, keyFile)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Remember(files(dir), time.Minute); !errors.Is(err, ErrUnsafe) {
		t.Errorf("put: %v", err)
	}
	if _, err := Remembered(files(dir), name); !errors.Is(err, ErrUnsafe) {
		t.Errorf("get: %v", err)
	}
}

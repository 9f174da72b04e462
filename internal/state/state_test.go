package state

import (
	"path/filepath"
	"testing"
)

func TestDir(t *testing.T) {
	none := func(string) string { return "" }
	if _, err := Dir(none); err == nil {
		t.Error("there is a folder without a home")
	}
	dir, err := Dir(func(k string) string {
		return map[string]string{"XDG_STATE_HOME": filepath.Join(t.TempDir(), "s"), "HOME": "/h"}[k]
	})
	if err != nil || filepath.Base(dir) != "s" {
		t.Errorf("%s, %v", dir, err)
	}
}

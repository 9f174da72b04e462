package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestAProjectTightensAndNeverLoosens(t *testing.T) {
	home := t.TempDir()
	user := filepath.Join(home, "user.toml")
	t.Setenv("CLOAK_CONFIG", user)
	project := filepath.Join(home, "src", "app", "deep")
	write(t, filepath.Join(project, "x"), "")
	write(t, filepath.Join(home, "src", "app", ProjectName), `
types = ["UUID"]
custom = ["Nordlicht"]
min_confidence = 0.9
mode = "decoy"
[patterns]
ORDER = "PX-[0-9]+"
`)
	write(t, user, `
types = ["HASH"]
custom = ["Halden"]
keep = ["localhost"]
min_confidence = 0.4
mode = "redact"
[patterns]
ORDER = "PY-[0-9]+"
`)
	all, err := Load(project)
	if err != nil || len(all) != 2 || all[0].Project || !all[1].Project {
		t.Fatal(all, err)
	}
	f, told := Merge(all)
	if !slices.Equal(f.Types, []string{"HASH", "UUID"}) || !slices.Equal(f.Custom, []string{"Halden", "Nordlicht"}) || !slices.Equal(f.Keep, []string{"localhost"}) ||
		*f.MinConfidence != 0.4 || f.Mode != "redact" || f.Patterns["ORDER"] != "PY-[0-9]+" || f.Patterns["ORDER_2"] != "PX-[0-9]+" {
		t.Errorf("%+v", f)
	}
	overruled := 0
	for _, s := range told {
		if s.Overruled != "" {
			overruled++
		}
		if s.Secret != (s.Key == "custom" || s.Key == "keep") || s.From == "" {
			t.Errorf("%+v", s)
		}
	}
	if overruled != 2 {
		t.Errorf("%d settings overruled: %+v", overruled, told)
	}
	// Lower, and redact, it may.
	write(t, filepath.Join(home, "src", "app", ProjectName), "min_confidence = 0.1\nmode = \"redact\"")
	write(t, user, "mode = \"token\"")
	if all, err = Load(project); err != nil {
		t.Fatal(err)
	}
	if f, _ := Merge(all); *f.MinConfidence != 0.1 || f.Mode != "redact" {
		t.Errorf("%+v", f)
	}
}

func TestWhereAProjectIs(t *testing.T) {
	home := t.TempDir()
	t.Setenv("CLOAK_CONFIG", "")
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "none"))
	t.Setenv("HOME", home)
	write(t, filepath.Join(home, "src", ProjectName), `types = ["UUID"]`)
	write(t, filepath.Join(home, "src", "repo", ".git", "HEAD"), "")
	write(t, filepath.Join(home, "src", "repo", "sub", "x"), "")
	write(t, filepath.Join(home, "src", "plain", "x"), "")
	for dir, want := range map[string]int{"src/plain": 1, "src/repo/sub": 0, "src": 1, ".": 0} {
		all, err := Load(filepath.Join(home, dir))
		if err != nil || len(all) != want {
			t.Errorf("%s: %d files, %v", dir, len(all), err)
		}
	}
}

func TestErrorsShowNoValues(t *testing.T) {
	for text, want := range map[string]string{
		"custom = [\"geheim\"\n":         "line",
		"custom = \"geheim\"\n":          "another kind",
		"costum = [\"geheim\"]\n":        "no such setting: costum",
		"keep = [\"geheim\"]\n":          "a project may only add",
		"min_confidence = 2.5\n":         "from 0 to 1",
		"min_confidence = nan\n":         "from 0 to 1",
		"mode = \"geheim\"\n":            "mode is",
		"card = \"geheim\"\n":            "card is",
		"[patterns]\nA = [\"geheim\"]\n": "another kind",
	} {
		_, err := parse(text, true)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "geheim") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := parse("keep = [\"localhost\"]\n", false); err != nil {
		t.Error(err)
	}
}

func TestANamedFileMustBeThere(t *testing.T) {
	t.Setenv("CLOAK_CONFIG", filepath.Join(t.TempDir(), "none.toml"))
	if _, err := Load(t.TempDir()); !os.IsNotExist(err) {
		t.Errorf("%v", err)
	}
}

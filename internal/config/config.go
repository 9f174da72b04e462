// Package config reads what a user, and a project, have decided about what is
// looked for. A project can ask for more to be found, never for less: its file comes
// with the code of others.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// A File is what can stand in a configuration file: TOML. Its zero value says nothing.
type File struct {
	Types         []string          `toml:"types"`          // entities to look for besides those of --types or the default
	Custom        []string          `toml:"custom"`         // literals that are always replaced
	Patterns      map[string]string `toml:"patterns"`       // name = RE2 expression
	SecretEnv     []string          `toml:"secret_env"`     // names of environment variables
	MinConfidence *float64          `toml:"min_confidence"` // the lower, the more is found
	Mode          string            `toml:"mode"`           // decoy, token or redact
	Card          string            `toml:"card"`           // luhn or invalid
	Keep          []string          `toml:"keep"`           // literals that are left alone: the user's file only
	Audit         Audit             `toml:"audit"`          // the audit log: the user's file only
}

// Audit says where the audit log is, and what it promises.
type Audit struct {
	Dir     string `toml:"dir"`      // its folder, relative to the file's
	Sync    string `toml:"sync"`     // batched or strict
	OnError string `toml:"on_error"` // refuse or continue
}

// ProjectName is what a project's file is called.
const ProjectName = ".cloak.toml"

// A Source is a file that was read.
type Source struct {
	Name    string
	Project bool
	File    File
}

// Load reads the user's file and the project's, each if there is one: the user's
// first. dir is where the project is looked for, and its parents up to one that holds
// a repository, the user's home or the root.
func Load(dir string) ([]Source, error) {
	var all []Source
	user, err := UserFile()
	if err == nil {
		all, err = add(all, user, false)
	}
	if err != nil {
		return nil, err
	}
	if project := find(dir); project != "" {
		if all, err = add(all, project, true); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// UserFile is the name of the user's file: $CLOAK_CONFIG, or config.toml in the
// folder cloak of the system's place for configuration.
func UserFile() (string, error) {
	if name := os.Getenv("CLOAK_CONFIG"); name != "" {
		return name, nil
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", nil // no home, no configuration
	}
	return filepath.Join(dir, "cloak", "config.toml"), nil
}

func find(dir string) string {
	home, _ := os.UserHomeDir()
	for {
		name := filepath.Join(dir, ProjectName)
		if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() {
			return name
		}
		_, err := os.Lstat(filepath.Join(dir, ".git"))
		parent := filepath.Dir(dir)
		if err == nil || dir == home || parent == dir {
			return ""
		}
		dir = parent
	}
}

func add(all []Source, name string, project bool) ([]Source, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) && (project || os.Getenv("CLOAK_CONFIG") == "") {
		return all, nil
	}
	if err != nil {
		return nil, err
	}
	f, err := parse(string(text), project)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if dir := f.Audit.Dir; dir != "" && !filepath.IsAbs(dir) {
		if f.Audit.Dir, err = filepath.Abs(filepath.Join(filepath.Dir(name), dir)); err != nil {
			return nil, err
		}
	}
	return append(all, Source{name, project, f}), nil
}

// parse reads one file. Its errors repeat keys, and no values.
func parse(text string, project bool) (f File, err error) {
	meta, err := toml.Decode(text, &f)
	if err != nil {
		if at := (toml.ParseError{}); errors.As(err, &at) {
			return f, fmt.Errorf("line %d cannot be read as TOML, or has a value of another kind", at.Position.Line)
		}
		return f, errors.New("a setting has a value of another kind")
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return f, fmt.Errorf("no such setting: %s", unknown[0])
	}
	if project && len(f.Keep) > 0 {
		return f, errors.New("keep leaves things alone, and a project may only add to what is found: say it in your own configuration, or with --keep")
	}
	if project && f.Audit != (Audit{}) {
		return f, errors.New("audit is the user's log, and a project cannot say where it is: say it in your own configuration, or with --audit-log")
	}
	if a := f.Audit; a.Dir == "" && a != (Audit{}) {
		return f, errors.New("audit needs dir, the folder of the log")
	} else if !slices.Contains([]string{"", "batched", "strict"}, a.Sync) {
		return f, errors.New("audit.sync is batched or strict")
	} else if !slices.Contains([]string{"", "refuse", "continue"}, a.OnError) {
		return f, errors.New("audit.on_error is refuse or continue")
	}
	if c := f.MinConfidence; c != nil && !(*c >= 0 && *c <= 1) {
		return f, errors.New("min_confidence goes from 0 to 1")
	}
	if !slices.Contains([]string{"", "decoy", "realistic", "token", "redact"}, f.Mode) {
		return f, errors.New("mode is decoy, token or redact")
	}
	if !slices.Contains([]string{"", "luhn", "invalid"}, f.Card) {
		return f, errors.New("card is luhn or invalid")
	}
	return f, nil
}

// A Setting is one decision, and the file that made it. Of lists each entry is one.
type Setting struct {
	Key    string
	Value  string
	Secret bool // the value is something to be replaced: it is not shown
	From   string
	// Overruled says why it does not count.
	Overruled string
}

// Merge joins the files into one, and tells what came from where. Lists add up. Of a
// project's other settings those count that find more, or give less away.
func Merge(all []Source) (File, []Setting) {
	var f File
	var told []Setting
	for _, s := range all {
		tell := func(key, value string, secret bool, overruled string) {
			told = append(told, Setting{key, value, secret, s.Name, overruled})
		}
		for _, v := range s.File.Types {
			f.Types = append(f.Types, v)
			tell("types", v, false, "")
		}
		for _, v := range s.File.Custom {
			f.Custom = append(f.Custom, v)
			tell("custom", v, true, "")
		}
		for _, name := range sorted(s.File.Patterns) {
			if f.Patterns == nil {
				f.Patterns = map[string]string{}
			}
			key := name
			for n := 2; f.Patterns[key] != ""; n++ { // both are looked for
				key = fmt.Sprintf("%s_%d", name, n)
			}
			f.Patterns[key] = s.File.Patterns[name]
			tell("patterns."+key, s.File.Patterns[name], false, "")
		}
		for _, v := range s.File.SecretEnv {
			f.SecretEnv = append(f.SecretEnv, v)
			tell("secret_env", v, false, "")
		}
		for _, v := range s.File.Keep {
			f.Keep = append(f.Keep, v)
			tell("keep", v, true, "")
		}
		if c := s.File.MinConfidence; c != nil {
			why := ""
			if now := confidence(f.MinConfidence); s.Project && *c > now {
				why = fmt.Sprintf("a project cannot raise it above %g", now)
			} else {
				f.MinConfidence = c
			}
			tell("min_confidence", fmt.Sprint(*c), false, why)
		}
		if m := s.File.Mode; m != "" {
			why := ""
			if s.Project && f.Mode == "redact" && m != "redact" {
				why = "a project cannot undo redact"
			} else {
				f.Mode = m
			}
			tell("mode", m, false, why)
		}
		if a := s.File.Audit; a != (Audit{}) {
			f.Audit = a
			for key, v := range map[string]string{"audit.dir": a.Dir, "audit.sync": a.Sync, "audit.on_error": a.OnError} {
				if v != "" {
					tell(key, v, false, "")
				}
			}
		}
		if s.File.Card != "" {
			f.Card = s.File.Card
			tell("card", s.File.Card, false, "")
		}
	}
	return f, told
}

// confidence is what a setting that is not there means.
func confidence(c *float64) float64 {
	if c == nil {
		return 0.5
	}
	return *c
}

func sorted(m map[string]string) []string {
	names := make([]string, 0, len(m))
	for n := range m {
		names = append(names, n)
	}
	slices.SortFunc(names, strings.Compare)
	return names
}

package format_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// shapes prints what documents are to Python: types, lengths and what is no string. Its
// reader is one of YAML 1.1, as those of Ansible and many others are.
const shapes = `
import sys, yaml
class Loader(yaml.SafeLoader): pass
Loader.add_multi_constructor('!', lambda loader, tag, node: tag)
def shape(v):
    if isinstance(v, dict): return {str(i): shape(x) for i, x in enumerate(v.values())}
    if isinstance(v, list): return [shape(x) for x in v]
    if isinstance(v, (bool, type(None), float)): return repr(v)
    if isinstance(v, int) and v < 10000: return repr(v)
    return type(v).__name__
for path in sys.argv[1:]:
    try:
        with open(path, newline='') as f: print([shape(v) for v in yaml.load_all(f.read(), Loader)])
    except yaml.YAMLError as e:
        print('none')
`

func TestToolPyYAML(t *testing.T) {
	if err := exec.Command("python3", "-c", "import yaml").Run(); err != nil {
		t.Skip("python3 has no yaml: what it makes of sanitized documents is not tested")
	}
	docs, err := filepath.Glob("testdata/yaml/*")
	if err != nil || len(docs) == 0 {
		t.Fatal("no documents", err)
	}
	dir := t.TempDir()
	args := []string{"-c", shapes}
	add := func(doc string) {
		for i, e := range append([]*cloak.Engine{nil}, engines(t)...) {
			text := doc
			if i > 0 {
				r, err := format.Sanitize(t.Context(), e, mapping(t), format.Document{Text: doc, Format: format.Named("yaml")}, cloak.Source{})
				if err != nil {
					t.Fatal(err)
				}
				text = r.Text
			}
			path := filepath.Join(dir, string(rune('a'+len(args)/26))+string(rune('a'+len(args)%26))+".yaml")
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			args = append(args, path)
		}
	}
	for _, path := range docs {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		add(fill(string(b)))
	}
	for _, doc := range []string{
		"a.roe@corp.com: a.roe@corp.com # c\n? bo@corp.com\n: [a.roe@corp.com, {bo@corp.com: x}]\n", "password: hunter22x\nb: 'it''s hunter22x'\n",
		"a: tell a.roe@corp.com: it is\n", "phones: [617-555-0143, '+1 617 392 4418']\nssn: 541-78-2936\nmac: 3c:22:fb:12:34:56\nip: 203.0.113.77\n",
	} {
		add(doc)
	}
	out, err := exec.Command("python3", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != len(args)-2 {
		t.Fatalf("%d lines for %d documents", len(lines), len(args)-2)
	}
	read := 0
	for i := 0; i+2 < len(lines); i += 3 {
		if lines[i] == "none" { // templates, and keys that are lists
			continue
		}
		read++
		for _, line := range lines[i+1 : i+3] {
			if lines[i] != line {
				t.Errorf("%s\nreads otherwise when it is sanitized:\n%s", lines[i], line)
			}
		}
	}
	if read < 8 {
		t.Errorf("%d documents are read", read)
	}
}

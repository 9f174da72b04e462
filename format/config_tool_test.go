package format_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// secrets are put together here, so that no file holds one.
var secrets = map[string]string{
	"MAIL": "a.roe@" + "corp.com", "MAIL2": "bo@" + "corp.com", "MAILU": `a.roe\u0040` + "corp.com", "ESCAPED": `a.roe\u0040` + "corp.com", "IP": "81.2." + "69.142",
	"PASSWORD": "hunter" + "22xY", "PASSWORD2": `p4ss\"w0` + "rd+Zq", "PROPERTY": `hun\=ter` + `22\\x`, "URLPASS": "s3cr" + "3t9x", "CARD": "4111" + "111111111111",
	"TOKEN": "gh" + "p_" + "16C7e42F292c6912E7710c838347Ae178B4a", "AWSID": "AK" + "IAQ3EGRPVTJH7N2ZXW", "AWSKEY": "wJalrXUtnFEMI" + "/K7MDENG/bPxRfiCYq8Zk2LmTe",
	"PEM": pem,
}

// realConfigs are the files in testdata of a format.
func realConfigs(t *testing.T, name string) map[string]string {
	files, err := filepath.Glob(filepath.Join("testdata", name, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in testdata/%s: %v", name, err)
	}
	docs := map[string]string{}
	for _, file := range files {
		doc, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for k, x := range secrets {
			doc = bytes.ReplaceAll(doc, []byte("{{"+k+"}}"), []byte(x))
		}
		docs[file] = string(doc)
		docs[file+" with CRLF"] = strings.ReplaceAll(string(doc), "\n", "\r\n")
	}
	return docs
}

// changed gives each real file and what becomes of it, with tokens and with decoys.
func changed(t *testing.T, name string, each func(file, doc, out string)) {
	t.Helper()
	es := engines(t)
	for file, doc := range realConfigs(t, name) {
		for _, e := range es {
			checkInvariants(t, e, name, doc)
			checkCut(t, name, doc)
			checkWhole(t, name, doc)
			r, err := format.Sanitize(t.Context(), e, mapping(t), format.Document{Text: doc, Format: format.Named(name)}, cloak.Source{})
			if err != nil {
				t.Fatal(err)
			}
			for k, x := range secrets {
				if strings.Contains(r.Text, x) || k == "PEM" && strings.Contains(r.Text, "MIIEpAIBAAKCAQEA") {
					t.Errorf("%s: %s is still there", file, k)
				}
			}
			if each != nil {
				each(file, doc, r.Text)
			}
		}
	}
}

func TestRealProperties(t *testing.T) { changed(t, "properties", nil) }

// Another parser reads the same of it, but for what was replaced: types, lengths, names.
func TestTOMLStaysValid(t *testing.T) {
	changed(t, "toml", func(file, doc, out string) {
		var a, b map[string]any
		if _, err := toml.Decode(doc, &a); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if _, err := toml.Decode(out, &b); err != nil {
			t.Fatalf("%s: %v\n%s", file, err, out)
		}
		sameShape(t, file, a, b)
	})
}

// sameShape compares what two documents hold; a date that is replaced may be a text.
func sameShape(t *testing.T, at string, a, b any) {
	t.Helper()
	switch x := a.(type) {
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok || len(x) != len(y) {
			t.Errorf("%s: another table", at)
			return
		}
		for k := range x {
			if _, ok := y[k]; !ok {
				t.Errorf("%s: no %s", at, k)
				continue
			}
			sameShape(t, at+"."+k, x[k], y[k])
		}
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			t.Errorf("%s: another array", at)
			return
		}
		for i := range x {
			sameShape(t, at, x[i], y[i])
		}
	case []map[string]any:
		y, ok := b.([]map[string]any)
		if !ok || len(x) != len(y) {
			t.Errorf("%s: another array of tables", at)
			return
		}
		for i := range x {
			sameShape(t, at, x[i], y[i])
		}
	default:
		if at, bt := reflect.TypeOf(a), reflect.TypeOf(b); at != bt && at.String() != "time.Time" {
			t.Errorf("%s: a %s becomes a %s", at, at, bt)
		}
	}
}

// tool runs a program on a document and returns what it prints.
func tool(t *testing.T, doc, name string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skipf("%s is not there: what it reads is not compared", name)
	}
	file := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(file, []byte(doc), 0o600); err != nil {
		t.Fatal(err)
	}
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "FILE", file)
	}
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v: %s", name, err, out)
	}
	return string(out)
}

// The programs that read such files find the same names in them.

func TestToolTOML(t *testing.T) {
	const script = `
import tomllib
def shape(v):
    if isinstance(v, dict): return sorted((k, shape(x)) for k, x in v.items())
    if isinstance(v, list): return [shape(x) for x in v]
    return 'date or text' if type(v).__name__ in ('date', 'str') else type(v).__name__
print(shape(tomllib.load(open(r'FILE', 'rb'))))`
	changed(t, "toml", func(file, doc, out string) {
		if a, b := tool(t, doc, "python3", "-c", script), tool(t, out, "python3", "-c", script); a != b {
			t.Errorf("%s: %s becomes %s", file, a, b)
		}
	})
}

func TestToolINI(t *testing.T) {
	const script = `
import configparser
c = configparser.ConfigParser(interpolation=None, strict=False)
c.read_string(open(r'FILE', newline='').read().replace('\r\n', '\n'))
for s in c.sections():
    print(s, [len(v.splitlines()) for k, v in c.items(s)])`
	changed(t, "ini", func(file, doc, out string) {
		if strings.Contains(file, "gitconfig") {
			a, b := tool(t, doc, "git", "config", "-f", "FILE", "--list", "--name-only"), tool(t, out, "git", "config", "-f", "FILE", "--list", "--name-only")
			if a != b || strings.Count(a, "\n") < 7 {
				t.Errorf("%s: %s becomes %s", file, a, b)
			}
			return
		}
		if a, b := tool(t, doc, "python3", "-c", script), tool(t, out, "python3", "-c", script); a != b || a == "" {
			t.Errorf("%s: %s becomes %s", file, a, b)
		}
	})
}

func TestToolEnv(t *testing.T) {
	changed(t, "env", func(file, doc, out string) {
		if strings.Contains(file, "CRLF") {
			return
		}
		const script = `set -eu; . FILE; echo "$LAST $LIST $PORT $EMPTY"; test "$DB_URL" = "$DB_COPY"; printf '%s' "$SETTINGS" | tr -dc '{}"'`
		if a, b := tool(t, doc, "sh", "-c", script), tool(t, out, "sh", "-c", script); a != b || !strings.HasPrefix(a, "1 a b:c 8443") {
			t.Errorf("%s: %s becomes %s", file, a, b)
		}
	})
}

func TestToolNetrc(t *testing.T) {
	const script = `
import netrc
n = netrc.netrc(r'FILE')
print([(h, [bool(x) for x in v]) for h, v in n.hosts.items()], n.macros)`
	changed(t, "netrc", func(file, doc, out string) {
		if a, b := tool(t, doc, "python3", "-c", script), tool(t, out, "python3", "-c", script); a != b {
			t.Errorf("%s: %s becomes %s", file, a, b)
		}
	})
}

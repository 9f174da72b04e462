package bridge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-052fbf24/cloak/cloak"
)

// cloakroomPass is what the vectors in testdata/cloakroom are sealed under.
const cloakroomPass = "correct horse battery stäple"

// cloakroomValues are in the vectors, and in no error.
var cloakroomValues = []string{"marta", "Marta", "Kowalczyk", "jan@", "«", "EMAIL_", "Alice", "xxx", cloakroomPass}

func openCloakroom(file []byte, passphrase string) (*Content, error) {
	c, err := ReadCloakroom(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	return c.Open([]byte(passphrase))
}

// restored is what text becomes by what c holds.
func restored(t *testing.T, c *Content, text string) string {
	t.Helper()
	m, err := cloak.NewMapping(c.Snapshot)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	r := m.RestoreTo(&out, cloak.RestoreOptions{})
	w := c.Writer(r)
	_, err = w.Write([]byte(text))
	if err := errors.Join(err, w.Close(), r.Close()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A vector's name says what becomes of it: WebCrypto made them, with make.mjs.
func TestCloakroomVectors(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("testdata", "cloakroom", "*.json"))
	if err != nil || len(files) < 40 {
		t.Fatalf("%d vectors, %v", len(files), err)
	}
	kinds := map[string]int{}
	for _, name := range files {
		want, _, _ := strings.Cut(filepath.Base(name), "-")
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, err = openCloakroom(file, cloakroomPass)
		got := Kind(err)
		switch {
		case err == nil:
			got = "good"
		case errors.Is(err, ErrConflict):
			got = "conflict"
		}
		if kinds[got]++; got != want {
			t.Errorf("%s: %s (%v)", filepath.Base(name), got, err)
		}
		for _, value := range cloakroomValues {
			if err != nil && strings.Contains(err.Error(), value) {
				t.Errorf("%s: the error has a value", filepath.Base(name))
			}
		}
	}
	for _, kind := range []string{"good", "passphrase", "parameters", "version", "body", "not_bridge", "conflict"} {
		if kinds[kind] < 2 {
			t.Errorf("%s: %d vectors", kind, kinds[kind])
		}
	}
}

func TestWhatCloakroomHasReplacedIsRestored(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name           string
		pairs, aliases int
		texts          map[string]string
	}{
		{"good-realistic", 7, 4, map[string]string{
			"Dear Alice Sample, Alice (Alice@example.com)": "Dear Marta Kowalczyk, Jan (jan@kowalczyk.eu)",
			"ALICE.SAMPLE@example.com at **192.0.2.17**":   "marta@kowalczyk.eu at **10.77.3.9**",
			"alice.sample@example.com":                     "marta@kowalczyk.eu",
			"192.0.2.170, Malice, Alice Samples":           "192.0.2.170, Malice, Jan Samples",
			"Sample Works: blue-heron":                     "Żabka & Söhne \"Ltd\": line one\nline two \u2028 \x00 😀",
		}},
		{"good-token", 4, 4, map[string]string{
			"«PERSON_1»«PERSON_11» <«EMAIL_1»>, «PERSON_111»": "Marta KowalczykJan Nowak <marta@kowalczyk.eu>, «PERSON_111»",
			"«CASE_NUMBER_1»": "7:26-cv-09999",
		}},
		{"good-iters", 1, 1, map[string]string{"x«EMAIL_1»x": "xmarta@kowalczyk.eux"}},
		{"good-more", 1, 1, map[string]string{"«EMAIL_1»": "marta@kowalczyk.eu"}},
		{"good-empty", 0, 0, map[string]string{"«EMAIL_1»": "«EMAIL_1»"}},
	} {
		file, err := os.ReadFile(filepath.Join("testdata", "cloakroom", x.name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		c, err := openCloakroom(file, cloakroomPass)
		if err != nil {
			t.Fatalf("%s: %v", x.name, err)
		}
		if c.Info.Pairs != x.pairs || c.Info.Aliases != x.aliases || len(c.Snapshot.Pairs) != x.pairs || len(c.Aliases) != x.aliases {
			t.Errorf("%s: %+v", x.name, c.Info)
		}
		if !c.Info.Created.Equal(testTime.Add(456 * time.Millisecond)) {
			t.Errorf("%s: made %v", x.name, c.Info.Created)
		}
		for text, want := range x.texts {
			if got := restored(t, c, text); got != want {
				t.Errorf("%s: %q: %q, want %q", x.name, text, got, want)
			}
		}
	}
}

// node runs make.mjs, or skips the test.
func node(t *testing.T, passphrase string, args ...string) []byte {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("WebCrypto is Node's, which is not here")
	}
	cmd := exec.Command("node", append([]string{filepath.Join("testdata", "cloakroom", "make.mjs")}, args...)...)
	cmd.Env = append(os.Environ(), "PASSPHRASE="+passphrase)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A bridge that WebCrypto makes now is read, and one of ours is read by WebCrypto.
func TestCloakroomThereAndBack(t *testing.T) {
	t.Parallel()
	const passphrase = "pâsswörd 日本 – long enough"
	content := cloakroomContent{Version: 1, Created: "2026-11-30T01:02:03.000Z", Mode: "realistic"}
	for i := range 200 {
		content.Mapping = append(content.Mapping,
			cloakroomEntry{"PERSON", fmt.Sprintf("Pèrson <%d> & \"Co\"\n", i), fmt.Sprintf("Alice Sample %d", i), 1},
			cloakroomEntry{"EMAIL", fmt.Sprintf("p%d@kowalczyk.eu", i), fmt.Sprintf("sample%d@example.com", i), 1})
	}
	plain, err := json.Marshal(content)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "content")
	if err := os.WriteFile(name, plain, 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := openCloakroom(node(t, passphrase, "-", name), passphrase)
	if err != nil {
		t.Fatal(err)
	}
	if c.Info.Pairs != 400 || c.Info.Aliases != 200 {
		t.Errorf("%+v", c.Info)
	}

	var file bytes.Buffer
	if err := c.WriteCloakroom(&file, []byte(passphrase)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	var back cloakroomContent
	d := json.NewDecoder(bytes.NewReader(node(t, passphrase, "open", name)))
	d.DisallowUnknownFields()
	if err := d.Decode(&back); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(back) != fmt.Sprint(content) {
		t.Error("WebCrypto reads another mapping than it wrote")
	}
}

func TestCloakroomExport(t *testing.T) {
	t.Parallel()
	c := &Content{Snapshot: snapshotOf(2), Aliases: Aliases{{"«EMAIL_1»", "[EMAIL_0]"}}, Info: Info{Created: testTime}}
	c.Snapshot.Pairs[1].Entity, c.Snapshot.Pairs[1].StandIn = "USERNAME", "[USERNAME_0]"
	var file bytes.Buffer
	if err := c.WriteCloakroom(&file, []byte(cloakroomPass)); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(file.String(), `{"v":1,"kdf":{"name":"PBKDF2","iters":600000,"hash":"SHA-256"},"salt":"`) {
		t.Errorf("%.80q", file.String())
	}
	again, err := openCloakroom(file.Bytes(), cloakroomPass)
	if err != nil {
		t.Fatal(err)
	}
	p := again.Snapshot.Pairs
	if len(p) != 2 || p[0].Entity != "EMAIL" || p[1].Entity != "CUSTOM" || p[1].StandIn != "[USERNAME_0]" || len(again.Aliases) != 1 || again.Aliases[0].From != "«EMAIL_1»" {
		t.Errorf("%+v, %q", p, again.Aliases)
	}
	if got := restored(t, again, "«EMAIL_1» [username_0]"); got != "person0@mail.corp0.io person1@mail.corp1.io" {
		t.Error("it does not restore")
	}

	c.Snapshot.Pairs[1].Surface = "\xff\xfe"
	file.Reset()
	err = c.WriteCloakroom(&file, []byte(cloakroomPass))
	if !errors.Is(err, ErrNotText) || !strings.HasPrefix(err.Error(), "1 of 2 values are not UTF-8") || file.Len() > 0 {
		t.Error(err)
	}
	c.Snapshot.Pairs = c.Snapshot.Pairs[:1]
	if err := c.WriteCloakroom(&file, nil); !errors.Is(err, ErrSecret) || file.Len() > 0 {
		t.Error(err)
	}
}

// Whatever the placeholders are, each entry comes over, and back.
func TestTakeOver(t *testing.T) {
	t.Parallel()
	entry := func(kind, original, placeholder string) cloakroomEntry {
		return cloakroomEntry{kind, original, placeholder, 1}
	}
	for _, x := range []struct {
		name    string
		entries []cloakroomEntry
		aliases int
		next    map[cloak.Entity]int
	}{
		{"tokens like ours", []cloakroomEntry{entry("PERSON", "a", "x"), entry("PERSON", "b", "[PERSON_0]"), entry("PERSON", "c", "[PERSON_41]"), entry("EMAIL", "d", "[EMAIL_3.2]")}, 1,
			map[cloak.Entity]int{"PERSON": 42, "EMAIL": 4}},
		{"tokens in another case", []cloakroomEntry{entry("PERSON", "a", "x"), entry("PERSON", "b", "[person 0]"), entry("PERSON", "c", "[PERSON_0]")}, 2, map[cloak.Entity]int{"PERSON": 3}},
		{"tokens spelled loosely", []cloakroomEntry{entry("PERSON", "a", "x"), entry("PERSON", "b", "[person 0]")}, 1, map[cloak.Entity]int{"PERSON": 2}},
		{"originals like tokens", []cloakroomEntry{entry("PERSON", "[PERSON_0]", "x"), entry("PERSON", "[PERSON_1]", "y")}, 2, map[cloak.Entity]int{"PERSON": 4}},
		{"case and punctuation", []cloakroomEntry{entry("EMAIL", "a", "Ann@example.com"), entry("EMAIL", "b", "ann@example.com"), entry("SSN", "c", "987-66-4320"), entry("SSN", "d", "987664320")}, 2,
			map[cloak.Entity]int{"EMAIL": 1, "SSN": 1}},
		{"placeholders that are originals", []cloakroomEntry{entry("PERSON", "Ann", "Bob"), entry("PERSON", "Bob", "Cy"), entry("PERSON", "Cy", "Ann")}, 3, map[cloak.Entity]int{"PERSON": 3}},
		{"one in another", []cloakroomEntry{entry("PERSON", "a", "sample"), entry("HOSTNAME", "b", "sample.example.com"), entry("EMAIL", "c", "sample@sample.example.com")}, 1,
			map[cloak.Entity]int{"PERSON": 1}},
		{"types that nobody knows", []cloakroomEntry{entry("PASSPORT", "a", "x"), entry("", "b", "y"), entry("PERSON ORG", "c", "z"), entry("ip", "d", "w")}, 4, map[cloak.Entity]int{"CUSTOM": 4}},
		{"an address in two spellings", []cloakroomEntry{entry("IPV6", "a", "2001:db8::1"), entry("IPV6", "b", "2001:DB8::1"), entry("IPV6", "c", "2001:db8::11")}, 1, map[cloak.Entity]int{"IPV6": 1}},
	} {
		c, err := takeOver(x.entries)
		if err != nil {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		if len(c.Aliases) != x.aliases || !c.Aliases.check(c.Snapshot.Pairs) {
			t.Errorf("%s: aliases %q", x.name, c.Aliases)
		}
		for e, n := range x.next {
			if c.Snapshot.Next[e] < n {
				t.Errorf("%s: the next %s is %d, want %d", x.name, e, c.Snapshot.Next[e], n)
			}
		}
		if c.Snapshot.Key == [32]byte{} {
			t.Errorf("%s: no key", x.name)
		}
		var text, want strings.Builder
		for _, e := range x.entries {
			fmt.Fprintf(&text, "<%s> (%[1]s) ", e.Placeholder)
			fmt.Fprintf(&want, "<%s> (%[1]s) ", e.Original)
		}
		if got := restored(t, c, text.String()); got != want.String() {
			t.Errorf("%s: %q, want %q", x.name, got, want.String())
		}
	}
}

func TestConflictsAreCounted(t *testing.T) {
	t.Parallel()
	entries := []cloakroomEntry{
		{"PERSON", "a", "x", 1}, {"PERSON", "b", "x", 1}, {"PERSON", "c", "x", 1}, {"PERSON", "a", "y", 1}, {"PERSON", "", "z", 1}, {"PERSON", "d", "w", 1},
	}
	_, err := takeOver(entries)
	const want = "of 6 entries, 2 have the placeholder of another one, 1 have the original of another one, 1 have none or one that is too long"
	if !errors.Is(err, ErrConflict) || !strings.HasSuffix(err.Error(), want) {
		t.Error(err)
	}
}

// An imported bridge goes on like any other: its values keep their stand-ins, and
// new ones get others.
func TestAnImportedBridgeIsAddedTo(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile(filepath.Join("testdata", "cloakroom", "good-token.json"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := openCloakroom(file, cloakroomPass)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "case.cloak")
	err = Write(t.Context(), name, keyFile, Params{KDF: KeyFile}, c)
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(t.Context(), name, keyFile, Params{KDF: KeyFile}, c); !errors.Is(err, fs.ErrExist) {
		t.Errorf("written over: %v", err)
	}
	var out string
	err = Update(t.Context(), name, keyFile, func(m *cloak.Mapping) error {
		out = sanitized(t, m, 0, 2)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if c, err = ReadAll(name, keyFile); err != nil {
		t.Fatal(err)
	}
	engine, err := cloak.New(cloak.Config{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := cloak.NewMapping(c.Snapshot)
	if err != nil {
		t.Fatal(err)
	}
	known, _, err := engine.Sanitize(t.Context(), m, "mail marta@kowalczyk.eu", cloak.Source{})
	if err != nil || known != "mail [EMAIL_0]" {
		t.Errorf("%q, %v", known, err)
	}
	const want = "mail person0@mail.corp0.io from 10.1.0.1\nmail person1@mail.corp1.io from 10.1.0.2\nmarta@kowalczyk.eu"
	if got := restored(t, c, out+"«EMAIL_1»"); got != want {
		t.Error("the bridge does not restore what is old and what is new")
	}
}

// Who gives Cloakroom's file for a bridge is told what to do, whatever its mode is.
func TestCloakroomsFileIsNoBridge(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile(filepath.Join("testdata", "cloakroom", "good-more.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, mode := range []os.FileMode{0o600, 0o644} {
		name := filepath.Join(t.TempDir(), "case.json")
		if err := os.WriteFile(name, append([]byte(" \n"), file...), mode); err != nil {
			t.Fatal(err)
		}
		_, err = Inspect(name)
		_, _, err2 := Read(name, keyFile)
		for _, err := range []error{err, err2} {
			if !errors.Is(err, ErrNotBridge) || !strings.Contains(err.Error(), "import it with cloak bridge import") {
				t.Errorf("%v: %v", mode, err)
			}
		}
	}
}

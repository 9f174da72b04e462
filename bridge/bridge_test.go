package bridge

import (
	"context"
	"crypto/fips140"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed-052fbf24/cloak/cloak"
)

var testTime = time.Date(2026, 11, 30, 1, 2, 3, 0, time.UTC)

// keyFile is a secret that costs nothing to derive.
var keyFile = Secret{KeyFile: []byte("0123456789abcdef0123456789abcdef")}

// sanitized puts n values through e's mapping and returns what they became.
func sanitized(t testing.TB, m *cloak.Mapping, from, n int) string {
	t.Helper()
	engine, err := cloak.New(cloak.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "mail person%d@mail.corp%d.io from 10.1.%d.%d\n", from+i, i%7, (from+i)/250, 1+(from+i)%250)
	}
	out, _, err := engine.Sanitize(t.Context(), m, text.String(), cloak.Source{})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// newBridge writes a bridge of n lines of values, and returns what they became.
func newBridge(t testing.TB, name string, n int) (out string) {
	t.Helper()
	e, err := Create(t.Context(), name, keyFile, Params{KDF: KeyFile})
	if err != nil {
		t.Fatal(err)
	}
	out = sanitized(t, e.Mapping, 0, n)
	if err := errors.Join(e.Save(), e.Close()); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestWhatIsSavedIsRead(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "case.cloak")
	odd := cloak.Snapshot{Key: [32]byte{1, 2, 3}, Next: map[cloak.Entity]int{"EMAIL": 4}}
	odd.Pairs = []cloak.Pair{
		{Entity: "EMAIL", Detector: "email", Canonical: "x@corp.io", Surface: "X@corp.io\xff\x00<&>", Chain: "\x01\xfe", StandIn: "[EMAIL_0]", Token: "", Origins: []string{"", "wrap"}, Sweep: true},
		{Entity: "PASSWORD", Detector: "password", Canonical: "héllo\u2028", Surface: "héllo\u2028", StandIn: "Decoy-7kq2m4xw2p", Token: "[PASSWORD_0]", Origins: []string{}, Seq: 1},
		{Entity: "EMAIL", Detector: "email", Canonical: "y@corp.io", Surface: "y@corp.io", StandIn: "[EMAIL_1]", Token: "q.zra@gvidiz.example.com", Origins: []string{""}, Seq: 2},
	}
	odd.Parts = []cloak.Part{{Kind: "domain", Part: "corp.io\xfe", StandIn: "kvim.example.com"}}
	odd.Claims = cloak.Claims{Exact: []string{"0\xff", "3a"}, Layers: [][]uint64{{1, 1 << 63, 7}}, Room: 9}
	at := testTime
	plain, err := encode(odd, nil, at)
	if err != nil {
		t.Fatal(err)
	}
	got, _, created, err := decode(plain)
	if err != nil || !created.Equal(at) || !reflect.DeepEqual(got, odd) {
		t.Errorf("%v: a snapshot of three pairs is read as one of %d", err, len(got.Pairs))
	}

	out := newBridge(t, name, 50)
	s, info, err := Read(name, keyFile)
	if err != nil {
		t.Fatal(err)
	}
	if info.Pairs != 100 || info.Generation != 1 || time.Since(info.Created) > time.Hour {
		t.Errorf("%+v", info)
	}
	m, err := cloak.NewMapping(s)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := m.Restore(out, cloak.RestoreOptions{})
	if again := sanitized(t, m, 0, 50); again != out || !strings.Contains(text, "person49@mail.corp0.io from 10.1.0.50") {
		t.Error("the bridge does not restore what it was made for, or gives it other stand-ins")
	}
	if m2, _ := cloak.NewMapping(cloak.Snapshot{}); m2 != nil {
		if same, _ := m2.Restore(out, cloak.RestoreOptions{}); same != out {
			t.Error("another mapping restores it")
		}
	}
	if i, err := os.Stat(name); err != nil || runtime.GOOS != "windows" && i.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", i.Mode(), err)
	}
}

// wantFlip is what a flipped bit in byte i of a bridge is found as.
func wantFlip(i int) error {
	switch {
	case i < len(magic):
		return ErrNotBridge
	case i < headerSize:
		return ErrHeader
	}
	return ErrBody
}

func TestEveryFlippedBitIsRefused(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "case.cloak")
	newBridge(t, name, 40)
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if len(file) < 9000 {
		t.Fatalf("a bridge of %d bytes", len(file))
	}
	root := rootOf(t, file)
	for i := range file {
		for bit := range 8 {
			file[i] ^= 1 << bit
			if err := openBytes(root, file); !errors.Is(err, wantFlip(i)) {
				t.Fatalf("bit %d of byte %d: %v, want %v", bit, i, err, wantFlip(i))
			}
			file[i] ^= 1 << bit
		}
	}
	if err := openBytes(root, file); err != nil {
		t.Error(err)
	}
}

func TestEveryCutIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, x := range []struct{ lines, step int }{{40, 1}, {500, 97}} { // one chunk, two chunks
		name := filepath.Join(dir, fmt.Sprint(x.lines))
		newBridge(t, name, x.lines)
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if chunks := (len(file) + chunkSize - 1) / chunkSize; len(file) < 9000 || (chunks > 1) != (x.step > 1) {
			t.Fatalf("%d lines make %d bytes", x.lines, len(file))
		}
		root := rootOf(t, file)
		untold := 0
		for n := range file {
			if edge := (n - headerSize) % (chunkSize + overhead); n%x.step != 0 && edge > 40 {
				continue
			}
			err := openBytes(root, file[:n])
			switch {
			case n == 0 && errors.Is(err, ErrNotBridge), errors.Is(err, ErrCutOff):
			case errors.Is(err, ErrBody) && mayEnd(n): // as long as a bridge can be
				untold++
			default:
				t.Fatalf("%d of %d bytes: %v", n, len(file), err)
			}
		}
		if untold > len(file)/256 {
			t.Errorf("%d of %d cuts are not told from damage", untold, len(file))
		}
		for _, more := range []string{"\x00", strings.Repeat("\x00", 28), strings.Repeat("x", 256)} {
			if err := openBytes(root, append(file[:len(file):len(file)], more...)); err == nil {
				t.Errorf("%d bytes more: opened", len(more))
			}
		}
	}
}

func rootOf(t testing.TB, file []byte) *rootKey {
	t.Helper()
	root, err := keyFile.derive([prefixSize]byte(file[:prefixSize]))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// openBytes opens a bridge as load does, with a root key for its salt.
func openBytes(root *rootKey, file []byte) error {
	h, err := parseHeader(file)
	if err != nil {
		return err
	}
	plain, err := root.open(&h, file)
	if err != nil {
		return err
	}
	_, _, _, err = decode(plain)
	return err
}

func TestWrongSecrets(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "case.cloak")
	right := Secret{Passphrase: []byte("correct horse battery staple")}
	weak := Params{KDF: PBKDF2, Iterations: 100_000}
	e, err := Create(t.Context(), name, right, weak)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(e.Save(), e.Close()); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Read(name, right); err != nil {
		t.Error(err)
	}
	for _, x := range []struct {
		secret Secret
		want   error
	}{
		{Secret{Passphrase: []byte("correct horse battery stapl")}, ErrPassphrase},
		{keyFile, ErrSecret}, {Secret{}, ErrSecret},
	} {
		if _, _, err := Read(name, x.secret); !errors.Is(err, x.want) || strings.Contains(err.Error(), "staple") {
			t.Errorf("%v, want %v", err, x.want)
		}
	}
	if _, err := Create(t.Context(), name, right, weak); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a bridge: %v", err)
	}
	for _, p := range []Params{
		{KDF: PBKDF2, Iterations: 99_999}, {KDF: PBKDF2, Iterations: 10_000_001}, {KDF: PBKDF2, Iterations: 600_000, Lanes: 1}, {KDF: KeyFile, Iterations: 1},
		{KDF: 3}, {KDF: Argon2id, Iterations: 3, MemoryKiB: 1 << 21, Lanes: 4}, {KDF: Argon2id, Iterations: 16, MemoryKiB: 1 << 20, Lanes: 1},
	} {
		if _, err := Create(t.Context(), filepath.Join(dir, "no.cloak"), right, p); !errors.Is(err, ErrParams) {
			t.Errorf("%+v: %v", p, err)
		}
	}
}

func TestArgon2id(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "case.cloak")
	secret := Secret{Passphrase: []byte("correct horse battery staple")}
	e, err := Create(t.Context(), name, secret, Params{KDF: Argon2id, Iterations: 1, MemoryKiB: 19 << 10, Lanes: 1})
	if fips140.Enabled() {
		if !errors.Is(err, ErrNotFIPS) {
			t.Errorf("in FIPS 140-3 mode: %v", err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(e.Save(), e.Close()); err != nil {
		t.Fatal(err)
	}
	if _, info, err := Read(name, secret); err != nil || info.Params.KDF != Argon2id {
		t.Errorf("%+v, %v", info, err)
	}
	if err := Argon2Params().check(); err != nil {
		t.Error(err)
	}
	if err := DefaultParams().check(); err != nil {
		t.Error(err)
	}
}

func TestRekey(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "case.cloak")
	out := newBridge(t, name, 3)
	old, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	secret := Secret{Passphrase: []byte("correct horse battery staple")}
	e, err := Edit(t.Context(), name, keyFile)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(e.Rekey(secret, Params{KDF: PBKDF2, Iterations: 100_000}), e.Save(), e.Save(), e.Close()); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Read(name, keyFile); !errors.Is(err, ErrSecret) {
		t.Errorf("with the old secret: %v", err)
	}
	s, info, err := Read(name, secret)
	if err != nil || info.Generation != 2 {
		t.Fatalf("%+v, %v", info, err)
	}
	m, err := cloak.NewMapping(s)
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := m.Restore(out, cloak.RestoreOptions{}); !strings.Contains(text, "person2@mail.corp2.io") {
		t.Error("what it mapped is gone")
	}
	// The body of one save under the header of another.
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	mixed := append(old[:headerSize:headerSize], file[headerSize:]...)
	if err := openBytes(rootOf(t, old), mixed); !errors.Is(err, ErrBody) {
		t.Errorf("another's body: %v", err)
	}
}

func TestUnsafeFiles(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("modes and links are of Unix")
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "case.cloak")
	newBridge(t, name, 1)
	link := filepath.Join(dir, "link.cloak")
	if err := os.Symlink(name, link); err != nil {
		t.Fatal(err)
	}
	for _, x := range []string{link, dir} {
		if _, _, err := Read(x, keyFile); !errors.Is(err, ErrUnsafe) {
			t.Errorf("%v", err)
		}
	}
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Read(name, keyFile); !errors.Is(err, ErrUnsafe) || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("%v", err)
	}
	if _, _, err := Read(filepath.Join(dir, "none"), keyFile); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

func TestOneEditorAtATime(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "case.cloak")
	newBridge(t, name, 1)
	first, err := Edit(t.Context(), name, keyFile)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := Edit(ctx, name, keyFile); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a second editor: %v", err)
	}
	sanitized(t, first.Mapping, 100, 1)
	// Somebody who takes no lock.
	other := filepath.Join(filepath.Dir(name), "other.cloak")
	newBridge(t, other, 1)
	e, err := Edit(t.Context(), other, keyFile)
	if err != nil {
		t.Fatal(err)
	}
	sanitized(t, e.Mapping, 300, 1)
	if err := errors.Join(e.Save(), e.Close(), os.Rename(other, name)); err != nil {
		t.Fatal(err)
	}
	if err := first.Save(); !errors.Is(err, ErrChanged) {
		t.Errorf("over another's bridge: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	if _, info, err := Read(name, keyFile); err != nil || info.Generation != 2 {
		t.Errorf("%+v, %v", info, err)
	}
}

// What somebody who takes no lock puts there in the meantime is kept, its stand-ins go
// first, and what was issued without knowing of it is issued anew.
func TestUpdateBeginsAnewWhereTheFileChanged(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name, other := filepath.Join(dir, "case.cloak"), filepath.Join(dir, "elsewhere.cloak")
	newBridge(t, name, 1)
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other, file, 0o600); err != nil {
		t.Fatal(err)
	}
	var calls int
	var theirs, ours string
	err = Update(t.Context(), name, keyFile, func(m *cloak.Mapping) error {
		ours = sanitized(t, m, 301, 2)
		if calls++; calls > 1 {
			return nil
		}
		err := Update(t.Context(), other, keyFile, func(m *cloak.Mapping) error {
			theirs = sanitized(t, m, 300, 2)
			return nil
		})
		return errors.Join(err, os.Rename(other, name))
	})
	if err != nil || calls != 2 {
		t.Fatalf("%d calls: %v", calls, err)
	}
	s, info, err := Read(name, keyFile)
	if err != nil || info.Generation != 3 {
		t.Fatalf("%+v, %v", info, err)
	}
	m, err := cloak.NewMapping(s)
	if err != nil {
		t.Fatal(err)
	}
	// The address is in both.
	if first, again := strings.Fields(theirs)[7], strings.Fields(ours)[3]; first != again {
		t.Errorf("a value became %s first, and then %s", first, again)
	}
	for _, text := range []string{theirs, ours} {
		back, _ := m.Restore(text, cloak.RestoreOptions{})
		if again := strings.Count(back, "person30"); again != 2 {
			t.Errorf("%d of 2 lines come back", again)
		}
	}
}

// A faultyDisk fails at its n-th step, in one of some ways, and then does nothing
// more: as when the power goes.
type faultyDisk struct {
	realDisk
	left  int
	dead  bool
	err   error
	late  bool // the step is done, and fails
	short bool // a write writes a part
}

func (d *faultyDisk) step(do func() error) error {
	if d.dead {
		return d.err
	}
	if d.left--; d.left >= 0 {
		return do()
	}
	d.dead = true
	if d.late {
		do()
	}
	return d.err
}

func (d *faultyDisk) Create(name string) (f diskFile, err error) {
	err = d.step(func() error { f, err = d.realDisk.Create(name); return err })
	if err != nil {
		return nil, err
	}
	return &faultyFile{f, d}, nil
}
func (d *faultyDisk) Rename(from, to string) error {
	return d.step(func() error { return d.realDisk.Rename(from, to) })
}
func (d *faultyDisk) Remove(name string) error {
	if d.dead {
		return d.err
	}
	return d.realDisk.Remove(name)
}
func (d *faultyDisk) SyncDir(name string) error {
	return d.step(func() error { return d.realDisk.SyncDir(name) })
}

type faultyFile struct {
	diskFile
	d *faultyDisk
}

func (f *faultyFile) Write(p []byte) (n int, err error) {
	err = f.d.step(func() error { n, err = f.diskFile.Write(p); return err })
	if err != nil && f.d.short {
		n, _ = f.diskFile.Write(p[:len(p)/2])
		return n, nil
	}
	return n, err
}
func (f *faultyFile) Sync() error { return f.d.step(f.diskFile.Sync) }
func (f *faultyFile) Close() error {
	return errors.Join(f.diskFile.Close(), f.d.step(func() error { return nil }))
}

// Whatever fails and when: the bridge opens, as it was or as it should be, and what
// was reported as saved is in it.
func TestAFaultLeavesABridge(t *testing.T) {
	t.Parallel()
	rounds := 60
	if testing.Short() {
		rounds = 12
	}
	rounds = asked("CLOAK_FAULTS", rounds)
	r := rand.New(rand.NewPCG(5, 6))
	engine, err := cloak.New(cloak.Config{})
	if err != nil {
		t.Fatal(err)
	}
	failed := 0
	for round := range rounds {
		name := filepath.Join(t.TempDir(), "case.cloak")
		before := newBridge(t, name, 3)
		e, err := Edit(t.Context(), name, keyFile)
		if err != nil {
			t.Fatal(err)
		}
		d := &faultyDisk{left: round % 6, late: r.IntN(2) == 0, short: r.IntN(2) == 0}
		d.err = []error{syscall.ENOSPC, syscall.EIO, io.ErrShortWrite}[r.IntN(3)]
		e.disk = d
		out, _, err := engine.Sanitize(t.Context(), e.Mapping, fmt.Sprintf("ask new%d@corp.io", round), cloak.Source{})
		if err != nil {
			t.Fatal(err)
		}
		saved := e.Save()
		if saved != nil {
			failed++
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
		s, _, err := Read(name, keyFile)
		if err != nil {
			t.Fatalf("round %d, %+v: %v", round, d, err)
		}
		m, err := cloak.NewMapping(s)
		if err != nil {
			t.Fatal(err)
		}
		if text, _ := m.Restore(before, cloak.RestoreOptions{}); text == before {
			t.Errorf("round %d: what was there is gone", round)
		}
		if text, _ := m.Restore(out, cloak.RestoreOptions{}); saved == nil && text == out {
			t.Errorf("round %d: saved, and not there", round)
		}
		// The next editor finds nothing left over.
		if e, err = Edit(t.Context(), name, keyFile); err != nil {
			t.Fatal(err)
		}
		e.Close()
		if left, _ := filepath.Glob(filepath.Join(filepath.Dir(name), ".*")); len(left) > 0 {
			t.Errorf("round %d: %d files left over", round, len(left))
		}
	}
	if failed < rounds/2 {
		t.Errorf("%d of %d saves failed: the faults are not where the writes are", failed, rounds)
	}
}

// Another bridge in the place of ours is noticed, also one that was saved as often; and
// what is no bridge is not replaced by one.
func TestOnlyOursIsWrittenOver(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name, other := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	newBridge(t, name, 1)
	newBridge(t, other, 2)
	for _, open := range []func() (*Editor, error){
		func() (*Editor, error) { return Edit(t.Context(), name, keyFile) },
		func() (*Editor, error) { return Replace(t.Context(), name, keyFile, Params{KDF: KeyFile}) },
	} {
		e, err := open()
		if err != nil {
			t.Fatal(err)
		}
		sanitized(t, e.Mapping, 700, 1)
		newBridge(t, other+"2", 2)
		if err := os.Rename(other+"2", name); err != nil {
			t.Fatal(err)
		}
		if err := e.Save(); !errors.Is(err, ErrChanged) {
			t.Errorf("over another's: %v", err)
		}
		e.Close()
	}
	e, err := Replace(t.Context(), name, keyFile, Params{KDF: KeyFile})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(e.Save(), e.Close()); err != nil {
		t.Fatal(err)
	}
	if info, err := Inspect(name); err != nil || info.Generation != 2 {
		t.Errorf("%+v, %v", info, err)
	}
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte("not a bridge"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Replace(t.Context(), text, keyFile, Params{KDF: KeyFile}); !errors.Is(err, ErrNotBridge) {
		t.Errorf("a text is replaced: %v", err)
	}
	// Another bridge's temporary file is not ours to remove.
	temp := filepath.Join(dir, ".a.b.0123456789abcdef"+tempSuffix)
	if err := os.WriteFile(temp, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	sweepTemps(name)
	if _, err := os.Stat(temp); err != nil {
		t.Error(err)
	}
}

// A file that is too large to be a bridge is not read to be refused.
func TestAHugeFileIsNotRead(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "huge")
	if err := os.WriteFile(name, []byte(magic), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(name, maxFile+1); err != nil {
		t.Skip(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, _, err := Read(name, keyFile); !errors.Is(err, ErrNotBridge) {
		t.Errorf("%v", err)
	}
	if _, err := Inspect(name); !errors.Is(err, ErrHeader) {
		t.Errorf("%v", err)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 500<<20 {
		t.Errorf("%d MB were allocated for it", n>>20)
	}
}

package audit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A faulty disk fails what it is told to.
type disk struct {
	mu    sync.Mutex
	fails map[string]error // by operation
	room  int64            // bytes that can be written still; -1: any number
	hits  int
}

func (d *disk) fail(op string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.fails[op]; err != nil {
		d.hits++
		return err
	}
	return nil
}

func (d *disk) open(name string, flag int, perm fs.FileMode) (file, error) {
	if err := d.fail("open"); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	return &faultyFile{f, d}, nil
}

func (d *disk) set(room int64, err error, ops ...string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.room, d.fails, d.hits = room, map[string]error{}, 0
	for _, op := range ops {
		d.fails[op] = err
	}
}

type faultyFile struct {
	*os.File
	d *disk
}

func (f *faultyFile) Write(b []byte) (int, error) {
	if err := f.d.fail("write"); err != nil {
		return 0, err
	}
	f.d.mu.Lock()
	room := f.d.room
	if room >= 0 {
		f.d.room = max(0, room-int64(len(b)))
	}
	f.d.mu.Unlock()
	if room < 0 || room >= int64(len(b)) {
		return f.File.Write(b)
	}
	f.d.mu.Lock()
	f.d.hits++
	f.d.mu.Unlock()
	n, _ := f.File.Write(b[:room])
	return n, syscall.ENOSPC
}

func (f *faultyFile) Sync() error {
	if err := f.d.fail("sync"); err != nil {
		return err
	}
	return f.File.Sync()
}

func (f *faultyFile) Truncate(n int64) error {
	if err := f.d.fail("truncate"); err != nil {
		return err
	}
	return f.File.Truncate(n)
}

func (f *faultyFile) Chmod(m fs.FileMode) error {
	if err := f.d.fail("chmod"); err != nil {
		return err
	}
	return f.File.Chmod(m)
}

func (f *faultyFile) Stat() (fs.FileInfo, error) {
	if err := f.d.fail("stat"); err != nil {
		return nil, err
	}
	return f.File.Stat()
}

// marked is a record that can be found again.
func marked(n int) Record {
	r := sample()
	r.Generation = n
	return r
}

// marks are the numbers of marked records, and what gap records say was lost.
func marks(t *testing.T, dir string) (seen map[int]int, lost int) {
	seen = map[int]int{}
	require.NoError(t, Read(t.Context(), dir, func(_ Entry, line []byte) error {
		var n int
		if _, rest, ok := strings.Cut(string(line), `"gen":`); ok {
			_, err := fmt.Sscanf(rest, "%d", &n)
			require.NoError(t, err)
			seen[n]++
		}
		if _, rest, ok := strings.Cut(string(line), `"lost":`); ok {
			_, err := fmt.Sscanf(rest, "%d", &n)
			require.NoError(t, err)
			lost += n
		}
		return nil
	}))
	return seen, lost
}

// However the disk fails, what was acknowledged is there, once, the chain holds, and the log goes on
// when the disk does.
func TestDiskFails(t *testing.T) {
	faults := map[string]struct {
		room int64
		err  error
		ops  []string
	}{
		"no room":                           {0, nil, nil},
		"room for a part":                   {500, nil, nil},
		"room for a part, and it stays":     {500, syscall.EIO, []string{"truncate"}},
		"writes fail":                       {-1, syscall.EIO, []string{"write"}},
		"writes and truncations fail":       {-1, syscall.EIO, []string{"write", "truncate"}},
		"syncs fail":                        {-1, syscall.EIO, []string{"sync"}},
		"files cannot be opened":            {-1, syscall.EMFILE, []string{"open"}},
		"files cannot be looked at":         {-1, syscall.EIO, []string{"stat"}},
		"a segment cannot be closed for us": {-1, syscall.EPERM, []string{"chmod"}},
	}
	for name, x := range faults {
		for _, how := range []Sync{Batched, Strict} {
			for _, onError := range []OnError{Refuse, Continue} {
				t.Run(fmt.Sprintf("%s, strict: %v, continue: %v", name, how == Strict, onError == Continue), func(t *testing.T) {
					d := &disk{room: -1}
					cfg := testConfig(t)
					failures := 0
					cfg.open, cfg.Sync, cfg.OnError, cfg.SegmentSize, cfg.Lost = d.open, how, onError, 4000, func(error) { failures++ }
					now := time.Now()
					cfg.Now = func() time.Time { now = now.Add(3 * time.Second); return now } // so that checkpoints are due
					l := open(t, cfg)
					acknowledged := map[int]bool{}
					n, refused := 0, 0
					append := func(k int) {
						for range k {
							n++
							if err := l.Append(t.Context(), marked(n)); err == nil {
								acknowledged[n] = true
							} else {
								require.Equal(t, Refuse, onError)
								refused++
							}
						}
					}
					append(10)
					d.set(x.room, x.err, x.ops...)
					append(25)
					require.NotZero(t, d.hits, "the disk has not failed: this is no test")
					d.set(-1, nil)
					append(10)
					require.NoError(t, l.Close())
					_, err := Verify(t.Context(), cfg.Dir, VerifyOptions{Key: l.VerifierKey()})
					require.NoError(t, err)
					seen, lost := marks(t, cfg.Dir)
					missing := 0
					for k := range n {
						if k++; seen[k] > 1 {
							t.Errorf("record %d is there %d times", k, seen[k])
						} else if acknowledged[k] && seen[k] == 0 {
							missing++
						}
					}
					if onError == Refuse {
						require.Zero(t, missing)
						require.NotZero(t, refused+failures)
						return
					}
					// What is missing is told in the log itself.
					require.NotZero(t, failures)
					require.Equal(t, missing, lost)
				})
			}
		}
	}
}

// With Continue, what was lost is told when the log is signed or closed, at the latest.
func TestLostIsToldAtTheEnd(t *testing.T) {
	for name, end := range map[string]func(*Log) error{
		"closed": (*Log).Close,
		"signed": func(l *Log) error { _, err := l.Checkpoint(t.Context()); return err },
	} {
		t.Run(name, func(t *testing.T) {
			d := &disk{room: -1}
			cfg := testConfig(t)
			cfg.open, cfg.OnError = d.open, Continue
			l := open(t, cfg)
			add(t, l, 2)
			d.set(-1, syscall.EIO, "write")
			add(t, l, 3) // nobody is told
			d.set(-1, nil)
			require.NoError(t, end(l))
			_, lost := marks(t, cfg.Dir)
			assert.Equal(t, 3, lost)
			r, err := Verify(t.Context(), cfg.Dir, VerifyOptions{Key: l.VerifierKey()})
			require.NoError(t, err)
			assert.EqualValues(t, 4, r.Records)
			assert.Zero(t, r.Unsigned)
			if err := l.Close(); err != nil {
				require.ErrorIs(t, err, ErrClosed)
			}
		})
	}
}

// A checkpoint that failed is no hindrance to the next record.
func TestAfterACheckpointThatFailed(t *testing.T) {
	d := &disk{room: -1}
	cfg := testConfig(t)
	cfg.SegmentSize = 2000
	other := open(t, cfg)
	cfg.open = d.open
	l := open(t, cfg)
	add(t, other, 10) // it goes on in other segments
	d.set(-1, syscall.EPERM, "chmod")
	_, err := l.Checkpoint(t.Context())
	require.ErrorIs(t, err, syscall.EPERM)
	d.set(-1, nil)
	require.NoError(t, l.Append(t.Context(), sample()))
	require.NoError(t, l.Close())
	require.NoError(t, other.Close())
	_, err = Verify(t.Context(), cfg.Dir, VerifyOptions{Key: l.VerifierKey()})
	require.NoError(t, err)
}

// What was moved aside is told, though the program that has moved it could not write.
func TestTornIsToldLater(t *testing.T) {
	d := &disk{room: -1}
	cfg := testConfig(t)
	cfg.open = d.open
	l := open(t, cfg)
	add(t, l, 2)
	const torn = `{"prev":"`
	f, err := os.OpenFile(filepath.Join(cfg.Dir, segmentName(0)), os.O_APPEND|os.O_WRONLY, 0o600)
	require.NoError(t, err)
	_, err = f.WriteString(torn)
	require.NoError(t, errors.Join(err, f.Close()))
	d.set(-1, syscall.EIO, "write")
	require.ErrorIs(t, l.Append(t.Context(), sample()), syscall.EIO)
	require.NoError(t, l.drop()) // as if it was killed
	d.set(-1, nil)
	require.NoError(t, l.lock.Close())
	l = open(t, cfg)
	add(t, l, 1)
	require.NoError(t, l.Close())
	l = open(t, cfg)
	require.NoError(t, l.Close())
	r, err := Verify(t.Context(), cfg.Dir, VerifyOptions{Key: l.VerifierKey()})
	require.NoError(t, err)
	assert.Equal(t, 1, r.TornFiles)
	assert.Equal(t, 1, r.Gaps)
	require.NoError(t, Read(t.Context(), cfg.Dir, func(e Entry, _ []byte) error {
		if e.Event == "gap" {
			assert.EqualValues(t, len(torn), e.TornBytes)
		}
		return nil
	}))
}

// Who deletes the file that writers lock does not let two of them in at once.
func TestLockIsDeleted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("what is open cannot be removed here")
	}
	cfg := testConfig(t)
	before := open(t, cfg)
	require.NoError(t, os.Remove(filepath.Join(cfg.Dir, lockName)))
	behind := open(t, cfg)
	for _, l := range []*Log{before, behind, before} {
		require.NoError(t, l.locked(t.Context(), func() error {
			f, err := os.OpenFile(filepath.Join(cfg.Dir, lockName), os.O_RDWR, 0) // as a third one does
			require.NoError(t, err)
			ok, err := tryLock(f)
			assert.False(t, ok, "another one gets in")
			return errors.Join(err, f.Close())
		}))
		require.NoError(t, l.Append(t.Context(), sample()))
	}
	require.NoError(t, before.Close())
	require.NoError(t, behind.Close())
	_, err := Verify(t.Context(), cfg.Dir, VerifyOptions{Key: behind.VerifierKey()})
	require.NoError(t, err)
}

// A clock may go back: the numbers are the order, and it is counted.
func TestClockGoesBack(t *testing.T) {
	cfg := testConfig(t)
	now := time.Date(2026, 12, 1, 0, 0, 5, 0, time.UTC)
	cfg.Now = func() time.Time { return now }
	l := open(t, cfg)
	add(t, l, 2)
	now = now.Add(-24 * time.Hour)
	add(t, l, 2)
	now = now.Add(24 * time.Hour)
	add(t, l, 2)
	now = now.Add(-time.Minute)
	add(t, l, 1)
	require.NoError(t, l.Close())
	r, err := Verify(t.Context(), cfg.Dir, VerifyOptions{Key: l.VerifierKey()})
	require.NoError(t, err)
	require.EqualValues(t, 2, r.ClockBack)
	require.EqualValues(t, 8, r.Records)
}

// What is missing when a log is opened, or goes missing while it is open, is an error, and nothing
// is written.
func TestWhatIsMissing(t *testing.T) {
	closed := func(t *testing.T) Config {
		cfg := testConfig(t)
		l := open(t, cfg)
		add(t, l, 5)
		require.NoError(t, l.Close())
		return cfg
	}
	t.Run("the key", func(t *testing.T) {
		cfg := closed(t)
		require.NoError(t, os.RemoveAll(cfg.State))
		_, err := Open(t.Context(), cfg)
		require.ErrorIs(t, err, ErrNoKey)
		_, err = Verify(t.Context(), cfg.Dir, VerifyOptions{})
		require.NoError(t, err)
	})
	t.Run("what is remembered alone", func(t *testing.T) {
		cfg := closed(t)
		memos, err := filepath.Glob(filepath.Join(cfg.State, "*.memo"))
		require.NoError(t, err)
		require.Len(t, memos, 1)
		require.NoError(t, os.Remove(memos[0]))
		l := open(t, cfg)
		add(t, l, 1)
		require.NoError(t, l.Close())
		r, err := Verify(t.Context(), cfg.Dir, VerifyOptions{Key: l.VerifierKey()})
		require.NoError(t, err)
		require.EqualValues(t, 7, r.Records)
	})
	for name, harm := range map[string]func(t *testing.T, dir string){
		"the last records": func(t *testing.T, dir string) {
			name := filepath.Join(dir, segmentName(0))
			b, err := os.ReadFile(name)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(name, []byte(strings.Join(strings.SplitAfter(string(b), "\n")[:3], "")), 0o600))
		},
		"all records": func(t *testing.T, dir string) { require.NoError(t, os.Truncate(filepath.Join(dir, segmentName(0)), 0)) },
		"the segment": func(t *testing.T, dir string) { require.NoError(t, os.Remove(filepath.Join(dir, segmentName(0)))) },
	} {
		t.Run(name, func(t *testing.T) {
			cfg := closed(t)
			harm(t, cfg.Dir)
			before := filesOf(t, cfg.Dir)
			_, err := Open(t.Context(), cfg)
			require.ErrorIs(t, err, ErrShort)
			require.Equal(t, before, filesOf(t, cfg.Dir))
			// With the checkpoints gone, too, this machine remembers.
			require.NoError(t, os.Remove(filepath.Join(cfg.Dir, checkpointName)))
			if name == "the last records" {
				_, err = Open(t.Context(), cfg)
				require.ErrorIs(t, err, ErrShort)
			}
		})
		t.Run(name+", while it is open", func(t *testing.T) {
			if runtime.GOOS == "windows" {
				t.Skip("what is open cannot be removed here")
			}
			cfg := testConfig(t)
			l := open(t, cfg)
			add(t, l, 5)
			harm(t, cfg.Dir)
			err := l.Append(t.Context(), sample())
			require.Error(t, err)
			require.True(t, errors.Is(err, ErrShort) || errors.Is(err, fs.ErrNotExist), "%v", err)
			require.Error(t, l.Append(t.Context(), sample()))
		})
	}
	t.Run("an edited end", func(t *testing.T) {
		cfg := closed(t)
		name := filepath.Join(cfg.Dir, segmentName(0))
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		at := strings.LastIndex(string(b), `"email":1`)
		b[at+len(`"email":`)] = '7'
		require.NoError(t, os.WriteFile(name, b, 0o600))
		_, err = Open(t.Context(), cfg)
		require.ErrorIs(t, err, ErrBroken)
	})
	t.Run("the right to write", func(t *testing.T) {
		cfg := closed(t)
		before := filesOf(t, cfg.Dir)
		require.NoError(t, os.Chmod(filepath.Join(cfg.Dir, segmentName(0)), 0o400))
		cfg.open = asAUser
		_, err := Open(t.Context(), cfg) // it can be read, and nothing more
		require.ErrorIs(t, err, fs.ErrPermission)
		require.Equal(t, before, filesOf(t, cfg.Dir))
	})
}

// asAUser opens as the system does for who is not its administrator: what may not be written is not
// opened to be written. Whoever tests may be one.
func asAUser(name string, flag int, perm fs.FileMode) (file, error) {
	if info, err := os.Stat(name); err == nil && info.Mode()&0o200 == 0 && flag&(os.O_RDWR|os.O_WRONLY) != 0 {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return os.OpenFile(name, flag, perm)
}

// Segments that ended can be read alone, and so whoever comes back goes on behind them: the same
// Log, when others have filled several meanwhile, and one that is opened anew.
func TestOthersHaveFilledSegments(t *testing.T) {
	cfg := testConfig(t)
	cfg.open, cfg.SegmentSize = asAUser, 1000
	idle := open(t, cfg)
	add(t, idle, 1)
	busy := open(t, cfg)
	add(t, busy, 30)
	add(t, idle, 2)
	late := open(t, cfg)
	add(t, busy, 30)
	add(t, late, 1)
	add(t, idle, 1)
	for _, l := range []*Log{busy, late, idle} {
		require.NoError(t, l.Close())
	}
	r, err := Verify(t.Context(), cfg.Dir, VerifyOptions{Key: idle.VerifierKey()})
	require.NoError(t, err)
	require.Greater(t, r.Segments, 10)
}

// filesOf are the files of a folder, without the lock.
func filesOf(t *testing.T, dir string) map[string]string {
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		if e.Name() != lockName {
			b, err := os.ReadFile(filepath.Join(dir, e.Name()))
			require.NoError(t, err)
			all[e.Name()] = string(b)
		}
	}
	return all
}

// Where the first bad record is, is named: its number, its file and its first byte.
func TestWhereItIsBroken(t *testing.T) {
	m := newMaker(t, 50, 1500)
	m.add(12, EventSanitize)
	m.close()
	f := m.files()
	name := f.segments()[1]
	lines := strings.SplitAfter(f[name], "\n")
	first, err := parseHeader([]byte(strings.TrimSuffix(lines[0], "\n")))
	require.NoError(t, err)
	for what, x := range map[string]struct {
		change func(string) string
		seq    int64
		at     int
	}{
		"an edit shows at the record behind it": {func(s string) string { return strings.Replace(s, `"email"`, `"iban"`, 1) }, first.seq + 1, len(lines[0]) - 1},
		"a line that is none":                   {func(s string) string { return strings.Replace(s, `{"prev"`, `{"prov"`, 1) }, first.seq, 0},
	} {
		t.Run(what, func(t *testing.T) {
			v := vector{Files: f.with(name, x.change(f[name]))}
			_, err := Verify(t.Context(), v.put(t), VerifyOptions{})
			var fault *FaultError
			require.ErrorAs(t, err, &fault)
			assert.Equal(t, FaultError{Fault: Broken, Segment: name, Offset: int64(x.at), Seq: x.seq, Why: fault.Why}, *fault)
			assert.Contains(t, err.Error(), fmt.Sprintf("record %d, %s at byte %d: ", x.seq, name, x.at))
		})
	}
}

// Strict says that a record is there when it is on disk, Batched when it is written.
func TestStrictIsOnDisk(t *testing.T) {
	for how, want := range map[Sync]error{Strict: syscall.EIO, Batched: nil} {
		d := &disk{room: -1}
		cfg := testConfig(t)
		now := time.Now()
		cfg.open, cfg.Sync, cfg.Now = d.open, how, func() time.Time { return now } // no checkpoint is due
		l := open(t, cfg)
		d.set(-1, syscall.EIO, "sync")
		require.ErrorIs(t, l.Append(t.Context(), sample()), want)
		d.set(-1, nil)
		require.NoError(t, l.Close())
	}
}

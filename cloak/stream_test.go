package cloak_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/internal/contract"
)

// small are windows in which a test sees what a stream of gigabytes would meet.
type small struct{ size, hold, key int }

// streamed sanitizes text through a Writer of small windows, in writes that end
// at the cuts, and holds the windows to what is promised of them.
func streamed(t testing.TB, e *cloak.Engine, m *cloak.Mapping, text string, src cloak.Source, win small, cuts ...int) string {
	t.Helper()
	var out strings.Builder
	var ws []cloak.Window
	w := e.SanitizeTo(t.Context(), m, &out, src)
	w.SetWindows(win.size, win.hold, win.key)
	w.Found = func(x cloak.Window) { ws = append(ws, x) }
	last := 0
	for _, k := range append(cuts, len(text)) {
		if n, err := io.WriteString(w, text[last:k]); err != nil || n != k-last {
			t.Fatalf("wrote %d of %d: %v", n, k-last, err)
		}
		last = k
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	coverStream(t, text, out.String(), ws)
	return out.String()
}

// coverStream: windows follow each other without a gap, what lies between their
// findings is the text as it came, and findings do not overlap.
func coverStream(t testing.TB, text, out string, ws []cloak.Window) {
	t.Helper()
	at, end, outEnd := 0, 0, 0
	for _, w := range ws {
		if w.Offset != at || !strings.HasPrefix(text[at:], w.Text) {
			t.Fatalf("a window begins at %d, the last one ended at %d", w.Offset, at)
		}
		for _, f := range w.Findings {
			if f.Start < max(end, at) || f.End > at+len(w.Text) || f.Out.Start < outEnd || f.Out.End > len(out) {
				t.Fatalf("finding %v → %v does not follow %d → %d in window %d+%d", f.Span, f.Out, end, outEnd, at, len(w.Text))
			}
			if text[end:f.Start] != out[outEnd:f.Out.Start] {
				t.Fatalf("%q became %q in front of a finding", text[end:f.Start], out[outEnd:f.Out.Start])
			}
			end, outEnd = f.End, f.Out.End
		}
		at += len(w.Text)
	}
	if at != len(text) || text[end:] != out[outEnd:] {
		t.Fatalf("the windows end at %d of %d, with %q and %q left", at, len(text), text[end:], out[outEnd:])
	}
}

// hostileStream joins hostile texts, mostly on few lines, longer than any window.
func hostileStream(seed uint64, r *rand.Rand) string {
	var b strings.Builder
	for _, x := range contract.Texts(seed, 3+r.IntN(12)) {
		b.WriteString(x)
		b.WriteString([]string{"", " ", " ", "\n", ", ", ". "}[r.IntN(6)])
	}
	return b.String()
}

func randomCuts(r *rand.Rand, n int) (cuts []int) {
	for at := r.IntN(80); at < n; at += r.IntN(120) {
		cuts = append(cuts, at)
	}
	return cuts
}

// R1 over windows: whatever is written in whatever pieces, the output, one window
// after another, restores to it.
func TestAStreamRestoresExactly(t *testing.T) {
	t.Parallel()
	n := uint64(6000)
	if testing.Short() {
		n = 600
	}
	for i, e := range []*cloak.Engine{tokens(t), decoys(t)} {
		for seed := range n {
			checkStream(t, e, i, seed)
		}
	}
}

func checkStream(t testing.TB, e *cloak.Engine, kind int, seed uint64) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 23))
	text := hostileStream(seed, r)
	win := small{size: 64 + r.IntN(448), key: r.IntN(200)}
	win.hold = r.IntN(win.size)
	m := newMapping(t)
	out := streamed(t, e, m, text, cloak.Source{}, win, randomCuts(r, len(text))...)
	if got, _ := m.Restore(out, cloak.RestoreOptions{}); got != text {
		i := 0
		for i < len(got) && i < len(text) && got[i] == text[i] {
			i++
		}
		t.Fatalf("engine %d seed %d %+v: differs at %d\n got %q\nwant %q\n out %q", kind, seed, win, i, got[max(0, i-80):min(len(got), i+40)], text[max(0, i-80):min(len(text), i+40)], near(out, i))
	}
}

func near(s string, i int) string { return s[min(len(s), max(0, i-160)):min(len(s), i+160)] }

func FuzzStream(f *testing.F) {
	es := []*cloak.Engine{tokens(f), decoys(f)}
	for seed := range uint64(10) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		for i, e := range es {
			checkStream(t, e, i, seed)
		}
	})
}

// R5 and R3 over windows, where lines end in them: what comes out of the stream
// shows nothing more, to a look at all of it.
func TestAStreamOfLinesScansClean(t *testing.T) {
	t.Parallel()
	n := uint64(1500)
	if testing.Short() {
		n = 150
	}
	for _, e := range []*cloak.Engine{tokens(t), decoys(t), newEngine(t, cloak.Config{Redact: true})} {
		for seed := range n {
			r := rand.New(rand.NewPCG(seed, 29))
			var b strings.Builder
			for _, x := range contract.Texts(seed, 3+r.IntN(12)) {
				b.WriteString(strings.ReplaceAll(x, "-----BEGIN", "") + "\n") // keys are another test's
			}
			text := b.String()
			out := streamed(t, e, newMapping(t), text, cloak.Source{}, small{size: 1 << 10, key: 64}, randomCuts(r, len(text))...)
			if fs, err := e.Find(t.Context(), out); err != nil || len(fs) > 0 {
				t.Fatalf("seed %d: finds %v %v in %q", seed, fs, err, out)
			}
		}
	}
}

// An echo keeps our stand-ins wherever a window ends; anybody else's text has its
// own put in their place.
func TestAStreamOfStandIns(t *testing.T) {
	t.Parallel()
	for _, e := range []*cloak.Engine{tokens(t), decoys(t)} {
		m := newMapping(t)
		ours := strings.Fields(sanitize(t, e, m, "bob@corp.io 10.1.1.7 541-78-2936 617-392-4418 4539525727873802", cloak.Source{}))
		for seed := range uint64(300) {
			r := rand.New(rand.NewPCG(seed, 31))
			var b strings.Builder
			for range 40 {
				b.WriteString(ours[r.IntN(len(ours))])
				b.WriteString([]string{" ", " ", ", ", " and ", "\n"}[r.IntN(5)])
			}
			text, win, cuts := b.String(), small{size: 64 + r.IntN(200), hold: 40}, randomCuts(r, b.Len())
			if out := streamed(t, e, m, text, cloak.Source{Echo: true}, win, cuts...); out != text {
				t.Fatalf("seed %d: an echo was changed:\n%q\n%q", seed, text, out)
			}
			out := streamed(t, e, m, text, cloak.Source{}, win, cuts...)
			if got, _ := m.Restore(out, cloak.RestoreOptions{}); got != text {
				t.Fatalf("seed %d: restored %q, want %q", seed, got, text)
			}
		}
	}
}

// A value is never half sent while white space is near.
func TestACutFallsBesideWhiteSpace(t *testing.T) {
	e := tokens(t)
	for pad := range 80 {
		m := newMapping(t)
		text := strings.Repeat("a", pad) + " tvoll@hafenlotse.de 10.20.30.40 AKIA" + "Z7QWERTYUIOPASDF " + strings.Repeat("b", 200)
		out := streamed(t, e, m, text, cloak.Source{}, small{size: 64, hold: 40})
		if m.Len() != 3 || !strings.Contains(out, " [EMAIL_0] [IPV4_0] [AWS_KEY_0] ") {
			t.Errorf("pad %d: %d pairs, %q", pad, m.Len(), out)
		}
	}
}

func pemKey(lines int) string {
	kind := "RSA PRIVATE" + " KEY-----"
	return "-----BEGIN " + kind + "\n" + strings.Repeat("MIIEpAIBAAKCAQEA3Tz2mr7SZiAMfQyuvjBGwoD7x7yxWuRUPbyJ5BsJw4pXabcd\n", lines) + "-----END " + kind + "\n"
}

// A private key is one value, wherever a window would have ended.
func TestAKeyAcrossWindowsIsOnePair(t *testing.T) {
	e := tokens(t)
	for _, escaped := range []bool{false, true} {
		for pad := range 200 {
			text := strings.Repeat("x", pad) + "\n" + pemKey(2) + "then\n"
			if escaped { // all of it in one line
				text = strings.Repeat("x", pad) + " " + strings.ReplaceAll(pemKey(2), "\n", `\n`) + " then\n"
			}
			m := newMapping(t)
			out := streamed(t, e, m, text, cloak.Source{}, small{size: 128, hold: 60, key: 512})
			if ps := m.Pairs(0); len(ps) != 1 || ps[0].Entity != cloak.PrivateKey || strings.Count(string(ps[0].Surface), "MIIE") != 2 || strings.Contains(out, "abcd") {
				t.Fatalf("escaped %v, pad %d: %d pairs, %q", escaped, pad, len(ps), out)
			}
		}
	}
}

func TestFlushSendsLinesAndKeepsAnOpenKey(t *testing.T) {
	var out strings.Builder
	m := newMapping(t)
	w := tokens(t).SanitizeTo(t.Context(), m, &out, cloak.Source{})
	key := pemKey(2)
	body := key[strings.IndexByte(key, '\n')+1 : strings.Index(key, "\n-----END")]
	for _, step := range []struct{ in, want string }{
		{"to bob@corp.io", ""}, // not a line yet
		{"\nand eve@", "to [EMAIL_0]\n"},
		{"corp.io\n" + key[:100], "to [EMAIL_0]\nand [EMAIL_1]\n"},
		{key[100 : len(key)-12], "to [EMAIL_0]\nand [EMAIL_1]\n"},
		{key[len(key)-12:], "to [EMAIL_0]\nand [EMAIL_1]\n" + strings.Replace(key, body, "[PRIVATE_KEY_0]", 1)},
	} {
		io.WriteString(w, step.in)
		if err := w.Flush(); err != nil || out.String() != step.want {
			t.Fatalf("got %q, %v, want %q", out.String(), err, step.want)
		}
	}
	if w.Pending() != 0 {
		t.Errorf("%d bytes wait", w.Pending())
	}
}

func TestAStreamInRedactModeNeedsNoMapping(t *testing.T) {
	e := newEngine(t, cloak.Config{Redact: true})
	out := streamed(t, e, nil, strings.Repeat("to bob@corp.com or\n", 20), cloak.Source{}, small{size: 64})
	if out != strings.Repeat("to [EMAIL_REDACTED] or\n", 20) {
		t.Errorf("%q", out)
	}
}

// The mapping is durable before a stand-in leaves, or it does not leave: R8.
func TestBeforeComesBeforeTheOutput(t *testing.T) {
	var out strings.Builder
	m := newMapping(t)
	failed := errors.New("disk full")
	var saved []int
	w := tokens(t).SanitizeTo(t.Context(), m, &out, cloak.Source{})
	w.Before = func() error {
		if strings.Contains(out.String(), fmt.Sprintf("[EMAIL_%d]", m.Len()-1)) {
			t.Error("a stand-in left before the mapping was saved")
		}
		if saved = append(saved, m.Len()); m.Len() == 3 {
			return failed
		}
		return nil
	}
	for _, line := range []string{"a@corp.io\n", "nothing\n", "b@corp.io\n", "a@corp.io\n"} {
		io.WriteString(w, line)
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if fmt.Sprint(saved) != "[1 2]" {
		t.Errorf("saved at %v pairs, want once for each new one", saved)
	}
	sent := out.String()
	io.WriteString(w, "c@corp.io\n")
	if err := w.Flush(); !errors.Is(err, failed) || out.String() != sent {
		t.Errorf("%v, and %q was sent", err, out.String()[len(sent):])
	}
	if _, err := io.WriteString(w, "more\n"); !errors.Is(err, failed) {
		t.Errorf("a writer that has failed goes on: %v", err)
	}
	if err := w.Close(); !errors.Is(err, failed) || out.String() != sent {
		t.Errorf("%v, and %q was sent at the end", err, out.String()[len(sent):])
	}
}

type brokenWriter struct{ err error }

func (b brokenWriter) Write([]byte) (int, error) { return 0, b.err }

func TestErrorsOfTheEndsOfAStreamComeOut(t *testing.T) {
	e, broken := tokens(t), errors.New("pipe closed")
	long := strings.Repeat("to bob@corp.com\n", 40_000)
	if _, err := e.Copy(t.Context(), newMapping(t), brokenWriter{broken}, strings.NewReader(long), cloak.Source{}); !errors.Is(err, broken) {
		t.Errorf("of the far end: %v", err)
	}
	if _, err := e.Copy(t.Context(), newMapping(t), brokenWriter{broken}, strings.NewReader("x"), cloak.Source{}); !errors.Is(err, broken) {
		t.Errorf("of the far end, at the end: %v", err)
	}
	if _, err := e.Copy(t.Context(), newMapping(t), io.Discard, iotest.ErrReader(broken), cloak.Source{}); !errors.Is(err, broken) {
		t.Errorf("of the near end: %v", err)
	}
	if err := e.FindFrom(t.Context(), iotest.ErrReader(broken), func(cloak.Window) error { return nil }); !errors.Is(err, broken) {
		t.Errorf("of a reader: %v", err)
	}
	if err := e.FindFrom(t.Context(), strings.NewReader(long), func(cloak.Window) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("of the callback: %v", err)
	}
}

func TestCopyCounts(t *testing.T) {
	var out strings.Builder
	m := newMapping(t)
	in := strings.Repeat("to bob@corp.com from 10.1.1.7\n", 30_000)
	n, err := tokens(t).Copy(t.Context(), m, &out, iotest.HalfReader(strings.NewReader(in)), cloak.Source{})
	if err != nil || n[cloak.Email] != 30_000 || n[cloak.IPv4] != 30_000 || len(n) != 2 {
		t.Errorf("%v, %v", n, err)
	}
	if got, _ := m.Restore(out.String(), cloak.RestoreOptions{}); got != in {
		t.Error("does not restore")
	}
}

// FindFrom sees the windows that a Writer does, and what Find sees in each.
func TestFindFromCoversTheStream(t *testing.T) {
	e := tokens(t)
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 37))
		text := hostileStream(seed, r)
		win := small{size: 64 + r.IntN(300), hold: r.IntN(64), key: r.IntN(200)}
		var read io.Reader = strings.NewReader(text)
		if seed%2 == 0 {
			read = iotest.OneByteReader(read)
		}
		at := 0
		err := e.FindInWindows(read, win.size, win.hold, win.key, func(w cloak.Window) error {
			if w.Offset != at || !strings.HasPrefix(text[at:], w.Text) {
				t.Fatalf("seed %d: a window begins at %d, the last one ended at %d", seed, w.Offset, at)
			}
			fs, err := e.Find(t.Context(), w.Text)
			if err != nil || len(fs) != len(w.Findings) {
				t.Fatalf("seed %d: %d findings, Find has %d, %v", seed, len(w.Findings), len(fs), err)
			}
			for i := range fs {
				if f := w.Findings[i]; f.Start != fs[i].Start+at || f.End != fs[i].End+at {
					t.Fatalf("seed %d: %v in a window at %d, want %v further on", seed, f.Span, at, fs[i].Span)
				}
			}
			at += len(w.Text)
			return nil
		})
		if err != nil || at != len(text) {
			t.Fatalf("seed %d: the windows end at %d of %d, %v", seed, at, len(text), err)
		}
	}
}

// What waits in a Writer, and what a Window holds, is not shown.
func TestAWindowShowsNoText(t *testing.T) {
	w := cloak.Window{Text: "hunter2secret"}
	if s := fmt.Sprintf("%v %+v %#v %s", w, w, w, w); strings.Contains(s, "hunter2") {
		t.Error("the text of a window is printed")
	}
}

// A value on the line behind its key is found wherever a window ends.
func TestStreamKeepsAValueWithItsKey(t *testing.T) {
	t.Parallel()
	e := tokens(t)
	const piece = "a: 1\npassword: |\n  wolken%dkuckuck\nb: 2\n- name: DB_PASSWORD\n  value: kuckuck%dwolken\n"
	for size := 200; size < 200+len(piece); size++ {
		text := ""
		for n := range 12 {
			text += fmt.Sprintf(piece, n, n)
		}
		var out strings.Builder
		w := e.SanitizeTo(t.Context(), newMapping(t), &out, cloak.Source{})
		w.SetWindows(size, 64, 64)
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(out.String(), "kuckuck"); n > 0 {
			t.Fatalf("windows of %d bytes: %d values are left", size, n)
		}
	}
}

package cloak_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/decoy"
)

// Values of every family, what may stand beside one, and what may come between:
// a value must restore, and its decoy not be found, whatever it is beside.
var (
	neighbourValues = []string{
		"+49 30 901820(12)", "(212) 664-7665", "+1 212 664 7665", "020 7183 8750", "10.4.5.6", "10.4.5.6:8080", "10.4.5.0/24", "2001:4860::8888",
		"fe80::1c2:3d4%eth0", "00:1b:44:11:3a:b7", "00-1b-44-11-3a-b7", "536-22-8174", "4539 7501 3524 9029", "4539750135249029",
		"DE89 3704 0044 0532 0130 00", "bob.k@corp.com", "password=tr0ub4dor-9x", "api_key: Zx8fQ2mK9pL4vN7w", "db01.corp.internal", "/home/alice/x",
		`C:\Users\alice`, "1:24-cv-01234-ABC", "user=alice", "postgres://u:s3cr3tpw@db.corp.com/x", `"password": "hunter2x!"`, "password\t:\ttr0ub4dor-9x", "DB_PASSWORD ?= tr0ub4dor-9x", "Account Name:\t\tjdoe7", "AKIA" + "Q3EGRTZLMWOPAB7X",
		"12 Elm Road, Leeds LS6 2AB", "88 Larchmont Crescent\nHalifax NS B3M 2T6", "Lindenstraße 14b, 50674 Köln", "Apt. 656 12 Oak 7", "PO Box 12, Leeds", "Address: Joaquin Suarez 2906",
		"DOB: 14 July 1985", "MRN C4471920", "lat 48.858370, 2.294481", "plate B-MW 1234",
	}
	neighbours = []string{
		"4000", "4", "12-34", "4000 0000 0000 0002", "192.0.2.1", "x", "ab:", "k=v", "::1", "[EMAIL_0]", "10.9.8.7", "bob@corp.com", "+49", `"a b"`,
		"ext 5", "v. Smith", "DECOYbcdefg2", "555-0100", "00:00:5e:00:53:01", "password: changeme\xff", "", "Address:", "Apt. 5", "12 Elm", "Road", "Berlin", "DOB", "MRN",
	}
	between = []string{
		"", " ", "(", ")", ".", "-", ",", ":", "/", `"`, "'", "\t", "\n", "+", "*", "_", "=", "[", "]", ";", "<", "&", "%", `\`, "@", "#", "\u00a0", "é", "是", "”", "🚀", "\xff", "4", "12", "x",
		" - ", "  ", "\t ", "\u2011", "\u202f", " (", ") ", "\u00a0-",
	}
)

func TestAValueRestoresBesideAnything(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 11))
	pick := func(xs []string) string { return xs[r.IntN(len(xs))] }
	n := 60_000
	if testing.Short() {
		n = 6_000
	}
	for _, e := range []*cloak.Engine{decoys(t), tokens(t)} {
		for range n / 2 {
			x := pick(neighbours) + pick(between) + pick(between) + pick(neighbourValues) + pick(between) + pick(between) + pick(between) + pick(neighbours)
			m, err := cloak.NewMapping(cloak.Snapshot{})
			if err != nil {
				t.Fatal(err)
			}
			out := sanitize(t, e, m, x, cloak.Source{})
			if fs, err := e.Find(t.Context(), out); err != nil || len(fs) > 0 {
				t.Fatalf("%q became %q: found %v, %v", x, out, fs, err)
			}
		}
	}
}

// What a model may write for a sign in a stand-in, and for another.
var respelled = []string{" ", "-", ".", "@", "_", "[.]", "(dot)", "%2e", "&#46;", `\u002e`, "%20", `\_`, "**", "\u00a0", "\u2011", " - ", "%2D", "(at)"}

// A restore in pieces gives what one in whole gives, wherever the pieces end.
func TestPiecesRestoreAsTheWholeBesideAnything(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 5))
	pick := func(xs []string) string { return xs[r.IntN(len(xs))] }
	n := 6_000
	if testing.Short() {
		n = 600
	}
	e := decoys(t)
	for range n {
		m, err := cloak.NewMapping(cloak.Snapshot{})
		if err != nil {
			t.Fatal(err)
		}
		value := strings.NewReplacer(pick(respelled), pick(respelled), pick(respelled), pick(respelled)).Replace(
			sanitize(t, e, m, pick(neighbourValues), cloak.Source{}))
		x := pick(neighbours) + pick(between) + pick(between) + value + pick(between) + pick(between) + pick(between) + pick(neighbours) + " 12"
		want, _ := m.Restore(x, cloak.RestoreOptions{})
		for first := 1; first < len(x); first++ {
			second := first + r.IntN(len(x)-first)
			var got strings.Builder
			w := m.RestoreTo(&got, cloak.RestoreOptions{})
			for _, piece := range []string{x[:first], x[first:second], x[second:]} {
				if _, err := w.Write([]byte(piece)); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil || got.String() != want {
				t.Fatalf("%q in pieces of %d and %d: got %q, want %q, %v", x, first, second-first, got.String(), want, err)
			}
		}
	}
}

// A stand-in that reads on over what is behind it hides that, too: "SnTKg" is no word
// against the number any longer.
func TestWhatAStandInHidesIsNoLabel(t *testing.T) {
	t.Parallel()
	body := "v2uF43DJmbJEN4VbmqgAwSh4XkLQgs5SnTKg"
	text := "] ghp" + "_" + body + "__ghp&#95;" + body + " \xc3“\ufeff 217-28-1074,"
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	e := newEngine(t, cloak.Config{Replacer: g})
	for k := range byte(20) {
		m, err := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{k}})
		if err != nil {
			t.Fatal(err)
		}
		out, _, err := e.Sanitize(t.Context(), m, text, cloak.Source{})
		if err != nil {
			t.Fatal(err)
		}
		if fs, err := e.Find(t.Context(), out); err != nil || len(fs) != 0 {
			t.Fatalf("key %d: %d findings in what was sanitized, %v", k, len(fs), err)
		}
		if back, _ := m.Restore(out, cloak.RestoreOptions{}); back != text {
			t.Fatalf("key %d: it does not come back", k)
		}
	}
}

package contract

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"regexp"
	"runtime/debug"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A Violation is a broken line of the contract, with what is needed to see it.
type Violation struct {
	Rule   string
	Seed   uint64
	Detail string
}

func (v *Violation) Error() string { return fmt.Sprintf("%s seed %d: %s", v.Rule, v.Seed, v.Detail) }

// Stats counts what a run has seen.
type Stats struct {
	Cases, Texts, Spans, Tokens, Echoes, Foreign, Reloads, Chunkings, Replies, Streams int
}

// Add adds t to s.
func (s *Stats) Add(t Stats) {
	s.Cases += t.Cases
	s.Texts += t.Texts
	s.Spans += t.Spans
	s.Tokens += t.Tokens
	s.Echoes += t.Echoes
	s.Foreign += t.Foreign
	s.Reloads += t.Reloads
	s.Chunkings += t.Chunkings
	s.Replies += t.Replies
	s.Streams += t.Streams
}

// A sent text must restore to want for ever.
type sent struct{ out, want string }

// A Checker runs cases on engines that share nothing but their mapping: one for
// each Replacer. It is safe for concurrent use.
type Checker struct {
	engines []*cloak.Engine
	redact  *cloak.Engine
}

// NewChecker takes the Replacers to check; the first should be cloak.Tokens.
func NewChecker(replacers ...cloak.Replacer) (*Checker, error) {
	k := &Checker{}
	for _, r := range replacers {
		e, err := cloak.New(cloak.Config{Replacer: r})
		if err != nil {
			return nil, err
		}
		k.engines = append(k.engines, e)
	}
	hears, err := cloak.New(cloak.Config{Replacer: replacers[0], Obfuscated: true})
	if err != nil {
		return nil, err
	}
	k.engines = append(k.engines, hears)
	k.redact, err = cloak.New(cloak.Config{Redact: true})
	return k, err
}

// A run is one case: one mapping and a few texts.
type run struct {
	*world
	k      *Checker
	m      *cloak.Mapping
	e      *cloak.Engine
	sents  []sent
	given  map[string]string // surface → what replaced it
	second map[string]string // surface → its token, where that was not the first
	taken  map[string]string // what replaced → surface
	only   string            // the one rule to check; "" means all
	stats  *Stats
}

// newRun starts a case.
func (k *Checker) newRun(r *rand.Rand, stats *Stats) (*run, error) {
	var key [32]byte
	for i := range key {
		key[i] = byte(r.Uint32()) | 1
	}
	m, err := cloak.NewMapping(cloak.Snapshot{Key: key})
	if err != nil {
		return nil, err
	}
	stats.Cases++
	return &run{world: newWorld(r), k: k, m: m, given: map[string]string{}, second: map[string]string{}, taken: map[string]string{}, stats: stats}, nil
}

// Texts holds the engine to one rule, R1 to R5 or R7, or to all, "", on texts that
// come one after another on one mapping. Of the last one an echo is made if asked.
func (k *Checker) Texts(rule string, seed uint64, echo bool, texts ...string) *Violation {
	r := rand.New(rand.NewPCG(seed, 17))
	c, err := k.newRun(r, new(Stats))
	if err != nil {
		return &Violation{"new", seed, err.Error()}
	}
	c.only = rule
	for i, x := range texts {
		c.e = k.engines[r.IntN(len(k.engines))]
		last := i == len(texts)-1
		if rule, detail := c.send(x, cloak.Source{Origin: "fs", Echo: echo && last}); rule != "" {
			return &Violation{rule, seed, detail}
		}
	}
	return nil
}

// Case runs one generated case and returns the first violation.
func (k *Checker) Case(seed uint64, stats *Stats) (v *Violation) {
	r := rand.New(rand.NewPCG(seed, 17))
	defer func() {
		if p := recover(); p != nil {
			v = &Violation{"panic", seed, fmt.Sprintf("%v\n%s", p, debug.Stack())}
		}
	}()
	c, err := k.newRun(r, stats)
	if err != nil {
		return &Violation{"new", seed, err.Error()}
	}
	mode := r.IntN(len(k.engines) + 1)
	for range 1 + r.IntN(5) {
		c.e = k.engines[min(mode, len(k.engines)-1)]
		if mode == len(k.engines) {
			c.e = k.engines[r.IntN(len(k.engines))]
		}
		if rule, detail := c.step(); rule != "" {
			return &Violation{rule, seed, detail}
		}
	}
	if detail := c.joined(); detail != "" {
		return &Violation{"R1 windows", seed, detail}
	}
	return nil
}

// joined is R1 for a stream cut at newlines: the windows' outputs, one after another.
func (c *run) joined() (detail string) {
	var out, want strings.Builder
	for _, s := range c.sents {
		out.WriteString(s.out + "\n")
		want.WriteString(s.want + "\n")
	}
	if got, _ := c.m.Restore(out.String(), cloak.RestoreOptions{}); got != want.String() {
		return fmt.Sprintf("%q restores to %q, want %q", out.String(), got, want.String())
	}
	return ""
}

func (c *run) step() (rule, detail string) {
	snap := c.m.Snapshot()
	if c.r.IntN(2) == 0 {
		if err := c.foresee(c.e, snap); err != nil {
			return "foresee", err.Error()
		}
	}
	if c.r.IntN(4) == 0 {
		m, err := reload(snap)
		if err != nil {
			return "reload", err.Error()
		}
		c.m = m
		c.stats.Reloads++
	}
	x := c.text()
	if len(c.sents) > 0 && c.r.IntN(6) == 0 { // our own output comes back from somewhere else
		x = c.sents[c.r.IntN(len(c.sents))].out + c.glue() + x
	}
	return c.send(x, cloak.Source{Origin: pick(c.r, "fs", "web"), Echo: c.r.IntN(4) == 0, Foreign: c.r.IntN(3) == 0})
}

// send sanitizes x and holds what comes out to the contract.
func (c *run) send(x string, src cloak.Source) (rule, detail string) {
	want, _ := c.m.Restore(x, cloak.RestoreOptions{})
	if !src.Echo {
		want = x
	} else {
		c.stats.Echoes++
	}
	live := len(c.m.Live(x))
	out, fs, err := c.e.Sanitize(context.Background(), c.m, x, src)
	if err != nil {
		return "R8", fmt.Sprintf("%v: %q", err, x)
	}
	c.stats.Texts++
	c.stats.Spans += len(fs)
	after := c.m.Snapshot()
	c.sents = append(c.sents, sent{out, want})
	for _, check := range []struct {
		rule string
		f    func() (string, string)
	}{
		{"R1", c.exact},
		{"R1", func() (string, string) { return c.foreign(out, src) }},
		{"R3", func() (string, string) { return c.covered(x, out, fs, after, live > 0) }},
		{"R4", func() (string, string) { return c.consistent(x, out, fs, src.Echo) }},
		{"R5", func() (string, string) { return c.fixed(x, out) }},
		{"R2", func() (string, string) { return c.silent(after) }},
		{"R7", func() (string, string) { return c.quiet(after, fs) }},
		{"R5", func() (string, string) { return c.redacted(x) }},
	} {
		if c.only != "" && c.only != check.rule {
			continue
		}
		if rule, detail = check.f(); rule != "" {
			return rule, fmt.Sprintf("%s\n  x   %q echo=%v\n  out %q", detail, x, src.Echo, out)
		}
	}
	return "", ""
}

// reload passes a snapshot through bytes, as a bridge file would.
func reload(s cloak.Snapshot) (*cloak.Mapping, error) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(raw(s)); err != nil {
		return nil, err
	}
	var back rawSnapshot
	if err := gob.NewDecoder(&b).Decode(&back); err != nil {
		return nil, err
	}
	return cloak.NewMapping(back.snapshot())
}

// exact is R1: every text sent so far restores, also in pieces.
func (c *run) exact() (rule, detail string) {
	for i, s := range c.sents {
		got, _ := c.m.Restore(s.out, cloak.RestoreOptions{})
		if got != s.want {
			return "R1", fmt.Sprintf("text %d of %d: %q restores to %q, want %q", i+1, len(c.sents), s.out, got, s.want)
		}
	}
	s := c.sents[len(c.sents)-1]
	for _, cuts := range c.chunkings(s.out) {
		var b strings.Builder
		w := c.m.RestoreTo(&b, cloak.RestoreOptions{})
		last := 0
		for _, k := range append(cuts, len(s.out)) {
			w.Write([]byte(s.out[last:k]))
			last = k
		}
		w.Close()
		c.stats.Chunkings++
		if b.String() != s.want {
			return "R1 stream", fmt.Sprintf("cut at %v: %q, want %q", cuts, b.String(), s.want)
		}
	}
	return "", ""
}

// foreign: a foreign text shows no token but ours.
func (c *run) foreign(out string, src cloak.Source) (rule, detail string) {
	if !src.Foreign || src.Echo {
		return "", ""
	}
	c.stats.Foreign++
	gaps := []byte(out)
	for _, h := range c.m.Live(out) {
		clear(gaps[h.Start:h.End])
	}
	if x := token.Find(gaps); x != nil {
		return "R1 foreign", fmt.Sprintf("%q is left", x)
	}
	return "", ""
}

var token = regexp.MustCompile(`\[[A-Za-z][A-Za-z0-9_]{0,30}_(?:(?:0|[1-9][0-9]{0,6})(?:\.(?:0|[1-9][0-9]{0,6}))?|REDACTED)\]`)

// chunkings returns: every byte alone, a random split, and now and then every single cut.
func (c *run) chunkings(s string) [][]int {
	var bytes, random []int
	for i := 1; i < len(s); i++ {
		bytes = append(bytes, i)
		if c.r.IntN(5) == 0 {
			random = append(random, i)
		}
	}
	all := [][]int{random}
	if c.r.IntN(4) == 0 {
		all = append(all, bytes)
	}
	if c.r.IntN(60) == 0 {
		for i := 1; i < len(s); i++ {
			all = append(all, []int{i})
		}
	}
	return all
}

// covered is R3, by plain search in what lies outside stand-ins.
func (c *run) covered(x, out string, fs []cloak.Finding, s cloak.Snapshot, echoed bool) (rule, detail string) {
	if !echoed {
		found, err := c.e.Find(context.Background(), x)
		if err != nil {
			return "R8 find", err.Error()
		}
		for _, f := range found {
			inside := false
			for _, g := range fs {
				inside = inside || g.Start <= f.Start && f.End <= g.End
			}
			if !inside {
				return "R3 cover", fmt.Sprintf("%v of %s", f.Span, f.Entity)
			}
		}
	}
	gaps := []byte(out)
	for _, h := range c.m.Live(out) {
		clear(gaps[h.Start:h.End])
	}
	t := string(gaps)
	texts := []string{t}
	for _, x := range readings {
		if y := x.of(t); y != t {
			texts = append(texts, y)
		}
	}
	for _, p := range s.Pairs {
		v := p.Chain.Decode(string(p.Surface))
		if !p.Sweep || len(v) < 6 || isCommon(v) {
			continue
		}
		for k, t := range texts {
			// What is read in two ways at once; a disguise is looked into line by line.
			if k > 0 && strings.ContainsAny(v, "\\%&\n") {
				continue
			}
			if survives(t, v) {
				return "R3 sweep", fmt.Sprintf("%q survives in %q", v, t)
			}
		}
	}
	return "", ""
}

// survives reports whether v stands in t on its own.
func survives(t, v string) bool {
	for from := 0; ; {
		k := strings.Index(t[from:], v)
		if k < 0 {
			return false
		}
		i := from + k
		if !sameClass(t, i) && !sameClass(t, i+len(v)) && !escapedBeside(t, i, i+len(v)) {
			return true
		}
		from = i + 1
	}
}

// escapedBeside reports whether an escape of some kind stands beside t[from:to]: in
// the reading of that kind it may extend it.
func escapedBeside(t string, from, to int) bool {
	return escapeBefore.MatchString(t[max(0, from-12):from]) || to < len(t) && (strings.IndexByte(`%\&`, t[to]) >= 0 || t[to] >= 0x80)
}

// An escape in front of a place, or one that begins there and ends behind it.
var escapeBefore = regexp.MustCompile(`(?:%[0-9A-Fa-f]{0,2}|\\(?:u[0-9A-Fa-f]{0,3}|x[0-9A-Fa-f]?)?|&#?[0-9A-Za-z]*|\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|.)|&#?[0-9A-Za-z]+;|[\x80-\xff]|[^\x00-\x7f])$`)

// sameClass reports whether the bytes on both sides of i are of one class.
func sameClass(t string, i int) bool {
	if i == 0 || i == len(t) {
		return false
	}
	digit := func(b byte) bool { return '0' <= b && b <= '9' }
	a, b := t[i-1], t[i]
	return word(a) && word(b) && digit(a) == digit(b)
}

// consistent is R4: what replaces a surface, and what it replaces, never change.
func (c *run) consistent(x, out string, fs []cloak.Finding, echo bool) (rule, detail string) {
	for _, f := range fs {
		surface, form := x[f.Start:f.End], out[f.Out.Start:f.Out.End]
		if echo { // ours, in any spelling, of which its pair's token takes the place
			if back, _ := c.m.Restore(surface, cloak.RestoreOptions{}); back != surface || cloak.InReserved(surface) {
				continue
			}
		}
		if t, ok := c.taken[form]; ok && t != surface {
			return "R4", fmt.Sprintf("%q stands for %q and %q", form, t, surface)
		}
		c.taken[form] = surface
		first, ok := c.given[surface]
		if !ok {
			c.given[surface] = form
		} else if first != form {
			if s, ok := c.second[surface]; ok && s != form {
				return "R4", fmt.Sprintf("%q has %q, %q and %q", surface, first, s, form)
			}
			c.second[surface] = form
			c.stats.Tokens++
		}
	}
	return "", ""
}

// fixed is R5: at once as an echo, and on a fresh mapping from either source.
func (c *run) fixed(x, out string) (rule, detail string) {
	ctx := context.Background()
	if fs, err := c.e.Find(ctx, out); err != nil || len(fs) > 0 {
		return "R5 scan", fmt.Sprintf("finds %v %v", fs, err)
	}
	if again, _, err := c.e.Sanitize(ctx, c.m, out, cloak.Source{Echo: true}); err != nil || again != out {
		return "R5 echo", fmt.Sprintf("%v %q", err, again)
	}
	for _, echo := range []bool{false, true} {
		fresh, _ := cloak.NewMapping(cloak.Snapshot{})
		if again, _, err := c.e.Sanitize(ctx, fresh, out, cloak.Source{Echo: echo}); err != nil || again != out {
			return "R5 fresh", fmt.Sprintf("%v %q", err, again)
		}
	}
	return "", ""
}

// silent is R2: a reply of whole, near and dressed stand-ins between words
// becomes what each of its pieces must become.
func (c *run) silent(s cloak.Snapshot) (rule, detail string) {
	var reply, want []string
	for range 1 + c.r.IntN(6) {
		piece := pick(c.r, "the", "192", "x@y", "[EMAIL_999]", "\xff", "192.0.2.300", "[EMAIL_", "%5B")
		becomes := piece
		if len(s.Pairs) > 0 {
			p := s.Pairs[c.r.IntN(len(s.Pairs))]
			switch c.r.IntN(4) {
			case 0: // as it is: its value, or the surface if that is plain
				piece, becomes = p.StandIn, plainly(p)
			case 1: // longer or shorter by a digit, unless that is live too
				piece = c.near(p.StandIn)
				if becomes = piece; len(c.m.Live(piece)) > 0 { // a further surface's, cut in front of its number, may be the first one's
					if got, _ := c.m.Restore(piece, cloak.RestoreOptions{}); !strings.HasPrefix(p.StandIn, "[") && !liveExactly(s, strings.TrimRight(piece, "-")) {
						return "R2 near", fmt.Sprintf("%q restores to %q", piece, got)
					}
					piece, becomes = "ok", "ok"
				}
			case 2:
				piece, becomes = strings.ToUpper(p.StandIn), plainly(p)
			}
		}
		reply, want = append(reply, piece), append(want, becomes)
	}
	c.stats.Replies++
	// Words that no number's groups reach across.
	in := strings.Join(reply, " | ")
	got, _ := c.m.Restore(in, cloak.RestoreOptions{})
	if w := strings.Join(want, " | "); got != w {
		return "R2", fmt.Sprintf("%q restores to %q, want %q", in, got, w)
	}
	return "", ""
}

// plainly is what p's stand-in becomes in a plain place: the value, but the surface
// where nothing shows how that is spelled.
func plainly(p cloak.Pair) string {
	if strings.Trim(string(p.Chain), string([]rune{rune(cloak.Folded), rune(cloak.Spoken)})) == "" || !strings.ContainsFunc(p.StandIn, func(r rune) bool { return r != '_' && !word(byte(r)) }) {
		return string(p.Surface)
	}
	return p.Chain.Decode(string(p.Surface))
}

// liveExactly reports whether t is a live stand-in but for case.
func liveExactly(s cloak.Snapshot, t string) bool {
	for _, p := range s.Pairs {
		if strings.EqualFold(p.StandIn, t) || p.Token != "" && strings.EqualFold(p.Token, t) {
			return true
		}
	}
	return false
}

// quiet is R7: whatever is printed or logged of a mapping's parts shows no value.
func (c *run) quiet(s cloak.Snapshot, fs []cloak.Finding) (rule, detail string) {
	if c.r.IntN(20) > 0 {
		return "", ""
	}
	var b bytes.Buffer
	var public strings.Builder
	for _, p := range s.Pairs {
		public.WriteString(p.StandIn + " " + p.Token + " ")
	}
	log := slog.New(slog.NewJSONHandler(&b, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey { // a date may be an original
			return slog.Attr{}
		}
		return a
	}}))
	fmt.Fprintf(&b, "%v %+v %#v %v %s", s, s, s, fs, s)
	for _, p := range s.Pairs {
		fmt.Fprintf(&b, "%v %+v %#v %s %q %x", p, p, p, p.Surface, p.Surface, p.Canonical)
		log.Info("pair", "pair", p, "surface", p.Surface)
	}
	for _, p := range s.Pairs {
		// Originals that are parts of stand-ins or of our own words are printed with these.
		if v := string(p.Surface); len(v) >= 8 && strings.ContainsAny(v, "0123456789") && !strings.Contains(public.String(), v) && strings.Contains(b.String(), v) {
			return "R7", fmt.Sprintf("pair %d of %s is printed", p.Seq, p.Entity)
		}
	}
	return "", ""
}

// redacted: without a mapping the output has no findings, and is its own output.
func (c *run) redacted(x string) (rule, detail string) {
	if c.r.IntN(4) > 0 {
		return "", ""
	}
	ctx := context.Background()
	out, _, err := c.k.redact.Sanitize(ctx, nil, x, cloak.Source{})
	if err != nil {
		return "R8 redact", err.Error()
	}
	if fs, err := c.k.redact.Find(ctx, out); err != nil || len(fs) > 0 {
		return "R5 redact", fmt.Sprintf("%q finds %v %v", out, fs, err)
	}
	if again, _, err := c.k.redact.Sanitize(ctx, nil, out, cloak.Source{}); err != nil || again != out {
		return "R5 redact", fmt.Sprintf("%q becomes %q %v", out, again, err)
	}
	return "", ""
}

// isCommon reports whether v is one of the dictionary words that values of the texts
// here can be: those are not swept for.
func isCommon(v string) bool {
	for _, w := range [...]string{"changeme", "password", "secret"} {
		if strings.EqualFold(v, w) {
			return true
		}
	}
	return false
}

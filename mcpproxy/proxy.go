package mcpproxy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A Proxy is a sanitizing gateway: one client on one side, many upstreams on the other. It
// is immutable but for its mapping, and safe for concurrent use: every Serve is a session
// with upstreams of its own, and all share the mapping.
type Proxy struct {
	set       *atomic.Pointer[settings]
	log       *slog.Logger
	counts    *counters
	seal      *sealer
	tasks     *tasks
	family    *family
	catalogue *catalogue
	several   bool // principals: a list of tasks has a principal's own
	clock     clock
	dial      func(l *link) (Conn, error)
}

// Settings are what a Proxy has of its configuration: Reload replaces them as one.
type settings struct {
	config  Config
	guard   *guard // nil: transparent
	names   *names
	restore restoreRules
	pins    *pins         // nil: definitions are not looked at
	timeout time.Duration // of a request that shows no progress
	longest time.Duration // of any
}

func (p *Proxy) cfg() *Config           { return &p.set.Load().config }
func (p *Proxy) guard() *guard          { return p.set.Load().guard }
func (p *Proxy) names() *names          { return p.set.Load().names }
func (p *Proxy) pins() *pins            { return p.set.Load().pins }
func (p *Proxy) restore() restoreRules  { return p.set.Load().restore }
func (p *Proxy) timeout() time.Duration { return p.set.Load().timeout }
func (p *Proxy) longest() time.Duration { return p.set.Load().longest }

// settingsOf are those of a configuration that is complete, but for the guard.
func settingsOf(cfg Config) *settings {
	return &settings{config: cfg, names: newNames(&cfg), restore: newRestoreRules(&cfg), timeout: cfg.RequestTimeout.Duration(), longest: cfg.Limits.MaxRequestTime.Duration()}
}

// New compiles a configuration. It starts nothing; Check says whether it protects.
func New(cfg Config) (*Proxy, error) {
	cfg = cfg.withDefaults()
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	seal, err := newSealer()
	if err != nil {
		return nil, err
	}
	p := &Proxy{
		set: &atomic.Pointer[settings]{}, log: cfg.Logger, seal: seal, tasks: newTasks(), clock: systemClock{}, counts: &counters{},
		catalogue: openCatalogue(cataloguePath(cfg.numbersFile())), family: &family{sessions: map[*session]bool{}},
	}
	p.dial = p.spawn
	x := settingsOf(cfg)
	if x.pins, err = newPins(&cfg); err != nil {
		return nil, err
	}
	if cfg.sanitizes() {
		if x.guard, err = newGuard(&cfg, p.counts); err != nil {
			return nil, err
		}
	}
	p.set.Store(x)
	p.family.all = append(p.family.all, p)
	return p, nil
}

// newGuard has a mapping of its own, unless the configuration brings one.
func newGuard(cfg *Config, counts *counters) (*guard, error) {
	g, err := compileGuard(cfg, counts)
	if err != nil {
		return nil, err
	}
	path := cfg.numbersFile()
	if g.m != nil {
		path = "" // its own snapshot has the numbers
	}
	if g.numbers, err = openNumbers(path, keysOf(g.entities)); err != nil {
		return nil, err
	}
	if g.m == nil {
		if g.m, err = cloak.NewMapping(cloak.Snapshot{Next: g.numbers.start}); err != nil {
			return nil, err
		}
	}
	g.before = g.m.Next()[cloak.Literal]
	g.saved.Store(g.m.Changes())
	return g, nil
}

// compileGuard is what a guard has of a configuration.
func compileGuard(cfg *Config, counts *counters) (*guard, error) {
	ec, err := cfg.engineConfig()
	if err != nil {
		return nil, err
	}
	engine, err := cloak.New(ec)
	if err != nil {
		return nil, fmt.Errorf("mcpproxy: %w", err)
	}
	sure := ec
	sure.Recognizers, sure.MinConfidence = nil, max(ec.MinConfidence, highConfidence)
	wire, err := cloak.New(sure)
	if err != nil {
		return nil, fmt.Errorf("mcpproxy: %w", err)
	}
	g := &guard{
		engine: engine, wire: wire, m: cfg.Mapping, keep: cfg.Keep,
		closed: cfg.Tripwire == TripwireClosed, literals: cfg.Limits.MaxLiterals, longest: cfg.Detection.MaxInputLength,
		unbound: cfg.Unresolved == UnresolvedPass, block: cfg.ModelValues == ModelBlock,
		entities: map[cloak.Entity]bool{cloak.Literal: true},
		scope:    scope{own: cfg.TokenScope == ScopeUpstream, allow: cfg.Allow, trust: map[string]string{}},
		log:      cfg.Logger, counts: counts,
	}
	for _, d := range engine.Detectors() {
		g.entities[d.Entity] = true
	}
	for _, t := range ec.Terms {
		g.entities[cmp.Or(t.Entity, "CUSTOM")] = true
	}
	for _, x := range ec.Patterns {
		g.entities[cmp.Or(x.Entity, cloak.Entity(x.Name))] = true
	}
	for name, u := range cfg.Upstreams {
		g.scope.trust[name] = u.Trust
	}
	return g, nil
}

// numbersFile is where numbers are kept, "" if nowhere.
func (c *Config) numbersFile() string {
	if c.Trial {
		return ""
	}
	return c.State
}

// another is a proxy as p, with a mapping of its own that ends with it.
func (p *Proxy) another() (*Proxy, error) {
	p.family.mu.Lock()
	defer p.family.mu.Unlock()
	q := *p
	q.tasks = newTasks()
	var err error
	if q.seal, err = newSealer(); err != nil {
		return nil, err
	}
	x := *p.set.Load()
	q.set = &atomic.Pointer[settings]{}
	q.set.Store(&x)
	if x.guard == nil {
		q.family.all = append(q.family.all, &q)
		return &q, nil
	}
	g := p.guard().throwAway()
	g.log, g.counts, g.block = p.guard().log, p.guard().counts, p.guard().block
	if g.numbers, err = openNumbers(p.cfg().numbersFile(), keysOf(g.entities)); err != nil {
		return nil, err
	}
	g.m.Advance(g.numbers.start)
	g.before = g.m.Next()[cloak.Literal]
	g.saved.Store(g.m.Changes())
	x.guard = g
	q.family.all = append(q.family.all, &q)
	return &q, nil
}

func keysOf[K ~string, V any](m map[K]V) []K {
	ks := make([]K, 0, len(m))
	for k := range m {
		ks = append(ks, k)
	}
	slices.Sort(ks)
	return ks
}

// Close gives back what no session needs any more. Sessions end with their Serve.
func (p *Proxy) Close() error {
	if p.guard() == nil {
		return nil
	}
	return p.guard().numbers.release(p.guard().m)
}

// spawn starts the program that a configuration names, or connects to its server: nothing
// that an upstream has said has any part in it.
func (p *Proxy) spawn(l *link) (Conn, error) {
	u := l.u()
	switch {
	case u.Transport != nil:
		return FromTransport(l.s.ctx, u.Transport)
	case u.URL != "":
		return p.connect(l)
	}
	env := os.Environ()
	for _, k := range keysOf(u.Env) {
		env = append(env, k+"="+u.Env[k])
	}
	lines := p.stderrOf(l.name)
	return startChild(childConfig{
		command: u.Command, args: u.Args, env: env, dir: u.Cwd, stderr: lines,
		lines: LineOptions{Max: p.cfg().Limits.MaxMessage, Skipped: func(n int) {
			p.count(func(c *Counters) { c.Banners++ })
			p.log.Warn("a line that is no message was skipped", "upstream", l.name, "bytes", n)
		}},
	})
}

// connect is for an upstream at a URL. Secrets are read now, so that new ones count.
func (p *Proxy) connect(l *link) (Conn, error) {
	header, err := l.u().Headers.Read()
	if err != nil {
		return nil, err
	}
	say := func(why string) { p.log.Warn("an upstream over HTTP", "upstream", l.name, "why", why) }
	return newHTTPUpstream(l.u().URL, header, p.cfg().Limits.MaxMessage, say, p.pause), nil
}

// Read gives the headers with their secrets. Errors name the variable or the file.
func (h Headers) Read() (http.Header, error) {
	header := http.Header{}
	for _, name := range slices.Sorted(maps.Keys(h)) {
		front, secret := splitHeader(h[name])
		v, err := secret.read()
		if err != nil {
			return nil, err
		}
		header.Set(name, front+v)
	}
	return header, nil
}

// HTTP is how the configuration wants clients served over HTTP. It reads the tokens.
func (c *Config) HTTP() (HTTPOptions, error) {
	o := HTTPOptions{Hosts: c.Listen.Hosts, Origins: c.Listen.Origins, MaxSessions: c.Listen.MaxSessions, IdleTimeout: c.Listen.IdleTimeout.Duration()}
	for _, s := range c.Listen.Tokens {
		t, err := s.read()
		if err != nil {
			return o, err
		}
		o.Tokens = append(o.Tokens, t)
	}
	return o, nil
}

// stderrOf relays what an upstream says to people, without originals.
func (p *Proxy) stderrOf(name string) func(line string) {
	scrub := func(line string) (string, error) { return line, nil }
	if g := p.guard(); g != nil {
		scrub = func(line string) (string, error) {
			out, _, err := g.engine.Sanitize(context.Background(), g.m, line, cloak.Source{Origin: name})
			return out, err
		}
	}
	return newScrubber(name, p.log, scrub, p.clock).line
}

func (p *Proxy) count(f func(c *Counters)) {
	p.counts.do(f)
}

// pause waits for d, or for the end of ctx.
func (p *Proxy) pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	c := make(chan struct{})
	t := p.clock.AfterFunc(d, func() { close(c) })
	defer t.Stop()
	select {
	case <-c:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// within is ctx for as long as one request may take.
func (p *Proxy) within(ctx context.Context) (context.Context, func()) {
	return p.limited(ctx, p.timeout())
}

// limited ends ctx after d, by the proxy's clock.
func (p *Proxy) limited(ctx context.Context, d time.Duration) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	t := p.clock.AfterFunc(d, func() { cancel(context.DeadlineExceeded) })
	return ctx, func() { t.Stop(); cancel(nil) }
}

// Serve is one session: it answers client until that ends, or ctx does, and returns when
// every upstream that it has started is gone. The error is nil when the client has closed.
// A ReadFrame of client that does not end with ctx is left behind: what it still returns is
// dropped.
func (p *Proxy) Serve(ctx context.Context, client Conn) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := p.session(ctx, client)
	leave := p.family.join(s)
	s.leave = func() { cancel(); _ = client.Close() } // a read of it ends with Close
	ended := make(chan error, 1)
	go func() { ended <- s.read() }()
	var err error
	select {
	case err = <-ended:
		if err == nil { // what was asked is answered still
			s.finish()
		}
	case <-ctx.Done():
		err = ctx.Err()
	}
	cancel()
	leave() // nobody has it go on by another configuration any more
	s.reading.Lock()
	s.over = true
	s.reading.Unlock()
	s.reloading.Lock() // what is on its way ends with the context
	links := slices.Concat(s.all(), s.gone)
	s.reloading.Unlock()
	var closing sync.WaitGroup
	for _, l := range links {
		closing.Go(l.close)
	}
	closing.Wait()
	s.group.Wait()
	p.tasks.leave(s)
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// session is one that has not begun.
func (p *Proxy) session(ctx context.Context, client Conn) *session {
	s := &session{
		p: p, ctx: ctx, client: client, calls: map[string]*call{}, asked: map[int64]*question{}, elicited: map[elicitation]string{},
		uris: newURIIndex(), subscribed: map[string]map[string]bool{}, reported: map[string]bool{}, ready: make(chan struct{}),
	}
	if r := p.cfg().Recorder; r != nil {
		s.records = r.Session()
	}
	links := &linkSet{byName: map[string]*link{}}
	s.config = p.cfg()
	for _, name := range keysOf(s.config.Upstreams) {
		links.add(s.link(name, s.config.Upstreams[name]))
	}
	s.set.Store(links)
	return s
}

// link is one that has not begun.
func (s *session) link(name string, u UpstreamConfig) *link {
	l := &link{
		s: s, name: name, restarts: &restarts{clock: s.p.clock, jitter: rand.Float64}, pending: map[int64]*waiting{}, tools: map[string]*toolSchema{}, repeats: map[string]bool{}, lasting: map[int64]*lasting{},
	}
	l.config.Store(&u)
	return l
}

var silent = slog.New(slog.DiscardHandler)

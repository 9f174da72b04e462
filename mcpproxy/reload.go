package mcpproxy

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// A configuration may change while it is served. What a session has learned stays, and so does
// every server that is still started as it was; what is under way ends as it began.

// A family is a Proxy with those of its other principals, and the sessions of all.
type family struct {
	mu       sync.Mutex
	all      []*Proxy
	sessions map[*session]bool
}

// join counts a session, until leave is called.
func (f *family) join(s *session) (leave func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sessions[s] = true
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.sessions, s)
	}
}

// A linkSet are the upstreams of a session.
type linkSet struct {
	byName map[string]*link
	order  []*link // by name
}

func (x *linkSet) add(l *link) {
	x.byName[l.name] = l
	x.order = append(x.order, l)
}

func (s *session) all() []*link { return s.set.Load().order }

func (l *link) u() *UpstreamConfig { return l.config.Load() }

// ErrRestart says that a change of the configuration counts from the next start on.
var ErrRestart = errors.New("mcpproxy: sanitize, bridge, listen, traces and audit count from the next start: they stay as they were")

// Reload has p, all that are served by it, and their sessions go on by another configuration.
// Upstreams that are new are started, those that are gone end when their calls are answered, and
// so do those that are started otherwise now; clients are told what may have changed. A cfg that
// cannot be used changes nothing. With ErrRestart the rest of it counts. It does not test what
// it is given: see Check.
func (p *Proxy) Reload(cfg Config) error {
	f := p.family
	f.mu.Lock()
	defer f.mu.Unlock()
	cfg = cfg.withDefaults()
	if err := cfg.validate(); err != nil {
		return err
	}
	was := p.cfg()
	var restart error
	if cfg.sanitizes() != was.sanitizes() || cfg.Bridge != was.Bridge || !reflect.DeepEqual(cfg.Listen, was.Listen) || !reflect.DeepEqual(cfg.Traces, was.Traces) || !reflect.DeepEqual(cfg.Audit, was.Audit) {
		restart = ErrRestart
	}
	cfg.Sanitize, cfg.Bridge, cfg.Listen, cfg.Traces, cfg.Audit = was.Sanitize, was.Bridge, was.Listen, was.Traces, was.Audit
	cfg.Logger, cfg.Observer, cfg.Recorder, cfg.State, cfg.Mapping, cfg.Keep, cfg.Trial, cfg.Version = was.Logger, was.Observer, was.Recorder, was.State, was.Mapping, was.Keep, was.Trial, was.Version
	definitions := p.pins()
	if cfg.Definitions != was.Definitions {
		var err error
		if definitions, err = newPins(&cfg); err != nil {
			return err
		}
	}
	var rules *guard
	if cfg.sanitizes() {
		var err error
		if rules, err = compileGuard(&cfg, p.counts); err != nil {
			return err
		}
	}
	if cfg.Recorder != nil {
		if err := cfg.Recorder.Configured(&cfg); err != nil {
			return fmt.Errorf("mcpproxy: it cannot be recorded in the audit log: %w", err)
		}
	}
	for _, q := range f.all {
		x := settingsOf(cfg)
		x.pins = definitions
		if rules != nil {
			x.guard = q.guard().ruled(rules)
		}
		q.set.Store(x)
	}
	for s := range f.sessions {
		s.group.Go(s.reload)
	}
	return restart
}

// ruled is g with the rules of another.
func (g *guard) ruled(by *guard) *guard {
	x := &guard{
		engine: by.engine, wire: by.wire, closed: by.closed, literals: by.literals, longest: by.longest, unbound: by.unbound, block: by.block,
		entities: maps.Clone(by.entities), scope: by.scope,
		window: g.window, long: g.long, m: g.m, numbers: g.numbers, keep: g.keep, before: g.before, log: g.log, counts: g.counts,
	}
	for e := range g.entities { // their tokens are about
		x.entities[e] = true
	}
	x.saved.Store(g.saved.Load())
	g.numbers.include(keysOf(x.entities))
	return x
}

// reload has a session go on by what its proxy says now.
func (s *session) reload() {
	s.reloading.Lock()
	defer s.reloading.Unlock()
	if s.ctx.Err() != nil {
		return
	}
	was, now := s.config, s.p.cfg()
	s.config = now
	renamed := was.Prefix != now.Prefix || was.MaxToolName != now.MaxToolName
	old, next := s.set.Load(), &linkSet{byName: map[string]*link{}}
	var begun, gone []*link
	changed := map[string]bool{"prompts": renamed, "tools": renamed || was.Definitions != now.Definitions} // kinds of lists
	for _, name := range keysOf(now.Upstreams) {
		u := now.Upstreams[name]
		l := old.byName[name]
		switch {
		case l == nil || !l.u().startsAs(&u):
			if l != nil {
				gone = append(gone, l)
			}
			l = s.link(name, u)
			begun = append(begun, l)
		default:
			if !reflect.DeepEqual(l.u().Tools, u.Tools) {
				changed["tools"] = true
			}
			l.config.Store(&u)
			l.mu.Lock()
			l.listed = false // its tools are looked at by the new rules
			l.mu.Unlock()
		}
		next.add(l)
	}
	for _, l := range old.order {
		if next.byName[l.name] == nil {
			gone = append(gone, l)
		}
	}
	s.set.Store(next)
	if s.isReady() {
		s.begin(begun)
	}
	for _, l := range slices.Concat(begun, gone) {
		l.mu.Lock()
		for _, kind := range kinds {
			if l.about.capabilities[kind] != nil {
				changed[kind] = true
			}
		}
		l.mu.Unlock()
	}
	s.gone = slices.DeleteFunc(append(s.gone, gone...), func(l *link) bool { return l.isRetired() && !l.runs() })
	for _, l := range gone {
		s.uris.forget(l.name)
		l.retire()
	}
	s.changed(changed)
}

// kinds are those of lists that may change.
var kinds = []string{"prompts", "resources", "tools"}

// changed tells the client which lists are others now.
func (s *session) changed(which map[string]bool) {
	if !s.isReady() {
		return
	}
	for _, kind := range kinds {
		if which[kind] {
			s.send(nil, notification("notifications/"+kind+"/list_changed", nil))
		}
	}
}

// begin starts upstreams, and waits for them as long as a handshake does.
func (s *session) begin(links []*link) {
	ctx, end := s.p.limited(s.ctx, handshakePatience)
	defer end()
	done := make(chan struct{}, len(links))
	for _, l := range links {
		l.quiet(true)
		s.group.Go(func() {
			if err := l.up(s.ctx); err != nil && s.ctx.Err() == nil {
				s.p.log.Warn("an upstream is not there: it is tried again when it is needed", "upstream", l.name, "why", err.Error())
			}
			done <- struct{}{}
		})
	}
	for range links {
		select {
		case <-done:
		case <-ctx.Done():
		}
	}
	for _, l := range links {
		l.quiet(false)
	}
}

// quiet has a link not tell that it is there, for somebody else does.
func (l *link) quiet(is bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.silent = is
}

// retire ends a link when all that was asked for is answered: nothing new comes to it.
func (l *link) retire() {
	l.mu.Lock()
	l.retired = true
	l.mu.Unlock()
	l.endIfIdle()
}

func (l *link) isRetired() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.retired
}

func (l *link) runs() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.conn != nil
}

// endIfIdle ends a retired link that has nothing left to do.
func (l *link) endIfIdle() {
	l.mu.Lock()
	conn := l.conn
	over := l.retired && len(l.pending) == 0 && len(l.work) == 0 && !l.busy
	l.mu.Unlock()
	if over && conn != nil {
		l.down(conn, l.failed("was taken out of the configuration"))
	}
}

// startsAs reports whether an upstream is started, or connected to, as another is, and told the
// same when it begins.
func (u *UpstreamConfig) startsAs(x *UpstreamConfig) bool {
	return u.Command == x.Command && slices.Equal(u.Args, x.Args) && maps.Equal(u.Env, x.Env) && u.Cwd == x.Cwd && u.URL == x.URL &&
		maps.Equal(u.Headers, x.Headers) && u.Transport == x.Transport &&
		strings.Join([]string{u.Trust, u.Sampling, u.Elicitation, u.Roots}, " ") == strings.Join([]string{x.Trust, x.Sampling, x.Elicitation, x.Roots}, " ")
}

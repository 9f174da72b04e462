package mcpproxy

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-052fbf24/cloak/cloak"
)

// versions are the revisions spoken, oldest first. An upstream is asked for the client's,
// and may answer with an older one: what it then says, a newer client understands.
var versions = []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}

// Hello is what the client has said of itself.
type hello struct {
	version string // that the session has
	info    []byte // clientInfo, raw
	roots   bool
	changes bool              // of them are told
	asks    map[string][]byte // sampling and elicitation, raw, if it has them
}

// initialize answers for all upstreams at once.
func (s *session) initialize(c *call, m message) {
	h, err := s.greet(m)
	if err != nil {
		c.failed(err)
		return
	}
	ctx, end := s.p.limited(s.ctx, handshakePatience)
	defer end()
	type start struct {
		l   *link
		err error
	}
	links, unknown := s.all(), 0
	started := make(chan start, len(links))
	for _, l := range links {
		known := l.assume(h)
		if !known {
			unknown++
		}
		s.group.Go(func() {
			err := l.up(s.ctx)
			if err != nil && s.ctx.Err() == nil {
				s.p.log.Warn("an upstream is not there: it is tried again when it is needed", "upstream", l.name, "why", err.Error())
			}
			if !known {
				started <- start{l, err}
			}
		})
	}
	for ; unknown > 0; unknown-- {
		select {
		case x := <-started:
			var other *versionError
			switch {
			case errors.As(x.err, &other):
				c.fail(codeInvalidParams, other.Error())
				return
			case x.err != nil && len(links) == 1:
				c.failed(x.err)
				return
			}
		case <-ctx.Done():
			if s.ctx.Err() != nil {
				c.failed(s.ctx.Err())
				return
			}
			unknown = 1 // whoever takes longer is told of when it is there
		}
	}
	welcome := s.welcome(c.ctx(), h)
	x := c.passage(ToModel)
	x.Out = len(welcome)
	if err := s.record(c.tally, x); err != nil {
		c.refuse(err)
		return
	}
	c.answer("ok", func() [][]byte {
		defer close(s.ready)
		return responsePieces(c.id, welcome)
	})
}

// greet reads what the client says of itself.
func (s *session) greet(m message) (*hello, error) {
	params := m.bytes(m.params)
	h := &hello{asks: map[string][]byte{}}
	_ = members(params, func(name string, _, v span) bool {
		switch value := params[v.start:v.end]; name {
		case "protocolVersion":
			h.version, _ = stringAt(value)
		case "clientInfo":
			h.info = bytes.Clone(value)
		case "capabilities":
			_ = members(value, func(name string, _, v span) bool {
				switch name {
				case "roots":
					h.roots = true
					h.changes = bytes.Contains(value[v.start:v.end], []byte("true"))
				case "sampling", "elicitation", "tasks":
					if value[v.start] == '{' {
						h.asks[name] = bytes.Clone(value[v.start:v.end])
					}
				}
				return true
			})
		}
		return true
	})
	if h.version == "" {
		return nil, &ShieldError{Code: codeInvalidParams, Why: "initialize has no protocolVersion"}
	}
	if !slices.Contains(versions, h.version) { // the client decides whether it speaks ours
		h.version = versions[len(versions)-1]
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hello != nil {
		return nil, &ShieldError{Code: codeInvalidRequest, Why: "the session is initialized already"}
	}
	s.hello = h
	return h, nil
}

// A versionError says which upstream speaks another version.
type versionError struct{ upstream, speaks, asked string }

func (e *versionError) Error() string {
	return fmt.Sprintf("mcpproxy: upstream %s speaks protocol version %s, the session %s (strict_versions, allow_unknown_protocol_version)", e.upstream, e.speaks, e.asked)
}

// introduce initializes an upstream that has just been started.
func (l *link) introduce(ctx context.Context) error {
	l.s.mu.Lock()
	h := l.s.hello
	l.s.mu.Unlock()
	ctx, end := l.s.p.limited(ctx, l.u().StartupTimeout.Duration())
	defer end()
	m, err := l.request(ctx, "initialize", h.params(l.u()))
	switch {
	case errors.Is(err, context.Canceled) && l.s.ctx.Err() == nil, errors.Is(err, context.DeadlineExceeded):
		return l.failed("did not answer initialize within %v (startup_timeout)", l.u().StartupTimeout.Duration())
	case err != nil:
		return err
	case !m.err.empty():
		return l.failed("has refused to be initialized")
	}
	about, err := l.readAbout(m.bytes(m.result))
	if err != nil {
		return err
	}
	asked := slices.Index(versions, h.version)
	at := slices.Index(versions, about.version)
	if (at < 0 || at > asked) && !l.s.p.cfg().AllowUnknownProtocolVersion || l.s.p.cfg().StrictVersions && about.version != h.version {
		speaks := about.version
		if !isToken(speaks, "-.") {
			speaks = "that is none"
		}
		return &versionError{l.name, speaks, h.version}
	}
	l.mu.Lock()
	l.about = about
	l.mu.Unlock()
	return nil
}

// params are those of initialize as an upstream has them: what the client offers and the
// gateway relays.
func (h *hello) params(u *UpstreamConfig) []byte {
	var b bytes.Buffer
	b.WriteString(`{"protocolVersion":`)
	b.Write(appendString(nil, h.version))
	b.WriteString(`,"capabilities":{`)
	sep := ""
	if h.roots && u.Roots == PolicyPass {
		fmt.Fprintf(&b, `"roots":{"listChanged":%v}`, h.changes)
		sep = ","
	}
	for _, x := range [...]struct {
		name, policy string
		members      []string
	}{{"sampling", u.Sampling, []string{"context", "tools"}}, {"elicitation", u.Elicitation, []string{"form", "url"}}} {
		raw, has := h.asks[x.name]
		if !has || x.policy != PolicyPass {
			continue
		}
		fmt.Fprintf(&b, "%s%q:{", sep, x.name)
		inner := ""
		for _, m := range x.members {
			if !memberAt(raw, m).empty() && !(m == "context" && u.Trust == TrustUntrusted) {
				fmt.Fprintf(&b, "%s%q:{}", inner, m)
				inner = ","
			}
		}
		b.WriteByte('}')
		sep = ","
	}
	if tasks := h.tasks(u); tasks != "" {
		b.WriteString(sep + `"tasks":` + tasks)
	}
	b.WriteString(`},"clientInfo":`)
	if len(h.info) > 0 && h.info[0] == '{' {
		b.Write(h.info)
	} else {
		b.WriteString(`{"name":"cloak-gateway","version":"0"}`)
	}
	b.WriteByte('}')
	return b.Bytes()
}

// tasks are the client's, as an upstream has them: of what it may ask the client for.
func (h *hello) tasks(u *UpstreamConfig) string {
	raw := h.asks["tasks"]
	at := memberAt(raw, "requests")
	requests := ""
	for _, x := range [...]struct{ name, method, policy string }{{"sampling", "createMessage", u.Sampling}, {"elicitation", "create", u.Elicitation}} {
		of := memberAt(raw[at.start:at.end], x.name)
		if h.asks[x.name] != nil && x.policy == PolicyPass && !memberAt(raw[at.start:at.end][of.start:of.end], x.method).empty() {
			requests += fmt.Sprintf(`,%q:{%q:{}}`, x.name, x.method)
		}
	}
	if requests == "" {
		return ""
	}
	out := `{"requests":{` + requests[1:] + "}"
	for _, m := range taskMethods {
		if !memberAt(raw, m).empty() {
			out += fmt.Sprintf(`,%q:{}`, m)
		}
	}
	return out + "}"
}

// taskMethods are those that may be there, and need not.
var taskMethods = []string{"list", "cancel"}

// tasks are those of all upstreams: "" if none has any.
func (s *session) tasks() string {
	calls, with := false, map[string]bool{}
	for _, l := range s.all() {
		l.mu.Lock()
		raw := l.about.capabilities["tasks"]
		l.mu.Unlock()
		for _, m := range taskMethods {
			with[m] = with[m] || !memberAt(raw, m).empty()
		}
		for _, name := range []string{"requests", "tools", "call"} {
			at := memberAt(raw, name)
			raw = raw[at.start:at.end]
		}
		calls = calls || len(raw) > 0
	}
	if !calls {
		return ""
	}
	out := `{"requests":{"tools":{"call":{}}}`
	for _, m := range taskMethods {
		if with[m] {
			out += fmt.Sprintf(`,%q:{}`, m)
		}
	}
	return out + "}"
}

// readAbout reads the result of initialize.
func (l *link) readAbout(result []byte) (about, error) {
	a := about{capabilities: map[string][]byte{}}
	err := members(result, func(name string, _, v span) bool {
		switch value := result[v.start:v.end]; name {
		case "protocolVersion":
			a.version, _ = stringAt(value)
		case "instructions":
			a.instructions, _ = stringAt(value)
		case "serverInfo":
			a.server = serverName(value)
		case "capabilities":
			_ = members(value, func(name string, _, v span) bool {
				a.capabilities[name] = bytes.Clone(value[v.start:v.end])
				return true
			})
		}
		return true
	})
	if err != nil || a.version == "" {
		return a, l.failed("answered initialize with what has no protocolVersion")
	}
	return a, nil
}

// serverName is name and version of a serverInfo.
func serverName(info []byte) string {
	var parts [2]string
	_ = members(info, func(name string, _, v span) bool {
		switch name {
		case "name":
			parts[0], _ = stringAt(info[v.start:v.end])
		case "version":
			parts[1], _ = stringAt(info[v.start:v.end])
		}
		return true
	})
	return strings.TrimSpace(parts[0] + " " + parts[1])
}

// relayed are the capabilities that the gateway has if an upstream has them, with their
// members: what is in none of them is not relayed.
var relayed = []struct {
	name    string
	members []string
}{
	{"completions", nil},
	{"logging", nil},
	{"prompts", []string{"listChanged"}},
	{"resources", []string{"listChanged", "subscribe"}},
	{"tools", []string{"listChanged"}},
}

// welcome is the gateway's answer to initialize.
func (s *session) welcome(ctx context.Context, h *hello) []byte {
	var b bytes.Buffer
	b.WriteString(`{"protocolVersion":`)
	b.Write(appendString(nil, h.version))
	b.WriteString(`,"capabilities":{`)
	sep := ""
	for _, c := range relayed {
		has, with := false, map[string]bool{}
		for _, l := range s.all() {
			l.mu.Lock()
			raw, ok := l.about.capabilities[c.name]
			if l.about.version == "" && c.name == "tools" { // it may come up yet: then the client is told
				raw, ok = []byte(`{"listChanged":true}`), true
			}
			l.mu.Unlock()
			has = has || ok
			_ = members(raw, func(name string, _, v span) bool {
				with[name] = with[name] || string(raw[v.start:v.end]) == "true"
				return true
			})
		}
		if !has {
			continue
		}
		fmt.Fprintf(&b, "%s%q:{", sep, c.name)
		inner := ""
		for _, m := range c.members {
			if with[m] {
				fmt.Fprintf(&b, "%s%q:true", inner, m)
				inner = ","
			}
		}
		b.WriteByte('}')
		sep = ","
	}
	if tasks := s.tasks(); tasks != "" {
		b.WriteString(sep + `"tasks":` + tasks)
	}
	b.WriteString(`},"serverInfo":{"name":"cloak-gateway","version":`)
	b.Write(appendString(nil, cmp.Or(s.p.cfg().Version, "devel")))
	b.WriteByte('}')
	if text := s.instructions(ctx); text != "" {
		b.WriteString(`,"instructions":`)
		b.Write(appendString(nil, text))
	}
	b.WriteByte('}')
	return b.Bytes()
}

// instructions are those of all upstreams, each sanitized and cut to its length.
func (s *session) instructions(ctx context.Context) string {
	var parts []string
	for _, l := range s.all() {
		l.mu.Lock()
		text := l.about.instructions
		l.mu.Unlock()
		if most := s.p.cfg().Limits.MaxInstructions; len(text) > most {
			for most > 0 && !utf8.RuneStart(text[most]) {
				most--
			}
			text = text[:most] + " […]"
		}
		if g := s.p.guard(); g != nil && text != "" {
			out, fs, err := g.engine.Sanitize(ctx, g.m, text, cloak.Source{Origin: l.name, Foreign: true})
			if err == nil {
				err = g.settle()
			}
			if err != nil {
				s.p.log.Warn("instructions were withheld", "upstream", l.name, "why", err.Error())
				continue
			}
			g.counts.found(fs)
			tallyIn(ctx).found(fs)
			text = out
		}
		if text == "" {
			continue
		}
		if len(s.all()) > 1 {
			text = "## " + l.name + "\n" + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "\n\n")
}

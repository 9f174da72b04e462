package mcpproxy

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
)

// A forwarded request is one that a single upstream answers. Where its values stand is
// known by its method: only there are stand-ins restored.
type forwarded struct {
	edits   []edit // of params, but for what is restored
	restore []span // of params: values that the upstream has as they are
	tool    string // byTool: as its upstream has it; byTask: that it is a call of, if that is known
	task    string // byTask: as its upstream has it
	shown   string // byTool: as the model has it
	rules   []*restoreRule
}

// forward sends a request of the client to the upstream that it names.
func (s *session) forward(c *call, m message) {
	params := bytes.Clone(m.bytes(m.params))
	l, f, err := s.route(c, params)
	if err == errUnlisted { // its name may have been shortened: the lists tell
		s.group.Go(func() {
			s.refreshAll(c.row)
			l, f, err := s.route(c, params)
			if err == errUnlisted {
				err = &ShieldError{Code: codeInvalidParams, Why: "no upstream has what the request names"}
				if c.row.route == byURI {
					err = &ShieldError{Code: codeNoResource, Why: "no upstream has told of this resource: it is in no list, and fits no template"}
				}
			}
			if err != nil {
				c.failed(err)
				return
			}
			l.enqueue(func() { s.deliver(c, l, f, params) })
		})
		return
	}
	if err != nil {
		c.failed(err)
		return
	}
	l.enqueue(func() { s.deliver(c, l, f, params) })
}

// atOnce is how long an answer is, in bytes, that is sanitized where it is read: to have that
// done elsewhere, while others are read, would take as long.
const atOnce = 16 << 10

// deliver restores what the upstream is to have, sends it, and has the answer sanitized.
func (s *session) deliver(c *call, l *link, f *forwarded, params []byte) {
	if now := s.set.Load().byName[l.name]; now != nil && now != l && l.isRetired() { // started otherwise now
		now.enqueue(func() { s.deliver(c, now, f, params) })
		return
	}
	c.mu.Lock()
	c.meant = l
	c.mu.Unlock()
	if err := l.up(s.ctx); err != nil {
		c.failed(err)
		return
	}
	if err := s.quarantined(l, f); err != nil {
		c.failed(err)
		return
	}
	outputs := s.outputs(l, c.row, f)
	edits := f.edits
	if g := s.p.guard(); g != nil {
		for _, at := range f.restore {
			value := params[at.start:at.end]
			out, err := g.toTool(c.ctx(), l.name, newPermit(f.shown, f.rules, value), value)
			if err != nil {
				c.failed(err)
				return
			}
			edits = append(edits, edit{at, out})
		}
	}
	out, asked := c.seen.ask(l.name, splice(params, edits), s.p.guard() != nil)
	ctx, end := s.p.within(s.ctx)
	defer end()
	w := &waiting{call: c, token: c.progress, done: func(a answer) {
		c.seen.note(asked.answer(c.row.result, a))
		if s.p.guard() == nil || len(a.m.raw) < atOnce {
			s.deliverBack(c, l, f, outputs, a)
			return
		}
		s.group.Go(func() { s.deliverBack(c, l, f, outputs, a) })
	}}
	if c.row.method == "tasks/result" { // it waits until the task has ended
		w.task, w.timeout = f.task, s.p.longest()
	}
	w.again = func() bool {
		asked.end(errorOther, 0)
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.repeated || c.ended {
			return c.ended
		}
		c.repeated = true
		l.enqueue(func() { s.deliver(c, l, f, params) })
		return true
	}
	w.repeats = c.row.route != byTool && c.row.method != "tasks/cancel" || c.row.route == byTool && l.repeatable(f.tool)
	c.sending(l)
	x := c.passage(ToUpstream)
	x.In, x.Out, x.Passes = len(params), len(out), len(f.restore) == 0
	if err := s.record(c.tally, x); err != nil {
		asked.end(errorOther, 0)
		c.refuse(err)
		return
	}
	if c.row.method == "resources/subscribe" { // it may tell of a change with its answer
		s.subscribe(l, stringIn(out, "uri"), true)
	}
	n, err := l.send(ctx, c.row.method, out, w)
	if errors.Is(err, errDown) { // it has ended since
		if err = l.up(s.ctx); err == nil {
			err = s.quarantined(l, f)
		}
		if err == nil {
			n, err = l.send(ctx, c.row.method, out, w)
		}
	}
	if errors.Is(err, errDown) {
		err = l.failed("has ended before the call was sent")
	}
	if err != nil {
		asked.end(errorOther, 0)
		c.failed(err)
		return
	}
	if g := s.p.guard(); g != nil {
		defer func() {
			ctx, t := s.tallied(s.ctx)
			for _, at := range f.restore {
				g.report(ctx, l.name, params[at.start:at.end])
			}
			if t != nil && len(t.p.ModelWrote) > 0 {
				if err := s.tell(t, Passage{Upstream: l.name, Method: c.row.method, To: ToUpstream, Passes: true}); err != nil {
					s.p.log.Error("that the model has written values itself cannot be recorded: the call has left", "upstream", l.name, "why", err.Error())
				}
			}
		}()
	}
	if !c.sent(l, n) && l.take(n) != nil { // cancelled while it was on its way
		l.cancel(n, nil)
	}
	if c.row.method == "resources/unsubscribe" {
		s.subscribe(l, stringIn(out, "uri"), false)
	}
}

// deliverBack is the answer on its way to the model.
func (s *session) deliverBack(c *call, l *link, f *forwarded, outputs *toolSchema, a answer) {
	if a.err != nil {
		c.failed(a.err)
		return
	}
	if !a.m.err.empty() {
		x, why := dataShape, a.m.bytes(a.m.err)
		if s.sendsToPages(l) && string(rawIn(why, "code")) == codePage {
			x, why = pageErrorShape, s.renamedIn(l, why)
		}
		raw, err := s.toModel(c.ctx(), l, x, why, nil)
		if err != nil {
			c.failed(err)
			return
		}
		if c.leaves(x, true, len(why), len(raw)) {
			c.answer("error", func() [][]byte { return [][]byte{failure(c.id, raw)} })
		}
		return
	}
	result := a.m.bytes(a.m.result)
	s.noteLinks(l, c.row, result)
	if namesTasks(result) {
		s.becameTask(c, l, f, a.m.bytes(a.m.id), result)
	}
	if c.row.method == "tasks/result" {
		l.settled(f.task)
	}
	out, err := s.toModel(c.ctx(), l, c.row.result, result, outputs)
	if err != nil {
		c.failed(err)
		return
	}
	if c.leaves(c.row.result, false, len(result), len(out)) {
		c.result(out)
	}
}

// leaves records an answer of an upstream's that is on its way to the client, and reports whether
// it may go there: if not, c was answered with an error.
func (c *call) leaves(x shape, failed bool, in, out int) bool {
	p := c.passage(ToModel)
	p.Passes, p.Failed, p.In, p.Out = x == nothing || x == definitions, failed, in, out
	if err := c.s.record(c.tally, p); err != nil {
		c.refuse(err)
		return false
	}
	return true
}

// route finds the upstream of a request, and what of its params is changed on the way.
func (s *session) route(c *call, params []byte) (*link, *forwarded, error) {
	f := &forwarded{}
	var l *link
	var err error
	switch c.row.route {
	case byTool, byPrompt:
		l, err = s.byName(c, params, f)
	case byURI:
		l, err = s.byURI(params, f)
	case byRef:
		l, err = s.byRef(params, f)
	case byTask:
		l, err = s.byTask(params, f)
	default:
		err = &ShieldError{Code: codeMethod, Why: "this method names no upstream"}
	}
	if err != nil {
		return nil, nil, err
	}
	c.progress = progressToken(params)
	f.edits = append(f.edits, s.theirTasks(l, params)...)
	return l, f, nil
}

// errUnlisted says that no upstream is known that has what a request names.
var errUnlisted = fmt.Errorf("mcpproxy: nothing of that name is known")

// byName is a call of a tool, or for a prompt.
func (s *session) byName(c *call, params []byte, f *forwarded) (*link, error) {
	var name, arguments span
	twice := false
	_ = members(params, func(key string, _, v span) bool {
		switch key {
		case "name":
			twice = twice || !name.empty()
			name = v
		case "arguments":
			twice = twice || !arguments.empty()
			arguments = v
		}
		return true
	})
	shown, ok := stringAt(params[name.start:name.end])
	switch {
	case !ok:
		return nil, &ShieldError{Code: codeInvalidParams, Why: "the request has no name"}
	case twice || doubled(params[arguments.start:arguments.end]):
		return nil, &ShieldError{Code: codeInvalidParams, Why: "the request has a member twice: which of the two counts, nobody knows"}
	}
	x, known, unlisted := s.p.names().parted(shown)
	if c.row.route == byTool {
		x, known, unlisted = s.p.names().tool(shown)
	}
	switch l := s.set.Load().byName[x.upstream]; {
	case unlisted && !s.listedAll():
		return nil, errUnlisted
	case !known || l == nil || c.row.route == byTool && !s.p.names().permits(x.upstream, x.name):
		return nil, &ShieldError{Code: codeInvalidParams, Why: "there is no " + c.what() + " of that name: names begin with that of an upstream and " + separator}
	default:
		f.tool = x.name
		if c.row.route == byTool {
			f.shown, f.rules = shown, s.p.restore().of(x.upstream, x.name)
		}
		if x.name != shown {
			f.edits = append(f.edits, edit{name, appendString(nil, x.name)})
		}
		if !arguments.empty() {
			f.restore = append(f.restore, arguments)
		}
		return l, nil
	}
}

func (c *call) what() string {
	if c.row.route == byPrompt {
		return "prompt"
	}
	return "tool"
}

// byURI is a request for a resource.
func (s *session) byURI(params []byte, f *forwarded) (*link, error) {
	at := memberAt(params, "uri")
	uri, ok := stringAt(params[at.start:at.end])
	if !ok {
		return nil, &ShieldError{Code: codeInvalidParams, Why: "the request has no uri"}
	}
	if g := s.p.guard(); g != nil {
		uri = g.real(uri)
		f.restore = append(f.restore, at)
	}
	return s.owner(uri)
}

func (s *session) owner(uri string) (*link, error) {
	if len(s.all()) == 1 {
		return s.all()[0], nil
	}
	upstream, ok := s.uris.of(uri)
	if !ok {
		return nil, errUnlisted
	}
	return s.set.Load().byName[upstream], nil
}

// byRef is a request for completions of an argument.
func (s *session) byRef(params []byte, f *forwarded) (l *link, err error) {
	ref := memberAt(params, "ref")
	raw := params[ref.start:ref.end]
	name, uri := memberAt(raw, "name"), memberAt(raw, "uri")
	switch stringIn(raw, "type") {
	case "ref/prompt":
		shown, _ := stringAt(raw[name.start:name.end])
		x, ok, unlisted := s.p.names().parted(shown)
		if unlisted && !s.listedAll() {
			return nil, errUnlisted
		}
		if l = s.set.Load().byName[x.upstream]; !ok || l == nil {
			return nil, &ShieldError{Code: codeInvalidParams, Why: "there is no prompt of that name"}
		}
		if x.name != shown {
			f.edits = append(f.edits, edit{span{ref.start + name.start, ref.start + name.end}, appendString(nil, x.name)})
		}
	case "ref/resource":
		text, _ := stringAt(raw[uri.start:uri.end])
		if g := s.p.guard(); g != nil {
			text = g.real(text)
			f.restore = append(f.restore, span{ref.start + uri.start, ref.start + uri.end})
		}
		if l, err = s.owner(text); err != nil {
			return nil, err
		}
	default:
		return nil, &ShieldError{Code: codeInvalidParams, Why: "the request refers to no prompt and no resource"}
	}
	for _, key := range []string{"argument", "context"} {
		if at := memberAt(params, key); !at.empty() {
			f.restore = append(f.restore, at)
		}
	}
	return l, nil
}

// subscribe notes that the client wants to be told of a resource, or not.
func (s *session) subscribe(l *link, uri string, wanted bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	uris := s.subscribed[l.name]
	if uris == nil {
		uris = map[string]bool{}
		s.subscribed[l.name] = uris
	}
	if !wanted {
		delete(uris, uri)
	} else if len(uris) < maxURIs {
		uris[uri] = true
	}
}

// noteLinks notes whose the resources are that a result tells of.
func (s *session) noteLinks(l *link, r *methodRow, result []byte) {
	if len(s.all()) == 1 || r.result != callShape && r.result != promptShape {
		return
	}
	w := walk{raw: result}
	block := func(v span) {
		if stringIn(result[v.start:v.end], "type") == "resource_link" {
			s.uris.add(l.name, stringIn(result[v.start:v.end], "uri"))
		}
	}
	w.list(span{0, len(result)}, "content", block)
	w.list(span{0, len(result)}, "messages", func(v span) {
		w.object(v, func(name string, v span) {
			if name == "content" {
				block(v)
			}
		})
	})
}

// setLevel tells all upstreams that have logs what the client wants of them.
func (s *session) setLevel(c *call, m message) {
	params := s.toAny(bytes.Clone(m.bytes(m.params)))
	s.mu.Lock()
	s.level = &params // for those that are not there yet, too
	s.mu.Unlock()
	for _, l := range s.all() {
		l.enqueue(func() { l.setLevel(&params) })
	}
	c.result([]byte("{}"))
}

// memberAt is the value of an object's first member of a name; empty if it has none.
func memberAt(object []byte, name string) (at span) {
	_ = members(object, func(key string, _, v span) bool {
		if key == name {
			at = v
		}
		return at.empty()
	})
	return at
}

func stringIn(object []byte, name string) string {
	at := memberAt(object, name)
	s, _ := stringAt(object[at.start:at.end])
	return s
}

// doubled reports whether an object of arguments has a member twice, at any depth.
func doubled(value []byte) bool {
	if len(value) == 0 {
		return false
	}
	twice := false
	switch value[0] {
	case '{':
		seen := map[string]bool{}
		_ = members(value, func(name string, _, v span) bool {
			twice = seen[name] || doubled(value[v.start:v.end])
			seen[name] = true
			return !twice
		})
	case '[':
		_ = elements(value, func(v span) bool {
			twice = doubled(value[v.start:v.end])
			return !twice
		})
	}
	return twice
}

// progressToken is params._meta.progressToken, raw; nil for none.
func progressToken(params []byte) []byte {
	if at, ok := tokenAt(params); ok {
		return params[at.start:at.end]
	}
	return nil
}

func tokenAt(params []byte) (span, bool) {
	meta := memberAt(params, "_meta")
	at := memberAt(params[meta.start:meta.end], "progressToken")
	return span{meta.start + at.start, meta.start + at.end}, !at.empty()
}

// withProgressToken gives a request its number as the token of its progress.
func withProgressToken(params []byte, id int64) []byte {
	at, ok := tokenAt(params)
	if !ok {
		return params
	}
	return splice(params, []edit{{at, strconv.AppendInt(nil, id, 10)}})
}

// failure is an answer with an upstream's error.
func failure(id, raw []byte) []byte {
	b := append([]byte(`{"jsonrpc":"2.0","id":`), id...)
	b = append(append(b, `,"error":`...), raw...)
	return append(b, '}')
}

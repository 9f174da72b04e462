package mcpproxy

import (
	"bytes"
	"context"
	"errors"
	"sync"
)

// Lists are joined over all upstreams. A page is a page of each that has more; the cursor
// says which those are, and says it to the gateway alone.

// A page is what one upstream answers to a list.
type page struct {
	link     *link
	result   []byte // raw, as the client sees it
	elements []byte // without brackets
	raw      []byte // as the upstream has sent it; nil if it was not asked
	next     string
	err      error
	tally    *tally // of what was done to it; nil: nobody records
}

// list answers a list.
func (s *session) list(c *call, m message) {
	pages, err := s.pages(c, m.bytes(m.params))
	if err != nil {
		c.failed(err)
		return
	}
	var good []page
	for _, p := range pages {
		if p.err != nil {
			s.p.log.Warn("a list goes without an upstream", "upstream", p.link.name, "method", c.row.method, "why", p.err.Error())
			err = errors.Join(err, p.err)
			if !errors.Is(p.err, errUnrecorded) {
				x := c.passage(ToModel)
				x.Upstream, x.In = p.link.name, len(p.raw)
				s.recordEnd(p.tally, x, p.err)
			}
			continue
		}
		good = append(good, p)
	}
	if len(good) == 0 && err != nil {
		var first *UpstreamError
		var shield *ShieldError
		switch {
		case errors.As(err, &shield):
			c.refuse(shield)
		case errors.As(err, &first):
			c.refuse(first)
		default:
			c.refuse(err)
		}
		return
	}
	for _, p := range good {
		x := c.passage(ToModel)
		x.Upstream, x.Passes, x.In, x.Out = p.link.name, c.row.result == definitions || c.row.result == nothing, len(p.raw), len(p.result)
		if err := s.record(p.tally, x); err != nil {
			c.refuse(err)
			return
		}
	}
	c.result(s.joined(c.row, good))
}

// pages asks every upstream that has such a list and, if there is a cursor, more of it.
func (s *session) pages(c *call, params []byte) ([]page, error) {
	r := c.row
	cursors := map[string]string{}
	resumed := memberAt(params, "cursor")
	if !resumed.empty() {
		cursor, _ := stringAt(params[resumed.start:resumed.end])
		next, err := s.p.seal.open(r.method, cursor)
		if err != nil {
			return nil, &ShieldError{Code: codeInvalidParams, Why: "the cursor is none of this session's: begin the list anew"}
		}
		cursors = next
	}
	var asked []page
	for _, l := range s.all() {
		if _, more := cursors[l.name]; (resumed.empty() || more) && l.has(r) {
			asked = append(asked, page{link: l})
		}
	}
	var all sync.WaitGroup
	for i := range asked {
		p := &asked[i]
		all.Go(func() {
			out := params
			if !resumed.empty() {
				out = splice(params, []edit{{resumed, appendString(nil, cursors[p.link.name])}})
			}
			ctx, t := s.tallied(c.ctx())
			*p = s.page(ctx, c, p.link, r, out)
			p.tally = t
		})
	}
	all.Wait()
	return asked, nil
}

// has reports whether an upstream has what a list is of; one that was never up may have.
func (l *link) has(r *methodRow) bool {
	what := r.list
	if what == "resourceTemplates" {
		what = "resources"
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if what == "tasks" && l.about.version != "" {
		return !memberAt(l.about.capabilities[what], "list").empty()
	}
	return l.about.version == "" || l.about.capabilities[what] != nil
}

// page asks one upstream, for a call of the client's; nil: for the gateway itself.
func (s *session) page(ctx context.Context, c *call, l *link, r *methodRow, params []byte) page {
	p := page{link: l}
	if memberAt(params, "cursor").empty() {
		if result := l.known(r); result != nil {
			return s.readPage(ctx, l, r, result, nil) // it was compared with its pins when it came
		}
	}
	if p.err = l.up(ctx); p.err != nil {
		return p
	}
	if !l.has(r) { // it is known now
		p.result = []byte("{}")
		return p
	}
	out, asked := observedIn(ctx).ask(l.name, params, s.p.guard() != nil)
	if c != nil {
		x := c.passage(ToUpstream)
		x.Upstream, x.Passes, x.In, x.Out = l.name, true, len(params), len(out)
		if p.err = s.record(nil, x); p.err != nil {
			asked.end(errorOther, 0)
			return p
		}
	}
	m, err := l.request(ctx, r.method, out)
	asked.answer(r.result, answer{m, err})
	switch {
	case err != nil:
		p.err = err
		return p
	case !m.err.empty():
		p.err = l.failed("has refused a list")
		return p
	}
	result := m.bytes(m.result)
	if list := memberAt(result, r.list); memberAt(result, "nextCursor").empty() && memberAt(params, "cursor").empty() && !list.empty() {
		l.learned(r.list, result)
	}
	var shown map[string]bool
	if r.list == "tools" {
		if shown, p.err = s.pin(l, result); p.err != nil {
			return p
		}
	}
	p = s.readPage(ctx, l, r, result, shown)
	p.raw = result
	return p
}

// readPage notes what a list tells, and names its elements as the client sees them. Of tools it
// has only those that pins let be shown; nil: all.
func (s *session) readPage(ctx context.Context, l *link, r *methodRow, result []byte, pins map[string]bool) page {
	p := page{link: l}
	list := memberAt(result, r.list)
	var edits []edit
	var kept [][2]int // spans of elements that are shown
	dropped := false
	_ = elements(result[list.start:list.end], func(v span) bool {
		v = span{list.start + v.start, list.start + v.end}
		raw := result[v.start:v.end]
		show, x := s.element(l, r, raw, pins)
		if !show {
			dropped = true
			return true
		}
		for _, e := range x {
			edits = append(edits, edit{span{v.start + e.start, v.start + e.end}, e.text})
		}
		kept = append(kept, [2]int{v.start, v.end})
		return true
	})
	if next := memberAt(result, "nextCursor"); !next.empty() {
		p.next, _ = stringAt(result[next.start:next.end])
		edits = append(edits, edit{next, appendString(nil, s.p.seal.seal(r.method, map[string]string{l.name: p.next}))})
	}
	if dropped {
		var b []byte
		b = append(b, '[')
		for i, k := range kept {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(b, result[k[0]:k[1]]...)
		}
		b = append(b, ']')
		without := splice(result, []edit{{list, b}})
		return s.readPage(ctx, l, r, without, pins)
	}
	p.result = splice(result, edits)
	if p.result, p.err = s.toModel(ctx, l, r.result, p.result, nil); p.err != nil {
		return p
	}
	list = memberAt(p.result, r.list)
	if !list.empty() {
		p.elements = bytes.TrimSpace(p.result[list.start+1 : list.end-1])
	}
	return p
}

// element reads one element of a list: whether it is shown, and what of it is changed.
func (s *session) element(l *link, r *methodRow, raw []byte, pins map[string]bool) (show bool, edits []edit) {
	switch r.list {
	case "tools", "prompts":
		at := memberAt(raw, "name")
		name, ok := stringAt(raw[at.start:at.end])
		if !ok {
			return pins == nil, nil
		}
		shown := s.p.names().prompt(l.name, name)
		if r.list == "tools" {
			if !s.p.names().permits(l.name, name) || pins != nil && !pins[name] {
				return false, nil
			}
			shown = s.p.names().shown(l.name, name)
			l.define(name, raw)
		}
		s.inspect(l, r, raw)
		if shown != name {
			edits = append(edits, edit{at, appendString(nil, shown)})
		}
	case "resources":
		s.uris.add(l.name, stringIn(raw, "uri"))
	case "tasks":
		return !s.p.several || s.p.tasks.known(s.taskKeyOf(l, stringIn(raw, "taskId"))) != nil, nil
	case "resourceTemplates":
		s.uris.addTemplate(l.name, stringIn(raw, "uriTemplate"))
	}
	return true, edits
}

// define keeps what a tool says of its structured results.
func (l *link) define(tool string, raw []byte) {
	var x *toolSchema
	if at := memberAt(raw, "outputSchema"); !at.empty() {
		x = compileSchema(bytes.Clone(raw[at.start:at.end]))
	}
	says := memberAt(raw, "annotations")
	repeats := string(rawIn(raw[says.start:says.end], "readOnlyHint")) == "true" && string(rawIn(raw[says.start:says.end], "idempotentHint")) != "false"
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.tools) < maxTools {
		l.tools[tool] = x
		l.repeats[tool] = repeats
	}
}

// maxTools bounds what is remembered of an upstream's tools.
const maxTools = 10_000

// joined is the answer of all upstreams: that of the only one as it is.
func (s *session) joined(r *methodRow, pages []page) []byte {
	if len(s.all()) == 1 && len(pages) == 1 {
		return pages[0].result
	}
	b := append([]byte(`{`), appendString(nil, r.list)...)
	b = append(b, ":["...)
	next := map[string]string{}
	sep := ""
	for _, p := range pages {
		if len(p.elements) > 0 {
			b = append(append(b, sep...), p.elements...)
			sep = ","
		}
		if p.next != "" {
			next[p.link.name] = p.next
		}
	}
	b = append(b, ']')
	if len(next) > 0 {
		b = append(b, `,"nextCursor":`...)
		b = appendString(b, s.p.seal.seal(r.method, next))
	}
	return append(b, '}')
}

// outputs is what the tool of a call says of its results. Lists are asked for it once,
// where results are sanitized at all.
func (s *session) outputs(l *link, r *methodRow, f *forwarded) *toolSchema {
	if s.p.guard() == nil || r.route != byTool && r.route != byTask || f.tool == "" {
		return nil
	}
	l.mu.Lock()
	listed := l.listed
	l.mu.Unlock()
	if !listed {
		s.learn(l, rowOf("tools/list", fromClient, false))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.tools[f.tool]
}

// learn reads a whole list of an upstream: its tools, or whose resources there are. It returns
// a result that has all of it, nil if it could not be read.
func (s *session) learn(l *link, r *methodRow) []byte {
	const most = 100 // pages
	params := []byte("{}")
	var result, list []byte
	for n := range most {
		p := s.page(s.ctx, nil, l, r, params)
		if p.err != nil {
			return nil
		}
		if result = p.raw; n == 0 && p.next == "" {
			break
		}
		if list = appendList(list, rawIn(p.raw, r.list)); p.next == "" {
			result = append(append(appendString([]byte{'{'}, r.list), ':'), append(list, '}')...)
			l.learned(r.list, result)
			break
		}
		params = append(append([]byte(`{"cursor":`), appendString(nil, p.next)...), '}')
	}
	if r.list == "tools" && result != nil {
		l.mu.Lock()
		l.listed = true
		l.mu.Unlock()
	}
	return result
}

// appendList appends the elements of a raw list to a list, which is none if it is empty.
func appendList(list, raw []byte) []byte {
	if len(list) == 0 {
		list = []byte("[]")
	}
	if len(raw) < 2 || raw[0] != '[' {
		return list
	}
	if raw = bytes.TrimSpace(raw[1 : len(raw)-1]); len(raw) == 0 {
		return list
	}
	list = list[:len(list)-1]
	if len(list) > 1 {
		list = append(list, ',')
	}
	return append(append(list, raw...), ']')
}

// listedAll reports whether the tools of all upstreams are known.
func (s *session) listedAll() bool {
	for _, l := range s.all() {
		l.mu.Lock()
		listed := l.listed || l.conn == nil
		l.mu.Unlock()
		if !listed {
			return false
		}
	}
	return true
}

// refreshAll reads the lists that tell where what a request names is.
func (s *session) refreshAll(r *methodRow) {
	lists := []string{"tools/list"}
	switch r.route {
	case byPrompt:
		lists = []string{"prompts/list", "tools/list"}
	case byURI, byRef:
		lists = []string{"resources/list", "resources/templates/list", "prompts/list"}
	}
	var all sync.WaitGroup
	for _, l := range s.all() {
		all.Go(func() {
			for _, method := range lists {
				if r := rowOf(method, fromClient, false); l.has(r) {
					s.learn(l, r)
				}
			}
		})
	}
	all.Wait()
}

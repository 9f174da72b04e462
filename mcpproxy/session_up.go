package mcpproxy

import (
	"bytes"
	"strconv"
)

// What upstreams ask and tell. All of it is on its way to the model, or to a person.

// asked is a request of an upstream's.
func (l *link) asked(conn Conn, m message) {
	id := bytes.Clone(m.bytes(m.id))
	r := rowOf(m.method, fromServer, false)
	reply := func(frame []byte) {
		l.s.group.Go(func() {
			ctx, end := l.s.p.within(l.s.ctx)
			defer end()
			if err := conn.WriteFrame(ctx, frame); err != nil {
				l.down(conn, err)
			}
		})
	}
	switch {
	case r != nil && r.method == "ping":
		reply(response(id, []byte("{}")))
	case r == nil || r.route != toClient || !l.s.offers(l, r.method):
		reply(errorResponse(id, codeMethod, "this client does not offer "+quoteMethod(m.method), nil))
	default:
		l.s.ask(question{link: l, conn: conn, id: id, row: r})
	}
}

// offers reports whether the client may be asked by an upstream.
func (s *session) offers(l *link, method string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return method == "roots/list" && s.hello != nil && s.hello.roots && l.u.Trust == TrustLocal
}

// ask asks the client for an upstream.
func (s *session) ask(q question) {
	q.call = q.link.current()
	s.mu.Lock()
	s.next++
	n := s.next
	s.asked[n] = &q
	s.mu.Unlock()
	s.send(q.call, request(n, q.row.method, nil))
}

// answered is what the client answers to that: roots, which an upstream on this machine is
// to have as they are.
func (s *session) answered(m message) {
	n, ok := upstreamID(m.bytes(m.id))
	s.mu.Lock()
	q := s.asked[n]
	delete(s.asked, n)
	s.mu.Unlock()
	if !ok || q == nil {
		return
	}
	frame := response(q.id, m.bytes(m.result))
	if !m.err.empty() {
		frame = errorResponse(q.id, codeInternal, "the client has refused", nil)
	}
	s.group.Go(func() {
		ctx, end := s.p.within(s.ctx)
		defer end()
		if err := q.conn.WriteFrame(ctx, frame); err != nil {
			q.link.down(q.conn, err)
		}
	})
}

// told is a notification of an upstream's.
func (l *link) told(m message) {
	s, params := l.s, m.bytes(m.params)
	r := rowOf(m.method, fromServer, true)
	if r == nil || r.route == notRelayed {
		s.p.count(func(c *Counters) { c.Dropped++ })
		s.p.log.Debug("a notification of an upstream is not known, and was dropped", "upstream", l.name)
		return
	}
	var of *call
	switch r.method {
	case "notifications/cancelled":
		l.withdrawn(params)
		return
	case "notifications/progress":
		if params, of = l.progress(params); params == nil {
			return
		}
	case "notifications/message":
		of = l.current()
	case "notifications/resources/updated":
		uri := ""
		_ = members(params, func(name string, _, v span) bool {
			if name == "uri" {
				uri, _ = stringAt(params[v.start:v.end])
			}
			return true
		})
		s.mu.Lock()
		wanted := s.subscribed[l.name][uri]
		s.mu.Unlock()
		if !wanted {
			return
		}
	case "notifications/tools/list_changed":
		l.mu.Lock()
		l.listed = false
		l.mu.Unlock()
	}
	if !s.isReady() { // nothing comes in front of the answer to initialize
		return
	}
	if len(params) > 0 {
		out, err := s.toModel(l, r.result, params, nil)
		if err != nil {
			s.p.count(func(c *Counters) { c.Refused++ })
			s.p.log.Warn("a notification was withheld", "upstream", l.name, "why", err.Error())
			return
		}
		params = out
	}
	s.send(of, notification(r.method, params))
}

// progress gives a notification of progress the client's own token, and tells whose it is; nil
// if nobody waits.
func (l *link) progress(params []byte) ([]byte, *call) {
	var token span
	_ = members(params, func(name string, _, v span) bool {
		if name == "progressToken" {
			token = v
		}
		return true
	})
	n, ok := upstreamID(params[token.start:token.end])
	if !ok {
		return nil, nil
	}
	p := l.progressed(n)
	if p == nil {
		return nil, nil
	}
	return splice(params, []edit{{token, p.token}}), p.call
}

// withdrawn is for a question that its upstream does not want answered any more.
func (l *link) withdrawn(params []byte) {
	var id []byte
	_ = members(params, func(name string, _, v span) bool {
		if name == "requestId" {
			id = params[v.start:v.end]
		}
		return true
	})
	s := l.s
	s.mu.Lock()
	defer s.mu.Unlock()
	for n, q := range s.asked {
		if q.link == l && bytes.Equal(q.id, id) {
			delete(s.asked, n)
			frame := notification("notifications/cancelled", []byte(`{"requestId":`+strconv.FormatInt(n, 10)+`}`))
			s.group.Go(func() { s.send(q.call, frame) })
			return
		}
	}
}

// restarted tells the client that what an upstream has may have changed with its process,
// or that it is there at last.
func (s *session) restarted(l *link) {
	if !s.isReady() {
		return
	}
	l.mu.Lock()
	has := l.about.capabilities
	l.mu.Unlock()
	for _, what := range []string{"tools", "prompts", "resources"} {
		if has[what] != nil {
			s.send(nil, notification("notifications/"+what+"/list_changed", nil))
		}
	}
}

// toModel is the guard's, or what came if there is none.
func (s *session) toModel(l *link, x shape, value []byte, outputs *toolSchema) ([]byte, error) {
	if s.p.guard == nil || x == nothing || x == definitions {
		return value, nil
	}
	return s.p.guard.toModel(s.ctx, l.name, x, value, outputs)
}

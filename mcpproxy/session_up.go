package mcpproxy

import (
	"bytes"
	"context"
	"crypto/rand"
	"strconv"
	"strings"
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
		if r != nil {
			l.s.recordEnd(nil, Passage{Upstream: l.name, Method: r.method, To: ToModel, In: len(m.bytes(m.params))}, &ShieldError{Code: codeMethod})
		}
		reply(errorResponse(id, codeMethod, "this client does not offer "+quoteMethod(m.method), nil))
	default:
		if err := l.s.ask(question{link: l, conn: conn, id: id, row: r}, m.bytes(m.params)); err != nil {
			l.s.p.count(func(c *Counters) { c.Refused++ })
			l.s.p.log.Warn("what an upstream asks was withheld", "upstream", l.name, "why", err.Error())
			reply(errorResponse(id, codeInternal, "the gateway cannot ask this", nil))
		}
	}
}

// offers reports whether the client may be asked by an upstream.
func (s *session) offers(l *link, method string) bool {
	s.mu.Lock()
	h := s.hello
	s.mu.Unlock()
	if h == nil {
		return false
	}
	switch method {
	case "roots/list":
		return h.roots && l.u().Roots == PolicyPass
	case "sampling/createMessage":
		return h.asks["sampling"] != nil && l.u().Sampling == PolicyPass
	case "elicitation/create":
		return h.asks["elicitation"] != nil && l.u().Elicitation == PolicyPass
	case "tasks/get", "tasks/result":
		return h.asks["tasks"] != nil
	case "tasks/list", "tasks/cancel":
		return !memberAt(h.asks["tasks"], strings.TrimPrefix(method, "tasks/")).empty()
	}
	return false
}

// ask asks the client for an upstream: what the model, or the person, sees has no values.
func (s *session) ask(q question, params []byte) error {
	q.call, q.asked = q.link.current(params), q.row.method
	s.mu.Lock()
	s.next++
	n := s.next
	s.mu.Unlock()
	if len(params) > 0 && q.row.method != "roots/list" {
		switch {
		case doubled(params): // which of the two counts, nobody knows
			return withheld("it has a member twice")
		case q.row.method == "elicitation/create" && stringIn(params, "mode") == "url" && !s.sendsToPages(q.link):
			return withheld("the client does not send anybody to pages")
		}
		if q.row.result == askedTaskShape {
			var err error
			if params, q.asked, err = s.askTask(q.link, q.row, params); err != nil {
				return err
			}
		}
		var edits []edit
		if at, ok := tokenAt(params); ok {
			q.token = bytes.Clone(params[at.start:at.end])
			edits = append(edits, edit{at, strconv.AppendInt(nil, n, 10)})
		}
		if at := memberAt(params, "includeContext"); !at.empty() && q.link.u().Trust == TrustUntrusted {
			edits = append(edits, edit{at, []byte(`"none"`)}) // what others have told is not for it
		}
		edits = append(edits, s.renamed(q.link, params, span{0, len(params)})...)
		ctx, t := s.tallied(s.ctx)
		x := Passage{Upstream: q.link.name, Method: q.row.method, To: ToModel, In: len(params)}
		out, err := s.toModel(ctx, q.link, q.row.result, splice(params, edits), nil)
		if err != nil {
			s.recordEnd(t, x, err)
			return err
		}
		params, x.Out = out, len(out)
		if err := s.record(t, x); err != nil {
			return err
		}
	} else {
		params = nil
		if err := s.record(nil, Passage{Upstream: q.link.name, Method: q.row.method, To: ToModel, Passes: true}); err != nil {
			return err
		}
	}
	s.mu.Lock()
	s.asked[n] = &q
	s.mu.Unlock()
	s.send(q.call, request(n, q.row.method, params))
	return nil
}

// sendsToPages reports whether the person may be sent to pages for an upstream.
func (s *session) sendsToPages(l *link) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hello != nil && l.u().Elicitation == PolicyPass && !memberAt(s.hello.asks["elicitation"], "url").empty()
}

// maxElicitations bounds what is remembered of pages that a person was sent to.
const maxElicitations = 10_000

// An elicitation is an id that an upstream has given to one.
type elicitation struct {
	link *link
	id   string
}

// renamed gives the elicitation in an object an id that is the gateway's: those of two
// upstreams may be alike.
func (s *session) renamed(l *link, object []byte, in span) (edits []edit) {
	w := walk{raw: object}
	w.object(in, func(name string, v span) {
		if name == "elicitationId" {
			edits = append(edits, edit{v, appendString(nil, s.elicitationID(l, w.text(v)))})
		}
	})
	return edits
}

func (s *session) elicitationID(l *link, theirs string) string {
	x := elicitation{l, theirs}
	s.mu.Lock()
	defer s.mu.Unlock()
	if ours, ok := s.elicited[x]; ok {
		return ours
	}
	ours := rand.Text()
	if len(s.elicited) < maxElicitations {
		s.elicited[x] = ours
	}
	return ours
}

// renamedIn is renamed for those in the data of an error.
func (s *session) renamedIn(l *link, failure []byte) []byte {
	w := walk{raw: failure}
	var edits []edit
	w.object(span{0, len(failure)}, func(name string, v span) {
		if name == "data" {
			w.list(v, "elicitations", func(v span) { edits = append(edits, s.renamed(l, failure, v)...) })
		}
	})
	return splice(failure, edits)
}

// answered is what the client answers to that. Roots an upstream gets as they are. Of the
// stand-ins in what a model or a person says it has its own values back, whatever may go to
// it otherwise: it has only to ask for all that the model knows.
func (s *session) answered(m message) {
	n, ok := upstreamID(m.bytes(m.id))
	s.mu.Lock()
	q := s.asked[n]
	if q != nil && q.task != nil { // what was answered by a task is answered
		q = nil
	}
	if q != nil {
		delete(s.asked, n)
	}
	s.mu.Unlock()
	if !ok || q == nil {
		return
	}
	id, result, failed := q.id, bytes.Clone(m.bytes(m.result)), bytes.Clone(m.bytes(m.err))
	if at := memberAt(result, "task"); q.token != nil && !at.empty() { // it may show progress still
		q.task = s.p.tasks.give(taskKey{upstream: q.link.name, s: s, asked: true, theirs: stringIn(result[at.start:at.end], "taskId")})
		s.mu.Lock()
		if len(s.asked) < maxTasks {
			s.asked[n] = q
		}
		s.mu.Unlock()
	}
	s.group.Go(func() {
		result = splice(result, s.clientTasks(q, result))
		frame := response(id, result)
		ctx, t := s.tallied(s.ctx)
		x := Passage{Upstream: q.link.name, Method: q.row.method, To: ToUpstream, In: len(result), Out: len(result), Passes: q.row.method == "roots/list", Failed: len(failed) > 0}
		refused := false
		if g := s.p.guard(); g != nil && q.row.method != "roots/list" && len(result) > 0 {
			if err := g.answers(ctx, q.link.name, q.asked, result); err != nil {
				refused = true
				s.recordEnd(t, x, err)
				s.p.count(func(c *Counters) { c.Refused++ })
				s.p.log.Warn("an answer was withheld from an upstream", "upstream", q.link.name, "why", err.Error())
				frame = errorResponse(id, codeInternal, "the answer was withheld: "+err.Error(), nil)
			} else {
				out := g.toAsker(ctx, q.link.name, result)
				frame, x.Out = response(id, out), len(out)
			}
		}
		if len(failed) > 0 {
			frame, x.In, x.Out = failure(id, failed), len(failed), len(failed)
		}
		if !refused {
			if err := s.record(t, x); err != nil {
				frame = errorResponse(id, codeInternal, err.Error(), nil)
			}
		}
		ctx, end := s.p.within(s.ctx)
		defer end()
		if err := q.conn.WriteFrame(ctx, frame); err != nil {
			q.link.down(q.conn, err)
		}
	})
}

// progressOf hands on what the client says of how far it is with a question.
func (s *session) progressOf(m message) {
	params := bytes.Clone(m.bytes(m.params))
	at := memberAt(params, "progressToken")
	n, ok := upstreamID(params[at.start:at.end])
	s.mu.Lock()
	q := s.asked[n]
	s.mu.Unlock()
	if !ok || q == nil || q.token == nil {
		return
	}
	if !s.passes(q.link, m.method, len(params)) {
		return
	}
	q.link.enqueue(func() {
		q.link.notify(notification("notifications/progress", s.toAny(splice(params, []edit{{at, q.token}}))))
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
		of = l.current(params)
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
	case "notifications/elicitation/complete":
		s.mu.Lock()
		_, sent := s.elicited[elicitation{l, stringIn(params, "elicitationId")}]
		s.mu.Unlock()
		if !sent {
			return
		}
		params = splice(params, s.renamed(l, params, span{0, len(params)}))
	case "notifications/tools/list_changed":
		l.mu.Lock()
		l.listed = false
		l.mu.Unlock()
	}
	if !s.isReady() { // nothing comes in front of the answer to initialize
		return
	}
	ctx, t := s.tallied(s.ctx)
	x := Passage{Upstream: l.name, Method: r.method, To: ToModel, In: len(params), Passes: r.result == nothing || r.result == definitions}
	if len(params) > 0 {
		out, err := s.toModel(ctx, l, r.result, params, nil)
		if err != nil {
			s.recordEnd(t, x, err)
			s.p.count(func(c *Counters) { c.Refused++ })
			s.p.log.Warn("a notification was withheld", "upstream", l.name, "why", err.Error())
			return
		}
		params = out
	}
	if x.Out = len(params); s.record(t, x) != nil {
		return
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
		if q.link == l && q.task == nil && bytes.Equal(q.id, id) {
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
	l.mu.Lock()
	has, silent, assumed := l.about.capabilities, l.silent, l.assumed != nil
	l.mu.Unlock()
	switch {
	case !s.isReady() || silent:
	case assumed:
		s.there(l)
	default:
		changed := map[string]bool{}
		for _, kind := range kinds {
			changed[kind] = has[kind] != nil
		}
		s.changed(changed)
	}
}

// there has a server asked for what it has, if it is there and something else was told of it
// before.
func (s *session) there(l *link) {
	s.mu.Lock()
	began := s.began
	s.mu.Unlock()
	l.mu.Lock()
	due := began && l.greeted && l.assumed != nil
	l.mu.Unlock()
	if due {
		s.group.Go(l.survey)
	}
}

// toModel is the guard's, or what came if there is none.
func (s *session) toModel(ctx context.Context, l *link, x shape, value []byte, outputs *toolSchema) ([]byte, error) {
	if x == nothing || x == definitions {
		return value, nil
	}
	if value = s.ownTasks(l, x, value); s.p.guard() == nil {
		return value, nil
	}
	return s.p.guard().toModel(ctx, l.name, x, value, outputs)
}

package mcpproxy

import (
	"bytes"
	"crypto/rand"
	"slices"
	"strings"
	"sync"
)

// Tasks (MCP 2025-11-25) are requests that outlive their answer: who asks is given an id, asks
// how far it is, and fetches the result. A server carries out calls of tools, a client what it
// is asked. Each side knows a task of the other by an id that is the gateway's: those of two
// upstreams may be alike, and none can name what is another's.

// A task is one that a side has begun for the other.
type task struct {
	taskKey
	id   string // the gateway's
	tool string // that was called, or the method of what was asked; "" if nobody knows
}

// A taskKey is what a task is known by to whom carries it out.
type taskKey struct {
	upstream string
	s        *session // that it ends with; nil for a server at a URL, whose tasks outlive it
	asked    bool     // the client carries it out, for the upstream
	theirs   string
}

// tasks are those that are known, of all sessions of a principal. It is safe for concurrent use.
type tasks struct {
	mu    sync.Mutex
	byID  map[string]*task
	byKey map[taskKey]*task
	order map[string][]*task // by upstream, as they came
}

// maxTasks bounds how many of an upstream are remembered: the oldest is forgotten, and cannot be
// asked for. maxTaskID bounds what they are called, in bytes.
const (
	maxTasks  = 10_000
	maxTaskID = 1024
)

func newTasks() *tasks {
	return &tasks{byID: map[string]*task{}, byKey: map[taskKey]*task{}, order: map[string][]*task{}}
}

// give is the task of a key, which is a new one if it is not known.
func (x *tasks) give(k taskKey) *task {
	x.mu.Lock()
	defer x.mu.Unlock()
	if t := x.byKey[k]; t != nil {
		return t
	}
	k.theirs = strings.Clone(k.theirs)
	t := &task{taskKey: k, id: rand.Text()}
	if len(k.theirs) > maxTaskID { // nobody can ask for it
		return t
	}
	order := x.order[k.upstream]
	if len(order) >= maxTasks {
		x.drop(order[0])
		order = order[1:]
	}
	x.byID[t.id], x.byKey[k] = t, t
	x.order[k.upstream] = append(order, t)
	return t
}

func (x *tasks) drop(t *task) {
	delete(x.byID, t.id)
	delete(x.byKey, t.taskKey)
}

// known is the task of a key; nil for none.
func (x *tasks) known(k taskKey) *task {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.byKey[k]
}

// find is the task of an id that the gateway has given for the session s; nil for none.
func (x *tasks) find(s *session, asked bool, id string) *task {
	x.mu.Lock()
	defer x.mu.Unlock()
	t := x.byID[id]
	if t == nil || t.asked != asked || t.s != nil && t.s != s {
		return nil
	}
	return t
}

// calls notes which tool a task is a call of, and toolOf tells it.
func (x *tasks) calls(t *task, tool string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	t.tool = tool
}

func (x *tasks) toolOf(t *task) string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return t.tool
}

// leave forgets the tasks that have ended with a session.
func (x *tasks) leave(s *session) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for upstream, order := range x.order {
		x.order[upstream] = slices.DeleteFunc(order, func(t *task) bool {
			if t.s == s {
				x.drop(t)
			}
			return t.s == s
		})
	}
}

// taskKeyOf is the key of a task that an upstream carries out.
func (s *session) taskKeyOf(l *link, theirs string) taskKey {
	k := taskKey{upstream: l.name, theirs: theirs}
	if l.u().URL == "" {
		k.s = s
	}
	return k
}

const relatedTask = "io.modelcontextprotocol/related-task"

// related gives f the id of every task that params or a result say in _meta that they belong to.
func (w *walk) related(in span, f func(id span)) {
	w.object(in, func(name string, v span) {
		if name == "_meta" {
			w.object(v, func(name string, v span) {
				if name == relatedTask {
					w.taskID(v, f)
				}
			})
		}
	})
}

// taskID gives f the members taskId of an object.
func (w *walk) taskID(in span, f func(id span)) {
	w.object(in, func(name string, v span) {
		if name == "taskId" {
			f(v)
		}
	})
}

// tasksIn gives f every task of a value that has a shape: what the walk leaves is what was
// given an id of the gateway's, for both ask here.
func (w *walk) tasksIn(x shape, in span, f func(task span)) {
	switch x {
	case callShape:
		w.object(in, func(name string, v span) {
			if name == "task" {
				f(v)
			}
		})
	case taskShape:
		f(in)
	case tasksShape:
		w.list(in, "tasks", f)
	}
}

// namesTasks reports whether a value may name a task. A key that is written with escapes beside
// none that is not is no protocol's, and data.
func namesTasks(value []byte) bool { return bytes.Contains(value, []byte("taskId")) }

// ownTasks gives the tasks that a value of an upstream's names the ids that the client knows
// them by.
func (s *session) ownTasks(l *link, x shape, value []byte) []byte {
	if !namesTasks(value) {
		return value
	}
	w := walk{raw: value}
	var edits []edit
	rename := func(v span) {
		if id, ok := stringAt(value[v.start:v.end]); ok {
			edits = append(edits, edit{v, appendString(nil, s.clientTask(l, id))})
		}
	}
	w.related(span{0, len(value)}, rename)
	w.tasksIn(x, span{0, len(value)}, func(v span) {
		w.taskID(v, rename)
		if isOver(stringIn(value[v.start:v.end], "status")) {
			l.settled(stringIn(value[v.start:v.end], "taskId"))
		}
	})
	slices.SortFunc(edits, func(a, b edit) int { return a.start - b.start })
	return splice(value, edits)
}

// clientTask is what the client knows a task by of which an upstream speaks: one of its own
// that it carries out for that upstream, or one of the upstream's.
func (s *session) clientTask(l *link, id string) string {
	if t := s.p.tasks.find(s, true, id); t != nil && t.upstream == l.name {
		return t.theirs
	}
	return s.p.tasks.give(s.taskKeyOf(l, id)).id
}

// upstreamTask is what an upstream knows a task by of which the client speaks; "" if none of
// its tasks is meant.
func (s *session) upstreamTask(l *link, id string) string {
	if t := s.p.tasks.find(s, false, id); t != nil && t.upstream == l.name {
		return t.theirs
	}
	if t := s.p.tasks.known(taskKey{upstream: l.name, s: s, asked: true, theirs: id}); t != nil {
		return t.id
	}
	return ""
}

// theirTasks are the edits that give the tasks that the client names in _meta the ids that an
// upstream knows them by.
func (s *session) theirTasks(l *link, value []byte) (edits []edit) {
	if !namesTasks(value) {
		return nil
	}
	w := walk{raw: value}
	w.related(span{0, len(value)}, func(v span) {
		if id := s.upstreamTask(l, w.text(v)); id != "" {
			edits = append(edits, edit{v, appendString(nil, id)})
		}
	})
	return edits
}

// isOver reports whether a task of this status has ended.
func isOver(status string) bool {
	return status == "completed" || status == "failed" || status == "cancelled"
}

// task leaves what is the protocol's of one, as the model sees it.
func (w *walk) task(s span) {
	w.object(s, func(name string, v span) {
		switch name {
		case "taskId":
			w.leaveTaskID(v)
		case "status":
			w.leaveWord("task.status", v, "working", "input_required", "completed", "failed", "cancelled")
		case "createdAt", "lastUpdatedAt":
			if isTime(w.text(v)) {
				w.leave("task."+name, v)
			}
		}
	})
}

// leaveTaskID leaves the id of a task, which the gateway has made: ownTasks has seen to all that
// are strings.
func (w *walk) leaveTaskID(v span) {
	if _, ok := stringAt(w.raw[v.start:v.end]); ok {
		w.leave("task.taskId", v)
	}
}

// byTask is a request of the client about a task.
func (s *session) byTask(params []byte, f *forwarded) (*link, error) {
	at := memberAt(params, "taskId")
	id, _ := stringAt(params[at.start:at.end])
	t := s.p.tasks.find(s, false, id)
	switch {
	case doubled(params):
		return nil, &ShieldError{Code: codeInvalidParams, Why: "the request has a member twice: which of the two counts, nobody knows"}
	case t == nil || s.set.Load().byName[t.upstream] == nil:
		return nil, &ShieldError{Code: codeInvalidParams, Why: "no task of this id is known"}
	}
	f.edits = append(f.edits, edit{at, appendString(nil, t.theirs)})
	f.tool, f.task = s.p.tasks.toolOf(t), t.theirs
	return s.set.Load().byName[t.upstream], nil
}

// becameTask notes that a call of a tool is a task now: its answer was only that.
func (s *session) becameTask(c *call, l *link, f *forwarded, id, result []byte) {
	at := memberAt(result, "task")
	theirs := stringIn(result[at.start:at.end], "taskId")
	if c.row.method != "tools/call" || theirs == "" {
		return
	}
	s.p.tasks.calls(s.p.tasks.give(s.taskKeyOf(l, theirs)), f.tool)
	if n, ok := upstreamID(id); ok && c.progress != nil && !isOver(stringIn(result[at.start:at.end], "status")) {
		l.mu.Lock()
		defer l.mu.Unlock()
		if len(l.lasting) < maxTasks {
			l.lasting[n] = &lasting{token: c.progress, task: theirs}
		}
	}
}

// A lasting request is one that was answered by a task: it may show progress until that ends.
type lasting struct {
	token []byte // raw
	task  string
}

// settled forgets what a task has left to tell.
func (l *link) settled(theirs string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for n, x := range l.lasting {
		if x.task == theirs {
			delete(l.lasting, n)
		}
	}
}

// settled forgets the question that a task of the client's is for.
func (s *session) settled(t *task) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for n, q := range s.asked {
		if q.task == t {
			delete(s.asked, n)
		}
	}
}

// awaiting is the newest request for the result of a task that is not answered; nil for none.
// Its holder has l.mu.
func (l *link) awaiting(theirs string) (c *call) {
	var newest int64
	for n, p := range l.pending {
		if p.task == theirs && theirs != "" && n > newest {
			newest, c = n, p.call
		}
	}
	return c
}

// clientTasks are the edits that give an answer of the client, to a question of an upstream's,
// the ids that the upstream knows the tasks by.
func (s *session) clientTasks(q *question, result []byte) (edits []edit) {
	if !namesTasks(result) && q.row.method != "tasks/list" {
		return nil
	}
	w := walk{raw: result}
	whole := span{0, len(result)}
	key := func(v span) taskKey {
		return taskKey{upstream: q.link.name, s: s, asked: true, theirs: w.text(v)}
	}
	known := func(v span) {
		if t := s.p.tasks.known(key(v)); t != nil {
			edits = append(edits, edit{v, appendString(nil, t.id)})
			if isOver(stringIn(result, "status")) {
				s.settled(t)
			}
		}
	}
	switch q.row.method {
	case "sampling/createMessage", "elicitation/create":
		w.object(whole, func(name string, v span) {
			if name == "task" {
				w.taskID(v, func(v span) {
					t := s.p.tasks.give(key(v))
					s.p.tasks.calls(t, q.row.method)
					edits = append(edits, edit{v, appendString(nil, t.id)})
				})
			}
		})
	case "tasks/get", "tasks/cancel":
		w.taskID(whole, known)
	case "tasks/list": // others' are not for it
		w.object(whole, func(name string, v span) {
			switch name {
			case "tasks":
				edits = append(edits, edit{v, s.tasksOf(q.link, result[v.start:v.end])})
			case "nextCursor":
				next := s.p.seal.seal(q.row.method, map[string]string{q.link.name: w.text(v)})
				edits = append(edits, edit{v, appendString(nil, next)})
			}
		})
	}
	edits = append(edits, s.theirTasks(q.link, result)...)
	slices.SortFunc(edits, func(a, b edit) int { return a.start - b.start })
	return edits
}

// tasksOf is a list of the client's tasks, of which an upstream sees its own.
func (s *session) tasksOf(l *link, list []byte) []byte {
	out := []byte{'['}
	w := walk{raw: list}
	w.array(span{0, len(list)}, func(v span) {
		var edits []edit
		own := false
		w.taskID(v, func(at span) {
			t := s.p.tasks.known(taskKey{upstream: l.name, s: s, asked: true, theirs: w.text(at)})
			if own = t != nil; own {
				edits = append(edits, edit{span{at.start - v.start, at.end - v.start}, appendString(nil, t.id)})
			}
		})
		if !own || doubled(list[v.start:v.end]) {
			return
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(out, splice(list[v.start:v.end], edits)...)
	})
	return append(out, ']')
}

// askTask is a request of an upstream about a task of the client's, as the client has it, and the
// method of what that task is for.
func (s *session) askTask(l *link, r *methodRow, params []byte) (out []byte, asked string, err error) {
	asked = r.method
	name, shown := "taskId", ""
	if r.method == "tasks/list" {
		name = "cursor"
	}
	at := memberAt(params, name)
	id, _ := stringAt(params[at.start:at.end])
	if r.method == "tasks/list" {
		if at.empty() {
			return params, asked, nil
		}
		next, err := s.p.seal.open(r.method, id)
		if err != nil || next[l.name] == "" {
			return nil, asked, withheld("the cursor is none of this list's")
		}
		shown = next[l.name]
	} else {
		t := s.p.tasks.find(s, true, id)
		if t == nil || t.upstream != l.name {
			return nil, asked, withheld("no task of this id is known")
		}
		shown, asked = t.theirs, s.p.tasks.toolOf(t)
	}
	return splice(params, []edit{{at, appendString(nil, shown)}}), asked, nil
}

// taskTold is what the client tells of a task that it carries out.
func (s *session) taskTold(m message) {
	params := bytes.Clone(m.bytes(m.params))
	at := memberAt(params, "taskId")
	id, _ := stringAt(params[at.start:at.end])
	for _, l := range s.all() {
		t := s.p.tasks.known(taskKey{upstream: l.name, s: s, asked: true, theirs: id})
		if t == nil || doubled(params) {
			continue
		}
		if isOver(stringIn(params, "status")) {
			s.settled(t)
		}
		edits := append(s.theirTasks(l, params), edit{at, appendString(nil, t.id)})
		slices.SortFunc(edits, func(a, b edit) int { return a.start - b.start })
		params = splice(params, edits)
		ctx, done := s.tallied(s.ctx)
		x := Passage{Upstream: l.name, Method: m.method, To: ToUpstream, In: len(params)}
		if g := s.p.guard(); g != nil {
			params = g.toAsker(ctx, l.name, params)
		}
		if x.Out = len(params); s.record(done, x) != nil {
			return
		}
		l.enqueue(func() { l.notify(notification("notifications/tasks/status", s.toAny(params))) })
		return
	}
	s.p.count(func(c *Counters) { c.Dropped++ })
}

package mcpproxy

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// Towards the model every string of a result is data, and so is every key: a field that
// nobody here has heard of is sanitized. What is left is left by where it stands, never by
// the name of its key: content[].type is a word of the protocol, structuredContent.type is
// what a server says. And it is left only if it looks like what belongs there.

// A walk notes what of a value is left.
type walk struct {
	raw    []byte
	places []format.Place
	exact  []span // of those, what the tripwire leaves, too: base64 of no text, and what a schema shows
	blobs  []blob // base64 of text, which is sanitized decoded
	skips  map[string]int
	schema *toolSchema // of structuredContent; nil for none
}

// A blob is base64 in a JSON string.
type blob struct {
	span        // with its quotes
	uri  string // of what it is the content
}

// skipPositions lists what a walk leaves, for the documents and --check.
var skipPositions = []string{
	"content[].type", "content[].mimeType", "content[].data", "content[].resource.mimeType", "content[].resource.blob",
	"contents[].mimeType", "contents[].blob", "messages[].role", "resources[].mimeType", "resourceTemplates[].mimeType",
	"annotations.audience[]", "annotations.lastModified", "icons[].src", "icons[].mimeType", "icons[].sizes[]",
	"structuredContent (enum or const of its schema)", "includeContext", "elicitation.mode", "elicitation.elicitationId", "elicitation.url", "level", "progressToken", "nextCursor",
	"task.taskId", "task.status", "task.createdAt", "task.lastUpdatedAt", "asked taskId", "asked cursor",
}

// value walks the value at s, which has a shape.
func (w *walk) value(x shape, s span) {
	if namesTasks(w.raw) {
		w.related(s, w.leaveTaskID)
		w.tasksIn(x, s, w.task)
	}
	switch x {
	case callShape:
		w.object(s, func(name string, v span) {
			switch name {
			case "content":
				w.array(v, w.content)
			case "structuredContent":
				w.structured(v)
			}
		})
	case promptShape:
		w.object(s, func(name string, v span) {
			if name == "messages" {
				w.messages(v)
			}
		})
	case samplingShape:
		w.object(s, func(name string, v span) {
			switch name {
			case "messages":
				w.messages(v)
			case "includeContext":
				w.leaveWord("includeContext", v, "none", "thisServer", "allServers")
			}
		})
	case elicitationShape:
		w.elicitation(s)
	case completeShape:
		w.object(s, func(name string, v span) {
			if name == "elicitationId" { // the gateway has made it
				w.leave("elicitation.elicitationId", v)
			}
		})
	case pageErrorShape:
		w.object(s, func(name string, v span) {
			if name == "data" {
				w.list(v, "elicitations", w.elicitation)
			}
		})
	case readShape:
		w.list(s, "contents", func(v span) { w.resource("contents[]", v) })
	case resourcesShape:
		w.list(s, "resources", func(v span) { w.described("resources[]", v) })
		w.cursor(s)
	case templatesShape:
		w.list(s, "resourceTemplates", func(v span) { w.described("resourceTemplates[]", v) })
		w.cursor(s)
	case logShape:
		w.object(s, func(name string, v span) {
			if name == "level" {
				w.leaveWord("level", v, "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
			}
		})
	case tasksShape:
		w.cursor(s)
	case askedTaskShape: // both are the client's own
		w.object(s, func(name string, v span) {
			if name == "taskId" || name == "cursor" {
				w.leave("asked "+name, v)
			}
		})
	case progressShape:
		w.object(s, func(name string, v span) {
			if name == "progressToken" {
				w.leave("progressToken", v)
			}
		})
	}
}

// messages are those of a prompt, or of what a model is asked.
func (w *walk) messages(s span) {
	w.array(s, func(v span) {
		w.object(v, func(name string, v span) {
			switch name {
			case "role":
				w.leaveWord("messages[].role", v, "user", "assistant", "system")
			case "content":
				w.contentOrList(v)
			}
		})
	})
}

// elicitation is what a person is asked. The address of a page that it is sent to is signed,
// often as a whole: changed it leads nowhere. The person sees it, and no model.
func (w *walk) elicitation(s span) {
	page := stringIn(w.raw[s.start:s.end], "mode") == "url"
	w.object(s, func(name string, v span) {
		switch name {
		case "mode":
			w.leaveWord("elicitation.mode", v, "form", "url")
		case "elicitationId": // the gateway has made it
			w.leave("elicitation.elicitationId", v)
		case "url":
			if page && isAddress(w.text(v)) {
				w.leave("elicitation.url", v)
				w.exact = append(w.exact, v)
			}
		case "requestedSchema":
			w.object(v, func(name string, v span) {
				if name == "properties" {
					w.object(v, func(_ string, v span) { w.asked(v) })
				}
			})
		}
	})
}

// asked is one field of a form: its default has to satisfy what the field wants.
func (w *walk) asked(s span) {
	schema := compileSchema(w.raw[s.start:s.end])
	w.object(s, func(name string, v span) {
		if name != "default" {
			return
		}
		for _, c := range schema.constraints(w.raw[v.start:v.end]) {
			w.places = append(w.places, format.Place{Span: cloak.Span{Start: c.start + v.start, End: c.end + v.start}, Fits: c.fits})
		}
	})
}

func (w *walk) object(s span, f func(name string, value span)) {
	if s.start >= s.end || w.raw[s.start] != '{' {
		return
	}
	_ = members(w.raw[s.start:s.end], func(name string, _, v span) bool { // it has been parsed
		f(name, span{v.start + s.start, v.end + s.start})
		return true
	})
}

func (w *walk) array(s span, f func(value span)) {
	if s.start >= s.end || w.raw[s.start] != '[' {
		return
	}
	_ = elements(w.raw[s.start:s.end], func(v span) bool {
		f(span{v.start + s.start, v.end + s.start})
		return true
	})
}

func (w *walk) list(s span, key string, f func(value span)) {
	w.object(s, func(name string, v span) {
		if name == key {
			w.array(v, f)
		}
	})
}

// cursor leaves nextCursor: the gateway has made it.
func (w *walk) cursor(s span) {
	w.object(s, func(name string, v span) {
		if name == "nextCursor" {
			w.leave("nextCursor", v)
		}
	})
}

func (w *walk) contentOrList(v span) {
	if v.start < v.end && w.raw[v.start] == '[' {
		w.array(v, w.content)
		return
	}
	w.content(v)
}

// content is one block. What a type that nobody knows holds is data, whatever it is called.
func (w *walk) content(s span) {
	kind := ""
	w.object(s, func(name string, v span) {
		if name == "type" {
			kind, _ = stringAt(w.raw[v.start:v.end])
		}
	})
	w.object(s, func(name string, v span) {
		switch {
		case name == "text" && kind == "text":
			w.alone(v)
		case name == "type":
			w.leaveWord("content[].type", v, "text", "image", "audio", "resource", "resource_link", "tool_use", "tool_result")
		case name == "annotations":
			w.annotations(v)
		case name == "icons":
			w.icons(v)
		case name == "mimeType" && (kind == "image" || kind == "audio" || kind == "resource_link"):
			w.leaveMIME("content[].mimeType", v)
		case name == "data" && (kind == "image" || kind == "audio"):
			if isBase64(w.text(v)) {
				w.leave("content[].data", v)
				w.exact = append(w.exact, v)
			}
		case name == "resource" && kind == "resource":
			w.resource("content[].resource", v)
		case name == "content" && kind == "tool_result":
			w.contentOrList(v)
		}
	})
}

// resource is the content of one: text, or a blob.
func (w *walk) resource(position string, s span) {
	mime, uri := "", ""
	w.object(s, func(name string, v span) {
		switch name {
		case "mimeType":
			mime, _ = stringAt(w.raw[v.start:v.end])
		case "uri":
			uri, _ = stringAt(w.raw[v.start:v.end])
		}
	})
	w.object(s, func(name string, v span) {
		switch name {
		case "mimeType":
			w.leaveMIME(position+".mimeType", v)
		case "text":
			w.alone(v)
		case "blob":
			w.blob(position+".blob", v, mime, uri)
		}
	})
}

// blob is base64. What is text in it is sanitized as that; the bytes of all else pass.
func (w *walk) blob(position string, v span, mime, uri string) {
	b, ok := decodeBase64(w.text(v))
	if !ok {
		return // a string like others
	}
	if isTextual(mime) || format.Binary(string(b[:min(len(b), 512)])) == "" && utf8.Valid(b) {
		w.places = append(w.places, format.Place{Span: cloak.Span{Start: v.start, End: v.end}, Leave: true})
		w.blobs = append(w.blobs, blob{v, uri})
		return
	}
	w.leave(position, v)
	w.exact = append(w.exact, v)
}

// described is a resource, or a template of some, in a list.
func (w *walk) described(position string, s span) {
	w.object(s, func(name string, v span) {
		switch name {
		case "mimeType":
			w.leaveMIME(position+".mimeType", v)
		case "annotations":
			w.annotations(v)
		case "icons":
			w.icons(v)
		}
	})
}

func (w *walk) annotations(s span) {
	w.object(s, func(name string, v span) {
		switch name {
		case "audience":
			w.array(v, func(v span) { w.leaveWord("annotations.audience[]", v, "user", "assistant") })
		case "lastModified":
			if isTime(w.text(v)) {
				w.leave("annotations.lastModified", v)
			}
		}
	})
}

func (w *walk) icons(s span) {
	w.array(s, func(s span) {
		w.object(s, func(name string, v span) {
			switch name {
			case "mimeType":
				w.leaveMIME("icons[].mimeType", v)
			case "sizes":
				w.array(v, func(v span) {
					if isSize(w.text(v)) {
						w.leave("icons[].sizes[]", v)
					}
				})
			case "src":
				if head, data, ok := strings.Cut(w.text(v), ";base64,"); ok && strings.HasPrefix(head, "data:image/") && isBase64(data) {
					w.leave("icons[].src", v)
					w.exact = append(w.exact, v)
				}
			}
		})
	})
}

// structured has the constraints of the tool's outputSchema: clients refuse a result that
// does not hold to it.
func (w *walk) structured(s span) {
	if w.schema == nil {
		return
	}
	for _, c := range w.schema.constraints(w.raw[s.start:s.end]) {
		p := format.Place{Span: cloak.Span{Start: c.start + s.start, End: c.end + s.start}, Fits: c.fits}
		if c.fixed {
			w.count("structuredContent (enum or const of its schema)")
			p = format.Place{Span: p.Span, Leave: true}
			w.exact = append(w.exact, span{p.Start, p.End})
		}
		w.places = append(w.places, p)
	}
}

// text is the string at v, "" if there is none.
func (w *walk) text(v span) string {
	s, _ := stringAt(w.raw[v.start:v.end])
	return s
}

func (w *walk) leave(position string, v span) {
	w.count(position)
	w.places = append(w.places, format.Place{Span: cloak.Span{Start: v.start, End: v.end}, Leave: true})
}

func (w *walk) count(position string) {
	if w.skips == nil {
		w.skips = map[string]int{}
	}
	w.skips[position]++
}

// alone is a text on its own: the key of the protocol is no label of it.
func (w *walk) alone(v span) {
	w.places = append(w.places, format.Place{Span: cloak.Span{Start: v.start, End: v.end}, Alone: true})
}

// leaveWord leaves a word of the protocol, which v is one of words.
func (w *walk) leaveWord(position string, v span, words ...string) {
	if slices.Contains(words, w.text(v)) {
		w.leave(position, v)
	}
}

func (w *walk) leaveMIME(position string, v span) {
	if isMIME(w.text(v)) {
		w.leave(position, v)
	}
}

// ordered is w.places as format wants them.
func (w *walk) ordered() []format.Place {
	slices.SortFunc(w.places, func(a, b format.Place) int { return a.Start - b.Start })
	return w.places
}

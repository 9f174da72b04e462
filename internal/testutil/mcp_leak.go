package testutil

import (
	"encoding/base64"
	"fmt"
	"html"
	"iter"
	"strconv"
	"strings"
)

// A LeakCase is what an upstream says at one position, in one encoding. All of
// Planted must be gone from whatever the client reads.
type LeakCase struct {
	Name string // method, position, encoding, entity: no value
	// Method and Params are the client's request which the upstream answers with
	// Result or Error; of a notification, or of a request of its own, Params is what it
	// sends, unasked.
	Method        string
	Params        string
	Result, Error string
	Notification  bool
	Request       bool // of the upstream
	Planted       []string
}

// A leakShape is one position: body holds "@@" where a JSON value goes, and that
// value may be a string alone, or anything.
type leakShape struct {
	method, params string
	position       string
	kind           leakKind
	body           string
	holds          leakHolds
}

type leakKind int

const (
	inResult leakKind = iota
	inError
	inNote
	inRequest
)

type leakHolds int

const (
	aString  leakHolds = iota // @@ is a JSON string
	aURI                      // @@ is a JSON string, and a URI
	aBlob                     // @@ is a JSON string, and base64 of a text
	anything                  // @@ is any JSON value
)

const (
	toolCall   = `{"name":"echo","arguments":{}}`
	promptGet  = `{"name":"greeting","arguments":{}}`
	theTask    = `{"taskId":"TASK"}` // "TASK" stands for the id that the client knows
	readFile   = `{"uri":"file:///srv/a.txt"}`
	completeIt = `{"ref":{"type":"ref/prompt","name":"greeting"},"argument":{"name":"to","value":"m"}}`
)

// leakShapes lists the positions in which an upstream can say something, for each
// method of the protocol's revisions to 2025-11-25 that the gateway relays, and
// some that no revision has.
var leakShapes = []leakShape{
	{"tools/call", toolCall, "content text", inResult, `{"content":[{"type":"text","text":@@}]}`, aString},
	{"tools/call", toolCall, "second content", inResult, `{"content":[{"type":"text","text":"France"},{"type":"text","text":@@}],"isError":true}`, aString},
	{"tools/call", toolCall, "content annotations", inResult, `{"content":[{"type":"text","text":"","annotations":{"audience":[@@],"x":@@}}]}`, aString},
	{"tools/call", toolCall, "content _meta", inResult, `{"content":[{"type":"text","text":"","_meta":{"x/y":@@}}]}`, anything},
	{"tools/call", toolCall, "resource text", inResult, `{"content":[{"type":"resource","resource":{"uri":"file:///a","mimeType":"text/plain","text":@@}}]}`, aString},
	{"tools/call", toolCall, "resource uri", inResult, `{"content":[{"type":"resource","resource":{"uri":@@,"text":""}}]}`, aURI},
	{"tools/call", toolCall, "resource blob", inResult, `{"content":[{"type":"resource","resource":{"uri":"file:///a","mimeType":"text/csv","blob":@@}}]}`, aBlob},
	{"tools/call", toolCall, "resource_link uri", inResult, `{"content":[{"type":"resource_link","uri":@@,"name":"a"}]}`, aURI},
	{"tools/call", toolCall, "resource_link name", inResult, `{"content":[{"type":"resource_link","uri":"file:///a","name":@@}]}`, aString},
	{"tools/call", toolCall, "resource_link title", inResult, `{"content":[{"type":"resource_link","uri":"file:///a","name":"a","title":@@}]}`, aString},
	{"tools/call", toolCall, "resource_link description", inResult, `{"content":[{"type":"resource_link","uri":"file:///a","name":"a","description":@@}]}`, aString},
	{"tools/call", toolCall, "image _meta", inResult, `{"content":[{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png","_meta":{"caption":@@}}]}`, aString},
	{"tools/call", toolCall, "invented content", inResult, `{"content":[{"type":"hologram","payload":{"caption":@@}}]}`, anything},
	{"tools/call", toolCall, "invented content data", inResult, `{"content":[{"type":"hologram","data":@@}]}`, aString},
	{"tools/call", toolCall, "invented content blob", inResult, `{"content":[{"type":"hologram","blob":@@}]}`, aString},
	{"tools/call", toolCall, "content without type", inResult, `{"content":[{"text":@@}]}`, aString},
	{"tools/call", toolCall, "content that is no object", inResult, `{"content":[@@]}`, anything},
	{"tools/call", toolCall, "content that is no array", inResult, `{"content":@@}`, anything},
	{"tools/call", toolCall, "structuredContent", inResult, `{"content":[],"structuredContent":{"field":@@}}`, anything},
	{"tools/call", toolCall, "structuredContent array", inResult, `{"content":[],"structuredContent":{"rows":[[1,@@]]}}`, anything},
	{"tools/call", toolCall, "structuredContent data", inResult, `{"content":[],"structuredContent":{"data":@@}}`, anything},
	{"tools/call", toolCall, "structuredContent type", inResult, `{"content":[],"structuredContent":{"type":@@,"mimeType":@@}}`, aString},
	{"tools/call", toolCall, "structuredContent blob", inResult, `{"content":[],"structuredContent":{"blob":@@}}`, aString},
	{"tools/call", toolCall, "structuredContent progressToken", inResult, `{"content":[],"structuredContent":{"progressToken":@@,"nextCursor":@@,"uri":@@}}`, anything},
	{"tools/call", toolCall, "structuredContent image", inResult, `{"content":[],"structuredContent":{"type":"image","data":@@,"mimeType":"image/png"}}`, aString},
	{"tools/call", toolCall, "structuredContent itself", inResult, `{"content":[],"structuredContent":@@}`, anything},
	{"tools/call", toolCall, "result _meta", inResult, `{"content":[],"_meta":{"x/y":@@}}`, anything},
	{"tools/call", toolCall, "result member", inResult, `{"content":[],"invented":{"deep":[{"deeper":@@}]}}`, anything},
	{"tools/call", toolCall, "result nextCursor", inResult, `{"content":[],"nextCursor":@@}`, aString},
	{"tools/call", toolCall, "error message", inError, `{"code":-32000,"message":@@}`, aString},
	{"tools/call", toolCall, "error data", inError, `{"code":-32000,"message":"no","data":@@}`, anything},
	{"tools/call", toolCall, "error data member", inError, `{"code":-32000,"message":"no","data":{"path":@@}}`, anything},

	{"resources/read", readFile, "text", inResult, `{"contents":[{"uri":"file:///srv/a.txt","text":@@}]}`, aString},
	{"resources/read", readFile, "uri", inResult, `{"contents":[{"uri":@@,"text":""}]}`, aURI},
	{"resources/read", readFile, "text blob", inResult, `{"contents":[{"uri":"file:///srv/a.csv","mimeType":"text/csv","blob":@@}]}`, aBlob},
	{"resources/read", readFile, "JSON blob", inResult, `{"contents":[{"uri":"file:///srv/a.json","mimeType":"application/json","blob":@@}]}`, aBlob},
	{"resources/read", readFile, "blob without type", inResult, `{"contents":[{"uri":"file:///srv/a","blob":@@}]}`, aBlob},
	{"resources/read", readFile, "_meta", inResult, `{"contents":[{"uri":"file:///srv/a.txt","text":"","_meta":{"x":@@}}]}`, anything},
	{"resources/read", readFile, "error message", inError, `{"code":-32002,"message":@@}`, aString},
	{"resources/read", readFile, "error data", inError, `{"code":-32002,"message":"no","data":{"uri":@@}}`, aURI},

	{"prompts/get", promptGet, "description", inResult, `{"description":@@,"messages":[]}`, aString},
	{"prompts/get", promptGet, "message text", inResult, `{"messages":[{"role":"user","content":{"type":"text","text":@@}}]}`, aString},
	{"prompts/get", promptGet, "message resource", inResult, `{"messages":[{"role":"user","content":{"type":"resource","resource":{"uri":"file:///a","text":@@}}}]}`, aString},
	{"prompts/get", promptGet, "invented message", inResult, `{"messages":[{"role":"user","content":{"type":"hologram","caption":@@}}]}`, anything},
	{"prompts/get", promptGet, "error message", inError, `{"code":-32602,"message":@@}`, aString},

	{"resources/list", `{}`, "uri", inResult, `{"resources":[{"uri":@@,"name":"a"}]}`, aURI},
	{"resources/list", `{}`, "name", inResult, `{"resources":[{"uri":"file:///a","name":@@}]}`, aString},
	{"resources/list", `{}`, "title", inResult, `{"resources":[{"uri":"file:///a","name":"a","title":@@}]}`, aString},
	{"resources/list", `{}`, "description", inResult, `{"resources":[{"uri":"file:///a","name":"a","description":@@}]}`, aString},
	{"resources/list", `{}`, "_meta", inResult, `{"resources":[{"uri":"file:///a","name":"a","_meta":{"owner":@@}}]}`, anything},
	{"resources/list", `{}`, "annotations", inResult, `{"resources":[{"uri":"file:///a","name":"a","annotations":{"x":@@}}]}`, anything},

	{"resources/templates/list", `{}`, "uriTemplate", inResult, `{"resourceTemplates":[{"uriTemplate":@@,"name":"a"}]}`, aURI},
	{"resources/templates/list", `{}`, "name", inResult, `{"resourceTemplates":[{"uriTemplate":"file:///{path}","name":@@}]}`, aString},
	{"resources/templates/list", `{}`, "title", inResult, `{"resourceTemplates":[{"uriTemplate":"file:///{path}","name":"a","title":@@}]}`, aString},
	{"resources/templates/list", `{}`, "description", inResult, `{"resourceTemplates":[{"uriTemplate":"file:///{path}","name":"a","description":@@}]}`, aString},

	{"completion/complete", completeIt, "values", inResult, `{"completion":{"values":["France",@@],"hasMore":false}}`, aString},
	{"completion/complete", completeIt, "_meta", inResult, `{"completion":{"values":[]},"_meta":{"x":@@}}`, anything},
	{"completion/complete", completeIt, "error message", inError, `{"code":-32602,"message":@@}`, aString},

	{"tools/call", toolCall, "task statusMessage", inResult, `{"task":{"taskId":"t","status":"working","statusMessage":@@,"createdAt":"2026-11-25T10:30:00Z","lastUpdatedAt":"2026-11-25T10:30:00Z","ttl":1}}`, aString},
	{"tools/call", toolCall, "task status and times", inResult, `{"task":{"taskId":"t","status":@@,"createdAt":@@,"lastUpdatedAt":@@,"ttl":1}}`, aString},
	{"tools/call", toolCall, "task member", inResult, `{"task":{"taskId":"t","status":"working","invented":@@}}`, anything},
	{"tools/call", toolCall, "task immediate response", inResult, `{"task":{"taskId":"t","status":"working"},"_meta":{"io.modelcontextprotocol/model-immediate-response":@@}}`, anything},
	{"tools/call", toolCall, "related task", inResult, `{"content":[],"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t","of":@@}}}`, anything},
	{"tasks/get", theTask, "statusMessage", inResult, `{"taskId":"t","status":"working","statusMessage":@@}`, aString},
	{"tasks/get", theTask, "member", inResult, `{"taskId":"t","status":"working","ttl":@@,"invented":{"x":@@}}`, anything},
	{"tasks/get", theTask, "error message", inError, `{"code":-32602,"message":@@}`, aString},
	{"tasks/cancel", theTask, "statusMessage", inResult, `{"taskId":"t","status":"cancelled","statusMessage":@@}`, aString},
	{"tasks/result", theTask, "content text", inResult, `{"content":[{"type":"text","text":@@}],"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t"}}}`, aString},
	{"tasks/result", theTask, "structuredContent", inResult, `{"content":[],"structuredContent":{"task":@@,"status":@@}}`, anything},
	{"tasks/result", theTask, "error data", inError, `{"code":-32000,"message":"no","data":@@}`, anything},
	{"tasks/list", `{}`, "statusMessage", inResult, `{"tasks":[{"taskId":"t","status":"working","statusMessage":@@}]}`, aString},
	{"tasks/list", `{}`, "member", inResult, `{"tasks":[{"taskId":"t","status":"working","invented":@@}],"task":@@}`, anything},
	{"notifications/tasks/status", "", "statusMessage", inNote, `{"taskId":"t","status":"working","statusMessage":@@}`, aString},
	{"notifications/tasks/status", "", "_meta", inNote, `{"taskId":"t","status":"working","_meta":{"x":@@}}`, anything},

	{"notifications/message", "", "data", inNote, `{"level":"error","data":@@}`, anything},
	{"notifications/message", "", "data member", inNote, `{"level":"error","data":{"data":@@}}`, anything},
	{"notifications/message", "", "logger", inNote, `{"level":"error","logger":@@,"data":"x"}`, aString},
	{"notifications/message", "", "_meta", inNote, `{"level":"error","data":"x","_meta":{"x":@@}}`, anything},
	{"notifications/progress", "", "message", inNote, `{"progressToken":"PROGRESS","progress":1,"message":@@}`, aString},
	{"notifications/resources/updated", "", "uri", inNote, `{"uri":@@}`, aURI},
	{"notifications/resources/updated", "", "_meta", inNote, `{"uri":"file:///srv/a.txt","_meta":{"x":@@}}`, anything},
	{"notifications/elicitation/complete", "", "_meta", inNote, `{"elicitationId":"x","_meta":{"x":@@}}`, anything},

	{"sampling/createMessage", "", "message text", inRequest, `{"messages":[{"role":"user","content":{"type":"text","text":@@}}],"maxTokens":1}`, aString},
	{"sampling/createMessage", "", "message list", inRequest, `{"messages":[{"role":"user","content":[{"type":"text","text":@@}]}],"maxTokens":1}`, aString},
	{"sampling/createMessage", "", "tool_use input", inRequest, `{"messages":[{"role":"assistant","content":{"type":"tool_use","id":"1","name":"t","input":{"x":@@}}}],"maxTokens":1}`, anything},
	{"sampling/createMessage", "", "tool_result content", inRequest, `{"messages":[{"role":"user","content":{"type":"tool_result","toolUseId":"1","content":[{"type":"text","text":@@}]}}],"maxTokens":1}`, aString},
	{"sampling/createMessage", "", "invented content", inRequest, `{"messages":[{"role":"user","content":{"type":"hologram","data":@@}}],"maxTokens":1}`, anything},
	{"sampling/createMessage", "", "systemPrompt", inRequest, `{"messages":[],"systemPrompt":@@,"maxTokens":1}`, aString},
	{"sampling/createMessage", "", "metadata", inRequest, `{"messages":[],"metadata":{"x":@@},"maxTokens":1}`, anything},
	{"sampling/createMessage", "", "modelPreferences", inRequest, `{"messages":[],"modelPreferences":{"hints":[{"name":@@}]},"maxTokens":1}`, aString},
	{"sampling/createMessage", "", "tool description", inRequest, `{"messages":[],"tools":[{"name":"t","description":@@,"inputSchema":{"type":"object"}}],"maxTokens":1}`, aString},
	{"sampling/createMessage", "", "includeContext", inRequest, `{"messages":[],"includeContext":@@,"maxTokens":1}`, aString},
	{"sampling/createMessage", "", "_meta", inRequest, `{"messages":[],"_meta":{"x/y":@@},"maxTokens":1}`, anything},

	{"elicitation/create", "", "message", inRequest, `{"message":@@,"requestedSchema":{"type":"object","properties":{}}}`, aString},
	{"elicitation/create", "", "mode", inRequest, `{"mode":@@,"message":"x","requestedSchema":{"type":"object","properties":{}}}`, aString},
	{"elicitation/create", "", "title", inRequest, `{"message":"x","requestedSchema":{"type":"object","properties":{"a":{"type":"string","title":@@,"description":@@}}}}`, aString},
	{"elicitation/create", "", "default", inRequest, `{"message":"x","requestedSchema":{"type":"object","properties":{"a":{"type":"string","default":@@}}}}`, aString},
	{"elicitation/create", "", "enum", inRequest, `{"message":"x","requestedSchema":{"type":"object","properties":{"a":{"type":"string","enum":["none",@@],"enumNames":["none",@@]}}}}`, aString},
	{"elicitation/create", "", "oneOf", inRequest, `{"message":"x","requestedSchema":{"type":"object","properties":{"a":{"oneOf":[{"const":@@,"title":@@}]}}}}`, aString},
	{"elicitation/create", "", "invented member", inRequest, `{"message":"x","payload":{"x":@@},"requestedSchema":{"type":"object","properties":{}}}`, anything},
}

// A leakEncoding writes a planted text into the place of @@; "" where it does not go.
type leakEncoding struct {
	name  string
	write func(p Planted, holds leakHolds) string
}

var leakEncodings = []leakEncoding{
	{"plain", func(p Planted, h leakHolds) string { return held(p.Text, p.Value, h) }},
	{"JSON escapes", func(p Planted, h leakHolds) string {
		if h == aBlob {
			return held(`"`+unicodeEscaped(p.Text)+`"`, p.Value, h)
		}
		s := p.Text
		if h == aURI {
			s = "file:///srv/" + p.Value
		}
		return `"` + unicodeEscaped(s) + `"`
	}},
	{"percent", func(p Planted, h leakHolds) string { return held(percented(p.Text), percented(p.Value), h) }},
	{"HTML", func(p Planted, h leakHolds) string { return held(entities(p.Text), "", h) }},
	{"base64", func(p Planted, h leakHolds) string {
		b := base64.StdEncoding.EncodeToString([]byte(p.Text))
		return held(b, "", h)
	}},
	{"JSON in a string", func(p Planted, h leakHolds) string { return held(`{"note":`+JSONString(p.Text)+`}`, "", h) }},
	{"JSON twice in a string", func(p Planted, h leakHolds) string {
		return held(`{"body":`+JSONString(`{"note":`+JSONString(p.Text)+`}`)+`}`, "", h)
	}},
	{"zero width", func(p Planted, h leakHolds) string {
		split := p.Value[:len(p.Value)/2] + "\u200b" + p.Value[len(p.Value)/2:]
		return held(strings.Replace(p.Text, p.Value, split, 1), split, h)
	}},
	{"full width", func(p Planted, h leakHolds) string {
		return held(strings.Replace(p.Text, p.Value, fullWidth(p.Value), 1), fullWidth(p.Value), h)
	}},
	{"key", func(p Planted, h leakHolds) string {
		if h != anything {
			return ""
		}
		return `{` + JSONString(p.Value) + `:1}`
	}},
	{"key in JSON in a string", func(p Planted, h leakHolds) string { return held(`{`+JSONString(p.Value)+`:[1]}`, "", h) }},
	{"number", func(p Planted, h leakHolds) string {
		digits := strings.NewReplacer(" ", "", "-", "").Replace(p.Value)
		if _, err := strconv.ParseUint(digits, 10, 64); err != nil || p.Entity != "CREDIT_CARD" || h != anything {
			return ""
		}
		return digits
	}},
	{"number under a name", func(p Planted, h leakHolds) string {
		digits := strings.NewReplacer(" ", "", "-", "", "+", "").Replace(p.Value)
		name := map[string]string{"CREDIT_CARD": "card_number", "PHONE": "phone", "SSN": "ssn"}[p.Entity]
		if _, err := strconv.ParseUint(digits, 10, 64); err != nil || name == "" || h != anything {
			return ""
		}
		return `{"` + name + `":` + digits + `}`
	}},
}

// held writes a text as the JSON value of a position. In a URI only the value
// stands, or nothing does.
func held(text, value string, h leakHolds) string {
	switch h {
	case aURI:
		if value == "" || strings.ContainsAny(value, "\n") {
			return ""
		}
		return JSONString("file:///srv/" + strings.ReplaceAll(value, " ", "%20"))
	case aBlob:
		return JSONString(base64.StdEncoding.EncodeToString([]byte(text)))
	}
	return JSONString(text)
}

func unicodeEscaped(s string) string {
	var b strings.Builder
	for _, r := range s {
		fmt.Fprintf(&b, `\u%04x`, r) // planted texts lie in the basic plane
	}
	return b.String()
}

func percented(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; strings.IndexByte(Base62, c) >= 0 && i%3 != 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

func entities(s string) string {
	var b strings.Builder
	for i, r := range html.EscapeString(s) {
		if strings.ContainsRune("@.-+ ", r) || i%5 == 0 && r >= '0' && r <= '9' {
			fmt.Fprintf(&b, "&#%d;", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func fullWidth(s string) string {
	return strings.Map(func(r rune) rune {
		if r > ' ' && r < 0x7f {
			return r + '！' - '!'
		}
		return r
	}, s)
}

// LeakCases gives every planted value in each encoding at each position where it can stand.
func LeakCases(planted []Planted) iter.Seq[LeakCase] {
	return func(yield func(LeakCase) bool) {
		for _, s := range leakShapes {
			for _, e := range leakEncodings {
				for _, p := range planted {
					value := e.write(p, s.holds)
					if value == "" {
						continue
					}
					c := LeakCase{
						Name:   strings.Join([]string{s.method, s.position, e.name, p.Entity}, ", "),
						Method: s.method, Params: s.params, Planted: []string{p.Value},
					}
					switch body := strings.ReplaceAll(s.body, "@@", value); s.kind {
					case inResult:
						c.Result = body
					case inError:
						c.Error = body
					case inNote:
						c.Params, c.Notification = body, true
					case inRequest:
						c.Params, c.Request = body, true
					}
					if !yield(c) {
						return
					}
				}
			}
		}
	}
}

// LeakPlanted gives the values that the leak probe plants: of the entities that the
// gateway looks for unless it is told otherwise, each in a text that holds it.
func LeakPlanted(seed uint64) []Planted {
	p := NewPlanter(seed)
	plant := func(entity, before, value string) Planted {
		return Planted{entity, value, before + value + " for France"}
	}
	return []Planted{
		plant("EMAIL", "mail ", p.Email()),
		plant("CREDIT_CARD", "card ", Grouped(p.Card("4539", 16), 4, " ")),
		plant("IBAN", "IBAN ", Grouped(p.IBAN("DE", "nnnnnnnnnnnnnnnnnn"), 4, " ")),
		plant("PHONE", "call ", p.Phone("+1 ###-###-####")),
		plant("API_KEY", "token ", p.GitHub("p")),
		plant("SSN", "ssn ", p.SSN()),
	}
}

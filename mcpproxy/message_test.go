package mcpproxy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

const version = `"jsonrpc":"2.0"`

// kinds of messages
const (
	isRequest      = "request"
	isNotification = "notification"
	isResponse     = "response"
)

func kindOf(m *message) string {
	var kinds []string
	if m.isRequest() {
		kinds = append(kinds, isRequest)
	}
	if m.isNotification() {
		kinds = append(kinds, isNotification)
	}
	if m.isResponse() {
		kinds = append(kinds, isResponse)
	}
	return strings.Join(kinds, " and ")
}

// messages are frames and what is read of them.
var messages = []struct {
	name, frame        string
	kind, id, method   string
	params, result, er string
	extra              string // names and values, without the extra members the frame is rest
	rest               string
}{
	{name: "request", frame: `{` + version + `,"id":1,"method":"ping"}`, kind: isRequest, id: "1", method: "ping"},
	{name: "params", frame: `{` + version + `,"id":1,"method":"a/b","params":{"x":[1]}}`, kind: isRequest, id: "1", method: "a/b", params: `{"x":[1]}`},
	{name: "params in a list", frame: `{` + version + `,"id":1,"method":"a","params":[]}`, kind: isRequest, id: "1", method: "a", params: `[]`},
	{name: "notification", frame: `{` + version + `,"method":"n"}`, kind: isNotification, method: "n"},
	{name: "response, result first", frame: `{"result":{"a":1.0},` + version + `,"id":1}`, kind: isResponse, id: "1", result: `{"a":1.0}`},
	{name: "result that is no object", frame: `{"result":null,` + version + `,"id":1}`, kind: isResponse, id: "1", result: `null`},
	{name: "error", frame: `{` + version + `,"id":1,"error":{"code":-1}}`, kind: isResponse, id: "1", er: `{"code":-1}`},
	{name: "error with id null", frame: `{` + version + `,"id":null,"error":{}}`, kind: isResponse, id: "null", er: `{}`},
	{name: "error without id", frame: `{` + version + `,"error":{}}`, kind: isResponse, er: `{}`},
	{name: "id above 2^53", frame: `{` + version + `,"id":9007199254740993,"method":"a"}`, kind: isRequest, id: "9007199254740993", method: "a"},
	{name: "id with a fraction", frame: `{` + version + `,"id":1.5,"method":"a"}`, kind: isRequest, id: "1.5", method: "a"},
	{name: "id with an exponent", frame: `{` + version + `,"id":1e30,"method":"a"}`, kind: isRequest, id: "1e30", method: "a"},
	{name: "negative id", frame: `{` + version + `,"id":-0,"method":"a"}`, kind: isRequest, id: "-0", method: "a"},
	{name: "id in quotes", frame: `{` + version + `,"id":"1","method":"a"}`, kind: isRequest, id: `"1"`, method: "a"},
	{name: "id with escapes", frame: `{` + version + `,"id":"\u0061\/","method":"a"}`, kind: isRequest, id: `"\u0061\/"`, method: "a"},
	{name: "empty id", frame: `{` + version + `,"id":"","method":"a"}`, kind: isRequest, id: `""`, method: "a"},
	{name: "longest id", frame: `{` + version + `,"id":"` + strings.Repeat("i", maxID-2) + `","method":"a"}`, kind: isRequest, id: `"` + strings.Repeat("i", maxID-2) + `"`, method: "a"},
	{name: "longest method", frame: `{` + version + `,"method":"` + strings.Repeat("m", maxMethod) + `"}`, kind: isNotification, method: strings.Repeat("m", maxMethod)},
	{name: "escaped names", frame: `{"json\u0072pc":"\u0032.0","\u0069d":1,"\u006d\u0065\u0074\u0068\u006f\u0064":"\u0061\/b"}`, kind: isRequest, id: "1", method: "a/b"},
	{name: "blanks", frame: " {\t" + version + " ,\r\n \"id\" : 1 , \"method\": \"a\" ,\"params\": { } } \r", kind: isRequest, id: "1", method: "a", params: "{ }"},
	{name: "inner data of every kind", frame: `{` + version + `,"id":1,"result":{"a":1,"a":1e400,"b":"` + "\xff\xfe" + `\ud800","id":[],"":123456789012345678901234567890}}`, kind: isResponse, id: "1",
		result: `{"a":1,"a":1e400,"b":"` + "\xff\xfe" + `\ud800","id":[],"":123456789012345678901234567890}`},
	{name: "envelope within params", frame: `{` + version + `,"method":"a","params":{"id":1,"result":2}}`, kind: isNotification, method: "a", params: `{"id":1,"result":2}`},
	{name: "extra in front", frame: `{"x":1, "y" : {} ,` + version + `,"method":"a"}`, kind: isNotification, method: "a", extra: `"x"=1 "y"={} `, rest: `{` + version + `,"method":"a"}`},
	{name: "extra between", frame: `{` + version + `,"x":1,"y":2,"method":"a"}`, kind: isNotification, method: "a", extra: `"x"=1 "y"=2 `, rest: `{` + version + `,"method":"a"}`},
	{name: "extra at the end", frame: `{` + version + `,"method":"a" , "x":1 , "y":2 }`, kind: isNotification, method: "a", extra: `"x"=1 "y"=2 `, rest: `{` + version + `,"method":"a" }`},
	{name: "extra everywhere", frame: `{"a":0,` + version + `,"b":0,"method":"a","c":0}`, kind: isNotification, method: "a", extra: `"a"=0 "b"=0 "c"=0 `, rest: `{` + version + `,"method":"a"}`},
	{name: "deepest", frame: `{` + version + `,"id":1,"result":` + strings.Repeat("[", maxNesting-1) + strings.Repeat("]", maxNesting-1) + `}`, kind: isResponse, id: "1",
		result: strings.Repeat("[", maxNesting-1) + strings.Repeat("]", maxNesting-1)},
	{name: "wide", frame: `{` + version + `,"id":1,"result":[` + strings.Repeat(`{"[":"{["},`, 2000) + `0]}`, kind: isResponse, id: "1", result: `[` + strings.Repeat(`{"[":"{["},`, 2000) + `0]`},
}

func TestParse(t *testing.T) {
	for _, c := range messages {
		t.Run(c.name, func(t *testing.T) {
			m, err := parse([]byte(c.frame))
			if err != nil {
				t.Fatal(err)
			}
			var extra strings.Builder
			for _, x := range m.extra {
				fmt.Fprintf(&extra, "%s=%s ", m.bytes(x.name), m.bytes(x.value))
			}
			for _, f := range []struct{ what, got, want string }{
				{"kind", kindOf(&m), c.kind},
				{"id", string(m.bytes(m.id)), c.id},
				{"method", m.method, c.method},
				{"params", string(m.bytes(m.params)), c.params},
				{"result", string(m.bytes(m.result)), c.result},
				{"error", string(m.bytes(m.err)), c.er},
				{"extra", extra.String(), c.extra},
				{"frame", string(m.splice()), c.frame},
			} {
				if f.got != f.want {
					t.Errorf("%s: got %s, want %s", f.what, f.got, f.want)
				}
			}
			if c.extra == "" {
				return
			}
			if got := string(m.splice(dropped(m.extra)...)); got != c.rest {
				t.Errorf("without extra: got %s, want %s", got, c.rest)
			}
		})
	}
}

func dropped(extra []member) []edit {
	edits := make([]edit, len(extra))
	for i, x := range extra {
		edits[i].span = x.whole
	}
	return edits
}

// Whichever of the extra members go, what is left is the message without them.
func TestExtraMembersGoOneByOne(t *testing.T) {
	m, err := parse([]byte(`{"a":0 , "b":0,` + version + ` ,"c":0,"d":0 , "method":"m","e":0, "f":0 }`))
	if err != nil {
		t.Fatal(err)
	}
	if len(m.extra) != 6 {
		t.Fatalf("%d extra members, want 6", len(m.extra))
	}
	for set := range 1 << 6 {
		var gone []member
		var want string
		for i, x := range m.extra {
			if set&(1<<i) != 0 {
				gone = append(gone, x)
			} else {
				want += string(m.bytes(x.name))
			}
		}
		left, err := parse(m.splice(dropped(gone)...))
		if err != nil {
			t.Fatalf("%06b: %v", set, err)
		}
		var got string
		for _, x := range left.extra {
			got += string(left.bytes(x.name))
		}
		if got != want || left.method != "m" {
			t.Errorf("%06b: left %s, want %s", set, got, want)
		}
	}
}

// refused are frames that are no messages.
var refused = []struct {
	name, frame string
	code        int
	id          string // that an answer can bear
	why         string // part of it
}{
	{name: "nothing", frame: ``, code: -32700, why: "empty"},
	{name: "blanks", frame: " \t\r\n", code: -32700, why: "empty"},
	{name: "byte order mark", frame: "\xef\xbb\xbf{" + version + `,"id":1,"method":"a"}`, code: -32700, why: "byte order mark"},
	{name: "utf-16", frame: "{\x00\"\x00j\x00", code: -32700, why: "byte 1"},
	{name: "batch", frame: `[{` + version + `,"id":1,"method":"a"}]`, code: -32600, why: "batches"},
	{name: "string", frame: `"a"`, code: -32600, why: "object"},
	{name: "number", frame: `1`, code: -32600, why: "object"},
	{name: "null", frame: `null`, code: -32600, why: "object"},
	{name: "banner", frame: `Secure MCP Server running`, code: -32700, why: "byte 0"},
	{name: "second value", frame: `{` + version + `,"id":1,"method":"a"} {}`, code: -32700, id: "1", why: "second value"},
	{name: "second bracket", frame: `{` + version + `,"id":1,"method":"a"}}`, code: -32700, id: "1", why: "second value"},
	{name: "cut in a name", frame: `{` + version + `,"id":1,"meth`, code: -32700, id: "1", why: "ends before"},
	{name: "cut in a value", frame: `{` + version + `,"id":1,"result":{"a":"b`, code: -32700, id: "1", why: "ends before"},
	{name: "cut behind a value", frame: `{` + version + `,"id":1,"result":{}`, code: -32700, id: "1", why: "ends before"},
	{name: "cut behind a comma", frame: `{` + version + `,"id":1,`, code: -32700, id: "1", why: "ends before"},
	{name: "comma at the end", frame: `{` + version + `,"id":1,}`, code: -32700, id: "1", why: "no JSON at byte"},
	{name: "no comma", frame: `{` + version + ` "id":1}`, code: -32700, why: "no JSON at byte"},
	{name: "single quotes", frame: `{'id':1}`, code: -32700, why: "no JSON at byte 1"},
	{name: "bad inside", frame: `{` + version + `,"id":7,"result":{"a":01}}`, code: -32700, id: "7", why: "no JSON at byte"},
	{name: "control character", frame: `{` + version + `,"id":7,"result":"` + "\x01" + `"}`, code: -32700, id: "7", why: "no JSON at byte"},
	{name: "brackets that do not match", frame: `{` + version + `,"id":7,"result":[}}`, code: -32700, id: "7", why: "no JSON at byte"},
	{name: "too deep", frame: `{` + version + `,"id":7,"result":` + strings.Repeat("[", maxNesting) + strings.Repeat("]", maxNesting) + `}`, code: -32600, id: "7", why: "deeper than 1000"},
	{name: "far too deep, id behind", frame: `{` + version + `,"result":` + strings.Repeat(`[{"a":`, 20_000) + `1` + strings.Repeat("}]", 20_000) + `,"id":7}`, code: -32600, id: "7", why: "deeper than 1000"},
	{name: "only opened", frame: strings.Repeat(`{"a":`, 1_000_000), code: -32600, why: "deeper than 1000"},

	{name: "no version", frame: `{"id":1,"method":"a"}`, code: -32600, id: "1", why: "jsonrpc"},
	{name: "other version", frame: `{"jsonrpc":"1.0","id":1,"method":"a"}`, code: -32600, id: "1", why: "jsonrpc"},
	{name: "version that is a number", frame: `{"jsonrpc":2.0,"id":1,"method":"a"}`, code: -32600, id: "1", why: "jsonrpc"},
	{name: "id twice", frame: `{` + version + `,"id":1,"id":2,"method":"a"}`, code: -32600, why: "more than one id"},
	{name: "id twice, one escaped", frame: `{` + version + `,"id":1,"\u0069d":1,"method":"a"}`, code: -32600, why: "more than one id"},
	{name: "id twice, one null", frame: `{` + version + `,"id":null,"id":1,"error":{}}`, code: -32600, why: "more than one id"},
	{name: "method twice", frame: `{` + version + `,"id":1,"method":"a","method":"b"}`, code: -32600, id: "1", why: "more than one method"},
	{name: "method twice, one escaped", frame: `{` + version + `,"id":1,"method":"a","m\u0065thod":"a"}`, code: -32600, id: "1", why: "more than one method"},
	{name: "params twice", frame: `{` + version + `,"id":1,"method":"a","params":{},"params":{}}`, code: -32600, id: "1", why: "more than one params"},
	{name: "result twice", frame: `{` + version + `,"id":1,"result":{},"result":{}}`, code: -32600, id: "1", why: "more than one result"},
	{name: "error twice", frame: `{` + version + `,"id":1,"error":{},"error":{}}`, code: -32600, id: "1", why: "more than one error"},
	{name: "version twice", frame: `{` + version + `,` + version + `,"id":1,"method":"a"}`, code: -32600, id: "1", why: "more than one jsonrpc"},
	{name: "unknown twice", frame: `{` + version + `,"id":1,"method":"a","x":1,"\u0078":2}`, code: -32600, id: "1", why: "twice"},
	{name: "other case", frame: `{` + version + `,"id":1,"method":"a","Method":"b"}`, code: -32600, id: "1", why: "case"},
	{name: "other case, long s", frame: `{` + version + `,"id":1,"method":"a","param` + "\u017f" + `":{}}`, code: -32600, id: "1", why: "case"},
	{name: "other case, escaped", frame: `{` + version + `,"id":1,"method":"a","\u0049D":2}`, code: -32600, id: "1", why: "case"},
	{name: "many unknown members", frame: `{` + version + `,"id":1,"method":"a"` + manyMembers(maxExtra+1) + `}`, code: -32600, id: "1", why: "unknown members"},

	{name: "id too long", frame: `{` + version + `,"id":"` + strings.Repeat("i", maxID-1) + `","method":"a"}`, code: -32600, why: "id over 256"},
	{name: "number too long", frame: `{` + version + `,"id":` + strings.Repeat("1", maxID+1) + `,"method":"a"}`, code: -32600, why: "id over 256"},
	{name: "id null", frame: `{` + version + `,"id":null,"method":"a"}`, code: -32600, why: "null"},
	{name: "id null of a result", frame: `{` + version + `,"id":null,"result":{}}`, code: -32600, why: "without an id"},
	{name: "result without id", frame: `{` + version + `,"result":{}}`, code: -32600, why: "without an id"},
	{name: "id that is an object", frame: `{` + version + `,"id":{},"method":"a"}`, code: -32600, why: "string or a number"},
	{name: "id that is a list", frame: `{` + version + `,"id":[1],"method":"a"}`, code: -32600, why: "string or a number"},
	{name: "id true", frame: `{` + version + `,"id":true,"method":"a"}`, code: -32600, why: "string or a number"},

	{name: "method and result", frame: `{` + version + `,"id":1,"method":"a","result":{}}`, code: -32600, id: "1", why: "method and a response"},
	{name: "method and error", frame: `{` + version + `,"id":1,"method":"a","error":{}}`, code: -32600, id: "1", why: "method and a response"},
	{name: "result and error", frame: `{` + version + `,"id":1,"result":{},"error":{}}`, code: -32600, id: "1", why: "result and an error"},
	{name: "none of them", frame: `{` + version + `,"id":1}`, code: -32600, id: "1", why: "neither"},
	{name: "empty object", frame: `{}`, code: -32600, why: "jsonrpc"},
	{name: "params in a response", frame: `{` + version + `,"id":1,"result":{},"params":{}}`, code: -32600, id: "1", why: "params in a response"},
	{name: "method that is a number", frame: `{` + version + `,"id":1,"method":1}`, code: -32600, id: "1", why: "method is a string"},
	{name: "empty method", frame: `{` + version + `,"id":1,"method":""}`, code: -32600, id: "1", why: "method is a string"},
	{name: "method null", frame: `{` + version + `,"id":1,"method":null}`, code: -32600, id: "1", why: "method is a string"},
	{name: "method too long", frame: `{` + version + `,"id":1,"method":"` + strings.Repeat("m", maxMethod+1) + `"}`, code: -32600, id: "1", why: "method is a string"},
	{name: "method in bad UTF-8", frame: `{` + version + `,"id":1,"method":"a` + "\xff" + `"}`, code: -32600, id: "1", why: "method is a string"},
	{name: "method with half a pair", frame: `{` + version + `,"id":1,"method":"a\ud800"}`, code: -32600, id: "1", why: "method is a string"},
	{name: "params null", frame: `{` + version + `,"id":1,"method":"a","params":null}`, code: -32600, id: "1", why: "params"},
	{name: "params that are a string", frame: `{` + version + `,"id":1,"method":"a","params":"{}"}`, code: -32600, id: "1", why: "params"},
	{name: "error that is a string", frame: `{` + version + `,"id":1,"error":"no"}`, code: -32600, id: "1", why: "error is an object"},
	{name: "error null", frame: `{` + version + `,"id":1,"error":null}`, code: -32600, id: "1", why: "error is an object"},
}

func manyMembers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"x%d":0`, i)
	}
	return b.String()
}

func TestParseRefuses(t *testing.T) {
	for _, c := range refused {
		t.Run(c.name, func(t *testing.T) {
			_, err := parse([]byte(c.frame))
			var bad *FrameError
			if !errors.As(err, &bad) {
				t.Fatalf("got %v, want a *FrameError", err)
			}
			if bad.Code != c.code || string(bad.ID) != c.id || !strings.Contains(bad.Why, c.why) {
				t.Errorf("got %d, id %q, %q; want %d, id %q, …%s…", bad.Code, bad.ID, bad.Why, c.code, c.id, c.why)
			}
			if (bad.ID == nil) != (c.id == "") {
				t.Errorf("id is %v", bad.ID)
			}
		})
	}
}

// What is wrong with a frame is told without a byte of it.
func TestFrameErrorHasNothingOfTheFrame(t *testing.T) {
	const planted = "zanzibar"
	for _, frame := range []string{
		`{"` + planted + `":{"` + planted + `":01}}`,
		`{` + version + `,"id":"` + planted + `","method":1}`,
		`{` + version + `,"id":1,"method":"` + planted + "\xff" + `"}`,
		`{` + version + `,"id":1,"method":"a","` + planted + `":1,"` + planted + `":1}`,
		planted,
	} {
		_, err := parse([]byte(frame))
		if err == nil || strings.Contains(err.Error(), planted) {
			t.Errorf("%v", err)
		}
	}
}

func TestParseAllocations(t *testing.T) {
	frame := sized(5_000)
	if n := testing.AllocsPerRun(100, func() { parse(frame) }); n >= 10 {
		t.Errorf("%v allocations for a message of 5 KB, want fewer than 10", n)
	}
}

func TestSplice(t *testing.T) {
	m := message{raw: []byte("0123456789")}
	at := func(start, end int, text string) edit { return edit{span{start, end}, []byte(text)} }
	for _, c := range []struct {
		name  string
		edits []edit
		want  string // "": refused
	}{
		{"none", nil, "0123456789"},
		{"one", []edit{at(2, 4, "abc")}, "01abc456789"},
		{"ends", []edit{at(0, 1, ""), at(9, 10, "nine")}, "12345678nine"},
		{"backwards", []edit{at(8, 9, "b"), at(1, 2, "a")}, "0a234567b9"},
		{"side by side", []edit{at(2, 4, "a"), at(4, 6, "b")}, "01ab6789"},
		{"put in", []edit{at(5, 5, "a"), at(5, 5, "b"), at(5, 6, "c")}, "01234abc6789"},
		{"at the end", []edit{at(10, 10, "a")}, "0123456789a"},
		{"all", []edit{at(0, 10, "x")}, "x"},
		{"overlap", []edit{at(2, 5, "a"), at(4, 6, "b")}, ""},
		{"within", []edit{at(2, 8, "a"), at(4, 6, "b")}, ""},
		{"twice", []edit{at(2, 4, "a"), at(2, 4, "a")}, ""},
		{"before", []edit{at(-1, 2, "a")}, ""},
		{"beyond", []edit{at(9, 11, "a")}, ""},
		{"turned", []edit{at(4, 2, "a")}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := fmt.Sprint(c.edits)
			if got := m.splice(c.edits...); string(got) != c.want || (got == nil) != (c.want == "") {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if after := fmt.Sprint(c.edits); after != before {
				t.Errorf("the edits were changed: %s, before %s", after, before)
			}
			if string(m.raw) != "0123456789" {
				t.Errorf("the frame was changed: %s", m.raw)
			}
		})
	}
}

func TestSpliceIsANewFrame(t *testing.T) {
	raw := []byte("abc")
	m := message{raw: raw}
	m.splice()[0] = 'x'
	if !bytes.Equal(raw, []byte("abc")) {
		t.Error("the frame is shared")
	}
}

func TestCompose(t *testing.T) {
	for _, c := range []struct {
		name      string
		got       []byte
		want      string
		kind, mid string
	}{
		{"response", response([]byte(`"\u0061"`), []byte(`{ }`)), `{"jsonrpc":"2.0","id":"\u0061","result":{ }}`, isResponse, `"\u0061"`},
		{"error", errorResponse([]byte("1.5"), -32601, "no \"such\" thing\n\x01 </é\xff", nil), `{"jsonrpc":"2.0","id":1.5,"error":{"code":-32601,"message":"no \"such\" thing\n\u0001 </é` + "\ufffd" + `"}}`, isResponse, "1.5"},
		{"error with data, no id", errorResponse(nil, -32700, "", []byte(`[1]`)), `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"","data":[1]}}`, isResponse, "null"},
		{"request", request(-1<<63, "a/b", []byte(`{"x":1}`)), `{"jsonrpc":"2.0","id":-9223372036854775808,"method":"a/b","params":{"x":1}}`, isRequest, "-9223372036854775808"},
		{"request without params", request(1, `a"b`, nil), `{"jsonrpc":"2.0","id":1,"method":"a\"b"}`, isRequest, "1"},
		{"notification", notification("n", []byte(`[]`)), `{"jsonrpc":"2.0","method":"n","params":[]}`, isNotification, ""},
		{"notification without params", notification("n", nil), `{"jsonrpc":"2.0","method":"n"}`, isNotification, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if string(c.got) != c.want {
				t.Errorf("got %s, want %s", c.got, c.want)
			}
			m, err := parse(c.got)
			if err != nil {
				t.Fatal(err)
			}
			if kind := kindOf(&m); kind != c.kind || string(m.bytes(m.id)) != c.mid {
				t.Errorf("got a %s, id %s", kind, m.bytes(m.id))
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range messages {
		f.Add([]byte(c.frame))
	}
	for _, c := range refused {
		if len(c.frame) < 10_000 {
			f.Add([]byte(c.frame))
		}
	}
	f.Fuzz(func(t *testing.T, frame []byte) {
		before := bytes.Clone(frame)
		m, err := parse(frame)
		if !bytes.Equal(frame, before) {
			t.Fatal("the frame was changed")
		}
		if err != nil {
			var bad *FrameError
			if !errors.As(err, &bad) || bad.Code != codeParse && bad.Code != codeInvalidRequest {
				t.Fatalf("%v is no error of a frame", err)
			}
			if bad.ID != nil && (len(bad.ID) > maxID || !scalarID(bad.ID) || !json.Valid(bad.ID)) {
				t.Fatal("its id cannot be answered")
			}
			if bad.Code == codeParse && !tooDeep(frame) && json.Valid(frame) {
				t.Fatalf("it is JSON: %s", bad.Why)
			}
			return
		}
		if !json.Valid(frame) {
			t.Fatal("it is no JSON")
		}
		if !bytes.Equal(m.splice(), frame) {
			t.Fatal("a splice without edits changes it")
		}
		if n := strings.Count(kindOf(&m), " "); n != 0 {
			t.Fatal("more than one kind of message")
		}
		spans := []span{m.id, m.params, m.result, m.err}
		for _, x := range m.extra {
			spans = append(spans, x.name, x.value)
		}
		for _, s := range spans {
			if !s.empty() && (!json.Valid(m.bytes(s)) || blank(frame[s.start]) || blank(frame[s.end-1])) {
				t.Fatalf("%v is no value", s)
			}
		}
		// A lexer that keeps nothing finds the same id.
		var x lexer
		for i := range frame {
			x.read(frame[i : i+1])
		}
		id, method := x.found()
		if want := m.bytes(m.id); string(want) != "null" && !bytes.Equal(id, want) {
			t.Fatalf("the lexer found the id %q, want %q", id, want)
		}
		if method != (m.method != "") {
			t.Fatal("the lexer found another kind of message")
		}
		agree(t, &m)
		left, err := parse(m.splice(dropped(m.extra)...))
		if err != nil || len(left.extra) > 0 || left.method != m.method {
			t.Fatalf("without its extra members it is another message: %v", err)
		}
	})
}

// agree compares with what encoding/json reads.
func agree(t *testing.T, m *message) {
	var theirs map[string]json.RawMessage
	if err := json.Unmarshal(m.raw, &theirs); err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]span{"id": m.id, "params": m.params, "result": m.result, "error": m.err} {
		if !bytes.Equal(theirs[name], m.bytes(s)) {
			t.Fatalf("%s differs", name)
		}
	}
	var method string
	if raw := theirs["method"]; raw != nil {
		if err := json.Unmarshal(raw, &method); err != nil {
			t.Fatal(err)
		}
	}
	if method != m.method {
		t.Fatal("the method differs")
	}
	if want := len(theirs) - len(m.extra); want > len(fieldNames) {
		t.Fatal("members are missing")
	}
}

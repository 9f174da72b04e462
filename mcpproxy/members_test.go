package mcpproxy

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestMembers(t *testing.T) {
	for _, c := range []struct{ name, object, want string }{
		{"empty", `{ }`, ``},
		{"values of each kind", `{"a":1,"b":"x","c":[1,{}],"d":{"e":null},"f":true,"g":-1.5e3}`, `a=1 b="x" c=[1,{}] d={"e":null} f=true g=-1.5e3 `},
		{"blanks", " {\t\"a\" :\n1 , \"b\" : [ ] } ", `a=1 b=[ ] `},
		{"twice", `{"a":1,"a":2}`, `a=1 a=2 `},
		{"escapes", `{"\u0061\"":"\\","b":"\\\"","c\\":"}"}`, `a"="\\" b="\\\"" c\="}" `},
		{"long strings", `{"a":"` + strings.Repeat("x", 40) + `\\","b":"` + strings.Repeat(`\"`, 20) + `","c":"` + strings.Repeat("x", 16) + `\""}`,
			`a="` + strings.Repeat("x", 40) + `\\" b="` + strings.Repeat(`\"`, 20) + `" c="` + strings.Repeat("x", 16) + `\"" `},
		{"brackets in strings", `{"a":["]","}",{"b":"{["}],"c":1}`, `a=["]","}",{"b":"{["}] c=1 `},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got string
			err := members([]byte(c.object), func(name string, n, v span) bool {
				var again string
				if err := json.Unmarshal([]byte(c.object[n.start:n.end]), &again); err != nil || again != name {
					t.Errorf("the name's span is %v", n)
				}
				got += fmt.Sprintf("%s=%s ", name, c.object[v.start:v.end])
				return true
			})
			if err != nil || got != c.want {
				t.Errorf("got %s, %v; want %s", got, err, c.want)
			}
		})
	}
}

func TestElements(t *testing.T) {
	for _, c := range []struct{ name, array, want string }{
		{"empty", ` [ ]`, ``},
		{"values of each kind", `[1,"x",[1,[]],{"e":null},true,-1.5e3]`, `1;"x";[1,[]];{"e":null};true;-1.5e3;`},
		{"blanks", "\t[ 1 ,\n[ ] ] ", `1;[ ];`},
		{"escapes", `["\\","\"","]"]`, `"\\";"\"";"]";`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got string
			err := elements([]byte(c.array), func(v span) bool {
				got += c.array[v.start:v.end] + ";"
				return true
			})
			if err != nil || got != c.want {
				t.Errorf("got %s, %v; want %s", got, err, c.want)
			}
		})
	}
}

func TestMembersAndElementsStop(t *testing.T) {
	n := 0
	if err := members([]byte(`{"a":1,"b":2,`), func(string, span, span) bool { n++; return n < 2 }); err != nil || n != 2 {
		t.Errorf("%d members, %v", n, err)
	}
	n = 0
	if err := elements([]byte(`[1,2,`), func(span) bool { n++; return n < 2 }); err != nil || n != 2 {
		t.Errorf("%d elements, %v", n, err)
	}
}

func TestMembersOfWhatIsNone(t *testing.T) {
	for _, s := range []string{``, ` `, `[]`, `1`, `{`, `{"`, `{"a`, `{"a\"`, `{"a"`, `{"a":`, `{"a": `, `{"a":}`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `{"a":[`, `{"a":"`, `{"a":{"b`, `{"a\x":1}`, `{"a":1;`,
		`{"` + strings.Repeat("x", 20) + `\`, `{"a":` + strings.Repeat("[", maxNesting)} {
		if err := members([]byte(s), func(string, span, span) bool { return true }); err == nil {
			t.Errorf("members of %.20q: no error", s)
		}
	}
	for _, s := range []string{``, `{}`, `[`, `[1`, `[1,`, `[1,]`, `["`, `[[`, `[,]`, `[1;`, `[1 2]`} {
		if err := elements([]byte(s), func(span) bool { return true }); err == nil {
			t.Errorf("elements of %q: no error", s)
		}
	}
}

func TestStringAt(t *testing.T) {
	for _, c := range []struct {
		name, raw, want string
		ok              bool
	}{
		{"plain", `"abc"`, "abc", true},
		{"empty", `""`, "", true},
		{"escapes", `"\u0061\n\/\"\\\ud83d\ude00"`, "a\n/\"\\😀", true},
		{"bad UTF-8", "\"a\xffb\"", "a\ufffdb", true},
		{"half a pair", `"a\ud800b"`, "a\ufffdb", true},
		{"number", `1`, "", false},
		{"not ended", `"a`, "", false},
		{"one quote", `"`, "", false},
		{"escaped at the end", `"a\"`, "", false},
		{"two strings", `"a""b"`, "", false},
		{"bad escape", `"\x"`, "", false},
		{"control character", "\"a\nb\"", "", false},
		{"blank behind", `"a" `, "", false},
		{"nothing", ``, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, ok := stringAt([]byte(c.raw)); got != c.want || ok != c.ok {
				t.Errorf("got %q, %v", got, ok)
			}
		})
	}
}

// Of JSON, members and elements cut what encoding/json does; of anything else they do
// not panic.
func FuzzMembers(f *testing.F) {
	for _, s := range []string{`{"a":1,"b":[{},"\""]}`, `[1,"\\",{"a":[]}]`, `{"a`, `[[`, "{ \"\xff\" : 1 }"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var list, values []json.RawMessage
		errElements := elements(b, func(v span) bool { list = append(list, b[v.start:v.end]); return true })
		errMembers := members(b, func(_ string, _, v span) bool { values = append(values, b[v.start:v.end]); return true })
		if !valid(b) || tooDeep(b) {
			return
		}
		var theirs []json.RawMessage
		switch b[skipBlanks(b, 0)] {
		case '[':
			if err := json.Unmarshal(b, &theirs); err != nil || errElements != nil || errMembers == nil {
				t.Fatal(err, errElements, errMembers)
			}
			if fmt.Sprintf("%q", list) != fmt.Sprintf("%q", theirs) {
				t.Fatalf("%d elements, they have %d", len(list), len(theirs))
			}
		case '{':
			var object map[string]json.RawMessage
			if err := json.Unmarshal(b, &object); err != nil || errMembers != nil || errElements == nil {
				t.Fatal(err, errElements, errMembers)
			}
			if len(values) < len(object) {
				t.Fatalf("%d members, they have %d", len(values), len(object))
			}
			for _, v := range values {
				if !json.Valid(v) {
					t.Fatal("a value is none")
				}
			}
		default:
			if errElements == nil || errMembers == nil {
				t.Fatal("a scalar has parts")
			}
		}
	})
}

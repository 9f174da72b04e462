package clients

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestPlainJSON(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"as it is":          {`{"a": [1, "b,]"]}`, `{"a": [1, "b,]"]}`},
		"line comment":      {"{ // x\n\"a\": 1}// y", `{ "a": 1}`},
		"block comment":     {`{/* "b": 2, */"a": 1 /**/}`, `{"a": 1}`},
		"in a string":       {`{"a": "// x /* y */ \" // z"}`, `{"a": "// x /* y */ \" // z"}`},
		"trailing commas":   {"{\"a\": [1, 2 ,\n], }", `{"a": [1, 2 ]}`},
		"comma and comment": {"{\"a\": 1, // x\n}", `{"a": 1}`},
		"byte order mark":   {"\xef\xbb\xbf{}", `{}`},
		"no end of comment": {`{} /* x`, `{} `},
		"no end of string":  {`{"a`, `{"a`},
		"an escape at last": {`{"a\`, `{"a\`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := string(plainJSON([]byte(c.text))); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestRead(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want map[string]Server
		note string
	}{
		"Cursor":            {`{"mcpServers":{"a":{"command":"x","args":["y"],"env":{"K":"v"}}}}`, map[string]Server{"a": {Command: "x", Args: []string{"y"}, Env: map[string]string{"K": "v"}}}, ""},
		"VS Code":           {`{"inputs":[],"servers":{"a":{"type":"stdio","command":"x"}}}`, map[string]Server{"a": {Command: "x"}}, ""},
		"Zed, older":        {`{"context_servers":{"a":{"command":{"path":"x","args":["y"]}}}}`, map[string]Server{"a": {Command: "x", Args: []string{"y"}}}, ""},
		"Windsurf, remote":  {`{"mcpServers":{"a":{"serverUrl":"https://x"}}}`, map[string]Server{"a": {URL: "https://x"}}, ""},
		"with a secret":     {`{"mcpServers":{"my-a":{"type":"http","url":"https://x/y","headers":{"Authorization":"Bearer geheim"}}}}`, map[string]Server{"my-a": {URL: "https://x/y", Headers: map[string]string{"Authorization": "Bearer env:MY_A_AUTHORIZATION"}}}, "my-a: put the value of the header Authorization into the variable MY_A_AUTHORIZATION: it is not written here"},
		"a key in a header": {`{"mcpServers":{"a":{"url":"https://x","headers":{"X-Api-Key":"geheim und mehr"}}}}`, map[string]Server{"a": {URL: "https://x", Headers: map[string]string{"X-Api-Key": "env:A_X_API_KEY"}}}, "a: put the value of the header X-Api-Key into the variable A_X_API_KEY: it is not written here"},
		"no URL":            {`{"mcpServers":{"a":{"url":"geheim"}}}`, map[string]Server{}, "a is not taken: its url is none, or holds credentials"},
		"credentials":       {`{"mcpServers":{"a":{"url":"https://a:geheim@x"}}}`, map[string]Server{}, "a is not taken: its url is none, or holds credentials"},
		"disabled":          {`{"mcpServers":{"a":{"command":"x","enabled":false}}}`, map[string]Server{}, "a is not taken: it is switched off"},
		"no command":        {`{"mcpServers":{"a":{}}}`, map[string]Server{}, "a is not taken: it has no command"},
		"another kind":      {`{"mcpServers":{"a":{"command":"x","env":{"K":1}}}}`, map[string]Server{}, "a is not taken: env has a value of another kind"},
		"this gateway":      {`{"mcpServers":{"a":{"command":"/bin/cloak-gateway"}}}`, map[string]Server{}, "a is not taken: it is this gateway"},
		"no letters":        {`{"mcpServers":{"été":{"command":"x"}}}`, map[string]Server{"t": {Command: "x"}}, "été is called t here: a name has letters, digits and hyphens"},
		"nothing left":      {`{"mcpServers":{"__":{"command":"x"}}}`, map[string]Server{"server": {Command: "x"}}, "__ is called server here: a name has letters, digits and hyphens"},
		"a name of lines":   {`{"mcpServers":{"a\nb":{"command":"x"}}}`, map[string]Server{"a-b": {Command: "x"}}, `"a\nb" is called a-b here: a name has letters, digits and hyphens`},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := Read([]byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(f.Servers, c.want) || strings.Join(f.Notes, "\n") != c.note {
				t.Errorf("%v, %q", f.Servers, f.Notes)
			}
		})
	}
}

func TestEntry(t *testing.T) {
	for key, want := range map[string]string{
		"mcpServers": `{"mcpServers":{"cloak-gateway":{"args":["--config","c.json"],"command":"g"}}}`,
		"servers":    `{"servers":{"cloak-gateway":{"args":["--config","c.json"],"command":"g","type":"stdio"}}}`,
	} {
		got, err := json.Marshal((&Found{Key: key}).Entry("g", "--config", "c.json"))
		if err != nil || string(got) != want {
			t.Errorf("%s, %v", got, err)
		}
	}
}

// Package clients reads how MCP clients say which servers they start, and writes what
// they get instead.
package clients

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
)

// A Found is what a client's file says.
type Found struct {
	Key     string            // where servers stand in it: mcpServers, servers or context_servers
	Servers map[string]Server // that the gateway can start, by the names that they have there
	Notes   []string          // what was changed and what was left, for people; no value is in them
}

// A Server is how one is started, as the gateway's configuration has it.
type Server struct {
	Command string            `json:"command,omitempty"`
	URL     string            `json:"url,omitempty"`
	Headers map[string]string `json:"headers,omitempty"` // where their values are to be kept
	Args    []string          `json:"args,omitempty"`
	Env     map[string]string `json:"env,omitempty"`
	Cwd     string            `json:"cwd,omitempty"`
}

// Read reads a client's file: JSON, with comments and trailing commas if it has some. Its
// errors quote nothing of it.
func Read(text []byte) (*Found, error) {
	key, all, err := find(text)
	if err != nil {
		return nil, err
	}
	f := &Found{Key: key, Servers: map[string]Server{}}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		f.take(name, all[name])
	}
	return f, nil
}

// Entry is what the client gets in the place of its servers, to be written as JSON.
func (f *Found) Entry(command string, args ...string) any {
	entry := map[string]any{"command": command, "args": args}
	if f.Key == "servers" { // VS Code wants it said
		entry["type"] = "stdio"
	}
	return map[string]any{f.Key: map[string]any{"cloak-gateway": entry}}
}

func (f *Found) note(format string, args ...any) {
	f.Notes = append(f.Notes, fmt.Sprintf(format, args...))
}

// An entry is a server as a client writes it.
type entry map[string]json.RawMessage

// find returns the servers, and the key that they stand under.
func find(text []byte) (key string, servers map[string]entry, err error) {
	var doc map[string]json.RawMessage
	if json.Unmarshal(plainJSON(text), &doc) != nil {
		return "", nil, errors.New("it is no JSON object")
	}
	if inner := map[string]json.RawMessage(nil); doc["mcp"] != nil && json.Unmarshal(doc["mcp"], &inner) == nil {
		doc["servers"] = inner["servers"] // VS Code's settings.json
	}
	for _, key := range []string{"mcpServers", "servers", "context_servers"} {
		if doc[key] == nil {
			continue
		}
		if json.Unmarshal(doc[key], &servers) != nil {
			return "", nil, fmt.Errorf("%s is not an object of objects", key)
		}
		return key, servers, nil
	}
	return "", nil, errors.New("it has no mcpServers, servers or context_servers")
}

// harmless are keys of clients that say nothing about how a server is started.
var harmless = []string{"type", "transport", "source", "enabled", "disabled", "description", "settings"}

// take adds a server, or says why not.
func (f *Found) take(name string, e entry) {
	s, why := e.server()
	shown := name
	if strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\uFFFD' }) {
		shown = fmt.Sprintf("%q", name)
	}
	if why != "" {
		f.note("%s is not taken: %s", shown, why)
		return
	}
	here := f.freeName(name)
	if here != name {
		f.note("%s is called %s here: a name has letters, digits and hyphens", shown, here)
	}
	for _, header := range slices.Sorted(maps.Keys(s.Headers)) {
		word, variable, _ := strings.Cut(s.Headers[header], "env:")
		variable = variableOf(here) + "_" + variable
		s.Headers[header] = word + "env:" + variable
		f.note("%s: put the value of the header %s into the variable %s: it is not written here", shown, header, variable)
	}
	for _, key := range slices.Sorted(maps.Keys(e)) {
		if !slices.Contains(append(harmless, "command", "args", "env", "cwd", "headers", "url", "serverUrl", "httpUrl"), key) {
			f.note("%s: %s is left out: it is the client's", shown, key)
		}
	}
	text := append(slices.Collect(maps.Values(s.Env)), append(s.Args, s.Command, s.Cwd)...)
	if slices.ContainsFunc(text, func(x string) bool { return strings.Contains(x, "${") }) {
		f.note("%s: the client fills in ${…}, and the gateway does not: write the value", shown)
	}
	f.Servers[here] = s
}

// server is e as the gateway has it, or why it cannot be.
func (e entry) server() (s Server, why string) {
	var off, on bool
	if json.Unmarshal(e["disabled"], &off) == nil && off || json.Unmarshal(e["enabled"], &on) == nil && !on {
		return s, "it is switched off"
	}
	if inner := (entry)(nil); json.Unmarshal(e["command"], &inner) == nil && inner != nil { // Zed's older way
		e = entry{"command": inner["path"], "args": inner["args"], "env": inner["env"]}
	}
	for _, key := range []string{"url", "serverUrl", "httpUrl"} {
		if e[key] != nil {
			return e.remote(e[key])
		}
	}
	for _, x := range []struct {
		key string
		to  any
	}{{"command", &s.Command}, {"args", &s.Args}, {"env", &s.Env}, {"cwd", &s.Cwd}} {
		if raw := e[x.key]; raw != nil && json.Unmarshal(raw, x.to) != nil {
			return s, x.key + " has a value of another kind"
		}
	}
	base := strings.TrimSuffix(strings.ToLower(filepath.Base(s.Command)), ".exe")
	switch {
	case strings.TrimSpace(s.Command) == "":
		return s, "it has no command"
	case base == "cloak-gateway":
		return s, "it is this gateway"
	}
	return s, ""
}

// remote is a server that is reached over HTTP. The values of its headers are secrets: where
// they are to be kept is written, with the word in front of them.
func (e entry) remote(at json.RawMessage) (s Server, why string) {
	var headers map[string]string
	if json.Unmarshal(at, &s.URL) != nil || e["headers"] != nil && json.Unmarshal(e["headers"], &headers) != nil {
		return s, "url or headers have a value of another kind"
	}
	if u, err := url.Parse(s.URL); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil {
		return s, "its url is none, or holds credentials"
	}
	for name, value := range headers {
		if s.Headers == nil {
			s.Headers = map[string]string{}
		}
		word := ""
		if scheme, _, ok := strings.Cut(value, " "); ok && (strings.EqualFold(scheme, "bearer") || strings.EqualFold(scheme, "token")) {
			word = scheme + " "
		}
		s.Headers[name] = word + "env:" + variableOf(name)
	}
	return s, ""
}

// variableOf is a part of a variable's name.
func variableOf(name string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, name))
}

// freeName is name as the gateway's can be, and nobody has it.
func (f *Found) freeName(name string) string {
	const most = 40
	clean := strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, name), "-")
	clean = cmp.Or(strings.Trim(clean[:min(len(clean), most)], "-"), "server")
	free := clean
	for n := 2; ; n++ {
		if _, taken := f.Servers[free]; !taken {
			return free
		}
		free = fmt.Sprintf("%s-%d", clean, n)
	}
}

// plainJSON takes out what editors allow in their settings: comments, a comma in front of
// a closing bracket, a byte order mark.
func plainJSON(text []byte) []byte {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		rest := text[i:]
		switch {
		case text[i] == '"':
			end := 1
			for end < len(rest) && rest[end] != '"' {
				if rest[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end+1, len(rest))
			out = append(out, rest[:end]...)
			i += end - 1
		case bytes.HasPrefix(rest, []byte("//")):
			n := bytes.IndexByte(rest, '\n')
			if n < 0 {
				return out
			}
			i += n
		case bytes.HasPrefix(rest, []byte("/*")):
			n := bytes.Index(rest, []byte("*/"))
			if n < 0 {
				return out
			}
			i += n + 1
		case text[i] == ']' || text[i] == '}':
			out = append(bytes.TrimSuffix(bytes.TrimRight(out, " \t\r\n"), []byte(",")), text[i])
		default:
			out = append(out, text[i])
		}
	}
	return out
}

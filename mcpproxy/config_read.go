package mcpproxy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The config is read strictly: a key that is misspelt, or given twice, is an error, for
// whoever wrote it believes that it counts. So is a value of another kind. Errors name
// the place, and hold no value.

// maxConfig bounds the file: bytes. maxConfigDepth bounds what stands within each other.
const (
	maxConfig      = 16 << 20
	maxConfigDepth = 16
)

// LoadConfig reads, checks and completes the gateway's file: paths in it are relative to
// its folder. The file must belong to the user, or to root, and be writable by nobody
// else: it names programs to start. Links are followed; on Windows owner and mode are
// not looked at. Errors are a *ConfigError, but for a file that cannot be opened.
func LoadConfig(path string) (Config, error) {
	text, full, err := readConfigFile(path)
	if err != nil {
		return Config{}, err
	}
	c, err := parseConfig(text)
	if err == nil {
		c.Path = full
		c.resolve(filepath.Dir(full))
		err = c.validate()
	}
	if bad := (*ConfigError)(nil); errors.As(err, &bad) {
		bad.Path = path
	}
	return c, err
}

func readConfigFile(path string) (text []byte, full string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, "", fmt.Errorf("mcpproxy: the config: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, "", fmt.Errorf("mcpproxy: the config: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, "", &ConfigError{Path: path, Why: "it is no file"}
	}
	if why := untrustedFile(path, info); why != "" { // of what is open, not of what the name means by now
		return nil, "", &ConfigError{Path: path, Why: why}
	}
	text, err = io.ReadAll(io.LimitReader(f, maxConfig+1))
	if err != nil {
		return nil, "", fmt.Errorf("mcpproxy: the config: %w", err)
	}
	if len(text) > maxConfig {
		return nil, "", &ConfigError{Path: path, Why: fmt.Sprintf("it has more than %d bytes", maxConfig)}
	}
	full, err = filepath.Abs(path)
	if err == nil {
		full, err = filepath.EvalSymlinks(full)
	}
	if err != nil {
		return nil, "", fmt.Errorf("mcpproxy: the config: %w", err)
	}
	return text, full, nil
}

// resolve makes paths absolute.
func (c *Config) resolve(dir string) {
	from := func(p string) string {
		if p == "" || filepath.IsAbs(p) {
			return p
		}
		return filepath.Join(dir, p)
	}
	c.Bridge = from(c.Bridge)
	if c.Audit != nil {
		c.Audit.Dir = from(c.Audit.Dir)
	}
	secret := func(s Secret) Secret {
		if name, ok := strings.CutPrefix(string(s), "file:"); ok {
			return Secret("file:" + from(name))
		}
		return s
	}
	for i, s := range c.Listen.Tokens {
		c.Listen.Tokens[i] = secret(s)
	}
	headers := func(h Headers) {
		for k, v := range h {
			front, ref := splitHeader(v)
			h[k] = front + string(secret(ref))
		}
	}
	if c.Traces != nil {
		headers(c.Traces.Headers)
	}
	for name, u := range c.Upstreams {
		headers(u.Headers)
		u.Cwd = from(u.Cwd)
		if strings.ContainsRune(filepath.ToSlash(u.Command), '/') {
			u.Command = from(u.Command)
		}
		c.Upstreams[name] = u
	}
}

// parseConfig reads the JSON of a Config.
func parseConfig(text []byte) (Config, error) {
	var c Config
	n, err := parseTree(text)
	if err == nil {
		err = fill(reflect.ValueOf(&c).Elem(), n, "")
	}
	return c, err
}

// A node is a JSON value; of numbers it keeps the digits.
type node struct {
	kind    byte // { [ " 0 t n
	text    string
	on      bool
	items   []node
	members []configMember
}

type configMember struct {
	key   string
	value node
}

// parseTree reads one value and nothing else.
func parseTree(text []byte) (node, error) {
	switch {
	case bytes.HasPrefix(text, []byte("\xef\xbb\xbf")):
		return node{}, &ConfigError{Why: "it begins with a byte order mark: save it as UTF-8 without one"}
	case !utf8.Valid(text):
		return node{}, &ConfigError{Why: "it is not UTF-8"}
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	n, err := readNode(d, "", 0)
	if bad := (*ConfigError)(nil); errors.As(err, &bad) {
		return n, bad
	}
	line := func(at int64) int { return 1 + bytes.Count(text[:min(max(int(at), 0), len(text))], []byte("\n")) }
	if err != nil {
		at := int64(len(text))
		if s := (*json.SyntaxError)(nil); errors.As(json.Unmarshal(text, new(json.RawMessage)), &s) {
			at = s.Offset - 1 // tokens do not tell it well
		}
		return n, &ConfigError{Why: fmt.Sprintf("it is no JSON: see line %d", line(at))}
	}
	if _, err := d.Token(); err != io.EOF {
		return n, &ConfigError{Why: fmt.Sprintf("something follows the config's closing brace: see line %d", line(d.InputOffset()))}
	}
	return n, nil
}

func readNode(d *json.Decoder, at string, depth int) (node, error) {
	t, err := d.Token()
	if err != nil {
		return node{}, err
	}
	switch t := t.(type) {
	case nil:
		return node{kind: 'n'}, nil
	case bool:
		return node{kind: 't', on: t}, nil
	case string:
		return node{kind: '"', text: t}, nil
	case json.Number:
		return node{kind: '0', text: t.String()}, nil
	}
	n := node{kind: byte(t.(json.Delim))}
	if depth >= maxConfigDepth {
		return n, &ConfigError{Key: at, Why: "too much stands in each other here"}
	}
	for d.More() {
		if n.kind == '[' {
			item, err := readNode(d, at+"["+strconv.Itoa(len(n.items))+"]", depth+1)
			if err != nil {
				return n, err
			}
			n.items = append(n.items, item)
			continue
		}
		key, err := d.Token()
		if err != nil {
			return n, err
		}
		m := configMember{key: key.(string)}
		below := under(at, m.key)
		if slices.ContainsFunc(n.members, func(x configMember) bool { return x.key == m.key }) {
			return n, &ConfigError{Key: below, Why: "it is given twice"}
		}
		if m.value, err = readNode(d, below, depth+1); err != nil {
			return n, err
		}
		n.members = append(n.members, m)
	}
	_, err = d.Token()
	return n, err
}

// under is the place of a key. What cannot be a name may be a value, and is not shown.
func under(at, key string) string {
	if !isKey(key) {
		key = "(a key)"
	}
	if at == "" {
		return key
	}
	return at + "." + key
}

func isKey(s string) bool {
	return s != "" && len(s) <= 64 && strings.IndexFunc(s, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-'
	}) < 0
}

// A nodeReader reads itself from JSON in a way of its own.
type nodeReader interface{ readNode(n node, at string) error }

// fill reads n, which stands at a place, into v.
func fill(v reflect.Value, n node, at string) error {
	if r, ok := v.Addr().Interface().(nodeReader); ok {
		return r.readNode(n, at)
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return fill(v.Elem(), n, at)
	case reflect.Struct:
		return fillStruct(v, n, at)
	case reflect.Map:
		if n.kind != '{' {
			return wanted(at, "an object")
		}
		v.Set(reflect.MakeMap(v.Type()))
		for _, m := range n.members {
			x := reflect.New(v.Type().Elem()).Elem()
			if err := fill(x, m.value, under(at, m.key)); err != nil {
				return err
			}
			v.SetMapIndex(reflect.ValueOf(m.key), x)
		}
	case reflect.Slice:
		if n.kind != '[' {
			return wanted(at, "a list")
		}
		v.Set(reflect.MakeSlice(v.Type(), len(n.items), len(n.items)))
		for i, x := range n.items {
			if err := fill(v.Index(i), x, at+"["+strconv.Itoa(i)+"]"); err != nil {
				return err
			}
		}
	case reflect.String:
		if n.kind != '"' {
			return wanted(at, "a string")
		}
		if strings.ContainsRune(n.text, 0) {
			return &ConfigError{Key: at, Why: "it has a zero byte in it"}
		}
		v.SetString(n.text)
	case reflect.Bool:
		if n.kind != 't' {
			return wanted(at, "true or false")
		}
		v.SetBool(n.on)
	case reflect.Int:
		x, err := strconv.ParseInt(n.text, 10, 0)
		if n.kind != '0' || err != nil {
			return wanted(at, "a whole number")
		}
		v.SetInt(x)
	case reflect.Float64:
		x, err := strconv.ParseFloat(n.text, 64)
		if n.kind != '0' || err != nil {
			return wanted(at, "a number")
		}
		v.SetFloat(x)
	default:
		panic("mcpproxy: a field of Config has a type that cannot be read")
	}
	return nil
}

func wanted(at, what string) error { return &ConfigError{Key: at, Why: what + " is wanted"} }

func fillStruct(v reflect.Value, n node, at string) error {
	if n.kind != '{' {
		return wanted(at, "an object")
	}
	for _, m := range n.members {
		i := configField(v.Type(), m.key)
		if i < 0 {
			return unknownKey(v.Type(), m.key, at)
		}
		f := v.Field(i)
		if err := fill(f, m.value, under(at, m.key)); err != nil {
			return err
		}
		if (f.CanInt() || f.CanFloat()) && f.IsZero() && m.key != "max_input_length" { // it would mean the default
			return wanted(under(at, m.key), "a number above 0")
		}
	}
	return nil
}

func configField(t reflect.Type, key string) int {
	for i := range t.NumField() {
		if name := t.Field(i).Tag.Get("json"); name == key && name != "-" {
			return i
		}
	}
	return -1
}

// unknownKey says which keys there are, and which of them was probably meant.
func unknownKey(t reflect.Type, key, at string) error {
	var known []string
	for i := range t.NumField() {
		if name := t.Field(i).Tag.Get("json"); name != "-" {
			known = append(known, name)
		}
	}
	slices.Sort(known)
	why := "there is no such key"
	switch {
	case t == reflect.TypeFor[DetectionConfig]() && key == "spacy_model":
		return &ConfigError{Key: under(at, key), Why: "no model is loaded here: leave it out. Detectors and custom_patterns take its place, and terms.always for names until names are recognised"}
	}
	if near := nearest(key, known); near != "" {
		why += ": did you mean " + near + "?"
	} else {
		why += "."
	}
	return &ConfigError{Key: under(at, key), Why: why + " Known here: " + strings.Join(known, ", ")}
}

// nearest is the one of known that key is a slip of, or "".
func nearest(key string, known []string) (near string) {
	best := 1 + min(len(key), 9)/3 // edits
	for _, k := range known {
		if d := distance(strings.ToLower(key), k); d < best || d == best && near == "" {
			best, near = d, k
		}
	}
	return near
}

// edits counts the letters to add, drop or change, and neighbours to swap, between two
// words.
func distance(a, b string) int {
	if len(a) > 64 {
		return len(a)
	}
	var before []int
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			d := last[j]
			if a[i] != b[j] {
				d++
			}
			row[j+1] = min(d, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}

// readNode takes a string, or an object.
func (t *TermConfig) readNode(n node, at string) error {
	if n.kind == '"' {
		t.Value = n.text
		return nil
	}
	if n.kind != '{' {
		return wanted(at, "a string or an object")
	}
	return fillStruct(reflect.ValueOf(t).Elem(), n, at)
}

// readNode takes the three ways to write patterns.
func (p *Patterns) readNode(n node, at string) error {
	switch n.kind {
	case '{':
		for _, m := range n.members {
			if m.value.kind != '"' {
				return wanted(under(at, m.key), "a string")
			}
			*p = append(*p, PatternConfig{Name: m.key, Pattern: m.value.text})
		}
		return nil
	case '[':
	default:
		return wanted(at, "a list or an object")
	}
	for i, x := range n.items {
		at := at + "[" + strconv.Itoa(i) + "]"
		var one PatternConfig
		switch x.kind {
		case '{':
			if err := fillStruct(reflect.ValueOf(&one).Elem(), x, at); err != nil {
				return err
			}
		case '[':
			if len(x.items) != 2 || x.items[0].kind != '"' || x.items[1].kind != '"' {
				return wanted(at, "a pair of two strings, name and pattern,")
			}
			one = PatternConfig{Name: x.items[0].text, Pattern: x.items[1].text}
		default:
			return wanted(at, "an object, or a pair of name and pattern,")
		}
		*p = append(*p, one)
	}
	return nil
}

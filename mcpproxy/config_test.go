package mcpproxy_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/mcpproxy"
)

// load writes a config and reads it.
func load(t *testing.T, text string) (mcpproxy.Config, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "cloak-gateway.json")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return mcpproxy.LoadConfig(name)
}

// The example of the document that this program began with, as it stands there.
const founding = `{
  "upstreams": {
    "fs": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/path/to/dir"]
    }
  },
  "sanitize": true,
  "detection": { "detect_ip_addresses": false }
}
`

func TestTheFoundingExampleLoads(t *testing.T) {
	c, err := load(t, founding)
	if err != nil {
		t.Fatal(err)
	}
	fs := c.Upstreams["fs"]
	if fs.Command != "npx" || strings.Join(fs.Args, " ") != "-y @modelcontextprotocol/server-filesystem /path/to/dir" {
		t.Errorf("the upstream is %q %q", fs.Command, fs.Args)
	}
	if c.Sanitize == nil || !*c.Sanitize || c.Detection.IPAddresses == nil || *c.Detection.IPAddresses || c.Detection.Emails != nil {
		t.Errorf("sanitize %v, detection %+v", c.Sanitize, c.Detection)
	}
	if filepath.Base(c.Path) != "cloak-gateway.json" || !filepath.IsAbs(c.Path) {
		t.Errorf("the path is %q", c.Path)
	}
}

const up = `{"upstreams":{"fs":{"command":"x"}}`

// restoring is a configuration of an upstream with restore.
func restoring(rules string) string {
	return `{"upstreams":{"fs":{"command":"x","restore":` + rules + `}}}`
}

func TestBadConfigs(t *testing.T) {
	const detection = "custom_patterns, descriptive_tokens, detect_api_keys, detect_credit_cards, detect_emails, detect_iban, detect_ip_addresses, detect_phones, detect_ssns, exclude, locale, max_input_length, min_confidence, mode, ner_entity_types, ner_required, types"
	const upstream = "args, command, cwd, elicitation, env, headers, restore, roots, sampling, startup_timeout, tools, trust, url"
	const all = "allow, allow_unknown_protocol_version, audit, bridge, definitions, detection, limits, listen, log_level, max_tool_name, mode, model_values, prefix, request_timeout, sanitize, strict_versions, terms, token_scope, traces, tripwire, unresolved, upstreams"
	for name, c := range map[string]struct{ text, want string }{
		"empty":             {"", "it is no JSON: see line 1"},
		"no JSON":           {"{\n\n\"upstreams\": nope}", "it is no JSON: see line 3"},
		"cut":               {"{\"upstreams\": {", "it is no JSON: see line 1"},
		"a comma too many":  {"{\"upstreams\": {},\n}", "it is no JSON: see line 2"},
		"a list":            {"[]", "an object is wanted"},
		"trailing value":    {up + "}\n{}", "something follows the config's closing brace: see line 2"},
		"trailing brace":    {up + "}}", "something follows the config's closing brace: see line 1"},
		"byte order mark":   {"\xef\xbb\xbf" + up + "}", "it begins with a byte order mark: save it as UTF-8 without one"},
		"not UTF-8":         {up + ",\"bridge\":\"\xff\"}", "it is not UTF-8"},
		"too deep":          {strings.Repeat(`{"a":`, 20) + "1" + strings.Repeat("}", 20), strings.Repeat("a.", 15) + "a: too much stands in each other here"},
		"twice":             {`{"upstreams":{"fs":{"command":"x","command":"y"}}}`, "upstreams.fs.command: it is given twice"},
		"an upstream twice": {`{"upstreams":{"fs":{"command":"x"},"fs":{"command":"y"}}}`, "upstreams.fs: it is given twice"},

		"unknown":                    {up + `,"zzzzzz":1}`, "zzzzzz: there is no such key. Known here: " + all},
		"an audit log nowhere":       {up + `,"audit":{}}`, "audit.dir: it is missing: the folder of the log"},
		"an audit log misspelt":      {up + `,"audit":{"dir":"x","synch":"strict"}}`, "audit.synch: there is no such key: did you mean sync? Known here: dir, on_error, sync"},
		"an audit log that waits":    {up + `,"audit":{"dir":"x","sync":"always"}}`, "audit.sync: it is batched or strict"},
		"an audit log on errors":     {up + `,"audit":{"dir":"x","on_error":"ignore"}}`, "audit.on_error: it is refuse or continue"},
		"packs, until their part":    {up + `,"packs":[]}`, "packs: there is no such key. Known here: " + all},
		"misspelt":                   {up + `,"sanitise":true}`, "sanitise: there is no such key: did you mean sanitize? Known here: " + all},
		"misspelt in detection":      {up + `,"detection":{"detect_email":true}}`, "detection.detect_email: there is no such key: did you mean detect_emails? Known here: " + detection},
		"in another case":            {up + `,"detection":{"Detect_Emails":true}}`, "detection.Detect_Emails: there is no such key: did you mean detect_emails? Known here: " + detection},
		"misspelt in an upstream":    {`{"upstreams":{"fs":{"comand":"x"}}}`, "upstreams.fs.comand: there is no such key: did you mean command? Known here: " + upstream},
		"misspelt in tools":          {`{"upstreams":{"fs":{"command":"x","tools":{"alow":[]}}}}`, "upstreams.fs.tools.alow: there is no such key: did you mean allow? Known here: alias, allow, deny"},
		"misspelt in limits":         {up + `,"limits":{"max_mesage":1}}`, "limits.max_mesage: there is no such key: did you mean max_message? Known here: max_in_flight, max_instructions, max_literals, max_message, max_request_time"},
		"misspelt in terms":          {up + `,"terms":{"allways":[]}}`, "terms.allways: there is no such key: did you mean always? Known here: always, never"},
		"misspelt in a term":         {up + `,"terms":{"always":[{"vaule":"x"}]}}`, "terms.always[0].vaule: there is no such key: did you mean value? Known here: anywhere, match_case, type, value"},
		"misspelt in a pattern":      {up + `,"detection":{"custom_patterns":[{"nam":"X"}]}}`, "detection.custom_patterns[0].nam: there is no such key: did you mean name? Known here: entity, name, pattern"},
		"what only the program sets": {up + `,"Path":"x","-":1}`, "Path: there is no such key. Known here: " + all},
		"a key that is no name":      {up + `,"marie dubois":1}`, "(a key): there is no such key. Known here: " + all},
		"misspelt in restore":        {restoring(`{"a":{"entitys":[]}}`), "upstreams.fs.restore.a.entitys: there is no such key: did you mean entities? Known here: arguments, entities, max"},
		"restore of no object":       {restoring(`{"a":["to"]}`), "upstreams.fs.restore.a: an object is wanted"},
		"restore of no pattern":      {restoring(`{"a[":{}}`), "upstreams.fs.restore.(a key): the name of a tool is wanted, or a pattern: * is any text, ? a character, [a-z] one of these"},
		"restore of a denied tool":   {`{"upstreams":{"fs":{"command":"x","tools":{"deny":["a*"]},"restore":{"*":{},"ab":{}}}}}`, "upstreams.fs.restore.ab: the tool is not allowed, so nothing is restored for it"},
		"no argument":                {restoring(`{"a":{"arguments":["to",""]}}`), "upstreams.fs.restore.a.arguments[1]: where in the arguments is wanted: to, address.city, or cc[] for what is in a list"},
		"an element of a list":       {restoring(`{"a":{"arguments":["cc[0]"]}}`), "upstreams.fs.restore.a.arguments[0]: where in the arguments is wanted: to, address.city, or cc[] for what is in a list"},
		"brackets in front":          {restoring(`{"a":{"arguments":["[]"]}}`), "upstreams.fs.restore.a.arguments[0]: where in the arguments is wanted: to, address.city, or cc[] for what is in a list"},
		"restore of no entity":       {restoring(`{"a":{"entities":["PERSON","EMIAL"]}}`), "upstreams.fs.restore.a.entities[1]: EMIAL is no entity: did you mean EMAIL? (see cloak detectors)"},
		"restore of none":            {restoring(`{"a":{"max":0}}`), "upstreams.fs.restore.a.max: a number above 0 is wanted"},
		"restore of less":            {restoring(`{"a":{"max":-1}}`), "upstreams.fs.restore.a.max: it goes from 1 to 1048576"},
		"a policy":                   {`{"upstreams":{"fs":{"command":"x","sampling":"ask"}}}`, "upstreams.fs.sampling: it is pass or deny"},
		"both":                       {`{"upstreams":{"fs":{"url":"https://x","command":"y"}}}`, "upstreams.fs.url: an upstream is a command or a url, not both"},
		"no url":                     {`{"upstreams":{"fs":{"url":"fs.example.com/mcp"}}}`, "upstreams.fs.url: https://host/path is wanted"},
		"another scheme":             {`{"upstreams":{"fs":{"url":"file:///etc/passwd"}}}`, "upstreams.fs.url: https://host/path is wanted"},
		"credentials in it":          {`{"upstreams":{"fs":{"url":"https://a:b@x"}}}`, "upstreams.fs.url: credentials stand in headers"},
		"headers in the clear":       {`{"upstreams":{"fs":{"url":"http://x","headers":{"A":"env:B"}}}}`, "upstreams.fs.url: headers go over https only, but to this machine"},
		"arguments of a url":         {`{"upstreams":{"fs":{"url":"https://x","args":["a"]}}}`, "upstreams.fs: args, env and cwd are for a command"},
		"headers of a command":       {`{"upstreams":{"fs":{"command":"x","headers":{"A":"env:B"}}}}`, "upstreams.fs.headers: they are for an upstream at a url"},
		"a secret in it":             {`{"upstreams":{"fs":{"url":"https://x","headers":{"Authorization":"Bearer hunter"}}}}`, "upstreams.fs.headers.Authorization: say where it is kept, env:NAME or file:PATH: a secret does not stand in the configuration"},
		"a header of ours":           {`{"upstreams":{"fs":{"url":"https://x","headers":{"mcp-session-id":"env:B"}}}}`, "upstreams.fs.headers.mcp-session-id: the gateway sets this one itself"},
		"a header that is none":      {`{"upstreams":{"fs":{"url":"https://x","headers":{"a b":"env:B"}}}}`, "upstreams.fs.headers.(a key): a header's name is letters, digits and hyphens"},
		"more than a word":           {`{"upstreams":{"fs":{"url":"https://x","headers":{"A":"x: env:B"}}}}`, "upstreams.fs.headers.A: a word may stand in front of the reference, as in Bearer env:TOKEN"},
		"no port":                    {up + `,"listen":{"address":"localhost"}}`, "listen.address: host:port is wanted: 127.0.0.1:8765, say"},
		"no address":                 {up + `,"listen":{"tokens":["env:A"]}}`, "listen.address: it is missing: 127.0.0.1:8765, say"},
		"open to all":                {up + `,"listen":{"address":":8765"}}`, "listen.tokens: an address that is not of this machine alone needs bearer tokens"},
		"a token in it":              {up + `,"listen":{"address":":8765","tokens":["abc"]}}`, "listen.tokens[0]: say where it is kept, env:NAME or file:PATH: a secret does not stand in the configuration"},
		"no idle time":               {up + `,"listen":{"address":"127.0.0.1:1","idle_timeout":1e9}}`, "listen.idle_timeout: it goes from 0.001 to 86400 seconds"},
		"traces to nobody":           {up + `,"traces":{}}`, "traces.endpoint: it is missing: http://127.0.0.1:4318, say"},
		"traces no object":           {up + `,"traces":null}`, "traces: an object is wanted"},
		"traces misspelt":            {up + `,"traces":{"endpoint":"http://[::1]:4318","header":{}}}`, "traces.header: there is no such key: did you mean headers? Known here: endpoint, headers, sample, service_name"},
		"traces to a host and port":  {up + `,"traces":{"endpoint":"localhost:4318"}}`, "traces.endpoint: https://host/path is wanted"},
		"traces with a query":        {up + `,"traces":{"endpoint":"https://x/?key=1"}}`, "traces.endpoint: https://host/path is wanted"},
		"traces with credentials":    {up + `,"traces":{"endpoint":"https://a:b@x"}}`, "traces.endpoint: credentials stand in headers"},
		"traces in the clear":        {up + `,"traces":{"endpoint":"http://collector:4318"}}`, "traces.endpoint: traces go over https only, but to this machine"},
		"more traces than there are": {up + `,"traces":{"endpoint":"https://x","sample":1.5}}`, "traces.sample: it goes from 0 to 1"},
		"a secret of traces in it":   {up + `,"traces":{"endpoint":"https://x","headers":{"api-key":"hunter"}}}`, "traces.headers.api-key: say where it is kept, env:NAME or file:PATH: a secret does not stand in the configuration"},
		"spaCy":                      {up + `,"detection":{"spacy_model":"x"}}`, "detection.spacy_model: no model is loaded here: leave it out. Detectors and custom_patterns take its place, and terms.always for names until names are recognised"},

		"upstreams a list":      {`{"upstreams":[]}`, "upstreams: an object is wanted"},
		"an upstream a string":  {`{"upstreams":{"fs":"npx"}}`, "upstreams.fs: an object is wanted"},
		"args a string":         {`{"upstreams":{"fs":{"command":"x","args":"-y"}}}`, "upstreams.fs.args: a list is wanted"},
		"an argument a number":  {`{"upstreams":{"fs":{"command":"x","args":["a",1]}}}`, "upstreams.fs.args[1]: a string is wanted"},
		"a zero byte":           {`{"upstreams":{"fs":{"command":"x","args":["a\u0000b"]}}}`, "upstreams.fs.args[0]: it has a zero byte in it"},
		"a variable a number":   {`{"upstreams":{"fs":{"command":"x","env":{"A":1}}}}`, "upstreams.fs.env.A: a string is wanted"},
		"null":                  {`{"upstreams":null}`, "upstreams: an object is wanted"},
		"a switch a string":     {up + `,"sanitize":"false"}`, "sanitize: true or false is wanted"},
		"a number a string":     {up + `,"request_timeout":"120"}`, "request_timeout: a number is wanted"},
		"no whole number":       {up + `,"max_tool_name":64.5}`, "max_tool_name: a whole number is wanted"},
		"too large a number":    {up + `,"request_timeout":1e999}`, "request_timeout: a number is wanted"},
		"zero, not the default": {up + `,"limits":{"max_message":0}}`, "limits.max_message: a number above 0 is wanted"},
		"no time":               {up + `,"request_timeout":0}`, "request_timeout: a number above 0 is wanted"},
		"negative time":         {up + `,"request_timeout":-1}`, "request_timeout: it goes from 0.001 to 86400 seconds"},
		"a term a number":       {up + `,"terms":{"always":[4]}}`, "terms.always[0]: a string or an object is wanted"},

		"none":                        {`{}`, "upstreams: there is none: a gateway with nothing behind it does nothing"},
		"none listed":                 {`{"upstreams":{}}`, "upstreams: there is none: a gateway with nothing behind it does nothing"},
		"underscore":                  {`{"upstreams":{"my_fs":{"command":"x"}}}`, "upstreams.my_fs: a name has no underscore in it, for __ stands between it and a tool's name"},
		"hyphen first":                {`{"upstreams":{"-fs":{"command":"x"}}}`, "upstreams.-fs: a name is letters, digits and hyphens, at most 64, and does not begin with a hyphen"},
		"no letters":                  {`{"upstreams":{"é":{"command":"x"}}}`, "upstreams.(a key): a name is letters, digits and hyphens, at most 64, and does not begin with a hyphen"},
		"no room for tools":           {`{"upstreams":{"` + strings.Repeat("a", 60) + `":{"command":"x"}}}`, "upstreams." + strings.Repeat("a", 60) + ": the name is too long: with max_tool_name 64 it leaves no room for those of its tools"},
		"no command":                  {`{"upstreams":{"fs":{}}}`, "upstreams.fs.command: an upstream needs one, the program to start, or a url"},
		"blank command":               {`{"upstreams":{"fs":{"command":" "}}}`, "upstreams.fs.command: an upstream needs one, the program to start, or a url"},
		"variable with =":             {`{"upstreams":{"fs":{"command":"x","env":{"A=B":"c"}}}}`, "upstreams.fs.env: a variable's name is not empty, and has no = in it"},
		"a week to start":             {`{"upstreams":{"fs":{"command":"x","startup_timeout":604800}}}`, "upstreams.fs.startup_timeout: it goes from 0.001 to 86400 seconds"},
		"trust":                       {`{"upstreams":{"fs":{"command":"x","trust":"full"}}}`, "upstreams.fs.trust: it is local, partner or untrusted"},
		"allowed and denied":          {`{"upstreams":{"fs":{"command":"x","tools":{"allow":["a"],"deny":["b","a"]}}}}`, "upstreams.fs.tools.deny[1]: it is allowed, too"},
		"nothing allowed":             {`{"upstreams":{"fs":{"command":"x","tools":{"allow":[]}}}}`, "upstreams.fs.tools.allow: an empty list allows nothing: leave the upstream out, or this key"},
		"a bad pattern":               {`{"upstreams":{"fs":{"command":"x","tools":{"deny":["a","[b"]}}}}`, "upstreams.fs.tools.deny[1]: the name of a tool is wanted, or a pattern: * is any text, ? a character, [a-z] one of these"},
		"alias of what is denied":     {`{"upstreams":{"fs":{"command":"x","tools":{"allow":["b*"],"deny":["b?"],"alias":{"bc":"c"}}}}}`, "upstreams.fs.tools.alias.bc: the tool is not allowed, so it needs no alias"},
		"two of one alias":            {`{"upstreams":{"fs":{"command":"x","tools":{"alias":{"a":"c","b":"c"}}}}}`, "upstreams.fs.tools.alias.b: another tool has this alias"},
		"alias no name":               {`{"upstreams":{"fs":{"command":"x","tools":{"alias":{"a":"c d"}}}}}`, "upstreams.fs.tools.alias.a: a tool's name is letters, digits, _ . / and -, at most 128"},
		"alias of what is not there":  {`{"upstreams":{"fs":{"command":"x","tools":{"allow":["a"],"alias":{"b":"c"}}}}}`, "upstreams.fs.tools.alias.b: the tool is not allowed, so it needs no alias"},
		"no prefix for two":           {`{"upstreams":{"a":{"command":"x"},"b":{"command":"x"}},"prefix":"never"}`, "prefix: never needs exactly one upstream, or nobody could tell whose tool is meant"},
		"mode":                        {up + `,"mode":"redact"}`, "mode: it is token or decoy"},
		"unresolved":                  {up + `,"unresolved":"drop"}`, "unresolved: it is refuse or pass"},
		"tripwire":                    {up + `,"tripwire":"shut"}`, "tripwire: it is open or closed"},
		"model_values":                {up + `,"model_values":"log"}`, "model_values: it is report or block"},
		"token_scope":                 {up + `,"token_scope":"server"}`, "token_scope: it is session or upstream"},
		"prefix":                      {up + `,"prefix":"auto"}`, "prefix: it is always or never"},
		"definitions":                 {up + `,"definitions":"pin"}`, "definitions: it is report, quarantine or off"},
		"log_level":                   {up + `,"log_level":"trace"}`, "log_level: it is debug, info, warn or error"},
		"max_tool_name":               {up + `,"max_tool_name":8,"prefix":"never"}`, "max_tool_name: it goes from 24 to 256"},
		"max_message":                 {up + `,"limits":{"max_message":5}}`, "limits.max_message: it goes from 1024 to 1073741824"},
		"a cap below":                 {up + `,"limits":{"max_request_time":60}}`, "limits.max_request_time: it is less than request_timeout, which would never end"},
		"allow from nowhere":          {up + `,"allow":{"db":["fs"]}}`, "allow.db: there is no such upstream"},
		"allow to nowhere":            {up + `,"allow":{"fs":["fs","db"]}}`, "allow.fs[1]: there is no such upstream"},
		"negative length":             {up + `,"detection":{"max_input_length":-1}}`, "detection.max_input_length: it goes from 0 to 1073741824"},
		"names":                       {up + `,"detection":{"ner_entity_types":["PERSON"]}}`, "detection.ner_entity_types: names are not recognised yet: only [] can stand here; until then terms.always takes those that you know"},
		"names required":              {up + `,"detection":{"ner_required":true}}`, "detection.ner_required: names are not recognised yet: it cannot be true; until then terms.always takes those that you know"},
		"opaque tokens":               {up + `,"detection":{"descriptive_tokens":false}}`, "detection.descriptive_tokens: a token always names its entity, [EMAIL_0], so that a model can tell what it stands for: leave it out"},
		"mode of detection":           {up + `,"detection":{"mode":"decoy"}}`, "detection.mode: it is tokenize or redact; decoys are mode, beside detection"},
		"both modes":                  {up + `,"mode":"decoy","detection":{"mode":"redact"}}`, "detection.mode: mode is decoy: only one of the two can be said"},
		"min_confidence":              {up + `,"detection":{"min_confidence":1.5}}`, "detection.min_confidence: it goes from 0 to 1"},
		"no entity":                   {up + `,"detection":{"types":["EMIAL"]}}`, "detection.types[0]: EMIAL is no entity: did you mean EMAIL? (see cloak detectors)"},
		"no name of an entity":        {up + `,"detection":{"types":["marie dubois"]}}`, "detection.types[0]: it is not the name of an entity (see cloak detectors)"},
		"excluded, no entity":         {up + `,"detection":{"exclude":["EMAIL","QQQQQQQQ"]}}`, "detection.exclude[1]: QQQQQQQQ is no entity (see cloak detectors)"},
		"listed, and off":             {up + `,"detection":{"types":["EMAIL"],"detect_emails":false,"custom_patterns":{"A":"a"}}}`, "detection.detect_emails: it is false, and types lists EMAIL"},
		"on, and not listed":          {up + `,"detection":{"types":["EMAIL"],"detect_phones":true}}`, "detection.detect_phones: it is true, and types or exclude leaves PHONE out"},
		"on, and excluded":            {up + `,"detection":{"exclude":["IPV6"],"detect_ip_addresses":true}}`, "detection.detect_ip_addresses: it is true, and types or exclude leaves IPV6 out"},
		"on, and of no country":       {up + `,"detection":{"locale":"DE","detect_ssns":true}}`, "detection.detect_ssns: it is true, and locale leaves SSN out"},
		"listed, and excluded":        {up + `,"detection":{"types":["default","HASH"],"exclude":["hash"]}}`, "detection.exclude[0]: types lists HASH, too"},
		"nothing left":                {up + `,"detection":{"types":["EMAIL"],"exclude":["EMAIL"]}}`, `detection: nothing is left to look for; "sanitize": false is how to say that`},
		"an empty term":               {up + `,"terms":{"always":["a",""]}}`, "terms.always[1]: a value of 1 to 1024 bytes is wanted"},
		"a term's type":               {up + `,"terms":{"always":[{"value":"a","type":"?"}]}}`, "terms.always[0].type: an entity is wanted: PERSON, ORG, CUSTOM or another name of letters, digits and underscores"},
		"always and never":            {up + `,"terms":{"always":["a"],"never":["a"]}}`, "terms.never[0]: it is among terms.always, too"},
		"never of a type":             {up + `,"terms":{"never":[{"value":"a","type":"ORG"}]}}`, "terms.never[0]: what is left alone is spelled exactly so, and has no type: give the value only"},
		"a pattern's name":            {up + `,"detection":{"custom_patterns":[["order","x"]]}}`, "detection.custom_patterns[0].name: upper-case letters, digits and underscores, at most 40, are wanted"},
		"a pattern's name twice":      {up + `,"detection":{"custom_patterns":[["A","x"],["A","y"]]}}`, "detection.custom_patterns[1].name: another pattern has this name"},
		"no pattern":                  {up + `,"detection":{"custom_patterns":[{"name":"A"}]}}`, "detection.custom_patterns[0].pattern: a regular expression is wanted"},
		"three in a pair":             {up + `,"detection":{"custom_patterns":[["A","x","y"]]}}`, "detection.custom_patterns[0]: a pair of two strings, name and pattern, is wanted"},
		"patterns a string":           {up + `,"detection":{"custom_patterns":"x"}}`, "detection.custom_patterns: a list or an object is wanted"},
		"a pattern that is no string": {up + `,"detection":{"custom_patterns":{"A":1}}}`, "detection.custom_patterns.A: a string is wanted"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := load(t, c.text)
			bad := (*mcpproxy.ConfigError)(nil)
			if !errors.As(err, &bad) {
				t.Fatalf("the error is %v", err)
			}
			if got := strings.TrimPrefix(err.Error(), "mcpproxy: "+bad.Path+": "); got != c.want || bad.Path == "" {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// kindOfUpstream are keys that only a command, or only a URL, has.
var kindOfUpstream = map[string]bool{"url": true, "headers": true, "command": true, "args": true, "env": true, "cwd": true}

func TestEveryKey(t *testing.T) {
	text, err := os.ReadFile("testdata/config/every.json")
	if err != nil {
		t.Fatal(err)
	}
	c, err := load(t, string(text))
	if err != nil {
		t.Fatal(err)
	}
	// Every key is there, so no field has its zero value.
	var walk func(v reflect.Value, at string)
	walk = func(v reflect.Value, at string) {
		if v.Kind() == reflect.Pointer && !v.IsNil() && v.Elem().Kind() == reflect.Struct {
			v = v.Elem()
		}
		if v.Kind() == reflect.Struct {
			for i := range v.NumField() {
				if name := v.Type().Field(i).Tag.Get("json"); name != "-" {
					walk(v.Field(i), at+"."+name)
				}
			}
			return
		}
		if v.IsZero() && !slices.Contains([]string{".detection.ner_required", ".terms.never[].type", ".terms.never[].match_case", ".terms.never[].anywhere"}, at) && !(strings.HasPrefix(at, ".upstreams.*.") && kindOfUpstream[at[len(".upstreams.*."):]]) {
			t.Errorf("%s is not in testdata/config/every.json, or does not arrive", at)
		}
		switch v.Kind() {
		case reflect.Map:
			for _, k := range v.MapKeys() {
				walk(v.MapIndex(k), at+".*")
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i), at+"[]")
			}
		}
	}
	walk(reflect.ValueOf(c), "")
}

func TestPathsAreThoseOfTheConfigsFolder(t *testing.T) {
	c, err := load(t, `{"upstreams":{"a":{"command":"./server","cwd":"data"},"b":{"command":"npx"},"c":{"command":"/bin/x","cwd":"/"}},"bridge":"keep/m.cloak","audit":{"dir":"log"},"traces":{"endpoint":"https://x","headers":{"A":"Bearer file:token"}}}`)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(c.Path)
	for _, x := range []struct{ got, want string }{
		{c.Bridge, filepath.Join(dir, "keep", "m.cloak")},
		{c.Audit.Dir, filepath.Join(dir, "log")},
		{c.Traces.Headers["A"], "Bearer file:" + filepath.Join(dir, "token")},
		{c.Upstreams["a"].Command, filepath.Join(dir, "server")},
		{c.Upstreams["a"].Cwd, filepath.Join(dir, "data")},
		{c.Upstreams["b"].Command, "npx"},
		{c.Upstreams["b"].Cwd, ""},
	} {
		if x.got != x.want {
			t.Errorf("%q, want %q", x.got, x.want)
		}
	}
	if runtime.GOOS != "windows" && (c.Upstreams["c"].Command != "/bin/x" || c.Upstreams["c"].Cwd != "/") {
		t.Errorf("%+v", c.Upstreams["c"])
	}
}

func TestWhoMayWriteTheConfig(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no owner and no mode are looked at")
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "c.json")
	if err := os.WriteFile(name, []byte(founding), 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link.json")
	if err := os.Symlink(name, link); err != nil {
		t.Fatal(err)
	}
	for mode, ok := range map[os.FileMode]bool{0o600: true, 0o644: true, 0o400: true, 0o620: false, 0o602: false, 0o666: false} {
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{name, link} {
			_, err := mcpproxy.LoadConfig(path)
			if (err == nil) != ok {
				t.Errorf("%o: %v", mode, err)
			}
			if err != nil && err.Error() != "mcpproxy: "+path+": others may write to it, and it names programs to start: chmod go-w "+path {
				t.Error(err)
			}
		}
	}
	if err := os.Chmod(name, 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := mcpproxy.LoadConfig(link)
	if real, _ := filepath.EvalSymlinks(name); err != nil || c.Path != real {
		t.Errorf("%q: %v", c.Path, err)
	}
	if _, err := mcpproxy.LoadConfig(dir); err == nil || !strings.HasSuffix(err.Error(), ": it is no file") {
		t.Error(err)
	}
	if _, err := mcpproxy.LoadConfig(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if os.Geteuid() == 0 {
		if err := os.Chown(name, 12345, 0); err != nil {
			t.Skip(err)
		}
		if _, err := mcpproxy.LoadConfig(name); err == nil || !strings.Contains(err.Error(), "it belongs to another user") {
			t.Error(err)
		}
	}
}

// No error quotes what stands in the file: it may be a value, or the key of an upstream.
func TestConfigErrorsHoldNoValue(t *testing.T) {
	const value = "geheim geheim"
	for i, text := range []string{
		up + `,"mode":"` + value + `"}`,
		up + `,"` + value + `":1}`,
		up + `,"terms":{"always":["` + value + `"],"never":["` + value + `"]}}`,
		up + `,"terms":{"always":"` + value + `"}}`,
		up + `,"detection":{"types":["` + value + `"]}}`,
		up + `,"detection":{"locale":"` + value + `"}}`,
		up + `,"detection":{"custom_patterns":{"A":"(` + value + `"}}}`,
		up + `,"detection":{"custom_patterns":{"` + value + `":"a"}}}`,
		up + `,"allow":{"` + value + `":[]}}`,
		`{"upstreams":{"fs":{"command":"x","env":{"A":["` + value + `"]}}}}`,
		`{"upstreams":{"fs":{"command":"x","env":{"` + value + `=":"a"}}}}`,
		`{"upstreams":{"fs":{"command":"x","tools":{"alias":{"a":"` + value + `"}}}}}`,
		`{"upstreams":{"` + value + `":{"command":"x"}}}`,
		restoring(`{"` + value + `":{"max":-1}}`),
		restoring(`{"a":{"arguments":["` + value + `["]}}`),
		restoring(`{"a":{"entities":["` + value + `"]}}`),
		`{"upstreams":{"fs":{"command":"x","env":{"A":"` + value + `}}}}`,
	} {
		_, err := load(t, text)
		if err == nil || strings.Contains(err.Error(), "geheim") {
			t.Errorf("%d: %v", i, err)
		}
	}
	c, err := load(t, `{"upstreams":{"fs":{"command":"x","env":{"A":"`+value+`"}}},"terms":{"always":["`+value+`"],"never":["x `+value+`"]}}`)
	if s := fmt.Sprintf("%v %+v %#v %s", c, c, c, c.Terms.Always[0]); err != nil || strings.Contains(s, "geheim") {
		t.Error(s, err)
	}
}

// The example that the documents begin with, and every key in them.
func TestTheExampleAndTheDocument(t *testing.T) {
	text, err := os.ReadFile("../examples/gateway.json")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := load(t, string(text)); err != nil {
		t.Error(err)
	}
	doc, err := os.ReadFile("../docs/GATEWAY.md")
	if err != nil {
		t.Fatal(err)
	}
	var walk func(x reflect.Type)
	keys := 0
	walk = func(x reflect.Type) {
		switch x.Kind() {
		case reflect.Map, reflect.Slice, reflect.Pointer:
			walk(x.Elem())
		case reflect.Struct:
			for i := range x.NumField() {
				name := x.Field(i).Tag.Get("json")
				if name == "-" {
					continue
				}
				if keys++; !strings.Contains(string(doc), "`"+name+"`") {
					t.Errorf("docs/GATEWAY.md does not say what `%s` is", name)
				}
				walk(x.Field(i).Type)
			}
		}
	}
	walk(reflect.TypeFor[mcpproxy.Config]())
	if keys < 50 {
		t.Errorf("only %d keys", keys)
	}
	// Its examples of a whole configuration load.
	blocks := 0
	for _, block := range strings.Split(string(doc), "```json\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		if strings.Contains(block, `"upstreams"`) {
			blocks++
			if _, err := load(t, block); err != nil {
				t.Errorf("%v in:\n%s", err, block)
			}
		}
	}
	if blocks == 0 {
		t.Error("the document has no configuration")
	}
}

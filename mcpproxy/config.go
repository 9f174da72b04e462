package mcpproxy

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A Config says which upstreams stand behind the gateway, what is looked for in what
// they send, and where values may go. Field by field it is the gateway's JSON file; for
// each field the zero value means the default. Only Upstreams must be given.
//
// It names the programs that are started, and holds values in clear (Terms, and the
// environment of upstreams): it comes from a trusted place, and is never logged.
type Config struct {
	Upstreams map[string]UpstreamConfig `json:"upstreams"` // by name: letters, digits and hyphens

	Sanitize    *bool           `json:"sanitize"`     // nil means true; false makes the gateway transparent
	Detection   DetectionConfig `json:"detection"`    // what is found
	Terms       TermsConfig     `json:"terms"`        // literals that are always, or never, replaced
	Mode        string          `json:"mode"`         // ModeToken (default) or ModeDecoy
	Unresolved  string          `json:"unresolved"`   // of tokens in arguments that stand for nothing: UnresolvedRefuse (default) or UnresolvedPass
	Tripwire    string          `json:"tripwire"`     // what an error of the second pass does: TripwireOpen (default) or TripwireClosed
	ModelValues string          `json:"model_values"` // values that the model writes itself: ModelReport (default) or ModelBlock
	Definitions string          `json:"definitions"`  // tools that are not as they were first listed: DefinitionsReport (default), DefinitionsQuarantine or DefinitionsOff

	TokenScope string              `json:"token_scope"` // ScopeSession (default) or ScopeUpstream
	Allow      map[string][]string `json:"allow"`       // by origin, the other upstreams that its values may reach; "*" is all

	Prefix      string `json:"prefix"`        // PrefixAlways (default), or PrefixNever with one upstream
	MaxToolName int    `json:"max_tool_name"` // bytes of a tool's or prompt's name with its prefix; 0 means 64

	RequestTimeout Seconds      `json:"request_timeout"` // without progress; 0 means 120
	Limits         LimitsConfig `json:"limits"`
	LogLevel       string       `json:"log_level"` // debug, info (default), warn or error

	StrictVersions              bool `json:"strict_versions"`                // refuse upstreams that speak different protocol versions
	AllowUnknownProtocolVersion bool `json:"allow_unknown_protocol_version"` // take an upstream that answers with a version nobody knows

	Listen ListenConfig `json:"listen"` // where clients are served over HTTP; the zero value: on standard input and output

	Traces *TracesConfig `json:"traces"` // where traces of calls are sent; nil: nowhere

	Audit *AuditConfig `json:"audit"` // the audit log; nil: there is none

	Bridge string `json:"bridge"` // a file that keeps the mapping; "" keeps it in memory alone

	// What the program adds; no key of the file sets it.

	Path    string         `json:"-"` // of the file, absolute and without links; "" if there is none
	Decoys  cloak.Replacer `json:"-"` // for ModeDecoy, and where a schema takes no token
	Numbers cloak.Replacer `json:"-"` // for values that are JSON numbers
	Logger  *slog.Logger   `json:"-"` // nil discards
	Mapping *cloak.Mapping `json:"-"` // of the bridge; nil: one of its own, which ends with the Proxy
	Keep    func() error   `json:"-"` // makes Mapping durable: called before what it has learned leaves
	State   string         `json:"-"` // the file that keeps numbers, see NumbersPath, beside which definitions are pinned; "": both begin anew
	Trial   bool           `json:"-"` // keeps nothing: numbers begin anew, and pins are read alone
	Version string         `json:"-"` // of the program, for serverInfo

	Observer Observer `json:"-"` // is told of calls; nil: nobody is
	Recorder Recorder `json:"-"` // is told of messages before they leave; nil: nobody is
}

// An UpstreamConfig is one MCP server behind the gateway: a program that speaks MCP on
// its standard input and output, or a server at a URL.
type UpstreamConfig struct {
	URL            string      `json:"url"`     // of a server, over Streamable HTTP or the older HTTP with server-sent events
	Headers        Headers     `json:"headers"` // for the server at URL: where their values are kept
	Command        string      `json:"command"` // looked up in $PATH; with a slash it is a file, relative to the config's folder
	Args           []string    `json:"args"`
	Env            Environment `json:"env"` // added to the gateway's own environment
	Cwd            string      `json:"cwd"` // relative to the config's folder; "" means the gateway's own
	StartupTimeout Seconds     `json:"startup_timeout"`
	Tools          ToolsConfig `json:"tools"`
	Trust          string      `json:"trust"` // TrustLocal (default of commands), TrustPartner (default of URLs) or TrustUntrusted
	// Restore says what may be restored in calls of tools, by their names, or patterns, as the
	// upstream has them. A name beats patterns, a longer pattern a shorter one.
	Restore map[string]RestoreConfig `json:"restore"`
	// What it may ask of the client: PolicyPass or PolicyDeny. The defaults: the model, unless it
	// is untrusted; the person; roots, if it is local.
	Sampling    string `json:"sampling"`
	Elicitation string `json:"elicitation"`
	Roots       string `json:"roots"`

	// Transport is for programs that have a transport of go-sdk to the server: then neither a
	// command nor a URL is given. It is connected anew for every session, and after it has
	// ended; one that connects but once, as an mcp.CommandTransport, has one session.
	Transport mcp.Transport `json:"-"`
}

// Headers are those of HTTP, by name. A value says where a secret is kept, with what stands
// in front of it: Bearer env:TOKEN.
type Headers map[string]string

// An Environment is variables by name. Do not print it: String hides the values.
type Environment map[string]string

// String tells how many there are.
func (e Environment) String() string { return fmt.Sprintf("(%d variables)", len(e)) }

// GoString does not tell the values.
func (e Environment) GoString() string { return e.String() }

// A ToolsConfig says which tools of an upstream there are for the client, by the
// upstream's own names. Allow and Deny take patterns as path.Match has them: read_*.
type ToolsConfig struct {
	Allow []string          `json:"allow"` // only these; nil means all
	Deny  []string          `json:"deny"`  // not these, whatever Allow says
	Alias map[string]string `json:"alias"` // the name that the client sees instead, before the prefix is added
}

// A RestoreConfig says what may be restored in one call of a tool. What it does not permit
// refuses the call. Its zero value permits everything.
type RestoreConfig struct {
	Arguments []string `json:"arguments"` // where in the arguments, and below: a.b, list[]; nil means everywhere
	Entities  []string `json:"entities"`  // stand-ins of these alone; nil means of all
	Max       int      `json:"max"`       // different stand-ins; 0 means any number
}

// A DetectionConfig says what is found. The detect_ switches are on unless they are
// false, and each switches off its own entities and nothing else; what has no switch
// is on.
type DetectionConfig struct {
	Emails      *bool `json:"detect_emails"`
	Phones      *bool `json:"detect_phones"`
	SSNs        *bool `json:"detect_ssns"`
	CreditCards *bool `json:"detect_credit_cards"`
	APIKeys     *bool `json:"detect_api_keys"`
	IPAddresses *bool `json:"detect_ip_addresses"`
	IBAN        *bool `json:"detect_iban"`

	Types         []string `json:"types"`          // only these entities; "default" and "all" are sets of them
	Exclude       []string `json:"exclude"`        // all but these
	MinConfidence *float64 `json:"min_confidence"` // from 0 to 1; nil means 0.5

	Locale            string   `json:"locale"`             // countries: DE,US; or a language: see readLocale
	NEREntityTypes    []string `json:"ner_entity_types"`   // must be empty until names are recognised
	NERRequired       bool     `json:"ner_required"`       // must be false until names are recognised
	CustomPatterns    Patterns `json:"custom_patterns"`    // RE2 expressions
	Mode              string   `json:"mode"`               // "tokenize" (default) or "redact": nothing can be restored
	DescriptiveTokens *bool    `json:"descriptive_tokens"` // must not be false: a token is [ENTITY_n]
	MaxInputLength    int      `json:"max_input_length"`   // bytes of one text; a message with a longer one is refused; 0 means that max_message alone counts
}

// Patterns are regular expressions of the user's. In JSON they are a list of objects
// {"name", "pattern", "entity"} or of pairs [name, pattern], or an object from names
// to patterns.
type Patterns []PatternConfig

// A PatternConfig is one of them.
type PatternConfig struct {
	Name    string `json:"name"`    // upper-case letters, digits and underscores
	Pattern string `json:"pattern"` // RE2; a group named value narrows what is replaced
	Entity  string `json:"entity"`  // of what it finds; "" means Name
}

// A TermsConfig lists literals. Always beats never, and both beat every detector.
type TermsConfig struct {
	Always []TermConfig `json:"always"`
	Never  []TermConfig `json:"never"` // a finding whose whole value equals it is left alone
}

// A TermConfig is one literal. In JSON a string is one with nothing else set. Do not
// print it: String hides the value.
type TermConfig struct {
	Value     string `json:"value"`
	Type      string `json:"type"`       // PERSON, ORG or any other entity; "" means CUSTOM
	MatchCase bool   `json:"match_case"` // otherwise it is found in any case
	Anywhere  bool   `json:"anywhere"`   // within words, too
}

// String does not tell the value.
func (TermConfig) String() string { return "(a term)" }

// GoString does not tell the value.
func (TermConfig) GoString() string { return "(a term)" }

// A LimitsConfig bounds what the gateway holds. 0 means the default.
type LimitsConfig struct {
	MaxMessage      int     `json:"max_message"`      // bytes; 64 MiB
	MaxInFlight     int     `json:"max_in_flight"`    // calls of the client that wait for an answer; 4,096
	MaxLiterals     int     `json:"max_literals"`     // token-shaped strings of upstreams that are remembered; 100,000
	MaxInstructions int     `json:"max_instructions"` // bytes of each upstream's instructions; 8,192
	MaxRequestTime  Seconds `json:"max_request_time"` // of a call, whatever progress it reports; 3,600
}

// A ListenConfig says where, and to whom, the gateway is served over HTTP.
type ListenConfig struct {
	Address     string   `json:"address"` // host:port; without tokens the host is of this machine
	Tokens      []Secret `json:"tokens"`  // bearer tokens: each is a principal
	Hosts       []string `json:"hosts"`   // names that clients may call it by, beside those of this machine
	Origins     []string `json:"origins"` // of pages that may call it, beside those of this machine
	MaxSessions int      `json:"max_sessions"`
	IdleTimeout Seconds  `json:"idle_timeout"` // of a session without a connection
}

// A TracesConfig says where the traces of calls are sent, over OTLP.
type TracesConfig struct {
	Endpoint    string   `json:"endpoint"` // of a collector; /v1/traces is added
	Headers     Headers  `json:"headers"`  // for it: where their values are kept
	Sample      *float64 `json:"sample"`   // of the traces that begin here, the part that is sent, from 0 to 1; nil means 1
	ServiceName string   `json:"service_name"`
}

// An AuditConfig says where the audit log is, and what it promises: see package audit. The
// program keeps it, as a Recorder.
type AuditConfig struct {
	Dir     string `json:"dir"`      // relative to the config's folder
	Sync    string `json:"sync"`     // batched (default): a record is written before its message leaves; strict: it is on disk
	OnError string `json:"on_error"` // refuse (default): what cannot be recorded does not leave; continue: it does
}

// Seconds is a time span; in JSON a number, fractions included.
type Seconds float64

// Duration is s as Go has it.
func (s Seconds) Duration() time.Duration { return time.Duration(float64(s) * float64(time.Second)) }

// Values of Config's fields.
const (
	ModeToken = "token" // [EMAIL_0]
	ModeDecoy = "decoy" // realistic, and nobody's

	UnresolvedRefuse = "refuse" // the call is refused, and the error names the token
	UnresolvedPass   = "pass"   // the token reaches the upstream as it stands

	TripwireOpen   = "open"   // the first pass's output goes out, and the error is counted
	TripwireClosed = "closed" // the message is refused

	ModelReport = "report" // logged and counted
	ModelBlock  = "block"  // the call is refused, at every upstream

	DefinitionsReport     = "report"     // logged and counted
	DefinitionsQuarantine = "quarantine" // neither shown nor called, until they are accepted
	DefinitionsOff        = "off"        // not looked at

	ScopeSession  = "session"  // a value may go to another upstream than its own; that is logged
	ScopeUpstream = "upstream" // refused, unless Allow has it

	PrefixAlways = "always" // fs__read
	PrefixNever  = "never"  // read

	PolicyPass = "pass"
	PolicyDeny = "deny" // the client does not offer it, as far as the upstream knows

	TrustLocal     = "local"     // on this machine, for this user
	TrustPartner   = "partner"   // somebody else's, who may have values of others by token_scope
	TrustUntrusted = "untrusted" // gets values of its own alone, unless Allow lists it, whatever token_scope says
)

// Defaults.
const (
	defaultStartup      Seconds = 30
	defaultTimeout      Seconds = 120
	defaultMaxTime      Seconds = 3600
	defaultMaxMessage           = 64 << 20
	defaultInFlight             = 4096
	defaultLiterals             = 100_000
	defaultInstructions         = 8 << 10
	defaultToolName             = 64
)

// A ConfigError says what cannot be used, and never quotes a value.
type ConfigError struct {
	Path string // of the file, if there is one
	Key  string // where in it: upstreams.fs.args[1]; "" is all of it
	Why  string
}

func (e *ConfigError) Error() string {
	say := "mcpproxy: "
	if e.Path != "" {
		say += e.Path + ": "
	}
	if e.Key != "" {
		say += e.Key + ": "
	}
	return say + e.Why
}

// sanitizes reports whether anything is replaced at all.
func (c *Config) sanitizes() bool { return isOn(c.Sanitize) }

// isOn reads a switch that is on unless it is false.
func isOn(b *bool) bool { return b == nil || *b }

// Canonical is c as JSON, with every default written out but for switches: a configuration gives
// the same bytes each time. Terms and environments are in it in clear: it is for keyed digests.
func (c Config) Canonical() ([]byte, error) { return json.Marshal(c.withDefaults()) }

// withDefaults is c with every default written out, but for switches (see isOn). What
// it holds it shares with c.
func (c Config) withDefaults() Config {
	up := make(map[string]UpstreamConfig, len(c.Upstreams))
	for name, u := range c.Upstreams {
		orDefault(&u.StartupTimeout, defaultStartup)
		if u.URL != "" {
			orDefault(&u.Trust, TrustPartner)
		}
		orDefault(&u.Trust, TrustLocal)
		if u.Trust == TrustUntrusted {
			orDefault(&u.Sampling, PolicyDeny)
		}
		if u.Trust != TrustLocal {
			orDefault(&u.Roots, PolicyDeny)
		}
		orDefault(&u.Sampling, PolicyPass)
		orDefault(&u.Elicitation, PolicyPass)
		orDefault(&u.Roots, PolicyPass)
		up[name] = u
	}
	c.Upstreams = up
	orDefault(&c.Mode, ModeToken)
	orDefault(&c.Unresolved, UnresolvedRefuse)
	orDefault(&c.Tripwire, TripwireOpen)
	orDefault(&c.ModelValues, ModelReport)
	orDefault(&c.Definitions, DefinitionsReport)
	orDefault(&c.TokenScope, ScopeSession)
	orDefault(&c.Prefix, PrefixAlways)
	orDefault(&c.MaxToolName, defaultToolName)
	orDefault(&c.RequestTimeout, defaultTimeout)
	orDefault(&c.LogLevel, "info")
	orDefault(&c.Limits.MaxMessage, defaultMaxMessage)
	orDefault(&c.Limits.MaxInFlight, defaultInFlight)
	orDefault(&c.Limits.MaxLiterals, defaultLiterals)
	orDefault(&c.Limits.MaxInstructions, defaultInstructions)
	orDefault(&c.Limits.MaxRequestTime, max(defaultMaxTime, c.RequestTimeout))
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return c
}

func orDefault[T comparable](field *T, value T) {
	if zero := *new(T); *field == zero {
		*field = value
	}
}

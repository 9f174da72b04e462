package cloak

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"sync"
)

// A Config says what to look for and what to put in its place. The zero Config
// is useful: every built-in detector that is on by default, and tokens.
type Config struct {
	Detectors   []Detector   // nil means Builtin()
	Recognizers []Recognizer // what detectors cannot do: names
	Entities    []Entity     // only these; nil means each detector's own default
	// Locales narrows what is looked for to the numbers of these countries, two capitals of
	// ISO 3166-1 each, and those of no country in particular. Of theirs it adds those that
	// nothing but a check digit tells, and detectors that are off by default. nil means all
	// that are on by default.
	Locales       []string
	Terms         []Term       // literals always, or never, replaced
	Patterns      []Pattern    // the user's regular expressions
	MinConfidence float64      // 0 means 0.5
	Replacer      Replacer     // nil means Tokens{}
	Fitting       Replacer     // for places that a token does not fit, see [Input.Fits]; nil means that it stands there
	Numbers       Replacer     // for numbers of documents, in every mode: digits that do not begin with 0; nil means that none may be replaced
	Redact        bool         // [EMAIL_REDACTED] for every value: nothing can be restored
	Obfuscated    bool         // find what is spelled out, too: jane at corp dot com, five four one, …
	RE2           bool         // run the detectors' Pattern instead of the scanner: slow, for audits
	Logger        *slog.Logger // nil discards
}

// A Term is a literal that is always, or never, replaced.
type Term struct {
	Text  string
	Never bool // a finding whose whole value equals it is left: the seed's whitelist
	// Fold ignores case, in all scripts.
	Fold bool
	// Anywhere finds it within words too; otherwise a letter, digit or underscore
	// beside it, in any script, makes it another word.
	Anywhere bool
	Entity   Entity // "" means CUSTOM
}

// A Pattern is a user's regular expression, RE2 syntax. A group named "value"
// narrows what is replaced.
type Pattern struct {
	Name   string
	Expr   string
	Entity Entity // "" means Name, if that is a valid entity, else CUSTOM
}

// A Recognizer finds what no pattern can. It must be safe for concurrent use,
// linear in the text, and must not find anything that crosses a zero byte. Of a
// Finding it sets Span, Entity, Detector and Confidence.
type Recognizer interface {
	Recognize(ctx context.Context, in Input) ([]Finding, error)
}

// An Engine is a compiled Config. It keeps no text, and is safe for concurrent use.
type Engine struct {
	detectors  []Detector
	program    *program
	enabled    []bool // by index in program.detectors
	encoded    uint16 // the index of encodedScan, which is no detector of values
	keyed      func() keyedProgram
	canonical  map[string]func(string) string
	slow       *slowDetectors // those without a scan, or all of them for engine "re2"
	terms      *termSet
	keep       *keepSet
	patterns   *patternSet
	user       []Pattern
	more       []Recognizer
	replacer   Replacer
	fitting    Replacer
	numbers    Replacer
	redact     bool
	obfuscated bool
	minimum    int // bits
	log        *slog.Logger
}

// A ConfigError says which part of a Config cannot be used. It holds no term or
// pattern text.
type ConfigError struct {
	Field string
	Err   error
}

func (e *ConfigError) Error() string { return "cloak: " + e.Field + ": " + e.Err.Error() }
func (e *ConfigError) Unwrap() error { return e.Err }

// New compiles cfg and runs every detector that is on over its own first
// example. An engine that cannot detect is not returned: the error is then a
// *DetectorError; what cannot be compiled gives a *ConfigError.
func New(cfg Config) (*Engine, error) {
	e := &Engine{
		detectors: cfg.Detectors, replacer: cfg.Replacer, fitting: cfg.Fitting, numbers: cfg.Numbers, redact: cfg.Redact, obfuscated: cfg.Obfuscated, log: cfg.Logger,
		more: cfg.Recognizers, user: slices.Clone(cfg.Patterns), minimum: minimumBits(cfg.MinConfidence),
	}
	if e.detectors == nil {
		if e.detectors = builtins(); cfg.RE2 {
			e.detectors = Builtin()
		}
	}
	if e.replacer == nil {
		e.replacer = Tokens{}
	}
	if e.log == nil {
		e.log = slog.New(slog.DiscardHandler)
	}
	if err := e.compile(cfg); err != nil {
		return nil, err
	}
	return e, e.selfTest()
}

func (e *Engine) compile(cfg Config) error {
	if m := cfg.MinConfidence; m < 0 || m >= 1 || math.IsNaN(m) {
		return &ConfigError{"MinConfidence", errors.New("not in [0, 1)")}
	}
	if err := e.choose(cfg); err != nil {
		return err
	}
	var always, never []Term
	for _, t := range cfg.Terms {
		if t.Never {
			never = append(never, t)
		} else {
			always = append(always, t)
		}
	}
	var err error
	if e.terms, err = newTermSet(always); err != nil {
		return &ConfigError{"Terms", err}
	}
	e.keep = newKeepSet(never)
	for i := range e.user {
		p := &e.user[i]
		if p.Entity == "" {
			if p.Entity = Entity(p.Name); !p.Entity.valid() {
				p.Entity = Custom
			}
		}
		if !p.Entity.valid() {
			return &ConfigError{"Patterns", fmt.Errorf("%q is no entity: upper-case letters, digits and underscores", string(p.Entity))}
		}
	}
	if e.patterns, err = newPatternSet(e.user); err != nil {
		return &ConfigError{"Patterns", err}
	}
	return nil
}

// choose builds the program: every shape, since reserved space is recognised
// whatever is looked for, and the detectors that are on.
func (e *Engine) choose(cfg Config) error {
	known := map[Entity]bool{Custom: true}
	names := map[string]bool{}
	var ds []*Detector
	for _, d := range standInShapes().program.detectors {
		ds = append(ds, d)
		e.enabled = append(e.enabled, false)
	}
	shapes := len(ds)
	e.canonical = map[string]func(string) string{}
	var slow []slowDetector
	for i := range e.detectors {
		d := &e.detectors[i]
		if names[d.Name] || d.Name == "" || !d.Entity.valid() {
			return &ConfigError{"Detectors", fmt.Errorf("%q: its name must be unique and its entity valid", d.Name)}
		}
		names[d.Name], known[d.Entity] = true, true
		e.canonical[d.Name] = d.Canonical
		if d.Locale != "" && d.checked && d.exact && slices.Contains(cfg.Locales, d.Locale) {
			d = d.widened()
		}
		if !wanted(d, cfg.Entities, cfg.Locales) {
			continue
		}
		k := slices.IndexFunc(ds[:shapes], func(x *Detector) bool { return x.Name == d.Name })
		if k < 0 || d.scan == nil {
			k = len(ds)
			ds, e.enabled = append(ds, d), append(e.enabled, false)
		}
		ds[k], e.enabled[k] = d, true
		if d.scan == nil || cfg.RE2 {
			slow = append(slow, slowDetector{d, uint16(k)})
		}
		if d.scan != nil && cfg.RE2 {
			ds[k] = d.shapeOnly()
		}
	}
	for _, x := range cfg.Locales {
		if !slices.ContainsFunc(e.detectors, func(d Detector) bool { return d.Locale == x }) {
			return &ConfigError{"Locales", fmt.Errorf("no detector is for %q", x)}
		}
	}
	for _, x := range cfg.Entities {
		if !known[x] && len(cfg.Recognizers)+len(cfg.Patterns) == 0 {
			return &ConfigError{"Entities", fmt.Errorf("no detector finds %q", string(x))}
		}
	}
	e.encoded = uint16(len(ds))
	ds, e.enabled = append(ds, encodedScan()), append(e.enabled, false)
	if len(ds) > maxDetectors {
		return &ConfigError{"Detectors", fmt.Errorf("more than %d", maxDetectors)}
	}
	e.program = newProgram(ds)
	e.keyed = sync.OnceValue(e.newKeyed)
	var err error
	if e.slow, err = newSlowDetectors(slow); err != nil {
		return &ConfigError{"Detectors", err}
	}
	return nil
}

func wanted(d *Detector, only []Entity, locales []string) bool {
	here := d.Locale == "" || locales == nil || slices.Contains(locales, d.Locale)
	if only == nil {
		return here && (!d.OptIn || d.Locale != "" && locales != nil)
	}
	return here && slices.Contains(only, d.Entity)
}

// Detectors returns the detectors that e runs, in order.
func (e *Engine) Detectors() []Detector {
	var ds []Detector
	for i := range e.detectors {
		d := &e.detectors[i]
		on := false
		for k, x := range e.program.detectors {
			on = on || e.enabled[k] && x.Name == d.Name
		}
		if on {
			ds = append(ds, d.written())
		}
	}
	return ds
}

// A DetectorError names a detector that does not find its own example.
type DetectorError struct{ Detector string }

func (e *DetectorError) Error() string {
	return "cloak: detector " + e.Detector + " does not find its own example"
}

// selfTest runs the first example of each detector that is on: enough to see
// that an engine finds anything at all. The whole of them runs in the tests.
func (e *Engine) selfTest() error {
	// All of them in one text, which is one search and not hundreds; a zero byte ends
	// whatever the one in front began. What counts only as all of a text, or has come
	// upon another example, is looked for once more on its own.
	var all strings.Builder
	want := make([]Span, len(e.program.detectors))
	for k, d := range e.program.detectors {
		if !e.enabled[k] || len(d.Match) == 0 {
			continue
		}
		text, x := unmarked(d.Match[0])
		all.WriteByte(0)
		want[k] = Span{all.Len() + x.Start, all.Len() + x.End}
		all.WriteString(text)
	}
	fs, err := e.sites(nil, all.String())
	if err != nil {
		return err
	}
	for _, f := range fs {
		if f.Span == want[f.by] {
			want[f.by] = Span{}
		}
	}
	for k, d := range e.program.detectors {
		if want[k] == (Span{}) {
			continue
		}
		text, x := unmarked(d.Match[0])
		if fs, err = e.sites(fs[:0], text); err != nil {
			return err
		}
		if !slices.ContainsFunc(fs, func(f found) bool { return int(f.by) == k && f.Span == x }) {
			return &DetectorError{d.Name}
		}
	}
	return nil
}

// sites appends to dst what any detector finds in text, judged or not.
func (e *Engine) sites(dst []found, text string) ([]found, error) {
	return e.slow.find(e.program.scan(dst, text, 0, len(text)), text)
}

// Find returns what a Sanitize on a new mapping would replace first, in order.
func (e *Engine) Find(ctx context.Context, text string) ([]Finding, error) {
	return e.FindIn(ctx, Input{Text: text})
}

// FindIn is Find with what is known about the text.
func (e *Engine) FindIn(ctx context.Context, in Input) ([]Finding, error) {
	l := looks.Get().(*look)
	defer looks.Put(l)
	ms, err := e.look(ctx, l, in.bare())
	if err != nil || len(ms) == 0 {
		return nil, err
	}
	ms = cover(in.leave(ms))
	fs := make([]Finding, 0, len(ms))
	for i := range ms {
		fs = append(fs, Finding{
			Span: ms[i].Span, Entity: ms[i].entity, Seq: -1, Detector: ms[i].detector, Confidence: confidence(ms[i].bits),
		})
	}
	return fs, nil
}

// Reserved returns how many places of text were left alone because they are well
// formed but nobody's: reserved space, placeholders, loopback.
func (e *Engine) Reserved(text string) int {
	n := 0
	fs, _ := e.sites(nil, text)
	for _, f := range fs {
		if f.left || f.shape {
			n++
		}
	}
	return n
}

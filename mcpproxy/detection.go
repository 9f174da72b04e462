package mcpproxy

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// engineConfig is what the engine is told: everything that is on by default, without
// what a switch or a list takes away. Its errors are a *ConfigError.
func (c *Config) engineConfig() (cloak.Config, error) {
	d := &c.Detection
	if err := d.refuse(); err != nil {
		return cloak.Config{}, err
	}
	cfg := cloak.Config{Numbers: c.Numbers, Fitting: c.Decoys, Logger: c.Logger}
	switch d.Mode {
	case "", "tokenize":
	case "redact":
		cfg.Redact = true
	default:
		return cfg, bad("detection.mode", "it is tokenize or redact; decoys are mode, beside detection")
	}
	if c.Mode == ModeDecoy {
		if d.Mode != "" {
			return cfg, bad("detection.mode", "mode is decoy: only one of the two can be said")
		}
		if c.Decoys == nil {
			return cfg, bad("mode", "decoy needs a generator of decoys")
		}
		cfg.Replacer = c.Decoys
	}
	if m := d.MinConfidence; m != nil {
		if !(*m >= 0 && *m <= 1) {
			return cfg, bad("detection.min_confidence", "it goes from 0 to 1")
		}
		cfg.MinConfidence = min(max(*m, 1e-9), 1-1e-9) // the engine's zero means 0.5, and nothing is certain
	}
	builtin := cloak.Builtin()
	var err error
	if cfg.Locales, err = d.locales(builtin); err != nil {
		return cfg, err
	}
	if cfg.Terms, err = c.Terms.terms(); err != nil {
		return cfg, err
	}
	if cfg.Patterns, err = d.CustomPatterns.patterns(); err != nil {
		return cfg, err
	}
	if cfg.Entities, err = d.entities(builtin, cfg); err != nil {
		return cfg, err
	}
	return cfg, d.contradiction(builtin, cfg)
}

// refuse says what of the founding document's keys is not there yet.
func (d *DetectionConfig) refuse() error {
	const names = "names are not recognised yet: "
	switch {
	case len(d.NEREntityTypes) > 0:
		return bad("detection.ner_entity_types", names+"only [] can stand here; until then terms.always takes those that you know")
	case d.NERRequired:
		return bad("detection.ner_required", names+"it cannot be true; until then terms.always takes those that you know")
	case !isOn(d.DescriptiveTokens):
		return bad("detection.descriptive_tokens", "a token always names its entity, [EMAIL_0], so that a model can tell what it stands for: leave it out")
	}
	return nil
}

// A detectSwitch is one of the detect_ keys and the entities that it switches off: what
// its name says, and not what is like it.
type detectSwitch struct {
	key      string
	on       *bool
	entities []cloak.Entity
}

func (d *DetectionConfig) switches() []detectSwitch {
	return []detectSwitch{
		{"detect_emails", d.Emails, []cloak.Entity{cloak.Email}},
		{"detect_phones", d.Phones, []cloak.Entity{cloak.Phone}},
		{"detect_ssns", d.SSNs, []cloak.Entity{cloak.SSN}},
		{"detect_credit_cards", d.CreditCards, []cloak.Entity{cloak.CreditCard}},
		{"detect_api_keys", d.APIKeys, []cloak.Entity{cloak.APIKey, cloak.AWSKey}},
		{"detect_ip_addresses", d.IPAddresses, []cloak.Entity{cloak.IPv4, cloak.IPv6}},
		{"detect_iban", d.IBAN, []cloak.Entity{cloak.IBAN}},
	}
}

// entities is what is looked for, or nil where nothing narrows it. Patterns and terms
// are looked for whatever it says.
func (d *DetectionConfig) entities(builtin []cloak.Detector, cfg cloak.Config) ([]cloak.Entity, error) {
	var standard, all, known []cloak.Entity
	for i := range builtin {
		all = append(all, builtin[i].Entity)
		if !builtin[i].OptIn {
			standard = append(standard, builtin[i].Entity)
		}
	}
	known = append(slices.Clone(all), cloak.Custom)
	for _, t := range cfg.Terms {
		known = append(known, t.Entity)
	}
	for _, p := range cfg.Patterns {
		known = append(known, p.Entity)
	}
	out := slices.Clone(standard)
	if d.Types != nil {
		out = nil
	}
	for i, name := range d.Types {
		e := entityOf(name)
		switch {
		case e == "DEFAULT":
			out = append(out, standard...)
		case e == "ALL":
			out = append(out, all...)
		case slices.Contains(known, e):
			out = append(out, e)
		default:
			return nil, unknownEntity(fmt.Sprintf("detection.types[%d]", i), e, known)
		}
	}
	narrow := d.Types != nil
	drop := func(gone ...cloak.Entity) {
		narrow = true
		out = slices.DeleteFunc(out, func(e cloak.Entity) bool { return slices.Contains(gone, e) })
	}
	for i, name := range d.Exclude {
		e := entityOf(name)
		if !slices.Contains(known, e) {
			return nil, unknownEntity(fmt.Sprintf("detection.exclude[%d]", i), e, known)
		}
		drop(e)
	}
	for _, s := range d.switches() {
		if !isOn(s.on) {
			drop(s.entities...)
		}
	}
	if !narrow {
		return nil, nil
	}
	// What no detector finds, the engine does not know. CUSTOM it does, so that a list
	// of nothing is no nil.
	out = slices.DeleteFunc(out, func(e cloak.Entity) bool { return !slices.Contains(all, e) })
	if len(out) == 0 && len(cfg.Patterns) == 0 && !slices.ContainsFunc(cfg.Terms, func(t cloak.Term) bool { return !t.Never }) {
		return nil, bad("detection", `nothing is left to look for; "sanitize": false is how to say that`)
	}
	out = append(out, cloak.Custom)
	slices.Sort(out)
	return slices.Compact(out), nil
}

// contradiction finds a switch that is said to be on, and an entity that is listed,
// where another setting takes it away.
func (d *DetectionConfig) contradiction(builtin []cloak.Detector, cfg cloak.Config) error {
	for _, s := range d.switches() {
		for _, e := range s.entities {
			listed := slices.ContainsFunc(d.Types, func(name string) bool { return entityOf(name) == e })
			if listed && !isOn(s.on) {
				return bad("detection."+s.key, "it is false, and types lists %s", e)
			}
			if s.on == nil || !*s.on {
				continue
			}
			if cfg.Entities != nil && !slices.Contains(cfg.Entities, e) {
				return bad("detection."+s.key, "it is true, and types or exclude leaves %s out", e)
			}
			if !slices.ContainsFunc(builtin, func(x cloak.Detector) bool {
				return x.Entity == e && (x.Locale == "" || cfg.Locales == nil || slices.Contains(cfg.Locales, x.Locale))
			}) {
				return bad("detection."+s.key, "it is true, and locale leaves %s out", e)
			}
		}
	}
	for i, name := range d.Exclude {
		if slices.ContainsFunc(d.Types, func(t string) bool { return entityOf(t) == entityOf(name) }) {
			return bad(fmt.Sprintf("detection.exclude[%d]", i), "types lists %s, too", entityOf(name))
		}
	}
	return nil
}

func unknownEntity(key string, e cloak.Entity, known []cloak.Entity) error {
	if !isEntity(e) {
		return bad(key, "it is not the name of an entity (see cloak detectors)")
	}
	names := make([]string, len(known))
	for i, k := range known {
		names[i] = strings.ToLower(string(k))
	}
	if near := nearest(string(e), names); near != "" {
		return bad(key, "%s is no entity: did you mean %s? (see cloak detectors)", e, strings.ToUpper(near))
	}
	return bad(key, "%s is no entity (see cloak detectors)", e)
}

// entityOf reads an entity as people write it.
func entityOf(s string) cloak.Entity {
	return cloak.Entity(strings.ReplaceAll(strings.ToUpper(strings.TrimSpace(s)), "-", "_"))
}

// isEntity reports whether e may stand in a token.
func isEntity(e cloak.Entity) bool {
	return e != "" && len(e) <= 40 && e[0] >= 'A' && e[0] <= 'Z' &&
		strings.Trim(string(e), "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// languages are the founding document's values of locale. Its detectors of numbers come
// with the language; ours are all on, so a language says nothing until names are
// recognised.
var languages = []string{"de", "en", "es", "fr", "he", "hi", "it", "ja", "ko", "multi", "nl", "pl", "pt", "ru", "zh"}

// locales reads locale: a language, in lower case, or a list of countries, in capitals,
// whose numbers alone are looked for.
func (d *DetectionConfig) locales(builtin []cloak.Detector) (out []string, err error) {
	if d.Locale == "" || slices.Contains(languages, d.Locale) {
		return nil, nil
	}
	var known []string
	for i := range builtin {
		if builtin[i].Locale != "" {
			known = append(known, builtin[i].Locale)
		}
	}
	slices.Sort(known)
	known = slices.Compact(known)
	for s := range strings.SplitSeq(d.Locale, ",") {
		switch s = strings.TrimSpace(s); {
		case s == "UK":
			out = append(out, "GB")
		case slices.Contains(known, s):
			out = append(out, s)
		default:
			return nil, bad("detection.locale", "it is one language (%s) or countries with commas between them (%s)", strings.Join(languages, ", "), strings.Join(known, ", "))
		}
	}
	return out, nil
}

// maxTermBytes is the longest literal that the engine takes.
const maxTermBytes = 1 << 10

func (t *TermsConfig) terms() (out []cloak.Term, err error) {
	always := map[string]bool{}
	for i, x := range t.Always {
		if err := x.check(fmt.Sprintf("terms.always[%d]", i)); err != nil {
			return nil, err
		}
		out = append(out, cloak.Term{Text: x.Value, Fold: !x.MatchCase, Anywhere: x.Anywhere, Entity: entityOf(x.Type)})
		always[x.Value] = true
	}
	for i, x := range t.Never {
		key := fmt.Sprintf("terms.never[%d]", i)
		if err := x.check(key); err != nil {
			return nil, err
		}
		switch {
		case always[x.Value]:
			return nil, bad(key, "it is among terms.always, too")
		case x.Type != "" || x.MatchCase || x.Anywhere:
			return nil, bad(key, "what is left alone is spelled exactly so, and has no type: give the value only")
		}
		out = append(out, cloak.Term{Text: x.Value, Never: true})
	}
	return out, nil
}

func (t TermConfig) check(key string) error {
	if t.Value == "" || len(t.Value) > maxTermBytes {
		return bad(key, "a value of 1 to %d bytes is wanted", maxTermBytes)
	}
	if t.Type != "" && !isEntity(entityOf(t.Type)) {
		return bad(key+".type", "an entity is wanted: PERSON, ORG, CUSTOM or another name of letters, digits and underscores")
	}
	return nil
}

func (p Patterns) patterns() (out []cloak.Pattern, err error) {
	names := map[string]bool{}
	for i, x := range p {
		key := fmt.Sprintf("detection.custom_patterns[%d]", i)
		e := cloak.Entity(x.Name)
		switch {
		case !isEntity(e):
			return nil, bad(key+".name", "upper-case letters, digits and underscores, at most 40, are wanted")
		case names[x.Name]:
			return nil, bad(key+".name", "another pattern has this name")
		case x.Pattern == "":
			return nil, bad(key+".pattern", "a regular expression is wanted")
		}
		names[x.Name] = true
		if x.Entity != "" {
			if e = entityOf(x.Entity); !isEntity(e) {
				return nil, bad(key+".entity", "upper-case letters, digits and underscores, at most 40, are wanted")
			}
		}
		out = append(out, cloak.Pattern{Name: x.Name, Expr: x.Pattern, Entity: e})
	}
	if len(out) == 0 {
		return nil, nil
	}
	// The engine reads them; with no detector that takes no time.
	_, err = cloak.New(cloak.Config{Detectors: []cloak.Detector{}, Patterns: out})
	if x := (*cloak.PatternError)(nil); errors.As(err, &x) {
		return nil, bad(fmt.Sprintf("detection.custom_patterns[%d]", x.Index), "%v", x.Err)
	} else if err != nil {
		return nil, bad("detection.custom_patterns", "%s", strings.TrimPrefix(err.Error(), "cloak: "))
	}
	return out, nil
}

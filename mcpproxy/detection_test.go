package mcpproxy

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

// parsed is the engine's config of a gateway with one upstream and this detection.
func parsed(t *testing.T, detection string) cloak.Config {
	t.Helper()
	c, err := parseConfig([]byte(`{"upstreams":{"fs":{"command":"x"}},` + detection + `}`))
	if err == nil {
		err = c.validate()
	}
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := c.engineConfig()
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

// onFor lists the detectors that run.
func onFor(t *testing.T, cfg cloak.Config) (names []string) {
	t.Helper()
	e, err := cloak.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range e.Detectors() {
		names = append(names, d.Name)
	}
	return names
}

// What each switch takes away is its own entities' detectors, all of them, and no other.
func TestASwitchSwitchesOffItsOwn(t *testing.T) {
	entity := map[string]cloak.Entity{}
	for _, d := range cloak.Builtin() {
		entity[d.Name] = d.Entity
	}
	all := onFor(t, parsed(t, `"sanitize":true`))
	for key, off := range map[string][]cloak.Entity{
		"detect_emails":       {"EMAIL"},
		"detect_phones":       {"PHONE"},
		"detect_ssns":         {"SSN"},
		"detect_credit_cards": {"CREDIT_CARD"},
		"detect_api_keys":     {"API_KEY", "AWS_KEY"},
		"detect_ip_addresses": {"IPV4", "IPV6"},
		"detect_iban":         {"IBAN"},
	} {
		t.Run(key, func(t *testing.T) {
			want := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return slices.Contains(off, entity[name]) })
			if len(want) >= len(all) {
				t.Fatal("no detector finds what the switch is for")
			}
			if got := onFor(t, parsed(t, `"detection":{"`+key+`":false}`)); !slices.Equal(got, want) {
				t.Errorf("got  %v\nwant %v", got, want)
			}
			if got := onFor(t, parsed(t, `"detection":{"`+key+`":true}`)); !slices.Equal(got, all) {
				t.Errorf("switched on: %v", got)
			}
		})
	}
}

// Without a list the engine has each detector's own default. A list of entities is the
// same only while no entity has a detector that is off by default beside one that is on.
func TestNoEntityIsHalfOn(t *testing.T) {
	on, off := map[cloak.Entity]bool{}, map[cloak.Entity]bool{}
	for _, d := range cloak.Builtin() {
		if d.OptIn {
			off[d.Entity] = true
		} else {
			on[d.Entity] = true
		}
	}
	for e := range off {
		if on[e] {
			t.Errorf("%s: to switch another entity off would switch on what is off by default", e)
		}
	}
	if len(off) == 0 {
		t.Error("nothing is off by default: this test looks at nothing")
	}
}

func TestWhatIsLookedFor(t *testing.T) {
	const none = "CUSTOM"
	for name, c := range map[string]struct{ detection, with, without string }{
		"all by default":       {`"detection":{}`, "", ""},
		"types":                {`"detection":{"types":["email","credit-card"]}`, "EMAIL CREDIT_CARD", "PHONE HASH"},
		"a set and one more":   {`"detection":{"types":["default","HASH"]}`, "EMAIL PHONE HASH", "UUID"},
		"all":                  {`"detection":{"types":["all"]}`, "EMAIL HASH UUID AGE", ""},
		"a set without one":    {`"detection":{"types":["all"],"exclude":["uuid"]}`, "EMAIL HASH AGE", "UUID"},
		"exclude":              {`"detection":{"exclude":["PATH","USERNAME"]}`, "EMAIL PASSWORD", "PATH USERNAME HASH"},
		"a set and a switch":   {`"detection":{"types":["default"],"detect_emails":false}`, "PHONE", "EMAIL"},
		"terms alone":          {`"detection":{"types":[]},"terms":{"always":["x"]}`, none, "EMAIL PHONE"},
		"a pattern's own":      {`"detection":{"types":["ORDER"],"custom_patterns":{"ORDER":"PX-[0-9]+"}}`, none, "EMAIL ORDER"},
		"a term's own, to add": {`"detection":{"types":["EMAIL","ORG"]},"terms":{"always":[{"value":"x","type":"org"}]}`, "EMAIL", "ORG"},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := parsed(t, c.detection)
			if (cfg.Entities == nil) != (c.with == "") {
				t.Fatalf("entities: %v", cfg.Entities)
			}
			for _, e := range strings.Fields(c.with) {
				if !slices.Contains(cfg.Entities, cloak.Entity(e)) {
					t.Errorf("%s is not looked for", e)
				}
			}
			for _, e := range strings.Fields(c.without) {
				if slices.Contains(cfg.Entities, cloak.Entity(e)) {
					t.Errorf("%s is looked for", e)
				}
			}
			if _, err := cloak.New(cfg); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestLocales(t *testing.T) {
	for locale, want := range map[string][]string{
		"": nil, "en": nil, "de": nil, "multi": nil,
		"DE": {"DE"}, "DE, US": {"DE", "US"}, "UK": {"GB"},
	} {
		if got := parsed(t, `"detection":{"locale":"`+locale+`"}`).Locales; !slices.Equal(got, want) {
			t.Errorf("%q: %v", locale, got)
		}
	}
	for _, locale := range []string{"us", "English", "DE,", "en,de", "ZZ"} {
		c := Config{Upstreams: map[string]UpstreamConfig{"fs": {Command: "x"}}, Detection: DetectionConfig{Locale: locale}}
		if err := c.validate(); err == nil || !strings.Contains(err.Error(), "detection.locale: it is one language (de, en,") {
			t.Errorf("%q: %v", locale, err)
		}
	}
}

// The three ways to write a pattern say the same.
func TestCustomPatterns(t *testing.T) {
	want := []cloak.Pattern{{Name: "ORDER", Expr: "PX-[0-9]+", Entity: "ORDER"}, {Name: "BADGE", Expr: "B[0-9]{6}", Entity: "BADGE"}}
	for name, text := range map[string]string{
		"pairs":   `[["ORDER","PX-[0-9]+"],["BADGE","B[0-9]{6}"]]`,
		"objects": `[{"name":"ORDER","pattern":"PX-[0-9]+"},{"pattern":"B[0-9]{6}","entity":"badge","name":"BADGE"}]`,
		"members": `{"ORDER":"PX-[0-9]+","BADGE":"B[0-9]{6}"}`,
	} {
		t.Run(name, func(t *testing.T) {
			if got := parsed(t, `"detection":{"custom_patterns":`+text+`}`).Patterns; !slices.Equal(got, want) {
				t.Errorf("%+v", got)
			}
		})
	}
	bad := Config{Upstreams: map[string]UpstreamConfig{"fs": {Command: "x"}}, Detection: DetectionConfig{CustomPatterns: Patterns{{"A", "a", ""}, {"B", "(geheim", ""}}}}
	err := bad.validate()
	if err == nil || !strings.HasPrefix(err.Error(), "mcpproxy: detection.custom_patterns[1]: ") || strings.Contains(err.Error(), "geheim") {
		t.Error(err)
	}
}

func TestTermsReachTheEngine(t *testing.T) {
	cfg := parsed(t, `"terms":{"always":["Nordlicht",{"value":"Halden","type":"org","match_case":true,"anywhere":true}],"never":["help@halden-freight.eu"]}`)
	want := []cloak.Term{{Text: "Nordlicht", Fold: true}, {Text: "Halden", Entity: "ORG", Anywhere: true}, {Text: "help@halden-freight.eu", Never: true}}
	if !slices.Equal(cfg.Terms, want) {
		t.Fatal("the terms differ")
	}
	e, err := cloak.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	found, err := e.Find(context.Background(), "NORDLICHT, xHaldenx, HALDEN, help@halden-freight.eu")
	if err != nil || len(found) != 2 {
		t.Errorf("%v, %v", found, err)
	}
}

func TestModes(t *testing.T) {
	if cfg := parsed(t, `"detection":{"mode":"tokenize"}`); cfg.Redact || cfg.Replacer != nil {
		t.Error("tokenize is no token mode")
	}
	if cfg := parsed(t, `"detection":{"mode":"redact"}`); !cfg.Redact {
		t.Error("redact does not redact")
	}
	c := Config{Upstreams: map[string]UpstreamConfig{"fs": {Command: "x"}}, Mode: ModeDecoy}
	if err := c.validate(); err != nil {
		t.Error(err)
	}
	if _, err := c.engineConfig(); err == nil {
		t.Error("decoys without a generator")
	}
	c.Decoys = cloak.Tokens{}
	if cfg, err := c.engineConfig(); err != nil || cfg.Replacer == nil {
		t.Error(err)
	}
	confidence := func(text string) float64 { return parsed(t, `"detection":{"min_confidence":`+text+`}`).MinConfidence }
	if a, b, c := confidence("0"), confidence("0.7"), confidence("1"); !(a > 0 && a < 1e-6 && b == 0.7 && c < 1 && c > 0.999) {
		t.Error(a, b, c)
	}
}

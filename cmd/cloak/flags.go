package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/decoy"
	"github.com/seed-052fbf24/cloak/format"
	"github.com/seed-052fbf24/cloak/internal/config"
	"github.com/seed-052fbf24/cloak/internal/program"
)

// findFlags say what is looked for.
func findFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "types", Usage: "look only for these `ENTITIES`: EMAIL,IPV4; default and all are sets of them (see cloak detectors)"},
		&cli.StringFlag{Name: "locale", Usage: "of numbers look only for those of these `COUNTRIES`, US,DE, and for theirs also where nothing but a check digit tells them"},
		list("custom", "always replace this `LITERAL`, in any case; a,b are two, a\\,b and a, b are one"),
		list("pack", "use the terms in this `FILE` of your organization's, besides those in $"+packsVariable+"; lists as for --custom"),
		list("pattern", "replace what an RE2 expression matches: `NAME=REGEXP`; a group named value narrows it"),
		list("keep", "leave this `LITERAL` alone; lists as for --custom", "whitelist"),
		list("secret-env", "always replace the value of this environment `VARIABLE`"),
		&cli.FloatFlag{Name: "min-confidence", Value: 0.5, Usage: "leave alone what is less probable than `P`, 0 to 1"},
		&cli.BoolFlag{Name: "obfuscated", Usage: "find what is spelled out, too: jane at corp dot com, five four one, …"},
		&cli.BoolFlag{Name: "no-config", Usage: "read no configuration (see cloak config explain)"},
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "say nothing but errors"},
	}
}

// engineFlag chooses who looks: for audits of what the scanner finds.
func engineFlag() cli.Flag {
	return &cli.StringFlag{Name: "engine", Value: "scan", Usage: "`KIND` of search: scan, or re2 (each detector's published pattern: the same findings, slowly)"}
}

// A listFlag may be repeated; its help says so in a word.
type listFlag struct{ *cli.StringSliceFlag }

func list(name, usage string, aliases ...string) cli.Flag {
	return listFlag{&cli.StringSliceFlag{Name: name, Aliases: aliases, Usage: usage + " (repeatable)"}}
}

// IsMultiValueFlag keeps the library from writing the names twice.
func (listFlag) IsMultiValueFlag() bool { return false }

func (f listFlag) String() string { return cli.FlagStringer(f) }

// swapFlags say what takes its place. Commands that replace nothing accept them,
// so that one set of flags serves sanitize and scan, and do not show them.
func swapFlags(hidden bool) []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "mode", Value: "decoy", Hidden: hidden, Usage: "`KIND` of stand-in: decoy (realistic, nobody's), token ([EMAIL_0]), redact (cannot be restored)"},
		&cli.StringFlag{Name: "card", Value: "luhn", Hidden: hidden, Usage: "`KIND` of card decoy: luhn (passes the check) or invalid (fails it)"},
		&cli.BoolFlag{Name: "audit", Hidden: hidden, Usage: "list each value, masked, and its stand-in on standard error"},
	}
}

// documentFlags say how what is read is taken.
func documentFlags() []cli.Flag {
	return []cli.Flag{
		formatFlag(),
		maxDocumentFlag(),
		&cli.StringFlag{Name: "binary", Value: "refuse", Usage: "`WHAT` becomes of archives, PDF, office documents and images: refuse, or pass (nothing in them is found)"},
	}
}

func formatFlag() cli.Flag {
	return &cli.StringFlag{Name: "format", Usage: "read as this `FORMAT`, whatever name and content say: " + strings.Join(format.Names(), ", ")}
}

func maxDocumentFlag() cli.Flag {
	return &cli.IntFlag{Name: "max-document", Value: format.DefaultMax >> 20, Usage: "documents that are read as a whole and have more `MEGABYTES` are read as text"}
}

// documentOptions reads formatFlag, maxDocumentFlag and, where cmd has it, --binary.
func documentOptions(cmd *cli.Command) (o format.Options, err error) {
	if name := cmd.String("format"); name != "" {
		if o.Format = format.Named(strings.ToLower(name)); o.Format == nil {
			return o, program.Misused("--format: %s is none of %s", show(name), strings.Join(format.Names(), ", "))
		}
	}
	if o.Max = cmd.Int("max-document") << 20; o.Max <= 0 {
		return o, program.Misused("--max-document takes a number of megabytes, from 1")
	}
	switch cmd.String("binary") {
	case "refuse":
		o.Binary = format.RefuseBinary
	case "pass":
		o.Binary = format.PassBinary
	case "":
	default:
		return o, program.Misused("--binary is refuse or pass")
	}
	return o, nil
}

func jsonFlag(usage string) cli.Flag { return &cli.BoolFlag{Name: "json", Usage: usage} }

func outFlag() cli.Flag {
	return &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`, whole or not at all, readable by you alone"}
}

// engineOf builds the engine that cmd's flags describe.
func engineOf(cmd *cli.Command) (*cloak.Engine, error) {
	cfg, set, err := configOf(cmd)
	if err == nil {
		err = replacement(&cfg, setOr(cmd, "mode", set.Mode), setOr(cmd, "card", set.Card))
	}
	if err != nil {
		return nil, err
	}
	return engine(cfg)
}

func engine(cfg cloak.Config) (*cloak.Engine, error) {
	e, err := cloak.New(cfg)
	if bad := (*cloak.PatternError)(nil); errors.As(err, &bad) {
		return nil, program.Misused("--pattern %s: %v", show(bad.Name), bad.Err)
	}
	if err != nil {
		return nil, program.Fail(program.ExitMisused, err)
	}
	return e, nil
}

// configOf reads what is looked for: by the flags, and by the configuration, whose
// other settings it returns.
func configOf(cmd *cli.Command) (cfg cloak.Config, set config.File, err error) {
	if set, _, err = settings(cmd); err != nil {
		return cfg, set, err
	}
	cfg.MinConfidence = cmd.Float("min-confidence")
	if !cmd.IsSet("min-confidence") && set.MinConfidence != nil {
		cfg.MinConfidence = *set.MinConfidence
	}
	if !(cfg.MinConfidence >= 0 && cfg.MinConfidence <= 1) {
		return cfg, set, program.Misused("--min-confidence goes from 0 to 1")
	}
	switch engine := cmd.String("engine"); engine {
	case "re2":
		cfg.RE2 = true
	case "scan", "": // a command without the flag
	default:
		return cfg, set, program.Misused("--engine is scan or re2")
	}
	cfg.Obfuscated = cmd.Bool("obfuscated")
	// The zero Config means 0.5, and nothing is certain.
	cfg.MinConfidence = min(max(cfg.MinConfidence, 1e-9), 1-1e-9)
	if cfg.Locales, err = locales(cmd.String("locale")); err != nil {
		return cfg, set, err
	}
	if cfg.Terms, err = terms(cmd); err != nil {
		return cfg, set, err
	}
	if cfg.Patterns, err = patterns(cmd.StringSlice("pattern")); err != nil {
		return cfg, set, err
	}
	packed, err := packTerms(cmd)
	if err != nil {
		return cfg, set, err
	}
	cfg.Terms = append(cfg.Terms, packed...)
	addSettings(&cfg, set)
	types := cmd.String("types")
	if len(set.Types) > 0 {
		types = cmp.Or(types, "default") + "," + strings.Join(set.Types, ",")
	}
	cfg.Entities, err = entities(types, cfg)
	return cfg, set, err
}

// modeOf is the kind of stand-in that flags and configuration ask for.
func modeOf(cmd *cli.Command) (string, error) {
	set, _, err := settings(cmd)
	return setOr(cmd, "mode", set.Mode), err
}

// setOr is a flag as it was given, else the setting, else the flag's default.
func setOr(cmd *cli.Command, flag, setting string) string {
	if cmd.IsSet(flag) || setting == "" {
		return cmd.String(flag)
	}
	return setting
}

func replacement(cfg *cloak.Config, mode, card string) error {
	if card != "luhn" && card != "invalid" {
		return program.Misused("--card is luhn or invalid")
	}
	g, err := decoy.New(decoy.Config{Card: card})
	if err != nil {
		return err
	}
	cfg.Numbers = g.Numbers() // a number of a document stays one in every mode
	switch mode {
	case "decoy", "realistic":
		cfg.Replacer = g
	case "token":
	case "redact":
		cfg.Redact = true
	default:
		return program.Misused("--mode is decoy, token or redact")
	}
	return nil
}

// terms are the literals of --custom, --keep and --secret-env. What must not leave
// is found in any case; what may leave, only as it was written.
func terms(cmd *cli.Command) ([]cloak.Term, error) {
	var ts []cloak.Term
	for _, s := range literals(cmd.StringSlice("custom")) {
		ts = append(ts, cloak.Term{Text: s, Fold: true})
	}
	for _, s := range literals(cmd.StringSlice("keep")) {
		ts = append(ts, cloak.Term{Text: s, Never: true})
	}
	for i, name := range cmd.StringSlice("secret-env") {
		v := os.Getenv(name)
		if v == "" { // not repeated: somebody may have written $TOKEN for TOKEN
			return nil, program.Misused("--secret-env takes the name of a variable that is set, and number %d is none", i+1)
		}
		ts = append(ts, cloak.Term{Text: v, Anywhere: true})
	}
	return ts, nil
}

// packsVariable names term packs, separated as paths are, that count in every command.
const packsVariable = "CLOAK_PACKS"

// errPack says that a term pack cannot be read. Nothing is done without its terms.
var errPack = errors.New("term pack")

func packTerms(cmd *cli.Command) (ts []cloak.Term, err error) {
	for _, name := range append(filepath.SplitList(os.Getenv(packsVariable)), literals(cmd.StringSlice("pack"))...) {
		p, err := readPack(name)
		if err != nil {
			return nil, program.Fail(program.ExitBridge, fmt.Errorf("%w %s: %w", errPack, show(name), err))
		}
		ts = append(ts, p.Terms...)
	}
	return ts, nil
}

func readPack(name string) (*cloak.Pack, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, errors.Unwrap(err) // the name stands there already
	}
	defer f.Close()
	return cloak.ReadPack(f)
}

// literals splits comma lists. A comma before a blank ("Dubois, Marie") or after
// a backslash belongs to its literal.
func literals(flags []string) (out []string) {
	for _, s := range flags {
		var b strings.Builder
		for i := range len(s) {
			switch {
			case s[i] == '\\' && i+1 < len(s) && s[i+1] == ',':
			case s[i] == ',' && (i == 0 || s[i-1] != '\\') && !strings.HasPrefix(s[i+1:], " "):
				out = append(out, b.String())
				b.Reset()
			default:
				b.WriteByte(s[i])
			}
		}
		out = append(out, b.String())
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" })
}

func patterns(flags []string) (out []cloak.Pattern, err error) {
	for _, s := range flags {
		name, expr, ok := strings.Cut(s, "=")
		if !ok || name == "" || expr == "" {
			return nil, program.Misused("--pattern is NAME=REGEXP")
		}
		out = append(out, cloak.Pattern{Name: name, Expr: expr, Entity: patternEntity(name)})
	}
	return out, nil
}

// patternEntity is the entity that name spells, or none.
func patternEntity(name string) cloak.Entity {
	e := entityOf(name)
	if e == "" || len(e) > 40 || strings.Trim(string(e), "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" || e[0] < 'A' || e[0] == '_' {
		return ""
	}
	return e
}

// entityOf reads an entity as people write it.
func entityOf(s string) cloak.Entity {
	return cloak.Entity(strings.ReplaceAll(strings.ToUpper(strings.TrimSpace(s)), "-", "_"))
}

// locales reads --locale.
func locales(list string) (out []string, err error) {
	if list == "" {
		return nil, nil
	}
	var known []string
	for _, d := range cloak.Builtin() {
		if d.Locale != "" {
			known = append(known, d.Locale)
		}
	}
	for s := range strings.SplitSeq(list, ",") {
		switch s = strings.ToUpper(strings.TrimSpace(s)); {
		case s == "UK":
			out = append(out, "GB")
		case slices.Contains(known, s):
			out = append(out, s)
		default:
			slices.Sort(known)
			return nil, program.Misused("--locale: no detector is for %s; there are some for %s", show(s), strings.Join(slices.Compact(known), ", "))
		}
	}
	return out, nil
}

// entities reads --types. What the user asked for by --custom and --pattern is
// looked for as well.
func entities(list string, cfg cloak.Config) ([]cloak.Entity, error) {
	if list == "" {
		return nil, nil
	}
	known := []cloak.Entity{cloak.Custom}
	for _, t := range cfg.Terms {
		known = append(known, t.Entity)
	}
	for _, p := range cfg.Patterns {
		known = append(known, p.Entity)
	}
	out := slices.Clone(known)
	var standard []cloak.Entity
	for _, d := range cloak.Builtin() {
		known = append(known, d.Entity)
		if !d.OptIn {
			standard = append(standard, d.Entity)
		}
	}
	for s := range strings.SplitSeq(list, ",") {
		switch e := entityOf(s); {
		case e == "DEFAULT":
			out = append(out, standard...)
		case e == "ALL":
			out = append(out, known...)
		case slices.Contains(known, e):
			out = append(out, e)
		default:
			if e = patternEntity(s); e == "" {
				return nil, program.Misused("--types: not the name of an entity (see cloak detectors)")
			}
			return nil, program.Misused("--types: %s is no entity (see cloak detectors)", e)
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return slices.DeleteFunc(out, func(e cloak.Entity) bool { return e == "" }), nil
}

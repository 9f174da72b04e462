package cloak

import (
	"context"
	"io"
	"log/slog"
)

// A Config says what to look for and what to put in its place. The zero Config
// is useful: every built-in detector that is on by default, and tokens.
type Config struct {
	Detectors     []Detector   // nil means Builtin()
	Recognizers   []Recognizer // what detectors cannot do: names
	Entities      []Entity     // only these; nil means each detector's own default
	Terms         []Term       // literals always, or never, replaced
	Patterns      []Pattern    // the user's regular expressions
	MinConfidence float64      // 0 means 0.5
	Replacer      Replacer     // nil means Tokens{}
	Redact        bool         // [EMAIL_REDACTED] for every value: nothing can be restored
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
// linear in the text, and must not find anything that crosses a zero byte.
type Recognizer interface {
	Recognize(ctx context.Context, in Input) ([]Finding, error)
}

// An Engine is a compiled Config. It keeps no text, and is safe for concurrent use.
type Engine struct {
	cfg Config
}

// New compiles cfg.
func New(cfg Config) (*Engine, error) { return &Engine{cfg: cfg}, nil }

// Find returns what a Sanitize on a new mapping would replace first, in order.
func (e *Engine) Find(ctx context.Context, text string) ([]Finding, error) {
	return e.FindIn(ctx, Input{Text: text})
}

// FindIn is Find with what is known about the text.
func (e *Engine) FindIn(ctx context.Context, in Input) ([]Finding, error) { return nil, nil }

// Sanitize replaces what it finds by stand-ins of m, and sees to it that the
// result restores. On an error nothing of the text may be emitted.
func (e *Engine) Sanitize(ctx context.Context, m *Mapping, text string, src Source) (string, []Finding, error) {
	return text, nil, nil
}

// A Writer sanitizes a stream: what is written to it goes, sanitized, to the
// underlying writer, window by window. It is not safe for concurrent use.
type Writer struct {
	// Found, if set before the first Write, is told what each window held; spans
	// are relative to the whole stream.
	Found func([]Finding)
	// Before, if set, is called before the output of a window leaves that has
	// brought new pairs or claims: the place to make the mapping durable.
	Before func() error
}

// SanitizeTo returns a Writer to dst.
func (e *Engine) SanitizeTo(ctx context.Context, m *Mapping, dst io.Writer, src Source) *Writer {
	return &Writer{}
}

// Write takes any split of the text.
func (w *Writer) Write(p []byte) (int, error) { return len(p), nil }

// Flush sends the complete lines that wait, except an open private key.
func (w *Writer) Flush() error { return nil }

// Close sends the rest.
func (w *Writer) Close() error { return nil }

// Copy sanitizes r to dst and returns the number of findings per entity.
func (e *Engine) Copy(ctx context.Context, m *Mapping, dst io.Writer, r io.Reader, src Source) (map[Entity]int, error) {
	return nil, nil
}

// Reserved returns how many values e has left alone as already in reserved space
// in the text, for reports.
func (e *Engine) Reserved(text string) int { return 0 }

// Mask shows of a value only what identifies nobody: a key's vendor prefix, a
// mail's top-level domain, and a length class.
func Mask(entity Entity, value string) string { return "•••" }

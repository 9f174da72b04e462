package mcpproxy

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"unsafe"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// A guard sanitizes what goes to the model and restores what goes to an upstream. It is
// safe for concurrent use.
type guard struct {
	engine   *cloak.Engine
	wire     *cloak.Engine // the tripwire's: patterns that are sure of themselves
	window   int           // what that reads at once, in bytes; 0: wireWindow
	long     int           // from which on a text is sanitized part by part, in bytes; 0: longText
	m        *cloak.Mapping
	numbers  *numbering
	keep     func() error // makes the mapping durable; nil: it ends with the process
	saved    atomic.Uint64
	closed   bool // tripwire: closed
	literals int  // how many token-shaped strings of upstreams are remembered
	before   int  // how many of them there were when the mapping came
	longest  int  // of one text, in bytes; 0: any
	entities map[cloak.Entity]bool
	scope    scope
	unbound  bool // unresolved: pass
	block    bool // what the model writes itself
	log      *slog.Logger
	counts   *counters
}

// highConfidence is what the tripwire asks for: what only a label or a name tells is not
// looked for a second time.
const highConfidence = 0.9

// A ShieldError says why a message was not let through. It holds no value.
type ShieldError struct {
	Code int // of JSON-RPC
	Why  string

	reason Refusal // "": see refusalIn
}

func (e *ShieldError) Error() string { return "mcpproxy: " + e.Why }

// limited is withheld for what is too much.
func limited(why string, args ...any) error {
	return &ShieldError{Code: codeInternal, Why: fmt.Sprintf(why, args...), reason: RefusedLimit}
}

func withheld(why string, args ...any) error {
	return &ShieldError{Code: codeInternal, Why: fmt.Sprintf(why, args...)}
}

// toModel is a value of an upstream as the model sees it. On an error nothing of it may be
// sent.
func (g *guard) toModel(ctx context.Context, origin string, x shape, value []byte, outputs *toolSchema) ([]byte, error) {
	if n := tokenShapes(value); n > 0 && n+g.m.Next()[cloak.Literal]-g.before > g.literals {
		return nil, limited("upstreams have sent more than %d strings in the form of a stand-in (limits.max_literals)", g.literals)
	}
	if g.longest > 0 && longestString(value) > g.longest {
		return nil, limited("the answer holds a text of more than %d bytes (detection.max_input_length)", g.longest)
	}
	done, err := g.numbers.provide(g.m, len(value))
	if err != nil {
		return nil, withheld("the numbers of stand-ins cannot be kept: %v", err)
	}
	defer done()
	w, _, err := g.walked(ctx, origin, x, value, outputs)
	if err != nil {
		return nil, err
	}
	g.counts.skipped(w.skips)
	tallyIn(ctx).skipped(w.skips)
	out, err := g.sanitized(ctx, origin, w)
	if err != nil {
		return nil, refusal(ctx, err)
	}
	out, err = g.tripwire(ctx, origin, x, out, len(w.exact) > 0, outputs)
	if err != nil {
		return nil, err
	}
	if err := g.settle(); err != nil {
		return nil, err
	}
	return asBytes(out), nil
}

// sanitized is a value that was walked, without what is found in it.
func (g *guard) sanitized(ctx context.Context, origin string, w *walk) (string, error) {
	if long := w.longTexts(cmp.Or(g.long, longText)); len(long) > 0 {
		out, fs, ok, err := g.parted(ctx, origin, w, long)
		if ok && err == nil {
			g.found(ctx, fs)
		}
		if ok {
			return out, err
		}
	}
	d := format.Document{Text: asString(w.raw), Format: jsonFormat, Places: w.ordered()}
	r, err := format.Sanitize(ctx, g.engine, g.m, d, cloak.Source{Origin: origin, Foreign: true})
	if err == nil {
		g.found(ctx, r.Findings)
	}
	return r.Text, err
}

// found counts values that were replaced, for all and for whom it was done.
func (g *guard) found(ctx context.Context, fs []cloak.Finding) {
	g.counts.found(fs)
	observedIn(ctx).found(fs)
	tallyIn(ctx).found(fs)
}

// walked walks a value, in which blobs of text are sanitized already.
func (g *guard) walked(ctx context.Context, origin string, x shape, value []byte, outputs *toolSchema) (*walk, []byte, error) {
	w := &walk{raw: value, schema: outputs}
	w.value(x, span{0, len(value)})
	if len(w.blobs) == 0 {
		return w, value, nil
	}
	var b bytes.Buffer
	last := 0
	for _, x := range w.blobs {
		text, err := g.blob(ctx, origin, w, x)
		if err != nil {
			return nil, nil, err
		}
		b.Write(value[last:x.start])
		b.WriteString(text)
		last = x.end
	}
	b.Write(value[last:])
	again := &walk{raw: b.Bytes(), schema: outputs}
	again.value(x, span{0, b.Len()})
	return again, b.Bytes(), nil
}

// blob sanitizes what is in base64; what is in it keeps its format.
func (g *guard) blob(ctx context.Context, origin string, w *walk, x blob) (string, error) {
	raw := string(w.raw[x.start:x.end])
	content, _ := decodeBase64(w.text(x.span))
	d := format.Open(x.uri, string(content))
	r, err := format.Sanitize(ctx, g.engine, g.m, d, cloak.Source{Origin: origin, Foreign: true})
	if errors.Is(err, format.ErrStructure) {
		d.Format = format.Plain
		r, err = format.Sanitize(ctx, g.engine, g.m, d, cloak.Source{Origin: origin, Foreign: true})
	}
	if err != nil {
		return "", refusal(ctx, err)
	}
	g.found(ctx, r.Findings)
	if len(r.Findings) == 0 {
		return raw, nil
	}
	return `"` + base64.StdEncoding.EncodeToString([]byte(r.Text)) + `"`, nil
}

// settle makes durable what the mapping has learned: before a stand-in leaves.
func (g *guard) settle() error {
	changes := g.m.Changes()
	if g.saved.Load() == changes {
		return nil
	}
	if err := g.numbers.reserve(g.m); err != nil {
		return withheld("the numbers of stand-ins cannot be kept: %v", err)
	}
	if g.keep != nil {
		if err := g.keep(); err != nil {
			return withheld("the bridge cannot be saved: %v", err)
		}
	}
	g.saved.Store(changes)
	return nil
}

// refusal is the error of an engine as it is told: it holds no value, and says that nothing
// was sent.
func refusal(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return withheld("what the upstream sent cannot be sanitized, and was withheld: %v", err)
}

// tokenShapes is how many strings b has that may have the form of a token: an upper bound.
func tokenShapes(b []byte) (n int) {
	for {
		k := bytes.IndexByte(b, ']')
		if k < 0 {
			return n
		}
		if k > 0 && '0' <= b[k-1] && b[k-1] <= '9' {
			n++
		}
		b = b[k+1:]
	}
}

// longestString is how long the longest string of a JSON value is, as it is written.
func longestString(value []byte) (longest int) {
	for i := 0; i < len(value); {
		if value[i] != '"' {
			i++
			continue
		}
		end := skipString(value, i)
		if end < 0 {
			break
		}
		longest = max(longest, end-i-2)
		i = end
	}
	return longest
}

var jsonFormat = format.Named("json")

func asString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

func asBytes(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

package mcpproxy

import (
	"cmp"
	"context"
	"errors"
	"sync"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// tripwire reads what is to be sent once more, all of it: words of the protocol and keys,
// too, but for binary and for what the tool's schema shows. What the first pass has missed goes.
func (g *guard) tripwire(ctx context.Context, origin string, x shape, out string, exact bool, outputs *toolSchema) (string, error) {
	var left []span
	if exact {
		w := walk{raw: asBytes(out), schema: outputs}
		w.value(x, span{0, len(out)})
		left = w.exact
	}
	trips, err := g.trips(ctx, out, left)
	if err == nil && !trips {
		return out, nil
	}
	var r format.Result
	var shield *ShieldError
	if err == nil {
		var places []format.Place
		for _, s := range left {
			places = append(places, format.Place{Span: cloak.Span{Start: s.start, End: s.end}, Leave: true})
		}
		d := format.Document{Text: out, Format: jsonFormat, Places: places}
		r, err = format.Sanitize(ctx, g.wire, g.m, d, cloak.Source{Origin: origin, Echo: true})
	}
	switch {
	case err == nil && len(r.Findings) == 0: // only what stands beside it made it look so
		return out, nil
	case err == nil:
		g.counts.tripped(r.Findings)
		tallyIn(ctx).do(func(p *Passage) { count(&p.Tripped, r.Findings) })
		observedIn(ctx).found(r.Findings)
		g.log.Warn("the tripwire replaced what the first pass had left", "upstream", origin, "values", len(r.Findings))
		return r.Text, nil
	case g.closed:
		if err = refusal(ctx, err); errors.As(err, &shield) {
			shield.reason = RefusedTripwire
		}
		return "", err
	}
	g.counts.tripwireFailed()
	tallyIn(ctx).do(func(p *Passage) { p.Unwired = true })
	g.log.Warn("the tripwire failed: what the first pass wrote goes out (tripwire: open)", "upstream", origin)
	return out, nil
}

// wireWindow is what the tripwire reads at once, in bytes. Part of it, an overlap of so many
// of them, it reads again with what follows: a value of several lines is not longer.
const (
	wireWindow   = 1 << 20
	wireOverlaps = 64
)

// wireBuffers holds windows that are no longer used: every message needs one, for a moment.
var wireBuffers = sync.Pool{New: func() any { return new([]byte) }}

// trips reports whether there is anything in out, but for the spans left, which ascend.
func (g *guard) trips(ctx context.Context, out string, left []span) (bool, error) {
	window := cmp.Or(g.window, wireWindow)
	buffer := wireBuffers.Get().(*[]byte)
	b := *buffer
	defer func() { *buffer = b[:0]; wireBuffers.Put(buffer) }()
	for at := 0; ; {
		end := min(at+window, len(out))
		if end < len(out) {
			end = wordBefore(out, end, at+window/2)
		}
		for len(left) > 0 && left[0].end <= at {
			left = left[1:]
		}
		b = b[:0]
		from := at
		for _, x := range left {
			if x.start >= end {
				break
			}
			b = appendSpoken(b, out[from:max(from, x.start)])
			b = append(b, 0) // what is left is no neighbour of what is not
			from = min(end, x.end)
		}
		b = appendSpoken(b, out[from:end])
		fs, err := g.wire.FindIn(ctx, cloak.Input{Text: asString(b), Class: cloak.JSON})
		if err != nil || len(fs) > 0 || end == len(out) {
			return len(fs) > 0, err
		}
		at = wordBefore(out, end-window/wireOverlaps, at+1)
	}
}

// wordBefore is where a word begins in s, at i or in front of it; i if none does behind
// floor.
func wordBefore(s string, i, floor int) int {
	for k := i; k > floor; k-- {
		if s[k-1] == ' ' || s[k-1] == ',' {
			return k
		}
	}
	return i
}

// appendSpoken appends a piece of JSON with its strings as they read: escapes of a
// character by its number stay, for these an engine reads itself.
func appendSpoken(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		k := i
		for k < len(s) && s[k] != '\\' {
			k++
		}
		b = append(b, s[i:k]...)
		if i = k; k+1 >= len(s) {
			return append(b, s[k:]...)
		}
		i++
		switch s[i] {
		case 'n', 'r', 'f':
			b = append(b, '\n')
		case 't', 'b':
			b = append(b, '\t')
		case 'u':
			b = append(b, '\\', 'u')
		default:
			b = append(b, s[i])
		}
	}
	return b
}

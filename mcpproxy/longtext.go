package mcpproxy

import (
	"bytes"
	"context"
	"crypto/rand"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// A text that is long is sanitized as a stream is, part by part, and written where it goes:
// as a whole it is there as JSON, as it reads, and as both of these when it is sanitized.

// Sizes of a long text, in bytes, as it is written in JSON.
const (
	longText = 4 << 20  // from which on it is one
	longPart = 64 << 10 // what is decoded at once, if there is a blank
)

// A longPiece is one in a message. In the rest of it a word of nobody's stands there.
type longPiece struct {
	span        // in the message, with its quotes
	stop string // with its quotes
}

// longTexts are those of a walk that can be parted: text, and no document in a string, on
// its own, which no key says more of.
func (w *walk) longTexts(size int) (long []longPiece) {
	for _, p := range w.ordered() {
		if !p.Alone || p.Len() < size {
			continue
		}
		head, ok := unquoted(nil, w.raw[p.Start+1:partEnd(w.raw, p.Start+1, p.End-1)])
		if f := format.Detect("", asString(head)); !ok || f == jsonFormat || f.Name == "jsonl" || f.Name == "transcript" {
			continue
		}
		long = append(long, longPiece{span{p.Start, p.End}, `"` + rand.Text() + `"`})
	}
	return long
}

// partEnd is where a part of a string's content ends that begins at i: behind a blank or a
// line's end, if there is one within two parts, and never in an escape or a character.
func partEnd(raw []byte, i, end int) int {
	p := min(i+longPart, end)
	if n := p - i - len(bytes.TrimRight(raw[i:p], `\`)); n%2 == 1 {
		p-- // an escape begins here
	}
	for late := p + longPart; p < end; {
		switch c := raw[p]; {
		case c == ' ':
			return p + 1
		case c == '\\' && p+1 < end && raw[p+1] == 'n':
			return p + 2
		case c == '\\' && p+1 < end && raw[p+1] == 'u':
			p += len(`\u0000`)
		case c == '\\':
			p += 2
		case p >= late && c < utf8.RuneSelf:
			return p
		default:
			p++
		}
	}
	return end
}

// unquoted appends what the content of a string says. It reports false for what has bad
// UTF-8, or half a surrogate pair: what that says cannot be written again.
func unquoted(dst, content []byte) ([]byte, bool) {
	quoted := make([]byte, 0, len(content)+2)
	quoted = append(append(append(quoted, '"'), content...), '"')
	dst, err := jsontext.AppendUnquote(dst, quoted)
	return dst, err == nil
}

// parted sanitizes a message in which there are long texts. It reports false for one that
// cannot be parted.
func (g *guard) parted(ctx context.Context, origin string, w *walk, long []longPiece) (out string, fs []cloak.Finding, ok bool, err error) {
	src := cloak.Source{Origin: origin, Foreign: true}
	rest, places := without(w, long)
	for range maxPasses {
		known := g.m.Changes()
		r, err := format.Sanitize(ctx, g.engine, g.m, format.Document{Text: rest, Format: jsonFormat, Places: places}, src)
		if err != nil {
			return "", nil, true, err
		}
		var b strings.Builder
		b.Grow(len(w.raw) + len(w.raw)/64)
		left := r.Text
		fs = r.Findings
		for _, x := range long {
			front, behind, found := strings.Cut(left, x.stop)
			if !found {
				return "", nil, false, nil
			}
			left = behind
			b.WriteString(front)
			ok, err := g.longText(ctx, &b, w.raw[x.start+1:x.end-1], src, func(more []cloak.Finding) { fs = append(fs, more...) })
			if err != nil || !ok {
				return "", nil, ok, err
			}
		}
		b.WriteString(left)
		if g.m.Changes() == known { // what was found in one place was looked for in all
			return b.String(), fs, true, nil
		}
	}
	return "", nil, true, cloak.ErrUnsettled
}

// maxPasses bounds how often a message with long texts is sanitized: once for what is in it,
// and then for what was found behind, or by others meanwhile.
const maxPasses = 8

// without is a message with words in place of its long texts, and what a walk has noted of it.
func without(w *walk, long []longPiece) (string, []format.Place) {
	var b strings.Builder
	var places []format.Place
	last := 0
	for _, p := range w.ordered() {
		if len(long) > 0 && p.Start == long[0].start {
			b.Write(w.raw[last:p.Start])
			at := b.Len()
			b.WriteString(long[0].stop)
			last, long = p.End, long[1:]
			places = append(places, format.Place{Span: cloak.Span{Start: at, End: b.Len()}, Leave: true})
			continue
		}
		shift := b.Len() - last
		p.Start, p.End = p.Start+shift, p.End+shift
		places = append(places, p)
	}
	b.Write(w.raw[last:])
	return b.String(), places
}

// longText writes the content of one, as a JSON string with its quotes.
func (g *guard) longText(ctx context.Context, b *strings.Builder, content []byte, src cloak.Source, found func([]cloak.Finding)) (ok bool, err error) {
	b.WriteByte('"')
	dst := &quoter{b: b}
	to := format.SanitizeTo(ctx, g.engine, g.m, dst, src, format.Options{Format: format.Plain, Binary: format.BinaryAsText})
	to.Found = func(x cloak.Window) { found(x.Findings) }
	var part []byte
	for i := 0; i < len(content); {
		end := partEnd(content, i, len(content))
		if part, ok = unquoted(part[:0], content[i:end]); !ok {
			return false, nil
		}
		if _, err := to.Write(part); err != nil {
			return true, err
		}
		i = end
	}
	if err := to.Close(); err != nil {
		return true, err
	}
	b.WriteByte('"')
	return true, nil
}

// A quoter writes text as the content of a JSON string.
type quoter struct {
	b    *strings.Builder
	part []byte // as it goes out
	half []byte // of a character
}

func (q *quoter) Write(p []byte) (int, error) {
	n := len(p)
	if len(q.half) > 0 {
		p = append(q.half, p...)
	}
	k := len(p)
	for k > 0 && len(p)-k < utf8.UTFMax && !utf8.RuneStart(p[k-1]) {
		k--
	}
	if k > 0 && utf8.FullRune(p[k-1:]) {
		k = len(p)
	} else if k > 0 {
		k--
	}
	q.part = appendString(q.part[:0], asString(p[:k]))
	q.b.Write(q.part[1 : len(q.part)-1])
	q.half = bytes.Clone(p[k:])
	return n, nil
}

// WriteString is Write, without a copy.
func (q *quoter) WriteString(s string) (int, error) { return q.Write(asBytes(s)) }

package mcpproxy

import (
	"unicode"
	"unicode/utf8"
)

// Definitions of tools and prompts pass as they are: a description or a schema that were
// rewritten would be another contract. They are looked at: what has the form of a stand-in,
// or cannot be seen, has no business in one.

// inspect reports a definition once.
func (s *session) inspect(l *link, r *methodRow, raw []byte) {
	if s.p.guard() == nil {
		return
	}
	tokens, unseen := strange(raw)
	if tokens == 0 && unseen == 0 {
		return
	}
	name := stringIn(raw, "name")
	s.mu.Lock()
	key := l.name + "\x00" + r.list + "\x00" + name
	known := s.reported[key]
	if len(s.reported) < maxTools {
		s.reported[key] = true
	}
	s.mu.Unlock()
	if known {
		return
	}
	s.p.count(func(c *Counters) { c.Suspicious++ })
	s.p.log.Warn("a definition holds text in the form of a stand-in, or that cannot be seen: see who wrote this server", "upstream", l.name, "list", r.list,
		"tokens", tokens, "unseen", unseen)
}

// strange counts the strings of a definition that have the form of a token, and those that
// hold what cannot be seen.
func strange(raw []byte) (tokens, unseen int) {
	text := func(v []byte) {
		s, ok := stringAt(v)
		if !ok {
			return
		}
		if tokenForm.MatchString(s) {
			tokens++
		}
		for _, c := range s {
			if isUnseen(c) {
				unseen++
				return
			}
		}
	}
	var walk func(v []byte)
	walk = func(v []byte) {
		if len(v) == 0 {
			return
		}
		switch v[0] {
		case '"':
			text(v)
		case '{':
			_ = members(v, func(_ string, name, value span) bool {
				text(v[name.start:name.end])
				walk(v[value.start:value.end])
				return true
			})
		case '[':
			_ = elements(v, func(x span) bool {
				walk(v[x.start:x.end])
				return true
			})
		}
	}
	walk(raw)
	return tokens, unseen
}

// isUnseen reports whether c leaves no mark: format characters, zero widths, marks of
// direction, tags.
func isUnseen(c rune) bool {
	return c != utf8.RuneError && (unicode.Is(unicode.Cf, c) || 0xFE00 <= c && c <= 0xFE0D || 0xE0100 <= c && c <= 0xE01EF || c == 0x115F || c == 0x1160 || c == 0x3164 || c == 0xFFA0)
}

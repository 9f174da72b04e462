package mcpproxy

import "bytes"

// A lexer finds the id of a message that is too long to keep, or that is no JSON, in
// constant memory: it is given the frame piece by piece and looks at the names of the
// outermost object. It checks nothing; for what is no JSON it finds what it finds.
type lexer struct {
	depth   int
	quoted  bool // within a string
	escaped bool // the byte before was a backslash that escapes
	value   bool // behind the colon of a member
	// what is kept of the string or scalar at hand, on the outermost level alone
	keep []byte
	over bool // more than fits
	name int  // which member the value is of

	id     []byte
	ids    int
	method bool
}

// read looks at the next piece of the frame.
func (x *lexer) read(piece []byte) {
	for i := 0; i < len(piece); i++ {
		c := piece[i]
		if x.quoted {
			i = x.text(piece, i)
			continue
		}
		switch c {
		case '"':
			x.quoted = true
			x.add(c)
		case '{', '[':
			x.depth++
			x.over = true // the value at hand is no scalar
			if x.depth == 1 {
				x.reset()
			}
		case '}', ']':
			if x.depth == 1 {
				x.end()
			}
			x.depth--
			if x.depth <= 0 {
				x.depth = -1 << 30 // what follows is no part of the message
			}
		case ':':
			if x.depth == 1 && !x.value {
				x.named()
			} else {
				x.add(c)
			}
		case ',':
			if x.depth == 1 {
				x.end()
			}
		case ' ', '\t', '\r', '\n':
			// One is kept, so that 1 2 is not taken for 12.
			if n := len(x.keep); n > 0 && x.keep[n-1] != ' ' {
				x.add(' ')
			}
		default:
			x.add(c)
		}
	}
}

// text looks at a string from piece[i] on, and returns where the last byte of it stands
// that is in the piece.
func (x *lexer) text(piece []byte, i int) int {
	for ; i < len(piece); i++ {
		if (x.depth != 1 || x.over) && !x.escaped {
			// Nothing of it is kept: on to the next byte that matters.
			n := bytes.IndexAny(piece[i:], `"\`)
			if n < 0 {
				return len(piece)
			}
			i += n
		}
		c := piece[i]
		x.add(c)
		switch {
		case x.escaped:
			x.escaped = false
		case c == '\\':
			x.escaped = true
		case c == '"':
			x.quoted = false
			return i
		}
	}
	return i
}

func (x *lexer) add(c byte) {
	switch {
	case x.depth != 1 || x.over:
	case len(x.keep) > maxID: // one may be a blank
		x.over = true
	default:
		x.keep = append(x.keep, c)
	}
}

func (x *lexer) reset() { x.keep, x.over, x.value, x.name = x.keep[:0], false, false, fieldExtra }

// kept is what was kept, if that is all.
func (x *lexer) kept() []byte {
	if x.over {
		return nil
	}
	return bytes.TrimRight(x.keep, " ")
}

// named is behind the name of a member.
func (x *lexer) named() {
	name, raw := fieldExtra, x.kept()
	if n := len(raw); n >= 2 && raw[0] == '"' && raw[n-1] == '"' {
		name = fieldOf(raw)
	}
	x.reset()
	x.value, x.name = true, name
	x.method = x.method || name == fieldMethod
}

// end is behind the value of a member.
func (x *lexer) end() {
	if x.value && x.name == fieldID {
		x.ids++
		if raw := x.kept(); len(raw) > 0 && len(raw) <= maxID && scalarID(raw) && valid(raw) {
			x.id = bytes.Clone(raw)
		}
	}
	x.reset()
}

// found is the id, nil if there is none or more than one, and whether there was a method.
func (x *lexer) found() (id []byte, method bool) {
	if x.ids != 1 {
		return nil, x.method
	}
	return x.id, x.method
}

// idOf is the id of a frame that cannot be parsed, as far as it can be told; nil for none.
func idOf(frame []byte) []byte {
	var x lexer
	x.read(frame)
	id, _ := x.found()
	return id
}

package format

import (
	"bytes"
	"strings"
)

// longestFence is how long a line may be that opens a block, in bytes.
const longestFence = 200

// beginsFence reports whether p, which begins a line, may begin one that opens or closes a
// block. It is not known while p ends there.
func beginsFence(p []byte) (is, known bool) {
	const longest = 24 // of what stands in front
	i := 0
	for i < len(p) && i < longest && (p[i] == ' ' || p[i] == '\t' || p[i] == '>') {
		i++
	}
	if i+1 < len(p) && (p[i] == '-' || p[i] == '*') && p[i+1] == ' ' {
		i += 2
	}
	switch rest := p[i:]; {
	case len(rest) == 0, len(rest) == 1 && (rest[0] == '-' || rest[0] == '*'):
		return false, false
	case rest[0] != '`' && rest[0] != '~', len(rest) > 1 && rest[1] != rest[0], len(rest) > 2 && rest[2] != rest[0]:
		return false, true
	default:
		return len(rest) >= 3, len(rest) >= 3
	}
}

// opensBlock reports whether p begins with a line that opens a block of a format that is
// known, and notes that. It is not known while the line has not ended.
func (r *reply) opensBlock(p []byte) (opens, known bool) {
	if r.midway || r.form != AutoLines {
		return false, true
	}
	is, known := beginsFence(p)
	if !is {
		return false, known
	}
	k := bytes.IndexByte(p[:min(len(p), longestFence)], '\n')
	if k < 0 {
		return false, len(p) >= longestFence
	}
	known, x := opensDocument(strings.TrimRight(string(p[:k]), "\r"))
	if known {
		r.block, r.line = x, k+1
	}
	return known, true
}

// inBlock looks for the end of the block in front, and restores all of it: what stands in
// it is written as its language has it. It returns what is behind. A block that is too
// long is text.
func (r *reply) inBlock(last bool) (rest []byte, err error) {
	end := 0
	for end == 0 {
		k := bytes.IndexByte(r.front[r.seen:], '\n')
		if k < 0 {
			r.seen = len(r.front)
			break
		}
		next := r.seen + k + 1
		if r.block.closes(strings.TrimRight(string(r.front[r.line:min(next, r.line+longestFence)]), "\r\n")) {
			end = next
		}
		r.line, r.seen = next, next
	}
	switch {
	case end == 0 && !last && len(r.front) < maxLine:
		return nil, nil
	case end == 0 && len(r.front) < maxLine:
		end = len(r.front)
	}
	block, rest := r.front[:end], r.front[end:]
	r.block, r.front = fence{}, nil
	if end == 0 { // a line of it, so that it is not asked for again
		k := bytes.IndexByte(rest, '\n') + 1
		return rest[k:], r.plain(rest[:k], false)
	}
	return rest, r.document(string(block), markdownFormat)
}

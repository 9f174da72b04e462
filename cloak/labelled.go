package cloak

import "strings"

// A value that a format hands over with its key, {"password": …} in a document: what
// detectors of keys find in a text, they find here.

// keyedProgram is the program of those detectors alone.
type keyedProgram struct {
	*program
	by []uint16 // their indices in Engine.program
}

// newKeyed picks them from the detectors that are on. For engine "re2" it is the scanner
// all the same: no expression reads what is not in the text.
func (e *Engine) newKeyed() keyedProgram {
	var k keyedProgram
	var ds []*Detector
	for i, d := range e.program.detectors {
		if (d.anchor == anchorKey || d.anchor == anchorLabel) && e.enabled[i] {
			for j := range e.detectors {
				if e.detectors[j].Name == d.Name {
					d = &e.detectors[j]
				}
			}
			ds = append(ds, d)
			k.by = append(k.by, uint16(i))
		}
	}
	k.program = newProgram(ds)
	return k
}

// underKey appends what the label of s finds: s is written behind it as an object or a
// header has it, and is one value, however many lines it has.
func (e *Engine) underKey(dst []found, in Input, s string) []found {
	label := in.Label
	if label == "" || s == "" || len(label) > maxKey || strings.ContainsAny(label, "\"\\\n\x00") || !mayBeKey(label) && s[0] != '$' { // a crypt string stands behind any
		return dst
	}
	k := e.keyed()
	front, behind := `"`+label+`": "`, `"`
	switch colon := len(label) + 2; {
	case in.LabelKind == Header:
		front, behind = label+": ", "\n"
	case strings.IndexByte(s, '"') < 0:
	case strings.IndexByte(s, '\'') < 0:
		front, behind = front[:colon+2]+"'", "'"
	case strings.IndexByte(s, '`') < 0:
		front, behind = front[:colon+2]+"`", "`"
	default:
		front, behind = front[:colon+2], ""
	}
	n := len(dst)
	colon := strings.LastIndexByte(front, ':')
	dst = k.scan(dst, front+s+behind, colon, colon+1)
	kept := dst[:n]
	for _, f := range dst[n:] {
		if f.Start < len(front) {
			continue
		}
		if f.Start == len(front) && in.LabelKind != Header {
			f.End = len(front) + len(s)
		}
		f.Start, f.End = f.Start-len(front), min(f.End-len(front), len(s))
		f.at, f.seen, f.by = f.Start, min(f.seen-len(front), len(s)), k.by[f.by]
		kept = append(kept, f)
	}
	return kept
}

// mayBeKey reports whether a label ends as a telling key does.
func mayBeKey(label string) bool {
	return anyEndings.mayEnd(label, len(label)) || passwordEndings.mayEnd(label, len(label)) || tokenEndings.mayEnd(label, len(label))
}

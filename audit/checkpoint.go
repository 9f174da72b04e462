package audit

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// A Head says how far a log has come: what an anchor keeps in a place that whoever can change
// the log cannot reach.
type Head struct {
	Log  string    // its id: 32 hexadecimal digits
	Size int64     // records
	Root tlog.Hash // of the tree of them (RFC 6962, 2.1)
	Note []byte    // the same, signed (C2SP signed-note); nil if it is not
}

// originPrefix stands before the id in the origin of checkpoints, and in the name of the key.
const originPrefix = "cloak-audit/"

// text is the head as a checkpoint has it (C2SP tlog-checkpoint): origin, size, root.
func (h Head) text() string {
	return fmt.Sprintf("%s%s\n%d\n%s\n", originPrefix, h.Log, h.Size, h.Root)
}

// Words are the head to read aloud: eight groups of letters that can be pronounced, 16 bits each
// (proquints, arXiv:0901.4016), of the SHA-256 of the checkpoint's three lines. Another log with
// the same words takes 2^128 tries, and two of one's own with the same 2^64.
func (h Head) Words() string {
	const consonants, vowels = "bdfghjklmnprstvz", "aiou"
	sum := sha256.Sum256([]byte(h.text()))
	var words []string
	for i := 0; i < 16; i += 2 {
		n := int(sum[i])<<8 | int(sum[i+1])
		words = append(words, string([]byte{
			consonants[n>>12], vowels[n>>10&3], consonants[n>>6&15], vowels[n>>4&3], consonants[n&15],
		}))
	}
	return strings.Join(words, " ")
}

// wordsMark begins the line that holds the words of a head.
const wordsMark = "# words: "

// Format is the head as ReadHeads reads it: the checkpoint, signed if it is, and a line with
// its words.
func (h Head) Format() []byte {
	b := h.Note
	if b == nil {
		b = []byte(h.text())
	}
	return fmt.Appendf(bytes.Clone(b), "\n%s%s\n\n", wordsMark, h.Words())
}

// errHead is what is wrong with an anchor.
var errHead = errors.New("audit: this is no head of a log: three lines, origin, size and root, signed or not")

// ReadHeads reads what Format has written, once or often: each head that was added to a file.
// Signatures are not looked at. Words that are there must be the head's.
func ReadHeads(b []byte) (heads []Head, err error) {
	b = bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))
	var text, signatures []string
	end := func() error {
		if text == nil {
			return nil
		}
		h, err := parseHead([]byte(strings.Join(text, "\n") + "\n"))
		if err != nil {
			return err
		}
		if signatures != nil {
			h.Note = []byte(h.text() + "\n" + strings.Join(signatures, "\n") + "\n")
		}
		heads = append(heads, h)
		text, signatures = nil, nil
		return nil
	}
	for line := range strings.SplitSeq(string(b), "\n") {
		words, isWords := strings.CutPrefix(line, wordsMark)
		switch {
		case line == "":
		case isWords:
			if err := end(); err != nil {
				return nil, err
			}
			if len(heads) == 0 || heads[len(heads)-1].Words() != words {
				return nil, fmt.Errorf("%w: its words are of another one", errHead)
			}
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "— "):
			signatures = append(signatures, line)
		default:
			if signatures != nil || len(text) == 3 {
				if err := end(); err != nil {
					return nil, err
				}
			}
			text = append(text, line)
		}
	}
	if err := end(); err != nil {
		return nil, err
	}
	if len(heads) == 0 {
		return nil, errHead
	}
	return heads, nil
}

// parseHead reads the three lines of a checkpoint.
func parseHead(text []byte) (Head, error) {
	lines := strings.Split(string(text), "\n")
	if len(lines) != 4 || lines[3] != "" {
		return Head{}, errHead
	}
	id, ok := strings.CutPrefix(lines[0], originPrefix)
	size, err := strconv.ParseInt(lines[1], 10, 64)
	root, err2 := tlog.ParseHash(lines[2])
	if !ok || !isHex(id, 32) || err != nil || err2 != nil || size < 0 || strconv.FormatInt(size, 10) != lines[1] || root.String() != lines[2] {
		return Head{}, errHead
	}
	return Head{Log: id, Size: size, Root: root}, nil
}

// open checks the signature of a head.
func (h Head) open(v note.Verifier) error {
	if h.Note == nil {
		return errors.New("audit: the head has no signature")
	}
	n, err := note.Open(h.Note, note.VerifierList(v))
	if err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	if n.Text != h.text() {
		return errHead
	}
	return nil
}

func isHex(s string, n int) bool {
	return len(s) == n && strings.Trim(s, "0123456789abcdef") == ""
}

// A checkpoints file is signed heads, with an empty line behind each.

// splitNotes cuts the file of checkpoints into notes; torn is what is behind the last whole one.
func splitNotes(b []byte) (notes [][]byte, torn []byte) {
	for len(b) > 0 {
		text := bytes.Index(b, []byte("\n\n"))
		if text < 0 {
			return notes, b
		}
		signed := bytes.Index(b[text+2:], []byte("\n\n"))
		if signed < 0 {
			return notes, b
		}
		end := text + 2 + signed + 1
		notes = append(notes, b[:end])
		b = b[end+1:]
	}
	return notes, nil
}

// parseNote reads one of them; the signature is not looked at.
func parseNote(b []byte) (Head, error) {
	at := bytes.Index(b, []byte("\n\n"))
	if at < 0 {
		return Head{}, errHead
	}
	h, err := parseHead(b[:at+1])
	h.Note = b
	return h, err
}

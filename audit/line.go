package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"

	"golang.org/x/mod/sumdb/tlog"
)

// maxLine bounds a line, in bytes with its line feed.
const maxLine = 8 << 10

// timeForm is that of ts: UTC, microseconds, always of one length.
const timeForm = "2006-01-02T15:04:05.000000Z"

// genesis is what the first line names as prev.
func genesis(id string) tlog.Hash { return sha256.Sum256([]byte("cloak-audit/v1\n" + id)) }

// appendLine adds a line, with its line feed; body is from ,"ev" on.
func appendLine(b []byte, prev tlog.Hash, seq int64, ts []byte, id, src string, body []byte) []byte {
	b = append(b, `{"prev":"`...)
	b = hex.AppendEncode(b, prev[:])
	b = append(b, `","seq":`...)
	b = strconv.AppendInt(b, seq, 10)
	b = append(append(b, `,"ts":"`...), ts...)
	b = append(append(b, `","v":1,"log":"`...), id...)
	b = append(append(append(b, `","src":"`...), src...), '"')
	return append(append(b, body...), '\n')
}

// A header is what stands at the beginning of every line, as spans of it.
type header struct {
	prev []byte // 64 hexadecimal digits
	seq  int64
	ts   []byte // as timeForm
	log  []byte // 32 hexadecimal digits
	ev   []byte
}

var errLine = errors.New("it is no line of a log")

// parseHeader reads the beginning of a line, which has no line feed. What is behind it has to be
// printable ASCII, and end as an object does; its members are not looked at.
func parseHeader(line []byte) (h header, err error) {
	rest := line
	take := func(n int) []byte {
		if err != nil || len(rest) < n {
			err = errLine
			return nil
		}
		b := rest[:n]
		rest = rest[n:]
		return b
	}
	is := func(s string) {
		if b := take(len(s)); err == nil && string(b) != s {
			err = errLine
		}
	}
	is(`{"prev":"`)
	h.prev = take(64)
	is(`","seq":`)
	digits := 0
	for digits < len(rest) && digits < 17 && '0' <= rest[digits] && rest[digits] <= '9' {
		h.seq = h.seq*10 + int64(rest[digits]-'0')
		digits++
	}
	if digits == 0 || digits > 16 || h.seq > maxInt || digits > 1 && rest[0] == '0' {
		return h, errLine
	}
	rest = rest[digits:]
	is(`,"ts":"`)
	h.ts = take(len(timeForm))
	is(`","v":1,"log":"`)
	h.log = take(32)
	is(`","src":"`)
	take(16)
	is(`","ev":"`)
	if err != nil {
		return h, err
	}
	end := bytes.IndexByte(rest, '"')
	if end < 1 || end > 16 || len(line) >= maxLine || line[len(line)-1] != '}' || !printable(line) {
		return h, errLine
	}
	h.ev = rest[:end]
	return h, nil
}

// printable reports whether b is of the bytes from space to tilde alone.
func printable(b []byte) bool {
	var bad byte
	for _, c := range b {
		bad |= (c - ' ') &^ 0x7f // of bytes below space, and of those from 0xa0 on
		bad |= (c + 1) & 0x80    // of DEL and those behind it but 0xff, which is above
	}
	return bad&0x80 == 0
}

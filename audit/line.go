package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
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
	const (
		first, second, third, fourth, fifth, sixth = `{"prev":"`, `","seq":`, `,"ts":"`, `","v":1,"log":"`, `","src":"`, `","ev":"`

		prev, id, src = 64, 32, 16
		beforeSeq     = len(first) + prev + len(second)
		behindSeq     = len(third) + len(timeForm) + len(fourth) + id + len(fifth) + src + len(sixth)
	)
	if len(line) < beforeSeq+1+behindSeq || len(line) >= maxLine || string(line[:len(first)]) != first || string(line[len(first)+prev:beforeSeq]) != second {
		return h, errLine
	}
	h.prev = line[len(first) : len(first)+prev]
	digits := 0
	for c := line[beforeSeq]; '0' <= c && c <= '9' && digits < 17; c = line[beforeSeq+digits] {
		h.seq = h.seq*10 + int64(c-'0')
		digits++
	}
	if digits == 0 || digits > 16 || h.seq > maxInt || digits > 1 && line[beforeSeq] == '0' || len(line) < beforeSeq+digits+behindSeq {
		return h, errLine
	}
	b := line[beforeSeq+digits:]
	if string(b[:len(third)]) != third {
		return h, errLine
	}
	b = b[len(third):]
	h.ts, b = b[:len(timeForm)], b[len(timeForm):]
	if string(b[:len(fourth)]) != fourth {
		return h, errLine
	}
	b = b[len(fourth):]
	h.log, b = b[:id], b[id:]
	if string(b[:len(fifth)]) != fifth || string(b[len(fifth)+src:len(fifth)+src+len(sixth)]) != sixth {
		return h, errLine
	}
	b = b[len(fifth)+src+len(sixth):]
	end := bytes.IndexByte(b[:min(len(b), 17)], '"')
	if end < 1 || line[len(line)-1] != '}' || !printable(line) {
		return h, errLine
	}
	h.ev = b[:end]
	return h, nil
}

// printable reports whether b is of the bytes from space to tilde alone: thirty-two at a time, by the
// highest bit of each.
func printable(b []byte) bool {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	var bad uint64
	for len(b) >= 32 {
		w, x := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:16])
		y, z := binary.LittleEndian.Uint64(b[16:24]), binary.LittleEndian.Uint64(b[24:32])
		all := w | x | y | z // of which the highest bits must be clear: then nothing below is carried
		low := ((w | high) - 0x20*ones) & ((x | high) - 0x20*ones) & ((y | high) - 0x20*ones) & ((z | high) - 0x20*ones)
		del := (w + ones) | (x + ones) | (y + ones) | (z + ones)
		bad |= all | ^low | del
		b = b[32:]
	}
	for ; len(b) >= 8; b = b[8:] {
		x := binary.LittleEndian.Uint64(b)
		bad |= x | ^((x | high) - 0x20*ones) | (x + ones)
	}
	for _, c := range b {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return bad&high == 0
}

// hexDigits are those of all bytes.
const hexDigits = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f" +
	"202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f" +
	"404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f" +
	"606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f" +
	"808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f" +
	"a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebf" +
	"c0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedf" +
	"e0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"

// hexOf writes the digits of a hash.
func hexOf(digits *[64]byte, h *tlog.Hash) {
	for i, c := range h {
		copy(digits[2*i:2*i+2], hexDigits[2*int(c):2*int(c)+2])
	}
}

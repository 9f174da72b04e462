package view

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"

	"github.com/seed-052fbf24/cloak/audit"
)

// A chain holds each line to the one before. Who reads a log in one pass learns so where it breaks,
// without a second pass; checkpoints, anchors and what was pruned are audit.Verify's.
type chain struct {
	begun bool
	seq   int64  // of the next line
	log   string // its id
	prev  string // what it must name
}

func (c *chain) follow(e audit.Entry, line []byte) error {
	if !c.begun {
		c.begun, c.seq, c.log, c.prev = true, e.Seq, e.Log, e.Prev
		if e.Seq == 0 {
			c.prev = digest([]byte("cloak-audit/v1\n"), []byte(e.Log))
		}
	}
	switch {
	case e.Log != c.log:
		return c.broken("it is of another log")
	case e.Seq != c.seq:
		return c.broken("it is not the next one")
	case e.Prev != c.prev:
		return c.broken("the record before it is not the one that it names")
	}
	c.seq++
	c.prev = digest([]byte{0}, line)
	return nil
}

func (c *chain) broken(why string) error {
	return &audit.FaultError{Fault: audit.Broken, Seq: c.seq, Why: why}
}

func digest(parts ...[]byte) string {
	h := sha256.New()
	for _, p := range parts {
		h.Write(p)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// each is audit.Read along the chain. seen, if it is not nil, is told how many bytes each line had.
func each(ctx context.Context, dir string, seen func(bytes int), f func(audit.Entry, []byte) error) error {
	var c chain
	var stopped error
	err := audit.Read(ctx, dir, func(e audit.Entry, line []byte) error {
		if seen != nil {
			seen(len(line) + 1)
		}
		if stopped = c.follow(e, line); stopped == nil {
			stopped = f(e, line)
		}
		return stopped
	})
	if path := (*fs.PathError)(nil); err == nil || stopped != nil || ctx.Err() != nil || errors.As(err, &path) {
		return err
	}
	return c.broken("it is no line of a log")
}

// Followed says of n records that were read in one pass what is known of them.
func Followed(n int64) string {
	return count(n, "record") + ", each follows the one before; checkpoints, signatures and anchors were not looked at: cloak audit verify"
}

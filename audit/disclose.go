package audit

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"time"
)

// A Disclosure says in which record a text was the one before or after.
type Disclosure struct {
	Seq     int64     `json:"seq"`
	Time    time.Time `json:"ts"`
	Event   string    `json:"event"`
	Session string    `json:"session"`
	As      string    `json:"as"`  // in or out
	Key     string    `json:"key"` // of the session's tags, in hexadecimal digits: whoever is to check it needs it
}

// Disclose finds the records of a text: those whose tag it has. session may be "", which is any.
// It needs the private parts of the log, and so its owner. The keys that it gives away are those
// of the sessions that it has found, and tell about no other text that is not at hand.
func Disclose(ctx context.Context, dir, state, session string, text io.Reader) (found []Disclosure, err error) {
	digest := sha256.New()
	if _, err := io.Copy(digest, text); err != nil {
		return nil, err
	}
	sum := digest.Sum(nil)
	var k *keys
	tags := map[string]string{} // of the text, by session
	err = Read(ctx, dir, func(e Entry, _ []byte) error {
		if e.InTag == "" && e.OutTag == "" || session != "" && e.Session != session {
			return nil
		}
		if k == nil {
			if k, err = readKeys(state, e.Log); err != nil {
				return err
			}
		}
		tag, ok := tags[e.Session]
		if !ok {
			tag = tagOf(k.derive("session", e.Session), sum).String()
			tags[e.Session] = tag
		}
		for as, t := range map[string]string{"in": e.InTag, "out": e.OutTag} {
			if t == tag {
				found = append(found, Disclosure{e.Seq, e.Time, e.Event, e.Session, as, hex.EncodeToString(k.derive("session", e.Session))})
			}
		}
		return nil
	})
	return found, err
}

// CheckDisclosure reports whether a record has the tag of a text, with the session's key: as in,
// out, or "" if it has not.
func CheckDisclosure(line []byte, key string, text io.Reader) (as string, err error) {
	e, err := ParseEntry(line)
	if err != nil {
		return "", err
	}
	raw, err := hex.DecodeString(key)
	if err != nil || len(raw) != sha256.Size {
		return "", errors.New("audit: the key of a session is 64 hexadecimal digits")
	}
	digest := sha256.New()
	if _, err := io.Copy(digest, text); err != nil {
		return "", err
	}
	switch tagOf(raw, digest.Sum(nil)).String() {
	case e.InTag:
		return "in", nil
	case e.OutTag:
		return "out", nil
	}
	return "", nil
}

// tagOf is the tag of a text with that SHA-256.
func tagOf(key, sum []byte) (t Tag) {
	m := hmac.New(sha256.New, key)
	m.Write(sum)
	copy(t.b[:], m.Sum(nil))
	return t
}

package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// An Entry is a line as it is read: of a log that may have been tampered with, so that its words
// may be any: the line is printable ASCII, what its escapes stand for need not be.
type Entry struct {
	Prev    string    `json:"prev"`
	Seq     int64     `json:"seq"`
	Time    time.Time `json:"ts"`
	Version int       `json:"v"`
	Log     string    `json:"log"`
	Source  string    `json:"src"`
	Event   string    `json:"ev"`

	Surface   string         `json:"surface,omitempty"`
	Session   string         `json:"ses,omitempty"`
	Direction string         `json:"dir,omitempty"`
	Upstream  string         `json:"up,omitempty"`
	Method    string         `json:"method,omitempty"`
	Found     map[string]int `json:"n,omitempty"`
	Hits      map[string]int `json:"hits,omitempty"`
	Tripped   map[string]int `json:"trip,omitempty"`
	Wrote     map[string]int `json:"wrote,omitempty"`
	Typed     map[string]int `json:"typed,omitempty"`
	Skipped   map[string]int `json:"skip,omitempty"`
	Restored  int64          `json:"restored,omitempty"`
	Missing   int64          `json:"missing,omitempty"`
	Crossed   int64          `json:"crossed,omitempty"`
	Kept      int64          `json:"kept,omitempty"`
	Refused   int64          `json:"refused,omitempty"`
	Files     int64          `json:"files,omitempty"`
	Ignored   int64          `json:"ignored,omitempty"`
	In        int64          `json:"in_b,omitempty"`
	Out       int64          `json:"out_b,omitempty"`
	InTag     string         `json:"in_tag,omitempty"`
	OutTag    string         `json:"out_tag,omitempty"`
	Policy    string         `json:"pol,omitempty"`
	Pack      string         `json:"pack,omitempty"`
	Bridge    string         `json:"bridge,omitempty"`
	Gen       int64          `json:"gen,omitempty"`
	Millis    int64          `json:"dur_ms,omitempty"`
	Program   string         `json:"ver,omitempty"`
	FIPS      bool           `json:"fips,omitempty"`
	Result    string         `json:"res,omitempty"`
	Reason    string         `json:"err,omitempty"`
	Next      string         `json:"next,omitempty"`
	TornBytes int64          `json:"torn_b,omitempty"`
	Lost      int64          `json:"lost,omitempty"`
	FirstKept int64          `json:"first,omitempty"`
	Key       string         `json:"vkey,omitempty"`
}

// ParseEntry reads one line, without its line feed. Members that it does not know are passed
// over: a later version may have more. No error quotes the line.
func ParseEntry(line []byte) (Entry, error) {
	var e Entry
	if _, err := parseHeader(line); err != nil {
		return e, fmt.Errorf("audit: %w", err)
	}
	if err := json.Unmarshal(line, &e); err != nil {
		return e, fmt.Errorf("audit: %w", errLine)
	}
	return e, nil
}

// Read calls f with each entry of a log, from the first that is there to the last whole line,
// and its line, valid during the call. It does not look at the chain: that is Verify's. It ends
// with the first error, of f too.
func Read(ctx context.Context, dir string, f func(e Entry, line []byte) error) error {
	return ReadFrom(ctx, dir, 0, f)
}

// ReadFrom is Read from entry seq on.
func ReadFrom(ctx context.Context, dir string, seq int64, f func(e Entry, line []byte) error) error {
	segments, err := listSegments(dir)
	if err != nil {
		return err
	}
	for i, s := range segments {
		if i+1 < len(segments) && segments[i+1] <= seq {
			continue
		}
		err := readEntries(ctx, filepath.Join(dir, segmentName(s)), func(e Entry, line []byte) error {
			if e.Seq < seq {
				return nil
			}
			return f(e, line)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func readEntries(ctx context.Context, name string, f func(Entry, []byte) error) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = eachLine(file, func(line []byte) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		e, err := ParseEntry(line)
		if err != nil {
			return err
		}
		return f(e, line)
	})
	return err
}

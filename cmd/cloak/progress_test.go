package main

import (
	"bytes"
	"testing"
	"time"
)

func TestProgress(t *testing.T) {
	var b bytes.Buffer
	p := &progress{to: &b, what: "scanning", total: 5e6, next: time.Now().Add(time.Hour)}
	p.add(1e6)
	if p.end(); b.Len() > 0 {
		t.Errorf("short work shows %q", b.String())
	}
	p.next = time.Time{}
	p.add(1e6)
	p.add(1e6) // too soon for another
	if got, want := b.String(), "\rcloak: scanning: 2 of 5 MB"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	b.Reset()
	p.end()
	p.end()
	if got := b.String(); got != "\r\x1b[K" {
		t.Errorf("the end writes %q", got)
	}
	b.Reset()
	p = newProgress(true, stdio{err: &b}, "scanning", 0) // quiet
	p.next = time.Time{}
	if p.add(1e6); b.Len() > 0 {
		t.Errorf("quiet shows %q", b.String())
	}
}

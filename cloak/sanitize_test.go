package cloak

import (
	"context"
	"testing"
)

func TestTmp(t *testing.T) {
	e, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []string{"to bob@corp.com.", "bob@corp.com Bob@Corp.com", "[EMAIL_0] bob@corp.com", `[email_0] \[EMAIL\_1\] %5BEMAIL_2%5D bob@corp.com`, "ssn 219-09-9999; 219-09-9999", "card 4111 1111 1111 1111."} {
		m, _ := NewMapping(Snapshot{Key: [32]byte{1}})
		out, fs, err := e.Sanitize(context.Background(), m, x, Source{})
		back, _ := m.Restore(out, RestoreOptions{})
		t.Logf("%q -> %q %v %v back=%v", x, out, fs, err, back == x)
	}
}

package bridge

import (
	"bytes"
	"encoding/hex"
	"os"
	"regexp"
	"testing"
)

// The example of the documentation is what it says.
func TestTheExampleIsABridges(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var h header
	n := 0
	for _, m := range regexp.MustCompile(`(?m)^//\t([0-9a-f]{2})  ([0-9a-f]{32})$`).FindAllSubmatch(doc, -1) {
		at, _ := hex.DecodeString(string(m[1]))
		b, _ := hex.DecodeString(string(m[2]))
		n += copy(h[at[0]:], b)
	}
	if n != headerSize {
		t.Fatalf("%d bytes", n)
	}
	if _, err := parseHeader(h[:]); err != nil {
		t.Fatal(err)
	}
	root, err := Secret{Passphrase: []byte("correct horse battery staple")}.derive([prefixSize]byte(h[:prefixSize]))
	if err != nil {
		t.Fatal(err)
	}
	_, commitment, err := fileKeys(root.key[:], h[atNonce:atGeneration])
	if err != nil || !bytes.Equal(commitment, h[atCommitment:atChecksum]) {
		t.Errorf("%v: the commitment is another", err)
	}
}

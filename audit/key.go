package audit

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// ErrNoKey means that the private parts of a log are not here: another user has begun it, or
// another machine, or they were lost. Then nobody can go on with it.
var ErrNoKey = errors.New("audit: the log was begun by another user or on another machine: its key is not here")

// A keys file holds the private parts of one log: what signs its checkpoints, and the secret that
// its tags are made with.
type keys struct {
	id     string
	signer note.Signer
	vkey   string // of signer
	secret []byte // 32 random bytes
}

// A keyFile is keys as a file has them.
type keyFile struct {
	Version int    `json:"v"`
	Log     string `json:"log"`
	Signer  string `json:"signer"` // as package note writes it
	Key     string `json:"vkey"`
	Secret  []byte `json:"secret"`
}

func keyPath(state, id string) string  { return filepath.Join(state, id+".key") }
func memoPath(state, id string) string { return filepath.Join(state, id+".memo") }

// newKeys makes the private parts of a log that begins, and its id.
func newKeys(rand io.Reader, state string) (*keys, error) {
	var id [16]byte
	f := keyFile{Version: 1, Secret: make([]byte, 32)}
	if _, err := io.ReadFull(rand, id[:]); err != nil {
		return nil, err
	}
	if _, err := io.ReadFull(rand, f.Secret); err != nil {
		return nil, err
	}
	f.Log = hex.EncodeToString(id[:])
	seed := make([]byte, ed25519.SeedSize) // note.GenerateKey takes no bytes of ours from Go 1.26 on
	if _, err := io.ReadFull(rand, seed); err != nil {
		return nil, err
	}
	public, _ := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
	var err error
	if f.Key, err = note.NewEd25519VerifierKey(originPrefix+f.Log, public); err != nil {
		return nil, err
	}
	name := originPrefix + f.Log
	hash := f.Key[len(name)+1 : len(name)+9] // name+hash+key
	f.Signer = "PRIVATE+KEY+" + name + "+" + hash + "+" + base64.StdEncoding.EncodeToString(append([]byte{1}, seed...))
	b, err := jsonLine(f)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(state, 0o700); err != nil {
		return nil, err
	}
	if err := replaceFile(keyPath(state, f.Log), b); err != nil {
		return nil, err
	}
	return f.keys()
}

// readKeys reads them.
func readKeys(state, id string) (*keys, error) {
	b, err := os.ReadFile(keyPath(state, id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoKey
	} else if err != nil {
		return nil, err
	}
	var f keyFile
	if err := json.Unmarshal(b, &f); err != nil || f.Version != 1 || f.Log != id || len(f.Secret) != 32 {
		return nil, fmt.Errorf("audit: the key of the log, %s, is damaged or of another version", keyPath(state, id)) // not what is in it
	}
	return f.keys()
}

func jsonLine(v any) ([]byte, error) {
	b, err := json.Marshal(v)
	return append(b, '\n'), err
}

func (f keyFile) keys() (*keys, error) {
	s, err := note.NewSigner(f.Signer)
	if err != nil || s.Name() != originPrefix+f.Log {
		return nil, errors.New("audit: the key of the log is damaged")
	}
	return &keys{f.Log, s, f.Key, f.Secret}, nil
}

// sign signs a head.
func (k *keys) sign(h *Head) (err error) {
	h.Note, err = note.Sign(&note.Note{Text: h.text()}, k.signer)
	return err
}

// sessionKey is the key that the tags of a session's texts are made with (see [Tagger]). Whoever
// has it can test whether a text is one of that session, and of no other.
func (k *keys) sessionKey(sid Session) []byte { return k.derive("session", sid.String()) }

// derive gives the key for a purpose.
func (k *keys) derive(purpose, about string) []byte {
	m := hmac.New(sha256.New, k.secret)
	fmt.Fprintf(m, "cloak-audit/v1 %s\n%s", purpose, about)
	return m.Sum(nil)
}

// A Tagger makes the tag of a text that is written to it:
//
//	HMAC-SHA256(key, SHA-256(text))[:16]
//
// The key is the session's, or the log's for what is to be compared over time. A tag cannot be
// tried out by whoever has not the key, however short the text is.
type Tagger struct {
	hash.Hash
	key []byte
}

func newTagger(key []byte) *Tagger { return &Tagger{sha256.New(), key} }

// Tag is that of what was written so far.
func (t *Tagger) Tag() Tag { return tagOf(t.key, t.Hash.Sum(nil)) }

// A memo is how far the log had come at its last checkpoint, so that nobody has to read all of
// it to go on; and what this machine remembers of it: a log that is shorter is not continued.
type memo struct {
	Version int      `json:"v"`
	Size    int64    `json:"size"`
	Segment int64    `json:"segment"` // its first record
	Offset  int64    `json:"offset"`  // bytes of it
	Line    int64    `json:"line"`    // where its last line begins
	Last    string   `json:"last"`    // the hash of that
	Nodes   []string `json:"nodes"`   // of the frontier
}

// readMemo gives nil if there is none that can be read.
func readMemo(state, id string) *memo {
	b, err := os.ReadFile(memoPath(state, id))
	m := &memo{}
	if err != nil || json.Unmarshal(b, m) != nil || m.Version != 1 || m.Size < 1 || m.Line < 0 || m.Line >= m.Offset {
		return nil
	}
	return m
}

// tree is the frontier that m has kept.
func (m *memo) tree() (f frontier, ok bool) {
	for _, s := range m.Nodes {
		var h tlog.Hash
		if n, err := hex.Decode(h[:], []byte(s)); err != nil || n != len(h) || len(s) != 2*len(h) {
			return f, false
		}
		f.nodes = append(f.nodes, h)
	}
	f.size = m.Size
	return f, len(f.nodes) == ones(m.Size)
}

func ones(n int64) (c int) {
	for ; n != 0; n &= n - 1 {
		c++
	}
	return c
}

// CheckKey says what is wrong with a verifier key.
func CheckKey(vkey string) error {
	_, err := checkKey(vkey)
	return err
}

// checkKey reads a verifier key.
func checkKey(vkey string) (note.Verifier, error) {
	v, err := note.NewVerifier(string(bytes.TrimSpace([]byte(vkey))))
	if err != nil {
		return nil, errors.New("audit: this is no verifier key: name+hash+base64")
	}
	return v, nil
}

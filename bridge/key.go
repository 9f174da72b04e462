package bridge

import (
	"crypto/fips140"
	"crypto/pbkdf2"
	"crypto/sha256"
	"errors"
	"fmt"

	"golang.org/x/crypto/argon2"
)

// A KDF is how a bridge's root key is made of a secret.
type KDF uint8

const (
	KeyFile  KDF = iota // 32 random bytes, used as they are
	PBKDF2              // with HMAC-SHA-256: RFC 8018
	Argon2id            // RFC 9106; not approved by FIPS 140-3
)

func (k KDF) String() string {
	switch k {
	case KeyFile:
		return "key file"
	case PBKDF2:
		return "PBKDF2-SHA256"
	case Argon2id:
		return "Argon2id"
	}
	return fmt.Sprintf("KDF %d", uint8(k))
}

// Params are what a key is derived with. A file's own are held to bounds before
// anything is derived, so that no file keeps a machine busy.
type Params struct {
	KDF        KDF
	Iterations uint32 // of PBKDF2, or passes of Argon2id
	MemoryKiB  uint32 // of Argon2id
	Lanes      uint32 // of Argon2id
}

// DefaultParams are for a new bridge with a passphrase: OWASP's figure for PBKDF2
// with SHA-256.
func DefaultParams() Params { return Params{KDF: PBKDF2, Iterations: 600_000} }

// Argon2Params are for who asks for Argon2id: RFC 9106 section 4, the second choice.
func Argon2Params() Params {
	return Params{KDF: Argon2id, Iterations: 3, MemoryKiB: 64 << 10, Lanes: 4}
}

// check holds parameters to their bounds, and to zero where they mean nothing.
func (p Params) check() error {
	ok := false
	switch p.KDF {
	case KeyFile:
		ok = p == Params{KDF: KeyFile}
	case PBKDF2:
		ok = p.Iterations >= 100_000 && p.Iterations <= 10_000_000 && p.MemoryKiB == 0 && p.Lanes == 0
	case Argon2id:
		ok = p.Iterations >= 1 && p.Iterations <= 16 && p.MemoryKiB >= 19<<10 && p.MemoryKiB <= 1<<20 &&
			p.Lanes >= 1 && p.Lanes <= 16 && uint64(p.MemoryKiB)*uint64(p.Iterations) <= 4<<20
	}
	if !ok {
		return fmt.Errorf("%w: %v with %d iterations, %d KiB, %d lanes", ErrParams, p.KDF, p.Iterations, p.MemoryKiB, p.Lanes)
	}
	return nil
}

// A Secret opens a bridge: a passphrase, or the 32 bytes of a key file. It is the
// caller's to clear.
type Secret struct {
	Passphrase []byte
	KeyFile    []byte

	root *rootKey // derived already: Unlock
}

// String shows nothing of it.
func (s Secret) String() string { return "bridge.Secret{…}" }

// GoString shows nothing of it.
func (s Secret) GoString() string { return s.String() }

// keyFileSize is the size of a key file, in bytes.
const keyFileSize = 32

// A rootKey is what a secret and the first part of a header make. It is derived
// once for as long as the passphrase stays.
type rootKey struct {
	prefix [prefixSize]byte
	key    [32]byte
}

// ErrNotFIPS says that Argon2id was asked for in FIPS 140-3 mode.
var ErrNotFIPS = errors.New("Argon2id is not approved by FIPS 140-3, which this program runs under: take PBKDF2 or a key file")

// ErrSecret says that a bridge wants a passphrase and was given a key file, or the
// other way round.
var ErrSecret = errors.New("the bridge does not open with this kind of secret")

// derive makes the root key. The parameters have been checked.
func (s Secret) derive(prefix [prefixSize]byte) (*rootKey, error) {
	if s.root != nil {
		if s.root.prefix != prefix {
			return nil, fmt.Errorf("%w: it has been given another one", ErrSecret)
		}
		k := *s.root // its holder clears it
		return &k, nil
	}
	var h header
	copy(h[:], prefix[:])
	p := h.params()
	k := &rootKey{prefix: prefix}
	if p.KDF == KeyFile {
		if len(s.KeyFile) != keyFileSize {
			return nil, fmt.Errorf("%w: it wants a key file of %d bytes", ErrSecret, keyFileSize)
		}
		copy(k.key[:], s.KeyFile)
		return k, nil
	}
	if len(s.Passphrase) == 0 {
		return nil, fmt.Errorf("%w: it wants a passphrase", ErrSecret)
	}
	// The whole prefix is the salt: version, ciphers and parameters are bound to the key.
	switch p.KDF {
	case Argon2id:
		if fips140.Enabled() {
			return nil, ErrNotFIPS
		}
		b := argon2.IDKey(s.Passphrase, prefix[:], p.Iterations, p.MemoryKiB, uint8(p.Lanes), 32)
		copy(k.key[:], b)
		clear(b)
	default:
		b, err := pbkdf2.Key(sha256.New, string(s.Passphrase), prefix[:], int(p.Iterations), 32)
		if err != nil {
			return nil, err
		}
		copy(k.key[:], b)
		clear(b)
	}
	return k, nil
}

package bridge

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/bits"
)

// The layout of a bridge, in bytes from the start: see the package's documentation.
const (
	magic = "CLOAKBR1"

	atVersion    = 8
	atKDF        = 9
	atAEAD       = 10
	atFlags      = 11
	atIterations = 12
	atMemory     = 16
	atLanes      = 20
	atSalt       = 24
	atNonce      = 56
	atGeneration = 88
	atCommitment = 96
	atChecksum   = 128
	headerSize   = 144
	prefixSize   = atNonce // what the root key is bound to

	version    = 1
	aesGCM     = 1
	chunkSize  = 64 << 10 // of plain text
	overhead   = 12 + 16  // nonce and tag of a chunk
	leastSize  = 4 << 10  // of padded plain text
	lengthSize = 8        // of the field in front of the plain text
)

// A header is the first part of a bridge, as it stands in the file.
type header [headerSize]byte

func (h *header) params() Params {
	return Params{
		KDF:        KDF(h[atKDF]),
		Iterations: binary.BigEndian.Uint32(h[atIterations:]),
		MemoryKiB:  binary.BigEndian.Uint32(h[atMemory:]),
		Lanes:      binary.BigEndian.Uint32(h[atLanes:]),
	}
}

func (h *header) generation() uint64 { return binary.BigEndian.Uint64(h[atGeneration:]) }

// newPrefix is the part of a header that stays the same as long as the passphrase does.
func newPrefix(p Params) (prefix [prefixSize]byte) {
	copy(prefix[:], magic)
	prefix[atVersion], prefix[atKDF], prefix[atAEAD] = version, byte(p.KDF), aesGCM
	binary.BigEndian.PutUint32(prefix[atIterations:], p.Iterations)
	binary.BigEndian.PutUint32(prefix[atMemory:], p.MemoryKiB)
	binary.BigEndian.PutUint32(prefix[atLanes:], p.Lanes)
	rand.Read(prefix[atSalt:]) // never fails: crypto/rand ends the program instead
	return prefix
}

// parseHeader checks everything that can be checked without a key.
func parseHeader(file []byte) (h header, err error) {
	if n := min(len(file), len(magic)); n == 0 || string(file[:n]) != magic[:n] {
		if ofCloakroom(file) {
			return h, errCloakroom
		}
		return h, ErrNotBridge
	}
	if len(file) < headerSize {
		return h, ErrCutOff
	}
	copy(h[:], file)
	sum := sha256.Sum256(h[:atChecksum])
	switch {
	case !bytes.Equal(sum[:headerSize-atChecksum], h[atChecksum:]):
		return h, ErrHeader
	case h[atVersion] != version:
		return h, ErrVersion
	case h[atAEAD] != aesGCM || h[atFlags] != 0:
		return h, fmt.Errorf("%w: cipher %d, flags %#02x", ErrParams, h[atAEAD], h[atFlags])
	}
	return h, h.params().check()
}

// fileKeys derives the two keys of one file from the root key and the file's nonce:
// RFC 5869, with SHA-256.
func fileKeys(root, nonce []byte) (seal, commitment []byte, err error) {
	prk, err := hkdf.Extract(sha256.New, root, nonce)
	if err == nil {
		seal, err = hkdf.Expand(sha256.New, prk, "cloak/bridge/v1/aead", 32)
	}
	if err == nil {
		commitment, err = hkdf.Expand(sha256.New, prk, "cloak/bridge/v1/commit", 32)
	}
	return seal, commitment, err
}

// aead has random nonces: a caller's own would be refused under FIPS 140-3.
func aead(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// chunkData is what a chunk is bound to: the whole header, its place, and whether
// it is the last.
func chunkData(headerSum [sha256.Size]byte, index int, last bool) []byte {
	b := binary.BigEndian.AppendUint64(headerSum[:], uint64(index))
	if last {
		return append(b, 1)
	}
	return append(b, 0)
}

// seal returns the file that holds payload, with a new nonce.
func (k *rootKey) seal(payload []byte, generation uint64) ([]byte, error) {
	plain := make([]byte, paddedSize(lengthSize+len(payload)))
	defer clear(plain)
	binary.BigEndian.PutUint64(plain, uint64(len(payload)))
	copy(plain[lengthSize:], payload)

	file := make([]byte, headerSize, sealedSize(len(plain)))
	copy(file, k.prefix[:])
	rand.Read(file[atNonce:atGeneration])
	binary.BigEndian.PutUint64(file[atGeneration:], generation)
	key, commitment, err := fileKeys(k.key[:], file[atNonce:atGeneration])
	if err != nil {
		return nil, err
	}
	defer clear(key)
	copy(file[atCommitment:], commitment)
	sum := sha256.Sum256(file[:atChecksum])
	copy(file[atChecksum:], sum[:])

	box, err := aead(key)
	if err != nil {
		return nil, err
	}
	headerSum := sha256.Sum256(file[:headerSize])
	for i := 0; ; i++ {
		n := min(chunkSize, len(plain))
		last := n == len(plain)
		file = box.Seal(file, nil, plain[:n], chunkData(headerSum, i, last))
		if plain = plain[n:]; last {
			return file, nil
		}
	}
}

// open returns the payload of file, whose header is h.
func (k *rootKey) open(h *header, file []byte) ([]byte, error) {
	key, commitment, err := fileKeys(k.key[:], h[atNonce:atGeneration])
	if err != nil {
		return nil, err
	}
	defer clear(key)
	if !hmac.Equal(commitment, h[atCommitment:atChecksum]) {
		return nil, ErrPassphrase
	}
	box, err := aead(key)
	if err != nil {
		return nil, err
	}
	headerSum := sha256.Sum256(h[:])
	body := file[headerSize:]
	plain := make([]byte, 0, len(body))
	for i := 0; ; i++ {
		n := min(chunkSize+overhead, len(body))
		last := n == len(body)
		plain, err = box.Open(plain, nil, body[:n], chunkData(headerSum, i, last))
		if err != nil {
			return nil, k.damage(box, headerSum, i, file, body[:n])
		}
		if body = body[n:]; last {
			break
		}
	}
	if len(plain) < lengthSize {
		return nil, ErrBody
	}
	n := binary.BigEndian.Uint64(plain)
	if n > uint64(len(plain)-lengthSize) {
		return nil, ErrBody
	}
	for _, b := range plain[lengthSize+n:] {
		if b != 0 {
			return nil, ErrBody
		}
	}
	return plain[lengthSize : lengthSize+n], nil
}

// damage tells what is wrong with a chunk that does not open. A file that ends
// behind a chunk that is not the last, or where none can, is cut off.
func (k *rootKey) damage(box cipher.AEAD, headerSum [sha256.Size]byte, i int, file, chunk []byte) error {
	if _, err := box.Open(nil, nil, chunk, chunkData(headerSum, i, false)); err == nil || !mayEnd(len(file)) {
		return ErrCutOff
	}
	return ErrBody
}

// paddedSize is n rounded up so that a size tells little: PADMÉ, at most 12 % more
// (Nikitin and others, "Reducing metadata leakage from encrypted files", 2019), and
// no less than leastSize.
func paddedSize(n int) int {
	n = max(n, leastSize)
	e := bits.Len(uint(n)) - 1
	mask := 1<<(e-bits.Len(uint(e))) - 1
	return (n + mask) &^ mask
}

// sealedSize is the size of the file that holds so many padded bytes.
func sealedSize(padded int) int {
	return headerSize + padded + (padded+chunkSize-1)/chunkSize*overhead
}

// mayEnd reports whether a whole file can be so long.
func mayEnd(size int) bool {
	body := size - headerSize
	chunks := (body + chunkSize + overhead - 1) / (chunkSize + overhead)
	padded := body - chunks*overhead
	return padded >= leastSize && paddedSize(padded) == padded && sealedSize(padded) == size
}

package mcpproxy

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
)

// A sealer makes of what upstreams need to go on with a list a cursor that says nothing,
// and that nobody else can make.
type sealer struct{ aead cipher.AEAD }

func newSealer() (*sealer, error) {
	key := make([]byte, 32)
	rand.Read(key) // never fails
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, err
	}
	return &sealer{aead}, nil
}

var errCursor = errors.New("mcpproxy: the cursor is none of this session's: begin the list anew")

// seal is a cursor of a method's list.
func (s *sealer) seal(method string, next map[string]string) string {
	b, _ := json.Marshal(next) // strings
	return base64.RawURLEncoding.EncodeToString(s.aead.Seal(nil, nil, b, []byte(method)))
}

func (s *sealer) open(method, cursor string) (next map[string]string, err error) {
	b, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil {
		return nil, errCursor
	}
	if b, err = s.aead.Open(nil, nil, b, []byte(method)); err != nil {
		return nil, errCursor
	}
	if json.Unmarshal(b, &next) != nil {
		return nil, errCursor
	}
	return next, nil
}

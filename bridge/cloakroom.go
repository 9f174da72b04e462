package bridge

import (
	"bytes"
	"crypto/cipher"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/seed-052fbf24/cloak/cloak"
)

// Cloakroom keeps its mapping in a JSON file, which WebCrypto made in a browser:
//
//	{"v":1,"kdf":{"name":"PBKDF2","iters":600000,"hash":"SHA-256"},"salt":"…","iv":"…","ct":"…"}
//
// with 16 bytes of salt and 12 of iv in base64. The key is PBKDF2-HMAC-SHA-256 of the
// passphrase; ct is AES-256-GCM, tag last and no additional data, of
//
//	{"v":1,"createdAt":"2026-11-30T01:02:03.456Z","mode":"realistic","mapping":[
//	 {"type":"EMAIL","original":"…","placeholder":"…","count":2}]}

// A Cloakroom is a bridge of Cloakroom's that has not been opened.
type Cloakroom struct {
	iterations uint32
	salt       []byte
	sealed     []byte // nonce, cipher text, tag
}

type cloakroomFile struct {
	Version int          `json:"v"`
	KDF     cloakroomKDF `json:"kdf"`
	Salt    []byte       `json:"salt"`
	IV      []byte       `json:"iv"`
	CT      []byte       `json:"ct"`
}

type cloakroomKDF struct {
	Name       string  `json:"name"`
	Iterations float64 `json:"iters"` // as JavaScript has it; held to bounds
	Hash       string  `json:"hash"`
}

type cloakroomContent struct {
	Version int              `json:"v"`
	Created string           `json:"createdAt"`
	Mode    string           `json:"mode"`
	Mapping []cloakroomEntry `json:"mapping"`
}

type cloakroomEntry struct {
	Type        string `json:"type"`
	Original    string `json:"original"`
	Placeholder string `json:"placeholder"`
	Count       int    `json:"count"`
}

const (
	maxCloakroom      = 64 << 20 // of a file, bytes
	cloakroomSalt     = 16
	cloakroomNonce    = 12
	cloakroomTag      = 16
	cloakroomTime     = "2006-01-02T15:04:05.000Z" // as JavaScript writes it
	cloakroomDetector = "cloakroom"
)

// cloakroomTypes are the kinds of value that Cloakroom knows.
const cloakroomTypes = " IPV4 IPV6 EMAIL PHONE SSN CREDIT_CARD API_KEY AWS_KEY JWT UUID HASH MAC URL HOSTNAME PATH PERSON ORG CASE_NUMBER CASE_NAME CUSTOM "

// cloakroomType is the name of a type that both sides know.
func cloakroomType(name string) string {
	if strings.Contains(cloakroomTypes, " "+name+" ") && !strings.Contains(name, " ") {
		return name
	}
	return string(cloak.Custom)
}

// errCloakroom is for who takes Cloakroom's file for a bridge.
var errCloakroom = fmt.Errorf("%w but Cloakroom's: import it with cloak bridge import", ErrNotBridge)

// ofCloakroom reports whether file looks like one of Cloakroom's.
func ofCloakroom(file []byte) bool {
	if file = bytes.TrimLeft(file, " \t\r\n"); len(file) == 0 || file[0] != '{' || len(file) > maxCloakroom {
		return false
	}
	var x struct{ KDF, CT json.RawMessage }
	return json.Unmarshal(file, &x) == nil && x.KDF != nil && x.CT != nil
}

// ReadCloakroom reads a bridge of Cloakroom's and checks what can be checked without
// its passphrase: ErrNotBridge, ErrVersion, ErrParams.
func ReadCloakroom(r io.Reader) (*Cloakroom, error) {
	file, err := io.ReadAll(io.LimitReader(r, maxCloakroom+1))
	if err != nil {
		return nil, err
	}
	var x cloakroomFile
	switch {
	case !ofCloakroom(file):
		return nil, fmt.Errorf("%w of Cloakroom's", ErrNotBridge)
	case json.Unmarshal(file, &x) != nil: // its error may quote the file
		return nil, fmt.Errorf("%w of Cloakroom's: a member is not what it should be", ErrNotBridge)
	case x.Version != 1:
		return nil, fmt.Errorf("%w: Cloakroom's version %d", ErrVersion, x.Version)
	case x.KDF.Name != "PBKDF2" || x.KDF.Hash != "SHA-256":
		return nil, fmt.Errorf("%w: it is not PBKDF2 with SHA-256", ErrParams)
	case !(x.KDF.Iterations >= 0 && x.KDF.Iterations < 1<<32) || x.KDF.Iterations != float64(uint32(x.KDF.Iterations)):
		return nil, fmt.Errorf("%w: that is no number of iterations", ErrParams)
	case len(x.Salt) != cloakroomSalt || len(x.IV) != cloakroomNonce || len(x.CT) < cloakroomTag:
		return nil, fmt.Errorf("%w of Cloakroom's: %d bytes of salt, %d of iv, %d of ct", ErrNotBridge, len(x.Salt), len(x.IV), len(x.CT))
	}
	p := Params{KDF: PBKDF2, Iterations: uint32(x.KDF.Iterations)}
	return &Cloakroom{p.Iterations, x.Salt, append(x.IV, x.CT...)}, p.check()
}

// Open returns what the bridge maps. ErrPassphrase says that the passphrase is
// another, or that the file was altered: its cipher cannot tell.
func (c *Cloakroom) Open(passphrase []byte) (*Content, error) {
	box, err := cloakroomBox(passphrase, c.salt, c.iterations)
	if err != nil {
		return nil, err
	}
	plain, err := box.Open(nil, nil, c.sealed, nil)
	if err != nil {
		return nil, fmt.Errorf("%w, or the file is damaged", ErrPassphrase)
	}
	defer clear(plain)
	var x cloakroomContent
	if !utf8.Valid(plain) || json.Unmarshal(plain, &x) != nil || x.Mapping == nil {
		return nil, fmt.Errorf("%w: its content is no mapping", ErrBody) // the decoder's error may quote a value
	}
	if x.Version != 1 {
		return nil, fmt.Errorf("%w: Cloakroom's version %d within", ErrVersion, x.Version)
	}
	content, err := takeOver(x.Mapping)
	if err != nil {
		return nil, err
	}
	content.Info.Created, _ = time.Parse(time.RFC3339, x.Created) // when it was made is nothing to fail for
	return content, nil
}

// cloakroomBox seals and opens with the nonce in front, which is drawn at random.
func cloakroomBox(passphrase, salt []byte, iterations uint32) (cipher.AEAD, error) {
	if len(passphrase) == 0 {
		return nil, fmt.Errorf("%w: it wants a passphrase", ErrSecret)
	}
	key, err := pbkdf2.Key(sha256.New, string(passphrase), salt, int(iterations), 32)
	if err != nil {
		return nil, err
	}
	defer clear(key)
	return aead(key)
}

// ErrConflict says that what another program maps is not one-to-one.
var ErrConflict = errors.New("the entries are no one-to-one mapping")

// takeOver makes a mapping of Cloakroom's entries. A placeholder that has the shape
// of a stand-in is one; another becomes the alias of a token.
func takeOver(entries []cloakroomEntry) (*Content, error) {
	if err := conflicts(entries); err != nil {
		return nil, err
	}
	taken := make(map[string]bool, 2*len(entries)) // what no token may be
	direct := make([]bool, len(entries))
	next := map[cloak.Entity]int{}
	for i, x := range entries {
		// Two that differ in case or punctuation alone may be one to who restores.
		if k := loose(x.Placeholder); cloak.InReserved(x.Placeholder) && !taken[k] {
			direct[i], taken[k] = true, true
			entity, n := tokenNumber(x.Placeholder)
			next[entity] = max(next[entity], n+1)
		}
	}
	for _, x := range entries {
		taken[x.Original], taken[x.Placeholder] = true, true
	}
	c := &Content{}
	tokens := map[cloak.Entity]int{}
	for i, x := range entries {
		entity := cloak.Entity(cloakroomType(x.Type))
		p := cloak.Pair{
			Entity: entity, Detector: cloakroomDetector, Canonical: cloak.Original(x.Original), Surface: cloak.Original(x.Original),
			StandIn: x.Placeholder, Origins: []string{""}, Seq: i,
			Sweep: true, // somebody has accepted it already
		}
		for !direct[i] {
			p.StandIn = "[" + string(entity) + "_" + strconv.Itoa(tokens[entity]) + "]"
			if tokens[entity]++; !taken[p.StandIn] && !taken[loose(p.StandIn)] {
				c.Aliases = append(c.Aliases, Alias{x.Placeholder, p.StandIn})
				next[entity] = max(next[entity], tokens[entity])
				break
			}
		}
		c.Snapshot.Pairs = append(c.Snapshot.Pairs, p)
	}
	delete(next, "")
	c.Snapshot.Next = next
	c.Aliases = c.Aliases.sorted()
	m, err := cloak.NewMapping(c.Snapshot)
	if err != nil {
		return nil, fmt.Errorf("%w: of %d entries, some have placeholders that restoring cannot tell apart", ErrConflict, len(entries))
	}
	c.Snapshot = m.Snapshot() // with a key of its own
	c.Info.Pairs, c.Info.Aliases = len(c.Snapshot.Pairs), len(c.Aliases)
	return c, nil
}

// conflicts counts what keeps entries from being a mapping. It tells no value.
func conflicts(entries []cloakroomEntry) error {
	var unfit, placeholders, originals int
	seen, real := map[string]bool{}, map[string]bool{}
	for _, x := range entries {
		if x.Original == "" || x.Placeholder == "" || len(x.Placeholder) > longestAlias {
			unfit++
			continue
		}
		if seen[x.Placeholder] {
			placeholders++
		}
		if real[x.Original] {
			originals++
		}
		seen[x.Placeholder], real[x.Original] = true, true
	}
	if unfit+placeholders+originals == 0 {
		return nil
	}
	return fmt.Errorf("%w: of %d entries, %d have the placeholder of another one, %d have the original of another one, %d have none or one that is too long",
		ErrConflict, len(entries), placeholders, originals, unfit)
}

// tokenNumber returns what a token is the number of; "" if s is no token as issued.
func tokenNumber(s string) (cloak.Entity, int) {
	name, ok := strings.CutPrefix(s, "[")
	name, end := strings.CutSuffix(name, "]")
	i := strings.LastIndexByte(name, '_')
	if !ok || !end || i < 0 {
		return "", 0
	}
	number, _, _ := strings.Cut(name[i+1:], ".")
	n, err := strconv.Atoi(number)
	if err != nil {
		return "", 0
	}
	return cloak.Entity(name[:i]), n
}

// ErrNotText says that values are not UTF-8, which a JSON file cannot hold.
var ErrNotText = errors.New("values are not UTF-8, and Cloakroom's file cannot hold them")

// WriteCloakroom writes a bridge of Cloakroom's. A value that came from there has
// its placeholder again.
func (c *Content) WriteCloakroom(w io.Writer, passphrase []byte) error {
	from := make(map[string]string, len(c.Aliases))
	for _, x := range c.Aliases {
		from[x.To] = x.From
	}
	x := cloakroomContent{Version: 1, Created: c.Info.Created.UTC().Format(cloakroomTime), Mode: "token", Mapping: []cloakroomEntry{}}
	bad := 0
	for i := range c.Snapshot.Pairs {
		p := &c.Snapshot.Pairs[i]
		if !utf8.ValidString(string(p.Surface)) {
			bad++
			continue
		}
		placeholder, ok := from[p.StandIn]
		if !ok {
			placeholder = p.StandIn
		}
		if !strings.HasPrefix(placeholder, "[") && !strings.HasPrefix(placeholder, "«") {
			x.Mode = "realistic"
		}
		x.Mapping = append(x.Mapping, cloakroomEntry{cloakroomType(string(p.Entity)), string(p.Surface), placeholder, 1})
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d %w", bad, len(c.Snapshot.Pairs), ErrNotText)
	}
	plain, err := json.Marshal(x)
	if err != nil {
		return err
	}
	defer clear(plain)
	p := DefaultParams()
	file := cloakroomFile{Version: 1, KDF: cloakroomKDF{"PBKDF2", float64(p.Iterations), "SHA-256"}, Salt: make([]byte, cloakroomSalt)}
	rand.Read(file.Salt)
	box, err := cloakroomBox(passphrase, file.Salt, p.Iterations)
	if err != nil {
		return err
	}
	sealed := box.Seal(nil, nil, plain, nil)
	file.IV, file.CT = sealed[:cloakroomNonce], sealed[cloakroomNonce:]
	return json.NewEncoder(w).Encode(file)
}

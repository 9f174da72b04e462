package bridge

import (
	"bytes"
	"crypto/fips140"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

var update = flag.Bool("update", false, "write testdata/vectors anew")

// A vector is a bridge in text: lines of "name: value", an empty line, and the file
// in base64. Its first line is what a reader must say: good, or an error's Kind.
type vector struct {
	expect, passphrase, keyFile, comment string
	file                                 []byte
}

func (v *vector) secret() Secret {
	key, _ := hex.DecodeString(v.keyFile)
	return Secret{Passphrase: []byte(v.passphrase), KeyFile: key}
}

func (v *vector) text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "expect: %s\n", v.expect)
	if v.keyFile != "" {
		fmt.Fprintf(&b, "key-file: %s\n", v.keyFile)
	} else {
		fmt.Fprintf(&b, "passphrase: %s\n", v.passphrase)
	}
	fmt.Fprintf(&b, "comment: %s\n\n", v.comment)
	for s := base64.StdEncoding.EncodeToString(v.file); s != ""; {
		n := min(len(s), 120)
		b.WriteString(s[:n] + "\n")
		s = s[n:]
	}
	return b.Bytes()
}

func parseVector(text []byte) (v vector, err error) {
	head, body, ok := strings.Cut(string(text), "\n\n")
	if !ok || !strings.HasPrefix(head, "expect: ") {
		return v, errors.New("its first line is not what to expect")
	}
	for line := range strings.Lines(head) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch name {
		case "expect":
			v.expect = value
		case "passphrase":
			v.passphrase = value
		case "key-file":
			v.keyFile = value
		case "comment":
			v.comment = value
		default:
			return v, fmt.Errorf("a line %q", name)
		}
	}
	v.file, err = base64.StdEncoding.DecodeString(strings.ReplaceAll(body, "\n", ""))
	return v, err
}

// Every vector gives what its first line says.
func TestVectors(t *testing.T) {
	t.Parallel()
	dir := filepath.Join("testdata", "vectors")
	if *update {
		writeVectors(t, dir)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) < 100 {
		t.Fatalf("%d vectors, %v", len(files), err)
	}
	kinds := map[string]int{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		v, err := parseVector(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		bridge := filepath.Join(t.TempDir(), "case.cloak")
		if err := os.WriteFile(bridge, v.file, 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, err = Read(bridge, v.secret())
		got := Kind(err)
		switch {
		case err == nil:
			got = "good"
		case errors.Is(err, ErrNotFIPS) && fips140.Enabled():
			continue
		}
		if kinds[got]++; got != v.expect {
			t.Errorf("%s (%s): %s, want %s", filepath.Base(name), v.comment, got, v.expect)
		}
	}
	for _, kind := range []string{"good", "not_bridge", "header", "version", "parameters", "passphrase", "body", "cut_off"} {
		if kinds[kind] < 4 {
			t.Errorf("%s: %d vectors", kind, kinds[kind])
		}
	}
}

// writeVectors makes one vector of each fault.
func writeVectors(t *testing.T, dir string) {
	t.Helper()
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o755)); err != nil {
		t.Fatal(err)
	}
	const passphrase = "correct horse battery staple"
	key := hex.EncodeToString(keyFile.KeyFile)
	n := 0
	write := func(v vector) {
		n++
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%03d-%s.txt", n, v.expect)), v.text(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	must := func(b []byte, err error) []byte {
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	root := func(secret Secret, p Params) *rootKey {
		k, err := secret.derive(newPrefix(p))
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	byKey := root(keyFile, Params{KDF: KeyFile})
	weak := Params{KDF: PBKDF2, Iterations: 100_000}
	byPass := root(Secret{Passphrase: []byte(passphrase)}, weak)
	small := must(encode(snapshotOf(3), nil, testTime))
	good := must(byKey.seal(small, 1))
	withKey := func(expect, comment string, file []byte) { write(vector{expect, "", key, comment, file}) }
	withPass := func(expect, comment string, file []byte) { write(vector{expect, passphrase, "", comment, file}) }
	payload := func(expect, comment string, plain string) {
		withKey(expect, comment, must(byKey.seal([]byte(plain), 1)))
	}
	// patched is good with bytes changed, and its checksum right again if asked.
	patched := func(file []byte, sum bool, at int, b ...byte) []byte {
		x := bytes.Clone(file)
		copy(x[at:], b)
		if sum {
			s := sha256.Sum256(x[:atChecksum])
			copy(x[atChecksum:headerSize], s[:])
		}
		return x
	}
	u32 := func(v uint32) []byte { return binary.BigEndian.AppendUint32(nil, v) }
	flip := func(at int) byte { return good[at] ^ 0x10 }

	withKey("good", "a key file, three pairs", good)
	withKey("good", "no pairs", must(byKey.seal(must(encode(cloak.Snapshot{}, nil, testTime)), 1)))
	withPass("good", "PBKDF2", must(byPass.seal(small, 7)))
	withPass("good", "Argon2id", must(root(Secret{Passphrase: []byte(passphrase)}, Params{KDF: Argon2id, Iterations: 1, MemoryKiB: 19 << 10, Lanes: 1}).seal(small, 1)))
	withKey("good", "two chunks", must(byKey.seal(must(encode(snapshotOf(600), nil, testTime)), 2)))
	odd := snapshotOf(1)
	odd.Pairs[0].Surface, odd.Pairs[0].Chain, odd.Pairs[0].Token = "\x00\xff<&>\u2028", "\x01", "[EMAIL_7]"
	odd.Parts = []cloak.Part{{Kind: "domain", Part: "\xfe", StandIn: "kvim.example.com"}}
	odd.Claims = cloak.Claims{Exact: []string{"0\xff"}, Layers: [][]uint64{{1, 1 << 63}}, Room: 9}
	withKey("good", "a surface that is no UTF-8, a chain, a token, a part, claims", must(byKey.seal(must(encode(odd, nil, testTime)), 1<<40)))

	for i := range len(magic) {
		withKey("not_bridge", fmt.Sprintf("byte %d of the magic", i), patched(good, true, i, flip(i)))
	}
	for _, x := range []struct{ comment, file string }{
		{"an empty file", ""}, {"text", "hello, world\n"}, {"JSON", `{"v":1,"kdf":{"name":"PBKDF2"}}`}, {"an age file", "age-encryption.org/v1\n-> scrypt"}, {"zeros", strings.Repeat("\x00", 5000)},
	} {
		withKey("not_bridge", x.comment, []byte(x.file))
	}
	for _, at := range []int{
		atVersion, atKDF, atAEAD, atFlags, atIterations, atMemory + 3, atLanes + 1, atSalt, atSalt + 31, atNonce, atNonce + 31, atGeneration + 7,
		atCommitment, atCommitment + 31, atChecksum, headerSize - 1,
	} {
		withKey("header", fmt.Sprintf("a bit of byte %d", at), patched(good, false, at, flip(at)))
	}
	for _, v := range []byte{0, 2, 3, 255} {
		withKey("version", fmt.Sprintf("version %d", v), patched(good, true, atVersion, v))
	}
	payload("version", "version 2 within", strings.Replace(string(small), `"v":1}`, `"v":2}`, 1))

	for _, v := range []byte{3, 4, 255} {
		withKey("parameters", fmt.Sprintf("derivation %d", v), patched(good, true, atKDF, v))
	}
	for _, v := range []byte{0, 2, 255} {
		withKey("parameters", fmt.Sprintf("cipher %d", v), patched(good, true, atAEAD, v))
	}
	for bit := range 8 {
		withKey("parameters", fmt.Sprintf("flag %d", bit), patched(good, true, atFlags, 1<<bit))
	}
	for _, v := range []uint32{0, 1, 99_999, 10_000_001, 1<<32 - 1} {
		withPass("parameters", fmt.Sprintf("%d iterations of PBKDF2", v), patched(must(byPass.seal(small, 1)), true, atIterations, u32(v)...))
	}
	withPass("parameters", "memory with PBKDF2", patched(must(byPass.seal(small, 1)), true, atMemory, u32(1)...))
	withPass("parameters", "lanes with PBKDF2", patched(must(byPass.seal(small, 1)), true, atLanes, u32(1)...))
	withKey("parameters", "iterations with a key file", patched(good, true, atIterations, u32(600_000)...))
	withKey("parameters", "memory with a key file", patched(good, true, atMemory, u32(1)...))
	for _, x := range [][3]uint32{{0, 64 << 10, 4}, {17, 64 << 10, 4}, {3, 19<<10 - 1, 4}, {3, 1<<20 + 1, 4}, {3, 1<<32 - 1, 4}, {3, 64 << 10, 0}, {3, 64 << 10, 17}, {5, 1 << 20, 4}} {
		file := patched(must(byPass.seal(small, 1)), false, atKDF, byte(Argon2id))
		file = patched(file, false, atIterations, bytes.Join([][]byte{u32(x[0]), u32(x[1]), u32(x[2])}, nil)...)
		withPass("parameters", fmt.Sprintf("Argon2id with %d passes, %d KiB, %d lanes", x[0], x[1], x[2]), patched(file, true, atVersion, version))
	}

	other := must(byPass.seal(small, 1))
	for _, x := range []string{"correct horse battery stapl", "Correct horse battery staple", "correct horse battery staple ", "x"} {
		write(vector{"passphrase", x, "", "another passphrase", other})
	}
	write(vector{"passphrase", "", hex.EncodeToString(bytes.Repeat([]byte{7}, keyFileSize)), "another key file", good})
	withPass("passphrase", "another salt", patched(other, true, atSalt, other[atSalt]^1))
	withKey("passphrase", "another nonce", patched(good, true, atNonce, flip(atNonce)))
	withKey("passphrase", "another commitment", patched(good, true, atCommitment, flip(atCommitment)))
	withPass("passphrase", "more iterations", patched(other, true, atIterations, u32(100_001)...))

	end := len(good)
	for _, x := range []struct {
		comment string
		at      int
	}{{"a chunk's nonce", headerSize}, {"the length", headerSize + 12}, {"the payload", headerSize + 100}, {"the padding", end - 100}, {"the tag", end - 16}, {"the last byte", end - 1}} {
		withKey("body", x.comment, patched(good, false, x.at, flip(x.at)))
	}
	withKey("body", "another generation", patched(good, true, atGeneration, 0, 0, 0, 0, 0, 0, 0, 9))
	two := must(byKey.seal(must(encode(snapshotOf(600), nil, testTime)), 2))
	first, rest := headerSize+chunkSize+overhead, len(two)
	withKey("body", "a bit of the second chunk", patched(two, false, first+20, two[first+20]^1))
	swapped := bytes.Join([][]byte{two[:headerSize], two[first:rest], two[headerSize:first]}, nil)
	withKey("body", "chunks in another order", swapped)
	for _, x := range []struct{ comment, from, to string }{
		{"a member twice", `"room":0}`, `"room":0,"room":0}`}, {"a member too many", `"v":1}`, `"v":1,"x":1}`}, {"white space", `"v":1}`, `"v": 1}`},
		{"a member too few", `"room":0`, ``}, {"another order", `"entity":"EMAIL","origins":[""]`, `"origins":[""],"entity":"EMAIL"`}, {"not JSON", `"v":1}`, `"v":1`},
		{"a key that is too short", `"key":"AQ`, `"key":"`}, {"no base64", `"surface":"`, `"surface":"*`}, {"a number with a fraction", `"room":0`, `"room":0.0`}, {"an escaped letter", `"email"`, `"\u0065mail"`},
		{"no time", `"created":"2`, `"created":"x2`}, {"a time in another form", `03Z"`, `03+00:00"`}, {"text behind it", `"v":1}`, `"v":1}{}`},
	} {
		changed := strings.Replace(string(small), x.from, x.to, 1)
		if changed == string(small) {
			t.Fatalf("%s: nothing changes", x.comment)
		}
		payload("body", x.comment, changed)
	}
	payload("body", "no payload", "")
	withKey("body", "a length beyond the end", must(sealPlain(byKey, func(p []byte) { binary.BigEndian.PutUint64(p, uint64(len(p))) }, small)))
	withKey("body", "a length of 64 bits", must(sealPlain(byKey, func(p []byte) { p[0] = 0xff }, small)))
	withKey("body", "padding that is not zero", must(sealPlain(byKey, func(p []byte) { p[len(p)-1] = 1 }, small)))

	for _, n := range []int{1, 7, 8, 9, headerSize - 1, headerSize, headerSize + 1, headerSize + overhead, end / 2, end - 1} {
		withKey("cut_off", fmt.Sprintf("%d of %d bytes", n, end), good[:n])
	}
	withKey("cut_off", "without the second chunk", two[:first])
	withKey("cut_off", "within the second chunk", two[:first+1000])
	withKey("cut_off", "a byte too many", append(bytes.Clone(good), 0))

	aliases := Aliases{{"Alice Sample", "[EMAIL_0]"}, {"«PERSON_1»", "[EMAIL_2]"}}
	aliased := must(encode(snapshotOf(3), aliases, testTime))
	withKey("good", "aliases", must(byKey.seal(aliased, 1)))
	of := func(from, to string) string {
		return `{"from":"` + base64.StdEncoding.EncodeToString([]byte(from)) + `","to":"` + to + `"}`
	}
	one, list := of("b", "[EMAIL_0]"), func(x ...string) string { return `"aliases":[` + strings.Join(x, ",") + `],` }
	for _, x := range []struct{ comment, list string }{
		{"aliases that are empty", list()}, {"an alias twice", list(one, one)}, {"aliases in another order", list(one, of("a", "[EMAIL_1]"))},
		{"an alias of nothing", list(of("b", "[EMAIL_9]"))}, {"an alias that is empty", list(of("", "[EMAIL_0]"))},
		{"an alias that is no UTF-8", list(of("b\xff", "[EMAIL_0]"))}, {"an alias that is too long", list(of(strings.Repeat("b", longestAlias+1), "[EMAIL_0]"))},
		{"an alias with a member too many", list(one[:len(one)-1] + `,"x":1}`)},
	} {
		payload("body", x.comment, "{"+x.list+string(small)[1:])
	}
}

// sealPlain seals a payload whose plain text was changed.
func sealPlain(k *rootKey, change func(plain []byte), payload []byte) ([]byte, error) {
	file, err := k.seal(payload, 1)
	if err != nil {
		return nil, err
	}
	key, _, err := fileKeys(k.key[:], file[atNonce:atGeneration])
	if err != nil {
		return nil, err
	}
	box, err := aead(key)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(file[:headerSize])
	plain, err := box.Open(nil, nil, file[headerSize:], chunkData(sum, 0, true))
	if err != nil {
		return nil, err
	}
	change(plain)
	return box.Seal(file[:headerSize:headerSize], nil, plain, chunkData(sum, 0, true)), nil
}

package cloak

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Pack is a list of literals that an organization shares among its programs:
// names that are always replaced, and known values that never are.
type Pack struct {
	Name, Description string
	Terms             []Term
}

// ErrPack says that a term pack cannot be used. No error of ReadPack holds a term.
var ErrPack = errors.New("not a term pack")

// maxPack bounds a term pack: bytes.
const maxPack = 64 << 20

// packEntities are the types a pack's terms can have.
var packEntities = []Entity{"PERSON", "ORG", Custom}

// ReadPack reads a term pack, JSON in UTF-8 of at most 64 MiB:
//
//	{"name":"…","description":"…","customTerms":[{"value":"…","type":"PERSON"}],"whitelist":["…"]}
//
// A type is PERSON, ORG or CUSTOM, which is what it is if it is left out. Custom
// terms are found in any case; a whitelisted literal is left alone where a finding
// equals it. What is not understood is an error: no term is skipped.
func ReadPack(r io.Reader) (*Pack, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxPack+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxPack {
		return nil, fmt.Errorf("%w: it has more than %d bytes", ErrPack, maxPack)
	}
	if !utf8.Valid(text) || !json.Valid(text) {
		return nil, fmt.Errorf("%w: it is no JSON in UTF-8", ErrPack)
	}
	if err := eachMemberOnce(json.NewDecoder(bytes.NewReader(text))); err != nil {
		return nil, err
	}
	var doc struct {
		Name, Description string
		CustomTerms       []struct {
			Value string
			Type  *Entity
		}
		Whitelist []string
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&doc); err != nil { // its error may quote a term
		return nil, fmt.Errorf("%w: a member has an unknown name or the wrong type", ErrPack)
	}
	p := &Pack{Name: doc.Name, Description: doc.Description}
	always := make(map[string]bool, len(doc.CustomTerms))
	for i, x := range doc.CustomTerms {
		entity := Custom
		if x.Type != nil {
			entity = *x.Type
		}
		if x.Value == "" || len(x.Value) > maxTerm || !slices.Contains(packEntities, entity) {
			return nil, fmt.Errorf("%w: customTerms[%d] needs a value of 1 to %d bytes, and PERSON, ORG or CUSTOM for a type", ErrPack, i, maxTerm)
		}
		p.Terms = append(p.Terms, Term{Text: x.Value, Entity: entity, Fold: true})
		always[string(appendFold(nil, x.Value))] = true
	}
	for i, v := range doc.Whitelist {
		if v == "" || len(v) > maxTerm {
			return nil, fmt.Errorf("%w: whitelist[%d] needs a value of 1 to %d bytes", ErrPack, i, maxTerm)
		}
		if always[string(appendFold(nil, v))] {
			return nil, fmt.Errorf("%w: whitelist[%d] is among customTerms, too", ErrPack, i)
		}
		p.Terms = append(p.Terms, Term{Text: v, Never: true})
	}
	return p, nil
}

// eachMemberOnce refuses a value in which a member is given twice, in any case: one
// of them would be skipped.
func eachMemberOnce(d *json.Decoder) error {
	open, err := d.Token()
	if err != nil {
		return err
	}
	delim, ok := open.(json.Delim)
	if !ok {
		return nil
	}
	seen := map[string]bool{}
	for d.More() {
		if delim == '{' {
			key, err := d.Token()
			if err != nil {
				return err
			}
			name := strings.ToLower(key.(string))
			if seen[name] {
				return fmt.Errorf("%w: a member is given twice", ErrPack)
			}
			seen[name] = true
		}
		if err := eachMemberOnce(d); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

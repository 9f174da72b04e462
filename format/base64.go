package format

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"github.com/seed-052fbf24/cloak/cloak"
)

// Base64 in the places that say so: the data of Kubernetes Secrets, certificates and keys
// of kubeconfigs, credentials of docker's. What is decoded is a document in turn.

// secrecy is whether a document holds a Kubernetes Secret.
type secrecy uint8

const (
	unasked secrecy = iota
	noSecret
	aSecret
)

func (x *secrecy) of(text string) bool {
	if *x == unasked {
		if *x = noSecret; holdsSecret(text) {
			*x = aSecret
		}
	}
	return *x == aSecret
}

// holdsSecret reports whether text, JSON or YAML, has a member kind that is Secret, or a
// list of such.
func holdsSecret(text string) bool {
	for {
		_, rest, found := strings.Cut(text, "kind")
		if !found {
			return false
		}
		text = rest
		rest = strings.TrimLeft(strings.TrimLeft(rest, `"'`), " \t")
		if rest == "" || rest[0] != ':' {
			continue
		}
		rest = strings.TrimLeft(strings.TrimLeft(rest[1:], " \t"), `"'`)
		if strings.HasPrefix(rest, "Secret") {
			if rest = strings.TrimPrefix(rest[len("Secret"):], "List"); !isWordAt(rest, 0) {
				return true
			}
		}
	}
}

// isBase64 reports whether the value of key in the object parent is base64.
func isBase64(key, parent string, x *secrecy, text string) bool {
	switch key {
	case "client-key-data", "client-certificate-data", "certificate-authority-data":
		return true
	}
	return parent == "binaryData" || parent == "data" && x.of(text)
}

// encoded gives the scalar at hand, text[start:end], as what it is the base64 of, and
// reports whether it did.
func (r *yamlReader) encoded(start, end int, label string) bool {
	if r.here.at != named || r.place.at != named && r.here.key != "auth" && !strings.HasSuffix(r.here.key, "-data") {
		return false
	}
	if !r.view.encoded(&r.s, start, end, r.here.key, r.place.key, label, &r.secret) {
		return false
	}
	r.give(String, label)
	return true
}

// encoded is that of a JSON object.
func (r *jsonReader) encoded(start, end int, label string) bool {
	return r.here.at == named && r.view.encoded(&r.s, start, end, r.here.key, r.place.key, label, &r.secret)
}

// encoded makes s, text[start:end], what it is the base64 of, if the value of key in an
// object parent is.
func (v *view) encoded(s *Scalar, start, end int, key, parent, label string, x *secrecy) bool {
	if s.Text == "" || v.depth+1 >= maxViews {
		return false
	}
	auth := key == "auth"
	if !auth && !isBase64(key, parent, x, v.text) {
		return false
	}
	text, form, ok := unbase64(s.Text)
	if !ok || s.raw.Len() != len(s.write.write(s.Text)) { // it must come back as it stands
		return false
	}
	d := &Document{Text: text, label: label, depth: v.depth + 1}
	switch {
	case auth:
		if strings.IndexByte(text, ':') < 1 || strings.ContainsAny(text, "\n\r") {
			return false
		}
		d.Format = userPassword
	default:
		if d.Format = v.detect(key, text); d.Format == Plain && oneLine(strings.TrimRight(text, "\n\r")) {
			d.Format = oneValue
		}
	}
	s.inner, s.encode, s.keeps = d, form.encode, form.keeps
	return true
}

// A base64Form is how base64 is written.
type base64Form struct {
	*base64.Encoding
	width int // of lines; 0: of one
	sep   string
}

func (f base64Form) encode(text string) string {
	s := f.EncodeToString([]byte(text))
	if f.width == 0 || len(s) <= f.width {
		return s
	}
	var b strings.Builder
	for len(s) > f.width {
		b.WriteString(s[:f.width] + f.sep)
		s = s[f.width:]
	}
	return b.String() + s
}

// keeps reports whether the form can be told from how it writes text, too: whether it
// pads, for example, where nothing is to be padded.
func (f base64Form) keeps(text string) bool {
	_, g, ok := unbase64(f.encode(text))
	return ok && g == f
}

// unbase64 decodes what is base64 of a text, in the one way in which form writes it.
func unbase64(s string) (text string, form base64Form, ok bool) {
	form = base64Form{Encoding: base64.StdEncoding}
	if k := strings.IndexAny(s, "\n "); k > 0 {
		form.width, form.sep = k, s[k:k+1]
	}
	body := s
	if form.width > 0 {
		body = strings.ReplaceAll(s, form.sep, "")
	}
	url, padded := strings.ContainsAny(body, "-_"), len(body)%4 == 0
	switch {
	case url && padded:
		form.Encoding = base64.URLEncoding
	case url:
		form.Encoding = base64.RawURLEncoding
	case !padded:
		form.Encoding = base64.RawStdEncoding
	}
	b, err := form.DecodeString(body)
	if err != nil || len(b) == 0 || !isText(b) || form.encode(string(b)) != s {
		return "", form, false
	}
	return string(b), form, true
}

// isText reports whether b is text, and no more than that.
func isText(b []byte) bool {
	for _, c := range b {
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return utf8.Valid(b)
}

// oneValue is a value on its own, with what may stand behind it.
var oneValue = &Format{
	Name: "value",
	scan: func(v *view, yield func(*Scalar) bool) bool {
		end := len(strings.TrimRight(v.text, "\n\r"))
		return v.value(0, end, v.label, yield)
	},
}

// userPassword is what Basic credentials hold.
var userPassword = &Format{
	Name: "credentials",
	scan: func(v *view, yield func(*Scalar) bool) bool {
		k := strings.IndexByte(v.text, ':')
		if k < 0 {
			return v.value(0, len(v.text), "password", yield)
		}
		return v.value(0, k, "username", yield) && v.value(k+1, len(v.text), "password", yield)
	},
}

// value gives text[start:end], the value of a key.
func (v *view) value(start, end int, label string, yield func(*Scalar) bool) bool {
	if start == end {
		return true
	}
	var s Scalar
	v.scalar(&s, start, end, nil)
	if s.Kind, s.Label = String, label; label != "" {
		s.Of = cloak.Key
	}
	return yield(&s)
}

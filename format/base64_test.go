package format_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

func b64(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

// What a Secret holds is found and stays base64, in YAML and in JSON, and so are the keys
// of a kubeconfig and docker's credentials. want is what the value says then.
func TestBase64(t *testing.T) {
	e := engine(t, cloak.Config{})
	key := fill("«key»\n")
	for _, x := range []struct{ doc, value, want string }{
		{"kind: Secret\ndata:\n  password: %s\n", "hunter22x", "[PASSWORD_0]"},
		{"data:\n  password: %s\nkind: Secret\n", "hunter22x\n", "[PASSWORD_0]\n"},
		{"data:\n  a: \"%s\"\nkind: 'Secret' # x\n", "to a.roe@corp.com", "to [EMAIL_0]"},
		{"kind: List\nitems:\n- kind: Secret\n  data:\n    a: '%s'\n", "a.roe@corp.com", "[EMAIL_0]"},
		{"kind: Secret\ndata: {a: %s}\n", "a.roe@corp.com", "[EMAIL_0]"},
		{"kind: Secret\ndata:\n  a: >-\n    %s\n", "a.roe@corp.com", "[EMAIL_0]"},
		{"kind: Secret\ndata:\n  a: |\n    %s\n", "a.roe@corp.com", "[EMAIL_0]"},
		{"kind: Secret\ndata:\n  x.json: %s\n", `{"password": "hunter22x"}`, `{"password": "[PASSWORD_0]"}`},
		{"kind: Secret\ndata:\n  x.yaml: %s\n", "password: hunter22x\n", "password: '[PASSWORD_0]'  \n"},
		{"kind: ConfigMap\nbinaryData:\n  a: %s\n", "a.roe@corp.com", "[EMAIL_0]"},
		{"kind: Config\nusers:\n- user:\n    client-key-data: %s\n", key, strings.Replace(key, strings.Split(key, "-----")[2], "\n[PRIVATE_KEY_0]\n", 1)},
		{"auths:\n  registry.example.com:\n    auth: %s\n", "alice:hunter22x", "[USERNAME_0]:[PASSWORD_0]"},
		{`{"auths": {"registry.example.com": {"auth": "%s"}}}`, `alice:hunter22x`, "[USERNAME_0]:[PASSWORD_0]"},
		{`{"apiVersion": "v1", "data": {"a": "%s"}, "kind": "Secret"}`, `a.roe@corp.com`, "[EMAIL_0]"},
		{`{"kind":"List","items":[{"kind":"Secret","data":{"password":"%s"}}]}`, `hunter22x`, "[PASSWORD_0]"},
		{`{"last-applied": "{\"kind\":\"Secret\",\"data\":{\"password\":\"%s\"}}"}`, `hunter22x`, "[PASSWORD_0]"},
		{`{"kind": "Secret", "data": {".dockerconfigjson": "%s"}}`, `{"auths":{"r":{"auth":"` + b64("alice:hunter22x") + `"}}}`, `{"auths":{"r":{"auth":"` + b64("[USERNAME_0]:[PASSWORD_0]") + `"}}}`},
	} {
		doc := strings.Replace(x.doc, "%s", b64(x.value), 1)
		name := "x.yaml"
		if doc[0] == '{' {
			name = "x.json"
		}
		got, _ := round(t, e, name, doc)
		if want := strings.Replace(x.doc, "%s", b64(x.want), 1); got != want {
			t.Errorf("%s\nbecomes %s\nwant    %s", doc, got, want)
		}
		for _, e := range engines(t) {
			round(t, e, name, doc)
		}
	}
}

// What is not base64 of text, or not as it would be written, is a string, and comes back;
// so does what is written in lines or without padding, which may become one value.
func TestOtherBase64(t *testing.T) {
	key := fill("«key»\n")
	wrapped := func(s string, width int, sep string) string {
		var b strings.Builder
		for len(s) > width {
			b.WriteString(s[:width] + sep)
			s = s[width:]
		}
		return b.String() + s
	}
	for name, value := range map[string]string{
		"binary":          "AAECAwQFBgcICQ==",
		"cut":             "aHVudGVyMjJ",
		"not padded":      strings.TrimRight(b64("a.roe@corp.com"), "="),
		"not padded, 2":   strings.TrimRight(b64("tell bob a.roe@corp.com"), "="),
		"padding, other":  b64("a.roe@corp.com") + "=",
		"bits at the end": "YS5yb2VAY29ycC5jb21=",
		"URL":             base64.URLEncoding.EncodeToString([]byte("a.roe@corp.com ???>>>~~~")),
		"a token":         "[EMAIL_0]",
		"plain":           "hunter22x",
		"null":            "~",
		"number":          "12345678",
		"lines":           "|\n    " + wrapped(b64(key), 64, "\n    "),
		"folded lines":    ">-\n    " + wrapped(b64(key), 76, "\n    "),
		"plain lines":     wrapped(b64(key), 76, "\n    "),
		"uneven lines":    "|\n    " + wrapped(b64(key), 64, "\n    ") + "\n    " + b64("x"),
		"short lines":     "|\n    " + wrapped(b64("password is here: a.roe@corp.com"), 8, "\n    "),
		"one in lines":    "|\n    " + wrapped(b64("a.roe@corp.com, a.long.name.of.somebody@corp.com, bo@corp.com"), 80, "\n    "),
	} {
		doc := "kind: Secret\ndata:\n  password: " + value + "\n  b: " + value + "\n"
		for _, e := range engines(t) {
			r, err := format.Sanitize(t.Context(), e, mapping(t), format.Open("x.yaml", doc), cloak.Source{})
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			_ = r
			out, _ := round(t, e, "x.yaml", doc)
			sameNodes(t, doc, out)
			for _, text := range said(strings.ReplaceAll(out, "\n    ", "")) {
				if strings.Contains(text, "roe@corp") || strings.Contains(text, "MIIEow"+"IBA") {
					t.Errorf("%s: a value is still there: %q", name, text)
				}
			}
		}
	}
}

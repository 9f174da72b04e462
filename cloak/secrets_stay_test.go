package cloak_test

import (
	"context"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

// What a key for a secret has beside it and is none, as the engine reads it: plain and
// decoded.
func TestWhatIsNoSecretStays(t *testing.T) {
	engine, err := cloak.New(cloak.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"batch variable":       "set DB_PASSWORD=%DB_PASS%\nset API_TOKEN=%CACHE_TOKEN%",
		"its name in German":   "{\"password\": \"Passwort\", \"token\": \"Zugriffsschlüssel\", \"secret\": \"Geheimnis\"}",
		"its name in Japanese": "\"password\": \"パスワード\", \"apiKey\": \"APIキー\"",
		"its name in Russian":  "password: \"Пароль\"\nconfirm_password: \"Повторите пароль\"",
		"signs of Chinese":     "版本：v1.2.3，端口：8080。token：必填，类型：string",
		"cmdlet":               "$password = Read-Host \"Password\" -AsSecureString",
		"statement":            "function(e,t){return n.token=e,r(t)}}});const secret=t&&t.secret||n",
		"call":                 "const token = jwt.sign({ id: user.id }, process.env.JWT_SECRET, { expiresIn: '1h' });",
		"type":                 "input LoginInput {\n  password: String!\n  token: ID\n}",
		"resource":             "valueFrom: arn:aws:secretsmanager:eu-west-1:000000000000:secret:prod/db-AbCdEf",
		"manual":               "Send `Authorization: Basic <base64 of user:password>`, or postgres://user:password@localhost:5432/mydb",
		"service's user":       "[pypi]\nusername = __token__\n",
	} {
		m, err := cloak.NewMapping(cloak.Snapshot{})
		if err != nil {
			t.Fatal(err)
		}
		if out, _, err := engine.Sanitize(context.Background(), m, text, cloak.Source{}); err != nil || out != text {
			t.Errorf("%s: %v, %q", name, err, out)
		}
	}
}

// The host of a URL stays where its user is a key.
func TestHostBehindAKeyStays(t *testing.T) {
	engine, err := cloak.New(cloak.Config{})
	if err != nil {
		t.Fatal(err)
	}
	const key = "2f8a9b7c6d5e4f3a2b1c0d9e" + "8f7a6b5c"
	m, err := cloak.NewMapping(cloak.Snapshot{})
	if err != nil {
		t.Fatal(err)
	}
	out, _, err := engine.Sanitize(context.Background(), m, "DSN=https://"+key+"@o4.ingest.corp.com/7", cloak.Source{})
	if want := "DSN=https://[URL_CREDENTIAL_0]@o4.ingest.corp.com/7"; err != nil || out != want {
		t.Errorf("%v, %q, want %q", err, out, want)
	}
}

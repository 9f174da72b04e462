package main

import (
	"encoding/base64"
	"strings"

	"github.com/seed-052fbf24/cloak/internal/testutil"
)

// A key is a vendor's format: prefix, then n bytes of an alphabet, then suffix.
// Prefixes are in two halves, so that no source line looks like a key.
type key struct {
	id, a, b string
	n        int
	alphabet string
	suffix   string
}

var vendors = [...]key{
	{"gitlab-pat", "gl", "pat-", 20, testutil.URL64[2:62], ""},
	{"gitlab-deploy", "gl", "dt-", 20, testutil.URL64[2:62], ""},
	{"slack-bot", "xo", "xb-", 0, "", ""},
	{"stripe-live", "sk", "_live_", 24, testutil.Base62, ""},
	{"stripe-restricted", "rk", "_live_", 24, testutil.Base62, ""},
	{"stripe-webhook", "wh", "sec_", 32, testutil.Base62, ""},
	{"openai-project", "sk", "-proj-", 74, testutil.Base62, "T3Blbk" + "FJ"},
	{"anthropic", "sk", "-ant-api03-", 93, testutil.Base62, "AA"},
	{"groq", "gs", "k_", 52, testutil.Base62, ""},
	{"openrouter", "sk", "-or-v1-", 64, testutil.Hex, ""},
	{"perplexity", "pp", "lx-", 48, testutil.Base62, ""},
	{"replicate", "r8", "_", 37, testutil.Base62, ""},
	{"huggingface", "hf", "_", 34, testutil.Lower + testutil.Upper, ""},
	{"nvidia", "nv", "api-", 64, testutil.Base62, ""},
	{"xai", "xa", "i-", 80, testutil.Base62, ""},
	{"google-api", "AI", "za", 35, testutil.Base62, ""},
	{"google-oauth", "GO", "CSPX-", 28, testutil.Base62, ""},
	{"google-access", "ya", "29.", 60, testutil.Base62, ""},
	{"npm", "np", "m_", 36, testutil.Base62, ""},
	{"pypi", "py", "pi-AgEIcHlwaS5vcmc", 70, testutil.Base62, ""},
	{"rubygems", "ru", "bygems_", 48, testutil.Hex, ""},
	{"sendgrid", "S", "G.", 0, "", ""},
	{"shopify", "sh", "pat_", 32, testutil.Hex, ""},
	{"digitalocean", "do", "p_v1_", 64, testutil.Hex, ""},
	{"databricks", "da", "pi", 32, testutil.Hex, ""},
	{"newrelic", "NR", "AK-", 27, testutil.Base36, ""},
	{"grafana", "gl", "sa_", 32, testutil.Base62, "_" + "1f2e3d4c"},
	{"linear", "li", "n_api_", 40, testutil.Base62, ""},
	{"notion", "nt", "n_", 46, testutil.Base62, ""},
	{"figma", "fi", "gd_", 40, testutil.Base62, ""},
	{"postman", "PM", "AK-", 24, testutil.Hex, "-" + "0a1b2c3d4e5f60718293a4b5c6d7e8f901"},
	{"doppler", "dp", ".pt.", 43, testutil.Base62, ""},
	{"vault", "hv", "s.", 92, testutil.Base62, ""},
	{"pulumi", "pu", "l-", 40, testutil.Hex, ""},
	{"planetscale", "ps", "cale_tkn_", 43, testutil.Base62, ""},
	{"supabase", "sb", "p_", 40, testutil.Hex, ""},
	{"tailscale", "ts", "key-auth-", 12, testutil.Base62, "-" + "Xk3vQ8pLr2Ws7TnYb4Hd9Gf6"},
	{"docker-pat", "dc", "kr_pat_", 27, testutil.Base62, ""},
	{"swarm", "SW", "MTKN-1-", 50, testutil.Base36[:10] + testutil.Lower, "-" + "7h2k9m4p1q8r3s6t5v0w2x4y6"},
	{"telegram", "7", "120394855:AA", 33, testutil.Base62, ""},
}

// lines are where keys are met.
var lines = [...][2]string{
	{"export TOKEN=", ""}, {`"token": "`, `",`}, {"curl -H 'x-key: ", "' https://api.acme.test/"},
	{"using ", " for the upload"}, {"key=", "&page=2"},
}

func (g *generator) keys() {
	for i, k := range vendors {
		value := k.a + k.b
		switch k.id {
		case "slack-bot":
			value += g.Draw(12, testutil.Digits[1:]) + "-" + g.Draw(12, testutil.Digits[1:]) + "-" + g.Mixed(24)
		case "sendgrid":
			value += g.Mixed(22) + "." + g.Mixed(43)
		case "openai-project":
			value += g.Mixed(k.n) + k.suffix + g.Mixed(74)
		default:
			value += g.Draw(k.n, k.alphabet) + k.suffix
		}
		at := lines[i%len(lines)]
		g.secret("key-"+k.id, "API_KEY", at[0]+"«"+value+"»"+at[1], keeps(at)...)
	}
	g.secret("key-github", "API_KEY", "remote: invalid token «"+g.GitHub("p")+"».", "remote: invalid token ")
	g.secret("key-github-long", "API_KEY", "Authorization: token «gh"+"s_"+g.Mixed(516)+"»", "Authorization: token ")
	g.secret("key-github-fine", "API_KEY", "with «github"+"_pat_"+g.Mixed(22)+"_"+g.Mixed(59)+"» set", " set")
	g.secret("key-slack-hook", "API_KEY", "POST https://hooks."+"slack.com/services/T0"+g.Draw(8, testutil.Base36)+"/B0"+g.Draw(8, testutil.Base36)+"/«"+g.Mixed(24)+"»")
	g.secret("key-aws-id", "AWS_KEY", "assumed «"+g.AWSKey()+"» in eu-west-1", " in eu-west-1")
	g.secret("key-aws-secret", "AWS_KEY", "aws_secret_access_key = «"+g.AWSSecret()+"»", "aws_secret_access_key = ")
	g.secret("key-azure-storage", "API_KEY", "DefaultEndpointsProtocol=https;AccountName=files;AccountKey=«"+g.Draw(86, testutil.Base62)+"==»;EndpointSuffix=core", "AccountName=files", "EndpointSuffix=core")
	g.secret("key-assigned-hex", "API_KEY", `"api_key": "«`+g.Draw(40, testutil.Hex)+`»"`, `"api_key": "`)
	g.secret("key-assigned-uuid", "API_KEY", "BILLING_API_KEY=«"+testutil.Grouped(g.Draw(8, testutil.Hex), 8, "")+"-"+g.Draw(4, testutil.Hex)+"-4"+g.Draw(3, testutil.Hex)+"-9"+g.Draw(3, testutil.Hex)+"-"+g.Draw(12, testutil.Hex)+"»")
}

// vendors are keys without a shape, beside who made them, and what only looks so.
func (g *generator) vendors() {
	uuid := func() string {
		return g.Draw(8, testutil.Hex) + "-" + g.Draw(4, testutil.Hex) + "-4" + g.Draw(3, testutil.Hex) + "-9" + g.Draw(3, testutil.Hex) + "-" + g.Draw(12, testutil.Hex)
	}
	g.secret("vendor-hex", "API_KEY", "DATADOG_KEY=«"+g.Draw(32, testutil.Hex)+"»", "DATADOG_KEY=")
	g.secret("vendor-uuid", "API_KEY", "the snyk token: «"+uuid()+"», rotate it", "the snyk token: ", ", rotate it")
	g.secret("vendor-camel", "API_KEY", `{"shodanKey": "«`+g.Draw(32, testutil.Base62)+`»", "v": 2}`, `"shodanKey"`, `"v": 2`)
	g.secret("vendor-dashes", "API_KEY", "uses klaviyo-secret-«"+g.Draw(36, testutil.Hex)+"» now", " now")
	g.secret("vendor-blank", "API_KEY", "algolia ADMIN API KEY «"+g.Draw(32, testutil.Hex)+"»", "algolia ADMIN API KEY ")
	g.secret("vendor-entra", "API_KEY", "client «"+g.Mixed(3)+"8"+"Q~"+g.Mixed(34)+"» expires soon", " expires soon")
	g.secret("vendor-twitch", "API_KEY", "key «li"+"ve_"+g.Draw(9, testutil.Digits[1:])+"_"+g.Mixed(30)+"»")
	g.secret("vendor-bundler", "PASSWORD", "export BUNDLE_GEMS__ACME__TEST=«"+g.Draw(8, testutil.Hex)+":"+g.Mixed(12)+"»", "export BUNDLE_GEMS__ACME__TEST=")
	g.stays("vendor-commit", "sourcegraph: indexed commit "+g.Draw(40, testutil.Hex))
	g.stays("vendor-digest", "github: "+g.Draw(40, testutil.Hex))
	g.stays("vendor-id", "AUTH0_CLIENT_ID="+g.Mixed(32))
	g.stays("vendor-request", "heroku: "+uuid())
	g.stays("vendor-type", `"AWS::AppSync::ApiKey": "`+g.Draw(16, testutil.Hex)+`"`)
}

func keeps(line [2]string) (keep []string) {
	for _, s := range line {
		if s != "" {
			keep = append(keep, s)
		}
	}
	return keep
}

func (g *generator) headers() {
	basic := base64.StdEncoding.EncodeToString([]byte(g.Word(6) + ":" + g.Mixed(12)))
	g.secret("header-basic", "AUTH_HEADER", "Authorization: Basic «"+basic+"»", "Authorization: Basic ")
	g.secret("header-bearer", "AUTH_HEADER", "> authorization: Bearer «"+g.Mixed(40)+"»", "uthorization: Bearer ")
	g.secret("header-x-api-key", "AUTH_HEADER", "X-Api-Key: «"+g.Mixed(32)+"»", "X-Api-Key: ")
	g.secret("header-json", "AUTH_HEADER", `{"Authorization":"Bearer «`+g.Mixed(36)+`»","Accept":"*/*"}`, `"Accept":"*/*"`)
	g.secret("cookie-session", "COOKIE", "Cookie: theme=dark; sessionid=«"+g.Mixed(32)+"»; lang=fr", "theme=dark", "lang=fr")
	g.secret("cookie-set", "COOKIE", "Set-Cookie: connect.sid=«"+g.Mixed(32)+"»; Path=/; HttpOnly", "; Path=/; HttpOnly")
	g.secret("jwt", "JWT", "id_token=«"+g.JWT()+"» accepted", " accepted")
	g.secret("jwt-json", "JWT", `{"access":"«`+g.JWT()+`»","ttl":300}`, `"ttl":300`)
	g.secret("url-postgres", "URL_CREDENTIAL", "postgres://orders:«"+g.Mixed(12)+"»@pg1."+g.Domain()+":5432/orders?sslmode=require", "postgres://", ":5432/orders?sslmode=require")
	g.secret("url-redis", "URL_CREDENTIAL", "redis://:«"+g.Mixed(14)+"»@cache:6379/0", "redis://:", "6379/0")
	g.secret("url-escaped", "URL_CREDENTIAL", "amqp://queue:«"+g.Mixed(4)+"%40"+g.Mixed(6)+"»@mq:5672/", "amqp://", "5672/")
	g.secret("url-git", "URL_CREDENTIAL", "https://deploy:«"+g.Mixed(20)+"»@git.acme.test/app.git", "https://", "/app.git")
	g.secret("url-ado", "URL_CREDENTIAL", "Server=db;User ID=app;Password=«"+g.Password()+"»;Encrypt=True", "Server=db", "Encrypt=True")
	g.secret("url-query", "URL_CREDENTIAL", "GET /dl?file=a.zip&access_token=«"+g.Mixed(32)+"»&v=2", "GET /dl?file=a.zip", "&v=2")
}

func (g *generator) blocks() {
	g.pem("pem-rsa", "RSA", "", "\n", true)
	g.pem("pem-ec-indented", "EC", "    ", "\n", true)
	g.pem("pem-openssh-quoted", "OPENSSH", "> ", "\n", true)
	g.pem("pem-truncated", "", "", "\n", false)
	g.pem("pem-escaped", "RSA", "", `\n`, true)
	g.pem("pem-crlf", "RSA", "", "\r\n", true)
}

// pem adds a private key, each line after margin and before end.
func (g *generator) pem(id, kind, margin, end string, closed bool) {
	block := g.PrivateKey(kind, 4)
	if !closed {
		block = strings.TrimSuffix(block, testutil.PEMLine("END", kind))
	}
	p := testutil.Probe{ID: id, Entity: "PRIVATE_KEY"}
	for line := range strings.Lines(block) {
		p.Text += margin + testutil.Seamed(strings.TrimSuffix(line, "\n")) + end
	}
	for _, line := range testutil.PEMBody(block) {
		p.Hide = append(p.Hide, testutil.Seamed(line))
	}
	if end == `\n` {
		p.Text, p.Keep = `{"pem":"`+p.Text+`","id":7}`, []string{`","id":7}`}
	} else {
		p.Text = "first line" + end + p.Text
		p.Keep = []string{"first line"}
	}
	g.probes = append(g.probes, p)
}

func (g *generator) passwords() {
	g.secret("password-equals", "PASSWORD", "password = «"+g.Password()+"»", "password = ")
	g.secret("password-yaml", "PASSWORD", "db:\n  password: «"+g.Password()+"»\n  port: 5432\n", "port: 5432")
	g.secret("password-quoted", "PASSWORD", `passwd: "«`+g.Mixed(4)+" "+g.Mixed(5)+`»" # temporary`, "# temporary")
	g.secret("password-json", "PASSWORD", `{"user":"root","password":"«`+g.Password()+`»","n":1}`, `"n":1`)
	g.secret("password-env", "PASSWORD", "DB_PASSWORD=«"+g.Password()+"»\nDB_PORT=5432\n", "DB_PORT=5432")
	g.secret("password-camel", "PASSWORD", `dbPassword: '«`+g.Password()+`»',`, "dbPassword: '")
	g.secret("password-flag", "PASSWORD", "mysqldump --password=«"+g.Mixed(12)+"» orders", " orders")
	g.secret("password-letters", "PASSWORD", "passphrase: «"+g.Word(14)+"»", "passphrase: ")
	g.secret("password-next-line", "PASSWORD", "db:\n  password: |\n    «"+g.Mixed(12)+"»\n  port: 5432\n", "  port: 5432")
	g.secret("password-container", "PASSWORD", "- name: DB_PASSWORD\n  value: \"«"+g.Mixed(12)+"»\"\n- name: A\n", "- name: A")
	g.secret("password-cell", "PASSWORD", "| User | admin |\n| Password | «"+g.Mixed(12)+"» |\n", "| User | admin |")
	g.secret("password-property", "PASSWORD", `<entry key="db.password">«`+g.Mixed(12)+"»</entry>", "</entry>")
	g.secret("password-sql", "PASSWORD", "CREATE USER app IDENTIFIED BY '«"+g.Mixed(12)+"»';", "CREATE USER app")
	g.secret("password-call", "PASSWORD", `smtp.login("queue", "«`+g.Mixed(12)+`»")`, `smtp.login("queue"`)
	g.secret("password-netrc", "PASSWORD", "machine git.acme.test\n  login queue\n  password «"+g.Word(12)+"»\n", "machine git.acme.test")
	g.secret("password-pgpass", "PASSWORD", "pg1:5432:orders:queue:«"+g.Mixed(12)+"»\n", "pg1:5432:orders:")
	g.secret("password-command", "PASSWORD", "sshpass -p '«"+g.Mixed(12)+"»' ssh db1", " ssh db1")
	g.secret("password-device", "PASSWORD", "snmp-server community «"+g.Mixed(10)+"» RO", " RO")
	g.secret("password-network", "PASSWORD", "WIFI:S:Office;T:WPA;P:«"+g.Mixed(12)+"»;;", "WIFI:S:Office;")
	g.secret("password-pair", "PASSWORD", "creds: admin / «"+g.Mixed(12)+"»", "creds: admin")
	g.secret("password-hash", "PASSWORD", "root:«$"+"6$"+g.Draw(16, testutil.Base62)+"$"+g.Draw(86, testutil.Base62)+"»:19000:0:", ":19000:0:")
	g.secret("code-otp", "PASSWORD", "Your verification code is «"+g.Draw(6, testutil.Digits[1:])+"».", "Your verification code")
	g.secret("hook", "API_KEY", "https://chat.acme.test/hooks/«"+g.Mixed(26)+"»", "/hooks/")
	g.secret("mask", "API_KEY", "::add-mask::«"+g.Mixed(14)+"»", "::add-mask::")
	g.secret("secret-client", "API_KEY", "client_secret=«"+g.Mixed(32)+"»&grant_type=refresh", "&grant_type=refresh")
	g.secret("secret-session", "API_KEY", `SESSION_TOKEN="«`+g.Mixed(28)+`»"`, "SESSION_TOKEN=")
}

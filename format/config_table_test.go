package format_test

import (
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/decoy"
	"github.com/seed-052fbf24/cloak/format"
)

// table sanitizes each document of a kind with tokens, and with decoys.
func table(t *testing.T, name string, docs map[string]string) {
	t.Helper()
	es := engines(t)
	for doc, want := range docs {
		if out, _ := round(t, es[0], name, doc); out != want {
			t.Errorf("%s\nbecomes %s\nwant    %s", doc, out, want)
		}
		round(t, es[1], name, doc)
	}
}

const pem = "-----BEGIN RSA " + "PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA " + "PRIVATE KEY-----"

const pemOut = "-----BEGIN RSA " + "PRIVATE KEY-----\n[PRIVATE_KEY_0]\n-----END RSA " + "PRIVATE KEY-----"

func TestTOML(t *testing.T) {
	mark := "\" \t" // of quotes that were not there
	table(t, "x.toml", map[string]string{
		"[database]\npassword = \"hunter22x\" # of a.roe@corp.com\nport = 5432\non = true": "[database]\npassword = \"[PASSWORD_0]\" # of [EMAIL_0]\nport = 5432\non = true",
		"db.password = 'hun\"ter22x'\r\n":                                                  "db.password = '[PASSWORD_0]'\r\n",
		"password = \"hun\\\"ter22x\\u0021\"\n":                                            "password = \"[PASSWORD_0]\"\n",
		"a = \"a.roe\\x40corp.com\"\nb = \"a.roe@corp.com\"\n":                             "a = \"[EMAIL_0]\"\nb = \"[EMAIL_0.1]\"\n",
		"m = \"\"\"\na.roe@\\\n   corp.com\nb\"\"\"\"\nn = 1":                              "m = \"\"\"\n[EMAIL_0]\nb\"\"\"\"\nn = 1",
		"m = '''\nx\\ a.roe@corp.com''x'''''\nn='b@corp.com'":                              "m = '''\nx\\ [EMAIL_0]''x'''''\nn='[EMAIL_1]'",
		"k = '''" + pem + "'''\n":                                                          "k = '''" + pemOut + "'''\n",
		"x = [\n \"a.roe@corp.com\", # b@corp.com\n 'c@corp.com',\n]\n":                    "x = [\n \"[EMAIL_0]\", # [EMAIL_1]\n '[EMAIL_2]',\n]\n",
		"u = [{name = \"bo\", password = 'hunter22x'}, {}]\n":                              "u = [{name = \"bo\", password = '[PASSWORD_0]'}, {}]\n",
		"[[servers.\"a.roe@corp.com\"]]\n\"b@corp.com\" = 1\n'c@d.io'=1\n":                 "[[servers.\"[EMAIL_0]\"]]\n\"[EMAIL_1]\" = 1\n'[EMAIL_2]'=1\n",
		"[10.11.12.13]\n10.11.12.14 = 1\n":                                                 "[\"[IPV4_0]" + mark + "]\n\"[IPV4_1]" + mark + " = 1\n",
		"\"b@corp.com" + mark + " = \"b@corp.com" + mark:                                   "\"[EMAIL_0]" + mark + " = \"[EMAIL_0]" + mark,
		"dob = 1979-05-27 # x\nd = {dob = 1979-05-27}\n":                                   "dob = \"[DATE_OF_BIRTH_0]" + mark + " # x\nd = {dob = \"[DATE_OF_BIRTH_0]" + mark + "}\n",
		"dt = 1979-05-27T07:32:00Z\nf = [1_000, 0xff, -1.5e3, inf]\n":                      "dt = 1979-05-27T07:32:00Z\nf = [1_000, 0xff, -1.5e3, inf]\n",
		"ssn = \"541-78-2936\"\npassword = hunter#22x # x\n":                               "ssn = \"[SSN_0]\"\npassword = \"[PASSWORD_0]" + mark + " # x\n",
		"j = '{\"password\": \"hunter22x\"}'\n":                                            "j = '{\"password\": \"[PASSWORD_0]\"}'\n",
		"\ufeff[a]\npassword = 'hunter22x'\n":                                              "\ufeff[a]\npassword = '[PASSWORD_0]'\n",
		"[user.ssn]\nvalue = \"541782936\"\nsize = \"541782936\"":                          "[user.ssn]\nvalue = \"[SSN_0]\"\nsize = \"541782936\"",
		// Parts, and what is broken.
		"oe, a.roe@corp.com\"\nb@corp.com\n\npassword = 'hunter22x'\nz = \"c@corp.co": "oe, [EMAIL_0]\"\n[EMAIL_1]\n\npassword = '[PASSWORD_0]'\nz = \"[EMAIL_2]",
		"  \"a.roe@corp.com\",\n  'b@corp.com'\n]\npassword = 'hunter22x'":            "  \"[EMAIL_0]\",\n  '[EMAIL_1]'\n]\npassword = '[PASSWORD_0]'",
		"x = [ 1,\n[b]\npassword = \"hunter22x\"\n":                                   "x = [ 1,\n[b]\npassword = \"[PASSWORD_0]\"\n",
		"x = [ 1,\npassword = \"hunter22x\"\n":                                        "x = [ 1,\npassword = \"[PASSWORD_0]\"\n",
		"x = \"\"\"\na.roe@corp.com\npassword = 'hunter22x'\n":                        "x = \"\"\"\n[EMAIL_0]\npassword = '[PASSWORD_0]'\n",
		"password = \"hunter22x\n[ssn]\nvalue = '541782936'\n":                        "password = [PASSWORD_0.1]\n[ssn]\nvalue = '[SSN_0]'\n",
		"{password='''\"":           "{password=[PASSWORD_0.1]",
		"[password='hunter22B:  ;]": "[password='[PASSWORD_0]]",
	})
}

func TestEnv(t *testing.T) {
	table(t, "/app/.env.local", map[string]string{
		"# a.roe@corp.com\nexport DB_PASSWORD=\"p$w\\\"0rd x\" # b@corp.com\nEMPTY=\n\nX=${HOME}/x\n": "# [EMAIL_0]\nexport DB_PASSWORD=\"[PASSWORD_0]\" # [EMAIL_1]\nEMPTY=\n\nX=${HOME}/x\n",
		"DB_PASSWORD=${OTHER}\nPASSWORD='$x y'\nMAIL: a.roe@corp.com\r\n":                             "DB_PASSWORD=${OTHER}\nPASSWORD='[PASSWORD_0]'\nMAIL: [EMAIL_0]\r\n",
		"PASSWORD=hunter#22x # x\nAPI_PASSWORD = `hunter22x z`\n":                                     "PASSWORD=[PASSWORD_0] # x\nAPI_PASSWORD = `[PASSWORD_1]`\n",
		"JSON='{\"password\":\"hunter22x\"}'\nJ={\"password\":\"hunter22x\"}\n":                       "JSON='{\"password\":\"[PASSWORD_0]\"}'\nJ={\"password\":\"[PASSWORD_0]\"}\n",
		"K=\"" + pem + "\"\nPASSWORD=hunter22x\n":                                                     "K=\"" + pemOut + "\"\nPASSWORD=[PASSWORD_0]\n",
		"K=" + pem + "\nPASSWORD=hunter22x\n":                                                         "K=" + pemOut + "\nPASSWORD=[PASSWORD_0]\n",
		"PASSWORD='it\\'s x'\nA='c:\\'\nB=\"a.roe@corp.com\n":                                         "PASSWORD='[PASSWORD_0]'\nA='c:\\'\nB=\"[EMAIL_0]\n",
		"P=\"$HOME\":'a.roe@corp.com':b@corp.com\n":                                                   "P=\"$HOME\":'[EMAIL_0]':[EMAIL_1]\n",
		"layout python\nsource_env a.roe@corp.com\nPASSWORD=hunter22x":                                "layout python\nsource_env [EMAIL_0]\nPASSWORD=[PASSWORD_0]",
		"smtp.password=hunter22x\naws_secret_access_key=x\n":                                          "smtp.password=[PASSWORD_0]\naws_secret_access_key=x\n",
		"URL=postgres://app:s3cr3t9x@db1:5432/x\n":                                                    "URL=postgres://app:[URL_CREDENTIAL_0]@db1:5432/x\n",
		// What is no name becomes one.
		"a.roe@corp.com=\"x\"\nDB_SSN=541782936": "[EMAIL_0]=\"x\"\nDB_SSN=[SSN_0]",
		"a.roe@corp.compassword=''' #\"\"'''":    "[EMAIL_0.1]='''[PASSWORD_0.1]'",
	})
}

func TestINI(t *testing.T) {
	mark := "\" \t" // of quotes that were not there
	table(t, "setup.cfg", map[string]string{
		"; a.roe@corp.com\n[db]\npassword = hunter22x\nuser: bob\n# b@corp.com":                       "; [EMAIL_0]\n[db]\npassword = [PASSWORD_0]\nuser: [USERNAME_0]\n# [EMAIL_1]",
		"[user]\n\tname = Ann\n\temail = a.roe@corp.com ; mine, b@corp.com\n":                         "[user]\n\tname = Ann\n\temail = [EMAIL_0] ; mine, [EMAIL_1]\n",
		"[remote \"a.roe@corp.com\"]\n\turl = https://u:s3cr3t9x@git.io/x\n":                          "[remote \"[EMAIL_0]\"]\n\turl = https://u:[URL_CREDENTIAL_0]@git.io/x\n",
		"pass = \"hun\\\"ter22x\" ; x\nb = 'hunter22 y'\nclient-password='a;b$2xK9'":                  "pass = \"[PASSWORD_0]\" ; x\nb = 'hunter22 y'\nclient-password='[PASSWORD_1]'",
		"password =\n   hunter22y\nx = a\n  b a.roe@corp.com\r\n  c\r\ny = 1":                         "password =\n   [PASSWORD_0]\nx = a\n  b [EMAIL_0]\r\n  c\r\ny = 1",
		"a = 1\n  password = hunter22x\n":                                                             "a = 1\n  password = [PASSWORD_0]\n",
		"ExecStart=/bin/x \\\n--mail=a.roe@corp.com\nEnvironment=\"DB_PASSWORD=hunter22x\" \"B=c\"\n": "ExecStart=/bin/x \\\n--mail=[EMAIL_0]\nEnvironment=\"DB_PASSWORD=[PASSWORD_0]\" \"B=c\"\n",
		"10.11.12.13 ansible_ssh_pass=hunter22x\n10.11.12.14\n":                                       "\"[IPV4_0] ansible_ssh_pass\" \t=[PASSWORD_0]\n[IPV4_1]\n",
		"proxy_pass http://u:s3cr3t9x@up.io/;\nserver { a.roe@corp.com }\n":                           "proxy_pass http://u:[URL_CREDENTIAL_0]@up.io/;\nserver { [EMAIL_0] }\n",
		"[ssn]\nvalue = 541782936\n[a.roe@corp.com] x = b@corp.com\n":                                 "[ssn]\nvalue = [SSN_0]\n[[EMAIL_0]] x = [EMAIL_1]\n",
		"key = " + pem + "\npassword = hunter22x\n":                                                   "key = " + pemOut + "\npassword = [PASSWORD_0]\n",
		"e@corp.com\npassword = #hunter22x\n":                                                         "[EMAIL_0]\npassword = [PASSWORD_0]\n",
		// A quote in what is found hides a comment, or shows one; quotes hold one line.
		"#0\n0=pass0=00\"0 #":                                         "#0\n0=\"pass0=[PASSWORD_0] #" + mark,
		"x = pass0=00\"0\"\"1 ;y\r\n":                                 "x = \"pass0=[PASSWORD_0]\\\"\\\"1 ;y" + mark + "\r\n",
		"x = password: hunter\"22xhunter22x\" ; y":                    "x = \"password: [PASSWORD_0]\\\"" + mark + " ; y",
		"x = pass0=00\"0 \\\\ #\ny = \"b@corp.com" + mark + "\nz = 1": "x = \"pass0=[PASSWORD_0] \\\\\\\\ #" + mark + "\ny = \"[EMAIL_0]" + mark + "\nz = 1",
		"x = password: hunter\"22x ;\n hun'ter22[\ny = b@corp.com\n":  "x = password: [PASSWORD_0.1] ;\n hun'ter22[\ny = [EMAIL_0.1]\n",
		"x'a.roe@corp.com #!=\nssn = 541782936\n":                     "[EMAIL_0] #!=\nssn = [SSN_0]\n",
		// A backslash at the end of a line is none of what is found.
		"ExecStart=/bin/x --password=hunter22xY\\\n  --mail=a.roe@corp.com\\\r\n--x=1\n": "ExecStart=/bin/x --password=[PASSWORD_0]\\\n  --mail=[EMAIL_0]\\\r\n--x=1\n",
		"password=hunter\"22x\"\\\n`\n": "password=[PASSWORD_0]\n",
	})
	e := engine(t, cloak.Config{})
	doc := "//registry.example.com/:_authToken=" + "26e78987-f2dd-4e47-a9d4-" + "b7d7b9f3dea3\nemail=a.roe@corp.com\n"
	if out, _ := round(t, e, ".npmrc", doc); out != "//registry.example.com/:_authToken=[API_KEY_0]\nemail=[EMAIL_0]\n" {
		t.Error(out)
	}
}

func TestProperties(t *testing.T) {
	table(t, "application.properties", map[string]string{
		"spring.datasource.password=hunter22x\nsmtp.user = bob\n":      "spring.datasource.password=[PASSWORD_0]\nsmtp.user = [USERNAME_0]\n",
		"mail.to:a.roe\\u0040corp.com\n! b@corp.com\n# c@corp.com\\\n": "mail.to:[EMAIL_0]\n! [EMAIL_1]\n# [EMAIL_2]\\\n",
		"x a, \\\r\n   a.roe@corp.com, \\\r\n   b@\\\n   corp.com\r\n": "x a, \\\r\n   [EMAIL_0], \\\r\n   [EMAIL_1]\r\n",
		"db\\ password \\\n  = hun\\=ter\\\\22x\nb@corp.com = 1":       "db\\ password \\\n  = [PASSWORD_0]\n[EMAIL_0] = 1",
		"a=\\ud83d\\ude00 a.roe@corp.com \\ud83d\\u12\nb=\xe9\xff\\":   "a=\\ud83d\\ude00 [EMAIL_0] \\ud83d\\u12\nb=\xe9\xff\\",
		"a\\:b@corp.com=x\ra.roe@corp.com\r\npassword":                 "a\\:[EMAIL_0]=x\r[EMAIL_1]\r\npassword",
		"k=" + pem + "\ndb.password=hunter22x":                         "k=" + pemOut + "\ndb.password=[PASSWORD_0]",
		pem + "\n":                                                     pemOut + "\n",
	})
}

func TestNetrc(t *testing.T) {
	table(t, "/home/x/.netrc", map[string]string{
		"machine git.io login bob password hunter22x\n":                           "machine git.io login [USERNAME_0] password [PASSWORD_0]\n",
		"machine git.io\n\tlogin a.roe@corp.com\n\tpassword \"hunter \\\"22x\"\n": "machine git.io\n\tlogin [EMAIL_0]\n\tpassword \"[PASSWORD_0]\"\n",
		"# b@corp.com\nmacdef init\ncd /x\nput b@corp.com\n\npassword\nhunter22x": "# [EMAIL_0]\nmacdef init\ncd /x\nput [EMAIL_0]\n\npassword\n[PASSWORD_0]",
		"default login anonymous password b@corp.com\r\nsend b@corp.com to\n":     "default login anonymous password [PASSWORD_0]\r\nsend [PASSWORD_0] to\n",
		"machine h port 21 what b@corp.com password #hunter22x login":             "machine h port 21 what [EMAIL_0] password [PASSWORD_0] login",
		"password \"\\\nx password=hunter22x\"\n":                                 "password \"\\\nx password=[PASSWORD_0]\"\n",
	})
}

// A stand-in that a model has moved has its value as the new place has it, or stays.
func TestMovedInConfigs(t *testing.T) {
	e := engine(t, cloak.Config{})
	value := "hun'ter \"22\\x$y"
	long := "MIIEpAIBAAKCAQEA\nMIIEpAIBAAKCAQEB"
	for _, x := range []struct{ name, reply, want, wantLong string }{
		{"x.toml", "a = \"X\"", `a = "hun'ter \"22\\x$y"`, `a = "MIIEpAIBAAKCAQEA\nMIIEpAIBAAKCAQEB"`},
		{"x.toml", "a = 'X' # x", `a = "hun'ter \"22\\x$y" # x`, `a = "MIIEpAIBAAKCAQEA\nMIIEpAIBAAKCAQEB" # x`},
		{"x.toml", "a = '''\nX'''\n", "a = '''\n" + value + "'''\n", "a = '''\nMIIEpAIBAAKCAQEA\nMIIEpAIBAAKCAQEB'''\n"},
		{"x.toml", "'X' = 1", `"hun'ter \"22\\x$y" = 1`, `"MIIEpAIBAAKCAQEA\nMIIEpAIBAAKCAQEB" = 1`},
		{"x.env", "A=\"X\"", `A="hun'ter \"22\\x\$y"`, "A=\"MIIEpAIBAAKCAQEA\nMIIEpAIBAAKCAQEB\""},
		{"x.env", "A='X'", `A="hun'ter \"22\\x\$y"`, "A='MIIEpAIBAAKCAQEA\nMIIEpAIBAAKCAQEB'"},
		{"x.env", "A=X # c", "A=" + value + " # c", "A=\"MIIEpAIBAAKCAQEA\nMIIEpAIBAAKCAQEB\" # c"},
		{"x.env", "A={\"b\":\"X\"}", `A={"b":"hun'ter \"22\\x$y"}`, `A={"b":"MIIEpAIBAAKCAQEA\nMIIEpAIBAAKCAQEB"}`},
		{"x.ini", "a = X", "a = " + value, "a = X"},
		{"x.ini", "a = 'X'", `a = "hun'ter \"22\\x$y"`, "a = 'X'"},
		{"x.ini", "a = \"X\"", `a = "hun'ter \"22\\x$y"`, "a = \"X\""},
		{"x.properties", "a=X", `a=hun'ter "22\\x$y`, `a=MIIEpAIBAAKCAQEA\nMIIEpAIBAAKCAQEB`},
		{"x.properties", "X=a", `hun'ter\ "22\\x$y=a`, `MIIEpAIBAAKCAQEA\nMIIEpAIBAAKCAQEB=a`},
		{".netrc", "password X", `password "hun'ter \"22\\x$y"`, "password X"},
		{".netrc", "password \"X\"", `password "hun'ter \"22\\x$y"`, "password \"X\""},
	} {
		for text, want := range map[string]string{value: x.want, long: x.wantLong} {
			m := mapping(t)
			in := cloak.Input{Text: text, Label: "password", LabelKind: cloak.Key, Class: cloak.Data}
			if text == long {
				in.Text = strings.Replace(pem, "MIIEpAIBAAKCAQEA", long, 1)
			}
			out, fs, err := e.SanitizeIn(t.Context(), m, in, cloak.Source{})
			if err != nil || len(fs) != 1 {
				t.Fatalf("%s, %d findings, %v", out, len(fs), err)
			}
			out = out[fs[0].Out.Start:fs[0].Out.End]
			reply := strings.ReplaceAll(x.reply, "X", out)
			back, gaps := format.Restore(m, format.Open(x.name, reply), cloak.RestoreOptions{Sent: []int{0}})
			if want = strings.ReplaceAll(want, "X", out); back != want || (len(gaps) == 0) == strings.Contains(back, out) {
				t.Errorf("%s: %s becomes %q, want %q, %d gaps", x.name, reply, back, want, len(gaps))
			}
		}
	}
}

func TestConfigNames(t *testing.T) {
	for name, want := range map[string]string{
		"Cargo.toml": "toml", "a/Cargo.lock": "toml", "Pipfile": "toml", "uv.lock": "toml", "Pipfile.lock": "json",
		".env": "env", ".env.local": "env", "x/.env.production": "env", "prod.env": "env", ".envrc": "env", "app.env.example": "env", "environment": "text", "env": "text",
		"php.ini": "ini", "setup.cfg": "ini", "/etc/x.conf": "ini", ".gitconfig": "ini", ".npmrc": "ini", ".pypirc": "ini", ".my.cnf": "ini", ".s3cfg": "ini", ".editorconfig": "ini",
		"/home/x/.aws/credentials": "ini", `C:\Users\x\.aws\config`: "text", ".aws/config": "ini", "credentials": "text", "config": "text", "x/.git/config": "ini", "aws/credentials": "text",
		"a.properties": "properties", ".netrc": "netrc", "_netrc": "netrc",
	} {
		if f := format.Detect(name, ""); f.Name != want {
			t.Errorf("%s is %s, want %s", name, f.Name, want)
		}
	}
}

// What nobody has named is told by its structure, and so is what becomes of it.
func TestConfigContent(t *testing.T) {
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	e, d := engine(t, cloak.Config{Numbers: g.Numbers()}), engine(t, cloak.Config{Replacer: g, Numbers: g.Numbers()})
	for doc, want := range map[string]string{
		"# x\nDB_PASSWORD=hunter22x\nexport MAIL=a.roe@corp.com\n": "env",
		"A=\"" + pem + "\"\nB=x y\n":                               "env",
		"A=1\n":                                                    "text",
		"A = 1\nMAIL = \"a.roe@corp.com\"\n":                       "text",
		"a=1\nb=2\n":                                               "text",
		"LEVEL=info MSG=x MAIL=a.roe@corp.com\nLEVEL=warn MSG=y MAIL=b@corp.com\n":                      "text",
		"LEVEL=info\nMAIL=a.roe@corp.com\nLEVEL=warn\nMAIL=b@corp.com\n":                                "text",
		"A=1\nB=2\necho a.roe@corp.com\n":                                                               "text",
		"A=1\nB=2\na.roe@corp.com=1\n":                                                                  "text",
		"level=info msg=\"x\" mail=a.roe@corp.com\nlevel=info msg=y\n":                                  "text",
		"[database]\npassword = \"hunter22x\"\nport = 5432\ndob = 1979-05-27\n":                         "toml",
		"[a]\nx = [\n 'a.roe@corp.com',\n]\ny = '''\nb@corp.com'''\n":                                   "toml",
		"[db]\npassword = hunter22x\nmail = a.roe@corp.com\n":                                           "ini",
		"; x\n[db]\npassword = hunter22x\n\n[e]\nmail = a.roe@corp.com\n":                               "ini",
		"password = hunter22x\n[db]\nmail = a.roe@corp.com\n":                                           "text",
		"[INFO] a=1\n[INFO] mail=a.roe@corp.com\n":                                                      "text",
		"[2026-11-30 10:00:00] a=1\n[2026-11-30 10:00:01] mail=a.roe@corp.com b=2\n":                    "text",
		"[2026-11-30T10:00:00Z]\na = a.roe@corp.com\nan error happened at = 1, no\n":                    "text",
		"hello a.roe@corp.com\n[db]\nx = y\nz = y\n":                                                    "text",
		"machine a.io login bob password hunter22x\n":                                                   "text",
		"Nov 30 10:00:00 host sshd[1]: Failed for a.roe@corp.com from=10.11.12.13\n":                    "text",
		"A=1\nB=2\nuser = a.roe@corp.com\n":                                                             "text",
		"From: a.roe@corp.com\nTo: b@corp.com\n\nPASSWORD=hunter22x\n":                                  "mail",
		"[core]\n\teditor = vim\n[user]\n\temail = a.roe@corp.com\n\tname = Ann\n":                      "ini",
		"[Unit]\nDescription=x a.roe@corp.com\n[Service]\nUser=bob\nExecStart=/bin/x --password=x9Kq2z": "ini",
	} {
		if f := format.Detect("", doc); f.Name != want {
			t.Errorf("%q is %s, want %s", doc, f.Name, want)
			continue
		}
		for _, e := range []*cloak.Engine{e, d} {
			if out, _ := round(t, e, "", doc); format.Detect("", out).Name != want {
				t.Errorf("%q becomes %q, and that is %s", doc, out, format.Detect("", out).Name)
			}
		}
	}
}

// What a document says, by kind, label and text.
func TestConfigScalars(t *testing.T) {
	for _, x := range []struct{ name, doc, want string }{
		{"toml", "a = '''x'''''\nb = \"\"\"\r\ny\\ \n  z\"\"\"\"", `3 "" "a", 1 "a" "x''", 3 "" "b", 1 "b" "yz\""`},
		{"toml", "a = [1, {b = 'c', value = 'd'}, true, 0x1f]", `3 "" "a", 2 "a" "1", 3 "" "b", 1 "b" "c", 3 "" "value", 1 "a" "d", 2 "a" "0x1f"`},
		{"toml", `a = "\u00e9\U0001F600\x41\e\q\ud800"`, `3 "" "a", 1 "a" "é😀A\x1b\\q\\ud800"`},
		{"toml", "[a.'b']\ntimeout = \"1\"\nvalue = '2'", `3 "" "a", 3 "" "b", 3 "" "timeout", 1 "timeout" "1", 3 "" "value", 1 "b" "2"`},
		{"properties", `a=\u00e9\ud83d\ude00\ud83d\q\t`, `3 "" "a", 1 "a" "é😀\\ud83dq\t"`},
		{"env", "export A=\"b\\\"\\n\"'c'd # e", `3 "" "A", 1 "A" "b\"\\n", 1 "A" "c", 1 "A" "d", 4 "" " e"`},
		{"ini", "[ssn]\nvalue = 1 ; x\nb: \"c\\\\\"", `3 "" "ssn", 3 "" "value", 1 "ssn" "1", 4 "" "; x", 3 "" "b", 1 "b" "c\\"`},
		{"ini", "[a \"b]\"]\nc = \"d\\\"\n", `3 "" "a \"b]\"", 3 "" "c", 1 "c" "\"d\\\""`},
		{"ini", "\ufeff[ssn]\nvalue = 1", `3 "" "ssn", 3 "" "value", 1 "ssn" "1"`},
		{"netrc", "machine a login \"b\\\"\"", `1 "machine" "a", 1 "login" "b\""`},
	} {
		if got := strings.Join(scalars(format.Named(x.name), x.doc), ", "); got != x.want {
			t.Errorf("%s: %q is\n%s, want\n%s", x.name, x.doc, got, x.want)
		}
	}
}

// A decoy that would be read as another text where it stands does not come there.
func TestWhatFitsInConfigs(t *testing.T) {
	for _, x := range []struct{ name, doc, fit, not string }{
		{"toml", "a = \"X\"", "b'c \"d\\", ""},
		{"toml", "a = 'X'", "b \"c\\", "b'c"},
		{"toml", "a = '''X'''", "b \"c\\", "b'"},
		{"toml", "a = 1979-05-27", "1980-01-02", "2 January 1980"},
		{"toml", "10.11.12.13 = 1", "192.0.2.1", "2001:db8::1"},
		{"env", "A=\"X\"", "b'c \"d\\", ""},
		{"env", "A='X'", "b \"c$d", "b'c"},
		{"env", "A=`X`", "b \"c'", "b`c"},
		{"env", "A=X", "b@example.com", "b c"},
		{"env", "A=X", "555-0142", "b$c"},
		{"env", "A=\"b\"X", "c", "c#d"},
		{"ini", "a = X", "b c", "b ;c"},
		{"ini", "a = 'X'", "b \"c", "b'c"},
		{"netrc", "password X", "b'c", "b c"},
		{"properties", "a=X", "b c=d:\\", ""},
	} {
		n := 0
		format.Document{Text: x.doc, Format: format.Named(x.name)}.Scalars(func(s *format.Scalar) bool {
			if s.Kind != format.String && (s.Kind != format.Key || len(s.Text) < 9) || s.Text == "b" {
				return true
			}
			n++
			if !s.Fits(x.fit) || x.not != "" && s.Fits(x.not) {
				t.Errorf("%s: %s: %q and %q: %v, %v", x.name, x.doc, x.fit, x.not, s.Fits(x.fit), s.Fits(x.not))
			}
			return true
		})
		if n != 1 {
			t.Errorf("%s: %d values", x.doc, n)
		}
	}
}

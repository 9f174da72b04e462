package format_test

import (
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/decoy"
	"github.com/seed-052fbf24/cloak/format"
)

// cloakNumbers gives numbers decoys, and the rest tokens.
func cloakNumbers(t testing.TB) cloak.Config {
	t.Helper()
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return cloak.Config{Numbers: g.Numbers()}
}

func TestSQL(t *testing.T) {
	e := engine(t, cloakNumbers(t))
	for doc, want := range map[string]string{
		"INSERT INTO users (who, password) VALUES ('bo', 'hun''ter22x'), ('al', NULL);\n":                                                                  "INSERT INTO users (who, password) VALUES ('bo', '[PASSWORD_0]'), ('al', NULL);\n",
		"INSERT INTO `users` (`who`,`password`) VALUES ('bo','hun\\'te\\\\r22x'),('al','q\\\"w9');\n":                                                      "INSERT INTO `users` (`who`,`password`) VALUES ('bo','[PASSWORD_0]'),('al','[PASSWORD_1]');\n",
		"CREATE TABLE users (\n  id integer NOT NULL,\n  \"password\" text DEFAULT 'a;b',\n  PRIMARY KEY (id)\n);\nINSERT INTO users VALUES(1,'hun;ter');": "CREATE TABLE users (\n  id integer NOT NULL,\n  \"password\" text DEFAULT 'a;b',\n  PRIMARY KEY (id)\n);\nINSERT INTO users VALUES(1,'[PASSWORD_0]');",
		"COPY public.users (id, mail, password, note) FROM stdin;\n1\ta.roe@corp.com\tp\\tw\\\\9x\t\\N\n2\t\\N\t\\N\tbo@corp.com\n\\.\n\nSELECT 1;\n":      "COPY public.users (id, mail, password, note) FROM stdin;\n1\t[EMAIL_0]\t[PASSWORD_0]\t\\N\n2\t\\N\t\\N\t[EMAIL_1]\n\\.\n\nSELECT 1;\n",
		"INSERT INTO [dbo].[users] ([id], [password]) VALUES (1, N'hunter22x')\nGO\nINSERT INTO t (a) VALUES (N'a.roe@corp.com')\nGO\n":                    "INSERT INTO [dbo].[users] ([id], [password]) VALUES (1, N'[PASSWORD_0]')\nGO\nINSERT INTO t (a) VALUES (N'[EMAIL_0]')\nGO\n",
		"INSERT INTO t (password) VALUES (q'[it's;x]');":                                                                                                   "INSERT INTO t (password) VALUES (q'[[PASSWORD_0]]');",
		"INSERT INTO t (password) VALUES ($x$it's;x$x$), (E'ab\\\\c''9x');":                                                                                "INSERT INTO t (password) VALUES ($x$[PASSWORD_0]$x$), (E'[PASSWORD_1]');",
		"INSERT INTO t (ssn, n, v) VALUES (541782936, 5, 3.14), (212550148, -7, 1e400);":                                                                   "INSERT INTO t (ssn, n, v) VALUES (XXXXXXXXX, 5, 3.14), (XXXXXXXXX, -7, 1e400);",
		"UPDATE users SET password = 'it''s;x', note='b' WHERE ssn = '541-78-2936' AND x IN ('a', 'a.roe@corp.com');":                                      "UPDATE users SET password = '[PASSWORD_0]', note='b' WHERE ssn = '[SSN_0]' AND x IN ('a', '[EMAIL_0]');",
		"CREATE USER 'app'@'%' IDENTIFIED BY 'hun''ter22x';\nALTER ROLE bo WITH ENCRYPTED PASSWORD 'p''w99xy';\n":                                          "CREATE USER 'app'@'%' IDENTIFIED BY '[PASSWORD_0]';\nALTER ROLE bo WITH ENCRYPTED PASSWORD '[PASSWORD_1]';\n",
		"-- by a.roe@corp.com, it's\n/* bo@corp.com's */\nINSERT INTO t (a) VALUES ('x'); # c\n":                                                           "-- by [EMAIL_0], it's\n/* [EMAIL_1]'s */\nINSERT INTO t (a) VALUES ('x'); # c\n",
		"INSERT INTO t (doc) VALUES ('{\"password\": \"it''s\\\"9x\"}');":                                                                                  "INSERT INTO t (doc) VALUES ('{\"password\": \"[PASSWORD_0]\"}');",
		"ne', 'a.roe@corp.com', 'x');\nINSERT INTO t (password) VALUES ('it''s9x');":                                                                       "ne', '[EMAIL_0]', 'x');\nINSERT INTO t (password) VALUES ('[PASSWORD_0]');",
		"INSERT INTO t (path, password) VALUES ('C:\\', 'it''s9x');":                                                                                       "INSERT INTO t (path, password) VALUES ('C:\\', '[PASSWORD_0]');",
		"INSERT INTO t (id, password) VALUES (1, crypt('it''s9x', gen_salt('bf')));":                                                                       "INSERT INTO t (id, password) VALUES (1, crypt('[PASSWORD_0]', gen_salt('bf')));",
		"CREATE TABLE t (ssn text, n int);\nCOPY t FROM stdin;\n541782936\t5\n\\.\n":                                                                       "CREATE TABLE t (ssn text, n int);\nCOPY t FROM stdin;\n[SSN_0]\t5\n\\.\n",
		"COPY t (ssn, n) FROM stdin;\n541782936\t5\n\\.\n":                                                                                                 "COPY t (ssn, n) FROM stdin;\nXXXXXXXXX\t5\n\\.\n",
	} {
		out, fs := round(t, e, "x.sql", doc)
		for _, f := range fs {
			if isDigits(doc[f.Start:f.End]) {
				n := out[f.Out.Start:f.Out.End]
				if !isDigits(n) { // a string of digits
					continue
				}
				if n == doc[f.Start:f.End] {
					t.Errorf("a number becomes %s", n)
				}
				out = out[:f.Out.Start] + strings.Repeat("X", len(n)) + out[f.Out.End:]
			}
		}
		if out != want {
			t.Errorf("%s\nbecomes %s\nwant    %s", doc, out, want)
		}
		if f := format.Detect("", doc).Name; f != format.Detect("", want).Name {
			t.Errorf("%s is %s, sanitized it is another", doc, f)
		}
	}
}

func FuzzSQL(f *testing.F) {
	for _, s := range []string{
		"INSERT INTO users (who, password) VALUES ('bo', 'hun''ter22x'), ('al', NULL);\n", "INSERT INTO `u` (`password`) VALUES ('p\\'w\\\\9xyz',7,0x41,\"q\");",
		"CREATE '000\nCOPY t FROM stdin;\n000'000", "CREATE 'x\nCOPY x;\n000'000",
		"CREATE TABLE u (id int, password text);\nCOPY u FROM stdin;\n1\tp\\tw9xyz\n\\N\t\\N\n\\.\nSELECT 'a.roe@corp.com';", "UPDATE t SET password = E'p\\'w9xyz' WHERE ssn = 541782936;", "INSERT INTO t(password) VALUES (q'[it's9xyz]', $a$it's9xyz$a$, N'x')",
		"/*!40000 x */ -- a.roe@corp.com\n# bo@corp.com\n[it's] 'a", "e', 'a.roe@corp.com');\nINSERT INTO t VALUES ('C:\\', 'a.roe@corp.com')", "INSERT INTO t(a) VALUES ('{\"password\": \"p''w9xyz\"}')", "CREATE USER a IDENTIFIED BY 'hunter22x';",
	} {
		f.Add(s)
	}
	es := engines(f)
	f.Fuzz(func(t *testing.T, doc string) {
		for _, e := range es {
			checkInvariants(t, e, "sql", doc)
		}
		d := format.Document{Text: doc, Format: format.Named("sql")}
		whole := strings.Join(texts(d), "\n")
		for size := 1; size < len(doc); size += 1 + size {
			if got := strings.Join(texts(format.Parts(format.Document{Text: doc, Format: d.Format}, size)...), "\n"); got != whole {
				t.Fatalf("%q is\n%s\nand in parts of %d\n%s", doc, whole, size, got)
			}
		}
		for _, word := range strings.FieldsFunc(format.Outside(d), func(r rune) bool {
			return r < 0x80 && !('0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z' || r == '_')
		}) {
			if w := strings.ToLower(word); len(word) > 2 && w != "null" && w != "true" && w != "false" && w != "_binary" {
				t.Fatalf("%q: a word of %d bytes is in no scalar", doc, len(word))
			}
		}
	})
}

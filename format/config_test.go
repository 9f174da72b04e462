package format_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

func FuzzTOML(f *testing.F) {
	fuzz(f, "toml", "[database]\npassword = \"hunter22x\"\nport = 5432\n[a.\"b c\"]\ndb.password = 'hun\"ter22x' # mail a.roe@corp.com\n",
		"m = \"\"\"\nmail a.roe@corp.com\n\\\n   bo@corp.com\"\"\"\nn = '''\nx a.roe@corp.com''x'''''\n",
		"mail = \"a.roe\\u0040corp.com\"\nb=[\n \"a.roe@corp.com\", # bo@corp.com\n 'c@corp.com', {password='hunter22x', card = 4111111111111111}]\n",
		"10.11.12.13 = 1\n\"a.roe@corp.com\" = true\n[servers.10.11.12.13]\nssn=541782936\ndob = 1979-05-27\nd = { birthday = 1979-05-27, x = 1 }\n",
		"ello a.roe@corp.com\"\npassword = hunter22x # really\nx = [ 1,\n[b]\ny = \"z\"\n", "0000\n[", "[ssn]\nvalue = 541782936\nvalue = 1\n", "password = \"x\" \t\r\n[EMAIL_0]\r\na@b.com = {\"password\" \t= a@corp.com}",
		"k='''-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----'''")
}

func FuzzEnv(f *testing.F) {
	fuzz(f, "env", "export DB_PASSWORD=\"p$w\\\"0rd x\" # c a.roe@corp.com\nMAIL=a.roe@corp.com\nKEY: 'hunter22x'\nAPI_KEY: hunter22x\nEMPTY=\nX=${HOME}/x\nPASSWORD=hunter#22x\n",
		"URL=postgres://app:s3cr3t9x@db1:5432/x\nJSON='{\"password\":\"hunter22x\"}'\nB=-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEB\n-----END RSA PRIVATE KEY-----\nC=d\n",
		"PASSWORD='it\\'s x'\nPASSWORD=\"a\"'b@corp.com'`c@corp.com` d@corp.com\nPASSWORD='x\\'\nA=\"a.roe@corp.com\nmail a.roe@corp.com", "SECRET=`hunter22x\nz` #\n[EMAIL_0]=x\n")
}

func FuzzINI(f *testing.F) {
	fuzz(f, "ini", "; a.roe@corp.com\n[db]\npassword = hunter22x\nuser: bob\n[remote \"a.roe@corp.com\"]\n\turl = https://bob:hunter22x@git.corp.com/x\npass = \"hun\\\"ter22x\" ; foo\n",
		"password =\n   hunter22y\napi-key: hunter22z\nurl=a\n  b a.roe@corp.com\nc.d@corp.com = x\n10.11.12.13 ansible_ssh_pass=hunter22x\n10.11.12.14\n",
		"//registry.example.com/:_authToken=26e78987-f2dd-4e47-a9d4-b7d7b9f3dea3\npassword=a\\\n b@corp.com\n[a.roe@corp.com]]x = bo@corp.com ; c@corp.com", "[ssn]\nvalue = 541782936\nvalue = 1\n", "pass=\"a\" #000\n 0", "[EMAIL_0] = '[EMAIL_1]'\r\npassword=\"a\" \"b\"\r\n x")
}

func FuzzProperties(f *testing.F) {
	fuzz(f, "properties", "spring.datasource.password=hunter22x\nmail.to:a.roe\\u0040corp.com\nlong=a, \\\n   a.roe@corp.com\na\\ b\\:c=hunter22x\n! a.roe@corp.com\ndb.password = hun\\\\ter22x \nurl=jdbc\\:mysql\\://u\\:p@h/x\n",
		"a.roe@corp.com\r b@corp.com\\\r\n  c\\\n", "password\\\n =\\\n  hunter22x\\", "k -----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEB\n-----END RSA PRIVATE KEY-----\nx=\\ud83d\\ude00\\ud83d")
}

func FuzzNetrc(f *testing.F) {
	fuzz(f, "netrc", "machine git.corp.com login bob password hunter22x\nmachine api.corp.com\n\tlogin a.roe@corp.com\n\tpassword \"hunter 22x\"\n# c@corp.com\nmacdef init\ncd /x\nput c@corp.com\n\ndefault login anonymous password c@corp.com\n",
		"password\n\n\"a.roe@corp.com\\\" x\" y a.roe@corp.com login\n", "password \"\"x\r\nlogin #a.roe@corp.com # x")
}

func fuzz(f *testing.F, name string, seeds ...string) {
	for _, s := range seeds {
		f.Add(s)
	}
	es := engines(f)
	f.Fuzz(func(t *testing.T, doc string) {
		for _, e := range es {
			checkInvariants(t, e, name, doc)
		}
		checkCut(t, name, doc)
		checkWhole(t, name, doc)
	})
}

// checkWhole holds that every letter and digit is in a scalar, but for the words of a format.
func checkWhole(t *testing.T, name, doc string) {
	t.Helper()
	left := []byte(doc)
	format.Document{Text: doc, Format: format.Named(name)}.Scalars(func(s *format.Scalar) bool {
		for i := format.Raw(s).Start; i < format.Raw(s).End; i++ {
			left[i] = ' '
		}
		return true
	})
	for _, word := range strings.FieldsFunc(string(left), func(r rune) bool { return r < 0x80 && !('0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z') }) {
		switch word {
		case "true", "false", "export", "\ufeff", "default", "macdef", "machine", "host", "login", "user", "password", "account", "port":
		default:
			t.Fatalf("%q: a word of %d bytes is in no scalar: %q", doc, len(word), left)
		}
	}
}

// checkCut holds parts of a document to what they are in the whole.
func checkCut(t *testing.T, name, doc string) {
	t.Helper()
	f := format.Named(name)
	n := format.Cut(f, doc)
	if n < 0 || n > len(doc) {
		t.Fatalf("%q is cut at %d", doc, n)
	}
	if n == 0 {
		return
	}
	whole, parts := scalars(f, doc), append(scalars(f, doc[:n]), scalars(f, doc[n:])...)
	if strings.Join(whole, "\n") != strings.Join(parts, "\n") {
		t.Fatalf("%q is\n%q\nand cut at %d\n%q", doc, whole, n, parts)
	}
}

func scalars(f *format.Format, doc string) (all []string) {
	format.Document{Text: doc, Format: f}.Scalars(func(s *format.Scalar) bool {
		all = append(all, fmt.Sprintf("%d %q %q", s.Kind, s.Label, s.Text))
		return true
	})
	return all
}

// Whatever comes is read in one walk.
func TestHostileConfigs(t *testing.T) {
	const n = 1 << 20
	for _, name := range []string{"toml", "env", "ini", "properties", "netrc"} {
		for _, x := range []string{
			"[", "a=[", "a={", "{", "]", "\"", "'", "`", "\"\"\"\n", "'''\n", "a=\"\"\"x\n", "a='''\n", "A=\"\n", "A='x\\'y\n", "A=`\n", "\\", "a=\\\n", "a=#", "#", "a#", "a=b#",
			"a = b\n c\n", "a.", "\"a\".", "{\"a#\".\"b\"", "a=-----BEGIN \n", "-----BEGIN \n", "-----BEGIN x\n-----END ", "a=", "=", ":", "\n", "\r", " ", "\t", "login ", "login \"",
			"password\n", "macdef x\n", "macdef x\n\n", "[a]", "[[a]]\n", "a=[\n", "a=[\nb=1\n", "[a.", "a=1\n b=2\n", "{a=", "{a.b ", "\\u0041", "export A=", "[EMAIL_0]", "[EMAIL_", "a b\n", "[a]b=[c]",
		} {
			d := format.Document{Text: strings.Repeat(x, n/len(x)) + "\nx = a.roe@corp.com", Format: format.Named(name)}
			found := false
			d.Scalars(func(s *format.Scalar) bool { found = found || strings.Contains(s.Text, "a.roe@corp.com"); return true })
			format.Cut(d.Format, d.Text)
			format.Detect("", d.Text)
			if !found {
				t.Errorf("%s: behind %q the address is in no scalar", name, x)
			}
		}
	}
}

// It comes back, too.
func TestHostileConfigsComeBack(t *testing.T) {
	e := engine(t, cloak.Config{})
	const n = 1 << 18
	for name, xs := range map[string][]string{
		"toml": {"[", "a=[", "{a=", "a=[\nb=1\n", "a=\"\"\"x\n", "\"a\".", "a=b#"}, "env": {"A=\"\n", "A='x\\'y\n", "a=-----BEGIN \n", "-----BEGIN x\n-----END "},
		"ini": {"a = b\n c\n", "[a]", "a=\\\n", "[EMAIL_"}, "properties": {"\\", "a=\\\n", "\\u0041"}, "netrc": {"login ", "login \"", "macdef x\n"},
	} {
		for _, x := range xs {
			m := mapping(t)
			d := format.Document{Text: strings.Repeat(x, n/len(x)) + "\nx = a.roe@corp.com", Format: format.Named(name)}
			r, err := format.Sanitize(t.Context(), e, m, d, cloak.Source{})
			if err != nil {
				t.Fatalf("%s: %q: %v", name, x, err)
			}
			if back, _ := format.Restore(m, format.Document{Text: r.Text, Format: d.Format}, cloak.RestoreOptions{}); back != d.Text || strings.Contains(r.Text, "a.roe@") {
				t.Errorf("%s: %q does not come back, or was not replaced", name, x)
			}
		}
	}
}

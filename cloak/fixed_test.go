package cloak_test

import (
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

// Texts in whose sanitized form something was found that had not been found in them:
// what is replaced beside a value must not make one.
func TestNothingComesToLight(t *testing.T) {
	t.Parallel()
	texts := []string{
		"4.2.17.9 192.0.2.17\n+1\n::ffff:81.2.69.143:12 bis rue des Lilas, 69003 Lyon \r\n EMAIL_ :// 192.0.2.1“",
		"\\[API\\_KEY\\_REDACTED\\]  \nmachine h\nlogin bo\npassword example[.]com+SNYK_TOKEN=mLZHppepukmMtVKeRPnXcfhbescNBoS7@[CREDIT_CARD_０] ",
		"\nmachine h\nlogin bo\npassword user@host(o'd%30@co%72%700.c%6f%6d<[PASSWORD_REDACTED] DB_PASSWORD=EMAIL&#95;”",
		"3C22.FB9A.417E’sdXNlcjogMjEwLTIzLTUxNDY= user@host 617-392-4418 snmp-server community HUNTER2" + "SECRET.5postgres\\u003a\\u002f\\u002fapp\\u003aiNfhZad4rz\\u0040pg1\\u002ehalcyon\\u002eio\\u003a5432\\u002fcore%37:// ",
		"[PHONE_0 \nmachine h\nlogin bo\npassword a%20b[c]d9\\n5412\\u002d6342\\u002d9520\\u002d4264/%5BPHONE%5F0%5D7[IPV4_2[.]0]-[PHONE_0]. 3%632%32%2e%66%629%61%2e4%31%37e ",
		"192.0.2.17 541782936 sshpass -p EMAIL_ user@host-mysql -u root -ptr0ub4dor&3x 192.0.2.17 ",
		"docker login -u bo -p hunter22x --password tr0ub4dor&3x h",
		"ship to\n Apt. 5 7 db%2D7%2Ecorp%2Einternal ",
		"\nmachine h\nlogin bo\npassword a%20b[c]d9_é__postgres://app:7vjmnzyssa@pg1.halcyon.io:5432/core.5[EMAIL_0] ",
		"Suite 2\n085 175 7641-Office, 2nd floor",
		"x [EMAIL_0] 88 Larchmont Crescent, Halifax NS B3M 2T6 2\\u0031\\u0032-\\u0035\\u00355\\u002D\\u00301\\u00342 BUNDLE_GEMS__CORP__COM=u:QUkxMQkgv Decoy%2Dabcdefabcd ",
		// A word that only looked like one of a sentence, since another one followed.
		"BUNDLE_GEMS__CORP__COM=U:ZHLAODGCC。Denmark A+B1@CORP1.COM [ssn_0 \ufeff -----END RSA PRIVATE KEY-----=", "BUNDLE_GEMS__CORP__COM: u:Denmark。Zhlaod j.roe@corp1.com", "tool --password swordfish j.roe@corp1.com", "--password swordfish j.roe@corp1.com", "x (--password swordfish j.roe@corp1.com)",
		// A label that was a part of what the shadow shows.
		"build03\\u002elan  210-05-9765%37", "part&#46;lan on file: 541-78-2936.%37", "company 00445790 and  build03%2elan of password:\n  541-78-2936\n", " a build03%2elan  3566002020360505%37", " a serial\\u0031.lanหนังสือเดินทาง AA1234567%37",
		// A label right behind a value, and what it is the label of.
		"mdl 1:17-md-02804   617-392-4418หนังสือเดินทาง AA1234567",
		// The group of a number that was the beginning of another value.
		"plaka 82 ABC 617-392-4418", "plaka 82 ABC 2026@corp1.com",
		// What comes nearer when a stand-in is shorter.
		"buildConfigField (3c:22:fb:9a:41:7e 2026@corp1.com) of 'String' , 'API_KEY' , '\"951bc382db9cfee29c68634761dd6e19\"'\tAPI_KEY\t",
		"matricule 1893130105732 and Employee SSN:   4111 1111 1111 1111 of 987-65-4328 (W-2 on  c2VyaWFsOiA1NDEtNzgtMjkzNg== file)",
		// A string that ends where something is hidden.
		"INSERT INTO app.keys(name, \"api_token\")\nVALUES (E'it''s', '9Cnzj4p4WGeKLs1Pt8QuKUpR a 541-78-2936   db7.corp.internal)')",
		// Words that are counted, and were several.
		"htpasswd -nb Flat 3, 14 Elm Road, Leeds LS6 2AB Zx81plq", "wpa_passphrase  Flat 3, 14 Elm Road, Leeds LS6 2AB (A)HomeNet wolkenkuckuck", "machine 4111 1111 1111 1111\nlogin bo\naccount x\npassword orange\n",
	}
	for _, e := range []*cloak.Engine{tokens(t), decoys(t), newEngine(t, cloak.Config{Redact: true})} {
		for i, text := range texts {
			m, err := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{byte(i)}})
			if err != nil {
				t.Fatal(err)
			}
			out, _, err := e.Sanitize(t.Context(), m, text, cloak.Source{})
			if err != nil {
				t.Fatal(err)
			}
			if fs, err := e.Find(t.Context(), out); err != nil || len(fs) > 0 {
				t.Errorf("text %d: %d findings in what was sanitized, %v", i, len(fs), err)
			}
			if back, _ := m.Restore(out, cloak.RestoreOptions{}); back != text && !strings.Contains(out, "_REDACTED]") {
				t.Errorf("text %d does not come back", i)
			} else if back == text {
				for cut := range out {
					var b strings.Builder
					w := m.RestoreTo(&b, cloak.RestoreOptions{})
					for _, part := range []string{out[:cut], out[cut:]} {
						if _, err := w.Write([]byte(part)); err != nil {
							t.Fatal(err)
						}
					}
					if err := w.Close(); err != nil || b.String() != text {
						t.Errorf("text %d, in two parts at %d, does not come back: %v", i, cut, err)
					}
				}
			}
		}
	}
}

// What is replaced beside a bracket does not make a stand-in of what is disguised in it.
func TestNoStandInBesideWhatIsReplaced(t *testing.T) {
	e := decoys(t)
	m := newMapping(t)
	standIn := sanitize(t, e, m, "call 617-392-4418", cloak.Source{})[len("call "):]
	text := "plate B-MW 1234 (%3" + standIn[:3] + ") " + standIn[4:] + " "
	out := sanitize(t, e, m, text, cloak.Source{Echo: true})
	if out == text {
		t.Fatal("the plate stays")
	}
	want, _ := m.Restore(text, cloak.RestoreOptions{})
	if got, _ := m.Restore(out, cloak.RestoreOptions{}); got != want {
		t.Errorf("%q restores to %q, want %q", out, got, want)
	}
}

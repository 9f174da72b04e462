package format_test

import (
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

func TestHTTP(t *testing.T) {
	e := engine(t, cloak.Config{})
	bearer := "9Cnzj4p4WGe" + "KLs1Pt8QuKUpRx2v"
	session := "yVsOYYDVJX" + "RhovvuUvBEwJSuBVKpbYeZ"
	for doc, want := range map[string]string{
		"GET /users?ssn=541782936&q=a%20b HTTP/1.1\r\nHost: api.corp.com\r\nAuthorization: Bearer " + bearer + "\r\n\r\n":                                                                                                                                                                                    "GET /users?ssn=[SSN_0]&q=a%20b HTTP/1.1\r\nHost: api.corp.com\r\nAuthorization: Bearer [AUTH_HEADER_0]\r\n\r\n",
		"HTTP/1.1 200 OK\r\nSet-Cookie: sessionid=" + session + "; Path=/; HttpOnly\r\nContent-Type: application/json\r\n\r\n{\"password\":\"p\\\"ss w0rd\", \"n\": 1}\r\n":                                                                                                                                  "HTTP/1.1 200 OK\r\nSet-Cookie: sessionid=[COOKIE_0]; Path=/; HttpOnly\r\nContent-Type: application/json\r\n\r\n{\"password\":\"[PASSWORD_0]\", \"n\": 1}\r\n",
		"POST /login HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\nContent-Length: 62\n\nuser=bob&password=p%40ss+w0rd%21&mail=a.roe%40corp.com&n=1":                                                                                                                                            "POST /login HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\nContent-Length: 62\n\nuser=[USERNAME_0]&password=%5BPASSWORD_0%5D&mail=%5BEMAIL_0%5D&n=1",
		"> GET /x HTTP/1.1\r\n> Host: x.corp.com\r\n> X-Api-Key: " + bearer + "\r\n> \r\n< HTTP/1.1 404 Not Found\r\n< X-User: a.roe@corp.com\r\n< \r\nno a.roe@corp.com\n":                                                                                                                                  "> GET /x HTTP/1.1\r\n> Host: x.corp.com\r\n> X-Api-Key: [AUTH_HEADER_0]\r\n> \r\n< HTTP/1.1 404 Not Found\r\n< X-User: [EMAIL_0]\r\n< \r\nno [EMAIL_0]\n",
		"GET /x HTTP/1.1\r\nX-Note: to\r\n a.roe@corp.com\r\n\tand others\r\n\r\n":                                                                                                                                                                                                                           "GET /x HTTP/1.1\r\nX-Note: to\r\n [EMAIL_0]\r\n\tand others\r\n\r\n",
		"POST /x HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=\"b1\"\r\n\r\n--b1\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\np ss w0rd\r\n--b1\r\nContent-Disposition: form-data; name=\"meta\"\r\nContent-Type: application/json\r\n\r\n{\"ssn\":\"541-78-2936\"}\r\n--b1--\r\n": "POST /x HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=\"b1\"\r\n\r\n--b1\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n[PASSWORD_0]\r\n--b1\r\nContent-Disposition: form-data; name=\"meta\"\r\nContent-Type: application/json\r\n\r\n{\"ssn\":\"[SSN_0]\"}\r\n--b1--\r\n",
		"### log in\nPOST https://api.corp.com/login?dob=1984-03-12\nX-Patient-SSN: 541782936\n\n{\"password\": \"hunter22x\"}\n\n### next\nGET https://api.corp.com/\n":                                                                                                                                     "### log in\nPOST https://api.corp.com/login?dob=[DATE_OF_BIRTH_0]\nX-Patient-SSN: [SSN_0]\n\n{\"password\": \"[PASSWORD_0]\"}\n\n### next\nGET https://api.corp.com/\n",
		"GET /x?next=%2Fy%3Fssn%3D541782936&mail=a.roe%2540corp.com HTTP/1.1\r\nReferer: https://corp.com/z?mrn=MR4471920\r\n\r\n":                                                                                                                                                                           "GET /x?next=%2Fy%3Fssn%3D[SSN_0]&mail=[EMAIL_0] HTTP/1.1\r\nReferer: https://corp.com/z?mrn=[MEDICAL_RECORD_0]\r\n\r\n",
		"GET /x HTTP/1.1\r\nX-Meta: {\"ssn\": \"541\\u003782936\"}\r\nAuthorization: Bearer\r\n\t" + bearer + "\r\n\r\n":                                                                                                                                                                                     "GET /x HTTP/1.1\r\nX-Meta: {\"ssn\": \"\\u005BSSN_0\\u005D\"}\r\nAuthorization: Bearer\r\n\t[AUTH_HEADER_0]\r\n\r\n",
		"GET /x HTTP/1.1\r\nX-Patient-Id: 12345678\r\n\r\n":                                        "GET /x HTTP/1.1\r\nX-Patient-Id: [MEDICAL_RECORD_0]\r\n\r\n",
		"GET /x HTTP/1.1\r\nCookie: a=b; patient_id=12345678\r\n\r\n":                              "GET /x HTTP/1.1\r\nCookie: a=b; patient_id=[MEDICAL_RECORD_0]\r\n\r\n",
		"POST /x HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\n\npatient_id=12345678": "POST /x HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\n\npatient_id=[MEDICAL_RECORD_0]",
		"> HEAD /x HTTP/2\r\n> :authority: x.corp.com\r\n> Cookie: a=b; ssn=541782936\r\n>\r\n":    "> HEAD /x HTTP/2\r\n> :authority: x.corp.com\r\n> Cookie: a=b; ssn=[SSN_0]\r\n>\r\n",
	} {
		if out, _ := round(t, e, "x.http", doc); out != want {
			t.Errorf("%q\nbecomes %q\nwant    %q", doc, out, want)
		}
	}
}

func TestDetectHTTP(t *testing.T) {
	for doc, is := range map[string]bool{
		"GET /x HTTP/1.1\r\nHost: a\r\n\r\n":                             true,
		"HTTP/2 200\r\ncontent-type: text/html\r\n\r\n":                  true,
		"* Trying 192.0.2.1:443...\n* x\n> GET / HTTP/2\n> Host: a\n>\n": true,
		"GET https://example.com/\nAccept: text/html\n":                  true,
		"GET /x HTTP/1.1 was what they said\nand so: on\n":               false,
		"192.0.2.1 - - [x] \"GET /x HTTP/1.1\" 200\n":                    false,
		"GET /x HTTP/1.1\nthen nothing\n":                                false,
		"HTTP/1.1 is old\nHost: a\n":                                     false,
		"GET it done\nHost: a\n":                                         false,
		"Host: a\nGET /x HTTP/1.1\n":                                     false,
		"":                                                               false,
	} {
		if f := format.Detect("", doc); (f.Name == "http") != is {
			t.Errorf("%q is %s", doc, f.Name)
		}
	}
}

func TestHostileHTTP(t *testing.T) {
	const n = 1 << 20
	hostile(t, "http", map[string]string{
		"start lines": strings.Repeat("GET / HTTP/1.1\n", n/15) + "a.roe@corp.com",
		"headers":     "GET / HTTP/1.1\n" + strings.Repeat("a: b\n", n/5) + "x: a.roe@corp.com",
		"folded":      "GET / HTTP/1.1\na: b\n" + strings.Repeat(" c\n", n/3) + " a.roe@corp.com",
		"long header": "GET / HTTP/1.1\na: " + strings.Repeat("c ", n/2) + "a.roe@corp.com",
		"cookies":     "GET / HTTP/1.1\nCookie: " + strings.Repeat("a=b; ", n/5) + "x=a.roe@corp.com",
		"query":       "GET /?" + strings.Repeat("a=b&", n/4) + "m=a.roe@corp.com HTTP/1.1\n\n",
		"form":        "POST / HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\n\n" + strings.Repeat("a=b&", n/4) + "m=a.roe@corp.com",
		"escapes":     "POST / HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\n\na=" + strings.Repeat("%25", n/3) + "&m=a.roe@corp.com",
		"boundaries":  "POST / HTTP/1.1\nContent-Type: multipart/form-data; boundary=b\n\n" + strings.Repeat("--b\n\n", n/5) + "a.roe@corp.com",
		"blank lines": strings.Repeat("\n", n) + "a.roe@corp.com",
		"no message":  strings.Repeat("###\n", n/4) + "a.roe@corp.com",
		"marks":       strings.Repeat("> \n", n/3) + "a.roe@corp.com",
	})
}

// Parameters are found by their names, and what the whole is known by stays known.
func TestURLs(t *testing.T) {
	e := engine(t, cloak.Config{})
	hook := "https://hooks.slack" + ".com/services/T0ABCDEFG/B0ABCDEFG/" + "x7Kq2Lm9Vt4Rw8Zp3Bn6Yc1H"
	for url, want := range map[string]string{
		"https://corp.com/x?mrn=12345678&q=1":                                                     "https://corp.com/x?mrn=[MEDICAL_RECORD_0]&q=1",
		"https://corp.com/x?ssn=541782936&dob=1984-03-12#top":                                     "https://corp.com/x?ssn=[SSN_0]&dob=[DATE_OF_BIRTH_0]#top",
		"https://corp.com/x?mail=a.roe%2540corp.com":                                              "https://corp.com/x?mail=[EMAIL_0]",
		"https://corp.com/x?mail=a.roe%40corp.com":                                                "https://corp.com/x?mail=%5BEMAIL_0%5D",
		"https://corp.com/x?user[ssn]=541782936":                                                  "https://corp.com/x?user[ssn]=[SSN_0]",
		"https://corp.com/x;ssn=541782936/y":                                                      "https://corp.com/x;ssn=[SSN_0]/y",
		"https://corp.com/cb#/a?dob=1984-03-12":                                                   "https://corp.com/cb#/a?dob=[DATE_OF_BIRTH_0]",
		"https://corp.com/x?j=%7B%22ssn%22%3A%22541782936%22%7D":                                  "https://corp.com/x?j=%7B%22ssn%22%3A%22[SSN_0]%22%7D",
		"https://corp.com/x?u=https%3A%2F%2Fc.com%2F%3Fssn%3D541782936%26a":                       "https://corp.com/x?u=https%3A%2F%2Fc.com%2F%3Fssn%3D[SSN_0]%26a",
		"https://corp.com/x?mail=a.roe@corp.com&ssn=541782936":                                    "https://corp.com/x?mail=[EMAIL_0]&ssn=[SSN_0]",
		"postgres://app:p%40ss@db1.corp.com/x?sslmode=require":                                    "postgres://app:%5BURL_CREDENTIAL_0%5D@db1.corp.com/x?sslmode=require",
		"https://corp.com/x?mail=a.roe@corp.com%20541782936&ssn=a.roe@corp.com+541782936":         "https://corp.com/x?mail=[EMAIL_0]%20541782936&ssn=[EMAIL_0]+[SSN_0]",
		"https://corp.com/x?dob=03%2F12%2F1984&address=12+Main+Street%2C+Springfield%2C+IL+62704": "https://corp.com/x?dob=%5BDATE_OF_BIRTH_0%5D&address=[ADDRESS_0]",
		hook:                             "https://hooks.slack.com/services/[API_KEY_0]",
		"ssn=541782936&dob=1984-03-12":   "ssn=[SSN_0]&dob=[DATE_OF_BIRTH_0]",
		"https://corp.com/x?a=b&c=d%20e": "https://corp.com/x?a=b&c=d%20e",
	} {
		for _, around := range [][2]string{{`{"a":"`, `"}`}, {`{"a":"x","url":"\u0068` + "", `"}`}} {
			in, out := url, want
			if strings.HasSuffix(around[0], "68") { // an escape in front
				if url[0] != 'h' || want[0] != 'h' {
					continue
				}
				in, out = url[1:], want[1:]
			}
			if got, _ := round(t, e, "x.json", around[0]+in+around[1]); got != around[0]+out+around[1] {
				t.Errorf("%s\nbecomes %s\nwant    %s", in, got, out)
			}
		}
	}
}

// A value that a model moves into a URL is escaped there if no URL can hold it.
func TestURLMovedValue(t *testing.T) {
	e := engine(t, cloak.Config{})
	m := mapping(t)
	if _, err := format.Sanitize(t.Context(), e, m, format.Open("a.json", `{"password":"p ss<w0rd"}`), cloak.Source{}); err != nil {
		t.Fatal(err)
	}
	const reply, want = `{"url":"https://corp.com/?p=[PASSWORD_0]"}`, `{"url":"https://corp.com/?p=p%20ss%3Cw0rd"}`
	if back, _ := format.Restore(m, format.Open("a.json", reply), cloak.RestoreOptions{}); back != want {
		t.Errorf("it comes back as %s", back)
	}
}

// What means something in a URL comes back escaped as it was.
func TestURLEscapes(t *testing.T) {
	e := engine(t, cloak.Config{Patterns: []cloak.Pattern{{Name: "x", Entity: "X", Expr: `x&[0-9]+#y`}}})
	for url, want := range map[string]string{
		"https://corp.com/?q=x%2526123%2523y":           "https://corp.com/?q=[X_0.1]",
		"https://corp.com/?q=%78%2526123%2523y&r=a%20b": "https://corp.com/?q=[X_0.1]&r=a%20b",
	} {
		if out, _ := round(t, e, "x.json", `["`+url+`"]`); out != `["`+want+`"]` {
			t.Errorf("%s becomes %s", url, out)
		}
	}
}

func FuzzHTTP(f *testing.F) {
	for _, s := range []string{
		"GET /users?ssn=541782936&q=a%20b HTTP/1.1\r\nHost: api.corp.com\r\nAuthorization: Bearer abcdefABCDEF0123456789xyzQ\r\n\r\n",
		"POST /login HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\n\nuser=bob&password=p%40ss+w0rd%21&mail=a.roe%40corp.com&n=1",
		"> GET /x HTTP/1.1\r\n> Cookie: a=b; sessionid=yVsOYYDVJXRhovvuUvBE\r\n>  more\r\n> \r\n< HTTP/1.1 404 Not Found\r\n< \r\nno a.roe@corp.com\n",
		"POST /x HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b1\r\n\r\n--b1\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\np ss w0rd\r\n--b1--\r\n",
		"GET /x?next=%2Fy%3Fssn%3D541782936&mail=a.roe%2540corp.com HTTP/1.1\r\nReferer: https://corp.com/z?mrn=MR4471920\r\n\r\n{\"a\":\"bo@corp.com\"}",
		"### a\nPOST https://api.corp.com/login?dob=1984-03-12\nX-Patient-SSN: 541782936\n\n{\"password\": \"hunter22x\"}\n",
	} {
		f.Add(s)
	}
	es := engines(f)
	f.Fuzz(func(t *testing.T, doc string) {
		for _, e := range es {
			checkInvariants(t, e, "http", doc)
		}
	})
}

func FuzzURL(f *testing.F) {
	for _, s := range []string{
		"https://corp.com/x?mrn=12345678&q=1#a=b", "https://u:p%40ss@corp.com/x;ssn=541782936/y?user[ssn]=541782936", "https://corp.com/x?mail=a.roe%2540corp.com&m=bo%40corp.com",
		"https://corp.com/x?j=%7B%22ssn%22%3A%22541782936%22%7D&password=a+b%2Bc", "ssn=541782936&dob=1984-03-12&u=https%3A%2F%2Fc.com%2F%3Fpassword%3Dhunter22x",
		`\u0068ttps://corp.com/?password=\u0068unter22x&mail=a.roe\u002540corp.com`, "a=[EMAIL_0]&mail=%5BEMAIL_0%5D&password=x%",
	} {
		f.Add(s)
	}
	es := engines(f)
	f.Fuzz(func(t *testing.T, url string) {
		for _, e := range es {
			checkInvariants(t, e, "json", `{"a": "`+url+`"}`)
		}
	})
}

package format_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/decoy"
	"github.com/seed-052fbf24/cloak/format"
)

const mailHead = "From: a.roe@corp.com\nSubject: x\nMIME-Version: 1.0\n"

// lines64 is base64 in lines of a width.
func lines64(s string, width int, eol string) string {
	s = b64(s)
	var b strings.Builder
	for len(s) > width {
		b.WriteString(s[:width] + eol)
		s = s[width:]
	}
	return b.String() + s
}

func TestMail(t *testing.T) {
	e := engine(t, cloak.Config{Terms: []cloak.Term{{Text: "José Dubois"}, {Text: "Zephyr Lee"}}})
	m := strings.ReplaceAll(mailHead, "a.roe@corp.com", "[EMAIL_0]")
	for doc, want := range map[string]string{
		"From: \"Roe, Ann\" <a.roe@corp.com>\nTo: Bo <bo@corp.com>,\n cy@corp.com\n\nHi a.roe@corp.com\n": "From: \"Roe, Ann\" <[EMAIL_0]>\nTo: Bo <[EMAIL_1]>,\n [EMAIL_2]\n\nHi [EMAIL_0]\n",
		// encoded words
		"From: =?utf-8?Q?Jos=C3=A9_Dubois?= <a.roe@corp.com>\nTo: x\n\n":            "From: =?utf-8?Q?=5BCUSTOM=5F0=5D?= <[EMAIL_0]>\nTo: x\n\n",
		"From: =?ISO-8859-1?q?Jos=E9_Dubois?= <a.roe@corp.com>\nTo: x\n\n":          "From: =?ISO-8859-1?q?=5BCUSTOM=5F0=5D?= <[EMAIL_0]>\nTo: x\n\n",
		"From: x\nTo: =?utf-8?Q?a=20Zephyr?=\r\n =?utf-8?Q?_Lee=2E?= <x>\n\n":       "From: x\nTo: =?utf-8?Q?a=20=5BCUSTOM=5F0=5D=2E?= <x>\n\n",
		"From: x\nSubject: =?UTF-8?B?" + b64("as José Dubois says") + "?=\n\n":      "From: x\nSubject: =?UTF-8?B?" + b64("as [CUSTOM_0] says") + "?=\n\n",
		"From: x\nSubject: =?utf-8?B?YSBaZXBo?=\r\n =?utf-8?B?eXIgTGVlIQ==?= x\n\n": "From: x\nSubject: =?utf-8?B?" + b64("a [CUSTOM_0]!") + "?= x\n\n",
		"From: x\nSubject: =?latin1?B?Sm9z6SBEdWJvaXM=?=\n\n":                       "From: x\nSubject: =?latin1?B?" + b64("[CUSTOM_0]") + "?=\n\n",
		// mbox
		"From a.roe@corp.com Mon Nov 30 16:53:26 2026\nFrom: a.roe@corp.com\n\n>From bo@corp.com\n\nFrom x Mon Nov 30 16:53:26 2026\nTo: Zephyr\n Lee\n\nhi\n": "From [EMAIL_0] Mon Nov 30 16:53:26 2026\nFrom: [EMAIL_0]\n\n>From [EMAIL_1]\n\nFrom x Mon Nov 30 16:53:26 2026\nTo: [CUSTOM_0]\n\nhi\n",
		// quoted-printable
		mailHead + "Content-Transfer-Encoding: quoted-printable\n\nmail bo=40corp.com or b=\no@corp.com=\n, =3D\n":                      m + "Content-Transfer-Encoding: quoted-printable\n\nmail [EMAIL_1] or [EMAIL_1.1]=\n, =3D\n",
		mailHead + "Content-Type: text/plain; charset=windows-1252\nContent-Transfer-Encoding: Quoted-Printable\n\nJos=E9 Dubois =80\n": m + "Content-Type: text/plain; charset=windows-1252\nContent-Transfer-Encoding: Quoted-Printable\n\n[CUSTOM_0] =80\n",
		mailHead + "Content-Type: text/plain; charset=iso-8859-1\n\nJos\xe9 Dubois, \xe4\n":                                             m + "Content-Type: text/plain; charset=iso-8859-1\n\n[CUSTOM_0], \xe4\n",
		// base64
		mailHead + "Content-Transfer-Encoding: base64\n\n" + b64("to bo@corp.com") + "\n":                                                 m + "Content-Transfer-Encoding: base64\n\n" + b64("to [EMAIL_1]") + "\n",
		mailHead + "Content-Type: application/json\nContent-Transfer-Encoding: base64\n\n" + b64(`{"password": "p\"ss'w0rd x\\"}`) + "\n": m + "Content-Type: application/json\nContent-Transfer-Encoding: base64\n\n" + b64(`{"password": "[PASSWORD_0]"}`) + "\n",
		mailHead + "Content-Type: multipart/mixed;\r\n boundary=\"=_x y\"\n\nbo@corp.com\n--=_x y\nContent-Type: text/plain; name*0=a; name*1=\".json\"\n\n{\"password\": \"hunter22x\"}\n--=_x y\nContent-Transfer-Encoding: base64\n\n" + b64("to bo@corp.com") + "\n--=_x y--\nbo@corp.com\n": m + "Content-Type: multipart/mixed;\r\n boundary=\"=_x y\"\n\n[EMAIL_1]\n--=_x y\nContent-Type: text/plain; name*0=a; name*1=\".json\"\n\n{\"password\": \"[PASSWORD_0]\"}\n--=_x y\nContent-Transfer-Encoding: base64\n\n" + b64("to [EMAIL_1]") + "\n--=_x y--\n[EMAIL_1]\n",
		// broken
		"it says\n--b1\nContent-Transfer-Encoding: base64\n\n" + b64("to bo@corp.com") + "\n--b1\nContent-Type: text/plain\n\nhi bo@corp.com": "it says\n--b1\nContent-Transfer-Encoding: base64\n\n" + b64("to [EMAIL_0]") + "\n--b1\nContent-Type: text/plain\n\nhi [EMAIL_0]",
		mailHead + "no header bo@corp.com\nX: y":                                            m + "no header [EMAIL_1]\nX: y",
		mailHead + "Content-Transfer-Encoding: base64\n\n" + b64("to bo@corp.com, ") + "YQ": m + "Content-Transfer-Encoding: base64\n\n" + b64("to [EMAIL_1], ") + "YQ",
		mailHead + "Content-Transfer-Encoding: base64\n\nThis is no base64: bo@corp.com\n":  m + "Content-Transfer-Encoding: base64\n\nThis is no base64: [EMAIL_1]\n",
		// a message in a message
		mailHead + "Content-Type: message/rfc822\n\nFrom: bo@corp.com\nContent-Transfer-Encoding: base64\n\n" + b64("to bo@corp.com") + "\n": m + "Content-Type: message/rfc822\n\nFrom: [EMAIL_1]\nContent-Transfer-Encoding: base64\n\n" + b64("to [EMAIL_1]") + "\n",
	} {
		out, _ := round(t, e, "x.eml", doc)
		if out != want {
			t.Errorf("%q\nbecomes %q\nwant    %q", doc, out, want)
		}
		crlf := strings.ReplaceAll(strings.ReplaceAll(doc, "\r\n", "\n"), "\n", "\r\n")
		round(t, e, "x.mbox", crlf)
	}
}

// What a model writes into a mail is restored as its place has it, and begins no header.
func TestMailFragments(t *testing.T) {
	const value = "Jö=20 Lee\nBcc: x"
	m, in := withPair(t, value)
	for doc, want := range map[string]string{
		"Subject: " + in + "\nX: y\n\n":                                                                         "Subject: Jö=20 Lee\n Bcc: x\nX: y\n\n",
		"Subject: =?utf-8?Q?=5BCUSTOM=5F0=5D?= x\n\n":                                                           "Subject: =?utf-8?Q?J=C3=B6=3D20_Lee=0ABcc=3A_x?= x\n\n",
		"Subject: =?latin1?Q?" + in + "?= x\n\n":                                                                "Subject: =?latin1?Q?J=F6=3D20_Lee=0ABcc=3A_x?= x\n\n",
		"Subject: =?utf-8?b?" + b64("a "+in) + "?= x\n\n":                                                       "Subject: =?utf-8?b?" + b64("a "+value) + "?= x\n\n",
		"Content-Transfer-Encoding: quoted-printable\n\n" + in + "=3D":                                          "Content-Transfer-Encoding: quoted-printable\n\nJ=C3=B6=3D20 Lee\nBcc: x=3D",
		"Content-Transfer-Encoding: base64\n\n" + b64(in):                                                       "Content-Transfer-Encoding: base64\n\n" + b64(value),
		"Content-Type: a/json; charset=cp1252\nContent-Transfer-Encoding: quoted-printable\n\n[\"" + in + "\"]": "Content-Type: a/json; charset=cp1252\nContent-Transfer-Encoding: quoted-printable\n\n[\"J=F6=3D20 Lee\\nBcc: x\"]",
	} {
		if out, gaps := format.Restore(m, format.Open("x.eml", doc), cloak.RestoreOptions{Sent: []int{0}}); out != want || len(gaps) != 0 {
			t.Errorf("%q\nbecomes %q\nwant    %q; %d gaps", doc, out, want, len(gaps))
		}
	}
}

// An image is left alone, and what is text is read, whatever either is said to be.
func TestMailBinary(t *testing.T) {
	e := engine(t, cloak.Config{})
	for body, found := range map[string]int{
		"\x89PNG\r\n\x1a\n\x00 a.roe@corp.com": 0, "%PDF-1.4\na.roe@corp.com": 0, strings.Repeat("\x00\x01a", 99) + "a.roe@corp.com": 0,
		"%PD a.roe@corp.com": 1, "a.roe@corp.com\x00": 1, "\xff\xfea\x00@\x00b\x00c\x00.\x00i\x00o\x00": 1, "Gr\xfc\xdfe a.roe@corp.com": 1,
	} {
		for _, media := range []string{"image/png", "text/plain", "application/octet-stream"} {
			if _, fs := round(t, e, "x.eml", "To: x\nContent-Type: "+media+"\nContent-Transfer-Encoding: base64\n\n"+lines64(body, 76, "\n")+"\n"); len(fs) != found {
				t.Errorf("%q as %s: %d findings", body, media, len(fs))
			}
		}
	}
}

// Lines of base64 are as wide as they were, whatever becomes of what they hold.
func TestMailBase64Lines(t *testing.T) {
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	long := "https://app:" + strings.Repeat("s3cr3tX9q", 9) + "@corp.com/x"
	for _, e := range []*cloak.Engine{engine(t, cloak.Config{}), engine(t, cloak.Config{Replacer: g}), engine(t, cloak.Config{Terms: []cloak.Term{{Text: long}}})} {
		for _, text := range []string{"to a.roe@corp.com", long, long + " and so on, " + strings.Repeat("x y ", 60), strings.Repeat("a.roe@corp.com ", 40)} {
			for _, width := range []int{4, 60, 64, 72, 76, 100, 1000, 2000} {
				for _, eol := range []string{"\n", "\r\n"} {
					for _, tail := range []int{0, 1, 2, 3, 9} {
						body := lines64(text, width, eol)
						out, fs := round(t, e, "x.eml", mailHead+"Content-Transfer-Encoding: base64\n\n"+body+strings.Repeat(eol, tail))
						if tail < 3 && (len(fs) < 2 || strings.Contains(out, body)) {
							t.Errorf("%d characters in lines of %d: %d findings", len(text), width, len(fs))
						}
					}
				}
			}
		}
	}
}

// What is changed in quoted-printable is in lines that are short enough.
func TestMailSoftBreaks(t *testing.T) {
	e := engine(t, cloak.Config{Terms: []cloak.Term{{Text: "Li"}}})
	for n := range 76 {
		for _, k := range []int{1, 3, 20} {
			line := strings.Repeat("x", n) + strings.Repeat(" Li", k) + " "
			var b bytes.Buffer
			w := quotedprintable.NewWriter(&b)
			_, _ = w.Write([]byte(line + strings.Repeat("y", 100) + "\r\nhi\r\n"))
			w.Close()
			out, _ := round(t, e, "x.eml", strings.ReplaceAll(mailHead, "\n", "\r\n")+"Content-Transfer-Encoding: quoted-printable\r\n\r\n"+b.String())
			for _, l := range strings.Split(out, "\r\n") {
				if len(l) > 76 {
					t.Fatalf("after %d bytes a line has %d: %q", n, len(l), l)
				}
			}
			if strings.Contains(out, "Li") {
				t.Error(out)
			}
		}
	}
}

// A message is what package net/mail reads, with the same parts.
func TestMailParts(t *testing.T) {
	secret := "gh" + "p_" + "9Cnzj4p4WGeKLs1Pt8QuKUpRaB3dE5fGhIjK"
	doc := realMail(secret)
	for i, e := range engines(t) {
		out, fs := round(t, e, "", doc)
		if len(fs) < 12 {
			t.Errorf("%d findings", len(fs))
		}
		was, is := mailTexts(t, doc, true), mailTexts(t, out, i == 1)
		if len(was) != len(is) || len(was) != 7 {
			t.Fatalf("%d parts, and %d", len(was), len(is))
		}
		for i, text := range is {
			if strings.Contains(text, "corp.com") || strings.Contains(text, secret) || strings.Contains(text, "hunter22x") {
				t.Errorf("part %d: %s", i, text)
			}
		}
		if was[6] != is[6] {
			t.Error("the image is another")
		}
	}
}

func realMail(secret string) string {
	qp := func(s string) string {
		var b bytes.Buffer
		w := quotedprintable.NewWriter(&b)
		_, _ = io.WriteString(w, s)
		w.Close()
		return strings.ReplaceAll(b.String(), "\r\n", "\n")
	}
	doc := `Return-Path: <bounce-17@lists.corp.com>
Received: from mx1.corp.com (mx1.corp.com [203.0.113.9])
	by mail.corp.com with ESMTPS id 4Tx9; Mon, 30 Nov 2026 16:53:26 +0000
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=corp.com; s=k1;
	bh=frcCV1k9oG9oKj3dpUqdJg1PxRT2RSN/XKdLCPjaYaY=; b=abc
Message-ID: <20261130165326.1234@mail.corp.com>
Date: Mon, 30 Nov 2026 16:53:26 +0000
From: ` + mime.QEncoding.Encode("utf-8", "Märie Dubois") + ` <m.dubois@corp.com>
To: "Roe, Ann" <a.roe@corp.com>, =?utf-8?B?` + b64("Bo bo@corp.com é") + `?= <bo@corp.com>
Subject: ` + mime.QEncoding.Encode("utf-8", "Zugänge für a.roe@corp.com und viele andere, die noch keinen haben: bitte heute einrichten") + `
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="outer=_1"

A message in MIME.
--outer=_1
Content-Type: multipart/alternative; boundary="inner=_2"

--inner=_2
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

` + qp("Hallo Ann,\n\ndein Zugang für die Ablage ist a.roe@corp.com, password=hunter22x, und ein Schlüssel dazu: "+secret+" – bitte nicht weitergeben.\nGrüße\n") + `
--inner=_2
Content-Type: text/html; charset=iso-8859-1
Content-Transfer-Encoding: 8bit

<p>Gr` + "\xfc" + `ße an <a href="mailto:bo@corp.com">Bo</a></p>
--inner=_2--

--outer=_1
Content-Type: application/json; name="config.json"
Content-Disposition: attachment; filename="config.json"
Content-Transfer-Encoding: base64

` + lines64(`{"user": "a.roe@corp.com", "password": "p\"hunter22x", "note": "`+strings.Repeat("long ", 30)+`"}`, 76, "\n") + `
--outer=_1
Content-Type: text/csv
Content-Disposition: attachment; filename*=utf-8''liste%20a.csv

mail,n
cy@corp.com,3
--outer=_1
Content-Type: application/octet-stream; name=notes
Content-Transfer-Encoding: base64

` + lines64("Notes: ask dee@corp.com\n", 76, "\n") + `
--outer=_1
Content-Type: message/rfc822

From: a.roe@corp.com
Subject: =?utf-8?Q?an=20bo=40corp=2Ecom?=

Hi
--outer=_1
Content-Type: image/png; name=x.png
Content-Transfer-Encoding: base64

` + lines64("\x89PNG\r\n\x1a\n"+strings.Repeat("\x00\x01\x02\xff", 200), 76, "\n") + `
--outer=_1--
`
	return strings.ReplaceAll(doc, "\n", "\r\n")
}

// mailTexts are the headers and parts of a message, decoded by the standard library.
func mailTexts(t *testing.T, doc string, addresses bool) (texts []string) {
	m, err := mail.ReadMessage(strings.NewReader(doc))
	if err != nil {
		t.Fatal(err)
	}
	var dec mime.WordDecoder
	for _, h := range []string{"From", "To", "Subject"} {
		s, err := dec.DecodeHeader(m.Header.Get(h))
		if err != nil {
			t.Error(err)
		}
		if h != "Subject" && addresses { // a token is none
			if _, err := m.Header.AddressList(h); err != nil {
				t.Errorf("%s: %v", h, err)
			}
		}
		if strings.Contains(s, "=?") {
			t.Error(s)
		}
	}
	var walk func(kind string, r io.Reader)
	walk = func(kind string, r io.Reader) {
		media, params, err := mime.ParseMediaType(kind)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(media, "multipart/") {
			b, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(b))
			return
		}
		mr := multipart.NewReader(r, params["boundary"])
		for {
			p, err := mr.NextPart()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			body := io.Reader(p)
			if p.Header.Get("Content-Transfer-Encoding") == "base64" {
				body = base64.NewDecoder(base64.StdEncoding, p)
			}
			walk(p.Header.Get("Content-Type"), body)
		}
	}
	walk(m.Header.Get("Content-Type"), m.Body)
	return texts
}

// Nothing but a mail is taken for one, and that when it is sanitized, too.
func TestMailIsTold(t *testing.T) {
	for text, want := range map[string]string{
		mailHead + "\nhi": "mail", "From x@example.com Mon Nov 30 16:53:26 2026\nTo: x\nSubject: y\n\n": "mail", "From: x\nTo: y\n": "mail",
		"from: x\nto: y\nsubject: z\n": "text", "From: x\nand more\nTo: y\n": "text", "From here on\nTo: there\n": "text",
		"Host: x\nAccept: y\n\n": "text", "GET / HTTP/1.1\nFrom: x\nDate: y\n\n": "http", "Dear all,\nFrom: x\nTo: y\n": "text", "Date: 1\n\nTo: x\n": "text", "": "text", "\n": "text", "From: x\nX: \n\nTo: y": "text",
	} {
		if f := format.Detect("", text); f.Name != want {
			t.Errorf("%q is %s", text, f.Name)
		}
	}
}

func TestHostileMail(t *testing.T) {
	const n = 1 << 20
	qp := mailHead + "Content-Transfer-Encoding: quoted-printable\n\n"
	b := mailHead + "Content-Transfer-Encoding: base64\n\n"
	var nest strings.Builder
	for i := range n / 64 {
		fmt.Fprintf(&nest, "--%d\nContent-Type: multipart/mixed; boundary=%d\n\n", i, i+1)
	}
	hostile(t, "mail", map[string]string{
		"one header":           "Subject: " + strings.Repeat("x", n) + " a.roe@corp.com",
		"headers":              strings.Repeat("X: y\n", n/5) + "To: a.roe@corp.com",
		"folds":                "X: y" + strings.Repeat("\n ", n/2) + "a.roe@corp.com",
		"words":                "X: " + strings.Repeat("=?utf-8?Q?x?= ", n/14) + "a.roe@corp.com",
		"words, others":        "X: " + strings.Repeat("=?utf-8?Q?x?= =?utf-8?B?eA==?= ", n/32) + "a.roe@corp.com",
		"words, base64":        "X: " + strings.Repeat("=?utf-8?B?eA==?= ", n/17) + "a.roe@corp.com",
		"begun words":          "X: " + strings.Repeat("=?u?Q?", n/6) + " a.roe@corp.com",
		"begun":                "X: " + strings.Repeat("=?", n/2) + " a.roe@corp.com",
		"breaks":               "X: =?u?Q?" + strings.Repeat("?= ", n/3) + " a.roe@corp.com",
		"soft breaks":          qp + strings.Repeat("=\n", n/2) + "a.roe@corp.com",
		"equals":               qp + strings.Repeat("=", n) + " a.roe@corp.com",
		"blanks":               qp + strings.Repeat("= ", n/2) + " a.roe@corp.com",
		"escapes":              qp + strings.Repeat("=41", n/3) + " a.roe@corp.com",
		"addresses":            qp + strings.Repeat("a.roe@corp.com ", n/60),
		"base64":               b + lines64(strings.Repeat("x ", n/2)+"a.roe@corp.com", 76, "\n"),
		"binary":               b + lines64(strings.Repeat("\x00\x01\xfe", n/4), 76, "\n") + "\n\na.roe@corp.com",
		"base64, one line":     b + b64(strings.Repeat("x ", n/2)+"a.roe@corp.com"),
		"lines without base64": b + strings.Repeat("\n", n) + "a.roe@corp.com",
		"boundaries":           mailHead + nest.String() + "a.roe@corp.com",
		"dashes":               strings.Repeat("--", n/2) + "\na.roe@corp.com",
		"parts":                mailHead + "Content-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\nX: y\n\n", n/10) + "a.roe@corp.com",
		"messages":             mailHead + "Content-Type: message/rfc822\n\n" + strings.Repeat("Content-Type: message/rfc822\n\n", n/30) + "a.roe@corp.com",
		"senders":              strings.Repeat("From x Mon Nov 30 16:53:26 2026\n\n", n/33) + "a.roe@corp.com",
		"mails in mails":       strings.Repeat("From: x\nContent-Type: text/plain; name=a.eml\n\n", n/48) + "a.roe@corp.com",
		"parameters":           "Content-Type: x" + strings.Repeat(";a=b", n/4) + "\n\na.roe@corp.com",
	})
}

func FuzzMail(f *testing.F) {
	for _, s := range []string{
		realMail("hunter22x"), "From: =?utf-8?Q?a=40corp.com?=\r\n =?utf-8?Q?x?= <a.roe@corp.com>\n\n=?utf-8?B?YS5yb2VAY29ycC5jb20=?=",
		"From: =?utf-8?B?YS5yb2VAY29y?= =?utf-8?B?cC5jb20=?=\nTo: =?latin1?B?4A==?= a.roe@corp.com\n\n", mailHead + "Content-Transfer-Encoding: quoted-printable\n\na.roe=40corp.com a.r=\noe@corp.com=\n=",
		mailHead + "Content-Transfer-Encoding: base64\n\n" + b64("a.roe@corp.com \xe4") + "\n\n\n\n", "From x Mon Nov 30 16:53:26 2026\nTo: y\n\n--b\nContent-Type: text/plain; charset=latin1\n\nJos\xe9 a.roe@corp.com\n--b--",
		mailHead + "Content-Type: multipart/x; boundary=b\nContent-Transfer-Encoding: quoted-printable\n\n--b\nContent-Type: a/json; charset=cp1252\nContent-Transfer-Encoding: quoted-printable\n\n{\"password\": \"hunter22=80\"}\n--b",
	} {
		f.Add(s)
	}
	es := engines(f)
	f.Fuzz(func(t *testing.T, doc string) {
		for _, e := range es {
			checkInvariants(t, e, "mail", doc)
		}
	})
}

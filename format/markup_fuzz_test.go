package format_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// xmlShape is the tokens of a document without what its text and attributes say; false if
// it is none.
func xmlShape(doc string) (string, bool) {
	var b strings.Builder
	d := xml.NewDecoder(strings.NewReader(doc))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	for {
		x, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return b.String(), true
		}
		if err != nil {
			return "", false
		}
		switch x := x.(type) {
		case xml.StartElement:
			b.WriteString("<" + x.Name.Local)
			for _, a := range x.Attr {
				b.WriteString(" " + a.Name.Local)
			}
		case xml.EndElement:
			b.WriteString("/" + x.Name.Local)
		case xml.CharData:
			if strings.TrimSpace(string(x)) != "" {
				b.WriteString("t")
			}
		case xml.Comment:
			b.WriteString("c")
		case xml.ProcInst:
			b.WriteString("?" + x.Target)
		case xml.Directive:
			if !bytes.HasPrefix(x, []byte("DOCTYPE")) {
				return "", false
			}
			b.WriteString("!")
		}
	}
}

// validXML is of documents of elements with plain names: one whose name is a value cannot
// have a stand-in there.
func validXML(doc string) bool {
	shape, ok := xmlShape(doc)
	return ok && strings.Trim(shape, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ</ ?!") == ""
}

func FuzzXML(f *testing.F) {
	for _, s := range []string{
		`<?xml version="1.0"?><a b="x&amp;y" c='&quot;'>a.roe&#64;corp.com<!-- bo@corp.com --><![CDATA[ann@corp.com]]></a>`,
		`<password>p&lt;9x"'yz</password>`, `<a><key>password</key><string>p&amp;w9xyz</string></a>`, `<!DOCTYPE a [<!ENTITY x "a.roe@corp.com">]>`, `<!DOCTYPE "a.roe@corp.com"x>`, "<!a.roe@corp.com>", `<a.roe@corp.com> <b`, `<a b="<a b='`,
		`lue="a.roe@corp.com"/></a>`, `<a>&#xD800;&notit;&amp&#;&;a.roe@corp.com</a>`, "<a\n b = 'a.roe@corp.com\r\n'>\r\na</a>", `<x541782936 ssn="541-78-2936"/>`, `<a>{"password": "p&quot;w9xyz"}</a>`,
	} {
		f.Add(s)
	}
	es := engines(f)
	f.Fuzz(func(t *testing.T, doc string) {
		for _, e := range es {
			checkInvariants(t, e, "xml", doc)
			checkShape(t, e, doc)
		}
	})
}

// checkShape holds a document that encoding/xml reads to its tokens.
func checkShape(t *testing.T, e *cloak.Engine, doc string) {
	was, ok := xmlShape(doc)
	if !ok || strings.Contains(doc, "]>") && !strings.Contains(doc, "]]>") { // a token in front of it makes ]]>
		return
	}
	r, err := format.Sanitize(t.Context(), e, mapping(t), format.Document{Text: doc, Format: format.Named("xml")}, cloak.Source{})
	if err != nil {
		return
	}
	if is, ok := xmlShape(r.Text); validXML(doc) && (!ok || is != was) {
		t.Fatalf("%q becomes %q, which is %q, and not %q", doc, r.Text, is, was)
	}
}

func FuzzHTML(f *testing.F) {
	for _, s := range []string{
		`<!doctype html><p a=x b='y' c>a.roe&commat;corp.com<br>Password: <b>hunter22x</b>`, `<script type=application/json>{"password":"p\"w9xyz"}</script>`, `<script>var a = "a.roe@corp.com"</scr`,
		`<table><tr><th>Password<td>hunter22x</table>`, `<input name=password value=hunter22x><input value="it&#39;s9x" type=password>`, `<% a.roe@corp.com %><style>bo@corp.com</style>`, `<p bo@corp.com>`, `<a href=mailto:a.roe@corp.com>`, `<!-- a.roe@corp.com --!>`,
		`"0&CommAt;0.AAA Pass:<A>00A0`, `"a.roe@corp.com Pass:<b>hunter22x</b>`, `<table><tr><th>"a.roe@corp.com Pass<td>hunter22x</table>`, `<dt>"a.roe@corp.com Password</dt><dd>hunter22x</dd>`, `<label>"a.roe@corp.com Pass</label> hunter22x`,
	} {
		f.Add(s)
	}
	es := engines(f)
	f.Fuzz(func(t *testing.T, doc string) {
		for _, e := range es {
			checkInvariants(t, e, "html", doc)
		}
	})
}

package format_test

import (
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

func TestXML(t *testing.T) {
	e := engine(t, cloak.Config{})
	for doc, want := range map[string]string{
		"<?xml version=\"1.0\"?>\n<a><password>p&amp;ss&lt;9x</password></a>\n":                                                           "<?xml version=\"1.0\"?>\n<a><password>[PASSWORD_0]</password></a>\n",
		`<settings><servers><server><id>x</id><username>jdoe42</username><password>hunter22x</password></server></servers></settings>`:    `<settings><servers><server><id>x</id><username>[USERNAME_0]</username><password>[PASSWORD_0]</password></server></servers></settings>`,
		`<configuration><appSettings><add key="DbPassword" value="p&quot;w'9x&#33;"/></appSettings></configuration>`:                      `<configuration><appSettings><add key="DbPassword" value="[PASSWORD_0]"/></appSettings></configuration>`,
		`<beans><property name='password' value='it&apos;s9x'/><entry key="password">hunter22x</entry></beans>`:                           `<beans><property name='password' value='[PASSWORD_0]'/><entry key="password">[PASSWORD_1]</entry></beans>`,
		"<plist version=\"1.0\"><dict>\n<key>password</key>\n<string>p&amp;w9xyz</string><key>n</key><integer>7</integer></dict></plist>": "<plist version=\"1.0\"><dict>\n<key>password</key>\n<string>[PASSWORD_0]</string><key>n</key><integer>7</integer></dict></plist>",
		`<a><property><name>db.password</name><value>it&#39;s9x&amp;</value></property></a>`:                                              `<a><property><name>db.password</name><value>[PASSWORD_0]</value></property></a>`,
		`<a><password><![CDATA[p&w<9x]]></password><!-- mail a.roe@corp.com --></a>`:                                                      `<a><password><![CDATA[[PASSWORD_0]]]></password><!-- mail [EMAIL_0] --></a>`,
		`<a><b>a.roe&#64;corp&#x2e;com</b><c>a.roe@corp.com</c></a>`:                                                                      `<a><b>[EMAIL_0]</b><c>[EMAIL_0.1]</c></a>`,
		`<a><doc>{"password": "it's\"9x"}</doc><doc>{&quot;password&quot;: &quot;it's9x&quot;}</doc></a>`:                                 `<a><doc>{"password": "[PASSWORD_0]"}</doc><doc>{&quot;password&quot;: &quot;[PASSWORD_1]&quot;}</doc></a>`,
		"<!DOCTYPE a [ <!ENTITY x \"a.roe@corp.com\"> ]>\n<a>&x; &unknown; &#xD800;</a>":                                                  "<!DOCTYPE a [ <!ENTITY x \"[EMAIL_0]\"> ]>\n<a>&x; &unknown; &#xD800;</a>",
		`<s:Envelope xmlns:s="x"><s:Body><wsse:Password Type="t">p&amp;w9xyz</wsse:Password></s:Body></s:Envelope>`:                       `<s:Envelope xmlns:s="x"><s:Body><wsse:Password Type="t">[PASSWORD_0]</wsse:Password></s:Body></s:Envelope>`,
		"# no XML\nby bo\npassword=hunter22x\n<a>":                                                                                        "# no XML\nby bo\npassword=[PASSWORD_0]\n<a>",
		`<a.roe@corp.com> < b && <c d="bo@corp.com"`:                                                                                      `<[EMAIL_0]> < b && <c d="[EMAIL_1]"`,
	} {
		if out, _ := round(t, e, "x.xml", doc); out != want {
			t.Errorf("%s\nbecomes %s\nwant    %s", doc, out, want)
		}
		if f := format.Detect("", doc).Name; f != format.Detect("", want).Name {
			t.Errorf("%s is %s, sanitized it is another", doc, f)
		}
	}
}

func TestHTML(t *testing.T) {
	e := engine(t, cloak.Config{})
	for doc, want := range map[string]string{
		"<!DOCTYPE html>\n<html><body><p>Mail a.roe&commat;corp.com<br>or bo@corp.com</p></body></html>":                                    "<!DOCTYPE html>\n<html><body><p>Mail [EMAIL_0]<br>or [EMAIL_1]</p></body></html>",
		`<input name=password value=hunter22x><input name="ssn" value='541-78-2936'><input type="password" value="it&#39;s9x">`:             `<input name=password value=[PASSWORD_0]><input name="ssn" value='[SSN_0]'><input type="password" value="[PASSWORD_1]">`,
		`<a href="mailto:a.roe@corp.com?subject=x&amp;y">Ann</a> <a href=tel:+1-617-392-4418>call</a>`:                                      `<a href="mailto:[EMAIL_0]?subject=x&amp;y">Ann</a> <a href=tel:[PHONE_0]>call</a>`,
		`<table><tr><th>Who</th><th>Password</th></tr><tr><td>bo</td><td>it's9xyz</td></tr></table>`:                                        `<table><tr><th>Who</th><th>Password</th></tr><tr><td>bo</td><td>[PASSWORD_0]</td></tr></table>`,
		`<table><tr><th>Password</th><td>it&#39;s9xyz</td></tr></table><p>Password: <b>hunter22x</b></p>`:                                   `<table><tr><th>Password</th><td>[PASSWORD_0]</td></tr></table><p>Password: <b>[PASSWORD_1]</b></p>`,
		`<dl><dt>Password</dt><dd>it&#39;s9xyz</dd></dl>`:                                                                                   `<dl><dt>Password</dt><dd>[PASSWORD_0]</dd></dl>`,
		`<script type="application/ld+json">{"password": "it's\"9x", "x": "</b>"}</script><SCRIPT>var password = "hunter22x"; a<b</SCRIPT>`: `<script type="application/ld+json">{"password": "[PASSWORD_0]", "x": "</b>"}</script><SCRIPT>var password = "[PASSWORD_1]"; a<b</SCRIPT>`,
		"<!-- a.roe@corp.com --><style>/* bo@corp.com */</style><% String pw = \"x\"; %>":                                                   "<!-- [EMAIL_0] --><style>/* [EMAIL_1] */</style><% String pw = \"x\"; %>",
		`<p data-json='{"password":"it\"s9x"}' title="a.roe@corp.com" bo@corp.com>`:                                                         `<p data-json='{"password":"[PASSWORD_0]"}' title="[EMAIL_0]" [EMAIL_1]>`,
	} {
		if out, _ := round(t, e, "x.html", doc); out != want {
			t.Errorf("%s\nbecomes %s\nwant    %s", doc, out, want)
		}
	}
}

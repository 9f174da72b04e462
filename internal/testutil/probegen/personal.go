package main

import (
	"strings"

	"github.com/seed-052fbf24/cloak/internal/testutil"
)

func (g *generator) contact() {
	g.open("email-prose", "EMAIL", "Please answer «"+g.Email()+"», not me.", "Please answer ", ", not me.")
	g.open("email-plus", "EMAIL", "cc: «"+g.Word(5)+"+tickets."+g.Word(4)+"@"+g.Domain()+"»")
	g.open("email-angle", "EMAIL", "From: Support <«"+g.Email()+"»>", "From: Support <", ">")
	g.open("email-mailto", "EMAIL", `<a href="mailto:«`+g.Email()+`»?subject=hello">write</a>`, "?subject=hello")
	g.open("email-apostrophe", "EMAIL", "reply-to o'"+"«"+g.Word(6)+"@"+g.Domain()+"»")
	g.open("email-json", "EMAIL", `{"owner":"«`+g.Email()+`»","active":true}`, `"active":true`)
	g.open("email-json-escape", "EMAIL", `{"body":"first\n«`+g.Email()+`»\nlast"}`, `{"body":"first\n`, `\nlast"}`)
	g.open("email-csv", "EMAIL", "17,«"+g.Email()+"»,open,2025-03-04", "17,", ",open,2025-03-04")
	g.open("email-many", "EMAIL", "to «"+g.Email()+"» «"+g.Email()+"»;«"+g.Email()+"»")
	g.open("email-idn", "EMAIL", "Anfrage an «"+g.Word(5)+"@bücher-"+g.Word(4)+".de» (Lager)", "(Lager)")
	g.open("email-emoji", "EMAIL", "🚚📦 shipped, ask «"+g.Email()+"» 🙂", "🚚📦 shipped, ask ", " 🙂")
	g.open("email-sentence", "EMAIL", "It came from «"+g.Email()+"». Nobody knew.", ". Nobody knew.")
	g.open("email-control", "EMAIL", "log\x01 «"+g.Email()+"»\x02 end", "\x02 end")

	g.open("phone-dashes", "PHONE", "reach me on «"+g.Phone("###-###-####")+"» after six", "after six")
	g.open("phone-parens", "PHONE", "Tel. «"+g.Phone("(###) ###-####")+"»")
	g.open("phone-dots", "PHONE", "fax: «"+g.Phone("###.###.####")+"»")
	g.open("phone-e164-us", "PHONE", "caller «"+g.Phone("+1##########")+"» hung up", "hung up")
	g.open("phone-e164-gb", "PHONE", "SMS to «+447402"+g.Draw(6, testutil.Digits)+"» failed", "failed")
	g.open("phone-gb-spaced", "PHONE", "ring «+44 20 7"+g.Draw(3, "1234568")+" "+g.Draw(4, testutil.Digits)+"» please", "please")
	g.open("phone-de-mobile", "PHONE", "Handy: «+49 151 2"+g.Draw(7, testutil.Digits)+"»")
	g.open("phone-de-national", "PHONE", "Tel.: «030 "+g.Draw(4, "456789")+g.Draw(4, testutil.Digits)+"»")
	g.open("phone-fr", "PHONE", "téléphone «06 1"+g.Draw(1, testutil.Digits)+" "+g.Draw(2, testutil.Digits)+" "+g.Draw(2, testutil.Digits)+" "+g.Draw(2, testutil.Digits)+"»")
	g.open("phone-fr-e164", "PHONE", "dossier suivi par «+336"+g.Draw(8, "12345678")+"»")
	g.open("phone-extension", "PHONE", "phone «"+g.Phone("###-###-####")+"» ext. 12")
	g.open("phone-json", "PHONE", `{"phone":"«`+g.Phone("##########")+`»","kind":"home"}`, `"kind":"home"`)
}

func (g *generator) network() {
	g.open("ipv4-log", "IPV4", "accepted connection from «"+g.IPv4()+"» port 51022", "accepted connection from ", " port 51022")
	g.open("ipv4-port", "IPV4", "dial tcp «"+g.IPv4()+"»:8443: i/o timeout", ":8443: i/o timeout")
	g.open("ipv4-cidr", "IPV4", "route «10."+g.Between(20, 90)+"."+g.Between(1, 250)+".0»/24 via eth1", "via eth1")
	g.open("ipv4-private", "IPV4", "peer=«192.168."+g.Between(11, 90)+"."+g.Between(101, 250)+"» up", " up")
	g.open("ipv4-json", "IPV4", `{"client":"«`+g.IPv4()+`»","n":3}`, `"n":3`)
	g.open("ipv4-defanged", "IPV4", "beacon to «"+strings.Replace(g.IPv4(), ".", "[.]", 3)+"» seen", "seen")
	g.open("ipv4-access-log", "IPV4", "«"+g.IPv4()+"» - - [04/Mar/2025:10:11:12 +0000] \"GET /a HTTP/1.1\" 200 512", `"GET /a HTTP/1.1" 200 512`)
	g.open("ipv6-full", "IPV6", "neighbour «"+g.IPv6()+"» is stale", "is stale")
	g.open("ipv6-compressed", "IPV6", "from «2a0"+g.Draw(1, "123")+":"+g.Draw(4, "456789")+"::"+g.Draw(4, "abcdef")+"» in 3 ms", "in 3 ms")
	g.open("ipv6-bracket", "IPV6", "GET http://[«2a03:"+g.Draw(4, "6789")+"::"+g.Draw(3, "12345")+":9»]:8080/x", "]:8080/x")
	g.open("ipv6-zone", "IPV6", "ping «fe80::"+g.Draw(4, "abcdef")+":"+g.Draw(4, "2345")+"»%eth0")
	g.open("ipv6-mapped", "IPV6", "peer ::ffff:«"+g.IPv4()+"» reset", " reset")
	g.open("mac-colon", "MAC", "link/ether «"+g.MAC()+"» brd", "brd")
	g.open("mac-dash", "MAC", "Physical Address: «"+strings.ToUpper(strings.ReplaceAll(g.MAC(), ":", "-"))+"»")
	g.open("mac-cisco", "MAC", "Vlan20 «"+testutil.Grouped(strings.ReplaceAll(g.MAC(), ":", ""), 4, ".")+"» dynamic", "dynamic")
	g.open("host-internal", "HOSTNAME", "lookup «"+g.Word(6)+"-07.corp.internal» on resolver: no such host", "no such host")
	g.open("host-url", "HOSTNAME", "GET https://«"+g.Word(7)+".intra»/status 502", "GET https://", "/status 502")
	g.open("host-local", "HOSTNAME", "printer=«"+g.Word(8)+".local» offline", "offline")
	g.open("host-lan", "HOSTNAME", "ssh «"+g.Word(6)+"3.lan» uptime", "uptime")
}

func (g *generator) identity() {
	g.open("ssn-label", "SSN", "SSN: «"+g.SSN()+"» (verified)", "(verified)")
	g.open("ssn-prose", "SSN", "the applicant, «"+g.SSN()+"», was told", "was told")
	g.open("ssn-bare", "SSN", "social security number «"+strings.ReplaceAll(g.SSN(), "-", "")+"»")
	g.open("ssn-json", "SSN", `{"ssn":"«`+g.SSN()+`»"}`)
	g.open("itin", "US_ITIN", "ITIN: «912-70-1234» (renewed)", "(renewed)")
	g.open("mbi", "US_MBI", "seen «2AG9-XC4-NN22» today", "today")
	g.open("aba-account", "ABA_ROUTING_NUMBER", "routing «021085172», bank of record", ", bank of record")
	g.open("account", "BANK_ACCOUNT", "account no. «4471920883» closed", "closed")
	g.open("nhs", "UK_NHS", "NHS number «458 253 7952» noted", "noted")
	g.open("nino", "UK_NINO", "NI no. «JG 10 37 59 A» on file", "on file")
	g.open("medicare-au", "AU_MEDICARE", "Medicare card «2123 45670 1» expires", "expires")
	g.open("cpf", "BR_CPF", "cliente «487.062.956-90» em dia", "em dia")
	g.open("cnpj-letters", "BR_CNPJ", "CNPJ «12.ABC.345/01DE-35» ativo", "ativo")
	g.open("curp", "MX_CURP", "alta de «BOXW310820HNERXN09» hoy", "hoy")
	g.open("employee", "EMPLOYEE_ID", `{"employeeId":"«EMP-07341»","team":4}`, `"team":4`)
	g.open("card-visa", "CREDIT_CARD", "paid with «"+testutil.Grouped(g.Card("4539", 16), 4, " ")+"» yesterday", "yesterday")
	g.open("card-mastercard", "CREDIT_CARD", "card=«"+g.Card("5312", 16)+"» declined", "declined")
	g.open("card-amex", "CREDIT_CARD", "amex «"+fill(g.Card("3742", 15), 4, 6, 5)+"»")
	g.open("card-discover", "CREDIT_CARD", "card number «"+testutil.Grouped(g.Card("6011", 16), 4, "-")+"»")
	g.open("card-json", "CREDIT_CARD", `{"pan":"«`+g.Card("2347", 16)+`»","cur":"EUR"}`, `"cur":"EUR"`)
	g.open("iban-de", "IBAN", "IBAN «"+testutil.Grouped(g.IBAN("DE", "nnnnnnnnnnnnnnnnnn"), 4, " ")+"» BOOKED", "BOOKED")
	g.open("iban-gb", "IBAN", "to «"+g.IBAN("GB", "aaaannnnnnnnnnnnnn")+"», ref 7", ", ref 7")
	g.open("iban-nl-lower", "IBAN", "rekening «"+strings.ToLower(g.IBAN("NL", "aaaannnnnnnnnn"))+"»")
	g.open("iban-fr", "IBAN", "virement «"+testutil.Grouped(g.IBAN("FR", "nnnnnnnnnnaaaaaaaaaaann"), 4, " ")+"» reçu", "reçu")
	g.open("iban-ch-dash", "IBAN", "Konto «"+testutil.Grouped(g.IBAN("CH", "nnnnnnnnnnnnnnnnn"), 4, "-")+"» gesperrt", "gesperrt")
	g.open("case-civil", "CASE_NUMBER", "Case No. «"+g.CaseNumber()+"», order", ", order")
	g.open("case-short", "CASE_NUMBER", "docket «"+g.Between(1, 8)+":23-cr-00"+g.Between(101, 899)+"» sealed", "sealed")
	g.open("path-home", "PATH", "open /home/«"+g.Username()+"»/notes.txt: permission denied", "open /home/", "/notes.txt: permission denied")
	g.open("path-mac", "PATH", "at /Users/«"+g.Username()+"»/src/app/main.go:17", "/src/app/main.go:17")
	g.open("path-windows", "PATH", `C:\Users\«`+g.Username()+`»\AppData\Local\x.log`, `\AppData\Local\x.log`)
	g.open("path-windows-json", "PATH", `{"file":"C:\\Users\\«`+g.Username()+`»\\Desktop\\a.txt"}`, `\\Desktop\\a.txt`)
	g.open("user-sshd", "USERNAME", "sshd[411]: Failed password for invalid user «"+g.Username()+"» from somewhere", "sshd[411]: Failed password for invalid user ", " from somewhere")
	g.open("user-uid", "USERNAME", "uid=1004(«"+g.Username()+"») gid=1004", "uid=1004(")
	g.open("user-key", "USERNAME", "login ok username=«"+g.Username()+"» tty=3", " tty=3")
	g.open("user-domain", "USERNAME", `logon CORP\«`+g.Username()+`» type 3`, " type 3")
}

// fill cuts s into groups of the given lengths, with dashes.
func fill(s string, groups ...int) string {
	var parts []string
	for _, n := range groups {
		parts, s = append(parts, s[:n]), s[n:]
	}
	return strings.Join(parts, "-")
}

package testutil

import "encoding/base64"

// A Planted is an invented value and a line in which it must be found.
type Planted struct {
	Entity string
	Value  string // what must not be left
	Text   string // holds Value
}

// Secrets gives one planted value for each entity, the same for equal seeds.
func Secrets(seed uint64) []Planted {
	p := NewPlanter(seed)
	var all []Planted
	add := func(entity, before, value, after string) {
		all = append(all, Planted{entity, value, before + value + after})
	}
	add("EMAIL", "mail bounced for ", p.Email(), " twice")
	add("PHONE", "call +1 ", p.Phone("###-###-####"), " back")
	add("IPV4", "connection from ", p.IPv4(), " port 50022")
	add("IPV6", "neighbour ", p.IPv6(), " is stale")
	add("MAC", "link/ether ", p.MAC(), " up")
	add("HOSTNAME", "no route to ", p.Hostname(), " today")
	add("SSN", "ssn ", p.SSN(), " on file")
	add("CREDIT_CARD", "card ", p.Card("4539", 16), " declined")
	add("IBAN", "iban ", p.IBAN("DE", "nnnnnnnnnnnnnnnnnn"), " credited")
	add("AWS_KEY", "key ", p.AWSKey(), " rotated")
	add("API_KEY", "token ", p.GitHub("p"), " revoked")
	add("JWT", "id_token ", p.JWT(), " expired")
	add("PRIVATE_KEY", "", p.PrivateKey("RSA", 3), "done\n")
	add("PASSWORD", "password = ", p.Password(), "\n")
	add("URL_CREDENTIAL", "postgres://app:", p.Mixed(12), "@pg1."+p.Domain()+":5432/orders")
	add("AUTH_HEADER", "Authorization: Basic ", base64.StdEncoding.EncodeToString([]byte(p.Word(6)+":"+p.Mixed(12))), "\n")
	add("COOKIE", "Cookie: theme=dark; sessionid=", p.Mixed(32), "\n")
	add("PATH", "open /home/", p.Username(), "/notes.txt: permission denied")
	add("USERNAME", "sshd: Failed password for invalid user ", p.Username(), " from somewhere")
	add("CASE_NUMBER", "docket ", p.CaseNumber(), " continued")
	return all
}

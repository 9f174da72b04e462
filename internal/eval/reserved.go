package main

import (
	"net/netip"
	"slices"
	"strings"
)

// Some gold values are nobody's: documentation addresses, mail at example.com,
// 555-0100. The engine leaves them on purpose, so a corpus that wants them found
// is scored the other way round: reporting one counts as a report of nothing. The
// rule is this file and asks the engine nothing.

// A kind says which of the rules apply to a value.
type kind int

const (
	otherKind kind = iota
	ipKind
	mailKind
	hostKind
	phoneKind
	macKind
	ssnKind
	cardKind
	secretKind
)

// nobody's addresses: RFC 6890 and RFC 5771 (this network, loopback, groups,
// reserved, masks), RFC 5737, RFC 2544, RFC 4291, RFC 3849, RFC 9637.
var nobodysAddresses = prefixes(
	"0.0.0.0/8", "127.0.0.0/8", "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "198.18.0.0/15", "224.0.0.0/4", "240.0.0.0/4",
	"::/128", "::1/128", "2001:db8::/32", "3fff::/20", "ff00::/8",
)

// specialBlocks are the blocks of the IANA IPv4 and IPv6 Special-Purpose Address
// Registries (RFC 6890) and the multicast spaces. One that is written as a whole, with
// its own length, is a rule of the registry and names no net of anybody's: 10.0.0.0/8 is
// in every firewall. A part of it is somebody's, and so is its first address alone.
//
// cloak:allow-begin blocks of the registries
var specialBlocks = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24",
	"192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "255.255.255.255/32",
	"::/0", "::/128", "::1/128", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001::/32", "2001:2::/48", "2001:4:112::/48", "2001:20::/28",
	"2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "ff00::/8",
)

// cloak:allow-end

// nat64 is the well-known prefix of RFC 6052: an IPv4 address is in the last four bytes.
var nat64 = netip.MustParsePrefix("64:ff9b::/96")

func prefixes(all ...string) (ps []netip.Prefix) {
	for _, s := range all {
		ps = append(ps, netip.MustParsePrefix(s))
	}
	return ps
}

// reserved reports whether a value of a kind can be nobody's.
func reserved(k kind, value string) bool {
	switch k {
	case ipKind:
		return reservedIP(value)
	case mailKind:
		_, domain, ok := strings.Cut(value, "@")
		return ok && reservedHost(domain)
	case hostKind:
		return reservedHost(value)
	case phoneKind:
		return reservedPhone(digitsOf(value))
	case macKind:
		return reservedMAC(value)
	case ssnKind:
		return reservedSSN(digitsOf(value))
	case cardKind:
		return reservedCard(digitsOf(value))
	case secretKind:
		return placeholder(value)
	}
	return false
}

// The eight-digit beginnings that decoys of cards come from, docs/DECOYS.md.
func reservedCard(digits string) bool {
	for _, p := range [...]string{"40000000", "55555555", "34000000", "60110000", "35280000", "30000000", "62000000", "22000000"} {
		if strings.HasPrefix(digits, p) {
			return true
		}
	}
	return false
}

func reservedIP(value string) bool {
	value = strings.Trim(value, "[]")
	if p, err := netip.ParsePrefix(value); err == nil && slices.Contains(specialBlocks, p) {
		return true
	}
	value, _, _ = strings.Cut(value, "/")
	addr, err := netip.ParseAddr(value)
	if err != nil {
		return false
	}
	addr = addr.WithZone("").Unmap()
	if b := addr.As16(); nat64.Contains(addr) {
		addr = netip.AddrFrom4([4]byte(b[12:]))
	}
	for _, p := range nobodysAddresses {
		if p.Contains(addr) {
			return true
		}
	}
	return false
}

// RFC 2606 and RFC 6761.
func reservedHost(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	labels := strings.Split(host, ".")
	switch n := len(labels); labels[n-1] {
	case "example", "test", "invalid", "localhost":
		return true
	case "com", "net", "org":
		return n > 1 && labels[n-2] == "example"
	}
	return false
}

// NANPA: 555-0100 to 555-0199 of every area; E.164 code 999; Ofcom's numbers for drama.
func reservedPhone(digits string) bool {
	national := digits
	if len(digits) == 11 && digits[0] == '1' {
		national = digits[1:]
	}
	switch {
	case len(national) == 10 && national[0] == '8' && national[0] != national[1] && national[1] == national[2] || strings.HasPrefix(national, "800"):
		return national == "8005550199" // toll-free has this one alone
	case len(national) == 10 && national[3:8] == "55501":
		return true
	case strings.HasPrefix(digits, "999") && len(digits) >= 12:
		return true
	}
	return drama(digits)
}

// drama reports whether a number is one of Ofcom's for drama, with the trunk 0, with the
// country's code, or, as some write it, with both.
func drama(digits string) bool {
	abroad := strings.TrimPrefix(digits, "00")
	national, ok := strings.CutPrefix(abroad, "44")
	if n, trunk := strings.CutPrefix(national, "0"); trunk {
		national, ok = n, true
	}
	if !ok {
		return false
	}
	for _, p := range [...]string{
		"1134960", "1144960", "1154960", "1164960", "1174960", "1184960", "1214960", "1314960", "1414960", "1514960", "1614960", "1914980", "2079460", "2896496", "2920180", "1632960",
		"7700900", "8081570", "9098790", "3069990",
	} {
		if strings.HasPrefix(national, p) && len(national) == len(p)+3 {
			return true
		}
	}
	return false
}

// RFC 9542's documentation block, none, broadcast, and the groups of RFC 1112,
// RFC 2464 and IEEE 802.1.
func reservedMAC(value string) bool {
	hex := strings.ToLower(strings.Map(func(r rune) rune {
		if strings.ContainsRune(":-. ", r) {
			return -1
		}
		return r
	}, value))
	if len(hex) < 12 {
		return false
	}
	return strings.HasPrefix(hex, "00005e0053") || strings.Trim(hex, "0") == "" || strings.Trim(hex, "f") == "" ||
		strings.HasPrefix(hex, "01005e") || strings.HasPrefix(hex, "3333") || strings.HasPrefix(hex, "0180c2")
}

// SSA, POMS RM 10201.030: never issued. An area of 9xx with the group of an ITIN,
// ATIN or IRSN is somebody's all the same.
func reservedSSN(d string) bool {
	if len(d) != 9 {
		return false
	}
	if d[:3] == "000" || d[:3] == "666" || d[3:5] == "00" || d[5:] == "0000" {
		return true
	}
	group := d[3:5]
	return d[0] == '9' && (group >= "11" && group <= "16" || group >= "20" && group <= "27" || group >= "30" && group <= "36" ||
		group >= "40" && group <= "49" || group >= "66" && group <= "69" || group == "89")
}

// placeholder reports whether what stands for a secret says that it is none:
// EXAMPLE, YOUR_…, a run of one character, a reference.
func placeholder(value string) bool {
	upper := strings.ToUpper(value)
	for _, word := range [...]string{"EXAMPLE", "DECOY", "YOUR_", "YOUR-", "CHANGEME", "PLACEHOLDER", "REDACTED", "${", "{{", "$(", "XXXXXX", "******"} {
		if strings.Contains(upper, word) {
			return true
		}
	}
	return false
}

func digitsOf(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}

// kindOf reads the label of a corpus: PHONE_NUMBER, EmailAddress, US_SSN.
func kindOf(label string) kind {
	l := strings.ToUpper(label)
	switch {
	case strings.Contains(l, "EMAIL"):
		return mailKind
	case strings.Contains(l, "PHONE"):
		return phoneKind
	case strings.Contains(l, "CARD"):
		return cardKind
	case strings.Contains(l, "SSN"):
		return ssnKind
	case strings.HasPrefix(l, "IP"):
		return ipKind
	case strings.HasPrefix(l, "MAC"):
		return macKind
	case strings.Contains(l, "DOMAIN"), strings.Contains(l, "HOST"):
		return hostKind
	case secretEntity(label):
		return secretKind
	}
	return otherKind
}

// secretEntity reports whether an entity is a credential and not personal data.
func secretEntity(e string) bool {
	for _, part := range [...]string{"KEY", "TOKEN", "SECRET", "PASSWORD", "CREDENTIAL", "JWT", "COOKIE", "AUTH", "WEBHOOK", "OTP"} {
		if strings.Contains(e, part) {
			return true
		}
	}
	return false
}

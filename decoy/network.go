package decoy

import (
	"encoding/binary"
	"net/netip"
	"strconv"
	"strings"
)

// Addresses keep their neighbours: the hosts of one /24 (IPv6: /64) stay in one
// network. The first three networks are those of RFC 5737, then come the 512 of
// RFC 2544, then 240.0.0.0/4 (RFC 1112, section 4), without 255.0.0.0/8, which
// looks like masks.
const (
	keyedTries = 16 // independent draws from a small space before the next one

	benchNets = 512
	classE    = 15 << 16 // /24 networks of 240.0.0.0–254.255.255.255
)

var docNets = [...][3]byte{{192, 0, 2}, {198, 51, 100}, {203, 0, 113}}

func (r *request) ipv4() (string, bool) {
	for _, text := range [...]string{r.value, r.canon} {
		if addr, err := netip.ParseAddr(text); err == nil && addr.Is4() {
			return r.ipv4For(addr.As4())
		}
	}
	return r.classE()
}

func (r *request) ipv4For(ip [4]byte) (string, bool) {
	k := r.draw("ipv4")
	host := k.between(1, 254)
	switch sweep := r.attempt - 2*keyedTries; {
	case r.attempt == 0 && (ip[3] == 0 || ip[3] == 255) && r.surface == 0:
		host = int(ip[3]) // the network itself, or its broadcast address
	case sweep >= 0 && sweep < 254:
		host = 1 + sweep
	case sweep >= 254: // the network is full
		return r.classE()
	}
	part := netip.AddrFrom4([4]byte{ip[0], ip[1], ip[2], 0}).String()
	net, ok := r.source.Part("ipv4/24", part, proposeNet)
	if !ok {
		return r.classE()
	}
	return net + "." + strconv.Itoa(host), true
}

// proposeNet gives the networks for documentation in order of appearance, then
// drawn ones.
func proposeNet(attempt int, sum [32]byte) (string, bool) {
	const bench = len(docNets) + keyedTries
	k := newKeyed(sum)
	switch {
	case attempt < len(docNets):
		n := docNets[attempt]
		return net24(n[0], n[1], n[2]), true
	case attempt < bench:
		n := k.below(benchNets)
		return net24(198, 18+byte(n>>8), byte(n)), true
	}
	n := k.below(classE)
	return net24(240+byte(n>>16), byte(n>>8), byte(n)), attempt < bench+keyedTries
}

func net24(a, b, c byte) string {
	s := make([]byte, 0, 11)
	s = strconv.AppendUint(s, uint64(a), 10)
	s = strconv.AppendUint(append(s, '.'), uint64(b), 10)
	return string(strconv.AppendUint(append(s, '.'), uint64(c), 10))
}

// classE is an address with no relation to others.
func (r *request) classE() (string, bool) {
	k := r.draw("ipv4 alone")
	n := k.below(classE)
	host := k.between(1, 254)
	return net24(240+byte(n>>16), byte(n>>8), byte(n)) + "." + strconv.Itoa(host), r.attempt < 512
}

// ipv6 lies in 2001:db8::/32 (RFC 3849), and then in 3fff::/20 (RFC 9637). What
// is written short, 2001:db8::1, stays so while there is room.
func (r *request) ipv6() (string, bool) {
	text, _, _ := strings.Cut(strings.Trim(r.value, "[]"), "%")
	addr, err := netip.ParseAddr(text)
	if err != nil {
		return r.ipv6In(docNet6(r.draw("ipv6 alone")), text, false)
	}
	if addr.Is4In6() {
		v4, ok := r.ipv4For(addr.As4())
		if ok && v4[:2] != "24" && v4[:2] != "25" { // not from 240.0.0.0/4
			return caseOf(text).write("::ffff:" + v4), true
		}
	}
	ip := addr.As16()
	net, ok := r.source.Part("ipv6/64", netip.PrefixFrom(addr, 64).Masked().Addr().String(), proposeNet6)
	if !ok {
		return "", false
	}
	short := binary.BigEndian.Uint64(ip[8:]) < 1<<16 && strings.Contains(text, "::")
	return r.ipv6In(net, text, short && r.attempt < keyedTries)
}

func proposeNet6(attempt int, sum [32]byte) (string, bool) {
	k := newKeyed(sum)
	if attempt < keyedTries {
		return docNet6(k), true
	}
	second := strconv.FormatUint(0x1000|k.below(0x1000), 16)[1:] // 3fff:0000 to 3fff:0fff
	return "3fff:0" + second + ":" + k.group() + ":" + k.group(), attempt < 2*keyedTries
}

func docNet6(k *keyed) string { return "2001:0db8:" + k.group() + ":" + k.group() }

// group has no leading zero, so that there is one way to write it.
func (k *keyed) group() string { return strconv.FormatUint(0x1000+k.below(0xf000), 16) }

// ipv6In is an address in net, four groups of four digits, written like text.
func (r *request) ipv6In(net, text string, short bool) (string, bool) {
	k := r.draw("ipv6")
	addr := net + "::" + k.group()
	if !short {
		addr = net + ":" + k.group() + ":" + k.group() + ":" + k.group() + ":" + k.group()
	}
	if !padded(text) {
		addr = strings.Replace(addr, ":0db8:", ":db8:", 1)
		if rest, ok := strings.CutPrefix(addr, "3fff:"); ok {
			second, rest, _ := strings.Cut(rest, ":")
			n, _ := strconv.ParseUint(second, 16, 16)
			addr = "3fff:" + strconv.FormatUint(n, 16) + ":" + rest
		}
	}
	return caseOf(text).write(addr), r.attempt < 2*keyedTries
}

// padded reports whether an address has a group with leading zeros.
func padded(text string) bool {
	for group := range strings.SplitSeq(text, ":") {
		if len(group) > 1 && group[0] == '0' {
			return true
		}
	}
	return false
}

// mac lies in 00-00-5E-00-53-00 to -FF, for documentation (RFC 9542, section
// 2.1.2), and then in what IANA has not assigned of its block, 00-00-5E-01-00-00
// to 00-00-5E-8F-FF-FF. Pairs keep their separator; Cisco's 0000.5e00.5301, which
// is no shape, and EUI-64, of which none are set apart, become pairs.
func (r *request) mac() (string, bool) {
	k := r.draw("mac")
	nic := 0x5300 | k.below(0x100)
	if r.attempt >= keyedTries {
		nic = 0x010000 + k.below(0x8f0000)
	}
	number := "00005e" + strconv.FormatUint(1<<24|nic, 16)[1:]
	if caseOf(r.value) == upper {
		number = upper.write(number)
	}
	s, ok := pour(r.value, number, isHexDigit)
	if !ok || strings.Contains(s, ".") {
		sep := ":"
		if strings.Contains(r.value, "-") {
			sep = "-"
		}
		s = number[:2]
		for i := 2; i < len(number); i += 2 {
			s += sep + number[i:i+2]
		}
	}
	return s, r.attempt < 4*keyedTries
}

func isHexDigit(b byte) bool { return isDigit(b) || b|0x20-'a' < 6 }

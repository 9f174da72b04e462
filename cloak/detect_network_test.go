package cloak

import (
	"strings"
	"testing"
)

func TestNetworkExamples(t *testing.T)      { checkExamples(t, networkDetectors()) }
func TestNetworkScansAreSound(t *testing.T) { checkSound(t, networkDetectors()) }
func TestScansAreLinear(t *testing.T) {
	checkLinear(t, contactDetectors(), hurtful...)
	checkLinear(t, networkDetectors(), hurtful...)
	checkLinear(t, identityDetectors(), hurtful...)
}

func TestIPv4StandInNeighbours(t *testing.T) {
	for _, shape := range []string{"192.0.2.17", "198.51.100.255", "203.0.113.0", "198.18.0.1", "198.19.255.255", "240.0.0.1", "254.255.255.255"} {
		checkNeighbours(t, networkDetectors()[:1], shape, neighbours{
			openLeft:    []string{"", " ", "v", "x", "_", "-", "..", "a.", ".", "/", "\x00", "é", "-a"},
			closedLeft:  []string{"1", "0", "7.", "1.1."},
			openRight:   []string{"", ".", ". ", "..", ".a", "a", "_", ":443", "/24", "-", "\x00", "é", "\\n"},
			closedRight: []string{"1", "0", ".1", ".1.1", ".443 >"},
		})
	}
}

func TestIPv6StandInNeighbours(t *testing.T) {
	for _, shape := range []string{"2001:db8::1", "2001:db8:1:2:3:4:5:6", "2001:0db8::", "3fff:fff:1::a"} {
		n := neighbours{
			openLeft:    []string{"", " ", "[", "addr:", "=", "/", ".", "\x00", "-", ":"},
			closedLeft:  []string{"a", "1", "g", "_", "1:", "a:"},
			openRight:   []string{"", " ", "]:443", "/64", "%eth0", ".", ". ", ",", "\x00", ": timeout", "-"},
			closedRight: []string{"g", "_", ":1", "::1", ":a"},
		}
		checkNeighbours(t, networkDetectors()[1:2], shape, n)
	}
}

func TestMACStandInNeighbours(t *testing.T) {
	n := neighbours{
		openLeft: []string{"", " ", "(", "=", "/", "\x00"}, closedLeft: []string{"a", "0", "_", "g"},
		openRight: []string{"", " ", ")", ",", ".", "\x00"}, closedRight: []string{"a", "0", "_", "g"},
	}
	checkNeighbours(t, networkDetectors(), "00:00:5e:00:53:7f", n)
	checkNeighbours(t, networkDetectors(), "00:00:5e:8f:12:34", n)
	checkNeighbours(t, networkDetectors(), "00-00-5e-00-53-00", n)
	n = neighbours{openLeft: []string{""}, closedLeft: []string{"aa:", ":aa:"}, openRight: []string{""}, closedRight: []string{":aa", "::1"}}
	checkNeighbours(t, networkDetectors(), "00:00:5e:00:53:7f", n)
	n = neighbours{openLeft: []string{""}, closedLeft: []string{"aa-", "a-"}, openRight: []string{""}, closedRight: []string{"-aa", "-x"}}
	checkNeighbours(t, networkDetectors(), "00-00-5e-00-53-7f", n)
}

func TestHostStandInNeighbours(t *testing.T) {
	for _, shape := range []string{"kestrel4.example.net", "a.example.com", "db-7.eu.example.org"} {
		checkNeighbours(t, networkDetectors()[5:], shape, neighbours{
			openLeft:    []string{"", " ", "//", ".", "..", "=", "\x00", "(", ":", "+", "“", "—", "✅", "是"},
			closedLeft:  []string{"-", "_", "@", "é", "\xff", "a@"},
			openRight:   []string{"", " ", "/x", ":80", ".", ". ", "..", ")", "\x00", "?a", "_", "”", ".”", "’s", "…", "✅", "。", "是"},
			closedRight: []string{"a", "1", "-", "_x", "@", "é", ".a", ".1"},
		})
	}
}

func TestIPv4Kinds(t *testing.T) {
	d := &networkDetectors()[0]
	for _, c := range []struct {
		in                string
		value, left, weak bool
	}{
		{"10.1.2.3", true, false, false},
		{"127.0.0.1", false, true, false},
		{"0.0.0.0", false, true, false},
		{"255.255.255.0", false, true, false},
		{"255.255.255.255", false, true, false},
		{"224.0.0.1", false, true, false},
		{"239.255.255.250", false, true, false},
		{"169.254.169.254", false, true, false},
		{"169.254.1.77", true, false, false},
		{"1.2.3.4", true, false, true},
		{"9.9.20.10", true, false, false},
		{"9.9.9.10", true, false, true},
		{"linux-2.16.32.1", true, false, true},
		{"v10.1.2.3", false, false, false},
		{"10.1.2.3.4", false, false, false},
		{"192.0.2.1.443 > ", false, true, false},
	} {
		got := site{}
		sites := naiveSites(d, c.in)
		if len(sites) == 1 {
			got = sites[0]
		}
		if value := len(sites) == 1 && !got.left && !got.shape; value != c.value || got.left != c.left || got.weak != c.weak {
			t.Errorf("%s: %+v", c.in, sites)
		}
	}
}

// Every anchor in a chain gives the same answer: a search may begin at any.
func TestChainsAreReadWhole(t *testing.T) {
	for i, s := range []string{
		"x 10.20.30.40 y", "1.2.3.4.5.6.7", "x 2a02:8109:9ac0:1:5d2f:77aa:12:9b3c y", "a4:83:e7:5b:19:0c", "aa:bb:cc:dd:ee:ff:00:11:22:33:44:55",
		"A4-83-E7-5B-19-0C", "aa-bb-cc-dd-ee-ff-00-11-22-33-44", "bb83.e75b.a90c", "7710bcd5-a61d-453a-9046-1297901ea0c2", "src:fd12:3456:789a:1::1",
	} {
		for _, d := range append(networkDetectors(), identityDetectors()...) {
			if d.scan == nil || d.anchor == anchorYear || d.anchor == anchorCentre {
				continue
			}
			var first site
			var ok bool
			for k, p := range naiveAnchors(d.anchor, s, d.words) {
				x, found := d.scan(s, p)
				x.seen = 0
				if k > 0 && (found != ok || ok && x != first) {
					t.Errorf("case %d, %s: %+v, then %+v", i, d.Name, first, x)
				}
				first, ok = x, found
			}
		}
	}
}

// The runs without a bound are walked once: one call says that it is dealt with.
func TestLongChainsAreWalkedOnce(t *testing.T) {
	for _, d := range networkDetectors() {
		for _, unit := range []string{"1.", "12.", "255.", "aa:", "::", "1:", "ffff:", "aa-", "12-"} {
			if pairs := len(unit) == 3 && (unit[2] == ':' || unit[2] == '-'); (d.Name == "mac" || d.Name == "mac_dash") && !pairs {
				continue // nothing is walked where the groups are no pairs
			}
			s, calls, seen := strings.Repeat(unit, 4000), 0, 0
			for _, p := range naiveAnchors(d.anchor, s, d.words) {
				if p < seen {
					continue
				}
				calls++
				x, _ := d.scan(s, p)
				seen = max(seen, x.seen)
			}
			if calls > 2 {
				t.Errorf("%s: %q…: %d calls", d.Name, unit, calls)
			}
		}
	}
}

func TestParseV6(t *testing.T) {
	for _, c := range []struct {
		in   string
		want [8]uint16
		ok   bool
	}{
		{"::", [8]uint16{}, true},
		{"::1", [8]uint16{7: 1}, true},
		{"1::", [8]uint16{1}, true},
		{"1:2:3:4:5:6:7:8", [8]uint16{1, 2, 3, 4, 5, 6, 7, 8}, true},
		{"1:2:3:4:5:6:7::", [8]uint16{1, 2, 3, 4, 5, 6, 7}, true},
		{"::2:3:4:5:6:7:8", [8]uint16{0, 2, 3, 4, 5, 6, 7, 8}, true},
		{"1::4:5:6:7:8", [8]uint16{1, 0, 0, 4, 5, 6, 7, 8}, true},
		{"::ffff:1.2.3.4", [8]uint16{5: 0xffff, 6: 0x102, 7: 0x304}, true},
		{"1:2:3:4:5:6:1.2.3.4", [8]uint16{1, 2, 3, 4, 5, 6, 0x102, 0x304}, true},
		{in: ""}, {in: ":"}, {in: ":::"}, {in: "1"}, {in: "1:2"}, {in: "1::2::3"}, {in: "1:2:3:4:5:6:7:8:9"}, {in: "1:2:3:4:5:6:7:8::"},
		{in: "::1:2:3:4:5:6:7:8"}, {in: "12345::"}, {in: "1:"}, {in: ":1"}, {in: "::1.2.3"}, {in: "::1.2.3.4.5"}, {in: "::1.2.3.256"},
		{in: "1.2.3.4"}, {in: "1:2:3:4:5:6:7:1.2.3.4"}, {in: "::1.2.3.4:5"}, {in: "g::"},
	} {
		a, ok := parseV6(c.in)
		if ok != c.ok || ok && a.group != c.want {
			t.Errorf("%q: %v %v", c.in, a.group, ok)
		}
		if n := testing.AllocsPerRun(10, func() { parseV6(c.in) }); n != 0 {
			t.Errorf("%q: %v allocations", c.in, n)
		}
	}
}

package decoy

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

// samples are originals of every entity, and what their decoys look like.
var samples = []struct {
	entity cloak.Entity
	like   string // RE2, of the whole decoy
	values []string
}{
	{cloak.Email, `[a-z]{5}\.[a-z]{6}@[a-z]{6,}\.example\.com`, []string{"marie.dubois@acme-eu.fr", "peter.wagner@acme-eu.fr"}},
	{cloak.Email, `[A-Z][a-z]{3}_[A-Z][a-z]{2}[0-9]{4}@[a-z]+\.example\.com`, []string{"Jane_Doe1987@mail.ru"}},
	{cloak.Email, `[A-Z]+@[A-Z]+\.[A-Z]+\.EXAMPLE\.COM`, []string{"JDOE@HR.ACME.COM"}},
	{cloak.Email, `[a-z]+\+[a-z]+@[a-z]+\.example\.com`, []string{"jane+news@acme.co.uk", "o'brien+x@acme.co.uk"}},
	{cloak.Email, `[a-zA-Z0-9.]+@[a-z.]+\.example\.com`, []string{"h\xc3\xa9l\xc3\xa8ne@caf\xc3\xa9.fr", "\xff\xfe@a.b", strings.Repeat("x", 64) + "@" + strings.Repeat("y.", 90) + "com", `"a b"@acme.com`}},
	{cloak.Hostname, `[a-z]+[0-9]{2}\.[a-z]+\.example\.net`, []string{"db01.corp.internal", "db02.corp.internal"}},
	{cloak.Hostname, `[A-Z]+-[A-Z]+[0-9]\.[A-Z]+\.EXAMPLE\.NET`, []string{"SRV-DC1.AD.LOCAL"}},
	{cloak.IPv4, `(192\.0\.2|198\.51\.100|203\.0\.113)\.[0-9]+`, []string{"10.1.2.3", "10.1.2.4", "172.16.0.9"}},
	{cloak.IPv6, `2001:db8:[0-9a-f]{4}:[0-9a-f]{4}::[0-9a-f]{4}`, []string{"2a02:8071:1::1"}},
	{cloak.IPv6, `2001:0db8(:[0-9a-f]{4}){6}`, []string{"2a02:8071:0001:0002:0003:0004:0005:0006"}},
	{cloak.IPv6, `2001:DB8(:[0-9A-F]{4}){6}`, []string{"2A02:8071:1:2:3:4:5:6"}},
	{cloak.IPv6, `::ffff:(192\.0\.2|198\.51\.100|203\.0\.113)\.[0-9]+`, []string{"::ffff:10.1.2.3"}},
	{cloak.MAC, `00:00:5e:00:53:[0-9a-f]{2}`, []string{"3c:22:fb:01:02:03"}},
	{cloak.MAC, `00-00-5E-00-53-[0-9A-F]{2}`, []string{"3C-22-FB-01-02-03"}},
	{cloak.MAC, `00:00:5e:00:53:[0-9a-f]{2}`, []string{"3c22.fb01.0203", "50:06:01:60:3b:a0:11:22"}},
	{cloak.SSN, `9[0-9]{2}-[12346][0-9]-[0-9]{4}`, []string{"541-78-2936", "219-09-9999"}},
	{cloak.SSN, `9[0-9]{2} [12346][0-9] [0-9]{4}`, []string{"541 78 2936"}},
	{cloak.CreditCard, `4000 0000 [0-9]{4} [0-9]{4}`, []string{"4111 1111 1111 1111"}},
	{cloak.CreditCard, `55555555[0-9]{8}`, []string{"5105105105105100", "2221000000000009"}},
	{cloak.CreditCard, `3400-000[0-9]{3}-[0-9]{5}`, []string{"3714-496353-98431"}},
	{cloak.CreditCard, `40000000[0-9]{8}`, []string{"4222222222222"}},
	{cloak.CreditCard, `30000000[0-9]{6}`, []string{"30569309025904"}},
	{cloak.CreditCard, `60110000[0-9]{8}`, []string{"6011111111111117"}},
	{cloak.CreditCard, `62000000[0-9]{11}`, []string{"6212345678901232000"}},
	{cloak.CreditCard, `22000000[0-9]{8}`, []string{"2200123456789019"}},
	{cloak.CreditCard, `35280000[0-9]{8}`, []string{"3566002020360505"}},
	{cloak.IBAN, `DE00( [0-9]{4}){4} [0-9]{2}`, []string{"DE89 3704 0044 0532 0130 00"}},
	{cloak.IBAN, `gb00[a-z]{4}[0-9]{14}`, []string{"gb29nwbk60161331926819"}},
	{cloak.IBAN, `FR00( [0-9A-Z]{4}){5} [0-9]{3}`, []string{"FR14\u00a02004\u00a01010\u00a00505\u00a00001\u00a03M02\u00a0606"}},
	{cloak.CaseNumber, `1:21-zz-[0-9]{5}-[A-Z]{3}-[A-Z]{2}`, []string{"1:21-cv-01234-ABC-DE"}},
	{cloak.CaseNumber, `21-ZZ-[0-9]{5}`, []string{"21-CR-00007"}},
	{cloak.UUID, `[0-9a-f]{8}-[0-9a-f]{4}-0[0-9a-f]{3}-f[0-9a-f]{3}-[0-9a-f]{12}`, []string{"7710bcd5-a61d-453a-9046-129790111111"}},
	{cloak.Hash, `dec0dec0de[0-9a-f]{54}`, []string{strings.Repeat("a1", 32)}},
	{cloak.Hash, `dec0dec0de[0-9a-f]{54}`, []string{strings.Repeat("a1", 64)}},
	{cloak.Hash, `DEC0DEC0DE[0-9A-F]{30}`, []string{strings.Repeat("A1", 20)}},
	{cloak.AWSKey, `AKIADECOY[A-Z2-7]{11}`, []string{"AKIA" + "J4QXKZ7PLM2NRT5V"}},
	{cloak.APIKey, `ghp_DECOY[0-9A-Za-z]{31}`, []string{"gh" + "p_" + strings.Repeat("aB3", 12)}},
	{cloak.APIKey, `sk-ant-api03-DECOY[0-9A-Za-z]{78}`, []string{"sk-" + "ant-api03-" + strings.Repeat("aB-3", 40)}},
	{cloak.APIKey, `AIza_DECOY[0-9A-Za-z]{29}`, []string{"AI" + "za" + strings.Repeat("aB3_x", 7)}},
	{cloak.APIKey, `decoy[0-9a-z]{35}`, []string{strings.Repeat("a1", 20)}},
	{cloak.APIKey, `decoy[0-9a-z]{8}`, []string{"s3cr3t"}},
	{cloak.JWT, `eyJhbGciOiJub25lIn0\.eyJpc3MiOiJleGFtcGxlLmNvbSJ9\.DECOY[2-7A-Za-z]{20}`, []string{"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln"}},
	{cloak.PrivateKey, `DECOY[0-9A-Za-z]{43}`, []string{"MIIE\nAAAA\nBBBB"}},
	{cloak.Password, `Decoy-[a-z2-7]{10}`, []string{"hunter2", "\"<&\x00\xff"}},
	{cloak.URLCredential, `Decoy-[a-z2-7]{10}`, []string{"p%40ss"}},
	{cloak.AuthHeader, `DECOY[0-9A-Za-z]{35}`, []string{strings.Repeat("aB3", 13) + "="}},
	{cloak.Cookie, `DECOY[0-9A-Za-z]{19}`, []string{"abc"}},
	{cloak.Username, `decoy-[a-z]{4}[0-9]{3}`, []string{"jdoe"}},
	{cloak.Path, `decoy-[a-z]{4}[0-9]{3}`, []string{"Jane.Doe"}},
	{cloak.Custom, `Decoy-[a-z2-7]{6}`, []string{"Acme Corp", "Project Zebra"}},
	{cloak.Custom, `DECOY-[A-Z2-7]{6}`, []string{"ACME"}},
	{cloak.Custom, `decoy-[a-z2-7]{6}`, []string{"acme", "\u6771\u4eac"}},
	{cloak.CaseName, `Decoy-[a-z2-7]{6}`, []string{"Smith v. Jones"}},
	{"EMPLOYEE", `DECOY-[A-Z2-7]{6}`, []string{"EMP-004711"}},
	{cloak.Phone, `\([2-9][0-8][0-9]\) 555-01[0-9]{2}`, []string{"(617) 392-4418"}},
	{cloak.Phone, `\+1-[2-9][0-8][0-9]-555-01[0-9]{2}`, []string{"+1-617-392-4418"}},
	{cloak.Phone, `1\.[2-9][0-8][0-9]\.555\.01[0-9]{2}`, []string{"1.617.392.4418"}},
	{cloak.Phone, `\+1[2-9][0-8][0-9]55501[0-9]{2}`, []string{"+16173924418"}},
	{cloak.Phone, `(020 7946 0[0-9]{3}|028 9649 6[0-9]{3}|029 2018 0[0-9]{3})`, []string{"020 7123 4567"}},
	{cloak.Phone, `\+44 \(0\)(20 7946 0|28 9649 6|29 2018 0|[0-9]{2} [0-9]{4} )[0-9]+`, []string{"+44 (0)20 7123 4567"}},
	{cloak.Phone, `0(1[1-6][1-8] 496|191 498|808 157|909 879|306 999) 0[0-9]{3}`, []string{"0114 272 6444"}},
	{cloak.Phone, `07700 900[0-9]{3}`, []string{"07911 123456"}},
	{cloak.Phone, `\+447700900[0-9]{3}`, []string{"+447911123456"}},
	{cloak.Phone, `06 39 98 [0-9]{2} [0-9]{2}`, []string{"06 12 34 56 78", "06\u00a012\u00a034\u00a056\u00a078"}},
	{cloak.Phone, `\+33 (1 99 00|2 61 91|3 53 01|4 65 71|5 36 49) [0-9]{2} [0-9]{2}`, []string{"+33 1 42 68 53 00"}},
	{cloak.Phone, `\+49 (30 23125|40 66969|69 90009|221 4710|89 99998)[0-9]{3}`, []string{"+49 30 1234567"}},
	{cloak.Phone, `\+49-[0-9]{2,3}-[0-9]{7,8}`, []string{"+49-171-1234567-8"}},
	{cloak.Phone, `\+61 [2378] (5550|7010) [0-9]{4}`, []string{"+61 2 9374 4000"}},
	{cloak.Phone, `\+46 (31 390 06|8 465 004|70 174 06) [0-9]{2}`, []string{"+46 8 12 34 56"}},
	{cloak.Phone, `\+353 20 91[0-9] [0-9]{4}`, []string{"+353 86 123 4567", "+353 1 234 5678"}},
	{cloak.Phone, `\+999 [0-9]{3} [0-9]{3} [0-9]{3}`, []string{"+7 912 345 67 89", "+91 98765 43210"}},
	{cloak.Phone, `\+999[0-9]{9}`, []string{"+79123456789"}},
	{cloak.Phone, `\+49 (30 23125|40 66969|69 90009|221 4710|89 99998)[0-9]{3}`, []string{"0049 30 1234567"}},
	{cloak.Phone, `\+44-[0-9]{2,4}-[0-9-]+`, []string{"011-44-20-7123-4567"}},
	{cloak.Phone, `[2-9][0-8][0-9]-555-01[0-9]{2}`, []string{"392-4418"}},
	{cloak.Phone, `\+999-[0-9]{3}-[0-9]{3}-[0-9]{3}`, []string{"912-34-56-78"}},
	{cloak.Phone, `\+999 [0-9]{3} [0-9]{3} [0-9]{4}`, []string{"+986 912 345 6789"}},
}

func generator(t testing.TB, cfg Config) *Generator {
	t.Helper()
	g, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Every decoy has the layout of its original, is a text of reserved space, and
// is the same for equal requests.
func TestStandIn(t *testing.T) {
	g := generator(t, Config{})
	for i, x := range samples {
		t.Run(fmt.Sprintf("%s/%d", x.entity, i), func(t *testing.T) {
			like := regexp.MustCompile(`^(?:` + x.like + `)$`)
			for key := range 40 {
				m := newFake(key)
				for n, value := range x.values {
					s, err := g.standIn(m.request(x.entity, value, 0))
					if err != nil {
						t.Fatalf("value %d: %v", n, err)
					}
					if !like.MatchString(s) {
						t.Fatalf("value %d, key %d: %s is not like %s", n, key, s, x.like)
					}
					if !IsDecoy(s) {
						t.Fatalf("value %d, key %d: %s is not in reserved space", n, key, s)
					}
					again, err := g.standIn(m.request(x.entity, value, 0))
					if err != nil || again != s {
						t.Fatalf("value %d, key %d: %s, then %s, %v", n, key, s, again, err)
					}
				}
			}
		})
	}
}

// Every further attempt is in reserved space too, most give another candidate,
// and they come to an end.
func TestAttempts(t *testing.T) {
	g := generator(t, Config{})
	for _, x := range samples {
		m, seen, n := newFake(1), map[string]bool{}, 0
		for ; n < 4096; n++ {
			s, err := g.standIn(m.request(x.entity, x.values[0], n))
			if errors.Is(err, cloak.ErrExhausted) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", x.entity, err)
			}
			if len(s) > maxLen || !IsDecoy(s) {
				t.Fatalf("%s: attempt %d: %s is not in reserved space", x.entity, n, s)
			}
			seen[s] = true
		}
		if n < 16 || n == 4096 {
			t.Errorf("%s: exhausted after %d attempts", x.entity, n)
		}
		if len(seen) < n/3 {
			t.Errorf("%s: %d candidates in %d attempts", x.entity, len(seen), n)
		}
	}
}

// Further surfaces of a value have the first one's stem, where there is room.
func TestSurfaces(t *testing.T) {
	g := generator(t, Config{})
	for _, x := range []struct {
		entity      cloak.Entity
		value, stem string
		surface     int
		want        string
	}{
		{cloak.Email, "jane@acme.com", "Kvim@zvora.example.com", 1, "kvim+1@zvora.example.com"},
		{cloak.Email, "JANE@ACME.COM", "kvim@zvora.example.com", 2, "KVIM+2@zvora.example.com"},
		{cloak.Email, "jane+a@acme.com", "kvim+zlo@zvora.example.com", 1, "kvim+1@zvora.example.com"},
		{cloak.Hostname, "DB.CORP", "kvim.zvora.example.net", 1, "KVIM-2.ZVORA.EXAMPLE.NET"},
		{cloak.Custom, "acme", "Decoy-7kq2m9", 1, "Decoy-7kq2m9-2"},
		{cloak.Password, "x", "Decoy-7kq2m9xw2p", 3, "Decoy-7kq2m9xw2p-4"},
	} {
		r := newFake(1).request(x.entity, x.value, 0)
		r.surface, r.stem = x.surface, x.stem
		s, err := g.standIn(r)
		if err != nil || s != x.want {
			t.Errorf("%s: got %s, %v; want %s", x.entity, s, err, x.want)
		}
		if !IsDecoy(s) {
			t.Errorf("%s: %s is not in reserved space", x.entity, s)
		}
		r.stem = "[" + string(x.entity) + "_0]" // the first surface had to take a token
		if s, err = g.standIn(r); err != nil || !IsDecoy(s) {
			t.Errorf("%s: %s, %v", x.entity, s, err)
		}
	}
}

// What belongs together still does.
func TestRelations(t *testing.T) {
	g, m := generator(t, Config{}), newFake(7)
	get := func(e cloak.Entity, value string) string {
		s, err := g.standIn(m.request(e, value, 0))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	before := func(s, sep string) string { return s[:strings.LastIndex(s, sep)] }
	after := func(s, sep string) string { return s[strings.Index(s, sep)+1:] }

	a, b, c := get(cloak.IPv4, "10.1.2.3"), get(cloak.IPv4, "10.1.2.77"), get(cloak.IPv4, "10.1.3.3")
	if before(a, ".") != before(b, ".") || before(a, ".") == before(c, ".") {
		t.Errorf("subnets: %s %s %s", a, b, c)
	}
	if net := get(cloak.IPv4, "10.1.2.0"); net != before(a, ".")+".0" {
		t.Errorf("network: %s of %s", net, a)
	}
	a, b, c = get(cloak.IPv6, "2a02:1:2:3::1"), get(cloak.IPv6, "2a02:1:2:3::2"), get(cloak.IPv6, "2a02:1:2:4::1")
	if before(a, ":") != before(b, ":") || before(a, ":") == before(c, ":") {
		t.Errorf("subnets: %s %s %s", a, b, c)
	}
	a, b, c = get(cloak.Email, "jane@corp.com"), get(cloak.Email, "joe@mail.corp.com"), get(cloak.Email, "jane@other.com")
	if !strings.HasSuffix(b, "."+after(a, "@")) || after(a, "@") == after(c, "@") || before(a, "@") != before(c, "@") {
		t.Errorf("domains: %s %s %s", a, b, c)
	}
	a, b, c = get(cloak.Hostname, "a.b.corp.com"), get(cloak.Hostname, "b.corp.com"), get(cloak.Hostname, "corp.com")
	if after(a, ".") != b || after(b, ".") != c {
		t.Errorf("hosts: %s %s %s", a, b, c)
	}
	a, b, c = get(cloak.Hostname, "p.a.b.c.d.corp.com"), get(cloak.Hostname, "q.a.b.c.d.corp.com"), get(cloak.Hostname, "d.corp.com")
	if after(a, ".") != after(b, ".") || a == b || !strings.HasSuffix(a, "."+c) {
		t.Errorf("deep hosts: %s %s %s", a, b, c)
	}
	if x, y := get(cloak.Email, "x@b.corp.com"), before(get(cloak.Hostname, "b.corp.com"), ".example.net"); after(x, "@") != y+".example.com" {
		t.Errorf("mail and host: %s %s", x, b)
	}
	if x, y := get(cloak.Email, "x@one.co.uk"), get(cloak.Email, "x@two.co.uk"); after(x, "@") == after(y, "@") || strings.Count(x, ".") != 2 {
		t.Errorf("co.uk: %s %s", x, y)
	}
}

// Every /24 has its own, the three of RFC 5737 first.
func TestIPv4Tiers(t *testing.T) {
	g, m := generator(t, Config{}), newFake(3)
	taken := map[string]bool{}
	for i := range 600 {
		s, err := g.standIn(m.request(cloak.IPv4, fmt.Sprintf("10.%d.%d.9", i/256, i%256), 0))
		if err != nil {
			t.Fatal(err)
		}
		net := s[:strings.LastIndexByte(s, '.')]
		want := `^(192\.0\.2|198\.51\.100|203\.0\.113)$`
		switch {
		case i >= 250:
			want = `^(198\.1[89]|2(4\d|5[0-4]))\.`
		case i >= 3:
			want = `^198\.1[89]\.`
		}
		if taken[net] || !regexp.MustCompile(want).MatchString(net) {
			t.Fatalf("network %d is %s", i, net)
		}
		taken[net] = true
	}
}

// Where there are more machines than numbers for documentation, others follow.
func TestMACTiers(t *testing.T) {
	g, m := generator(t, Config{}), newFake(3)
	seen := map[string]bool{}
	for i := range 2000 {
		for attempt := 0; ; attempt++ {
			s, err := g.standIn(m.request(cloak.MAC, fmt.Sprintf("3c:22:fb:01:%02x:%02x", i>>8, i&255), attempt))
			if err != nil {
				t.Fatalf("machine %d: %v", i, err)
			}
			if !seen[s] {
				seen[s] = true
				break
			}
		}
	}
	n := 0
	for s := range seen {
		if strings.HasPrefix(s, "00:00:5e:00:53:") {
			n++
		} else if !IsDecoy(s) {
			t.Fatal(s)
		}
	}
	if n < 250 {
		t.Errorf("%d numbers for documentation used", n)
	}
}

// A full network is used up before a host leaves it.
func TestIPv4FullNetwork(t *testing.T) {
	g, m := generator(t, Config{}), newFake(3)
	taken := map[string]bool{}
	for i := 1; i < 255; i++ {
		attempt := 0
		for ; ; attempt++ {
			s, err := g.standIn(m.request(cloak.IPv4, fmt.Sprintf("10.0.0.%d", i), attempt))
			if err != nil {
				t.Fatal(err)
			}
			if !taken[s] {
				if !strings.HasPrefix(s, "192.0.2.") {
					t.Fatalf("host %d left: %s", i, s)
				}
				taken[s] = true
				break
			}
		}
	}
}

// Whatever a user's own detector calls an e-mail address or a card, what comes
// back is a short ASCII text, or none.
func TestAnyValue(t *testing.T) {
	g := generator(t, Config{})
	random := rand.New(rand.NewPCG(1, 2))
	const bytes = "0123456789abcXYZ .-@:+()[]%_/\\\"\x00\n\xc3\xa9\xff"
	for range 4000 {
		value := make([]byte, random.IntN(24))
		for i := range value {
			value[i] = bytes[random.IntN(len(bytes))]
		}
		for _, x := range samples {
			r := newFake(1).request(x.entity, string(value), random.IntN(200))
			r.surface = random.IntN(2)
			s, err := g.standIn(r)
			if err != nil {
				continue
			}
			if s == "" || len(s) > maxLen || strings.IndexFunc(s, func(c rune) bool { return c < ' ' || c > '~' }) >= 0 {
				t.Fatalf("%s: %q", x.entity, s)
			}
		}
	}
}

func TestCards(t *testing.T) {
	sum := func(s string) byte { d := digitsOf(s); return luhnDigit(d[:len(d)-1]) - d[len(d)-1] }
	valid, invalid := generator(t, Config{}), generator(t, Config{Card: "invalid"})
	for key := range 200 {
		m := newFake(key)
		r := m.request(cloak.CreditCard, "4111-1111-1111-1111", 0)
		if s, err := valid.standIn(r); err != nil || sum(s) != 0 {
			t.Fatalf("%s, %v", s, err)
		}
		if s, err := invalid.standIn(r); err != nil || sum(s) == 0 || !IsDecoy(s) {
			t.Fatalf("%s, %v", s, err)
		}
	}
	if _, err := New(Config{Card: "real"}); err == nil {
		t.Error("an unknown kind of cards was accepted")
	}
}

func TestIsDecoy(t *testing.T) {
	for _, s := range []string{
		"", "[EMAIL_0]", "10.0.0.1", "192.0.2.1 ", "192.0.2.300", "912-70-1234", "541-78-2936", "4111 1111 1111 1111", "378282246310005",
		"jane@example.com.evil.fr", "jane@notexample.com", "DE89 3704 0044 0532 0130 00", "3c:22:fb:01:02:03", "decoys", "(617) 392-4418", "+44 20 7946 1234",
		"7710bcd5-a61d-453a-9046-129790111111", "1:21-cv-01234", "2a02::1",
	} {
		if IsDecoy(s) {
			t.Errorf("%q is taken for a decoy", s)
		}
	}
	// ITINs, ATINs and the numbers that the IRS gives itself are somebody's.
	for group := range 100 {
		ours := strings.Contains(" 11 12 13 14 15 16 20 21 22 23 24 25 26 27 30 31 32 33 34 35 36 40 41 42 43 44 45 46 47 48 49 66 67 68 69 ", fmt.Sprintf(" %02d ", group))
		if s := fmt.Sprintf("912-%02d-1234", group); IsDecoy(s) != ours {
			t.Errorf("%s: %v", s, !ours)
		}
	}
	// Cards of the brands, with a valid check digit.
	random := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		body := fmt.Sprintf("4%014d", random.Int64N(1e14))
		if s := body + string(luhnDigit(body)); IsDecoy(s) != strings.HasPrefix(s, "40000000") {
			t.Errorf("%s is taken for a decoy", s)
		}
	}
}

func BenchmarkStandIn(b *testing.B) {
	g := generator(b, Config{})
	done := map[cloak.Entity]bool{}
	for _, x := range samples {
		if done[x.entity] {
			continue
		}
		done[x.entity] = true
		b.Run(string(x.entity), func(b *testing.B) {
			m := newFake(1)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := g.standIn(m.request(x.entity, x.values[0], 1)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

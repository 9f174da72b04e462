package cloak

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// logText is n bytes of what programs log, the same ones each time: web servers,
// sshd, JSON, key=value, stack traces, SQL and sentences.
func logText(n int) string {
	r := rand.New(rand.NewPCG(42, 1))
	var t strings.Builder
	for i := 0; t.Len() < n; i++ {
		stamp := fmt.Sprintf("2026-11-%02dT%02d:%02d:%02d.%03dZ", 1+i/9000%28, i/3600%24, i/60%60, i%60, r.IntN(1000))
		ip := fmt.Sprintf("10.%d.%d.%d", r.IntN(4), r.IntN(250), 1+r.IntN(250))
		switch i % 10 {
		case 0, 1:
			fmt.Fprintf(&t, "%s - - [%02d/Nov/2026:%02d:%02d:%02d +0000] \"GET /api/v1/items/%d?page=%d&sort=name HTTP/1.1\" 200 %d \"https://shop.halcyon.io/cart\" \"Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0\"\n",
				ip, 1+i/9000%28, i/3600%24, i/60%60, i%60, r.IntN(90_000), r.IntN(40), r.IntN(90_000))
		case 2:
			fmt.Fprintf(&t, "%s INFO  [http-nio-8080-exec-%d] c.h.shop.OrderService : order %d of user %d took %d ms\n", stamp, r.IntN(20), r.IntN(9_000_000), r.IntN(9000), r.IntN(900))
		case 3:
			fmt.Fprintf(&t, "Nov %2d %02d:%02d:%02d web-%d sshd[%d]: Accepted publickey for deploy from %s port %d ssh2: RSA SHA256:%s\n",
				1+i/9000%28, i/3600%24, i/60%60, i%60, r.IntN(9), 1000+r.IntN(60_000), ip, 1024+r.IntN(60_000), base64Text(r, 43))
		case 4:
			fmt.Fprintf(&t, "{\"ts\":%d,\"level\":\"info\",\"trace_id\":\"%016x%016x\",\"span\":\"%016x\",\"msg\":\"request done\",\"path\":\"/v2/carts/%d\",\"ms\":%d.%d,\"user\":{\"id\":%d,\"mail\":\"u%d@halcyon.io\"}}\n",
				1_764_000_000_000+i, r.Uint64(), r.Uint64(), r.Uint64(), r.IntN(90_000), r.IntN(900), r.IntN(10), r.IntN(9000), r.IntN(300))
		case 5:
			fmt.Fprintf(&t, "time=%s level=warn msg=\"slow query\" component=db duration=%dms rows=%d table=order_items key=orders:%d retries=%d\n", stamp, r.IntN(4000), r.IntN(900), r.IntN(90_000), r.IntN(4))
		case 6:
			fmt.Fprintf(&t, "\tat com.halcyon.shop.orders.OrderRepository$$Lambda$%d/0x%016x.apply(OrderRepository.java:%d) ~[orders-4.%d.%d.jar!/:4.%d.%d]\n",
				r.IntN(900), r.Uint64(), r.IntN(900), r.IntN(20), r.IntN(20), r.IntN(20), r.IntN(20))
		case 7:
			fmt.Fprintf(&t, "I1130 %02d:%02d:%02d.%06d       1 controller.go:%d] pod default/cart-%08x-%05x on node-%d: image sha256:%016x%016x pulled in %d.%ds\n",
				i/3600%24, i/60%60, i%60, r.IntN(1_000_000), r.IntN(900), r.Uint32(), r.IntN(1<<20), r.IntN(40), r.Uint64(), r.Uint64(), r.IntN(9), r.IntN(1000))
		case 8:
			fmt.Fprintf(&t, "%s DEBUG Executing: SELECT o.id, o.total FROM orders o WHERE o.id = %d AND o.created_at > '2026-11-%02d %02d:00:00' LIMIT %d\n", stamp, r.IntN(9_000_000), 1+r.IntN(28), r.IntN(24), r.IntN(500))
		case 9:
			fmt.Fprintf(&t, "%s NOTE The nightly job had nothing to do; the next one starts at %02d:%02d, and keeps the last %d days.\n", stamp, r.IntN(24), r.IntN(60), r.IntN(30))
		}
	}
	return t.String()[:n]
}

func base64Text(r *rand.Rand, n int) string {
	const alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/"
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(b)
}

// counts are what one detector costs and finds in a text.
type counts struct{ calls, sites int }

// candidates counts the calls of each detector's scan on s, and its sites; and the
// places at which scans are called, one or more of an anchor's.
func candidates(s string) (by map[string]counts, places int) {
	type place struct {
		anchor anchor
		at     int
	}
	seen := map[place]bool{}
	ds := append(markDetectors(Builtin()), Builtin()...)
	n := make([]counts, len(ds))
	var all []*Detector
	for i := range ds {
		d := &ds[i]
		if d.scan == nil {
			continue
		}
		scan := d.scan
		d.scan = func(s string, at int) (site, bool) {
			n[i].calls++
			seen[place{d.anchor, at}] = true
			x, ok := scan(s, at)
			if ok {
				n[i].sites++
			}
			return x, ok
		}
		all = append(all, d)
	}
	newProgram(all).scan(nil, s, 0, len(s))
	by = map[string]counts{}
	for i := range ds {
		if ds[i].scan != nil {
			by[ds[i].Name] = n[i]
		}
	}
	return by, len(seen)
}

// candidateLimits are what each detector may cost on a megabyte of logs: what it
// did when it was last looked at, and a fifth more. A scan's time is a benchmark's
// matter; how often it is called does not vary, and is what makes a scanner slow.
var candidateLimits = map[string]counts{
	"address_en":      {94, 1},
	"age":             {10, 1},
	"assigned_secret": {750, 1},
	"aws_secret_key":  {750, 1},
	"cn_uscc":         {47, 1},
	"credit_card":     {14, 1},
	"email":           {750, 747},
	"iban":            {54, 1},
	"ipv4":            {3739, 2243},
	"ipv6":            {1499, 1},
	"key_header":      {750, 1},
	"number_decoy":    {23, 1},
	"phone_intl":      {68, 1},
	"phone_nanp":      {56, 1},
	"token":           {751, 748},
	"url_credential":  {750, 1},
	"us_ssn":          {113, 1},
	"username_phrase": {2245, 748},
	"uuid":            {1499, 1},
	"vendor_key":      {769, 1},
}

func TestCandidatesPerMegabyte(t *testing.T) {
	got, places := candidates(logText(1_000_000))
	if limit := 14_000; places > limit {
		t.Errorf("%d candidates, at most %d", places, limit)
	}
	for name, n := range got {
		limit, ok := candidateLimits[name]
		if !ok { // what has no row costs next to nothing
			limit = counts{4, 1}
		}
		if n.calls > limit.calls || n.sites > limit.sites {
			t.Errorf("%s: %d calls of its scan and %d sites, at most %d and %d; the row of today: %q: {%d, %d},",
				name, n.calls, n.sites, limit.calls, limit.sites, name, n.calls*6/5+4, n.sites*6/5+1)
		}
	}
	for name := range candidateLimits {
		if _, ok := got[name]; !ok {
			t.Errorf("%s: no detector of that name", name)
		}
	}
}

// A megabyte of what nobody looks for costs next to no calls.
func TestProseHasFewCandidates(t *testing.T) {
	text := strings.Repeat("The committee met on Tuesday to discuss what had been learnt; nobody spoke of the cost, or of the day after.\n", 9000)
	total := 0
	by, _ := candidates(text)
	for _, n := range by {
		total += n.calls
	}
	if limit := len(text) / 500; total > limit {
		names := make([]string, 0, len(by))
		for name, n := range by {
			names = append(names, fmt.Sprintf("%8d %s", n.calls, name))
		}
		slices.Sort(names)
		t.Errorf("%d calls, at most %d: %q", total, limit, names[max(0, len(names)-5):])
	}
}

// What ends as a word of logs does is turned away by the letter in front, and nothing
// that the scan would take.
func TestGatesOfKeys(t *testing.T) {
	for _, c := range []struct {
		gate func(string, int) bool
		want bool
		keys string
	}{
		{passwordGate, true, "passwort Kennwort PASSWORT password pwd 3ort _ort"},
		{passwordGate, false, "sort port Export transport"},
		{sessionGate, true, "session SESSION session_id sess-id session.id sid x9ion _id 3_id SESSION__ID phpsessid"},
		{sessionGate, false, "duration trace_id request-id o.id"},
		{userGate, true, "user_id User_ID uid user id login _id"},
		{userGate, false, "trace_id span_id parent_id"},
	} {
		for _, key := range strings.Fields(c.keys) {
			for _, mark := range []string{"=", "\":", "':", " = ", "\\\":"} {
				text := "x " + key + mark + "1"
				if got := c.gate(text, strings.LastIndexAny(text, ":=")); got != c.want {
					t.Errorf("%q: %v", text, got)
				}
			}
		}
	}
}

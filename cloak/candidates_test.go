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

// candidates counts the calls of each detector's scan on s, and its sites.
func candidates(s string) map[string]counts {
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
			x, ok := scan(s, at)
			if ok {
				n[i].sites++
			}
			return x, ok
		}
		all = append(all, d)
	}
	newProgram(all).scan(nil, s, 0, len(s))
	by := map[string]counts{}
	for i := range ds {
		if ds[i].scan != nil {
			by[ds[i].Name] = n[i]
		}
	}
	return by
}

// candidateLimits are what each detector may cost on a megabyte of logs: what it
// did when it was last looked at, and a fifth more. A scan's time is a benchmark's
// matter; how often it is called does not vary, and is what makes a scanner slow.
var candidateLimits = map[string]counts{
	"address_en":      {94, 1},
	"age":             {19, 1},
	"assigned_secret": {750, 1},
	"aws_secret_key":  {750, 1},
	"credit_card":     {59, 1},
	"date_of_birth":   {32, 1},
	"de_plate":        {22, 1},
	"de_tax_number":   {10, 7},
	"dotted_key":      {750, 1},
	"email":           {750, 747},
	"eu_plate":        {10, 2},
	"gps_coordinates": {18, 1},
	"gr_afm":          {10, 1},
	"iban":            {54, 1},
	"ipv4":            {3739, 2243},
	"ipv6":            {4486, 1},
	"it_fiscal_code":  {34, 1},
	"key_header":      {750, 1},
	"lu_matricule":    {751, 1},
	"mac_dotted":      {750, 1},
	"number_decoy":    {23, 1},
	"password":        {1499, 1},
	"phone_intl":      {1564, 1},
	"phone_nanp":      {56, 1},
	"phone_national":  {3076, 1},
	"random_cookie":   {750, 1},
	"session_cookie":  {2243, 1},
	"telegram_bot":    {762, 1},
	"token":           {751, 748},
	"url_credential":  {750, 1},
	"us_dl":           {14, 1},
	"us_ssn":          {113, 1},
	"username_key":    {1496, 1},
	"username_phrase": {2245, 748},
	"uuid":            {1499, 1},
	"vendor_key":      {769, 1},
	"za_id":           {751, 1},
}

func TestCandidatesPerMegabyte(t *testing.T) {
	got := candidates(logText(1_000_000))
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
	by := candidates(text)
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

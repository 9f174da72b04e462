package decoy

import (
	"fmt"
	"hash/fnv"
	"math"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A decoy must not tell its original. Two attacks on that: enumerate the
// originals and see which of them give the decoy, and look for any dependence
// between the two over many keys. Both are first run on a generator that has no
// key, so that it can be seen that they would find something.

// unkeyed is what a generator without a key does: an SSN from area 9xx by a
// 32-bit hash of the original, FNV-1a, that seeds a 32-bit generator, mulberry32.
func unkeyed(original string) string {
	state := uint32(0x811c9dc5)
	for _, c := range []byte("SSN:" + original) {
		state = (state ^ uint32(c)) * 16777619
	}
	between := func(lo, hi int) int {
		state += 0x6d2b79f5
		t := state
		t = (t ^ t>>15) * (1 | t)
		t = (t + (t^t>>7)*(61|t)) ^ t
		return lo + int(float64(t^t>>14)/(1<<32)*float64(hi-lo+1))
	}
	return fmt.Sprintf("9%d%d-%02d-%04d", between(0, 9), between(0, 9), between(10, 99), between(1000, 9999))
}

// invert returns those of a million SSNs, those of one area, that give the decoy.
func invert(decoy string, standIn func(string) string) (found []string) {
	b := []byte("219-00-0000")
	for n := range 1_000_000 {
		b[4], b[5] = byte('0'+n/100000), byte('0'+n/10000%10)
		b[7], b[8], b[9], b[10] = byte('0'+n/1000%10), byte('0'+n/100%10), byte('0'+n/10%10), byte('0'+n%10)
		if standIn(string(b)) == decoy {
			found = append(found, string(b))
		}
	}
	return found
}

func TestInversionOfUnkeyed(t *testing.T) {
	const victim = "219-09-9999" // printed on a sample card in the 1940s, and void
	found := invert(unkeyed(victim), unkeyed)
	if len(found) == 0 || len(found) > 20 {
		t.Fatalf("%d candidates of 1,000,000; the attack should leave 1 to 20", len(found))
	}
	for _, x := range found {
		if x == victim {
			return
		}
	}
	t.Fatal("the attack missed the original")
}

// Without the key there is nothing to enumerate with: ten thousand keys give the
// original ten thousand decoys, as drawn from all there are.
func TestInversionOfDecoys(t *testing.T) {
	g := generator(t, Config{})
	seen := map[string]bool{}
	for key := range keys {
		s, err := g.standIn(newFake(key).request(cloak.SSN, "219-09-9999", 0))
		if err != nil {
			t.Fatal(err)
		}
		seen[s] = true
	}
	if len(seen) < keys-20 { // 1.4 are expected twice
		t.Errorf("%d decoys for %d keys", len(seen), keys)
	}
}

const (
	keys    = 10_000
	rows    = 16 // originals
	columns = 16 // classes of decoys
)

// dependence is the chi-square statistic of independence between the original
// and the decoy, in a table of counts with a row for each original.
func dependence(table *[rows][columns]int) float64 {
	var row [rows]float64
	var column [columns]float64
	total := 0.0
	for i := range table {
		for j, n := range table[i] {
			row[i] += float64(n)
			column[j] += float64(n)
			total += float64(n)
		}
	}
	sum := 0.0
	for i := range table {
		for j, n := range table[i] {
			if want := row[i] * column[j] / total; want > 0 {
				sum += (float64(n) - want) * (float64(n) - want) / want
			}
		}
	}
	return sum
}

// critical is the value that chi-square with df degrees of freedom exceeds with a
// probability of 1 in 100,000 (Wilson and Hilferty's approximation).
func critical(df float64) float64 {
	const z = 4.265
	c := 1 - 2/(9*df) + z*math.Sqrt(2/(9*df))
	return df * c * c * c
}

func class(decoy string) int {
	h := fnv.New64a()
	h.Write([]byte(decoy))
	return int(h.Sum64() >> 32 % columns)
}

func TestIndependence(t *testing.T) {
	if got := critical(225); math.Abs(got-326.8) > 1.5 {
		t.Fatalf("critical(225) = %.1f", got)
	}
	count := func(standIn func(key, original int) string) float64 {
		var table [rows][columns]int
		for key := range keys {
			table[key%rows][class(standIn(key, key%rows))]++
		}
		return dependence(&table)
	}
	limit := critical((rows - 1) * (columns - 1))
	t.Run("unkeyed", func(t *testing.T) {
		got := count(func(_, original int) string { return unkeyed(fmt.Sprintf("219-09-%04d", 9000+original)) })
		if got < 10*limit {
			t.Fatalf("chi-square %.0f: the test does not see a generator without a key", got)
		}
	})
	g := generator(t, Config{})
	for _, x := range []struct {
		entity cloak.Entity
		format string
	}{
		{cloak.SSN, "219-09-90%02d"},
		{cloak.Email, "jane%02d@acme.com"},
		{cloak.Email, "jane@acme%02d.com"},
		{cloak.Hostname, "db%02d.corp.internal"},
		{cloak.IPv4, "10.0.0.1%02d"},
		{cloak.IPv6, "2a02::a0%02d"},
		{cloak.IPv6, "2a02:0:0:%02d::1"},
		{cloak.MAC, "3c:22:fb:01:02:%02d"},
		{cloak.Phone, "617-392-44%02d"},
		{cloak.Phone, "+33 6 12 34 56 %02d"},
		{cloak.Phone, "+7 912 345 67 %02d"},
		{cloak.CreditCard, "4111 1111 1111 11%02d"},
		{cloak.IBAN, "DE89 3704 0044 0532 0130 %02d"},
		{cloak.CaseNumber, "1:21-cv-012%02d"},
		{cloak.UUID, "7710bcd5-a61d-453a-9046-1297901111%02d"},
		{cloak.Hash, "5d41402abc4b2a76b9719d911017c5%02d"},
		{cloak.APIKey, "sk-abcdefghijklmnopqrstuvwxyz%02d"},
		{cloak.AWSKey, "AKIA" + "J4QXKZ7PLM2NRT%02d"},
		{cloak.JWT, "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2l%02d"},
		{cloak.PrivateKey, "MIIE%02d"},
		{cloak.Cookie, "session%02d"},
		{cloak.Password, "hunter%02d"},
		{cloak.Username, "jdoe%02d"},
		{cloak.Custom, "Acme %02d"},
	} {
		t.Run(string(x.entity)+" "+x.format[:2], func(t *testing.T) {
			got := count(func(key, original int) string {
				s, err := g.standIn(newFake(key).request(x.entity, fmt.Sprintf(x.format, 10+original), 0))
				if err != nil {
					t.Fatal(err)
				}
				return s
			})
			if got > limit {
				t.Errorf("chi-square %.0f > %.0f: the decoy depends on the original", got, limit)
			}
		})
	}
}

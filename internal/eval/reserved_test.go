package main

import "testing"

func TestReserved(t *testing.T) {
	for _, c := range []struct {
		label, value string
		want         bool
	}{
		{"IP_ADDRESS", "192.0.2.7", true}, {"IP_ADDRESS", "127.0.0.1", true}, {"IP_ADDRESS", "2001:db8::1", true}, {"IP_ADDRESS", "::1", true},
		{"IP_ADDRESS", "255.255.255.0", true}, {"IP_ADDRESS", "10.1.2.3", false}, {"IP_ADDRESS", "8.8.8.8", false}, {"IP_ADDRESS", "fe80::1%eth0", false},
		{"IP_ADDRESS", "10.0.0.0/8", true}, {"IP_ADDRESS", "172.16.0.0/12", true}, {"IP_ADDRESS", "fe80::/10", true}, {"IP_ADDRESS", "64:ff9b::/96", true}, {"IP_ADDRESS", "fc00::/7", true},
		{"IP_ADDRESS", "10.0.0.0/24", false}, {"IP_ADDRESS", "10.0.0.0", false}, {"IP_ADDRESS", "10.0.0.0/123", false}, {"IP_ADDRESS", "10.1.2.3/8", false}, {"IP_ADDRESS", "192.168.1.1.1", false},
		{"IP_ADDRESS", "fe80::/64", false}, {"IP_ADDRESS", "fd12:3456::/32", false}, {"IP_ADDRESS", "2a02:8109::/32", false},
		{"IP_ADDRESS", "64:ff9b::192.0.2.1", true}, {"IP_ADDRESS", "64:ff9b::c000:201", true}, {"IP_ADDRESS", "64:ff9b::192.0.2.0/96", true}, {"IP_ADDRESS", "64:ff9b::81.2.69.142", false},
		{"EMAIL_ADDRESS", "a@example.com", true}, {"EMAIL", "a@b.test", true}, {"EMAIL", "a@example.es", false}, {"EMAIL", "a@myexample.com", false},
		{"PHONE_NUMBER", "(212) 555-0142", true}, {"PHONE_NUMBER", "+1 212 555 0142", true}, {"PHONE", "800-555-0199", true},
		{"PHONE", "800-555-0101", false}, {"PHONE", "212-555-1142", false}, {"PHONE", "020 7946 0123", true}, {"PHONE", "+49 30 1234 5678", false},
		{"PHONE", "+44(0)113 496 0009", true}, {"PHONE", "0044 07700 900873", true}, {"PHONE", "(0131) 496 0537", true}, {"PHONE", "+44 113 497 0009", false}, {"PHONE", "113 496 0009", false},
		{"MAC", "00:00:5e:00:53:01", true}, {"MAC", "01-00-5e-00-00-01", true}, {"MAC", "ff:ff:ff:ff:ff:ff", true}, {"MAC", "3c:22:fb:01:02:03", false},
		{"US_SSN", "000-12-3456", true}, {"US_SSN", "912-44-1234", true}, {"US_SSN", "912-70-1234", false}, {"SSN", "541-78-2936", false},
		{"CREDIT_CARD", "4000 0000 4711 2368", true}, {"CREDIT_CARD", "4111111111111111", false},
		{"AWS_KEY", "AKIA" + "IOSFODNN7" + "EXAMPLE", true}, {"API_KEY", "ghp" + "_" + "xxxxxxxxxxxx", true}, {"API_KEY", "q8Zr41", false},
		{"PERSON", "example", false},
	} {
		if got := reserved(kindOf(c.label), c.value); got != c.want {
			t.Errorf("%s %s: reserved is %v", c.label, c.value, got)
		}
	}
}

func TestDisputedValue(t *testing.T) {
	for _, c := range []struct {
		label, value string
		want         bool
	}{
		{"CREDIT_CARD", "4111 1111 1111 1111", false}, {"CREDIT_CARD", "4111 1111 1111 1112", true},
		{"PHONE", "555-123-4567", true}, {"PHONE", "(123) 456-7890", true}, {"PHONE", "212-555-4567", false}, {"EMAIL", "a@b.io", false},
	} {
		if got := disputedValue(c.label, c.value); got != c.want {
			t.Errorf("%s %s: disputed is %v", c.label, c.value, got)
		}
	}
}

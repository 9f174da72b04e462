package main

import "testing"

func TestAddresses(t *testing.T) {
	text := "from 10.1.2.3:80 to /10.1.2.4, v1.2.3.4 version 5.6.7.8 ~1.1.1.1, 6.1.7601.23505 256.1.1.1 01.2.3.4 x10.0.0.9 1.2.3.4.5 127.0.0.1"
	gold, versions, nobodys := addresses(text)
	got := ""
	for _, g := range gold {
		got += g.of(text) + " "
	}
	if got != "10.1.2.3 10.1.2.4 " || versions != 2 || nobodys != 1 {
		t.Errorf("%q, %d versions, %d reserved", got, versions, nobodys)
	}
}

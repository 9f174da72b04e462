package cloak

import (
	"strings"
	"testing"
)

func TestCheckSums(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		got  bool
		want bool
	}{
		{"a zero in front", crcBase62("zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ" + "0mLq17"), true},
		{"another digit", crcBase62("zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ" + "0mLq18"), false},
		{"no zero in front", crcBase62("zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ" + "mLq170"), false},
		{"no body", crcBase62("0mLq17"), false},
		{"BIP 173", bech32Valid("A12UEL5L"), true},
		{"BIP 173, data", bech32Valid("abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw"), true},
		{"capitals", bech32Valid(strings.ToUpper("abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw")), true},
		{"one digit wrong", bech32Valid("abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxx"), false},
		{"no prefix", bech32Valid("1nwldj5"), false},
		{"not in the alphabet", bech32Valid("abcdef1bpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw"), false},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
}

// A check sum that holds is evidence that no other key has; one that does not
// takes none away.
func TestKeysWithACheckSum(t *testing.T) {
	t.Parallel()
	const body = "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ" + "0mLq17"
	age := "AGE-SECRET" + "-KEY-1" + "5FERYXHRDZ9M6Y09MR8WRERWZGJ6F8" + "NTXVHXYRDLM5AAHN0T09NLEAJUME"
	if x, ok := scanVendorKey(age, 0); !ok || x.bits <= 50 {
		t.Errorf("age: %v, %d bits", ok, x.bits)
	}
	if x, ok := scanVendorKey(age[:len(age)-1]+"Q", 0); !ok || x.bits > 50 {
		t.Errorf("age with another digit: %v, %d bits", ok, x.bits)
	}
	for _, prefix := range []string{"gh" + "p_", "gh" + "o_", "gh" + "u_", "gh" + "s_", "np" + "m_"} {
		x, ok := scanVendorKey(prefix+body, 0)
		if !ok || x.bits <= 50 || x.End != len(prefix+body) {
			t.Errorf("%s: %v, %d bits", prefix, ok, x.bits)
		}
		if x, ok := scanVendorKey(prefix+body[:35]+"8", 0); !ok || x.bits > 50 {
			t.Errorf("%s with another digit: %v, %d bits", prefix, ok, x.bits)
		}
	}
}

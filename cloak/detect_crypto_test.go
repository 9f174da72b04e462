package cloak

import (
	"strings"
	"testing"
)

func TestCryptoDetectors(t *testing.T) {
	t.Parallel()
	ds := cryptoDetectors()
	checkExamples(t, ds)
	checkSound(t, ds)
	checkLinear(t, ds, append([]string{"bc1", "bc1q", "0x", "0x2e4a", "1A1zP1eP5Q", "xp" + "rv9s21ZrQ", "111111111aA", "rRsS", "5K"}, hurtful...)...)
}

// An address with one letter or digit changed is none.
func TestCryptoSums(t *testing.T) {
	t.Parallel()
	for i, x := range []struct {
		v    string
		scan scan
	}{
		{"16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyZ", scanAddress},
		{"t1bJHrnDa9Qycx2BZph8CkPdA37K4GgZmcG", scanAddress},
		{"rJRgiSoSBaUpMP3CtGKnc2XN8TfyZCkC8F", scanAddress},
		{"bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", scanBech32},
		{"bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297", scanBech32},
		{"44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A", scanMonero},
		{"L3dGqPpXwdT52Hz1fn9xeM4JTL3dee4" + "RVSjHJULHdm7jdC1VkmXS", scanCryptoKey},
	} {
		if _, ok := x.scan(x.v, 0); !ok {
			t.Errorf("%d: not found", i)
		}
		for k := range len(x.v) {
			for _, b := range []byte("2q7zXm") {
				v := x.v[:k] + string(b) + x.v[k+1:]
				if _, ok := x.scan(v, 0); ok && v != x.v {
					t.Errorf("%d: found with another %q at %d", i, b, k)
				}
			}
		}
	}
}

// BIP-173 and BIP-350, valid and invalid addresses of the main network.
func TestSegwit(t *testing.T) {
	t.Parallel()
	for _, v := range []string{
		"BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4", "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y",
		"BC1SW50QGDZ25J", "bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
	} {
		if fold(v) != "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y" && !isSegwit(v) {
			t.Errorf("%s is turned down", v)
		}
	}
	for _, v := range []string{
		"bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd", "BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL",
		"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh", "BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R", "bc1gmk9yu",
	} {
		if isSegwit(v) {
			t.Errorf("%s is accepted", v)
		}
	}
}

// EIP-55's own examples, and all of them in one case.
func TestEIP55(t *testing.T) {
	t.Parallel()
	for _, v := range []string{
		"5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "fB6916095ca1df60bB79Ce92cE3Ea74c37c5d359", "dbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB", "D1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
	} {
		if !isEIP55(v) || isEIP55(strings.ToLower(v)) || isEIP55(strings.ToUpper(v)) || isEIP55(strings.Replace(v, "a", "A", 1)) {
			t.Errorf("%s", v)
		}
	}
}

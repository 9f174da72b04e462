package cloak

import "strings"

// Addresses and keys of crypto currencies. Most have a check sum that chance does not
// meet; the others need a label.

func cryptoDetectors() []Detector {
	return []Detector{
		{
			Name: "crypto_address", Entity: Crypto, Class: Anchored, Bits: 36,
			Pattern: `[1-9A-HJ-NP-Za-km-z]{26,35}`, anchor: anchorLong, fits: fitsAddress, scan: scanAddress,
			Authority: "Base58Check: a version, 20 bytes of a hash, four bytes of a double SHA-256; versions of Bitcoin, Litecoin, Dogecoin, Dash, Tron, Zcash and the XRP Ledger. Those of test networks are left alone",
			Match: []string{
				"send to «1J1i75fvMeLL2fbcCF2axM7Pgw7fJUQrVR»", "bitcoin:«16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyZ»?amount=1", "\"«3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy»\"", "ltc «Lcee7f7GFkS5cBpq4QJNtbazzfVFbZvV4C»,",
				"«MRKr5shqg7MqF4717Ey1rr8aFg196s5Xbn»", "«DNZnPhk5UW6JtPKGcrJeALgqfarGrzKwUX»", "x=«Xt7XghTL8oQcWKjFk9dJU7D2cnhfYLqaem»", "«TTPtrWBAKpJyWZCJUXxo8jDNhEsHiTonns»",
				"«t1bJHrnDa9Qycx2BZph8CkPdA37K4GgZmcG»", "«rJRgiSoSBaUpMP3CtGKnc2XN8TfyZCkC8F».",
			},
			NoMatch: []string{
				"16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyZ2", "16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1Boyz", "mxwe9VtQz7dH8VcHbqHTSVjZeSigUgS8MQ", "x16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyZ", "DefaultListableBeanFactoryTests",
			},
		},
		{
			Name: "crypto_bech32", Entity: Crypto, Class: Anchored, Bits: 36,
			Pattern: `(?i)(?:bc|ltc)1[02-9ac-hj-np-z]{11,87}`, anchor: anchorWord, words: []string{"bc1", "ltc1"}, fits: fitsBech32, scan: scanBech32,
			Authority: "BIP-173 and BIP-350: Bech32 for version 0 of a witness, Bech32m for the others; tb1 and bcrt1 are test networks",
			Match: []string{
				"«bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq»", "pay «bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297»,", "«BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4»",
			},
			NoMatch: []string{
				"bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdp", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "bc1QAR0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "abc1 def", "xbc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
			},
		},
		{
			Name: "crypto_evm", Entity: Crypto, Class: Context, Bits: 26, LabelBits: 10, AgainstBits: 14,
			Pattern: `0[xX][0-9A-Fa-f]{40}`, anchor: anchorWord, words: hexStarts(), fits: fitsEVM, scan: scanEVM,
			Labels: []string{
				"wallet", "wallets", "address", "addr", "eth", "ethereum", "evm", "erc", "metamask", "payout", "withdraw", "withdrawal", "deposit", "beneficiary", "recipient",
				"polygon", "bsc", "usdt", "usdc", "ens", "account",
			},
			Against:   []string{"commit", "sha", "hash", "tx", "txid", "transaction", "contract", "digest", "block", "bytecode", "tree", "revision", "rev"},
			Authority: "EIP-55: 20 bytes in hex, whose capitals say four bits of Keccak-256 of the small letters; all small ones need a label",
			Match: []string{
				"wallet «0x2e4a081994729ccfa031770d50970c03490ba324»", "to «0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed» now", "\"ethAddress\":\"«0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359»\"", "«0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB»",
			},
			NoMatch: []string{
				"commit 0x2e4a081994729ccfa031770d50970c03490ba324", "at 0x2e4a081994729ccfa031770d50970c03490ba324", "to 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed", "wallet 0x2e4a081994729ccfa031770d50970c03490ba3245",
				"wallet 0x0000000000000000000000000000000000000000", "wallet of contract 0x2e4a081994729ccfa031770d50970c03490ba324",
			},
		},
		{
			Name: "crypto_monero", Entity: Crypto, Class: Anchored, Bits: 36,
			Pattern: `[48][1-9A-HJ-NP-Za-km-z]{94,105}`, anchor: anchorLong, fits: fitsMonero, scan: scanMonero,
			Authority: "Monero: network byte 18, 19 or 42, two public keys, maybe a payment id, four bytes of Keccak-256",
			Match:     []string{"xmr «44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A»"},
			NoMatch:   []string{"xmr 44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3B"},
		},
		{
			Name: "crypto_xpub", Entity: Crypto, Class: Anchored, Bits: 40,
			Pattern: `[xyz]pub[1-9A-HJ-NP-Za-km-z]{107,108}`, anchor: anchorLong, fits: fitsExtended, scan: scanXPub,
			Authority: "BIP-32 and SLIP-132: 78 bytes in Base58Check. It shows all addresses of its owner",
			Match:     []string{"«xpub661MyMwAqRbcGSp1zvtmRDaLebtyYo9c9mSoUJJupiLWCu3jd7nZtGCX3Q2L1SMk2Cz24Exd7y29Nwt2K83ZEKw1rUspBKRo65nCuQJWG1A»"},
			NoMatch:   []string{"xpub661MyMwAqRbcGSp1zvtmRDaLebtyYo9c9mSoUJJupiLWCu3jd7nZtGCX3Q2L1SMk2Cz24Exd7y29Nwt2K83ZEKw1rUspBKRo65nCuQJWG1B"},
		},
		{
			Name: "crypto_key", Entity: CryptoKey, Class: Anchored, Bits: 40,
			Pattern: `[1-9A-HJ-NP-Za-km-z]{29,112}`, anchor: anchorLong, fits: fitsCryptoKey, scan: scanCryptoKey,
			Authority: "Base58Check: WIF, Bitcoin's and Litecoin's form of a private key; extended private keys (BIP-32, SLIP-132); a seed of the XRP Ledger",
			Match: []string{
				"wif «L3dGqPpXwdT52Hz1fn9xeM4JTL3dee4" + "RVSjHJULHdm7jdC1VkmXS»", "«5KGU9hWoS4jA4vEpjKPRPWU2gx4mZ6" + "E1Zj5bWLLKirsTsoyVTRK»,", "seed=«snMk5AbrcRdBSH" + "fa8teZ4SbnKakML»",
				"«xp" + "rv9s21ZrQH143K3xjYtuMm45dc6a4V9LRknYXCfuuJGNoXL6ib5aUKLTt3C8zZZoK5udBZt9gHe42grs8gbEKaB4f6mCRDqhExAutCA5p3DWz»",
			},
			NoMatch: []string{"L3dGqPpXwdT52Hz1fn9xeM4JTL3dee4" + "RVSjHJULHdm7jdC1VkmXT", "5KGU9hWoS4jA4vEpjKPRPWU2gx4mZ6" + "E1Zj5bWLLKirsTsoyVTR"},
		},
	}
}

// solanaDetectors has what is in base 58 and has no check sum.
func solanaDetectors() []Detector {
	return ids([]Detector{
		{
			Name: "crypto_solana", Entity: Crypto, Class: Context, Bits: 6, LabelBits: 9, AgainstBits: 10,
			Pattern: `[1-9A-HJ-NP-Za-km-z]{32,44}`, scan: scanSolana,
			Labels:    []string{"solana", "sol wallet", "sol address", "phantom", "solflare"},
			Against:   []string{"signature", "program", "tx", "blockhash", "hash"},
			Authority: "Solana: the 32 bytes of an Ed25519 key in base 58, without a check sum",
			Match:     []string{"solana wallet «7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV»", "sol_address=«4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T»"},
			NoMatch:   []string{"7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV", "solana program 7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV", "solana wallet 7EcDhSYGxXyscszYEp35KHN8vvw3svAu"},
		},
	})
}

// long58 is the run of letters and digits at s[i], if it has from least to most; else "".
func long58(s string, i, least, most int) string {
	if end := clsAlnum.run(s, i, i+most+1); end-i >= least && end-i <= most && !isAlnum(at(s, i-1)) {
		return s[i:end]
	}
	return ""
}

// fitsRun is whether the run at s[i] begins with one of first, is in base 58 and has
// from least to most digits.
func fitsRun(s string, i int, first string, least, most int) fit {
	if strings.IndexByte(first, s[i]) < 0 {
		return fitsNever
	}
	if v := long58(s, i, least, most); v == "" || bitcoin58.run(v, 0, len(v)) < len(v) {
		return fitsNever
	}
	return fitsAlone
}

func fitsAddress(s string, i int) fit { return fitsRun(s, i, "13LM9ADX7Ttr", 26, 35) }

func scanAddress(s string, i int) (site, bool) {
	v := long58(s, i, 26, 35)
	if v == "" {
		return site{}, false
	}
	x := site{Span: Span{i, i + len(v)}}
	var buf base58Buf
	if v[0] == 'r' {
		b := ripple58.checked58(&buf, v)
		return x, len(b) == 21 && b[0] == 0
	}
	b := bitcoin58.checked58(&buf, v)
	switch {
	case len(b) == 22:
		return x, b[0] == 0x1C && (b[1] == 0xB8 || b[1] == 0xBD) // Zcash
	case len(b) != 21:
		return site{}, false
	}
	switch b[0] {
	case 0x00, 0x05, // Bitcoin
		0x30, 0x32, // Litecoin
		0x1E, 0x16, // Dogecoin
		0x4C, 0x10, // Dash
		0x41: // Tron
		return x, true
	}
	return site{}, false
}

// bech32End is where the address at s[i] ends, if it is as long as one; else 0.
func bech32End(s string, i int) int {
	const least, most = 14, 90
	end := clsAlnum.run(s, i, i+most+1)
	if end-i < least || end-i > most || isAlnum(at(s, i-1)) {
		return 0
	}
	return end
}

func fitsBech32(s string, i int) fit {
	if end := bech32End(s, i); end == 0 || !isSegwit(s[i:end]) {
		return fitsNever
	}
	return fitsAlone
}

func scanBech32(s string, i int) (site, bool) {
	end := bech32End(s, i)
	return site{Span: Span{i, end}}, end > 0 && (hasFold(s[i:], "bc1") || hasFold(s[i:], "ltc1")) && isSegwit(s[i:end])
}

// hexStarts are the words that an address in hex begins with: the index of words wants
// three bytes.
func hexStarts() (words []string) {
	for _, b := range "0123456789abcdef" {
		words = append(words, "0x"+string(b))
	}
	return words
}

// evmLength is 0x and 40 digits.
const evmLength = 42

// isEVM reports whether an address of the form stands at s[i].
func isEVM(s string, i int) bool {
	end := i + evmLength
	return end <= len(s) && s[i] == '0' && lower(s[i+1]) == 'x' && clsHex.run(s, i+2, end) == end && !isAlnum(at(s, i-1)) && !isWord(at(s, end))
}

func fitsEVM(s string, i int) fit {
	switch {
	case !isEVM(s, i):
		return fitsNever
	case isEIP55(s[i+2 : i+evmLength]):
		return fitsAlone
	}
	return fitsLabelled
}

func scanEVM(s string, i int) (site, bool) {
	if !isEVM(s, i) {
		return site{}, false
	}
	v := s[i+2 : i+evmLength]
	x := site{Span: Span{i, i + evmLength}, left: distinct(v) < 4}
	if !isEIP55(v) {
		x.bits, x.weak = 6, true
	}
	return x, true
}

// isEIP55 reports whether the capitals and small letters of v, 40 digits in hex, are
// as EIP-55 says, and there are both.
func isEIP55(v string) bool {
	var low [evmLength - 2]byte
	upper, small := false, false
	for i := range len(v) {
		low[i] = lower(v[i])
		upper, small = upper || isUpper(v[i]), small || isLower(v[i])
	}
	if !upper || !small {
		return false
	}
	sum := keccak256(low[:])
	for i := range len(v) {
		if nibble := sum[i/2] >> (4 - 4*(i%2)) & 15; isAlpha(v[i]) && isUpper(v[i]) != (nibble >= 8) {
			return false
		}
	}
	return true
}

const moneroLength, moneroIntegrated = 95, 106

func fitsMonero(s string, i int) fit { return fitsRun(s, i, "48", moneroLength, moneroIntegrated) }

func scanMonero(s string, i int) (site, bool) {
	v := long58(s, i, moneroLength, moneroIntegrated)
	if v == "" || len(v) != moneroLength && len(v) != moneroIntegrated {
		return site{}, false
	}
	var buf base58Buf
	b := moneroDecode(&buf, v)
	if b == nil || b[0] != 18 && b[0] != 19 && b[0] != 42 {
		return site{}, false
	}
	sum := keccak256(b[:len(b)-4])
	return site{Span: Span{i, i + len(v)}}, string(sum[:4]) == string(b[len(b)-4:])
}

func scanSolana(s string, i int) (site, bool) {
	v := long58(s, i, 32, 44)
	if v == "" {
		return site{}, false
	}
	var buf base58Buf
	return site{Span: Span{i, i + len(v)}, weak: true}, len(bitcoin58.decode(&buf, v)) == 32
}

// extendedKey is the version of the extended key that v is; 0 if it is none.
func extendedKey(v string) (version uint32) {
	var buf base58Buf
	b := bitcoin58.checked58(&buf, v)
	if len(b) != 78 {
		return 0
	}
	return uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3])
}

func fitsExtended(s string, i int) fit { return fitsRun(s, i, "xyz", 111, 112) }

func scanXPub(s string, i int) (site, bool) {
	v := long58(s, i, 111, 112)
	if v == "" || v[1:4] != "pub" {
		return site{}, false
	}
	switch extendedKey(v) {
	case 0x0488B21E, 0x049D7CB2, 0x04B24746: // xpub, ypub, zpub
		return site{Span: Span{i, i + len(v)}}, true
	}
	return site{}, false
}

func fitsCryptoKey(s string, i int) fit {
	if fitsExtended(s, i) == fitsAlone {
		return fitsAlone
	}
	return max(fitsRun(s, i, "5KL6T", 51, 52), fitsRun(s, i, "s", 29, 29))
}

func scanCryptoKey(s string, i int) (site, bool) {
	v := long58(s, i, 29, 112)
	x := site{Span: Span{i, i + len(v)}}
	var buf base58Buf
	switch {
	case len(v) == 29 && v[0] == 's':
		b := ripple58.checked58(&buf, v)
		return x, len(b) == 17 && b[0] == 33
	case len(v) == 51 || len(v) == 52: // 0x80 Bitcoin, 0xB0 Litecoin; a 1 behind it is of a compressed key
		b := bitcoin58.checked58(&buf, v)
		return x, (len(b) == 33 || len(b) == 34 && b[33] == 1) && (b[0] == 0x80 || b[0] == 0xB0)
	case len(v) == 111 || len(v) == 112:
		switch extendedKey(v) {
		case 0x0488ADE4, 0x049D7878, 0x04B2430C: // xprv, yprv, zprv
			return x, true
		}
	}
	return site{}, false
}

package cloak

import (
	"encoding/base64"
	"strings"
)

// Credentials that a tool names after what they open, and keys that were encoded
// once more.

func sourceDetectors() []Detector {
	return []Detector{
		{
			Name: "bundle_source", Entity: Password, Class: KeyBound, Bits: 21,
			Pattern: `(?i)bundle_[^\r\n]+`, anchor: anchorWord, words: []string{"bundle_"}, scan: scanBundleSource,
			Authority: "Bundler, bundle-config(1), credentials for gem sources: BUNDLE_HOST__NAME=user:password, a dot is two underscores",
			Match: []string{
				"export BUNDLE_GEMS__HALYARD__EXAMPLE=\"«bo:Zx81plq»\"", "BUNDLE_GEMS__HALYARD__EXAMPLE: «cafe4d0e:5beb47c1»", "BUNDLE_A__B__COM=«cafe4d0e:5beb47c1» bundle install",
			},
			NoMatch: []string{
				"BUNDLE_PATH=vendor/bundle", "BUNDLE_GEMS__HALYARD__EXAMPLE=$TOKEN", "BUNDLE_MIRROR__HTTPS://RUBYGEMS__ORG=http://localhost:8080", "BUNDLE_A__B=c", "BUNDLE_TIMEOUT=bo:Zx81plq",
				"BUNDLE_LOCAL__RACK: ~/src/rack",
			},
		},
		{
			Name: "kerberos_hash", Entity: Password, Class: Anchored, Bits: 30,
			Pattern: `(?i)krb5(?:tgs|asrep|pa)\$[^\s]{32,}`, anchor: anchorWord, words: []string{"krb5tgs$", "krb5asrep$", "krb5pa$"}, scan: scanKerberosHash,
			Authority: "RFC 4120: a ticket is encrypted with the password's key; the form is that of those who guess it, hashcat 7500, 13100 and 18200",
			Match: []string{
				"$«krb5asrep$23$svc@HALYARD.EXAMPLE:3e156ada591263b8aab0965f5aebd837$007497cb51b6c8116d6407a782ea0e1c5402b17db7afa6b05a6d30ed164a9933»",
				"hash: $«krb5tgs$23$*svc$HALYARD.EXAMPLE$http/h*$63386d22d359fe42230300d56852c9eb$891ad31d09ab89c6b3b8c5e5de6c06a7f49fd559d7a9a3c32576c8fedf705376»,",
			},
			NoMatch: []string{"krb5tgs$23$", "krb5asrep$23$user@domain:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "krb5.conf"},
		},
		{
			Name: "braintree_token", Entity: APIKey, Class: Anchored, Bits: 50,
			Pattern: `(?i)access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}`, anchor: anchorWord, words: []string{"access_token$"}, scan: scanBraintree,
			Authority: "Braintree, PayPal: an access token names its environment and merchant",
			Match:     []string{"BT=«access_token$production$" + "5v2qh3kz8mnp4rtx$3a0602b29ed6fd540c373059f1ce0d10»;", "'«access_token$sandbox$" + "5v2qh3kz8mnp4rtx$3a0602b29ed6fd540c373059f1ce0d10»'"},
			NoMatch:   []string{"access_token$production$id$3a0602b29ed6fd540c373059f1ce0d10", "access_token$test$" + "5v2qh3kz8mnp4rtx$3a0602b29ed6fd540c373059f1ce0d10"},
		},
		{
			Name: "encoded_private_key", Entity: PrivateKey, Class: Anchored, Bits: 40,
			Pattern: `LS0tLS1CRUdJTi[A-Za-z0-9+/=_-]{80,}`, anchor: anchorWord, words: []string{"ls0tls1crudjti"}, scan: scanEncodedPEM,
			Authority: "RFC 7468 in RFC 4648",
			Match: []string{
				"KEY_B64=«" + encodedPEM("RSA PRIVATE KEY") + "»", "key: \"«" + encodedPEM("PRIVATE KEY") + "»\"", "data=«" + encodedPEM("OPENSSH PRIVATE KEY") + "»;",
			},
			NoMatch: []string{encodedPEM("CERTIFICATE"), encodedPEM("PUBLIC KEY"), encodedPEM("PRIVATE KEY")[:60]},
		},
	}
}

// encodedPEM is the beginning of a key of that kind in base64.
func encodedPEM(label string) string {
	const body = "MIIEogIBAAKCAQEAjosMtDUqbE1x8zxZac1t8fkh2SxGuMXHk9yxniyM2m76donW" + "GcbdgKgLQfoL67Pi3M3Hatsk7SCxXsZiYr6cXOtJq70VM53rr3cxO3JwKCbJ985D"
	return base64.StdEncoding.EncodeToString([]byte("-----BEGIN " + label + "-----\n" + body))
}

// scanBundleSource judges the name of a setting of Bundler's.
func scanBundleSource(s string, i int) (site, bool) {
	end := i
	for end < len(s) && end-i < 2*maxKey && (isUpper(s[end]) || isDigit(s[end]) || s[end] == '_') {
		end++
	}
	k := key{Span: Span{i, end}, kind: keyPassword, env: true, tight: true, quoted: isQuote(at(s, end))} // no word of a sentence: what follows does not matter
	if !strings.Contains(s[i:end], "__") {
		return site{}, false
	}
	for n := 0; n < 3 && (at(s, end) == ' ' || isQuote(at(s, end))); n++ {
		end++
	}
	if b := at(s, end); b != ':' && b != '=' {
		return site{}, false
	}
	k.after = end + 1
	return assigned(s, k, func(c candidate) verdict {
		user, pw, ok := strings.Cut(c.v, ":")
		if !ok || user == "" || strings.HasPrefix(pw, "//") || strings.IndexByte(c.v, '/') >= 0 {
			return verdict{}
		}
		c.v = pw
		return judgePassword(c)
	})
}

// scanKerberosHash judges the mark of a ticket that was taken to guess a password.
func scanKerberosHash(s string, i int) (site, bool) {
	const longest, least = 16 << 10, 64
	end, hex := i, 0
	for end < len(s) && end-i < longest && (clsDot.has(s[end]) || strings.IndexByte("$*@:/~", s[end]) >= 0) {
		if hex++; !isHex(s[end]) {
			hex = 0
		}
		end++
	}
	for end > i && strings.IndexByte(".:@/*", s[end-1]) >= 0 {
		end--
	}
	if hex < least/2 || end-i < least || end-i == longest {
		return site{seen: end}, false
	}
	return site{Span: Span{i, end}, left: hasDecoyMark(s[i:end])}, true
}

// scanBraintree judges the mark of a token whose parts '$' joins.
func scanBraintree(s string, i int) (site, bool) {
	const merchant, secret = 16, 32
	j := i + len("access_token$")
	switch {
	case hasFold(s[j:], "production$"):
		j += len("production$")
	case hasFold(s[j:], "sandbox$"):
		j += len("sandbox$")
	default:
		return site{}, false
	}
	end := clsAlnum.run(s, j, j+merchant)
	if end != j+merchant || at(s, end) != '$' || clsHex.run(s, end+1, end+1+secret) != end+1+secret || isMask(s[end+1:end+1+secret]) {
		return site{}, false
	}
	end = clsAlnum.run(s, end+1+secret, len(s))
	return site{Span: Span{i, end}, left: isMarked(s[i:end])}, true
}

// scanEncodedPEM judges a run of base64 that begins with five dashes and BEGIN.
func scanEncodedPEM(s string, i int) (site, bool) {
	const least, head = 94, 64
	if !strings.HasPrefix(s[i:], "LS0tLS1CRUdJTi") || isAlnum(at(s, i-1)) {
		return site{}, false
	}
	if clsB64.run(s, i, i+least) != i+least {
		return site{}, false
	}
	text, err := base64.StdEncoding.DecodeString(s[i : i+head])
	if err != nil || !strings.Contains(string(text), "PRIVATE KEY") {
		return site{}, false
	}
	end := clsB64.run(s, i+least, len(s))
	return site{Span: Span{i, end}, left: isMarked(s[i : i+least])}, true
}

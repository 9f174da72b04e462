package cloak

import "strings"

// lengthClass is a range of lengths, in bytes, that a value lies in: powers of two.
func lengthClass(n int) string {
	switch {
	case n < 8:
		return "1–7"
	case n < 16:
		return "8–15"
	case n < 32:
		return "16–31"
	case n < 64:
		return "32–63"
	case n < 256:
		return "64–255"
	}
	return "256+"
}

const dots = "•••"

// Mask shows of a value only what identifies nobody: a key's vendor prefix, a
// mail's top-level domain, and a length class. Nothing of a name, a number or a
// password.
func Mask(entity Entity, value string) string {
	shown := dots
	switch entity {
	case Email:
		if k := strings.LastIndexByte(value, '.'); k >= 0 && k > strings.LastIndexByte(value, '@') && knownTop(value[k+1:]) {
			shown = dots + "@" + dots + value[k:]
		} else {
			shown = dots + "@" + dots
		}
	case APIKey, AWSKey:
		shown = vendorPrefix(value) + dots
	}
	return shown + " " + lengthClass(len(value))
}

// knownTop keeps made-up endings, which may be part of a name, out of sight.
func knownTop(s string) bool {
	if len(s) == 2 && isAlpha(s[0]) && isAlpha(s[1]) {
		return true
	}
	switch fold(s) {
	case "com", "net", "org", "edu", "gov", "mil", "int", "info", "biz", "name", "internal", "local", "corp", "lan":
		return true
	}
	return false
}

// vendorPrefix is what a key begins with by its vendor's rule; "" if there is none.
func vendorPrefix(key string) string {
	if key == "" {
		return ""
	}
	for _, f := range formatsBy[key[0]] {
		if strings.HasPrefix(key, f.prefix) {
			return f.prefix
		}
	}
	switch p := key[:min(4, len(key))]; p {
	case "AKIA", "ASIA", "ABIA", "ACCA":
		return p
	}
	return ""
}

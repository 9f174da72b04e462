package testutil

import (
	"encoding/base64"
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// Leaked gives the indexes of the values that text holds in some reading: as they
// are or without what separates their letters and digits, behind JSON, percent and
// HTML escapes, in base64, in keys and numbers, with characters that do not show in
// between, in full width, and each of these in another to a depth of five. It is a
// judge of tests, strict and slow: it may take two neighbours for one value.
func Leaked(text string, values []string) (leaked []int) {
	want := make([]string, len(values))
	for i, v := range values {
		want[i] = squash(v)
	}
	found := make([]bool, len(values))
	seen := map[string]bool{}
	level := []string{text}
	for range 6 {
		var next []string
		for _, r := range level {
			if seen[r] {
				continue
			}
			seen[r] = true
			s := squash(r)
			for i, w := range want {
				found[i] = found[i] || w != "" && strings.Contains(s, w)
			}
			next = append(next, readings(r)...)
		}
		level = next
	}
	for i, is := range found {
		if is {
			leaked = append(leaked, i)
		}
	}
	return leaked
}

// squash leaves letters and digits, folded.
func squash(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '！' && r <= '～' {
			r -= '！' - '!'
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

var (
	unicodeEscape = regexp.MustCompile(`\\u[0-9A-Fa-f]{4}`)
	percentEscape = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)
	base64Run     = regexp.MustCompile(`[A-Za-z0-9+/_-]{12,}={0,2}`)
	jsonString    = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
)

// readings gives what else a text can be read as, one step further.
func readings(s string) (all []string) {
	add := func(r string) {
		if r != s {
			all = append(all, r)
		}
	}
	if strings.Contains(s, `"`) {
		for _, q := range jsonString.FindAllString(s, -1) {
			var v string
			if json.Unmarshal([]byte(q), &v) == nil && strings.ContainsAny(v, `\"`) {
				all = append(all, v)
			}
		}
	}
	if strings.Contains(s, `\`) {
		add(strings.NewReplacer(`\n`, "\n", `\r`, "\r", `\t`, "\t", `\/`, "/", `\"`, `"`, `\\`, `\`).Replace(s))
		add(unicodeEscape.ReplaceAllStringFunc(s, func(e string) string {
			n, _ := strconv.ParseUint(e[2:], 16, 16) // four hex digits always parse
			return string(rune(n))
		}))
	}
	if strings.Contains(s, "%") {
		add(percentEscape.ReplaceAllStringFunc(s, func(e string) string {
			c, _ := url.PathUnescape(e) // two hex digits always unescape
			return c
		}))
	}
	if strings.Contains(s, "&") {
		add(html.UnescapeString(s))
	}
	for _, run := range base64Run.FindAllString(s, -1) {
		run = strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(run, "="))
		if b, err := base64.RawStdEncoding.DecodeString(run); err == nil {
			all = append(all, string(b))
		}
	}
	return all
}

package mcpproxy

import (
	"encoding/base64"
	"net/url"
	"strings"
	"time"
)

// The forms of what a walk leaves.

// isAddress reports whether s is the address of a page.
func isAddress(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.User == nil
}

// isMIME reports whether s is a media type, RFC 6838 section 4.2, with parameters of
// words: text/plain; charset=utf-8.
func isMIME(s string) bool {
	const longest = 127
	kind, sub, ok := strings.Cut(s, "/")
	if !ok || len(s) > longest || !isToken(kind, "-") {
		return false
	}
	sub, params, more := strings.Cut(sub, ";")
	if !isToken(sub, "-.+") {
		return false
	}
	for more {
		var p string
		p, params, more = strings.Cut(params, ";")
		name, value, ok := strings.Cut(strings.TrimSpace(p), "=")
		switch {
		case !ok || !isToken(name, "-"):
			return false
		case name == "charset" && isToken(value, "-"):
		case name == "profile" && value == "mcp-app": // of MCP Apps
		default:
			return false
		}
	}
	return true
}

// isToken reports whether s has letters, digits and the bytes of more, and is short: no
// value that names somebody has the form of what is asked for here.
func isToken(s, more string) bool {
	const longest = 100
	if s == "" || len(s) > longest {
		return false
	}
	for i := range len(s) {
		b := s[i]
		if !('0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z' || strings.IndexByte(more, b) >= 0) {
			return false
		}
	}
	return true
}

// isTextual reports whether a media type is of text.
func isTextual(mime string) bool {
	mime, _, _ = strings.Cut(strings.ToLower(mime), ";")
	mime = strings.TrimSpace(mime)
	if strings.HasPrefix(mime, "text/") || strings.HasSuffix(mime, "+json") || strings.HasSuffix(mime, "+xml") || strings.HasSuffix(mime, "+yaml") {
		return true
	}
	switch mime {
	case "application/json", "application/xml", "application/yaml", "application/x-yaml", "application/toml", "application/javascript", "application/typescript",
		"application/x-sh", "application/sql", "application/x-ndjson", "application/jsonl", "application/csv", "application/xhtml+xml", "message/rfc822", "image/svg+xml":
		return true
	}
	return false
}

// isBase64 reports whether s is base64, RFC 4648 section 4 or 5, with or without padding.
func isBase64(s string) bool {
	s = strings.TrimRight(s, "=")
	for i := range len(s) {
		b := s[i]
		if !('0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z' || b == '+' || b == '/' || b == '-' || b == '_') {
			return false
		}
	}
	return len(s)%4 != 1
}

func decodeBase64(s string) ([]byte, bool) {
	if !isBase64(s) {
		return nil, false
	}
	s = strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(s, "="))
	b, err := base64.RawStdEncoding.DecodeString(s)
	return b, err == nil
}

// isTime reports whether s is a moment of RFC 3339, or a date.
func isTime(s string) bool {
	if _, err := time.Parse(time.RFC3339, s); err == nil {
		return true
	}
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

// isSize reports whether s is that of an icon: 48x48, or any.
func isSize(s string) bool {
	w, h, ok := strings.Cut(s, "x")
	return s == "any" || ok && len(w) <= 5 && len(h) <= 5 && isDigits(w) && isDigits(h)
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

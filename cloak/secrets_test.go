package cloak

import (
	"math"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestSecretExamples(t *testing.T) {
	checkExamples(t, secretDetectors())
}

// What a scan returns lies in a match of the pattern that holds its anchor, and
// for words begins at it.
func TestSecretPatterns(t *testing.T) {
	for _, d := range secretDetectors() {
		d = d.written()
		re := regexp.MustCompile(d.Pattern)
		for _, r := range d.Reserved {
			regexp.MustCompile(r)
		}
		for _, x := range d.Match {
			s, want := unmark(x)
			if !patternCovers(&d, re, s, want) {
				t.Errorf("%s: the pattern does not cover %q", d.Name, x)
			}
		}
	}
}

func patternCovers(d *Detector, re *regexp.Regexp, s string, want Span) bool {
	for _, i := range naiveAnchors(d.anchor, s, d.words) {
		if d.anchor == anchorWord {
			if m := re.FindStringIndex(s[i:]); m != nil && m[0] == 0 && i+m[1] >= want.End {
				return true
			}
			continue
		}
		for _, m := range re.FindAllStringIndex(s, -1) {
			if m[0] <= i && i < m[1] && m[0] <= want.Start && want.End <= m[1] {
				return true
			}
		}
	}
	return false
}

func TestSecretGaps(t *testing.T) {
	for _, d := range secretDetectors() {
		for _, gap := range d.Gaps {
			for _, x := range naiveSites(&d, gap) {
				if !x.weak && !x.left {
					t.Errorf("%s: a gap is found now, move it to Match: %q [%d,%d)", d.Name, gap, x.Start, x.End)
				}
			}
		}
	}
}

// secretDecoys are draws from the reserved spaces.
var secretDecoys = []string{
	"AKIADECOY" + "ABCDEFGH234", "ghp_DECOY" + "abcdefghijklmnopqrstuvwxyz01234", "glpat-DECOY" + "abcdefghij12345",
	"sk_live_DECOY" + "abcdefghijklmnopqrs", "sk-proj-DECOY" + sampleBody + "aaaaaaaaaaa", "Decoy-abcdefghi2", "xoxb-DECOY12345678-" + sampleBody[:24],
	"eyJhbGciOiJub25lIn0.eyJpc3MiOiJleGFtcGxlLmNvbSJ9.DECOYabcdefghijklmnopqrst",
}

func TestSecretDecoysStayOpen(t *testing.T) {
	frames := []string{
		"%", "password=%", `"api_key": "%"`, "Authorization: Bearer %", "Cookie: sid=%; a=b", "https://u:%@h/x", "aws_secret_access_key = %",
		"-----BEGIN PRIVATE KEY-----\n%\n-----END PRIVATE KEY-----", "curl -u a:% h", "<password>%</password>", "X-Api-Key: %", "key %.",
	}
	ds := secretDetectors()
	for _, decoy := range secretDecoys {
		for _, frame := range frames {
			s := strings.ReplaceAll(frame, "%", decoy)
			for i := range ds {
				for _, x := range naiveSites(&ds[i], s) {
					if !x.left {
						t.Errorf("%s reports %q of %q", ds[i].Name, s[x.Start:x.End], s)
					}
				}
			}
		}
	}
}

// Hidden bytes are zero. No value may hold one.
func TestSecretsEndAtHiddenBytes(t *testing.T) {
	ds := secretDetectors()
	for i := range ds {
		for _, x := range ds[i].Match {
			s, want := unmark(x)
			for cut := want.Start; cut < want.End; cut += 3 {
				hidden := s[:cut] + "\x00\x00" + s[cut:]
				for _, got := range naiveSites(&ds[i], hidden) {
					if strings.IndexByte(hidden[got.Start:got.End], 0) >= 0 {
						t.Fatalf("%s: a value of %q holds a hidden byte at %d", ds[i].Name, x, cut)
					}
				}
			}
		}
	}
}

// A text is read once, whatever it is made of: at this size a quadratic scan
// takes seconds. So may a linear one on a machine that is busy; half the text
// then takes half of the time, and not a quarter.
func TestSecretsAreLinear(t *testing.T) {
	units := []string{
		"eyJ", "eyJ-", "eyJhbGciOi-", "eyJaaa-", "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\nMIIEogIBAAKCAQEAjosMtDUqbE1x8zxZac1t8\n", "-----BEGIN ",
		"token=", "password=", "password=\"", "token=\"\\", "password:'", "a@", "://@", "@", "/@", "x://a:", "sk-", "ghp_", "key-", "AKIA", "ghp_aaaaaaaa-",
		"Authorization: ", "bearer ", "Bearer aaaaaaaa-", "Authorization: digest ", "Cookie: a=", "; a=aaaaaaaaaaaaaaaa1B", "sid=", "<password>", "<pass ", "--password ",
		"define('KEY', '", "mysql -p", "curl -u ", "curl -u:", "2b$12$", "argon2$", "a:$6$", "MTk4NjIyNDgzNDcxOTI1MjQ4.", "3a0602b29ed6fd540c373059f1ce0d10-us",
		"1102015430:AA", "hooks.slack.com/a/", "discord.com/api/webhooks/", "private-lines: 1\n", "a.atlasv1.", "password is ", "\\\"password\\\": \\\"", "pass=(((", "token={", "&quot;token=&quot;", "pwd=,", "pwd=;a", "key=a&", "SG.", "AC0123456789abcdef", "xoxb-%", ".", "=", ": ", "\\", "\"", "\x00", "\xff",
	}
	ds := secretDetectors()
	const size = 1 << 18
	for _, u := range units {
		for i := range ds {
			text := strings.Repeat(u, size/len(u))
			took := fastest(1, &ds[i], text)
			if took < 1500*time.Millisecond {
				continue
			}
			took = min(took, fastest(3, &ds[i], text))
			if half := fastest(3, &ds[i], text[:len(text)/2]); took > 3*half {
				t.Errorf("%s: %d bytes of %q took %v, half of them %v", ds[i].Name, size, u, took, half)
			}
		}
	}
}

// fastest is the shortest time that a scan of s takes in so many runs.
func fastest(runs int, d *Detector, s string) time.Duration {
	best := time.Duration(math.MaxInt64)
	for range runs {
		start := time.Now()
		naiveSites(d, s)
		best = min(best, time.Since(start))
	}
	return best
}

func FuzzSecrets(f *testing.F) {
	ds := secretDetectors()
	for _, d := range ds {
		for _, x := range append(d.Match, d.NoMatch...) {
			f.Add(x)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 1<<12 {
			return
		}
		for i := range ds {
			for _, x := range naiveSites(&ds[i], s) {
				if x.Start < 0 || x.End > len(s) || x.Start >= x.End || strings.IndexByte(s[x.Start:x.End], 0) >= 0 {
					t.Fatalf("%s: bad span [%d,%d) of %d bytes", ds[i].Name, x.Start, x.End, len(s))
				}
			}
		}
	})
}

func BenchmarkSecrets(b *testing.B) {
	line := `2026-11-30T10:11:12.123Z INFO  [main] c.e.Foo: user=17 path=/api/v1/x?id=4&sort=asc status=200 took=12ms msg="done: ok" key: value` + "\n"
	text := strings.Repeat(line, 1000)
	ds := secretDetectors()
	for i := range ds {
		places := naiveAnchors(ds[i].anchor, text, ds[i].words)
		b.Run(ds[i].Name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for range b.N {
				for _, p := range places {
					ds[i].scan(text, p)
				}
			}
		})
	}
}

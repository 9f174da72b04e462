package main

import (
	"maps"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// loghub2k: sixteen logs of 2,000 lines. Gold for addresses is an extraction of
// our own, below, that asks the engine nothing. What else is reported is noise,
// but for hosts, paths, users, hardware addresses and the mail that is there.
type loghub struct {
	names []string
	logs  []string
}

// quiet are the entities that logs are full of.
var quiet = []string{"IPV4", "IPV6", "HOSTNAME", "PATH", "USERNAME", "MAC"}

func loadLoghub(dir string) (corpus, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.log"))
	if err != nil {
		return nil, err
	}
	l := &loghub{}
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			return nil, err
		}
		l.names = append(l.names, strings.TrimSuffix(filepath.Base(p), "_2k.log"))
		l.logs = append(l.logs, string(text))
	}
	if len(paths) == 0 {
		return nil, os.ErrNotExist
	}
	return l, nil
}

func (l *loghub) texts() []string { return l.logs }

var (
	dotted  = regexp.MustCompile(`[0-9]+(?:\.[0-9]+)+`)
	version = regexp.MustCompile(`(?i)(?:\bversion[ :=]*|\bver[ .:=]*|~|_)$`)
	mailbox = regexp.MustCompile(`[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}`)
)

// addresses are the well-formed IPv4 addresses of a text: four numbers to 255
// without leading zeros, nothing of a word or number beside them. Those after a
// word for a version, and those of reserved space, are counted apart.
func addresses(text string) (gold []span, versions, nobodys int) {
	for _, m := range dotted.FindAllStringIndex(text, -1) {
		value := text[m[0]:m[1]]
		if strings.Count(value, ".") != 3 || wordAt(text, m[0]-1) || wordAt(text, m[1]) {
			continue
		}
		if _, err := netip.ParseAddr(value); err != nil {
			continue
		}
		before := text[max(0, m[0]-20):m[0]]
		switch {
		case version.MatchString(before):
			versions++
		case reservedIP(value):
			nobodys++
		default:
			gold = append(gold, span{m[0], m[1], "IPV4"})
		}
	}
	return gold, versions, nobodys
}

func wordAt(text string, i int) bool {
	if i < 0 || i >= len(text) {
		return false
	}
	c := text[i]
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func (l *loghub) score(r *report, as []answer) {
	t := table{
		Title: "by log",
		Head:  []string{"lines", "IPv4 found", "IPv4 beyond gold", "versions", "reserved", "host, path, user, MAC, IPv6", "noise per 1,000 lines"},
		Note:  "gold is an extraction of its own: four numbers to 255 with nothing of a word beside them; versions and reserved space are left out of it. Noise: whatever else is reported, but for mail addresses that an expression finds, too",
	}
	entities := map[string]int{}
	lines, sum := 0, logTally{}
	for i, text := range l.logs {
		n := strings.Count(text, "\n")
		k := l.one(r, i, text, as[i].found, entities)
		t.row(l.names[i], n, k.ip, k.extra, k.versions, k.nobodys, k.quiet, rate{k.noise, float64(n) / 1000, "1,000 lines"})
		lines += n
		sum.join(k)
	}
	t.row("total", lines, sum.ip, sum.extra, sum.versions, sum.nobodys, sum.quiet, rate{sum.noise, float64(lines) / 1000, "1,000 lines"})
	r.headline("IPv4 addresses found", sum.ip)
	r.headline("noise per 1,000 lines", rate{sum.noise, float64(lines) / 1000, "1,000 lines"})
	e := table{Title: "by entity", Head: []string{"per 1,000 lines"}}
	for _, name := range slices.Sorted(maps.Keys(entities)) {
		e.row(name, rate{entities[name], float64(lines) / 1000, "1,000 lines"})
	}
	r.Tables = append(r.Tables, t, e)
}

type logTally struct {
	ip                                     ratio
	extra, versions, nobodys, quiet, noise int
}

func (k *logTally) join(o logTally) {
	k.ip.join(o.ip)
	k.extra, k.versions, k.nobodys = k.extra+o.extra, k.versions+o.versions, k.nobodys+o.nobodys
	k.quiet, k.noise = k.quiet+o.quiet, k.noise+o.noise
}

func (l *loghub) one(r *report, i int, text string, fs []found, entities map[string]int) (k logTally) {
	gold, versions, nobodys := addresses(text)
	k.versions, k.nobodys = versions, nobodys
	mails := mailbox.FindAllStringIndex(text, -1)
	for _, g := range gold {
		at, _ := slices.BinarySearchFunc(fs, g, func(f found, g span) int { return f.end - g.end })
		ok := at < len(fs) && fs[at].start <= g.start && fs[at].end >= g.end
		k.ip.add(ok)
		if !ok {
			r.miss(l.names[i], "IPV4", "missed", around(text, g.start, g.end))
		}
	}
	for _, f := range fs {
		entities[f.entity]++
		switch {
		case f.entity == "IPV4":
			if !slices.ContainsFunc(gold, func(g span) bool { return touches(f, g) }) {
				k.extra++
				r.miss(l.names[i], f.entity, "reported, not in gold", around(text, f.start, f.end))
			}
		case slices.Contains(quiet, f.entity):
			k.quiet++
		case f.entity == "EMAIL" && slices.ContainsFunc(mails, func(m []int) bool { return m[0] <= f.start && f.end <= m[1] }):
		default:
			k.noise++
			r.miss(l.names[i], f.entity, "noise", around(text, f.start, f.end))
		}
	}
	return k
}

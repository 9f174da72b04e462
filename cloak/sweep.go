package cloak

import (
	"math/bits"
	"strings"
	"sync"
)

// A sweeper finds literals everywhere: originals that were accepted on enough
// evidence. Its gates are bitmaps of hashed four- and eight-byte beginnings, so a
// place where nothing begins costs a load, a multiplication and a test; length
// and map look-ups come last (performance.md).
type sweeper struct {
	four    []uint64 // grows with the literals, up to 65,536 bits
	eight   []uint64 // grows with the literals: 32 to 64 bits each
	shift4  uint8    // hash → bit of four
	shift   uint8    // hash → bit of eight
	lengths map[uint32][]int32
	values  map[string]Entity
}

// sweepMin is the shortest literal swept for, in bytes: R3.
const sweepMin = 6

// add takes a literal of any length; one that is too short, or a dictionary
// word, is not swept for.
func (x *sweeper) add(v string, e Entity) {
	if len(v) < sweepMin || commonWord(v) {
		return
	}
	if x.values == nil {
		x.values, x.lengths = map[string]Entity{}, map[uint32][]int32{}
	}
	if _, ok := x.values[v]; ok {
		return
	}
	x.values[v] = e
	if 32*len(x.values) > 64*len(x.eight) {
		x.grow()
	}
	h := load4(v)
	x.set(v)
	ls := x.lengths[h]
	i := 0
	for i < len(ls) && int(ls[i]) > len(v) {
		i++
	}
	if i == len(ls) || int(ls[i]) != len(v) {
		x.lengths[h] = append(ls[:i:i], append([]int32{int32(len(v))}, ls[i:]...)...)
	}
}

// grow doubles the gates and fills them anew.
func (x *sweeper) grow() {
	n := max(16, 2*len(x.eight)) // words, a power of two
	x.four = make([]uint64, min(1<<10, 4*n))
	x.shift4 = uint8(32 - bits.TrailingZeros(uint(64*len(x.four))))
	x.eight = make([]uint64, n)
	x.shift = uint8(64 - bits.TrailingZeros(uint(64*n)))
	for v := range x.values {
		x.set(v)
	}
}

// set marks a literal in the gates: in the second by its first eight bytes, or, if
// it has not so many, by its first four under another hash.
func (x *sweeper) set(v string) {
	for k := range sweepStride {
		bit := x.hash(load4(v[k : k+4]))
		x.four[bit>>6] |= 1 << (bit & 63)
	}
	bit := x.hash4(load4(v))
	if len(v) >= 8 {
		bit = x.hash8(load8(v))
	}
	x.eight[bit>>6] |= 1 << (bit & 63)
}

func (x *sweeper) hash(v uint32) uint32  { return v * 0x9E3779B1 >> x.shift4 }
func (x *sweeper) hash8(v uint64) uint64 { return v * 0x9E3779B97F4A7C15 >> x.shift }
func (x *sweeper) hash4(v uint32) uint64 { return uint64(v) * 0xC2B2AE3D27D4EB4F >> x.shift }

func (x *sweeper) has(bit uint64) bool { return x.eight[bit>>6]>>(bit&63)&1 != 0 }

func load4(s string) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

func load8(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// find calls emit for every literal that begins in s[from:to] and is not part of
// something else of the same class, longest first; behind one, it goes on at its end.
func (x *sweeper) find(s string, from, to int, emit func(Span, Entity)) {
	if len(x.values) == 0 {
		return
	}
	end := min(to, len(s)-sweepMin+1)
	for first := from; first < end; {
		// One look for the places first, first+1 and first+2: all literals that
		// begin there have the four bytes from first+2 on.
		i := first + sweepStride - 1
		for ; i+4 <= len(s) && !x.may(load4(s[i:i+4])); i += sweepStride {
			if i >= end {
				return
			}
		}
		if i+4 > len(s) {
			return
		}
		first = i + 1
		for j := i - sweepStride + 1; j <= i && j < end; j++ {
			if n, e := x.at(s, j, load4(s[j:j+4])); n > 0 {
				emit(Span{j, j + n}, e)
				first = j + n
				break
			}
		}
	}
}

// sweepStride is how many places are looked at with one load: sweepMin less the
// four bytes of a load, and one.
const sweepStride = sweepMin - 4 + 1

func (x *sweeper) may(h uint32) bool {
	bit := x.hash(h)
	return x.four[bit>>6]>>(bit&63)&1 != 0
}

// at returns the length of the longest literal at i that stands on its own.
func (x *sweeper) at(s string, i int, h uint32) (int, Entity) {
	if !(i+8 <= len(s) && x.has(x.hash8(load8(s[i:i+8])))) && !x.has(x.hash4(h)) {
		return 0, ""
	}
	for _, n := range x.lengths[h] {
		j := i + int(n)
		if j > len(s) {
			continue
		}
		if e, ok := x.values[s[i:j]]; ok && !sameClass(at(s, i-1), s[i]) && !sameClass(s[j-1], at(s, j)) {
			return int(n), e
		}
	}
	return 0, ""
}

// within reports whether a literal stands anywhere in s, whatever surrounds it.
func (x *sweeper) within(s string) bool {
	if len(x.values) == 0 {
		return false
	}
	for i := 0; i+sweepMin <= len(s); i++ {
		for _, n := range x.lengths[load4(s[i:i+4])] {
			if i+int(n) <= len(s) {
				if _, ok := x.values[s[i:i+int(n)]]; ok {
					return true
				}
			}
		}
	}
	return false
}

// sameClass reports whether a and b extend each other: digit beside digit,
// letter beside letter, in ASCII. What stands beside another script is on its own.
func sameClass(a, b byte) bool { return isDigit(a) && isDigit(b) || isAlpha(a) && isAlpha(b) }

// commonWord reports whether v is a word that texts are full of, in any case: as
// a password it is replaced where it was found, and not everywhere it stands.
func commonWord(v string) bool {
	if len(v) > 16 {
		return false
	}
	_, ok := commonWords()[fold(v)]
	return ok
}

var commonWords = sync.OnceValue(func() map[string]struct{} {
	words := map[string]struct{}{}
	for w := range strings.FieldsSeq(commonWordList) {
		words[w] = struct{}{}
	}
	return words
})

// commonWordList has words of six letters and more that are used as passwords,
// user names and values in configurations, and that logs and prose are made of.
const commonWordList = `
abcdef access account action active address admin123 administrator advanced allowed always amazon analytics android
anonymous another answer apache application archive assets august authentication authorization backend backup balance
banana because before better between billing binary branch browser builder business button cancel certificate change
changed changeit changeme channel charlie circle client cloudflare cluster command commit common company complete
computer config configuration connect connected connection console container content control controller cookie correct
counter country create created credential credentials current custom customer daemon database debian december default
defaultpassword delete deleted demo123 deploy deployment desktop detail details develop developer development device
diagnostic digital direct directory disable disabled discovery docker document domain dragon dynamic elastic
elasticsearch enable enabled encrypted endpoint engine engineering enterprise environment error events example execute
existing export external failed failure feature february federation finance firewall football forbidden foreign format
forward friday frontend function future gateway general generic github gitlab global google grafana guest123 handler
hardware header health hidden history hosting hostname hunter iloveyou import incident include index inactive info
instance integration interface internal internet invalid inventory invoice iphone january jenkins june123 kernel
keyboard keycloak kubernetes laptop latest legacy letmein level library license limited linux listen loader local
localhost locked logger logging logistics login logout london machine magento manage management manager manual march
marketing master member memory message metrics microsoft middleware mobile module monday monitor monitoring monkey
mongodb mysql native netscape network nginx nobody node normal northwind notification november number object october
office online openssl operation operator option oracle orange order original outlook output package parent partner
passphrase passwd password password1 password123 passw0rd payment payments pending performance permission personal
phoenix pipeline platform plugin policy portal postgres postgresql power prepare preview primary princess printer
private processing producer product production profile program project prometheus protected protocol provider proxy
public python qwerty qwerty123 qwertyuiop rabbitmq random readonly received record recovery redhat redis reference
refresh region register registered registry regular release reload remote replica replication report reporting
repository request required research reserved resource response restart restore result router routing running
runtime safari sales sample sandbox saturday scheduler schema script search secondary secret secrets section secure
security select senior september server service services session settings shadow shared shipping simple single
slack sleep small socket software source spring sqlserver staging standard start started static station status stopped
storage stream string strong student subject success summer sunday sunshine superman superuser supplier support
suspended switch symfony system systems target temporary tenant terminal terraform test123 test1234 testing tester
thursday ticket timeout tomcat topsecret traffic training transfer trusted tuesday tunnel ubuntu undefined unknown
update updated upload upstream user123 username validation vault version virtual vmware volume wallet warning
website wednesday welcome welcome1 windows winter wireless wizard wordpress worker workflow working workspace
`

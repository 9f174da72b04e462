package cloak

import "strings"

// A detectorSet is a set of detectors of a program, by index.
type detectorSet [(maxDetectors + 63) / 64]uint64

func (x *detectorSet) add(by uint16)      { x[by>>6] |= 1 << (by & 63) }
func (x *detectorSet) has(by uint16) bool { return x[by>>6]>>(by&63)&1 != 0 }
func (x *detectorSet) join(y *detectorSet) {
	for i := range x {
		x[i] |= y[i]
	}
}

// meet takes out of x what is not in y.
func (x *detectorSet) meet(y *detectorSet) {
	for i := range x {
		x[i] &= y[i]
	}
}

func (x *detectorSet) empty() bool { return *x == detectorSet{} }

// An idIndex says which detectors a run may be for: by its first letters and
// digits, and by the labels in front of it.
type idIndex struct {
	any    bool
	forms  []idForm                            // detector by detector
	of     [][2]int32                          // where those of one are
	sized  [maxFirst + 1][runKinds]detectorSet // by the length and the kind of the first run
	alone  [maxFirst + 1][runKinds][]int32     // of forms, what needs no label
	lens   uint64                              // the lengths of alone that begin with letters and digits
	digits detectorSet                         // what needs no label and begins with digits alone
	free   detectorSet                         // detectors with labels and without forms
	wordy  detectorSet                         // whose numbers may begin with a word and no digit behind it
	whole  detectorSet                         // that find a value which is all of a text: Detector.checked, Detector.wholly

	// A label is looked for by one of its words, the rarest.
	words   wordIndex // of four letters and more
	three   [26*26*26/64 + 1]uint64
	threes  map[uint32]int // to tellers
	two     [26*26/64 + 1]uint64
	twos    map[uint32]int
	ones    map[uint32]int // labels of single letters, C.F.: by the first two
	lone    bool
	long    []int // of words.entries, to tellers
	tellers []teller
	sets    []labelled
	many    []detectorSet
	foreign map[rune]int // labels in other alphabets, to sets: by their first letter beyond ASCII
}

// A teller is a word by which labels are looked for.
type teller struct {
	whole   int32 // the one of sets whose label it is by itself, plus one; 0: it is none
	phrases []phrase
}

// A phrase is a label of several words, and where in it the teller is.
type phrase struct {
	label   string
	at, end uint16
	set     int32
}

// labelled is the set of the detectors that have one label: mostly it is one.
type labelled struct {
	by    uint16
	wordy bool  // one of them is in idIndex.wordy
	more  int32 // of idIndex.many, plus one: all of them; 0 if it is but one
}

// A tell is a label in the text, or what may be one, from the chunk's start on.
type tell struct {
	at, end int32 // of the word by which it was found
	set     int32
}

// A runKind says what a first run consists of.
type runKind uint8

const (
	runDigits runKind = iota
	runLetters
	runBoth
	runKinds
)

func kindOf(letters, digits uint32) runKind {
	switch {
	case letters == 0:
		return runDigits
	case digits == 0:
		return runLetters
	}
	return runBoth
}

// maxFirst is the longest first run of a form, in bytes.
const maxFirst = 32

// An idForm is a form as far as its first run goes, which may end at any blank.
type idForm struct {
	form            string
	by              uint16
	n               uint8 // bytes of the first run
	alone           bool
	exact           bool   // nothing but a number of this form is found
	letters, digits uint32 // the bytes that must be letters, or digits
	then            byte   // what must follow: ' ' for what may stand for a blank, 0 for anything
}

// goesOn reports whether b may follow the first run.
func (f *idForm) goesOn(b byte) bool {
	return f.then == 0 || f.then == b || f.then == ' ' && formSep(b)
}

func (x *idIndex) add(by uint16, d *Detector) {
	x.any = true
	if d.checked || d.wholly != nil {
		x.whole.add(by)
	}
	for _, f := range d.alone {
		x.addForm(by, d, f, true)
	}
	for _, f := range d.forms {
		x.addForm(by, d, f, false)
		if rest := strings.TrimLeft(f, "AX"); rest == "" || rest[0] != '9' && !strings.HasPrefix(rest, " 9") {
			x.wordy.add(by)
		}
	}
	if len(d.forms)+len(d.alone) == 0 {
		x.free.add(by)
		if d.code.most == 0 {
			x.wordy.add(by)
		}
	}
}

func (x *idIndex) addForm(by uint16, d *Detector, form string, alone bool) {
	for len(x.of) <= int(by) {
		x.of = append(x.of, [2]int32{int32(len(x.forms)), int32(len(x.forms))})
	}
	f := idForm{form: form, by: by, alone: alone, exact: d.exact}
	n := 0
	put := func(then byte) {
		if n == 0 {
			return
		}
		f.then, f.n = then, uint8(n)
		x.forms = append(x.forms, f)
		x.of[by][1] = int32(len(x.forms))
		for kind := range runKinds {
			if kind == runDigits && f.letters != 0 || kind == runLetters && f.digits != 0 {
				continue
			}
			x.sized[n][kind].add(by)
			if alone {
				x.alone[n][kind] = append(x.alone[n][kind], int32(len(x.forms)-1))
			}
		}
		if alone && f.letters != 0 && f.digits != 0 {
			x.lens |= 1 << n
		}
	}
	end := len(form)
	for k := range len(form) {
		b := form[k]
		switch {
		case isDigit(b):
			f.digits |= 1 << n
			n++
		case b == 'X':
			n++
		case isAlpha(b):
			f.letters |= 1 << n
			n++
		case b == ' ':
			put(' ')
		default: // what comes behind it begins no run
			put(b)
			end = k
		}
		if end == k {
			break
		}
	}
	if end == len(form) {
		put(0)
	}
	if alone && f.letters == 0 {
		x.digits.add(by)
	}
}

// build indexes the labels of the detectors added.
func (x *idIndex) build(ds []*Detector, has *detectorSet) {
	if !x.any {
		return
	}
	n := 0
	for i, d := range ds {
		if has.has(uint16(i)) {
			n += len(d.Labels)
		}
	}
	x.threes, x.twos, x.ones, x.foreign = map[uint32]int{}, map[uint32]int{}, map[uint32]int{}, map[rune]int{}
	byWord := make(map[string]int, n/4)
	words := make([]wordEntry, 0, n/4)
	x.sets, x.tellers, x.long = make([]labelled, 0, n/2+n/8), make([]teller, 0, n/3), make([]int, 0, n/4)
	teller := func(k int, ok bool) int {
		if !ok {
			k = len(x.tellers)
			x.tellers = append(x.tellers, teller{})
		}
		return k
	}
	for i, d := range ds {
		by := uint16(i)
		if !has.has(by) {
			continue
		}
		for _, l := range d.Labels {
			w, from := rarest(l)
			if w == "" {
				r := firstForeign(l)
				x.foreign[r] = x.tells(x.foreign[r], by)
				continue
			}
			to := 0
			switch len(w) {
			case 1: // all of its words are letters
				c := uint32(w[0]-'a')*26 + uint32(at(l, from+2)-'a')
				k, ok := x.ones[c]
				to = teller(k, ok)
				x.ones[c] = to
				x.lone = true
			case 2:
				c := letters2(w, 0)
				k, ok := x.twos[c]
				to = teller(k, ok)
				x.twos[c] = to
				x.two[c>>6] |= 1 << (c & 63)
			case 3:
				c, _ := letters3(wordKey(w+" ", 0))
				k, ok := x.threes[c]
				to = teller(k, ok)
				x.threes[c] = to
				x.three[c>>6] |= 1 << (c & 63)
			default:
				k, ok := byWord[w]
				to = teller(k, ok)
				if !ok {
					byWord[w] = to
					words = append(words, wordEntry{word: w})
					x.long = append(x.long, to)
				}
			}
			set := x.tellers[to].labelled(l, from, from+len(w))
			*set = int32(x.tells(int(*set), by))
		}
	}
	x.words.build(words)
}

// tells adds a detector to the label that has the place set, plus one, among sets, or to
// a new one if that is 0, and returns the place plus one.
func (x *idIndex) tells(set int, by uint16) int {
	wordy := x.wordy.has(by)
	if set == 0 {
		x.sets = append(x.sets, labelled{by: by, wordy: wordy})
		return len(x.sets)
	}
	l := &x.sets[set-1]
	l.wordy = l.wordy || wordy
	if l.by != by && l.more == 0 {
		x.many = append(x.many, detectorSet{})
		l.more = int32(len(x.many))
		x.many[l.more-1].add(l.by)
	}
	if l.more > 0 {
		x.many[l.more-1].add(by)
	}
	return set
}

// join adds the detectors that have a label to dst.
func (x *idIndex) join(dst *detectorSet, set int32) {
	if l := &x.sets[set]; l.more > 0 {
		dst.join(&x.many[l.more-1])
	} else {
		dst.add(l.by)
	}
}

// has reports whether a label is a detector's.
func (x *idIndex) has(set int32, by uint16) bool {
	l := &x.sets[set]
	return l.by == by || l.more > 0 && x.many[l.more-1].has(by)
}

// labelled is the place, plus one, among idIndex.sets of a label that is found by its
// word label[at:end]; 0 for a new one, which is kept where it points to.
func (x *teller) labelled(label string, at, end int) *int32 {
	if end-at == len(label) {
		return &x.whole
	}
	for i := range x.phrases {
		if p := &x.phrases[i]; p.label == label {
			return &p.set
		}
	}
	x.phrases = append(x.phrases, phrase{label: label, at: uint16(at), end: uint16(end)})
	return &x.phrases[len(x.phrases)-1].set
}

// rarest is the word of a label by which it is looked for: the longest in ASCII, of
// three letters or more the last. All of its words stand in front of a number, and
// the longest is the one that stands there by chance least, but for some. It is one
// letter if the label has no other words, and "" if there is none to look for in ASCII.
func rarest(label string) (word string, at int) {
	const two = 4
	plain, best := ascii(label), 0
	for from, next := 0, 0; from < len(label); from = next {
		w := label[from:]
		if k := strings.IndexByte(w, ' '); k >= 0 {
			w = w[:k]
		}
		next = from + len(w) + 1
		n := 2 * len(w)
		switch w {
		case "number", "card", "service", "state": // common, but less so than "no" and "id"
			n = two + 1
		case "nr":
			n = two - 1
		case "no":
			n = two - 2
		case "id":
			n = two - 3
		}
		if (n > best || n == best && n > two) && (plain || n > two && ascii(w)) {
			word, at, best = w, from, n
		}
	}
	return word, at
}

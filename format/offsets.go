package format

import "sort"

// Offsets tell where each byte of a text comes from in the bytes of a document that were
// decoded to it. They are runs: a text with few escapes has few.
type offsets []run

// A run is a stretch of a text whose bytes come from as many bytes of the document or,
// flat, all from one place.
type run struct {
	text, raw int32 // where it begins
	flat      bool
}

// add notes that the byte at text comes from raw. Bytes come in order.
func (o offsets) add(text, raw int) offsets {
	t, r := int32(text), int32(raw)
	if n := len(o); n > 0 {
		last := &o[n-1]
		switch {
		case last.flat && r == last.raw, !last.flat && r-last.raw == t-last.text:
			return o
		case r == last.raw && t == last.text+1:
			last.flat = true
			return o
		}
	}
	return append(o, run{text: t, raw: r})
}

// at is where the byte at i comes from.
func (o offsets) at(i int) int {
	k := len(o) - 1
	if k < 0 || int(o[k].text) > i {
		k = sort.Search(len(o), func(k int) bool { return int(o[k].text) > i }) - 1
	}
	r := o[k]
	if r.flat {
		return int(r.raw)
	}
	return int(r.raw) + i - int(r.text)
}

// of is the first byte of the text that comes from raw or from behind it.
func (o offsets) of(raw int) int {
	k := sort.Search(len(o), func(k int) bool { return int(o[k].raw) >= raw })
	if k > 0 && !o[k-1].flat {
		i := int(o[k-1].text) + raw - int(o[k-1].raw)
		if k == len(o) || i < int(o[k].text) {
			return i
		}
	}
	if k == len(o) {
		k--
	}
	return int(o[k].text)
}

// within appends to dst the offsets of the text's stretch from start to end, from its own
// beginning.
func (o offsets) within(dst offsets, start, end int) offsets {
	base := o.at(start)
	k := sort.Search(len(o), func(k int) bool { return int(o[k].text) > start })
	dst = append(dst, run{flat: o[k-1].flat && end > start})
	for ; k < len(o) && int(o[k].text) <= end; k++ {
		dst = append(dst, run{o[k].text - int32(start), o[k].raw - int32(base), o[k].flat})
	}
	return dst
}

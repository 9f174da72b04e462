package bridge

import "encoding/binary"

func wordsToBytes(words []uint64) []byte {
	b := make([]byte, 0, 8*len(words))
	for _, w := range words {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return b
}

func bytesToWords(b []byte) ([]uint64, bool) {
	if len(b)%8 != 0 {
		return nil, false
	}
	words := make([]uint64, 0, len(b)/8)
	for ; len(b) > 0; b = b[8:] {
		words = append(words, binary.LittleEndian.Uint64(b))
	}
	return words, true
}

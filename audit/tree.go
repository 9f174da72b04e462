package audit

import (
	"crypto/sha256"
	"math/bits"

	"golang.org/x/mod/sumdb/tlog"
)

// leafHash is the hash of one line, without its line feed: what the next line names as prev, and
// a leaf of the tree (RFC 6962, 2.1). buf is scratch, which it returns.
func leafHash(line, buf []byte) (tlog.Hash, []byte) {
	buf = append(append(buf[:0], 0), line...)
	return sha256.Sum256(buf), buf
}

// A frontier is a tree of which only what is needed to go on is kept: the roots of its perfect
// subtrees, the largest first, one for each bit that is set in size. Its zero value is empty.
type frontier struct {
	size  int64
	nodes []tlog.Hash
}

// add appends the root of a perfect subtree of 2^height leaves; size is a multiple of that.
func (f *frontier) add(height int, h tlog.Hash) {
	for ; f.size>>height&1 == 1; height++ {
		last := len(f.nodes) - 1
		h = tlog.NodeHash(f.nodes[last], h)
		f.nodes = f.nodes[:last]
		f.size -= 1 << height
	}
	f.nodes = append(f.nodes, h)
	f.size += 1 << height
}

// addLeaf appends one leaf.
func (f *frontier) addLeaf(h tlog.Hash) { f.add(0, h) }

// join appends what another frontier holds; f's size is a multiple of the other's largest subtree.
func (f *frontier) join(other frontier) {
	rest := other.size
	for _, h := range other.nodes {
		height := bits.Len64(uint64(rest)) - 1
		f.add(height, h)
		rest -= 1 << height
	}
}

// root is that of the whole tree.
func (f *frontier) root() tlog.Hash {
	if f.size == 0 {
		return sha256.Sum256(nil) // RFC 6962, 2.1: the hash of an empty list
	}
	h := f.nodes[len(f.nodes)-1]
	for i := len(f.nodes) - 2; i >= 0; i-- {
		h = tlog.NodeHash(f.nodes[i], h)
	}
	return h
}

func (f *frontier) clone() frontier {
	return frontier{f.size, append([]tlog.Hash(nil), f.nodes...)}
}

// leaves are the hashes of all records, as tlog makes proofs from them.
type leaves []tlog.Hash

// ReadHashes computes what is asked for: a proof needs few, and each leaf is hashed for one of
// them at most.
func (l leaves) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, x := range indexes {
		level, n := tlog.SplitStoredHashIndex(x)
		var f frontier
		for _, h := range l[n<<level : (n+1)<<level] {
			f.addLeaf(h)
		}
		out[i] = f.root()
	}
	return out, nil
}

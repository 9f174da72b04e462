package audit

import (
	"crypto/sha256"

	"golang.org/x/mod/sumdb/tlog"
)

// leafHash is the hash of one line, without its line feed: what the next line names as prev, and
// a leaf of the tree (RFC 6962, 2.1). buf is scratch, which it returns.
func leafHash(line, buf []byte) (tlog.Hash, []byte) {
	buf = append(append(buf[:0], 0), line...)
	return sha256.Sum256(buf), buf
}

// nodeHash is that of two subtrees (RFC 6962, 2.1).
func nodeHash(left, right tlog.Hash) tlog.Hash {
	var b [1 + 2*tlog.HashSize]byte
	b[0] = 1
	copy(b[1:], left[:])
	copy(b[1+tlog.HashSize:], right[:])
	return sha256.Sum256(b[:])
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
		h = nodeHash(f.nodes[last], h)
		f.nodes = f.nodes[:last]
		f.size -= 1 << height
	}
	f.nodes = append(f.nodes, h)
	f.size += 1 << height
}

// addLeaf appends one leaf.
func (f *frontier) addLeaf(h tlog.Hash) { f.add(0, h) }

// join appends subtrees that begin where f ends.
func (f *frontier) join(s subtrees) {
	for _, n := range s.nodes {
		f.add(n.height, n.hash)
	}
}

// root is that of the whole tree.
func (f *frontier) root() tlog.Hash {
	if f.size == 0 {
		return sha256.Sum256(nil) // RFC 6962, 2.1: the hash of an empty list
	}
	h := f.nodes[len(f.nodes)-1]
	for i := len(f.nodes) - 2; i >= 0; i-- {
		h = nodeHash(f.nodes[i], h)
	}
	return h
}

// A subtrees is a run of leaves somewhere in a tree: the largest perfect subtrees that it holds
// whole. at is the number of the leaf that follows.
type subtrees struct {
	at    int64
	nodes []subtree
}

type subtree struct {
	height int
	hash   tlog.Hash
}

// addLeaf appends one leaf.
func (s *subtrees) addLeaf(h tlog.Hash) {
	height := 0
	for at := s.at; at>>height&1 == 1; height++ {
		last := len(s.nodes) - 1
		if last < 0 || s.nodes[last].height != height { // its sibling is not of the run
			break
		}
		h = nodeHash(s.nodes[last].hash, h)
		s.nodes = s.nodes[:last]
	}
	s.nodes = append(s.nodes, subtree{height, h})
	s.at++
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

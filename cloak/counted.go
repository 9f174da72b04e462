package cloak

// countedFrom returns where a command begins, or an entry of .netrc, among whose words
// s[i] may be: which of them is a password is told by counting them. It is -1 if there
// is none.
func countedFrom(s string, i int) int {
	for j := max(0, i-maxCommand); j < i; j++ {
		if isAlnum(s[j]) && !isAlnum(at(s, j-1)) && (commandAt(s, j) != nil || hasFold(s[j:], "machine") || hasFold(s[j:], "default")) {
			return j
		}
	}
	return -1
}

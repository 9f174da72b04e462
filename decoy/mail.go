package decoy

import (
	"strconv"
	"strings"
)

// mail is an address that looks like its original: words for words, digits for
// digits. The same user at another domain gets the same words, and another
// spelling of one address gets a tag: kvimar.zo@…, kvimar.zo+1@….
func (r *request) mail() (string, bool) {
	c := caseOf(r.value)
	if at := strings.IndexByte(r.stem, '@'); at > 0 && r.surface > 0 {
		user, _, _ := strings.Cut(r.stem[:at], "+")
		if c != title {
			user = c.write(fold(user))
		}
		return user + "+" + strconv.Itoa(r.surface+r.attempt) + r.stem[at:], r.attempt < 64
	}
	at := strings.LastIndexByte(r.value, '@')
	if at < 0 {
		at = len(r.value)
	}
	k, grow := r.draw("mail"), r.attempt/4
	user, host := r.user(k, r.value[:at]), k.word(maxWord+grow)
	if name := r.value[at:]; len(name) > 1 && r.attempt < 24 {
		d, ok := r.domain(fold(name[1:]))
		if !ok {
			return "", false
		}
		host = d.String()
	}
	user = caseOf(r.value[:at]).write(user)
	if len(user)+1+len(host)+len(mailZone) > maxLen {
		user = k.word(maxWord + grow)
	}
	host += mailZone
	if c == upper {
		user, host = c.write(user), c.write(host)
	}
	return user + "@" + host, r.attempt < 48
}

// user is a local part, in lower case: the person's, until that is refused.
func (r *request) user(k *keyed, local string) string {
	local = fold(local)
	if r.attempt == 0 {
		user, ok := r.source.Part("person", local, func(attempt int, sum [32]byte) (string, bool) {
			return newKeyed(sum).like(local, "._-+", 4, attempt/partTries), attempt < partTries*8
		})
		if ok {
			return user
		}
	}
	return k.like(local, "._-+", 4, r.attempt/4)
}

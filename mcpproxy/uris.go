package mcpproxy

import (
	"slices"
	"strings"
	"sync"
)

// URIs of resources are shown as their servers have them. Which server has one is known
// from its lists, and from links in its results: no server is asked for what may be
// another's, for that would tell it the name.

// maxURIs bounds how many are remembered: the oldest go.
const maxURIs = 100_000

// A uriIndex is safe for concurrent use.
type uriIndex struct {
	mu        sync.Mutex
	owner     map[string]string
	order     []string
	templates []uriTemplate
}

type uriTemplate struct{ upstream, literal, template string }

func newURIIndex() *uriIndex { return &uriIndex{owner: map[string]string{}} }

// add notes that an upstream has told of a URI. Who was first keeps it.
func (x *uriIndex) add(upstream, uri string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if _, ok := x.owner[uri]; ok || uri == "" {
		return
	}
	if len(x.order) >= maxURIs {
		delete(x.owner, x.order[0])
		x.order = x.order[1:]
	}
	x.owner[uri] = upstream
	x.order = append(x.order, uri)
}

// addTemplate notes a template, RFC 6570: what stands in front of its first brace tells
// whose a URI is.
func (x *uriIndex) addTemplate(upstream, template string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, t := range x.templates {
		if t.upstream == upstream && t.template == template {
			return
		}
	}
	if len(x.templates) < maxURIs {
		literal, _, _ := strings.Cut(template, "{")
		x.templates = append(x.templates, uriTemplate{upstream, literal, template})
	}
}

// forget drops what an upstream has told of.
func (x *uriIndex) forget(upstream string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.order = slices.DeleteFunc(x.order, func(uri string) bool {
		gone := x.owner[uri] == upstream
		if gone {
			delete(x.owner, uri)
		}
		return gone
	})
	x.templates = slices.DeleteFunc(x.templates, func(t uriTemplate) bool { return t.upstream == upstream })
}

// of is the upstream that has a URI, or the only one whose template it fits.
func (x *uriIndex) of(uri string) (upstream string, ok bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if upstream, ok = x.owner[uri]; ok {
		return upstream, true
	}
	longest := -1
	for _, t := range x.templates {
		if !strings.HasPrefix(uri, t.literal) && t.template != uri {
			continue
		}
		switch n := len(t.literal); {
		case n > longest:
			upstream, ok, longest = t.upstream, true, n
		case n == longest && t.upstream != upstream: // it may be either's
			ok = false
		}
	}
	return upstream, ok
}

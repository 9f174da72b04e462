package main_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/seed-052fbf24/cloak/internal/testutil"
)

const unknown = "whether the call was carried out is not known"

// carried asserts what became of a call: it was carried out, and not too often, and its answer
// came or an error that says that nobody knows. What comes otherwise may hold values, and is
// not told.
func carried(t *testing.T, m testutil.MCPMessage, n, most int, answered bool) {
	t.Helper()
	if n < 1 || n > most {
		t.Errorf("it was carried out %d times", n)
	}
	if is := strings.Contains(text(m), "[EMAIL_"); answered != is || !answered && !strings.Contains(string(m.Error), unknown) {
		t.Errorf("it is answered: %v, and should be: %v; error %s", is, answered, m.Error)
	}
}

// A stream of an upstream's that is cut at any event is resumed, if the server can do that; else
// a write is not done again, and what may be repeated is.
func TestUpstreamStreamIsCut(t *testing.T) {
	for _, resumes := range []bool{false, true} {
		up := newWebServer(t)
		up.resumes = resumes
		url, _ := listening(t, up.behindIt(), nil)
		c := newWebClient(t, url, "").begins()
		for _, tool := range []string{"write", "look"} {
			for name, how := range map[string]cutting{"breaks": breaks, "breaks within": halves, "closes": closes} {
				for k := range 3 {
					n := fmt.Sprintf("%s %v %s at %d", tool, resumes, name, k)
					t.Run(n, func(t *testing.T) {
						var once sync.Once
						up.cuts(func(_, event int) {
							if event == k {
								once.Do(func() { panic(how) })
							}
						})
						answered, most := tool == "look" || resumes, 1
						if tool == "look" && !resumes {
							most = 2
						}
						carried(t, c.call(tool, n), up.carriedOut(n), most, answered)
					})
				}
				n := fmt.Sprintf("%s %v %s at each", tool, resumes, name)
				t.Run(n, func(t *testing.T) {
					cut := map[[2]int]bool{}
					up.cuts(func(call, event int) {
						if at := [2]int{call, event}; !cut[at] {
							cut[at] = true
							panic(how)
						}
					})
					if tool == "write" || resumes {
						carried(t, c.call(tool, n), up.carriedOut(n), 1, resumes)
					} else { // it is done once more, and not for ever
						carried(t, c.call(tool, n), up.carriedOut(n), 2, false)
					}
				})
			}
		}
		up.cuts(nil)
		carried(t, c.call("write", "at last"), up.carriedOut("at last"), 1, true)
		c.sawNoValue(up)
	}
}

// A server that forgets the session while a write is under way: who was heard is told that
// nobody knows, who was not is carried out in the session to come. Nothing is done twice.
func TestUpstreamForgetsInACall(t *testing.T) {
	for _, test := range []struct {
		name   string
		cut    bool // the stream of the call breaks, and is asked for again
		others int  // calls that are made meanwhile, and are told of it
	}{
		{"and the stream breaks", true, 0},
		{"and another call is told", false, 1},
		{"and many calls are told", false, 20},
	} {
		t.Run(test.name, func(t *testing.T) {
			up := newWebServer(t)
			up.resumes = true
			url, _ := listening(t, up.behindIt(), nil)
			c := newWebClient(t, url, "").begins()
			c.call("look", "at first")
			there, goOn := make(chan struct{}), make(chan struct{})
			var held atomic.Bool
			up.cuts(func(int, int) {
				if held.CompareAndSwap(false, true) {
					close(there)
					comes(goOn)
					panic(breaks)
				}
			})
			var group sync.WaitGroup
			var first testutil.MCPMessage
			group.Go(func() { first = c.call("write", "held") })
			if !comes(there) {
				t.Fatal("the call does not come")
			}
			up.forget()
			if test.cut {
				close(goOn)
			} else {
				defer close(goOn)
			}
			others := make([]testutil.MCPMessage, test.others)
			for i := range others {
				group.Go(func() { others[i] = c.call("write", fmt.Sprint("other ", i)) })
			}
			group.Wait()
			carried(t, first, up.carriedOut("held"), 1, false)
			for i, m := range others {
				if n := up.carriedOut(fmt.Sprint("other ", i)); n == 1 || i == 0 && test.others == 1 {
					carried(t, m, n, 1, true)
				} else { // it was on its way when another was told
					carried(t, m, n+1, 1, false)
				}
			}
			carried(t, c.call("write", "at last"), up.carriedOut("at last"), 1, true)
			c.sawNoValue(up)
		})
	}
}

// A client whose stream is cut at any event goes on where it was, while the call is under way
// and behind its end: nothing is missing, nothing comes twice, the call is made once. What it
// asks for again it gets again.
func TestClientStreamIsCut(t *testing.T) {
	up := newWebServer(t)
	url, _ := listening(t, up.behindIt(), nil)
	c := newWebClient(t, url, "").begins()
	c.call("look", "at first")
	for k := 1; k <= 3; k++ { // the first event says nothing but where to go on
		for _, over := range []bool{false, true} {
			name := fmt.Sprintf("at %d, over %v", k, over)
			t.Run(name, func(t *testing.T) {
				left, done := make(chan struct{}), make(chan struct{})
				up.cuts(func(_, event int) {
					if event == k-1 && !over {
						comes(left)
					}
					if event == 2 {
						close(done)
					}
				})
				a, cancel := c.do("POST", calling("write", name))
				first := c.events(a, k)
				cancel()
				if len(first) != k {
					t.Fatalf("%d events have come, not %d", len(first), k)
				}
				close(left)
				if over && !comes(done) {
					t.Fatal("the call does not end")
				}
				goOn := func() []event {
					a, cancel := c.do("GET", "", "Last-Event-Id", first[k-1].id)
					defer cancel()
					return c.events(a, -1)
				}
				rest := goOn()
				if len(first)+len(rest) != 4 {
					t.Fatalf("%d events have come", len(first)+len(rest))
				}
				carried(t, c.answer(rest, name), up.carriedOut(name), 1, true)
				if again := goOn(); !slices.Equal(again, rest) {
					t.Errorf("asked for again there are %d others", len(again))
				}
			})
		}
	}
	up.cuts(nil)
	c.sawNoValue(up)
}

// The id of an event is a place in the streams of one session: what was made up names nothing,
// and what belongs to another session, or to another principal's, gives nothing of it.
func TestForgedEventIDs(t *testing.T) {
	up := newWebServer(t)
	s, dir := up.behindIt(), t.TempDir()
	var tokens []string
	for _, name := range []string{"one", "two"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("token-"+name), 0o600); err != nil {
			t.Fatal(err)
		}
		tokens = append(tokens, "file:"+filepath.Join(dir, name))
	}
	s["listen"] = map[string]any{"address": "127.0.0.1:1", "tokens": tokens}
	url, _ := listening(t, s, nil)
	mine, same, other := newWebClient(t, url, "token-one").begins(), newWebClient(t, url, "token-one").begins(), newWebClient(t, url, "token-two").begins()
	for range 5 { // theirs have numbers that mine has not
		other.call("look", "theirs")
		same.call("look", "of the same")
	}
	mine.call("look", "mine")
	a, cancel := same.do("POST", calling("look", "of the same"))
	ids := same.events(a, -1)
	cancel()
	get := func(c *webClient, session, last string) (int, string) {
		a, cancel := c.do("GET", "", "Mcp-Session-Id", session, "Last-Event-Id", last)
		defer cancel()
		if a.StatusCode == http.StatusOK {
			return a.StatusCode, fmt.Sprint(c.events(a, 1))
		}
		return a.StatusCode, fmt.Sprint(c.events(a, -1))
	}
	for _, last := range []string{
		"x", "-", "1", "1-", "-1", "-1-1", "1--1", "1-x", "99-0", "1-99", "0-99", "1-18446744073709551617", "18446744073709551617-1", "1-1-1", " 1 - 1", "1-1, 2-1", "%31-1", "１-１",
		ids[len(ids)-1].id,
	} {
		if status, got := get(mine, mine.session, last); status != http.StatusBadRequest || strings.Contains(got, "same") {
			t.Errorf("%q is answered with %d, %d bytes", last, status, len(got))
		}
	}
	for name, c := range map[string]*webClient{"another principal": other, "nobody": newWebClient(t, url, "token-three")} {
		if status, got := get(c, mine.session, "1-0"); status != http.StatusNotFound && status != http.StatusUnauthorized || strings.Contains(got, "mine") {
			t.Errorf("%s gets %d, %d bytes", name, status, len(got))
		}
	}
	for _, c := range []*webClient{mine, same, other} {
		c.sawNoValue(up)
	}
}

// A page elsewhere that has bound our address to its name, or asks from its origin, reaches
// nothing: no session, no number, no upstream.
func TestPagesElsewhere(t *testing.T) {
	up := newWebServer(t)
	url, _ := listening(t, up.behindIt(), nil)
	c := newWebClient(t, url, "").begins()
	c.call("look", "ours")
	for _, header := range [][2]string{
		{"Host", "evil.example"}, {"Host", "127.0.0.1.evil.example:80"}, {"Host", "localhost.evil.example"}, {"Host", "localhost@evil.example"}, {"Host", "192.0.2.1"}, {"Host", "0.0.0.0"},
		{"Origin", "https://evil.example"}, {"Origin", "null"}, {"Origin", "http://127.0.0.1.evil.example"}, {"Origin", "file://"},
	} {
		for _, ask := range [][2]string{{"POST", "/mcp"}, {"GET", "/mcp"}, {"DELETE", "/mcp"}, {"OPTIONS", "/mcp"}, {"GET", "/metrics"}} {
			r, err := http.NewRequestWithContext(t.Context(), ask[0], strings.TrimSuffix(url, "/mcp")+ask[1], strings.NewReader(calling("write", "theirs")))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept", "application/json, text/event-stream")
			r.Header.Set("Mcp-Session-Id", c.session)
			if r.Header.Set(header[0], header[1]); header[0] == "Host" {
				r.Host = header[1]
			}
			a, err := c.client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			a.Body.Close()
			if a.StatusCode != http.StatusForbidden || a.Header.Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s %s with %s %s is answered with %d", ask[0], ask[1], header[0], header[1], a.StatusCode)
			}
		}
	}
	if n := up.carriedOut("theirs"); n != 0 {
		t.Errorf("%d calls of theirs were carried out", n)
	}
	carried(t, c.call("write", "ours, still"), up.carriedOut("ours, still"), 1, true)
	if _, begun := up.open(); begun != 1 {
		t.Errorf("%d sessions were begun", begun)
	}
	c.sawNoValue(up)
}

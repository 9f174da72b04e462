package main_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// grown asserts that the gateway has never had more memory than idle and a bound. At small
// sizes what stands beside them is more.
func grown(t *testing.T, cmd *exec.Cmd, idle, most int64) {
	t.Helper()
	peak := status(t, cmd.Process.Pid, "VmHWM")
	t.Logf("idle %d MB, peak %d MB, of %d more that may be", idle>>20, peak>>20, most>>20)
	if peak > idle+most && full {
		t.Errorf("it has had %d MB more", (peak-idle)>>20)
	}
}

// raw opens a connection and writes what begins a request.
func raw(t *testing.T, url, text string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/mcp"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if _, err := io.WriteString(c, text); err != nil {
		t.Fatal(err)
	}
	return c
}

const rawHead = "Host: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"

// Many that begin a request and do not go on, in its header or in its body, keep nobody from
// being served, and cost little. Those that do not come to the end of the header are put out.
func TestSlowClients(t *testing.T) {
	up := newWebServer(t)
	url, cmd := listening(t, up.behindIt(), nil)
	c := newWebClient(t, url, "").begins()
	c.call("look", "at first")
	idle, many := status(t, cmd.Process.Pid, "VmRSS"), sized(1000, 100)
	var slow []net.Conn
	for range many {
		slow = append(slow, raw(t, url, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nX: "))
		raw(t, url, "POST /mcp HTTP/1.1\r\n"+rawHead+"Content-Length: 1000000\r\n\r\n{")
	}
	for i := range 20 {
		n := fmt.Sprint("meanwhile ", i)
		carried(t, c.call("write", n), up.carriedOut(n), 1, true)
		for _, x := range slow {
			_, _ = x.Write([]byte("x")) // who is put out cannot
		}
	}
	grown(t, cmd, idle, int64(many)*2*50<<10+32<<20)
	if full { // it takes ten seconds
		for _, x := range slow {
			_ = x.SetReadDeadline(time.Now().Add(patience))
			if _, err := io.Copy(io.Discard, x); err != nil && strings.Contains(err.Error(), "timeout") {
				t.Fatal("who does not end the header is still there")
			}
		}
	}
	c.sawNoValue(up)
}

// As many sessions as may be are served at once, each with calls; one more is told so. When
// nobody uses them they end, at the upstream, too, and others find their place: what they
// needed has come back.
func TestAsManySessionsAsMayBe(t *testing.T) {
	many := sized(1000, 60)
	up := newWebServer(t)
	s := up.behindIt()
	s["listen"] = map[string]any{"address": "127.0.0.1:1", "max_sessions": many, "idle_timeout": 2}
	url, cmd := listening(t, s, nil)
	var peaks []int64
	for round := range 3 {
		clients := make([]*webClient, many)
		var listening []func()
		var mu sync.Mutex
		inParallel := func(f func(i int)) {
			var group sync.WaitGroup
			next := make(chan int, many)
			for i := range many {
				next <- i
			}
			close(next)
			for range 8 {
				group.Go(func() {
					for i := range next {
						f(i)
					}
				})
			}
			group.Wait()
		}
		inParallel(func(i int) {
			c := newWebClient(t, url, "").begins()
			a, cancel := c.do("GET", "") // who listens does not go
			mu.Lock()
			clients[i] = c
			listening = append(listening, func() { cancel(); a.Body.Close() })
			mu.Unlock()
		})
		one := newWebClient(t, url, "")
		a, cancel := one.do("POST", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`)
		told := fmt.Sprint(one.events(a, -1))
		cancel()
		if a.StatusCode != http.StatusServiceUnavailable || a.Header.Get("Retry-After") == "" || !strings.Contains(told, "listen.max_sessions") {
			t.Errorf("one more is told %d, %s", a.StatusCode, told)
		}
		inParallel(func(i int) {
			for _, tool := range []string{"write", "look"} {
				n := fmt.Sprint(tool, " ", round, " of ", i)
				carried(t, clients[i].call(tool, n), up.carriedOut(n), 1, true)
			}
		})
		peaks = append(peaks, status(t, cmd.Process.Pid, "VmRSS"))
		clients[0].sawNoValue(up)
		for _, leaves := range listening {
			leaves()
		}
		for _, c := range clients {
			c.client.CloseIdleConnections()
		}
		eventually(t, "sessions that nobody uses are still there", func() bool { n, _ := up.open(); return n == 0 })
		a, cancel = clients[0].do("POST", calling("write", "too late"))
		clients[0].events(a, -1)
		cancel()
		if a.StatusCode != http.StatusNotFound || up.carriedOut("too late") != 0 {
			t.Errorf("a session that has ended answers %d", a.StatusCode)
		}
	}
	if _, begun := up.open(); begun != 3*many {
		t.Errorf("%d sessions were begun at the upstream, not %d", begun, 3*many)
	}
	t.Logf("%d, %d, %d MB", peaks[0]>>20, peaks[1]>>20, peaks[2]>>20)
	if full && peaks[2] > peaks[0]*3/2 {
		t.Error("what sessions needed does not come back")
	}
}

// A body that is too long is refused, whether it says so, or goes on, or never ends: with what
// may be in memory, and what was before and is not collected yet, and with others served.
func TestBodiesThatAreTooLong(t *testing.T) {
	up := newWebServer(t)
	s := up.behindIt()
	s["limits"] = map[string]any{"max_message": allowedLength}
	url, cmd := listening(t, s, nil)
	c := newWebClient(t, url, "").begins()
	c.call("look", "at first")
	idle := status(t, cmd.Process.Pid, "VmRSS")
	const many = 4
	var group sync.WaitGroup
	for _, long := range []struct {
		name, head string
		chunk      string
		size       int // 0: for ever
	}{
		{"it says so", fmt.Sprintf("Content-Length: %d\r\n\r\n", longMessage), strings.Repeat(" ", 1<<16), longMessage},
		{"it does not say so", "Transfer-Encoding: chunked\r\n\r\n", "10000\r\n" + strings.Repeat(" ", 1<<16) + "\r\n", longMessage},
		{"it never ends", "Transfer-Encoding: chunked\r\n\r\n", "10000\r\n" + strings.Repeat(" ", 1<<16) + "\r\n", 0},
	} {
		for range many {
			x := raw(t, url, "POST /mcp HTTP/1.1\r\n"+rawHead+"Mcp-Session-Id: "+c.session+"\r\n"+long.head)
			group.Go(func() {
				for n := 0; long.size == 0 || n < long.size; n += 1 << 16 {
					if _, err := io.WriteString(x, long.chunk); err != nil {
						return // it was told so, and its connection is closed
					}
				}
				_, _ = io.WriteString(x, "0\r\n\r\n")
			})
			group.Go(func() {
				_ = x.SetReadDeadline(time.Now().Add(patience))
				head := make([]byte, 12)
				if _, err := io.ReadFull(x, head); err != nil || string(head) != "HTTP/1.1 413" {
					t.Errorf("%s: it is told %q, %v", long.name, head, err)
				}
			})
		}
		for i := range 5 {
			n := fmt.Sprint(long.name, " ", i)
			carried(t, c.call("write", n), up.carriedOut(n), 1, true)
		}
		group.Wait()
	}
	grown(t, cmd, idle, 3*many*int64(allowedLength))
	c.sawNoValue(up)
}

// Clients that listen and never read are not waited for: of what they are sent the newest is
// kept, and others are served.
func TestClientsThatNeverRead(t *testing.T) {
	up := newWebServer(t)
	up.floods = sized(1600, 100)
	url, cmd := listening(t, up.behindIt(), nil)
	many := sized(16, 3)
	var deaf []*webClient
	for range many {
		deaf = append(deaf, newWebClient(t, url, "").begins())
	}
	idle := status(t, cmd.Process.Pid, "VmRSS")
	for _, c := range deaf {
		for range 5 { // the last one has the stream
			x := raw(t, url, "GET /mcp HTTP/1.1\r\n"+rawHead+"Mcp-Session-Id: "+c.session+"\r\n\r\n")
			_ = x.(*net.TCPConn).SetReadBuffer(4 << 10)
		}
		body := calling("write", "of "+c.session)
		x := raw(t, url, fmt.Sprintf("POST /mcp HTTP/1.1\r\n%sMcp-Session-Id: %s\r\nContent-Length: %d\r\n\r\n%s", rawHead, c.session, len(body), body))
		_ = x.(*net.TCPConn).SetReadBuffer(4 << 10)
	}
	eventually(t, "the flood does not pass", func() bool { return up.flooded() == 2*many })
	grown(t, cmd, idle, int64(many)*8<<20+64<<20)
	up.calm()
	c := newWebClient(t, url, "").begins()
	for i := range 20 {
		n := fmt.Sprint("meanwhile ", i)
		carried(t, c.call("write", n), up.carriedOut(n), 1, true)
	}
	for _, c := range deaf {
		if n := up.carriedOut("of " + c.session); n != 1 {
			t.Errorf("the call of one was carried out %d times", n)
		}
	}
	c.sawNoValue(up)
}

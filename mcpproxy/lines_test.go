package mcpproxy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
)

// A sink takes what is written; each Write is one piece.
type sink struct {
	sync.Mutex
	pieces []string
	closed int
	err    error
}

func (s *sink) Write(b []byte) (int, error) {
	s.Lock()
	defer s.Unlock()
	if s.err != nil {
		return 0, s.err
	}
	s.pieces = append(s.pieces, string(b))
	return len(b), nil
}

func (s *sink) Close() error { s.closed++; return nil }

// story tells what a Conn reads until its end.
func story(t *testing.T, in io.Reader, o LineOptions) string {
	t.Helper()
	var b strings.Builder
	if o.Skipped == nil {
		return tell(t, &b, in, o)
	}
	o.Skipped = func(n int) { fmt.Fprintf(&b, "skipped %d\n", n) }
	return tell(t, &b, in, o)
}

func tell(t *testing.T, b *strings.Builder, in io.Reader, o LineOptions) string {
	t.Helper()
	c := NewLines(in, &sink{}, o)
	for {
		frame, err := c.ReadFrame(t.Context())
		var long *LongFrameError
		var bad *FrameError
		switch {
		case err == nil:
			fmt.Fprintf(b, "%q\n", frame)
		case errors.As(err, &long):
			fmt.Fprintf(b, "long %d id %q method %v\n", long.Size, long.ID, long.Method)
		case errors.As(err, &bad):
			fmt.Fprintf(b, "bad %d id %q %s\n", bad.Code, bad.ID, bad.Why)
		case errors.Is(err, io.EOF):
			if _, again := c.ReadFrame(t.Context()); !errors.Is(again, io.EOF) {
				t.Errorf("after the end: %v", again)
			}
			return b.String()
		default:
			fmt.Fprintf(b, "%v\n", err)
			return b.String()
		}
	}
}

func skip(int) {}

var lineCases = []struct {
	name, in string
	max      int
	client   string // what the side of a client tells
	upstream string // with Skipped; "": the same
}{
	{name: "nothing"},
	{name: "one", in: "{\"a\":1}\n", client: "\"{\\\"a\\\":1}\"\n"},
	{name: "two", in: "{}\n{ }\n", client: "\"{}\"\n\"{ }\"\n"},
	{name: "line ends of Windows", in: "{}\r\n\r\n{ }\r\n", client: "\"{}\"\n\"{ }\"\n"},
	{name: "one \\r of two", in: "{}\r\r\n", client: "\"{}\\r\"\n"},
	{name: "blank lines", in: "\n \n\t\r\n{}\n\n", client: "\"{}\"\n"},
	{name: "blanks in front", in: " \t {} \n", client: "\"{} \"\n"},
	{name: "no line end", in: "{}", client: "\"{}\"\n"},
	{name: "no line end but \\r", in: "{}\r", client: "\"{}\"\n"},
	{name: "cut", in: "{}\n{\"id\":7,\"result\":{", client: "\"{}\"\nbad -32700 id \"7\" the input ends within a message\n"},
	{name: "banner", in: "Secure MCP Server running\n{}\n", client: "bad -32700 id \"\" a line that is no JSON object\n\"{}\"\n", upstream: "skipped 25\n\"{}\"\n"},
	{name: "banner of Windows", in: "hello\r\n{}\r\n", client: "bad -32700 id \"\" a line that is no JSON object\n\"{}\"\n", upstream: "skipped 5\n\"{}\"\n"},
	{name: "banner without line end", in: "hello", client: "bad -32700 id \"\" a line that is no JSON object\n", upstream: "skipped 5\n"},
	{name: "long banner", in: strings.Repeat("=", 3*chunk) + "\n{}\n", max: 10, client: "bad -32700 id \"\" a line that is no JSON object\n\"{}\"\n", upstream: fmt.Sprintf("skipped %d\n\"{}\"\n", 3*chunk)},
	{name: "zeros", in: "\x00\x00{}\n{}\n", client: "bad -32700 id \"\" a line that is no JSON object\n\"{}\"\n", upstream: "skipped 4\n\"{}\"\n"},
	{name: "string", in: "\"a\"\n", client: "bad -32700 id \"\" a line that is no JSON object\n", upstream: "skipped 3\n"},
	{name: "byte order mark", in: "\xef\xbb\xbf{}\n{}\n", client: "bad -32700 id \"\" a line that is no JSON object\n\"{}\"\n", upstream: "skipped 5\n\"{}\"\n"},
	{name: "batch", in: "[{}]\n{}\n", client: "bad -32600 id \"\" " + whyBatch + "\n\"{}\"\n"},
	{name: "long batch", in: " [" + strings.Repeat("{},", 2*chunk) + "{}]\n{}\n", max: 100, client: "bad -32600 id \"\" " + whyBatch + "\n\"{}\"\n"},
	{name: "not read further", in: "{nothing}\n{}{}\n", client: "\"{nothing}\"\n\"{}{}\"\n"},
	{name: "as long as may be", in: "{\"a\":12}\n{\"a\":12}\r\n{\"a\":12}", max: 8, client: strings.Repeat("\"{\\\"a\\\":12}\"\n", 3)},
	{name: "one too long", in: "{\"a\":123}\n{\"id\":12}\r\n{}\r\n{\"id\":12}", max: 8, client: "long 9 id \"\" method false\nlong 9 id \"12\" method false\n\"{}\"\nlong 9 id \"12\" method false\n"},
	{name: "blanks do not count", in: strings.Repeat(" ", 2*chunk) + "{}\n" + strings.Repeat("\t", 2*chunk) + "\n", max: 2, client: "\"{}\"\n"},
	{name: "many chunks", in: `{"a":"` + strings.Repeat("x", 5*chunk) + "\"}\r\n", client: `"{\"a\":\"` + strings.Repeat("x", 5*chunk) + `\"}"` + "\n"},
	{name: "a chunk and a line end", in: `{"a":"` + strings.Repeat("x", chunk-8) + "\"}\n{}\n", client: `"{\"a\":\"` + strings.Repeat("x", chunk-8) + `\"}"` + "\n\"{}\"\n"},
	{name: "a chunk and \\r\\n", in: `{"a":"` + strings.Repeat("x", chunk-9) + "\"}\r\n{}\n", client: `"{\"a\":\"` + strings.Repeat("x", chunk-9) + `\"}"` + "\n\"{}\"\n"},
	{name: "a chunk with \\r", in: `{"a":"` + strings.Repeat("x", chunk-8) + "\"}\r\n{}\n", client: `"{\"a\":\"` + strings.Repeat("x", chunk-8) + `\"}"` + "\n\"{}\"\n"},
	{name: "id in front", in: `{"id":"a\"","method":"m","params":"` + strings.Repeat("x", 3*chunk) + "\"}\n{}\n", max: 100, client: fmt.Sprintf("long %d id %q method true\n\"{}\"\n", 3*chunk+37, `"a\""`)},
	{name: "id behind", in: `{"result":{"id":1,"method":2,"x":"` + strings.Repeat(`x\"`, chunk) + `"},"jsonrpc":"2.0","id":9007199254740993}` + "\n{}\n", max: 100,
		client: fmt.Sprintf("long %d id %q method false\n\"{}\"\n", 3*chunk+75, "9007199254740993")},
	{name: "too long and cut", in: `{"id":1,"result":"` + strings.Repeat("x", 3*chunk), max: 100, client: fmt.Sprintf("long %d id %q method false\n", 3*chunk+18, "1")},
}

func TestReadFrame(t *testing.T) {
	for _, c := range lineCases {
		t.Run(c.name, func(t *testing.T) {
			o := LineOptions{Max: c.max}
			for _, side := range []struct {
				name, want string
				skipped    func(int)
			}{{"client", c.client, nil}, {"upstream", c.upstream, skip}} {
				want := side.want
				if want == "" {
					want = c.client
				}
				o.Skipped = side.skipped
				for reader, in := range map[string]io.Reader{
					"whole":         strings.NewReader(c.in),
					"halves":        iotest.HalfReader(strings.NewReader(c.in)),
					"end with data": iotest.DataErrReader(strings.NewReader(c.in)),
				} {
					if got := story(t, in, o); got != want {
						t.Errorf("%s, %s: got %.300s, want %.300s", side.name, reader, got, want)
					}
				}
			}
		})
	}
}

// The default limit is what its comment says; reading that much is another test's.
func TestDefaultMax(t *testing.T) {
	for _, o := range []LineOptions{{}, {Max: -1}} {
		if c := NewLines(strings.NewReader(""), &sink{}, o).(*lines); c.o.Max != 64<<20 {
			t.Errorf("it is %d", c.o.Max)
		}
	}
}

var manyX = strings.Repeat("x", 4096)

// xs is a reader of x without end.
type xs struct{}

func (xs) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) {
		n += copy(b[n:], manyX)
	}
	return n, nil
}

// What is dropped takes no memory, however long it is.
func TestDroppedInConstantMemory(t *testing.T) {
	const size = 65 << 20 // more than any limit that is usual
	const part = 8 << 20  // far more than what may be allocated
	for _, c := range []struct {
		name                string
		size                int64
		before, after, want string
	}{
		{"string", size, `{"result":"`, `","id":7}`, fmt.Sprintf("long %d id \"7\" method false\n\"{}\"\n", size+20)},
		{"value", part, `{"result":[`, `],"id":7}`, fmt.Sprintf("long %d id \"7\" method false\n\"{}\"\n", part+20)},
		{"name", part, `{"`, `":1,"id":7,"method":""}`, fmt.Sprintf("long %d id \"7\" method true\n\"{}\"\n", part+25)},
		{"id", part, `{"id":"`, `","method":""}`, fmt.Sprintf("long %d id \"\" method true\n\"{}\"\n", part+21)},
		{"banner", part, `hello `, ``, fmt.Sprintf("skipped %d\n\"{}\"\n", part+6)},
		{"batch", part, `[`, `]`, "bad -32600 id \"\" " + whyBatch + "\n\"{}\"\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := io.MultiReader(strings.NewReader(c.before), io.LimitReader(xs{}, c.size), strings.NewReader(c.after+"\n{}\n"))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			got := story(t, in, LineOptions{Max: 4 * chunk, Skipped: skip})
			runtime.ReadMemStats(&after)
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			// A buffer, what was kept up to the limit, and the odds and ends.
			if n := after.TotalAlloc - before.TotalAlloc; n > 16*chunk {
				t.Errorf("%d bytes allocated", n)
			}
		})
	}
}

func TestReadFails(t *testing.T) {
	broken := errors.New("broken")
	in := io.MultiReader(strings.NewReader("{}\n{\"a\":"), iotest.ErrReader(broken))
	c := NewLines(in, &sink{}, LineOptions{})
	if frame, err := c.ReadFrame(t.Context()); err != nil || string(frame) != "{}" {
		t.Fatalf("%s, %v", frame, err)
	}
	for range 2 {
		if frame, err := c.ReadFrame(t.Context()); !errors.Is(err, broken) || frame != nil {
			t.Errorf("%s, %v", frame, err)
		}
	}
}

// The frame is the caller's: the next one does not change it.
func TestFrameIsTheCallers(t *testing.T) {
	c := NewLines(strings.NewReader("{\"a\":1}\n{\"b\":2}\n"), &sink{}, LineOptions{})
	first, err := c.ReadFrame(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.ReadFrame(t.Context()); err != nil {
		t.Fatal(err)
	}
	if string(first) != `{"a":1}` {
		t.Errorf("it is %s now", first)
	}
}

// A flood of banners can be ended between two of them.
func TestReadFrameLooksAtItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	c := NewLines(strings.NewReader(strings.Repeat("x\n", 100)), &sink{}, LineOptions{Skipped: func(int) {
		if n++; n == 3 {
			cancel()
		}
	}})
	if _, err := c.ReadFrame(ctx); !errors.Is(err, context.Canceled) || n != 3 {
		t.Errorf("%v after %d lines", err, n)
	}
}

func TestWriteFrame(t *testing.T) {
	long := `{"a":"` + strings.Repeat("x", oneWrite) + `"}`
	for _, c := range []struct {
		name, frame string
		want        []string // pieces; nil: refused
	}{
		{"one piece", `{"a":1}`, []string{"{\"a\":1}\n"}},
		{"as long as one piece may be", long[:oneWrite-1], []string{long[:oneWrite-1] + "\n"}},
		{"long", long, []string{long, "\n"}},
		{"line breaks between tokens", "{\r\n\t\"a\\n\": [1,\n2]\n}\r", []string{"{  \t\"a\\n\": [1, 2] } \n"}},
		{"a line break in a string", "{\"a\":\"b\nc\"}", nil},
		{"line breaks in what is no JSON", "{\n}\n}", nil},
		{"two lines", "{}\n{}", nil},
		{"empty", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out sink
			frame := []byte(c.frame)
			err := NewLines(strings.NewReader(""), &out, LineOptions{}).WriteFrame(t.Context(), frame)
			if (err == nil) != (c.want != nil) || !slices.Equal(out.pieces, c.want) {
				t.Errorf("wrote %.100q, %v", out.pieces, err)
			}
			if string(frame) != c.frame {
				t.Error("the frame was changed")
			}
		})
	}
}

// Frames of many writers do not mix, and all arrive.
func TestWriteFrameOfMany(t *testing.T) {
	r, w := io.Pipe()
	c := NewLines(strings.NewReader(""), w, LineOptions{})
	const writers, each = 8, 50
	var all sync.WaitGroup
	for i := range writers {
		all.Go(func() {
			for j := range each {
				frame := fmt.Sprintf(`{"writer":%d,"n":%d,"pad":"%s"}`, i, j, strings.Repeat("x", j%3*oneWrite/2))
				if err := c.WriteFrame(t.Context(), []byte(frame)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	go func() { all.Wait(); c.Close() }()
	in := NewLines(r, &sink{}, LineOptions{})
	next := map[string]int{}
	for n := 0; ; n++ {
		frame, err := in.ReadFrame(t.Context())
		if errors.Is(err, io.EOF) {
			if n != writers*each {
				t.Errorf("%d frames, want %d", n, writers*each)
			}
			return
		}
		if err != nil || !valid(frame) {
			t.Fatalf("%.50s, %v", frame, err)
		}
		var who string
		var number int
		members(frame, func(name string, _, v span) bool {
			switch name {
			case "writer":
				who = string(frame[v.start:v.end])
			case "n":
				fmt.Sscan(string(frame[v.start:v.end]), &number)
			}
			return true
		})
		if number != next[who] {
			t.Fatalf("writer %s: %d, want %d", who, number, next[who])
		}
		next[who]++
	}
}

// Half a line may have gone out: nothing is put behind it.
func TestNothingIsWrittenBehindAFailure(t *testing.T) {
	broken := errors.New("broken")
	out := sink{err: broken}
	c := NewLines(strings.NewReader(""), &out, LineOptions{})
	if err := c.WriteFrame(t.Context(), []byte("{}")); !errors.Is(err, broken) {
		t.Error(err)
	}
	out.err = nil
	if err := c.WriteFrame(t.Context(), []byte("{}")); !errors.Is(err, broken) || len(out.pieces) > 0 {
		t.Errorf("%v, wrote %q", err, out.pieces)
	}
}

// Who waits for another writer waits no longer than its context.
func TestWriteFrameLooksAtItsContext(t *testing.T) {
	r, w := io.Pipe() // a Write blocks until it is read
	c := NewLines(strings.NewReader(""), w, LineOptions{})
	first := make(chan error)
	go func() { first <- c.WriteFrame(context.Background(), []byte(`{"n":1}`)) }()
	if _, err := r.Read(make([]byte, 1)); err != nil { // it is under way now, and not done
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	second := make(chan error)
	go func() { second <- c.WriteFrame(ctx, []byte(`{"n":2}`)) }()
	cancel()
	if err := <-second; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	// Close ends the one that blocks.
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	r.Close()
	if err := <-first; err == nil {
		t.Error("half a frame is no success")
	}
}

func TestClose(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	var out sink
	c := NewLines(r, &out, LineOptions{})
	ended := make(chan error)
	go func() {
		_, err := c.ReadFrame(context.Background())
		ended <- err
	}()
	if _, err := io.WriteString(w, `{"half":`); err != nil { // the read is under way
		t.Fatal(err)
	}
	for range 2 {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	// What had come of a frame is no frame, and no reason to answer.
	if err := <-ended; !errors.Is(err, io.EOF) {
		t.Error(err)
	}
	if out.closed != 1 {
		t.Errorf("the writer was closed %d times", out.closed)
	}
	if err := c.WriteFrame(t.Context(), []byte("{}")); !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
}

// However input is cut into reads, the frames are the same.
func FuzzLines(f *testing.F) {
	for _, c := range lineCases {
		if len(c.in) < 1000 {
			f.Add([]byte(c.in), uint8(c.max), uint8(3))
		}
	}
	f.Fuzz(func(t *testing.T, in []byte, limit, step uint8) {
		for _, skipped := range []func(int){nil, skip} {
			o := LineOptions{Max: int(limit), Skipped: skipped}
			want := story(t, bytes.NewReader(in), o)
			got := story(t, &stepReader{in, int(step)%7 + 1}, o)
			if got != want {
				t.Fatalf("in steps: %s, whole: %s", got, want)
			}
			if skipped == nil && limit == 0 && !bytes.Contains(in, []byte("\r")) {
				plain(t, in, want)
			}
		}
	})
}

// plain compares with lines cut by hand.
func plain(t *testing.T, in []byte, got string) {
	var want strings.Builder
	all := bytes.Split(in, []byte("\n"))
	for i, line := range all {
		line = bytes.TrimLeft(line, " \t")
		switch {
		case len(line) == 0:
		case line[0] == '[':
			fmt.Fprintf(&want, "bad -32600 id \"\" %s\n", whyBatch)
		case line[0] != '{':
			fmt.Fprint(&want, "bad -32700 id \"\" a line that is no JSON object\n")
		case i == len(all)-1 && !valid(line):
			return // the id that is guessed is another test's
		default:
			fmt.Fprintf(&want, "%q\n", line)
		}
	}
	if got != want.String() {
		t.Fatalf("got %s, want %s", got, want.String())
	}
}

// A stepReader gives a few bytes at a time.
type stepReader struct {
	left []byte
	n    int
}

func (r *stepReader) Read(b []byte) (int, error) {
	if len(r.left) == 0 {
		return 0, io.EOF
	}
	n := copy(b, r.left[:min(r.n, len(r.left))])
	r.left = r.left[n:]
	return n, nil
}

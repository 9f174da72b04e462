package mcpproxy

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

// sanitized is a value as the model sees it.
func sanitized(t *testing.T, p *Proxy, x shape, value string, outputs *toolSchema) string {
	t.Helper()
	out, err := p.guard().toModel(t.Context(), "fs", x, []byte(value), outputs)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// What is left, and what is not, is told by where it stands.
func TestPositions(t *testing.T) {
	card, mail := "5500 0000 0000 "+"0004", "marie.dubois@"+"example-eu.fr"
	image := base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1a\n 5500000000000004 " + mail))
	text := base64.StdEncoding.EncodeToString([]byte("mail " + mail + " now"))
	clean := base64.StdEncoding.EncodeToString([]byte("nothing here"))
	for name, c := range map[string]struct {
		shape   shape
		in, out string
		skip    string
	}{
		"a word of the protocol":        {shape: callShape, in: `{"content":[{"type":"text","text":"` + mail + `"}]}`, out: `{"content":[{"type":"text","text":"[EMAIL_0]"}]}`, skip: "content[].type"},
		"a type that nobody knows":      {shape: callShape, in: `{"content":[{"type":"` + mail + `","data":"` + mail + `"}]}`, out: `{"content":[{"type":"[EMAIL_0]","data":"[EMAIL_0]"}]}`},
		"bytes of an image":             {shape: callShape, in: `{"content":[{"type":"image","mimeType":"image/png","data":"` + image + `"}]}`, out: `{"content":[{"type":"image","mimeType":"image/png","data":"` + image + `"}]}`, skip: "content[].data"},
		"data that is no base64":        {shape: callShape, in: `{"content":[{"type":"image","data":"` + mail + `"}]}`, out: `{"content":[{"type":"image","data":"[EMAIL_0]"}]}`},
		"a media type that is none":     {shape: callShape, in: `{"content":[{"type":"image","mimeType":"image/` + mail + `","data":""}]}`, out: `{"content":[{"type":"image","mimeType":"image/[EMAIL_0]","data":""}]}`},
		"data and type as data":         {shape: callShape, in: `{"structuredContent":{"type":"` + mail + `","data":"` + mail + `","mimeType":"` + mail + `"}}`, out: `{"structuredContent":{"type":"[EMAIL_0]","data":"[EMAIL_0]","mimeType":"[EMAIL_0]"}}`},
		"a key":                         {shape: callShape, in: `{"structuredContent":{"` + mail + `":1}}`, out: `{"structuredContent":{"[EMAIL_0]":1}}`},
		"a number":                      {shape: callShape, in: `{"structuredContent":{"card":` + strings.ReplaceAll(card, " ", "") + `}}`, out: `{"structuredContent":{"card":…}}`},
		"a blob of text":                {shape: readShape, in: `{"contents":[{"uri":"x:y","mimeType":"text/plain","blob":"` + text + `"}]}`, out: `{"contents":[{"uri":"x:y","mimeType":"text/plain","blob":"` + base64.StdEncoding.EncodeToString([]byte("mail [EMAIL_0] now")) + `"}]}`},
		"a blob of text without a type": {shape: readShape, in: `{"contents":[{"uri":"x:y","blob":"` + text + `"}]}`, out: `{"contents":[{"uri":"x:y","blob":"` + base64.StdEncoding.EncodeToString([]byte("mail [EMAIL_0] now")) + `"}]}`},
		"a blob with nothing in it":     {shape: readShape, in: `{"contents":[{"uri":"x:y","blob":"` + clean + `"}]}`, out: `{"contents":[{"uri":"x:y","blob":"` + clean + `"}]}`},
		"a blob of bytes":               {shape: readShape, in: `{"contents":[{"uri":"x:y","blob":"` + image + `"}]}`, out: `{"contents":[{"uri":"x:y","blob":"` + image + `"}]}`, skip: "contents[].blob"},
		"JSON in a string":              {shape: callShape, in: `{"content":[{"type":"text","text":"{\"password\": \"Kx7mQ2zT\"}"}]}`, out: `{"content":[{"type":"text","text":"{\"password\": \"[PASSWORD_0]\"}"}]}`},
		"a URI":                         {shape: resourcesShape, in: `{"resources":[{"uri":"file:///home/` + mail + `/a.txt","name":"a"}]}`, out: `{"resources":[{"uri":"file:///home/[EMAIL_0]/a.txt","name":"a"}]}`},
		"an icon":                       {shape: resourcesShape, in: `{"resources":[{"uri":"x:y","name":"a","icons":[{"src":"data:image/png;base64,` + image + `","sizes":["48x48"],"mimeType":"image/png"}]}]}`, out: `{"resources":[{"uri":"x:y","name":"a","icons":[{"src":"data:image/png;base64,` + image + `","sizes":["48x48"],"mimeType":"image/png"}]}]}`, skip: "icons[].src"},
		"ids, dates and URLs":           {shape: callShape, in: `{"content":[],"structuredContent":{"id":"7710bcd5-a61d-453a-9046-129790111111","at":"2026-11-30T03:04:05Z","url":"https://git.halden.dev/a/b?page=2"}}`, out: `{"content":[],"structuredContent":{"id":"7710bcd5-a61d-453a-9046-129790111111","at":"2026-11-30T03:04:05Z","url":"https://git.halden.dev/a/b?page=2"}}`},
		"a card where a word was left":  {shape: callShape, in: `{"content":[{"type":"image","mimeType":"text/5500-0000-0000-0004","data":""}]}`, out: `{"content":[{"type":"image","mimeType":"text/…","data":""}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := protecting(t, Config{})
			out := sanitized(t, p, c.shape, c.in, nil)
			if !matchesText(c.out, out) {
				t.Errorf("\n got %s\nwant %s", out, c.out)
			}
			if strings.Contains(out, "5500-0000") || c.skip == "" && strings.Contains(out, "5500000000000004") {
				t.Error("the card is there")
			}
			if c.skip != "" && p.Counters().Skipped[c.skip] == 0 {
				t.Errorf("%s was not counted: %v", c.skip, p.Counters().Skipped)
			}
		})
	}
}

// What the first pass does not see the tripwire does. Here that pass looks for telephone
// numbers alone, as one would that has lost the rest.
func TestTripwire(t *testing.T) {
	few, err := cloak.New(cloak.Config{Entities: []cloak.Entity{"PHONE"}})
	if err != nil {
		t.Fatal(err)
	}
	mail := "marie.dubois@" + "example-eu.fr"
	p := protecting(t, Config{})
	p.guard().engine = few
	seen := &observed{}
	ctx := context.WithValue(t.Context(), contextKey{}, seen)
	out, err := p.guard().toModel(ctx, "fs", callShape, []byte(`{"content":[{"type":"text","text":"`+mail+`"}],"structuredContent":{"`+mail+`":1}}`), nil)
	if err != nil || string(out) != `{"content":[{"type":"text","text":"[EMAIL_0]"}],"structuredContent":{"[EMAIL_0]":1}}` {
		t.Errorf("the model sees %s, %v", out, err)
	}
	if n := p.Counters().Tripped["EMAIL"]; n != 2 || seen.replaced["EMAIL"] != 2 {
		t.Errorf("%d values were counted, %d of the call", n, seen.replaced["EMAIL"])
	}
}

// privateKey is a key of its own for each test, as PEM.
func privateKey(t *testing.T) string {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE " + "KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}))
}

// It reads a long message piece by piece, and sees what lies where one ends, be it of
// several lines; not what is left, wherever it lies.
func TestTripwireWindows(t *testing.T) {
	few, err := cloak.New(cloak.Config{Entities: []cloak.Entity{"VIN"}})
	if err != nil {
		t.Fatal(err)
	}
	key := strings.ReplaceAll(privateKey(t), "\n", `\n`)
	const window = 16 << 10
	for name, value := range map[string]string{"mail": "marie.dubois@" + "example-eu.fr", "key": key, "card": "5500 0000 " + "0000 0004"} {
		for _, pad := range []string{"word ", "x", `line\n`} {
			for at := window - len(value) - 60; at < window+20; at += 5 + len(value)/16 {
				p := protecting(t, Config{}) // another one, which knows nothing yet
				p.guard().engine, p.guard().window = few, window
				var b strings.Builder
				b.WriteString(`{"content":[{"type":"text","text":"`)
				for b.Len() < at {
					b.WriteString(pad)
				}
				b.WriteString(" " + value + " ")
				for b.Len() < window+window/4 {
					b.WriteString(pad)
				}
				b.WriteString(`"}]}`)
				if out := sanitized(t, p, callShape, b.String(), nil); strings.Contains(out, value[len(value)/2-5:len(value)/2+5]) {
					t.Fatalf("a %s at byte %d among %q is there", name, at, pad)
				}
			}
		}
	}
	p := protecting(t, Config{})
	p.guard().wire, err = cloak.New(cloak.Config{Patterns: []cloak.Pattern{{Name: "ALL", Expr: "A{40}"}}})
	if err != nil {
		t.Fatal(err)
	}
	p.guard().window = window
	image := `{"a":"` + strings.Repeat("A", 3*window) + `"},{"type":"text","text":"b"}`
	for _, left := range []span{{5, len(image) - 100}, {5, 3*window + 7}} {
		if trips, err := p.guard().trips(t.Context(), image, []span{left}); err != nil || trips != (left.end < 3*window) {
			t.Errorf("with %v left it trips: %v, %v", left, trips, err)
		}
	}
}

// If the tripwire fails, the first pass's output goes out and that is counted, or the message
// is refused: as the configuration has it.
func TestTripwireFails(t *testing.T) {
	mail := "marie.dubois@" + "example-eu.fr"
	broken, err := cloak.New(cloak.Config{Recognizers: []cloak.Recognizer{failing{}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, mode := range []string{TripwireOpen, TripwireClosed} {
		p := protecting(t, Config{Tripwire: mode})
		p.guard().wire = broken
		value := `{"content":[{"type":"text","text":"` + mail + `"}]}`
		out, err := p.guard().toModel(t.Context(), "fs", callShape, []byte(value), nil)
		switch {
		case mode == TripwireClosed && err == nil:
			t.Error("closed: the message was let through")
		case mode == TripwireOpen && (err != nil || contentText(out) != "[EMAIL_0]" || p.Counters().TripwireFailed != 1):
			t.Errorf("open: %s, %v", out, err)
		}
		p.guard().engine = broken // the first pass always refuses
		if _, err := p.guard().toModel(t.Context(), "fs", callShape, []byte(value), nil); err == nil || strings.Contains(err.Error(), "marie") {
			t.Errorf("%s: the first pass failed, and said %v", mode, err)
		}
	}
}

type failing struct{}

func (failing) Recognize(context.Context, cloak.Input) ([]cloak.Finding, error) {
	return nil, errors.New("broken")
}

// Where a schema takes no token, a decoy that fits stands, and comes back.
func TestStructured(t *testing.T) {
	outputs := compileSchema([]byte(`{"type":"object","properties":{"mail":{"type":"string","format":"email"},"kind":{"enum":["a@b.corp.com"]},"card":{"type":"integer"},"note":{"type":"string"},"short":{"type":"string","maxLength":40}}}`))
	mail := "marie.dubois@" + "example-eu.fr"
	p := protecting(t, Config{})
	out := sanitized(t, p, callShape, `{"content":[],"structuredContent":{"mail":"`+mail+`","note":"`+mail+`","kind":"a@b.corp.com","card":5500000000000004,"short":"`+mail+`"}}`, outputs)
	structured := memberAt([]byte(out), "structuredContent")
	raw := []byte(out)[structured.start:structured.end]
	shown := stringIn(raw, "mail")
	if strings.Contains(shown, "marie") || !strings.Contains(shown, "@") || stringIn(raw, "note") != "[EMAIL_0]" || stringIn(raw, "kind") != "a@b.corp.com" || strings.Contains(out, "5500000000000004") {
		t.Fatalf("the model sees %s", out)
	}
	back, err := p.guard().toUpstream(t.Context(), "fs", []byte(`{"a":"`+shown+`","b":"[EMAIL_0]"}`))
	if err != nil || string(back) != `{"a":"`+mail+`","b":"`+mail+`"}` {
		t.Errorf("the tool gets %s, %v", back, err)
	}
}

// What the model writes itself is counted and sent, or refused.
func TestModelValues(t *testing.T) {
	call := []byte(`{"to":"jean.roux@` + `halden-freight.eu"}`)
	p := protecting(t, Config{})
	out, err := p.guard().toUpstream(t.Context(), "fs", call)
	p.guard().report(t.Context(), "fs", call)
	if err != nil || string(out) != string(call) || p.Counters().ModelWrote["EMAIL"] != 1 {
		t.Errorf("reported: %s, %v, %v", out, err, p.Counters().ModelWrote)
	}
	p = protecting(t, Config{ModelValues: ModelBlock})
	if _, err := p.guard().toUpstream(t.Context(), "fs", call); err == nil || strings.Contains(err.Error(), "jean") || !strings.Contains(err.Error(), "EMAIL") {
		t.Errorf("blocked: %v", err)
	}
}

// Bounds refuse a message, and say which they are.
func TestBounds(t *testing.T) {
	long := func(text string) []byte {
		return append(append([]byte(`{"content":[{"type":"text","text":`), appendString(nil, text)...), "}]}"...)
	}
	p := protecting(t, Config{Limits: LimitsConfig{MaxLiterals: 10}, Detection: DetectionConfig{MaxInputLength: 1000}})
	for text, word := range map[string]string{strings.Repeat("[A_1]", 11): "max_literals", strings.Repeat("a ", 501): "max_input_length"} {
		_, err := p.guard().toModel(t.Context(), "fs", callShape, long(text), nil)
		if err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s: %v", word, err)
		}
	}
	for _, text := range []string{"[A_1] [A_2] [A_3] [A_4] [A_5]", strings.Repeat("a ", 499), "[A_6] [A_7] [A_8] [A_9] [A_10]", "[A_1] no more"} {
		_, err := p.guard().toModel(t.Context(), "fs", callShape, long(text), nil)
		if refused := strings.HasSuffix(text, "more"); (err != nil) != refused {
			t.Errorf("%.20s: %v", text, err)
		}
	}
}

// Definitions with what has no business in them are told from others.
func TestStrange(t *testing.T) {
	for text, want := range map[string][2]int{
		`{"name":"a","description":"reads a file","inputSchema":{"type":"object"}}`:         {0, 0},
		`{"name":"a","description":"pass [EMAIL_0] on"}`:                                    {1, 0},
		`{"name":"a","inputSchema":{"properties":{"[PHONE_12.1]":{"default":"[A_3]"}}}}`:    {2, 0},
		"{\"name\":\"a\",\"description\":\"x\u200by\"}":                                     {0, 1},
		`{"name":"a","description":"x\u202ey","title":"\udb40\udc41"}`:                      {0, 2},
		`{"name":"a","description":"see [1], [EMAIL], [email_0], [EMAIL_01] and naïve 日本"}`: {0, 0},
	} {
		if tokens, unseen := strange([]byte(text)); [2]int{tokens, unseen} != want {
			t.Errorf("%s: %d tokens, %d unseen", text, tokens, unseen)
		}
	}
}

// The list of what is left is what can be left: every position of it is counted for a message
// that has it, and none that is not in it.
func TestSkipPositions(t *testing.T) {
	p := protecting(t, Config{})
	image := `"` + base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1a\n\x00\x01\x02\xff")) + `"`
	some := `"annotations":{"audience":["user"],"lastModified":"2026-11-30T03:04:05Z"},"icons":[{"src":"data:image/png;base64,` + strings.Trim(image, `"`) + `","mimeType":"image/png","sizes":["48x48"]}]`
	outputs := compileSchema([]byte(`{"properties":{"kind":{"enum":["a"]}}}`))
	for value, x := range map[string]shape{
		`{"content":[{"type":"image","mimeType":"image/png","data":` + image + `,` + some + `},{"type":"resource","resource":{"uri":"x:y","mimeType":"image/png","blob":` + image + `}}],"structuredContent":{"kind":"a"}}`: callShape,
		`{"contents":[{"uri":"x:y","mimeType":"image/png","blob":` + image + `}]}`:          readShape,
		`{"messages":[{"role":"user","content":{"type":"text","text":"x"}}]}`:               promptShape,
		`{"resources":[{"uri":"x:y","name":"x","mimeType":"image/png"}],"nextCursor":"x"}`:  resourcesShape,
		`{"resourceTemplates":[{"uriTemplate":"x:{y}","name":"x","mimeType":"image/png"}]}`: templatesShape,
		`{"level":"info","data":"x"}`:             logShape,
		`{"progressToken":1,"progress":1}`:        progressShape,
		`{"messages":[],"includeContext":"none"}`: samplingShape,
		`{"task":{"taskId":"x","status":"working","createdAt":"2026-11-30T03:04:05Z","lastUpdatedAt":"2026-11-30T03:04:05Z"}}`: callShape,
		`{"taskId":"x"}`: askedTaskShape,
		`{"cursor":"x"}`: askedTaskShape,
		`{"mode":"url","elicitationId":"x","url":"https://corp.com/x?y=z"}`: elicitationShape,
	} {
		sanitized(t, p, x, value, outputs)
	}
	counted := p.Counters().Skipped
	for _, position := range skipPositions {
		if counted[position] == 0 {
			t.Errorf("%s is listed, and never left", position)
		}
	}
	for position := range counted {
		if !slices.Contains(skipPositions, position) {
			t.Errorf("%s is left, and not listed", position)
		}
	}
}

package format_test

import (
	"bufio"
	"encoding/json"
	"go/scanner"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/decoy"
	"github.com/seed-052fbf24/cloak/format"
)

func TestCode(t *testing.T) {
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	e := engine(t, cloak.Config{Numbers: g.Numbers()})
	for _, x := range []struct{ file, doc, want string }{
		// Names are no values.
		{"x.go", "key := os.Getenv(\"BINANCE_API_KEY\")\npassword = getPassword()\nu.user = conn\n", "key := os.Getenv(\"BINANCE_API_KEY\")\npassword = getPassword()\nu.user = conn\n"},
		{"x.ts", "const p = process.env.DB_PASSWORD; const token: string = x\n", "const p = process.env.DB_PASSWORD; const token: string = x\n"},
		{"x.py", "user = expected\npassword = open_sesame\n", "user = expected\npassword = open_sesame\n"},
		{"x.sh", "DB_PASSWORD=opensesame9 run\n", "DB_PASSWORD=[PASSWORD_0] run\n"},
		{"x.jsx", "<p>password = open_sesame </p>\n<p>don't mail a.roe@corp.com</p>\n", "<p>password = [PASSWORD_0] </p>\n<p>don't mail [EMAIL_0]</p>\n"},
		// What a string says, with its escapes.
		{"x.go", `password := "p\"ss'w0rd x\\"` + "\n", `password := "[PASSWORD_0]"` + "\n"},
		{"x.go", `x := "a.roe\x40corp.com" + "b\100corp.com"`, `x := "[EMAIL_0]" + "[EMAIL_1]"`},
		{"x.js", "const m = 'it\\'s a.roe@corp.com'; const n = `${f(\"bo@corp.com\")} \\u{40}`", "const m = 'it\\'s [EMAIL_0]'; const n = `${f(\"[EMAIL_1]\")} \\u{40}`"},
		{"x.py", "p = r'\\d a.roe@corp.com'; q = f'{u!r} {{bo@corp.com}}'", "p = r'\\d [EMAIL_0]'; q = f'{u!r} {{[EMAIL_1]}}'"},
		{"x.py", `body = "{\"password\": \"hun\\\"ter22x\"}"`, `body = "{\"password\": \"[PASSWORD_0]\"}"`},
		// Quotes that a text does not show.
		{"x.rs", "let password = r#\"hun\"ter22x\"#;\n", "let password = r#\"[PASSWORD_0]\"#;\n"},
		{"x.cpp", "auto password = R\"x(hunter22x)x\"; auto pwd = L\"hunter23x\"; int n = 1'000'000;\n", "auto password = R\"x([PASSWORD_0])x\"; auto pwd = L\"[PASSWORD_1]\"; int n = 1'000'000;\n"},
		{"x.rb", "password = %q(hunter22x)\nq = <<~END\n  password: hunter23x\nEND\n", "password = %q([PASSWORD_0])\nq = <<~END\n  password: [PASSWORD_1]\nEND\n"},
		{"x.pl", "my $password = q{hunter22x}; my $m = \"a\\@corp.com\";\n", "my $password = q{[PASSWORD_0]}; my $m = \"[EMAIL_0]\";\n"},
		{"x.lua", "local password = [==[hunter22x]==]\n", "local password = [==[[PASSWORD_0]]==]\n"},
		{"x.cs", `string password = @"hun""ter22x"; var q = "hunter23x";`, `string password = @"[PASSWORD_0]"; var q = "hunter23x";`},
		{"x.swift", `let password = #"hun"ter22x"#`, `let password = #"[PASSWORD_0]"#`},
		{"x.php", "it's <?php $password = 'hun\\'ter22x'; ?> a.roe@corp.com", "it's <?php $password = '[PASSWORD_0]'; ?> [EMAIL_0]"},
		{"x.ps1", "$password = \"hun`\"ter22x\"\n", "$password = \"[PASSWORD_0]\"\n"},
		{"x.r", "password <- 'hunter22x'\n", "password <- '[PASSWORD_0]'\n"},
		{"x.py", "password: Final[str] = 'hunter22x'\n", "password: Final[str] = '[PASSWORD_0]'\n"},
		{"nginx.conf", "set $password \"hunter22x\";\n", "set $password \"[PASSWORD_0]\";\n"},
		// What is around it tells.
		{"x.go", `fmt.Printf("SSN: %s\n", "541-78-2936") // ask a.roe@corp.com`, `fmt.Printf("SSN: %s\n", "[SSN_0]") // ask [EMAIL_0]`},
		{"x.java", `user.setPassword("hunter22x"); props.put("db.password", "hun\"ter");`, `user.setPassword("[PASSWORD_0]"); props.put("db.password", "[PASSWORD_1]");`},
		{"x.tf", "password = \"hun\\\"ter22x\"\nssn = 541782936\n", "password = \"[PASSWORD_0]\"\nssn = XXXXXXXXX\n"},
		{"Dockerfile", "ENV TOKEN=9Cnzj4p4WGeKLs1Pt8QuKUpR X=1\n", "ENV TOKEN=[API_KEY_0] X=1\n"},
		{"x.sh", "cat <<EOF >x\npassword=hunter22x\nEOF\ncurl -d \"{\\\"password\\\": \\\"hunter22x\\\"}\" h.io\n", "cat <<EOF >x\npassword=[PASSWORD_0]\nEOF\ncurl -d \"{\\\"password\\\": \\\"[PASSWORD_0]\\\"}\" h.io\n"},
		// A number stays one.
		{"x.go", "ssn := 541782936\nn := 5417829361234\nx := 0x541782936 + 541782936.5\n", "ssn := XXXXXXXXX\nn := 5417829361234\nx := 0x541782936 + 541782936.5\n"},
		{"x.py", "ssns = [541782936,\n  212550148]\ny = -541782936\n", "ssns = [XXXXXXXXX,\n  XXXXXXXXX]\ny = -541782936\n"},
		// A value with a quote in code leaves another text to the lexer.
		{"x.sh", "password=foo\"bar22x\necho 'a.roe@corp.com$' \"bo@corp.com\\$\"\n", ""},
		{"x.kt", "// password=foo\"bar22x\nval m = \"a.roe@corp.com\\$\"\n", ""},
	} {
		out, fs := round(t, e, x.file, x.doc)
		for i := len(fs) - 1; i >= 0; i-- {
			if f := fs[i]; isDigits(x.doc[f.Start:f.End]) && isDigits(out[f.Out.Start:f.Out.End]) {
				out = out[:f.Out.Start] + strings.Repeat("X", f.Out.Len()) + out[f.Out.End:]
			}
		}
		if out != x.want && x.want != "" {
			t.Errorf("%s: %s\nbecomes %s\nwant    %s", x.file, x.doc, out, x.want)
		}
	}
}

// What comes back from a model is written as the place has it.
func TestCodeFragment(t *testing.T) {
	e := engine(t, cloak.Config{})
	m := mapping(t)
	if _, err := format.Sanitize(t.Context(), e, m, format.Open("x.json", `{"password": "p\"ss'w0rd$x\\"}`), cloak.Source{}); err != nil {
		t.Fatal(err)
	}
	for file, x := range map[string][2]string{
		"x.go": {`f("[PASSWORD_0]")`, `f("p\"ss'w0rd$x\\")`},
		"x.kt": {`f("[PASSWORD_0]")`, `f("p\"ss'w0rd\$x\\")`},
		"x.py": {`f('[PASSWORD_0]')`, `f('p"ss\'w0rd$x\\')`},
		"x.cs": {`f(@"[PASSWORD_0]")`, `f(@"p""ss'w0rd$x\")`},
		"x.sh": {`f "[PASSWORD_0]"`, `f "p\"ss'w0rd\$x\\"`},
		"x.rs": {`f(r#"[PASSWORD_0]"#)`, `f(r#"p"ss'w0rd$x\"#)`},
	} {
		if got, _ := format.Restore(m, format.Open(file, x[0]), cloak.RestoreOptions{}); got != x[1] {
			t.Errorf("%s: %s, want %s", file, got, x[1])
		}
	}
}

// goTokens are the kinds of all tokens.
func goTokens(text string) (kinds []token.Token, errs int) {
	var s scanner.Scanner
	fset := token.NewFileSet()
	s.Init(fset.AddFile("", fset.Base(), len(text)), []byte(text), func(token.Position, string) { errs++ }, scanner.ScanComments)
	for {
		_, kind, _ := s.Scan()
		if kinds = append(kinds, kind); kind == token.EOF {
			return kinds, errs
		}
	}
}

// planted is source of several languages with a value in each kind of place; the secrets
// are put together here.
func planted() map[string]string {
	gh := "gh" + "p_" + "Z47lmH9VYBQ0iz9q3BPjme2GPvXLquRBNvAK"
	return map[string]string{
		"x.go": "package x\n\n// ask a.roe@corp.com\n/* or bo@corp.com */\nvar (\n\tpassword = \"p\\\"ss'w0rd x\\\\\"\n\ttoken = `" + gh + "`\n\tssn = 541782936\n\turl = \"postgres://app:s3cr3t9x@db1:5432/x\\n\"\n\tr = 'x'\n\tkey = \"" + gh[:8] + "\\x" + "41" + gh[9:] + "\"\n)\n\nfunc f(user string) error { return g(user, \"ann\\u0040corp.com\") }\n",
		"x.py": "# ask a.roe@corp.com\nimport os\npassword = 'p\"ss\\'w0rd x\\\\'\ntoken = f\"{os.name} " + gh + "\"\nssn = 541782936\ndoc = '''\nmail bo@corp.com\n  \\x41nn@corp.com '''\nraw = r'" + gh + "'\nb = b\"ann@corp.io\"\n",
		"x.js": "// ask a.roe@corp.com\nconst password = 'p\"ss\\'w0rd x\\\\';\nconst token = `${process.argv0} " + gh + " \\${x}`;\nconst re = /[\"'`/]/g, ssn = 541782936;\nconst o = {\"password\": \"hunter22x\", mail: \"bo\\x40corp.com\"};\n",
		"x.sh": "#!/bin/bash\n# ask a.roe@corp.com\nexport PASSWORD='p\"ssw0rd x'\nTOKEN=" + gh + "\ncat <<'EOF' | tee x\npassword=hunter22x it's\nEOF\ncurl -H \"Authorization: Bearer " + gh + "\" -d \"{\\\"mail\\\": \\\"bo@corp.com\\\"}\" \"https://h.io/$(echo \"x\")\"\nx=$'a\\'b ann@corp.io'\n",
		"x.pl": "# ask a.roe@corp.com\nmy $password = q{hunter22x};\nmy $m = \"bo\\@corp.com\";\nmy $t = '" + gh + "';\nprint <<\"END\";\npassword: hunter23x\nEND\n",
	}
}

// The tokens of a program are what they were.
func TestCodeKeepsTokens(t *testing.T) {
	for _, e := range engines(t) {
		doc := planted()["x.go"]
		out, fs := round(t, e, "x.go", doc)
		if len(fs) != 8 {
			t.Errorf("%d findings: %s", len(fs), out)
		}
		was, errs := goTokens(doc)
		now, broken := goTokens(out)
		if errs != 0 || broken != 0 || len(was) != len(now) {
			t.Fatalf("%d tokens become %d, %d errors: %s", len(was), len(now), broken, out)
		}
		for i := range was {
			if was[i] != now[i] {
				t.Errorf("%s becomes %s: %s", was[i], now[i], out)
			}
		}
	}
}

// Programs that read a language still do.
func TestToolCode(t *testing.T) {
	for file, args := range map[string][]string{
		"x.py": {"python3", "-c", "import ast,sys; ast.parse(open(sys.argv[1], encoding='utf-8').read())"},
		"x.js": {"node", "--check"},
		"x.sh": {"bash", "-n"},
		"x.pl": {"perl", "-c"},
	} {
		t.Run(file, func(t *testing.T) {
			if _, err := exec.LookPath(args[0]); err != nil {
				t.Skipf("%s is not there", args[0])
			}
			for _, e := range engines(t) {
				doc := planted()[file]
				out, fs := round(t, e, file, doc)
				if len(fs) < 5 || strings.Contains(out, "corp.com") && strings.Contains(out, "roe@") {
					t.Errorf("%d findings: %s", len(fs), out)
				}
				for _, text := range []string{doc, out} {
					path := filepath.Join(t.TempDir(), file)
					if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
						t.Fatal(err)
					}
					if msg, err := exec.Command(args[0], append(args[1:], path)...).CombinedOutput(); err != nil {
						t.Errorf("%s: %v\n%s", text, err, msg)
					}
				}
			}
		})
	}
}

// codeFiles have one name for each language.
var codeFiles = []string{"x.go", "x.py", "x.js", "x.java", "x.kt", "x.scala", "x.groovy", "x.dart", "x.cpp", "x.cs", "x.rs", "x.swift", "x.rb", "x.php", "x.pl", "x.lua", "x.r", "x.sh", "x.ps1", "x.ex", "x.tf", "dockerfile", "makefile", "nginx.conf", "x.graphql", "x.proto", "x"}

// Whatever detectors find in a text they find in it as source code, but for names.
func TestCodeFindsWhatTextDoes(t *testing.T) {
	e := engine(t, cloak.Config{})
	for _, corpus := range []string{"gitleaks", "noseyparker"} {
		f, err := os.Open("../../shared/corpora/rule-examples/" + corpus + ".jsonl")
		if err != nil {
			t.Skip("the examples are not there")
		}
		defer f.Close()
		had, lost := 0, 0
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var x struct{ Text string }
			if err := json.Unmarshal(lines.Bytes(), &x); err != nil {
				t.Fatal(err)
			}
			want, err := e.Find(t.Context(), x.Text)
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range codeFiles {
				got, err := format.Find(t.Context(), e, format.Document{Text: x.Text, Format: format.Named("code"), File: file})
				if err != nil {
					t.Fatal(err)
				}
				k := 0
				for _, w := range want {
					for k < len(got) && got[k].End <= w.Start {
						k++
					}
					had++
					if (k == len(got) || got[k].Start >= w.End) && strings.ContainsAny(x.Text[w.Start:w.End], "0123456789-\"' ") {
						lost++
						t.Logf("%s of %s is not found in %s", w.Entity, corpus, file)
					}
				}
			}
		}
		if t.Logf("%s: %d found in text, %d of them not in code", corpus, had, lost); 500*lost > had {
			t.Errorf("%d of %d are lost", lost, had)
		}
	}
}

// Whatever comes is read in one walk.
func TestHostileCode(t *testing.T) {
	e := engine(t, cloak.Config{})
	const n = 1 << 20
	for _, unit := range []string{
		"\"", "'", "`", "\"\\\"", "\\", "\"\"\"", "\"${", "`${`", "$(", "{{", "f\"{", "(", "[", "]", "((\"", "/*", "//", "#", "# \n", "<<A\n", "<<<A", "r#\"", "#\"", "R\"(", "%q(", "q{", "[[", "[=[", "/[", "@\"\"", "x=\"", "a.", "1234567,", "'a", "\"a\\x41bcdefg\",", "=begin\n", "<?", "?>",
	} {
		for k, file := range codeFiles {
			if (k+len(unit))%4 != 0 && file != "x.js" && file != "x.sh" { // a part of them each time: all take a while
				continue
			}
			doc := strings.Repeat(unit, n/32/len(unit)) + " a.roe@corp.com \n"
			d := format.Document{Text: doc, Format: format.Named("code"), File: file}
			m := mapping(t)
			r, err := format.Sanitize(t.Context(), e, m, d, cloak.Source{})
			if err != nil {
				t.Fatalf("%s, %q: %v", file, unit, err)
			}
			if strings.Contains(r.Text, "a.roe@") {
				t.Errorf("%s, %q: the address is still there", file, unit)
			}
			if back, _ := format.Restore(m, format.Document{Text: r.Text, Format: d.Format, File: file}, cloak.RestoreOptions{}); back != doc {
				t.Errorf("%s, %q: it does not come back", file, unit)
			}
		}
	}
}

func FuzzCode(f *testing.F) {
	for _, doc := range planted() {
		f.Add(byte(0), doc)
	}
	for i, s := range []string{
		"password=foo\"bar22x\necho 'a.roe@corp.com$' \"bo@corp.com\\$\"", "x = \"a.roe\\u0040corp.com\" + 'it\\'s'", "ssns = [541782936,\n212550148]", "`${`${a.roe@corp.com}`}`", "f'{x!r:{w}} {{a.roe@corp.com}}'",
		"r#\"a.roe@corp.com\"#", "<<EOF\na.roe@corp.com\nEOF", "%q{a.roe@corp.com}", "@\"a\"\"a.roe@corp.com\"", "\"\\\na.roe@corp\\\n.com\"", "\"{\\\"password\\\": \\\"hunter22x\\\"}\"", "\"\\x1b[31ma.roe@corp.com\\x1b[0m\"", "\"\\x1b[31ma.roe\\x1b[0m@corp.com\\x1b[m\"\n\"a.roex\\b@corp.com\\b \\b\"",
	} {
		f.Add(byte(i), s)
	}
	es := engines(f)
	f.Fuzz(func(t *testing.T, language byte, doc string) {
		for _, e := range es {
			checkInvariants(t, e, "code/"+codeFiles[int(language)%len(codeFiles)], doc)
		}
	})
}

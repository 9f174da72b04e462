package format_test

import (
	"strings"
	"testing"
)

// Whatever comes is read in one walk: a megabyte of anything takes as long as text does,
// by and large.
func TestHostileSQLAndMarkup(t *testing.T) {
	const n = 1 << 20
	again := func(s string) string { return strings.Repeat(s, n/len(s)) }
	for name, docs := range map[string]map[string]string{
		"sql": {
			"quotes": again("'"), "quotes apart": again("' "), "backslashes": again(`\`), "escaped quotes": `INSERT INTO t VALUES ('` + again(`\'`), "comments": again("/*"), "inserts": again("INSERT INTO t (a, "), "inserts by line": again("INSERT INTO t (a) VALUES (\n"),
			"rows": "INSERT INTO t (a) VALUES " + again("('x'),"), "open rows": again("INSERT INTO t VALUES (("), "dollars": again("INSERT INTO t VALUES ($a$"), "dollars, each another": "INSERT INTO t VALUES (" + strings.ReplaceAll(keys(n/16), `"`, "$"),
			"oracle": "INSERT INTO t VALUES (" + again("q'[x,"), "columns": "INSERT INTO t (" + again("a,"), "tables": again("CREATE TABLE a (b int, c text);\n"), "one table": "CREATE TABLE a (" + again("b int,"), "copy": "COPY t (a) FROM stdin;\n" + again("\t"),
			"copies": again("COPY t (a) FROM stdin;\n"), "brackets": again("["), "parentheses": again("("), "words": again("a "), "numbers": again("1."), "signs": again("=<"), "comment in insert": again("INSERT INTO t (a, /* x */ "), "names": again("a."),
		},
		"xml": {
			"signs": again("<"), "elements": again("<a>"), "ends": again("</a>"), "odd ends": again("<a></b>"), "attributes": "<a " + again("b "), "quotes": again(`<a b="`), "quotes of both kinds": again(`<a b="<a c='`), "references": again("&amp;"), "open references": again("&"),
			"long references": again("&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), "comments": again("<!--"), "comments, closed": again("<!-->"), "sections": again("<![CDATA["), "instructions": again("<?"), "declarations": again("<!DOCTYPE a ["), "keys": again("<key>a</key>"),
		},
		"html": {
			"signs": again("<"), "scripts": again("<script>"), "scripts, not closed": again("<script></scrip"), "cells": "<table>" + again("<th>a"), "rows": again("<table><tr><td>a"), "percent": again("<%"), "bare": again("<a b=c "), "JSON": again(`<script type="json">{`), "breaks": again("<br/>a"), "labels": again("<dt>a:</dt>"),
		},
	} {
		for kind := range docs {
			docs[kind] += " a.roe@corp.com "
		}
		t.Run(name, func(t *testing.T) { hostile(t, name, docs) })
	}
}

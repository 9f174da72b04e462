package format

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A language is what a light lexer must know to tell strings, comments and code apart.
type language struct {
	endings []string // of names of files
	files   []string // names of files, in lower case
	runs    []string // programs of a #! line
	comment []string // signs in front of one, to the end of the line
	block   [][2]string
	quotes  []quote
	// literal reads what has no fixed quotes, as heredocs and r#"…"#, that begins at text[i].
	literal func(text string, i int) (literal, bool)
	begins  string // the first bytes of such
	regexp  bool   // /…/ is one where a value stands
	bare    bool   // values may stand without quotes
	markup  bool   // so may text, between tags
	texts   bool   // a number is a word
	outside string // what stands outside of this sign and "?>" is no code
}

// A quote is one kind of string.
type quote struct {
	open, close string
	prefix      string   // words, one of which must stand in front: " r br "; "" is none
	style       *style   // nil: what stands in it is what it is
	escape      byte     // takes the next byte with it
	twice       bool     // close twice is no end
	lines       bool     // it may have several
	holes       []string // where code begins in it: its last byte is the bracket
	strange     bool     // a text does not show that it is a string
	char        bool     // of a character, not of a string
}

// A literal is a string, or the text of a heredoc.
type literal struct {
	start, end int // content
	next       int // behind it
	style      *style
	strange    bool
}

var (
	goEscapes     = codeStyle(dialect{quote: '"'})
	cEscapes      = codeStyle(dialect{quote: '"', control: `\%03o`})
	cSingle       = codeStyle(dialect{quote: '\'', control: `\%03o`})
	javaEscapes   = codeStyle(dialect{quote: '"', control: `\u%04x`})
	javaBlock     = codeStyle(dialect{quote: '"', lines: true, control: `\u%04x`})
	dollarDouble  = codeStyle(dialect{quote: '"', opens: "$", control: `\u%04x`})
	dollarSingle  = codeStyle(dialect{quote: '\'', opens: "$", control: `\u%04x`})
	dollarBlock   = codeStyle(dialect{quote: '"', opens: "$", lines: true, control: `\u%04x`})
	dollarBlock1  = codeStyle(dialect{quote: '\'', opens: "$", lines: true, control: `\u%04x`})
	doubleEscapes = codeStyle(dialect{quote: '"'})
	singleEscapes = codeStyle(dialect{quote: '\''})
	doubleBlock   = codeStyle(dialect{quote: '"', lines: true})
	singleBlock   = codeStyle(dialect{quote: '\'', lines: true})
	doubleFormat  = codeStyle(dialect{quote: '"', double: true})
	singleFormat  = codeStyle(dialect{quote: '\'', double: true})
	doubleFormats = codeStyle(dialect{quote: '"', double: true, lines: true})
	singleFormats = codeStyle(dialect{quote: '\'', double: true, lines: true})
	template      = codeStyle(dialect{quote: '`', opens: "${", lines: true})
	swiftEscapes  = codeStyle(dialect{quote: '"', control: `\u{%x}`})
	swiftBlock    = codeStyle(dialect{quote: '"', lines: true, control: `\u{%x}`})
	hashDouble    = codeStyle(dialect{quote: '"', opens: "#{"})
	hashBlock     = codeStyle(dialect{quote: '"', opens: "#{", lines: true})
	phpDouble     = codeStyle(dialect{quote: '"', opens: "$", lines: true})
	perlDouble    = codeStyle(dialect{quote: '"', opens: "$@"})
	hclDouble     = codeStyle(dialect{quote: '"', opens: "${", control: `\u%04x`})
	onlyQuote     = escapedBy(cloak.CodeDocument, '\\', "'")
	shellDouble   = escapedBy(cloak.EnvDocument, '\\', "\"$`")
	shellANSI     = codeStyle(dialect{quote: '\''})
	tickDouble    = escapedBy(cloak.CodeDocument, '`', "\"$")
	doubledSingle = doubled('\'')
	doubledDouble = doubled('"')
)

var (
	slashes   = []string{"//"}
	cBlock    = [][2]string{{"/*", "*/"}}
	hash      = []string{"#"}
	braceHole = []string{"${"}
	hashHole  = []string{"#{"}
	character = quote{open: "'", close: "'", style: cSingle, escape: '\\', char: true}
)

func pythonQuotes() (qs []quote) {
	for _, q := range []struct {
		sign         string
		plain, holes *style
		lines        bool
	}{{`"""`, doubleBlock, doubleFormats, true}, {`'''`, singleBlock, singleFormats, true}, {`"`, doubleEscapes, doubleFormat, false}, {`'`, singleEscapes, singleFormat, false}} {
		qs = append(qs,
			quote{open: q.sign, close: q.sign, prefix: " r br rb ur ", escape: '\\', lines: q.lines},
			quote{open: q.sign, close: q.sign, prefix: " rf fr rt tr ", escape: '\\', lines: q.lines, holes: []string{"{"}},
			quote{open: q.sign, close: q.sign, prefix: " f t ", style: q.holes, escape: '\\', lines: q.lines, holes: []string{"{"}},
			quote{open: q.sign, close: q.sign, style: q.plain, escape: '\\', lines: q.lines})
	}
	return qs
}

// languages are all, the first one for what has no name.
var languages = []language{
	{ // what most have in common
		quotes: []quote{{open: `"`, close: `"`, style: doubleEscapes, escape: '\\'}, {open: `'`, close: `'`, style: singleEscapes, escape: '\\'}},
		bare:   true,
	},
	{
		endings: []string{".go"}, comment: slashes, block: cBlock,
		quotes: []quote{{open: `"`, close: `"`, style: goEscapes, escape: '\\'}, {open: "`", close: "`", lines: true}, character},
	},
	{
		endings: []string{".py", ".pyi", ".pyw", ".bzl"}, files: []string{"sconstruct", "wscript"}, runs: []string{"python", "python2", "python3"},
		comment: hash, quotes: pythonQuotes(),
	},
	{
		endings: []string{".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx"}, runs: []string{"node", "deno", "bun"},
		comment: slashes, block: cBlock, regexp: true, markup: true,
		quotes: []quote{
			{open: `"`, close: `"`, style: doubleEscapes, escape: '\\'}, {open: `'`, close: `'`, style: singleEscapes, escape: '\\'},
			{open: "`", close: "`", style: template, escape: '\\', lines: true, holes: braceHole},
		},
	},
	{
		endings: []string{".java"}, comment: slashes, block: cBlock,
		quotes: []quote{{open: `"""`, close: `"""`, style: javaBlock, escape: '\\', lines: true}, {open: `"`, close: `"`, style: javaEscapes, escape: '\\'}, character},
	},
	{
		endings: []string{".kt", ".kts"}, comment: slashes, block: cBlock,
		quotes: []quote{{open: `"""`, close: `"""`, lines: true, holes: braceHole}, {open: `"`, close: `"`, style: dollarDouble, escape: '\\', holes: braceHole}, character},
	},
	{
		endings: []string{".scala", ".sc", ".sbt"}, comment: slashes, block: cBlock,
		quotes: []quote{{open: `"""`, close: `"""`, lines: true}, {open: `"`, close: `"`, style: javaEscapes, escape: '\\'}, character},
	},
	{
		endings: []string{".groovy", ".gradle"}, files: []string{"jenkinsfile"}, comment: slashes, block: cBlock, bare: true,
		quotes: []quote{
			{open: `"""`, close: `"""`, style: dollarBlock, escape: '\\', lines: true, holes: braceHole}, {open: `'''`, close: `'''`, style: singleBlock, escape: '\\', lines: true},
			{open: `"`, close: `"`, style: dollarDouble, escape: '\\', holes: braceHole}, {open: `'`, close: `'`, style: singleEscapes, escape: '\\'},
		},
	},
	{
		endings: []string{".dart"}, comment: slashes, block: cBlock,
		quotes: []quote{
			{open: `"""`, close: `"""`, prefix: " r ", lines: true}, {open: `'''`, close: `'''`, prefix: " r ", lines: true}, {open: `"`, close: `"`, prefix: " r "}, {open: `'`, close: `'`, prefix: " r "},
			{open: `"""`, close: `"""`, style: dollarBlock, escape: '\\', lines: true, holes: braceHole}, {open: `'''`, close: `'''`, style: dollarBlock1, escape: '\\', lines: true, holes: braceHole},
			{open: `"`, close: `"`, style: dollarDouble, escape: '\\', holes: braceHole}, {open: `'`, close: `'`, style: dollarSingle, escape: '\\', holes: braceHole},
		},
	},
	{
		endings: []string{".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".hh", ".hxx", ".ino", ".m", ".mm", ".cu"}, comment: slashes, block: cBlock, literal: cRaw, begins: "RuUL",
		quotes: []quote{
			{open: `"`, close: `"`, prefix: " l u u8 ", style: cEscapes, escape: '\\', strange: true},
			{open: `"`, close: `"`, style: cEscapes, escape: '\\'}, character,
		},
	},
	{
		endings: []string{".cs", ".csx"}, comment: slashes, block: cBlock,
		quotes: []quote{
			{open: `"""`, close: `"""`, lines: true}, {open: `@"`, close: `"`, style: doubledDouble, twice: true, lines: true},
			{open: `@$"`, close: `"`, lines: true, twice: true, holes: []string{"{"}}, {open: `$@"`, close: `"`, lines: true, twice: true, holes: []string{"{"}},
			{open: `$"`, close: `"`, style: doubleFormat, escape: '\\', holes: []string{"{"}},
			{open: `"`, close: `"`, style: javaEscapes, escape: '\\'}, character,
		},
	},
	{
		endings: []string{".rs"}, comment: slashes, block: cBlock, literal: rustRaw, begins: "rbc",
		quotes: []quote{{open: `"`, close: `"`, prefix: " r br cr ", lines: true}, {open: `"`, close: `"`, style: codeStyle(dialect{quote: '"', lines: true}), escape: '\\', lines: true}, character},
	},
	{
		endings: []string{".swift"}, comment: slashes, block: cBlock, literal: swiftRaw, begins: "#",
		quotes: []quote{{open: `"""`, close: `"""`, style: swiftBlock, escape: '\\', lines: true, holes: []string{`\(`}}, {open: `"`, close: `"`, style: swiftEscapes, escape: '\\', holes: []string{`\(`}}},
	},
	{
		endings: []string{".rb", ".rake", ".gemspec", ".ru"}, files: []string{"rakefile", "gemfile", "vagrantfile", "podfile", "brewfile", "guardfile"}, runs: []string{"ruby"},
		comment: hash, block: [][2]string{{"\n=begin", "\n=end"}}, literal: rubyLiteral, begins: "%<", regexp: true,
		quotes: []quote{{open: `"`, close: `"`, style: hashDouble, escape: '\\', lines: true, holes: hashHole}, {open: `'`, close: `'`, style: onlyQuote, escape: '\\', lines: true}},
	},
	{
		endings: []string{".php", ".phtml", ".php5", ".inc"}, runs: []string{"php"}, outside: "<?",
		comment: []string{"//", "#"}, block: cBlock, literal: phpLiteral, begins: "<", markup: true,
		quotes: []quote{{open: `"`, close: `"`, style: phpDouble, escape: '\\', lines: true, holes: []string{"{$"}}, {open: `'`, close: `'`, style: onlyQuote, escape: '\\', lines: true}},
	},
	{
		endings: []string{".pl", ".pm", ".t", ".cgi"}, runs: []string{"perl"}, comment: hash, block: [][2]string{{"\n=pod", "\n=cut"}, {"\n=head", "\n=cut"}}, literal: perlLiteral, begins: "q<", bare: true,
		quotes: []quote{{open: `"`, close: `"`, style: perlDouble, escape: '\\'}, {open: `'`, close: `'`, style: onlyQuote, escape: '\\'}},
	},
	{
		endings: []string{".lua"}, runs: []string{"lua"}, comment: []string{"--"}, block: [][2]string{{"--[[", "]]"}}, literal: luaLong, begins: "[",
		quotes: []quote{{open: `"`, close: `"`, style: doubleEscapes, escape: '\\'}, {open: `'`, close: `'`, style: singleEscapes, escape: '\\'}},
	},
	{
		endings: []string{".r"}, runs: []string{"rscript"}, comment: hash,
		quotes: []quote{{open: `"`, close: `"`, style: doubleEscapes, escape: '\\', lines: true}, {open: `'`, close: `'`, style: singleEscapes, escape: '\\', lines: true}},
	},
	{
		endings: []string{".sh", ".bash", ".zsh", ".fish", ".ksh", ".bats", ".envrc"}, files: []string{".bashrc", ".bash_profile", ".zshrc", ".zshenv", ".profile", ".bash_aliases", ".zprofile", "pkgbuild"},
		runs: []string{"sh", "bash", "zsh", "fish", "dash", "ksh", "ash"}, comment: hash, literal: shellHeredoc, begins: "<", bare: true, texts: true,
		quotes: shellQuotes,
	},
	{
		endings: []string{".ps1", ".psm1", ".psd1"}, runs: []string{"pwsh"}, comment: hash, block: [][2]string{{"<#", "#>"}}, bare: true,
		quotes: []quote{
			{open: "@'\n", close: "\n'@", lines: true}, {open: "@\"\n", close: "\n\"@", lines: true},
			{open: `"`, close: `"`, style: tickDouble, escape: '`', twice: true, lines: true, holes: []string{"$("}}, {open: `'`, close: `'`, style: doubledSingle, twice: true, lines: true},
		},
	},
	{
		endings: []string{".ex", ".exs"}, runs: []string{"elixir"}, comment: hash,
		quotes: []quote{{open: `"""`, close: `"""`, style: hashBlock, escape: '\\', lines: true, holes: hashHole}, {open: `"`, close: `"`, style: hashBlock, escape: '\\', lines: true, holes: hashHole}, {open: `'`, close: `'`, style: singleEscapes, escape: '\\', holes: hashHole}},
	},
	{
		endings: []string{".tf", ".tfvars", ".hcl", ".nomad"}, comment: []string{"#", "//"}, block: cBlock, literal: shellHeredoc, begins: "<", bare: true,
		quotes: []quote{{open: `"`, close: `"`, style: hclDouble, escape: '\\', holes: []string{"${", "%{"}}},
	},
	{
		endings: []string{".dockerfile", ".containerfile"}, files: []string{"dockerfile", "containerfile"}, comment: hash, literal: shellHeredoc, begins: "<", bare: true, texts: true,
		quotes: shellQuotes,
	},
	{
		endings: []string{".mk", ".mak"}, files: []string{"makefile", "gnumakefile", "justfile"}, runs: []string{"make"}, comment: hash, bare: true, texts: true,
		quotes: []quote{{open: `"`, close: `"`, style: shellDouble, escape: '\\'}, {open: `'`, close: `'`}},
	},
	{
		endings: []string{".nginx", ".nginxconf"}, files: []string{"nginx.conf"}, comment: hash, bare: true, texts: true,
		quotes: []quote{{open: `"`, close: `"`, style: doubleEscapes, escape: '\\', lines: true}, {open: `'`, close: `'`, style: singleEscapes, escape: '\\', lines: true}},
	},
	{
		endings: []string{".graphql", ".gql"}, comment: hash,
		quotes: []quote{{open: `"""`, close: `"""`, lines: true}, {open: `"`, close: `"`, style: javaEscapes, escape: '\\'}},
	},
	{
		endings: []string{".proto"}, comment: slashes, block: cBlock,
		quotes: []quote{{open: `"`, close: `"`, style: cEscapes, escape: '\\'}, {open: `'`, close: `'`, style: cSingle, escape: '\\'}},
	},
}

var shellQuotes = []quote{
	{open: `$'`, close: `'`, style: shellANSI, escape: '\\', lines: true, strange: true},
	{open: `"`, close: `"`, style: shellDouble, escape: '\\', lines: true, holes: []string{"$(", "${"}}, {open: `'`, close: `'`, lines: true},
}

// languageOf is which is that of a file: 0 if nobody knows.
func languageOf(file, text string) int {
	base := strings.ToLower(filepath.Base(filepath.ToSlash(file)))
	for i := range languages {
		x := &languages[i]
		if slices.Contains(x.files, base) || slices.ContainsFunc(x.endings, func(e string) bool { return strings.HasSuffix(base, e) }) {
			return i
		}
	}
	if name := interpreter(text); name != "" {
		for i := range languages {
			if slices.Contains(languages[i].runs, name) {
				return i
			}
		}
	}
	return 0
}

// interpreter is the program that a #! line names, without its version.
func interpreter(text string) string {
	if !strings.HasPrefix(text, "#!") {
		return ""
	}
	line, _, _ := strings.Cut(text[2:min(len(text), 200)], "\n")
	words := strings.Fields(line)
	if len(words) > 1 && strings.HasSuffix(words[0], "/env") {
		if words = words[1:]; words[0] == "-S" && len(words) > 1 {
			words = words[1:]
		}
	}
	if len(words) == 0 {
		return ""
	}
	name := strings.ToLower(words[0][strings.LastIndexByte(words[0], '/')+1:])
	return strings.TrimRight(name, ".0123456789")
}

func codeEndings() (all []string) {
	for _, x := range languages {
		all = append(all, x.endings...)
	}
	return all
}

func codeFiles() (all []string) {
	for _, x := range languages {
		all = append(all, x.files...)
	}
	return all
}

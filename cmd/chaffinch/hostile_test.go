package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/disk"
	"github.com/chaffinch-search/chaffinch/internal/report/formats"
	"github.com/chaffinch-search/chaffinch/web"
)

// harmful controls a terminal, as text in a file may. A file name may contain most of it.
const (
	harmfulName = "\x1b[5m\x1b]0;owned\x07\b\u009b2J\u202egnp\u2066\u200b\u3164\U000e0101\r\n\t\x7f\xff\xfe=cmd|'-<script>"
	harmful     = harmfulName + "\x00</script><img src=x onerror=alert(1)>"
)

// harmfulSource is a source with such text in strings and comments, and such letters next to names.
func harmfulSource(n int) string {
	harmful := strings.NewReplacer("\n", "\v", "\"", "'", "\x00", "\x01").Replace(harmful)
	text := strings.ReplaceAll(source(n), "return", "println(\""+harmful+"\") // "+harmful+"\n\treturn")
	return strings.Replace(text, "func ", "// "+harmful+"\nfunc ", 1) + "\nvar x\u202ey, z\u200b, w\u3164 = `" + harmful + "`, '\x1b'\n"
}

// The tested names. A collection name with control characters is refused.
const (
	badFolder     = harmfulName
	badFile       = harmfulName + ".go"
	badCollection = "=col\u202e\u009b5m\u3164"
)

// newHostileFolder makes a folder with sources, archives, tables, baselines and indexes, as harmful
// as possible.
func newHostileFolder(t *testing.T) *commandLine {
	t.Helper()
	c := newCommandLine(t)
	in := func(name string) string { return filepath.Join("class", badFolder, name) }
	c.write(in(badFile), harmfulSource(0))
	c.write(in("b"+badFile), harmfulSource(0)+"\n// other\n")
	c.write(in("c"+badFile), strings.NewReplacer("parts", "pieces"+"\u3164").Replace(harmfulSource(0)))
	c.write(in("d"+badFile), harmfulSource(1))
	c.write(in("tiny"+badFile), "package tiny\n")
	c.write(in("binary"+badFile), "\x00")
	c.write("class/info.csv", "filename,full_name,label,created_at\n"+"c"+",Ann \x1b[5m\u202e,l\x1b[5m,2024-03-02 10:30:00\nnone\x1b[2J.go,,,\n")
	c.write("tree/"+badFolder+"/moved"+badFile, harmfulSource(0))
	c.write("bad.csv", "filename,created_at\na.go,\x1b[5m2024\n")
	c.write("known.json", `{"unit":"\u001b[5m\u202e","units":[],"pairs":[]}`)
	c.write("other.json", "\x1b[5m")
	c.write("class.zip", hostileZip(t))
	c.write("broken.zip", "PK\x1b[5m")
	c.write("set/chaffinch.toml", `title = "\u001b[5m\u202e\u200b"`)
	c.write("set/bad.toml", "[pairs]\n"+`"\u001b\u202e" = 3`)
	c.write("set/worse.toml", "x\x1b = 3\n")
	c.write("question.go", harmfulSource(0))
	c.run(exitFound, "index", "--index", "ix", "--collection", badCollection, "class")
	c.run(exitFound, "index", "--index", "damaged"+badFolder, "--store", "class")
	c.run(exitFound, "boilerplate", "add", "--index", "ix", in("d"+badFile))
	damageStore(t, "damaged"+badFolder)
	return c
}

// hostileZip has harmful names, one of them twice, and a source.
func hostileZip(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i, name := range []string{badFile, badFile, "../" + badFolder + "/" + badFile, "one/" + badFile, "two/" + badFile, "bad.zip"} {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(harmfulSource(i / 3)))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// damageStore changes a byte of every segment of an index.
func damageStore(t *testing.T, folder string) {
	t.Helper()
	n := 0
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".zap" {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		content[len(content)/2] ^= 0xff
		n++
		return os.WriteFile(path, content, 0o600)
	})
	if err != nil || n == 0 {
		t.Fatal(n, err)
	}
}

// hostileRuns are command lines, by command, that print contents of the hostile folder. Every
// command has some, and one in each of its formats: see eachHostileRun.
var hostileRuns = map[string][][]string{
	"chaffinch":      {{}, {"--help"}, {"--version"}, {harmfulName}, {"sear" + harmfulName}, {"--" + harmfulName}},
	"chaffinch help": {{"help"}, {"help", "index"}, {"help", harmfulName}, {"help", "index", harmfulName}},
	"chaffinch web":  {{"web", "--out", "web" + badFolder}, {"web", "--out", "class"}},
	"chaffinch index": {
		{"index", "--index", "ix", "--list-skipped", "class"}, {"index", "--index", "new" + badFolder, "class/" + badFolder},
		{"index", "--index", "other", "--collection", badCollection, "--list-skipped", "--prune", "tree"},
		{"index", "--index", "other", "--collection", harmfulName, "tree"}, {"index", "--index", "damaged" + badFolder, "class"},
		{"index", "--index", "class", "tree"},
	},
	"chaffinch search": {
		{"search", "--index", "ix", "question.go"}, {"search", "--index", "ix", "--context", "9", "question.go"},
		{"search", "--index", "ix", "--explain", "-n", "0", "--min-score", "0", "question.go"}, {"search", "--index", "ix", "--cover", "question.go"},
		{"search", "--index", "ix", "--side-by-side", "question.go"}, {"search", "--index", "ix", "-"},
		{"search", "--index", "ix", "--collection", "no" + badCollection, "question.go"}, {"search", "--corpus", "class", "question.go"},
		{"search", "--index", "ix", "--measure", "cosine", "class/" + badFolder + "/" + badFile}, {"search", "--index", "ix", "class/" + badFolder},
		{"search", "--index", "ix", "--list-skipped", "--explain", "class", "-", harmfulName},
		{"search", "--index", "damaged" + badFolder, "question.go"},
	},
	"chaffinch export": {
		{"export", "--index", "ix", "out" + badFolder}, {"export", "--index", "ix", "class"}, {"export", "--index", "ix", "--append", "question.go"},
		{"export", "--index", "damaged" + badFolder, "out2"},
	},
	"chaffinch import": {
		{"import", "--index", "imported" + badFolder, "out" + badFolder}, {"import", "--index", "imported", "question.go"},
		{"import", "--index", "ix", "out" + badFolder}, {"import", "--index", "imported", harmfulName},
	},
	"chaffinch serve": {
		{"serve", "--check-config", "--index", "ix"}, {"serve", "--check-config", "--index", "ix=class/" + badFolder}, {"serve", "--check-config", "--listen", harmfulName},
		{"serve", "--check-config", "--index", harmfulName}, {"serve", "--check-config", "--token-file", harmfulName}, {"serve", "--check-config", "--index", "x=damaged" + badFolder},
	},
	"chaffinch mcp": {
		{"mcp", "--index", "ix"}, {"mcp", "--index", "ix=class/" + badFolder}, {"mcp", "--index", harmfulName}, {"mcp", "--index", "x=damaged" + badFolder},
	},
	"chaffinch scan": {
		{"scan", "--index", "ix", "--all", "tree"}, {"scan", "--index", "ix", "--all", "--own", badCollection, "class"},
		{"scan", "--index", "ix", "--own", harmfulName, "class"},
		{"scan", "--index", "ix", "--list-skipped", "class.zip"}, {"scan", "--index", "ix", "--review", "question.go"},
		{"scan", "--index", "ix", "--decisions", harmfulName, "broken.zip"}, {"scan", "--index", "damaged" + badFolder, "tree"},
	},
	"chaffinch similar": {
		{"similar", "--index", "ix", "question.go"}, {"similar", "--index", "ix", "--explain", "-C", "3", "class/" + badFolder + "/" + badFile},
		{"similar", "--index", "ix", "--collection", badCollection, "question.go"}, {"similar", "--index", "ix", harmfulName},
	},
	"chaffinch compare": {
		{"compare", "question.go", "class/" + badFolder + "/c" + badFile}, {"compare", "--context", "9", "class/" + badFolder + "/" + badFile, "question.go"},
		{"compare", "class", "tree"}, {"compare", "class.zip", "tree"}, {"compare", "--html", "-", "question.go", "class/" + badFolder + "/c" + badFile},
		{"compare", "question.go", "class"}, {"compare", "broken.zip", "class"}, {"compare", "--html", harmfulName, "question.go", "question.go"},
	},
	"chaffinch pairs": {
		{"pairs", "class"}, {"pairs", "--list-skipped", "--min-score", "0", "class"}, {"pairs", "class.zip"}, {"pairs", "--archive", "tree", "class"},
		{"pairs", "--format", "sarif", "class.zip", "tree"},
		{"pairs", "--format", "html", "--title", harmfulName, "class"}, {"pairs", "--baseline", "known.json", "class"},
		{"pairs", "--baseline", "other.json", "class"}, {"pairs", "--index", "ix", "--collection", badCollection}, {"pairs", "broken.zip", "class"},
		{"pairs", "--unit", "dir", "class", "tree"}, {"pairs", "-o", harmfulName, "class"},
	},
	"chaffinch clusters": {
		{"clusters", "class"}, {"clusters", "class.zip"}, {"clusters", "--list-skipped", "class", "tree"},
	},
	"chaffinch dedup": {
		{"dedup", "class"}, {"dedup", "--list-skipped", "--reference", "tree", "--overlap", "2", "class.zip", "class"},
		{"dedup", "--against", "tree", "--measure", "containment", "--threshold", "0.1", "class"}, {"dedup", "--kept", harmfulName, "class"},
	},
	"chaffinch stats":  {{"stats", "--index", "ix"}, {"stats", "--index", "damaged" + badFolder}},
	"chaffinch idioms": {{"idioms", "--index", "ix"}, {"idioms", "--index", "ix", "--representation", "structure"}},
	"chaffinch list": {
		{"list", "--index", "ix"}, {"list", "--index", "ix", "--collections"}, {"list", "--index", "ix", "--skipped"},
		{"list", "--index", "ix", "--collection", "no" + badCollection},
	},
	"chaffinch check": {
		{"check", "--index", "ix"}, {"check", "--index", "damaged" + badFolder}, {"check", "--index", "damaged" + badFolder, "--repair"},
	},
	"chaffinch copy": {
		{"copy", "--index", "ix", "copied" + badFolder}, {"copy", "--index", "damaged" + badFolder, "copied"}, {"copy", "--index", "ix", "class"},
	},
	"chaffinch remove": {
		{"remove", "--index", "ix", "class/" + badFolder + "/b" + badFile}, {"remove", "--index", "ix", harmfulName},
		{"remove", "--index", "ix", "--collection", "no" + badCollection},
	},
	"chaffinch boilerplate": {{"boilerplate"}, {"boilerplate", harmfulName}},
	"chaffinch boilerplate add": {
		{"boilerplate", "add", "--index", "ix", "--list-skipped", "class"}, {"boilerplate", "add", "--index", "ix", "class/" + badFolder + "/" + badFile},
	},
	"chaffinch boilerplate list":   {{"boilerplate", "list", "--index", "ix"}},
	"chaffinch boilerplate remove": {{"boilerplate", "remove", "--index", "ix", "class/" + badFolder + "/" + badFile}, {"boilerplate", "remove", "--index", "ix", harmfulName}},
	"chaffinch fingerprint": {
		{"fingerprint", "question.go"}, {"fingerprint", "--tokens", "question.go"}, {"fingerprint", "--grams", "class/" + badFolder + "/" + badFile},
		{"fingerprint", "--lines", "1:9", "-"},
	},
	"chaffinch languages":             {{"languages"}},
	"chaffinch config":                {{"config", "--config", "set/chaffinch.toml"}, {"config", "--config", "set/bad.toml"}, {"config", "--config", "set/worse.toml"}},
	"chaffinch cache":                 {{"cache"}, {"cache", harmfulName}},
	"chaffinch cache clear":           {{"cache", "clear", harmfulName}, {"cache", "clear"}},
	"chaffinch version":               {{"version"}},
	"chaffinch man":                   {{"man", "pages"}, {"man", "question.go"}},
	"chaffinch completion":            {{"completion"}, {"completion", harmfulName}},
	"chaffinch completion bash":       {{"completion", "bash", harmfulName}},
	"chaffinch completion fish":       {{"completion", "fish", harmfulName}},
	"chaffinch completion powershell": {{"completion", "powershell", harmfulName}},
	"chaffinch completion zsh":        {{"completion", "zsh", harmfulName}},
}

// formatted are command lines in each output format, by command.
func formatted() map[string][][]string {
	all := map[string][][]string{}
	add := func(names []string, args ...string) {
		for _, name := range names {
			if name != formats.JPlag.Name { // which is an archive
				all["chaffinch "+args[0]] = append(all["chaffinch "+args[0]], append(slices.Clone(args), "--format", name))
			}
		}
	}
	for _, what := range []string{"class", "question.go", "tree"} {
		add(formatNames(scanFormats), "scan", "--index", "ix", what)
	}
	add(formatNames(pairFormats), "pairs", "class")
	add(formatNames(cloneFormats), "pairs", "--min-match", "20", "class")
	add(formatNames(answerFormats), "search", "--index", "ix", "class")
	add(formatNames(answerFormats), "similar", "--index", "ix", "class/"+badFolder+"/"+badFile)
	return all
}

// hostileCompletions are completions as shells request them.
var hostileCompletions = [][]string{
	{"__complete", "list", "--index", "ix", "--collection", ""}, {"__complete", "search", "--index", "ix", "--lang", harmfulName},
	{"__completeNoDesc", "remove", "--index", "ix", "--collection", "="},
}

// hasNoJSON are the commands that only print help, and the one that prints messages of a protocol.
func hasNoJSON(c *cobra.Command) bool {
	return c.Name() == "mcp" || !c.HasParent() || c.HasSubCommands() || c.Name() == "help" || c.Parent().Name() == "completion"
}

// eachHostileRun calls f for all runs of all commands: those listed, and with harmful arguments and
// values of every flag.
func eachHostileRun(t *testing.T, f func(c *cobra.Command, args []string)) {
	t.Helper()
	seen, inFormats := 0, formatted()
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		runs, ok := hostileRuns[c.CommandPath()]
		if !ok {
			t.Errorf("%s is in no test with harmful names and sources: add it to hostileRuns", c.CommandPath())
		}
		seen++
		for _, args := range append(runs[:len(runs):len(runs)], inFormats[c.CommandPath()]...) {
			f(c, args)
		}
		words := strings.Fields(c.CommandPath())[1:]
		f(c, append(slices.Clone(words), "missing"+harmfulName))
		f(c, append(slices.Clone(words), "missing"+harmfulName, "missing"+harmfulName))
		f(c, append(slices.Clone(words), "--"+harmfulName))
		try := func(flag *pflag.Flag) {
			f(c, append(slices.Clone(words), "--"+flag.Name+"="+harmfulName, "question.go"))
		}
		c.LocalFlags().VisitAll(try)
		c.InheritedFlags().VisitAll(try)
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	root := newProgram(nil, nil, nil, nil)
	root.InitDefaultHelpCmd() // as it does when it runs
	visit(root)
	for _, args := range hostileCompletions {
		f(root, args)
	}
	if seen != len(hostileRuns) {
		t.Errorf("hostileRuns has %d commands, and there are %d", len(hostileRuns), seen)
	}
}

// delimited reports whether the run writes CSV or TSV.
func delimited(args []string) bool {
	return slices.Contains(args, "csv") || slices.Contains(args, "tsv")
}

// written reports whether the run writes a page, a script or TSV, which contain tabs.
func written(args []string) bool {
	return slices.Contains(args, "tsv") || slices.Contains(args, "html") || slices.Contains(args, "--html") ||
		len(args) > 0 && strings.Contains(args[0], "omplet")
}

// whatIsRaw returns the place in a text that must not be printed.
func whatIsRaw(text string) (part string, found bool) {
	i := strings.IndexFunc(text, func(r rune) bool {
		return r != '\n' && (!unicode.IsPrint(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)) || r == utf8.RuneError
	})
	if i < 0 {
		return "", false
	}
	return text[max(0, i-30):min(len(text), i+30)], true
}

// No command prints unescaped text from names, sources, archives, tables, baselines, arguments or
// flags, or the words of the package that reads numbers.
func TestCommands_EscapeText(t *testing.T) {
	newHostileFolder(t)
	runs := 0
	eachHostileRun(t, func(_ *cobra.Command, args []string) {
		runs++
		var out, errOut strings.Builder
		code := run(t.Context(), args, strings.NewReader(harmfulSource(0)), &out, &errOut)
		if out.Len()+errOut.Len() == 0 && code != exitFound {
			t.Errorf("%q exits with %d and prints nothing", args, code)
		}
		if strings.Contains(errOut.String(), "strconv") || strings.Contains(errOut.String(), "invalid argument") {
			t.Errorf("%q prints words of packages: %s", args, &errOut)
		}
		for _, text := range []string{out.String(), errOut.String()} {
			if written(args) {
				text = strings.ReplaceAll(text, "\t", " ")
			}
			if part, found := whatIsRaw(text); found {
				t.Errorf("%q prints %q", args, part)
			}
		}
	})
	if runs < 200 {
		t.Errorf("%d runs only", runs)
	}
}

// With --json, every command that finds something, or nothing, prints one JSON object in UTF-8,
// without characters that could control a terminal, and nothing else. After an error it prints
// nothing.
func TestJSON_FromEveryCommand(t *testing.T) {
	newHostileFolder(t)
	found := map[string]bool{}
	eachHostileRun(t, func(c *cobra.Command, args []string) {
		if delimited(args) || slices.Contains(args, "--html") || slices.Contains(args, "html") {
			return // not with --json
		}
		var out, errOut strings.Builder
		code := run(t.Context(), append(slices.Clone(args), "--json"), strings.NewReader(harmfulSource(0)), &out, &errOut)
		if part, bad := whatIsRaw(strings.ReplaceAll(out.String(), "\ufffd", "?")); bad && !hasNoJSON(c) {
			t.Errorf("%q prints %q", args, part)
		}
		if part, bad := whatIsRaw(errOut.String()); bad {
			t.Errorf("%q prints %q beside", args, part)
		}
		switch {
		case hasNoJSON(c) || slices.Contains(args, "--help=") || code == exitError && out.Len() == 0:
		case out.Len() == 0 && slices.ContainsFunc(args, func(a string) bool { return a == "-o" || strings.HasPrefix(a, "--output=") }): // it is in the file
		case !json.Valid([]byte(out.String())) || !strings.HasPrefix(out.String(), "{"):
			t.Errorf("%q exits with %d and prints what is no JSON: %.300q", args, code, out.String())
		default:
			found[c.CommandPath()] = true
		}
	})
	_, notBuilt := web.Page() // without go generate ./web, which CI runs before
	eachCommand(newProgram(nil, nil, nil, nil), func(c *cobra.Command) {
		if !hasNoJSON(c) && !found[c.CommandPath()] && !(c.Name() == "web" && notBuilt != nil) {
			t.Errorf("%s has never printed JSON", c.CommandPath())
		}
	})
}

// A name that is not UTF-8 is shown with U+FFFD for every invalid byte.
func TestJSON_NamesNotUTF8(t *testing.T) {
	c := newCommandLine(t)
	for i, name := range []string{"a\xff.go", "b\xe9\xe8.go", "c\xed\xa0\x80.go"} {
		c.write("class/"+name, source(i))
		c.write("copy/"+name, source(i))
	}
	c.run(exitFound, "index", "--index", "ix", "class")
	for _, args := range [][]string{{"list", "--index", "ix"}, {"search", "--index", "ix", "copy/a\xff.go"}, {"pairs", "class", "copy"},
		{"compare", "class", "copy"}, {"clusters", "class", "copy"}} {
		out, _ := c.run(exitFound, append(args, "--json")...)
		if !utf8.ValidString(out) || !json.Valid([]byte(out)) || !strings.Contains(out, `a\ufffd.go`) {
			t.Errorf("%q prints %.500q", args, out)
		}
		if args[0] != "search" && (!strings.Contains(out, `b\ufffd\ufffd.go`) || !strings.Contains(out, `c\ufffd\ufffd\ufffd.go`)) {
			t.Errorf("%q prints %.900q", args, out)
		}
	}
	// Such a name does not match the one in a baseline, so its pairs count as new.
	c.run(exitFound, "pairs", "-o", "known.json", "class", "copy")
	if out, _ := c.run(exitFound, "pairs", "--baseline", "known.json", "--json", "class", "copy"); strings.Contains(out, `"newIdentical": []`) {
		t.Error("copies under names that are not UTF-8 are known from a baseline")
	}
}

// The file that names the holder of an index may be forged.
func TestLock_EscapesHolder(t *testing.T) {
	c := newCommandLine(t)
	c.write("src/a.go", source(0))
	c.run(exitFound, "index", "--index", "ix", "src")
	x, err := disk.Open(t.Context(), "ix", index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	c.write("ix/open/1-x.json", `{"pid": 1, "host": "elsewhere", "program": "\u001b[31m\u202eown"}`)
	if _, errOut := c.run(exitError, "index", "--index", "ix", "src"); !strings.Contains(errOut, `\x1b[31m\u202eown`) ||
		strings.ContainsAny(errOut, "\x1b\u202e") {
		t.Errorf("it prints %q", errOut)
	}
}

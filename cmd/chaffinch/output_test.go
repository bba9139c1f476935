package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/internal/report/formats"
)

// commandLine runs the program in a folder of its own.
type commandLine struct {
	t   *testing.T
	dir string
}

// newCommandLine changes to a new folder, with no index near.
func newCommandLine(t *testing.T) *commandLine {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("CHAFFINCH_INDEX", "")
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, ".cache"))
	return &commandLine{t, dir}
}

func (c *commandLine) write(path, text string) {
	c.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		c.t.Fatal(err)
	}
}

// run returns the output of the command on both streams.
func (c *commandLine) run(wantCode int, args ...string) (out, errOut string) {
	c.t.Helper()
	var o, e bytes.Buffer
	if code := run(c.t.Context(), args, strings.NewReader("no question"), &o, &e); code != wantCode {
		c.t.Fatalf("chaffinch %q exits with %d, not %d: %s", args, code, wantCode, &e)
	}
	return o.String(), e.String()
}

// source returns a Go file of some length, a different one for every seed.
func source(seed int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package p%d\n\nimport \"strings\"\n", seed)
	for i := range 8 {
		fmt.Fprintf(&b, "\nfunc f%d_%d(text string, n int) []string {\n\tparts := strings.SplitN(text, \"%d\", n+%d)\n"+
			"\tfor i, p := range parts {\n\t\tparts[i] = strings.Repeat(p, %d)\n\t}\n\treturn parts\n}\n", seed, i, i, seed, i)
	}
	return b.String()
}

// askEverything runs every command that prints contents of an index, in all text formats, and
// returns the outputs by command line.
func (c *commandLine) askEverything(question string) map[string]string {
	c.t.Helper()
	outputs := map[string]string{}
	for _, args := range [][]string{
		{"search", question}, {"search", "--explain", "-n", "0", "--min-score", "0", question}, {"similar", "--explain", question},
		{"search", "--lines", "5:6", question}, {"search", "-C", "1", question}, {"search", "--side-by-side", question},
		{"compare", filepath.Dir(question), filepath.Dir(filepath.Dir(question))},
		{"compare", question, question}, {"list"}, {"list", "--collections"}, {"list", "--skipped"}, {"stats"},
		{"idioms"}, {"idioms", "--representation", "structure"}, {"fingerprint", question},
		{"fingerprint", "--tokens", question}, {"fingerprint", "--grams", question}, {"languages"},
		{"pairs", "corpus"}, {"pairs", "--list-skipped", "--max-share", "1", "corpus"}, {"pairs", "--top", "1", "--collection", ""},
		{"clusters", "corpus"},
	} {
		out, errOut := c.run(exitFound, args...)
		outputs[strings.Join(args, " ")] = out + errOut
	}
	for _, args := range [][]string{{"search", "-"}, {"search", "--collection", "nope", question}} {
		out, errOut := c.run(exitNothing, args...)
		outputs[strings.Join(args, " ")] = out + errOut
	}
	return outputs
}

// useBoilerplate makes a folder boilerplate, searches for a file in it, removes it again, and adds
// the outputs.
func (c *commandLine) useBoilerplate(outputs map[string]string, folder, question string) {
	c.t.Helper()
	for _, run := range []struct {
		code int
		args []string
	}{
		{exitFound, []string{"boilerplate", "add", "--list-skipped", "--exclude", "copy*", folder}},
		{exitFound, []string{"boilerplate", "add", folder}},
		{exitFound, []string{"boilerplate", "list"}},
		{exitFound, []string{"boilerplate", "list", "--json"}},
		{exitNothing, []string{"search", question}},
		{exitFound, []string{"boilerplate", "remove", question}},
		{exitNothing, []string{"boilerplate", "remove", question}},
		{exitFound, []string{"boilerplate", "remove", "--json", folder}},
	} {
		out, errOut := c.run(run.code, run.args...)
		outputs[fmt.Sprint(run.code, run.args)] = out + errOut
	}
}

// hostile are names of files and collections that control a terminal.
var hostile = []string{
	"red\x1b[31m.go", "title\x1b]0;owned\x07.go", "bell\a\b.go", "line\nbreak.go", "return\r.go", "del\x7f.go",
	"c1\u009b31m.go", "override\u202e.go", "invisible\u200b.go", "invalid\xff\xfe.go", "tab\t.go",
}

func TestOutput_EscapesNames(t *testing.T) {
	c := newCommandLine(t)
	for i, name := range hostile {
		c.write(filepath.Join("corpus", "dir\x1b[2J", name), source(i))
		c.write(filepath.Join("corpus", "short", name), "package short\n")
	}
	question := filepath.Join("corpus", "dir\x1b[2J", hostile[0])
	_, errOut := c.run(exitFound, "index", "--collection", "col\x1b[31m\u202e", "--list-skipped", "corpus")
	outputs := c.askEverything(question)
	outputs["index"] = errOut
	c.useBoilerplate(outputs, filepath.Join("corpus", "dir\x1b[2J"), question)
	for i, name := range hostile { // in errors and in JSON
		if !strings.ContainsAny(name, "\n\r") {
			_, outputs[fmt.Sprint("index ", i)] = c.run(exitFound, "index", "--collection", name, filepath.Join("corpus", "short"))
		}
		_, outputs[fmt.Sprint("missing ", i)] = c.run(exitError, "index", "missing"+name)
		_, outputs[fmt.Sprint("boilerplate ", i)] = c.run(exitError, "boilerplate", "add", "missing"+name)
		_, outputs[fmt.Sprint("no boilerplate ", i)] = c.run(exitNothing, "boilerplate", "remove", "missing"+name)
		_, outputs[fmt.Sprint("question ", i)] = c.run(exitError, "search", "missing"+name)
		_, outputs[fmt.Sprint("compare ", i)] = c.run(exitError, "compare", "missing"+name, question)
		_, outputs[fmt.Sprint("page ", i)] = c.run(exitError, "compare", "--html", name, question, question)
		_, outputs[fmt.Sprint("similar ", i)] = c.run(exitError, "similar", "missing"+name)
		_, outputs[fmt.Sprint("index path ", i)] = c.run(exitError, "list", "--index", "missing"+name)
		_, outputs[fmt.Sprint("corpus ", i)] = c.run(exitError, "search", "--corpus", "missing"+name, question)
		_, outputs[fmt.Sprint("language ", i)] = c.run(exitError, "search", "--lang", name, question)
		_, outputs[fmt.Sprint("command ", i)] = c.run(exitError, name)
		_, outputs[fmt.Sprint("flag ", i)] = c.run(exitError, "search", "--"+name)
		_, outputs[fmt.Sprint("collection ", i)] = c.run(exitNothing, "search", "--collection", "no"+name, question)
		_, outputs[fmt.Sprint("no collection ", i)] = c.run(exitNothing, "list", "--collection", "no"+name)
	}
	for _, args := range [][]string{
		{"search", "--json", question}, {"list", "--json"}, {"list", "--skipped", "--json"}, {"list", "--collections", "--json"},
		{"pairs", "--json", "corpus"}, {"pairs", "--format", "sarif", "corpus"}, {"clusters", "--json", "corpus"},
		{"stats", "--json"}, {"idioms", "--json"}, {"compare", "--json", question, question}, {"fingerprint", "--json", question}, {"index", "--json", "corpus"},
		{"compare", "--json", "corpus", "corpus"},
	} {
		outputs[strings.Join(args, " ")], _ = c.run(exitFound, args...)
	}
	for name, text := range outputs {
		if i := strings.IndexFunc(text, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }); i >= 0 || !utf8.ValidString(text) {
			t.Errorf("%q prints %q", name, text[max(0, i-20):min(len(text), max(0, i)+20)])
		}
	}
	if strings.Contains(outputs["list"], "line\nbreak") {
		t.Error("a line break in a name is printed as such")
	}
	if !strings.Contains(outputs["list --json"], `red\u001b[31m.go`) || !strings.Contains(outputs["list --json"], `override\u202e.go`) {
		t.Error("JSON does not escape control characters")
	}
}

// jsonKeys lists the keys of JSON as paths. Arrays are [], and keys that are data are <name>.
func jsonKeys(t *testing.T, text string) []string {
	t.Helper()
	var v any
	d := json.NewDecoder(strings.NewReader(text))
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	if d.More() {
		t.Fatalf("more than one value in %s", text)
	}
	keys := map[string]bool{}
	collectKeys(v, "", keys)
	all := make([]string, 0, len(keys))
	for k := range keys {
		all = append(all, k)
	}
	slices.Sort(all)
	return all
}

func collectKeys(v any, path string, keys map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		for k, value := range v {
			if slices.Contains([]string{".collections", ".languages", ".reports[].skipped", ".skipped"}, path) {
				k = "<name>"
			}
			collectKeys(value, path+"."+k, keys)
		}
	case []any:
		for _, value := range v {
			collectKeys(value, path+"[]", keys)
		}
		if len(v) > 0 {
			return
		}
		keys[path+" "+kindOf(v)] = true
	default:
		keys[path+" "+kindOf(v)] = true
	}
}

func kindOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "bool"
	case float64:
		return "number"
	case string:
		return "string"
	}
	return "empty array"
}

const keysFile = "testdata/json-keys.txt"

// Programs rely on the keys. -update may add new ones; a change or removal changes the interface
// and must be in docs/json.md and the changelog.
func TestJSON_HasDocumentedKeys(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing")
	}
	golden, err := filepath.Abs(keysFile)
	if err != nil {
		t.Fatal(err)
	}
	c := newCommandLine(t)
	for i := range 3 {
		c.write(filepath.Join("corpus", fmt.Sprintf("f%d.go", i)), source(i))
	}
	c.write("corpus/tiny.go", "package tiny\n")
	c.write("corpus/edited.go", strings.NewReplacer("parts", "pieces", "Repeat(p, 0)", "Repeat(p, 1)").Replace(source(0)))
	c.write("corpus/made.pb.go", source(0)+source(8))
	c.write("tree/moved.go", source(0))
	c.write("tree/data.bin", "\x00")
	c.write("empty.py", "")
	c.write("change.patch", fmt.Sprintf("+++ b/x.go\n@@ -0,0 +1,%d @@\n+%s", strings.Count(source(0), "\n"),
		strings.ReplaceAll(strings.TrimSuffix(source(0), "\n"), "\n", "\n+")+"\n"))
	decided := "[[decision]]\nmatches = [\"0-0000000%d\"]\ndecision = \"own\"\nreason = \"r\"\nby = \"b\"\ndate = \"2026-11-24\"\nfile = \"tree/f\"\norigin = \"%s\"\nlicense = \"MIT\"\n"
	c.write("decided.toml", fmt.Sprintf(decided, 1, "o")+fmt.Sprintf(decided, 2, "corpus: f0.go"))
	c.write("set/x.toml", "[pairs]\ntop = 3\n")
	const given = "\nfunc clamp(v, low, high float64) float64 {\n\tif v < low {\n\t\treturn low\n\t}\n\tif v > high {\n\t\treturn high\n\t}\n\treturn v\n}\n"
	c.write("class/a.go", source(7)+given)
	c.write("class/b.go", source(7)+given)
	c.write("class/c.go", strings.NewReplacer("parts", "pieces", "Repeat(p, 7)", "Repeat(p, 1)").Replace(source(7))+given)
	c.write("class/given.go", "package given\n"+given)
	c.write("class/info.csv", "filename,full_name,label,created_at\na.go,Ann Lee,1,2024-03-02 10:30:00\n")
	c.run(exitFound, "pairs", "-o", "known.json", "corpus")
	c.run(exitFound, "pairs", "--min-match", "50", "-o", "matches.json", "corpus")
	for i, args := range []string{"init -q", "add .", "-c user.name=a -c user.email=a@b.c commit -qm x", "-c user.name=a -c user.email=a@b.c commit -qam x"} {
		c.write("versions/a.go", source(3)+strings.Repeat("var x = 1\n", i/3))
		git := exec.Command("git", strings.Fields(args)...)
		git.Dir = "versions"
		if out, err := git.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", args, err, out)
		}
	}
	c.write("first.go", source(3))
	c.run(exitFound, "index", "--index", "history", "--history", "versions")
	var commands []string
	keys := map[string][]string{} // by command
	for _, run := range []struct {
		name string // the command, and after a comma what is special
		code int
		args []string
	}{
		{"index", exitFound, []string{"index", "corpus"}},
		{"search", exitFound, []string{"search", "corpus/f0.go"}},
		{"search, explained", exitFound, []string{"search", "--explain", "corpus/f0.go"}},
		{"search, a diff", exitFound, []string{"search", "change.patch"}},
		{"search, nothing found, warned", exitNothing, []string{"search", "--collection", "nope", "corpus/f0.go"}},
		{"search, a history", exitFound, []string{"search", "--index", "history", "first.go"}},
		{"search of several files", exitFound, []string{"search", "corpus/edited.go", "corpus", "tree"}},
		{"search of several files, nothing found", exitNothing, []string{"search", "--collection", "nope", "tree", "empty.py"}},
		{"scan", exitNothing, []string{"scan", "tree"}},
		{"scan, decided", exitFound, []string{"scan", "--decisions", "decided.toml", "--allow", "unknown", "tree"}},
		{"similar", exitFound, []string{"similar", "corpus/f0.go"}},
		{"similar, nothing found", exitNothing, []string{"similar", "--min-score", "1", "corpus/f0.go"}},
		{"compare of trees", exitFound, []string{"compare", "corpus", "tree"}},
		{"compare of trees, nothing found, warned", exitNothing, []string{"compare", "--exclude", "*.go", "tree", "tree"}},
		{"compare", exitFound, []string{"compare", "corpus/f0.go", "corpus/edited.go"}},
		{"compare, nothing found, warned", exitNothing, []string{"compare", "corpus/tiny.go", "empty.py"}},
		{"pairs", exitFound, []string{"pairs", "--archive", "corpus", "--base", "class/given.go", "class"}},
		{"pairs, with a baseline", exitFound, []string{"pairs", "--baseline", "known.json", "--archive", "corpus", "class"}},
		{"pairs, only some", exitFound, []string{"pairs", "--only", "--in", "class", "class/c.go"}},
		{"pairs, nothing to compare", exitNothing, []string{"pairs", "empty.py"}},
		{"pairs --min-match", exitFound, []string{"pairs", "--min-match", "50", "class", "empty.py"}},
		{"pairs --min-match, with a baseline", exitFound, []string{"pairs", "--min-match", "50", "--baseline", "matches.json", "class"}},
		{"pairs --min-match, only some", exitFound, []string{"pairs", "--only", "--in", "class", "--min-match", "50", "class/c.go"}},
		{"pairs --min-match, nothing found", exitNothing, []string{"pairs", "--min-match", "50", "empty.py"}},
		{"clusters", exitFound, []string{"clusters", "class"}},
		{"clusters, nothing found", exitNothing, []string{"clusters", "--link-score", "1", "empty.py"}},
		{"stats", exitFound, []string{"stats"}},
		{"check", exitFound, []string{"check"}},
		{"copy", exitFound, []string{"copy", "another"}},
		{"idioms", exitFound, []string{"idioms"}},
		{"list", exitFound, []string{"list"}},
		{"list, nothing found", exitNothing, []string{"list", "--collection", "nope"}},
		{"list --collections", exitFound, []string{"list", "--collections"}},
		{"list --skipped", exitFound, []string{"list", "--skipped"}},
		{"fingerprint", exitFound, []string{"fingerprint", "corpus/f0.go"}},
		{"fingerprint, robust", exitFound, []string{"fingerprint", "--selection", "robust", "corpus/f0.go"}},
		{"languages", exitFound, []string{"languages"}},
		{"search, of a folder", exitFound, []string{"search", "--corpus", "corpus", "corpus/f0.go"}},
		{"cache", exitFound, []string{"cache"}},
		{"cache clear", exitFound, []string{"cache", "clear"}},
		{"cache, nothing found", exitNothing, []string{"cache"}},
		{"cache clear, nothing found", exitNothing, []string{"cache", "clear"}},
		{"version", exitFound, []string{"version"}},
		{"config", exitFound, []string{"config", "--config", "set/x.toml"}},
		{"config, nothing found", exitNothing, []string{"config", "--config", ""}},
		{"serve --check-config", exitFound, []string{"serve", "--check-config"}},
		{"man", exitFound, []string{"man", "pages"}},
		{"boilerplate list, nothing found", exitNothing, []string{"boilerplate", "list"}},
		{"boilerplate add", exitFound, []string{"boilerplate", "add", "corpus"}},
		{"boilerplate list", exitFound, []string{"boilerplate", "list"}},
		{"search, nothing but boilerplate", exitNothing, []string{"search", "corpus/f0.go"}},
		{"boilerplate remove", exitFound, []string{"boilerplate", "remove", "corpus"}},
		{"boilerplate remove, nothing found", exitNothing, []string{"boilerplate", "remove", "corpus"}},
		{"remove", exitFound, []string{"remove", "corpus/f0.go"}},
		{"remove, nothing found", exitNothing, []string{"remove", "corpus/f0.go"}},
	} {
		out, errOut := c.run(run.code, append(run.args, "--json")...)
		if errOut != "" {
			t.Errorf("%s prints beside its JSON: %s", run.name, errOut)
		}
		command, _, _ := strings.Cut(run.name, ", ")
		if keys[command] == nil {
			commands = append(commands, command)
		}
		keys[command] = append(keys[command], jsonKeys(t, out)...)
	}
	var b strings.Builder
	for _, command := range commands {
		slices.Sort(keys[command])
		for _, key := range slices.Compact(keys[command]) {
			array, empty := strings.CutSuffix(key, " empty array")
			elsewhere := func(k string) bool { return strings.HasPrefix(k, array+"[]") }
			if !empty || !slices.ContainsFunc(keys[command], elsewhere) {
				fmt.Fprintf(&b, "%s: %s\n", command, key)
			}
		}
	}
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("the JSON has other keys than %s says:\n%s", keysFile, difference(string(want), b.String()))
	}
}

// difference lists the lines that are in one of the texts only.
func difference(want, have string) string {
	var b strings.Builder
	for _, side := range []struct{ mark, text, other string }{{"-", want, have}, {"+", have, want}} {
		for line := range strings.Lines(side.text) {
			if !strings.Contains(side.other, line) {
				fmt.Fprintf(&b, "%s %s", side.mark, line)
			}
		}
	}
	return b.String()
}

// docs/json.md and docs/json-keys.md explain every key of the golden list by name.
func TestJSON_KeysAreExplained(t *testing.T) {
	list, err := os.ReadFile(keysFile)
	if err != nil {
		t.Fatal(err)
	}
	doc := ""
	for _, page := range []string{"../../docs/json.md", keysPage} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		doc += string(text)
	}
	for line := range strings.Lines(string(list)) {
		path := line[strings.LastIndex(line, ": ")+2:]
		path, _, _ = strings.Cut(path, " ")
		name := strings.TrimRight(path[strings.LastIndex(path, ".")+1:], "[]")
		if !strings.Contains(doc, "`"+name+"`") && !regexp.MustCompile(`(?m)^ *(\w+(\[\])?, )*`+name+`(\[\])?(,|  |$)`).MatchString(doc) {
			t.Errorf("docs/json.md does not explain `%s` (%s)", name, path)
		}
	}
}

// What --top or its default leaves out is said in every format, or on standard error.
func TestPairs_SaysWhatIsNotListed(t *testing.T) {
	c := newCommandLine(t)
	for i := range 4 {
		c.write(fmt.Sprintf("d/%d.go", i), source(1)+strings.Repeat(fmt.Sprintf("var x%d = %d\n", i, i), 3))
	}
	defer func(all []pairFormat) { pairFormats = all }(slices.Clone(pairFormats))
	for i, f := range pairFormats {
		pairFormats[i].Rows = 2
		for _, args := range [][]string{{"pairs", "--format", f.Name, "-o", "out", "d"}, {"pairs", "--format", f.Name, "-n", "2", "d"}} {
			if f.Viewer == formats.Page && args[3] == "-n" {
				continue // pages go to a file
			}
			out, errOut := c.run(0, args...)
			if written, err := os.ReadFile("out"); err == nil {
				out += string(written)
			}
			if f.Viewer == formats.Page && !strings.Contains(out, `"more":4`) || !strings.Contains(out+errOut, "4 more pairs") {
				t.Errorf("%q: %s%s", args, out, errOut)
			}
			os.Remove("out")
		}
		if out, errOut := c.run(0, "pairs", "--format", f.Name, "-o", "out", "-n", "0", "d"); strings.Contains(out+errOut, "more pairs") {
			t.Errorf("%s: not all are listed: %s%s", f.Name, out, errOut)
		}
	}
}

// A row for each copy is bounded as well.
func TestPairs_SaysWhichCopiesAreNotListed(t *testing.T) {
	c := newCommandLine(t)
	for i := range 5 {
		c.write(fmt.Sprintf("d/%d.go", i), source(1))
	}
	c.write("d/near.go", source(1)+"var x = 1\n")
	defer func(all []pairFormat) { pairFormats = all }(slices.Clone(pairFormats))
	for i, f := range pairFormats {
		if pairFormats[i].Rows = 2; !f.Copies || f.More || f.Name == "jplag" { // which is an archive
			continue
		}
		out, errOut := c.run(0, "pairs", "--format", f.Name, "d")
		if n := strings.Count(out, "1.000000"); !strings.Contains(errOut, "13 more pairs are not listed") || strings.Count(out, "\n") > 3 || n == 0 {
			t.Errorf("%s%s", out, errOut)
		}
	}
}

// A match that only looks the same is called edited, and every format says why.
func TestPairs_NameInvisibleCharacters(t *testing.T) {
	c := newCommandLine(t)
	c.write("d/a.go", source(1))
	c.write("d/b.go", strings.Replace(source(1), "strings.Repeat(", "strings.Repeat(\u200b", 1))
	for _, f := range pairFormats {
		if !f.Matches || f.Name == "jplag" { // whose viewer knows no kinds of matches
			continue
		}
		c.run(0, "pairs", "--format", f.Name, "-o", "out", "d")
		if text, err := os.ReadFile("out"); err != nil || !strings.Contains(string(text), "U+200B") {
			t.Errorf("%s does not name U+200B (%v)", f.Name, err)
		}
	}
}

// Comparing a whole index takes minutes if it is large, so it is said how to compare less.
func TestPairs_SayThatAWholeIndexTakesLong(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "src/a.go", "package a\n\nfunc a(x, y int) int { for x < y { x += y * x; y -= x }; return a(y, x) }\n")
	invoke := func(args ...string) string {
		var out, errOut bytes.Buffer
		run(t.Context(), args, strings.NewReader(""), &out, &errOut)
		return errOut.String()
	}
	invoke("index", "src")
	defer func(n int) { manyContents = n }(manyContents)
	for _, n := range []int{1, 2} {
		manyContents = n
		if got := strings.Contains(invoke("pairs"), "so all 1 contents of the index are compared"); got != (n == 1) {
			t.Errorf("from %d contents on: %v", n, got)
		}
	}
	manyContents = 1
	for _, args := range [][]string{{"pairs", "src"}, {"pairs", "--collection", "src"}} {
		if got := invoke(args...); strings.Contains(got, "takes") || strings.Contains(got, "minutes") {
			t.Errorf("%q: %s", args, got)
		}
	}
}

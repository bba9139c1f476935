package web

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/browsertest"
	"github.com/chaffinch-search/chaffinch/internal/ringtest"
)

// programs builds the command and the script of the engine, and skips the test without node.
func programs(t *testing.T) (command, engine string) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is missing")
	}
	if testing.Short() {
		t.Skip("it compiles the engine")
	}
	b, err := built()
	must(t, err)
	return b.command, b.engine
}

type builds struct{ command, engine, page string }

// builtIn is the folder of what was built; empty without.
var builtIn string

var built = sync.OnceValues(func() (b builds, err error) {
	if builtIn, err = os.MkdirTemp("", "chaffinch-web-"); err != nil {
		return b, err
	}
	b.command, b.engine, b.page = filepath.Join(builtIn, "chaffinch"), filepath.Join(builtIn, "engine.js"), filepath.Join(builtIn, "index.html.br")
	for _, args := range [][]string{{"build", "-o", b.command, "../cmd/chaffinch"}, {"run", "internal/build/main.go", "-quality", "0", "-page", b.page, "-script", b.engine}} {
		if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
			return b, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
		}
	}
	return b, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	os.RemoveAll(builtIn)
	os.Exit(code)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// step is a step of testdata/run.mjs.
type step map[string]any

// run runs steps, and returns what each wrote.
func run(t *testing.T, engine string, steps ...step) []string {
	t.Helper()
	dir := t.TempDir()
	for i, s := range steps {
		s["to"] = filepath.Join(dir, fmt.Sprint(i))
	}
	text, err := json.Marshal(steps)
	must(t, err)
	file := filepath.Join(dir, "steps.json")
	must(t, os.WriteFile(file, text, 0o644))
	// Optimizing the engine would take longer than the steps.
	if out, err := exec.Command("node", "--liftoff-only", "testdata/run.mjs", engine, file).CombinedOutput(); err != nil {
		t.Fatalf("node: %v\n%s", err, out)
	}
	var all []string
	for _, s := range steps {
		all = append(all, read(t, s["to"].(string)))
	}
	return all
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	must(t, err)
	return string(text)
}

// command runs the command in a folder, and returns what it prints.
func command(t *testing.T, program, dir string, args ...string) string {
	t.Helper()
	c := exec.Command(program, args...)
	c.Dir = dir
	var failed bytes.Buffer
	c.Stderr = &failed
	out, err := c.Output()
	if exit := new(exec.ExitError); err != nil && !(asExit(err, &exit) && exit.ExitCode() == 1) {
		t.Fatalf("chaffinch %s: %v\n%s", strings.Join(args, " "), err, &failed)
	}
	return string(out)
}

func asExit(err error, to **exec.ExitError) bool {
	e, ok := err.(*exec.ExitError)
	*to = e
	return ok
}

var microseconds = regexp.MustCompile(`"microseconds":\s*\d+`)

// same reports a difference between two texts, except for the time that was taken.
func same(t *testing.T, what, got, want string) {
	t.Helper()
	got, want = microseconds.ReplaceAllString(got, ""), microseconds.ReplaceAllString(want, "")
	want = strings.ReplaceAll(want, "; --count-common counts it", "; countCommon counts it") // each face words its options
	if got == want {
		return
	}
	at := 0
	for at < min(len(got), len(want)) && got[at] == want[at] {
		at++
	}
	from := max(0, at-200)
	t.Errorf("%s: %d bytes, not %d; the first difference is at %d:\n%s\n--- the command has\n%s",
		what, len(got), len(want), at, got[from:min(len(got), at+200)], want[from:min(len(want), at+200)])
}

// compact is JSON as JavaScript prints it.
func compact(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	must(t, json.Compact(&b, []byte(text)))
	return b.String()
}

const ranking = "../testdata/ranking"

// newClass writes a class: folders, archives in archives, hidden and hostile names, authors, files
// that cannot be compared, starter code, and earlier work.
func newClass(t *testing.T) (dir string) {
	t.Helper()
	dir = browsertest.Folder(t)
	write := func(name, text string) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(name), 0o755))
		must(t, os.WriteFile(name, []byte(text), 0o644))
	}
	part := func(which int, names ...string) string {
		var b strings.Builder
		for i := range 12 {
			if which>>i&1 == 0 {
				continue
			}
			fmt.Fprintf(&b, "int %s%d(int *%s, int n) {\n\tint s = %d;\n\tfor (int i = 0; i < n; i++) {\n"+
				"\t\tif (%s[i] > s) { s += %s[i] * %d; } else { s -= i << %d; }\n\t}\n%s\treturn s;\n}\n",
				names[0], i, names[1], i*i, names[1], names[1], i+3, i%5, strings.Repeat("\ts = s % 7 + n;\n", i%4)+strings.Repeat("\twhile (n--) s ^= n;\n", i/4))
		}
		return b.String()
	}
	body := func(names ...string) string { return part(1<<12-1, names...) }
	zipped := func(files ...string) string {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for i := 0; i < len(files); i += 2 {
			w, err := z.Create(files[i])
			must(t, err)
			_, err = w.Write([]byte(files[i+1]))
			must(t, err)
		}
		must(t, z.Close())
		return b.String()
	}
	tarred := func(files ...string) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		w := tar.NewWriter(z)
		for i := 0; i < len(files); i += 2 {
			must(t, w.WriteHeader(&tar.Header{Name: files[i], Mode: 0o644, Size: int64(len(files[i+1]))}))
			_, err := io.WriteString(w, files[i+1])
			must(t, err)
		}
		must(t, w.Close())
		must(t, z.Close())
		return b.String()
	}
	starter := "int main(int argc, char **argv) {\n\tif (argc < 2) {\n\t\treturn usage(argv[0]);\n\t}\n\treturn run(argc - 1, argv + 1);\n}\n"
	write("class/ann/sort.c", starter+body("sum", "values"))
	write("class/ann/.hidden.c", body("hidden", "none"))
	write("class/bob/work.c", starter+body("total", "items"))
	write("class/bob/<img src=x onerror=alert(1)>.c", "int same(int a) { return a * 3 + 1; }\n")
	write("class/carl.zip", zipped("carl/a.c", body("sum", "v"), "carl/inner.zip", zipped("b.py", "def f(x):\n    return [y * 2 for y in x if y > 3]\n")))
	write("class/tim.tar.gz", tarred("tim/a.c", body("mass", "w"), "tim/notes.md", "# Notes\n\n```c\n"+part(5, "note", "n")+"```\n"))
	write("class/dora.zip", "PK\x03\x04 this is no archive")
	write("class/Émile/été.c", strings.Replace(body("sum", "values"), "s +=", "s -=", 5))
	write("class/empty/nothing.c", "")
	write("class/binary/x.bin", "a\x00b\x00")
	write("class/info.csv", "filename,full_name,created_at\nann/sort.c,Ann,2026-01-02 10:00:00\nbob/work.c,Bob,2026-01-01 10:00:00\n")
	write("base/main.c", starter)
	write("archive/old/zoe/sort.c", body("sum", "values")+"int x;\n")
	write("archive/old/yan/list.c", part(77, "append", "list"))
	write("archive/older.zip", zipped("top/ann/x.c", body("product", "v")+"int y;\n", "top/bob/x.c", part(99, "q", "w")))
	write("archive/main.c", starter+part(3, "last", "rows"))
	write("one/ann/sort.c", body("sum", "values"))
	write("zip/dora.zip", zipped("src/a.c", body("sum", "v"), "test/b.c", body("sum", "u")))
	for i := range 30 { // enough for rarity to differ
		write(fmt.Sprintf("many/s%02d/m.c", i), strings.Repeat(fmt.Sprintf("int f%d(int a) { return a * %d + g(a - %d); }\n", i%9, i%7, i%5), 3+i%4)+part(i*37, fmt.Sprint("x", i%8), "list"))
	}
	return dir
}

// Submissions may be in a folder of any name, also of that which starter code or earlier work has
// in the engine.
func TestPairs_InAFolderOfAnyName(t *testing.T) {
	_, engine := programs(t)
	dir := newClass(t)
	var steps []step
	for _, name := range []string{"class", "base", "archive"} {
		steps = append(steps, step{"action": "pairs", "folder": filepath.Join(dir, "class"), "base": filepath.Join(dir, "base"),
			"archive": []string{filepath.Join(dir, "archive")}, "options": step{"unit": "dir", "name": name}, "formats": step{}})
	}
	var units []int
	for _, wrote := range run(t, engine, steps...) {
		var got struct{ Summary struct{ Units int } }
		must(t, json.Unmarshal([]byte(wrote), &got))
		units = append(units, got.Summary.Units)
	}
	if units[0] == 0 || units[1] != units[0] || units[2] != units[0] {
		t.Errorf("%d units", units)
	}
}

// An archive that only the program reads is named, with the reason.
func TestPairs_NameWhatTheyDoNotRead(t *testing.T) {
	_, engine := programs(t)
	dir := newClass(t)
	file := filepath.Join(dir, "class", "fay", "work.tar.xz")
	must(t, os.MkdirAll(filepath.Dir(file), 0o755))
	must(t, os.WriteFile(file, []byte("\xfd7zXZ\x00\x00\x04"), 0o644))
	wrote := run(t, engine, step{"action": "pairs", "folder": filepath.Join(dir, "class"), "options": step{"unit": "dir"}, "formats": step{}})
	want := `{"path":"fay/work.tar.xz","unit":"fay","reason":"unsupported","detail":"this compression is not read in a browser, but zip is","whole":true}`
	if !strings.Contains(wrote[0], want) {
		t.Errorf("it is not named: %s", wrote[0])
	}
}

// Comparisons in WebAssembly write what the command writes, to the byte.
func TestPairs_WriteAsCommand(t *testing.T) {
	program, engine := programs(t)
	dir := newClass(t)
	corpus, err := filepath.Abs(ranking)
	must(t, err)
	must(t, os.Symlink(filepath.Join(corpus, "corpus"), filepath.Join(dir, "corpus")))
	// Several workers find what one finds.
	type comparison struct {
		name    string
		folder  string
		base    bool
		archive []string
		options map[string]any
		args    []string
		formats []string
	}
	formats := []string{"json", "csv", "tsv", "html"}
	// Outside of the full ring, every second comparison writes the same half of the other formats.
	left := func(i int, format string) bool {
		return format != "json" && ringtest.Skips(i+slices.Index(formats, format), 2)
	}
	runs := []comparison{
		{name: "dir", folder: "class", base: true, archive: []string{"archive/old"}, options: map[string]any{"unit": "dir", "workers": 2},
			args: []string{"--unit", "dir", "--base", "base"}},
		{name: "years", folder: "class", archive: []string{"archive/old", "archive/older.zip", "archive/main.c"}, options: map[string]any{"unit": "dir"},
			args: []string{"--unit", "dir"}, formats: []string{"json"}},
		{name: "one", folder: "one", archive: []string{"archive/old"}, options: map[string]any{"unit": "dir"}, args: []string{"--unit", "dir"}},
		{name: "zip", folder: "zip", archive: []string{"archive/older.zip"}, options: map[string]any{"unit": "dir"}, args: []string{"--unit", "dir"}},
		{name: "file", folder: "class", options: map[string]any{"minScore": 0.1, "sort": "smaller"}, args: []string{"--min-score", "0.1", "--sort", "smaller"}},
		{name: "share", folder: "many", options: map[string]any{"maxShare": 0.9, "linkage": "average", "language": "C"},
			args: []string{"--max-share", "0.9", "--linkage", "average", "--lang", "C"}, formats: []string{"json", "html"}},
		{name: "corpus", folder: "corpus", options: map[string]any{"workers": 3, "minScore": 0, "exclude": []string{"*.py"}, "skipGenerated": true},
			args: []string{"--min-score", "0", "--exclude", "*.py", "--skip-generated"}},
	}
	out := t.TempDir()
	var steps []step
	for i, r := range runs {
		files := map[string]string{}
		for _, f := range append(formats, "jplag") {
			if !left(i, f) {
				files[f] = filepath.Join(out, r.name+"."+f)
			}
		}
		r.options["name"] = r.folder
		s := step{"action": "pairs", "folder": filepath.Join(dir, r.folder), "options": r.options, "formats": files,
			"source": filepath.Join(out, r.name+".source")}
		if r.base {
			s["base"] = filepath.Join(dir, "base")
		}
		var years []string
		for _, year := range r.archive {
			years = append(years, filepath.Join(dir, year))
			r.args = append(r.args, "--archive", year)
		}
		if runs[i].args = r.args; years != nil {
			s["archive"] = years
		}
		steps = append(steps, s)
	}
	wrote := run(t, engine, steps...)
	for i, r := range runs {
		var got struct {
			Summary struct {
				Pairs int
			}
			Progress []struct{ Memory int }
		}
		must(t, json.Unmarshal([]byte(wrote[i]), &got))
		if got.Summary.Pairs == 0 || len(got.Progress) == 0 || got.Progress[0].Memory == 0 {
			t.Errorf("%s: the summary is %s", r.name, wrote[i])
		}
		of := r.formats
		if of == nil {
			of = formats
		}
		for _, f := range of {
			if left(i, f) {
				continue
			}
			want := command(t, program, dir, append([]string{"pairs", "--format", f, r.folder}, r.args...)...)
			same(t, r.name+" as "+f, read(t, filepath.Join(out, r.name+"."+f)), want)
		}
		if !left(i, "jplag") {
			native := filepath.Join(out, r.name+".native.jplag")
			command(t, program, dir, append([]string{"pairs", "--output", native, r.folder}, r.args...)...)
			same(t, r.name+" as jplag", strings.Join(entries(t, filepath.Join(out, r.name+".jplag")), "\n"), strings.Join(entries(t, native), "\n"))
		}
		if read(t, filepath.Join(out, r.name+".source")) == "" {
			t.Errorf("%s: the first content has no source", r.name)
		}
	}
}

// entries returns the names and sizes of the files in a report for JPlag. One of them has the time
// of the run.
func entries(t *testing.T, file string) (all []string) {
	t.Helper()
	packed := read(t, file)
	z, err := zip.NewReader(strings.NewReader(packed), int64(len(packed)))
	must(t, err)
	for _, f := range z.File {
		size := fmt.Sprint(f.UncompressedSize64)
		if f.Name == "runInformation.json" {
			size = "?"
		}
		all = append(all, f.Name+" "+size)
	}
	return all
}

// A comparison of two projects returns what the command prints.
func TestCompare_ReturnsAsCommand(t *testing.T) {
	program, engine := programs(t)
	dir := newClass(t)
	wrote := run(t, engine,
		step{"action": "trees", "a": filepath.Join(dir, "class"), "b": filepath.Join(dir, "archive"), "options": step{"names": []string{"class", "archive"}}},
	)
	same(t, "compare", wrote[0], compact(t, command(t, program, dir, "compare", "--json", "class", "archive")))
}

// A search of a folder returns what a search of its index returns. Only the root is another one.
func TestSearch_ReturnsAsCommand(t *testing.T) {
	program, engine := programs(t)
	dir := t.TempDir()
	corpus := filepath.Join(dir, "corpus") // apart from this repository, whose licence the command would name
	must(t, os.CopyFS(corpus, os.DirFS(filepath.Join(ranking, "corpus"))))
	questions, err := filepath.Glob(filepath.Join(ranking, "questions", "*", "*"))
	must(t, err)
	if len(questions) > 12 {
		questions = questions[:12]
	}
	command(t, program, dir, "--index", "x", "index", corpus)
	var steps []step
	for _, q := range questions {
		q, err = filepath.Abs(q)
		must(t, err)
		steps = append(steps, step{"action": "search", "question": q, "folder": corpus, "options": step{"name": "corpus", "explain": true}})
	}
	wrote := run(t, engine, steps...)
	for i, s := range steps {
		q := s["question"].(string)
		want := compact(t, command(t, program, dir, "--index", "x", "search", "--json", "--explain", q))
		var got struct{ Answer json.RawMessage }
		must(t, json.Unmarshal([]byte(wrote[i]), &got))
		same(t, q, string(got.Answer), strings.ReplaceAll(want, corpus, "/corpus"))
	}
	if len(steps) == 0 {
		t.Error("there are no questions")
	}
}

// The engine words each hit of an answer for the page. Else its answer is as without the words.
func TestSearch_WordsHits(t *testing.T) {
	_, engine := programs(t)
	questions, err := filepath.Glob(filepath.Join(ranking, "questions", "*", "*"))
	must(t, err)
	search := func(options step) step {
		q, err := filepath.Abs(questions[0])
		must(t, err)
		return step{"action": "search", "question": q, "folder": filepath.Join(ranking, "corpus"), "options": options}
	}
	wrote := run(t, engine, search(step{"name": "corpus"}), search(step{"name": "corpus", "words": true}))
	var plain struct{ Answer json.RawMessage }
	must(t, json.Unmarshal([]byte(wrote[0]), &plain))
	var got struct {
		Answer struct {
			Hits  []json.RawMessage
			Words []struct {
				Figures []struct{ Label, Text string }
			}
		}
	}
	must(t, json.Unmarshal([]byte(wrote[1]), &got))
	if n := len(got.Answer.Hits); n == 0 || len(got.Answer.Words) != n {
		t.Fatalf("%d hits, and words of %d", n, len(got.Answer.Words))
	}
	for i, w := range got.Answer.Words {
		if len(w.Figures) < 5 || w.Figures[0].Label != "Score" || w.Figures[0].Text == "" {
			t.Errorf("hit %d: %+v", i, w)
		}
	}
	var worded struct{ Answer map[string]json.RawMessage }
	must(t, json.Unmarshal([]byte(wrote[1]), &worded))
	delete(worded.Answer, "words")
	var other map[string]json.RawMessage
	must(t, json.Unmarshal(plain.Answer, &other))
	for key, value := range other {
		same(t, key, string(worded.Answer[key]), string(value))
	}
	if len(worded.Answer) != len(other) {
		t.Errorf("%d keys, not %d", len(worded.Answer), len(other))
	}
}

// Aborting ends a comparison at once, and what is wrong is named as JavaScript names it.
func TestPairs_Errors(t *testing.T) {
	_, engine := programs(t)
	dir := newClass(t)
	class := filepath.Join(dir, "class")
	wrote := run(t, engine,
		step{"action": "cancel", "folder": class},
		step{"action": "pairs", "folder": class, "options": step{"minScore": 2}, "formats": step{}},
		step{"action": "pairs", "folder": class, "options": step{"minimum": 1}, "formats": step{}},
		step{"action": "pairs", "folder": t.TempDir(), "archive": []string{class}, "options": step{}, "formats": step{}},
		step{"action": "pairs", "folder": filepath.Join(class, "empty"), "options": step{}, "formats": step{}},
	)
	for i, want := range []string{"enough", `{"error":"options.minScore is 2: use 0 to 1"}`, `unknown field \"minimum\"`, "everything is from options.archive", "all files skipped"} {
		if !strings.Contains(wrote[i], want) {
			t.Errorf("step %d returns %s, not %s", i, wrote[i], want)
		}
	}
}

// Classes outside of this project: CHAFFINCH_CLASSES has folders, separated as in PATH.
func TestPairs_OfFolders(t *testing.T) {
	folders := filepath.SplitList(os.Getenv("CHAFFINCH_CLASSES"))
	if len(folders) == 0 {
		t.Skip("CHAFFINCH_CLASSES names no folders")
	}
	program, engine := programs(t)
	for _, folder := range folders {
		for _, workers := range []int{1, 2} {
			out := filepath.Join(t.TempDir(), "pairs.json")
			run(t, engine, step{"action": "pairs", "folder": folder, "options": step{"workers": workers}, "formats": step{"json": out}})
			same(t, folder, read(t, out), command(t, program, folder, "pairs", "--json", "."))
		}
	}
}

// A call that cannot be right fails, and says what is wrong. Nothing is lost silently, and no stack
// is shown.
func TestFunctions_SayWhatIsWrong(t *testing.T) {
	_, engine := programs(t)
	var said map[string]string
	must(t, json.Unmarshal([]byte(run(t, engine, step{"action": "wrong"})[0]), &said))
	want := map[string]string{
		"a file and a folder": "files: ann is a file and a folder: rename one",
		"a folder and a file": "files: ann is a file and a folder: rename one",
		"two of one path":     "files has two files of the path a.c: rename one",
		"NUL":                 `files[0] has a path that no file can have, "a\u0000.c": rename it`,
		"surrogate":           `options.archive[0] has a path that no file can have, "\ud800.c": rename it`,
		"throws":              "mine",
		"null reason":         "reason null",
	}
	for name, text := range want {
		if said[name] != text {
			t.Errorf("%s: %q, not %q", name, said[name], text)
		}
	}
	if len(said) != len(want) {
		t.Errorf("%d calls, not %d", len(said), len(want))
	}
}

// If two workers did not read the same, as after a file was changed, the files are compared once
// more, and what is skipped is named once.
func TestPairs_AreComparedAgainAfterAChange(t *testing.T) {
	_, engine := programs(t)
	class := filepath.Join(newClass(t), "class")
	wrote := run(t, engine,
		step{"action": "changed", "folder": class, "options": step{"unit": "dir", "workers": 2}},
		step{"action": "changed", "folder": class, "options": step{"unit": "dir", "workers": 2}, "always": true},
	)
	var got struct {
		Mounted, Pairs int
		Skipped        []string
	}
	must(t, json.Unmarshal([]byte(wrote[0]), &got))
	if slices.Sort(got.Skipped); got.Mounted != 4 || got.Pairs == 0 || len(got.Skipped) == 0 || len(slices.Compact(slices.Clone(got.Skipped))) != len(got.Skipped) {
		t.Error(wrote[0])
	}
	if want := `{"error":"files were changed, moved or deleted while they were compared: compare them again"}`; wrote[1] != want {
		t.Errorf("%s, not %s", wrote[1], want)
	}
}

// Cancelling a file ends only its call: the report stays.
func TestReport_WriteIsCancelled(t *testing.T) {
	_, engine := programs(t)
	wrote := run(t, engine, step{"action": "write", "folder": filepath.Join(newClass(t), "many"), "options": step{"unit": "dir"}})[0]
	want := `{"html":"enough finding matches","json":"enough finding matches","csv":"enough writing","jplag":"enough finding matches","aborted":"before","written":true}`
	if wrote != want {
		t.Errorf("%s, not %s", wrote, want)
	}
}

// The page of a question and a document has the score and the certainty of the answer.
func TestCorpus_Beside(t *testing.T) {
	_, engine := programs(t)
	dir := newClass(t)
	question := filepath.Join(dir, "part.c")
	whole := strings.SplitAfter(read(t, filepath.Join(dir, "class", "ann", "sort.c")), "\n")
	must(t, os.WriteFile(question, []byte(strings.Join(whole[40:60], "")), 0o644))
	var got struct {
		Score, Probability float64
		Type, Page         string
	}
	must(t, json.Unmarshal([]byte(run(t, engine, step{"action": "beside", "question": question, "folder": filepath.Join(dir, "one")})[0]), &got))
	figure := func(key string, want float64) {
		m := regexp.MustCompile(`"` + key + `":([\d.]+)`).FindStringSubmatch(got.Page)
		if m == nil {
			t.Fatalf("the page has no %s: %.100s", key, got.Page)
		}
		has, err := strconv.ParseFloat(m[1], 64)
		must(t, err)
		if math.Abs(has-want) > 1e-4 || want == 0 {
			t.Errorf("the page has the %s %g, the answer %g", key, has, want)
		}
	}
	figure("score", got.Score)
	figure("probability", got.Probability)
	if got.Type != "text/html;charset=utf-8" {
		t.Errorf("its type is %s", got.Type)
	}
}

// Archives and folders at the top are groups of submissions if that is asked for, as several paths
// of the command are.
func TestPairs_OfGroups(t *testing.T) {
	program, engine := programs(t)
	dir := newClass(t)
	group := filepath.Join(dir, "groups")
	must(t, os.MkdirAll(group, 0o755))
	for _, name := range []string{"class", "one"} {
		must(t, os.Rename(filepath.Join(dir, name), filepath.Join(group, name)))
	}
	must(t, os.Rename(filepath.Join(dir, "archive", "older.zip"), filepath.Join(group, "older.zip")))
	out := filepath.Join(t.TempDir(), "out.json")
	wrote := run(t, engine, step{"action": "pairs", "folder": group, "options": step{"unit": "dir", "groups": true}, "formats": step{"json": out}})[0]
	if !strings.Contains(wrote, `"units"`) {
		t.Fatal(wrote)
	}
	same(t, "groups", read(t, out), command(t, program, group, "pairs", "--json", "--unit", "dir", "class", "older.zip", "one"))
}

// An archive that is alone, or beside an info.csv, is the class, as for the command.
func TestPairs_OfTheOnlyArchive(t *testing.T) {
	program, engine := programs(t)
	dir := newClass(t)
	class := filepath.Join(dir, "lone")
	must(t, os.MkdirAll(class, 0o755))
	must(t, os.Rename(filepath.Join(dir, "archive", "older.zip"), filepath.Join(class, "older.zip")))
	must(t, os.WriteFile(filepath.Join(class, "info.csv"), []byte("filename,full_name\nann,Ann Lee\n"), 0o644))
	out := t.TempDir()
	old := []string{filepath.Join(dir, "archive", "old")}
	wrote := run(t, engine,
		step{"action": "pairs", "folder": class, "options": step{"unit": "dir"}, "formats": step{"json": filepath.Join(out, "files")}},
		step{"action": "pairs", "folder": class, "pick": true, "options": step{"unit": "dir"}, "formats": step{"json": filepath.Join(out, "folder")}},
		step{"action": "pairs", "folder": class, "archive": old, "options": step{"unit": "dir"}, "formats": step{"json": filepath.Join(out, "earlier")}},
	)
	want := command(t, program, dir, "pairs", "--json", "--unit", "dir", "lone")
	if !strings.Contains(want, "Ann Lee") {
		t.Errorf("the table is not used: %s", want)
	}
	same(t, "files", read(t, filepath.Join(out, "files")), want)
	same(t, "a folder", read(t, filepath.Join(out, "folder")), want)
	same(t, "beside earlier work", read(t, filepath.Join(out, "earlier")), command(t, program, dir, "pairs", "--json", "--unit", "dir", "lone/older.zip", "--archive", "archive/old"))
	if !strings.Contains(wrote[2], `put it in there`) {
		t.Errorf("the table beside it is not named: %s", wrote[2])
	}
}

// The files of a folder that is chosen in an <input> are those of this folder.
func TestPairs_OfAChosenFolder(t *testing.T) {
	program, engine := programs(t)
	dir := newClass(t)
	out := filepath.Join(t.TempDir(), "out.json")
	run(t, engine, step{"action": "pairs", "folder": filepath.Join(dir, "class"), "pick": true, "options": step{"unit": "dir"}, "formats": step{"json": out}})
	same(t, "a chosen folder", read(t, out), command(t, program, dir, "pairs", "--json", "--unit", "dir", "class"))
}

// A search reads archives, and names what it does not read.
func TestSearch_ReadsArchives(t *testing.T) {
	program, engine := programs(t)
	dir := newClass(t)
	question := filepath.Join(dir, "class", "ann", "sort.c")
	corpus := filepath.Join(dir, "zip")
	must(t, os.WriteFile(filepath.Join(corpus, "damaged.zip"), []byte("PK\x03\x04 this is no archive"), 0o644))
	command(t, program, dir, "--index", "x", "index", "--archives", corpus)
	wrote := run(t, engine, step{"action": "search", "question": question, "folder": corpus, "options": step{"name": "zip"}})[0]
	var got struct {
		Answer  json.RawMessage
		Skipped []struct{ Path, Reason string }
	}
	must(t, json.Unmarshal([]byte(wrote), &got))
	want := compact(t, command(t, program, dir, "--index", "x", "search", "--json", question))
	same(t, "archives", string(got.Answer), strings.ReplaceAll(want, corpus, "/zip"))
	if !strings.Contains(want, "dora.zip") || len(got.Skipped) != 1 || got.Skipped[0].Path != "damaged.zip" {
		t.Errorf("%s: skipped %v", want, got.Skipped)
	}
}

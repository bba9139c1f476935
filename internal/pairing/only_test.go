package pairing_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// rowsOf returns the lines of TSV that keep accepts, by the names of both units, without the last
// two columns: ranks are among the pairs that are compared.
func rowsOf(t *testing.T, r *pairs.Report, keep func(a, b string) bool) (rows []string) {
	t.Helper()
	var b strings.Builder
	must(t, report.TSV(&b, r, 0))
	for line := range strings.Lines(b.String()) {
		if cells := strings.Split(line, "\t"); keep(cells[0], cells[1]) {
			rows = append(rows, strings.Join(cells[:19], "\t")+"\n")
		}
	}
	return rows
}

// What is listed, and every figure of it but how unusual it is, is what a comparison of all files
// lists for those named.
func TestPairsOnly_EqualsTheRowsOfAllPairs(t *testing.T) {
	files := map[string]string{
		"new/ann/queue.go": queue, "new/ann/w.go": words, "new/bob/q.go": queue, "new/bob/more.go": words + body(queue) + body(tables),
		"new/cid/edited.go": queue + "\nvar x = 1\n", "new/cid/words.go": words, "new/dan/w.go": words + "\nvar y = 2\n",
		"new/tables.go": tables, "new/eve/queue.go": queue, "new/eve/w.go": words,
		"old/early.go": queue, "old/later.go": queue + "\nvar z = 3\n",
	}
	for name, text := range nearly(60) {
		files["new/"+name] = text
	}
	root := filetest.Folder(t, files)
	for _, by := range []string{"file", "dir"} {
		o := pairs.Options{Unit: by, Reading: pairs.Reading{Old: []string{filepath.Join(root, "old")}}, MinScore: .05, Sort: "score"}
		all := compared(t, o, filepath.Join(root, "new"))
		for _, only := range [][]string{
			{"new/ann/queue.go"}, {"new/bob/q.go", "new/eve/w.go"}, {"new/c000.go"}, {"new/c031.go", "new/tables.go"},
			{"new/cid"}, {"old/later.go"}, {"old", "new/dan/w.go"}, {"new"}, {},
		} {
			o.Only = []string{}
			for _, path := range only {
				o.Only = append(o.Only, filepath.Join(root, path))
			}
			named := func(unit string) bool {
				return slices.ContainsFunc(only, func(path string) bool {
					return strings.HasPrefix(unit+"/", path+"/") || by == "dir" && strings.HasPrefix(path, unit+"/")
				})
			}
			part := compared(t, o, filepath.Join(root, "new"))
			want := rowsOf(t, all, func(a, b string) bool { return named(a) || named(b) })
			got := rowsOf(t, part, func(string, string) bool { return true })
			if !slices.Equal(got, want) || len(only) > 0 && len(want) < 2 {
				t.Errorf("%s, %q:\n%s\nnot\n%s", by, only, strings.Join(got, ""), strings.Join(want, ""))
			}
			grouped := slices.ContainsFunc(want, func(row string) bool { return strings.Contains(row, "/c0") })
			if len(part.Warnings) > 0 != (grouped || len(only) == 0) {
				t.Errorf("%s, %q: %q", by, only, part.Warnings)
			}
			if n := report.Rows(part); n != len(got) || len(part.Clusters) > 0 {
				t.Errorf("%s, %q: %d rows are counted, %d written, clusters %v", by, only, n, len(got), part.Clusters)
			}
		}
	}
}

// A listing that may have code of a named file is read in its language, as without the option; one
// of another file is not, as nothing is compared with it.
func TestPairsOnly_ReadsListingsOfNamedFiles(t *testing.T) {
	const prose = "The lines below do what the notes of last week say, as it was agreed.\n"
	listing := func(code string) string {
		return strings.Repeat(prose, 3) + strings.Repeat(body(code), 4)
	}
	of := func(code, more string) string { return code + strings.Repeat(more+"\n", 40) } // no small file
	root := filetest.Folder(t, map[string]string{
		"a.go": of(queue, "var _ = measureOfItsWidth / 2"), "a.txt": listing(queue),
		"b.go": of(tables, "type _ struct{ namesOfItsRows string }"), "b.txt": listing(tables),
	})
	read := func(only ...string) map[string]string {
		o := pairs.Options{Unit: "file", MinScore: .05}
		for _, name := range only {
			o.Only = append(o.Only, filepath.Join(root, name))
		}
		languages := map[string]string{}
		for _, u := range compared(t, o, root).Units {
			languages[u.Name] = u.Files[0].Language
		}
		return languages
	}
	for _, x := range []struct {
		only []string
		want string // the languages of a.txt and b.txt
	}{
		{nil, "Go Go"}, {[]string{"a.go"}, "Go Text"}, {[]string{"a.txt", "b.go"}, "Go Go"},
	} {
		all := read(x.only...)
		if got := all["a.txt"] + " " + all["b.txt"]; got != x.want {
			t.Errorf("%q: read as %s, not %s", x.only, got, x.want)
		}
	}
}

func TestPairsOnly_SaysWhatItDoesNotCompare(t *testing.T) {
	root := filetest.Folder(t, map[string]string{
		"a.go": queue, "b.go": queue + "\nvar x = 1\n", "short.go": "package p\n", "vendor/v.go": words, ".gitignore": "vendor/\n",
	})
	t.Chdir(root)
	must(t, os.Symlink("a.go", "link.go"))
	outside := filetest.Folder(t, map[string]string{"o.go": queue})
	for path, why := range map[string]string{
		"a.go": "", filepath.Join(root, "a.go"): "", "../" + filepath.Base(root) + "/./a.go": "",
		"gone.go": "does not exist", "gone/a.go": "does not exist", filepath.Join(outside, "o.go"): "outside",
		"short.go": "too-short", "link.go": "symlink", "vendor/v.go": "ignored", "vendor": "ignored",
	} {
		r := compared(t, pairs.Options{Reading: pairs.Reading{Only: []string{path}}}, ".")
		want := []string{}
		if why != "" {
			want = append(want, fmt.Sprintf("pairs.Options.Only: 1 path is not compared: %s (%s)", path, why),
				"nothing to compare: pairs.Options.Only selects no file")
		}
		if !slices.Equal(warning.Texts(r.Warnings), want) || (len(r.Pairs) == 1) != (why == "") {
			t.Errorf("%s: %d pairs, %q", path, len(r.Pairs), r.Warnings)
		}
	}
	r := compared(t, pairs.Options{Reading: pairs.Reading{Only: []string{"a.go", "1", "2", "3", "4", "5", "6", "7"}}}, ".")
	if len(r.Pairs) != 1 || len(r.Warnings) != 1 || !strings.HasSuffix(r.Warnings[0].Text, "5 (does not exist) and 2 more") {
		t.Errorf("%d pairs, %q", len(r.Pairs), r.Warnings)
	}
}

// The folder may be reached by a link, and a path be one of several files.
func TestPairsOnly_FindsRealPaths(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"a.go": queue, "b.go": queue + "\nvar x = 1\n"})
	link := filepath.Join(t.TempDir(), "link")
	must(t, os.Symlink(root, link))
	a, b := filepath.Join(root, "a.go"), filepath.Join(link, "b.go")
	for _, paths := range [][]string{{root}, {link}, {a, b}} {
		for _, only := range []string{a, b} {
			r := compared(t, pairs.Options{Reading: pairs.Reading{Only: []string{only}}}, paths...)
			if len(r.Pairs) != 1 || len(r.Warnings) > 0 {
				t.Errorf("%q, %s: %d pairs, %q", paths, only, len(r.Pairs), r.Warnings)
			}
		}
	}
}

func TestPairsOnly_OfAnIndex(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"a.go": queue, "b.go": queue + "\nvar x = 1\n", "c.go": words, "d.go": words + "\nvar x = 1\n"})
	x := newIndex(t, index.DefaultSettings(), root)
	r, err := x.Pairs(t.Context(), "", pairs.Options{Reading: pairs.Reading{Only: []string{filepath.Join(root, "d.go")}}})
	must(t, err)
	if len(r.Pairs) != 1 || r.Pairs[0].B.Name != "d.go" {
		t.Errorf("%+v, %q", r.Pairs, r.Warnings)
	}
	must(t, r.Close())
}

// With a baseline, only pairs of the named units can be new.
func TestPairsOnly_WithABaseline(t *testing.T) {
	files := map[string]string{"a.go": queue, "b.go": words}
	b := baselineOf(t, pairs.Options{}, files)
	files["a2.go"], files["b2.go"], files["b3.go"], files["b4.go"] = queue, words, words+"\nvar x = 1\n", words+"\nvar x = 2\n"
	root := filetest.Folder(t, files)
	o := pairs.Options{Reading: pairs.Reading{Only: []string{filepath.Join(root, "b3.go")}}, Baseline: b}
	r := compared(t, o, root)
	if groups, allPairs := r.Over(.5); groups != 0 || allPairs != 2 {
		t.Errorf("%d groups, %d pairs", groups, allPairs)
	}
	files = map[string]string{"a.go": queue, "g.go": queue + "\nvar x = 1\n"}
	b = baselineOf(t, pairs.Options{}, files)
	files["x.go"] = files["g.go"]
	root = filetest.Folder(t, files)
	o = pairs.Options{Reading: pairs.Reading{Only: []string{filepath.Join(root, "g.go")}}, Baseline: b}
	r = compared(t, o, root)
	if groups, allPairs := r.Over(.5); groups != 1 || allPairs != 0 { // a and x are a new pair, but not named
		t.Errorf("%d groups, %d pairs", groups, allPairs)
	}
	o.Baseline, o.BaselineName = pairs.NewBaseline(r), "part.json"
	if err := o.Check(); err == nil || !strings.Contains(err.Error(), "part.json was made with pairs.Options.Only") {
		t.Errorf("a baseline of some files is accepted: %v", err)
	}
	if err := (pairs.Options{Reading: pairs.Reading{Only: []string{""}}}).Check(); err == nil {
		t.Error("an empty path is accepted")
	}
}

// A check of a change must not pass with sources in a changed archive that were not read, as a scan
// of archives does not.
func TestPairsOnly_NamesSourcesInArchives(t *testing.T) {
	zipOf := func(method uint16, names ...string) string {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, name := range names {
			w, err := z.CreateHeader(&zip.FileHeader{Name: name})
			must(t, err)
			_, err = w.Write([]byte(queue))
			must(t, err)
		}
		must(t, z.Close())
		text := b.String()
		if method != 0 { // in the directory at the end
			at := strings.Index(text, "PK\x01\x02")
			text = text[:at+10] + string([]byte{byte(method), byte(method >> 8)}) + text[at+12:]
		}
		return text
	}
	root := filetest.Folder(t, map[string]string{
		"good.zip": zipOf(0, "a.go"), "method.zip": zipOf(99, "a.go"), "cut.zip": zipOf(0, "a.go")[:200], "twice.zip": zipOf(0, "a.go", "a.go"),
		"vcs.zip": zipOf(0, ".svn/a.go"), "text.zip": zipOf(99, "words.txt"), "other.zip": zipOf(99, "b.go"), "big.tar": tarred(t, [2]string{"big.go", strings.Repeat("x", 5<<20)}), "q.go": queue,
	})
	t.Chdir(root)
	for name, want := range map[string]int{"good.zip": 0, "q.go": 0, "text.zip": 0, "method.zip": 1, "cut.zip": 1, "twice.zip": 1, "vcs.zip": 1, "big.tar": 1} {
		if r := compared(t, pairs.Options{Reading: pairs.Reading{Only: []string{name}}}, "."); len(r.UnreadSources) != want || want > 0 && !strings.HasPrefix(r.UnreadSources[0], name) {
			t.Errorf("%s: %q", name, r.UnreadSources)
		}
	}
	if r := compared(t, pairs.Options{Reading: pairs.Reading{Only: []string{"gone.go", "q.go"}}}, "."); len(r.UnreadSources) > 0 {
		t.Errorf("deleted: %q", r.UnreadSources)
	}
}

// A link hides nothing if it leads to a file that is compared, or too short for that.
func TestPairsOnly_NamesLinksToUnreadFiles(t *testing.T) {
	root := filetest.Folder(t, map[string]string{
		"in/q.go": queue, "in/short.go": "package p\n", "in/big.go": queue + strings.Repeat("\n", 5<<20), "in/.svn/x.go": queue, "in/x.bin": "\x00\x01", "out.go": queue,
	})
	t.Chdir(root)
	for name, c := range map[string]struct {
		target string
		want   int
	}{
		"read.go": {"q.go", 0}, "short2.go": {"short.go", 0}, "large.go": {"big.go", 1}, "skipped.go": {".svn/x.go", 1}, "binary.go": {"x.bin", 1},
		"outside.go": {"../out.go", 1}, "none.go": {"nothing.go", 1}, "folder.go": {".", 1}, "out.txt": {"../out.go", 0},
	} {
		name = filepath.Join("in", name)
		must(t, os.Symlink(filepath.FromSlash(c.target), name))
		r := compared(t, pairs.Options{Reading: pairs.Reading{Only: []string{name}}}, "in")
		if len(r.UnreadSources) != c.want || c.want > 0 && r.UnreadSources[0] != name+" (symlink)" {
			t.Errorf("%s: %q", name, r.UnreadSources)
		}
		if texts := warning.Texts(r.Warnings); len(texts) == 0 || !strings.Contains(texts[0], name+" (symlink)") {
			t.Errorf("%s: warned %q", name, texts)
		}
	}
}

// A source in a folder of an index or of metadata was not read, as in a scan.
func TestPairsOnly_NamesSourcesInSkippedFolders(t *testing.T) {
	list := strings.Repeat("\x00", 16) + "\xed\xda\x0c\xed"
	root := filetest.Folder(t, map[string]string{
		"q.go": queue, "a/.chaffinch/store/root.bolt": list, "a/.chaffinch/x.go": queue, "a/__MACOSX/x.go": queue,
		"ix/index_meta.json": "{}", "ix/store/root.bolt": list, "ix/store/e.go": queue,
	})
	t.Chdir(root)
	for name, want := range map[string]int{"a/.chaffinch/x.go": 1, "a/__MACOSX/x.go": 1, "ix/index_meta.json": 0, "ix/store/e.go": 0} {
		r := compared(t, pairs.Options{Reading: pairs.Reading{Only: []string{name}}}, ".")
		if len(r.UnreadSources) != want || want > 0 && !strings.HasPrefix(r.UnreadSources[0], name+" (") {
			t.Errorf("%s: %q", name, r.UnreadSources)
		}
		if groups, _ := r.Over(.9); name == "ix/store/e.go" && groups != 1 {
			t.Errorf("%s: %d groups", name, groups)
		}
	}
}

// A source that a change deletes is no source that was not read. One that git tracks and the work
// tree lacks is one.
func TestPairsOnly_TellsDeletedFromAbsent(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"a.go": queue, "b.go": queue, "in/gone.go": queue, "in/absent.go": words})
	t.Chdir(root)
	git := func(arguments ...string) {
		t.Helper()
		if text, err := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org"}, arguments...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", arguments, err, text)
		}
	}
	git("init", "-q")
	git("add", "-A")
	git("commit", "-qm", "a")
	git("rm", "-q", "in/gone.go")
	must(t, os.RemoveAll("in"))
	r := compared(t, pairs.Options{Reading: pairs.Reading{Only: []string{"a.go", "in/gone.go", "in/absent.go"}}}, ".")
	if want := []string{"in/absent.go (absent)"}; !slices.Equal(r.UnreadSources, want) {
		t.Errorf("%q", r.UnreadSources)
	}
}

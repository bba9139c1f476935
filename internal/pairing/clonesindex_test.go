package pairing_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/pairing"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// yesterday dates all files below a folder back. An update reads files again that are as new as it
// is.
func yesterday(t *testing.T, root string) string {
	t.Helper()
	must(t, filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
		return cmp.Or(err, os.Chtimes(path, time.Time{}, time.Now().Add(-24*time.Hour)))
	}))
	return root
}

// The index knows the present files by their contents, also if their times are others.
func TestIndexed_AFileOfAnotherTime(t *testing.T) {
	root := filetest.Folder(t, map[string]string{
		"a.go": routine(1), "b.go": routine(2) + "\n",
		"c.docx": filetest.Zip(t, [2]string{"word/document.xml", "<w:document><w:body><w:p><w:r><w:t>An essay of a few words, and of a few more.</w:t></w:r></w:p></w:body></w:document>"}),
	})
	x := newIndex(t, index.DefaultSettings(), root)
	writeFile(t, filepath.Join(root, "b.go"), routine(2)+" ")
	later := time.Now().Add(time.Hour)
	for _, name := range []string{"a.go", "b.go", "c.docx"} {
		must(t, os.Chtimes(filepath.Join(root, name), time.Time{}, later))
	}
	s, err := x.State()
	must(t, err)
	defer s.Close()
	n := 0
	must(t, s.Occurrences(t.Context(), index.Where{}, func(o index.Occurrence) error {
		path := filepath.Join(root, o.Path)
		info, err := os.Stat(path)
		must(t, err)
		f := corpus.File{Path: o.Path, Abs: path, Size: info.Size(), ModTime: info.ModTime()}
		if language, is := pairing.Indexed(o, f, nil, nil); is != (o.Path != "b.go") || (language == "Go") != (o.Path != "c.docx") {
			t.Errorf("%s: %t, in %s", o.Path, is, language)
		}
		n++
		return nil
	}))
	if n != 3 {
		t.Errorf("%d files", n)
	}
}

// With an index of the files, of whatever state, a search for the clones of some files lists the
// same, and so it is with a baseline.
func TestClonesOnly_WithAnIndexListsTheSame(t *testing.T) {
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 17))
		texts, _ := plantBlocks(r, 16)
		for i := range 8 {
			texts[fmt.Sprintf("d%d/notes%d.md", i%3, i)] = "# Notes\n\n" + strings.Repeat(fmt.Sprintf("Words of note %d about things.\n", i), 30) + "\n```c\n" + texts[fmt.Sprintf("d%d/%02d.c", i%3, i%3)] + "```\n"
		}
		names := slices.Sorted(maps.Keys(texts))
		root := yesterday(t, filetest.Folder(t, texts))
		x := newIndex(t, index.DefaultSettings(), root)
		path := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
		write := func(name, text string) {
			must(t, os.WriteFile(path(name), []byte(text), 0o666))
			must(t, os.Chtimes(path(name), time.Time{}, time.Now().Add(time.Hour))) // the clock may be coarse
		}
		// The index knows nothing of these changes.
		write(names[2], texts[names[3]]+texts[names[2]])
		write("d0/new.c", texts[names[5]])
		must(t, os.Remove(path(names[7])))
		must(t, os.Rename(path(names[8]), path("d1/renamed.c")))

		whole := clonesOf(t, pairs.CloneOptions{}, root)
		known := map[string]string{}
		for _, name := range names[:9] {
			known[name] = texts[name]
		}
		b := knownClones(t, clonesOf(t, pairs.CloneOptions{}, filetest.Folder(t, known)))
		for _, only := range [][]string{{names[0]}, {names[2]}, {"d0/new.c", names[11]}, {names[r.IntN(7)], names[9+r.IntN(7)]}, {"d1"}, {names[7]}, {}} {
			for _, o := range []pairs.CloneOptions{{}, {Baseline: b}, {MinTokens: 25}, {MinTokens: 80}} {
				if o.Baseline != nil && o.MinTokens != 0 {
					continue
				}
				o.Only = []string{}
				for _, name := range only {
					o.Only = append(o.Only, path(name))
				}
				want := clonesOf(t, o, root)
				o.Index = x
				got := clonesOf(t, o, root)
				x, err := json.Marshal(got)
				must(t, err)
				y, err := json.Marshal(want)
				must(t, err)
				if string(x) != string(y) || got.NewClones != want.NewClones {
					t.Errorf("seed %d, %q of %d clones, %d tokens, baseline %t: with the index\n%s\nwithout\n%s", seed, only, len(whole.Clones), o.MinTokens, o.Baseline != nil, x, y)
				}
			}
		}
	}
}

// A file that the index has, and that shares no run with a named one, is not read: what replaced it
// in secret is not seen. Once its time is another one, it is read.
func TestClonesOnly_ReadsOnlyWhatTheIndexNames(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 18))
	copied, other := statements(r, 40, 1000), ""
	for i := range 40 {
		other += fmt.Sprintf("while (x%d[%d] > 0) { call(%d, \"text\"); }\n", i, i*7, i*i)
	}
	other += strings.Repeat(" ", max(0, len(copied)-len(other)))
	copied += strings.Repeat(" ", max(0, len(other)-len(copied)))
	root := yesterday(t, filetest.Folder(t, map[string]string{"a.c": copied, "b.c": copied, "c.c": other}))
	x := newIndex(t, index.DefaultSettings(), root)
	path := filepath.Join(root, "c.c")
	info, err := os.Stat(path)
	must(t, err)
	must(t, os.WriteFile(path, []byte(copied), 0o666))
	must(t, os.Chtimes(path, time.Time{}, info.ModTime()))
	o := pairs.CloneOptions{Reading: pairs.Reading{Only: []string{filepath.Join(root, "a.c")}}, Index: x}
	if got := clonesOf(t, o, root); len(got.Clones) != 1 || got.Clones[0].Original.Path != "b.c" {
		t.Errorf("%+v", got.Clones)
	}
	must(t, os.Chtimes(path, time.Time{}, info.ModTime().Add(time.Second)))
	if got := clonesOf(t, o, root); len(got.Clones) != 2 {
		t.Errorf("%+v", got.Clones)
	}
	elsewhere := newIndex(t, index.DefaultSettings(), filetest.Folder(t, map[string]string{"a.c": copied}))
	o.Index = elsewhere
	if got := clonesOf(t, o, root); len(got.Clones) != 2 {
		t.Errorf("with the index of something else: %+v", got.Clones)
	}
}

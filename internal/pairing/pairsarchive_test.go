package pairing_test

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/pairs"
)

func tarred(t *testing.T, files ...[2]string) string {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range files {
		if err := w.WriteHeader(&tar.Header{Name: f[0], Mode: 0o644, Size: int64(len(f[1]))}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(f[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func fileNames(r *pairs.Report) (all []string) {
	for _, u := range r.Units {
		for _, f := range u.Files {
			all = append(all, u.Name+": "+f.Path)
		}
	}
	return all
}

func TestPairs_ArchivesAreUnits(t *testing.T) {
	root := filetest.Folder(t, map[string]string{
		"ann.zip":      filetest.Zip(t, [2]string{"src/queue.go", queue}, [2]string{"more.tar", tarred(t, [2]string{"words.go", words})}),
		"bob.tar":      tarred(t, [2]string{"./all.go", words + queue[len("package queue\n"):]}),
		"cid/words.go": words,
		"broken.zip":   "PK no archive at all",
	})
	var skipped []string
	r := compared(t, pairs.Options{Unit: "dir", Matches: true, Reading: pairs.Reading{Skipped: func(path string, reason document.Reason, _ error) {
		skipped = append(skipped, path+" "+string(reason))
	}}}, root)
	want := []string{"ann.zip: ann.zip/more.tar/words.go", "ann.zip: ann.zip/src/queue.go", "bob.tar: bob.tar/all.go", "cid: cid/words.go"}
	if got := fileNames(r); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if len(r.Pairs) != 3 || r.Pairs[0].A.Name != "ann.zip" || r.Pairs[0].B.Name != "bob.tar" || r.Pairs[0].Score < .8 {
		t.Errorf("%+v", r.Pairs)
	}
	if !slices.Equal(skipped, []string{"broken.zip damaged"}) || r.Skipped["damaged"] != 1 {
		t.Errorf("%q", skipped)
	}
	source, err := r.Source(r.Units[1].Files[0].Content)
	if err != nil || !strings.HasPrefix(string(source), words) {
		t.Errorf("%q, %v", source, err)
	}
}

// The contents of archives are in a temporary file, which is closed once.
func TestResult_CloseTwice(t *testing.T) {
	r := compared(t, pairs.Options{Unit: "dir"}, filetest.Folder(t, map[string]string{
		"ann.zip": filetest.Zip(t, [2]string{"queue.go", queue}),
		"bob.zip": filetest.Zip(t, [2]string{"queue.go", queue}),
	}))
	must(t, r.Close())
	must(t, r.Close())
	if _, err := r.Source(r.Units[0].Files[0].Content); !errors.Is(err, os.ErrClosed) {
		t.Errorf("error %v", err)
	}
}

// What Dolos takes: an archive with all submissions and a table of them.
func TestPairs_ArchiveWithTable(t *testing.T) {
	table := "filename,full_name,labels,created_at\nann.go,Ann Lee,A,2024-03-02 10:00:00 +0100\nbob.go,Bob Ray,B,2024-03-01\nzoe.go,Zoe,A,\n"
	path := filepath.Join(t.TempDir(), "class.zip")
	content := filetest.Zip(t, [2]string{"ann.go", queue}, [2]string{"bob.go", queue + words[len("package words\n"):]}, [2]string{"info.csv", table})
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	r := compared(t, pairs.Options{LinkScore: .2}, path)
	if got := fileNames(r); !slices.Equal(got, []string{"ann.go: ann.go", "bob.go: bob.go"}) {
		t.Fatalf("%q", got)
	}
	ann, bob := r.Units[0], r.Units[1]
	if ann.Author != "Ann Lee" || ann.Label != "A" || ann.Date == nil || bob.Label != "B" || !bob.Date.Before(*ann.Date) {
		t.Errorf("%+v %+v", ann, bob)
	}
	if len(r.Clusters) != 1 || r.Clusters[0].Units[0] != 1 {
		t.Errorf("the earlier one is not first: %+v", r.Clusters)
	}
	if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0].Text, "1 of 3 entries matched no submission: zoe.go") {
		t.Errorf("%q", r.Warnings)
	}
}

func TestPairs_TableNamesTenRowsWithoutSubmission(t *testing.T) {
	table := "filename\na.go\n"
	for n := range 12 {
		table += fmt.Sprintf("s%02d.go\n", n)
	}
	r := compared(t, pairs.Options{}, filetest.Folder(t, map[string]string{"info.csv": table, "a.go": queue, "b.go": words}))
	if want := "s08.go, s09.go and 2 more"; len(r.Warnings) != 1 || !strings.HasSuffix(r.Warnings[0].Text, want) {
		t.Errorf("%q, not %q", r.Warnings, want)
	}
}

func TestPairs_TableIgnoresFiles(t *testing.T) {
	root := filetest.Folder(t, map[string]string{
		"info.csv": "filename,ignored\ngiven.go,true\na.go,\nb.go,false\n", "given.go": queue,
		"a.go": queue + words[len("package words\n"):], "b.go": queue,
	})
	r := compared(t, pairs.Options{}, root)
	if got := fileNames(r); !slices.Equal(got, []string{"a.go: a.go", "b.go: b.go"}) || len(r.Pairs) != 0 {
		t.Errorf("%q, %+v", got, r.Pairs)
	}
	if r.Units[1].Boilerplate != r.Units[1].Tokens {
		t.Errorf("%d of %d tokens are boilerplate", r.Units[1].Boilerplate, r.Units[1].Tokens)
	}
}

func TestPairs_TableIgnoresFoldersAndArchives(t *testing.T) {
	root := filetest.Folder(t, map[string]string{
		"info.csv":        "filename,ignored\nhandout,true\nmore.zip,true\na,\nb,false\nsmall.go,\n",
		"handout/in/q.go": queue, "more.zip": filetest.Zip(t, [2]string{"w.go", words}), "a/q.go": queue, "b/w.go": words,
	})
	r := compared(t, pairs.Options{Unit: "dir"}, root)
	if got := fileNames(r); !slices.Equal(got, []string{"a: a/q.go", "b: b/w.go"}) {
		t.Errorf("%q", got)
	}
	for _, u := range r.Units {
		if u.Boilerplate != u.Tokens {
			t.Errorf("%s: %d of %d tokens are boilerplate", u.Name, u.Boilerplate, u.Tokens)
		}
	}
}

func TestPairs_TableNamesSkippedFiles(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"info.csv": "filename\na.go\nsmall.go\n", "a.go": queue, "small.go": "package x\n"})
	r := compared(t, pairs.Options{}, root)
	if len(r.Unread) != 1 || r.Unread[0].Path != "small.go" {
		t.Errorf("%+v", r.Unread)
	}
	if slices.ContainsFunc(warning.Texts(r.Warnings), func(w string) bool { return strings.Contains(w, "matched no submission") }) {
		t.Errorf("a file that is listed as unread is missed as well: %q", r.Warnings)
	}
}

func TestPairs_FileThatIsNoTable(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"info.csv": "x,y\n" + strings.Repeat("1,2\n", 40), "a.go": queue, "b.go": queue})
	r := compared(t, pairs.Options{}, root)
	if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0].Text, "filename") || len(r.Units) != 2 || len(r.Unread) != 0 {
		t.Errorf("%q, %q", r.Warnings, fileNames(r))
	}
}

// An archive that was given itself and is damaged is named as it would be in the result.
func TestPairs_NamesDamagedArchives(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"broken.zip": "PK no archive at all", "a.go": queue})
	broken := filepath.Join(root, "broken.zip")
	for _, paths := range [][]string{{broken}, {broken, filepath.Join(root, "a.go")}} {
		var skipped []string
		compared(t, pairs.Options{Reading: pairs.Reading{Skipped: func(path string, reason document.Reason, _ error) {
			skipped = append(skipped, path+" "+string(reason))
		}}}, paths...)
		if !slices.Equal(skipped, []string{"broken.zip damaged"}) {
			t.Errorf("%q: %q", paths, skipped)
		}
	}
}

package chaffinch_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

// The single top folder of an archive is not part of the paths, at any depth, whatever macOS puts
// beside it.
func TestPairs_OmitsTopFolders(t *testing.T) {
	more := queue + words[len("package words\n"):]
	mac := [2]string{"__MACOSX/hw/._queue.go", "\x00\x05\x16\x07"}
	for name, files := range map[string]map[string]string{
		"folder": {
			"class/ann.zip": filetest.Zip(t, [2]string{"hw/in/words.go", words}, [2]string{"hw/queue.go", queue}, mac),
			"class/bob.tar": tarred(t, [2]string{"./in/words.go", words}, [2]string{"./queue.go", more}),
		},
		"archive": {"class.zip": filetest.Zip(t,
			[2]string{"2025/ann.zip", filetest.Zip(t, [2]string{"hw/in/words.go", words}, [2]string{"hw/queue.go", queue}, mac)},
			[2]string{"2025/bob.tar", tarred(t, [2]string{"hw/in/words.go", words}, [2]string{"hw/queue.go", more})},
		)},
	} {
		root := filetest.Folder(t, files)
		entries, err := os.ReadDir(root)
		must(t, err)
		r := compared(t, chaffinch.PairsOptions{Unit: "dir"}, filepath.Join(root, entries[0].Name()))
		want := []string{
			"ann.zip: ann.zip/in/words.go", "ann.zip: ann.zip/queue.go", "bob.tar: bob.tar/in/words.go", "bob.tar: bob.tar/queue.go",
		}
		if got := fileNames(r); !slices.Equal(got, want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// A folder is part of the paths if there is another one, or a file beside it.
func TestPairs_KeepsTopFolders(t *testing.T) {
	for _, beside := range []string{"other/words.go", "words.go"} {
		root := filetest.Folder(t, map[string]string{"ann.zip": filetest.Zip(t, [2]string{"hw/queue.go", queue}, [2]string{beside, words})})
		r := compared(t, chaffinch.PairsOptions{Unit: "dir"}, root)
		want := []string{"ann.zip: ann.zip/hw/queue.go", "ann.zip: ann.zip/" + beside}
		if got := fileNames(r); !slices.Equal(got, want) {
			t.Errorf("%q", got)
		}
	}
}

// What Dodona exports: the table is in the folder with the submissions.
func TestPairs_TableInTopFolder(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"class.zip": filetest.Zip(t,
		[2]string{"class/ann/queue.go", queue}, [2]string{"class/bob/words.go", words},
		[2]string{"class/info.csv", "filename,full_name\nann,Ann Lee\nbob/words.go,Bob Ray\n"},
	)})
	r := compared(t, chaffinch.PairsOptions{Unit: "dir"}, filepath.Join(root, "class.zip"))
	if len(r.Units) != 2 || r.Units[0].Author != "Ann Lee" || r.Units[1].Author != "Bob Ray" || len(r.Warnings) != 0 {
		t.Errorf("%+v, %q", r.Units, r.Warnings)
	}
}

package pairing_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
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
		r := compared(t, pairs.Options{Unit: "dir"}, filepath.Join(root, entries[0].Name()))
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
		root := filetest.Folder(t, map[string]string{"ann.zip": filetest.Zip(t, [2]string{"hw/queue.go", queue}, [2]string{beside, words}), "bob.go": queue})
		r := compared(t, pairs.Options{Unit: "dir"}, root)
		want := []string{"ann.zip: ann.zip/hw/queue.go", "ann.zip: ann.zip/" + beside, "bob.go: bob.go"}
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
	r := compared(t, pairs.Options{Unit: "dir"}, filepath.Join(root, "class.zip"))
	if len(r.Units) != 2 || r.Units[0].Author != "Ann Lee" || r.Units[1].Author != "Bob Ray" || len(r.Warnings) != 0 {
		t.Errorf("%+v, %q", r.Units, r.Warnings)
	}
}

// An archive that is alone in the only folder has the submissions, also if there is earlier work,
// and an info.csv beside it is its table. Beside another file it is a submission.
func TestPairs_OpensTheOnlyArchive(t *testing.T) {
	class := filetest.Zip(t, [2]string{"class/ann/queue.go", queue}, [2]string{"class/bob/words.go", words})
	beside := func(files map[string]string) string {
		files["class.zip"] = class
		return filetest.Folder(t, files)
	}
	named := func(o pairs.Options, path string) (all []string) {
		o.Unit = "dir"
		for _, u := range compared(t, o, path).Units {
			all = append(all, u.Name+" "+u.Author)
		}
		return all
	}
	root := beside(map[string]string{
		"info.csv": "filename,full_name\nann,Ann Lee\nclass.zip/bob/words.go,Bob Ray\n", ".DS_Store": "x", "._class.zip": "x", "__MACOSX/class.zip": "x",
	})
	if got := named(pairs.Options{}, root); !slices.Equal(got, []string{"ann Ann Lee", "bob Bob Ray"}) {
		t.Errorf("the only archive has %q", got)
	}
	earlier := beside(map[string]string{})
	one := beside(map[string]string{})
	if got := named(pairs.Options{Reading: pairs.Reading{Old: []string{earlier}}}, one); !slices.Equal(got, []string{filepath.Base(one) + "/ann ", filepath.Base(one) + "/bob ", filepath.Base(earlier) + "/class.zip "}) {
		t.Errorf("beside earlier work it has %q", got)
	}
	if got := named(pairs.Options{}, beside(map[string]string{"words.go": words})); !slices.Equal(got, []string{"class.zip ", "words.go "}) {
		t.Errorf("beside a file it has %q", got)
	}
	if got := named(pairs.Options{}, beside(map[string]string{"a/words.go": words})); !slices.Equal(got, []string{"a ", "class.zip "}) {
		t.Errorf("beside a folder it has %q", got)
	}
}

// What a student wrote online in Moodle belongs to the files of the same student, in a folder and
// in an archive.
func TestPairs_JoinsOnlineTexts(t *testing.T) {
	files := [][2]string{
		{"Ann Lee_7_assignsubmission_onlinetext_/onlinetext.html", "<p>" + words}, {"Ann Lee_7_assignsubmission_file_/queue.go", queue},
		{"Bob Ray_8_assignsubmission_file/queue.go", queue}, {"Bob Ray_8_assignsubmission_onlinetext/onlinetext.html", "<p>" + words},
		{"Cy Fox_9_assignsubmission_onlinetext_/onlinetext.html", "<p>" + queue},
	}
	want := []string{"Ann Lee_7_assignsubmission_file_ 2", "Bob Ray_8_assignsubmission_file 2", "Cy Fox_9_assignsubmission_onlinetext_ 1"}
	folder := map[string]string{}
	for _, f := range files {
		folder[f[0]] = f[1]
	}
	var inside [][2]string
	for _, f := range files {
		inside = append(inside, [2]string{"export/" + f[0], f[1]})
	}
	for name, root := range map[string]string{
		"folder": filetest.Folder(t, folder), "archive": filetest.Folder(t, map[string]string{"moodle.zip": filetest.Zip(t, files...)}),
		"a folder in an archive": filetest.Folder(t, map[string]string{"moodle.zip": filetest.Zip(t, inside...)}),
	} {
		r := compared(t, pairs.Options{Unit: "dir"}, root)
		var got []string
		for _, u := range r.Units {
			got = append(got, fmt.Sprint(u.Name, " ", len(u.Files)))
		}
		if slices.Sort(got); !slices.Equal(got, want) || len(r.Unread) > 0 {
			t.Errorf("%s: %q, and not compared is %v", name, got, r.Unread)
		}
	}
}

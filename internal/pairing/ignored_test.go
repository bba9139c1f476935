package pairing_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// A submission does not choose what is compared of it: its ignore files are not applied. That of
// the folder of all submissions is.
func TestPairs_IgnoreFilesInSubmissions(t *testing.T) {
	root := filetest.Folder(t, map[string]string{
		".gitignore": "late.go\n", "ann/main.go": queue, "bob/core.go": queue, "bob/main.go": words, "cy/main.go": tables, "cy/late.go": queue,
	})
	options := pairs.Options{Unit: "dir", MinScore: .3}
	want, err := chaffinch.Pairs(t.Context(), []string{root}, options)
	must(t, err)
	defer want.Close()
	if len(want.Pairs) != 1 || want.Skipped["ignored"] != 1 {
		t.Fatalf("%+v, %v", want.Pairs, want.Skipped)
	}
	for name, text := range map[string]string{".gitignore": "core.go\n", ".chaffinchignore": "*\n", "deep/.gitignore": "*\n"} {
		files := map[string]string{
			".gitignore": "late.go\n", "ann/main.go": queue, "bob/core.go": queue, "bob/main.go": words, "cy/main.go": tables, "cy/late.go": queue,
		}
		if strings.HasPrefix(name, "deep/") {
			delete(files, "bob/core.go")
			files["bob/deep/core.go"] = queue
		}
		files["bob/"+name] = text
		got, err := chaffinch.Pairs(t.Context(), []string{filetest.Folder(t, files)}, options)
		must(t, err)
		defer got.Close()
		if len(got.Pairs) != 1 || got.Pairs[0].Longest != want.Pairs[0].Longest || got.Skipped["ignored"] != 1 {
			t.Errorf("%s: %+v, %v", name, got.Pairs, got.Skipped)
		}
	}
}

// Ignore files among compared files are applied, and what they leave out is named.
func TestPairs_NamesWhatInnerIgnoreFilesLeaveOut(t *testing.T) {
	files := map[string]string{"a.go": queue, "sub/b.go": queue, "sub/c.go": words, "sub/.gitignore": "b.go\n"}
	warned := func(warnings []string) bool {
		return slices.ContainsFunc(warnings, func(w string) bool {
			return strings.Contains(w, "sub/b.go is not compared, because of ") && strings.Contains(w, "sub/.gitignore: document.Options.NoIgnore compares it")
		})
	}
	root := filetest.Folder(t, files)
	r, err := chaffinch.Pairs(t.Context(), []string{root}, pairs.Options{})
	must(t, err)
	defer r.Close()
	if !warned(warning.Texts(r.Warnings)) {
		t.Errorf("%q", r.Warnings)
	}
	var o pairs.Options
	o.Corpus.NoIgnore = true
	all, err := chaffinch.Pairs(t.Context(), []string{root}, o)
	must(t, err)
	defer all.Close()
	if all.Skipped["ignored"] != 0 || warned(warning.Texts(all.Warnings)) {
		t.Errorf("%+v, %q", all.Pairs, all.Warnings)
	}
	files[".gitignore"] = "a.go\n"
	delete(files, "sub/.gitignore")
	own, err := chaffinch.Pairs(t.Context(), []string{filetest.Folder(t, files)}, pairs.Options{})
	must(t, err)
	defer own.Close()
	if len(own.Warnings) != 0 {
		t.Errorf("%q", own.Warnings)
	}
}

package chaffinch_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// A git repository on disk is selected by the address that answers name it by, and by what its path
// says.
func TestSearch_FiltersRepositories(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing")
	}
	dir := filepath.Join(t.TempDir(), "tools.git")
	asktest.Must(t, os.Mkdir(dir, 0o700))
	commits(t, dir, map[string]string{"a.go": asktest.Code(1)})
	x, err := chaffinch.Create(filepath.Join(t.TempDir(), "x"), index.DefaultSettings())
	asktest.Must(t, err)
	defer x.Close()
	_, err = x.Update(t.Context(), index.Source{Root: dir}, index.UpdateOptions{Corpus: document.Options{Git: document.GitOptions{History: true}}})
	asktest.Must(t, err)
	folder := t.TempDir()
	asktest.WriteFile(t, folder+"/b.go", asktest.Code(1)+"\n")
	_, err = x.Update(t.Context(), index.Source{Root: folder}, index.UpdateOptions{})
	asktest.Must(t, err)
	for name, want := range map[string]int{
		"tools": 1, "TOOLS.git": 1, "*/tools.git": 1, dir: 1, "git+file://" + dir: 1, "git+file://" + dir + "?history": 1, "*ool*": 1,
		"*": 1, "tool": 0, folder: 0,
	} {
		a, err := x.Search(t.Context(), chaffinch.Document{Name: "q.go", Source: []byte(asktest.Code(1))},
			chaffinch.SearchOptions{Filter: chaffinch.Filter{Repository: name}})
		asktest.Must(t, err)
		if len(a.Hits) != want {
			t.Errorf("%s: %q", name, asktest.Paths(a))
		}
	}
}

// A filter selects occurrences. Of a document that it does not select nothing is found, however
// similar; the best that it selects are, whatever others there are.
func TestSearch_Filters(t *testing.T) {
	x := asktest.LineIndex(t, asktest.JSONLine(t, asktest.Code(1), "src/a.go", "ann/tools", "MIT", "Ann Lee", "2020-01-02")+
		asktest.JSONLine(t, asktest.Code(1)+"\n", "lib/b.go", "bob/x", "Apache-2.0 OR MIT", "Bob", "2021-01-02")+
		asktest.JSONLine(t, asktest.Code(1)+"\n\n", "c.py", "ann/y", "CC-BY-SA-4.0", "", "")+
		asktest.JSONLine(t, asktest.Code(1)+"\n\n\n", "d.go", "", "", "Ed; Cy Ro <cy@ro.org>", "")+
		asktest.JSONLine(t, asktest.Code(7), "lib/other.go", "bob/x", "MIT", "Bob", "2021-01-02"))
	day := func(y int) time.Time { return time.Date(y, 1, 1, 0, 0, 0, 0, time.UTC) }
	for _, c := range []struct {
		f    chaffinch.Filter
		want []string
	}{
		{chaffinch.Filter{}, []string{"1/ann/tools/src/a.go", "2/bob/x/lib/b.go", "3/ann/y/c.py", "4/d.go"}},
		{chaffinch.Filter{License: "mit"}, []string{"1/ann/tools/src/a.go", "2/bob/x/lib/b.go"}},
		{chaffinch.Filter{License: "CC-*"}, []string{"3/ann/y/c.py"}},
		{chaffinch.Filter{Repository: "ANN/*"}, []string{"1/ann/tools/src/a.go", "3/ann/y/c.py"}},
		{chaffinch.Filter{Author: "bob"}, []string{"2/bob/x/lib/b.go"}},
		{chaffinch.Filter{Path: "*/lib/*"}, []string{"2/bob/x/lib/b.go"}},
		{chaffinch.Filter{Language: "py"}, []string{"3/ann/y/c.py"}},
		{chaffinch.Filter{After: day(2021)}, []string{"2/bob/x/lib/b.go"}},
		{chaffinch.Filter{Before: day(2021)}, []string{"1/ann/tools/src/a.go"}},
		{chaffinch.Filter{License: "GPL*"}, nil},
		{chaffinch.Filter{License: "apache-2.0 OR MIT"}, []string{"2/bob/x/lib/b.go"}},
		{chaffinch.Filter{License: "unknown"}, []string{"4/d.go"}},
		{chaffinch.Filter{Author: "Cy Ro"}, []string{"4/d.go"}},
		{chaffinch.Filter{Author: "cy@ro.org"}, []string{"4/d.go"}},
		{chaffinch.Filter{Author: "*@ro.org"}, []string{"4/d.go"}},
		{chaffinch.Filter{Author: "Cy Ro <cy@ro.org>"}, []string{"4/d.go"}},
		{chaffinch.Filter{Author: "ed"}, []string{"4/d.go"}},
		{chaffinch.Filter{Author: "*", License: "CC-*"}, nil},
		{chaffinch.Filter{Repository: "*", License: "unknown"}, nil},
		{chaffinch.Filter{Path: "*s*c/a*a.go"}, nil},
		{chaffinch.Filter{Path: "1*s*c/a*.go"}, []string{"1/ann/tools/src/a.go"}},
		{chaffinch.Filter{Author: "\xff"}, nil},
	} {
		for measure, least := range map[string]float64{"": threshold.ListedOrigin, "containment": 0.45} { // no other document
			a, err := x.Search(t.Context(), chaffinch.Document{Name: "q.go", Source: []byte(asktest.Code(1))},
				chaffinch.SearchOptions{Top: 4, MinScore: least, Filter: c.f, Measure: measure})
			asktest.Must(t, err)
			var got []string
			for _, h := range a.Hits {
				for _, o := range h.Occurrences {
					got = append(got, o.Path)
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, c.want) {
				t.Errorf("%s %+v: %q, not %q", measure, c.f, got, c.want)
			}
		}
	}
	if err := (chaffinch.SearchOptions{Filter: chaffinch.Filter{Language: "Klingon"}}).Check(); err == nil {
		t.Error("an unknown language is no error")
	}
}

// Of documents that a filter leaves out, however many are better, none takes the place of one that
// it selects: the best are those of a search for all documents, without the others.
func TestSearch_FiltersAreExact(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	var lines strings.Builder
	const all = 600
	for n := range all {
		license := "MIT"
		if n%40 == 39 {
			license = "GPL-2.0-only"
		}
		source := asktest.Code(1)
		if license != "MIT" { // the worst
			source = source[:len(source)/2] + "\n" + asktest.Code(100+n)
		}
		lines.WriteString(asktest.JSONLine(t, source+strings.Repeat("\n", n)+asktest.Code(1000+random.IntN(50)), fmt.Sprintf("f%d.go", n), "", license, "", ""))
	}
	x := asktest.LineIndex(t, lines.String())
	for _, measure := range []string{"", "containment", "cosine"} {
		of := func(o chaffinch.SearchOptions) (found []string) {
			o.Measure = measure
			a, err := x.Search(t.Context(), chaffinch.Document{Name: "q.go", Source: []byte(asktest.Code(1))}, o)
			asktest.Must(t, err)
			for _, h := range a.Hits {
				if h.Occurrences[0].License != "MIT" {
					found = append(found, fmt.Sprintf("%s %.6f", h.Content, h.Score))
				}
			}
			return found
		}
		want := of(chaffinch.SearchOptions{Top: all})
		if len(want) != all/40 {
			t.Fatalf("%s: %d of %d documents of this licence are found", measure, len(want), all/40)
		}
		for _, top := range []int{1, 4, all / 40} {
			if got := of(chaffinch.SearchOptions{Top: top, Filter: chaffinch.Filter{License: "GPL-*"}}); !slices.Equal(got, want[:top]) {
				t.Errorf("%s, the best %d: %q, not %q", measure, top, got, want[:top])
			}
		}
	}
}

func TestSWHID(t *testing.T) {
	id := index.BlobID([]byte("x"))
	rev := "1234567890123456789012345678901234567890"
	for _, c := range []struct {
		o     index.Occurrence
		lines answer.Lines
		want  string
	}{
		{index.Occurrence{Path: "a.c"}, answer.Lines{}, ""},
		{index.Occurrence{Path: "a.c"}, answer.Lines{From: 3, To: 3}, ";lines=3"},
		{index.Occurrence{Path: "a.c", Origin: document.Origin{Repository: "ann/tools"}}, answer.Lines{}, ""},
		{index.Occurrence{Path: "a;ü b.c", Revision: rev, Origin: document.Origin{Repository: "https://x/y%"}}, answer.Lines{From: 3, To: 9},
			";origin=https://x/y%25;anchor=swh:1:rev:" + rev + ";path=/a%3B%C3%BC%20b.c;lines=3-9"},
	} {
		if got := answer.SWHID(id, c.o, c.lines); got != "swh:1:cnt:"+id+c.want {
			t.Errorf("%s, not %s", got, c.want)
		}
	}
}

// A filter selects a licence of GNU in both spellings, and no other licence.
func TestFilter_SelectsLicenceInBothSpellings(t *testing.T) {
	for _, c := range []struct {
		asked, stated string
		want          bool
	}{
		{"GPL-2.0+", "GPL-2.0-or-later", true}, {"GPL-2.0-or-later", "MIT OR gpl-2.0+", true}, {"GPL-2.0", "GPL-2.0-only", true},
		{"GPL-2.0+", "GPL-2.0-only", false}, {"GPL-2.0-*", "GPL-2.0-only", true}, {"MIT", "MIT-0", false},
	} {
		var o index.Occurrence
		o.License = c.stated
		if got := (chaffinch.Filter{License: c.asked}).Matcher()(index.Content{}, o); got != c.want {
			t.Errorf("%s selects %s: %t", c.asked, c.stated, got)
		}
	}
}

package html

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/report/anonymous"
	"github.com/chaffinch-search/chaffinch/pairs"
)

func TestAnonymous_NamesNobody(t *testing.T) {
	s := newSample(t)
	page := written(t, s.result, Options{Anonymous: true})
	d, _ := parsed(t, page)
	facts := blocks.FindStringSubmatch(page)[2]
	for _, u := range course {
		for _, name := range []string{u.name, strings.Fields(u.author)[0], strings.Fields(u.author)[1], u.label} {
			if strings.Contains(facts, name) || strings.Contains(page, name+"/") {
				t.Errorf("the page has %s", name)
			}
		}
	}
	if strings.Contains(page, "larix") || len(d.Warnings) != 1 || !d.Anonymous {
		t.Errorf("warnings: %q", d.Warnings)
	}
	if u := d.Units[16]; u.Name != "Submission 17" || u.Files[1].Path != "17/2.py" ||
		!strings.HasPrefix(u.Author, "Author ") ||
		!strings.HasPrefix(u.Label, "Label ") {
		t.Errorf("%+v", u)
	}
	for content := range s.sources {
		if strings.Contains(page, content) {
			t.Errorf("the page has the id of a content, %s", content)
		}
	}
}

// The same sources give the same anonymous page, whatever their names and order. So nothing in it
// depends on names.
func TestAnonymous_DoesNotDependOnNames(t *testing.T) {
	want := written(t, newSample(t).result, Options{Anonymous: true})
	seeds := uint64(5)
	if testing.Short() {
		seeds = 1
	}
	for seed := range seeds {
		if have := written(t, renamed(newSample(t).result, seed), Options{Anonymous: true}); have != want {
			t.Fatalf("the page is another one under other names, seed %d", seed)
		}
	}
}

// renamed gives units other names, and thus another order.
func renamed(r faked, seed uint64) faked {
	random := rand.New(rand.NewPCG(seed, 7))
	order := random.Perm(len(r.Units))
	files := make([][]int, len(order))
	for i := range files {
		files[i] = random.Perm(len(r.Units[i].Files))
	}
	other := anonymous.InOrder(r.Report, order, files).Result()
	for i := range other.Units {
		u := &other.Units[i]
		u.Name, u.Author, u.Label = fmt.Sprint("new", i), "by "+u.Author, "of "+u.Label
		for j := range u.Files {
			u.Files[j].Path = fmt.Sprintf("%s/%c.txt", u.Name, 'a'+j)
		}
	}
	other.Warnings = r.Warnings
	return faked{other, r.source}
}

func TestAnonymous_FilesHaveTheExtensionOfTheirLanguage(t *testing.T) {
	one := pairs.Unit{
		Name:  "anna.bob",
		Files: []pairs.File{{Path: "anna.bob", Content: "1", Language: "Java"}},
	}
	two := pairs.Unit{
		Name:  "carl.dora",
		Files: []pairs.File{{Path: "carl.dora", Content: "2", Language: "nothing known"}},
	}
	r := anonymous.New(&pairs.Report{Unit: "file", Units: []pairs.Unit{one, two}}).Result()
	have := map[string]string{}
	for _, u := range r.Units {
		have[u.Name] = u.Files[0].Path
	}
	if len(have) != 2 || have["File 1"]+have["File 2"] != "1.java2" && have["File 1"]+have["File 2"] != "12.java" {
		t.Errorf("%v", have)
	}
}

func TestAnonymous_DoesNotChangeTheResult(t *testing.T) {
	s, untouched := newSample(t), newSample(t)
	anonymous.New(s.result.Report).Result()
	if fmt.Sprintf("%+v", *s.result.Report) != fmt.Sprintf("%+v", *untouched.result.Report) {
		t.Error("the result is another one afterwards")
	}
}

func TestAnonymous_MirrorsAllOfAPair(t *testing.T) {
	early, late := time.Unix(1, 0), time.Unix(2, 0)
	units := []pairs.Unit{
		{Name: "a", Date: &late, Files: []pairs.File{{Path: "a/x", Content: "x", Language: "C"}}},
		{Name: "b", Date: &early, Files: []pairs.File{{Path: "b/y", Content: "y", Language: "C"}}},
	}
	p := pairs.Pair{
		A: pairs.Side{Unit: 0, Name: "a", Coverage: 0.1},
		B: pairs.Side{Unit: 1, Name: "b", Coverage: 0.2},
		Matches: []pairs.Match{
			{Shared: answer.Shared{
				A:       answer.Place{Path: "a/x", Bytes: answer.Span{Start: 1, End: 2}},
				B:       answer.Place{Path: "b/y"},
				Renames: []answer.NamePair{{A: "m", B: "n", Count: 3}},
			}},
		},
	}
	r := anonymous.New(
		&pairs.Report{
			Unit:  "dir",
			Units: units,
			Pairs: []pairs.Pair{p},
		},
	).Result()
	have := r.Pairs[0]
	if have.A.Unit != 0 || have.B.Unit != 1 {
		t.Fatalf("%+v", have)
	}
	first, match := have.A, have.Matches[0]
	if r.Units[0].Files[0].Content == "y" {
		if first.Coverage != 0.2 || match.Renames[0].A != "n" || match.B.Bytes.End != 2 || match.A.Path != "1/1.c" ||
			match.B.Path != "2/1.c" {
			t.Errorf("%+v", have)
		}
	} else if first.Coverage != 0.1 || match.Renames[0].A != "m" || match.A.Bytes.End != 2 {
		t.Errorf("%+v", have)
	}
}

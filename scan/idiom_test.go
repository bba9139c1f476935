package scan

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// methods are those that an interface demands of a type.
func methods(name, field string) string {
	return fmt.Sprintf(`type %[1]sList []%[1]s

func (l %[1]sList) Len() int           { return len(l) }
func (l %[1]sList) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }
func (l %[1]sList) Less(i, j int) bool { return l[i].%[2]s < l[j].%[2]s }

`, name, field)
}

// What several documents have with other names is an idiom. The same with the same names is a copy.
func TestRun_LeavesOutIdioms(t *testing.T) {
	files := map[string]string{}
	for i, name := range []string{"Arrow", "Bolt", "Chair", "Door", "Engine", "Fork", "Gate", "Horn", "Iron", "Jar", "Knob"} {
		files[name+".go"] = routines(10*i, 10*i+1) + methods(name, "size") + routine(10*i+2)
	}
	x := makeIndex(t, map[string]map[string]string{"all": files})
	edited := strings.Replace(methods("Window", "height"), "return len", "return 2 * len", 1)
	tree := write(t, map[string]string{
		"idiom.go": routines(900, 901) + edited + routine(902),
		"copy.go":  routines(910, 911) + strings.Replace(methods("Horn", "size"), "return len", "return 2 * len", 1) + routine(912),
	})
	r := run(t, x, Options{Tree: tree})
	if len(r.Findings) != 1 || r.Findings[0].File != "copy.go" || r.Findings[0].Origin.Path != "Horn.go" {
		t.Errorf("findings are %q", summaries(r))
	}
	for _, f := range r.Findings {
		if f.Score < r.MinScore {
			t.Errorf("%s has a score of %.3f", summary(f), f.Score)
		}
	}
}

// Numbers that count, and calls of one macro with other words, are no copy, however long. Other
// numbers are.
func TestRun_LeavesOutTablesOfOneShape(t *testing.T) {
	table := func(row string, number func(i int) int) string {
		var b strings.Builder
		for i := range 256 {
			fmt.Fprintf(&b, row, number(i))
		}
		return "var table = []int{\n" + b.String() + "}\n"
	}
	count := func(i int) int { return i }
	squares := func(i int) int { return i * i % 251 }
	x := makeIndex(t, map[string]map[string]string{"all": {
		"count.go": routine(1) + table("%d,\n", count), "squares.go": routine(2) + table("%d,\n", squares), "calls.go": routine(3) + table("Register(Module%d),\n", squares),
	}})
	r := run(t, x, Options{Tree: write(t, map[string]string{
		"count.go": routine(101) + table("%d,\n", count), "squares.go": routine(102) + table("%d,\n", squares), "calls.go": routine(103) + table("Forget(ERR_%d),\n", squares),
	})})
	if len(r.Findings) != 1 || r.Findings[0].File != "squares.go" || r.Findings[0].Probability < threshold.SureCopy {
		t.Errorf("findings are %q", summaries(r))
	}
}

// A long copy in which all names are renamed is found, also with edits.
func TestRun_FindsLongRenamedCopies(t *testing.T) {
	x := corpusOf(t)
	renamed := otherNames(routine(11) + "var limit = 17\n" + routine(12))
	r := run(t, x, Options{Tree: write(t, map[string]string{"a.go": routines(100, 101) + renamed + routine(102)})})
	if len(r.Findings) != 1 || r.Findings[0].Kind != "edited" || r.Findings[0].Origin.Path != "tree.go" {
		t.Errorf("findings are %q", summaries(r))
	}
}

// A copy that begins with lines that many documents have is a copy if the rest of it is enough.
func TestRun_JudgesRarePartsOfCommonMatches(t *testing.T) {
	common := ""
	for i := range 60 {
		common += fmt.Sprintf("static org.example.tools.section%d.Assert check%d;\n", i, i)
	}
	class := func(n int) string {
		return common + fmt.Sprintf("class Test%d {\n", n) + strings.ReplaceAll(routine(n), "func ", "void ") + "}\n"
	}
	files := map[string]string{}
	for i := range 30 {
		files[fmt.Sprintf("Test%d.java", i)] = class(i)
	}
	x := makeIndex(t, map[string]map[string]string{"all": files})
	r := run(t, x, Options{Tree: write(t, map[string]string{"A.java": class(7) + "// more\n", "B.java": common + "class Mine {}\n"})})
	var got []string
	for _, f := range r.Findings {
		got = append(got, fmt.Sprint(f.File, " ", f.Class))
	}
	if fmt.Sprint(got) != "[A.java copy B.java common]" {
		t.Errorf("findings are %q", got)
	}
}

// A copy is found in which all names are renamed and lines are inserted: its names agree over the
// inserted lines.
func TestRun_FindsRenamedAndEditedCopies(t *testing.T) {
	x := corpusOf(t)
	renamed := otherNames(routine(11))
	text := "package p\n\n"
	for i, line := range strings.SplitAfter(renamed, "\n") {
		if text += line; i%3 == 0 && i > 0 {
			text += fmt.Sprintf("\tlog.Print(%d)\n", i)
		}
	}
	r := run(t, x, Options{Tree: write(t, map[string]string{"a.go": text})})
	if len(r.Findings) != 1 || r.Findings[0].Kind != "edited" || r.Findings[0].Origin.Path != "tree.go" || r.Totals.Weaker != 0 {
		t.Errorf("findings are %q, and %d below", summaries(r), r.Totals.Weaker)
	}
}

// A short copy is found in which all names are renamed and a line is inserted: most names are
// renamed alike several times.
func TestRun_FindsShortRenamedAndEditedCopies(t *testing.T) {
	x := corpusOf(t)
	lines := strings.SplitAfter(otherNames(routine(11)), "\n")
	text := "func f() {\n" + strings.Join(lines[1:3], "") + "\tlog.Print(3)\n" + strings.Join(lines[3:5], "") + "}\n"
	r := run(t, x, Options{Tree: write(t, map[string]string{"a.go": routines(100) + text + routine(102)})})
	if len(r.Findings) != 1 || r.Findings[0].Kind != "edited" || r.Findings[0].Origin.Path != "tree.go" {
		t.Errorf("findings are %q", summaries(r))
	}
}

// A copy that stays below the minimum is counted if it is threshold.LikelyCopy, and the score that
// is named lists it.
func TestAddHit_CountsLikelyCopiesBelowTheMinimum(t *testing.T) {
	hit := func(evident float64) *answer.Hit {
		return &answer.Hit{Language: "Go", Occurrences: []index.Occurrence{{Path: "a.go"}}, Matches: []answer.Match{
			{Question: answer.Lines{From: 1, To: 11}, Document: answer.Lines{From: 1, To: 11}, Kind: "edited", Tokens: 90, Weight: 50, Evident: evident, DF: 1},
		}}
	}
	s := &scanner{report: &Report{MinScore: DefaultMinScore}}
	f := &File{Path: "x.go", Lines: 11}
	j := NewJudge(chaffinch.Document{Name: "x.go", Source: []byte(routine(1))}, answer.Question{Tokens: 100}, 1)
	for _, evident := range []float64{50, 19, 5} { // found, threshold.LikelyCopy, neither
		s.addHit(f, hit(evident), j)
	}
	for _, probability := range []float64{threshold.LikelyCopy, threshold.LikelyCopy - 0.01} { // of a hit with more matches than its finding
		likely := &File{}
		h := hit(5)
		h.Probability = probability
		if s.addHit(likely, h, j); len(likely.Weaker) == 1 != (probability >= threshold.LikelyCopy) {
			t.Errorf("a hit that is %g sure: %v", probability, likely.Weaker)
		}
	}
	var sum Totals
	sum.add(f, nil, false)
	if len(s.report.Findings) != 1 || sum.Weaker != 1 || len(f.Weaker) != 1 {
		t.Fatalf("%d findings, %d below", len(s.report.Findings), sum.Weaker)
	}
	if j.minScore = sum.WeakerFrom; j.minScore > f.Weaker[0] || j.minScore < f.Weaker[0]-0.01 {
		t.Errorf("%g lists %g", j.minScore, f.Weaker[0])
	}
	if s.addHit(f, hit(19), j); len(s.report.Findings) != 2 || s.report.Findings[1].Probability < threshold.LikelyCopy {
		t.Errorf("%d findings", len(s.report.Findings))
	}
	before := &earlierFile{file: *f}
	again := &scanner{report: &Report{}}
	if again.addEarlier(chaffinch.Document{Name: "x.go"}, before); len(again.report.Files[0].Weaker) != 1 {
		t.Errorf("again: %v", again.report.Files)
	}
}

// Twelve releases of a project are one origin, however their folders are called. What twelve
// projects have is common.
func TestRun_CountsReleasesAsOneOrigin(t *testing.T) {
	release := func(n int) string { // other versions of one file
		text := routines(1, 2, 3)
		for i := range n {
			text += fmt.Sprintf("var changed%d = %d\n", i, i*i)
		}
		return text
	}
	for name, folder := range map[string]func(int) string{
		"in folders":       func(n int) string { return fmt.Sprintf("lib-1.%d.0/src/a.go", n) },
		"by version only":  func(n int) string { return fmt.Sprintf("lib/v%d/a.go", n+1) },
		"with candidates":  func(n int) string { return fmt.Sprintf("lib_2.0-rc%d+dfsg-1/a.go", n) },
		"with underscores": func(n int) string { return fmt.Sprintf("lib_1_%d_0/a.go", n) },
		"by name of file":  func(n int) string { return fmt.Sprintf("lib/a-1.%d.0.go", n) },
		"of a package":     func(n int) string { return fmt.Sprintf("%c/lib/a.js", 'a'+n) },
	} {
		files := map[string]string{}
		for n := range 12 {
			files[folder(n)] = release(n)
			if name == "of a package" {
				files[fmt.Sprintf("%c/lib/package.json", 'a'+n)] = fmt.Sprintf(`{"name": "lib", "version": "1.%d.0", "license": "MIT"}`, n)
			}
			files[fmt.Sprintf("other%d/b.go", n)] = routines(100*n+50, 100*n+51)
		}
		r := run(t, makeIndex(t, map[string]map[string]string{"all": files}), Options{Tree: write(t, map[string]string{
			"whole.go": release(5) + "var more = 1\n", "part.go": routines(900, 901) + routine(2) + routine(902), "a.js": release(5) + "more = 1\n",
		})})
		found := 0
		for _, f := range r.Findings {
			if f.Class != Copy || f.DF > 2 {
				t.Errorf("%s: %s is %s, with a df of %d", name, f.File, f.Class, f.DF)
			}
			found++
		}
		if least := map[bool]int{true: 1, false: 2}[name == "of a package"]; found < least {
			t.Errorf("%s: findings are %q", name, summaries(r))
		}
	}
	files := map[string]string{}
	for n := range 12 { // each of its own name, with a version
		files[fmt.Sprintf("%c%d-1.%d/src/util.go", 'a'+n, n*n, n)] = routines(1000+n) + routine(2) + routines(2000+n)
	}
	r := run(t, makeIndex(t, map[string]map[string]string{"all": files}), Options{Tree: write(t, map[string]string{"a.go": routines(900, 901) + routine(2) + routine(902)})})
	if len(r.Findings) != 1 || r.Findings[0].Class != Common {
		t.Errorf("an idiom: findings are %q", summaries(r))
	}
}

// What a search calls threshold.LikelyCopy is counted, also if its score is below the minimum of
// the scan.
func TestRun_CountsWhatASearchCallsLikely(t *testing.T) {
	x := corpusOf(t)
	lines := strings.SplitAfter(otherNames(routine(11)), "\n")
	below := 0
	for from := range lines {
		for to := from + 2; to <= len(lines); to++ {
			source := strings.Join(lines[from:to], "")
			a, err := x.Search(t.Context(), chaffinch.Document{Name: "a.go", Source: []byte(source)}, chaffinch.SearchOptions{})
			must(t, err)
			if len(a.Hits) == 0 || a.Hits[0].Probability < threshold.LikelyCopy || max(a.Hits[0].Score, a.Hits[0].Evident) >= DefaultMinScore {
				continue
			}
			below++
			r := run(t, x, Options{Tree: write(t, map[string]string{"a.go": source})})
			if len(r.Findings) != 0 || r.Totals.Weaker != 1 {
				t.Errorf("lines %d to %d: %q, and %d below", from, to, summaries(r), r.Totals.Weaker)
			}
		}
	}
	if below == 0 {
		t.Error("no piece is threshold.LikelyCopy, and below the minimum")
	}
}

// Few lines in a long file are a copy if hardly any of many documents has their text, and none if
// more have.
func TestRun_FindsShortCopiesOfRareText(t *testing.T) {
	few := strings.Join(strings.SplitAfter(routine(11), "\n")[6:8], "")
	host := func(n int) string {
		lines := strings.SplitAfter(routine(n+2), "\n")
		return routines(n, n+1) + strings.Join(lines[:4], "") + few + strings.Join(lines[4:], "") + routine(n+3) + routine(n+4)
	}
	for _, test := range []struct{ documents, others, found int }{
		{1, threshold.RareSpelledDocuments, 1}, {5, threshold.RareSpelledDocuments, 0}, {1, 1, 0},
	} {
		files := map[string]string{}
		for i := range test.documents {
			files[fmt.Sprintf("%d.go", i)] = host(1000 + 10*i)
		}
		var others strings.Builder
		for i := range test.others {
			fmt.Fprintf(&others, "{\"path\": \"%d.txt\", \"content\": \"the other document %d\"}\n", i, i)
		}
		files["others.jsonl"] = others.String()
		r := run(t, makeIndex(t, map[string]map[string]string{"all": files}), Options{Tree: write(t, map[string]string{"a.go": host(100)})})
		if len(r.Findings) != test.found || test.found > 0 && (r.Findings[0].Class != Copy || r.Findings[0].Tokens > 30) {
			t.Errorf("of %d documents beside %d others: %q", test.documents, test.others, summaries(r))
		}
	}
}

package chaffinch_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/query/align"
)

const (
	compareA = "package a\n\n// Mean is the mean.\nfunc Mean(values []float64) float64 {\n\tsum := 0.0\n\tfor _, v := range values {\n\t\tsum += v\n\t}\n" +
		"\treturn sum / float64(len(values))\n}\n\nfunc Last(values []int, most int) int { return values[min(most, len(values)-1)] }\n"
	compareB = "package b\n\nfunc Last(values []int, most int) int { return values[min(most, len(values)-1)] }\n\n" +
		"func Average(list []float64) float64 {\n\ttotal := 0.0\n\tlog(\"mean\")\n\tfor _, x := range list {\n\t\ttotal += x\n\t}\n" +
		"\treturn total / float64(len(list))\n}\n"
)

func TestCompare_FindsWhatIsSharedAndWhatDiffers(t *testing.T) {
	c := asktest.CompareTexts(t, chaffinch.Document{Name: "a.go", Source: []byte(compareA)}, chaffinch.Document{Name: "b.go", Source: []byte(compareB)})
	if len(c.Matches) != 2 || c.Kind != "edited" || len(c.Warnings) != 0 || c.A.Language != "Go" || c.B.Name != "b.go" {
		t.Fatalf("%+v", c)
	}
	if c.Score < 0.3 || c.Score > 0.95 {
		t.Errorf("the score is %g", c.Score)
	}
	mean, last := c.Matches[0], c.Matches[1]
	if last.Kind != "verbatim" || last.A.Lines != (answer.Lines{From: 12, To: 12}) || last.B.Lines != (answer.Lines{From: 3, To: 3}) || len(last.Edits)+len(last.Renames) > 0 {
		t.Errorf("%+v", last)
	}
	names := map[string]string{}
	for _, r := range mean.Renames {
		names[r.A] = r.B
	}
	if names["sum"] != "total" || names["values"] != "list" || names["v"] != "x" {
		t.Errorf("%v", mean.Renames)
	}
	if len(mean.Edits) != 1 {
		t.Fatalf("%+v", mean.Edits)
	}
	text := func(source string, p answer.Place) string { return source[p.Bytes.Start:p.Bytes.End] }
	if e := mean.Edits[0]; e.Kind != "inserted" || text(compareA, e.A) != "" || text(compareB, e.B) != `log("mean")` ||
		e.B.Lines != (answer.Lines{From: 7, To: 7}) || e.B.Columns != (answer.Lines{From: 2, To: 12}) || e.B.Tokens.End-e.B.Tokens.Start != 4 ||
		e.A.Lines != (answer.Lines{From: 5, To: 5}) || e.A.Tokens.Start != e.A.Tokens.End {
		t.Errorf("%+v", e)
	}
	if text(compareB, last.B) != strings.Split(compareB, "\n")[2] || last.B.Columns != (answer.Lines{From: 1, To: len(text(compareB, last.B))}) {
		t.Errorf("%+v is %q", last.B, text(compareB, last.B))
	}
	tokens := mean.Tokens + last.Tokens - mean.Imports
	if want := float64(tokens) / float64(c.A.Tokens-c.A.Imports); c.A.Coverage != want || c.Tokens != tokens {
		t.Errorf("%g is covered, not %g", c.A.Coverage, want)
	}
}

// Prose of notebooks, often the task, is no evidence in Compare either.
func TestCompare_NotebooksByTheirCode(t *testing.T) {
	const (
		task = "Read the temperatures of all stations, and draw the mean of every month as a line for each station.\n" +
			"Explain in your own words which stations differ most from their neighbours, and how you found them.\n"
		one = "```{r}\nd <- read.csv(\"g.csv\")\nm <- tapply(d$x, d$g, mean)\nbarplot(m, col = \"red\")\nwhich.max(m)\n```\n"
		two = "```{r}\nprimes <- function(n) {\n  all <- 2:n\n  for (i in all) all <- all[all == i | all %% i != 0]\n  all\n}\nprimes(90)\n```\n"
	)
	compare := func(a, b string) *answer.Comparison {
		return asktest.CompareTexts(t, chaffinch.Document{Name: "a.Rmd", Source: []byte(a)}, chaffinch.Document{Name: "b.Rmd", Source: []byte(b)})
	}
	if c := compare(task+one, task+two); c.Score > 0 || !strings.Contains(fmt.Sprint(c.Warnings), "2 prose") {
		t.Errorf("score %v, warnings %v", c.Score, c.Warnings)
	}
	if c := compare(task+one, one); c.Score < 1 {
		t.Errorf("score %v of equal code", c.Score)
	}
}

func TestCompare_IsSymmetric(t *testing.T) {
	a, b := chaffinch.Document{Name: "a.go", Source: []byte(compareA)}, chaffinch.Document{Name: "b.go", Source: []byte(compareB)}
	there, back := asktest.CompareTexts(t, a, b), asktest.CompareTexts(t, b, a)
	if math.Abs(there.Score-back.Score) > 1e-12 || len(there.Matches) != len(back.Matches) || there.A != back.B || there.B != back.A {
		t.Errorf("%+v\n%+v", there, back)
	}
	if there.Matches[0].A != back.Matches[1].B || there.Matches[0].Edits[0].Kind != "inserted" || back.Matches[1].Edits[0].Kind != "deleted" {
		t.Errorf("%+v\n%+v", there.Matches[0], back.Matches[1])
	}
}

func TestCompare_EqualTexts(t *testing.T) {
	a := chaffinch.Document{Name: "a.go", Source: []byte(compareA)}
	if c := asktest.CompareTexts(t, a, a); c.Score < 0.999 || c.Kind != "verbatim" || c.A.Coverage != 1 || c.B.Coverage != 1 {
		t.Errorf("%+v", c)
	}
}

// Words in strings are renamed as names are, also in a listing and in a quotation.
func TestCompare_RenamesInListings(t *testing.T) {
	const src = "def f(n, l):\n    print(f\"found {n} rows\")\n    for rows in l:\n        print(f\"{rows} of {n} rows\")\n" +
		"    if not l:\n        raise ValueError(f\"no {l} rows\")\n    return f\"{n} rows {rows}\"\n"
	dressed := [2]string{}
	for i, line := range strings.Split(strings.TrimSuffix(strings.ReplaceAll(src, "rows", "lines"), "\n"), "\n") {
		dressed[0] += fmt.Sprintf("%6d\t%s\n", i+1, line)
		dressed[1] += "> " + line + "\n"
	}
	for _, text := range dressed {
		c := asktest.CompareTexts(t, chaffinch.Document{Name: "a.py", Source: []byte(src)}, chaffinch.Document{Name: "b.py", Source: []byte(text)})
		if c.Kind != "renamed" || len(c.Matches) != 1 || len(c.Matches[0].Edits) > 0 {
			t.Errorf("%s %+v", c.Kind, c.Matches)
		}
	}
}

func TestCompare_OfNothing(t *testing.T) {
	c := asktest.CompareTexts(t, chaffinch.Document{Name: "a.go", Source: []byte("// only\n")}, chaffinch.Document{Name: "-"})
	if c.Score != 0 || c.Kind != "" || len(c.Matches) > 0 || c.A.Coverage != 0 {
		t.Errorf("%+v", c)
	}
	warnings := strings.Join(warning.Texts(c.Warnings), "\n")
	if !strings.Contains(warnings, "a.go has no tokens: ") || !strings.Contains(warnings, "standard input has no tokens: ") {
		t.Errorf("%q", warnings)
	}
}

// Eight tokens that agree by their classes are nothing shared.
func TestCompare_LeavesOutChance(t *testing.T) {
	a := "func a() { x.y(z, w) }"
	b := "type T struct{}\nvar v = k.l(m, n)"
	left, right := chaffinch.Document{Name: "a.go", Source: []byte(a)}, chaffinch.Document{Name: "b.go", Source: []byte(b)}
	c := asktest.CompareTexts(t, left, right)
	if len(align.Align(c.Alignment.Question, c.Alignment.Document)) == 0 {
		t.Fatal("the texts do not agree by chance")
	}
	if len(c.Matches) > 0 || c.Score > 0 {
		t.Errorf("%+v", c)
	}
}

func TestCompare_TellsLanguages(t *testing.T) {
	python := "def mean(values):\n    total = 0\n    for v in values:\n        total += v\n    return total / len(values)\n"
	c := asktest.CompareTexts(t, chaffinch.Document{Name: "-", Source: []byte(python)}, chaffinch.Document{Name: "b.py", Source: []byte(python)})
	if c.A.Language != "Python" || c.B.Language != "Python" || len(c.Warnings) > 0 {
		t.Errorf("%+v", c)
	}
	c = asktest.CompareTexts(t, chaffinch.Document{Name: "a.py", Source: []byte(python)}, chaffinch.Document{Name: "b.go", Source: []byte(compareA)})
	if len(c.Warnings) != 1 || !strings.HasPrefix(c.Warnings[0].Text, "a.py is Python and b.go is Go: ") {
		t.Errorf("%q", c.Warnings)
	}
	l, _ := lex.Lookup("Go")
	c = asktest.CompareTexts(t, chaffinch.Document{Name: "a.py", Source: []byte(python), Language: l.Name}, chaffinch.Document{Name: "b.go", Source: []byte(compareA), Language: l.Name})
	if len(c.Warnings) > 0 || c.A.Language != "Go" {
		t.Errorf("%+v", c)
	}
}

func TestDocumentCheck_FindsWrongSources(t *testing.T) {
	const id = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"a.go": queue}})
	for want, d := range map[string]chaffinch.Document{
		"reading a.bin: it is binary: specify a file of source code or text": {Name: "a.bin", Source: []byte("a\x00b")},
		"reading standard input: it is binary":                               {Name: "-", Source: []byte("\x00")},
		"reading the document: Document.Source excludes Document.Content":    {Source: []byte(queue), Content: id},
		"lines -1 to 3: count lines from 1":                                  {Source: []byte(queue), Lines: answer.Lines{From: -1, To: 3}},
	} {
		_, found := x.Search(t.Context(), d, chaffinch.SearchOptions{})
		_, compared := chaffinch.Compare(t.Context(), chaffinch.Document{}, d, chaffinch.CompareOptions{})
		if d.Content != "" || strings.Contains(want, "binary") {
			compared = found
		}
		for _, err := range []error{d.Check(), found, compared} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q is not in %v", want, err)
			}
		}
	}
}

func TestCompare_WarnsOfAnEmptyDocument(t *testing.T) {
	c := asktest.CompareTexts(t, chaffinch.Document{Name: "a.go", Source: []byte(queue)}, chaffinch.Document{})
	if len(c.Matches) > 0 || !slices.Contains(warning.Texts(c.Warnings), "the document has no tokens: it is empty, or all of it is comments") {
		t.Errorf("%q", c.Warnings)
	}
}

func TestDocument_LinesFromZeroBeginAtTheFirst(t *testing.T) {
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"a.go": queue}})
	q := asktest.Search(queue)
	q.Lines = answer.Lines{From: 1, To: 9}
	want := asktest.Ask(t, x, q)
	q.Lines.From = 0
	got := asktest.Ask(t, x, q)
	if len(got.Hits) != 1 || !slices.EqualFunc(got.Hits[0].Matches, want.Hits[0].Matches, func(a, b answer.Match) bool { return a.Question == b.Question }) {
		t.Errorf("%+v, not %+v", got, want)
	}
}

// A document may be changed after a check, and copied.
func TestDocumentCheck_KeepsNothing(t *testing.T) {
	d := chaffinch.Document{Name: "a.go", Source: []byte(queue)}
	asktest.Must(t, d.Check())
	d.Source, d.Lines = []byte(words), answer.Lines{From: 1, To: 3}
	asktest.Must(t, d.Check())
	d.Lines = answer.Lines{}
	c, err := chaffinch.Compare(t.Context(), d, chaffinch.Document{Name: "b.go", Source: []byte(words)}, chaffinch.CompareOptions{})
	asktest.Must(t, err)
	if c.Score != 1 || c.A.Tokens != c.B.Tokens {
		t.Errorf("the changed document has a score of %g and %d tokens, not 1 and %d", c.Score, c.A.Tokens, c.B.Tokens)
	}
}

func TestCompare_NamesInvisibleCharacters(t *testing.T) {
	a := asktest.Function(1)
	b := strings.Replace(a, "{", "{ \u202e\u200b", 1)
	c, err := chaffinch.Compare(t.Context(), chaffinch.Document{Name: "a.go", Source: []byte(a)}, chaffinch.Document{Name: "b.go", Source: []byte(b)}, chaffinch.CompareOptions{})

	if err != nil {
		t.Fatal(err)
	}
	if len(c.Matches) != 1 || c.Kind != "edited" || !slices.Equal(c.Matches[0].Invisible, []string{"U+200B", "U+202E"}) {
		t.Errorf("%+v", c)
	}
}

// A program under a name that says nothing is compared as one, as by Pairs.
func TestCompare_ProgramInText(t *testing.T) {
	source := []byte("import sys\n\n\ndef total(values, limit):\n    result = 0\n    for value in values:\n        if value > limit:\n" +
		"            result += value * 2\n        else:\n            result -= 1\n    return result\n\n\nif __name__ == '__main__':\n" +
		"    print(total([int(x) for x in sys.argv[1:]], 7))\n")
	for _, name := range []string{"a.txt", "a", "a.py.txt"} {
		c := asktest.CompareTexts(t, chaffinch.Document{Name: "a.py", Source: source}, chaffinch.Document{Name: name, Source: source})
		if c.Score != 1 || c.B.Language != "Python" {
			t.Errorf("%s: score %g, %s", name, c.Score, c.B.Language)
		}
	}
}

// A program that is one string is compared as the program is: what does not match counts, too.
func TestCompare_ProgramsInStrings(t *testing.T) {
	program := func(seed string) string {
		var b strings.Builder
		for i := range 12 {
			fmt.Fprintf(&b, "def %[1]s%[2]d(%[1]s, n):\n    %[1]s.put(%[2]d, n * %[2]d + len(%[1]s))\n    while %[1]s.size > n:\n        %[1]s.pop()\n", seed, i)
			if len(seed)%2 == i%2 {
				fmt.Fprintf(&b, "    return [%[1]s.get(k) for k in range(n) if k %% %[2]d]\n", seed, i+2)
			}
		}
		return b.String()
	}
	shared := "def weigh(total, scale):\n    for part in scale.parts(total):\n        total += part.weight * scale.unit\n    return total\n"
	hidden := func(program string) chaffinch.Document {
		return chaffinch.Document{Name: "a.py", Source: []byte("prog = r'''\n" + program + "'''\nexec(prog)\n")}
	}
	plain := func(program string) chaffinch.Document {
		return chaffinch.Document{Name: "a.py", Source: []byte(program)}
	}
	one := "import sys, os\nfor line in sys.stdin:\n    if line.strip():\n        print(os.path.join(line, line.upper()))\n" + strings.Repeat("print(sys.argv[1:], os.sep)\n", 30) + shared
	two := shared + program("queue")
	want := asktest.CompareTexts(t, plain(one), plain(two)).Score
	if got := asktest.CompareTexts(t, hidden(one), hidden(two)).Score; math.Abs(got-want) > .05 {
		t.Errorf("the score is %v, and %v of the programs without strings", got, want)
	}
	if got := asktest.CompareTexts(t, hidden(one), plain(one)).Score; got < .9 {
		t.Errorf("the score of a program and its string is %v", got)
	}
}

// Equal documents score 1, also with code in comments and strings.
func TestCompare_EqualDocumentsScoreOne(t *testing.T) {
	for _, comment := range []string{"", "# %s", "s = '''\n%s'''\n"} {
		source := "a = 1\nfor b in range(a):\n    print(a, b)\n    a += b * 3\n    c = [a, b]\n    d = f(c, a)\n"
		if strings.HasPrefix(comment, "#") {
			source += strings.ReplaceAll("# "+strings.TrimSuffix(source, "\n"), "\n", "\n# ") + "\n"
		} else if comment != "" {
			source += fmt.Sprintf(comment, source)
		}
		d := chaffinch.Document{Name: "a.py", Source: []byte(source)}
		if c := asktest.CompareTexts(t, d, d); c.Score != 1 {
			t.Errorf("%v for %q", c.Score, source)
		}
	}
}

const queue, words = filetest.Queue, filetest.Words

// Two texts of licences are no copy of each other, unless a program has that name.
func TestCompare_SaysThatBothAreLicenses(t *testing.T) {
	text := []byte("Permission is hereby granted, free of charge, to any person obtaining a copy of this software, to deal in it without restriction.\n")
	for name, want := range map[string]int{"b/LICENSE.txt": 1, "b.txt": 0} {
		c := asktest.CompareTexts(t, chaffinch.Document{Name: "LICENSE", Source: text}, chaffinch.Document{Name: name, Source: text})
		if len(c.Warnings) != want {
			t.Errorf("%s: %+v", name, c.Warnings)
		}
	}
	code := []byte(compareA)
	if c := asktest.CompareTexts(t, chaffinch.Document{Name: "LICENSE", Source: code}, chaffinch.Document{Name: "COPYING", Source: code}); len(c.Warnings) != 0 {
		t.Errorf("%+v", c.Warnings)
	}
}

package pairing_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

const sumAll = `int sum_all(int *values, int count)
{
	int i, total = 0;
	for (i = 0; i < count; i++) {
		if (values[i] < 0)
			continue;
		total += values[i] * 2;
	}
	if (total > 100)
		total = 100;
	return total;
}
`

// addUp is sumAll with other names, another number and a further line.
const addUp = `static long add_up(int *things, int n)
{
	int k, acc = 0;
	for (k = 0; k < n; k++) {
		if (things[k] < 0)
			continue;
		log_it(k);
		acc += things[k] * 3;
	}
	if (acc > 100)
		acc = 100;
	return acc;
}
`

const walk = `void walk(struct node *n)
{
	while (n->next) {
		struct node *was = n;
		n = n->next;
		report(was, "walk", n->name, __LINE__);
		release(&was->lock, was->owner ? was->owner : n->owner);
	}
	finish(n);
}
`

func unitNames(r *pairs.Report) (names []string) {
	for _, u := range r.Units {
		names = append(names, u.Name)
	}
	return names
}

// Functions of several files are compared with each other, and all places are those in the files.
func TestPairs_OfFunctions(t *testing.T) {
	root := filetest.Folder(t, map[string]string{
		"a.c": "#include <x.h>\n\n" + sumAll + "\n" + walk, "b.c": "/* other */\n\n\n" + addUp, "short.c": "int f(void) { return 1; }\n",
	})
	r := compared(t, pairs.Options{Unit: pairs.ByFunction, MinScore: .5, Matches: true}, root)
	if got := unitNames(r); !slices.Equal(got, []string{"a.c:3-14 sum_all", "a.c:16-25 walk", "b.c:4-16 add_up"}) {
		t.Fatalf("%q", got)
	}
	u := r.Units[2]
	if u.Function != "add_up" || u.Lines == nil || u.Lines.From != 4 || u.Lines.To != 16 || u.Files[0].Path != "b.c" || u.Files[0].Lines != 13 {
		t.Errorf("%+v", u)
	}
	if len(r.Pairs) != 1 || r.Pairs[0].A.Name != "a.c:3-14 sum_all" || r.Pairs[0].B.Name != "b.c:4-16 add_up" {
		t.Fatalf("%+v", r.Pairs)
	}
	m := r.Pairs[0].Matches[0]
	source, err := r.Source(u.Files[0].Content)
	if err != nil {
		t.Fatal(err)
	}
	if text := string(source[m.B.Bytes.Start:m.B.Bytes.End]); !strings.HasPrefix(text, "add_up(") || !strings.HasSuffix(text, "}") {
		t.Errorf("%q", text)
	}
	if m.A.Lines.From != 3 || m.A.Lines.To != 14 || m.B.Lines.From != 4 || m.B.Lines.To != 16 || m.A.Columns.From != 5 || m.B.Columns.From != 13 {
		t.Errorf("%+v", m.Shared)
	}
}

// A smaller minimum admits smaller functions.
func TestPairs_OfFunctionsFromSize(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"a.c": "int f(void) { return 1; }\n" + sumAll})
	for least, want := range map[int]int{0: 1, 1: 2, 10: 2, 11: 1, 67: 1, 68: 0} {
		r := compared(t, pairs.Options{Unit: pairs.ByFunction, MinTokens: least}, root)
		if len(r.Units) != want {
			t.Errorf("%d tokens: %q", least, unitNames(r))
		}
	}
	for _, o := range []pairs.Options{
		{Unit: pairs.ByFile, MinTokens: 5}, {Unit: pairs.ByFunction, MinTokens: -1}, {Unit: pairs.ByFunction, Baseline: new(pairs.Baseline)},
	} {
		if _, err := chaffinch.Pairs(t.Context(), []string{root}, o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
}

// Functions in tags, such as of PHP, and in parts of documents are read again as they were read
// first. So are files in other encodings.
func TestPairs_OfFunctionsInsideDocuments(t *testing.T) {
	php := func(name string) string {
		return "<p>text</p>\n<?php\nfunction " + name + `($values) {
    $total = 0;
    foreach ($values as $key => $value) {
        if ($value < 0) { continue; }
        $total += $value * strlen($key);
    }
    echo "total: {$total}", number_format($total, 2);
    return $total > 100 ? 100 : $total;
}
?>
<p>more</p>
`
	}
	markdown := func(name string) string {
		return "Some text.\n\n```c\n" + strings.ReplaceAll(walk, "walk(", name+"(") + "```\n\nMore text.\n"
	}
	root := filetest.Folder(t, map[string]string{
		"a.php": php("first"), "b.php": php("second"), "a.md": markdown("first"), "b.md": markdown("second"),
		"a.c": "\uFEFF// Grüße\n" + sumAll, "b.c": latin1("// Grüße\n" + strings.ReplaceAll(sumAll, "sum_all", "total_of")),
	})
	r := compared(t, pairs.Options{Unit: pairs.ByFunction, MinScore: .9, Matches: true}, root)
	var got []string
	for _, p := range r.Pairs {
		got = append(got, fmt.Sprintf("%s = %s", p.A.Name, p.B.Name))
	}
	slices.Sort(got)
	want := []string{"a.c:2-13 sum_all = b.c:2-13 total_of", "a.md:4-13 first = b.md:4-13 second", "a.php:3-11 first = b.php:3-11 second"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\n%v", got, r.Warnings)
	}
	for _, p := range r.Pairs {
		source, err := r.Source(r.Units[p.B.Unit].Files[0].Content)
		if err != nil {
			t.Fatal(err)
		}
		place := p.Matches[len(p.Matches)-1].B
		if text := string(source[place.Bytes.Start:place.Bytes.End]); !strings.HasSuffix(text, "}") || place.Lines.To != r.Units[p.B.Unit].Lines.To {
			t.Errorf("%s ends with %q in line %d", p.B.Name, text, place.Lines.To)
		}
	}
}

func latin1(text string) string {
	var b []byte
	for _, c := range text {
		b = append(b, byte(c))
	}
	return string(b)
}

// The units and their numbers do not depend on which worker reads what. Files without functions are
// counted by language.
func TestPairs_OfFunctionsAreDeterministic(t *testing.T) {
	files := map[string]string{"x.hs": "f x = x\n", "notes.txt": "Some words that nobody compares."}
	for i := range 60 {
		name := fmt.Sprintf("%02d.c", i)
		files[name] = strings.Repeat("int filler(void);\n", (60-i)*20)
		for j := range i % 4 {
			files[name] += strings.ReplaceAll([]string{sumAll, addUp, walk}[j], "total", fmt.Sprint("total", i*j))
		}
	}
	root := filetest.Folder(t, files)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	var first []string
	for range 5 {
		r := compared(t, pairs.Options{Unit: pairs.ByFunction}, root)
		var got []string
		for _, p := range r.Pairs {
			got = append(got, fmt.Sprintf("%s %s %.6f", p.A.Name, p.B.Name, p.Score))
		}
		got = append(append(got, unitNames(r)...), fmt.Sprint(r.Clusters, r.Identical))
		if first == nil {
			first = got
		}
		if !slices.Equal(first, got) {
			t.Fatalf("%q\n%q", first, got)
		}
		if len(r.Units) != 90 || len(r.Warnings) == 0 || !strings.Contains(r.Warnings[0].Text, "1 file: Haskell") {
			t.Fatalf("%d units, %v", len(r.Units), r.Warnings)
		}
	}
}

// Units that a change names are compared with those of all files.
func TestPairs_OnlyFunctionsOfNamedFiles(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"a.c": sumAll, "b.c": addUp, "c.c": strings.ReplaceAll(sumAll, "sum_all", "third")})
	r := compared(t, pairs.Options{Unit: pairs.ByFunction, MinScore: .5, Reading: pairs.Reading{Only: []string{root + "/b.c"}}}, root)
	if len(r.Pairs) != 2 {
		t.Fatalf("%+v", r.Pairs)
	}
	for _, p := range r.Pairs {
		if p.A.Name != "b.c:1-13 add_up" && p.B.Name != "b.c:1-13 add_up" {
			t.Errorf("%s and %s", p.A.Name, p.B.Name)
		}
	}
}

// Groups of identical functions are those of the same text, in whichever files.
func TestClusters_OfFunctions(t *testing.T) {
	root := filetest.Folder(t, map[string]string{
		"a.c": sumAll + walk, "b.c": "int x;\n" + sumAll, "c.c": strings.ReplaceAll(sumAll, "sum_all", "third"),
	})
	r, err := chaffinch.Clusters(context.Background(), []string{root}, pairs.Options{Unit: pairs.ByFunction})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if len(r.Identical) != 1 || len(r.Clusters) != 1 || len(r.Clusters[0].Units) != 3 || r.LinkScore != .7 {
		t.Errorf("%v %v %g", r.Identical, r.Clusters, r.LinkScore)
	}
}

// Parameters are the names and literals that differ between functions of a group, by their places.
func TestClusters_OfFunctionsHaveParameters(t *testing.T) {
	root := filetest.Folder(t, map[string]string{
		"a.c": sumAll, "b.c": strings.NewReplacer("sum_all", "second", "100", "7", "total", "sum").Replace(sumAll),
		"c.c": addUp, "d.c": strings.ReplaceAll(sumAll, "sum_all", "sum_all"),
	})
	o := pairs.Options{Unit: pairs.ByFunction, LinkScore: .5}
	r, err := chaffinch.Clusters(context.Background(), []string{root}, o)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if len(r.Clusters) != 1 || len(r.Clusters[0].Units) != 4 {
		t.Fatalf("%+v", r.Clusters)
	}
	c, names := r.Clusters[0], unitNames(r)
	var order []string
	for _, n := range c.Units {
		order = append(order, names[n][:1])
	}
	if got := strings.Join(order, ""); got != "abcd" {
		t.Fatalf("the order is %s", got)
	}
	var got []string
	for _, p := range c.Parameters {
		got = append(got, fmt.Sprintf("%s %d: %s", p.Kind, p.Places, strings.Join(p.Values, "|")))
	}
	want := []string{
		"identifier 3: values|values|things|values", "identifier 2: count|count|n|count", "identifier 6: i|i|k|i",
		"identifier 4: total|sum|acc|total", "identifier 1: total|sum|log_it|total", "number 1: 2|2|3|2", "number 2: 100|7|100|100",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if c.Common != 66 || c.MoreParameters != 0 { // int is long
		t.Errorf("%d tokens, %d more", c.Common, c.MoreParameters)
	}
	o.MinInstances = 5
	fewer, err := chaffinch.Clusters(context.Background(), []string{root}, o)
	if err != nil {
		t.Fatal(err)
	}
	defer fewer.Close()
	if len(fewer.Clusters) != 0 {
		t.Errorf("%+v", fewer.Clusters)
	}
}

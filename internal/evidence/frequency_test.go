package evidence_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/asktest"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query/align"
)

const sortable = `
type byKEY []TYPE

func (x byKEY) Len() int           { return len(x) }
func (x byKEY) Swap(i, j int)      { x[i], x[j] = x[j], x[i] }
func (x byKEY) Less(i, j int) bool { return x[i].KEY < x[j].KEY }
`

// sureOf returns how sure a search for a question is, in an index of other documents and of some
// with these pieces.
func sureOf(t *testing.T, others int, question string, pieces ...string) float64 {
	t.Helper()
	files := map[string]string{}
	for i := range others {
		files[fmt.Sprintf("other%04d.go", i)] = asktest.Routine(i)
	}
	for i, piece := range pieces {
		files[fmt.Sprintf("piece%02d.go", i)] = asktest.Routine(others+100+i) + piece
	}
	a := asktest.Ask(t, newIndexOf(t, t.TempDir(), files), asktest.Search(question))
	if len(a.Hits) == 0 || a.Hits[0].Kind == align.Verbatim.String() {
		t.Fatalf("%d documents: %v", len(pieces), a.Hits)
	}
	return a.Hits[0].Probability
}

// A short idiom that three documents have, with other names each time, is no copy of any of them.
// If one document has it, it is.
func TestSearch_RenamedIdiomsAreNoCopies(t *testing.T) {
	var pieces []string
	idiom := func(key, name string) string { return strings.NewReplacer("KEY", key, "TYPE", name).Replace(sortable) }
	for i := range 2 * threshold.IdiomDocuments {
		pieces = append(pieces, idiom(fmt.Sprint("Name", i), fmt.Sprint("Thing", i)))
	}
	for having, sure := range map[int]bool{1: true, 3: false, len(pieces): false} {
		if got := sureOf(t, 200, idiom("Age", "Person"), pieces[:having]...); got >= threshold.SurePart != sure {
			t.Errorf("of %d documents %.2f", having, got)
		}
	}
}

// Nor is an edited one that keeps the names which all give to it. Among many documents its
// frequency is no share of them.
func TestSearch_IdiomsWithTheirNamesAreNoCopies(t *testing.T) {
	const others, having = 1400, threshold.IdiomDocuments + 2
	var pieces []string
	methods := strings.ReplaceAll(strings.ReplaceAll(sortable[strings.Index(sortable, "func"):], "byKEY", "TYPE"), ".KEY", "")
	for i := range having {
		pieces = append(pieces, strings.ReplaceAll(methods, "TYPE", fmt.Sprint("Things", i)))
	}
	question := strings.Replace(strings.ReplaceAll(methods, "TYPE", "People"), "return x[i]", "return x[i].Age", 1)
	if one, many := sureOf(t, others, question, pieces[0]), sureOf(t, others, question, pieces...); one < threshold.SurePart || many >= threshold.CountedPair {
		t.Errorf("of one document %.2f, of %d documents %.2f", one, having, many)
	}
}

// A short function that documents of other origins have in part is no copy of one of them, even if
// only that has some of its fingerprints.
func TestSearch_ShortFunctionsOfManyAreNoCopies(t *testing.T) {
	const hash = `
func NAME(SUM string) uint32 {
	FIRST
	for i := 0; i < len(SUM); i++ {
		h ^= uint32(SUM[i])
		h *= 16777619
	}
	return h
}
`
	variant := func(name, sum, first string) string {
		return strings.NewReplacer("NAME", name, "SUM", sum, "FIRST", first).Replace(hash)
	}
	question := variant("hashKey", "key", "h := uint32(2166136261)")
	origin := variant("hashString", "s", "var h uint32")
	alone := sureOf(t, 200, question, origin)
	many := sureOf(t, 200, question, origin, strings.Replace(variant("sumOf", "text", "h := seed"), "return h", "return h % size, nil", 1),
		strings.Replace(variant("mix", "b", "h := base()"), "return h", "return int(h)", 1))
	if alone < threshold.SurePart || many >= threshold.LikelyCopy {
		t.Errorf("of one document %.2f, of three %.2f", alone, many)
	}
}

// A short function with renamed names and an inserted line is a copy if no other document explains
// half of it. Documents that have another version of it, with names of their own, explain it.
func TestSearch_FunctionsThatStandAloneAreCopies(t *testing.T) {
	const function = `
func NAME(IN []int) int {
	SUM := 0
	for I := range IN {
		if IN[I] > SUM {
			SUM = IN[I] - SUM
		}
	}
	LINE
	SUM += len(IN)
	SUM -= cap(IN)
	for SUM > 9 {
		SUM = SUM / 10
	}
	return SUM
}
`
	version := func(name, in, sum, i, line string) string {
		return strings.NewReplacer("NAME", name, "IN", in, "SUM", sum, "LINE", line, "I", i).Replace(function)
	}
	question, origin := version("weight", "parts", "total", "at", "log.Print(total)"), version("digit", "all", "n", "i", "")
	other := func(name, in, sum, i string) string {
		return strings.Replace(version(name, in, sum, i, ""), "for "+sum, "trace()\n\tfor "+sum+" != limit && "+sum, 1)
	}
	alone, many := sureOf(t, 200, question, origin), sureOf(t, 200, question, origin, other("root", "xs", "s", "k"), other("fold", "values", "sum", "j"))
	if alone < threshold.SurePart || many >= threshold.LikelyCopy {
		t.Errorf("of one document %.2f, of three %.2f", alone, many)
	}
}

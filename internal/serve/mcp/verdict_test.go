package mcp

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/quotedprintable"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/ringtest"
	"github.com/chaffinch-search/chaffinch/internal/serve"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/scan"
)

// tongue says how functions are written in a language.
type tongue struct {
	extension, head, end string // head has the name and two parameters
	lines                []string
}

// In lines, a letter from A to F is a name of the function, and # a number or one of the terms.
var terms = []string{"#", "#", "(A + #)", "A[#]", "A * B", "D(A, #)", "A % #", "(B - C) / #", "A[B]", "D(A[#], B)", "(A | B)", "D(A, B, C)"}

var tongues = []tongue{
	{".go", "func %s(%s, %s int) int {", "}", []string{"A := B + C*#", "if A > B { C = D(A, #) }", "for E := range B { A += E % # }", "F[A] = append(F[A], B-#)", "C, D = D(B, A), A<<#", "return A.B(C, #)"}},
	{".c", "int %s(int %s, int %s) {", "}", []string{"int A = B + C * #;", "if (A > B) { C = D(A, #); }", "for (E = 0; E < B; E++) A += E % #;", "F[A] = F[B - #]->C;", "C = (A << #) | D(B, &A);", "return A->B(C, #);"}},
	{".java", "int %s(int %s, int %s) {", "}", []string{"int A = B + C * #;", "if (A > B) { C = D.get(A, #); }", "for (int E : B) { A += E % #; }", "F.put(A, new B(C, #));", "C = D.stream().map(A -> A.E()).skip(#);", "return A.B(C, #);"}},
	{".py", "def %s(%s, %s):", "", []string{"A = B + C * #", "if A > B: C = D(A, #)", "for E in B: A += E % #", "F[A] = [B - # for B in C]", "C, D = D(B, A), A << #", "return A.B(C, #)"}},
	{".js", "function %s(%s, %s) {", "}", []string{"let A = B + C * #;", "if (A > B) { C = D(A, #); }", "for (const E of B) { A += E % #; }", "F[A] = { B: C - # };", "C = D.map(A => A.E(#));", "return A.B(C, #);"}},
}

// names are those of the n-th function, in its order.
func (l tongue) names(r *rand.Rand) (all []string) {
	for range 8 {
		all = append(all, string(rune('a'+r.IntN(26)))+string(rune('g'+r.IntN(20)))+fmt.Sprint(r.IntN(90)))
	}
	return all
}

// function returns the lines of a function.
func (l tongue) function(r *rand.Rand, lines int) (all []string) {
	names := l.names(r)
	all = append(all, fmt.Sprintf(l.head, names[6], names[0], names[1]))
	for range lines {
		line := l.lines[r.IntN(len(l.lines))]
		for range strings.Count(line, "#") {
			line = strings.Replace(line, "#", terms[r.IntN(len(terms))], 1)
		}
		var b strings.Builder
		for _, c := range line {
			switch {
			case c >= 'A' && c <= 'F':
				b.WriteString(names[r.IntN(len(names))])
			case c == '#':
				fmt.Fprint(&b, r.IntN(1000))
			default:
				b.WriteRune(c)
			}
		}
		all = append(all, "    "+b.String())
	}
	if l.end != "" {
		all = append(all, l.end)
	}
	return append(all, "")
}

// file returns functions of some lines each.
func (l tongue) file(r *rand.Rand, functions, lines int) (all []string) {
	for range functions {
		all = append(all, l.function(r, lines)...)
	}
	return all
}

// renamed gives all names others.
func renamed(r *rand.Rand, lines []string) []string {
	to := map[string]string{}
	var all []string
	for _, line := range lines {
		words := []rune(line)
		var b strings.Builder
		for i := 0; i < len(words); {
			j := i
			for j < len(words) && (words[j] >= 'a' && words[j] <= 'z' || words[j] >= '0' && words[j] <= '9') {
				j++
			}
			word := string(words[i:j])
			if j > i+2 && words[i+2] >= '0' && words[i+2] <= '9' && words[i] >= 'a' {
				if to[word] == "" {
					to[word] = fmt.Sprintf("n%c%d", 'a'+r.IntN(26), 100+len(to))
				}
				word = to[word]
			}
			b.WriteString(word)
			if j == i {
				b.WriteRune(words[i])
				j++
			}
			i = j
		}
		all = append(all, b.String())
	}
	return all
}

// edited drops lines, and inserts others, one of so many each.
func edited(r *rand.Rand, l tongue, lines []string, insert, drop int) (all []string) {
	others := l.function(r, len(lines))
	for i, line := range lines {
		inside := i > 0 && i < len(lines)-2
		if inside && insert > 0 && i%insert == 0 {
			all = append(all, others[i])
		}
		if !inside || drop == 0 || i%drop != drop-1 {
			all = append(all, line)
		}
	}
	return all
}

// shuffled puts blocks of so many lines in another order.
func shuffled(r *rand.Rand, lines []string, size int) []string {
	blocks := slices.Collect(slices.Chunk(lines, size))
	r.Shuffle(len(blocks), func(i, j int) { blocks[i], blocks[j] = blocks[j], blocks[i] })
	return slices.Concat(blocks...)
}

func text(lines ...[]string) string {
	var all []string
	for _, some := range lines {
		all = append(all, some...)
	}
	return strings.Join(all, "\n") + "\n"
}

// change is what somebody did to a copy.
type change struct {
	name         string
	renamed      bool
	insert, drop int // every so manieth line
	shuffled     int // blocks of so many lines are in another order
}

var changes = []change{
	{"verbatim", false, 0, 0, 0}, {"renamed", true, 0, 0, 0}, {"edited", false, 5, 9, 0}, {"every third line inserted", false, 3, 0, 0},
	{"renamed, every fifth line inserted", true, 5, 0, 0}, {"renamed, every third line inserted", true, 3, 0, 0},
	{"renamed, every line inserted", true, 1, 0, 0}, {"renamed, a fifth dropped", true, 0, 5, 0}, {"renamed and edited", true, 7, 9, 0},
	{"shuffled", false, 0, 0, 5}, {"shuffled by three lines", false, 0, 0, 3}, {"renamed and shuffled", true, 0, 0, 5},
}

// verdicts are how sure each command is of a copy; 0 if it lists none.
type verdicts struct {
	search, mcp, scan, pairs, compare float64
	shown                             float64 // 1 if compare shows a match: it does not know how common that is
	weaker                            int     // likely copies that scan counts
	words                             words
}

// words are the verdicts of scan, of find_origin and of check_changes with a diff.
type words struct{ scan, origin, diff string }

// The same two texts are a copy for each command, if one of them is 95% sure. Pairs compares whole
// files. If these have too little in common, it lists matches, as with --min-match. Scan counts a
// likely copy that it does not list.
func TestVerdict_IsOne(t *testing.T) {
	const surely, likely = 0.95, 0.8
	found := 0
	for n, l := range tongues {
		r := rand.New(rand.NewPCG(uint64(n), 11))
		files := map[string]string{}
		for i := range 6 {
			files[fmt.Sprint("lib/", i, l.extension)] = text(l.file(r, 5, 12))
		}
		sizes := []int{6, 10, 16, 24, 40}
		var plants [][]string
		for i, lines := range sizes {
			plants = append(plants, l.function(r, lines))
			files[fmt.Sprint("lib/plant", i, l.extension)] = text(l.file(r, 2, 12), plants[i], l.file(r, 2, 12))
		}
		folder := filetest.Folder(t, files)
		s := newServer(t, indexesOf(t, folder), "")
		for i, plant := range plants {
			for j, c := range changes {
				changed := plant
				if c.renamed {
					changed = renamed(r, changed)
				}
				changed = edited(r, l, changed, c.insert, c.drop)
				if c.shuffled > 0 {
					changed = shuffled(r, changed, c.shuffled)
				}
				around := 3 * ((n + i + j) % 2) // other languages have the other number
				source := text(l.file(r, around, 10), changed, l.file(r, around, 10))
				if ringtest.Skips(n+i+j, len(tongues)) { // another language has it
					continue
				}
				v := verdictsOn(t, s, "f"+l.extension, source, filepath.Join(folder, "lib", fmt.Sprint("plant", i, l.extension)), byAll&^byCompare)
				if v.search >= surely {
					found++
				}
				if w := v.words; (w.scan == Copied) != (w.origin == Copied) || (w.scan == Copied) != (w.diff == Copied) {
					t.Errorf("%s, %d lines, %s, %d functions around: %+v", l.extension, sizes[i], c.name, around, v)
				}
				sure := []float64{v.mcp, v.scan, v.pairs} // pairs knows no other documents: it may be surer
				if v.search >= surely && slices.Min(sure) == 0 {
					t.Errorf("%s, %d lines, %s, %d functions around: %+v", l.extension, sizes[i], c.name, around, v)
				}
				if v.search >= likely && v.scan == 0 && v.weaker == 0 {
					t.Errorf("%s, %d lines, %s, %d functions around: scan counts no likely copy: %+v", l.extension, sizes[i], c.name, around, v)
				}
			}
		}
	}
	if found < ringtest.Of(20, 100) {
		t.Errorf("search is sure of %d plants only", found)
	}
}

// Serve asks what search asks. More figures of the hits change none.
func TestVerdict_ServeAsksAsSearch(t *testing.T) {
	d, o := chaffinch.Document{Name: "f.go", Source: []byte(program(3, "b"))}, chaffinch.SearchOptions{MinScore: chaffinch.DefaultMinScore("", false)}
	x, err := indexes(t, corpus()).Acquire("")
	must(t, err)
	defer x.Close()
	searched, err := x.Search(t.Context(), d, o)
	must(t, err)
	served, asked, err := serve.SearchRequest{Document: serve.Document{Source: string(d.Source), Name: d.Name}}.Question(false)
	must(t, err)
	if o.Measures = true; !reflect.DeepEqual(served, d) || !reflect.DeepEqual(asked, o) {
		t.Fatalf("serve asks %+v, not %+v", asked, o)
	}
	a, err := x.Search(t.Context(), served, asked)
	must(t, err)
	if len(a.Hits) == 0 || len(a.Hits) != len(searched.Hits) {
		t.Fatalf("%d hits, not %d", len(a.Hits), len(searched.Hits))
	}
	for i, h := range a.Hits {
		if want := searched.Hits[i]; h.Content != want.Content || h.Score != want.Score || h.Probability != want.Probability {
			t.Errorf("hit %d of serve: %+v, of search: %+v", i, h, want)
		}
	}
}

// Scan knows a file with the bytes of a document by its id, and the other commands align it. The
// verdict is one, and the verdict on an edited copy.
func TestVerdict_IsOneOnIdenticalFiles(t *testing.T) {
	for n, l := range tongues {
		r := rand.New(rand.NewPCG(uint64(n), 15))
		files, want := map[string]string{}, map[string]string{}
		for i := range 120 {
			if other := text(l.file(r, 4, 12)); !ringtest.Skips(i, 3) {
				files[fmt.Sprint("lib/d", i, l.extension)] = other
			}
		}
		for i, functions := range []int{1, 2, 4, 8} {
			copied, made := fmt.Sprint("copied", i, l.extension), fmt.Sprint("made", i, l.extension)
			files["lib/"+copied], want[copied] = text(l.file(r, functions, 12)), Copied
			files["lib/"+made], want[made] = comment(l, "Code generated by p. DO NOT EDIT.")+text(l.file(r, functions, 12)), Common
		}
		shared := l.file(r, 4, 12)
		for i := range 30 {
			wide := fmt.Sprint("wide", i, l.extension)
			files["lib/"+wide] = text(shared, []string{fmt.Sprintf("v%d = %d", i, i)}) // of one origin
			if i < 2 {
				want[wide] = Copied
			}
		}
		folder := filetest.Folder(t, files)
		s := newServer(t, indexesOf(t, folder), "")
		for name, verdict := range want {
			origin := filepath.Join(folder, "lib", name)
			v := verdictsOn(t, s, name, files["lib/"+name], origin, byScan|byAssistant)
			changed := verdictsOn(t, s, name, files["lib/"+name]+"\nedited = 1\n", origin, byScan)
			if v.words.scan != verdict || v.words.origin != verdict || changed.words.scan != verdict {
				t.Errorf("%s: %+v; edited: %+v", name, v, changed)
			}
		}
	}
}

// comment returns a comment of a line.
func comment(l tongue, text string) string {
	if l.extension == ".py" {
		return "# " + text + "\n"
	}
	return "// " + text + "\n"
}

// A function in two large files is little of both. pairs is as sure of it as search, and compare,
// which does not know how common it is, shows it.
func TestVerdict_IsOneInLargeFiles(t *testing.T) {
	found, low := 0, 0
	for n, l := range tongues {
		r := rand.New(rand.NewPCG(uint64(n), 15))
		for i, lines := range []int{16, 24, 40} {
			plant := l.function(r, lines)
			original := text(l.file(r, 12, 12), plant, l.file(r, 12, 12))
			folder := filetest.Folder(t, map[string]string{"b" + l.extension: original})
			x, err := newServer(t, indexesOf(t, folder), "").indexes.Acquire("")
			must(t, err)
			defer x.Close()
			origin := filepath.Join(folder, "b"+l.extension)
			for j, c := range changes {
				changed := plant
				if c.renamed {
					changed = renamed(r, changed)
				}
				if changed = edited(r, l, changed, c.insert, c.drop); c.shuffled > 0 {
					changed = shuffled(r, changed, c.shuffled)
				}
				files := map[string]string{"a" + l.extension: text(l.file(r, 9, 12), changed, l.file(r, 9, 12))}
				if ringtest.Skips(n+i+j, len(tongues)) { // another language has it
					continue
				}
				d := chaffinch.Document{Name: "a" + l.extension, Source: []byte(files["a"+l.extension])}
				a, err := x.Search(t.Context(), d, chaffinch.SearchOptions{MinScore: chaffinch.DefaultMinScore("", false)})
				must(t, err)
				sure := sureOf(a, origin)
				if sure < threshold.SureCopy {
					continue
				}
				found++
				name := fmt.Sprintf("%s, %d lines, %s: search is sure %.3f", l.extension, lines, c.name, sure)
				both, err := chaffinch.Compare(t.Context(), d, chaffinch.Document{Name: origin, Source: []byte(original)}, chaffinch.CompareOptions{})
				must(t, err)
				if both.Score < threshold.ListedPair {
					low++
				}
				if len(both.Matches) == 0 {
					t.Errorf("%s, compare finds nothing", name)
				}
				like, err := x.Similar(t.Context(), d, chaffinch.SearchOptions{MinScore: chaffinch.DefaultMinScore("", true)})
				must(t, err)
				if p := sureOf(like, origin); p < sure-0.001 {
					t.Errorf("%s, similar %.3f", name, p)
				}
				project := filetest.Folder(t, files)
				if p := sureOfPair(t, filepath.Join(project, d.Name), origin); p < sure-0.001 {
					t.Errorf("%s, pairs %.3f", name, p)
				}
			}
		}
	}
	if found < ringtest.Of(18, 100) || low < found/2 {
		t.Errorf("search is sure of %d plants, %d of them in files that are not alike", found, low)
	}
}

// Many documents have the code with a line more, and with other names. One that has it in pieces,
// each with names that agree, comes before them.
func TestVerdict_IsOneBesideIdioms(t *testing.T) {
	found := 0
	for n, l := range tongues {
		r := rand.New(rand.NewPCG(uint64(n), 16))
		files, questions := map[string]string{}, map[string]string{}
		for lines := 8; lines < 20; lines++ {
			plant := l.function(r, lines)
			origin := fmt.Sprint("plant", lines, l.extension)
			files["lib/"+origin] = text(l.file(r, 2, 12), plant[:lines*2/3], l.file(r, 2, 12), plant[lines*2/3+1:], l.file(r, 2, 12))
			if question := text(renamed(r, slices.Delete(slices.Clone(plant), lines*2/3, lines*2/3+1))); !ringtest.Skips(n+lines, 2) {
				questions[origin] = question
			}
			for i := range 8 {
				files[fmt.Sprint("lib/like", lines, i, l.extension)] = text(renamed(r, plant))
			}
		}
		found += copiedIn(t, l, files, questions)
	}
	if found < ringtest.Of(10, 20) {
		t.Errorf("search is sure of %d plants only", found)
	}
}

// Documents that have the same code in two pieces, each of which may be an idiom, take nothing away
// from the one that has it whole.
func TestVerdict_IsOneBesidePieces(t *testing.T) {
	found := 0
	for n, l := range tongues {
		r := rand.New(rand.NewPCG(uint64(n), 14))
		files, questions := map[string]string{}, map[string]string{}
		for lines := 12; lines < 28; lines++ {
			plant := l.function(r, lines)
			origin := fmt.Sprint("plant", lines, l.extension)
			files["lib/"+origin] = text(plant)
			if question := text(edited(r, l, renamed(r, plant), 3, 0)); !ringtest.Skips(n+lines, 2) {
				questions[origin] = question
			}
			for i := range 3 {
				pieces := slices.Insert(slices.Clone(plant), lines/2, l.file(r, 1, 9)...)
				files[fmt.Sprint("lib/pieces", lines, i, l.extension)] = text(l.file(r, 2, 12), pieces, l.file(r, 2, 12))
			}
		}
		found += copiedIn(t, l, files, questions)
	}
	if found < ringtest.Of(20, 40) {
		t.Errorf("search is sure of %d plants only", found)
	}
}

// Documents that have parts of the code, none half of it, take nothing away either: compare knows
// nothing of them.
func TestVerdict_IsOneBesideParts(t *testing.T) {
	l := tongues[0]
	r := rand.New(rand.NewPCG(1, 36))
	named := func(prefix string, lines []string) []string {
		return strings.Split(strings.ReplaceAll(strings.Join(lines, "\n"), "_", prefix), "\n")
	}
	plant := strings.Split(asktest.Walk, "\n")
	files := map[string]string{"lib/plant.go": text(l.file(r, 2, 12), named("of", plant), l.file(r, 2, 12))}
	const part = 3
	for from := 0; from+part <= len(plant); from++ {
		some := named("my", plant[from:from+part])
		files[fmt.Sprint("lib/part", from, ".go")] = text(l.file(r, 2, 12), some, l.file(r, 2, 12))
	}
	folder := filetest.Folder(t, files)
	s := newServer(t, indexesOf(t, folder), "")
	changed := named("my", slices.Insert(slices.Clone(plant), 8, "	fmt.Println(6, \"here\")"))
	v := verdictsOn(t, s, "f.go", text(l.file(r, 1, 6), changed), filepath.Join(folder, "lib", "plant.go"), byAll)
	if sure := []float64{v.search, v.mcp, v.scan, v.pairs, v.shown}; slices.Min(sure) < 0.95 || v.words.diff != Copied {
		t.Errorf("%+v", v)
	}
}

// copiedIn indexes the files, and checks that all that search is sure of is a copy to scan and the
// assistant. It returns the number of these questions, which are by the name of their origin in
// lib.
func copiedIn(t *testing.T, l tongue, files, questions map[string]string) (found int) {
	t.Helper()
	folder := filetest.Folder(t, files)
	s := newServer(t, indexesOf(t, folder), "")
	for name, source := range questions {
		v := verdictsOn(t, s, "f"+l.extension, source, filepath.Join(folder, "lib", name), bySearch|byScan|byAssistant|byDiff)
		if v.search >= 0.95 {
			found++
			if w := v.words; w.scan != Copied || w.origin != Copied || w.diff != Copied {
				t.Errorf("%s: %+v", name, v)
			}
		}
	}
	return found
}

// dressed returns a source as other files show it. Those of .txt and .dat begin inside a comment.
func dressed(l tongue, extension, source string) string {
	mark := map[string]string{".py": "\"\"\"\n"}[l.extension]
	comment := "The sum of both, and of what else there is\nto be said about all of it. Nobody needs more.\n"
	switch extension {
	case ".txt":
		return comment + cmp.Or(mark, " */\n") + source
	case ".dat": // one function
		return strings.Repeat(comment, 4) + cmp.Or(mark, " */\n") + source[strings.LastIndex(strings.TrimSpace(source), "\n\n"):]
	case ".j2":
		return "{{ if .X }}\n" + source + "{{ end }}\n"
	case ".md":
		return comment + "\n```\n" + source + "```\n\nThat is all of it.\n"
	case ".lst":
		var b strings.Builder
		for i, line := range strings.SplitAfter(strings.TrimSpace(source), "\n") {
			fmt.Fprintf(&b, "%4d: %s", i+1, line)
		}
		return b.String() + "\n"
	}
	return source
}

// So it is if the file has an extension of another language, or of none.
func TestVerdict_IsOneUnderWrongNames(t *testing.T) {
	for n, l := range tongues {
		r := rand.New(rand.NewPCG(uint64(n), 12))
		source := text(l.file(r, 6, 12))
		folder := filetest.Folder(t, map[string]string{"lib/a" + l.extension: source, "lib/b" + l.extension: text(l.file(r, 6, 12))})
		s := newServer(t, indexesOf(t, folder), "")
		for i, extension := range strings.Fields(".tex .el .ini .css .lisp .l .clj .s .inc .v .svg .hbs .erl .graphql .txt .dat .lst .md .j2") {
			if ringtest.Skips(n+i, 2) { // other languages have it
				continue
			}
			v := verdictsOn(t, s, "f"+extension, dressed(l, extension, source[strings.Index(source, "\n\n")+2:]), filepath.Join(folder, "lib", "a"+l.extension), byAll)
			if sure := []float64{v.search, v.mcp, v.scan, v.pairs, v.compare}; slices.Min(sure) < 0.95 || v.words.diff != Copied {
				t.Errorf("%s as %s: %+v", l.extension, extension, v)
			}
		}
	}
}

// Search finds what scan finds in another language than the name says, although a part is found as
// the name says.
func TestVerdict_IsOneBesideWeakHits(t *testing.T) {
	const surely, likely = 0.95, 0.75
	found := 0
	for n, l := range tongues {
		r := rand.New(rand.NewPCG(uint64(n), 31))
		files := map[string]string{}
		var plants [][]string
		for i := range 5 {
			plants = append(plants, l.function(r, 7+i))
			files[fmt.Sprint("lib/plant", i, l.extension)] = text(l.file(r, 2, 12), plants[i], l.file(r, 2, 12))
		}
		folder := filetest.Folder(t, files)
		s := newServer(t, indexesOf(t, folder), "")
		for i, plant := range plants {
			for _, between := range []int{1, 2} {
				for j, extension := range []string{".ts", ".h", ".py"} {
					var lines []string
					for j, line := range renamed(r, plant) {
						lines = append(lines, line)
						if j%between == between-1 {
							lines = append(lines, strings.TrimSuffix(comment(l, "it's the sum of what's there, or (if not) less"), "\n"))
						}
					}
					source := text(l.file(r, 2, 10), lines, l.file(r, 2, 10))
					if ringtest.Skips(n+i+between+j, 2) { // another language has it
						continue
					}
					v := verdictsOn(t, s, "f"+extension, source, filepath.Join(folder, "lib", fmt.Sprint("plant", i, l.extension)), bySearch|byScan)
					if v.search >= surely {
						found++
					}
					if v.scan >= surely && v.search < likely || v.search >= surely && v.words.scan != Copied {
						t.Errorf("%s as %s, plant %d, a comment after %d lines: %+v", l.extension, extension, i, between, v)
					}
				}
			}
		}
	}
	if found < ringtest.Of(40, 80) {
		t.Errorf("search is sure of %d plants only", found)
	}
}

// A file that seems to begin inside a docstring is also read as whole: else a copy may be inside a
// string.
func TestVerdict_IsOneInsideDocstrings(t *testing.T) {
	l := tongues[3]
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 32))
		plant, host := l.function(r, 14), l.file(r, 6, 12)
		folder := filetest.Folder(t, map[string]string{
			"lib/a.py": text(l.file(r, 2, 12), plant, l.file(r, 2, 12)), "lib/b.py": text(shuffled(r, renamed(r, host), 1)), // has a little of the host
		})
		s := newServer(t, indexesOf(t, folder), "")
		doc := "    Sum of both, and of what else is there\n    to be said about all of it.\n"
		source := doc + "    \"\"\"\n" + text(host[:42]) + "def f():\n    \"\"\"\n" + doc + text(renamed(r, plant)) + "    \"\"\"\n" + text(host[42:])
		v := verdictsOn(t, s, "f.py", source, filepath.Join(folder, "lib", "a.py"), byAll)
		if sure := []float64{v.search, v.mcp, v.scan, v.pairs, v.shown}; slices.Min(sure) < 0.95 || v.words.diff != Copied {
			t.Errorf("%d: %+v", seed, v)
		}
	}
}

// withDocstrings returns the lines of functions with a docstring each.
func withDocstrings(r *rand.Rand, l tongue, each int) (lines []string) {
	const doc = "    \"\"\"Sum of both, and of what else is there\n    to be said about all of it.\n    \"\"\""
	for range 16 {
		f := l.function(r, each)
		lines = append(append(append(lines, f[0], doc), f[1:]...), "")
	}
	return lines
}

// A file that is cut inside a docstring has its code in strings, and its docstrings as code.
// Whoever compares two files reads it as cut, as search does.
func TestVerdict_IsOneOnCutFiles(t *testing.T) {
	l := tongues[3]
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 37))
		lines := withDocstrings(r, l, 1)
		folder := filetest.Folder(t, map[string]string{"lib/a.py": text(lines)})
		s := newServer(t, indexesOf(t, folder), "")
		_, cut, _ := strings.Cut(text(renamed(r, lines)), "\"\"\"")
		v := verdictsOn(t, s, "f.py", cut, filepath.Join(folder, "lib", "a.py"), byAll)
		if sure := []float64{v.search, v.pairs, v.compare}; slices.Min(sure) < 0.95 {
			t.Errorf("%d: %+v of\n%s", seed, v, cut)
		}
	}
}

// So it is of code in the comments of a block of Markdown, and in the strings of a program in
// another language.
func TestVerdict_IsOneInsideBlocksAndStrings(t *testing.T) {
	for n, l := range tongues[1:3] {
		r := rand.New(rand.NewPCG(uint64(n), 35))
		plant := l.function(r, 20)
		folder := filetest.Folder(t, map[string]string{"lib/a" + l.extension: text(l.file(r, 2, 12), plant, l.file(r, 2, 12)), "lib/b" + l.extension: text(l.file(r, 6, 12))})
		s := newServer(t, indexesOf(t, folder), "")
		code := strings.TrimSuffix(text(renamed(r, plant)), "\n\n") + "\n"
		for name, source := range map[string]string{
			"f.md": "# Notes\n\nSome words about it.\n\n```" + l.extension[1:] + "\n/// " + strings.ReplaceAll(strings.TrimSpace(code), "\n", "\n/// ") + "\n```\n\nMore words here.\n",
			"f.py": "SOURCE = r\"\"\"\n" + code + "\"\"\"\nprint(SOURCE)\n",
		} {
			v := verdictsOn(t, s, name, source, filepath.Join(folder, "lib", "a"+l.extension), byAll)
			if sure := []float64{v.search, v.mcp, v.scan, v.pairs, v.compare}; slices.Min(sure) < 0.95 || v.words.diff != Copied {
				t.Errorf("%s in %s: %+v", l.extension, name, v)
			}
			x, err := s.indexes.Acquire("")
			must(t, err)
			like, err := x.Similar(t.Context(), chaffinch.Document{Name: name, Source: []byte(source)}, chaffinch.SearchOptions{MinScore: chaffinch.DefaultMinScore("", true)})
			must(t, err)
			if p := sureOf(like, filepath.Join(folder, "lib", "a"+l.extension)); p < 0.95 {
				t.Errorf("%s in %s: similar %.3f", l.extension, name, p)
			}
			x.Close()
		}
	}
}

// listed returns a source as cat -n prints it, and quoted as a reply to an e-mail has it.
func listed(source string) string {
	var b strings.Builder
	for i, line := range strings.SplitAfter(strings.TrimSpace(source), "\n") {
		fmt.Fprintf(&b, "%6d\t%s", i+1, line)
	}
	return b.String() + "\n"
}

func quoted(source string) string {
	return "From: A <a@example.org>\nSubject: Re: it's what we need\n\nOn Monday B wrote:\n> " +
		strings.ReplaceAll(strings.TrimSpace(source), "\n", "\n> ") + "\n\nThat isn't all of it.\n"
}

// A listing with line numbers and a quotation are taken apart by each command, whatever their name:
// the marks before the lines change no kind of a copy, nor the number of tokens.
func TestVerdict_IsOneOnListingsAndMail(t *testing.T) {
	for n, l := range tongues {
		r := rand.New(rand.NewPCG(uint64(n), 38))
		plant := l.function(r, 60)
		folder := filetest.Folder(t, map[string]string{"lib/a" + l.extension: text(l.file(r, 2, 12), plant), "lib/b" + l.extension: text(l.file(r, 6, 12))})
		x, err := newServer(t, indexesOf(t, folder), "").indexes.Acquire("")
		must(t, err)
		for kind, source := range map[string]string{
			"renamed":  text(l.file(r, 1, 6), renamed(r, plant), l.file(r, 1, 6)),
			"verbatim": text(plant),
		} {
			plain := kindsOn(t, x, "f"+l.extension, source, filepath.Join(folder, "lib", "a"+l.extension))
			if kind == "verbatim" && plain.kinds[0] != kind {
				t.Errorf("%s: %v, not %s", l.extension, plain, kind)
			}
			names := []string{"f" + l.extension}
			if kind == "renamed" && l.extension != ".js" { // the others look like others without their names
				names = append(names, "f.txt")
			}
			for way, dressed := range map[string]string{"listed": listed(source), "quoted": quoted(source)} {
				for _, name := range names {
					if got := kindsOn(t, x, name, dressed, filepath.Join(folder, "lib", "a"+l.extension)); got.kinds != plain.kinds || way == "listed" && got.tokens != plain.tokens {
						t.Errorf("%s, %s, %s: %v, not as in code: %v", kind, way, name, got, plain)
					}
				}
			}
		}
		x.Close()
	}
}

// logged returns a source as a CI job logs it, with a time before each line. Lines of the job are
// before it.
func logged(r *rand.Rand, source string, lines int) string {
	messages := []string{"##[group]Run actions/checkout@v4", "added 320 packages in 14s", "npm warn deprecated glob@7.2.3", "Download action repository", "PASS src/x.test"}
	var log strings.Builder
	at := func() string {
		return fmt.Sprintf("2026-03-01T10:%02d:%02d.%07dZ ", r.IntN(60), r.IntN(60), r.IntN(1e7))
	}
	for range lines {
		log.WriteString(at() + messages[r.IntN(len(messages))] + "\n")
	}
	for line := range strings.Lines(source) {
		log.WriteString(at() + line)
	}
	return log.String()
}

// A long log with few messages hides no code in it.
func TestVerdict_IsOneInLogs(t *testing.T) {
	for n, l := range tongues {
		r := rand.New(rand.NewPCG(uint64(n), 71))
		plant := l.function(r, 40)
		folder := filetest.Folder(t, map[string]string{"lib/a" + l.extension: text(l.file(r, 2, 12), plant, l.file(r, 2, 12)), "lib/b" + l.extension: text(l.file(r, 6, 12))})
		s := newServer(t, indexesOf(t, folder), "")
		for _, lines := range []int{40, 1100} {
			v := verdictsOn(t, s, "job.log", logged(r, text(renamed(r, plant)), lines), filepath.Join(folder, "lib", "a"+l.extension), byAll&^byDiff)
			if min(v.search, v.mcp, v.scan, v.pairs, v.compare) < 0.95 || v.words.scan != Copied {
				t.Errorf("%s below %d lines: %+v", l.extension, lines, v)
			}
		}
	}
}

// coloured returns a source as bat prints it, with an escape before and after each word.
func coloured(source string) string {
	return regexp.MustCompile(`[A-Za-z_]\w*`).ReplaceAllString(source, "\x1b[38;5;70m$0\x1b[0m")
}

// colouredDiff returns a diff that adds a file, as git prints it.
func colouredDiff(name, source string) string {
	lines := strings.SplitAfter(diffOf(name, source), "\n")
	for i, line := range lines {
		if mark, rest, ok := strings.Cut(line, "+"); ok && mark == "" && i > 1 {
			lines[i] = "\x1b[32m+\x1b[m\x1b[32m" + strings.TrimSuffix(rest, "\n") + "\x1b[m\n"
		} else {
			lines[i] = "\x1b[1m" + strings.TrimSuffix(line, "\n") + "\x1b[m\n"
		}
	}
	return strings.Join(lines, "")
}

// Colours of a terminal are left out of whatever is read, also of the files of an index.
func TestVerdict_IsOneInColours(t *testing.T) {
	for n, l := range tongues {
		r := rand.New(rand.NewPCG(uint64(n), 53))
		plant, indexed := l.function(r, 30), l.function(r, 30)
		folder := filetest.Folder(t, map[string]string{
			"lib/a" + l.extension: text(l.file(r, 2, 12), plant, l.file(r, 2, 12)), "lib/b" + l.extension: text(l.file(r, 6, 12)),
			"lib/shown" + l.extension: coloured(text(l.file(r, 2, 12), indexed, l.file(r, 2, 12))),
		})
		s := newServer(t, indexesOf(t, folder), "")
		code := text(renamed(r, plant))
		for name, source := range map[string]string{
			"f" + l.extension: coloured(code), "f.txt": coloured(listed(text(plant))), "f.diff": colouredDiff("x"+l.extension, code),
			"f.eml": coloured(quoted(text(plant))), "f.md": coloured("# Notes\n\n" + notes + "\n```" + l.extension[1:] + "\n" + code + "```\n"),
		} {
			v := verdictsOn(t, s, name, source, filepath.Join(folder, "lib", "a"+l.extension), byAll&^byDiff)
			if min(v.search, v.mcp, v.scan, v.pairs, v.compare) < 0.95 || v.words.scan != Copied {
				t.Errorf("%s, %s: %+v", l.extension, name, v)
			}
		}
		v := verdictsOn(t, s, "f"+l.extension, text(renamed(r, indexed)), filepath.Join(folder, "lib", "shown"+l.extension), byAll)
		if min(v.search, v.mcp, v.scan, v.pairs, v.compare) < 0.95 || v.words.diff != Copied {
			t.Errorf("%s, coloured in the index: %+v", l.extension, v)
		}
		x, err := s.indexes.Acquire("")
		must(t, err)
		origin := filepath.Join(folder, "lib", "a"+l.extension)
		if plain, got := kindsOn(t, x, "f"+l.extension, text(plant), origin), kindsOn(t, x, "f"+l.extension, coloured(text(plant)), origin); got != plain {
			t.Errorf("%s: %v, without colours %v", l.extension, got, plain)
		}
		x.Close()
	}
}

// encodedMail returns an e-mail of two bodies as programs save it, the first in that encoding.
func encodedMail(t *testing.T, encoding, body string) string {
	t.Helper()
	var b strings.Builder
	var w io.WriteCloser = quotedprintable.NewWriter(&b)
	if encoding == "base64" {
		w = base64.NewEncoder(base64.StdEncoding, &b)
	}
	_, err := io.WriteString(w, body)
	must(t, err)
	must(t, w.Close())
	text := strings.ReplaceAll(b.String(), "\r\n", "\n")
	if encoding == "base64" {
		text = regexp.MustCompile(".{76}").ReplaceAllString(text, "$0\n")
	}
	return "From: A <a@example.org>\nSubject: Re: it\nContent-Type: multipart/mixed;\n boundary=\"=_1\"\n\n--=_1\nContent-Type: text/plain; charset=utf-8\n" +
		"Content-Transfer-Encoding: " + encoding + "\n\n" + text + "\n--=_1\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgoAAAANSUhEUg==\n--=_1--\n"
}

// The bodies of e-mails are decoded, whatever the name.
func TestVerdict_IsOneOnEncodedMail(t *testing.T) {
	for n, l := range tongues {
		r := rand.New(rand.NewPCG(uint64(n), 56))
		plant := l.function(r, 30)
		folder := filetest.Folder(t, map[string]string{"lib/a" + l.extension: text(l.file(r, 2, 12), plant, l.file(r, 2, 12)), "lib/b" + l.extension: text(l.file(r, 6, 12))})
		s := newServer(t, indexesOf(t, folder), "")
		for _, encoding := range []string{"base64", "quoted-printable"} {
			_, body, _ := strings.Cut(quoted(text(renamed(r, plant))), "\n\n")
			body = strings.ReplaceAll(body, " = ", " \x1b[1;31m=\x1b[m ") // escapes are found in decoded text, too
			source := encodedMail(t, encoding, notes+"\n"+body)
			for _, name := range []string{"f.eml", "f.txt"} {
				v := verdictsOn(t, s, name, source, filepath.Join(folder, "lib", "a"+l.extension), byAll&^byDiff)
				if min(v.search, v.mcp, v.scan, v.pairs, v.compare) < 0.95 || v.words.scan != Copied {
					t.Errorf("%s, %s, %s: %+v", l.extension, encoding, name, v)
				}
			}
		}
	}
}

// A page holds code in lines that end at tags, with spaces that do not break. All commands read it
// as search does.
func TestVerdict_IsOneOnPages(t *testing.T) {
	ways := map[string]func(string) string{
		"line breaks": func(code string) string { return "<div>" + strings.ReplaceAll(code, "\n", "<br>\n") + "</div>" },
		"divisions":   func(code string) string { return "<div>" + strings.ReplaceAll(code, "\n", "</div>\n<div>") + "</div>" },
		"rows": func(code string) string {
			return "<table><tr><td>" + strings.ReplaceAll(code, "\n", "</td></tr>\n<tr><td>") + "</td></tr></table>"
		},
	}
	for n, l := range tongues {
		r := rand.New(rand.NewPCG(uint64(n), 41))
		plant := l.function(r, 20)
		folder := filetest.Folder(t, map[string]string{"lib/a" + l.extension: text(l.file(r, 2, 12), plant, l.file(r, 2, 12)), "lib/b" + l.extension: text(l.file(r, 6, 12))})
		s := newServer(t, indexesOf(t, folder), "")
		code := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", " ", "&nbsp;").Replace(strings.TrimSpace(text(plant)))
		for way, dress := range ways {
			v := verdictsOn(t, s, "f.html", "<p>Look at this</p>"+dress(code)+"\n", filepath.Join(folder, "lib", "a"+l.extension), bySearch|byScan|byCompare|byPairs)
			if min(v.search, v.scan, v.compare, v.pairs) < 0.95 || v.words.scan != Copied {
				t.Errorf("%s in %s: %+v", l.extension, way, v)
			}
		}
	}
}

// A diff without a head, or a table of a terminal, has a mark before each line. Its name tells no
// language, but its words do.
func TestVerdict_IsOneBehindMarks(t *testing.T) {
	const plant = `// capitalised returns the words that have a letter, each with a capital.
func capitalised(words []string, known map[string]bool) (all []string, err error) {
	for at, word := range words {
		head, size := utf8.DecodeRuneInString(word)
		if size == 0 || known[word] {
			continue // nothing to change
		}
		if head == utf8.RuneError {
			return nil, fmt.Errorf("word %d: %q is damaged", at, word)
		}
		all = append(all, string(unicode.ToUpper(head))+word[size:])
	}
	return all, nil
}
`
	l := tongues[0]
	r := rand.New(rand.NewPCG(43, 43))
	folder := filetest.Folder(t, map[string]string{"lib/a.go": text(l.file(r, 2, 12)) + plant, "lib/b.go": text(l.file(r, 6, 12))})
	x, err := newServer(t, indexesOf(t, folder), "").indexes.Acquire("")
	must(t, err)
	defer x.Close()
	for _, mark := range []string{"+", "| ", "# ", "#"} {
		behind := func(lines string) string { return mark + strings.ReplaceAll(lines, "\n", "\n"+mark) + "\n" }
		origin := filepath.Join(folder, "lib", "a.go")
		if got := kindsOn(t, x, "f.txt", behind(plant), origin); got.kinds != [4]string{"verbatim", "verbatim", "verbatim", "verbatim"} {
			t.Errorf("behind %q: %v", mark, got)
		}
	}
}

// A script writes a program whose documentation is longer than its code. The first line hides it
// from no command.
func TestVerdict_IsOneInHeredocs(t *testing.T) {
	l := tongues[3]
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 42))
		doc := "    \"\"\"Returns the sum of both" + strings.Repeat("\n    and of what else is there to be said about all of it", 8) + ".\n    \"\"\""
		f := l.function(r, 16)
		lines := []string{f[0], doc}
		for half := range slices.Chunk(f[1:17], 8) {
			lines = append(lines, "    "+strings.ReplaceAll(strings.TrimSpace(strings.Join(half, ";")), ";    ", "; "))
		}
		folder := filetest.Folder(t, map[string]string{"lib/a.py": text(lines), "lib/b.py": text(l.file(r, 6, 12))})
		s := newServer(t, indexesOf(t, folder), "")
		source := "#!/bin/sh\nset -e\ncat > x.py <<'EOF'\n" + text(lines) + "EOF\necho done\n"
		v := verdictsOn(t, s, "f.sh", source, filepath.Join(folder, "lib", "a.py"), bySearch|byScan)
		if min(v.search, v.scan) < 0.95 || v.words.scan != Copied {
			t.Errorf("%d: %+v", seed, v)
		}
	}
}

// Code in a comment of another language is a part of its own for each command, under the name of
// its host and without a name.
func TestVerdict_IsOneInCommentsOfOtherLanguages(t *testing.T) {
	hosts := map[string]string{
		"f.html": "<!doctype html>\n<html><body>\n<p>Hello, this is our page.</p>\n<!--\n%s-->\n<p>ok</p></body></html>\n",
		"f.css":  "a { color: red; }\n/*\n%s*/\nb { color: blue; margin: 0 1px 2px 3px; }\n",
		"f.hs":   "module A where\n{-\n%s-}\nf :: Int -> Int\nf x = x + 1\n",
		"f.rb":   "x = 1\n=begin\n%s=end\nputs x\n",
		"f.lua":  "local x = 1\n--[==[\n%s]==]\nprint(x)\n",
		"f.xml":  "<project>\n<name>x</name>\n<!--\n%s-->\n</project>\n",
		"f.php":  "<?php\nfunction f($a) { return $a + 1; }\n/*\n%s*/\necho f(2);\n",
		"f.md":   "# Title\n\nSome words.\n\n<!--\n%s-->\n\nMore words here.\n",
	}
	for n, l := range tongues {
		r := rand.New(rand.NewPCG(uint64(n), 73))
		plant := l.function(r, 24)
		folder := filetest.Folder(t, map[string]string{"lib/a" + l.extension: text(l.file(r, 2, 12), plant, l.file(r, 2, 12)), "lib/b" + l.extension: text(l.file(r, 6, 12))})
		s, origin := newServer(t, indexesOf(t, folder), ""), filepath.Join(folder, "lib", "a"+l.extension)
		for name, host := range hosts {
			source := fmt.Sprintf(host, text(plant))
			v := verdictsOn(t, s, name, source, origin, bySearch|byScan|byPairs|byCompare)
			if min(v.search, v.scan, v.pairs, v.compare) < 0.95 || v.words.scan != Copied {
				t.Errorf("%s in %s: %+v", l.extension, name, v)
			}
			if v := verdictsOn(t, s, "-", source, origin, bySearch); v.search < 0.95 {
				t.Errorf("%s in %s without its name: %+v", l.extension, name, v)
			}
			found, err := s.origins(t.Context(), FindOrigin{Material: Material{Code: source}})
			must(t, err)
			if found.rank(fewHits); found.Verdict != Copied {
				t.Errorf("%s in %s: find_origin: %s", l.extension, name, found.Verdict)
			}
		}
	}
}

// A text is read in the same languages by each command: a cut of a long string under the name of
// the string's file, a dump of a database with code in a string, a heredoc of a language without
// programs, a listing and a quotation below prose, and a session behind its banner.
func TestVerdict_IsOneInTheLanguagesTried(t *testing.T) {
	for n, l := range tongues {
		r := rand.New(rand.NewPCG(uint64(n), 61))
		plant, cut := l.function(r, 24), l.function(r, 24)
		host, open, end := tongues[0], "var source = `\n", "`\n"
		if l.extension != ".py" {
			host, open, end = tongues[3], "source = r\"\"\"\n", "\"\"\"\n"
		}
		inString, plain := "lib/host"+host.extension, "lib/a"+l.extension
		folder := filetest.Folder(t, map[string]string{
			inString: text(host.file(r, 2, 12)) + open + text(l.file(r, 1, 12), cut) + end + text(host.file(r, 2, 12)),
			plain:    text(l.file(r, 2, 12), plant, l.file(r, 2, 12)), "lib/b" + l.extension: text(l.file(r, 6, 12)),
		})
		s := newServer(t, indexesOf(t, folder), "")
		escape := strings.NewReplacer("\n", `\n`, "'", `\'`)
		var listed strings.Builder
		for i, line := range plant {
			fmt.Fprintf(&listed, "%4d  %s\n", i+40, line)
		}
		questions := map[string][3]string{
			"string":  {"f" + host.extension, text(cut[2:]), inString},
			"dump":    {"f.sql", "INSERT INTO `posts` VALUES (1,'a'),(2,'" + escape.Replace(text(plant)) + "');\n", plain},
			"heredoc": {"f.tf", "resource \"a\" \"b\" {\n  user_data = <<-EOT\n" + text(plant) + "EOT\n}\n", plain},
			"listing": {"f" + l.extension, "The code is from here:\n" + listed.String(), plain},
			"mail":    {"f.eml", "Ann wrote:\n> " + strings.Join(plant, "\n> ") + "\n", plain},
		}
		if l.extension == ".py" {
			questions["docstring"] = [3]string{"f.py", "\"\"\"A module.\n\n    >>> " + strings.Join(plant, "\n    ... ") + "\n\"\"\"\n", plain}
			questions["session"] = [3]string{"f.txt", "Python 3.11.2 (main) on linux\n>>> " + strings.Join(plant, "\n... ") + "\n", plain}
		}
		for way, q := range questions {
			v := verdictsOn(t, s, q[0], q[1], filepath.Join(folder, q[2]), bySearch|byScan|byPairs|byCompare)
			if min(v.search, v.scan, v.pairs, v.compare) < 0.95 || v.words.scan != Copied {
				t.Errorf("%s of %s: %+v", way, l.extension, v)
			}
		}
	}
}

// notes is prose without a word of code.
const notes = "The code below was taken from another place, and nobody has said where it is from.\n" +
	"It says what the sum of both is, and of what else there is to be said about all of it.\n"

// Code below or between prose needs no fence and no name.
func TestVerdict_IsOneBelowProse(t *testing.T) {
	for n, l := range tongues {
		r := rand.New(rand.NewPCG(uint64(n), 44))
		plant := l.function(r, 24)
		folder := filetest.Folder(t, map[string]string{"lib/a" + l.extension: text(l.file(r, 2, 12), plant, l.file(r, 2, 12)), "lib/b" + l.extension: text(l.file(r, 6, 12))})
		s := newServer(t, indexesOf(t, folder), "")
		for way, source := range map[string]string{
			"below":   strings.Repeat(notes, 60) + "\n" + text(plant),
			"renamed": strings.Repeat(notes, 60) + text(renamed(r, plant)),
			"between": strings.Repeat(notes, 20) + text(plant) + "\n" + strings.Repeat(notes, 20),
		} {
			v := verdictsOn(t, s, "notes.txt", source, filepath.Join(folder, "lib", "a"+l.extension), byAll)
			if min(v.search, v.scan, v.pairs, v.compare) < 0.95 || v.words.scan != Copied || v.words.diff != Copied {
				t.Errorf("%s, %s: %+v", l.extension, way, v)
			}
		}
	}
}

// contextDiff returns a context diff that adds lines. steps returns a file of YAML with a step of
// them.
func contextDiff(code string) string {
	n := strings.Count(code, "\n")
	return fmt.Sprintf("*** a/x\t2026\n--- b/x\t2026\n***************\n*** 1,0 ****\n--- 1,%d ----\n+ %s\n", n, strings.ReplaceAll(strings.TrimSuffix(code, "\n"), "\n", "\n+ "))
}

func steps(code string) string {
	return "on: push\njobs:\n  a:\n    steps:\n      - run: |\n          " + strings.ReplaceAll(code, "\n", "\n          ") + "\n      - run: ls\n"
}

// letter returns an e-mail that quotes code, and has other code.
func letter(quoted, code string) string {
	return "From: A <a@example.org>\nSubject: Re: it\n\nOn Monday, B wrote:\n> " + strings.ReplaceAll(strings.TrimSpace(quoted), "\n", "\n> ") +
		"\n\nThis is better:\n\n" + code + "\nAnd that is all of it.\n"
}

// A file of a format, or of data, is read in the way that the other texts show.
func TestVerdict_IsOneInDiffsStepsAndLetters(t *testing.T) {
	for n, l := range tongues {
		r := rand.New(rand.NewPCG(uint64(n), 45))
		plant := l.function(r, 24)
		folder := filetest.Folder(t, map[string]string{"lib/a" + l.extension: text(l.file(r, 2, 12), plant, l.file(r, 2, 12)), "lib/b" + l.extension: text(l.file(r, 6, 12))})
		s := newServer(t, indexesOf(t, folder), "")
		code := text(renamed(r, plant))
		for name, source := range map[string]string{
			"f.diff": contextDiff(code), "f.yml": steps(text(plant)), "f.eml": letter(text(l.file(r, 1, 12)), code),
			"f.md": text(plant[4:]) + "```\n\nSo this is it, and\n\n```\n" + text(l.file(r, 1, 4)),
		} {
			v := verdictsOn(t, s, name, source, filepath.Join(folder, "lib", "a"+l.extension), bySearch|byScan|byPairs|byCompare)
			if min(v.search, v.scan, v.pairs, v.compare) < 0.95 || v.words.scan != Copied {
				t.Errorf("%s, %s: %+v", l.extension, name, v)
			}
		}
	}
}

// An e-mail may quote the rest of a docstring that has lines like code, but more prose.
func TestVerdict_IsOneInQuotedDocstrings(t *testing.T) {
	l := tongues[3]
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 54))
		doc := []string{"    \"\"\"Adds one of them.", "", "    Args:"}
		for _, name := range l.names(r) {
			doc = append(doc, fmt.Sprintf("        %s (Union[str, %s], optional): %s for the %s, or None for default. Defaults to %d.", name, l.names(r)[0], l.names(r)[0], l.names(r)[0], r.IntN(90)))
		}
		doc = append(doc, strings.Split(strings.TrimSpace(strings.Repeat(notes, 4)), "\n")...)
		f := l.function(r, 8)
		lines := slices.Concat(f[:1], doc, []string{"    \"\"\""}, f[1:])
		folder := filetest.Folder(t, map[string]string{"lib/a.py": text(l.file(r, 2, 12), lines), "lib/b.py": text(l.file(r, 6, 12))})
		s := newServer(t, indexesOf(t, folder), "")
		source := "From: A <a@example.org>\nSubject: Re: it\n\n" + notes + "\n> " + strings.Join(slices.Concat(doc[2:], []string{"    \"\"\"", f[1]}), "\n> ") + "\n\n" + notes
		v := verdictsOn(t, s, "f.eml", source, filepath.Join(folder, "lib", "a.py"), bySearch|byScan|byPairs|byCompare)
		if min(v.search, v.scan, v.pairs, v.compare) < 0.95 || v.words.scan != Copied {
			t.Errorf("%d: %+v of\n%s", seed, v, source)
		}
	}
}

// Nobody finds lines of a diff that it does not add, whatever its name.
func TestVerdict_IsOneOnUnchangedLines(t *testing.T) {
	for n, l := range tongues {
		r := rand.New(rand.NewPCG(uint64(n), 55))
		plant := l.function(r, 30)
		folder := filetest.Folder(t, map[string]string{"lib/a" + l.extension: text(l.file(r, 2, 12), plant, l.file(r, 2, 12)), "lib/b" + l.extension: text(l.file(r, 6, 12))})
		s := newServer(t, indexesOf(t, folder), "")
		lines := strings.ReplaceAll(strings.TrimSpace(text(plant)), "\n", "\n ")
		count := strings.Count(lines, "\n") + 1
		source := fmt.Sprintf("--- a/x%s\n+++ b/x%s\n@@ -1,%d +1,%d @@\n %s\n-gone = 7;\n+added(7);\n", l.extension, l.extension, count+1, count+1, lines)
		for _, name := range []string{"f.diff", "f.txt", "f"} {
			v := verdictsOn(t, s, name, source, filepath.Join(folder, "lib", "a"+l.extension), bySearch|byScan|byPairs|byCompare)
			if max(v.search, v.scan, v.pairs, v.compare) > 0.05 || v.words.scan == Copied {
				t.Errorf("%s, %s: %+v", l.extension, name, v)
			}
		}
	}
}

// A file, or a block of Markdown, may begin inside a docstring, at an example of code.
func TestVerdict_IsOneOnExamples(t *testing.T) {
	l := tongues[3]
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 46))
		lines := withDocstrings(r, l, 2)
		folder := filetest.Folder(t, map[string]string{"lib/a.py": text(lines)})
		s := newServer(t, indexesOf(t, folder), "")
		example := text(l.function(r, 12)[1:])
		_, cut, _ := strings.Cut(text(renamed(r, lines)), "\"\"\"")
		for name, source := range map[string]string{"f.py": example + "\n    " + cut, "f.md": "    " + cut + "```\n\nSo this is it.\n"} {
			v := verdictsOn(t, s, name, source, filepath.Join(folder, "lib", "a.py"), byAll)
			if min(v.search, v.pairs, v.compare) < 0.95 {
				t.Errorf("%d, %s: %+v", seed, name, v)
			}
		}
	}
}

// The name of a program hides no code in its docstrings, between their paragraphs.
func TestVerdict_IsOneBetweenParagraphs(t *testing.T) {
	l := tongues[3]
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 47))
		plant := l.function(r, 12)
		folder := filetest.Folder(t, map[string]string{"lib/a.py": text(l.file(r, 2, 12), plant, l.file(r, 2, 12)), "lib/b.py": text(l.file(r, 6, 12))})
		s := newServer(t, indexesOf(t, folder), "")
		paragraphs := "    [1] the sum of both, and of what else\n    there is to be said about all of it,\n    in the words of who wrote (first) of it;\n"
		doc := "    \"\"\"Old version:\n\n" + paragraphs + "\n" + text(plant[1:]) + "\n" + paragraphs + "    \"\"\"\n"
		source := text(l.file(r, 5, 12)) + "def f():\n" + doc + "    return 1\n\n" + text(l.file(r, 5, 12))
		for _, name := range []string{"f.py", "-"} {
			v := verdictsOn(t, s, name, source, filepath.Join(folder, "lib", "a.py"), bySearch|byAssistant)
			if min(v.search, v.mcp) < 0.95 {
				t.Errorf("%d, %s: %+v", seed, name, v)
			}
		}
		v := verdictsOn(t, s, "f.py", source, filepath.Join(folder, "lib", "a.py"), byScan|byPairs|byCompare)
		if min(v.scan, v.pairs, v.shown) < 0.95 {
			t.Errorf("%d: %+v", seed, v)
		}
	}
}

// A cut of a file is verbatim to each command, although the file has its code a second time, with
// other names and lines.
func TestVerdict_KindIsOne(t *testing.T) {
	for n, l := range tongues {
		r := rand.New(rand.NewPCG(uint64(n), 48))
		plant := l.function(r, 24)
		like := edited(r, l, renamed(r, plant), 6, 0)
		folder := filetest.Folder(t, map[string]string{"lib/a" + l.extension: text(l.file(r, 2, 12), plant, l.file(r, 1, 12), like), "lib/b" + l.extension: text(l.file(r, 6, 12))})
		x, err := newServer(t, indexesOf(t, folder), "").indexes.Acquire("")
		must(t, err)
		if got := kindsOn(t, x, "f"+l.extension, text(plant), filepath.Join(folder, "lib", "a"+l.extension)); got.kinds != [4]string{"verbatim", "verbatim", "verbatim", "verbatim"} {
			t.Errorf("%s: %v", l.extension, got)
		}
		x.Close()
	}
}

// A cut of a minified program that begins and ends inside strings may be pasted into a program. The
// code of both is read.
func TestVerdict_IsOneOnPastedCuts(t *testing.T) {
	l := tongues[4]
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 49))
		plant := l.function(r, 40)
		folder := filetest.Folder(t, map[string]string{"lib/a.js": text(l.file(r, 2, 12)) + minified(plant), "lib/b.js": text(l.file(r, 6, 12))})
		s := newServer(t, indexesOf(t, folder), "")
		for way, lines := range map[string][]string{"verbatim": plant, "renamed": renamed(r, plant)} {
			cut := minified(lines)
			cut = cut[strings.Index(cut, "\n")+1 : strings.LastIndex(cut, "\n")]
			source := text(l.file(r, 2, 10)) + cut + "\n" + text(l.file(r, 2, 10))
			v := verdictsOn(t, s, "f.js", source, filepath.Join(folder, "lib", "a.js"), bySearch|byScan|byPairs|byCompare)
			if min(v.search, v.scan, v.pairs, v.compare) < 0.95 || v.words.scan != Copied {
				t.Errorf("%d, %s: %+v", seed, way, v)
			}
		}
	}
}

// minified returns lines of JavaScript in few lines. They break in template literals only.
func minified(lines []string) string {
	var b strings.Builder
	for i, line := range lines {
		b.WriteString(strings.TrimSpace(line))
		if i%9 == 5 {
			b.WriteString("words.push(`usage:\n`);")
		}
	}
	return b.String() + "\n"
}

// Pairs finds the code in a text among any number of texts, of any size.
func TestVerdict_IsOneInLargeCollections(t *testing.T) {
	l := tongues[0]
	r := rand.New(rand.NewPCG(50, 50))
	one, two, many := l.function(r, 24), l.function(r, 24), l.file(r, 70, 24)
	behind := func(lines []string) string {
		return "| " + strings.ReplaceAll(strings.TrimSpace(text(lines)), "\n", "\n| ") + "\n"
	}
	files := map[string]string{
		"a.go": text(l.file(r, 2, 12), one, two), "b.go": text(many), "few.txt": behind(one), "many.txt": behind(many),
		"one.md": "# Notes\n\n" + notes + "\n```output\n" + text(two) + "```\n\n" + notes,
	}
	for i := range 510 {
		files[fmt.Sprintf("texts/%d.txt", i)] = fmt.Sprint(i, " ", notes)
	}
	for i := range 12 {
		files[fmt.Sprintf("texts/%d.md", i)] = fmt.Sprint("# ", i, "\n\n", notes)
	}
	found, err := chaffinch.Pairs(t.Context(), []string{filetest.Folder(t, files)}, pairs.Options{})
	must(t, err)
	defer found.Close()
	sure := map[string]float64{}
	for _, p := range found.Pairs {
		sure[p.A.Name+" "+p.B.Name] = p.Probability
	}
	if min(sure["a.go few.txt"], sure["a.go one.md"], sure["b.go many.txt"]) < 0.95 {
		t.Errorf("%v", sure)
	}
}

// kinds are what search, scan, pairs and compare call a copy, and how many tokens these four count
// in the file.
type kinds struct {
	kinds  [4]string
	tokens [4]int
}

func kindsOn(t *testing.T, x *serve.Held, name, source, origin string) (k kinds) {
	t.Helper()
	file := filepath.Join(filetest.Folder(t, map[string]string{name: source}), name)
	a, err := x.Search(t.Context(), chaffinch.Document{Name: name, Source: []byte(source)}, chaffinch.SearchOptions{})
	must(t, err)
	found, err := scan.Run(t.Context(), x.Index, scan.Options{Tree: file})
	must(t, err)
	both, err := chaffinch.Pairs(t.Context(), []string{file, origin}, pairs.Options{})
	must(t, err)
	defer both.Close()
	if len(a.Hits) == 0 || len(found.Findings) == 0 || len(both.Pairs) == 0 {
		t.Fatalf("%s: %d hits, %d findings, %d pairs", name, len(a.Hits), len(found.Findings), len(both.Pairs))
	}
	p := comparison(t, file, origin)
	k.kinds = [4]string{a.Hits[0].Kind, found.Findings[0].Kind, both.Pairs[0].Kind, p.Kind}
	k.tokens = [4]int{a.Question.Tokens, found.Files[0].Tokens, min(both.Units[0].Tokens, both.Units[1].Tokens), p.A.Tokens}
	return k
}

// A licence hides no copy below it, whatever the name.
func TestVerdict_IsOneBelowLicences(t *testing.T) {
	l := tongues[0]
	for seed := range uint64(3) {
		r := rand.New(rand.NewPCG(seed, 33))
		var licence strings.Builder
		for i := range 2 {
			fmt.Fprintf(&licence, "Permission to use work %d is granted to all who keep this notice\nand say who made it. Nobody promises that it is of any use, and those\n"+
				"who made it pay for nothing. A copy of a part of %d must say so, and\nmust not use the names of the authors without their consent.\n", i, i)
		}
		plant := l.function(r, 12)
		folder := filetest.Folder(t, map[string]string{"lib/a.go": text(l.file(r, 2, 12), plant, l.file(r, 2, 12)), "lib/LICENSE": licence.String()})
		s := newServer(t, indexesOf(t, folder), "")
		source := "// " + strings.ReplaceAll(strings.TrimSpace(licence.String()), "\n", "\n// ") + "\n\n" + text(edited(r, l, renamed(r, plant), 6, 0), l.function(r, 12))
		for _, extension := range []string{".conf", ".inc", ".go"} {
			v := verdictsOn(t, s, "f"+extension, source, filepath.Join(folder, "lib", "a.go"), byAll)
			if sure := []float64{v.search, v.mcp, v.scan, v.pairs, v.shown}; slices.Min(sure) < 0.95 || v.words.diff != Copied {
				t.Errorf("%d, %s: %+v", seed, extension, v)
			}
		}
	}
}

// Forks of documents that have a part of the copy take nothing away, although only two documents
// have much of it.
func TestVerdict_IsTheSameWithForksOfParts(t *testing.T) {
	copied := 0
	for n, l := range tongues {
		for i, part := range []int{3, 5, 6} {
			if ringtest.Skips(n+i, 2) { // other languages have it
				continue
			}
			r := rand.New(rand.NewPCG(uint64(n), 34))
			plant := l.function(r, 12)
			documents := map[string][]string{}
			for i := range 8 {
				some := plant
				if i > 1 {
					some = plant[1 : 1+part]
				}
				documents[fmt.Sprint("d", i)] = slices.Concat(l.file(r, 3, 12), some, l.file(r, 3, 12))
			}
			source := text(edited(r, l, plant, 5, 0))
			files := map[string]string{}
			for i := range 20 {
				files[fmt.Sprint("lib/other", i, l.extension)] = text(l.file(r, 3, 12))
			}
			var without verdicts
			for _, forks := range []int{1, 12} {
				for i := range forks {
					for name, d := range documents {
						files[fmt.Sprint("fork", i, "/", name, l.extension)] = text(d, l.function(r, 1))
					}
				}
				v := wordsOn(t, newServer(t, indexesOf(t, filetest.Folder(t, files)), ""), "f"+l.extension, source)
				switch {
				case forks == 1:
					if without = v; v.words == (words{Copied, Copied, Copied}) {
						copied++
					}
				case v.words != without.words || v.search < without.search-0.05:
					t.Errorf("%s, %d lines: %+v; without forks %+v", l.extension, part, v, without)
				}
			}
		}
	}
	if copied < ringtest.Of(5, 10) {
		t.Errorf("%d plants are copied", copied)
	}
}

// commands are those that verdictsOn asks.
type commands uint8

const (
	bySearch    commands = 1 << iota
	byAssistant          // find_origin
	byScan
	byDiff // check_changes
	byPairs
	byCompare

	byAll = byCompare<<1 - 1
)

// verdictsOn asks commands about a file, and returns how sure each is that the file at origin has a
// part of it.
func verdictsOn(t *testing.T, s *Server, name, source, origin string, asked commands) (v verdicts) {
	t.Helper()
	x, err := s.indexes.Acquire("")
	must(t, err)
	defer x.Close()
	if asked&bySearch != 0 {
		a, err := x.Search(t.Context(), chaffinch.Document{Name: name, Source: []byte(source)}, chaffinch.SearchOptions{MinScore: chaffinch.DefaultMinScore("", false)})
		must(t, err)
		v.search = sureOf(a, origin)
		if v.search >= 0.95 && a.Hits[0].Probability < 0.5 {
			t.Errorf("%s: %s comes first, %.0f%% sure, and %s after it: %.0f%%", name, a.Hits[0].Occurrences[0].Path, 100*a.Hits[0].Probability, origin, 100*v.search)
		}
	}
	if asked&byAssistant != 0 {
		found, err := s.origins(t.Context(), FindOrigin{Material: Material{Code: source, Language: filepath.Ext(origin)[1:]}})
		must(t, err)
		one := found
		one.rank(1)
		found.rank(fewHits)
		_, found, err = found.fit(fewHits)
		must(t, err)
		if one.Verdict != found.Verdict {
			t.Errorf("%s: %s, and %s with a limit of 1", name, found.Verdict, one.Verdict)
		}
		for _, h := range found.Hits {
			if strings.HasSuffix(h.Document, filepath.Base(origin)) && found.Verdict != NotFound {
				v.mcp = h.Sure
			}
		}
		v.words.origin = found.Verdict
	}
	project := filetest.Folder(t, map[string]string{name: source})
	if asked&byScan != 0 {
		found, err := scan.Run(t.Context(), x.Index, scan.Options{Tree: project})
		must(t, err)
		for _, f := range found.Findings {
			if f.Origin.File() == origin {
				v.scan = f.Probability
			}
		}
		v.weaker, v.words.scan = found.Totals.Weaker, wordOf(found)
	}
	if asked&byDiff != 0 {
		_, changes, err := s.checkChanges(t.Context(), CheckChanges{Diff: diffOf(name, source)})
		must(t, err)
		v.words.diff = changes.Verdict
	}
	if asked&byPairs != 0 {
		v.pairs = sureOfPair(t, filepath.Join(project, name), origin)
	}
	if asked&byCompare != 0 {
		c := comparison(t, filepath.Join(project, name), origin)
		if v.compare = c.Probability; len(c.Matches) > 0 {
			v.shown = 1
		}
	}
	return v
}

// wordOf returns the verdict of a scan in words.
func wordOf(found *scan.Report) string {
	word := NotFound
	for _, f := range found.Findings {
		if of := verdictOfClass(f.Class); word != Copied {
			word = of
		}
	}
	return word
}

// sureOfPair returns how sure pairs is that two files are a copy, among others of their language; 0
// if it does not list them. Without such others, pairs is as sure as compare.
func sureOfPair(t *testing.T, file, origin string) float64 {
	t.Helper()
	others := map[string]string{}
	for i := range 4 {
		others[fmt.Sprintf("other%d.txt", i)] = asktest.Prose(i)
		var code strings.Builder // of the language, and like nothing else
		for j := range 30 {
			fmt.Fprintf(&code, "emit%d[%d](%q)[%d] ^= ~%d;\n", i, j, asktest.Prose(i)[j:j+9], i, j)
		}
		others[fmt.Sprintf("other%d%s", i, filepath.Ext(origin))] = code.String()
	}
	both, err := chaffinch.Pairs(t.Context(), []string{file, origin, filetest.Folder(t, others)}, pairs.Options{MinScore: threshold.ListedPair})
	must(t, err)
	defer both.Close()
	for _, p := range both.Pairs {
		if !strings.Contains(p.A.Name+p.B.Name, "other") {
			return p.Probability
		}
	}
	return 0
}

func comparison(t *testing.T, file, origin string) *answer.Comparison {
	t.Helper()
	var both [2]chaffinch.Document
	for i, name := range []string{file, origin} {
		source, err := os.ReadFile(name)
		must(t, err)
		both[i] = chaffinch.Document{Name: name, Source: source}
	}
	c, err := chaffinch.Compare(t.Context(), both[0], both[1], chaffinch.CompareOptions{})
	must(t, err)
	return c
}

// diffOf returns a diff that adds a file.
func diffOf(name, source string) string {
	source = strings.TrimSuffix(source, "\n")
	return fmt.Sprintf("--- /dev/null\n+++ b/%s\n@@ -0,0 +1,%d @@\n+%s\n", name, strings.Count(source, "\n")+1, strings.ReplaceAll(source, "\n", "\n+"))
}

// The words are the same, too, for code of which many documents have a part, and one has all.
func TestVerdict_OfPartlyCommonCode(t *testing.T) {
	for n, l := range tongues {
		r := rand.New(rand.NewPCG(uint64(n), 14))
		shared, rare := l.function(r, 24), l.function(r, 12)
		files := map[string]string{}
		for i := range 44 {
			lines := l.file(r, 2, 12)
			if i < 14 {
				lines = append(lines, shared...)
			}
			if i == 0 {
				lines = append(lines, rare...)
			}
			files[fmt.Sprint("lib/d", i, l.extension)] = text(lines, l.function(r, 12))
		}
		folder, project := filetest.Folder(t, files), t.TempDir()
		s := newServer(t, indexesOf(t, folder), project)
		name := "f" + l.extension
		write(t, filepath.Join(project, "README"), "A project.\n")
		git(t, project, "init", "-q")
		git(t, project, "add", ".")
		git(t, project, "commit", "-qm", "old")
		for want, lines := range map[string][][]string{Copied: {shared, rare}, Common: {shared}} {
			v := verdictsOn(t, s, name, text(lines...), filepath.Join(folder, "lib", "d0"+l.extension), byScan|byAssistant|byDiff)
			write(t, filepath.Join(project, name), text(lines...))
			git(t, project, "add", "-N", name)
			_, base, err := s.checkChanges(t.Context(), CheckChanges{Base: "HEAD"})
			must(t, err)
			if v.words != (words{want, want, want}) || base.Verdict != want {
				t.Errorf("%s, %s: %+v, since a revision %s", l.extension, want, v.words, base.Verdict)
			}
		}
	}
}

func sureOf(a *answer.Answer, origin string) float64 {
	for _, h := range a.Hits {
		if h.Occurrences[0].File() == origin {
			return h.Probability
		}
	}
	return 0
}

// Forks of the origin take nothing away, however many. In each of them one name differs.
func TestVerdict_IsTheSameWithForks(t *testing.T) {
	copied := 0
	for n, l := range tongues {
		r := rand.New(rand.NewPCG(uint64(n), 21))
		files := map[string]string{}
		for i := range 12 {
			files[fmt.Sprint("lib/d", i, l.extension)] = text(l.file(r, 4, 12))
		}
		origin := l.file(r, 3, 12)
		var questions []string
		for _, lines := range []int{12, 20, 30} {
			plant := l.function(r, lines)
			origin = append(origin, plant...)
			for i, changed := range [][]string{plant, renamed(r, plant), edited(r, l, plant, 5, 9), edited(r, l, renamed(r, plant), 5, 0)} {
				if question := text(l.file(r, 2, 10), changed, l.file(r, 2, 10)); !ringtest.Skips(n+lines/10+i, 3) { // other languages have the others
					questions = append(questions, question)
				}
			}
		}
		names := anyName.FindAllString(text(origin), -1)
		files["lib/origin"+l.extension] = text(origin)
		var without []verdicts
		forks := 0
		for _, n := range []int{0, []int{11, 5, 11, 40, 5}[n]} { // other languages have others
			for ; forks < n; forks++ {
				name := names[r.IntN(len(names))]
				files[fmt.Sprintf("fork%d/util/origin%s", forks, l.extension)] = strings.ReplaceAll(text(origin), name, fmt.Sprint("fork", forks))
			}
			s := newServer(t, indexesOf(t, filetest.Folder(t, files)), "")
			for i, q := range questions {
				v := wordsOn(t, s, "f"+l.extension, q)
				if n == 0 {
					without = append(without, v)
					if v.words == (words{Copied, Copied, Copied}) {
						copied++
					}
				} else if v.words != without[i].words || v.search < without[i].search-0.02 {
					t.Errorf("%s, question %d, %d forks: %+v; without forks %+v", l.extension, i, n, v, without[i])
				}
			}
		}
	}
	if copied < ringtest.Of(12, 40) {
		t.Errorf("%d plants are copied", copied)
	}
}

// anyName matches a name that a tongue makes.
var anyName = regexp.MustCompile(`\b[a-z][g-z][0-9]+\b`)

// wordsOn returns the verdicts in words on a file, and how sure a search is of its first hit.
func wordsOn(t *testing.T, s *Server, name, source string) (v verdicts) {
	t.Helper()
	x, err := s.indexes.Acquire("")
	must(t, err)
	defer x.Close()
	a, err := x.Search(t.Context(), chaffinch.Document{Name: name, Source: []byte(source)}, chaffinch.SearchOptions{})
	must(t, err)
	if len(a.Hits) > 0 {
		v.search = a.Hits[0].Probability
	}
	_, origin, err := s.findOrigin(t.Context(), FindOrigin{Material: Material{Code: source, Language: filepath.Ext(name)[1:]}})
	must(t, err)
	_, changes, err := s.checkChanges(t.Context(), CheckChanges{Diff: diffOf(name, source)})
	must(t, err)
	found, err := scan.Run(t.Context(), x.Index, scan.Options{Tree: filetest.Folder(t, map[string]string{name: source})})
	must(t, err)
	v.words = words{wordOf(found), origin.Verdict, changes.Verdict}
	if found.Incomplete(v.words.scan == Copied) != nil {
		v.words.scan = Incomplete
	}
	return v
}

// A comment that calls a copy generated hides the copy from no check.
func TestVerdict_IsOneUnderAHeaderOfAGenerator(t *testing.T) {
	l, r := tongues[0], rand.New(rand.NewPCG(1, 10))
	plant := l.file(r, 6, 12)
	project := filetest.Folder(t, map[string]string{"README": "A project.\n"})
	s := newServer(t, indexesOf(t, filetest.Folder(t, map[string]string{"lib/plant.go": text(plant)})), project)
	git(t, project, "init", "-q")
	git(t, project, "add", ".")
	git(t, project, "commit", "-qm", "old")
	source := comment(l, "Code generated by p. DO NOT EDIT.") + text(renamed(r, plant))
	write(t, filepath.Join(project, "gen.go"), source)
	git(t, project, "add", "-N", ".")
	_, base, err := s.checkChanges(t.Context(), CheckChanges{Base: "HEAD"})
	must(t, err)
	if v := wordsOn(t, s, "gen.go", source); v.words != (words{Copied, Copied, Copied}) || base.Verdict != Copied {
		t.Errorf("%+v, since a revision %s, %q", v.words, base.Verdict, base.Notes)
	}
}

// Common code is incomplete to each check if one of the documents cannot be read.
func TestVerdict_IsOneIfACommonDocumentIsGone(t *testing.T) {
	l, r := tongues[0], rand.New(rand.NewPCG(2, 10))
	shared, files := l.function(r, 24), map[string]string{}
	for i := range 15 {
		files[fmt.Sprint("lib/d", i, ".go")] = text(l.file(r, 2, 12), shared, l.function(r, 12))
	}
	folder := filetest.Folder(t, files)
	s := newServer(t, indexesOf(t, folder), "")
	if v := wordsOn(t, s, "f.go", text(shared)); v.words != (words{Common, Common, Common}) {
		t.Errorf("%+v", v.words)
	}
	must(t, os.Remove(filepath.Join(folder, "lib", "d3.go")))
	if v := wordsOn(t, s, "f.go", text(shared)); v.words != (words{Incomplete, Incomplete, Incomplete}) {
		t.Errorf("one is gone: %+v", v.words)
	}
}

// A project is no copy of itself if its own repository is indexed by its address.
func TestVerdict_IsOneOnTheOwnRepository(t *testing.T) {
	l, r := tongues[0], rand.New(rand.NewPCG(3, 10))
	plant := l.file(r, 6, 12)
	project := filetest.Folder(t, map[string]string{"a.go": text(plant)})
	git(t, project, "init", "-q")
	git(t, project, "add", ".")
	git(t, project, "commit", "-qm", "old")
	at := filepath.Join(t.TempDir(), "corpus")
	x, err := chaffinch.Create(at, index.DefaultSettings())
	must(t, err)
	for _, root := range []string{filetest.Folder(t, map[string]string{"d.go": text(l.file(r, 6, 12))}), "git+file://" + filepath.ToSlash(project) + "?history"} {
		_, err = x.Update(t.Context(), index.Source{Root: root, Collection: "c"}, index.UpdateOptions{})
		must(t, err)
	}
	must(t, x.Close())
	opened, err := serve.Open(t.Context(), []serve.Named{{Name: "corpus", Path: at}})
	must(t, err)
	defer opened.Close()
	s := newServer(t, opened, project)
	source := text(renamed(r, plant))
	write(t, filepath.Join(project, "b.go"), source)
	git(t, project, "add", "-N", ".")
	_, base, err := s.checkChanges(t.Context(), CheckChanges{Base: "HEAD"})
	must(t, err)
	_, diff, err := s.checkChanges(t.Context(), CheckChanges{Diff: diffOf("b.go", source)})
	must(t, err)
	_, origin, err := s.findOrigin(t.Context(), FindOrigin{Material: Material{Path: "b.go"}})
	must(t, err)
	if base.Verdict != NotFound || diff.Verdict != NotFound || origin.Verdict != NotFound || len(origin.Hits) != 1 || !origin.Hits[0].Own {
		t.Errorf("since a revision %s, of a diff %s, of a file %+v", base.Verdict, diff.Verdict, origin)
	}
}

package dedup_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/dedup"
	"github.com/chaffinch-search/chaffinch/index/document"
)

// text returns n words out of a vocabulary.
func text(r *rand.Rand, n, vocabulary int) []string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprintf("w%d", r.IntN(vocabulary))
	}
	return words
}

// changed returns the words with each replaced with a probability.
func changed(r *rand.Rand, words []string, share float64) []string {
	words = slices.Clone(words)
	for i := range words {
		if r.Float64() < share {
			words[i] = fmt.Sprintf("x%d", r.IntN(1<<20))
		}
	}
	return words
}

// write writes documents of words to files of a folder, and returns the folder.
func write(t *testing.T, docs map[string][]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, words := range docs {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Join(words, " ")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func run(t *testing.T, o dedup.Options, paths ...string) *dedup.Report {
	t.Helper()
	r, err := dedup.Run(context.Background(), paths, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// pairs returns what is dropped in favour of what, with the similarity.
func pairs(r *dedup.Report) map[string]string {
	all := map[string]string{}
	for _, g := range r.Groups {
		for _, d := range g.Dropped {
			all[filepath.Base(d.Path)] = fmt.Sprintf("%s %.3f", filepath.Base(g.Kept.Path), d.Similarity)
		}
	}
	return all
}

// grams returns the different runs of k words.
func grams(words []string, k int) map[string]bool {
	set := map[string]bool{}
	k = min(k, len(words))
	for i := 0; i+k <= len(words); i++ {
		set[strings.Join(words[i:i+k], " ")] = true
	}
	return set
}

func similarity(a, b map[string]bool, measure string) float64 {
	n := 0
	for gram := range a {
		if b[gram] {
			n++
		}
	}
	if measure == dedup.Containment {
		return float64(n) / float64(len(a))
	}
	return float64(n) / float64(len(a)+len(b)-n)
}

// chosen is the definition of what is dropped: each content in turn, in favour of the most similar
// one that is kept.
func chosen(docs map[string][]string, o dedup.Options) map[string]string {
	names := slices.Sorted(maps.Keys(docs))
	if o.Measure == dedup.Containment {
		slices.SortStableFunc(names, func(a, b string) int { return len(docs[b]) - len(docs[a]) })
	}
	sets, kept, all, before := map[string]map[string]bool{}, []string{}, map[string]string{}, map[string]string{}
	for _, name := range names {
		content := strings.Join(docs[name], " ")
		if by, ok := before[content]; ok {
			all[name] = by
			continue
		}
		sets[name] = grams(docs[name], o.Shingle)
		best, by := 0.0, ""
		for _, other := range kept {
			if s := similarity(sets[name], sets[other], o.Measure); s >= o.Threshold && s > best {
				best, by = s, other
			}
		}
		if by == "" {
			kept = append(kept, name)
			before[content] = name + " 1.000"
			continue
		}
		all[name] = fmt.Sprintf("%s %.3f", by, best)
		before[content] = all[name]
	}
	return all
}

// collection returns documents, many of which are changed copies of others.
func collection(r *rand.Rand, parts bool) map[string][]string {
	docs, all := map[string][]string{}, [][]string{}
	for i := range 70 {
		words := text(r, 20+r.IntN(1000), 400)
		if i > 5 && r.IntN(2) == 0 {
			words = changed(r, all[r.IntN(len(all))], r.Float64()*.08)
		}
		if parts && i > 5 && r.IntN(3) == 0 {
			of := all[r.IntN(len(all))]
			n := min(len(of), 200+r.IntN(800))
			from := r.IntN(len(of) - n + 1)
			words = changed(r, of[from:from+n], r.Float64()*.06)
		}
		docs[fmt.Sprintf("%03d.txt", i)] = words
		all = append(all, words)
	}
	return docs
}

// What is dropped, in favour of what, and the similarity are as by the definition: nothing is an
// estimate.
func TestRun_IsExact(t *testing.T) {
	for seed := range uint64(6) {
		for _, threshold := range []float64{.5, .7, .85} {
			docs := collection(rand.New(rand.NewPCG(seed, 1)), false)
			o := dedup.Options{Measure: dedup.Jaccard, Threshold: threshold, Shingle: 1 + int(seed)%5}
			got, want := pairs(run(t, o, write(t, docs))), chosen(docs, o)
			if len(want) < 5 {
				t.Errorf("seed %d: only %d documents are dropped", seed, len(want))
			}
			if !maps.Equal(got, want) {
				t.Errorf("seed %d, threshold %g: dropped %v, want %v", seed, threshold, got, want)
			}
		}
	}
}

// With containment, keys are a sample, which documents of 200 words have by far.
func TestRun_ContainmentIsExact(t *testing.T) {
	for seed := range uint64(6) {
		docs := collection(rand.New(rand.NewPCG(seed, 2)), true)
		maps.DeleteFunc(docs, func(_ string, words []string) bool { return len(words) < 200 })
		o := dedup.Options{Measure: dedup.Containment, Threshold: .8, Shingle: 3}
		got, want := pairs(run(t, o, write(t, docs))), chosen(docs, o)
		if len(want) < 10 || !maps.Equal(got, want) {
			t.Errorf("seed %d: dropped %v, want %v", seed, got, want)
		}
	}
}

// No document is lost: each is kept, or dropped once.
func TestRun_CountsEveryDocument(t *testing.T) {
	docs := collection(rand.New(rand.NewPCG(3, 3)), true)
	docs["empty.txt"], docs["mark.txt"], docs["mark2.txt"] = nil, []string{"...", "!"}, []string{"?"}
	docs["one.txt"], docs["same.txt"] = []string{"word"}, []string{"word"}
	dir := write(t, docs)
	r := run(t, dedup.Options{}, dir)
	if r.All.Documents != len(docs) || r.Kept.Documents+r.Identical.Documents+r.Similar.Documents != len(docs) {
		t.Errorf("%+v of %d documents", r, len(docs))
	}
	if got := pairs(r)["same.txt"]; got != "one.txt 1.000" {
		t.Errorf("same.txt: %q", got)
	}
	for _, name := range []string{"mark.txt", "mark2.txt", "empty.txt"} {
		if by := pairs(r)[name]; by != "" {
			t.Errorf("%s, without a word, is dropped in favour of %s", name, by)
		}
	}
}

func line(t *testing.T, columns map[string]any) string {
	t.Helper()
	text, err := json.Marshal(columns)
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + "\n"
}

// Rules choose among similar documents, the first rule first.
func TestRun_PrefersByRules(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	words := text(r, 300, 100)
	longer := append(slices.Clone(words), text(r, 20, 100)...)
	var lines strings.Builder
	for _, columns := range []map[string]any{
		{"path": "plain", "content": strings.Join(words, " ")},
		{"path": "new", "content": strings.Join(words, ", "), "license": "MIT", "date": "2024-05-01"},
		{"path": "old", "content": strings.Join(words, "\n"), "license": "MIT", "date": "2019-05-01"},
		{"path": "long", "content": strings.Join(longer, " "), "date": "2021-05-01"},
	} {
		lines.WriteString(line(t, columns))
	}
	file := filepath.Join(t.TempDir(), "corpus.jsonl")
	if err := os.WriteFile(file, []byte(lines.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	for rules, want := range map[string]string{
		"": "1/plain", "licensed": "2/new", "oldest": "3/old", "largest": "4/long", "licensed oldest": "3/old", "largest oldest": "4/long",
	} {
		r := run(t, dedup.Options{Prefer: strings.Fields(rules)}, file)
		if len(r.Groups) != 1 || !strings.HasSuffix(r.Groups[0].Kept.Path, want) || len(r.Groups[0].Dropped) != 3 {
			t.Errorf("%s: %+v", rules, r.Groups)
		}
	}
}

// Documents of other sources stay, and count nowhere.
func TestRun_Against(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	a, b := text(r, 300, 100), text(r, 300, 100)
	old := write(t, map[string][]string{"a.txt": a, "copy.txt": a})
	fresh := write(t, map[string][]string{"1.txt": changed(r, a, .01), "2.txt": a, "3.txt": b})
	report := run(t, dedup.Options{Against: []string{old}, Threshold: .7}, fresh)
	if report.All.Documents != 3 || report.Kept.Documents != 1 || len(report.Groups) != 1 || !report.Groups[0].Against {
		t.Errorf("%+v", report)
	}
	if got := pairs(report); got["2.txt"] != "a.txt 1.000" || !strings.HasPrefix(got["1.txt"], "a.txt 0.") {
		t.Error(got)
	}
}

// Every passage of as many words as the overlap is found, with its lines, and no shorter one.
func TestRun_FindsEveryPassage(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for range 40 {
		overlap := 2 + r.IntN(40)
		ref := text(r, overlap+r.IntN(300), 1<<20)
		n := overlap - r.IntN(2)
		from := r.IntN(len(ref) - n + 1)
		before := r.IntN(50)
		words := slices.Concat(text(r, before, 1<<20), ref[from:from+n], text(r, 30, 1<<20))
		refs, dir := t.TempDir(), t.TempDir()
		for name, words := range map[string][]string{filepath.Join(refs, "ref.txt"): ref, filepath.Join(dir, "doc.txt"): words} {
			if err := os.WriteFile(name, []byte(strings.Join(words, "\n")), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		report := run(t, dedup.Options{References: []string{refs}, Overlap: overlap}, dir)
		if found := len(report.Passages) == 1; found != (n >= overlap) {
			t.Fatalf("a passage of %d words: found %v with an overlap of %d", n, found, overlap)
		}
		if n < overlap {
			continue
		}
		p := report.Passages[0]
		if p.Overlap != n || p.Lines != (answer.Lines{From: before + 1, To: before + n}) || p.Of != (answer.Lines{From: from + 1, To: from + n}) {
			t.Fatalf("%+v, want %d words from %d, and from %d of the reference", p, n, before+1, from+1)
		}
		if report.Kept.Documents != 0 || report.InReferences.Documents != 1 {
			t.Fatalf("%+v", report)
		}
	}
}

// Many references may begin alike: each passage counts.
func TestRun_FindsPassagesOfReferencesThatBeginAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	start, refs := text(r, 40, 1<<20), map[string][]string{}
	for i := range 100 {
		refs[fmt.Sprintf("%03d.txt", i)] = slices.Concat(start, text(r, 40, 1<<20))
	}
	last := refs["099.txt"]
	dir := write(t, map[string][]string{"a.txt": slices.Concat(text(r, 20, 1<<20), last[30:65], text(r, 20, 1<<20))})
	report := run(t, dedup.Options{References: []string{write(t, refs)}}, dir)
	if len(report.Passages) != 1 || !strings.HasSuffix(report.Passages[0].Reference, "099.txt") || report.Passages[0].Overlap != 35 {
		t.Errorf("%+v", report.Passages)
	}
}

// With containment no kept document is a part of another one, whatever is preferred.
func TestRun_KeepsNoPart(t *testing.T) {
	words := text(rand.New(rand.NewPCG(10, 10)), 2000, 500)
	lines := line(t, map[string]any{"path": "part", "content": strings.Join(words[500:1000], " "), "license": "MIT", "date": "2001-01-01"}) +
		line(t, map[string]any{"path": "whole", "content": strings.Join(words, " ")})
	file := filepath.Join(t.TempDir(), "c.jsonl")
	if err := os.WriteFile(file, []byte(lines), 0o666); err != nil {
		t.Fatal(err)
	}
	r := run(t, dedup.Options{Measure: dedup.Containment, Prefer: []string{dedup.Licensed, dedup.Oldest}}, file)
	if len(r.Groups) != 1 || !strings.HasSuffix(r.Groups[0].Kept.Path, "whole") || r.Groups[0].Dropped[0].Similarity != 1 {
		t.Errorf("%+v", r.Groups)
	}
}

// The same words as a kept document are found among thousands of similar ones, and a share that is
// the threshold counts.
func TestRun_FindsSameWordsAmongSimilar(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	docs, template := map[string][]string{}, text(r, 60, 1<<20)
	for i := range 1200 {
		docs[fmt.Sprintf("%04d.txt", i)] = slices.Concat(template, text(r, 25, 1<<20))
	}
	docs["copy.txt"] = append([]string{"..."}, docs["0000.txt"]...)
	report := run(t, dedup.Options{}, write(t, docs))
	if got := pairs(report); got["copy.txt"] != "0000.txt 1.000" || len(got) != 1 {
		t.Errorf("%v", got)
	}
	words := text(r, 25, 1<<20)
	report = run(t, dedup.Options{Threshold: .56, Shingle: 1}, write(t, map[string][]string{"a.txt": words, "b.txt": words[:14]}))
	if report.Similar.Documents != 1 {
		t.Errorf("14 of 25: %+v", report)
	}
}

// The kept lines are written as they were; other documents are objects that are read again.
func TestRun_WritesKeptDocuments(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	a, b := strings.Join(text(r, 100, 50), " "), strings.Join(text(r, 100, 50), " ")
	first := line(t, map[string]any{"code": a, "stars": 12, "tags": []string{"x"}})
	last := `{ "code" :"` + b + `","other": null}`
	dir := t.TempDir()
	file := filepath.Join(dir, "c.jsonl")
	if err := os.WriteFile(file, []byte(first+line(t, map[string]any{"code": a})+last), 0o666); err != nil {
		t.Fatal(err)
	}
	folder := write(t, map[string][]string{"f.txt": {"<other>", "words", "é"}, "g.txt": {a}})
	var kept bytes.Buffer
	report := run(t, dedup.Options{Kept: &kept}, file, folder)
	lines := strings.Split(strings.TrimSuffix(kept.String(), "\n"), "\n")
	if len(lines) != 3 || lines[0]+"\n" != first || lines[1] != last || report.Kept.Documents != 3 {
		t.Fatalf("%q", lines)
	}
	again := filepath.Join(dir, "again.jsonl")
	if err := os.WriteFile(again, kept.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	report = run(t, dedup.Options{}, again)
	if report.Kept.Documents != 3 || report.All.Bytes != report.Kept.Bytes || !strings.Contains(lines[2], "<other> words é") {
		t.Errorf("%+v of %q", report, lines)
	}
}

// What a run prints does not depend on the number of processors.
func TestRun_IsDeterministic(t *testing.T) {
	dir := write(t, collection(rand.New(rand.NewPCG(8, 8)), true))
	var before []byte
	for range 3 {
		r := run(t, dedup.Options{Threshold: .6}, dir)
		r.Stats = dedup.Stats{}
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if before != nil && !bytes.Equal(before, text) {
			t.Fatalf("%s\nthen %s", before, text)
		}
		before = text
	}
}

func TestOptions_Check(t *testing.T) {
	for _, o := range []dedup.Options{
		{Threshold: -1}, {Threshold: 1.1}, {Measure: "x"}, {Shingle: -1}, {Shingle: 101}, {Overlap: 1}, {Overlap: 1001},
		{Prefer: []string{"newest"}}, {Prefer: []string{"oldest", "oldest"}},
	} {
		if o.Check() == nil {
			t.Errorf("%+v: no error", o)
		}
	}
	if err := (dedup.Options{}).Check(); err != nil {
		t.Error(err)
	}
}

// A file that is no text is skipped with a reason, and the scratch file is removed.
func TestRun_SkipsAndCleans(t *testing.T) {
	dir, scratch := write(t, map[string][]string{"a.txt": {"a", "b"}}), t.TempDir()
	t.Setenv("TMPDIR", scratch) // elsewhere than on Unix, other folders are used
	if err := os.WriteFile(filepath.Join(dir, "b.bin"), make([]byte, 100), 0o666); err != nil {
		t.Fatal(err)
	}
	r := run(t, dedup.Options{}, dir)
	if r.Skipped[document.Binary] != 1 || r.All.Documents != 1 {
		t.Errorf("%+v", r)
	}
	if _, err := dedup.Run(context.Background(), []string{filepath.Join(dir, "none")}, dedup.Options{}); err == nil {
		t.Error("no error for a missing source")
	}
	left, err := os.ReadDir(scratch)
	if err != nil || len(left) > 0 {
		t.Error(left, err)
	}
}

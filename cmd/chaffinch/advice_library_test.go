package main

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/mapping"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/bleveanalyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/index/segment"
	"github.com/chaffinch-search/chaffinch/internal/collection/infocsv"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/blevequery"
	"github.com/chaffinch-search/chaffinch/scan"
)

// trial tests one piece of advice of the library: first must fail with it, and then, which follows
// it, must succeed. The advice is a string literal of the source: see TestAdvice_IsTried.
type trial struct {
	advice      string
	first, then func() error
}

func libraryTrials(t *testing.T) []trial {
	t.Chdir(t.TempDir())
	write(t, "folder/a.go", "package a\n")
	return slices.Concat(trialsOfAnalyzer(), trialsOfIndex(t), trialsOfFiles(t), trialsOfQuery(t), trialsOfScan(), trialsOfPrints(t))
}

func TestAdvice_OfTheLibrary(t *testing.T) {
	for _, x := range libraryTrials(t) {
		if err := x.first(); err == nil || !libraryText(x.advice).MatchString(err.Error()) {
			t.Errorf("the error lacks the advice %q: %v", x.advice, err)
		}
		if err := x.then(); err != nil {
			t.Errorf("after following %q: %v", x.advice, err)
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func trialsOfAnalyzer() []trial {
	add := func(key string, value any, more ...string) func() error {
		config := map[string]any{"type": bleveanalyzer.Name, key: value}
		for _, k := range more {
			config[k] = 3
		}
		return func() error { return bleve.NewIndexMapping().AddCustomAnalyzer("code", config) }
	}
	return []trial{
		{"unknown key %q: use one of %s", add("gram", 3), add("k", 3)},
		{"key %q is a %s, and must be of type %s", add("k", "5"), add("k", 5)},
		{"settings exclude k, w and selection: use one of them",
			add("settings", analyzer.DefaultSettings(), "w"), add("settings", analyzer.DefaultSettings())},
		{"unknown language %q: use a name such as Go or C++, or none", add("language", "Klingon"), add("language", "C++")},
		{"unknown representation %q: use structure or exact", add("representation", "both"), add("representation", "exact")},
	}
}

func trialsOfScan() []trial {
	check := func(o scan.Options) func() error { return o.Check }
	return []trial{{"is empty: name a project", check(scan.Options{}), check(scan.Options{Tree: "."})}}
}

func trialsOfPrints(t *testing.T) []trial {
	a, err := analyzer.New(analyzer.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	key, err := analyzer.NewKey(bytes.Repeat([]byte("k"), analyzer.LeastKey))
	if err != nil {
		t.Fatal(err)
	}
	x, err := chaffinch.Create("asked", index.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	small := chaffinch.Document{Name: "a.go", Source: []byte("package a\n")}
	prints, err := chaffinch.NewPrints(a, small)
	if err != nil {
		t.Fatal(err)
	}
	of := func(d chaffinch.Document) func() error {
		return func() error { _, err := chaffinch.NewPrints(a, d); return err }
	}
	ask := func(d chaffinch.Document) func() error {
		return func() error { _, err := x.Search(t.Context(), d, chaffinch.SearchOptions{Top: 1}); return err }
	}
	keyed := func(hashOnly bool) func() error {
		return func() error {
			s := index.Settings{Analyzer: analyzer.DefaultSettings(), HashOnly: hashOnly, Key: key.Check(), Secret: key}
			_, err := s.NewAnalyzer()
			return err
		}
	}
	return []trial{
		{"it has %d tokens in %d lines, and %d tokens in %d lines are the most: use a part of it",
			of(chaffinch.Document{Name: "a.go", Source: bytes.Repeat([]byte("\n"), 16<<20+1)}), of(small)},
		{"%v excludes %v and %v: set one of them",
			ask(chaffinch.Document{Name: "a.go", Source: small.Source, Prints: prints}), ask(chaffinch.Document{Name: "a.go", Prints: prints})},
		{"an index with a key keeps no sources: add %v", keyed(false), keyed(true)},
	}
}

func trialsOfIndex(t *testing.T) []trial {
	ctx := t.Context()
	x, err := chaffinch.Create("index", index.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	create := func(path string) func() error {
		return func() error {
			made, err := chaffinch.Create(path, index.DefaultSettings())
			if err == nil {
				err = made.Close()
			}
			return err
		}
	}
	update := func(s index.Source) func() error {
		return func() error {
			_, err := x.Update(ctx, s, index.UpdateOptions{})
			return err
		}
	}
	open := func() error {
		_, err := chaffinch.Open(ctx, "none", index.Options{})
		return err
	}
	compare := func(d chaffinch.Document) func() error {
		return func() error {
			_, err := chaffinch.Compare(ctx, d, chaffinch.Document{Source: []byte("a")}, chaffinch.CompareOptions{})
			return err
		}
	}
	both := chaffinch.Document{Source: []byte("a"), Content: strings.Repeat("0", 40)}
	one := chaffinch.Document{Source: []byte("a")}
	similar := func(o chaffinch.SearchOptions) func() error {
		return func() error {
			_, err := x.Similar(ctx, one, o)
			return err
		}
	}
	search := func(o chaffinch.SearchOptions) func() error {
		return func() error {
			_, err := x.Search(ctx, one, o)
			return err
		}
	}
	return []trial{
		{"create one with Create", open, create("none")},
		{"it is an index: open it, or %v", create("index"), create("another")},
		{"collection %q: use a name without line breaks", update(index.Source{Root: "folder", Collection: "a\nb"}),
			update(index.Source{Root: "folder", Collection: "a b"})},
		{"excludes %v: set one of them", both.Check, one.Check},
		{"names no text: set %v",
			compare(chaffinch.Document{Content: both.Content}), compare(one)},
		{"has an empty path: omit it", pairs.Options{Reading: pairs.Reading{Only: []string{""}}}.Check, pairs.Options{}.Check},
		{"is for similar documents only: omit it", search(chaffinch.SearchOptions{Sort: "smaller"}), similar(chaffinch.SearchOptions{Sort: "smaller"})},
		{"is not for similar documents: omit it", similar(chaffinch.SearchOptions{Cover: true}), similar(chaffinch.SearchOptions{})},
	}
}

func trialsOfFiles(t *testing.T) []trial {
	packed := func(name string, method uint16) string {
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		w := zip.NewWriter(f)
		_, err = w.CreateRaw(&zip.FileHeader{Name: "a.go", Method: method})
		if err = errors.Join(err, w.Close(), f.Close()); err != nil {
			t.Fatal(err)
		}
		return name
	}
	unpack := func(name string) func() error {
		return func() (bad error) {
			err := corpus.Unpack(t.Context(), corpus.File{Path: name, Abs: name}, document.Options{},
				func(corpus.File, []byte) error { return nil }, func(s corpus.Skip) { bad = s.Err })
			return errors.Join(err, bad)
		}
	}
	walk := func(root string) func() error {
		return func() error {
			return corpus.Walk(t.Context(), root, document.Options{}, func(corpus.File) error { return nil }, func(corpus.Skip) {})
		}
	}
	lines := func(from, to int) func() error {
		text := corpus.Decode([]byte("a\nb\n"))
		return func() error {
			_, err := text.Lines(from, to)
			return err
		}
	}
	table := func(name string) func() error {
		return func() error {
			_, _, err := infocsv.ReadFile(name)
			return err
		}
	}
	write(t, "info.csv", "filename\na.go\n")
	odd, stored := packed("odd.zip", 99), packed("stored.zip", zip.Store)
	return []trial{
		{"unpacking %s: not the name of an archive: use a .zip, .rar, .tar or a package such as .deb", unpack("folder/a.go"), unpack(stored)},
		{"unsupported compression method %d: use store or deflate", unpack(odd), unpack(stored)},
		{"walking %s: %w: check the spelling; relative paths start at the current folder", walk("foldr"), walk("folder")},
		{"walking %s: it is neither a folder nor a regular file: use one of these", walk(os.DevNull), walk("folder")},
		{"lines %d to %d: count lines from 1, and give the first one first", lines(2, 1), lines(1, 2)},
		{"reading the table of submissions: %w: check the spelling", table("infos.csv"), table("info.csv")},
	}
}

// fingerprinted returns a mapping whose fields of these names have the analyzer.
func fingerprinted(t *testing.T, names ...string) *mapping.IndexMappingImpl {
	t.Helper()
	m := bleve.NewIndexMapping()
	for _, name := range names {
		f := bleve.NewTextFieldMapping()
		f.Analyzer, f.IncludeInAll = "code-"+name, false
		err := m.AddCustomAnalyzer(f.Analyzer, map[string]any{"type": bleveanalyzer.Name, "language": "Go", "representation": "exact"})
		if err != nil {
			t.Fatal(err)
		}
		m.DefaultMapping.AddFieldMappingsAt(name, f)
	}
	return m
}

func trialsOfQuery(t *testing.T) []trial {
	ctx := t.Context()
	const code = "func f(a, b int) int { return a*b + a - b }"
	made := func(m mapping.IndexMapping, config map[string]any) bleve.Index {
		x, err := bleve.NewUsing(filepath.Join(t.TempDir(), "x"), m, scorch.Name, scorch.Name, config)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { x.Close() })
		return x
	}
	write := func(m mapping.IndexMapping, config map[string]any) func() error {
		return func() error { return made(m, config).Index("1", map[string]any{"exact": code}) }
	}
	ask := func(m, asked mapping.IndexMapping, o query.Options) func() error {
		return func() error {
			x := made(m, nil)
			q, err := blevequery.NewTextQuery(code, asked, o)
			if err == nil {
				err = x.Index("1", map[string]any{"exact": code, "mine": code})
			}
			if err == nil {
				_, err = x.Search(bleve.NewSearchRequest(q))
			}
			return err
		}
	}
	exact := func(name string) query.Options {
		return query.Options{Fields: map[analyzer.Representation]string{analyzer.Exact: name}}
	}
	measure := func(name string) func() error {
		return func() error {
			_, err := query.ParseMeasure(name)
			return err
		}
	}
	own, plain := fingerprinted(t, "exact"), bleve.NewIndexMapping()
	prints := segment.Config([]string{"exact"}, nil)
	asked := made(own, nil)
	if err := asked.Index("1", map[string]any{"exact": code}); err != nil {
		t.Fatal(err)
	}
	noWeights, stale, fresh := weighed(ctx, t, asked)
	searchIn := func(x bleve.Index, err error) func() error {
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { x.Close() })
		return func() error {
			q, err := blevequery.NewTextQuery(code, x.Mapping(), exact("exact"))
			if err == nil {
				_, err = x.Search(bleve.NewSearchRequest(q))
			}
			return err
		}
	}
	inAll := fingerprinted(t, "exact")
	inAll.DefaultMapping.Properties["exact"].Fields[0].IncludeInAll = true
	return []trial{
		{"unknown measure %q: use %s", measure("weight"), measure("cosine")},
		{`map a field of that name to an analyzer of type "%v", or name yours in Options.Fields`,
			ask(own, plain, exact("exact")), ask(own, own, exact("exact"))},
		{`map a field of that name to an analyzer of type "%v", or name yours in Options.Fields`,
			ask(fingerprinted(t, "mine"), fingerprinted(t, "mine"), exact("exact")), ask(fingerprinted(t, "mine"), fingerprinted(t, "mine"), exact("mine"))},
		{"%w: %q has the term %q of another analyzer: index it with the analyzer %q",
			ask(plain, own, exact("exact")), ask(own, own, exact("exact"))},
		{"field %s contains fingerprints only: %w: use the analyzer %s, and set IncludeInAll to false", write(plain, prints), write(own, prints)},
		{"field %s contains fingerprints, and is part of the field %s: set IncludeInAll to false in its mapping", write(inAll, prints), write(own, prints)},
		{"%w, and this one has a reader of type %s: create it with bleve.New, or with bleve.NewUsing and scorch.Name", searchIn(bleve.NewMemOnly(own)),
			searchIn(bleve.NewUsing("", own, scorch.Name, scorch.Name, nil))},
		{"%w, and this one has a reader of type %s: create it with bleve.New, or with bleve.NewUsing and scorch.Name", searchIn(bleve.NewMemOnly(own)),
			searchIn(bleve.New(filepath.Join(t.TempDir(), "new"), own))},
		{"searching by %s needs weights of documents: see ComputeWeights", noWeights, fresh},
		{"the weights are stale: compute them again (see Weights.Fresh)", stale, fresh},
	}
}

// weighed returns searches without weights, with stale weights, and with fresh ones.
func weighed(ctx context.Context, t *testing.T, x bleve.Index) (none, stale, fresh func() error) {
	t.Helper()
	i, err := x.Advanced()
	if err != nil {
		t.Fatal(err)
	}
	r, err := i.Reader()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	good, err := blevequery.ComputeWeights(ctx, r, []string{"exact"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	search := func(w *query.Weights) func() error {
		return func() error {
			_, err := blevequery.Search(ctx, r, query.NewVector(nil), query.Options{Measure: query.Cosine, Weights: w})
			return err
		}
	}
	return search(nil), search(new(query.Weights)), search(good)
}

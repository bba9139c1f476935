package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf16"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/answer"
	"github.com/chaffinch-search/chaffinch/internal/collection"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// scene is what the calls are made on.
type scene struct {
	folder, fresh string
	index, made   *index.Index
	snapshot      *index.Snapshot
	question      []byte // as large as documents get
	wide          []byte // the question in UTF-16
	rows, others  *align.Document
	vector        *query.Vector
}

func newScene(folder, path string, size int) (*scene, error) {
	s := &scene{folder: folder, fresh: path + "-fresh"}
	var err error
	if s.index, err = index.Create(path, index.DefaultSettings()); err != nil {
		return nil, err
	}
	if _, err = s.index.Update(context.Background(), index.Source{Root: folder, Collection: "all"}, index.UpdateOptions{}); err != nil {
		return nil, err
	}
	if s.snapshot, err = s.index.Snapshot(); err != nil {
		return nil, err
	}
	if s.question, err = concatenated(folder, size); err != nil {
		return nil, err
	}
	s.wide = inUTF16(s.question)
	var n analyzer.Analysis
	s.index.Analyzer().Analyze(goLanguage(), s.question, &n)
	s.vector = query.NewVector(append(query.Terms(&n), query.SpareTerms(s.index.Analyzer(), &n, nil)...))
	s.rows = repeated("case X: return 1\n", size)
	s.others = repeated("case Y: return 2\n", size)
	return s, nil
}

func (s *scene) close() { errors.Join(s.snapshot.Close(), s.index.Close()) }

func goLanguage() *analyzer.Language {
	l, _ := analyzer.Lookup("Go")
	return l
}

// repeated is a document of the same line over and over.
func repeated(line string, size int) *align.Document {
	src := []byte(strings.Repeat(line, size/len(line)))
	return align.NewDocument(src, goLanguage().Lex(nil, src))
}

// concatenated returns the first files of the folder that are Go, as one.
func concatenated(folder string, size int) (all []byte, err error) {
	err = filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || len(all) >= size {
			return err
		}
		b, err := os.ReadFile(path)
		all = append(all, b...)
		return err
	})
	if err == nil && len(all) < size {
		err = fmt.Errorf("%s has only %d bytes of Go, and %d are asked for with -bytes", folder, len(all), size)
	}
	return all[:min(len(all), size)], err
}

// inUTF16 returns the text in UTF-16LE, with a byte order mark.
func inUTF16(text []byte) []byte {
	wide := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(string(text))) {
		wide = append(wide, byte(u), byte(u>>8))
	}
	return wide
}

// create makes an empty index, and discard removes it.
func (s *scene) create() (err error) {
	s.made, err = index.Create(s.fresh, index.DefaultSettings())
	return err
}

func (s *scene) discard() error { return errors.Join(s.made.Close(), os.RemoveAll(s.fresh)) }

// fill makes an index of the folder.
func (s *scene) fill() error {
	if err := s.create(); err != nil {
		return err
	}
	return s.update(context.Background())
}

func (s *scene) update(ctx context.Context) error {
	_, err := s.made.Update(ctx, index.Source{Root: s.folder, Collection: "all"}, index.UpdateOptions{})
	return err
}

func (s *scene) calls() []call {
	search := func(o query.Options) func(context.Context) error {
		o.Documents = s.snapshot.Contents()
		return func(ctx context.Context) error {
			_, err := query.Search(ctx, s.snapshot.Reader(), s.vector, o)
			return err
		}
	}
	return append(s.asking(), []call{
		{name: "query.Search, the best ten", do: search(query.Options{Top: 10})},
		{name: "query.Search, all", do: search(query.Options{})},
		{name: "query.ComputeWeights", do: func(ctx context.Context) error {
			_, err := query.ComputeWeights(ctx, s.snapshot.Reader(), []string{"structure", "exact"}, s.snapshot.Contents())
			return err
		}},
		{name: "align.AlignContext, rows", do: func(ctx context.Context) error {
			_, err := align.AlignContext(ctx, s.rows, s.others)
			return err
		}},
		{name: "index.Update", begin: s.create, do: s.update, end: s.discard},
		{name: "index.Remove", begin: s.fill, end: s.discard, do: func(ctx context.Context) error {
			_, err := s.made.Remove(ctx, func(index.Occurrence) bool { return true })
			return err
		}},
		{name: "index.Check", do: func(ctx context.Context) error {
			_, err := s.index.Check(ctx, index.CheckOptions{})
			return err
		}},
	}...)
}

// asking are the calls behind the commands.
func (s *scene) asking() []call {
	ask := func(source []byte, r answer.Request) func(context.Context) error {
		r.Name, r.Source, r.Language, r.Evidence, r.Top = "question", source, goLanguage(), true, 10
		return func(ctx context.Context) error {
			a, err := answer.New(s.index)
			if err != nil {
				return err
			}
			_, err = a.Ask(ctx, r)
			return errors.Join(err, a.Close())
		}
	}
	return []call{
		{name: "answer.Ask", do: ask(s.question, answer.Request{})},
		{name: "answer.Ask, UTF-16", do: ask(s.wide, answer.Request{})},
		{name: "answer.Ask, whole", do: ask(s.question, answer.Request{Whole: true, Measure: query.Cosine})},
		{name: "answer.Compare", do: func(ctx context.Context) error {
			half := len(s.question) / 2
			a := answer.Text{Name: "a.go", Source: s.question[:half]}
			_, err := answer.Compare(ctx, a, answer.Text{Name: "b.go", Source: s.question[half:]})
			return err
		}},
		{name: "answer.Describe", do: func(ctx context.Context) error {
			_, err := answer.Describe(ctx, s.index)
			return err
		}},
		{name: "collection.Compare", do: func(ctx context.Context) error {
			return closed(collection.Compare(ctx, []string{s.folder}, collection.Options{MinScore: 0.5}))
		}},
		{name: "collection.Sketch", do: func(ctx context.Context) error {
			return closed(collection.Sketch(ctx, []string{s.folder}, collection.Options{MinLink: 0.5}, 200))
		}},
	}
}

// closed closes a collection if there is one.
func closed(c *collection.Collection, err error) error {
	if err != nil {
		return err
	}
	return c.Close()
}

package main

import (
	"context"
	"slices"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/bench/process"
	"github.com/chaffinch-search/chaffinch/bench/snippet"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/answer"
	"github.com/chaffinch-search/chaffinch/query"
)

// row is what was measured on one corpus.
type row struct {
	Folder   string
	Bytes    int64 // read
	Files    int   // occurrences
	Contents int
	// By representation.
	Terms, Postings, Single [analyzer.Representations]int
	IndexBytes              int64
	Seconds, CPU            float64 // of indexing
	PeakMB                  float64 // of the whole measurement, what is mapped included
	// Of a question: medians.
	Asked      int
	QuestionMS float64
	Candidates float64
	Read       float64 // postings
}

func measure(folder, dir string, questions int) (row, error) {
	ctx := context.Background()
	r := row{Folder: folder}
	start, cpu := time.Now(), process.CPU()
	x, err := index.Create(dir, index.DefaultSettings())
	if err != nil {
		return r, err
	}
	report, err := x.Update(ctx, index.Source{Root: folder}, index.UpdateOptions{})
	if err != nil {
		return r, err
	}
	if err := x.Close(); err != nil {
		return r, err
	}
	r.Seconds, r.CPU = time.Since(start).Seconds(), (process.CPU() - cpu).Seconds()
	r.Bytes, r.Files = report.Bytes, report.Added
	if r.IndexBytes, err = answer.FolderSize(dir); err != nil {
		return r, err
	}
	if x, err = index.Open(ctx, dir, index.Options{ReadOnly: true}); err != nil {
		return r, err
	}
	defer x.Close()
	s, err := x.Snapshot()
	if err != nil {
		return r, err
	}
	defer s.Close()
	r.Contents = s.Contents()
	if err := r.count(ctx, s); err != nil {
		return r, err
	}
	return r, r.ask(ctx, x, s, folder, questions)
}

// count counts terms and postings.
func (r *row) count(ctx context.Context, s *index.Snapshot) error {
	for i := range analyzer.Representation(analyzer.Representations) {
		err := query.EachTerm(ctx, s.Reader(), i.String(), func(_ []byte, df int) error {
			r.Terms[i]++
			r.Postings[i] += df
			if df == 1 {
				r.Single[i]++
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

const lines = 40

// ask asks for snippets of files that are chosen by a hash of their path.
func (r *row) ask(ctx context.Context, x *index.Index, s *index.Snapshot, folder string, questions int) error {
	snippets, err := snippet.Cut(ctx, folder, questions, lines, 1)
	if err != nil {
		return err
	}
	var times, candidates, read []float64
	var n analyzer.Analysis
	for range 2 { // the first round brings the index into memory
		times, candidates, read = nil, nil, nil
		for _, q := range snippets {
			x.Analyzer().Analyze(analyzer.Detect(q.Path, q.Source), q.Source, &n)
			terms := append(query.Terms(&n), query.SpareTerms(x.Analyzer(), &n, nil)...)
			start := time.Now()
			found, err := query.Search(ctx, s.Reader(), query.NewVector(terms), query.Options{Top: 20, Documents: s.Contents()})
			if err != nil {
				return err
			}
			times = append(times, float64(time.Since(start).Microseconds())/1000)
			candidates = append(candidates, float64(found.Stats.Candidates))
			read = append(read, float64(found.Stats.Postings))
		}
	}
	r.Asked = len(times)
	r.QuestionMS, r.Candidates, r.Read = median(times), median(candidates), median(read)
	return nil
}

func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[len(values)/2]
}

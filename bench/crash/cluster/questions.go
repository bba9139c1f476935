package cluster

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/query"
)

// lengths are the numbers of terms of timed questions.
var lengths = []int{30, 100, 300, 1000, 3000}

// time times the search for candidates, in turn on disk and on the cluster.
func (b *bench) time(disk index.State, all []string) error {
	r := rand.New(rand.NewPCG(1, 1))
	fmt.Fprintf(b.Out, "\nterms  on disk: median, p99  cluster: median, p99  ratio  same candidates\n")
	for _, n := range lengths {
		var times [2][]float64
		same, asked := 0, 0
		for asked < b.samples {
			v, err := b.vector(disk, all[r.IntN(len(all))], n, r)
			if err != nil {
				return err
			}
			if v == nil {
				continue
			}
			asked++
			cloud, err := b.cloud.State() // nothing of it is known yet
			if err != nil {
				return err
			}
			var found [2][]query.Hit
			for i, s := range []index.State{disk, cloud} {
				begun := time.Now()
				results, err := s.Search(b, []*query.Vector{v}, query.Options{Top: 20})
				if err != nil {
					return err
				}
				times[i] = append(times[i], float64(time.Since(begun).Microseconds())/1000)
				found[i] = results[0].Hits
			}
			if reflect.DeepEqual(found[0], found[1]) {
				same++
			}
			if err := cloud.Close(); err != nil {
				return err
			}
		}
		ours, theirs := metric.Quantile(times[0], .5), metric.Quantile(times[1], .5)
		fmt.Fprintf(b.Out, "%5d  %8.2f %8.2f ms       %8.2f %8.2f ms    %6.1f  %d of %d\n",
			n, ours, metric.Quantile(times[0], .99), theirs, metric.Quantile(times[1], .99), theirs/ours, same, asked)
	}
	return nil
}

// loadedTerms is the number of terms of questions that run at the same time.
const loadedTerms = 100

// crowd prints how long questions take while others run, first on disk and then on the cluster.
func (b *bench) crowd(disk index.State, all []string) error {
	r := rand.New(rand.NewPCG(3, 3))
	var vectors []*query.Vector
	for len(vectors) < 5*b.samples {
		v, err := b.vector(disk, all[r.IntN(len(all))], loadedTerms, r)
		if err != nil {
			return err
		}
		if v != nil {
			vectors = append(vectors, v)
		}
	}
	fmt.Fprintf(b.Out, "\n%d terms, askers  on disk: questions/s, median, p99  cluster: questions/s, median, p99\n", loadedTerms)
	for _, askers := range []int{1, 4, 16} {
		fmt.Fprintf(b.Out, "%18d", askers)
		for _, x := range []*chaffinch.Index{b.disk, b.cloud} {
			begun := time.Now()
			times, err := askAll(b, x, vectors, askers)
			if err != nil {
				return err
			}
			fmt.Fprintf(b.Out, "  %13.0f %8.2f %8.2f ms",
				float64(len(times))/time.Since(begun).Seconds(), metric.Quantile(times, .5), metric.Quantile(times, .99))
		}
		fmt.Fprintln(b.Out)
	}
	return nil
}

// askAll searches for all vectors, so many at the same time, and returns the times in
// milliseconds.
func askAll(ctx context.Context, x *chaffinch.Index, vectors []*query.Vector, askers int) (times []float64, err error) {
	times = make([]float64, len(vectors))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(askers)
	for i, v := range vectors {
		group.Go(func() (err error) {
			s, err := x.State()
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.Close()) }()
			begun := time.Now()
			_, err = s.Search(ctx, []*query.Vector{v}, query.Options{Top: 20})
			times[i] = float64(time.Since(begun).Microseconds()) / 1000
			return err
		})
	}
	return times, group.Wait()
}

func contentsOf(ctx context.Context, s index.State) (ids []string, err error) {
	all, err := index.CatalogOf(s)
	if err != nil {
		return nil, err
	}
	err = all.EachContent(ctx, func(c index.Content) error {
		ids = append(ids, c.ID)
		return nil
	})
	slices.Sort(ids)
	return ids, err
}

// vector returns a question of about n terms, cut from a content. It returns nil if the content has
// fewer.
func (b *bench) vector(s index.State, id string, n int, r *rand.Rand) (*query.Vector, error) {
	c, source, err := index.SourceOf(b, s, id)
	if err != nil {
		return nil, err
	}
	l, ok := lex.Lookup(c.Language)
	if !ok || c.Fingerprints[0]+c.Fingerprints[1] < n {
		return nil, nil
	}
	var a analyzer.Analysis
	b.disk.Analyzer().Analyze(l, corpus.Decode(source).UTF8, &a)
	tokens := min(a.Len(), n*a.Len()/(c.Fingerprints[0]+c.Fingerprints[1]))
	from := r.IntN(a.Len() - tokens + 1)
	v := query.NewVector(query.TermsBetween(&a, from, from+tokens))
	if v.Len() < n*2/3 {
		return nil, nil // it repeats itself
	}
	return v, nil
}

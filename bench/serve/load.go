package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
	"github.com/chaffinch-search/chaffinch/bench/internal/snippet"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/inspect"
	"github.com/chaffinch-search/chaffinch/internal/serve"
)

// questions are questions by their number of lines.
type questions map[int][]serve.SearchRequest

// cutQuestions cuts questions from an indexed folder and from a foreign one, alternately.
func cutQuestions(ctx context.Context, o options, path string) (questions, error) {
	root, err := indexed(ctx, path)
	if err != nil {
		return nil, err
	}
	all := questions{}
	for _, lines := range o.lines {
		var cut [2][]snippet.Snippet
		for i, folder := range []string{root, o.foreign} {
			if cut[i], err = snippet.Cut(folder, (o.questions+1)/2, lines, o.seed); err != nil {
				return nil, err
			}
		}
		for i := range min(len(cut[0]), len(cut[1])) {
			for _, from := range cut {
				q := serve.Document{Name: filepath.Base(from[i].Path), Source: string(from[i].Source)}
				all[lines] = append(all[lines], serve.SearchRequest{Document: q, Promising: o.promising})
			}
		}
	}
	return all, nil
}

// indexed returns the folder that most documents of an index come from.
func indexed(ctx context.Context, path string) (string, error) {
	x, err := chaffinch.Open(ctx, path, index.Options{ReadOnly: true})
	if err != nil {
		return "", err
	}
	defer x.Close()
	s, err := x.State()
	if err != nil {
		return "", err
	}
	defer s.Close()
	all, err := inspect.Collections(ctx, s, "")
	if err != nil {
		return "", err
	}
	if len(all.Collections) == 0 {
		return "", errors.New("the index is empty")
	}
	return slices.MaxFunc(all.Collections, func(a, b inspect.Collection) int { return a.Documents - b.Documents }).Root, nil
}

// row is the result of a load.
type row struct {
	who      string
	took     vegeta.Metrics
	cpu      float64 // ms of the server for an answer
	resident float64 // MB afterwards
}

func head(out io.Writer) {
	fmt.Fprintf(out, "\n%5s %-11s %9s %8s %8s %7s %10s %8s\n", "lines", "clients", "answers/s", "p50 ms", "p99 ms", "failed", "CPU ms/ans", "RSS MB")
}

func (r *row) print(out io.Writer, lines int) {
	fmt.Fprintf(out, "%5d %-11s %9.1f %8.1f %8.1f %7d %10.1f %8.0f\n", lines, r.who, r.took.Throughput,
		ms(r.took.Latencies.P50), ms(r.took.Latencies.P99), r.failed(), r.cpu, r.resident)
	for _, text := range r.took.Errors {
		fmt.Fprintln(out, "      failed:", text)
	}
}

// failed returns the number of requests without an answer of status 200.
func (r *row) failed() int { return int(r.took.Requests) - r.took.StatusCodes["200"] }

// load runs n clients for a time; each sends its next request when the last one returns.
func (s *server) load(n int, long time.Duration, all []serve.SearchRequest) (*row, error) {
	stop := make(chan struct{})
	timer := time.AfterFunc(long, func() { close(stop) })
	defer timer.Stop()
	return s.loadUntil(n, stop, all)
}

// loadUntil is load until stop is closed.
func (s *server) loadUntil(n int, stop <-chan struct{}, all []serve.SearchRequest) (*row, error) {
	var targets []vegeta.Target
	for _, q := range all {
		body, err := json.Marshal(q)
		if err != nil {
			return nil, err
		}
		targets = append(targets, vegeta.Target{Method: http.MethodPost, URL: s.at + "/api/v1/search", Body: body,
			Header: http.Header{"Content-Type": {"application/json"}}})
	}
	before, err := s.cost()
	if err != nil {
		return nil, err
	}
	r := &row{who: fmt.Sprint(n)}
	attacker := vegeta.NewAttacker(vegeta.Workers(uint64(n)), vegeta.MaxWorkers(uint64(n)), vegeta.Connections(n), vegeta.Timeout(time.Minute))
	defer attacker.Stop()
	answers := attacker.Attack(vegeta.NewStaticTargeter(targets...), vegeta.Rate{}, 0, "")
	for stopped := false; ; {
		select {
		case a, ok := <-answers:
			if !ok {
				r.took.Close()
				return r, r.finish(s, before)
			}
			r.took.Add(a)
		case <-stop:
			if !stopped {
				attacker.Stop()
			}
			stopped, stop = true, nil
		}
	}
}

// finish records the resources that the server used.
func (r *row) finish(s *server, before cost) error {
	after, err := s.cost()
	if err != nil {
		return err
	}
	r.cpu, r.resident = ms(after.cpu-before.cpu)/float64(max(1, r.took.Requests)), after.resident
	return nil
}

// askLibrary prints a row of the library in this process.
func askLibrary(ctx context.Context, out io.Writer, path string, lines int, all []serve.SearchRequest) error {
	x, err := chaffinch.Open(ctx, path, index.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer x.Close()
	var times []float64
	var cpu time.Duration
	begun := time.Now()
	for round := range 2 { // the index is in memory after the first one
		times, cpu, begun = nil, process.Used(), time.Now()
		for i, q := range all {
			if round == 0 && i >= 40 {
				break
			}
			d, o, err := q.Question(false)
			if err != nil {
				return err
			}
			start := time.Now()
			if _, err := x.Search(ctx, d, o); err != nil {
				return err
			}
			times = append(times, ms(time.Since(start)))
		}
	}
	took := time.Since(begun)
	n := float64(len(times))
	fmt.Fprintf(out, "%5d %-11s %9.1f %8.1f %8.1f %7d %10.1f %8.0f\n", lines, "library, 1", n/took.Seconds(), metric.Quantile(times, .5),
		metric.Quantile(times, .99), 0, ms(process.Used()-cpu)/n, process.OwnPeakMB())
	return nil
}

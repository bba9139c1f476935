package serve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
	"github.com/chaffinch-search/chaffinch/bench/internal/snippet"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/inspect"
	"github.com/chaffinch-search/chaffinch/internal/serve"
)

// requests returns the bodies of requests of so many lines: one half from files of one folder, and
// one from files of the other.
func requests(root, foreign string, n, lines int, seed uint64, promising bool) (bodies [][]byte, err error) {
	var cut [2][]snippet.Snippet
	for i, folder := range []string{root, foreign} {
		if cut[i], err = snippet.Cut(folder, (n+1)/2, lines, seed); err != nil {
			return nil, err
		}
	}
	for i := range min(len(cut[0]), len(cut[1])) {
		for _, from := range cut {
			q := serve.Document{Name: filepath.Base(from[i].Path), Source: string(from[i].Source)}
			body, err := json.Marshal(serve.SearchRequest{Document: q, SearchOptions: chaffinch.SearchOptions{Promising: promising}})
			if err != nil {
				return nil, err
			}
			bodies = append(bodies, body)
		}
	}
	return bodies, nil
}

// indexed returns the folder of the largest collection of an index.
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

// row is a row of the table. Times are in milliseconds.
type row struct {
	sync.Mutex
	took     []float64 // of each answer
	failed   int
	seconds  float64
	cpu      float64 // of the server, for all answers
	resident float64 // MB, afterwards
}

func (r *row) cells() []string {
	n := float64(max(1, len(r.took)))
	return []string{
		fmt.Sprintf("%.1f", float64(len(r.took))/r.seconds), fmt.Sprintf("%.1f", metric.Quantile(r.took, .5)),
		fmt.Sprintf("%.1f", metric.Quantile(r.took, .99)), fmt.Sprint(r.failed), fmt.Sprintf("%.1f", r.cpu/n), fmt.Sprintf("%.0f", r.resident),
	}
}

// load has n clients search for that long, each one question after the other.
func load(ctx context.Context, at string, n int, long time.Duration, bodies [][]byte) (*row, error) {
	before, _, err := cost(at)
	if err != nil {
		return nil, err
	}
	r := &row{}
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: n}, Timeout: time.Minute}
	defer client.CloseIdleConnections()
	begun := time.Now()
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			for q := i; time.Since(begun) < long && ctx.Err() == nil; q += n {
				r.ask(client, at, bodies[q%len(bodies)])
			}
		})
	}
	all.Wait()
	r.seconds = time.Since(begun).Seconds()
	after, resident, err := cost(at)
	r.cpu, r.resident = after-before, resident
	return r, errors.Join(err, ctx.Err())
}

func (r *row) ask(client *http.Client, at string, body []byte) {
	begun := time.Now()
	a, err := client.Post(at+"/api/v1/search", "application/json", bytes.NewReader(body))
	if err == nil {
		_, err = io.Copy(io.Discard, a.Body)
		a.Body.Close()
	}
	took := float64(time.Since(begun).Microseconds()) / 1000
	r.Lock()
	defer r.Unlock()
	if err != nil || a.StatusCode != http.StatusOK {
		r.failed++
		return
	}
	r.took = append(r.took, took)
}

// cost returns the processor time of the server in milliseconds, and its memory in MB.
func cost(at string) (cpu, resident float64, err error) {
	a, err := http.Get(at + "/metrics")
	if err != nil {
		return 0, 0, err
	}
	defer a.Body.Close()
	all := map[string]float64{} // of those without labels
	for lines := bufio.NewScanner(a.Body); lines.Scan(); {
		if name, value, ok := strings.Cut(lines.Text(), " "); ok {
			all[name], _ = strconv.ParseFloat(value, 64)
		}
	}
	return all["process_cpu_seconds_total"] * 1000, all["process_resident_memory_bytes"] / 1e6, nil
}

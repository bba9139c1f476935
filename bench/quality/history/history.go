// Package history measures the index of a git history: how fast it is made and made again, what its
// versions cost, and whether answers name the commit that first had a snippet.
//
//	go -C bench run ./quality history [-n 200] [-lines 10] REPOSITORY
//
// It cuts snippets of whole lines from versions of files of the repository, of which every content
// is as likely as any other, and searches for each. The truth is found by reading all contents in
// the order of their first commits: the first that has the bytes of the snippet.
package history

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"time"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// Run measures the history of a repository.
func Run(ctx context.Context, args []string, _, _ io.Writer) error {
	f := cli.Flags()
	n := f.Int("n", 200, "number of snippets")
	lines := f.Int("lines", 10, "lines of a snippet")
	if err := cli.Parse(f, args, "REPOSITORY"); err != nil {
		return err
	}
	return run(ctx, f.Arg(0), *n, *lines)
}

var history = corpus.Options{Git: corpus.GitOptions{History: true}, KeepGenerated: true, KeepMinified: true}

func run(ctx context.Context, repository string, n, lines int) error {
	x, remove, err := cli.Index(index.DefaultSettings())
	if err != nil {
		return err
	}
	defer remove()
	for _, what := range []string{"indexed", "again"} {
		begun, used := time.Now(), process.Used()
		r, err := x.Update(ctx, index.Source{Root: repository}, index.UpdateOptions{Corpus: history})
		if err != nil {
			return err
		}
		took := time.Since(begun)
		fmt.Printf("%-8s %d new contents of %d, %.1f MB read, in %.1f s (%.0f MB/s), %.1f s of processors\n", what, r.Contents,
			r.Added+r.Unchanged, float64(r.Bytes)/1e6, took.Seconds(), float64(r.Bytes)/1e6/took.Seconds(), (process.Used() - used).Seconds())
	}
	size, err := x.Size(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("index    %.1f MB\n", float64(size)/1e6)
	snippets, err := cut(ctx, repository, n, lines)
	if err != nil {
		return err
	}
	return ask(ctx, x, snippets)
}

// snippet is a question whose first commit is known.
type snippet struct {
	name  string
	text  []byte
	date  time.Time
	first string // commit
}

// least and most bound a snippet, in bytes.
const least, most = 250, 4000

// cut cuts snippets from contents and finds the first commit of each.
func cut(ctx context.Context, repository string, n, lines int) ([]snippet, error) {
	r := rand.New(rand.NewPCG(1, 2))
	snippets := make([]snippet, 0, n) // of all contents, by reservoir
	met := 0
	err := each(ctx, repository, func(f corpus.File, content []byte) {
		text := choose(r, content, lines)
		if text == nil {
			return
		}
		met++
		if len(snippets) < n {
			snippets = append(snippets, snippet{name: f.Path, text: text})
		} else if at := r.IntN(met); at < n {
			snippets[at] = snippet{name: f.Path, text: text}
		}
	})
	if err != nil {
		return nil, err
	}
	err = each(ctx, repository, func(f corpus.File, content []byte) {
		for i := range snippets {
			if snippets[i].first == "" && bytes.Contains(content, snippets[i].text) {
				snippets[i].first, snippets[i].date = f.Revision, f.Origin.Date
			}
		}
	})
	return snippets, err
}

// choose returns lines of the content, nil if a few tries find none of a fair size.
func choose(r *rand.Rand, content []byte, lines int) []byte {
	all := bytes.SplitAfter(content, []byte("\n"))
	for range 5 {
		if len(all) <= lines {
			return nil
		}
		from := r.IntN(len(all) - lines)
		text := bytes.Join(all[from:from+lines], nil)
		words := len(bytes.Fields(text))
		if len(text) >= least && len(text) <= most && words >= 3*lines && !isComment(text) {
			return text
		}
	}
	return nil
}

// isComment reports whether most lines begin like those of a comment. Licences in them have other
// origins.
func isComment(text []byte) bool {
	comments, all := 0, bytes.Split(text, []byte("\n"))
	for _, line := range all {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || bytes.ContainsAny(line[:1], "/*#") {
			comments++
		}
	}
	return 2*comments > len(all)
}

// each reads every content of the history, in the order of their first commits.
func each(ctx context.Context, repository string, f func(file corpus.File, content []byte)) error {
	source, err := corpus.Open(repository, history)
	if err != nil {
		return err
	}
	defer source.Close()
	var buf []byte
	return source.Each(ctx, corpus.Visitor{Visit: func(file corpus.File) error {
		content, reason, _ := corpus.Read(file, history, buf)
		buf = content
		if reason == corpus.Kept {
			f(file, content)
		}
		return nil
	}})
}

// ask searches for each snippet and prints whether the answer names its first commit.
func ask(ctx context.Context, x *chaffinch.Index, snippets []snippet) error {
	var took []time.Duration
	same, earlier, found := 0, 0, 0
	for _, s := range snippets {
		begun := time.Now()
		a, err := x.Search(ctx, chaffinch.Document{Name: filepath.Base(s.name), Source: s.text}, chaffinch.SearchOptions{Top: 10})
		took = append(took, time.Since(begun))
		if err != nil {
			return err
		}
		if len(a.Hits) == 0 {
			continue
		}
		found++
		best := a.Hits[0].Occurrences[0]
		if best.Revision == s.first {
			same++
		} else if best.Date.Before(s.date) {
			earlier++
		}
	}
	slices.Sort(took)
	fmt.Printf("asked    %d: found %d, the first answer names the first commit for %d, an earlier one for %d; median %.0f ms, p95 %.0f ms\n",
		len(snippets), found, same, earlier, float64(took[len(took)/2].Microseconds())/1e3, float64(took[len(took)*95/100].Microseconds())/1e3)
	return nil
}

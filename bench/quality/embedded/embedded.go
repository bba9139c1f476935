// Package embedded finds copies of libraries in larger projects.
//
//	go -C bench run ./quality embedded [-min-score 0.5] LIBRARY... -- PROJECT...
//
// The libraries are folders, each a collection of one index. Every file of the projects is asked for. A row for
// each project and library says how many files have their best hit there, in which folder most of them are, and
// how much of these files is in matches. Texts of licences do not count.
package embedded

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/notice"
)

// Run looks for copies of the libraries in the projects.
func Run(ctx context.Context, args []string, _, _ io.Writer) error {
	f := cli.Flags()
	least := f.Float64("min-score", 0.5, "least score of a hit")
	if err := f.Parse(args); err != nil {
		return err
	}
	at := slices.Index(f.Args(), "--")
	if at < 1 {
		return errors.New("separate LIBRARY and PROJECT by --")
	}
	return run(ctx, f.Args()[:at], f.Args()[at+1:], *least)
}

func run(ctx context.Context, libraries, projects []string, least float64) error {
	x, remove, err := cli.Index(index.DefaultSettings())
	if err != nil {
		return err
	}
	defer remove()
	for _, l := range libraries {
		r, err := x.Update(ctx, index.Source{Root: l}, index.UpdateOptions{})
		if err != nil {
			return err
		}
		fmt.Printf("%-10s %d files\n", r.Collection, r.Added)
	}
	fmt.Printf("\n%-10s %-10s %6s %6s  %s\n", "project", "library", "files", "cover", "most of them in")
	for _, p := range projects {
		if err := ask(ctx, x, p, least); err != nil {
			return err
		}
	}
	return nil
}

// found is what a project has of a library.
type found struct {
	files   int
	cover   float64        // sum
	folders map[string]int // files by folder
}

func ask(ctx context.Context, x *chaffinch.Index, project string, least float64) error {
	begun := time.Now()
	asked := 0
	all := map[string]*found{}
	err := x.SearchEach(ctx, x.Files(ctx, project, corpus.Options{}), chaffinch.SearchOptions{Top: 1, MinScore: least},
		func(d chaffinch.Document, a *answer.Answer, err error) error {
			if skipped := new(chaffinch.SkippedError); errors.As(err, &skipped) {
				return nil
			}
			if err != nil {
				return err
			}
			asked++
			if len(a.Hits) == 0 || notice.IsLicense(a.Hits[0].Occurrences[0].Path) || notice.IsLicense(d.Name) {
				return nil // the text of a licence is in every project
			}
			library := a.Hits[0].Occurrences[0].Collection
			f := all[library]
			if f == nil {
				f = &found{folders: map[string]int{}}
				all[library] = f
			}
			f.files++
			f.cover += a.Hits[0].Coverage
			folder, err := filepath.Rel(project, filepath.Dir(d.Name))
			f.folders[folder]++
			return err
		})
	if err != nil {
		return err
	}
	var libraries []string
	for l := range all {
		libraries = append(libraries, l)
	}
	slices.SortFunc(libraries, func(a, b string) int { return all[b].files - all[a].files })
	for _, l := range libraries {
		f := all[l]
		best := ""
		for folder, n := range f.folders {
			if n > f.folders[best] || n == f.folders[best] && strings.Compare(folder, best) < 0 {
				best = folder
			}
		}
		fmt.Printf("%-10s %-10s %6d %5.0f%%  %s (%d)\n", filepath.Base(project), l, f.files, 100*f.cover/float64(f.files), best, f.folders[best])
	}
	fmt.Printf("%-10s %d files asked for in %.1f s\n", filepath.Base(project), asked, time.Since(begun).Seconds())
	return nil
}

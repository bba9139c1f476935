package mcp

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/scan"
)

// A copy that its file repeats is found as if the file had it once. All repeats count as copied, and the document is matched once.
func TestVerdict_OfRepeats(t *testing.T) {
	for n, l := range tongues {
		r := rand.New(rand.NewPCG(uint64(n), 13))
		files := map[string]string{}
		for i := range 6 {
			files[fmt.Sprint("lib/", i, l.extension)] = text(l.file(r, 5, 12))
		}
		sizes := []int{8, 40}
		var plants [][]string
		for i, lines := range sizes {
			plants = append(plants, l.function(r, lines))
			files[fmt.Sprint("lib/plant", i, l.extension)] = text(l.file(r, 2, 12), plants[i], l.file(r, 2, 12))
		}
		folder := filetest.Folder(t, files)
		x, err := newServer(t, indexesOf(t, folder), "").indexes.Acquire("")
		must(t, err)
		defer x.Close()
		for i, plant := range plants {
			origin := filepath.Join(folder, "lib", fmt.Sprint("plant", i, l.extension))
			for _, renames := range []bool{false, true} {
				for _, around := range []int{0, 3} {
					var alone answer.Hit
					for _, times := range []int{1, 2, 12, 40} {
						if times*around > 50 {
							continue
						}
						name := fmt.Sprintf("%s, %d lines, renamed %v, %d functions around, %d times", l.extension, sizes[i], renames, around, times)
						var lines []string
						copied := map[int]bool{}
						for range times {
							lines = append(lines, l.file(r, around, 10)...)
							repeat := plant
							if renames { // each with other names
								repeat = renamed(r, plant)
							}
							for _, line := range repeat {
								if lines = append(lines, line); line != "" {
									copied[len(lines)] = true
								}
							}
						}
						all := len(copied)
						d := chaffinch.Document{Name: "f" + l.extension, Source: []byte(text(lines))}
						a, err := x.Search(t.Context(), d, chaffinch.SearchOptions{MinScore: chaffinch.DefaultMinScore("", false)})
						must(t, err)
						if len(a.Hits) == 0 || a.Hits[0].Occurrences[0].File() != origin {
							t.Errorf("%s: search finds %d others", name, len(a.Hits))
							continue
						}
						hit := a.Hits[0]
						if times == 1 {
							alone = hit
						}
						if hit.Score < alone.Score-0.12 || hit.Coverage < alone.Coverage-0.05 || hit.DocumentCoverage > alone.DocumentCoverage+0.1 {
							t.Errorf("%s: score %.2f, coverage %.2f and %.2f; once %.2f, %.2f and %.2f", name,
								hit.Score, hit.Coverage, hit.DocumentCoverage, alone.Score, alone.Coverage, alone.DocumentCoverage)
						}
						found, err := scan.Run(t.Context(), x.Index, scan.Options{Tree: filetest.Folder(t, map[string]string{d.Name: string(d.Source)})})
						must(t, err)
						if len(found.Findings) == 0 {
							t.Errorf("%s: scan finds nothing", name)
							continue
						}
						for _, s := range found.Files[0].Copied {
							for line := s.From; line <= s.To; line++ {
								delete(copied, line)
							}
						}
						if len(copied)*10 > all {
							t.Errorf("%s: of %d lines, scan misses %d", name, all, len(copied))
						}
					}
				}
			}
		}
	}
}

package mcp

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/ringtest"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/scan"
)

// A copy that its file repeats is found as if the file had it once. All repeats count as copied,
// and the document is matched once.
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
						if times*around > 50 || n > 0 && times*sizes[i] > 500 { // one language has a long file, in the full ring
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
						if times*sizes[i] > ringtest.Of(330, math.MaxInt) {
							continue
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

// Whole documents are as alike if one of them repeats the copy, which counts as copied each time.
// In a long document, alignment tries few places of each seed, so matches may lie in several
// repeats, which have different names: then the score differs more.
func TestVerdict_OfRepeatsInWholeDocuments(t *testing.T) {
	for n, l := range tongues {
		r := rand.New(rand.NewPCG(uint64(n), 14))
		for _, lines := range []int{8, 40} {
			plant := l.function(r, lines)
			original := text(l.file(r, 2, 12), plant, l.file(r, 2, 12))
			folder := filetest.Folder(t, map[string]string{"lib/a" + l.extension: original, "lib/b" + l.extension: text(l.file(r, 6, 12))})
			x, err := newServer(t, indexesOf(t, folder), "").indexes.Acquire("")
			must(t, err)
			defer x.Close()
			for _, renames := range []bool{false, true} {
				for _, others := range []int{0, 3} {
					around := l.file(r, others, 10)
					var once [4]wholeScore
					for _, times := range []int{1, 2, 12, 40} {
						if n > 0 && times*lines > 500 { // one language has a long file, in the full ring
							continue
						}
						var repeats []string
						for range times {
							repeat := plant
							if renames { // each with other names
								repeat = renamed(r, plant)
							}
							repeats = append(repeats, repeat...)
						}
						if times*lines > ringtest.Of(330, math.MaxInt) {
							continue
						}
						tolerance := 0.12
						if renames {
							tolerance = 0.18
						}
						d := chaffinch.Document{Name: "f" + l.extension, Source: []byte(text(around, repeats))}
						scores := wholeScores(t, x.Index, d, chaffinch.Document{Name: "a" + l.extension, Source: []byte(original)})
						if times == 1 {
							once = scores
						}
						for i, s := range scores {
							if name := []string{"compare", "similar", "pairs", "pairs of folders"}[i]; math.Abs(s.score-once[i].score) > tolerance || s.coverage < once[i].coverage-0.05 {
								t.Errorf("%s, %d lines, renamed %v, %d functions around, %d times: %s: score %.3f, coverage %.2f; once %.3f, %.2f", l.extension, lines, renames, others, times,
									name, s.score, s.coverage, once[i].score, once[i].coverage)
							}
						}
					}
				}
			}
		}
	}
}

// wholeScore is the similarity of two documents, and the share of the first one that is in matches.
type wholeScore struct{ score, coverage float64 }

// wholeScores are those of a document and an original by each comparison of whole documents.
func wholeScores(t *testing.T, x *chaffinch.Index, d, original chaffinch.Document) (all [4]wholeScore) {
	t.Helper()
	c, err := chaffinch.Compare(t.Context(), d, original, chaffinch.CompareOptions{})
	must(t, err)
	all[0] = wholeScore{c.Score, c.A.Coverage}
	a, err := x.Similar(t.Context(), d, chaffinch.SearchOptions{})
	must(t, err)
	for _, h := range a.Hits {
		if filepath.Base(h.Occurrences[0].File()) == original.Name {
			all[1] = wholeScore{h.Score, h.Coverage}
		}
	}
	for i, further := range []map[string]string{{}, {"1/g" + filepath.Ext(d.Name): "g = 1\n", "2/h" + filepath.Ext(d.Name): "h = 2\n"}} {
		further["1/"+d.Name], further["2/"+original.Name] = string(d.Source), string(original.Source)
		folder := filetest.Folder(t, further)
		p, err := chaffinch.Pairs(t.Context(), []string{filepath.Join(folder, "1"), filepath.Join(folder, "2")}, pairs.Options{Unit: pairs.ByFolder})
		must(t, err)
		for _, pair := range p.Pairs {
			if strings.HasPrefix(pair.A.Name, "2") {
				pair.A, pair.B = pair.B, pair.A
			}
			all[2+i] = wholeScore{pair.Score, pair.A.Coverage}
		}
		must(t, p.Close())
	}
	return all
}

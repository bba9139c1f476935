package changes

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
	"github.com/chaffinch-search/chaffinch/bench/internal/observed"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// similar searches for the files of all languages, and prints the scores of what is found.
func (b *bench) similar() (all []observed.Score, err error) {
	languages, err := b.choose()
	if err != nil {
		return nil, err
	}
	table := terminal.NewTable("language", "found", ">number", ">median", ">highest")
	for _, s := range languages {
		of, err := b.measureSimilar(s)
		if err != nil {
			return nil, fmt.Errorf("measuring %s: %w", s.lang.Name, err)
		}
		all = append(all, of...)
		for _, kind := range []string{"copies", "others"} {
			var scores []float64
			for _, one := range of {
				if one.Copy == (kind == "copies") {
					scores = append(scores, one.Score)
				}
			}
			table.Row(s.lang.Name, kind, strconv.Itoa(len(scores)), metric.Figure(metric.Quantile(scores, 0.5)).String(),
				metric.Figure(metric.Quantile(scores, 1)).String())
		}
	}
	return all, b.Print(table)
}

// measureSimilar searches an index for each chosen file, as the command similar does. The index has
// the chosen files and their copies.
func (b *bench) measureSimilar(s *sources) (all []observed.Score, err error) {
	tree := b.Folder()
	copies, err := b.writeAll(s, tree)
	if err != nil {
		return nil, err
	}
	x, _, err := b.Indexed(tree, index.DefaultSettings(), index.UpdateOptions{Corpus: everything})
	if err != nil {
		return nil, err
	}
	for i, one := range s.chosen {
		question := chaffinch.Document{Name: "question" + filepath.Ext(one.name), Source: []byte(one.text), Language: s.lang.Name}
		given, err := x.Similar(b, question, chaffinch.SearchOptions{Top: -1})
		if err != nil {
			return nil, err
		}
		for _, h := range given.Hits {
			right := slices.ContainsFunc(h.Occurrences, func(at index.Occurrence) bool { return slices.Contains(copies[i], at.Path) })
			all = append(all, observed.Score{Use: observed.Similar, Language: s.lang.Name,
				Tokens: min(given.Question.Tokens, h.Tokens), Score: h.Score, Copy: right})
		}
	}
	return all, nil
}

// writeAll writes the chosen files, and their copies of all kinds. It returns the paths of the
// copies of each file. Of equal copies one is written.
func (b *bench) writeAll(s *sources, dir string) (copies [][]string, err error) {
	copies = make([][]string, len(s.chosen))
	foreign := foreignStatements(s.others)
	written := map[string]bool{}
	for _, one := range s.chosen {
		written[one.text] = true
	}
	for n, k := range kinds {
		var kept []changed
		made, _ := b.changeAll(s, k, foreign)
		for _, one := range made {
			if written[one.text] {
				continue
			}
			written[one.text] = true
			kept = append(kept, one)
			copies[one.of] = append(copies[one.of], fmt.Sprintf("%d/%s", n, one.name))
		}
		if err := writeFiles(filepath.Join(dir, fmt.Sprint(n)), nil, kept); err != nil {
			return nil, err
		}
	}
	return copies, writeFiles(filepath.Join(dir, "files"), slices.Concat(s.chosen, s.others), nil)
}

package changes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
	"github.com/chaffinch-search/chaffinch/bench/internal/observed"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// similarity is a result: the answers to each question, how many of the listed documents are
// copies, and are not, and the number of copies.
type similarity struct {
	answers        []metric.Ranking
	copies, others int
	total          int
	observed       []observed.Score // of all answers
}

// add adds the result in another language.
func (s *similarity) add(o similarity) {
	s.answers = append(s.answers, o.answers...)
	s.copies += o.copies
	s.others += o.others
	s.total += o.total
	s.observed = append(s.observed, o.observed...)
}

// measureSimilar searches an index of the chosen files and their copies for each of the files, as
// the command similar does.
func measureSimilar(ctx context.Context, c config, s *sources) (all similarity, err error) {
	dir, err := os.MkdirTemp("", "chaffinch-changes-")
	if err != nil {
		return all, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	tree := filepath.Join(dir, "indexed")
	copies, err := s.writeAll(c, tree)
	if err != nil {
		return all, err
	}
	x, remove, err := indexOf(ctx, tree)
	if err != nil {
		return all, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	for i, one := range s.chosen {
		question := chaffinch.Document{Name: "question" + filepath.Ext(one.name), Source: []byte(one.text), Language: s.lang.Name}
		given, err := x.Similar(ctx, question, chaffinch.SearchOptions{Top: -1})
		if err != nil {
			return all, err
		}
		all.count(given, copies[i], c.set(), s.lang.Name)
	}
	return all, nil
}

// writeAll writes the chosen files, and their copies of all kinds. It
// returns the paths of the copies of each file. Of equal copies one is written.
func (s *sources) writeAll(c config, dir string) (copies [][]string, err error) {
	copies = make([][]string, len(s.chosen))
	foreign := s.foreignStatements()
	written := map[string]bool{}
	for _, one := range s.chosen {
		written[one.text] = true
	}
	for n, k := range kinds {
		var kept []changed
		made, _ := s.changeAll(c, k, foreign)
		for _, one := range made {
			if written[one.text] {
				continue
			}
			written[one.text] = true
			kept = append(kept, one)
			copies[one.of] = append(copies[one.of], fmt.Sprintf("%d/%s", n, one.name))
		}
		if err := s.writeFiles(filepath.Join(dir, fmt.Sprint(n)), nil, kept); err != nil {
			return nil, err
		}
	}
	return copies, s.writeFiles(filepath.Join(dir, "files"), slices.Concat(s.chosen, s.others), nil)
}

// count counts an answer, and notes its labelled scores. These copies are right.
func (s *similarity) count(given *answer.Answer, copies []string, set, language string) {
	s.total += len(copies)
	scores, right := make([]float64, len(given.Hits)), make([]bool, len(given.Hits))
	for i, h := range given.Hits {
		scores[i] = h.Score
		right[i] = slices.ContainsFunc(h.Occurrences, func(at index.Occurrence) bool { return slices.Contains(copies, at.Path) })
		s.observed = append(s.observed, observed.Score{Use: observed.Similar, Set: set, Language: language,
			Tokens: min(given.Question.Tokens, h.Tokens), Score: h.Score, Copy: right[i]})
		switch {
		case h.Score < threshold.ListedSimilar:
		case right[i]:
			s.copies++
		default:
			s.others++
		}
	}
	s.answers = append(s.answers, metric.NewRanking(scores, right, len(copies)))
}

// write prints the figures.
func (s *similarity) write(out io.Writer, name string) error {
	table := terminal.NewTable(name, ">questions", ">copies", ">MAP", ">hit@1", ">listed", ">others listed")
	table.Row("", terminal.Thousands(len(s.answers)), terminal.Thousands(s.total),
		metric.Figure(metric.Mean(s.answers, metric.Ranking.AveragePrecision)).String(),
		metric.Figure(metric.Mean(s.answers, metric.Ranking.Hit1)).String(),
		terminal.Thousands(s.copies), terminal.Thousands(s.others))
	if err := table.Write(out, terminal.Style{}); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out)
	return err
}

// runSimilar searches for the files of all languages and prints the figures.
func runSimilar(ctx context.Context, c config, languages []*sources, stdout io.Writer) error {
	var total similarity
	for _, s := range languages {
		of, err := measureSimilar(ctx, c, s)
		if err != nil {
			return fmt.Errorf("measuring %s: %w", s.lang.Name, err)
		}
		total.add(of)
		if err := of.write(stdout, s.lang.Name); err != nil {
			return err
		}
	}
	if err := c.writeObserved(total.observed); err != nil {
		return err
	}
	return total.write(stdout, "all languages")
}

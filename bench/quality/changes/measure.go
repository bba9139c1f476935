package changes

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
	"github.com/chaffinch-search/chaffinch/bench/internal/observed"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// outcome is the figures of one kind of change.
type outcome struct {
	pairs []observed.Score // copies, and others
	ranks []float64        // reciprocal ranks of the files among the answers
	left  int              // files to which the change does not apply
}

// scores returns the scores of the copies, or of all others.
func (o outcome) scores(copies bool) (scores []float64) {
	for _, p := range o.pairs {
		if p.Copy == copies {
			scores = append(scores, p.Score)
		}
	}
	return scores
}

// outcomes has an outcome for each kind, in their order.
type outcomes []outcome

// together adds the outcomes of the languages up.
func together(languages []outcomes) outcomes {
	all := make(outcomes, len(kinds))
	for _, of := range languages {
		for i, o := range of {
			all[i].pairs = append(all[i].pairs, o.pairs...)
			all[i].ranks = append(all[i].ranks, o.ranks...)
			all[i].left += o.left
		}
	}
	return all
}

// observed returns the scores of all kinds, as one set.
func (all outcomes) observed(set string) (scores []observed.Score) {
	for _, o := range all {
		for _, one := range o.pairs {
			one.Set = set
			scores = append(scores, one)
		}
	}
	return scores
}

// changed is a changed copy.
type changed struct {
	name string // of its file
	text string
	of   int // the chosen file that it is a copy of
}

// changeAll applies the kind to all chosen files.
func (s *sources) changeAll(c config, k kind, foreign []string) (all []changed, left int) {
	for i, one := range s.chosen {
		text, ok := k.change(c.seed, one, foreign)
		if !ok {
			left++
			continue
		}
		all = append(all, changed{fmt.Sprintf("copy%03d%s", i, filepath.Ext(one.name)), text, i})
	}
	return all, left
}

// foreignStatements returns statements of the other files.
func (s *sources) foreignStatements() (all []string) {
	for _, o := range s.others {
		all = append(all, foreignStatements(o.parse())...)
	}
	return all
}

// fileName is the name of a chosen file, and of one of the others after them.
func (s *sources) fileName(i int, of *source) string {
	return fmt.Sprintf("file%03d%s", i, filepath.Ext(of.name))
}

// measure measures all kinds of change of a language.
func measure(ctx context.Context, c config, s *sources) (all outcomes, err error) {
	dir, err := os.MkdirTemp("", "chaffinch-changes-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	x, remove, err := s.index(ctx, filepath.Join(dir, "indexed"))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	foreign := s.foreignStatements()
	for _, k := range kinds {
		copies, left := s.changeAll(c, k, foreign)
		o := outcome{left: left}
		if err := s.compare(ctx, &o, filepath.Join(dir, k.name), copies); err != nil {
			return nil, fmt.Errorf("comparing copies (%s): %w", k.name, err)
		}
		if err := s.search(ctx, &o, x, copies); err != nil {
			return nil, fmt.Errorf("searching for copies (%s): %w", k.name, err)
		}
		all = append(all, o)
	}
	return all, nil
}

// writeFiles writes files and copies to a new folder.
func (s *sources) writeFiles(dir string, files []*source, copies []changed) error {
	for i, f := range files {
		if err := code.WriteFile(filepath.Join(dir, s.fileName(i, f)), []byte(f.text)); err != nil {
			return err
		}
	}
	for _, made := range copies {
		if err := code.WriteFile(filepath.Join(dir, made.name), []byte(made.text)); err != nil {
			return err
		}
	}
	return nil
}

// everything keeps all files: they were chosen.
var everything = document.Options{NoIgnore: true, KeepGenerated: true, KeepMinified: true}

// index indexes the chosen files and the others. The function closes the index and removes it.
func (s *sources) index(ctx context.Context, dir string) (*chaffinch.Index, func() error, error) {
	if err := s.writeFiles(dir, slices.Concat(s.chosen, s.others), nil); err != nil {
		return nil, nil, err
	}
	return indexOf(ctx, dir)
}

// indexOf indexes a folder.
func indexOf(ctx context.Context, tree string) (*chaffinch.Index, func() error, error) {
	x, _, remove, err := cli.Indexed(ctx, index.DefaultSettings(), index.Source{Root: tree}, index.UpdateOptions{Corpus: everything})
	return x, remove, err
}

// compare compares the files and the copies, all with all.
func (s *sources) compare(ctx context.Context, o *outcome, dir string, copies []changed) (err error) {
	if err := s.writeFiles(dir, s.chosen, copies); err != nil {
		return err
	}
	compared, err := chaffinch.Pairs(ctx, []string{dir}, pairs.Options{Reading: pairs.Reading{Corpus: everything}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, compared.Close()) }()
	tokens := map[string]int{}
	for _, u := range compared.Units {
		tokens[u.Name] = u.Tokens
	}
	all := map[[2]string]*pairs.Pair{} // by names, in their order
	for i := range compared.Pairs {
		p := &compared.Pairs[i]
		a, b := p.A.Name, p.B.Name
		all[[2]string{min(a, b), max(a, b)}] = p
	}
	s.label(o, all, tokens, copies)
	return nil
}

// label divides the pairs into pairs of a file and its copy, and all others. A pair without a score
// has 0.
func (s *sources) label(o *outcome, found map[[2]string]*pairs.Pair, tokens map[string]int,
	copies []changed) {
	var all []changed // the copies, then the files
	all = append(all, copies...)
	for i, f := range s.chosen {
		all = append(all, changed{name: s.fileName(i, f), of: i})
	}
	for j, b := range all {
		for i, a := range all[:j] {
			shared := a.of == b.of
			one := observed.Score{Use: observed.Pairs, Language: s.lang.Name, Copy: shared,
				Tokens: min(tokens[a.name], tokens[b.name])}
			if p := found[[2]string{min(a.name, b.name), max(a.name, b.name)}]; p != nil {
				one.Score, one.Sure = p.Score, p.Probability
			}
			if !shared || i < len(copies) && j >= len(copies) {
				o.pairs = append(o.pairs, one)
			} // two copies of one file are neither
		}
	}
}

// search searches the index for every copy.
func (s *sources) search(ctx context.Context, o *outcome, x *chaffinch.Index, copies []changed) error {
	for _, made := range copies {
		question := chaffinch.Document{Name: made.name, Source: []byte(made.text), Language: s.lang.Name}
		found, err := x.Search(ctx, question, chaffinch.SearchOptions{})
		if err != nil {
			return err
		}
		file := s.fileName(made.of, s.chosen[made.of])
		at := slices.IndexFunc(found.Hits, func(h answer.Hit) bool {
			return slices.ContainsFunc(h.Occurrences, func(at index.Occurrence) bool { return at.Path == file })
		})
		rank := 0.
		if at >= 0 {
			rank = 1 / float64(at+1)
		}
		o.ranks = append(o.ranks, rank)
	}
	return nil
}

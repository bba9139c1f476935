package changes

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
	"github.com/chaffinch-search/chaffinch/bench/internal/observed"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// changed is a changed copy.
type changed struct {
	name string // of its file
	text string
	of   int // the chosen file that it is a copy of
}

// changeAll applies the kind to all chosen files. left counts the files to which it does not apply.
func (b *bench) changeAll(s *sources, k kind, foreign []string) (all []changed, left int) {
	for i, one := range s.chosen {
		if text, ok := k.change(b.seed, one, foreign); ok {
			all = append(all, changed{one.copyName(i), text, i})
		} else {
			left++
		}
	}
	return all, left
}

// fileName is the name of the i-th file when it is written. copyName is the name of its copy.
func (s *source) fileName(i int) string { return fmt.Sprintf("file%03d%s", i, filepath.Ext(s.name)) }
func (s *source) copyName(i int) string { return fmt.Sprintf("copy%03d%s", i, filepath.Ext(s.name)) }

// everything keeps all files: they were chosen.
var everything = document.Options{NoIgnore: true, KeepGenerated: true, KeepMinified: true}

// measure measures all kinds of change of a language.
func (b *bench) measure(s *sources) (all []outcome, err error) {
	tree := b.Folder()
	if err := writeFiles(tree, slices.Concat(s.chosen, s.others), nil); err != nil {
		return nil, err
	}
	x, _, err := b.Indexed(tree, index.DefaultSettings(), index.UpdateOptions{Corpus: everything})
	if err != nil {
		return nil, err
	}
	foreign := foreignStatements(s.others)
	for _, k := range kinds {
		copies, left := b.changeAll(s, k, foreign)
		o := outcome{left: left}
		if o.pairs, err = b.compare(s, copies); err != nil {
			return nil, fmt.Errorf("comparing copies (%s): %w", k.name, err)
		}
		if o.shown, err = b.shown(s, copies); err != nil {
			return nil, fmt.Errorf("listing copies (%s): %w", k.name, err)
		}
		if o.first, err = b.search(s, x, copies); err != nil {
			return nil, fmt.Errorf("searching for copies (%s): %w", k.name, err)
		}
		all = append(all, o)
	}
	return all, nil
}

// writeFiles writes files and copies to a new folder.
func writeFiles(dir string, files []*source, copies []changed) error {
	all := slices.Clone(copies)
	for i, f := range files {
		all = append(all, changed{name: f.fileName(i), text: f.text})
	}
	for _, one := range all {
		if err := code.WriteFile(filepath.Join(dir, one.name), []byte(one.text)); err != nil {
			return err
		}
	}
	return nil
}

// compare compares the files and the copies, all with all, and labels the pairs.
func (b *bench) compare(s *sources, copies []changed) (all []observed.Score, err error) {
	dir := b.Folder()
	if err := writeFiles(dir, s.chosen, copies); err != nil {
		return nil, err
	}
	compared, err := chaffinch.Pairs(b, []string{dir}, pairs.Options{Reading: pairs.Reading{Corpus: everything}})
	if err != nil {
		return nil, err
	}
	return s.label(compared, copies), compared.Close()
}

// shown counts the copies whose pair the command pairs lists by default, as a weak one too.
func (b *bench) shown(s *sources, copies []changed) (n int, err error) {
	dir := b.Folder()
	if err := writeFiles(dir, s.chosen, copies); err != nil {
		return 0, err
	}
	listed, err := chaffinch.Pairs(b, []string{dir}, pairs.Options{MinScore: threshold.ListedPair, Reading: pairs.Reading{Corpus: everything}})
	if err != nil {
		return 0, err
	}
	for _, p := range slices.Concat(listed.Pairs, listed.Weak) {
		if slices.ContainsFunc(copies, func(made changed) bool {
			file := s.chosen[made.of].fileName(made.of)
			return p.A.Name == made.name && p.B.Name == file || p.A.Name == file && p.B.Name == made.name
		}) {
			n++
		}
	}
	return n, listed.Close()
}

// label divides the pairs into pairs of a file and its copy, and all others. A pair without a score
// has 0. Two copies of one file are neither, nor are two files of one project, which may be
// relatives.
func (s *sources) label(compared *pairs.Report, copies []changed) (labelled []observed.Score) {
	tokens := map[string]int{}
	for _, u := range compared.Units {
		tokens[u.Name] = u.Tokens
	}
	found := map[[2]string]pairs.Pair{} // by names, in both orders
	for _, p := range compared.Pairs {
		found[[2]string{p.A.Name, p.B.Name}], found[[2]string{p.B.Name, p.A.Name}] = p, p
	}
	all := slices.Clone(copies) // and then the files
	for i, f := range s.chosen {
		all = append(all, changed{name: f.fileName(i), of: i})
	}
	for j, b := range all {
		for i, a := range all[:j] {
			if a.of == b.of && (i < len(copies)) == (j < len(copies)) || s.areRelatives(a.of, b.of) {
				continue
			}
			p := found[[2]string{a.name, b.name}]
			labelled = append(labelled, observed.Score{Use: observed.Pairs, Language: s.lang.Name, Copy: a.of == b.of,
				Tokens: min(tokens[a.name], tokens[b.name]), Score: p.Score, Sure: p.Probability})
		}
	}
	return labelled
}

// search searches the index for every copy, and counts the first answers that are its file.
func (b *bench) search(s *sources, x *chaffinch.Index, copies []changed) (first int, err error) {
	for _, made := range copies {
		question := chaffinch.Document{Name: made.name, Source: []byte(made.text), Language: s.lang.Name}
		found, err := x.Search(b, question, chaffinch.SearchOptions{})
		if err != nil {
			return 0, err
		}
		file := s.chosen[made.of].fileName(made.of)
		if len(found.Hits) > 0 && slices.ContainsFunc(found.Hits[0].Occurrences, func(at index.Occurrence) bool { return at.Path == file }) {
			first++
		}
	}
	return first, nil
}

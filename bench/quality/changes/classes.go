package changes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
	"github.com/chaffinch-search/chaffinch/bench/internal/observed"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// A class is a folder of solutions of one task, written by different people. Solutions of a small
// task are alike without being copies, which no set of unrelated files shows.

// copiedInClass is the share of the files of a class that have a changed copy in it: one in so
// many.
const copiedInClass = 5

// leastInClass is the number of files of a class.
const leastInClass = 5

// runClasses compares the files of each class, with changed copies of some of them, and writes the
// labelled scores.
func runClasses(ctx context.Context, c config, stdout, stderr io.Writer) error {
	dir, err := os.MkdirTemp("", "chaffinch-classes-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var all []observed.Score
	byLanguage := map[string]int{}
	for _, folder := range c.folders {
		classes, err := classesIn(c, folder)
		if err != nil {
			return err
		}
		for _, class := range classes {
			run := fmt.Sprint(class.lang.Name, len(all))
			o := outcome{}
			if err := class.compare(ctx, &o, filepath.Join(dir, run), class.copySome(c)); err != nil {
				return err
			}
			byLanguage[class.lang.Name]++
			for _, one := range o.pairs {
				one.Set, one.Run = "classes in "+class.lang.Name, run
				all = append(all, one)
			}
		}
	}
	table := terminal.NewTable("language", ">classes")
	for _, l := range lex.Languages() {
		if n := byLanguage[l.Name]; n > 0 {
			table.Row(l.Name, fmt.Sprint(n))
		}
	}
	return errors.Join(table.Write(stdout, terminal.Style{}), c.writeObserved(all))
}

// classesIn returns the classes below a folder: folders with enough files of a language.
func classesIn(c config, folder string) (classes []*sources, err error) {
	in := map[[2]string]*sources{}
	var order [][2]string
	err = code.Contents(folder, func(_, below string, content []byte) error {
		s := newSource(c, below, content)
		if s == nil || len(c.languages) > 0 && !slices.Contains(c.languages, s.lang.Name) {
			return nil
		}
		key := [2]string{filepath.Dir(below), s.lang.Name}
		if in[key] == nil {
			in[key] = &sources{lang: s.lang}
			order = append(order, key)
		}
		in[key].chosen = append(in[key].chosen, s)
		return nil
	})
	for _, key := range order {
		if len(in[key].chosen) >= leastInClass {
			classes = append(classes, in[key])
		}
	}
	return classes, err
}

// copySome returns changed copies of some of the files, each with another kind of change.
func (s *sources) copySome(c config) (copies []changed) {
	rng := randomFor(c.seed, "class", s.chosen[0].name)
	var foreign []string
	for _, one := range s.chosen {
		foreign = append(foreign, foreignStatements(one.parse())...)
	}
	for _, i := range rng.Perm(len(s.chosen))[:(len(s.chosen)+copiedInClass-1)/copiedInClass] {
		for range 5 { // a change may not apply
			text, ok := kinds[rng.IntN(len(kinds))].change(c.seed, s.chosen[i], foreign)
			if !ok {
				continue
			}
			copies = append(copies, changed{fmt.Sprintf("copy%03d%s", i, filepath.Ext(s.chosen[i].name)), text, i})
			break
		}
	}
	return copies
}

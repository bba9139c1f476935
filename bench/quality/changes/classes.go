package changes

import (
	"fmt"
	"path/filepath"

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

// measureClasses compares the files of each class, with changed copies of some of them.
func (b *bench) measureClasses() (all []observed.Score, err error) {
	byLanguage := map[string]int{}
	for _, folder := range b.Args() {
		classes, err := b.classesIn(folder)
		if err != nil {
			return nil, err
		}
		for _, class := range classes {
			run := fmt.Sprint(class.lang.Name, len(all))
			scores, err := b.compare(class, b.copySome(class))
			if err != nil {
				return nil, err
			}
			byLanguage[class.lang.Name]++
			for _, one := range scores {
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
	return all, b.Print(table)
}

// classesIn returns the classes below a folder: folders with enough files of a language.
func (b *bench) classesIn(folder string) (classes []*sources, err error) {
	type key struct{ folder, language string }
	in := map[key]*sources{}
	var order []key
	err = code.Contents(folder, func(_, below string, content []byte) error {
		s := b.newSource(below, content)
		if s == nil {
			return nil
		}
		k := key{filepath.Dir(below), s.lang.Name}
		if in[k] == nil {
			in[k] = &sources{lang: s.lang, isClass: true}
			order = append(order, k)
		}
		in[k].chosen = append(in[k].chosen, s)
		return nil
	})
	for _, k := range order {
		if len(in[k].chosen) >= leastInClass {
			classes = append(classes, in[k])
		}
	}
	return classes, err
}

// copySome returns changed copies of some of the files, each with another kind of change.
func (b *bench) copySome(s *sources) (copies []changed) {
	rng := randomFor(b.seed, "class", s.chosen[0].name)
	foreign := foreignStatements(s.chosen)
	for _, i := range rng.Perm(len(s.chosen))[:(len(s.chosen)+copiedInClass-1)/copiedInClass] {
		for range 5 { // a change may not apply
			if text, ok := kinds[rng.IntN(len(kinds))].change(b.seed, s.chosen[i], foreign); ok {
				copies = append(copies, changed{s.chosen[i].copyName(i), text, i})
				break
			}
		}
	}
	return copies
}

// Package alone measures how sure compare is of two files that nothing else is compared with.
//
//	go -C bench run ./quality alone FOLDER FOLDER
//
// Files of the folders are compared if they are in one language and their names differ at most in
// case, and in characters that are not letters: two-sum.py of one author with 001_TwoSum.py of
// another, or functions with changed copies. Folders below the two do not matter.
//
// The table has the pairs of each language, and the shares of them of which compare is at least 50%
// and 90% sure.
package alone

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// key is what two files have in common that are compared.
type key struct{ language, letters string }

// Run measures the folders.
func Run(b *cli.Bench) error {
	if err := b.Parse("FOLDER", "FOLDER"); err != nil {
		return err
	}
	var files [2]map[key]chaffinch.Document
	for i, folder := range b.Args() {
		files[i] = map[key]chaffinch.Document{}
		err := code.Contents(folder, func(name, _ string, content []byte) error {
			if l := detect.Language(name, content); detect.IsProgramming(l) {
				files[i][key{l.Name, lettersOf(name)}] = chaffinch.Document{Name: name, Source: content}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	sure := map[string][]float64{}
	for k, x := range files[0] {
		y, ok := files[1][k]
		if !ok {
			continue
		}
		c, err := chaffinch.Compare(b, x, y, chaffinch.CompareOptions{})
		if err != nil {
			return err
		}
		sure[k.language] = append(sure[k.language], c.Probability)
		sure["all"] = append(sure["all"], c.Probability)
	}
	if len(sure) == 0 {
		return errors.New("the folders have no files of the same names: name other folders")
	}
	return b.Print(tabulate(sure))
}

// lettersOf returns the letters of a file's name, without its extension.
func lettersOf(path string) string {
	name := filepath.Base(path)
	name = strings.TrimSuffix(name, filepath.Ext(name))
	return strings.Map(func(c rune) rune {
		if !unicode.IsLetter(c) {
			return -1
		}
		return unicode.ToLower(c)
	}, name)
}

// tabulate returns the table of the probabilities of each language.
func tabulate(sure map[string][]float64) *terminal.Table {
	table := terminal.NewTable("language", ">pairs", ">50%", ">90%")
	for _, language := range slices.Sorted(maps.Keys(sure)) {
		all := sure[language]
		share := func(least float64) string {
			n := 0
			for _, p := range all {
				if p >= least {
					n++
				}
			}
			return fmt.Sprintf("%.3f", float64(n)/float64(len(all)))
		}
		table.Row(language, fmt.Sprint(len(all)), share(0.5), share(0.9))
	}
	return table
}

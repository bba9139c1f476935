// Package translations measures which translations between programming languages pairs lists.
//
//	go -C bench run ./quality translations [-alone] FOLDER...
//
// Files in two languages are translations of each other if their names are the same but for case, _
// and the extension, as BinaryTree.java and binary_tree.py. One file of each language and name is
// compared. With -alone two thirds of the names keep one language only, chosen by turns: no listed
// pair of these is right.
//
// For each least lead the table has the listed pairs in two languages, how many are translations,
// their share, and how many of all translations they are. AP is the average precision of the list,
// down to the lead that pairs lists.
package translations

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// leads are the rows of the table.
var leads = []float64{0.6, 0.5, 0.4, 0.3, threshold.ListedTranslation}

// keyOf returns the part of a file's name that its translations have, too.
func keyOf(path string) string {
	name := filepath.Base(path)
	name = strings.TrimSuffix(name, filepath.Ext(name))
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
}

// Run measures the folders.
func Run(b *cli.Bench) error {
	alone := b.Bool("alone", false, "two thirds of the names keep one language only")
	if err := b.Parse("FOLDER..."); err != nil {
		return err
	}
	files := map[string]map[string]string{} // by key and language
	for _, folder := range b.Args() {
		err := code.Contents(folder, func(name, _ string, content []byte) error {
			l := detect.Language(name, content)
			if key := keyOf(name); detect.IsProgramming(l) {
				if files[key] == nil {
					files[key] = map[string]string{}
				}
				files[key][l.Name] = name
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	dir, all := b.Folder(), 0
	for n, key := range slices.Sorted(maps.Keys(files)) {
		of := slices.Sorted(maps.Keys(files[key]))
		if len(of) < 2 {
			continue
		}
		if *alone && n%3 > 0 {
			of = of[n%len(of):][:1]
		}
		all += len(of) * (len(of) - 1) / 2
		for _, language := range of {
			name := files[key][language]
			content, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			if err := code.WriteFile(filepath.Join(dir, language, filepath.Base(name)), content); err != nil {
				return err
			}
		}
	}
	if all == 0 {
		return errors.New("there are no translations: name other folders")
	}
	r, err := chaffinch.Pairs(b, []string{dir}, pairs.Options{MinScore: threshold.ListedPair, Top: 1})
	if err != nil {
		return err
	}
	defer r.Close()
	fmt.Fprintf(b.Out, "%d files, %d translations\n", len(r.Units), all)
	table, precision := tabulate(r.OtherLanguage, all)
	if err := b.Print(table); err != nil {
		return err
	}
	_, err = fmt.Fprintf(b.Out, "AP %.3f\n", precision)
	return err
}

// tabulate returns the figures of a list and its average precision, given the number of all
// translations.
func tabulate(list []pairs.LanguagePair, all int) (*terminal.Table, float64) {
	table := terminal.NewTable(">lead", ">listed", ">right", ">share", ">of all")
	share := func(a, b int) string { return fmt.Sprintf("%.3f", float64(a)/float64(max(1, b))) }
	right, sum, rows := 0, 0.0, leads
	row := func(listed int) {
		table.Row(fmt.Sprintf("%.2f", rows[0]), fmt.Sprint(listed), fmt.Sprint(right), share(right, listed), share(right, all))
		rows = rows[1:]
	}
	for i, p := range list {
		for len(rows) > 0 && p.Lead < rows[0] {
			row(i)
		}
		if keyOf(p.A.Name) == keyOf(p.B.Name) {
			right++
			sum += float64(right) / float64(i+1)
		}
	}
	for len(rows) > 0 {
		row(len(list))
	}
	return table, sum / float64(max(1, all))
}

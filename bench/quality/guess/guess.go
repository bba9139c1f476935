// Package guess measures how often the language of a content without a name is guessed.
//
//	go -C bench run ./quality guess FOLDER
//
// FOLDER holds a folder for each language, named as linguist names the language, such as the folder
// samples of github-linguist/linguist. Only languages with a row of their own count. The program
// prints the share of the files whose language is the first guess, and among the first three: for
// all files, and for the two halves that a hash of the path makes. Signs and profiles may be
// counted in the half "tuned" only. Fortran in fixed form counts as Fortran, and a template in
// another host as the template.
package guess

import (
	"fmt"
	"hash/fnv"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// guesses is how many guesses of a file count.
const guesses = 3

// Run measures the files of a folder.
func Run(b *cli.Bench) error {
	if err := b.Parse("FOLDER"); err != nil {
		return err
	}
	folders, err := os.ReadDir(b.Arg(0))
	if err != nil {
		return err
	}
	places := map[string][]int{} // of the language among the guesses, by half
	for _, folder := range folders {
		l, ok := lex.Lookup(folder.Name())
		if !ok || l.Name != folder.Name() || l == lex.Prose || l.Parted() {
			continue
		}
		err := code.Contents(filepath.Join(b.Arg(0), folder.Name()), func(_, name string, content []byte) error {
			place := slices.IndexFunc(detect.Candidates("", content, guesses), func(guess *lex.Language) bool {
				return strings.HasPrefix(guess.Name+" ", l.Name+" ") || strings.HasSuffix(guess.Name, "+"+l.Name)
			})
			for _, row := range []string{"all", half(path.Join(folder.Name(), name))} {
				places[row] = append(places[row], place)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	table := terminal.NewTable("half", ">files", ">first", ">three")
	for _, row := range []string{"all", "tuned", "kept"} {
		first, among := 0, 0
		for _, place := range places[row] {
			if place == 0 {
				first++
			}
			if place >= 0 {
				among++
			}
		}
		n := len(places[row])
		share := func(part int) string { return fmt.Sprintf("%.1f%%", 100*float64(part)/float64(max(1, n))) }
		table.Row(row, fmt.Sprint(n), share(first), share(among))
	}
	return b.Print(table)
}

// half returns the half that a path is in.
func half(path string) string {
	h := fnv.New32a()
	h.Write([]byte(path))
	return []string{"tuned", "kept"}[h.Sum32()>>16&1]
}

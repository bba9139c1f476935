// Package guess measures how often the language of a content without a name is guessed.
//
//	go -C bench run ./quality guess [-v] FOLDER
//
// FOLDER holds a folder for each language, named as linguist names the language, such as the folder
// samples of github-linguist/linguist. Only languages with a row of their own count. The program
// prints the share of the files whose language is the first guess, and among the first three: for
// all files, and for the two halves that a hash of the path makes. Signs and profiles may be
// counted in the half "tuned" only. Fortran in fixed form counts as Fortran,
// and a template in another host as the template. With -v it lists the
// languages with the most wrong guesses.
package guess

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

// guesses is how many guesses of a file count.
const guesses = 3

// count counts files, and those whose language is the first guess, or among the guesses.
type count struct{ files, first, among int }

func (c *count) add(place int) {
	c.files++
	if place == 0 {
		c.first++
	}
	if place >= 0 {
		c.among++
	}
}

func (c *count) String() string {
	share := func(n int) float64 { return 100 * float64(n) / float64(max(1, c.files)) }
	return fmt.Sprintf("%6d %7.1f%% %7.1f%%", c.files, share(c.first), share(c.among))
}

// Run measures the files of a folder.
func Run(_ context.Context, args []string, stdout, _ io.Writer) error {
	f := cli.Flags()
	verbose := f.Bool("v", false, "list the wrong guesses of each language")
	if err := cli.Parse(f, args, "FOLDER"); err != nil {
		return err
	}
	folders, err := os.ReadDir(f.Arg(0))
	if err != nil {
		return err
	}
	var all, tuned, kept count
	languages, wrong := map[string]*count{}, map[string][]string{}
	for _, folder := range folders {
		l, ok := lex.Lookup(folder.Name())
		if !ok || l.Name != folder.Name() || l == lex.Prose || l.Parted() {
			continue
		}
		languages[l.Name] = &count{}
		err := code.Contents(filepath.Join(f.Arg(0), folder.Name()), func(_, name string, content []byte) error {
			found := detect.Candidates("", content, guesses)
			place := slices.IndexFunc(found, func(guess *lex.Language) bool {
				return strings.HasPrefix(guess.Name+" ", l.Name+" ") || strings.HasSuffix(guess.Name, "+"+l.Name)
			})
			all.add(place)
			languages[l.Name].add(place)
			if place != 0 {
				wrong[l.Name] = append(wrong[l.Name], path.Base(name)+" "+found[0].Name)
			}
			if half(path.Join(folder.Name(), name)) {
				tuned.add(place)
			} else {
				kept.add(place)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	fmt.Fprintf(stdout, "%-22s %6s %8s %8s\n", "", "files", "first", "three")
	fmt.Fprintf(stdout, "%-22s %s\n%-22s %s\n%-22s %s\n", "all", &all, "tuned", &tuned, "kept", &kept)
	if !*verbose {
		return nil
	}
	for _, name := range slices.SortedFunc(maps.Keys(wrong), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(wrong[b]), len(wrong[a])), cmp.Compare(a, b))
	}) {
		fmt.Fprintf(stdout, "%-22s %s %s\n", name, languages[name], strings.Join(wrong[name], ", "))
	}
	return nil
}

// half reports in which half a path is.
func half(path string) bool {
	h := fnv.New32a()
	h.Write([]byte(path))
	return h.Sum32()>>16&1 == 0
}

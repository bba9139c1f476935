// Package renamed measures how copies score in each language if all their names are changed.
//
//	go -C bench run ./quality renamed [-lines 30] [-v LANGUAGE] FOLDER
//
// FOLDER holds sources, such as the folder samples of github-linguist/linguist. The first ten
// pieces of -lines lines of each are compared with copies; pieces with fewer than 100 tokens or ten
// names are left out. In the copies all names are changed one to one: names of libraries too, but
// no words of strings that are not code.
//
// For each language the program prints the number of pieces, the median score, the share of pieces
// that are called renamed, and the median share of the tokens that are names which occur once. A
// name that occurs once confirms nothing, so the score falls with their share. The last column is
// the median distance from the mean score of pieces of C, C++, Go and Java with the same share.
// With -v the program prints the pieces of a language that are not called renamed.
package renamed

import (
	"context"
	"fmt"
	"io"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
)

const (
	leastTokens = 100
	leastNames  = 10
	// mostPieces bounds the pieces of a file.
	mostPieces = 10
	// classes is the number of classes of shares of names that occur once, per unit.
	classes = 50
)

// reference are the languages that others are compared with.
var reference = []string{"C", "C++", "Go", "Java"}

// piece is a part of a source, and the score of its copy.
type piece struct {
	text  string
	once  float64 // share of the tokens
	score float64
	kind  string
}

// Run measures the sources in a folder.
func Run(ctx context.Context, args []string, stdout, _ io.Writer) error {
	f := cli.Flags()
	lines := f.Int("lines", 30, "lines of a piece")
	verbose := f.String("v", "", "print the pieces of this `language`")
	if err := cli.Parse(f, args, "FOLDER"); err != nil {
		return err
	}
	found := map[string][]piece{}
	err := code.Contents(f.Arg(0), func(file, name string, content []byte) error {
		l := detect.Language(path.Base(name), content)
		if l == lex.Prose || l.Parted() {
			return nil
		}
		for _, p := range pieces(l, string(content), *lines) {
			copied := withOtherNames(l, p.text)
			c, err := chaffinch.Compare(ctx, chaffinch.Document{Source: []byte(p.text), Language: l.Name},
				chaffinch.Document{Source: []byte(copied), Language: l.Name}, chaffinch.CompareOptions{})
			if err != nil {
				return err
			}
			p.score, p.kind = c.Score, c.Kind
			found[l.Name] = append(found[l.Name], p)
			if p.kind != "renamed" && *verbose == l.Name {
				fmt.Fprintf(stdout, "%s: %.3f %s\n%s\n%s\n", file, p.score, p.kind, p.text, copied)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	write(stdout, found)
	return nil
}

// write prints the table.
func write(stdout io.Writer, found map[string][]piece) {
	class := func(p piece) int { return int(p.once * classes) }
	sums, counts := map[int]float64{}, map[int]float64{}
	for _, name := range reference {
		for _, p := range found[name] {
			sums[class(p)] += p.score
			counts[class(p)]++
		}
	}
	fmt.Fprintf(stdout, "%-22s %6s %7s %8s %6s %9s\n", "", "pieces", "median", "renamed", "once", "distance")
	for _, name := range slices.Sorted(maps.Keys(found)) {
		var scores, once, distances []float64
		renamed := 0
		for _, p := range found[name] {
			scores, once = append(scores, p.score), append(once, p.once)
			if n := counts[class(p)]; n > 0 {
				distances = append(distances, p.score-sums[class(p)]/n)
			}
			if p.kind == "renamed" {
				renamed++
			}
		}
		fmt.Fprintf(stdout, "%-22s %6d %7.3f %7.0f%% %6.3f %+9.3f\n", name, len(scores), metric.Quantile(scores, .5),
			100*float64(renamed)/float64(len(scores)), metric.Quantile(once, .5), metric.Quantile(distances, .5))
	}
}

// pieces returns the first pieces of a source.
func pieces(l *lex.Language, source string, lines int) (found []piece) {
	all := strings.SplitAfter(source, "\n")
	for len(all) > 0 && len(found) < mostPieces {
		n := min(lines, len(all))
		p := piece{text: strings.Join(all[:n], "")}
		all = all[n:]
		tokens := l.Lex(nil, []byte(p.text))
		names := map[uint64]int{}
		for _, t := range tokens {
			if t.Kind == lex.Identifier {
				names[t.Hash]++
			}
		}
		if len(tokens) < leastTokens || len(names) < leastNames {
			continue
		}
		for _, n := range names {
			if n == 1 {
				p.once += 1 / float64(len(tokens))
			}
		}
		found = append(found, p)
	}
	return found
}

var words = regexp.MustCompile(`[\pL_][\pL\pN_]*`)

// withOtherNames returns a piece whose names are changed one to one.
func withOtherNames(l *lex.Language, piece string) string {
	tokens := l.Lex(nil, []byte(piece))
	kinds := make([]lex.Kind, len(piece))
	for _, t := range tokens {
		for i := t.Start; i < t.End; i++ {
			kinds[i] = t.Kind
		}
	}
	places := words.FindAllStringIndex(piece, -1)
	taken, others := map[string]bool{}, map[string]string{}
	for _, p := range places {
		taken[strings.ToLower(piece[p[0]:p[1]])] = true
	}
	for _, p := range places {
		word := strings.ToLower(piece[p[0]:p[1]])
		if kinds[p[0]] != lex.Identifier || others[word] != "" {
			continue
		}
		suffix := ""
		for taken[strings.Map(rot13, word)+suffix] {
			suffix += "q"
		}
		taken[strings.Map(rot13, word)+suffix] = true
		others[word] = "=" + suffix
	}
	var b strings.Builder
	at := 0
	for _, p := range places {
		word := piece[p[0]:p[1]]
		suffix, named := strings.CutPrefix(others[strings.ToLower(word)], "=")
		if !named || kinds[p[0]] != lex.Identifier {
			continue
		}
		b.WriteString(piece[at:p[0]])
		b.WriteString(strings.Map(rot13, word) + suffix)
		at = p[1]
	}
	return b.String() + piece[at:]
}

func rot13(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return 'a' + (r-'a'+13)%26
	case r >= 'A' && r <= 'Z':
		return 'A' + (r-'A'+13)%26
	}
	return r
}

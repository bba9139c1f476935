// Package renamed measures how copies score in each language if all their names are changed.
//
//	go -C bench run ./quality renamed FOLDER
//
// FOLDER holds sources, such as the folder samples of github-linguist/linguist. The first ten
// pieces of 30 lines of each are compared with copies; pieces with fewer than 100 tokens or ten
// names are left out. In the copies all names are changed one to one: names of libraries too, but
// no words of strings that are not code.
//
// For each language the program prints the number of pieces, the median score, and the median share
// of the tokens that are names which occur once. A name that occurs once confirms nothing, so the
// score falls with their share. The last column is the median distance from the mean score of
// pieces of C, C++, Go and Java with the same share.
package renamed

import (
	"fmt"
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
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

const (
	leastTokens = 100
	leastNames  = 10
	// mostPieces bounds the pieces of a file, and pieceLines is their length.
	mostPieces, pieceLines = 10, 30
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
}

// Run measures the sources in a folder.
func Run(b *cli.Bench) error {
	if err := b.Parse("FOLDER"); err != nil {
		return err
	}
	found := map[string][]piece{}
	err := code.Contents(b.Arg(0), func(_, name string, content []byte) error {
		l := detect.Language(path.Base(name), content)
		if l == lex.Prose || l.Parted() {
			return nil
		}
		for _, p := range pieces(l, string(content)) {
			c, err := chaffinch.Compare(b, chaffinch.Document{Source: []byte(p.text), Language: l.Name},
				chaffinch.Document{Source: []byte(withOtherNames(l, p.text)), Language: l.Name}, chaffinch.CompareOptions{})
			if err != nil {
				return err
			}
			p.score = c.Score
			found[l.Name] = append(found[l.Name], p)
		}
		return nil
	})
	if err != nil {
		return err
	}
	class := func(p piece) int { return int(p.once * classes) }
	sums, counts := map[int]float64{}, map[int]float64{}
	for _, name := range reference {
		for _, p := range found[name] {
			sums[class(p)] += p.score
			counts[class(p)]++
		}
	}
	table := terminal.NewTable("language", ">pieces", ">median", ">once", ">distance")
	for _, name := range slices.Sorted(maps.Keys(found)) {
		var scores, once, distances []float64
		for _, p := range found[name] {
			scores, once = append(scores, p.score), append(once, p.once)
			if n := counts[class(p)]; n > 0 {
				distances = append(distances, p.score-sums[class(p)]/n)
			}
		}
		table.Row(name, fmt.Sprint(len(scores)), fmt.Sprintf("%.3f", metric.Quantile(scores, .5)),
			fmt.Sprintf("%.3f", metric.Quantile(once, .5)), fmt.Sprintf("%+.3f", metric.Quantile(distances, .5)))
	}
	return b.Print(table)
}

// pieces returns the first pieces of a source.
func pieces(l *lex.Language, source string) (found []piece) {
	all := strings.SplitAfter(source, "\n")
	for len(all) > 0 && len(found) < mostPieces {
		n := min(pieceLines, len(all))
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
	kinds := make([]lex.Kind, len(piece))
	for _, t := range l.Lex(nil, []byte(piece)) {
		for i := t.Start; i < t.End; i++ {
			kinds[i] = t.Kind
		}
	}
	taken, suffixes := map[string]bool{}, map[string]string{}
	for _, word := range words.FindAllString(piece, -1) {
		taken[strings.ToLower(word)] = true
	}
	var b strings.Builder
	at := 0
	for _, p := range words.FindAllStringIndex(piece, -1) {
		if kinds[p[0]] != lex.Identifier {
			continue
		}
		word := strings.ToLower(piece[p[0]:p[1]])
		suffix, known := suffixes[word]
		for !known && taken[strings.Map(rot13, word)+suffix] {
			suffix += "q"
		}
		suffixes[word], taken[strings.Map(rot13, word)+suffix] = suffix, true
		b.WriteString(piece[at:p[0]] + strings.Map(rot13, piece[p[0]:p[1]]) + suffix)
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

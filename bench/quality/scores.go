package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/bench/internal/observed"
)

// scores are the scores of pairs of documents. A pair without a score has 0.
type scores map[pair]float64

// pair is two documents, the one with the lower name first.
type pair struct{ a, b string }

func pairOf(a, b string) pair {
	if b < a {
		a, b = b, a
	}
	return pair{a, b}
}

// add sets the score of a pair. If it has one already, the higher one stays.
func (s scores) add(a, b string, value float64) {
	p := pairOf(a, b)
	if before, ok := s[p]; !ok || value > before {
		s[p] = value
	}
}

// writeFile writes the scores of the set's pairs, with all their digits.
func (s scores) writeFile(of *set, name string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	written := map[pair]bool{}
	for _, r := range of.rows {
		if value, ok := s[r.pair]; ok && !written[r.pair] {
			written[r.pair] = true
			w.WriteString(r.a + "\t" + r.b + "\t" + strconv.FormatFloat(value, 'g', -1, 64) + "\n")
		}
	}
	return errors.Join(w.Flush(), file.Close())
}

// observed returns the scores of the set's pairs of documents that were compared.
func (s scores) observed(of *set, use string) []observed.Score {
	var all []observed.Score
	for _, r := range of.rows {
		a, b := of.facts[r.a], of.facts[r.b]
		if tokens := min(a.tokens, b.tokens); tokens > 0 {
			all = append(all, observed.Score{Use: use, Set: of.name, Language: a.language,
				Tokens: tokens, Score: s[r.pair], Copy: r.copied})
		}
	}
	return all
}

// readScoresFile reads a file of scores.
func readScoresFile(name string) (scores, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	c := scores{}
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		columns := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if len(columns) != 3 {
			return nil, fmt.Errorf("reading %s: line %d: %d columns: use 3", name, n, len(columns))
		}
		value, err := strconv.ParseFloat(columns[2], 64)
		if err != nil {
			return nil, fmt.Errorf("reading %s: line %d: %w", name, n, err)
		}
		c.add(columns[0], columns[1], value)
	}
	return c, nil
}

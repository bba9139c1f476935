// Package observed writes and reads labelled scores, from which command calibrate fits the meaning
// of a score.
package observed

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Uses of a score.
const (
	Search  = "search"  // the first answer to a question
	Similar = "similar" // a document that was found for another one
	Pairs   = "pairs"   // two documents that pairs compared
)

// Score is the score of an answer, or of a pair.
type Score struct {
	Use string
	Set string // the data that it was observed on
	// Language is the language of the question, or of both documents.
	Language string
	// Tokens is the number of tokens of the question, or of the shorter document.
	Tokens int
	Score  float64
	Copy   bool // the answer is an origin, or one document is a copy of the other
	// Foreign marks a question that has no origin.
	Foreign bool
	// Run names the comparison that has the pair, in its set; empty if the set is one comparison.
	Run string
	// Sure is the probability of a copy that was shown; 0 if it was not observed.
	Sure float64
}

// WriteFile writes the scores to a file, a line for each, with columns separated by tabs.
func WriteFile(name string, scores []Score) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	for _, s := range scores {
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\t%t\t%t\t%s\t%s\n", s.Use, s.Set, s.Language, s.Tokens,
			formatted(s.Score), s.Copy, s.Foreign, s.Run, formatted(s.Sure))
	}
	return errors.Join(w.Flush(), file.Close())
}

func formatted(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// ReadFile reads what [WriteFile] wrote.
func ReadFile(name string) ([]Score, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var all []Score
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		s, err := parse(strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		all = append(all, s)
	}
	return all, nil
}

func parse(fields []string) (s Score, err error) {
	if len(fields) != 9 {
		return s, fmt.Errorf("%d columns, not 9", len(fields))
	}
	s = Score{Use: fields[0], Set: fields[1], Language: fields[2], Run: fields[7]}
	var problems [5]error
	s.Tokens, problems[0] = strconv.Atoi(fields[3])
	s.Score, problems[1] = strconv.ParseFloat(fields[4], 64)
	s.Copy, problems[2] = strconv.ParseBool(fields[5])
	s.Foreign, problems[3] = strconv.ParseBool(fields[6])
	s.Sure, problems[4] = strconv.ParseFloat(fields[8], 64)
	return s, errors.Join(problems[:]...)
}

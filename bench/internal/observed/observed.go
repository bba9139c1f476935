// Package observed writes and reads labelled scores, from which command calibrate fits the meaning
// of a score.
package observed

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
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

// Write writes the scores to a file as lines of JSON. It does nothing if the name is empty.
func Write(name string, scores []Score) error {
	if name == "" {
		return nil
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	for _, s := range scores {
		err = errors.Join(err, json.NewEncoder(file).Encode(s))
	}
	return errors.Join(err, file.Close())
}

// Read reads what [Write] wrote.
func Read(name string) (scores []Score, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	for d := json.NewDecoder(file); ; {
		var s Score
		if err := d.Decode(&s); err == io.EOF {
			return scores, nil
		} else if err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
		scores = append(scores, s)
	}
}

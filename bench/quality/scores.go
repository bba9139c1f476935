package main

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
)

// scores are those of a set's pairs. A pair set keeps only its own pairs, a search set all.
type scores struct {
	set  *set
	at   map[[2]string]int // in list
	list []score           // in a search set, in the order in which they were first added
}

type score struct {
	a, b  string
	value float64 // NaN if none was added
}

func newScores(s *set) *scores {
	c := &scores{set: s, at: map[[2]string]int{}}
	for _, r := range s.rows {
		key := s.key(r.a, r.b)
		if _, ok := c.at[key]; !ok && !s.search {
			c.at[key] = len(c.list)
			c.list = append(c.list, score{key[0], key[1], math.NaN()})
		}
	}
	return c
}

// add notes the score of a pair. If it has one already, the higher one stays.
func (c *scores) add(a, b string, value float64) {
	key := c.set.key(a, b)
	i, ok := c.at[key]
	switch {
	case ok && !(c.list[i].value >= value): // NaN is not
		c.list[i].value = value
	case !ok && c.set.search:
		c.at[key] = len(c.list)
		c.list = append(c.list, score{key[0], key[1], value})
	}
}

// of returns the score of a pair, 0 if it has none.
func (c *scores) of(a, b string) float64 {
	i, ok := c.at[c.set.key(a, b)]
	if !ok || math.IsNaN(c.list[i].value) {
		return 0
	}
	return c.list[i].value
}

// given returns how many pairs have a score.
func (c *scores) given() int {
	n := 0
	for _, s := range c.list {
		if !math.IsNaN(s.value) {
			n++
		}
	}
	return n
}

// readFile adds the scores of a file.
func (c *scores) readFile(name string) error {
	content, err := readMaybeGzip(name)
	if err != nil {
		return err
	}
	err = eachLine(string(content), func(columns []string) error {
		if len(columns) < 3 {
			return fmt.Errorf("%d columns: use 3", len(columns))
		}
		value, err := strconv.ParseFloat(columns[2], 64)
		if err != nil || math.IsNaN(value) || math.IsInf(value, 0) {
			return fmt.Errorf("score %q is no number", columns[2])
		}
		c.add(columns[0], columns[1], value)
		return nil
	})
	if err != nil {
		return fmt.Errorf("reading %s: %w", name, err)
	}
	return nil
}

// writeFile writes the scores that were added, with all their digits.
func (c *scores) writeFile(name string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	for _, s := range c.list {
		if !math.IsNaN(s.value) {
			w.WriteString(s.a + "\t" + s.b + "\t" + strconv.FormatFloat(s.value, 'g', -1, 64) + "\n")
		}
	}
	return errors.Join(w.Flush(), file.Close())
}

package main

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// lineRange is some lines of a file, from 1, both included; zero stands for none.
type lineRange struct {
	From int `json:"from"`
	To   int `json:"to"`
}

func (l lineRange) String() string { return fmt.Sprintf("%d-%d", l.From, l.To) }

// place says where in a question the copy stands, and where in the file it was cut from. The lines
// at its ends hold tokens that both have: comments, blank and foreign lines around it do not count,
// nor do lines that were dropped.
type place struct {
	Question, Document lineRange
	// Own of the question's Tokens come from the snippet.
	Own, Tokens int
}

// share is the share of the question's tokens that come from the snippet.
func (p place) share() float64 { return float64(p.Own) / float64(max(p.Tokens, 1)) }

// known says whether there is a place: a question without origin has none, nor has one of an older dump.
func (p place) known() bool { return p.Tokens > 0 }

// extent is a range of bytes, to excluded.
type extent struct{ from, to int }

// mutant is a snippet made into a question. What stands in own, in this order, was made of what
// stands in kept of the snippet; the rest of the source is foreign.
type mutant struct {
	source    []byte
	own, kept []extent
}

// wholly makes a mutant of which nothing is foreign.
func wholly(s *snippet, source []byte) mutant {
	return mutant{source, []extent{{0, len(source)}}, []extent{{0, len(s.source)}}}
}

// placeOf finds the place of the copy by the tokens in it.
func placeOf(s *snippet, m mutant) place {
	tokens := s.lang.Lex(nil, m.source)
	p := place{Tokens: len(tokens)}
	p.Question, p.Own = linesWithin(m.source, tokens, m.own)
	p.Document, _ = linesWithin(s.source, s.tokens, m.kept)
	p.Document.From += s.first - 1
	p.Document.To += s.first - 1
	return p
}

// linesWithin returns the lines from the first to the last token that starts in one of the extents,
// and how many do. Extents are in order and do not overlap.
func linesWithin(src []byte, tokens []lex.Token, within []extent) (found lineRange, count int) {
	for _, t := range tokens {
		for len(within) > 0 && within[0].to <= int(t.Start) {
			within = within[1:]
		}
		if len(within) == 0 || int(t.Start) < within[0].from {
			continue
		}
		if count == 0 {
			found.From = lineAt(src, int(t.Start))
		}
		found.To = lineAt(src, int(t.End)-1)
		count++
	}
	return found, count
}

// lineAt returns the number of the line that the byte stands in.
func lineAt(src []byte, at int) int { return bytes.Count(src[:at], []byte("\n")) + 1 }

// placeLine writes a line of a dump's places.tsv.
func placeLine(id string, p place) string {
	return fmt.Sprintf("%s\t%v\t%v\t%d\t%d\n", id, p.Question, p.Document, p.Own, p.Tokens)
}

// parsePlace reads what placeLine wrote, without the line's end.
func parsePlace(line string) (id string, p place, err error) {
	columns := strings.Split(line, "\t")
	if len(columns) != 5 {
		return "", place{}, errors.New("there must be five columns")
	}
	var failures [4]error
	p.Question, failures[0] = parseLines(columns[1])
	p.Document, failures[1] = parseLines(columns[2])
	p.Own, failures[2] = strconv.Atoi(columns[3])
	p.Tokens, failures[3] = strconv.Atoi(columns[4])
	return columns[0], p, errors.Join(failures[:]...)
}

func parseLines(text string) (lineRange, error) {
	first, last, _ := strings.Cut(text, "-")
	from, err := strconv.Atoi(first)
	if err != nil {
		return lineRange{}, err
	}
	to, err := strconv.Atoi(last)
	return lineRange{from, to}, err
}

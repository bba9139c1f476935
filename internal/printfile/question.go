package printfile

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/internal/textlines"
	"github.com/chaffinch-search/chaffinch/query"
)

const (
	// mostTokens and mostLines bound a question.
	mostTokens = 4 << 20
	mostLines  = 16 << 20
)

// Question is a document as its fingerprints.
type Question struct {
	Name     string `json:"name"`
	Language string `json:"language"`
	Tokens   int    `json:"tokens"` // borders of parts included
	Lines    int    `json:"lines"`
	// Parts are the parts of a document of several; empty for one in one language.
	Parts     []Part `json:"parts,omitempty"`
	Structure *Grams `json:"structure,omitempty"`
	Exact     *Grams `json:"exact,omitempty"`
}

// Part is a part of a document, without the border before it.
type Part struct {
	Language string `json:"language"`
	From     int    `json:"from"` // tokens
	To       int    `json:"to"`
	Inside   bool   `json:"inside,omitempty"` // a comment or string
}

// Grams are k-grams of a document in one representation, in order. They are its fingerprints, and
// all others that are equal to one; or all k-grams of a short document.
type Grams struct {
	Terms  string   `json:"terms"`  // of winnow.TermSize letters each
	Tokens []uint32 `json:"tokens"` // of each, its first token, minus the first token of the one before
	// Lines are differences of lines, two of each gram. The first is the line of its first token
	// minus the same of the gram before, or minus 1. The second is the lines between its first and
	// its last token.
	Lines    []int  `json:"lines"`
	Selected string `json:"selected"` // of each, 1 if it is a fingerprint, or 0
}

// New returns the question of a document that was read in the language.
func New(a *analyzer.Analyzer, name string, l *lex.Language, source []byte) (*Question, error) {
	a = a.WithTermBits(0) // an index cuts the question's terms
	var n analyzer.Analysis
	n.LexShown(l, source)
	a.Fingerprint(l, &n)
	q := &Question{Name: name, Language: l.Name, Tokens: len(n.Tokens), Lines: bytes.Count(source, []byte("\n")) + 1}
	if q.Tokens > mostTokens || q.Lines > mostLines {
		return nil, fmt.Errorf("it has %d tokens in %d lines, and %d tokens in %d lines are the most: use a part of it",
			q.Tokens, q.Lines, mostTokens, mostLines)
	}
	if n.Parted() {
		for _, p := range n.Parts() {
			q.Parts = append(q.Parts, Part{p.Language.Name, p.From, p.To, p.Inside})
		}
	}
	short := query.IsShort(a, &n, nil)
	lines := linesOf(source, n.Tokens)
	for r, to := range q.grams() {
		if prints := n.Fingerprints[r]; len(prints) > 0 || short {
			*to = gramsOf(a, &n, analyzer.Representation(r), short, lines)
		}
	}
	return q, nil
}

// grams returns where the k-grams of each representation are.
func (q *Question) grams() [analyzer.Representations]**Grams {
	return [analyzer.Representations]**Grams{analyzer.Structure: &q.Structure, analyzer.Exact: &q.Exact}
}

// gramsOf returns the k-grams of a document. It returns all of them, or those that are equal to a
// fingerprint.
func gramsOf(a *analyzer.Analyzer, n *analyzer.Analysis, r analyzer.Representation, all bool, lines []int) *Grams {
	selected, hashes := map[uint32]bool{}, map[uint64]bool{}
	for _, f := range n.Fingerprints[r] {
		selected[f.Token], hashes[f.Hash] = true, true
	}
	g := &Grams{Tokens: []uint32{}, Lines: []int{}}
	var terms, marks []byte
	token, line := uint32(0), 1
	for _, p := range n.Parts() {
		scheme, ok := a.Settings().Scheme(p.Language, r)
		if !ok {
			continue
		}
		for _, f := range a.AppendPartGrams(nil, n, p, r) {
			if !all && !hashes[f.Hash] {
				continue
			}
			mark := byte('0')
			if selected[f.Token] {
				mark = '1'
			}
			first, last := lines[f.Token], lines[int(f.Token)+scheme.K-1]
			terms, marks = winnow.AppendTerm(terms, f.Hash), append(marks, mark)
			g.Tokens, g.Lines = append(g.Tokens, f.Token-token), append(g.Lines, first-line, last-first)
			token, line = f.Token, first
		}
	}
	g.Terms, g.Selected = string(terms), string(marks)
	return g
}

// linesOf returns the line of each token.
func linesOf(source []byte, tokens []lex.Token) []int {
	all := make([]int, len(tokens))
	c := textlines.Of(source)
	for i, t := range tokens { // tokens of a part inside a comment or string come last
		all[i] = c.At(int(t.Start))
	}
	return all
}

// check returns an error for a question that no document has.
func (q *Question) check(a *analyzer.Analyzer) error {
	if _, ok := lex.Lookup(q.Language); !ok {
		return fmt.Errorf("the language %q", q.Language)
	}
	if q.Tokens < 0 || q.Tokens > mostTokens || q.Lines < 1 || q.Lines > mostLines {
		return fmt.Errorf("%d tokens in %d lines", q.Tokens, q.Lines)
	}
	at := 0
	for _, p := range q.Parts {
		if _, ok := lex.Lookup(p.Language); !ok || p.From != at+1 || p.To < p.From || p.To > q.Tokens {
			return fmt.Errorf("a part in %q from token %d to %d", p.Language, p.From, p.To)
		}
		at = p.To
	}
	if len(q.Parts) > 0 && at != q.Tokens {
		return errors.New("tokens after the last part")
	}
	if most := q.mostTokens(a); q.Tokens > most {
		return fmt.Errorf("%d tokens, and %d are the most for its k-grams", q.Tokens, most)
	}
	_, err := q.analysis(a)
	return err
}

// mostTokens returns how many tokens a document with these k-grams has at most: a run of the
// guaranteed length has one of them.
func (q *Question) mostTokens(a *analyzer.Analyzer) int {
	languages, run, count := []string{q.Language}, 0, 0
	for _, p := range q.Parts {
		languages = append(languages, p.Language)
	}
	for r, g := range q.grams() {
		if *g != nil {
			count = max(count, len((*g).Tokens))
		}
		for _, name := range languages {
			l, _ := lex.Lookup(name)
			scheme, ok := a.Settings().Scheme(l, analyzer.Representation(r))
			if ok {
				run = max(run, scheme.Guarantee())
			}
		}
	}
	return min(mostTokens, (run+1)*(count+len(languages)))
}

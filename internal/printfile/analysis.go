package printfile

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// Analysis returns the analysis of a question, and a text that stands for its source. The tokens
// have no text. Where a k-gram begins or ends, and whose lines are known, they are in their line:
// the text has line breaks only.
func (q *Question) Analysis(a *analyzer.Analyzer) (*analyzer.Analysis, []byte, error) {
	n, err := q.analysis(a)
	if err != nil {
		return nil, nil, err
	}
	return n, bytes.Repeat([]byte("\n"), q.Lines), nil
}

func (q *Question) analysis(a *analyzer.Analyzer) (*analyzer.Analysis, error) {
	n := &analyzer.Analysis{Grams: new([analyzer.Representations][]winnow.Fingerprint)}
	n.Language, _ = lex.Lookup(q.Language)
	n.Tokens = make([]lex.Token, q.Tokens)
	for i := range n.Tokens {
		n.Tokens[i].Kind = lex.Operator
	}
	for _, p := range q.Parts {
		l, _ := lex.Lookup(p.Language)
		border := lex.NewBorder(l, 0)
		if p.Inside {
			border = lex.NewInside(l, 0)
		}
		n.Tokens[p.From-1] = border
	}
	lines := make([]int, q.Tokens) // of tokens; 0 if unknown
	for r, g := range q.grams() {
		if *g == nil {
			continue
		}
		if err := (*g).read(a, n, analyzer.Representation(r), lines, q.Lines); err != nil {
			return nil, fmt.Errorf("%s: %w", analyzer.Representation(r), err)
		}
	}
	last := 1
	for i := range n.Tokens {
		if lines[i] > 0 {
			last = lines[i]
		}
		n.Tokens[i].Start, n.Tokens[i].End = uint32(last-1), uint32(last)
	}
	return n, nil
}

// read adds the k-grams to the analysis, and the lines that they tell.
func (g *Grams) read(a *analyzer.Analyzer, n *analyzer.Analysis, r analyzer.Representation, lines []int, most int) error {
	count := len(g.Tokens)
	if len(g.Terms) != count*winnow.TermSize || len(g.Lines) != 2*count || len(g.Selected) != count {
		return errors.New("the numbers of terms, tokens and lines differ")
	}
	token, line, i := 0, 1, 0
	for _, p := range n.Parts() {
		scheme, ok := a.Settings().Scheme(p.Language, r)
		for ok && i < count {
			next := token + int(g.Tokens[i])
			if next >= p.To {
				break
			}
			hash, err := winnow.ParseTerm([]byte(g.Terms[i*winnow.TermSize : (i+1)*winnow.TermSize]))
			first, more := line+g.Lines[2*i], g.Lines[2*i+1]
			if err != nil || next < p.From || next+scheme.K > p.To || i > 0 && g.Tokens[i] == 0 ||
				first < 1 || first > most || more < 0 || more > most-first {
				return fmt.Errorf("k-gram %d", i+1)
			}
			f := winnow.Fingerprint{Hash: a.Cut(hash), Token: uint32(next)}
			n.Grams[r] = append(n.Grams[r], f)
			switch g.Selected[i] {
			case '1':
				n.Fingerprints[r] = append(n.Fingerprints[r], f)
			case '0':
			default:
				return fmt.Errorf("k-gram %d", i+1)
			}
			lines[next], lines[next+scheme.K-1] = first, first+more
			token, line = next, first
			i++
		}
	}
	if i < count {
		return fmt.Errorf("k-gram %d is in no part", i+1)
	}
	return nil
}

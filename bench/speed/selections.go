package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// compared are the selections of the table, by the names that settings have for them.
var compared = []string{winnow.SelectRobust, winnow.SelectOpenClosed}

// kept is what one selection keeps of one representation, of code or of prose.
type kept struct {
	files, tokens    int
	prints, postings int
	terms            map[uint64]struct{}
}

// parts have settings of their own: two representations of code, and prose.
var parts = [3]string{"structure", "exact", "text"}

// printSelections counts what each selection keeps of the files below root.
func printSelections(out io.Writer, root string) error {
	all := make([][len(parts)]kept, len(compared))
	analyzers := make([]*analyzer.Analyzer, len(compared))
	for i, name := range compared {
		for j := range all[i] {
			all[i][j].terms = map[uint64]struct{}{}
		}
		s := analyzer.DefaultSettings()
		s.Structure.Selection, s.Exact.Selection, s.Text.Selection = name, name, name
		a, err := analyzer.New(s)
		if err != nil {
			return err
		}
		analyzers[i] = a
	}
	var n analyzer.Analysis
	err := eachContent(root, func(_, path string, content []byte) error {
		l := detect.Language(path, content)
		for i, a := range analyzers {
			a.Analyze(l, content, &n)
			if l == lex.Prose {
				all[i][2].add(&n, analyzer.Exact)
				continue
			}
			all[i][0].add(&n, analyzer.Structure)
			all[i][1].add(&n, analyzer.Exact)
		}
		return nil
	})
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w,
		"per thousand tokens\tfiles\tmillions of tokens\tselection\tfingerprints\tpostings\tterms\t")
	for j, part := range parts {
		for i, name := range compared {
			k := all[i][j]
			per := 1000 / float64(max(k.tokens, 1))
			fmt.Fprintf(w, "%s\t%d\t%.2f\t%s\t%.1f\t%.1f\t%.1f\t\n",
				part, k.files, float64(k.tokens)/1e6, name,
				float64(k.prints)*per, float64(k.postings)*per, float64(len(k.terms))*per)
		}
	}
	return w.Flush()
}

// add counts one document.
func (k *kept) add(n *analyzer.Analysis, r analyzer.Representation) {
	var hashes []uint64
	for _, p := range n.Fingerprints[r] {
		hashes = append(hashes, p.Hash)
		k.terms[p.Hash] = struct{}{}
	}
	k.files++
	k.tokens += len(n.Tokens)
	k.prints += len(hashes)
	slices.Sort(hashes)
	k.postings += len(slices.Compact(hashes))
}

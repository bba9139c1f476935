// Package termtable writes the terms of documents as JSON lines, for engines that join tables.
package termtable

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"slices"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/ordered"
)

// Row has the terms of a document in a representation.
type Row struct {
	Document       string `json:"document"`       // its path
	Language       string `json:"language"`       // that it was read in
	Tokens         int    `json:"tokens"`         // number of tokens
	Representation string `json:"representation"` // of the terms
	Terms          string `json:"terms"`          // each once, separated by blanks
}

// termBits are the bits of a term: seven characters of base64url (RFC 4648, section 5). A number
// would take up to 13 digits, and text is read exactly by all engines.
const termBits = 6 * 7

// Report counts what was written.
type Report struct {
	Documents int                     `json:"documents"` // with a term
	Rows      int                     `json:"rows"`      // one for each representation of a document
	Terms     int                     `json:"terms"`     // in all rows
	Skipped   map[document.Reason]int `json:"skipped"`   // files and folders that were not read, by reason
}

// Write writes the rows of the documents, in their order. A document is read in its language, or
// the one detected from its name and content. skipped, if not nil, is called for each file and
// folder that is not read, and for documents without a term. Other errors end it.
func Write(ctx context.Context, to io.Writer, a *analyzer.Analyzer, documents iter.Seq2[chaffinch.Document, error],
	skipped func(path string, reason document.Reason, err error)) (Report, error) {
	a = a.WithTermBits(termBits)
	r := Report{Skipped: map[document.Reason]int{}}
	skip := func(path string, reason document.Reason, err error) {
		r.Skipped[reason]++
		if skipped != nil {
			skipped(path, reason, err)
		}
	}
	out := bufio.NewWriter(to)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	work := func(_ context.Context, d chaffinch.Document) ([]Row, error) { return rowsOf(a, d) }
	err := ordered.Each(ctx, documents, work, func(d chaffinch.Document, rows []Row, err error) error {
		if s := new(chaffinch.SkippedError); errors.As(err, &s) {
			skip(d.Name, s.Reason, s.Err)
			return nil
		}
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			skip(d.Name, document.TooShort, nil)
			return nil
		}
		r.Documents++
		for _, row := range rows {
			r.Rows++
			r.Terms += (len(row.Terms) + 1) / (termBits/6 + 1)
			if err := encoder.Encode(row); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = out.Flush()
	}
	return r, err
}

// rowsOf returns the rows of a document: one for each representation in which it has a term.
func rowsOf(a *analyzer.Analyzer, d chaffinch.Document) ([]Row, error) {
	source, err := d.Text()
	if err != nil {
		return nil, err
	}
	text := corpus.Decode(source).UTF8
	l, err := lex.ParseLanguage(d.Language)
	if err != nil {
		return nil, err
	}
	if l == nil {
		l = detect.Language(d.Name, text)
	}
	var n analyzer.Analysis
	a.Analyze(l, text, &n)
	var rows []Row
	for r, prints := range n.Fingerprints {
		terms := make([]uint64, len(prints))
		for i, p := range prints {
			terms[i] = p.Hash
		}
		slices.Sort(terms)
		if terms = slices.Compact(terms); len(terms) > 0 {
			rows = append(rows, Row{d.Name, l.Name, n.Len(), analyzer.Representation(r).String(), encode(terms)})
		}
	}
	return rows, nil
}

// encode writes the first bits of each hash.
func encode(hashes []uint64) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	text := make([]byte, 0, len(hashes)*(termBits/6+1))
	for i, h := range hashes {
		if i > 0 {
			text = append(text, ' ')
		}
		for shift := 64 - 6; shift >= 64-termBits; shift -= 6 {
			text = append(text, alphabet[h>>shift&63])
		}
	}
	return string(text)
}

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/ordered"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// A list of pairs may come from another engine, and have millions. So each pair is printed as soon
// as it is compared.

// listedPair is a pair of a list, and what it shares.
type listedPair struct {
	A string `json:"a"`
	B string `json:"b"`

	line   int
	err    error // of the list, which ends it
	shared *answer.Comparison
	failed error // of this pair
}

// comparedPairs counts pairs.
type comparedPairs struct {
	Pairs    int `json:"pairs"`    // in the list
	Compared int `json:"compared"` // both files were read
	Sharing  int `json:"sharing"`  // that share something
}

// mostPairLine bounds a line of a list, in bytes.
const mostPairLine = 1 << 20

// checkPairs checks the flags and arguments of --pairs.
func (o *compareOptions) checkPairs(args []string) error {
	if len(args) > 0 {
		return errors.New("--pairs names the files to compare: omit A and B")
	}
	for _, name := range slices.Concat(treeFlagNames, textFlagNames, []string{"base", "html", "open"}) {
		if o.trees.set.Changed(name) {
			return fmt.Errorf("--%s does not apply to --pairs: omit it", name)
		}
	}
	return nil
}

// comparePairs compares the listed pairs, and prints a row for each that shares something, in the
// order of the list; with --json, a line for each.
func (o *compareOptions) comparePairs(ctx context.Context, in io.Reader, out, errOut io.Writer) error {
	list := in
	if o.pairs != corpus.Stdin {
		file, err := os.Open(o.pairs)
		if err != nil {
			return readingError(o.pairs, err)
		}
		defer file.Close()
		list = file
	} else {
		sayPipes(errOut, o.pairs)
	}
	progress := terminal.NewProgress(errOut)
	defer progress.Clear()
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	var sum comparedPairs
	err := ordered.Each(ctx, listedPairs(list), o.comparePair, func(p *listedPair) error {
		if p.err != nil {
			return fmt.Errorf("line %d of %s: %w", p.line, report.SourceName(o.pairs), p.err)
		}
		sum.Pairs++
		progress.Show(terminal.Plural(sum.Pairs, "pair", "pairs") + " compared")
		if p.failed != nil {
			progress.Clear()
			warn(errOut, p.failed.Error())
			return nil
		}
		sum.Compared++
		if len(p.shared.Matches) > 0 {
			sum.Sharing++
		}
		if o.json {
			return encoder.Encode(p.shared)
		}
		if len(p.shared.Matches) == 0 {
			return nil
		}
		return report.ComparisonRow(out, p.shared)
	})
	progress.Clear()
	if err != nil {
		return err
	}
	fmt.Fprintf(errOut, "%s: %s share something\n", terminal.Plural(sum.Pairs, "pair", "pairs"), terminal.Thousands(sum.Sharing))
	if n := sum.Pairs - sum.Compared; n > 0 {
		return fmt.Errorf("%s not compared", terminal.Plural(n, "pair was", "pairs were"))
	}
	return nothingIf(nil, sum.Sharing)
}

// comparePair compares the files of a pair.
func (o *compareOptions) comparePair(ctx context.Context, p *listedPair) {
	if p.err != nil {
		return
	}
	var all [2]chaffinch.Document
	for i, name := range []string{p.A, p.B} {
		source, err := readSource(ctx, nil, name)
		if err != nil {
			p.failed = err
			return
		}
		all[i] = chaffinch.Document{Name: name, Source: source, Language: o.language}
	}
	p.shared, p.failed = chaffinch.Compare(ctx, all[0], all[1], chaffinch.CompareOptions{Language: o.language, CountImports: o.imports})
}

// listedPairs yields the pairs of a list of JSON lines. A pair with an error is the last one.
func listedPairs(list io.Reader) iter.Seq[listedPair] {
	return func(yield func(listedPair) bool) {
		lines := bufio.NewScanner(list)
		lines.Buffer(nil, mostPairLine)
		n := 0
		for lines.Scan() {
			n++
			line := bytes.TrimSpace(bytes.TrimPrefix(lines.Bytes(), []byte("\ufeff")))
			if len(line) == 0 {
				continue
			}
			p := listedPair{line: n}
			if err := json.Unmarshal(line, &p); err != nil || p.A == "" || p.B == "" {
				p.err = errors.New(`it is no pair: write {"a": "FILE", "b": "FILE"}`)
			} else if p.A == corpus.Stdin || p.B == corpus.Stdin {
				p.err = errors.New("it names standard input: name files")
			}
			if !yield(p) || p.err != nil {
				return
			}
		}
		err := lines.Err()
		if errors.Is(err, bufio.ErrTooLong) {
			err = errors.New("it is longer than 1 MiB")
		}
		if err != nil {
			yield(listedPair{line: n + 1, err: err})
		}
	}
}

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

// listedPair is a pair of a list.
type listedPair struct {
	A string `json:"a"`
	B string `json:"b"`
}

// listError is the error of a line of a list, which ends it. Others are errors of a pair.
type listError struct {
	line int
	error
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
	all, compared, sharing := 0, 0, 0
	err := ordered.Each(ctx, listedPairs(list), o.comparePair, func(_ listedPair, c *answer.Comparison, err error) error {
		if l := new(listError); errors.As(err, &l) {
			return fmt.Errorf("line %d of %s: %w", l.line, report.SourceName(o.pairs), l.error)
		}
		all++
		progress.Show(terminal.Plural(all, "pair", "pairs") + " compared")
		if err != nil {
			progress.Clear()
			warn(errOut, err.Error())
			return nil
		}
		compared++
		if len(c.Matches) > 0 {
			sharing++
		}
		if o.json {
			return encoder.Encode(c)
		}
		if len(c.Matches) == 0 {
			return nil
		}
		return report.ComparisonRow(out, c)
	})
	progress.Clear()
	if err != nil {
		return err
	}
	fmt.Fprintf(errOut, "%s: %s share something\n", terminal.Plural(all, "pair", "pairs"), terminal.Thousands(sharing))
	if n := all - compared; n > 0 {
		return fmt.Errorf("%s not compared", terminal.Plural(n, "pair was", "pairs were"))
	}
	return nothingIf(nil, sharing)
}

// comparePair compares the files of a pair.
func (o *compareOptions) comparePair(ctx context.Context, p listedPair) (*answer.Comparison, error) {
	var all [2]chaffinch.Document
	for i, name := range []string{p.A, p.B} {
		source, err := readSource(ctx, nil, name)
		if err != nil {
			return nil, err
		}
		all[i] = chaffinch.Document{Name: name, Source: source, Language: o.language}
	}
	return chaffinch.Compare(ctx, all[0], all[1], chaffinch.CompareOptions{Language: o.language, CountImports: o.imports})
}

// listedPairs yields the pairs of a list of JSON lines. A [listError] comes last.
func listedPairs(list io.Reader) iter.Seq2[listedPair, error] {
	return func(yield func(listedPair, error) bool) {
		lines := bufio.NewScanner(list)
		lines.Buffer(nil, mostPairLine)
		n := 0
		for lines.Scan() {
			n++
			line := bytes.TrimSpace(bytes.TrimPrefix(lines.Bytes(), []byte("\ufeff")))
			if len(line) == 0 {
				continue
			}
			var p listedPair
			var err error
			if json.Unmarshal(line, &p) != nil || p.A == "" || p.B == "" {
				err = &listError{n, errors.New(`it is no pair: write {"a": "FILE", "b": "FILE"}`)}
			} else if p.A == corpus.Stdin || p.B == corpus.Stdin {
				err = &listError{n, errors.New("it names standard input: name files")}
			}
			if !yield(p, err) || err != nil {
				return
			}
		}
		err := lines.Err()
		if errors.Is(err, bufio.ErrTooLong) {
			err = errors.New("it is longer than 1 MiB")
		}
		if err != nil {
			yield(listedPair{}, &listError{n + 1, err})
		}
	}
}

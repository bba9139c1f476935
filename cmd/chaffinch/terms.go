package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/newfile"
	"github.com/chaffinch-search/chaffinch/internal/skips"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/termtable"
)

// checkTerms checks the flags of fingerprint that apply to --terms, or do not.
func (o *fingerprintOptions) checkTerms() error {
	if !o.terms {
		for _, name := range folderFlagNames {
			if o.set.Changed(name) {
				return fmt.Errorf("--%s applies to --terms: add --terms, or omit it", name)
			}
		}
		return nil
	}
	switch {
	case o.tokens || o.grams || o.lines != "":
		return errors.New("--terms is of whole files: omit --tokens, --grams and --lines")
	case o.json && o.out == "":
		return errors.New("--terms prints JSON lines: omit --json, or name a file with --out")
	}
	return o.folders.files.check()
}

// writeTerms writes the terms of all files below the paths, and says how many.
func (o *fingerprintOptions) writeTerms(ctx context.Context, in io.Reader, out, errOut io.Writer, a *analyzer.Analyzer) error {
	paths, warnings, err := sourcesOf(o.files)
	if err == nil {
		err = pathsExist(paths)
	}
	if err == nil {
		err = apart(paths)
	}
	if err == nil && o.out != "" {
		err = (&outputFlags{output: o.out}).check(paths)
	}
	if err != nil {
		return err
	}
	for _, w := range warnings {
		warn(errOut, w)
	}
	progress := terminal.NewProgress(errOut)
	defer progress.Clear()
	skipped := listSkips(o.folders.listSkips, errOut, progress)
	var r termtable.Report
	write := func(to io.Writer) (err error) {
		r, err = termtable.Write(ctx, to, a, o.documents(ctx, in, paths, progress), skipped)
		return err
	}
	if o.out == "" {
		err = write(out)
		out = errOut
	} else {
		err = newfile.Replace(o.out, write)
	}
	progress.Clear()
	if err != nil {
		return err
	}
	if o.json {
		return nothingIf(printJSON(out, r), r.Rows)
	}
	fmt.Fprintf(out, "%s of %s in %s\n", terminal.Plural(r.Terms, "term", "terms"), terminal.Plural(r.Documents, "document", "documents"),
		terminal.Plural(r.Rows, "row", "rows"))
	if counts := skips.Counts(r.Skipped); len(counts) > 0 {
		fmt.Fprintln(out, "skipped: "+strings.Join(counts, ", "))
	}
	return nothingIf(nil, r.Rows)
}

// documents yields the documents of all sources, without the file that is written.
func (o *fingerprintOptions) documents(ctx context.Context, in io.Reader, paths []string, progress *terminal.Progress) iter.Seq2[chaffinch.Document, error] {
	return func(yield func(chaffinch.Document, error) bool) {
		n, own := 0, ""
		if o.out != "" {
			own = corpus.RealPath(o.out)
		}
		for _, path := range paths {
			for d, err := range chaffinch.Files(ctx, path, o.folders.options(path, in)) {
				if d.File != "" && corpus.RealPath(d.File) == own {
					continue
				}
				n++
				progress.Show(terminal.Plural(n, "file", "files") + " read")
				d.Language = o.language
				if !yield(d, err) {
					return
				}
			}
		}
	}
}

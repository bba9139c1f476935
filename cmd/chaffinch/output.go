package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/newfile"
	"github.com/chaffinch-search/chaffinch/internal/skips"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// outputFlags are the flags for the format and the destination of pairs.
type outputFlags struct {
	set       *pflag.FlagSet
	format    string
	output    string
	anonymous bool // for HTML and JPlag
	// For HTML only:
	title string
	open  bool
}

func (f *outputFlags) register(cmd *cobra.Command) {
	f.set = cmd.Flags()
	f.set.StringVar(&f.format, "format", "", "write `FORMAT`: "+strings.Join(formatNames(pairFormats), ", ")+" (default: text)")
	f.set.StringVarP(&f.output, "output", "o", "-", "write to `FILE`, atomically")
	once(f.set, "output")
	f.set.StringVar(&f.title, "title", "", "heading `TEXT` of the page")
	f.set.BoolVar(&f.anonymous, "anonymous", false, "pseudonyms for files and authors")
	registerOpen(f.set, &f.open)
	offerFixed(cmd, "format", formatNames(pairFormats)...)
}

// checkPage rejects pages on a terminal, and flags of pages with other formats.
func (f *outputFlags) checkPage(out io.Writer, as format) error {
	if as.Viewer != nil && as.Viewer.Browser && f.open && !f.toFile() {
		return errors.New("--open needs the page in a file: add --output report.html")
	}
	if as.Viewer != nil && !f.toFile() && terminal.IsTerminal(out) {
		return as.onTerminal()
	}
	for _, name := range []string{"title", "anonymous", "open", "dossier"} {
		if f.set.Changed(name) && (as.Viewer == nil || !as.Viewer.Browser && name != "anonymous") {
			return fmt.Errorf("--%s applies to HTML only: add --output report.html, or omit it", name)
		}
	}
	return nil
}

// selected returns the requested format of a table.
func selected[F interface{ its() format }](f *outputFlags, table []F, json bool) (F, error) {
	switch {
	case f.output == "":
		return table[0], errors.New("--output is empty: specify a file, or - for standard output")
	case json || f.format != "":
		return formatPrinted(table, f.set, f.format, json)
	case !f.toFile():
		return table[0], nil
	}
	as, err := formatOfFile(table, f.output)
	if err != nil {
		err = fmt.Errorf("%w, or add --format", err)
	}
	return as, err
}

func (f *outputFlags) toFile() bool { return f.output != "-" }

// check returns an error if the file cannot be written, or would replace an input. A report may be
// replaced. Call it before any work is done.
func (f *outputFlags) check(read []string) error {
	if !f.toFile() {
		return nil
	}
	for _, source := range read {
		path := corpus.PathOf(source)
		if !sameFile(f.output, path) {
			continue
		}
		if start, err := readStart(path, skips.ReportStart); err != nil || !skips.BeginsReport([]byte(start)) {
			return fmt.Errorf("--output is %s, which is one of the inputs: specify another file", f.output)
		}
	}
	folder := filepath.Dir(f.output)
	switch info, err := os.Stat(folder); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("writing %s: %w: create the folder first", f.output, withoutPath(err))
	case err != nil:
		return fmt.Errorf("writing %s: %w", f.output, withoutPath(err))
	case !info.IsDir():
		return fmt.Errorf("writing %s: %s is not a folder", f.output, folder)
	}
	if info, err := os.Stat(f.output); err == nil && info.IsDir() {
		return fmt.Errorf("writing %s: it is a folder: specify a file", f.output)
	}
	return notThroughLink(f.output, append(slices.Clone(read), "."))
}

// notThroughLink returns an error if a link leads the file out of its folder. The file itself may
// not be a link, either. The folder may be another user's, and nobody named the target of the
// link.
func notThroughLink(file string, folders []string) error {
	isBelow := func(folder, file string) bool {
		below, err := filepath.Rel(folder, file)
		return err == nil && filepath.IsLocal(below)
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	place, target := filepath.Join(corpus.RealPath(filepath.Dir(abs)), filepath.Base(abs)), corpus.RealPath(abs)
	for _, folder := range folders {
		named, err := filepath.Abs(folder)
		if err != nil || !isFolder(folder) {
			continue
		}
		real := corpus.RealPath(named)
		if (isBelow(named, abs) || isBelow(real, place)) && (target != place || !isBelow(real, target)) {
			return fmt.Errorf("writing %s: a link leads to %s: specify this file, or remove the link", file, target)
		}
	}
	return nil
}

// write writes a result, to a file atomically.
func (f *outputFlags) write(out io.Writer, write func(io.Writer) error) error {
	if f.toFile() {
		return newfile.Replace(f.output, write)
	}
	return write(out)
}

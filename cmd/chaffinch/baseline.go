package main

import (
	"context"
	"encoding"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/command"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/plainfile"
)

// results returns the files of this run and an earlier one, which are not compared.
func (o *pairsOptions) results() (files []string) {
	if o.baseline != "" {
		files = append(files, o.baseline)
	}
	if o.out.toFile() {
		files = append(files, o.out.output)
	}
	return files
}

// unlessBaseline returns [errNothing] if nothing is found, except for a baseline. A clean project
// has an empty baseline.
func unlessBaseline(as format, found int) error {
	if as.Baseline {
		return nil
	}
	return nothingIf(nil, found)
}

func writeText(out io.Writer, from encoding.TextMarshaler) error {
	text, err := from.MarshalText()
	if err != nil {
		return err
	}
	_, err = out.Write(text)
	return err
}

// readBaseline returns the baseline of an earlier run. It is nil if the file is "". Missing makes
// the error for a file that does not exist; it may be nil.
func readBaseline[R any, P interface {
	*R
	encoding.TextUnmarshaler
}](ctx context.Context, file string, missing func(error) error) (*R, error) {
	if file == "" {
		return nil, nil
	}
	text, err := readResult(ctx, "--baseline", file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, missing(err)
	}
	if err != nil {
		return nil, err
	}
	known := new(R)
	if err := P(known).UnmarshalText(text); err != nil { // whose error has advice
		return nil, fmt.Errorf("reading baseline %s: %w", file, err)
	}
	return known, nil
}

// readResult reads the JSON of an earlier run, which may come from a pipe.
func readResult(ctx context.Context, flag, file string) ([]byte, error) {
	text, err := await(ctx, func() ([]byte, error) { return readSaved(file) })
	if err != nil {
		return nil, fmt.Errorf("reading %s %s: %w", flag, file, withoutPath(err))
	}
	return text, nil
}

// maxSaved bounds the report of an earlier run, in bytes.
const maxSaved = corpus.MostSize

// readSaved reads a file that settings may name.
func readSaved(name string) ([]byte, error) {
	f, err := plainfile.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxSaved+1))
	if err == nil && len(text) > maxSaved {
		err = fmt.Errorf("it is larger than %d MiB", maxSaved>>20)
	}
	return text, err
}

// noBaseline returns an error for a missing baseline that this run does not create.
func (o *pairsOptions) noBaseline(err error) error {
	if o.createsBaseline() {
		return nil
	}
	format := ""
	if as, err := formatOfFile(pairFormats, o.baseline); o.out.format != "" || err != nil || !as.Compared {
		format = "--format baseline "
	}
	return fmt.Errorf("%w: create it with %s--output %s", err, format, command.Word(o.baseline))
}

// createsBaseline reports whether the output becomes the baseline, which does not exist.
func (o *pairsOptions) createsBaseline() bool {
	as, err := selected(&o.out, pairFormats, o.json)
	return err == nil && as.Compared && o.out.toFile() &&
		slices.Equal(absolute(o.out.output), absolute(o.baseline))
}

// absolute returns the folder of a file, without links, and its name. The file need not exist.
func absolute(path string) []string {
	return []string{corpus.RealPath(filepath.Dir(path)), filepath.Base(path)}
}

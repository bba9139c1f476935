// Package cli has the common code of the programs of bench for command lines, and for making
// indexes.
package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
)

// Run measures something, with flags and arguments.
type Run func(ctx context.Context, args []string, stdout, stderr io.Writer) error

// Main runs the function that the first argument names with the other arguments, otherwise other
// with all of them.
func Main(program string, named map[string]Run, other Run) {
	run, args := other, os.Args[1:]
	if len(args) > 0 && named[args[0]] != nil {
		program += " " + args[0]
		run, args = named[args[0]], args[1:]
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, args, os.Stdout, os.Stderr)
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(os.Stderr, "%s: %v\n", program, err)
		os.Exit(1)
	}
}

// Flags returns an empty set of flags.
func Flags() *flag.FlagSet { return flag.NewFlagSet("", flag.ContinueOnError) }

// Parse reads the flags and as many arguments as there are names, such as FOLDER.
func Parse(f *flag.FlagSet, args []string, names ...string) error {
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() != len(names) {
		return fmt.Errorf("%d arguments: use %d, %q", f.NArg(), len(names), names)
	}
	return nil
}

// Indexed makes an index of a source in a new folder. The function closes it and removes the
// folder.
func Indexed(ctx context.Context, s index.Settings, from index.Source, o index.UpdateOptions) (
	x *chaffinch.Index, done index.Report, remove func() error, err error) {
	if x, remove, err = Index(s); err != nil {
		return nil, done, nil, err
	}
	if done, err = x.Update(ctx, from, o); err != nil {
		return nil, done, nil, errors.Join(err, remove())
	}
	return x, done, remove, nil
}

// Index makes an empty index in a new folder. The function closes it and removes the folder.
func Index(s index.Settings) (x *chaffinch.Index, remove func() error, err error) {
	dir, err := os.MkdirTemp("", "chaffinch-bench-")
	if err != nil {
		return nil, nil, err
	}
	x, err = chaffinch.Create(filepath.Join(dir, "index"), s)
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	return x, func() error { return errors.Join(x.Close(), os.RemoveAll(dir)) }, nil
}

package main

import (
	"fmt"
	"io"
	"math"

	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/report/diff"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// matchLineFlags are the flags of search and similar for matching lines.
type matchLineFlags struct {
	set        *pflag.FlagSet
	context    int
	sideBySide bool
}

func (f *matchLineFlags) register(flags *pflag.FlagSet) {
	f.set = flags
	flags.IntVarP(&f.context, "context", "C", 0, "show matching lines with `N` lines of context")
	flags.BoolVar(&f.sideBySide, "side-by-side", false,
		"show matching lines next to the question's")
}

func (f *matchLineFlags) check() error { return checkContext(f.context) }

func checkContext(lines int) error {
	if lines < 0 {
		return fmt.Errorf("--context is %d: use 0 or more lines", lines)
	}
	return nil
}

// printer returns the function that prints the lines, nil for none.
func (f *matchLineFlags) printer() func(*answer.Alignment, diff.Layout) string {
	switch {
	case f.sideBySide:
		return diff.SideBySide
	case f.set.Changed("context"):
		return diff.Unified
	}
	return nil
}

// layout is [layout] for these lines. In a pipe the lines of one file are whole.
func (f *matchLineFlags) layout(out io.Writer) diff.Layout {
	l := layout(out, f.context)
	if !f.sideBySide && l.Style.Width() == 0 {
		l.Columns = math.MaxInt32
	}
	return l
}

func layout(out io.Writer, context int) diff.Layout {
	return diff.Layout{Context: context, Columns: terminal.Columns(out), Style: terminal.StyleFor(out)}
}

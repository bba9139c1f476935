package main

import (
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/internal/answer"
	"github.com/chaffinch-search/chaffinch/internal/screen"
	"github.com/chaffinch-search/chaffinch/internal/sidebyside"
)

// evidenceFlags say whether and how the lines are shown that two documents share.
type evidenceFlags struct {
	set        *pflag.FlagSet
	context    int
	sideBySide bool
}

func (f *evidenceFlags) register(flags *pflag.FlagSet) {
	f.set = flags
	flags.IntVarP(&f.context, "context", "C", 0, "show the lines that match, and `N` lines around them")
	flags.BoolVar(&f.sideBySide, "side-by-side", false, "show the lines that match beside those of the question")
}

func (f *evidenceFlags) check() error { return checkContext(f.context) }

func checkContext(lines int) error {
	if lines < 0 {
		return fmt.Errorf("--context is %d: use 0 or more lines", lines)
	}
	return nil
}

// asked says whether the lines are to be shown.
func (f *evidenceFlags) asked() bool { return f.sideBySide || f.set.Changed("context") }

// show returns the lines of the hit, with an empty line behind them, or nothing where they are not
// asked for, or not known.
func (f *evidenceFlags) show(out io.Writer, al *answer.Alignment) string {
	if !f.asked() || al == nil || len(al.Matches) == 0 {
		return ""
	}
	form := sidebyside.Unified
	if f.sideBySide {
		form = sidebyside.SideBySide
	}
	return form(al, layout(out, f.context)) + "\n"
}

func layout(out io.Writer, context int) sidebyside.Layout {
	return sidebyside.Layout{Context: context, Columns: screen.Columns(out), Style: screen.StyleFor(out)}
}

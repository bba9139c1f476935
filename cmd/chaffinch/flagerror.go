package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/internal/command"
)

// flagError rewords an error of pflag, and suggests flags or the help. An unknown
// flag of the root may belong to an unknown command; the error then names that command.
func flagError(c *cobra.Command, err error) error {
	if !c.HasParent() && c.Flags().NArg() > 0 {
		return unknownCommand(c, c.Flags().Arg(0))
	}
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var bare *pflag.ValueRequiredError
	switch {
	case errors.As(err, &unknown):
		typed := typedFlag(unknown)
		if near := flagsLike(c.Flags(), strings.TrimLeft(typed, "-")); len(near) > 0 {
			return fmt.Errorf("unknown flag %s: did you mean %s?", typed, strings.Join(near, " or "))
		}
		if strings.ContainsAny(typed, "./") {
			return fmt.Errorf("unknown flag %s: use ./%s for a file of this name", typed, typed)
		}
		err = fmt.Errorf("unknown flag %s", typed)
	case errors.As(err, &invalid):
		err = badValue("--"+invalid.GetFlag().Name, invalid.GetFlag(), invalid.GetValue(), err)
	case errors.As(err, &bare):
		err = fmt.Errorf("--%s needs a value", bare.GetFlag().Name)
	}
	return fmt.Errorf("%w: see %s --help", err, c.CommandPath())
}

// typedFlag returns an unknown flag as it was typed. -top is a group of one-letter flags, whose
// first one may be unknown.
func typedFlag(err *pflag.NotExistError) string {
	if group := err.GetSpecifiedShortnames(); group != "" {
		return "-" + group
	}
	return "--" + err.GetSpecifiedName()
}

// flagsLike returns the flags that begin with the typed name or nearly equal it. At most two
// letters differ. Cobra compares names of commands, so the flags are made into commands.
func flagsLike(flags *pflag.FlagSet, typed string) []string {
	const least = 3 // letters; almost all shorter names are alike
	if len(typed) < least {
		return nil
	}
	names := &cobra.Command{SuggestionsMinimumDistance: 2}
	flags.VisitAll(func(f *pflag.Flag) {
		if len(f.Name) >= least && !f.Hidden {
			names.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
		}
	})
	near := names.SuggestionsFor(typed)
	for i, name := range near {
		near[i] = "--" + name
	}
	slices.Sort(near)
	return slices.Compact(near)
}

// badValue returns the error for a value that the flag does not take. name is the user's name of
// the flag.
func badValue(name string, f *pflag.Flag, value string, err error) error {
	if twice := new(twiceError); errors.As(err, &twice) {
		return fmt.Errorf("%s is given twice, as %s and %s: give it once", name, command.Word(twice.before), command.Word(value))
	}
	want := valueOf(f.Value.Type())
	if strings.Contains(f.Usage, "`PERCENT`") {
		want = "a number of percent such as 5"
	}
	if errors.Is(err, strconv.ErrRange) {
		want = "a smaller number"
	}
	return fmt.Errorf("%s is %q: use %s", name, value, want)
}

// valueOf describes the values of a flag by its type.
func valueOf(kind string) string {
	switch kind {
	case "float64":
		return "a number such as 0.5"
	case "duration":
		return "a time such as 30s"
	case "bool":
		return "true or false"
	case "stringSlice":
		return "values separated by commas"
	}
	return "a whole number"
}

// onePath refuses more than one argument.
func onePath(c *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("%s takes one path, not %d", c.Name(), len(args))
	}
	return nil
}

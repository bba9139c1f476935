package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch"
)

// filterFlags are the flags that select the documents of an answer.
type filterFlags struct {
	chaffinch.Filter
	after, before string
}

// register declares the flags.
func (f *filterFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.Path, "in-path", "", "documents whose path matches `PATTERN`; * is any text")
	flags.StringVar(&f.Language, "in-lang", "", "documents in `LANGUAGE`")
	flags.StringVar(&f.License, "license", "", "documents under `ID`, such as MIT or CC-BY-SA-*; unknown is without one")
	flags.StringVar(&f.Repository, "repository", "", "documents from `NAME`: an address, path or name of a repository; * is any text")
	flags.StringVar(&f.Author, "author", "", "documents by `NAME`: a name or an address; * is any text")
	flags.StringVar(&f.after, "after", "", "documents from `DATE` (YYYY-MM-DD) or later")
	flags.StringVar(&f.before, "before", "", "documents from before `DATE`")
}

// parse reads the dates.
func (f *filterFlags) parse() (err error) {
	for _, d := range []struct {
		flag, text string
		to         *time.Time
	}{{"after", f.after, &f.After}, {"before", f.before, &f.Before}} {
		if d.text == "" {
			continue
		}
		if *d.to, err = time.Parse(time.DateOnly, d.text); err != nil {
			return fmt.Errorf("--%s %q is not a date: use YYYY-MM-DD", d.flag, d.text)
		}
	}
	return f.Check()
}

// filtersIn returns the filter flags that are set, with their values.
func filtersIn(flags *pflag.FlagSet) string {
	var all []string
	for _, name := range filterNames {
		if f := flags.Lookup(name); f != nil && f.Changed && f.Value.String() != "" {
			all = append(all, "--"+name+" "+f.Value.String())
		}
	}
	return strings.Join(all, " ")
}

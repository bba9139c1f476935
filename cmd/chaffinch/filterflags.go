package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch"
)

// filterFlags are the flags that select what a question may find.
type filterFlags struct {
	chaffinch.Filter
	after, before string
}

// register declares the flags. The verb is for their help: a filter restricts what search lists and
// what scan searches.
func (f *filterFlags) register(flags *pflag.FlagSet, verb string) {
	flags.StringVar(&f.Path, "in-path", "", verb+" only documents whose path matches `PATTERN`; * is any text")
	flags.StringVar(&f.Language, "in-lang", "", verb+" only documents in `LANGUAGE`")
	flags.StringVar(&f.License, "license", "", verb+" only documents under `ID`, such as MIT or CC-BY-SA-*; unknown is documents without one")
	flags.StringVar(&f.Repository, "repository", "", verb+" only documents from `NAME`: an address, path or name of a repository; * is any text")
	flags.StringVar(&f.Author, "author", "", verb+" only documents by `NAME`: a name or an address; * is any text")
	flags.StringVar(&f.after, "after", "", verb+" only documents from `DATE` (YYYY-MM-DD) or later")
	flags.StringVar(&f.before, "before", "", verb+" only documents from before `DATE`")
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

// filterNames are the flags that restrict answers.
var filterNames = []string{"collection", "in-path", "in-lang", "license", "repository", "author", "after", "before"}

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

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// setOptions say how a set is measured; the command's documentation describes them.
type setOptions struct {
	query     *regexp.Regexp // nil means all
	retrieval bool
	self      int
	beta      float64
	split     string
	tune      string
	splits    bool
	directed  bool
	search    bool
	documents string
	none      string
}

// known are the options that the authors of well-known pair sets ask for.
var known = setFlags{
	"irplag_all": {`query=/L\d`}, // originals have their own copies at every level, the copies one origin
	"ocd":        {"self=100"},
	"hjc1":       {"retrieval=false"}, // not all pairs are in it
}

// setFlags are options as they are written, OPTION=VALUE, by the name of the set.
type setFlags map[string][]string

var _ flag.Value = setFlags(nil)

// Set implements [flag.Value].
func (f setFlags) Set(text string) error {
	name, option, ok := strings.Cut(text, ":")
	if !ok || name == "" {
		return fmt.Errorf("write NAME:OPTION=VALUE")
	}
	var o setOptions
	if err := o.set(option); err != nil {
		return err
	}
	f[name] = append(f[name], option)
	return nil
}

// String implements [flag.Value].
func (f setFlags) String() string { return "" }

// options returns the options of a set: the defaults, what is known of it, and what the flags say.
func (f setFlags) options(name string, search bool) (setOptions, error) {
	o := setOptions{retrieval: true, beta: 1, search: search, directed: search, documents: name}
	var usual []string
	if !search {
		usual = known[name]
	}
	for _, option := range slices.Concat(usual, f[name]) {
		if err := o.set(option); err != nil {
			return o, err
		}
	}
	return o, o.check()
}

// check refuses options that mean nothing in a set of this kind.
func (o *setOptions) check() error {
	switch {
	case o.beta <= 0 || o.self < 0:
		return errors.New("beta must lie above 0, and self be at least 0")
	case o.search && (!o.retrieval || o.self != 0 || o.beta != 1 || o.tune != ""):
		return errors.New("retrieval, self, beta and tune are options of pair sets: this is a search set")
	case !o.search && o.none != "":
		return errors.New("none is an option of search sets: this is a pair set")
	case o.search && !o.directed && o.none != "":
		return errors.New("questions without a copy need directed scores, which know question from document")
	}
	return nil
}

// set takes one OPTION=VALUE.
func (o *setOptions) set(text string) error {
	f := flag.NewFlagSet("", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Func("query", "", func(value string) (err error) {
		o.query, err = regexp.Compile(value)
		return err
	})
	f.BoolVar(&o.retrieval, "retrieval", o.retrieval, "")
	f.IntVar(&o.self, "self", o.self, "")
	f.Float64Var(&o.beta, "beta", o.beta, "")
	f.StringVar(&o.split, "split", o.split, "")
	f.StringVar(&o.tune, "tune", o.tune, "")
	f.BoolVar(&o.splits, "splits", o.splits, "")
	f.BoolVar(&o.directed, "directed", o.directed, "")
	f.BoolVar(&o.search, "search", o.search, "")
	f.StringVar(&o.documents, "documents", o.documents, "")
	f.StringVar(&o.none, "none", o.none, "")
	name, value, ok := strings.Cut(text, "=")
	if !ok {
		return fmt.Errorf("option %q: write OPTION=VALUE", text)
	}
	if f.Lookup(name) == nil {
		return fmt.Errorf("unknown option %q of a set", name)
	}
	if err := f.Set(name, value); err != nil {
		return fmt.Errorf("option %s: %w", name, err)
	}
	return nil
}

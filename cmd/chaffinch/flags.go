package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/command"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// schemeFlags are the flags for fingerprints.
type schemeFlags struct {
	set            *pflag.FlagSet
	representation string
	k, w           int
	selection      string
}

var schemeNames = []string{"representation", "k", "w", "selection"}

func (f *schemeFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.set = flags
	flags.StringVar(&f.representation, "representation", "both",
		"representation `KIND`: structure, exact or both; --k and --w need structure or exact")
	flags.IntVar(&f.k, "k", 0, "noise threshold: `TOKENS` in a k-gram")
	flags.IntVar(&f.w, "w", 0, "window size in `HASHES`; at least one per window is selected")
	flags.StringVar(&f.selection, "selection", winnow.SelectOpenClosed,
		"select fingerprints by `RULE`: "+option.OneOf(winnow.SelectionNames()))
	offerFixed(cmd, "representation", analyzer.Structure.String(), analyzer.Exact.String(), "both")
	var names []string
	for _, s := range winnow.Selections() {
		names = append(names, s.Name+"\t"+s.Text)
	}
	offerFixed(cmd, "selection", names...)
}

// changed reports whether any of the flags was given.
func (f *schemeFlags) changed() bool {
	for _, name := range schemeNames {
		if f.set.Changed(name) {
			return true
		}
	}
	return false
}

// settings returns the defaults, changed by the flags.
func (f *schemeFlags) settings() (analyzer.Settings, error) {
	s := analyzer.DefaultSettings()
	switch f.representation {
	case "both":
		if f.set.Changed("k") || f.set.Changed("w") {
			one := s.Structure
			f.apply(&one)
			if _, err := winnow.New(one); err != nil {
				return s, err
			}
			return s, fmt.Errorf("--k and --w apply to one representation: " +
				"add --representation structure or exact")
		}
	case analyzer.Structure.String():
		s.Exact = winnow.Scheme{}
		f.apply(&s.Structure)
	case analyzer.Exact.String():
		s.Structure = winnow.Scheme{}
		f.apply(&s.Exact)
	default:
		return s, fmt.Errorf("--representation is %q: use structure, exact or both", f.representation)
	}
	if f.set.Changed("selection") {
		for _, scheme := range []*winnow.Scheme{&s.Structure, &s.Exact, &s.Text} {
			if scheme.K > 0 { // otherwise the representation is not indexed
				scheme.Selection = f.selection
			}
		}
	}
	return s, nil
}

func (f *schemeFlags) apply(s *winnow.Scheme) {
	if f.set.Changed("k") {
		s.K = f.k
	}
	if f.set.Changed("w") {
		s.W = f.w
	}
}

// fileFlags are the flags that select files.
type fileFlags struct {
	include, exclude    []string
	maxSize             int64
	noIgnore            bool
	skipGenerated       bool // and minified ones
	generated, minified bool
	use                 *document.PatternUse
}

var fileFlagNames = []string{"include", "exclude", "max-size", "no-ignore", "skip-generated", "generated", "minified"}

func (f *fileFlags) register(flags *pflag.FlagSet) {
	flags.StringSliceVar(&f.include, "include", nil,
		"read only files that match `PATTERN`, in .gitignore syntax (repeatable)")
	flags.StringSliceVar(&f.exclude, "exclude", nil,
		"skip files that match `PATTERN`, in .gitignore syntax (repeatable)")
	f.use = new(document.PatternUse)
	for _, name := range []string{"include", "exclude"} {
		flag := flags.Lookup(name)
		flag.DefValue = "" // as of an empty list
		flag.Value = &patternFlag{flag.Value, flag.Value.(pflag.SliceValue), f.use}
	}
	flags.Int64Var(&f.maxSize, "max-size", corpus.DefaultMaxSize, "largest file to read, in `BYTES`")
	flags.BoolVar(&f.noIgnore, "no-ignore", false, "do not apply .gitignore and .chaffinchignore")
	flags.BoolVar(&f.skipGenerated, "skip-generated", false, "skip generated and minified files")
	flags.BoolVar(&f.generated, "generated", false, "read generated files even with --skip-generated")
	flags.BoolVar(&f.minified, "minified", false, "read minified files even with --skip-generated")
}

// patternFlag is the value of --include or --exclude.
type patternFlag struct {
	pflag.Value
	pflag.SliceValue
	use *document.PatternUse
}

// warnUnused names the patterns of the command line that match nothing. A pattern of chaffinch.toml
// is for many folders.
func warnUnused(errOut io.Writer, flags *pflag.FlagSet) {
	flags.Visit(func(f *pflag.Flag) {
		p, ok := f.Value.(*patternFlag)
		if !ok || f.Annotations[fromFile] != nil {
			return
		}
		if len(p.GetSlice()) == 0 {
			warn(errOut, fmt.Sprintf("--%s is empty, so no pattern applies: name one, or omit it", f.Name))
		}
		for _, pattern := range p.use.Unused(p.GetSlice()) {
			warn(errOut, fmt.Sprintf("--%s %s matches nothing: use / between folders, and begin at the folder that is read, as in .gitignore", f.Name, command.Word(pattern)))
		}
	})
}

func (f *fileFlags) check() error {
	if f.maxSize < 1 {
		return fmt.Errorf("--max-size is %d: use 1 byte or more", f.maxSize)
	}
	if f.maxSize > corpus.MostSize {
		return fmt.Errorf("--max-size is %d: use %d or less; "+
			"larger files take too much memory, so split them", f.maxSize, corpus.MostSize)
	}
	return nil
}

// options returns options that keep generated or minified files only if flags demand it.
func (f *fileFlags) options() document.Options {
	return document.Options{
		MaxSize: f.maxSize, NoIgnore: f.noIgnore, Include: f.include, Exclude: f.exclude, Use: f.use,
		KeepGenerated: f.generated, KeepMinified: f.minified,
	}
}

// keeping returns the options for a command that has no other use for generated files. They are
// kept without --skip-generated.
func (f *fileFlags) keeping() document.Options {
	return f.options().Skipping(f.skipGenerated)
}

// onceFlag is the value of a flag that must not be given twice. One of two sources or files would
// be left out without a word.
type onceFlag struct {
	pflag.Value
	given bool
}

// twiceError is the error of a second value.
type twiceError struct{ before string }

func (e *twiceError) Error() string { return "it is given twice" }

// Set sets the value, once.
func (f *onceFlag) Set(text string) error {
	if f.given && text != f.String() {
		return &twiceError{f.String()}
	}
	f.given = true
	return f.Value.Set(text)
}

// once makes a flag one that must not be given twice.
func once(flags *pflag.FlagSet, name string) {
	flag := flags.Lookup(name)
	flag.Value = &onceFlag{Value: flag.Value}
}

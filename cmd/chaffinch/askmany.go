package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// folderFlags are the flags of search and similar for folders.
type folderFlags struct {
	files     fileFlags
	listSkips bool
}

// folderFlagNames are the flags without effect on files that are named.
var folderFlagNames = append([]string{"list-skipped"}, fileFlagNames...)

func (f *folderFlags) register(flags *pflag.FlagSet) {
	f.files.register(flags)
	flags.BoolVar(&f.listSkips, "list-skipped", false, "list every file that is skipped, with the reason")
}

// options returns how the source of that name is read.
func (f *folderFlags) options(name string, in io.Reader) document.Options {
	o := f.files.keeping()
	o.Archives, o.Input = corpus.KindOf(name).Packed, in
	return o
}

// The default of --top for several files; each has rows of its own.
const topOfMany = 3

// shownWarnings is how many warnings about several files are printed.
const shownWarnings = 10

// isMany reports whether the arguments are several files, or a folder.
func (o *askOptions) isMany() bool {
	if o.prints != "" {
		return len(o.printed) != 1
	}
	return len(o.questions) > 1 || isFolder(o.questions[0])
}

// isFolder reports whether the path is a folder, or a container read like one.
func isFolder(path string) bool {
	kind := corpus.KindOf(path)
	return kind.IsFolder() || kind.Several
}

// checkMany returns an error for flags that do not suit the arguments.
func (o *askOptions) checkMany() error {
	if o.isMany() && o.lines != "" {
		return errors.New("--lines applies to one file: specify one file, or omit it")
	}
	if err := checkStdin(o.questions); err != nil {
		return err
	}
	if slices.ContainsFunc(o.questions, isFolder) {
		return o.folders.files.check()
	}
	for _, name := range folderFlagNames {
		if o.set.Changed(name) {
			return fmt.Errorf("--%s applies to the files of a folder: specify a folder, or omit it", name)
		}
	}
	return nil
}

// askEach searches for all files of the arguments and prints the answers as they come.
func (o *askOptions) askEach(ctx context.Context, in io.Reader, out, errOut io.Writer) error {
	if !o.set.Changed("top") && !o.Cover {
		o.top = topOfMany
	}
	x, err := o.openAsked(ctx, errOut)
	if err != nil {
		return err
	}
	defer x.Close()
	several, err := o.showCollections(ctx, x)
	if err != nil {
		return err
	}
	p := &answerPrinter{askOptions: o, errOut: errOut, sum: report.NewAsked(), named: o.indexName(x),
		progress: terminal.NewProgress(errOut), warned: map[string]bool{}}
	defer p.progress.Clear()
	if p.step = showSteps(p.progress); p.step != nil {
		p.total = o.count(ctx)
	}
	if p.skipped = listSkips(o.folders.listSkips, errOut, p.progress); p.skipped == nil {
		p.skipped = func(string, document.Reason, error) {}
	}
	if p.add, p.end, err = o.as.many(out, o.textOptions(out, answer.Lines{}, several)); err != nil {
		return err
	}
	ask := x.SearchEach
	if o.similar {
		ask = x.SimilarEach
	}
	err = ask(ctx, o.readEach(ctx, in, x), o.options(), p.print)
	p.progress.Clear()
	return p.finish(err)
}

// unreadError is the error of a file that cannot be searched for. Others are errors of the index.
type unreadError struct{ error }

func (e unreadError) Unwrap() error { return e.error }

// readEach yields the questions: files, standard input, the files of folders and, for similar,
// contents.
func (o *askOptions) readEach(ctx context.Context, in io.Reader, x *chaffinch.Index) iter.Seq2[chaffinch.Document, error] {
	return func(yield func(chaffinch.Document, error) bool) {
		pass := func(d chaffinch.Document, err error) bool {
			if err == nil {
				err = d.Check()
			}
			if err != nil {
				err = unreadError{err}
			}
			return yield(d, err)
		}
		for _, d := range o.printed {
			if !pass(d, nil) {
				return
			}
		}
		for _, name := range o.questions {
			if !isFolder(name) {
				d, err := o.read(ctx, in, name)
				d.ExceptFile = d.File != ""
				if !pass(d, err) {
					return
				}
				continue
			}
			for d, err := range x.Files(ctx, name, o.folders.options(name, in)) {
				d.Language = o.language
				if !pass(d, err) {
					return
				}
			}
		}
	}
}

// count returns the number of files, to show the progress. It is 0 if one is a container, whose
// number of documents is not known yet. Errors occur again when the files are read.
func (o *askOptions) count(ctx context.Context) (n int) {
	if slices.ContainsFunc(o.questions, func(name string) bool { return corpus.KindOf(name).Several }) {
		return 0
	}
	n = len(o.printed)
	for _, name := range o.questions {
		if !isFolder(name) {
			n++
			continue
		}
		_ = corpus.Walk(ctx, name, o.folders.files.keeping(), func(corpus.File) error { n++; return nil }, nil)
	}
	return n
}

// answerPrinter prints the answers to several questions.
type answerPrinter struct {
	*askOptions
	errOut   io.Writer
	sum      *report.Asked
	named    string // the index, for advice
	progress *terminal.Progress
	step     func(doing string, done, whole int) // nil to show none
	skipped  func(path string, reason document.Reason, err error)
	done     int             // files that were searched for, or failed
	total    int             // of them; 0 if it is not known
	warned   map[string]bool // by text
	unwarned int             // warnings that are not printed

	add func(*answer.Answer) error // prints an answer
	end func(*report.Asked) error  // and the text after the last one
}

// print prints the answer to a question, or its error.
func (p *answerPrinter) print(d chaffinch.Document, a *answer.Answer, err error) error {
	p.progress.Clear()
	if skip := new(chaffinch.SkippedError); errors.As(err, &skip) && !skip.Reason.IsFault() {
		p.sum.Skipped[skip.Reason]++
		p.skipped(d.Name, skip.Reason, skip.Err)
		return nil
	}
	if errors.As(err, new(unreadError)) {
		p.done++
		p.fail(d.Name, err)
		return nil
	}
	if err != nil {
		return err
	}
	nameFlags(&a.Warnings, p.named)
	p.sum.Count(a)
	if report.IsTooShort(a.Question) {
		p.skipped(d.Name, document.TooShort, nil)
	}
	p.warn(a)
	err = p.add(a)
	p.done++
	if p.step != nil {
		p.step("searched", p.done, p.total)
	}
	return err
}

// fail notes and names a file that could not be searched for.
func (p *answerPrinter) fail(name string, err error) {
	text := errorText(err, p.set)
	if skip := new(chaffinch.SkippedError); errors.As(err, &skip) {
		text = fmt.Sprintf("reading %s: %s", name, skip.Reason)
		if skip.Err != nil {
			text = fmt.Sprintf("reading %s: %s", name, withoutPath(skip.Err))
		}
	}
	p.sum.Failed = append(p.sum.Failed, report.Failure{Name: name, Error: text})
	if !p.as.Warnings {
		warn(p.errOut, text)
	}
}

// warn prints the first warnings about files, each text once. It prints none about files that are
// too short; these are counted.
func (p *answerPrinter) warn(a *answer.Answer) {
	if p.as.Warnings || report.IsTooShort(a.Question) {
		return
	}
	for _, w := range a.Warnings {
		if p.warned[w.Text] {
			continue
		}
		if len(p.warned) == shownWarnings {
			p.unwarned++
			continue
		}
		p.warned[w.Text] = true
		text := w.Text
		if len(w.Args) == 0 || w.Args[0] != a.Question.Name {
			text = report.SourceName(a.Question.Name) + ": " + text
		}
		warn(p.errOut, text)
	}
}

// finish ends the output and returns err, or the error for the exit status.
func (p *answerPrinter) finish(err error) error {
	if err != nil && p.as.Warnings {
		return err
	}
	if err = cmp.Or(err, p.end(p.sum)); err != nil {
		return err
	}
	if p.unwarned > 0 {
		warn(p.errOut, terminal.Plural(p.unwarned, "more warning", "more warnings")+": --json has all")
	}
	if p.sum.Found == 0 {
		for _, w := range p.unpacked() {
			warn(p.errOut, w)
		}
	}
	if n := len(p.sum.Failed); n > 0 {
		err = errors.New(terminal.Plural(n, "file", "files") + " could not be searched for")
	}
	switch {
	case p.sum.Files == 0 && err != nil:
		return err
	case p.sum.Found == 0 && !p.as.Warnings:
		return cmp.Or(err, p.nothing(p.errOut, p.sum.NothingFound(p.MinScore, filtersIn(p.set))))
	case p.as.Plain:
		sayMore(p.errOut, p.sum.More)
	}
	return cmp.Or(err, nothingIf(nil, p.sum.Found))
}

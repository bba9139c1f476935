package serve

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/pairing"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/formats"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/scan"
)

// The files of a job that is done.
const (
	resultFile = "result.json"
	pageFile   = "report.html"
)

// work is the function of a job.
type work func(context.Context, *job) error

// PairsChoices are the options of a job that compares, besides those of the library.
type PairsChoices struct {
	// Groups makes each folder and archive at the top of a form's files a group of submissions.
	Groups bool `query:"groups" doc:"each folder or archive at the top of a form's files is a group of submissions"`
	// Anonymous makes the page with pseudonyms.
	Anonymous bool `query:"anonymous" doc:"the report has pseudonyms for files and authors; the result has not"`
}

// runPairs compares the files of an upload, as the command pairs does.
func runPairs(got received, o pairs.Options, f PairsChoices) work {
	return func(ctx context.Context, j *job) error {
		o.Matches, o.Edits = true, true
		o.Corpus.Archives, o.Corpus.PDF = true, true
		o.Progress = j.progress
		if got.base != "" {
			o.Base = []string{got.base}
		}
		j.change(func(now *Job) { now.Anonymous = f.Anonymous })
		in, err := got.input(filepath.Join(j.dir, uploads), f.Groups)
		if err != nil {
			return err
		}
		o.Old = in.old
		r, err := pairing.Input{Paths: in.paths, Names: in.names}.Pairs(ctx, o)
		if err != nil {
			return err
		}
		defer r.Close()
		if len(r.Units) == 0 {
			if err := notRead(in.paths[0], r.Skipped, 0); err != nil {
				return err
			}
		}
		in.noteBeside(r)
		r.Warnings = warning.In(option.Reader, r.Warnings)
		j.progress("writing the report", 0, 0)
		shown := formats.PairOptions{Anonymous: f.Anonymous, Paths: in.called(in.paths), Old: in.called(in.old), Base: o.Base}.Page(r)
		if err := j.create(pageFile, func(w io.Writer) error { return html.Write(w, r, shown) }); err != nil {
			return err
		}
		for _, list := range [][]pairs.Pair{r.Pairs, r.Weak} { // the command has no edits in JSON
			for i := range list {
				for k := range list[i].Matches {
					list[i].Matches[k].Edits = nil
				}
			}
		}
		return j.create(resultFile, func(w io.Writer) error { return report.PairsJSON(ctx, w, r) })
	}
}

// notRead returns an error if no file of an upload was read, and it is damaged or empty. skipped
// counts the skipped files by reason, unread the unreadable ones.
func notRead(path string, skipped map[document.Reason]int, unread int) error {
	only := func(r document.Reason) bool { return len(skipped) == 1 && skipped[r] == 1 }
	switch {
	case only(document.Damaged), len(skipped) == 0 && unread > 0:
		return fmt.Errorf("%s is damaged: upload it again, or make it again", quoted(filepath.Base(path)))
	case len(skipped) == 0, only(document.Empty):
		return fmt.Errorf("%s is empty: upload another one", quoted(filepath.Base(path)))
	}
	return nil
}

// runScan compares the files of an upload with the index, as the command scan does.
func runScan(got received, x *Indexes, name string, o scan.Options) work {
	return func(ctx context.Context, j *job) error {
		path, err := got.named(filepath.Join(j.dir, uploads))
		if err != nil {
			return err
		}
		h, err := x.Acquire(name)
		if err != nil {
			return err
		}
		defer h.Close()
		o.Tree, o.Sources, o.Corpus = path, html.ScanSources, document.Options{Archives: true}
		o.Progress = func(files int) { j.progress("asking", files, 0) }
		r, err := scan.Run(ctx, h.Index, o)
		if err != nil {
			return err
		}
		if len(r.Files) == 0 {
			if err := notRead(path, r.Skipped, len(r.Unread)); err != nil {
				return err
			}
		}
		state, err := h.State()
		if err != nil {
			return err
		}
		defer state.Close()
		r.Tree = filepath.Base(path) // clients must not see the folder
		source := func(content string) (index.Content, []byte, error) { return r.SourceOf(ctx, state, content) }
		if err := j.create(pageFile, func(w io.Writer) error { return html.WriteScan(ctx, w, r, html.ScanOptions{Source: source}) }); err != nil {
			return err
		}
		return j.create(resultFile, func(w io.Writer) error { return report.JSON(w, r) })
	}
}

// progress records the progress of the job.
func (j *job) progress(doing string, done, whole int) {
	j.change(func(now *Job) { now.Step, now.Done, now.Whole = doing, done, whole })
}

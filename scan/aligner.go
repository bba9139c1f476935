package scan

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// Aligner aligns the files of findings with their origins again, to show the lines. A report has no
// sources, so it reads the file and the index once for each finding. It keeps the last file in
// memory and is not safe for concurrent use.
type Aligner struct {
	s      scanner
	report *Report
	last   chaffinch.Document
	path   string // of last
}

// NewAligner returns an aligner for the findings that [Run] returned for these options.
func NewAligner(x *chaffinch.Index, o Options, r *Report) *Aligner {
	return &Aligner{s: scanner{Options: o, x: x, base: r.base}, report: r}
}

var (
	errChanged    = errors.New("the file has changed since it was scanned: scan again")
	errOriginGone = errors.New("the origin cannot be aligned with the file again")
)

// Align returns the alignment of a finding's file with its origin, with its matches. It fails if
// the file cannot be read or has changed, if the origin can no longer be read, or with ctx's error.
func (a *Aligner) Align(ctx context.Context, f *Finding) (*answer.Alignment, error) {
	d, err := a.source(ctx, f.File)
	if err != nil {
		return nil, err
	}
	allAnswer, err := a.s.x.Search(ctx, d, chaffinch.SearchOptions{
		Alignments: true, Top: 1, CountImports: a.s.CountImports,
		Select: func(c index.Content, _ index.Occurrence) bool { return c.ID == f.Origin.Content },
	})
	switch {
	case err != nil:
		return nil, err
	case len(allAnswer.Hits) == 0 || allAnswer.Hits[0].Alignment == nil:
		return nil, fmt.Errorf("%w: %s", errOriginGone, strings.Join(warning.Texts(allAnswer.Warnings), "; "))
	}
	return f.only(allAnswer.Hits[0].Alignment, d.Source), nil
}

// only returns the alignment with the matches that overlap the finding's matches.
func (f *Finding) only(whole *answer.Alignment, source []byte) *answer.Alignment {
	text := corpus.Decode(source)
	part := *whole
	part.Matches, part.Changes = nil, nil
	for i, m := range whole.Matches {
		at := whole.Question.Range(m.A)
		from, to := text.Original(at.Start), text.Original(at.End)
		if slices.ContainsFunc(f.Matches, func(m Match) bool { return from < m.FileBytes.To && m.FileBytes.From < to }) {
			part.Matches, part.Changes = append(part.Matches, m), append(part.Changes, whole.Changes[i])
		}
	}
	return &part
}

// source reads a file of the project again.
func (a *Aligner) source(ctx context.Context, path string) (chaffinch.Document, error) {
	if a.last.Source != nil && a.path == path {
		return a.last, nil
	}
	d, err := a.read(ctx, path)
	if err != nil {
		return d, err
	}
	if !slices.ContainsFunc(a.report.Files, func(f File) bool { return f.Path == path && f.Content == index.BlobID(d.Source) }) {
		return d, errChanged
	}
	d.Language, d.File = a.s.languageOf(d), ""
	a.last, a.path = d, path
	return d, nil
}

// read reads a file of a folder, an archive or a repository.
func (a *Aligner) read(ctx context.Context, path string) (chaffinch.Document, error) {
	name := a.report.Name(path)
	if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() && a.s.Corpus.Git.Revision == "" {
		source, err := os.ReadFile(name)
		return chaffinch.Document{Name: name, Source: source}, err
	}
	for d, err := range a.s.x.Files(ctx, a.s.Tree, a.s.Corpus.KeepingAll()) {
		if a.s.path(d) == path && err == nil {
			return d, nil
		}
		if ctx.Err() != nil {
			return d, ctx.Err()
		}
	}
	return chaffinch.Document{}, errChanged
}

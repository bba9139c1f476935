//go:build js

package main

import (
	"context"
	"errors"
	"io"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/pairs"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/collection/split"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/formats"
	"github.com/chaffinch-search/chaffinch/internal/trees"
)

// engine holds the state for later calls: at most one comparison and one index.
type engine struct {
	result  *pairs.Report
	asked   pairsOptions
	related *trees.Result
	corpus  *chaffinch.Index
}

// pairsOptions are the options of the command pairs, with the names of its flags.
type pairsOptions struct {
	pairs.Options
	Paths    []string `json:"paths"`
	MinScore *float64 `json:"minScore"`
	fileOptions
	// Workers is the number of workers, and Worker the number of this worker. Worker 0 returns the
	// result.
	Worker  int `json:"worker"`
	Workers int `json:"workers"`
}

func (o pairsOptions) library(c *call) pairs.Options {
	l := o.Options
	l.Corpus, l.SkipGenerated, l.MinScore = o.corpus(), o.fileOptions.SkipGenerated, threshold.ListedPair
	l.Matches, l.MatchesLater, l.Progress, l.Skipped = true, true, c.progress, c.skipped
	if o.MinScore != nil {
		l.MinScore = *o.MinScore
	}
	if l.Top == 0 {
		l.Top = report.FileRows
	}
	return l
}

// pairs compares files or submissions and keeps the result for write. It emits a summary.
func (e *engine) pairs(ctx context.Context, c *call, out io.Writer) error {
	var o pairsOptions
	if err := c.read(&o); err != nil {
		return err
	}
	if o.Workers > 1 {
		ctx = split.With(ctx, split.Split{Part: o.Worker, Of: o.Workers, Exchange: exchange})
	}
	r, err := chaffinch.Pairs(ctx, o.Paths, o.library(c))
	if errors.Is(err, split.ErrDone) {
		return nil
	}
	if err != nil {
		return err
	}
	e.result, e.asked = r, o
	earlier := 0
	for _, u := range r.Units {
		if u.Old {
			earlier++
		}
	}
	return report.JSON(out, summary{
		Unit: r.Unit, Units: len(r.Units), Earlier: earlier, Pairs: len(r.Pairs), More: r.More, Identical: len(r.Identical),
		Clusters: len(r.Clusters), Skipped: r.Skipped, Unread: r.Unread, warnings: said(r.Warnings), Stats: r.Stats,
	})
}

// summary has the counts and warnings of a result.
type summary struct {
	Unit      string                  `json:"unit"`
	Units     int                     `json:"units"`
	Earlier   int                     `json:"earlier"` // of the units
	Pairs     int                     `json:"pairs"`
	More      int                     `json:"more"`
	Identical int                     `json:"identical"`
	Clusters  int                     `json:"clusters"`
	Skipped   map[document.Reason]int `json:"skipped"`
	Unread    []pairs.Unread          `json:"unread"`
	warnings
	Stats pairs.Stats `json:"stats"`
}

// warnings are warnings in the words of the page, and their codes.
type warnings struct {
	Warnings []answer.Warning `json:"warnings"`
	Codes    []option.Code    `json:"warningCodes"`
}

func said(all []answer.Warning) warnings {
	return warnings{warning.In(option.JavaScript, all), warning.Codes(all)}
}

// writeOptions are the options of write.
type writeOptions struct {
	Format    string `json:"format"`
	Top       int    `json:"top"`
	Title     string `json:"title"`
	Anonymous bool   `json:"anonymous"`
}

var errNoResult = errors.New("nothing was compared yet: call pairs first")

// write writes the result of pairs or trees in a format of the command.
func (e *engine) write(ctx context.Context, c *call, out io.Writer) error {
	var o writeOptions
	if err := c.read(&o); err != nil {
		return err
	}
	if e.related != nil {
		return writeTrees(ctx, out, e.related, o.Format, o.Top)
	}
	if e.result == nil {
		return errNoResult
	}
	f, err := formats.Named("options.format", o.Format)
	if err != nil {
		return err
	}
	watched := *e.result
	r := &watched
	r.Progress = func(done, of int) {
		c.progress("finding matches", done, of)
		c.pause()
	}
	top := o.Top
	if top < 1 && f.Viewer != nil {
		top = f.Rows
	}
	face := option.API
	if f.Edits {
		if r, err = r.First(ctx, top, true); err != nil {
			return err
		}
		face = option.Reader
	}
	r.Warnings = warning.In(face, r.Warnings)
	return f.Write(ctx, out, r, formats.PairOptions{
		Top: top, Title: o.Title, Anonymous: o.Anonymous, Paths: e.asked.Paths, Old: e.asked.Old, Base: e.asked.Base,
	})
}

// source emits the bytes of a content of the result, or of the index.
func (e *engine) source(ctx context.Context, c *call, out io.Writer) error {
	var o struct {
		Content string `json:"content"`
	}
	if err := c.read(&o); err != nil {
		return err
	}
	var source []byte
	var err error
	switch {
	case e.result != nil:
		source, err = e.result.Source(o.Content)
	case e.corpus != nil:
		source, err = e.indexed(ctx, o.Content)
	default:
		return errNoResult
	}
	if err != nil {
		return err
	}
	_, err = out.Write(source)
	return err
}

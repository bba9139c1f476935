package hashfile

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"

	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// Report counts the records written.
type Report struct {
	Contents    int    `json:"contents"`
	Occurrences int    `json:"occurrences"`
	Known       int    `json:"known"` // records that the file had before
	Bytes       int64  `json:"bytes"` // size of the file
	SHA256      string `json:"sha256"`
}

// Write writes a file of hashes: all of before, unless that is nil, and what it lacks of an index
// with these settings. Skipped files and boilerplate, which is source, are left out.
func Write(ctx context.Context, to io.Writer, from index.Copied, s index.Settings, before *File) (Report, error) {
	sum := sha256.New()
	frames, err := newFrameWriter(io.MultiWriter(to, sum))
	if err != nil {
		return Report{}, err
	}
	w := &writer{frames: frames, known: map[[sha256.Size / 2]byte]bool{}}
	if err := w.all(ctx, from, s, before); err != nil {
		return w.report, err
	}
	if err := frames.end(); err != nil {
		return w.report, err
	}
	w.report.Bytes, w.report.SHA256 = frames.bytes, fmt.Sprintf("%x", sum.Sum(nil))
	return w.report, nil
}

type writer struct {
	frames *frameWriter
	known  map[[sha256.Size / 2]byte]bool // sums of the records before; empty if there were none
	report Report
}

func (w *writer) all(ctx context.Context, from index.Copied, s index.Settings, before *File) error {
	if before != nil { // additions are cut to the bits of the file
		have, there := s.TermBits(), before.Settings().TermBits()
		if have < there {
			return option.Fail(option.FewTermBits, have, option.TermBits, there)
		}
		s.Analyzer.TermBits = before.Settings().Analyzer.TermBits
	}
	head, err := headerOf(s)
	if err == nil {
		err = w.frames.record(kindSettings, head)
	}
	if err == nil && before != nil {
		if err = before.Settings().Match(before.path, settingsOnly(s)); err == nil {
			err = w.keep(ctx, before)
		}
	}
	if err != nil {
		return err
	}
	err = from.EachDocument(ctx, func(d index.Document) error {
		for r := range d.Hashes {
			for i := range d.Hashes[r] {
				d.Hashes[r][i] &= s.Analyzer.TermMask()
			}
			d.Hashes[r] = winnow.DistinctTerms(d.Hashes[r])
		}
		record, err := contentRecord(d)
		if err != nil {
			return err
		}
		return w.add(kindContent, record, &w.report.Contents)
	})
	if err != nil {
		return err
	}
	return from.Occurrences(ctx, index.Where{}, func(o index.Occurrence) error {
		record, err := o.Portable().MarshalBinary()
		if err != nil {
			return err
		}
		return w.add(kindOccurrence, record, &w.report.Occurrences)
	})
}

// settingsOnly are the settings that a file has.
func settingsOnly(s index.Settings) index.Settings {
	return index.Settings{Analyzer: s.Analyzer, HashOnly: true, Key: s.Key}
}

// keep writes the records of a file again.
func (w *writer) keep(ctx context.Context, before *File) error {
	return before.each(ctx, func(kind byte, body []byte) error {
		if kind == kindSettings {
			return nil
		}
		w.known[key(kind, body)] = true
		return w.frames.record(kind, body)
	})
}

// add adds a record unless the file has it.
func (w *writer) add(kind byte, record []byte, count *int) error {
	if len(w.known) > 0 && w.known[key(kind, record)] {
		w.report.Known++
		return nil
	}
	*count++
	return w.frames.record(kind, record)
}

func key(kind byte, record []byte) [sha256.Size / 2]byte {
	sum := sha256.Sum256(append([]byte{kind}, record...))
	return [sha256.Size / 2]byte(sum[:])
}

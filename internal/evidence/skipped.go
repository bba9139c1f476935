package evidence

import (
	"context"
	"path/filepath"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// skipWarnings warns if the index skipped the question's file.
func (a *Asker) skipWarnings(ctx context.Context, r Request) ([]answer.Warning, error) {
	if !filepath.IsAbs(r.File) {
		return nil, nil
	}
	reason, err := a.skipReason(ctx, r)
	if reason == "" || err != nil {
		return nil, err
	}
	return warning.One(option.NotIndexed, r.Name, string(reason)), nil
}

// skipReason returns why the file of the question was skipped. It is the reason on record or, for a
// file that was not read, the one by the rules for files in folders. It is empty if the index has
// the file.
func (a *Asker) skipReason(ctx context.Context, r Request) (reason document.Reason, err error) {
	known, indexed := false, false
	err = a.state.Occurrences(ctx, index.Where{File: r.File, Collection: r.Collection, Both: true}, func(o index.Occurrence) error {
		known = true
		indexed = indexed || o.Skipped == "" || o.Skipped == document.Unpacked
		reason = o.Skipped
		return nil
	})
	switch {
	case err != nil || indexed:
		return "", err
	case known:
		return reason, nil
	}
	for root, above := filepath.Dir(r.File), r.File; root != above; root, above = filepath.Dir(root), root {
		is, err := a.has(ctx, index.Where{Collection: r.Collection, Root: root, Both: true})
		if err != nil {
			return "", err
		}
		path, err := filepath.Rel(root, r.File)
		if !is || err != nil {
			continue
		}
		// Whether generated files are skipped is on record.
		o := document.Options{KeepGenerated: true, KeepMinified: true}
		switch skip, err := corpus.JudgeFile(ctx, o, root, filepath.ToSlash(path)); {
		case ctx.Err() != nil:
			return "", ctx.Err()
		case err == nil && skip != document.Kept && skip != document.Vanished:
			return skip, nil
		}
	}
	return "", nil
}

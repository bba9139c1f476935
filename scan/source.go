package scan

import (
	"context"
	"errors"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
)

// errNotKept is the error of a file whose source was not kept.
var errNotKept = errors.New("the scan keeps no more sources")

// keep keeps a file's source, if it has findings and there is room. The file was just taken.
func (s *scanner) keep(d chaffinch.Document) {
	n := len(s.report.Findings)
	if s.Sources == 0 || n == 0 || s.report.Findings[n-1].File != s.path(d) {
		return
	}
	content := index.BlobID(d.Source)
	if s.report.sources[content] != nil || len(d.Source) > s.Sources-s.kept {
		return
	}
	if s.report.sources == nil {
		s.report.sources = map[string][]byte{}
	}
	s.report.sources[content] = d.Source
	s.kept += len(d.Source)
}

// SourceOf returns the source of a content by its id. The content is of the project or of the
// index. Of the project it has what [Options.Sources] kept. If only the source is missing, it
// returns the description of the content with the error. The source belongs to the report. Errors
// come from the state; files that were not kept are an error, too.
func (r *Report) SourceOf(ctx context.Context, state index.State, content string) (index.Content, []byte, error) {
	if source := r.sources[content]; source != nil {
		return index.Content{ID: content, Size: int64(len(source))}, source, nil
	}
	c, source, err := index.SourceOf(ctx, state, content)
	if errors.Is(err, index.ErrUnknownContent) {
		err = errNotKept
	}
	return c, source, err
}

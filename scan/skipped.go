package scan

import (
	"bytes"
	"context"
	"encoding/json"
	"path"
	"path/filepath"
	"strings"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/skips"
)

// Files of this program are not part of the project. But a user may hide code in a file that looks
// like one, so a file is left out in silence only if it is, byte for byte, output of the program,
// or if this scan writes it and git does not track it. Another report is left out and named, and so
// is an attribution, whose lines may have any words. Everything else is read.

// errOfChaffinch is the error of a file that is left out in silence. errReport is the error of a
// file that is left out and named.
var errOfChaffinch, errReport = &chaffinch.SkippedError{Reason: "of-chaffinch"}, &chaffinch.SkippedError{Reason: document.OwnReport}

// reportPaths returns the paths in the project of the files that are reports.
func (s *scanner) reportPaths() map[string]bool {
	all := map[string]bool{}
	folder := corpus.RealPath(filepath.Clean(s.report.base))
	for _, name := range s.Reports {
		if name == "" {
			continue
		}
		if below, err := filepath.Rel(folder, corpus.RealPath(name)); err == nil && filepath.IsLocal(below) {
			all[filepath.ToSlash(below)] = true
		}
	}
	return all
}

// texts are the extensions of files that may be an attribution.
var texts = map[string]bool{"": true, ".md": true, ".txt": true}

// ofChaffinch returns why a file of this program is not read. The error is from reading what git
// tracks. reports are the files that the scan reads and writes.
func (s *scanner) ofChaffinch(ctx context.Context, file string, source []byte, reports map[string]bool) error {
	text := bytes.ReplaceAll(source, []byte("\r\n"), []byte("\n"))
	if path.Base(file) == DecisionsName && isDecisions(text) {
		return errOfChaffinch
	}
	if reports[file] {
		if tracked, err := s.tracks(ctx, file); err != nil || !tracked || isResult(source) {
			return cmpErr(err, errOfChaffinch)
		}
	}
	if texts[path.Ext(file)] && isAttribution(text) || skips.IsReport(path.Base(file), corpus.Decode(source).UTF8) {
		return errReport
	}
	return nil
}

// mostText bounds each text of a decision, in bytes, and it has one line. Else it may be a copy.
const mostText = 500

// isDecisions reports whether a text is what [WriteDecisions] writes, with short texts only.
func isDecisions(text []byte) bool {
	all, err := parseDecisions(text)
	if err != nil {
		return false
	}
	for _, d := range all {
		for _, text := range []string{d.Reason, d.By, d.Date, d.File, d.Origin, d.License} {
			if len(text) > mostText || strings.ContainsAny(text, "\r\n") {
				return false
			}
		}
	}
	written, err := encodeDecisions(all)
	return err == nil && string(text) == written
}

// shown matches a character of Markdown that is shown as it is. Characters that mean something, and
// with them most signs of programs, are escaped.
const shown = `(?:[^\n\\\x60*_{}\[\]<>#|~&]|\\[\\\x60*_{}\[\]<>#|~&])`

// attributed matches a line below the head of an attribution. It is a heading, a fact, a line of
// copyright, the name of a file, or a line of a text of a licence, which is quoted.
var attributed = lazyregexp.New(`^(?:>?\n|(?:(?:##|###|-) ` + shown + `+|(?:> |Licence: |Declared: |Package: |From: |By |The text of )` + shown + `+  ` +
	`|` + shown + `*(?i:copyright|©|\(c\))` + shown + `*  )\n)$`)

// isAttribution reports whether a text is what scan --attribution writes.
func isAttribution(text []byte) bool {
	rest, ok := bytes.CutPrefix(text, []byte(notice.AttributionHead))
	if !ok {
		return false
	}
	for line := range bytes.Lines(rest) {
		if !attributed.Match(line) {
			return false
		}
	}
	return true
}

// isResult reports whether a text is only a baseline or a scan's JSON.
func isResult(text []byte) bool {
	b := new(Baseline)
	if b.UnmarshalText(text) != nil {
		return false
	}
	if written, err := b.MarshalText(); err == nil && bytes.Equal(written, text) {
		return true
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	type plain Report
	return decoder.Decode(new(plain)) == nil && len(bytes.TrimSpace(text[decoder.InputOffset():])) == 0
}

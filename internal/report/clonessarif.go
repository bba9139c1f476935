package report

import (
	"fmt"
	"io"

	"github.com/chaffinch-search/chaffinch/internal/report/sarif"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// ClonesSARIF writes the clones as a SARIF log with one run. A result is a clone, at its copy; the
// original is a related location, which the message links to. Lines suffice: a block seldom begins
// or ends within one.
func ClonesSARIF(out io.Writer, r *pairs.CloneReport, version string) error {
	w := &sarifWriter{r: &pairs.Report{Warnings: r.Warnings, UnreadSources: r.UnreadSources, Baseline: r.Baseline}, path: r.Path}
	results, err := BeginArray(out, logOf(w.r, SARIFOptions{Version: version}), "      ", "results")
	if err != nil {
		return err
	}
	w.results = results
	for _, c := range r.Clones {
		if err := w.addClone(c); err != nil {
			return err
		}
	}
	return results.End()
}

func (w *sarifWriter) addClone(c pairs.Clone) error {
	return w.add(c.Kind, cloneRank(c.Tokens), c.New, false, w.clone(c))
}

// clone returns the result of a clone, without what depends on all results.
func (w *sarifWriter) clone(c pairs.Clone) pairResult {
	text := fmt.Sprintf("%s, %s: %d tokens are like [%s, %s](1), %s.", sarif.LinkText(c.Copy.Path), terminal.Lines(c.Copy.Lines.String()),
		c.Tokens, sarif.LinkText(c.Original.Path), terminal.Lines(c.Original.Lines.String()), c.Kind)
	files := sarif.Digest(c.Original.Path, c.Copy.Path)
	content := sarif.Digest(c.Content)
	return pairResult{
		Result:              resultAt(text, w.lines(c.Copy), sarif.Related(1, w.lines(c.Original), "the same tokens")),
		PartialFingerprints: pairFingerprints{Pair: files, Contents: content, Line: sarif.Digest(files, content) + ":1"},
		Properties:          pairMeasures{Longest: c.Tokens, Tokens: c.Tokens},
	}
}

func (w *sarifWriter) lines(p pairs.ClonePlace) sarif.Location {
	return sarif.At(w.artifact(p.Path), sarif.Region{StartLine: p.Lines.From, EndLine: p.Lines.To})
}

// cloneRank ranks clones by their size, from 0 to 1: 200 tokens, about 30 lines, are a warning, and
// 800 an error.
func cloneRank(tokens int) float64 { return float64(tokens) / float64(tokens+200) }

package report

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/report/ciformats"
	"github.com/chaffinch-search/chaffinch/internal/report/sarif"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// ClonesGitLab writes the clones as a report of GitLab Code Quality.
func ClonesGitLab(out io.Writer, r *pairs.CloneReport) error {
	all, seen := []ciformats.Issue{}, map[string]int{}
	w := &sarifWriter{r: &pairs.Report{}, path: r.Path}
	for _, c := range r.Clones {
		result := w.clone(c)
		result.RuleID, result.Level = c.Kind, levelOf(cloneRank(c.Tokens))
		hash := sarif.Digest(c.Original.Path, c.Copy.Path, c.Content)
		seen[hash]++
		all = append(all, ciformats.NewIssue(result.Result, fmt.Sprintf("%s:%d", hash, seen[hash])))
	}
	return JSON(out, all)
}

// mostFragment bounds the text of a block in a report of CPD, in lines.
const mostFragment = 200

// ClonesCPD writes the clones as a report of PMD's CPD, each with its two places.
func ClonesCPD(out io.Writer, r *pairs.CloneReport) error {
	var d ciformats.Duplications
	texts := newTextCache(func(path string) *corpus.Text { return decoded(readFile(r.Path(path))) })
	for _, c := range r.Clones {
		block := ciformats.Duplication{Lines: c.Copy.Lines.To - c.Copy.Lines.From + 1, Tokens: c.Tokens}
		for _, p := range []pairs.ClonePlace{c.Original, c.Copy} {
			path := r.Path(p.Path)
			if local := sarif.LocalPath(path); local != "" {
				path = local
			}
			block.Files = append(block.Files, ciformats.Place{Line: p.Lines.From, EndLine: p.Lines.To, Path: terminal.Safe(path)})
		}
		block.Fragment.Text = fragment(c.Copy, texts.of(c.Copy.Path))
		d.All = append(d.All, block)
	}
	return d.Write(out)
}

// readFile reads a regular file of bounded size.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > corpus.MostSize {
		return nil, errors.New("it is not a regular file, or too large")
	}
	return os.ReadFile(path)
}

// fragment returns the lines of a place. The result is empty if the file cannot be read, such as in
// an archive.
func fragment(p pairs.ClonePlace, text *corpus.Text) string {
	lines, err := text.Lines(p.Lines.From, min(p.Lines.To, p.Lines.From+mostFragment-1))
	if err != nil {
		return ""
	}
	var b strings.Builder
	for line := range strings.Lines(string(lines.UTF8)) {
		line = strings.ReplaceAll(strings.TrimRight(line, "\r\n"), "\t", "    ")
		b.WriteString(strings.ReplaceAll(terminal.Safe(line), "]]>", "]] >") + "\n")
	}
	return b.String()
}

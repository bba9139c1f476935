package report

import (
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

// ClonesGitLab writes the clones as a report of Code Quality of GitLab.
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
	texts := map[string]*corpus.Text{}
	for _, c := range r.Clones {
		block := ciformats.Duplication{Lines: c.Copy.Lines.To - c.Copy.Lines.From + 1, Tokens: c.Tokens}
		for _, p := range []pairs.ClonePlace{c.Original, c.Copy} {
			path := r.Path(p.Path)
			if local := sarif.LocalPath(path); local != "" {
				path = local
			}
			block.Files = append(block.Files, ciformats.Place{Line: p.Lines.From, EndLine: p.Lines.To, Path: terminal.Safe(path)})
		}
		block.Fragment.Text = fragment(r, c.Copy, texts)
		d.All = append(d.All, block)
	}
	return d.Write(out)
}

// fragment returns the lines of a place; empty if the file cannot be read, such as in an archive.
func fragment(r *pairs.CloneReport, p pairs.ClonePlace, texts map[string]*corpus.Text) string {
	text := texts[p.Path]
	if text == nil {
		text = new(corpus.Text)
		if len(texts) == keptSources {
			clear(texts)
		}
		if info, err := os.Stat(r.Path(p.Path)); err == nil && info.Mode().IsRegular() && info.Size() <= corpus.MostSize {
			if content, err := os.ReadFile(r.Path(p.Path)); err == nil {
				*text = corpus.Decode(content)
			}
		}
		texts[p.Path] = text
	}
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

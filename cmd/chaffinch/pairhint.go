package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/internal/command"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// mostHintLines bounds a hinted command, which users copy, in terminal lines.
const mostHintLines = 3

// hintCompare prints, on a terminal, the command that shows the first pair side by side. It prints
// nothing if the command is too long, or if compare does not take the paths.
func (o *pairsOptions) hintCompare(out io.Writer, r *pairs.Report) error {
	style := terminal.StyleFor(out)
	if style.Width() == 0 || len(r.Pairs) == 0 {
		return nil
	}
	a, b := terminal.Nearby(report.UnitPath(r, r.Pairs[0].A.Unit)), terminal.Nearby(report.UnitPath(r, r.Pairs[0].B.Unit))
	if trees, err := areTrees(a, b); err != nil || !trees && !areFiles(a, b) {
		return nil
	}
	words := []string{"chaffinch compare"}
	for _, base := range o.Base {
		words = append(words, "--base", command.Word(base))
	}
	if o.Language != "" {
		words = append(words, "--lang", command.Word(o.Language))
	}
	if strings.HasPrefix(a, "-") || strings.HasPrefix(b, "-") {
		words = append(words, "--")
	}
	line := "side by side: " + strings.Join(append(words, command.Word(a), command.Word(b)), " ")
	if terminal.Safe(line) != line || utf8.RuneCountInString(line) > mostHintLines*style.Width() {
		return nil
	}
	_, err := fmt.Fprintln(out, style.Dim(line))
	return err
}

// areFiles reports whether both paths are files. Those in an archive are not. Of those in an index
// some may be gone.
func areFiles(a, b string) bool {
	return sameFile(a, a) && sameFile(b, b)
}

package scans

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/scan"
)

// Attribution writes a text in Markdown with the origins of all copies that are neither the project's own nor false,
// by licence, with their copyright lines and the files that have them. It has no line numbers, so that it only
// changes when copies do.
func Attribution(out io.Writer, r *scan.Report) error {
	byLicense := map[string]map[string][]scan.Finding{} // by origin
	for _, f := range r.Findings {
		if !f.IsForeign() {
			continue
		}
		license := cmp.Or(f.Origin.License, "Unknown licence")
		if byLicense[license] == nil {
			byLicense[license] = map[string][]scan.Finding{}
		}
		place := f.Origin.Place()
		byLicense[license][place] = append(byLicense[license][place], f)
	}
	w := bufio.NewWriter(out)
	w.WriteString(notice.AttributionHead)
	for _, license := range sortedKeys(byLicense) {
		fmt.Fprintf(w, "\n## %s\n", markdown(license))
		for _, place := range sortedKeys(byLicense[license]) {
			attribute(w, place, byLicense[license][place])
		}
	}
	return w.Flush()
}

// attribute writes one origin.
func attribute(w io.Writer, place string, findings []scan.Finding) {
	fmt.Fprintf(w, "\n### %s\n\n", markdown(place))
	o := findings[0].Origin
	lines := slices.Clone(o.Copyright)
	if len(lines) == 0 && o.Author != "" {
		lines = append(lines, "By "+o.Author)
	}
	if id := o.SWHIDOf(answer.Lines{}); id != "" {
		lines = append(lines, id)
	}
	for _, line := range lines {
		fmt.Fprintf(w, "%s  \n", markdown(line))
	}
	var files []string
	for _, f := range findings {
		files = append(files, f.File)
	}
	slices.Sort(files)
	fmt.Fprintln(w)
	for _, file := range slices.Compact(files) {
		fmt.Fprintf(w, "- %s\n", markdown(file))
	}
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// markdown returns a text as Markdown that shows it.
func markdown(text string) string {
	var b strings.Builder
	for _, r := range terminal.Safe(text) {
		if strings.ContainsRune("\\`*_{}[]<>#|~&", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// UnmarkedText prints the copies that are not marked, a line each, as compilers do.
func UnmarkedText(out io.Writer, r *scan.Report, all []scan.Unmarked) error {
	var lines []string
	for _, u := range all {
		f := &r.Findings[u.Finding]
		line := fmt.Sprintf("%s:%s: not marked: %s, %s, from %s", r.Name(u.File), u.Lines, f.Kind, cmp.Or(f.Origin.License, "unknown licence"), scanOrigin(*f))
		if u.Why != "" {
			line += "; it cannot be marked: " + u.Why
		}
		lines = append(lines, line)
	}
	return report.LogLines(out, lines)
}

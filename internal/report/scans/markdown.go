package scans

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/scan"
)

// Markdown writes at most top open findings as a comment for a pull request. Under 1 means all that
// a comment may have. Without open findings it writes nothing. Names and texts are code, so that
// they are shown unchanged, and nobody is mentioned. It also names files that were not read, even
// without findings if some look like source. For an incomplete scan it begins with the reason.
func Markdown(out io.Writer, r *scan.Report, top int) error {
	var open []scan.Finding
	for _, f := range r.Findings {
		if f.Open {
			open = append(open, f)
		}
	}
	if len(open) == 0 {
		head := markdownFaults(r)
		if head == "" && len(r.LeftOut) > 0 && r.LeftOut[0].Source {
			head = "### No copy needs a decision\n"
		}
		if head != "" {
			_, err := io.WriteString(out, head+markdownNotes(r))
			return err
		}
		return nil
	}
	all := rows(r, open)
	var b strings.Builder
	if len(r.Unread) > 0 {
		b.WriteString(markdownFaults(r) + "\n")
	}
	markdownSummary(&b, r, len(open))
	listed := 0
	for _, w := range all {
		text := markdownRow(r, w)
		if top > 0 && listed == top || b.Len()+len(text) > report.MostMarkdown {
			break
		}
		b.WriteString(text)
		listed++
	}
	if listed < len(all) {
		more, kinds := kindsOf(all[listed:])
		fmt.Fprintf(&b, "\n%s: `chaffinch scan --top 0` lists all (%s).\n", terminal.Plural(more, "more finding", "more findings"), kinds)
	}
	b.WriteString(markdownNotes(r))
	b.WriteString("\nTo decide about them: `chaffinch scan --review`.\n")
	_, err := io.WriteString(out, b.String())
	return err
}

// markdownFaults returns the reasons why a scan is incomplete, or "". The notes name deleted
// documents.
func markdownFaults(r *scan.Report) (text string) {
	if r.Incomplete(false) == nil {
		return ""
	}
	text = "### The scan is incomplete\n"
	for _, note := range Unread(r, func(path string) string { return path }) {
		text += "\n" + report.Code(note) + "\n"
	}
	return text
}

// markdownNotes returns the notes, each in a line of its own.
func markdownNotes(r *scan.Report) (text string) {
	for _, note := range Notes(r) {
		text += "\n" + report.Code(note) + "\n"
	}
	return text
}

// markdownSummary writes how much is copied, and from where.
func markdownSummary(b *strings.Builder, r *scan.Report, open int) {
	what := ""
	if r.Since != "" {
		what = " in what changed since " + report.Code(r.Since)
	}
	fmt.Fprintf(b, "### %s%s\n\n", terminal.Plural(open, "copy needs a decision", "copies need a decision"), what)
	t := r.Totals
	of := terminal.Plural(t.Lines, "line", "lines") + " in " + terminal.Plural(t.Files, "file", "files")
	if r.Since != "" {
		t.Lines -= t.Unchanged
		of = terminal.Plural(t.Lines, "changed line", "changed lines")
	}
	fmt.Fprintf(b, "%s of %s (%s) are copied from indexed documents.\n\n", terminal.Thousands(t.Copied), of,
		report.Percent(float64(t.Copied)/float64(max(1, t.Lines))))
	b.WriteString("| lines | open | licence | origin |\n| ---: | ---: | --- | --- |\n")
	listed, more := 0, 0
	for _, s := range r.Origins() {
		if s.Open == 0 {
			continue
		}
		if listed == markdownOrigins {
			more++
			continue
		}
		listed++
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", terminal.Thousands(s.Lines), terminal.Thousands(s.Open),
			report.TableCode(cmp.Or(s.License, scan.Unknown)), report.TableCode(s.Public))
	}
	if more > 0 {
		fmt.Fprintf(b, "\n%s.\n", terminal.Plural(more, "more origin", "more origins"))
	}
}

// markdownOrigins is the maximum number of origins in the summary.
const markdownOrigins = 10

// markdownRow returns a finding, or the names of the files of a folder, folded.
func markdownRow(r *scan.Report, w row) string {
	f := &w.all[0]
	if w.folder == "" {
		return markdownFinding(r, f)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n<details><summary>%s identical files under %s, %s</summary>\n\nAll of the folder is from %s:\n", terminal.Thousands(len(w.all)),
		licenseWords(f), htmlCode(w.place(r)), report.Code(f.Origin.PublicSource()))
	for i, g := range w.all {
		if i == markdownMatches {
			fmt.Fprintf(&b, "%s.\n", terminal.Plural(len(w.all)-i, "more file", "more files"))
			break
		}
		fmt.Fprintf(&b, "- %s\n", report.Code(g.File))
	}
	b.WriteString("\n</details>\n")
	return b.String()
}

// markdownFinding returns a finding, with its details folded.
func markdownFinding(r *scan.Report, f *scan.Finding) string {
	var b strings.Builder
	o := f.Origin
	name, isIn := r.InRepository(f.File)
	if !isIn {
		name = r.Name(f.File)
	}
	fmt.Fprintf(&b, "\n<details><summary>%s under %s, %s</summary>\n\n", title(copyOf(f.Kind)), licenseWords(f), sureWords(name, f))
	fmt.Fprintf(&b, "%s from %s", report.Code(name), report.Code(o.Document()))
	if page := report.WebPage(o.URL); page != "" {
		fmt.Fprintf(&b, " ([page](<%s>))", page)
	}
	b.WriteString("\n\n| lines | of the origin | kind | tokens |\n| --- | --- | --- | ---: |\n")
	for i, m := range f.Matches {
		if i == markdownMatches {
			fmt.Fprintf(&b, "\n%s.\n", terminal.Plural(len(f.Matches)-i, "more match", "more matches"))
			break
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", m.File, m.Origin, m.Kind, terminal.Thousands(m.Tokens))
	}
	var also []string
	add := func(name, value string) {
		if value != "" {
			also = append(also, name+" "+report.Code(value))
		}
	}
	add("Author", o.Author)
	add("date", o.Days())
	add("package", o.Package)
	add("SWHID", o.SWHID)
	b.WriteString("\n" + title(strings.Join(also, ", ")) + ".\n")
	b.WriteString("\nSuggested notice:\n" + fence(append(o.Notice(), "SPDX-SnippetEnd")) + "\n</details>\n")
	return b.String()
}

// markdownMatches is the maximum number of matches of a finding.
const markdownMatches = 20

// licenseWords names the licence of an origin, and the policy's verdict.
func licenseWords(f *scan.Finding) string {
	text := "an unknown licence"
	if f.Origin.License != "" {
		text = htmlCode(f.Origin.License)
	}
	if f.Status == scan.Denied || f.Status == scan.Review {
		text += " (" + map[scan.Status]string{scan.Denied: "denied", scan.Review: "to be reviewed"}[f.Status] + ")"
	}
	return text
}

// sureWords names the heaviest match's lines in a file, and how sure it is.
func sureWords(name string, f *scan.Finding) string {
	return fmt.Sprintf("%s, sure %s", htmlCode(scanPlace(name, f)), report.Sure(f.Probability))
}

// htmlCode returns a text as code where Markdown is not read, as in summaries.
func htmlCode(text string) string {
	var b strings.Builder
	for _, r := range report.Clipped(text) {
		if r < 0x80 && !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == ' ') {
			fmt.Fprintf(&b, "&#%d;", r)
			continue
		}
		b.WriteRune(r)
	}
	return "<code>" + b.String() + "</code>"
}

// fence returns lines as a block of code.
func fence(lines []string) string {
	most := 2
	for i, line := range lines {
		lines[i] = report.Clipped(line)
		most = max(most, report.LongestRun(lines[i], '`'))
	}
	ticks := strings.Repeat("`", most+1)
	return ticks + "\n" + strings.Join(lines, "\n") + "\n" + ticks + "\n"
}

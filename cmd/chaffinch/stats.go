package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch/internal/inspect"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

func newStats(g *global) *cobra.Command {
	return &cobra.Command{
		Use:   "stats",
		Short: "Describe the index: documents, languages, fingerprints",
		Long: `Stats counts the documents and fingerprints of the index, and plots the
distribution of document frequencies (df). Most fingerprints occur in one
document, few in very many. Both axes are logarithmic: a power law appears as a
straight line.`,
		Example: `  chaffinch stats
  chaffinch stats --json | jq '.representations[0].density'`,
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runStats(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), g)
		},
	}
}

func runStats(ctx context.Context, out, errOut io.Writer, g *global) error {
	x, err := g.open(ctx, errOut)
	if err != nil {
		return err
	}
	defer x.Close()
	s, err := inspect.Index(ctx, x)
	if err != nil {
		return err
	}
	if g.json {
		return printJSON(out, s)
	}
	var b strings.Builder // one write, so that its error covers all output
	printStats(&b, s, terminal.StyleFor(out))
	_, err = io.WriteString(out, b.String())
	return err
}

func printStats(out io.Writer, s *inspect.IndexStats, style terminal.Style) {
	const label = 13
	fmt.Fprintf(out, "index        %s\n",
		style.CutPath(terminal.Nearby(s.Path), style.Left(label)))
	fmt.Fprintf(out, "documents    %s in %s; %s skipped\n",
		terminal.Plural(s.Documents, "file", "files"),
		terminal.Plural(s.Contents, "distinct content", "distinct contents"),
		terminal.Thousands(s.Skipped))
	fmt.Fprintf(out, "source       %s, %s\n", terminal.Bytes(s.Source),
		terminal.Plural(s.Tokens, "token", "tokens"))
	fmt.Fprintf(out, "size         %s", terminal.Bytes(s.Size))
	if s.Source > 0 {
		fmt.Fprintf(out, ", %.1f%% of the source", 100*float64(s.Size)/float64(s.Source))
	}
	fmt.Fprintln(out)
	fmt.Fprintf(out, "collections  %s\n", mostFrequent(s.Collections, style))
	fmt.Fprintf(out, "languages    %s\n", mostFrequent(s.Languages, style))
	for _, r := range s.Representations {
		if r.Terms == 0 {
			continue // the representation is not indexed
		}
		text := fmt.Sprintf("%s: %s fingerprints, %s distinct, density %.3f, power law df^-%.2f",
			r.Representation, terminal.Thousands(r.Fingerprints), terminal.Thousands(r.Terms), r.Density, r.PowerLaw)
		fmt.Fprintf(out, "\n%s\n", style.Wrap(text, "  "))
		plot(out, r.DF, style)
	}
}

// plot draws the number of terms in each class of df as a bar of logarithmic length.
func plot(out io.Writer, classes []inspect.DFClass, style terminal.Style) {
	const label = 33
	columns := 60
	if style.Width() > 0 {
		columns = min(columns, style.Left(label))
	}
	most := 1
	for _, c := range classes {
		most = max(most, c.Terms)
	}
	for _, c := range classes {
		bar := 0
		if c.Terms > 0 {
			bar = 1 + int(math.Round(float64(columns-1)*math.Log1p(float64(c.Terms))/math.Log1p(float64(most))))
		}
		fmt.Fprintf(out, "  df %-15s %10s  %s\n", classRange(c), terminal.Thousands(c.Terms),
			strings.Repeat("█", bar))
	}
}

func classRange(c inspect.DFClass) string {
	if c.From == c.To {
		return terminal.Thousands(c.From)
	}
	return terminal.Thousands(c.From) + "-" + terminal.Thousands(c.To)
}

// mostFrequent lists the largest counts of a map, on a terminal as many as fit in a line.
func mostFrequent(counts map[string]int, style terminal.Style) string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	if len(counts) == 0 {
		return "none"
	}
	const label, rest, most = 13, 15, 40 // columns of the label, of the value, and of a name
	columns := style.Left(label + rest)
	text := ""
	for i, name := range names {
		next := fmt.Sprintf("%s %s", style.Cut(terminal.Safe(name), most),
			terminal.Thousands(counts[name]))
		if i > 0 && style.Width() > 0 && utf8.RuneCountInString(text+next) > columns {
			return fmt.Sprintf("%s and %d more", text, len(names)-i)
		}
		if i > 0 {
			text += ", "
		}
		text += next
	}
	return text
}

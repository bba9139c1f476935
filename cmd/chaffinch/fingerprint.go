package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/inspect"
	"github.com/chaffinch-search/chaffinch/internal/newfile"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

type fingerprintOptions struct {
	*global
	file     string
	language string
	lines    string
	tokens   bool
	grams    bool
	scheme   schemeFlags
	out      string
	terms    bool
	folders  folderFlags // with terms
	files    []string
	set      *pflag.FlagSet
}

func newFingerprint(g *global) *cobra.Command {
	o := fingerprintOptions{global: g}
	cmd := &cobra.Command{
		Use:   "fingerprint FILE...",
		Short: "Show the tokens, k-grams and fingerprints of a file",
		Long: `Fingerprint shows how FILE ("-" for standard input) is analysed: its tokens, its
k-grams, and which k-grams are selected as fingerprints. No index is needed.

With --out it writes the fingerprints of several FILEs to one file, for
chaffinch search --fingerprints. That file is text: read it before you send it.
docs/hash-only.md describes what it shows. The settings (--representation,
--k, --w, --selection) and --key-file must be the index's.

With --terms the FILEs may be folders, archives and repositories. It writes the
terms of each document as JSON lines, for DuckDB, Polars, Spark and the like:
see docs/tables.md.`,
		Example: `  chaffinch fingerprint main.c
  chaffinch fingerprint --tokens main.c
  chaffinch fingerprint --out question.fp main.c util.c
  chaffinch fingerprint --grams --representation structure --k 5 --w 4 main.c
  chaffinch fingerprint --terms --out terms.jsonl src/ lib.tar.gz`,
		Args: someArgs("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.file, o.files = args[0], args
			return runFingerprint(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.language, "lang", "", "lex as `LANGUAGE` (default: detected)")
	flags.StringVar(&o.lines, "lines", "", "use only lines `A:B`, counted from 1")
	flags.BoolVar(&o.tokens, "tokens", false, "list the tokens")
	flags.BoolVar(&o.grams, "grams", false, "list every k-gram, and mark those selected with *")
	flags.StringVar(&o.out, "out", "", "write to `FILE`, atomically, without source: the fingerprints of the files, or --terms")
	flags.BoolVar(&o.terms, "terms", false, "write the terms of all files as JSON lines")
	o.folders.register(flags)
	o.scheme.register(cmd)
	o.set = flags
	return cmd
}

func runFingerprint(ctx context.Context, in io.Reader, out, errOut io.Writer, o fingerprintOptions) error {
	if err := exclusive("tokens", o.tokens, "grams", o.grams); err != nil {
		return err
	}
	l, err := lex.ParseLanguage(o.language)
	if err != nil {
		return err
	}
	settings, err := o.scheme.settings()
	if err != nil {
		return err
	}
	a, err := analyzer.New(settings)
	if err != nil {
		return err
	}
	key, err := o.key()
	if err != nil {
		return err
	}
	a = a.WithKey(key)
	if err := o.checkTerms(); err != nil {
		return err
	}
	if o.terms {
		return o.writeTerms(ctx, in, out, errOut, a)
	}
	if o.out != "" {
		return o.write(ctx, in, out, a)
	}
	if len(o.files) > 1 {
		return errors.New("several FILEs are for --out and --terms: specify one, or add either")
	}
	sayPipes(errOut, o.file)
	text, from, to, err := o.read(ctx, in)
	if err != nil {
		return err
	}
	if l == nil {
		l = detect.Candidates(o.file, text.UTF8, 1)[0]
	}
	view := inspect.Document(a, o.file, l, &text, from, to)
	if o.json {
		return report.InspectionJSON(out, *view)
	}
	return o.print(out, view)
}

// write writes the fingerprints of the files.
func (o *fingerprintOptions) write(ctx context.Context, in io.Reader, out io.Writer, a *analyzer.Analyzer) error {
	if o.tokens || o.grams || o.lines != "" {
		return errors.New("--out is of whole files: omit --tokens, --grams and --lines")
	}
	if err := checkStdin(o.files); err != nil {
		return err
	}
	if err := (&outputFlags{output: o.out}).check(o.files); err != nil {
		return err
	}
	var all []*chaffinch.Prints
	for _, name := range o.files {
		d := chaffinch.Document{Name: name, Language: o.language}
		var err error
		if d.Source, err = readSource(ctx, in, name); err != nil {
			return err
		}
		p, err := chaffinch.NewPrints(a, d)
		if err != nil {
			return err
		}
		all = append(all, p)
	}
	sum := ""
	err := newfile.Replace(o.out, func(w io.Writer) (err error) {
		sum, err = chaffinch.WritePrints(w, a, all)
		return err
	})
	if err != nil {
		return err
	}
	if o.json {
		return printJSON(out, map[string]any{"questions": len(all), "sha256": sum})
	}
	_, err = fmt.Fprintf(out, "%s  %s\n", sum, terminal.Safe(o.out))
	return err
}

// read reads the file. Its lines are the bytes from from to to.
func (o *fingerprintOptions) read(ctx context.Context, in io.Reader) (text corpus.Text, from, to int, err error) {
	lines, err := parseLines(o.lines)
	if err != nil {
		return text, 0, 0, err
	}
	d := chaffinch.Document{Name: o.file, Lines: lines}
	if d.Source, err = readSource(ctx, in, o.file); err != nil {
		return text, 0, 0, err
	}
	source, err := d.Text()
	if err != nil {
		return text, 0, 0, err
	}
	text = corpus.Decode(source)
	if err := d.Check(); err != nil || lines == (answer.Lines{}) {
		return text, 0, len(text.UTF8), err
	}
	from, to, err = text.LineRange(lines.From, lines.To)
	return text, from, to, err
}

func (o *fingerprintOptions) print(out io.Writer, v *inspect.Inspection) error {
	tokens := terminal.Plural(v.Count(), "token", "tokens")
	style := terminal.StyleFor(out)
	_, err := fmt.Fprintf(out, "%s: %s, %s\n", style.CutPath(report.SourceName(v.Name), style.Left(40)),
		v.Language, tokens)
	if err != nil {
		return err
	}
	if o.tokens {
		return printTokens(out, v)
	}
	for _, r := range v.Representations {
		if err := o.printGrams(out, v, r); err != nil {
			return err
		}
	}
	return nil
}

func printTokens(out io.Writer, v *inspect.Inspection) error {
	style := terminal.StyleFor(out)
	table := terminal.NewTable(">token", ">line", ">bytes", "kind", "text")
	for i, t := range v.Tokens {
		table.Row(strconv.Itoa(i), strconv.Itoa(t.Line), fmt.Sprintf("%d-%d", t.Start, t.End), t.Kind,
			sample(t.Text, style))
	}
	return table.Write(out, style)
}

func (o *fingerprintOptions) printGrams(out io.Writer, v *inspect.Inspection,
	r inspect.RepresentationView) error {
	_, err := fmt.Fprintf(out, "\n%s: k %d, w %d, guarantee %d tokens, density %.3f\n", r.Representation, r.K, r.W,
		r.Guarantee, r.Density)
	if err != nil {
		return err
	}
	style := terminal.StyleFor(out)
	table := terminal.NewTable(">token", ">line", "=term", "k-gram")
	for _, g := range r.Grams {
		if !g.Selected && !o.grams {
			continue
		}
		mark := ""
		if o.grams && g.Selected {
			mark = "* "
		}
		table.Row(strconv.Itoa(g.Token), strconv.Itoa(g.Line), g.Term,
			mark+sample(gramText(v, g.Token, g.Length), style))
	}
	return table.Write(out, style)
}

// gramText returns the tokens of a k-gram, separated by spaces.
func gramText(v *inspect.Inspection, first, k int) string {
	var texts []string
	for _, t := range v.Tokens[first : first+k] {
		texts = append(texts, t.Text)
	}
	return strings.Join(texts, " ")
}

// sample returns a line of source for a table, shortened on a terminal.
func sample(source string, style terminal.Style) string {
	return style.Cut(terminal.Line(source), terminal.Width)
}

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/command"
	"github.com/chaffinch-search/chaffinch/internal/newfile"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

type compareOptions struct {
	*global
	a, b     string
	language string
	imports  bool
	context  int
	html     string
	open     bool
	pairs    string
	trees    treeFlags
}

// compareContext is the number of context lines of a match, as in diff.
const compareContext = 3

func newCompare(g *global) *cobra.Command {
	o := compareOptions{global: g}
	cmd := &cobra.Command{
		Use:   "compare {A B | --pairs LIST}",
		Short: "Show what two files, folders or archives share",
		Long: `Compare shows what A and B share, and how they differ. A and B are two files, or
two trees: folders or archives. No index is needed.

Two files are shown side by side; one may be "-". The score is their similarity,
from 0 to 1; cover is the share of a file's tokens in matches.
In the middle, = marks equal tokens, ~ renamed identifiers, . imports, which
weigh nothing, ! different tokens, < or > a line without a counterpart; ^
underlines differences.

For two trees, it shows what became of the files of A in B, such as moved, split
or merged: see docs/pairs.md. The columns a and b are the shares of each file
that are in the other.

With --pairs it compares listed pairs of files: JSON lines with a and b. See
docs/tables.md.

Exit status: 0 if A and B share something, 1 if not, 2 after an error.`,
		Example: `  chaffinch compare old/parse.c new/parse.c
  chaffinch compare --html report.html --open a.py b.py
  xsel -b | chaffinch compare - main.go
  chaffinch compare --base handout/ ann.zip bob.zip`,
		SuggestFor: []string{"diff"},
		Args: func(cmd *cobra.Command, args []string) error {
			if o.pairs != "" {
				return o.checkPairs(args)
			}
			return compareArgs(cmd, args)
		},
		ValidArgsFunction: upToTwoFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.pairs != "" {
				return o.comparePairs(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
			}
			o.a, o.b = args[0], args[1]
			return runCompare(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.language, "lang", "", "lex as `LANGUAGE` (default: detected)")
	flags.IntVarP(&o.context, "context", "C", compareContext, "show `N` lines around each match")
	registerImports(flags, &o.imports)
	flags.StringVar(&o.html, "html", "",
		"write an HTML page to `FILE`.html")
	registerOpen(flags, &o.open)
	flags.StringVar(&o.pairs, "pairs", "", "compare the pairs of files in `LIST`, or - for standard input")
	o.trees.register(cmd)
	return cmd
}

// compareArgs checks the arguments of compare. --html may have taken the first one as its FILE.
func compareArgs(c *cobra.Command, args []string) error {
	name := c.Flags().Lookup("html").Value.String()
	if len(args) == 1 && name != "" && name != "-" && !isPage(name) {
		return fmt.Errorf("--html takes a FILE, and took %s: type %s --html report.html %s %s", name,
			c.CommandPath(), command.Word(name), command.Word(args[0]))
	}
	return two("files, folders or archives", "file, folder or archive")(c, args)
}

// isPage reports whether the name is an HTML file's.
func isPage(name string) bool {
	name = strings.ToLower(name)
	return strings.HasSuffix(name, ".html") || strings.HasSuffix(name, ".htm")
}

func runCompare(ctx context.Context, in io.Reader, out, errOut io.Writer, o compareOptions) error {
	trees, err := areTrees(o.a, o.b)
	if err != nil {
		return err
	}
	if trees {
		return o.compareTrees(ctx, out, errOut)
	}
	sayPipes(errOut, o.a, o.b)
	a, b, err := o.texts(ctx, in)
	if err != nil {
		return err
	}
	c, err := chaffinch.Compare(ctx, a, b, chaffinch.CompareOptions{Base: o.trees.base, Language: o.language, CountImports: o.imports})
	if err != nil {
		return err
	}
	nameFlags(&c.Warnings, "")
	if o.json {
		return nothingIf(printJSON(out, c), len(c.Matches)+len(c.SameComments))
	}
	for _, w := range c.Warnings {
		warn(errOut, w.Text)
	}
	sourceA, _ := a.Text() // it was checked
	sourceB, _ := b.Text()
	return nothingIf(o.print(out, errOut, c, sourceA, sourceB), len(c.Matches)+len(c.SameComments))
}

// texts checks the options and reads both files.
func (o *compareOptions) texts(ctx context.Context,
	in io.Reader) (a, b chaffinch.Document, err error) {
	if err := o.check(); err != nil {
		return a, b, err
	}
	a = chaffinch.Document{Name: o.a, Language: o.language}
	b = chaffinch.Document{Name: o.b, Language: o.language}
	if a.Source, err = readSource(ctx, in, o.a); err != nil {
		return a, b, err
	}
	if b.Source, err = readSource(ctx, in, o.b); err != nil {
		return a, b, err
	}
	return a, b, cmp.Or(a.Check(), b.Check())
}

func (o *compareOptions) check() error {
	if err := cmp.Or(o.trees.check(false), o.checkPage()); err != nil {
		return err
	}
	if err := pathsExist(o.trees.base); err != nil {
		return err
	}
	if o.a == "-" && o.b == "-" {
		return errors.New("both files are standard input: specify at least one file")
	}
	return checkContext(o.context)
}

// checkPage checks --html and --open.
func (o *compareOptions) checkPage() error {
	if err := exclusive("json", o.json, "html", o.html != ""); err != nil {
		return err
	}
	if o.html == "" || o.html == "-" {
		if o.open {
			return errors.New("--open needs the page in a file: add --html report.html")
		}
		return nil
	}
	// This prevents --html a.c b.c c.c from overwriting a.c.
	if !isPage(o.html) {
		return fmt.Errorf("--html is %q: specify a file that ends in .html, or - for standard output",
			o.html)
	}
	if sameFile(o.html, o.a) || sameFile(o.html, o.b) {
		return fmt.Errorf("--html is %q, one of the files to compare: specify another file", o.html)
	}
	return nil
}

func (o *compareOptions) print(
	out, errOut io.Writer, c *answer.Comparison, sourceA, sourceB []byte) error {
	if o.html == "" {
		return report.ComparisonText(out, c, layout(out, o.context))
	}
	return o.writePage(out, errOut,
		func(out io.Writer) error { return html.WriteComparison(out, c, sourceA, sourceB) },
		func(out io.Writer) error { return report.ComparisonSummary(out, c, terminal.StyleFor(out)) })
}

// writePage writes the page. If it goes to a file, it prints the summary, and opens the page.
func (o *compareOptions) writePage(out, errOut io.Writer, page, summary func(io.Writer) error) error {
	if o.html == "-" {
		return page(out)
	}
	if err := newfile.Replace(o.html, page); err != nil {
		return err
	}
	if err := summary(out); err != nil {
		return err
	}
	if o.open {
		openPage(errOut, o.html)
	}
	return nil
}

// sameFile reports whether both paths lead to one existing file.
func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

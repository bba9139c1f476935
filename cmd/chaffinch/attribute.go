package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/report/formats"
	"github.com/chaffinch-search/chaffinch/internal/report/scans"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/scan"
)

func newAttribute(g *global) *cobra.Command {
	o := scanOptions{global: g, format: scanFormats[0].Name}
	var check bool
	to := outputFlags{output: "-"}
	cmd := &cobra.Command{
		Use:   "attribute [PATH]",
		Short: "Mark copied lines in a project with licence, copyright and origin",
		Long: `Attribute scans a project, as chaffinch scan does, and prints a patch that puts
SPDX snippet tags around copied lines: licence, copyright and origin. Apply it
with git apply, or patch -p1. The comments change no token. Copies that cannot
be marked are named. docs/scan.md describes the tags.

Exit status: 0 if all copies are marked, 1 if some are not, 2 after an error.`,
		Example: `  chaffinch attribute src/ > marks.patch; git apply --allow-empty marks.patch
  chaffinch attribute --check --own company`,
		Args: onePath,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.tree = "."
			if len(args) > 0 {
				o.tree = args[0]
			}
			return runAttribute(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), &o, &to, check)
		},
	}
	o.registerInput(cmd)
	cmd.Flags().StringVarP(&to.output, "output", "o", to.output, "write the patch to `FILE`, atomically")
	cmd.Flags().BoolVar(&check, "check", false, "print the copies that are not marked, and no patch")
	return cmd
}

// attributed is the JSON of attribute.
type attributed struct {
	Unmarked []scan.Unmarked  `json:"unmarked"` // copies without a mark; empty, never null
	Patch    string           `json:"patch"`    // a unified diff that marks the copies that can be marked
	Unread   []scan.Unread    `json:"unread"`   // as in the report
	Warnings []answer.Warning `json:"warnings"` // as in the report, and its notes
	report   *scan.Report
}

func runAttribute(ctx context.Context, out, errOut io.Writer, o *scanOptions, to *outputFlags, check bool) error {
	if check && to.toFile() {
		return errors.New("--check and --output exclude each other: use one of them")
	}
	if err := to.check([]string{o.tree}); err != nil {
		return err
	}
	so, err := o.prepare(ctx, errOut)
	if err != nil {
		return err
	}
	x, err := o.open(ctx, errOut)
	if err != nil {
		return err
	}
	defer x.Close()
	o.written[0].Notes = false // marks are printed, not the table that has them
	a := attributed{Unmarked: []scan.Unmarked{}}
	if a.report, err = o.scan(ctx, errOut, x, so); err != nil {
		return err
	}
	a.Unread, a.Warnings = a.report.Unread, append(append([]answer.Warning{}, a.report.Warnings...), warning.Said(scans.Notes(a.report))...)
	if err := a.mark(check); err != nil {
		return err
	}
	if err := a.print(out, errOut, o, to, check); err != nil {
		return err
	}
	if err := a.report.Incomplete(len(a.Unmarked) > 0); err != nil {
		return err
	}
	return nothingIf(nil, map[bool]int{true: 1}[len(a.Unmarked) == 0])
}

// mark marks all files that have copies.
func (a *attributed) mark(check bool) error {
	for _, f := range a.report.Files {
		if len(f.Copied) == 0 {
			continue
		}
		name := a.report.Name(f.Path)
		source, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("reading %s: %w: attribute marks files of a folder", name, withoutPath(err))
		}
		if index.BlobID(source) != f.Content {
			return fmt.Errorf("%s has changed since it was scanned", name)
		}
		marked, unmarked := a.report.Mark(f, source)
		a.Unmarked = append(a.Unmarked, unmarked...)
		if !check {
			a.Patch += scan.Patch(patchName(name, f.Path), source, marked)
		}
	}
	return nil
}

// patchName is the name of a file in a patch: its path from the working folder, or from the project
// if that is elsewhere.
func patchName(name, path string) string {
	folder, err := os.Getwd()
	if err == nil && filepath.IsAbs(name) {
		name, err = filepath.Rel(folder, name)
	}
	if err == nil && filepath.IsLocal(name) {
		return filepath.ToSlash(filepath.Clean(name))
	}
	return path
}

func (a *attributed) print(out, errOut io.Writer, o *scanOptions, to *outputFlags, check bool) error {
	if to.toFile() || !o.json && !check {
		err := to.write(out, format{formats.Format{Raw: true}}, func(w io.Writer) error {
			_, err := io.WriteString(w, a.Patch)
			return err
		})
		if err != nil {
			return err
		}
	}
	switch {
	case o.json:
		return printJSON(out, a)
	case check:
		return scans.UnmarkedText(out, a.report, a.Unmarked)
	}
	cannot := slices.DeleteFunc(slices.Clone(a.Unmarked), func(u scan.Unmarked) bool { return u.Why == "" })
	return scans.UnmarkedText(errOut, a.report, cannot)
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/indexpath"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

func newExport(g *global) *cobra.Command {
	var o chaffinch.ExportOptions
	cmd := &cobra.Command{
		Use:   "export FILE",
		Short: "Write the hashes of the index to one file",
		Long: `Export writes the contents of the index to FILE: their fingerprints, and for
each occurrence its path and known origin (licence, author, date, URL, package,
repository). FILE has no source, and no path of this machine above the indexed
folders. docs/hash-only.md describes what FILE discloses.

The last line of the output has the SHA-256 of FILE, as sha256sum prints it:
sign this line, or FILE. Import refuses a file that was cut or changed.`,
		Example: `  chaffinch export corpus.hashes
  chaffinch export --append --index other.chaffinch corpus.hashes`,
		Args: oneArg("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runExport(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), g, args[0], o)
		},
	}
	cmd.Flags().BoolVar(&o.Append, "append", false, "add to FILE the contents that it lacks")
	return cmd
}

func runExport(ctx context.Context, out, errOut io.Writer, g *global, path string, o chaffinch.ExportOptions) error {
	x, err := g.open(ctx, errOut)
	if err != nil {
		return err
	}
	defer x.Close()
	r, err := x.Export(ctx, path, o)
	if err != nil {
		return err
	}
	if g.json {
		return printJSON(out, r)
	}
	_, err = fmt.Fprintf(out, "exported %s and %s: %s\n%s  %s\n", terminal.Plural(r.Contents, "content", "contents"),
		terminal.Plural(r.Occurrences, "occurrence", "occurrences"), terminal.Bytes(r.Bytes), r.SHA256, terminal.Safe(path))
	return err
}

func newImport(g *global) *cobra.Command {
	sum := ""
	cmd := &cobra.Command{
		Use:   "import FILE...",
		Short: "Add files of hashes to the index",
		Long: `Import adds the hashes of FILEs, which chaffinch export wrote, to the index. It
creates the index if there is none, with the settings of the first FILE; the
others must have the same. The index keeps hashes only: see docs/hash-only.md.

A FILE that was cut or changed is refused, and nothing of it is imported.
Whoever writes a FILE can claim anything in it, so compare its SHA-256 with a
signed one: --sha256.`,
		Example: `  chaffinch import corpus.hashes
  chaffinch import --index all.chaffinch debian.hashes linux.hashes`,
		Args: someArgs("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runImport(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), g, args, sum)
		},
	}
	cmd.Flags().StringVar(&sum, "sha256", "", "refuse FILE if its SHA-256 is not `HEX`")
	return cmd
}

func runImport(ctx context.Context, out, errOut io.Writer, g *global, paths []string, sum string) error {
	if sum != "" && len(paths) > 1 {
		return errors.New("--sha256 is of one FILE: import each by itself")
	}
	var files []*chaffinch.Hashes
	for _, path := range paths { // all are whole before one is imported
		h, err := openHashes(ctx, path, sum)
		if err != nil {
			return err
		}
		files = append(files, h)
	}
	reports := []index.CopyReport{}
	for i, path := range paths {
		r, err := importFile(ctx, errOut, g, files[i], fewestTermBits(files))
		if err != nil {
			return err
		}
		reports = append(reports, r)
		if g.json {
			continue
		}
		_, err = fmt.Fprintf(out, "imported %s and %s from %s\n", terminal.Plural(r.Contents, "content", "contents"),
			terminal.Plural(r.Occurrences, "occurrence", "occurrences"), terminal.Safe(path))
		if err != nil {
			return err
		}
	}
	if g.json {
		return printJSON(out, map[string]any{"reports": reports})
	}
	return nil
}

func openHashes(ctx context.Context, path, sum string) (*chaffinch.Hashes, error) {
	h, err := chaffinch.OpenHashes(ctx, path)
	if err != nil {
		return nil, withoutPath(err)
	}
	if sum != "" && !strings.EqualFold(sum, h.SHA256()) {
		return nil, fmt.Errorf("%s has the SHA-256 %s, and --sha256 gives another one: get the file again", path, h.SHA256())
	}
	return h, nil
}

// fewestTermBits returns the bits of a term in a new index of all files. The file with the fewest
// bits decides.
func fewestTermBits(files []*chaffinch.Hashes) int {
	least := winnow.TermBits
	for _, h := range files {
		least = min(least, h.Settings().TermBits())
	}
	return least
}

// importFile imports a file. A new index has so many bits of a term.
func importFile(ctx context.Context, errOut io.Writer, g *global, h *chaffinch.Hashes, termBits int) (r index.CopyReport, err error) {
	at, err := indexpath.OrNew(g.named())
	if err != nil {
		return r, err
	}
	x, err := g.openAt(ctx, errOut, at, index.Options{})
	if errors.Is(err, index.ErrNotIndex) {
		settings := h.Settings()
		settings.Analyzer.TermBits = termBits
		if settings.Secret, err = g.key(); err == nil {
			x, err = chaffinch.Create(at, settings)
		}
	}
	if err != nil {
		return r, err
	}
	progress := terminal.NewProgress(errOut)
	r, err = x.Import(ctx, h, index.CopyOptions{
		Progress: func(r index.CopyReport, contents int) {
			progress.Show(comparing("importing contents", r.Contents+r.Known, contents))
		},
	})
	progress.Clear()
	return r, closed(x, err)
}

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch/internal/newfile"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/web"
)

type webOptions struct {
	*global
	out string
}

func newWeb(g *global) *cobra.Command {
	o := webOptions{global: g}
	cmd := &cobra.Command{
		Use:   "web",
		Short: "Write a page that compares files in a browser",
		Long: `Web writes a page that compares a class or two projects, and finds a snippet in
a folder, in a browser. Nothing leaves the browser: the page's policy blocks
every connection. docs/class.md is its guide.

Web writes these files to the new folder --out:

    index.html     the page, one self-contained file. Open it from the disk, or
                   put it on any web server.
    index.html.br  the same, compressed with brotli, for servers that send
                   compressed files
    index.html.gz  the same, compressed with gzip

The program contains the page if go generate ./web ran before it was built.`,
		Example: `  chaffinch web
  chaffinch web --out public/class`,
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runWeb(cmd.OutOrStdout(), o)
		},
	}
	cmd.Flags().StringVar(&o.out, "out", "chaffinch-web", "write to the new folder `FOLDER`")
	return cmd
}

func runWeb(out io.Writer, o webOptions) error {
	if o.out == "" {
		return errors.New("--out is empty: name a new folder")
	}
	files, err := web.Files()
	if err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(files))
	if err := newfile.Folder(o.out, files); err != nil {
		if errors.Is(err, fs.ErrExist) {
			err = fmt.Errorf("%s exists: name a new folder with --out", o.out)
		}
		return err
	}
	if o.json {
		return printJSON(out, map[string]any{"folder": o.out, "files": names})
	}
	for _, name := range names {
		path := filepath.Join(o.out, name)
		if _, err := fmt.Fprintf(out, "%s  %s\n", terminal.Safe(path), terminal.Bytes(int64(len(files[name])))); err != nil {
			return err
		}
	}
	return nil
}

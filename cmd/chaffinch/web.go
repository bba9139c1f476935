package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

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
		Long: `Web writes a page that does in a browser what pairs, compare and search do.
Nothing leaves the browser: the page's policy forbids every connection.

--out is a new folder for these files:

    chaffinch.html  all in one file, which works from a disk
    index.html      the page, to be hosted with the next two
    engine.js       the engine
    engine.js.br    the same, compressed by brotli, for servers that send it so

The program has the page if it was built after go generate ./web.`,
		Example: `  chaffinch web
  chaffinch web --out public/class`,
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runWeb(cmd.OutOrStdout(), o)
		},
	}
	cmd.Flags().StringVar(&o.out, "out", "chaffinch-web", "write into the new folder `FOLDER`")
	return cmd
}

func runWeb(out io.Writer, o webOptions) error {
	files := []struct {
		name string
		make func() ([]byte, error)
	}{
		{"chaffinch.html", web.Single}, {"index.html", func() ([]byte, error) { page, _, err := web.Page(); return page, err }}, {web.EngineName, web.Engine}, {web.EngineName + ".br", web.PackedEngine},
	}
	contents, names := map[string][]byte{}, []string{}
	for _, f := range files {
		content, err := f.make()
		if err != nil {
			return err
		}
		contents[f.name] = content
		names = append(names, f.name)
	}
	if err := newfile.Folder(o.out, contents); err != nil {
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
		if _, err := fmt.Fprintf(out, "%s  %s\n", terminal.Safe(path), terminal.Bytes(int64(len(contents[name])))); err != nil {
			return err
		}
	}
	return nil
}

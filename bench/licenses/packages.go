package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/internal/notice"
)

// packages compares the texts of packages with their manifests.
func packages(b *cli.Bench) error {
	verbose := verbose(b)
	if err := b.Parse("FOLDER"); err != nil {
		return err
	}
	folder := b.Arg(0)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var c count
	n := 0
	for _, e := range entries {
		want, of, all := "", "", map[string][]string{} // the licence and the folder of the manifest, and texts by folders
		err := filepath.WalkDir(filepath.Join(folder, e.Name()), func(name string, d fs.DirEntry, err error) error {
			rel, _ := filepath.Rel(filepath.Join(folder, e.Name()), name)
			rel = filepath.ToSlash(rel)
			if err != nil || d.IsDir() || !notice.Is(rel) || strings.Count(rel, "/") > 3 || strings.Contains(rel, "node_modules") {
				return err
			}
			content, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			said, _ := notice.Read(rel, content, notice.Recognise)
			in := notice.Folder(rel)
			switch {
			case notice.IsLicense(rel):
				all[in] = append(all[in], said.License)
			case said.License != "" && (want == "" || strings.Count(in, "/") < strings.Count(of, "/") || in == "" && of != ""):
				want, of = said.License, in
			}
			return nil
		})
		if err != nil {
			return err
		}
		got := ""
		if texts := slices.Compact(all[of]); len(texts) == 1 {
			got = texts[0]
		}
		if !isOne(want) {
			continue
		}
		n++
		if *verbose && got != "" && !same(got, want) {
			fmt.Fprintf(b.Out, "  %s: %s, not %s\n", e.Name(), got, want)
		}
		c.add(got, want)
	}
	fmt.Fprintf(b.Out, "%d packages\n%-28s %s\n", n, "texts against manifests", c)
	return nil
}

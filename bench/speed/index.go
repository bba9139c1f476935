package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/chaffinch-search/chaffinch/bench/internal/process"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// built is an index, and what making it took.
type built struct {
	path string
	process.Cost
	mb float64
}

// index makes chaffinch's index, and plain Bleve's if that is wanted. It prints what they took for
// a corpus of so many MB. other is the path of a Bleve index: plain Bleve's, or the published state
// of ours.
func (b *bench) index(mb float64, plain bool) (ours built, other string, err error) {
	table := terminal.NewTable("indexing", ">seconds", ">MB/s", ">CPU s", ">peak MB", ">index MB", ">of source")
	row := func(name string, x built) {
		table.Row(name, fmt.Sprintf("%.1f", x.Seconds), fmt.Sprintf("%.1f", mb/x.Seconds), fmt.Sprintf("%.1f", x.CPU),
			fmt.Sprintf("%.0f", x.PeakMB), fmt.Sprintf("%.0f", x.mb), fmt.Sprintf("%.1f%%", 100*x.mb/mb))
	}
	ours.path = b.Folder()
	var costs []process.Cost
	for range b.runs {
		if err := os.RemoveAll(ours.path); err != nil {
			return ours, "", err
		}
		cost, _, err := process.Run(b.program, "index", "--index", ours.path, b.corpus)
		if err != nil {
			return ours, "", err
		}
		costs = append(costs, cost)
	}
	ours.Cost = process.Cost{Seconds: medianOf(costs, seconds), CPU: medianOf(costs, cpu), PeakMB: medianOf(costs, peakMB)}
	// The program counts published files that are links to files of the store once.
	_, out, err := process.Run(b.program, "stats", "--json", "--index", ours.path)
	if err != nil {
		return ours, "", err
	}
	var stats struct{ IndexBytes float64 }
	if err := json.Unmarshal(out, &stats); err != nil {
		return ours, "", fmt.Errorf("parsing the output of stats: %w", err)
	}
	ours.mb = stats.IndexBytes / 1e6
	row("chaffinch", ours)
	published, err := filepath.Glob(filepath.Join(ours.path, "published", "[0-9]*"))
	if err != nil {
		return ours, "", err
	}
	other = published[len(published)-1]
	if plain {
		theirs, err := b.plain(ours.path)
		if err != nil {
			return ours, "", err
		}
		other = theirs.path
		row("plain Bleve", theirs)
	}
	return ours, other, b.Print(table)
}

// plain makes plain Bleve's index, in a process of its own.
func (b *bench) plain(ours string) (x built, err error) {
	self, err := os.Executable()
	if err != nil {
		return x, err
	}
	x.path = b.Folder()
	if x.Cost, _, err = process.Run(self, "bleve", b.corpus, ours, x.path); err != nil {
		return x, err
	}
	return x, filepath.WalkDir(x.path, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			x.mb += float64(info.Size()) / 1e6
		}
		return err
	})
}

// layOut makes a tree of the corpus's files and returns their paths in it.
func (b *bench) layOut(tree string) (files []string, err error) {
	err = corpus.Walk(b, b.corpus, document.Options{}, func(f corpus.File) error {
		from := filepath.Join(b.corpus, filepath.FromSlash(f.Path))
		to := filepath.Join(tree, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return err
		}
		files = append(files, f.Path)
		if os.Link(from, to) == nil {
			return nil
		}
		content, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		return os.WriteFile(to, content, 0o600)
	}, nil)
	if err != nil {
		return nil, fmt.Errorf("laying out the corpus again: %w", err)
	}
	return files, nil
}

// changedEvery: one file in so many is changed.
const changedEvery = 100

// changeSome replaces one file in a hundred by one with a line more. It does not write to the file
// itself, which may be a hard link to one of the corpus.
func changeSome(tree string, files []string, from int) error {
	for i := from; i < len(files); i += changedEvery {
		path := filepath.Join(tree, files[i])
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := os.Remove(path); err != nil {
			return err
		}
		if err := os.WriteFile(path, append(content, "int changed = 1;\n"...), 0o600); err != nil {
			return err
		}
	}
	return nil
}

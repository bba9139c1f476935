package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
	"github.com/chaffinch-search/chaffinch/bench/internal/snippet"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// The rows of the table of indexing.
const (
	bothEngine  = "chaffinch"
	bleveEngine = "bleve"
)

// build is what making an index took. Runs above 1 make the other figures medians.
type build struct {
	Engine  string
	Runs    int
	Seconds float64 // of the process
	CPU     float64
	PeakMB  float64 // resident, the mapped index included
	IndexMB float64
}

// build makes the indexes: chaffinch's at path, the others next to it in dir.
func (r *report) build(c config, dir, path string) error {
	both, err := repeat(c.runs, path, c.program, "index", "--index", path, c.corpus)
	if err != nil {
		return err
	}
	if both.IndexMB, err = statsOf(c.program, path); err != nil {
		return err
	}
	both.Engine = bothEngine
	r.Builds = []build{both}
	if !c.plain {
		return nil
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	other := filepath.Join(dir, bleveEngine)
	plain, err := repeat(1, other, self, "-bleve", other, c.corpus)
	if err != nil {
		return err
	}
	plain.Engine = bleveEngine
	plain.IndexMB, err = folderMB(other)
	r.Builds = append(r.Builds, plain)
	return err
}

// repeat runs a command that makes an index at path, each time anew, and returns the medians.
func repeat(runs int, path, program string, args ...string) (build, error) {
	var seconds, cpu, peak []float64
	for range runs {
		if err := os.RemoveAll(path); err != nil {
			return build{}, err
		}
		p, _, err := process.Run(program, args...)
		if err != nil {
			return build{}, err
		}
		seconds, cpu, peak = append(seconds, p.Seconds), append(cpu, p.CPU), append(peak, p.PeakMB)
	}
	return build{Runs: runs, Seconds: median(seconds), CPU: median(cpu), PeakMB: median(peak)}, nil
}

// statsOf returns the size of an index in millions of bytes, as the program counts it: published
// files that are links to files of the store count once.
func statsOf(program, path string) (float64, error) {
	_, out, err := process.Run(program, "stats", "--json", "--index", path)
	if err != nil {
		return 0, err
	}
	var s struct {
		IndexBytes float64 `json:"indexBytes"`
	}
	if err := json.Unmarshal(out, &s); err != nil {
		return 0, fmt.Errorf("parsing the output of stats: %w", err)
	}
	return s.IndexBytes / 1e6, nil
}

func folderMB(folder string) (float64, error) {
	size := int64(0)
	err := filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	return float64(size) / 1e6, err
}

// command is the cost of an answer by the program, as a process.
type command struct {
	Milliseconds float64 // median
	PeakMB       float64
}

// processes is the number of questions to the program.
const processes = 15

func measureCommand(program, path, dir string, questions []snippet.Snippet) (command, error) {
	var asking, peaks []float64
	for _, q := range questions[:min(processes, len(questions))] {
		file := filepath.Join(dir, "question"+filepath.Ext(q.Path))
		if err := os.WriteFile(file, q.Source, 0o600); err != nil {
			return command{}, err
		}
		asked, _, err := process.Run(program, "search", "--index", path, file)
		if err != nil {
			return command{}, err
		}
		asking, peaks = append(asking, asked.Seconds), append(peaks, asked.PeakMB)
	}
	return command{1000 * median(asking), median(peaks)}, nil
}

// update is what indexing again takes when few files have changed.
type update struct {
	Files   int
	Changed int
	Full    float64 // of the first time
	Nothing float64 // of the second, when nothing has changed
	Seconds float64 // of the third
}

// changedEvery: one file in so many is changed.
const changedEvery = 100

func measureUpdate(c config, dir string) (update, error) {
	var u update
	tree := filepath.Join(dir, "tree")
	files, err := layOut(c.corpus, tree)
	if err != nil {
		return u, fmt.Errorf("laying out the corpus again: %w", err)
	}
	u.Files = len(files)
	bring := func() (float64, error) {
		t, _, err := process.Run(c.program, "index", "--index", filepath.Join(dir, "updated"), tree)
		return t.Seconds, err
	}
	if u.Full, err = bring(); err != nil {
		return u, err
	}
	if u.Nothing, err = bring(); err != nil {
		return u, err
	}
	for i := 0; i < len(files); i += changedEvery {
		if err := change(filepath.Join(tree, files[i])); err != nil {
			return u, err
		}
		u.Changed++
	}
	u.Seconds, err = bring()
	return u, err
}

// layOut makes a tree of the corpus's files and returns their paths in it.
func layOut(root, tree string) ([]string, error) {
	var files []string
	err := corpus.Walk(context.Background(), root, document.Options{}, func(f corpus.File) error {
		from := filepath.Join(root, filepath.FromSlash(f.Path))
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
	return files, err
}

// change replaces a file by one with a line more. It does not write to the file itself, which may
// be a hard link to one of the corpus.
func change(path string) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil {
		return err
	}
	return os.WriteFile(path, append(content, "int changed = 1;\n"...), 0o600)
}

func median(values []float64) float64 { return metric.Quantile(values, .5) }

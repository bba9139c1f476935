// Command speed measures indexing and searching on a corpus, beside plain Bleve in the same run.
//
//	go run ./bench/speed "$(go env GOROOT)/src"
//	go run ./bench/speed -runs 5 -questions 500 -json ~/src/linux
//
// Every engine indexes in a process of its own, so that its processor time and its peak memory
// are its own. Where there are several runs, figures are medians; plain Bleve runs once. Both get the same files and the same fingerprints. Plain Bleve means what its
// documentation shows: a text field (neither stored nor with positions, to be fair), the
// fingerprints as words of its text, batches by NewBatch from one goroutine.
//
// Questions are snippets of consecutive lines cut from files of the corpus. They are asked of
// the index that chaffinch made, by our searcher, and of plain Bleve's index as a disjunction of term
// queries over the same terms, in turns, so that noise hits both alike. As a check on the answers,
// both must find as many documents. Without plain Bleve's index its disjunction is
// asked of ours. Then the program itself is built and asked, as a process.
//
// For an update the corpus is laid out a second time, by links where the file system has them, in a
// temporary folder; it is indexed, one file in a hundred is replaced by a changed one, and it is
// indexed again.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
		os.Exit(1)
	}
}

// config is what the flags say.
type config struct {
	engine    string // set in the processes that do the work
	dir       string // the index, in those processes
	other     string // plain Bleve's, in the one that asks
	runs      int
	questions int
	lines     int
	seed      uint64
	plain     bool
	json      bool
	keep      string
	corpus    string
}

func run() error {
	var c config
	flag.StringVar(&c.engine, "engine", "", "used by the program itself")
	flag.StringVar(&c.dir, "dir", "", "used by the program itself")
	flag.StringVar(&c.other, "other", "", "used by the program itself")
	flag.IntVar(&c.runs, "runs", 1, "how often to index with chaffinch")
	flag.IntVar(&c.questions, "questions", 200, "how many questions to ask")
	flag.IntVar(&c.lines, "lines", 40, "lines of a question")
	flag.Uint64Var(&c.seed, "seed", 1, "of the choice of questions")
	flag.BoolVar(&c.plain, "plain", true, "index with plain Bleve, too")
	flag.BoolVar(&c.json, "json", false, "print JSON")
	flag.StringVar(&c.keep, "keep", "", "make the index in this folder, and keep it")
	flag.Parse()
	if flag.NArg() != 1 {
		return fmt.Errorf("name one corpus: speed [flags] FOLDER")
	}
	if c.questions < 1 || c.lines < 1 {
		return fmt.Errorf("-questions and -lines: use 1 or more")
	}
	c.corpus = flag.Arg(0)
	if c.engine != "" {
		return child(c)
	}
	return compare(c)
}

// compare runs every engine in a process of its own and prints what they report.
func compare(c config) error {
	dir := c.keep
	if dir == "" {
		tmp, err := os.MkdirTemp("", "chaffinch-speed-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(tmp)
		dir = tmp
	}
	var r report
	err := eachFile(c.corpus, func(_ string, content []byte) error {
		r.Files++
		r.SourceMB += float64(len(content)) / 1e6
		return nil
	})
	if err != nil {
		return err
	}
	if err := measureBuilds(c, dir, &r); err != nil {
		return err
	}
	if err := measureAsk(c, dir, &r); err != nil {
		return err
	}
	if _, err := again(c, "update", dir, &r.Update); err != nil {
		return err
	}
	if c.json {
		e := json.NewEncoder(os.Stdout)
		e.SetIndent("", " ")
		return e.Encode(r)
	}
	return r.print(os.Stdout)
}

// measureBuilds indexes with every engine.
func measureBuilds(c config, dir string, r *report) error {
	engines := []string{chaffinchEngine, structureEngine}
	if c.plain {
		engines = append(engines, bleveEngine)
	}
	for _, engine := range engines {
		runs := 1
		if engine == chaffinchEngine {
			runs = max(1, c.runs)
		}
		built, err := measureBuild(c, engine, dir, runs)
		if err != nil {
			return err
		}
		r.Builds = append(r.Builds, built)
	}
	return nil
}

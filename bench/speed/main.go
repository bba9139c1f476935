// Command speed measures indexing and searching on a corpus, beside plain Bleve in the same run.
//
//	go run ./bench/speed "$(go env GOROOT)/src"
//	go run ./bench/speed -questions 500 -json ~/src/linux
//
// Every engine indexes in a process of its own, so that its processor time and its peak memory
// are its own. Both get the same files and the same fingerprints. Plain Bleve means what its
// documentation shows: a text field (neither stored nor with positions, to be fair), the
// fingerprints as words of its text, batches by NewBatch from one goroutine.
//
// Questions are snippets of consecutive lines cut from files of the corpus. They are asked of
// the index that chaffinch made, by our searcher and as Bleve's disjunction of term queries over
// the same terms, in turns, so that noise hits both alike. As a check on the answers, the
// documents that either finds must be the same ones.
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
	engines := []string{"chaffinch"}
	if c.plain {
		engines = append(engines, "bleve")
	}
	for _, engine := range engines {
		built, err := measureBuild(c, engine, dir)
		if err != nil {
			return err
		}
		r.Builds = append(r.Builds, built)
	}
	if err := measureAsk(c, dir, &r); err != nil {
		return err
	}
	if c.json {
		e := json.NewEncoder(os.Stdout)
		e.SetIndent("", "  ")
		return e.Encode(r)
	}
	return r.print(os.Stdout)
}

// Command speed measures indexing and searching on a corpus, compared with plain Bleve in the same
// run.
//
//	go -C bench run ./speed "$(go env GOROOT)/src"
//	go -C bench run ./speed -runs 5 -questions 500 ~/src/linux
//	go -C bench run ./speed -plain=false -program ../before/chaffinch ~/src/linux
//	go -C bench run ./speed -everyday -against ../before/chaffinch "$(go env GOROOT)/src"
//
// # Indexing
//
// The program indexes the corpus as a process: seconds, CPU time and peak memory are the process's,
// its start included. With -runs the figures are medians. Plain Bleve runs once, in a process of
// its own. It gets the same files and the same fingerprints, as its documentation shows: a text
// field (neither stored nor with positions), the fingerprints as words of its text, batches by
// NewBatch from one goroutine.
//
// For an update the corpus is laid out a second time, by hard links where the file system has them.
// The copy is indexed, indexed again unchanged, and indexed again after one file in a hundred was
// replaced.
//
// # Searching
//
// Questions are snippets of consecutive lines cut from files of the corpus. They are searched in
// turns in chaffinch's index by the library, and in plain Bleve's index as a disjunction of term
// queries over the same terms. Both must find as many documents. Without plain Bleve's index, its
// disjunction searches ours. Then whole answers are timed, and the program as a process.
//
// # Costs
//
// The last table is what docs/scale.md computes from: postings, terms, bytes and times of this
// corpus.
//
// # Everyday commands
//
// With -everyday the command measures the processor time of what users do every day: a first index,
// one again when nothing or one file in a hundred has changed, a folder of two files, searches that
// find something and nothing, and the start of the program. It also counts the bytes that a search
// reads if the system has nothing of the index in memory. It prints ratios to the last figures,
// which are in bench/speed/figures.txt, and to a second program, which -against names and which
// runs in turn with the first one. The last figures may be of another machine, so both are divided
// by a yardstick, the time of a fixed piece of work in the same run. Such ratios are right to about
// a fifth, and ratios to a second program to a twentieth. After an intended change, write the new
// figures into the file with -update on a quiet machine, and give the reason in the commit.
//
// # Other measures
//
// The first argument may name another measure, which reads flags and arguments of its own: pairs,
// clones or serve. go -C bench doc ./speed/pairs describes one.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"

	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
	"github.com/chaffinch-search/chaffinch/bench/internal/snippet"
	"github.com/chaffinch-search/chaffinch/bench/speed/clones"
	"github.com/chaffinch-search/chaffinch/bench/speed/pairs"
	"github.com/chaffinch-search/chaffinch/bench/speed/serve"
)

func main() {
	cli.Main("speed", map[string]cli.Run{
		"clones": clones.Run,
		"pairs":  pairs.Run,
		"serve":  serve.Run,
	}, run)
}

// config holds the flags.
type config struct {
	corpus    string
	program   string
	runs      int
	questions int
	lines     int
	seed      uint64
	plain     bool
	everyday  bool
	update    bool
	against   string
	options   string
	bleve     string // set in the process that runs plain Bleve: where its index goes
}

func run(_ context.Context, _ []string, _, _ io.Writer) error {
	var c config
	flag.StringVar(&c.program, "program", "", "measure this `file` (default: build the program)")
	flag.IntVar(&c.runs, "runs", 1, "how often to index with chaffinch")
	flag.IntVar(&c.questions, "questions", 200, "how many questions to ask")
	flag.IntVar(&c.lines, "lines", 40, "lines of a question")
	flag.Uint64Var(&c.seed, "seed", 1, "seed of the choice of questions")
	flag.BoolVar(&c.plain, "plain", true, "also index with plain Bleve")
	flag.BoolVar(&c.everyday, "everyday", false, "only measure everyday commands, and compare with the last figures")
	flag.StringVar(&c.against, "against", "", "with -everyday: measure this `file` in turn with the program")
	flag.StringVar(&c.options, "options", "", "with -everyday: further `options` of index, not for -against: \"--skip-generated\"")
	flag.BoolVar(&c.update, "update", false, "with -everyday: write the figures into bench/speed/figures.txt")
	flag.StringVar(&c.bleve, "bleve", "", "for internal use")
	flag.Parse()
	if flag.NArg() != 1 {
		return fmt.Errorf("name one corpus: speed [flags] FOLDER")
	}
	if c.runs < 1 || c.questions < 1 || c.lines < 1 {
		return fmt.Errorf("-runs, -questions and -lines must be at least 1")
	}
	c.corpus = flag.Arg(0)
	switch {
	case c.bleve != "":
		return buildBleve(c.corpus, c.bleve)
	case c.update && c.options != "":
		return fmt.Errorf("-update writes figures without -options")
	case c.everyday:
		return runEveryday(c)
	case c.against != "" || c.options != "" || c.update:
		return fmt.Errorf("-against, -options and -update need -everyday")
	}
	return measure(c)
}

// measure takes all measurements and prints them.
func measure(c config) error {
	dir, err := os.MkdirTemp("", "chaffinch-speed-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if c.program, err = process.Program(c.program, dir); err != nil {
		return err
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(150) // as the program does: gcPercent in cmd/chaffinch
	}
	var r report
	err = eachFile(c.corpus, func(_ string, content []byte) error {
		r.Files++
		r.SourceMB += float64(len(content)) / 1e6
		return nil
	})
	if err != nil {
		return err
	}
	path := filepath.Join(dir, "index")
	if err := r.build(c, dir, path); err != nil {
		return fmt.Errorf("indexing: %w", err)
	}
	questions, err := snippet.Cut(c.corpus, c.questions, c.lines, c.seed)
	if err != nil {
		return err
	}
	plain := ""
	if c.plain {
		plain = filepath.Join(dir, bleveEngine)
	}
	if r.Ask, r.Cost, err = ask(path, plain, questions); err != nil {
		return fmt.Errorf("asking: %w", err)
	}
	if r.Command, err = measureCommand(c.program, path, dir, questions); err != nil {
		return err
	}
	if r.Update, err = measureUpdate(c, dir); err != nil {
		return fmt.Errorf("updating: %w", err)
	}
	return r.print(os.Stdout)
}

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
// # Searching
//
// Questions are snippets of consecutive lines cut from files of the corpus. They are searched in
// turns in chaffinch's index by the library, and in plain Bleve's index as a disjunction of term
// queries over the same terms. Without plain Bleve's index, its disjunction searches ours. Then
// whole answers are timed.
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
// find something and nothing, and the start of the program. It also prints seconds and peak memory,
// and the bytes that a search reads if the system has nothing of the index in memory. For an update
// the corpus is laid out a second time, by hard links where the file system has them.
//
// It prints ratios to the last figures, which are in bench/speed/figures.json, and to a second
// program, which -against names and which runs in turn with the first one. The last figures may be
// of another machine, so both are divided by a yardstick, the time of a fixed piece of work in the
// same run. Such ratios are right to about a fifth, and ratios to a second program to a twentieth.
// After an intended change, write the new figures into the file with -update on a quiet machine,
// and give the reason in the commit.
//
// # Other measures
//
// The first argument may name another measure, which reads flags and arguments of its own: pairs,
// clones, dedup or serve. go -C bench doc ./speed/pairs describes one.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
	"github.com/chaffinch-search/chaffinch/bench/internal/snippet"
	"github.com/chaffinch-search/chaffinch/bench/speed/clones"
	"github.com/chaffinch-search/chaffinch/bench/speed/dedup"
	"github.com/chaffinch-search/chaffinch/bench/speed/pairs"
	"github.com/chaffinch-search/chaffinch/bench/speed/serve"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

func main() {
	cli.Main("speed", map[string]cli.Run{
		"bleve":  buildBleve, // for internal use
		"clones": clones.Run,
		"dedup":  dedup.Run,
		"pairs":  pairs.Run,
		"serve":  serve.Run,
	}, run)
}

// bench is one run.
type bench struct {
	*cli.Bench
	program, corpus string
	runs, questions int
	seed            uint64
}

func run(c *cli.Bench) error {
	program := c.Program()
	b := &bench{Bench: c}
	c.IntVar(&b.runs, "runs", 1, "how often to index with chaffinch")
	c.IntVar(&b.questions, "questions", 200, "how many questions to ask")
	c.Uint64Var(&b.seed, "seed", 1, "seed of the choice of questions")
	plain := c.Bool("plain", true, "also index with plain Bleve")
	everyday := c.Bool("everyday", false, "only measure everyday commands, and compare with the last figures")
	against := c.String("against", "", "with -everyday: measure this `file` in turn with the program")
	options := c.String("options", "", "with -everyday: further `options` of index, not for -against: \"--skip-generated\"")
	update := c.Bool("update", false, "with -everyday: write the figures into bench/speed/figures.json")
	if err := c.Parse("FOLDER"); err != nil {
		return err
	}
	b.program, b.corpus = *program, c.Arg(0)
	switch {
	case b.runs < 1 || b.questions < 1:
		return errors.New("-runs and -questions must be at least 1")
	case *update && *options != "":
		return errors.New("-update writes figures without -options")
	case *everyday:
		return b.everyday(*against, strings.Fields(*options), *update)
	}
	return b.measure(*plain)
}

// measure takes all measurements and prints them.
func (b *bench) measure(plain bool) error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(150) // as the program does: gcPercent in cmd/chaffinch
	}
	files, bytes := 0, 0
	if err := eachFile(b, b.corpus, func(_ string, content []byte) error {
		files++
		bytes += len(content)
		return nil
	}); err != nil {
		return err
	}
	mb := float64(bytes) / 1e6
	fmt.Fprintf(b.Out, "%d files, %.1f MB; medians of %d runs\n\n", files, mb, b.runs)
	ours, other, err := b.index(mb, plain)
	if err != nil {
		return fmt.Errorf("indexing: %w", err)
	}
	questions, err := snippet.Cut(b.corpus, b.questions, linesOfQuestion, b.seed)
	if err != nil {
		return err
	}
	questionMS, err := b.ask(ours.path, other, questions)
	if err != nil {
		return fmt.Errorf("asking: %w", err)
	}
	return b.costs(ours, mb, questionMS)
}

// linesOfQuestion is the number of lines of a question.
const linesOfQuestion = 40

// eachFile calls f for every file that chaffinch would index. content is valid during the call.
func eachFile(ctx context.Context, root string, f func(path string, content []byte) error) error {
	var buf []byte
	var o document.Options
	err := corpus.Walk(ctx, root, o, func(file corpus.File) error {
		content, reason, err := corpus.Read(file, o, buf)
		buf = content
		if reason != document.Kept || err != nil {
			return nil // what cannot be read is skipped, as an index does
		}
		return f(file.Path, content)
	}, nil)
	if err != nil {
		return fmt.Errorf("reading the corpus: %w", err)
	}
	return nil
}

func median(values []float64) float64 { return metric.Quantile(values, .5) }

func seconds(c process.Cost) float64 { return c.Seconds }
func cpu(c process.Cost) float64     { return c.CPU }
func peakMB(c process.Cost) float64  { return c.PeakMB }

// medianOf returns the median of one figure of the costs.
func medianOf(costs []process.Cost, figure func(process.Cost) float64) float64 {
	var values []float64
	for _, c := range costs {
		values = append(values, figure(c))
	}
	return median(values)
}

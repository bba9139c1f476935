// Package serve measures the server under load: it starts chaffinch serve, and searches over HTTP.
//
//	go -C bench run ./speed serve [-clients 1,16,64] [-lines 10,40,400] [-time 10s] [-foreign FOLDER] INDEX
//
// Questions are consecutive lines: half of them from indexed files, and half from files of FOLDER,
// which should share nothing with the corpus. Each client sends its next request when the last one
// returns. A row has answers per second, latencies in milliseconds, failed requests, the processor
// time of the server for an answer, and its resident memory.
package serve

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
)

type options struct {
	program, foreign string
	clients, lines   []int
	questions        int
	each             time.Duration
	promising        bool
	seed             uint64
}

// Run measures the server.
func Run(ctx context.Context, args []string, stdout, _ io.Writer) error {
	f := cli.Flags()
	o := options{clients: []int{1, 16, 64}, lines: []int{10, 40, 400}}
	f.StringVar(&o.program, "program", "", "the program `FILE`; built if empty")
	f.StringVar(&o.foreign, "foreign", "", "`FOLDER` of code that is not indexed (default: the Go tree)")
	numbers(f, &o.clients, "clients", "`NUMBERS` of clients at a time")
	numbers(f, &o.lines, "lines", "`NUMBERS` of lines of a question")
	f.IntVar(&o.questions, "questions", 200, "`NUMBER` of different questions of each length")
	f.DurationVar(&o.each, "time", 10*time.Second, "`TIME` of each load")
	f.BoolVar(&o.promising, "promising", false, "skip documents that are unlikely to reach the score")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the questions")
	if err := cli.Parse(f, args, "INDEX"); err != nil {
		return err
	}
	return run(ctx, stdout, o, f.Arg(0))
}

// numbers defines a flag of numbers, separated by commas.
func numbers(f *flag.FlagSet, into *[]int, name, usage string) {
	f.Func(name, usage, func(text string) error {
		*into = nil
		for part := range strings.SplitSeq(text, ",") {
			n, err := strconv.Atoi(part)
			if err != nil || n < 1 {
				return errors.New("use numbers over 0, separated by commas")
			}
			*into = append(*into, n)
		}
		return nil
	})
}

func run(ctx context.Context, out io.Writer, o options, index string) error {
	dir, err := os.MkdirTemp("", "chaffinch-serve-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if o.program, err = process.Program(o.program, dir); err != nil {
		return err
	}
	if o.foreign == "" {
		root, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			return fmt.Errorf("finding the Go tree: %w", err)
		}
		o.foreign = filepath.Join(strings.TrimSpace(string(root)), "src")
	}
	asked, err := cutQuestions(ctx, o, index)
	if err != nil {
		return err
	}
	s, err := process.Serve(o.program, index)
	if err != nil {
		return err
	}
	defer s.Stop()
	fmt.Fprintf(out, "%5s %7s %9s %8s %8s %7s %10s %8s\n", "lines", "clients", "answers/s", "p50 ms", "p99 ms", "failed", "CPU ms/ans", "RSS MB")
	for _, lines := range o.lines {
		if _, err := load(ctx, s.URL, 2, min(o.each, 3*time.Second), asked[lines]); err != nil { // the index is in memory afterwards
			return err
		}
		for _, n := range o.clients {
			r, err := load(ctx, s.URL, n, o.each, asked[lines])
			if err != nil {
				return err
			}
			r.print(out, lines, n)
		}
	}
	return s.Stop()
}

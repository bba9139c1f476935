// Command serve measures the server under load: it starts chaffinch serve, and searches over HTTP.
//
//	go -C bench run ./serve [-clients 1,16,64] [-lines 10,40,400] [-time 10s] [-foreign FOLDER] INDEX
//
// Questions are consecutive lines: half of them from indexed files, and half from files of FOLDER, which should share
// nothing with the corpus. Each client sends its next request when the last one returns. vegeta makes the load. A row has
// answers per second, latencies in milliseconds, failed requests, the processor time of the server for an answer, and its
// resident memory. The library row runs the same questions one after the other in this process.
//
// -updates N copies the index, and indexes a file N times while the server runs and 16 clients search. Each time the
// server must find the new file. -soak TIME runs 16 clients for TIME, and prints the memory. -hostile adds abusive clients
// to 4 normal ones.
package main

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

	"github.com/chaffinch-search/chaffinch/bench/internal/process"
)

type options struct {
	program, foreign string
	clients, lines   []int
	questions        int
	each             time.Duration
	updates          int
	soak             time.Duration
	hostile          bool
	promising        bool
	seed             uint64
}

func main() {
	o := options{clients: []int{1, 16, 64}, lines: []int{10, 40, 400}}
	flag.StringVar(&o.program, "program", "", "the program `FILE`; built if empty")
	flag.StringVar(&o.foreign, "foreign", "", "`FOLDER` of code that is not indexed (default: the Go tree)")
	numbers(&o.clients, "clients", "`NUMBERS` of clients at a time")
	numbers(&o.lines, "lines", "`NUMBERS` of lines of a question")
	flag.IntVar(&o.questions, "questions", 200, "`NUMBER` of different questions of each length")
	flag.DurationVar(&o.each, "time", 10*time.Second, "`TIME` of each load")
	flag.IntVar(&o.updates, "updates", 0, "update a copy of the index `N` times while the server runs")
	flag.DurationVar(&o.soak, "soak", 0, "run for `TIME` and print memory")
	flag.BoolVar(&o.hostile, "hostile", false, "measure normal clients alongside hostile ones")
	flag.BoolVar(&o.promising, "promising", false, "skip documents that are unlikely to reach the score")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the questions")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(context.Background(), os.Stdout, o, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

// numbers defines a flag of numbers, separated by commas.
func numbers(into *[]int, name, usage string) {
	flag.Func(name, usage, func(text string) error {
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
	switch {
	case o.updates > 0:
		return update(out, o, index, dir, asked)
	case o.soak > 0:
		return soak(out, o, index, asked)
	case o.hostile:
		return beside(out, o, index, asked)
	}
	return loads(ctx, out, o, index, asked)
}

// loads prints the start of the server, and a row for each load.
func loads(ctx context.Context, out io.Writer, o options, index string, asked questions) error {
	if err := printStart(out, o.program, index); err != nil {
		return err
	}
	s, err := start(o.program, index)
	if err != nil {
		return err
	}
	defer s.stop()
	head(out)
	for _, lines := range o.lines {
		all := asked[lines]
		if err := askLibrary(ctx, out, index, lines, all); err != nil {
			return err
		}
		if _, err := s.load(2, min(o.each, 3*time.Second), all); err != nil { // the index is in memory afterwards
			return err
		}
		for _, n := range o.clients {
			r, err := s.load(n, o.each, all)
			if err != nil {
				return err
			}
			r.print(out, lines)
		}
	}
	return s.stop()
}

// Command crash kills the program with SIGKILL while it indexes, updates, merges, removes, and changes boilerplate, and
// looks at what is left: see package kill for what has to hold.
//
//	go run ./bench/crash -n 1000
//	go run ./bench/crash -n 50 -files 3000 -lines 2000 -commands 'index, first time;index --prune'
//
// It prints how often each command was killed, what readers saw next, and every failure, with which it ends in error.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/chaffinch-search/chaffinch/bench/crash/kill"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "crash:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer) error {
	var o kill.Options
	flag.IntVar(&o.Kills, "n", 100, "how often to kill")
	flag.Uint64Var(&o.Seed, "seed", rand.Uint64N(1_000_000), "what is generated, and when it is killed")
	flag.IntVar(&o.Files, "files", 100, "files of a tree")
	flag.IntVar(&o.Lines, "lines", 30, "lines of a file, on average")
	names := flag.String("commands", "", "which of "+strings.Join(kill.Commands(), "; ")+" (default: all)")
	flag.Parse()
	if *names != "" {
		o.Commands = strings.Split(*names, ";")
	}
	var err error
	if o.Dir, err = os.MkdirTemp("", "chaffinch-crash-"); err != nil {
		return err
	}
	defer os.RemoveAll(o.Dir)
	if o.Program, err = process.Build(o.Dir); err != nil {
		return err
	}
	fmt.Fprintf(out, "seed %d, trees of %d files of %d lines\n", o.Seed, o.Files, o.Lines)
	rows, err := kill.Run(ctx, o)
	failures := print(out, rows)
	if err == nil && failures > 0 {
		err = fmt.Errorf("%d failures", failures)
	}
	return err
}

// print prints the table and then the failures, and returns how many these are.
func print(out io.Writer, rows []kill.Row) (failures int) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "command\truns for\tkilled\thad ended\tstate before\tstate after\tlitter\tfailures\t")
	var sum kill.Row
	line := func(r kill.Row) {
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n", r.Command, r.Run.Round(time.Millisecond), r.Kills, r.Ended, r.Before, r.After,
			r.Litter, len(r.Failures))
	}
	for _, r := range rows {
		line(r)
		sum.Kills, sum.Ended, sum.Before, sum.After = sum.Kills+r.Kills, sum.Ended+r.Ended, sum.Before+r.Before, sum.After+r.After
		sum.Litter, sum.Failures = sum.Litter+r.Litter, append(sum.Failures, r.Failures...)
	}
	sum.Command = "all"
	line(sum)
	w.Flush()
	for _, r := range rows {
		for _, f := range r.Failures {
			fmt.Fprintf(out, "%s: %s\n", r.Command, f)
		}
	}
	return len(sum.Failures)
}

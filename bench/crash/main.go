// Command crash kills the program with SIGKILL while it indexes, updates, merges, removes and
// changes boilerplate, and checks the index that is left. With -power it cuts the power instead.
// With -soak it kills nothing, but writes and searches at once.
//
//	go -C bench run ./crash -n 1000
//	go -C bench run ./crash -n 50 -files 3000 -lines 2000
//	go -C bench run ./crash -n 1000 -power
//	go -C bench run ./crash -soak 1h -files 300 -from $(go env GOROOT)/src/go
//
// A trial begins with an index in a known state and one command that would bring it into another.
// After every kill
//
//   - readers must see exactly one of the two states: the new one if the command had printed its
//     summary;
//   - the index must pass chaffinch check;
//   - the same command, run to its end, must leave an index equal to a new one of the same files,
//     in occurrences, contents, boilerplate, document frequencies and answers.
//
// A power cut loses unsynced data. The commands run one after another on one index, recorded by
// strace. The checks run on states that the disk may be in after a cut at some moment (package
// powercut). The repair of a damaged segment is cut, too.
//
// A soak has two writers and eight readers on one index. Each writer changes a tree of its own, of
// -files files, and runs index, remove and boilerplate. Seven readers run search, similar and
// stats; one searches through the library and reopens the index from time to time. No question may
// fail. A hit must be a file that a state had which the reader could open. The origin of a question
// must be found if its file did not change meanwhile. In the end the index must pass chaffinch
// check, and equal a new index of the same trees.
//
// The output counts the kills or cuts during each command and after its end, and what readers saw
// next, and lists every failure. The exit status is 1 if there is one.
//
// The seed determines the files and the times of the kills, but not how far the program has got by
// then. So one kill may not reproduce a failure; many kills with the same seed do.
//
// The first argument may be cluster: see go -C bench doc ./crash/cluster.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/chaffinch-search/chaffinch/bench/crash/cluster"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
)

// options specify how often commands are killed.
type options struct {
	program string // the executable
	dir     string // for files and indexes
	seed    uint64
	kills   int
	files   int // of a tree, 32 or more
	lines   int // of a file, on average
}

// row is the result of killing one command.
type row struct {
	command string
	run     time.Duration // without a kill, the median of three; of the last tree
	kills   int           // kills or cuts while it ran
	ended   int           // kills or cuts after its end
	// before and after count what readers saw next: the state before the command, or no index where
	// there was none, and the state after it.
	before, after int
	litter        int // unfinished folders next to the index
	failures      []string
}

func main() {
	cli.Main("crash", map[string]cli.Run{
		"cluster": cluster.Run,
	}, run)
}

func run(ctx context.Context, _ []string, out, _ io.Writer) error {
	var o options
	flag.StringVar(&o.program, "program", "", "kill this `file` (default: build the program)")
	flag.IntVar(&o.kills, "n", 100, "how often to kill, or to cut the power")
	flag.Uint64Var(&o.seed, "seed", rand.Uint64N(1_000_000),
		"seed of the files and of the times of the kills")
	flag.IntVar(&o.files, "files", 100, "files of a tree")
	flag.IntVar(&o.lines, "lines", 30, "lines of a file, on average")
	power := flag.Bool("power", false, "cut the power instead of killing; needs strace")
	soak := flag.Duration("soak", 0, "write and ask for this `time` instead of killing")
	from := flag.String("from", ".", "-soak makes its files of those of Go below this `folder`")
	flag.Parse()
	if o.kills < 1 || o.files < 32 || o.lines < 4 {
		return errors.New("use -n 1, -files 32 and -lines 4, or more")
	}
	dir, err := os.MkdirTemp("", "chaffinch-crash-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	o.dir = dir
	if o.program, err = process.Program(o.program, o.dir); err != nil {
		return err
	}
	fmt.Fprintf(out, "seed %d, trees of %d files of %d lines\n", o.seed, o.files, o.lines)
	if *soak > 0 {
		return o.soak(ctx, out, *from, *soak)
	}
	each := o.killAll
	if *power {
		each = o.cutAll
	}
	rows, err := each(ctx)
	failures := printTable(out, rows)
	if err == nil && failures > 0 {
		err = fmt.Errorf("%d failures", failures)
	}
	return err
}

// killsPerWorld is how many kills share a tree.
const killsPerWorld = 20

// killAll kills the commands in turn and returns a row for each. The error explains why it stopped;
// failures are in the rows.
func (o options) killAll(ctx context.Context) ([]row, error) {
	rows := make([]row, len(commands))
	for i, c := range commands {
		rows[i].command = c.name
	}
	each := min(killsPerWorld, max(1, o.kills/len(rows)))
	for kills, n := 0, 0; kills < o.kills; n++ {
		i := n % len(rows)
		done, err := o.killOne(ctx, commands[i], n, min(each, o.kills-kills), &rows[i])
		if err != nil {
			return rows, fmt.Errorf("killing %s: %w", rows[i].command, err)
		}
		kills += done
	}
	return rows, nil
}

// killOne kills one command in a new world and returns how often.
func (o options) killOne(ctx context.Context, c command, n, most int,
	r *row) (kills int, err error) {
	random := rand.New(rand.NewPCG(o.seed, uint64(n)))
	w, err := newWorld(o, c, n, random)
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(w.dir)
	if r.run, err = w.measure(o.program); err != nil {
		return 0, err
	}
	for kills < most {
		if err := ctx.Err(); err != nil {
			return kills, err
		}
		failed := len(r.failures)
		done, err := w.trial(o.program, random, r, most-kills)
		if err != nil {
			return kills, err
		}
		for i := range r.failures[failed:] {
			r.failures[failed+i] += fmt.Sprintf(" (world %d)", n)
		}
		kills += done
	}
	return kills, nil
}

// longestFailure is in bytes. Differing answers can be long.
const longestFailure = 400

// fail notes a failure, in one line.
func (r *row) fail(format string, values ...any) {
	line := strings.Join(strings.Fields(fmt.Sprintf(format, values...)), " ")
	r.failures = append(r.failures, line[:min(len(line), longestFailure)])
}

// printTable prints the table and the failures, and returns the number of failures.
func printTable(out io.Writer, rows []row) (failures int) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w,
		"command\truns for\twhile it ran\tafter its end\tstate before\tstate after\tlitter\tfailures\t")
	sum := row{command: "all"}
	for _, r := range rows {
		sum.kills, sum.ended = sum.kills+r.kills, sum.ended+r.ended
		sum.before, sum.after = sum.before+r.before, sum.after+r.after
		sum.litter, sum.failures = sum.litter+r.litter, append(sum.failures, r.failures...)
	}
	for _, r := range append(slices.Clone(rows), sum) {
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n", r.command, r.run.Round(time.Millisecond),
			r.kills, r.ended, r.before, r.after, r.litter, len(r.failures))
	}
	w.Flush()
	for _, r := range rows {
		for _, f := range r.failures {
			fmt.Fprintf(out, "%s: %s\n", r.command, f)
		}
	}
	return len(sum.failures)
}

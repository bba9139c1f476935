// Command crash kills the program with SIGKILL, and checks the index that is left. It kills while
// the program indexes, updates, merges, removes and changes boilerplate. With -power it cuts the
// power instead. With -soak it kills nothing, but writes and searches at once.
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
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/bench/crash/cluster"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// options specify how often commands are killed.
type options struct {
	*cli.Bench
	program string // the executable
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

func run(b *cli.Bench) error {
	o := options{Bench: b}
	program := b.Program()
	b.IntVar(&o.kills, "n", 100, "how often to kill, or to cut the power")
	b.Uint64Var(&o.seed, "seed", rand.Uint64N(1_000_000), "seed of the files and of the times of the kills")
	b.IntVar(&o.files, "files", 100, "files of a tree")
	b.IntVar(&o.lines, "lines", 30, "lines of a file, on average")
	power := b.Bool("power", false, "cut the power instead of killing; needs strace")
	soak := b.Duration("soak", 0, "write and ask for this `time` instead of killing")
	from := b.String("from", ".", "-soak makes its files of those of Go below this `folder`")
	if err := b.Parse(); err != nil {
		return err
	}
	o.program = *program
	if o.kills < 1 || o.files < 32 || o.lines < 4 {
		return errors.New("use -n 1, -files 32 and -lines 4, or more")
	}
	fmt.Fprintf(b.Out, "seed %d, trees of %d files of %d lines\n", o.seed, o.files, o.lines)
	if *soak > 0 {
		return o.soak(*from, *soak)
	}
	each := o.killAll
	if *power {
		each = o.cutAll
	}
	rows, err := each()
	failures, printed := o.print(rows)
	if err == nil && failures > 0 {
		err = fmt.Errorf("%d failures", failures)
	}
	return errors.Join(err, printed)
}

// killsPerWorld is how many kills share a tree.
const killsPerWorld = 20

// killAll kills the commands in turn and returns a row for each. The error explains why it stopped;
// failures are in the rows.
func (o options) killAll() ([]row, error) {
	rows := make([]row, len(commands))
	for i, c := range commands {
		rows[i].command = c.name
	}
	each := min(killsPerWorld, max(1, o.kills/len(rows)))
	for kills, n := 0, 0; kills < o.kills; n++ {
		i := n % len(rows)
		done, err := o.killOne(commands[i], n, min(each, o.kills-kills), &rows[i])
		if err != nil {
			return rows, fmt.Errorf("killing %s: %w", rows[i].command, err)
		}
		kills += done
	}
	return rows, nil
}

// killOne kills one command in a new world and returns how often.
func (o options) killOne(c command, n, most int, r *row) (kills int, err error) {
	random := rand.New(rand.NewPCG(o.seed, uint64(n)))
	w, err := newWorld(o, c, random)
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(w.dir)
	if r.run, err = w.measure(o.program); err != nil {
		return 0, err
	}
	for kills < most {
		if err := o.Err(); err != nil {
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

// print prints the table and the failures, and returns the number of failures.
func (o options) print(rows []row) (failures int, err error) {
	table := terminal.NewTable("command", ">runs for", ">while it ran", ">after its end", ">state before", ">state after",
		">litter", ">failures")
	sum := row{command: "all"}
	for _, r := range rows {
		sum.kills, sum.ended = sum.kills+r.kills, sum.ended+r.ended
		sum.before, sum.after = sum.before+r.before, sum.after+r.after
		sum.litter, sum.failures = sum.litter+r.litter, append(sum.failures, r.failures...)
	}
	for _, r := range append(slices.Clone(rows), sum) {
		cells := []string{r.command, r.run.Round(time.Millisecond).String()}
		for _, n := range []int{r.kills, r.ended, r.before, r.after, r.litter, len(r.failures)} {
			cells = append(cells, fmt.Sprint(n))
		}
		table.Row(cells...)
	}
	err = o.Print(table)
	for _, r := range rows {
		for _, f := range r.failures {
			fmt.Fprintf(o.Out, "%s: %s\n", r.command, f)
		}
	}
	return len(sum.failures), err
}

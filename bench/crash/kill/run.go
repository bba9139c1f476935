package kill

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/chaffinch-search/chaffinch/index"
)

// Options say what is killed and how often.
type Options struct {
	Program string // the executable
	Dir     string // a folder of the caller's for files and indexes; what is made in it stays
	Seed    uint64
	Kills   int
	Files   int // of a tree, 32 or more
	Lines   int // of a file, on average
	// Commands are names as [Commands] returns them; nil means all.
	Commands []string
}

// Row is what came of killing one command.
type Row struct {
	Command string
	Run     time.Duration // of the command when nobody kills it, the median of three; of the last tree
	Kills   int           // that found it running
	Ended   int           // runs that were over before their kill
	// Before and After count what readers saw next: the state before the command, or none where there was none,
	// and that after it.
	Before, After int
	Litter        int // unfinished folders beside the index, of a process that was killed while it made one
	Failures      []string
}

func (r *Row) count(o outcome, vain bool) {
	if o.exit == -1 {
		r.Kills++
	} else {
		r.Ended++
		if o.exit != 0 && !vain {
			r.fail("it ends with %d: %s", o.exit, o.errOut)
		}
	}
}

// killsPerWorld is how many kills share a tree.
const killsPerWorld = 20

// Run kills as the options say, and returns a row for each command. The error is of what kept it from killing; what
// the kills have broken is in the rows.
func Run(ctx context.Context, o Options) ([]Row, error) {
	rows, chosen := []Row{}, []command{}
	for _, c := range commands {
		if o.Commands == nil || slices.Contains(o.Commands, c.name) {
			rows, chosen = append(rows, Row{Command: c.name}), append(chosen, c)
		}
	}
	if len(chosen) == 0 || o.Files < 32 || o.Lines < 4 {
		return nil, fmt.Errorf("nothing to kill: use commands of %q, 32 files and 4 lines at least", Commands())
	}
	each := min(killsPerWorld, max(1, o.Kills/len(chosen)))
	for kills, n := 0, 0; kills < o.Kills; n++ {
		done, err := o.inWorld(ctx, chosen[n%len(chosen)], n, min(each, o.Kills-kills), &rows[n%len(chosen)])
		if err != nil {
			return rows, fmt.Errorf("killing %s: %w", chosen[n%len(chosen)].name, err)
		}
		kills += done
	}
	return rows, nil
}

// inWorld kills one command in a new world, and returns how often.
func (o Options) inWorld(ctx context.Context, c command, n, most int, row *Row) (kills int, err error) {
	r := rand.New(rand.NewPCG(o.Seed, uint64(n)))
	w, err := o.newWorld(c, n, r)
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(w.dir)
	if row.Run, err = w.measure(o.Program); err != nil {
		return 0, err
	}
	for kills < most {
		if err := ctx.Err(); err != nil {
			return kills, err
		}
		failed := len(row.Failures)
		done, err := w.trial(o.Program, r, row, most-kills)
		if err != nil {
			return kills, err
		}
		for i := range row.Failures[failed:] {
			row.Failures[failed+i] += fmt.Sprintf(" (world %d)", n)
		}
		kills += done
	}
	return kills, nil
}

func (o Options) newWorld(c command, n int, r *rand.Rand) (*world, error) {
	dir, err := filepath.EvalSymlinks(o.Dir)
	if err != nil {
		return nil, err
	}
	w := &world{dir: filepath.Join(dir, fmt.Sprint("world", n)), files: o.Files}
	w.template = filepath.Join(w.dir, "template")
	w.tree = newTree(filepath.Join(w.dir, "tree"), r, o.Lines)
	w.handout = newTree(filepath.Join(w.dir, "handout"), r, o.Lines)
	if err := c.before(w); err != nil {
		return nil, err
	}
	if w.before, err = w.templateState(); err != nil {
		return nil, err
	}
	if err := c.change(w); err != nil {
		return nil, err
	}
	w.args = c.after(w)
	return w, w.fresh()
}

// templateState returns what is there before the command: nothing where there is no index.
func (w *world) templateState() (*state, error) {
	x, err := index.Open(context.Background(), w.template, index.Options{ReadOnly: true})
	if errors.Is(err, index.ErrNotIndex) {
		return &state{}, nil
	}
	if err != nil {
		return nil, err
	}
	defer x.Close()
	return stateOf(x)
}

// measure returns how long the command takes when nobody kills it, the median of three.
func (w *world) measure(program string) (time.Duration, error) {
	var took []time.Duration
	for range 3 {
		t := &trial{world: w, path: filepath.Join(w.dir, "index")}
		if err := t.reset(); err != nil {
			return 0, err
		}
		begin := time.Now()
		o, err := run(program, t.path, w.args...)
		if err != nil {
			return 0, err
		}
		if o.exit != 0 {
			return 0, fmt.Errorf("nobody kills it, and it ends with %d: %s", o.exit, o.errOut)
		}
		took = append(took, time.Since(begin))
	}
	slices.Sort(took)
	return took[1], nil
}

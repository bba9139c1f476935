package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/chaffinch-search/chaffinch/bench/internal/powercut"
)

// cutAll records the commands one after another on one index. It cuts the power during each, and
// checks states that the disk may be in afterwards. Nothing is synced between the commands, so a
// cut may also undo unsynced changes of an earlier command.
func (o options) cutAll() ([]row, error) {
	dir := o.Folder()
	h := &history{options: o, r: rand.New(rand.NewPCG(o.seed, 0)), disk: powercut.New(dir), cuts: o.Folder()}
	h.world = newEmptyWorld(o, o.Folder(), h.r)
	h.template = filepath.Join(dir, "index")
	if err := os.MkdirAll(filepath.Dir(h.template), 0o777); err != nil {
		return nil, err
	}
	if err := filesOnly(h.world); err != nil {
		return nil, err
	}
	rows := make([]row, len(commands)+1)
	for i := range rows {
		var err error
		cuts := o.kills*(i+1)/len(rows) - o.kills*i/len(rows)
		if i < len(commands) {
			rows[i].command = commands[i].name
			err = h.run(commands[i], cuts, &rows[i])
		} else {
			rows[i].command = "check --repair"
			err = h.repair(cuts, &rows[i])
		}
		if err != nil {
			return rows[:i+1], fmt.Errorf("cutting the power of %s: %w", rows[i].command, err)
		}
	}
	return rows, nil
}

// history is a disk with an index that several commands have changed.
type history struct {
	options
	*world
	r    *rand.Rand
	disk *powercut.Disk
	cuts string // folder that states are written to
}

// run records the next command, and cuts the power that many times.
func (h *history) run(c command, cuts int, r *row) (err error) {
	if h.before, err = stateAt(h.template); err != nil && !missing(err) {
		return err
	}
	if err := c.change(h.world); err != nil {
		return err
	}
	h.args = c.after(h.world)
	if err := h.fresh(); err != nil {
		return err
	}
	return h.record(cuts, r, func(t *trial, o outcome) error {
		return cmp.Or(t.inspect(o), t.complete())
	})
}

// record runs the command h.args on the index, and cuts the power that many times. It calls check
// with the state that is left, and with the command's output so far.
func (h *history) record(cuts int, r *row, check func(*trial, outcome) error) error {
	first, start := h.disk.Moments(), time.Now()
	exit, output, err := h.disk.Record(h, h.program, append(slices.Clone(h.args), "--index", h.template)...)
	if err != nil {
		return err
	}
	if exit > 1 {
		return fmt.Errorf("it ends with %d: %s", exit, output)
	}
	r.run = time.Since(start)
	end := h.disk.Moments() - 1
	syncs := h.disk.Syncs()
	from, _ := slices.BinarySearch(syncs, first)
	for range cuts {
		if err := h.Err(); err != nil {
			return err
		}
		moment := end
		switch n := h.r.IntN(5); {
		case n < 2 && from < len(syncs):
			moment = syncs[from+h.r.IntN(len(syncs)-from)]
		case n < 4:
			moment = first + h.r.IntN(end-first+1)
		}
		if err := h.cut(moment, moment == end, r, check); err != nil {
			return err
		}
	}
	return nil
}

// cut writes a state of the disk to a folder and checks the index in it. ended says that the
// command had reported its end.
func (h *history) cut(moment int, ended bool, r *row, check func(*trial, outcome) error) error {
	fate := powercut.Fate(h.r.IntN(int(powercut.Fates)))
	state := h.disk.Cut(moment, fate, h.r)
	if err := os.RemoveAll(h.cuts); err != nil {
		return err
	}
	if err := state.Write(h.cuts); err != nil {
		return err
	}
	failed := len(r.failures)
	o := outcome{exit: -1}
	if ended {
		r.ended++
		o.exit = 0
	} else {
		r.kills++
	}
	t := &trial{world: h.world, program: h.program, path: filepath.Join(h.cuts, "index"), row: r}
	err := check(t, o)
	for i := range r.failures[failed:] {
		r.failures[failed+i] += fmt.Sprintf(" (at %d of %d, %s reaches the disk, %d changes lost)",
			moment, h.disk.Moments(), fate, state.Lost)
	}
	return err
}

// repair damages one file after another, records its repair, and cuts the power. It does so that
// many times in all. Readers must see an error or the repaired index. Another repair must find
// nothing to do if one was acknowledged, and in any case end as the first. An update must restore
// all of it.
func (h *history) repair(cuts int, r *row) error {
	h.before = nil
	if err := h.fresh(); err != nil {
		return err
	}
	// The repair of a segment loses documents, so it comes last.
	damages := []func() error{h.damageMeta, h.damageList, h.damageSegment}
	for i, damage := range damages {
		if err := damage(); err != nil {
			return err
		}
		n := len(damages)
		if err := h.repairOne(cuts*(i+1)/n-cuts*i/n, r); err != nil {
			return err
		}
	}
	return nil
}

func (h *history) repairOne(cuts int, r *row) error {
	h.args = []string{"check", "--repair"}
	var repaired state
	return h.record(cuts, r, func(t *trial, o outcome) (err error) {
		if repaired == nil {
			if repaired, err = stateAt(h.template); err != nil {
				return err
			}
		}
		got, err := stateAt(t.path)
		switch {
		case err == nil && slices.Equal(got, repaired):
			r.after++
		case damaged(err) && o.exit != 0:
			r.before++
		default:
			r.fail("a reader sees neither an error nor the repaired index: %v", err)
		}
		return h.repairAgain(t, o.exit == 0, repaired)
	})
}

// repairAgain repairs and updates an index whose repair was cut.
func (h *history) repairAgain(t *trial, acknowledged bool, repaired state) error {
	o, err := runProgram(h.program, t.path, h.args...)
	if err != nil {
		return err
	}
	if o.exit > 1 || o.exit == 1 && acknowledged {
		t.row.fail("the next repair ends with %d: %s%s", o.exit, o.out, o.errOut)
	}
	if got, err := stateAt(t.path); err != nil || !slices.Equal(got, repaired) {
		t.row.fail("the next repair leaves another index: %v, %s", err, difference(got, repaired))
	}
	again := *t.world
	again.args = update(&again)
	t.world = &again
	return t.complete()
}

// damageSegment overwrites a part of the largest segment.
func (h *history) damageSegment() error {
	segments, err := filepath.Glob(filepath.Join(h.template, "store", "*.zap"))
	if err != nil {
		return err
	}
	var largest string
	var size int64
	for _, name := range segments {
		if info, err := os.Stat(name); err != nil {
			return err
		} else if info.Size() > size {
			largest, size = name, info.Size()
		}
	}
	return h.overwrite(largest, 64, size/128)
}

// damageList overwrites both of the pages that name the state of the list of segments.
func (h *history) damageList() error {
	return h.overwrite(filepath.Join(h.template, "store", "root.bolt"), 2*os.Getpagesize(), 0)
}

func (h *history) damageMeta() error {
	return h.overwrite(filepath.Join(h.template, "index_meta.json"), 16, 0)
}

// overwrite writes a block of that size to a file, as its at-th, and syncs the file.
func (h *history) overwrite(file string, size int, at int64) error {
	_, output, err := h.disk.Record(h, "dd", "if=/dev/urandom", "of="+file, fmt.Sprint("bs=", size), "count=1",
		fmt.Sprint("seek=", at), "conv=notrunc,fsync")
	if err != nil {
		return fmt.Errorf("damaging %s: %w: %s", file, err, output)
	}
	return nil
}

// Package cli is the frame of the programs of bench: flags and arguments, a folder for files and
// indexes, and tables.
package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// Bench is one run of a program. Its folder, and the indexes in it, last until the run ends.
type Bench struct {
	context.Context
	*flag.FlagSet
	Out, Notes io.Writer
	args       []string
	dir        string
	folders    int
	indexes    []io.Closer
	program    *string
}

// Run declares its flags, parses them and measures something.
type Run func(*Bench) error

// Main runs the function that the first argument names, with the other arguments. Without a name it
// runs other with all of them.
func Main(program string, named map[string]Run, other Run) {
	run, args := other, os.Args[1:]
	if len(args) > 0 && named[args[0]] != nil {
		program += " " + args[0]
		run, args = named[args[0]], args[1:]
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := Call(ctx, run, args, os.Stdout, os.Stderr)
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(os.Stderr, "%s: %v\n", program, err)
		os.Exit(1)
	}
}

// Call runs a function with arguments.
func Call(ctx context.Context, run Run, args []string, out, notes io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "chaffinch-bench-")
	if err != nil {
		return err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return err
	}
	b := &Bench{Context: ctx, FlagSet: flag.NewFlagSet("", flag.ContinueOnError), Out: out, Notes: notes, args: args, dir: dir}
	b.SetOutput(notes)
	defer func() {
		for _, x := range b.indexes {
			err = errors.Join(err, x.Close())
		}
		err = errors.Join(err, os.RemoveAll(dir))
	}()
	return run(b)
}

// Parse reads the flags, and an argument for each name, such as FOLDER. [SET...] stands for any
// number, FOLDER... for one or more.
func (b *Bench) Parse(names ...string) error {
	if err := b.FlagSet.Parse(b.args); err != nil {
		return err
	}
	usage := strings.Join(names, " ")
	least, many := len(names)-strings.Count(usage, "["), strings.Contains(usage, "...")
	if n := b.NArg(); n < least || n > len(names) && !many {
		return fmt.Errorf("%d arguments: use [flags] %s", n, usage)
	}
	if b.program == nil {
		return nil
	}
	var err error
	*b.program, err = b.Build(*b.program)
	return err
}

// Build returns the program of that path. Without a path it builds the program.
func (b *Bench) Build(path string) (string, error) { return process.Program(path, b.dir) }

// Program declares the flag -program. Parse builds the program if the flag is not given.
func (b *Bench) Program() *string {
	b.program = b.String("program", "", "measure this `file` (default: build the program)")
	return b.program
}

// Numbers declares a flag of numbers of at least 1, separated by commas.
func (b *Bench) Numbers(name, usage string, numbers ...int) *[]int {
	b.Func(name, usage, func(text string) error {
		numbers = nil
		for field := range strings.SplitSeq(text, ",") {
			n, err := strconv.Atoi(field)
			if err != nil || n < 1 {
				return errors.New("use numbers from 1, separated by commas")
			}
			numbers = append(numbers, n)
		}
		return nil
	})
	return &numbers
}

// Folder returns the path of a new folder. The caller makes it.
func (b *Bench) Folder() string {
	b.folders++
	return filepath.Join(b.dir, fmt.Sprint(b.folders))
}

// Index makes an empty index.
func (b *Bench) Index(s index.Settings) (*chaffinch.Index, error) {
	x, err := chaffinch.Create(b.Folder(), s)
	if err == nil {
		b.indexes = append(b.indexes, x)
	}
	return x, err
}

// Indexed makes an index of a folder.
func (b *Bench) Indexed(folder string, s index.Settings, o index.UpdateOptions) (*chaffinch.Index, index.Report, error) {
	x, err := b.Index(s)
	if err != nil {
		return nil, index.Report{}, err
	}
	done, err := x.Update(b, index.Source{Root: folder}, o)
	return x, done, err
}

// Print prints a table.
func (b *Bench) Print(t *terminal.Table) error { return t.Write(b.Out, terminal.Style{}) }

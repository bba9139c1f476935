// Command chaffinch finds where code and text came from.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// Exit codes, like grep.
const (
	exitFound   = 0
	exitNothing = 1
	exitError   = 2
	exitClosed  = 128 + 13 // as of a program that SIGPIPE ends
)

// errNothing ends a command that succeeded but found nothing.
var errNothing = errors.New("nothing found")

// gcPercent makes the collector run less often than Go's default of 100. With 150, indexing Linux
// takes a seventh less time than with 60, for half as much memory again, 0.7 GB. GOGC overrides it.
const gcPercent = 150

// firstPercent applies until the first collection, which then comes at 32 MB. Most questions need
// less. A search takes a tenth less processor time than with collections from 6 MB on.
const firstPercent = 800

func main() {
	if os.Getenv("GOGC") == "" {
		collectLater(func() { debug.SetGCPercent(gcPercent) })
	}
	if runtime.GOOS == "windows" {
		log.SetOutput(io.Discard) // Bleve writes a line for each try to remove a file that a reader still has open
	}
	ctx, stop := interruptible()
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// collectLater delays the first collection, and calls then soon after it.
func collectLater(then func()) {
	debug.SetGCPercent(firstPercent)
	runtime.AddCleanup(new([64]byte), func(then func()) { then() }, then)
}

// interruptible returns a context that ends with the first interrupt or hangup. The terminal may be
// closed, or its connection drop. A second interrupt ends the program. nohup makes a program ignore
// that the terminal is closed; then it stays ignored. The context also ends if nobody reads the
// output any more.
func interruptible() (context.Context, func()) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop)
	ctx, cancel := context.WithCancelCause(ctx)
	whenClosed(func() { cancel(syscall.EPIPE) })
	return ctx, func() { cancel(nil); stop() }
}

// run executes the command line and returns the exit code.
func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	cmd, err := newProgram(args, in, out, errOut).ExecuteContextC(ctx)
	if err == nil || errors.Is(err, errNothing) {
		warnUnused(errOut, cmd.Flags())
	}
	switch {
	case err == nil:
		return exitFound
	case errors.Is(err, errNothing):
		return exitNothing
	case (errors.Is(err, context.Canceled) || errors.Is(err, syscall.EPIPE)) && (isClosed(out) || isClosed(errOut)):
		return exitClosed
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(errOut, "chaffinch: interrupted")
		return exitError
	}
	text := withOrigins(errorText(err, cmd.Flags()), cmd.Flags())
	if runtime.GOOS == "windows" { // its messages are sentences; no path has these characters
		text = strings.ReplaceAll(text, ".: ", ": ")
	}
	fmt.Fprintln(errOut, "chaffinch:", terminal.Safe(text))
	return exitError
}

// newProgram returns the root command with its streams, and the subcommands that args need. Without
// args it returns all.
func newProgram(args []string, in io.Reader, out, errOut io.Writer) *cobra.Command {
	cmd := newRootFor(args)
	cmd.SetArgs(args)
	cmd.SetIn(in)
	cmd.SetOut(out)
	cmd.SetErr(errOut)
	cmd.InitDefaultCompletionCmd(args...)
	for _, c := range cmd.Commands() {
		if !c.Runnable() { // completion: cobra prints its help for any shell
			c.Args, c.RunE = cobra.ArbitraryArgs, helpOrUnknown
			c.Short, c.Long = "Print a script that completes commands", completionHelp
		}
	}
	return cmd
}

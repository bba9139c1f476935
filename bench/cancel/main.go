// Command cancel measures how soon long calls return when their context is cancelled.
//
//	go run ./bench/cancel "$(go env GOROOT)/src"
//
// It indexes the folder, makes each call once to its end, and then as often as -n says, cancelled at a random moment
// of that time. Latency is from the cancellation to the return. A call that was done before counts for none. -late tells
// what keeps calls: where all goroutines are when one has not returned so long after it was cancelled.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "cancel:", err)
		os.Exit(1)
	}
}

func run() error {
	n := flag.Int("n", 20, "how often to cancel each call")
	size := flag.Int("bytes", 4<<20, "size of the large documents, in bytes")
	only := flag.String("only", "", "the calls whose names begin so")
	late := flag.Duration("late", 0, "print the stacks of calls that are later than this; 0 prints none")
	flag.Parse()
	if *n < 1 || *size < 1000 || flag.NArg() != 1 {
		return errors.New("use -n 1 or more, -bytes 1000 or more, and name one folder to index")
	}
	tmp, err := os.MkdirTemp("", "chaffinch-cancel-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	s, err := newScene(flag.Arg(0), filepath.Join(tmp, "index"), *size)
	if err != nil {
		return err
	}
	defer s.close()
	calls := slices.DeleteFunc(s.calls(), func(c call) bool { return !strings.HasPrefix(c.name, *only) })
	if len(calls) == 0 {
		return fmt.Errorf("no call begins with %q", *only)
	}
	fmt.Printf("%-28s%10s%11s%11s%10s\n", "call", "ms in all", "cancelled", "median ms", "worst ms")
	for _, c := range calls {
		c.late = *late
		if err := c.measure(*n); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}

// call is one that takes a context. begin makes it ready, and end clears away what it has made.
type call struct {
	name       string
	begin, end func() error
	do         func(context.Context) error
	late       time.Duration // from which on to print stacks; 0 is never
}

func (c call) measure(n int) error {
	whole, _, err := c.once(0)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(1, 2))
	var late []time.Duration
	for range n {
		after := time.Duration(random.Int64N(int64(whole))) + 1
		_, latency, err := c.once(after)
		if errors.Is(err, context.Canceled) {
			late = append(late, latency)
		} else if err != nil {
			return err
		}
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	if len(late) == 0 {
		fmt.Printf("%-28s%10.0f%11d\n", c.name, ms(whole), 0)
		return nil
	}
	slices.Sort(late)
	fmt.Printf("%-28s%10.0f%11d%11.1f%10.1f\n", c.name, ms(whole), len(late), ms(late[len(late)/2]), ms(late[len(late)-1]))
	return nil
}

// once makes the call, cancelled after a time if that is not 0, and returns how long it took, and how much of that
// after it was cancelled.
func (c call) once(after time.Duration) (took, late time.Duration, err error) {
	if c.begin != nil {
		if err := c.begin(); err != nil {
			return 0, 0, err
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var cancelled time.Time
	over := make(chan struct{})
	if after > 0 {
		done := make(chan struct{})
		timer := time.AfterFunc(after, func() {
			defer close(done)
			cancelled = time.Now()
			cancel()
			c.watch(over)
		})
		defer func() {
			if !timer.Stop() {
				<-done
			}
		}()
	}
	begun := time.Now()
	err = c.do(ctx)
	returned := time.Now()
	close(over)
	if errors.Is(err, context.Canceled) { // so cancelled was set before
		late = returned.Sub(cancelled)
	}
	if c.end != nil {
		err = errors.Join(err, c.end())
	}
	return returned.Sub(begun), late, err
}

// watch prints the stacks of all goroutines where the call is not over in time.
func (c call) watch(over chan struct{}) {
	if c.late == 0 {
		return
	}
	select {
	case <-over:
	case <-time.After(c.late):
		stacks := make([]byte, 1<<20)
		fmt.Printf("%s is late:\n%s\n", c.name, stacks[:runtime.Stack(stacks, true)])
	}
}

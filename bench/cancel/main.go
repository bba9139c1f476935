// Command cancel measures how soon long calls return when their context is cancelled.
//
//	go run ./bench/cancel "$(go env GOROOT)/src"
//
// It indexes the folder, makes each call once to its end, and then as often as -n says, cancelled at a random moment
// of that time. Latency is from the cancellation to the return. A call that was done before counts for none.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
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
	fmt.Printf("%-28s%10s%11s%11s%10s\n", "call", "ms in all", "cancelled", "median ms", "worst ms")
	for _, c := range s.calls() {
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
	if after > 0 {
		done := make(chan struct{})
		timer := time.AfterFunc(after, func() {
			defer close(done)
			cancelled = time.Now()
			cancel()
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
	if errors.Is(err, context.Canceled) { // so cancelled was set before
		late = returned.Sub(cancelled)
	}
	if c.end != nil {
		err = errors.Join(err, c.end())
	}
	return returned.Sub(begun), late, err
}

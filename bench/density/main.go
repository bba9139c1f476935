// Command density measures how many fingerprints each way of selecting them keeps of a corpus.
//
//	go run ./bench/density "$(go env GOROOT)/src"
//	go run ./bench/density -sample 64 ~/src/linux/fs ~/src/linux/net
//
// It compares robust winnowing and open-closed mod-minimizers, for every k and w that have the
// guarantee of the defaults, t = w+k-1: what they find is the same, but for runs of at least k and less
// than t tokens. Files are read, and those of the same bytes counted once, as an index does it.
//
// The table is per thousand tokens: "prints" are fingerprints, "postings" the distinct fingerprints
// of each document, which is what an index holds, "terms" the distinct ones of all documents. Terms
// are those in -sample, by their hash, times -sample: with 16, which is the default, right within 1%
// from a million on.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "density:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	sample := flag.Uint64("sample", 16, "count one in this `many` terms")
	flag.Parse()
	if *sample < 1 {
		return errors.New("-sample must be at least 1")
	}
	if flag.NArg() == 0 {
		return errors.New("no corpus: name the folders to read, e.g. $(go env GOROOT)/src")
	}
	c := newCensus(*sample)
	for _, root := range flag.Args() {
		if err := c.read(ctx, root); err != nil {
			return fmt.Errorf("reading %s: %w", root, err)
		}
	}
	return c.print(os.Stdout)
}

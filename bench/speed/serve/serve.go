// Package serve measures the server under load: it starts chaffinch serve, and searches over HTTP.
//
//	go -C bench run ./speed serve [-clients 1,16,64] [-lines 10,40,400] [-time 10s] [-foreign FOLDER] INDEX
//
// Questions are consecutive lines: half of them from indexed files, and half from files of FOLDER,
// which should share nothing with the corpus. Each client sends its next request when the last one
// returns. A row has answers per second, latencies in milliseconds, failed requests, the processor
// time of the server for an answer, and its resident memory.
package serve

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// Run measures the server.
func Run(b *cli.Bench) error {
	program := b.Program()
	foreign := b.String("foreign", "", "`FOLDER` of code that is not indexed (default: the Go tree)")
	clients := b.Numbers("clients", "`NUMBERS` of clients at a time", 1, 16, 64)
	lengths := b.Numbers("lines", "`NUMBERS` of lines of a question", 10, 40, 400)
	questions := b.Int("questions", 200, "`NUMBER` of different questions of each length")
	each := b.Duration("time", 10*time.Second, "`TIME` of each load")
	promising := b.Bool("promising", false, "skip documents that are unlikely to reach the score")
	seed := b.Uint64("seed", 1, "seed of the questions")
	if err := b.Parse("INDEX"); err != nil {
		return err
	}
	if *foreign == "" {
		goRoot, err := process.GoRoot()
		if err != nil {
			return err
		}
		*foreign = filepath.Join(goRoot, "src")
	}
	root, err := indexed(b, b.Arg(0))
	if err != nil {
		return err
	}
	s, err := process.Serve(*program, b.Arg(0))
	if err != nil {
		return err
	}
	defer s.Stop()
	table := terminal.NewTable(">lines", ">clients", ">answers/s", ">p50 ms", ">p99 ms", ">failed", ">CPU ms/ans", ">RSS MB")
	for _, lines := range *lengths {
		asked, err := requests(root, *foreign, *questions, lines, *seed, *promising)
		if err != nil {
			return err
		}
		if _, err := load(b, s.URL, 2, min(*each, 3*time.Second), asked); err != nil { // the index is in memory afterwards
			return err
		}
		for _, n := range *clients {
			r, err := load(b, s.URL, n, *each, asked)
			if err != nil {
				return err
			}
			table.Row(append([]string{fmt.Sprint(lines), fmt.Sprint(n)}, r.cells()...)...)
		}
	}
	if err := b.Print(table); err != nil {
		return err
	}
	return s.Stop()
}

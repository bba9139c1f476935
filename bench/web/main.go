// Command web measures the browser edition, in node or in Chromium, beside the program on one thread.
//
//	go generate ./web                      builds the engine and the page; this takes minutes
//	go -C bench run ./web                     a class of 2,000 submissions in node, with two workers
//	go -C bench run ./web -browser            the page in Chromium: time, memory, and whether its JSON is the program's
//	go -C bench run ./web -browser -n 500     a smaller class
//	go -C bench run ./web -browser FOLDER     any folder, each file compared with every other one
//	go -C bench run ./web -paint 9            when Chromium paints the page first, from a disk and from a server
//
// The class is that of bench/pairs. The processor time of node and of Chromium includes compiling the engine.
// CHAFFINCH_BROWSER may be the path of a browser.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/chaffinch-search/chaffinch/bench/internal/process"
)

// config is what the flags say.
type config struct {
	n, workers, paint int
	browser           bool
	program, folder   string
}

func main() {
	var c config
	flag.IntVar(&c.n, "n", 2000, "submissions in the class")
	flag.IntVar(&c.workers, "workers", 2, "workers of the engine")
	flag.BoolVar(&c.browser, "browser", false, "measure the page in Chromium, not the engine in node")
	flag.IntVar(&c.paint, "paint", 0, "open the page in that `number` of new browsers, and measure nothing else")
	flag.StringVar(&c.program, "program", "", "compare with this `file` (default: build the program)")
	flag.Parse()
	c.folder = flag.Arg(0)
	if err := run(c); err != nil {
		fmt.Fprintln(os.Stderr, "web:", err)
		os.Exit(1)
	}
}

func run(c config) error {
	dir, err := os.MkdirTemp("/var/tmp", "chaffinch-web-") // Chromium gives pages no folder of /dev/shm
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if c.program, err = process.Program(c.program, dir); err != nil {
		return err
	}
	if c.paint > 0 {
		return measurePaint(c, dir)
	}
	if c.folder == "" {
		c.folder = filepath.Join(dir, "class")
		write := exec.Command("go", "run", "github.com/chaffinch-search/chaffinch/bench/pairs", "-n", strconv.Itoa(c.n), "-write", c.folder)
		if out, err := write.CombinedOutput(); err != nil {
			return fmt.Errorf("writing the class: %w\n%s", err, out)
		}
	}
	if c.folder, err = filepath.Abs(c.folder); err != nil {
		return err
	}
	if c.browser {
		return measureBrowser(c, dir)
	}
	return measureNode(c, dir)
}

// native measures the program on one thread, as it writes a file.
func native(c config, file string) (process.Cost, error) {
	if err := os.Setenv("GOMAXPROCS", "1"); err != nil {
		return process.Cost{}, err
	}
	defer os.Unsetenv("GOMAXPROCS")
	// The page names the class as the folder that was chosen.
	cost, _, err := process.RunIn(filepath.Dir(c.folder), c.program, "pairs", "--output", file, filepath.Base(c.folder))
	if err == nil {
		fmt.Printf("program, one thread, %s: %.1f s (%.1f s of CPU time), peak memory %.0f MB\n", filepath.Ext(file)[1:], cost.Seconds, cost.CPU, cost.PeakMB)
	}
	return cost, err
}

func measureNode(c config, dir string) error {
	alone, err := native(c, filepath.Join(dir, "pairs.tsv"))
	if err != nil {
		return err
	}
	root, err := process.Root()
	if err != nil {
		return err
	}
	script, library := filepath.Join(root, "bench", "web", "run.mjs"), filepath.Join(root, "web", "index.js")
	node, out, err := process.Run("node", script, library, c.folder, strconv.Itoa(c.workers))
	if err != nil {
		return err
	}
	if len(out) == 0 {
		return errors.New("the engine does not run in node: run go generate ./web again")
	}
	var told struct {
		Seconds, Memory float64
		Pairs           int
		Steps           map[string]float64
	}
	if err := json.Unmarshal(out, &told); err != nil {
		return fmt.Errorf("reading what node printed: %w", err)
	}
	fmt.Printf("node, %d workers: %.1f s (%.1f s of CPU time, %.1f times the program's), memory of the engine %.0f MB, peak of node %.0f MB\n",
		c.workers, told.Seconds, node.CPU, node.CPU/alone.CPU, told.Memory, node.PeakMB)
	for _, name := range slices.Sorted(maps.Keys(told.Steps)) {
		fmt.Printf("  %s: %.1f s of CPU time\n", name, told.Steps[name])
	}
	fmt.Printf("%d pairs\n", told.Pairs)
	return nil
}

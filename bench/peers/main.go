// Command peers measures chaffinch beside other programs that index code or look for copies in it.
//
//	go run ./bench/peers "$(go env GOROOT)/src"
//	go run ./bench/peers -dolos "" -ext .c,.h ~/src/linux/fs      all but Dolos
//	go run ./bench/pairs -n 300 -write class && go run ./bench/peers -zoekt "" class
//
// The peers are no part of this module. Who wants them installs them:
//
//	zoekt   go install github.com/sourcegraph/zoekt/cmd/zoekt-index@latest, or go build in a clone
//	jscpd   npm install -g jscpd
//	Dolos   npm install -g @dodona/dolos, which compiles its parsers: a C++ compiler and Python
//
// They are looked for on PATH, or where a flag says; who is not there is left out, and a line says so.
//
// `chaffinch index` stands beside zoekt-index, `chaffinch pairs` beside jscpd and Dolos. All read the same
// files, which are copied into a folder of their own first: text that is not hidden, with one of the
// extensions of -ext. The limits of jscpd on size and lines are lifted. zoekt keeps its own, which spare
// it work, and needs no ctags; it counts files that it skips. chaffinch counts only those in which there
// is something to find, and reads generated and minified ones, too. Output goes into files.
//
// They run in turns, -runs times each, so that what else the machine does hits all alike. The table has
// medians, and how many times as much as chaffinch a peer took: above 1 chaffinch is faster. On a machine
// that others use, too, believe the processor time, user and system, of which waiting is no part.
// Peak memory is that of a program's largest process. What is reported is not the same: chaffinch lists
// pairs of files from a score on, Dolos every pair, jscpd passages of at least 50 equal tokens.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/chaffinch-search/chaffinch/bench/process"
)

// config is what the flags say.
type config struct {
	runs    int
	ext     []string          // empty for all files
	paths   map[string]string // of the peers, by their name
	folders []string
}

func main() {
	if err := run(parse()); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func parse() config {
	c := config{paths: map[string]string{}}
	zoekt := flag.String("zoekt", "zoekt-index", "`path` of zoekt-index, empty to leave it out")
	jscpd := flag.String("jscpd", "jscpd", "`path` of jscpd, likewise")
	dolos := flag.String("dolos", "dolos", "`path` of dolos, likewise")
	ext := flag.String("ext", "", "only files with one of these `extensions`, such as .c,.h")
	flag.IntVar(&c.runs, "runs", 3, "how often each program runs")
	flag.Parse()
	c.paths["zoekt"], c.paths["jscpd"], c.paths["Dolos"] = *zoekt, *jscpd, *dolos
	if *ext != "" {
		c.ext = strings.Split(*ext, ",")
	}
	c.folders = flag.Args()
	return c
}

func run(c config) error {
	if len(c.folders) == 0 {
		return fmt.Errorf("no corpus: name the folders to read, e.g. $(go env GOROOT)/src")
	}
	if c.runs < 1 {
		return fmt.Errorf("-runs must be at least 1")
	}
	dir, err := os.MkdirTemp("", "chaffinch-peers-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	own, err := process.Build(dir)
	if err != nil {
		return err
	}
	jobs := find(c.paths, own, os.Stdout)
	for i, folder := range c.folders {
		if err := compare(c, jobs, folder, filepath.Join(dir, fmt.Sprint(i))); err != nil {
			return fmt.Errorf("comparing on %s: %w", folder, err)
		}
	}
	return nil
}

// compare lets the programs of each job run over the files of the folder, of which dir gets a copy.
func compare(c config, jobs []job, folder, dir string) error {
	files, size, err := stage(folder, filepath.Join(dir, "files"), c.ext)
	if err != nil {
		return err
	}
	fmt.Printf("\n%s: %d files, %.1f MB\n", folder, len(files), float64(size)/1e6)
	for _, j := range jobs {
		rows, err := j.measure(c.runs, files, dir)
		if err != nil {
			return err
		}
		if err := printTable(os.Stdout, j.name, rows); err != nil {
			return err
		}
	}
	return os.RemoveAll(dir)
}

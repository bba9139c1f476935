// Command scale measures what an index costs for each byte, fingerprint and question, on corpora of
// several sizes, so that docs/scale.md can say what larger ones cost.
//
//	go run ./bench/scale "$(go env GOROOT)/src" ~/src/linux ~/src
//
// Every folder is indexed by a process of its own, with both representations. Then as many snippets of
// 40 lines are asked for as -questions says, by the index alone.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/chaffinch-search/chaffinch/bench/process"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "scale:", err)
		os.Exit(1)
	}
}

func run() error {
	dir := flag.String("dir", "", "used by the program itself")
	questions := flag.Int("questions", 300, "how many questions to ask of each index")
	flag.Parse()
	if *questions < 1 {
		return fmt.Errorf("-questions %d: use 1 or more", *questions)
	}
	if flag.NArg() == 0 {
		return fmt.Errorf("name corpora, as in scale FOLDER FOLDER")
	}
	if *dir != "" {
		r, err := measure(flag.Arg(0), *dir, *questions)
		if err != nil {
			return err
		}
		return json.NewEncoder(os.Stdout).Encode(r)
	}
	var rows []row
	for _, folder := range flag.Args() {
		r, err := apart(folder, *questions)
		if err != nil {
			return fmt.Errorf("measuring %s: %w", folder, err)
		}
		rows = append(rows, r)
	}
	return printTable(os.Stdout, rows)
}

// apart measures in a process of its own.
func apart(folder string, questions int) (row, error) {
	var r row
	tmp, err := os.MkdirTemp("", "chaffinch-scale-")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(tmp)
	self, err := os.Executable()
	if err != nil {
		return r, err
	}
	cmd := exec.Command(self, "-dir", filepath.Join(tmp, "index"), "-questions", strconv.Itoa(questions), folder)
	cmd.Env = process.LikeTheProgram()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	if err := cmd.Run(); err != nil {
		return r, err
	}
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		return r, err
	}
	r.PeakMB = process.PeakMB(cmd.ProcessState)
	return r, nil
}

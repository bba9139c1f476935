// Package dedup measures `chaffinch dedup`, and tools by MinHash next to it.
//
//	go -C bench run ./speed dedup FOLDER
//	go -C bench run ./speed dedup -python ~/venv/bin/python FOLDER  with rensa and datasketch
//
// Each tool drops the documents of the folder that are similar to one that is kept, at a Jaccard
// similarity of .8 of runs of five words: the whole job from reading the files on. rensa and
// datasketch (https://pypi.org) make signatures of 128 hashes, ask their index of bands, and drop a
// document if the signatures agree in .8; words and runs are made by Python. A tool that is not
// installed is left out.
package dedup

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
	"github.com/chaffinch-search/chaffinch/dedup"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// peers drops documents by a tool, and prints how many it reads and drops.
const peers = `
import os, re, sys
tool, root = sys.argv[1:]
if tool == "rensa":
    from rensa import RMinHash, RMinHashLSH
    index = RMinHashLSH(threshold=.8, num_perm=128, num_bands=16)
    def signature(runs):
        m = RMinHash(num_perm=128, seed=1)
        m.update(runs)
        return m
else:
    from datasketch import MinHash, MinHashLSH
    index = MinHashLSH(threshold=.8, num_perm=128)
    def signature(runs):
        m = MinHash(num_perm=128)
        m.update_batch([r.encode() for r in runs])
        return m
kept, documents, dropped = {}, 0, 0
for folder, folders, names in os.walk(root):
    folders.sort()
    for name in sorted(names):
        with open(os.path.join(folder, name), "rb") as f:
            text = f.read()
        if not text or b"\0" in text[:8000] or len(text) > 4 << 20:
            continue
        words = re.findall(r"\w+", text.decode("utf8", "replace").lower())
        m = signature([" ".join(words[i:i + 5]) for i in range(max(1, len(words) - 4))])
        if any(m.jaccard(kept[i]) >= .8 for i in index.query(m)):
            dropped += 1
        else:
            index.insert(documents, m)
            kept[documents] = m
        documents += 1
print(documents, dropped)
`

// Run measures a folder.
func Run(b *cli.Bench) error {
	program := b.Program()
	python := b.String("python", "python3", "`program` that runs Python with rensa and datasketch")
	if err := b.Parse("FOLDER"); err != nil {
		return err
	}
	folder := b.Arg(0)
	bytes := int64(0)
	err := filepath.Walk(folder, func(_ string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().IsRegular() {
			bytes += info.Size()
		}
		return err
	})
	if err != nil {
		return err
	}
	table := terminal.NewTable("tool", ">documents", ">dropped", ">CPU s", ">MB/s", ">peak MB")
	row := func(name string, documents, dropped int, cost process.Cost) {
		table.Row(name, terminal.Thousands(documents), terminal.Thousands(dropped), fmt.Sprintf("%.1f", cost.CPU),
			fmt.Sprintf("%.1f", float64(bytes)/1e6/cost.CPU), fmt.Sprintf("%.0f", cost.PeakMB))
	}
	cost, out, err := process.Run(*program, "dedup", "--json", folder)
	if err != nil {
		return err
	}
	var r dedup.Report
	if err := json.Unmarshal(out, &r); err != nil {
		return err
	}
	row("chaffinch", r.All.Documents, r.All.Documents-r.Kept.Documents, cost)
	for _, tool := range []string{"rensa", "datasketch"} {
		if exec.Command(*python, "-c", "import "+tool).Run() != nil {
			continue
		}
		cost, out, err := process.Run(*python, "-c", peers, tool, folder)
		if err != nil {
			return err
		}
		counts := strings.Fields(string(out))
		if len(counts) != 2 {
			return fmt.Errorf("%s printed %q", tool, out)
		}
		documents, err := strconv.Atoi(counts[0])
		if err != nil {
			return err
		}
		dropped, err := strconv.Atoi(counts[1])
		if err != nil {
			return err
		}
		row(tool, documents, dropped, cost)
	}
	return b.Print(table)
}

// Package cluster compares an index on an OpenSearch cluster with an index on disk. Both are of one
// folder, on this machine. It measures how fast both are loaded, how large they are, how long
// searches for candidates take, and whether the candidates are the same.
//
//	go -C bench run ./crash cluster $(go env GOROOT)/src
//	go -C bench run ./crash cluster -shards 4 -samples 200 linux
//
// It starts the nodes itself: see bench/internal/nodes.
package cluster

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/nodes"
	"github.com/chaffinch-search/chaffinch/index"
	_ "github.com/chaffinch-search/chaffinch/index/cluster"
)

// bench is one run.
type bench struct {
	*cli.Bench
	samples     int
	node        *nodes.Node
	disk, cloud *chaffinch.Index
	diskBytes   int64
	sourceBytes int64
}

// Run compares the indexes.
func Run(c *cli.Bench) (err error) {
	b := &bench{Bench: c}
	var o nodes.Options
	c.IntVar(&o.Nodes, "n", 3, "number of nodes")
	c.StringVar(&o.Heap, "heap", "512m", "memory of a node")
	c.StringVar(&o.Version, "version", "", "one of "+strings.Join(nodes.Versions(), ", "))
	settings := index.DefaultSettings()
	shards := c.Int("shards", 4, "number of shards")
	c.IntVar(&b.samples, "samples", 100, "number of timed questions of each length")
	if err := c.Parse("FOLDER"); err != nil {
		return err
	}
	folder, err := filepath.Abs(c.Arg(0))
	if err != nil {
		return err
	}
	starting, cancel := context.WithTimeout(c, 10*time.Minute)
	defer cancel()
	cluster, err := nodes.Start(starting, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, cluster.Stop()) }()
	b.node = cluster.Nodes[0]
	if b.disk, err = c.Index(settings); err != nil {
		return err
	}
	settings.Shards = *shards
	if b.cloud, err = chaffinch.Create(cluster.Address("bench"), settings); err != nil {
		return err
	}
	defer b.cloud.Close()
	fmt.Fprintf(c.Out, "%s: %d nodes of %s, %d shards\n\n", filepath.Base(folder), o.Nodes, o.Heap, *shards)
	if err := b.load("on disk", b.disk, folder); err != nil {
		return err
	}
	if err := b.load("cluster", b.cloud, folder); err != nil {
		return err
	}
	if err := b.size(); err != nil {
		return err
	}
	disk, err := b.disk.State()
	if err != nil {
		return err
	}
	defer disk.Close()
	all, err := contentsOf(c, disk)
	if err != nil {
		return err
	}
	if err := b.time(disk, all); err != nil {
		return err
	}
	return b.crowd(disk, all)
}

// load loads an index.
func (b *bench) load(where string, x *chaffinch.Index, folder string) error {
	begun := time.Now()
	r, err := x.Update(b, index.Source{Root: folder}, index.UpdateOptions{})
	if err != nil {
		return err
	}
	took := time.Since(begun).Seconds()
	fmt.Fprintf(b.Out, "%s  loaded in %6.1f s: %6.0f contents/s, %5.1f MB/s of source\n",
		where, took, float64(r.Contents)/took, float64(r.Bytes)/1e6/took)
	b.sourceBytes = r.Bytes
	return nil
}

// leaseTime is how long a cluster keeps changes that copies of a shard may still need.
const leaseTime = 35 * time.Second

// size prints the sizes, after a merge.
func (b *bench) size() (err error) {
	if b.diskBytes, err = b.disk.Size(b); err != nil {
		return err
	}
	fmt.Fprintf(b.Out, "\non disk  %8.1f MB, %4.1f%% of the source\n",
		float64(b.diskBytes)/1e6, 100*float64(b.diskBytes)/float64(b.sourceBytes))
	if err := b.node.Do(b, "POST", "/bench,bench-files/_flush?force=true", "", nil); err != nil {
		return err
	}
	select {
	case <-time.After(leaseTime):
	case <-b.Done():
		return b.Err()
	}
	for _, step := range []string{"_forcemerge?max_num_segments=1", "_flush?force=true", "_refresh"} {
		if err := b.node.Do(b, "POST", "/bench,bench-files/"+step, "", nil); err != nil {
			return err
		}
	}
	return b.printSize("cluster, merged")
}

// printSize prints the size of the primary shards.
func (b *bench) printSize(what string) error {
	var stats struct {
		All struct {
			Primaries struct {
				Store struct {
					Bytes float64 `json:"size_in_bytes"`
				}
			}
		} `json:"_all"`
	}
	if err := b.node.Get(b, "/bench,bench-files/_stats/store", &stats); err != nil {
		return err
	}
	size := stats.All.Primaries.Store.Bytes
	fmt.Fprintf(b.Out, "%s  %8.1f MB, %4.1f%% of the source, %.2f times the index on disk, without copies\n",
		what, size/1e6, 100*size/float64(b.sourceBytes), size/float64(b.diskBytes))
	return nil
}

// Package cluster compares an index on an OpenSearch cluster with one on disk, of the same folder,
// on this machine. It measures how fast both are loaded, how large they are, how long searches for
// candidates take, and whether the candidates are the same.
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
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/nodes"
	"github.com/chaffinch-search/chaffinch/index"
	_ "github.com/chaffinch-search/chaffinch/index/cluster"
)

// options are the flags.
type options struct {
	nodes.Options
	shards, samples int
	folder          string
}

func parse(args []string) (o options, err error) {
	f := cli.Flags()
	f.IntVar(&o.Nodes, "n", 3, "number of nodes")
	f.StringVar(&o.Heap, "heap", "512m", "memory of a node")
	f.StringVar(&o.Version, "version", "", "one of "+strings.Join(nodes.Versions(), ", "))
	f.IntVar(&o.shards, "shards", 4, "number of shards")
	f.IntVar(&o.samples, "samples", 100, "number of timed questions of each length")
	if err := cli.Parse(f, args, "FOLDER"); err != nil {
		return o, err
	}
	o.folder, err = filepath.Abs(f.Arg(0))
	return o, err
}

// Run compares the indexes.
func Run(ctx context.Context, args []string, _, _ io.Writer) (err error) {
	o, err := parse(args)
	if err != nil {
		return err
	}
	starting, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	c, err := nodes.Start(starting, o.Options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Stop()) }()
	dir, err := os.MkdirTemp("", "chaffinch-cluster-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	b := &bench{options: o, cluster: c, dir: dir}
	return b.measure(ctx)
}

// bench is one run.
type bench struct {
	options
	cluster       *nodes.Cluster
	dir           string
	disk, cloud   *chaffinch.Index
	diskBytes     int64
	contents      int
	documentBytes int64
}

// settings returns the settings of both indexes, but for the shards.
func (b *bench) settings(shards int) index.Settings {
	s := index.DefaultSettings()
	s.Shards = shards
	return s
}

func (b *bench) measure(ctx context.Context) (err error) {
	if b.disk, err = chaffinch.Create(filepath.Join(b.dir, "index"), b.settings(0)); err != nil {
		return err
	}
	defer b.disk.Close()
	if b.cloud, err = chaffinch.Create(b.cluster.Address("bench"), b.settings(b.shards)); err != nil {
		return err
	}
	defer b.cloud.Close()
	fmt.Printf("%s: %d nodes of %s, %d shards\n\n", filepath.Base(b.folder), b.Nodes, b.Heap, b.shards)
	for _, step := range []func(context.Context) error{b.load, b.size} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	disk, err := b.disk.State()
	if err != nil {
		return err
	}
	defer disk.Close()
	all, err := contentsOf(ctx, disk)
	if err != nil {
		return err
	}
	for _, step := range []func(context.Context, index.State, []string) error{b.time, b.crowd} {
		if err := step(ctx, disk, all); err != nil {
			return err
		}
	}
	return nil
}

// load loads both indexes.
func (b *bench) load(ctx context.Context) error {
	for _, x := range []*chaffinch.Index{b.disk, b.cloud} {
		begun := time.Now()
		r, err := x.Update(ctx, index.Source{Root: b.folder}, index.UpdateOptions{})
		if err != nil {
			return err
		}
		took := time.Since(begun).Seconds()
		where := "on disk"
		if x == b.cloud {
			where = "cluster"
		}
		fmt.Printf("%s  loaded in %6.1f s: %6.0f contents/s, %5.1f MB/s of source\n", where, took, float64(r.Contents)/took, float64(r.Bytes)/1e6/took)
		b.contents, b.documentBytes = r.Contents, r.Bytes
	}
	return nil
}

// leaseTime is how long a cluster keeps changes that copies of a shard may still need.
const leaseTime = 35 * time.Second

// size prints the sizes, before and after a merge.
func (b *bench) size(ctx context.Context) (err error) {
	if b.diskBytes, err = b.disk.Size(ctx); err != nil {
		return err
	}
	fmt.Printf("\non disk  %8.1f MB, %4.1f%% of the source\n", float64(b.diskBytes)/1e6, 100*float64(b.diskBytes)/float64(b.documentBytes))
	if err := b.printSize(ctx, "cluster, as loaded"); err != nil {
		return err
	}
	n := b.cluster.Nodes[0]
	if err := n.Do(ctx, "POST", "/bench,bench-files/_flush?force=true", "", nil); err != nil {
		return err
	}
	select {
	case <-time.After(leaseTime):
	case <-ctx.Done():
		return ctx.Err()
	}
	for _, path := range []string{"/bench,bench-files/_forcemerge?max_num_segments=1", "/bench,bench-files/_flush?force=true", "/bench,bench-files/_refresh"} {
		if err := n.Do(ctx, "POST", path, "", nil); err != nil {
			return err
		}
	}
	return b.printSize(ctx, "cluster, merged")
}

// printSize prints the size of the primary shards.
func (b *bench) printSize(ctx context.Context, what string) error {
	var stats struct {
		All struct {
			Primaries struct {
				Store struct {
					Bytes float64 `json:"size_in_bytes"`
				}
			}
		} `json:"_all"`
	}
	if err := b.cluster.Nodes[0].Get(ctx, "/bench,bench-files/_stats/store", &stats); err != nil {
		return err
	}
	size := stats.All.Primaries.Store.Bytes
	fmt.Printf("%s  %8.1f MB, %4.1f%% of the source, %.2f times the index on disk, without copies\n",
		what, size/1e6, 100*size/float64(b.documentBytes), size/float64(b.diskBytes))
	return nil
}

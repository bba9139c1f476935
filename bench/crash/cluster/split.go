package cluster

import (
	"context"
	"fmt"
	"time"

	"github.com/chaffinch-search/chaffinch/bench/internal/nodes"
)

// splitTime is how long the network is split. The others give the isolated node up after half a
// minute.
const splitTime = time.Minute

// manager returns the elected manager. To lose it is worst: the others have to elect one.
func (b *bench) manager(ctx context.Context) (*nodes.Node, error) {
	var state struct {
		Manager string `json:"master_node"`
		Nodes   map[string]struct{ Name string }
	}
	if err := b.cluster.Nodes[0].Get(ctx, "/_cluster/state/master_node,nodes", &state); err != nil {
		return nil, err
	}
	var i int
	if _, err := fmt.Sscanf(state.Nodes[state.Manager].Name, "node%d", &i); err != nil {
		return nil, err
	}
	return b.cluster.Nodes[i], nil
}

// split isolates the manager for a time. The program reaches all nodes, also the isolated one.
func (b *bench) split(ctx context.Context) func() error {
	return func() error {
		n, err := b.manager(ctx)
		if err != nil {
			return err
		}
		b.cluster.Isolate(n)
		time.Sleep(splitTime)
		b.cluster.Heal()
		return nil
	}
}

func (b *bench) splitWhileLoading(ctx context.Context, t *trial) error {
	return t.load(ctx, b.split(ctx))
}

func (b *bench) splitWhileLoadingMore(ctx context.Context, t *trial) error {
	return t.loadMore(ctx, b.split(ctx))
}

func (b *bench) splitUnderQuestions(ctx context.Context, t *trial) error {
	return t.askThroughSplit(ctx, true)
}

func (b *bench) splitWithoutCopies(ctx context.Context, t *trial) error {
	return t.askThroughSplit(ctx, false)
}

func (t *trial) askThroughSplit(ctx context.Context, copies bool) error {
	split := make(chan error, 1)
	err := t.ask(ctx, copies, splitTime+askingTime, func() { go func() { split <- t.split(ctx)() }() })
	if err != nil {
		return err
	}
	return <-split
}

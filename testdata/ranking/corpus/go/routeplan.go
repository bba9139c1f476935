// Package routeplan finds cheap ways through a network of towns and roads.
package routeplan

import (
	"container/heap"
	"fmt"
	"math"
	"strings"
)

// Road leads from one town to another. Toll is what it costs to take it.
type Road struct {
	To   int
	Toll float64
}

// Network is a directed graph; towns are numbered in the order of AddTown.
type Network struct {
	names []string
	ids   map[string]int
	roads [][]Road
}

// AddTown returns the number of a town, and adds the town if it is new.
func (n *Network) AddTown(name string) int {
	if id, ok := n.ids[name]; ok {
		return id
	}
	if n.ids == nil {
		n.ids = make(map[string]int)
	}
	id := len(n.names)
	n.ids[name] = id
	n.names = append(n.names, name)
	n.roads = append(n.roads, nil)
	return id
}

// Connect builds a road in both directions.
func (n *Network) Connect(a, b string, toll float64) error {
	if toll < 0 {
		return fmt.Errorf("road %s-%s: negative toll %g", a, b, toll)
	}
	x, y := n.AddTown(a), n.AddTown(b)
	n.roads[x] = append(n.roads[x], Road{To: y, Toll: toll})
	n.roads[y] = append(n.roads[y], Road{To: x, Toll: toll})
	return nil
}

type stop struct {
	town int
	cost float64
}

type frontier []stop

func (f frontier) Len() int           { return len(f) }
func (f frontier) Less(i, j int) bool { return f[i].cost < f[j].cost }
func (f frontier) Swap(i, j int)      { f[i], f[j] = f[j], f[i] }
func (f *frontier) Push(x any)        { *f = append(*f, x.(stop)) }
func (f *frontier) Pop() any {
	old := *f
	last := old[len(old)-1]
	*f = old[:len(old)-1]
	return last
}

// Cheapest returns the towns on a cheapest way and what it costs.
func (n *Network) Cheapest(from, to string) ([]string, float64, error) {
	start, ok := n.ids[from]
	if !ok {
		return nil, 0, fmt.Errorf("unknown town %q", from)
	}
	goal, ok := n.ids[to]
	if !ok {
		return nil, 0, fmt.Errorf("unknown town %q", to)
	}
	cost := make([]float64, len(n.names))
	via := make([]int, len(n.names))
	for i := range cost {
		cost[i] = math.Inf(1)
		via[i] = -1
	}
	cost[start] = 0
	open := &frontier{{start, 0}}
	for open.Len() > 0 {
		here := heap.Pop(open).(stop)
		if here.town == goal {
			return n.trace(via, goal), here.cost, nil
		}
		if here.cost > cost[here.town] {
			continue
		}
		for _, road := range n.roads[here.town] {
			reached := here.cost + road.Toll
			if reached < cost[road.To] {
				cost[road.To] = reached
				via[road.To] = here.town
				heap.Push(open, stop{road.To, reached})
			}
		}
	}
	return nil, 0, fmt.Errorf("no way from %s to %s", from, to)
}

func (n *Network) trace(via []int, goal int) []string {
	var path []string
	for at := goal; at >= 0; at = via[at] {
		path = append(path, n.names[at])
	}
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path
}

// Describe writes a way as people read it.
func Describe(path []string, cost float64) string {
	return fmt.Sprintf("%s (%.2f)", strings.Join(path, " -> "), cost)
}

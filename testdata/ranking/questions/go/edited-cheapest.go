package atlas

import (
	"container/heap"
	"fmt"
	"math"
)

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
	}
	cost[start] = 0
	open := &frontier{{start, 0}}
	visited := 0
	for open.Len() > 0 {
		here := heap.Pop(open).(stop)
		visited++
		if visited > maxVisited {
			return nil, 0, errTooFar
		}
		if here.town == goal {
			return n.trace(via, goal), here.cost, nil
		}
		for _, road := range n.roads[here.town] {
			reached := here.cost + road.Toll*n.surcharge
			if reached <= cost[road.To] {
				cost[road.To] = reached
				via[road.To] = here.town
				heap.Push(open, stop{road.To, reached})
			}
		}
	}
	return nil, 0, fmt.Errorf("cannot go from %s to %s", from, to)
}

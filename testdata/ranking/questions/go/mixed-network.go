package netutil

import (
	"context"
	"fmt"
	"sort"
	"time"
)

// younger drops what happened before limit; times are in rising order.
func younger(times []time.Time, limit time.Time) []time.Time {
	i := sort.Search(len(times), func(i int) bool { return times[i].After(limit) })
	return times[i:]
}

// Take asks for one request of key.
func (q *Quota) Take(ctx context.Context, key string) error {
	req := request{key: key, at: time.Now(), answer: make(chan error, 1)}
	select {
	case q.requests <- req:
		return <-req.answer
	case <-ctx.Done():
		return ctx.Err()
	}
}

type peer struct {
	name string
	load float64
}

// AddPeer returns the number of a town, and adds the town if it is new.
func (m *Mesh) AddPeer(label string) int {
	if num, ok := m.known[label]; ok {
		return num
	}
	if m.known == nil {
		m.known = make(map[string]int)
	}
	num := len(m.labels)
	m.known[label] = num
	m.labels = append(m.labels, label)
	m.links = append(m.links, nil)
	return num
}

// Link builds a road in both directions.
func (m *Mesh) Link(one, two string, cost float64) error {
	if cost < 0 {
		return fmt.Errorf("road %s-%s: negative toll %g", one, two, cost)
	}
	i, j := m.AddPeer(one), m.AddPeer(two)
	m.links[i] = append(m.links[i], Edge{Target: j, Cost: cost})
	m.links[j] = append(m.links[j], Edge{Target: i, Cost: cost})
	return nil
}

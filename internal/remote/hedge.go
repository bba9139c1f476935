package remote

import (
	"context"
	"reflect"
	"time"
)

// A read is hedged: if its node is slow, a second node gets the request, too. The first answer is
// taken (Dean and Barroso, The tail at scale, CACM 56(2), 2013). This is safe for requests that
// change nothing, except scrolls, because both nodes would keep one. A slow node is then avoided
// for a time that doubles each time it is slow again. If all nodes are slow, the cluster has much
// to do, so second requests are at most a tenth of the first requests, and a few more.

const (
	// slow is how long a node may take before a second node gets the request.
	slow = time.Second
	// longestRest bounds how long a slow node gets no requests.
	longestRest = time.Minute
	// mostHedges is the number of second requests at first, and hedgeShare what each read adds to
	// it.
	mostHedges, hedgeShare = 10, 0.1
)

// ask sends a request to a node. If it is hedged and the node is slow, a second node gets it, too.
// It returns the first answer, of the type of empty.
func (c *Client) ask(ctx context.Context, at string, r request, empty any) (reflect.Value, error) {
	type answered struct {
		by     string
		answer reflect.Value
		err    error
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the other one
	answers := make(chan answered, 2)
	start := func(base string) {
		answer := reflect.New(reflect.TypeOf(empty).Elem()) // the other one has its own
		answer.Elem().Set(reflect.ValueOf(empty).Elem())
		go func() { answers <- answered{base, answer, c.send(ctx, base, r, answer.Interface())} }()
	}
	start(at)
	if !r.hedged {
		first := <-answers
		return first.answer, first.err
	}
	waiting, late := 1, c.after(slow)
	for {
		select {
		case a := <-answers:
			if waiting--; a.err == nil || waiting == 0 {
				if a.err == nil {
					c.timed(at, a.by != at)
				}
				return a.answer, a.err
			}
		case <-late:
			late = nil
			if other := c.second(at); other != "" {
				waiting++
				start(other)
			}
		}
	}
}

// second returns another node than first. It returns "" if there is only one, or if the budget for
// second requests is spent.
func (c *Client) second(first string) string {
	c.mu.Lock()
	few := c.hedges < 1
	c.mu.Unlock()
	if few || c.hosts < 2 {
		return ""
	}
	other := c.next()
	if other == first {
		other = c.next()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hedges--
	return other
}

// timed notes that a read was answered, and whether its node was slower than a second one.
func (c *Client) timed(first string, slower bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hedges = min(mostHedges, c.hedges+hedgeShare)
	n := c.node(first)
	switch {
	case n == nil:
	case slower:
		n.resting = c.now().Add(min(rest<<n.slow, longestRest))
		n.slow = min(n.slow+1, 8)
	default:
		n.slow = 0
	}
}

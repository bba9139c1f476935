// Package clockcache bounds memory for looked-up values with the clock
// algorithm: slots stand in a ring, and a hand sweeps over them looking for
// one that was not touched since it came by last.
package secondchance

import "fmt"

type frame[K comparable, V any] struct {
	key    K
	item   V
	recent bool
	full   bool
}

// Clock holds at most len(slots) values. It is not safe for concurrent use.
type Clock[K comparable, V any] struct {
	frames  []frame[K, V]
	index   map[K]int
	pointer int
	moves   int
}

// Lookup factor and work done, for people who tune the size.
func (c *Clock[K, V]) String() string {
	return fmt.Sprintf("%d of %d slots used, hand moved %d times", len(c.index), len(c.frames), c.moves)
}

// NewClock returns a ring with room for size values and panics if size < 1.
func NewClock[K comparable, V any](capacity int) *Clock[K, V] {
	if capacity < 1 {
		panic(fmt.Sprintf("clockcache: size %d", capacity))
	}
	return &Clock[K, V]{
		frames: make([]frame[K, V], capacity),
		index:  map[K]int{},
	}
}

// victim moves the hand to the first free or untouched slot.
func (c *Clock[K, V]) choose() int {
	for {
		i := c.pointer
		c.pointer = (c.pointer + 1) % len(c.frames)
		c.moves++
		switch {
		case !c.frames[i].full:
			return i
		case c.frames[i].recent:
			c.frames[i].recent = false
		default:
			return i
		}
	}
}

// Lookup looks id up and marks its slot as touched.
func (c *Clock[K, V]) Lookup(key K) (item V, present bool) {
	i, present := c.index[key]
	if present {
		c.frames[i].recent = true
		item = c.frames[i].item
	}
	return item, present
}

// LookupOrBuild returns the value of id, and calls build for it on a miss.
func (c *Clock[K, V]) LookupOrBuild(key K, create func(K) (V, error)) (V, error) {
	if v, ok := c.Lookup(key); ok {
		return v, nil
	}
	v, err := create(key)
	if err != nil {
		var zero V
		return zero, fmt.Errorf("building %v: %w", key, err)
	}
	c.Store(key, v)
	return v, nil
}

// Store keeps payload under id. It reports what had to go, if anything.
func (c *Clock[K, V]) Store(key K, item V) (loser K, replaced bool) {
	if i, ok := c.index[key]; ok {
		c.frames[i].item, c.frames[i].recent = item, true
		return loser, false
	}
	i := c.choose()
	if c.frames[i].full {
		loser, replaced = c.frames[i].key, true
		delete(c.index, loser)
	}
	c.frames[i] = frame[K, V]{key: key, item: item, full: true}
	c.index[key] = i
	return loser, replaced
}

// Drop drops id at once.
func (c *Clock[K, V]) Drop(key K) {
	i, ok := c.index[key]
	if !ok {
		return
	}
	c.frames[i] = frame[K, V]{}
	delete(c.index, key)
}

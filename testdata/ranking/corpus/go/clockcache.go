// Package clockcache bounds memory for looked-up values with the clock
// algorithm: slots stand in a ring, and a hand sweeps over them looking for
// one that was not touched since it came by last.
package clockcache

import "fmt"

type slot[K comparable, V any] struct {
	id      K
	payload V
	touched bool
	used    bool
}

// Ring holds at most len(slots) values. It is not safe for concurrent use.
type Ring[K comparable, V any] struct {
	slots []slot[K, V]
	where map[K]int
	hand  int
	swept int
}

// NewRing returns a ring with room for size values and panics if size < 1.
func NewRing[K comparable, V any](size int) *Ring[K, V] {
	if size < 1 {
		panic(fmt.Sprintf("clockcache: size %d", size))
	}
	return &Ring[K, V]{
		slots: make([]slot[K, V], size),
		where: map[K]int{},
	}
}

// Load looks id up and marks its slot as touched.
func (r *Ring[K, V]) Load(id K) (payload V, found bool) {
	i, found := r.where[id]
	if found {
		r.slots[i].touched = true
		payload = r.slots[i].payload
	}
	return payload, found
}

// LoadOrMake returns the value of id, and calls build for it on a miss.
func (r *Ring[K, V]) LoadOrMake(id K, build func(K) (V, error)) (V, error) {
	if v, ok := r.Load(id); ok {
		return v, nil
	}
	v, err := build(id)
	if err != nil {
		var zero V
		return zero, fmt.Errorf("building %v: %w", id, err)
	}
	r.Save(id, v)
	return v, nil
}

// Save keeps payload under id. It reports what had to go, if anything.
func (r *Ring[K, V]) Save(id K, payload V) (gone K, evicted bool) {
	if i, ok := r.where[id]; ok {
		r.slots[i].payload, r.slots[i].touched = payload, true
		return gone, false
	}
	i := r.victim()
	if r.slots[i].used {
		gone, evicted = r.slots[i].id, true
		delete(r.where, gone)
	}
	r.slots[i] = slot[K, V]{id: id, payload: payload, used: true}
	r.where[id] = i
	return gone, evicted
}

// victim moves the hand to the first free or untouched slot.
func (r *Ring[K, V]) victim() int {
	for {
		i := r.hand
		r.hand = (r.hand + 1) % len(r.slots)
		r.swept++
		switch {
		case !r.slots[i].used:
			return i
		case r.slots[i].touched:
			r.slots[i].touched = false
		default:
			return i
		}
	}
}

// Forget drops id at once.
func (r *Ring[K, V]) Forget(id K) {
	i, ok := r.where[id]
	if !ok {
		return
	}
	r.slots[i] = slot[K, V]{}
	delete(r.where, id)
}

// Load factor and work done, for people who tune the size.
func (r *Ring[K, V]) String() string {
	return fmt.Sprintf("%d of %d slots used, hand moved %d times", len(r.where), len(r.slots), r.swept)
}

// Package heap keeps the smallest of many numbers at hand.
package heap

// Heap holds numbers; each one is at most as large as those at twice its index.
type Heap struct{ items []float64 }

// Push adds a number.
func (h *Heap) Push(x float64) {
	h.items = append(h.items, x)
	for at := len(h.items) - 1; at > 0; {
		above := (at - 1) / 2
		if h.items[above] <= h.items[at] {
			return
		}
		h.items[above], h.items[at] = h.items[at], h.items[above]
		at = above
	}
}

// Pop removes the smallest number.
func (h *Heap) Pop() (float64, bool) {
	last := len(h.items) - 1
	if last < 0 {
		return 0, false
	}
	top := h.items[0]
	h.items[0], h.items = h.items[last], h.items[:last]
	for at := 0; 2*at+1 < last; {
		below := 2*at + 1
		if below+1 < last && h.items[below+1] < h.items[below] {
			below++
		}
		if h.items[at] <= h.items[below] {
			break
		}
		h.items[at], h.items[below] = h.items[below], h.items[at]
		at = below
	}
	return top, true
}

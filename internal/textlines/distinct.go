package textlines

import "github.com/chaffinch-search/chaffinch/internal/order"

// Ranges are lines of files, by path: from a line to a line, both included.
type Ranges map[string][][2]int

// Add adds lines of a file. They may overlap others.
func (r Ranges) Add(file string, from, to int) { r[file] = append(r[file], [2]int{from, to}) }

// Lines returns the number of lines, each counted once.
func (r Ranges) Lines() (n int) {
	for _, all := range r {
		order.Short(all, func(x, y [2]int) int { return x[0] - y[0] })
		counted := 0
		for _, x := range all {
			n += max(0, x[1]-max(x[0]-1, counted))
			counted = max(counted, x[1])
		}
	}
	return n
}

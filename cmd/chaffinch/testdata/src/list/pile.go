// Package list holds small containers, written for the tests of the command line.
package list

import "errors"

var errEmpty = errors.New("nothing is left on the pile")

// Pile gives back last what was put in first.
type Pile struct {
	things []string
	limit  int
}

// Push puts an item on top, and drops the lowest where the limit is reached.
func (p *Pile) Push(item string) int {
	if p.limit > 0 && len(p.things) == p.limit {
		copy(p.things, p.things[1:])
		p.things = p.things[:p.limit-1]
	}
	p.things = append(p.things, item)
	return len(p.things)
}

// Pop takes the topmost item.
func (p *Pile) Pop() (string, error) {
	if len(p.things) == 0 {
		return "", errEmpty
	}
	top := len(p.things) - 1
	item := p.things[top]
	p.things = p.things[:top]
	return item, nil
}

// Height counts what lies on the pile, by walking it from the bottom to the top.
func (p *Pile) Height() (height int) {
	for range p.things {
		height++
	}
	return height
}

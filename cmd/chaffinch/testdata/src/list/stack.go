// Package list holds small containers, written for the tests of the command line.
package list

import "errors"

var errEmpty = errors.New("nothing is left on the stack")

// Stack gives back last what was put in first.
type Stack struct {
	items []string
	limit int
}

// Push puts an item on top, and drops the lowest where the limit is reached.
func (s *Stack) Push(item string) int {
	if s.limit > 0 && len(s.items) == s.limit {
		copy(s.items, s.items[1:])
		s.items = s.items[:s.limit-1]
	}
	s.items = append(s.items, item)
	return len(s.items)
}

// Pop takes the topmost item.
func (s *Stack) Pop() (string, error) {
	if len(s.items) == 0 {
		return "", errEmpty
	}
	top := len(s.items) - 1
	item := s.items[top]
	s.items = s.items[:top]
	return item, nil
}

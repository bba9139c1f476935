package main

import (
	"bufio"
	"fmt"
	"os"
)

type queue struct{ waiting []float64 }

func (q *queue) add(price float64) {
	q.waiting = append(q.waiting, price)
	for i := len(q.waiting) - 1; i > 0; {
		parent := (i - 1) / 2
		if q.waiting[parent] <= q.waiting[i] {
			return
		}
		q.waiting[parent], q.waiting[i] = q.waiting[i], q.waiting[parent]
		i = parent
	}
}

func main() {
	orders := new(queue)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var price float64
		if _, err := fmt.Sscan(lines.Text(), &price); err != nil {
			fmt.Fprintln(os.Stderr, "no price:", err)
			os.Exit(1)
		}
		orders.add(price)
	}
	fmt.Println("cheapest:", orders.waiting[0])
}

func openFor(s string) (sum int, err error) {
	n, seen := 0, false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= '0' && c <= '9' {
			n = 10*n + int(c-'0')
			seen = true
			continue
		}
		unit, known := units[c]
		if !known || !seen {
			return 0, fmt.Errorf("character %d is no unit", i)
		}
		sum += n * unit
		n, seen = 0, false
	}
	return sum, nil
}

var units = map[byte]int{'m': 1, 'h': 60}

// Package clock reads and writes lengths of time.
package clock

import "fmt"

// seconds are the units of a duration by their letters.
var seconds = map[byte]int{'s': 1, 'm': 60, 'h': 3600, 'd': 86400, 'w': 604800}

// Parse reads a duration such as 2h30m, in seconds.
func Parse(text string) (total int, err error) {
	count, digits := 0, false
	for i := 0; i < len(text); i++ {
		letter := text[i]
		if letter >= '0' && letter <= '9' {
			count = 10*count + int(letter-'0')
			digits = true
			continue
		}
		unit, known := seconds[letter]
		if !known || !digits {
			return 0, fmt.Errorf("byte %d of %q is no unit", i, text)
		}
		total += count * unit
		count, digits = 0, false
	}
	return total, nil
}

// Format writes a duration in its largest units.
func Format(total int) string {
	text := ""
	for _, letter := range []byte("wdhms") {
		if n := total / seconds[letter]; n > 0 {
			text += fmt.Sprint(n) + string(letter)
			total -= n * seconds[letter]
		}
	}
	return text
}

// Package timetable understands lines such as "*/15 8-18 * * 1-5" and finds
// the next minute they name.
package timetable

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

type column struct {
	name     string
	min, max int
}

var columns = [5]column{
	{"minute", 0, 59},
	{"hour", 0, 23},
	{"day", 1, 31},
	{"month", 1, 12},
	{"weekday", 0, 6},
}

// Table has a bit set for every value a column allows.
type Table struct {
	bits [5]uint64
}

// Parse reads the five columns of spec.
func Parse(spec string) (Table, error) {
	var t Table
	parts := strings.Fields(spec)
	if len(parts) != len(columns) {
		return t, fmt.Errorf("timetable: want 5 columns, got %d in %q", len(parts), spec)
	}
	for i, part := range parts {
		bits, err := parseColumn(part, columns[i])
		if err != nil {
			return t, fmt.Errorf("timetable: %s: %w", columns[i].name, err)
		}
		t.bits[i] = bits
	}
	return t, nil
}

func parseColumn(text string, col column) (uint64, error) {
	var bits uint64
	for _, item := range strings.Split(text, ",") {
		span, stepText, hasStep := strings.Cut(item, "/")
		step := 1
		if hasStep {
			n, err := strconv.Atoi(stepText)
			if err != nil || n < 1 {
				return 0, fmt.Errorf("bad step %q", stepText)
			}
			step = n
		}
		low, high, err := parseSpan(span, col)
		if err != nil {
			return 0, err
		}
		for v := low; v <= high; v += step {
			bits |= 1 << uint(v)
		}
	}
	return bits, nil
}

func parseSpan(text string, col column) (low, high int, err error) {
	if text == "*" {
		return col.min, col.max, nil
	}
	first, second, isRange := strings.Cut(text, "-")
	if low, err = strconv.Atoi(first); err != nil {
		return 0, 0, fmt.Errorf("not a number: %q", first)
	}
	high = low
	if isRange {
		if high, err = strconv.Atoi(second); err != nil {
			return 0, 0, fmt.Errorf("not a number: %q", second)
		}
	}
	if low < col.min || high > col.max || low > high {
		return 0, 0, fmt.Errorf("%q is outside of %d-%d", text, col.min, col.max)
	}
	return low, high, nil
}

func (t Table) allows(i, value int) bool {
	return t.bits[i]&(1<<uint(value)) != 0
}

// Next returns the first minute after from that the table names. It gives up
// after five years, for tables such as the 31st of February.
func (t Table) Next(from time.Time) (time.Time, bool) {
	at := from.Truncate(time.Minute).Add(time.Minute)
	limit := from.AddDate(5, 0, 0)
	for at.Before(limit) {
		switch {
		case !t.allows(3, int(at.Month())):
			at = time.Date(at.Year(), at.Month()+1, 1, 0, 0, 0, 0, at.Location())
		case !t.allows(2, at.Day()) || !t.allows(4, int(at.Weekday())):
			at = time.Date(at.Year(), at.Month(), at.Day()+1, 0, 0, 0, 0, at.Location())
		case !t.allows(1, at.Hour()):
			at = at.Truncate(time.Hour).Add(time.Hour)
		case !t.allows(0, at.Minute()):
			at = at.Add(time.Minute)
		default:
			return at, true
		}
	}
	return time.Time{}, false
}

package main

// Reading one column of the table and the spans in it.

func parseColumn(text string,
	col column) (uint64, error) {
	var bits uint64 // one bit a value
	for _, item := range strings.Split(text, ",") {
		span, stepText, hasStep := strings.Cut(item,
			"/")
		step := 1 // unless a slash follows

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
	if text == "*" { // a star is everything
		return col.min, col.max, nil
	}
	first, second, isRange := strings.Cut(text, "-")
	if low, err = strconv.Atoi(first); err != nil {
		return 0, 0, fmt.Errorf("not a number: %q",
			first)
	}
	high = low // only one number
	if isRange {
		if high, err = strconv.Atoi(second); err != nil {
			return 0, 0, fmt.Errorf("not a number: %q", second)
		}
	}
	if low < col.min || high > col.max || low > high { // first and last are both included
		return 0, 0, fmt.Errorf("%q is outside of %d-%d", text, col.min, col.max)
	}
	return low, high, nil
}

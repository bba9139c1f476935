package units

// FalseFirst compares for a sort that puts false before true.
func FalseFirst(x, y bool) int {
	switch {
	case x == y:
		return 0
	case y:
		return -1
	}
	return 1
}

package x

type T struct{ a int }

func (t *T) Add(x int) (n int, err error) {
	f := func(y int) int { return y }
	return f(x), nil
}
func Map[K comparable, V any](m map[K]V, f func(K) V) interface{ Len() int } {
	return nil
}

var g = func(x int) int { return x }

func assembly(x int) int
func last() struct{ x int } { return struct{ x int }{1} }

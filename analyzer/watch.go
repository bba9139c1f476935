package analyzer

import (
	"context"
	"math"
)

// watch tells a pass over a source when nobody waits for its outcome any more. A nil watch never does. Not for several
// goroutines.
type watch struct {
	ctx   context.Context
	err   error // of ctx, once it is done
	asked int   // where in the source it was asked last
}

// betweenLooks is how many bytes or tokens a pass goes on before it asks the watch: some 0.1 ms.
const betweenLooks = 1 << 14

// over says whether to stop.
func (w *watch) over() bool {
	if w == nil {
		return false
	}
	if w.err == nil {
		w.err = w.ctx.Err()
	}
	return w.err != nil
}

// overAt says whether to stop, and asks where that was not done near i. Loops that can be inside of one another, or
// go over the same stretch again, all call it.
func (w *watch) overAt(i int) bool {
	return w != nil && uint(i-w.asked) >= betweenLooks && w.askAt(i)
}

func (w *watch) askAt(i int) bool {
	if w.asked = i; w.over() {
		w.asked = math.MinInt / 2 // far from everywhere
	}
	return w.err != nil
}

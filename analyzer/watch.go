package analyzer

import "context"

// watch tells a pass over a source when nobody waits for its outcome any more. A nil watch never does. Not for several
// goroutines.
type watch struct {
	ctx context.Context
	err error // of ctx, once it is done
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

package charset

import "context"

// betweenLooks is over how many bytes a pass goes on before it looks at its context: some milliseconds at the most.
const betweenLooks = 1 << 18

// watch tells passes over a content when nobody waits for their outcome any more. Not for several goroutines.
type watch struct {
	ctx context.Context
	err error // of ctx, once it is done
}

// over says whether to stop. What a pass then returns means nothing.
func (w *watch) over() bool {
	if w.err == nil {
		w.err = w.ctx.Err()
	}
	return w.err != nil
}

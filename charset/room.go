package charset

// largeRoom is from how many bytes on getting memory may take long: Go clears it, for which the system may have to find it
// first, at less than 1 GiB a second.
const largeRoom = 16 << 20

// room returns an empty slice with room for n bytes, or nil when the context is done before it has that.
func (w *watch) room(n int) []byte {
	get := func() []byte { return make([]byte, 0, n) }
	if n < largeRoom {
		return get()
	}
	return w.aside(get)
}

// aside returns what get returns, or nil when the context is done before that.
func (w *watch) aside(get func() []byte) []byte {
	got := make(chan []byte, 1)
	go func() { got <- get() }()
	select {
	case b := <-got:
		return b
	case <-w.ctx.Done():
		w.err = w.ctx.Err()
		return nil
	}
}

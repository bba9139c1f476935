//go:build js

package main

import (
	"context"
	"errors"
	"syscall/js"
)

// exchange sends bytes to the other workers and returns the bytes of all workers. It calls a
// function of src/worker.js.
func exchange(ctx context.Context, found []byte) ([][]byte, error) {
	type answer struct {
		parts [][]byte
		err   error
	}
	answers := make(chan answer, 1)
	fulfil := js.FuncOf(func(_ js.Value, args []js.Value) any {
		var parts [][]byte
		for i := range args[0].Length() {
			parts = append(parts, bytesOf(args[0].Index(i)))
		}
		answers <- answer{parts: parts}
		return nil
	})
	defer fulfil.Release()
	reject := js.FuncOf(func(_ js.Value, args []js.Value) any {
		answers <- answer{err: errors.New(args[0].Call("toString").String())}
		return nil
	})
	defer reject.Release()
	js.Global().Call("chaffinchExchange", arrayOf(found)).Call("then", fulfil, reject)
	select {
	case a := <-answers:
		return a.parts, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// bytesOf copies a Uint8Array.
func bytesOf(array js.Value) []byte {
	b := make([]byte, array.Length())
	js.CopyBytesToGo(b, array)
	return b
}

// arrayOf copies bytes into a Uint8Array.
func arrayOf(b []byte) js.Value {
	array := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(array, b)
	return array
}

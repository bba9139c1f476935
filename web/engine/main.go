//go:build js

// Command engine is chaffinch for browsers and node: a thin layer over the library, compiled to
// WebAssembly. It runs in a worker. src/fs.js presents the user's files as a file system, so the
// library reads them as from a disk.
//
// It sets globalThis.chaffinch to a function, and waits for calls:
//
//	chaffinch(name, options, sources, emit, notify, id) -> Promise
//	chaffinchCancel(id)
//
// name is a method of [engine], options is JSON, and sources is an array of Uint8Array. emit is
// called with each part of the answer, a Uint8Array, and notify with progress. The Promise is
// fulfilled with undefined at the end, or rejected with {text, again}: the error, and whether
// another attempt may succeed. A call that is cancelled ends at its next pause.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"syscall/js"
	"time"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/collection/split"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

func main() {
	debug.SetGCPercent(50) // a class of 2,000 takes 0.32 GB for each worker instead of 0.41, at the same speed
	e := &engine{}
	cancels := map[int]context.CancelFunc{} // by call
	js.Global().Set("chaffinchCancel", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if cancel := cancels[args[0].Int()]; cancel != nil {
			cancel()
		}
		return nil
	}))
	js.Global().Set("chaffinch", js.FuncOf(func(_ js.Value, args []js.Value) any {
		c := &call{name: args[0].String(), options: args[1].String(), emit: args[3], notify: args[4]}
		id := args[5].Int()
		ctx, cancel := context.WithCancel(context.Background())
		cancels[id] = cancel
		for i := range args[2].Length() {
			c.sources = append(c.sources, bytesOf(args[2].Index(i)))
		}
		return promise(func() error {
			defer func() { cancel(); delete(cancels, id) }()
			return e.run(ctx, c)
		})
	}))
	select {} // calls arrive as events
}

// call is a call of the engine by its worker.
type call struct {
	name    string
	options string   // JSON
	sources [][]byte // of documents
	emit    js.Value // takes a Uint8Array of the answer
	notify  js.Value // takes progress
	paused  time.Time
}

// pause lets JavaScript handle its events now and then: one may cancel the call. While Go computes,
// there are none.
func (c *call) pause() {
	if time.Since(c.paused) > 50*time.Millisecond {
		time.Sleep(time.Millisecond)
		c.paused = time.Now()
	}
}

// run runs a call and returns its error.
func (e *engine) run(ctx context.Context, c *call) error {
	methods := map[string]func(context.Context, *call, io.Writer) error{
		"trees":  e.trees,
		"pairs":  e.pairs,
		"write":  e.write,
		"source": e.source,
		"index":  e.index,
		"search": e.search,
		"beside": e.beside,
		"reopen": e.reopen,
	}
	method := methods[c.name]
	if method == nil {
		return fmt.Errorf("the engine has no function %s", c.name)
	}
	out := bufio.NewWriterSize(&emitter{ctx: ctx, call: c}, 1<<20)
	if err := method(ctx, c, out); err != nil {
		return err
	}
	return out.Flush()
}

// read decodes the options of the call into o. An unknown option is an error.
func (c *call) read(o any) error {
	d := json.NewDecoder(strings.NewReader(c.options))
	d.DisallowUnknownFields()
	if err := d.Decode(o); err != nil {
		return fmt.Errorf("reading options of %s: %w", c.name, err)
	}
	return nil
}

// progress reports progress to JavaScript.
func (c *call) progress(doing string, done, whole int) {
	c.notify.Invoke(map[string]any{"doing": doing, "done": done, "whole": whole})
}

// skipped reports a file that was not compared.
func (c *call) skipped(path string, reason document.Reason, err error) {
	skip := map[string]any{"path": path, "reason": string(reason)}
	if err != nil {
		skip["error"] = err.Error()
	}
	c.notify.Invoke(map[string]any{"skipped": skip})
}

// emitter passes written bytes to JavaScript.
type emitter struct {
	ctx  context.Context
	call *call
	all  int
}

// Write implements [io.Writer].
func (e *emitter) Write(p []byte) (int, error) {
	e.call.pause()
	if err := e.ctx.Err(); err != nil {
		return 0, err
	}
	e.call.emit.Invoke(arrayOf(p))
	e.all += len(p)
	if e.call.name == "write" {
		e.call.progress("writing", e.all, 0)
	}
	return len(p), nil
}

// promise runs f in a goroutine and returns a Promise that f has ended.
func promise(f func() error) js.Value {
	executor := js.FuncOf(func(_ js.Value, args []js.Value) any {
		fulfil, reject := args[0], args[1]
		go func() {
			if err := f(); err != nil {
				reject.Invoke(map[string]any{"text": option.ErrorIn(err, option.JavaScript), "again": errors.Is(err, split.ErrChanged)})
				return
			}
			fulfil.Invoke()
		}()
		return nil
	})
	defer executor.Release()
	return js.Global().Get("Promise").New(executor)
}

// document returns the source of a document; nil if none was passed.
func (c *call) document(n int) []byte {
	if n < len(c.sources) {
		return c.sources[n]
	}
	return nil
}

package report

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// JSON writes v as indented JSON that cannot control a terminal.
func JSON(out io.Writer, v any) error {
	text, err := encoded(v, "")
	if err != nil {
		return err
	}
	_, err = out.Write(append(text, '\n'))
	return err
}

// PairsJSON writes a result as [JSON] does, but pair by pair. The text of all pairs may not fit in
// memory.
func PairsJSON(ctx context.Context, out io.Writer, r *pairs.Report) error {
	head := *r
	head.Pairs = []pairs.Pair{}
	head.Stats.Microseconds = 0 // so that the same files give the same bytes
	w, err := BeginArray(out, head, "  ", "pairs")
	if err != nil {
		return err
	}
	add := func(p *pairs.Pair) error { return w.Add(p) }
	if err := r.EachPair(ctx, add); err != nil {
		return err
	}
	if err := r.EachWeak(ctx, add); err != nil {
		return err
	}
	return w.End()
}

// Elements are the elements of an [Array].
type Elements interface{ writeTo(*ArrayWriter) error }

// Array is an array in a JSON text, on a line with that indent.
type Array[E any] struct {
	Indent, Key string
	Elements    []E
}

// writeTo writes the elements into the array, which is empty in the text.
func (a Array[E]) writeTo(w *ArrayWriter) error {
	if err := w.Next(a.Indent, a.Key); err != nil {
		return err
	}
	for i := range a.Elements {
		if err := w.Add(&a.Elements[i]); err != nil {
			return err
		}
	}
	return nil
}

// LongJSON writes v as [JSON] does, and fills its empty arrays one by one. The arrays are in order.
func LongJSON(out io.Writer, v any, arrays ...Elements) error {
	text, err := encoded(v, "")
	if err != nil {
		return err
	}
	w := &ArrayWriter{out: bufio.NewWriterSize(out, 1<<16), tail: text}
	for _, a := range arrays {
		if err := a.writeTo(w); err != nil {
			return err
		}
	}
	return w.End()
}

// encoded returns indented JSON. All lines except the first begin with the prefix.
func encoded(v any, prefix string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent(prefix, "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return terminal.SafeJSON(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), nil
}

// ArrayWriter writes JSON with a long array in it, one element at a time.
type ArrayWriter struct {
	out    *bufio.Writer
	indent string // of the array
	key    string // its name
	tail   []byte // after the array
	n      int    // elements so far
}

// BeginArray writes v up to the empty array key, which has that indent. No other line begins like
// this, because JSON strings have no raw line breaks.
func BeginArray(out io.Writer, v any, indent, key string) (*ArrayWriter, error) {
	text, err := encoded(v, "")
	if err != nil {
		return nil, err
	}
	w := &ArrayWriter{out: bufio.NewWriterSize(out, 1<<16), tail: text}
	return w, w.Next(indent, key)
}

// Next ends the array, if any, and writes up to the next empty array. The array has the indent and
// key.
func (w *ArrayWriter) Next(indent, key string) error {
	head, tail, err := around(w.tail, indent, key)
	if err != nil {
		return err
	}
	w.close()
	w.indent, w.key, w.tail, w.n = indent, key, tail, 0
	_, err = w.out.Write(append(head, '['))
	return err
}

// around returns the text before and after the first empty array of that name.
func around(text []byte, indent, key string) (head, tail []byte, err error) {
	key = "\n" + indent + `"` + key + `": `
	at := bytes.Index(text, []byte(key+"[]"))
	if at < 0 {
		return nil, nil, fmt.Errorf("no empty array %q to write to", key)
	}
	at += len(key)
	return text[:at:at], text[at+len("[]"):], nil
}

// Add writes an element.
func (w *ArrayWriter) Add(element any) error {
	text, err := encoded(element, w.indent+"  ")
	if err != nil {
		return err
	}
	if w.n++; w.n > 1 {
		w.out.WriteByte(',')
	}
	w.out.WriteString("\n" + w.indent + "  ")
	_, err = w.out.Write(text)
	return err
}

// close ends the array, if one has begun.
func (w *ArrayWriter) close() {
	if w.key == "" {
		return
	}
	if w.n > 0 {
		w.out.WriteString("\n" + w.indent)
	}
	w.out.WriteByte(']')
}

// End writes the end of the object.
func (w *ArrayWriter) End() error {
	w.close()
	w.out.Write(w.tail)
	w.out.WriteByte('\n')
	return w.out.Flush()
}

package saved

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// ErrNot is the error for JSON of another kind.
var ErrNot = errors.New("it has other elements")

// Fields says how the values of an object are read, by key. The values of other keys are skipped.
type Fields map[string]func(*json.Decoder) error

// Read reads a JSON object. The error is an error of a function, wraps one of package json, or is
// [ErrNot] if a needed key is absent.
func Read(text []byte, fields Fields, needed ...string) error {
	absent := map[string]bool{}
	for _, key := range needed {
		absent[key] = true
		read := fields[key]
		fields[key] = func(d *json.Decoder) error { delete(absent, key); return read(d) }
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if err := Object(d, fields); err != nil {
		return err
	}
	_, err := d.Token()
	return Need(err == io.EOF && len(absent) == 0)
}

// Need returns [ErrNot] unless ok is true.
func Need(ok bool) error {
	if !ok {
		return ErrNot
	}
	return nil
}

// Object reads an object.
func Object(d *json.Decoder, fields Fields) error {
	if err := begin(d, '{'); err != nil {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		read := fields[key.(string)]
		if read == nil {
			read = skip
		}
		if err := read(d); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// Array returns a function that reads an array by its elements.
func Array(element func(*json.Decoder) error) func(*json.Decoder) error {
	return func(d *json.Decoder) error {
		if err := begin(d, '['); err != nil {
			return err
		}
		for d.More() {
			if err := element(d); err != nil {
				return err
			}
		}
		_, err := d.Token()
		return err
	}
}

// Each returns a function that reads an array, one element at a time.
func Each[T any](element func(T) error) func(*json.Decoder) error {
	return Array(func(d *json.Decoder) error {
		var v T
		if err := d.Decode(&v); err != nil {
			return err
		}
		return element(v)
	})
}

// Value returns a function that reads a value to v.
func Value(v any) func(*json.Decoder) error {
	return func(d *json.Decoder) error { return d.Decode(v) }
}

// begin reads the begin of an object or array.
func begin(d *json.Decoder, want json.Delim) error {
	got, err := d.Token()
	if err == nil && got != want {
		err = fmt.Errorf("%w: %v instead of %v", ErrNot, got, want)
	}
	return err
}

// skip reads a value, by tokens.
func skip(d *json.Decoder) error {
	for depth := 0; ; {
		token, err := d.Token()
		if err != nil {
			return err
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"
)

// engineScript returns a script that sets globalThis.chaffinchEngine, with the source of the worker and a
// function that returns the bytes of the engine. A page whose policy forbids every connection may still load
// a script, so they are a string there.
func engineScript(worker string, wasm []byte) ([]byte, error) {
	quoted, err := json.Marshal(worker)
	if err != nil {
		return nil, err
	}
	chars := alphabet(wasm)
	byChar := make([]byte, slices.Max(chars[:])+1)
	for b, c := range chars {
		byChar[c] = byte(b)
	}
	table, err := json.Marshal(ints(byChar))
	if err != nil {
		return nil, err
	}
	var s bytes.Buffer
	fmt.Fprintf(&s, `// Made by go generate ./web of chaffinch, with parts of Go: see NOTICE.
globalThis.chaffinchEngine = ((text) => ({
	worker: %s,
	decode() {
		const bytes = new Uint8Array(text.length), byChar = new Uint8Array(%s);
		for (let i = 0; i < bytes.length; i++) bytes[i] = byChar[text.charCodeAt(i)];
		return bytes;
	},
}))("`, quoted, table)
	for _, b := range wasm {
		s.WriteRune(chars[b])
	}
	s.WriteString("\");\n")
	return s.Bytes(), nil
}

// alphabet returns the character that stands for each byte. The most frequent bytes get those of one byte.
func alphabet(wasm []byte) (chars [256]rune) {
	var count [256]int
	for _, b := range wasm {
		count[b]++
	}
	order := make([]byte, 256)
	for b := range order {
		order[b] = byte(b)
	}
	slices.SortStableFunc(order, func(x, y byte) int { return cmp.Compare(count[y], count[x]) })
	next := rune(1)
	for _, b := range order {
		for next == '\n' || next == '\r' || next == '"' || next == '\\' || next > utf8.RuneSelf && next < 0xa1 {
			next++
		}
		chars[b] = next
		next++
	}
	return chars
}

func ints(bytes []byte) []int {
	all := make([]int, len(bytes))
	for i, b := range bytes {
		all[i] = int(b)
	}
	return all
}

package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"unicode/utf16"
)

// A page whose policy forbids every connection may still load a script. So the engine is a string in one. The script
// is in UTF-16, with a mark at its beginning that every browser obeys, whatever a server says of its files: then
// a character of the string is two bytes of the engine, and brotli finds as much to compress as in the engine
// itself. In UTF-8 it takes 8% more. Characters that a string cannot hold are the escape and another character.
const (
	mark    = 0xfeff
	escape  = 0xe000
	escaped = 0x0800 // differs from what is meant
)

// cannotStand reports whether a string of a script cannot hold the character: a line break, a quote, a backslash, half
// of a pair, or the escape.
func cannotStand(c uint16) bool {
	return c == '\n' || c == '\r' || c == '"' || c == '\\' || c == 0x2028 || c == 0x2029 || c == escape || utf16.IsSurrogate(rune(c))
}

// engineScript returns a script that sets globalThis.chaffinchEngine, with the source of the worker and a
// function that returns the bytes of the engine. The licence is that of Go.
func engineScript(worker, license string, wasm []byte) ([]byte, error) {
	quoted, err := json.Marshal(worker)
	if err != nil {
		return nil, err
	}
	var s bytes.Buffer
	unit := func(c uint16) { s.Write([]byte{byte(c), byte(c >> 8)}) }
	text := func(text string) {
		for _, c := range utf16.Encode([]rune(text)) {
			unit(c)
		}
	}
	unit(mark)
	text(fmt.Sprintf(`// Made by go generate ./web of chaffinch (Apache-2.0), with parts of Go, whose licence follows.
/*
%s*/
globalThis.chaffinchEngine = ((text) => ({
	worker: %s,
	decode() {
		const pairs = new Uint16Array(%d);
		for (let i = 0, at = 0; i < text.length; i++, at++) {
			const c = text.charCodeAt(i);
			pairs[at] = c === %d ? text.charCodeAt(++i) ^ %d : c;
		}
		return new Uint8Array(pairs.buffer, 0, %d);
	},
}))("`, license, quoted, (len(wasm)+1)/2, escape, escaped, len(wasm)))
	for i := 0; i < len(wasm); i += 2 {
		two := [2]byte{}
		copy(two[:], wasm[i:])
		c := binary.LittleEndian.Uint16(two[:])
		if cannotStand(c) {
			unit(escape)
			c ^= escaped
		}
		unit(c)
	}
	text("\");\n")
	return s.Bytes(), nil
}

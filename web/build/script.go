package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"unicode/utf16"
)

// A page whose policy blocks every connection may still load a script, so the engine is a string in a script. The
// script is UTF-16 with a byte order mark, which overrides the charset that a server names. Each character of the
// string is two bytes of the engine, so brotli compresses it as well as the engine itself. In UTF-8 it takes 8% more.
// Characters that a string cannot hold are escaped.
const (
	mark    = 0xfeff
	escape  = 0xe000
	escaped = 0x0800 // is XORed with the character after the escape
)

// cannotStand reports whether the character must be escaped: a line break, a quote, a backslash, a surrogate, or the
// escape.
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

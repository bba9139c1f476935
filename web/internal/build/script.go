package build

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"
)

// The engine is a string in a script. A page whose policy blocks every connection may still load a
// script. Page and script are UTF-16 with a byte order mark, which overrides the charset that a
// server names. Each character of the string is two bytes of the engine, so brotli compresses it
// nearly as well as the engine itself. In UTF-8 it takes 6% more.
//
// Some characters cannot stand in a string, or are changed by HTML, and are escaped. To escape few,
// frequent bytes of them change places with rare ones: NUL, and two of those that begin a
// surrogate. The new byte is in the same class of brotli's contexts (signed mode of RFC 7932, 7.1),
// or alone in one, as NUL is. A pair of such bytes is then a NUL, and changes places with a rare
// character.
const (
	mark    = 0xfeff
	escape  = 0xefef
	escaped = 0x0800 // is XORed with the character after the escape
	rare    = 0xfefe // stands for NUL, and NUL for it
)

var swapped = [...][2]byte{{0, 0xff}, {0xd8, 0xcb}, {0xdc, 0xce}}

// cannotStand reports whether the character must be escaped. It is NUL, a line break, a quote, a
// backslash, `<`, a surrogate, or the escape.
func cannotStand(c uint16) bool {
	switch c {
	case 0, '\n', '\r', '"', '\\', '<', 0x2028, 0x2029, escape:
		return true
	}
	return utf16.IsSurrogate(rune(c))
}

// engineText returns bytes as the characters of a string in JavaScript.
func engineText(wasm []byte) string {
	var table [256]byte
	for b := range table {
		table[b] = byte(b)
	}
	for _, s := range swapped {
		table[s[0]], table[s[1]] = s[1], s[0]
	}
	var text strings.Builder
	for i := 0; i < len(wasm); i += 2 {
		two := [2]byte{}
		copy(two[:], wasm[i:])
		c := uint16(table[two[0]]) | uint16(table[two[1]])<<8
		switch c {
		case 0:
			c = rare
		case rare:
			c = 0
		}
		if cannotStand(c) {
			text.WriteRune(escape)
			c ^= escaped
		}
		text.WriteRune(rune(c))
	}
	return text.String()
}

// engineScript returns a script that sets globalThis.chaffinchEngine. It has the source of the
// worker and a function that returns the bytes of the engine. The licences belong to the modules
// compiled in.
func engineScript(worker, licenses string, wasm []byte) (string, error) {
	quoted, err := json.Marshal(worker)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf(`// Made by go generate ./web of chaffinch (Apache-2.0), with the modules named below. The licences follow.
/*
%s*/
globalThis.chaffinchEngine = ((text) => ({
	worker: %s,
	decode() {
		const pairs = new Uint16Array(%d), bytes = new Uint8Array(pairs.buffer, 0, %d), byteOf = bytes.map.call(new Uint8Array(256), (_, i) => i);
		for (const [a, b] of %s) [byteOf[a], byteOf[b]] = [b, a];
		for (let i = 0, at = 0; i < text.length; i++, at++) {
			let c = text.charCodeAt(i);
			if (c === %d) c = text.charCodeAt(++i) ^ %d;
			pairs[at] = c === 0 ? %[8]d : c === %[8]d ? 0 : c;
		}
		for (let i = 0; i < bytes.length; i++) bytes[i] = byteOf[bytes[i]];
		return bytes;
	},
}))("%[9]s");
`, licenses, quoted, (len(wasm)+1)/2, len(wasm), strings.ReplaceAll(fmt.Sprint(swapped), " ", ","), escape, escaped, rare, engineText(wasm)), nil
}

package main

import (
	"cmp"
	"encoding/json"
	"slices"
)

// A page whose policy blocks every connection cannot load the engine, so it contains it, as text. In the encoding
// windows-1252 each byte is a character, so the text is as long as the engine, and compresses as well. Four bytes
// cannot occur in this text: NUL and carriage return, which HTML changes, "<", which could end the element, and the
// escape character itself. They change places with the four rarest bytes of the engine, which are written as the
// escape character and a letter.

// tilde is the escape character.
const tilde = '~'

// unsafe are the bytes that are escaped, by their letters: a, b, c and d.
var unsafe = [...]byte{0, '\r', '<', tilde}

// pack encodes bytes as text in windows-1252. table has the byte that each byte of the text stands for.
func pack(bytes []byte) (text []byte, table [256]byte) {
	var count [256]int
	for _, b := range bytes {
		count[b]++
	}
	rarest := make([]byte, 256)
	for b := range rarest {
		rarest[b] = byte(b)
	}
	slices.SortStableFunc(rarest, func(x, y byte) int { return cmp.Compare(count[x], count[y]) })
	rarest = rarest[:len(unsafe)]
	// The rarest bytes and the unsafe ones change places.
	var stands [256]byte
	for b := range stands {
		stands[b] = byte(b)
	}
	for i, u := range unsafe {
		r := byte(slices.Index(stands[:], rarest[i])) // where the rare byte is now
		stands[u], stands[r] = stands[r], stands[u]
	}
	var byteOf [256]byte
	for t, b := range stands {
		byteOf[b] = byte(t)
	}
	for _, b := range bytes {
		t := byteOf[b]
		if i := slices.Index(unsafe[:], t); i >= 0 {
			text = append(text, tilde, 'a'+byte(i))
		} else {
			text = append(text, t)
		}
	}
	return text, stands
}

// unpackScript returns the source of a function of JavaScript that returns the bytes of a packed text.
func unpackScript(table [256]byte) (string, error) {
	numbers := make([]int, len(table))
	for i, b := range table {
		numbers[i] = int(b)
	}
	list, err := json.Marshal(numbers)
	if err != nil {
		return "", err
	}
	return `(text) => {
	const table = ` + string(list) + `, byChar = new Uint8Array(65536), unsafe = [0, 13, 60, 126];
	[...new TextDecoder("windows-1252").decode(Uint8Array.from(table, (_, i) => i))].forEach((c, i) => (byChar[c.charCodeAt(0)] = i));
	const bytes = new Uint8Array(text.length);
	let n = 0;
	for (let i = 0; i < text.length; i++) {
		let c = byChar[text.charCodeAt(i)];
		if (c === 126) c = unsafe[text.charCodeAt(++i) - 97];
		bytes[n++] = table[c];
	}
	return bytes.subarray(0, n);
}`, nil
}

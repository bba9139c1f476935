package terminal

import (
	"bytes"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// painted are the escapes with which programs colour their output: SGR, and the K with which grep
// clears the rest of a line.
var painted = lazyregexp.New(`\x1b\[[0-9;:]*[mK]`)

// Plain returns text without escapes for colours. It is text itself if there are none.
func Plain(text []byte) []byte {
	if !bytes.Contains(text, []byte("\x1b[")) {
		return text
	}
	return painted.ReplaceAllLiteral(text, nil)
}

package corpus

import (
	"bytes"
	"context"
)

// sniffLen is how many bytes from the start tell text from binary: as many as git looks at.
const sniffLen = 8000

// appleDouble begins a file in which macOS keeps what a file system or an archive has no place for (RFC 1740, section
// 2.1). By its name, ._x, it could be anything.
var appleDouble = []byte{0x00, 0x05, 0x16, 0x07}

// sniff looks at the start of a file for signs that it is no text we can read. Of UTF-16 and UTF-32 only the whole file
// tells, see [Options.judge].
func sniff(head []byte) Reason {
	head = head[:min(sniffLen, len(head))]
	switch {
	case isWide(head):
		return Kept
	case markCharset(head) != inUTF8:
		return Encoding
	case bytes.HasPrefix(head, appleDouble):
		return Metadata
	case bytes.IndexByte(head, 0) >= 0:
		return Binary
	}
	return Kept
}

// decode returns a whole file, of which the start is text, in an encoding that contains ASCII. All that is looked for in
// it is ASCII. The error is ctx's.
func decode(ctx context.Context, content []byte) ([]byte, Reason, error) {
	if !isWide(content[:min(sniffLen, len(content))]) {
		return content, Kept, nil
	}
	text := Decode(content)
	switch {
	case ctx.Err() != nil:
		return nil, Unreadable, ctx.Err()
	case text.Converted():
		return text.UTF8, Kept, nil
	case markCharset(content) != inUTF8:
		return nil, Encoding, nil
	}
	return nil, Binary, nil
}

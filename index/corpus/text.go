package corpus

import "bytes"

// sniffLen is how many bytes from the start tell text from binary: as many as git looks at.
const sniffLen = 8000

// byteOrderMarks are those of the encodings that are not read. That of UTF-32LE begins with that of UTF-16LE.
var byteOrderMarks = [][]byte{
	{0xff, 0xfe},
	{0xfe, 0xff},
	{0x00, 0x00, 0xfe, 0xff},
}

// appleDouble begins a file in which macOS keeps what a file system or an archive has no place for (RFC 1740, section
// 2.1). By its name, ._x, it could be anything.
var appleDouble = []byte{0x00, 0x05, 0x16, 0x07}

// sniff looks at the start of a file for signs that it is no text we can read.
func sniff(head []byte) Reason {
	for _, mark := range byteOrderMarks {
		if bytes.HasPrefix(head, mark) {
			return Encoding
		}
	}
	if bytes.HasPrefix(head, appleDouble) {
		return Metadata
	}
	if bytes.IndexByte(head[:min(sniffLen, len(head))], 0) >= 0 {
		return Binary
	}
	return Kept
}

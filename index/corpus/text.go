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

// sniff looks at the start of a file for signs that it is no text we can read.
func sniff(head []byte) Reason {
	for _, mark := range byteOrderMarks {
		if bytes.HasPrefix(head, mark) {
			return Encoding
		}
	}
	if bytes.IndexByte(head[:min(sniffLen, len(head))], 0) >= 0 {
		return Binary
	}
	return Kept
}

package corpus

import (
	"bytes"
	"unicode/utf8"
)

// A NUL byte near the start makes a file binary, as in git. But compilers of C, Java and JavaScript
// skip such a byte in a comment, so that one byte would hide a copy: text with a few of them is
// text.

// isBinary reports whether the content is binary, judged by its first bytes.
func isBinary(content []byte) bool {
	head := content[:min(sniffLen, len(content))]
	return bytes.IndexByte(head, 0) >= 0 && !isTextWithNULs(head)
}

// oddShare: at most one byte in oddShare of a text is NUL or broken.
const oddShare = 8

// isTextWithNULs reports whether the start of a file is text but for NUL bytes. It has no other
// control characters, few bytes that are not UTF-8 (Latin-1 has some, UTF-16 many), and at most as
// many runs of NUL bytes as lines. Archives of text (tar, cpio) are recognised by their magic
// numbers, lists of names with a NUL after each by their few line breaks.
func isTextWithNULs(head []byte) bool {
	lines := max(bytes.Count(head, []byte("\n")), bytes.Count(head, []byte("\r")))
	runs, odd := 0, 0
	for i := 0; i < len(head); {
		r, size := utf8.DecodeRune(head[i:])
		switch {
		case r == 0:
			if odd++; i == 0 || head[i-1] != 0 {
				runs++
			}
		case r == utf8.RuneError && size == 1:
			odd++
		case isControl(r):
			return false
		}
		i += size
	}
	return runs <= lines && odd*oddShare <= len(head) && !isArchiveOfText(head)
}

// isArchiveOfText reports whether the file is an archive in which texts stand as they are.
func isArchiveOfText(head []byte) bool {
	const magicOfTar, cpio = 257, "0707"
	return len(head) > magicOfTar && bytes.HasPrefix(head[magicOfTar:], []byte("ustar")) || bytes.HasPrefix(head, []byte(cpio))
}

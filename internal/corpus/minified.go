package corpus

import (
	"bytes"
	"strings"
)

// Comparisons skip minified files, which nobody wrote so. They match each other everywhere. Two
// rules find them:
//
//   - JavaScript and CSS: GitHub linguist's average line length, with a minimum size added, below
//     which the average says nothing.
//   - All files, from one-line JSON to base64 in a script: most bytes are in long lines with little
//     white space.
//
// The second rule must keep prose with one paragraph a line, hence the share of white space.
// English has one space in six bytes, minified code and data hardly any. Languages written without
// spaces are recognised by their non-ASCII bytes. The rule must also keep tests with a blob in the
// code, hence three quarters of the bytes. With one half it skipped image/png/example_test.go and a
// dozen more hand-written files of 139,000. With three quarters it skips three: tables of words, or
// one literal on one line.
const (
	webAverage    = 110  // bytes per line; JavaScript or CSS with more is minified
	webSmallest   = 1024 // bytes; in smaller files the average says nothing
	longLine      = 1000 // bytes without the line break; a line with more is long
	longQuarters  = 3    // of four quarters of the bytes of a minified file are in long lines
	longLeastText = 12   // at least 1/12 of the bytes of long lines of prose is white space or non-ASCII
)

// minifiedSuffixes end the names of minified files.
var minifiedSuffixes = []string{".min.js", ".min.mjs", ".min.cjs", ".min.css", "-min.js", "-min.css"}

// IsMinified reports whether content is minified. Of lines that are not long it reads one byte in a
// thousand.
func IsMinified(path string, content []byte) bool {
	if isWeb(path) && len(content) >= webSmallest && len(content) > webAverage*(bytes.Count(content, newline)+1) {
		return true
	}
	long, text := longLines(content)
	return long*4 > len(content)*longQuarters && text*longLeastText < long
}

// MinifiedPart returns the minified code of a file. This is all of the file, or its longest line,
// if that is long and has little white space. It is empty if there is none.
func MinifiedPart(path string, content []byte) (part []byte) {
	if IsMinified(path, content) {
		return content
	}
	eachLongLine(content, func(line []byte) {
		if len(line) > len(part) && textBytes(line)*longLeastText < len(line) {
			part = line
		}
	})
	return part
}

var newline = []byte{'\n'}

// isWeb reports whether the first rule applies.
func isWeb(path string) bool {
	return hasAnySuffix(path, ".js", ".mjs", ".cjs", ".css")
}

func hasAnySuffix(s string, suffixes ...string) bool {
	for _, suffix := range suffixes {
		if strings.HasSuffix(s, suffix) {
			return true
		}
	}
	return false
}

// longLines returns the bytes in long lines, and the text among these. Text is white space or
// non-ASCII.
func longLines(content []byte) (long, text int) {
	eachLongLine(content, func(line []byte) {
		long += len(line)
		text += textBytes(line)
	})
	return long, text
}

// eachLongLine calls f with each long line.
func eachLongLine(content []byte, f func(line []byte)) {
	for len(content) > longLine {
		// Lines that begin and end within the next longLine+1 bytes are not long.
		if i := bytes.LastIndexByte(content[:longLine+1], '\n'); i >= 0 {
			content = content[i+1:]
			continue
		}
		n := bytes.IndexByte(content, '\n')
		if n < 0 {
			n = len(content)
		}
		f(content[:n])
		content = content[n:]
	}
}

// textBytes counts white space and non-ASCII bytes.
func textBytes(line []byte) (n int) {
	for _, c := range line {
		if c <= ' ' || c >= 0x80 {
			n++
		}
	}
	return n
}

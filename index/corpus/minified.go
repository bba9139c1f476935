package corpus

import (
	"bytes"
	"context"
	"slices"
	"strings"
)

// Minified files are copies made for machines: nobody wrote them so, and they match each other everywhere. Two rules
// find them. The first is GitHub linguist's, for the web's languages, with a smallest size added, below which the average says
// nothing. The second is for all others, from one-line JSON to base64 in a script. It must leave alone what also has
// long lines: prose with a paragraph to the line, hence the share of white space (English has one blank in six bytes,
// minified code and data next to none; languages written without blanks are told by their non-ASCII bytes), and tests
// with a blob among their code, hence the three quarters. With one half, image/png/example_test.go fell to it, and a
// dozen more hand-written files of 139,000 looked at; with three quarters three did, tables of words or one literal on one line.
const (
	webAverage    = 110  // bytes a line over which JavaScript or CSS is minified
	webSmallest   = 1024 // bytes from which on that is looked at
	longLine      = 1000 // bytes, its end not counted, over which a line of any file is long
	longQuarters  = 3    // quarters of the bytes that must stand in long lines
	longLeastText = 12   // 1/longLeastText of the bytes of long lines are white space or non-ASCII in prose
)

// minifiedSuffixes end the names of minified files.
var minifiedSuffixes = []string{".min.js", ".min.mjs", ".min.cjs", ".min.css", "-min.js", "-min.css"}

// isMinified reports whether content is minified; when ctx is done, anything. Of lines that are not long it looks at one in
// a thousand bytes.
func isMinified(ctx context.Context, path string, content []byte) bool {
	if isWeb(path) && len(content) >= webSmallest && len(content) > webAverage*(bytes.Count(content, newline)+1) {
		return true
	}
	long, text := longLines(ctx, content)
	return long*4 > len(content)*longQuarters && text*longLeastText < long
}

var newline = []byte{'\n'}

// isWeb reports whether the first rule applies.
func isWeb(path string) bool {
	return hasSuffix(path, ".js", ".mjs", ".cjs", ".css")
}

func hasSuffix(s string, suffixes ...string) bool {
	for _, suffix := range suffixes {
		if strings.HasSuffix(s, suffix) {
			return true
		}
	}
	return false
}

// longLines returns how many bytes stand in long lines, and how many of these are white space or non-ASCII.
func longLines(ctx context.Context, content []byte) (long, text int) {
	for len(content) > longLine {
		// A line that begins here is not long if it ends within the next longLine+1 bytes; nor are those that begin
		// and end there.
		if i := bytes.LastIndexByte(content[:longLine+1], '\n'); i >= 0 {
			content = content[i+1:]
			continue
		}
		n := bytes.IndexByte(content, '\n')
		if n < 0 {
			n = len(content)
		}
		long += n
		text += textBytes(ctx, content[:n])
		content = content[n:]
	}
	return long, text
}

// textBytes counts white space and non-ASCII bytes.
func textBytes(ctx context.Context, line []byte) (n int) {
	for part := range slices.Chunk(line, betweenLooks) {
		if ctx.Err() != nil {
			return 0
		}
		for _, c := range part {
			if c <= ' ' || c >= 0x80 {
				n++
			}
		}
	}
	return n
}

// betweenLooks is how many bytes of a line are looked at, a nanosecond each, before ctx is.
const betweenLooks = 1 << 20

package wfp

import (
	"bytes"
	"crypto/md5"
	"fmt"
	"strconv"
)

// Append appends the text of a .wfp for a text file. scanoss-py writes the same, except for files
// that it does not fingerprint because of their name, size or beginning.
func Append(to []byte, name string, content []byte) []byte {
	to = fmt.Appendf(to, "file=%x,%d,%s\n", md5.Sum(content), len(content), name)
	if other, ok := otherEnds(content); ok {
		to = fmt.Appendf(to, "fh2=%x\n", md5.Sum(other))
	}
	line := uint32(0)
	for _, p := range Prints(content) {
		switch {
		case p.Line == line:
			to = append(to, ',')
		case line > 0:
			to = append(to, '\n')
			fallthrough
		default:
			line = p.Line
			to = append(strconv.AppendUint(to, uint64(line), 10), '=')
		}
		to = fmt.Appendf(to, "%08x", p.Hash)
	}
	if line > 0 {
		to = append(to, '\n')
	}
	return to
}

// otherEnds returns a text with CR LF line endings. If all are CR LF, it returns it with LF; false
// if there are none.
func otherEnds(content []byte) ([]byte, bool) {
	lf := bytes.ReplaceAll(content, []byte("\r\n"), []byte("\n"))
	had := len(content) - len(lf) // CR LF
	plain := bytes.ReplaceAll(lf, []byte("\r"), []byte("\n"))
	ends := bytes.Count(plain, []byte("\n"))
	if ends == 0 {
		return nil, false
	}
	if had == ends {
		return plain, true
	}
	return bytes.ReplaceAll(plain, []byte("\n"), []byte("\r\n")), true
}

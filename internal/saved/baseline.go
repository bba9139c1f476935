// Package saved reads what earlier runs wrote: baselines, and JSON one element at a time. Somebody
// else may have written it, so it takes memory for the kept values only.
package saved

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The file of a baseline is text: a heading with its kind, and sorted lines of hashes. So the same
// result always gives the same bytes, version control shows the added lines, and the file says
// nothing of the sources.

// baselineVersion is the version of the lines.
const baselineVersion = 1

const baselineStart = "chaffinch baseline "

// WriteBaseline returns the file with these lines.
func WriteBaseline(of string, lines []string) []byte {
	slices.Sort(lines)
	return []byte(fmt.Sprintf("%s%d: %s\n%s\n", baselineStart, baselineVersion, of, strings.Join(lines, "\n")))
}

// ReadBaseline returns the kind of a baseline, and its lines. It returns false for other text. The
// error has advice.
func ReadBaseline(text []byte) (of string, lines []string, is bool, err error) {
	if !bytes.HasPrefix(text, []byte(baselineStart)) {
		return "", nil, false, nil
	}
	lines = slices.Collect(strings.Lines(string(text)))
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, "\r\n")
	}
	version, of, whole := strings.Cut(strings.TrimPrefix(lines[0], baselineStart), ": ")
	if !whole || of == "" {
		return "", nil, true, ErrBaselineLine(lines[0])
	}
	if version != strconv.Itoa(baselineVersion) {
		return "", nil, true, fmt.Errorf("another version of the program wrote it, as version %s: recreate it", version)
	}
	lines = slices.DeleteFunc(lines[1:], func(line string) bool { return line == "" })
	return of, lines, true, nil
}

// ErrBaselineLine is the error for a line that no baseline has.
func ErrBaselineLine(line string) error {
	return fmt.Errorf("its line %.40q is damaged: recreate it", line)
}

// ErrOtherBaseline is the error for a baseline of the other kind, which another check may need.
func ErrOtherBaseline(of string) error {
	return fmt.Errorf("it is a baseline of %.40s: use another file for this comparison", of)
}

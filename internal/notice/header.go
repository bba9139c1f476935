//go:build !js

package notice

import (
	"bytes"
	"regexp"
	"slices"

	"github.com/google/licensecheck"
)

// noticed are in the names of licences whose short notices stand in files. A line may end in a name.
var noticed = [][]byte{
	[]byte("GNU General"), []byte("General Public"), []byte("Mozilla Public"), []byte("Apache License"),
}

// ofNotices matches the licences that have such notices.
var ofNotices = regexp.MustCompile(`^([AL]?GPL|MPL|Apache)-`)

// exception matches what changes the licence that a notice names.
var exception = regexp.MustCompile(`(?i)\b(as a |special |with .{0,40})exception\b`)

// afterLine matches what begins a line of a comment.
var afterLine = regexp.MustCompile(`(?m)^[ \t]*(//+|/?\*+|#+|--+|;+|dnl|REM|%+|")?[ \t]*`)

// Header returns the licence by the notice at the head of a file, such as the short one of the GPL, outside of
// strings (see [InHead]). found reports whether there is a notice; the licence is empty if it is not clear, as
// with an exception or with several licences. A head without the names of such licences is only searched for these.
// The first call that meets one takes a second.
func Header(content []byte, inString func(at int) bool) (license string, found bool) {
	head := content[:min(len(content), headSize)]
	at := -1
	for _, name := range noticed {
		if i := bytes.Index(head, name); i >= 0 && (at < 0 || i < at) {
			at = i
		}
	}
	if at < 0 || inString != nil && inString(at) {
		return "", false
	}
	head = afterLine.ReplaceAll(head, nil)
	var ids []string
	for _, m := range licensecheck.Scan(head).Match {
		if !m.IsURL && !slices.Contains(ids, m.ID) {
			ids = append(ids, m.ID)
		}
	}
	switch {
	case len(ids) == 0:
		return "", false
	case len(ids) == 1 && ofNotices.MatchString(ids[0]) && !exception.Match(head):
		return ids[0], true
	}
	return "", true
}

package scan

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf16"
)

// encoded returns a text in UTF-16 with a byte order mark.
func encoded(text string, order binary.AppendByteOrder) string {
	b := order.AppendUint16(nil, 0xfeff)
	for _, c := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, c)
	}
	return string(b)
}

// encoded32 returns a text in UTF-32 with a byte order mark.
func encoded32(text string, order binary.AppendByteOrder) string {
	b := order.AppendUint32(nil, 0xfeff)
	for _, c := range text {
		b = order.AppendUint32(b, uint32(c))
	}
	return string(b)
}

// Lines that changed are counted in the decoded text: the byte of a line feed is also in other
// characters of UTF-16, such as U+0A05 and U+010A.
func TestRun_SinceCountsLinesOfDecodedText(t *testing.T) {
	x := corpusOf(t)
	const letters = "// \u0a05\u010a\u0a0a\u200a\u0a05\u010a\u0a0a\u200a\n"
	old := letters + letters + routines(100, 101)
	now := old + routine(2) + letters + routine(3)
	for name, encode := range map[string]func(string) string{
		"UTF-8": func(s string) string { return s }, "UTF-16LE": func(s string) string { return encoded(s, binary.LittleEndian) },
		"UTF-16BE": func(s string) string { return encoded(s, binary.BigEndian) }, "UTF-32LE": func(s string) string { return encoded32(s, binary.LittleEndian) },
		"UTF-32BE": func(s string) string { return encoded32(s, binary.BigEndian) },
	} {
		tree := write(t, map[string]string{"a.go": encode(old)})
		gitIn(t, tree, "init", "-q")
		gitIn(t, tree, "add", "-A")
		gitIn(t, tree, "commit", "-qm", "old")
		must(t, os.WriteFile(filepath.Join(tree, "a.go"), []byte(encode(now)), 0o644))
		must(t, os.WriteFile(filepath.Join(tree, "new.go"), []byte(encode(letters+routines(10, 11))), 0o644))
		r, err := Run(t.Context(), x, Options{Tree: tree, Since: "HEAD"})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(r.Findings) != 2 || r.Findings[0].Origin.Path != "up/sort.go" || r.Findings[1].Origin.Path != "tree.go" || r.Files[0].Lines != 51 {
			t.Errorf("%s: %q, %d lines, warnings %q, unread %v", name, summaries(r), r.Files[0].Lines, r.Warnings, r.Unread)
		}
	}
}

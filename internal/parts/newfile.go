package parts

import (
	"bytes"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// A diff may add a whole file. If that is Markdown or a notebook, or its name says nothing and it
// looks like code, it is read as it would be alone.

// formatOf returns the language of a file that the hunk adds whole. The name must give a format of
// several parts, or the text look like something else than prose. Otherwise it returns nil.
func (d *diffReader) formatOf(p *Part) *lex.Language {
	if d.name == "" || p.Language != lex.Prose || !d.whole || !p.Adds() {
		return nil
	}
	src := p.text.bytes
	if l := detect.Language(d.name, src); l.Parted() {
		return l
	}
	if l := Looks(src); l != nil {
		return l
	}
	if mostlyCode(src) {
		return d.guessOf(src)
	}
	return nil
}

// mostlyCode reports whether half of the lines look like code.
func mostlyCode(src []byte) bool {
	lines := 0
	for line := range bytes.Lines(src) {
		if !isBlankLine(line) {
			lines++
		}
	}
	code := countCode(src)
	return code >= leastCodeLines && 2*code >= lines
}

// countCode returns the number of lines that look like code.
func countCode(src []byte) (n int) {
	for line := range bytes.Lines(src) {
		if kindOf(bytes.TrimSpace(line)) == codeLine {
			n++
		}
	}
	return n
}

// newFile adds the parts of a file that the hunk adds whole.
func (d *diffReader) newFile(l *lex.Language, p Part) {
	first := len(d.parts)
	d.add(l, p.text)
	for i := first; i < len(d.parts); i++ {
		n := &d.parts[i]
		if n.Hunk {
			continue // of a diff in it
		}
		n.Hunk, n.Name, n.lines = true, p.Name, p.lines
		n.kept = []span{{0, len(n.text.bytes)}}
	}
}

// grownDiff adds the code that a hunk adds to a diff: the lines that begin with two marks. They may
// be inside a hunk of that diff, whose head did not change.
func (d *diffReader) grownDiff(p Part) {
	inner := &diffReader{splitter: d.splitter, ended: true}
	for _, k := range p.kept {
		p.text.cut(&inner.source, k.from, k.to)
	}
	d.depth++
	inner.read()
	d.depth--
}

// isNothing reports whether the old name in a diff stands for no file.
func isNothing(name []byte) bool {
	return bytes.Equal(bytes.TrimSpace(name), []byte("/dev/null"))
}

package parts

import (
	"bytes"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Reasons why lines of a document are not read, though no lexer leaves them out.
const (
	leftContext    = "context"    // unchanged lines of a diff
	leftRemoved    = "removed"    // of a diff
	leftOutside    = "outside"    // lines outside of the hunks of a diff or the bodies of an e-mail
	leftOutput     = "output"     // of cells of a notebook
	leftScript     = "script"     // scripts, styles and comments of a page
	leftAttachment = "attachment" // images and other data of e-mails and notebooks
	LeftProse      = "prose"      // text of a notebook, where only its code is compared
	leftDamaged    = "damaged"    // after an error in, or the end of, the JSON of a notebook or base64
)

// LeftOutReasons returns the reasons in the order in which they are named.
func LeftOutReasons() []string {
	return []string{leftContext, leftRemoved, leftOutside, leftOutput, LeftProse, leftScript, leftAttachment, leftDamaged}
}

// LeftOut counts a document's nonblank lines that are not read, by reason. It is nil if all are
// read.
func LeftOut(l *lex.Language, src []byte) map[string]int {
	if !l.Parted() {
		return nil
	}
	s := splitter{}
	s.document(l, src)
	return s.left
}

// leave counts lines that are not read.
func (s *splitter) leave(reason string, lines []byte) {
	n := 0
	for line := range bytes.Lines(lines) {
		if !isBlankLine(line) {
			n++
		}
	}
	if n == 0 {
		return
	}
	if s.left == nil {
		s.left = map[string]int{}
	}
	s.left[reason] += n
}

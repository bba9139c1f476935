package notice

import (
	"bytes"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/internal/license"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
)

// Claim is what a file says of its own licence.
type Claim struct {
	// License is an SPDX expression; empty if the file says something that is not understood.
	License string
	// Family is set if the file only names licences without a version, such as BSD or GPL. Then the licence of its folder
	// holds, if that is one of the family: see [Claim.In].
	Family string
}

// In returns the licence of a file that claims something, in a folder with a licence.
func (c Claim) In(folder string) string {
	if c.Family == "" {
		return c.License
	}
	for _, alternative := range spdx.Alternatives(folder) {
		for _, id := range alternative {
			if !strings.HasPrefix(id, c.Family+"-") && id != c.Family {
				return ""
			}
		}
	}
	return folder
}

// Heads reads the heads of files. The zero value is ready for use, also by several goroutines. It remembers what it has
// read, because heads are the same in many files.
type Heads struct {
	known sync.Map // knownHead by the hash of its lines
}

type knownHead struct {
	claim Claim
	ok    bool
}

// Header returns what the comments at the head of a file say of its licence: a notice, the text of a licence, a
// reservation of rights. ok is false if they say nothing, or only name a file that does. All lines of prose are read, as
// if they were comments. What is in a string counts not: see [InHead].
func (h *Heads) Header(content []byte, prose bool, inString func(at int) bool) (c Claim, ok bool) {
	head := content[:min(len(content), headSize)]
	at := signsIn(head)
	if len(at) == 0 || prose && at[0] >= proseSize && !inMarked(head, at[0]) || isData(head) {
		return Claim{}, false
	}
	lines, first, last := signed(content, at, prose, inString)
	if first < 0 {
		return Claim{}, false
	}
	narrowFirst, narrowLast := narrowed(lines, first, last)
	c, ok = h.read(passage(lines, narrowFirst, narrowLast))
	if ok && c == (Claim{}) { // a text may begin and end without a sign
		wideFirst, wideLast := widened(lines, first, last)
		if all, understood := h.read(passage(lines, wideFirst, wideLast)); understood {
			c = all
		}
	}
	return c, ok
}

// read returns what a passage says.
func (h *Heads) read(text []byte) (c Claim, ok bool) {
	hash := xxhash.Sum64(text)
	if known, found := h.known.Load(hash); found {
		k := known.(knownHead)
		return k.claim, k.ok
	}
	s, ok := license.Read(text, false)
	c = Claim{License: s.License, Family: s.Family}
	h.known.Store(hash, knownHead{c, ok})
	return c, ok
}

// proseSize is where the licence of a file of prose begins at the latest.
const proseSize = 1 << 10

// inMarked reports whether the line of an offset begins with the mark of a comment.
func inMarked(head []byte, at int) bool {
	line := head[bytes.LastIndexByte(head[:at], '\n')+1:]
	text := bytes.TrimLeft(line, " \t")
	return len(text) > 0 && marked(text, line) > 0
}

// isData reports whether a text is a value of JSON, in which comments are none.
func isData(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r\n")
	return len(text) > 0 && (text[0] == '{' || text[0] == '[')
}

// longestPassage bounds the bytes of a head that are read, if a comment that begins within headSize is that long.
const longestPassage = 16 << 10

// signed returns the lines of the comments of a head, and which of them are the first and the last one with a sign; -1 if
// none has one.
func signed(content []byte, signs []int, prose bool, inString func(at int) bool) (lines []commentLine, first, last int) {
	head := content[:min(len(content), longestPassage)]
	lines = commentLines(head, min(signs[len(signs)-1]+1, len(head)), prose)
	first, last = -1, -1
	for i, l := range lines {
		for len(signs) > 0 && signs[0] < l.at {
			signs = signs[1:]
		}
		if len(signs) > 0 && signs[0] < l.at+l.size {
			if first < 0 {
				if first = i; l.afterCode && inString != nil && inString(signs[0]) {
					return nil, -1, -1
				}
			}
			last = i
		}
	}
	return lines, first, last
}

// narrowed returns the lines from the paragraph with the first sign to the paragraph with the last one, and those after it
// that may belong to it.
func narrowed(lines []commentLine, first, last int) (from, to int) {
	for first > 0 && lines[first-1].block == lines[first].block && len(lines[first-1].text) > 0 && !isCopyright(lines[first-1].text) {
		first--
	}
	for end := last; end+1 < len(lines) && lines[end+1].block == lines[last].block; {
		end++
		if len(lines[end].text) == 0 {
			continue
		}
		if end == last+1 || has(lines[end].text, goingOn) {
			last = end
		}
	}
	return first, last
}

// widened returns the lines of all comments with signs.
func widened(lines []commentLine, first, last int) (from, to int) {
	for first > 0 && lines[first-1].block == lines[first].block {
		first--
	}
	for last+1 < len(lines) && lines[last+1].block == lines[last].block {
		last++
	}
	return first, last
}

// passage returns the text of lines, without those of copyright that say nothing else.
func passage(lines []commentLine, first, last int) (out []byte) {
	for i, l := range lines[first : last+1] {
		if i > 0 && l.block != lines[first+i-1].block {
			out = append(out, ".\n\n"...)
		}
		if isCopyright(l.text) {
			continue
		}
		out = append(append(out, l.text...), '\n')
	}
	return out
}

// reserving are in lines of copyright that say more.
var reserving = [][]byte{[]byte("icens"), []byte("ICENS"), []byte("ermission"), []byte("ights"), []byte("IGHTS"), []byte("nder "), []byte("GPL"), []byte("roprietary"), []byte("onfidential"), []byte("istribut"), []byte("omain")}

// goingOn are in lines of clauses without the signs of a licence.
var goingOn = [][]byte{[]byte("oftware"), []byte("OFTWARE"), []byte("ou "), []byte("ou'"), []byte("may "), []byte("must "), []byte("shall "), []byte("SHALL "), []byte("xception"), []byte("istribut"), []byte("rohibit")}

func has(line []byte, any [][]byte) bool {
	for _, s := range any {
		if bytes.Contains(line, s) {
			return true
		}
	}
	return false
}

// isCopyright reports whether a line is a statement of copyright, and has no sign of a licence.
func isCopyright(line []byte) bool {
	return len(line) < 100 && !bytes.Contains(line, []byte(". ")) && (bytes.Contains(line, []byte("opyright")) || bytes.Contains(line, []byte("(c)")) || bytes.Contains(line, []byte("(C)")) || bytes.Contains(line, []byte("©"))) &&
		bytes.ContainsAny(line, "0123456789") && !has(line, reserving)
}

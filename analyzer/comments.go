package analyzer

import (
	"bytes"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

const (
	// leastComment is the least length of a comment that is read, in bytes. It includes the marks
	// and the white space around the comment.
	leastComment = 12
	// wordBytes is the size of a short word of a comment with its space, in bytes.
	wordBytes = 6
	// leastDocstring is the least length of a string that documents code, in bytes.
	leastDocstring = 40
)

// Comments sets into to the words of n's comments, in order. They are running text without
// fingerprints. src is the source of n. Strings that document code, such as docstrings, are
// comments, too. These comments are left out: notices of copyrights and licences, comments between
// two tokens of the sorted spans without, and all comments of documents in formats of several
// parts.
func (n *Analysis) Comments(src []byte, without []Span, into *Analysis) {
	into.Language, into.Tokens, into.Texts, into.LeftOut, into.Grams = lex.Prose, into.Tokens[:0], nil, nil, nil
	for r := range into.Fingerprints {
		into.Fingerprints[r] = into.Fingerprints[r][:0]
	}
	if n.Language == lex.Prose || n.Language.Parted() {
		return
	}
	tokens, first := n.Outside(), 0
	if n.Parted() {
		first = 1 // without the border
	}
	isLeftOut := func(token int) bool {
		for len(without) > 0 && without[0].To <= token {
			without = without[1:]
		}
		return len(without) > 0 && without[0].From <= token
	}
	into.Tokens = slices.Grow(into.Tokens, bytesBetween(tokens, len(src))/wordBytes)
	end := 0       // of the last token, or of the string around it
	before := true // whether the last token is left out
	for i := range tokens {
		t := &tokens[i]
		left := isLeftOut(first + i)
		if int(t.Start)-end >= leastComment && !(before && left) {
			into.addComment(src, end, int(t.Start))
		}
		if !left && t.Kind == lex.String && documents(src, tokens, i) {
			into.addComment(src, int(t.Start), int(t.End))
		}
		end, before = max(end, int(t.End), int(t.Whole)), left
	}
	if len(src)-end >= leastComment && !(before && len(tokens) > 0) {
		into.addComment(src, end, len(src))
	}
}

// bytesBetween returns the bytes of a source that are in no token, of gaps that may be comments.
func bytesBetween(tokens []lex.Token, size int) (n int) {
	end := 0
	for i := range tokens {
		if gap := int(tokens[i].Start) - end; gap >= leastComment {
			n += gap
		}
		end = max(end, int(tokens[i].End), int(tokens[i].Whole))
	}
	return n + max(0, size-end)
}

// addComment adds the words between two offsets, without notices. A notice ends at a blank line, or
// where a comment is closed by */.
func (n *Analysis) addComment(src []byte, from, to int) {
	ends, after := [...]string{"\n\n", "*/"}, [...]int{from, from} // where the next of each ends
	for from < to {
		next := to
		for k, end := range ends {
			if after[k] <= from { // searched once each, so that the time is linear
				after[k] = to
				if i := bytes.Index(src[from:to], []byte(end)); i >= 0 {
					after[k] = from + i + len(end)
				}
			}
			next = min(next, after[k])
		}
		words := len(n.Tokens)
		n.Tokens = lex.Words(n.Tokens, src, from, next)
		for _, t := range n.Tokens[words:] {
			if notices[t.Hash] {
				n.Tokens = n.Tokens[:words]
				break
			}
		}
		from = next
	}
}

// notices are the hashes of words of notices of copyrights and licences.
var notices = func() map[uint64]bool {
	all := map[uint64]bool{}
	for _, t := range lex.Prose.Lex(nil, []byte("copyright license licence licensed sublicense SPDX hereby redistribution warranty warranties")) {
		all[t.Hash] = true
	}
	return all
}()

// documents reports whether a string in quotes is documentation. It stands alone on its lines, as a
// statement of its own, or behind a word such as @doc. The text of a heredoc has no quotes.
func documents(src []byte, tokens []lex.Token, i int) bool {
	t := &tokens[i]
	if t.End-t.Start < leastDocstring || !isQuoted(src[t.Start:max(t.End, t.Whole)]) {
		return false
	}
	if rest := src[t.End:]; len(bytes.TrimSpace(rest[:lineLength(rest)])) > 0 {
		return false
	}
	if i == 0 {
		return true
	}
	last := tokens[i-1]
	text := string(src[last.Start:last.End])
	if last.Kind == lex.Identifier && last.End-last.Start < leastDocstring && strings.HasSuffix(text, "doc") {
		return true
	}
	between := src[last.End:t.Start]
	begins := bytes.IndexByte(between, '\n') >= 0 && bytes.IndexByte(between, '\\') < 0
	return begins && last.Kind != lex.String && (last.Kind != lex.Operator || text == ":" || text == ";" || text == ")" || text == "}")
}

// isQuoted reports whether a text begins and ends with quotation marks. Letters, a tilde and other
// marks may precede the first one: r""", ~S""".
func isQuoted(text []byte) bool {
	const quotes = "\"'`"
	first := bytes.IndexAny(text[:min(len(text), mostQuotePrefix)], quotes)
	return first >= 0 && !bytes.ContainsAny(text[:first], " \t\r\n") && bytes.IndexByte([]byte(quotes), text[len(text)-1]) >= 0
}

// mostQuotePrefix bounds the bytes before and with the first quotation mark of a string.
const mostQuotePrefix = 6

func lineLength(src []byte) int {
	if i := bytes.IndexByte(src, '\n'); i >= 0 {
		return i
	}
	return len(src)
}

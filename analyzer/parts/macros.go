package parts

import (
	"bytes"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Macros of C that stand for one punctuation mark: #define BEGIN {. Without marks a program shares no run of
// tokens with its copy, so a name is read as the mark from its definition on. Other macros are names: renaming
// them changes nothing in structure.

// macroMarks are the marks that such a macro may stand for.
const macroMarks = "{}()[];,"

// hashOfDefine and hashOfUndef are those of the words after #.
var hashOfDefine, hashOfUndef = xxhash.Sum64String("define"), xxhash.Sum64String("undef")

// defineOf returns the hash of the word that defines a macro in the language, or 0 if it has none.
func defineOf(l *lex.Language) uint64 {
	switch l.Name {
	case "C", "C++", "Objective-C", "Objective-C++", "Cuda":
		return hashOfDefine
	}
	return 0
}

// expandMarks replaces the names that stand for marks in the tokens of a source, from the token that defines the
// first of them.
func (into *Lexed) expandMarks(src []byte, from int) {
	if from == 0 {
		return
	}
	var marks map[uint64][]byte // by the hash of the name
	tokens := into.Tokens
	for i := from; i < len(tokens); i++ {
		t := &tokens[i]
		switch {
		case i+1 < len(tokens) && (t.Hash == hashOfDefine || marks != nil && t.Hash == hashOfUndef):
			mark := markOf(src, tokens[i-1:])
			if mark != nil && marks == nil {
				marks = map[uint64][]byte{}
			}
			if i++; mark != nil {
				marks[tokens[i].Hash] = mark
			} else if marks != nil {
				delete(marks, tokens[i].Hash)
			}
		case len(marks) > 0 && t.Kind == lex.Identifier && marks[t.Hash] != nil:
			into.setMark(t, marks[t.Hash])
		}
	}
}

// markOf returns the mark that the second of the tokens, define, defines a name as, or nil.
func markOf(src []byte, tokens []lex.Token) []byte {
	if len(tokens) < 4 || tokens[1].Hash != hashOfDefine {
		return nil
	}
	if value := tokens[3]; value.End-value.Start != 1 || len(tokens) > 4 && tokens[4].Start == value.End {
		return nil
	}
	hash, define, name, value := &tokens[0], &tokens[1], &tokens[2], &tokens[3]
	if name.Kind != lex.Identifier || strings.IndexByte(macroMarks, src[value.Start]) < 0 ||
		src[hash.Start] != '#' || hash.End-hash.Start != 1 || value.Start == name.End {
		return nil
	}
	end := uint32(len(src))
	if len(tokens) > 4 {
		end = tokens[4].Start
	}
	if hasBreak(src[define.End:value.Start]) || end < uint32(len(src)) && !hasBreak(src[value.End:end]) {
		return nil
	}
	return src[value.Start:value.End]
}

// hasBreak reports whether a line ends in the text between two tokens.
func hasBreak(text []byte) bool {
	return bytes.Count(text, []byte("\n")) > bytes.Count(text, []byte("\\\n"))+bytes.Count(text, []byte("\\\r\n"))
}

// setMark makes the token one of the mark.
func (into *Lexed) setMark(t *lex.Token, mark []byte) {
	if into.Texts == nil {
		into.Texts = map[uint32][]byte{}
	}
	into.Texts[t.Start] = mark
	t.Hash, t.Kind = xxhash.Sum64(mark), lex.Operator
}

package analyzer

import (
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// The names of this package before it was split. They go with the next commit.
type (
	Token          = lex.Token
	Kind           = lex.Kind
	Language       = lex.Language
	Scheme         = winnow.Scheme
	Selection      = winnow.Selection
	InnerSelection = winnow.InnerSelection
	Fingerprint    = winnow.Fingerprint
)

const (
	Keyword, Operator, Identifier   = lex.Keyword, lex.Operator, lex.Identifier
	Number, String, Char, Word      = lex.Number, lex.String, lex.Char, lex.Word
	SelectWinnowing, SelectRobust   = winnow.SelectWinnowing, winnow.SelectRobust
	SelectOpenClosed, SelectZeroMod = winnow.SelectOpenClosed, winnow.SelectZeroMod
	SelectSafeZeroMod, SelectMinS   = winnow.SelectSafeZeroMod, winnow.SelectMinS
	MaxK, MaxW, MaxP                = winnow.MaxK, winnow.MaxW, winnow.MaxP
	TermSize, TermBits              = winnow.TermSize, winnow.TermBits
	TermAlphabet                    = winnow.TermAlphabet
)

var (
	Prose            = lex.Prose
	Languages        = lex.Languages
	Lookup           = lex.Lookup
	SameWord         = lex.SameWord
	Detect           = detect.Language
	DetectCandidates = detect.Candidates
	AppendTerm       = winnow.AppendTerm
	ParseTerm        = winnow.ParseTerm
)

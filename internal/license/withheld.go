package license

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// A few words restrict what others may do without a word about licences: internal use only,
// vertraulich. A head with them and no licence is unknown. The lists will never be complete.

// Withheld returns such words, in small letters.
func Withheld() []string { return append(restricted(), unlessInterface...) }

// restricted returns the words of a list. An underscore stands for a blank at an end.
func restricted() (all []string) {
	for words := range strings.SplitSeq(listed("restricted"), ";") {
		all = append(all, strings.ReplaceAll(strings.TrimSpace(words), "_", " "))
	}
	return all
}

var allRestricted = sync.OnceValue(func() *Texts { return NewTexts(restricted()...) })

// unlessInterface are words about restrictions that also say how to call a function.
var unlessInterface = []string{"internal use", "only be used with", "only be used together", "only be used in conjunction", "not be passed on", "under nda", "for use with "}

// ofInterface are words beside them that say so.
var ofInterface = hashes("header", "include", "included", "api", "apis", "module", "class", "function", "method", "macro", "call", "called", "caller", "import", "imported", "subclass", "interface", "helper", "variable",
	"struct", "type", "define", "constant", "argument", "option", "flag", "test", "package", "directly", "command", "library", "field", "plugin", "routine", "depend", "public", "stable", "hardware", "documentation", "datasheet", "specification")

var (
	// forUseOnly matches For use with Acme devices only, and what only customers have.
	forUseOnly = lazyregexp.New(`(?i)\bfor use with [^.]{1,40} only\b|\ban? (?:valid|paid|active|commercial|enterprise)(?: [\w-]+){0,2} subscription(?:[.,;]|$| (?:is (?:required|needed)|to use|agreement))|\bsubscription agreement\b|\b(?:support contract|paying customers|subscribers) (?:may|only)\b|\bnda\b`)
	// inForUse are in each of its matches.
	inForUse = NewTexts("for use with ", "subscri", "support contract", "paying customers", "nda")
	// ofPart matches what only a part of a program uses, as in: for internal use by the parser.
	ofPart = lazyregexp.New(`\binternal use (?:by|in|within|from) (?:the |this )?(?:\w+\(\)|parser|lexer|compiler|linker|runtime|kernel|driver|scheduler|allocator|optimizer|generator|loader|engine|server|client|framework|backend|frontend|implementation|tests?|macros?|functions?|methods?|class(?:es)?|modules?|headers?|librar(?:y|ies)|code|program|system|tool|build|script|table|iterator|tree|cache|core|wrapper|interpreter|formatter|encoder|decoder|file)\b`)
	// propertyOf matches a sentence that begins with the owner.
	propertyOf = lazyregexp.New(`(?:^|[.!\n] *)(?i:property of) (?:the )?\p{Lu}`)
)

// unhyphened returns a text with blanks for its hyphens.
func unhyphened(text []byte) []byte {
	return bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("-"), []byte(" ")), []byte("\u2011"), []byte(" "))
}

// withheld reports whether a text with these words has words of restrictions.
func withheld(said []byte, words []word) bool {
	text := bytes.Join(bytes.Fields(bytes.ToLower(said)), []byte(" "))
	has := func(words string) bool { return bytes.Contains(text, []byte(words)) }
	if allRestricted().In(text) || allRestricted().In(unhyphened(text)) || has("property of") && propertyOf.Match(said) {
		return true
	}
	text = ofPart.ReplaceAllLiteral(text, nil)
	isCode := slices.ContainsFunc(words, func(w word) bool { return ofInterface.has(w.hash) })
	return !isCode && (slices.ContainsFunc(unlessInterface[:len(unlessInterface)-1], has) || inForUse.In(text) && forUseOnly.Match(text))
}

package evidence

import (
	"container/list"
	"slices"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// lexed keeps candidates' tokens, because lexing is half of an answer's work. Some documents are
// candidates of many questions. Of 800 different questions of 40 lines to Linux, half of them
// foreign, 48% of the tokens that were aligned were kept. The source is read all the same: it may
// be gone, and matches are made of it.
//
// A content is kept once it is a candidate for the second time. Most are never again, and would
// cost a copy of their tokens and push out others. What was used longest ago is dropped first. The
// same content in the same language has the same tokens, so nothing that is kept becomes wrong. It
// is safe for concurrent use.
type lexed struct {
	mu    sync.Mutex
	most  int        // tokens
	used  int        // tokens
	order *list.List // of *lexedContent, used last first
	by    map[lexedKey]*list.Element
	seen  map[lexedKey]struct{} // candidates that are not kept
}

type lexedKey struct {
	content  string // id
	language *lex.Language
}

type lexedContent struct {
	lexedKey
	tokens []lex.Token
}

const (
	// mostLexed bounds the tokens that are kept: 128 MiB of 24 bytes each.
	mostLexed = 128 << 20 / 24
	// mostSeen bounds the contents that are remembered without their tokens, of some 100 bytes
	// each.
	mostSeen = 1 << 16
)

func newLexed(most int) *lexed {
	return &lexed{most: most, order: list.New(), by: map[lexedKey]*list.Element{}, seen: map[lexedKey]struct{}{}}
}

// get returns the tokens of a content, which must not be changed. It is nil if they are not kept.
func (k *lexed) get(key lexedKey) []lex.Token {
	if k == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	e := k.by[key]
	if e == nil {
		return nil
	}
	k.order.MoveToFront(e)
	return e.Value.(*lexedContent).tokens
}

// add offers the tokens of a content that was not kept. It keeps a copy of them at the second
// offer.
func (k *lexed) add(key lexedKey, tokens []lex.Token) {
	if k == nil || len(tokens) == 0 || len(tokens) > k.most/8 || !k.wants(key) {
		return
	}
	kept := slices.Clone(tokens)
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.by[key] != nil {
		return
	}
	delete(k.seen, key)
	k.by[key] = k.order.PushFront(&lexedContent{key, kept})
	for k.used += len(kept); k.used > k.most; {
		last := k.order.Remove(k.order.Back()).(*lexedContent)
		delete(k.by, last.lexedKey)
		k.used -= len(last.tokens)
	}
}

// wants reports whether a content was seen before.
func (k *lexed) wants(key lexedKey) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, seen := k.seen[key]; seen {
		return true
	}
	if len(k.seen) == mostSeen {
		clear(k.seen)
	}
	k.seen[key] = struct{}{}
	return false
}

package origin

import (
	"path"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

// reason is why a file or a snippet of it was not used; "" if it was.
type reason string

const (
	used        reason = ""
	isLarge     reason = "larger than 4 MiB"
	isBinary    reason = "binary"
	isTestData  reason = "test data"
	isNotCode   reason = "not code"
	isGenerated reason = "generated"
	isNameless  reason = "no file extension"
	isShort     reason = "too few lines or tokens"
	isComment   reason = "mostly comments"
	isOpen      reason = "starts or ends inside a token or comment"
	isWhole     reason = "no line begins inside a comment or string"
	isKnown     reason = "held-out snippet that the index has"
	isKnownHost reason = "held-out file that the index has in part, not used as a host"
	isLost      reason = "snippet that was not found in its own file"
	hasNoHost   reason = "no held-out file of its language to embed it in"
	isFragile   reason = "a mutation would have changed its tokens"
)

// source is a document that questions can be cut from.
type source struct {
	listed
	content []byte
	lang    *lex.Language
	tokens  []lex.Token
}

// readSource reads and lexes a document. With a reason other than used there is no source.
func readSource(d listed) (*source, reason, error) {
	if code.IsTestData(d.name) {
		return nil, isTestData, nil
	}
	if path.Ext(d.name) == "" {
		return nil, isNameless, nil
	}
	content, err := d.read()
	if err != nil {
		return nil, used, err
	}
	if content == nil {
		return nil, isLarge, nil
	}
	if code.IsBinary(content) {
		return nil, isBinary, nil
	}
	lang := detect.Language(d.name, content)
	if !code.IsCode(lang) {
		return nil, isNotCode, nil
	}
	if code.IsGenerated(content) {
		return nil, isGenerated, nil
	}
	return &source{listed: d, content: content, lang: lang,
		tokens: lang.Lex(nil, content)}, used, nil
}

package origin

import (
	"path"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

// source is a document that questions can be cut from.
type source struct {
	listed
	content []byte
	lang    *lex.Language
	tokens  []lex.Token
}

// readSource reads and lexes a document. It returns nil for a document that is too large,
// generated, test data, or no code.
func readSource(d listed) (*source, error) {
	if code.IsTestData(d.name) || path.Ext(d.name) == "" {
		return nil, nil
	}
	content, err := d.read()
	if err != nil || content == nil || code.IsBinary(content) || code.IsGenerated(content) {
		return nil, err
	}
	lang := detect.Language(d.name, content)
	if !code.IsCode(lang) {
		return nil, nil
	}
	return &source{listed: d, content: content, lang: lang, tokens: lang.Lex(nil, content)}, nil
}

package index

import (
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// Licences are not recognised: their texts would make the engine for browsers 1 MB larger.

type licenses struct{}

func (*licenses) remember(Occurrence) {}

func (*licenses) of([]byte) string { return "" }

func (*update) describe(corpus.File, *Occurrence, *lex.Language, []byte, []byte) {}

func (*update) loadNotices() {}

func (*update) keepNotices() {}

func (*update) noticeMemory() *corpus.NoticeMemory { return nil }

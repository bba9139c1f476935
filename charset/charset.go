// Package charset is the old name of what package corpus does with encodings.
package charset

import (
	"context"

	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// Text is [corpus.Text].
type Text = corpus.Text

// Decode is [corpus.Decode].
func Decode(content []byte) Text { return corpus.Decode(content) }

// DecodeContext is [corpus.Decode], and returns ctx's error if it is done.
func DecodeContext(ctx context.Context, content []byte) (Text, error) {
	return corpus.DecodeContext(ctx, content)
}

package corpus

import (
	"errors"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/office"
)

// DocumentText returns the text of a document of a word processor, by its name and content. It
// returns other contents as they are.
func DocumentText(name string, content []byte) ([]byte, error) {
	if !office.Is(name, content) {
		return content, nil
	}
	return office.Text(name, content, nil)
}

// sizeLimit returns the largest size of a file: documents with pictures are large.
func sizeLimit(o document.Options, path string) int64 {
	if !o.NoOffice && office.HasName(path) {
		return max(maxSize(o), office.MostSize)
	}
	return maxSize(o)
}

// isDocument reports whether a file is a document whose text is read.
func isDocument(o document.Options, path string, head []byte) bool {
	return !o.NoOffice && office.Is(path, head)
}

// textOf judges the content of a file that was read as a whole. Of a document it returns the text.
// spend counts unpacked bytes, see [office.Text].
func textOf(o document.Options, path string, content []byte, spend func(int64) error) ([]byte, document.Reason, error) {
	if !isDocument(o, path, content) {
		return content, judgeContent(o, path, content), nil
	}
	text, err := office.Text(path, content, spend)
	switch {
	case errors.Is(err, office.ErrNoText):
		return content, document.Empty, err
	case err != nil:
		return content, document.Damaged, err
	case int64(len(text)) > maxSize(o):
		return content, document.TooLarge, nil
	}
	return text, judgeContent(o, path, text), nil
}

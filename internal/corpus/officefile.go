package corpus

import (
	"errors"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/office"
	"github.com/chaffinch-search/chaffinch/internal/pdf"
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
	switch {
	case !o.NoOffice && office.HasName(path):
		return max(maxSize(o), office.MostSize)
	case o.PDF && pdf.HasName(path):
		return max(maxSize(o), pdf.MostSize)
	}
	return maxSize(o)
}

// isDocument reports whether a file is a document whose text is read.
func isDocument(o document.Options, path string, head []byte) bool {
	return !o.NoOffice && office.Is(path, head) || o.PDF && pdf.Is(path, head)
}

// isNamedDocument reports whether a file may be a document whose text is read, by its name.
func isNamedDocument(path string) bool { return office.HasName(path) || pdf.HasName(path) }

// textOf judges the content of a file that was read as a whole. Of a document it returns the text.
// spend counts unpacked bytes, see [office.Text].
func textOf(o document.Options, path string, content []byte, spend func(int64) error) ([]byte, document.Reason, error) {
	if !isDocument(o, path, content) {
		return content, judgeContent(o, path, content), nil
	}
	text, err := documentText(o, path, content, spend)
	switch {
	case errors.Is(err, office.ErrNoText), errors.Is(err, pdf.ErrNoText):
		return content, document.Empty, err
	case errors.Is(err, pdf.ErrMissing):
		return content, document.Unsupported, err
	case errors.Is(err, pdf.ErrEncrypted):
		return content, document.Encrypted, err
	case errors.Is(err, pdf.ErrTooLarge), err == nil && int64(len(text)) > maxSize(o):
		return content, document.TooLarge, nil
	case err != nil:
		return content, document.Damaged, err
	}
	return text, judgeContent(o, path, text), nil
}

// documentText returns the text of a document.
func documentText(o document.Options, path string, content []byte, spend func(int64) error) ([]byte, error) {
	if !o.PDF || !pdf.Is(path, content) {
		return office.Text(path, content, spend)
	}
	text, err := pdf.Text(content, maxSize(o))
	if err == nil && spend != nil {
		err = spend(int64(len(text)))
	}
	return text, err
}

package answer

import (
	"fmt"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// escape encodes the bytes that a qualifier of a SWHID cannot have.
func escape(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		if c <= ' ' || c > '~' || c == '%' || c == ';' {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// SWHID returns the identifier of a content by ISO/IEC 18670, with its qualifiers. These are the
// repository by its address, the revision and the path of the occurrence, if it has them, and the
// lines, if From is positive.
func SWHID(content string, o document.Occurrence, lines Lines) string {
	id := "swh:1:cnt:" + content
	if strings.Contains(o.Repository, "://") { // others are names
		id += ";origin=" + escape(o.Repository)
	}
	if len(o.Revision) == 40 {
		id += ";anchor=swh:1:rev:" + o.Revision + ";path=/" + escape(o.Path)
	}
	switch {
	case lines.From > 0 && lines.To > lines.From:
		id += fmt.Sprintf(";lines=%d-%d", lines.From, lines.To)
	case lines.From > 0:
		id += fmt.Sprintf(";lines=%d", lines.From)
	}
	return id
}

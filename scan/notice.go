package scan

import (
	"cmp"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// Notice returns lines that name the origin of copied lines, by SPDX 2.3, annex H. The first is
// SPDX-SnippetBegin, and the last does not end the snippet. They may have any characters that the
// document has.
func (o *Origin) Notice() []string {
	all := []string{"SPDX-SnippetBegin", "SPDX-License-Identifier: " + cmp.Or(o.License, "NOASSERTION")}
	for _, c := range o.Copyright {
		if line := "SPDX-SnippetCopyrightText: " + copyrightMark.ReplaceAllString(c, ""); !slices.Contains(all, line) {
			all = append(all, line) // a file may also state it in a string
		}
	}
	if len(o.Copyright) == 0 {
		holder := cmp.Or(o.Author, "NOASSERTION")
		if o.Author != "" && !o.Date.IsZero() {
			holder = o.Date.Format("2006 ") + o.Author
		}
		all = append(all, "SPDX-SnippetCopyrightText: "+holder)
	}
	from := "SPDX-SnippetComment: from " + o.Place()
	if o.SWHID != "" {
		from += " (" + o.SWHID + ")"
	}
	return append(all, from)
}

var copyrightMark = lazyregexp.New(`(?i)^(?:SPDX-(?:File|Snippet)CopyrightText:\s*|copyright\s*:?\s*|\(c\)\s*|©\s*)+`)

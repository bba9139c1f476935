package units

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// Everybody may have the text of a licence. Two that have the same are no copies of each other, so
// it is boilerplate. Above code it is a comment, which is no token anyway.

// licenseOf returns the tokens of an analysed file that is the text of a licence, without borders.
// It is empty for other files, and if licences count.
func (u *Units) licenseOf(f *File, text []byte, n *analyzer.Analysis) (spans []analyzer.Span) {
	if !u.noLicenses || !corpus.IsLicense(f.Path, text) {
		return nil
	}
	for _, p := range n.Parts() {
		if p.Len() > 0 {
			spans = append(spans, p.Span)
		}
	}
	return spans
}

// noteLicense notes a file that is the text of a licence.
func (l *loader) noteLicense(f *File) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.licenses = append(l.licenses, f)
}

// warnOfLicenses names the texts of licences, if two units have one.
func (l *loader) warnOfLicenses() {
	const named = 3
	files := l.licenses
	if !slices.ContainsFunc(files, func(f *File) bool { return f.Unit != files[0].Unit }) {
		return
	}
	var names []string
	for _, f := range files {
		names = append(names, path.Base(f.Path))
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if n := len(names); n > named {
		names = append(names[:named:named], fmt.Sprintf("%d more", n-named))
	}
	l.warn(option.LicenseTexts, len(files), strings.Join(names, ", "), option.PairsCountCommon)
}

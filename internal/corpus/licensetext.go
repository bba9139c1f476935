package corpus

import (
	"bytes"
	"path"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/internal/notice/textname"
	"github.com/chaffinch-search/chaffinch/internal/parts"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// IsLicense reports whether a part of a file is the text of a licence. It goes by the path of the
// file, and the part is not code. A name alone must not hide a copy. Code with few signs, such as
// Ruby or shell, shows in its lines.
func IsLicense(path string, part []byte) bool {
	return IsLicenseName(path) && hasFewSigns(part) && !parts.IsCode(part)
}

// hasFewSigns reports whether a text has hardly any signs of programs. A row of the same sign, as
// under a title, counts once. So headings and lists of a licence count as prose. For a question
// without a name parts.IsProse wants lines of prose; lex.IsProse wants tokens as odd as prose that
// was read as code.
func hasFewSigns(text []byte) bool {
	signs, all, last := 0, 0, byte(0)
	for _, c := range text {
		switch {
		case c <= ' ' || c == last && bytes.IndexByte(rowed, c) >= 0:
		case bytes.IndexByte(ofPrograms, c) >= 0:
			signs, all = signs+1, all+1
		default:
			all++
		}
		last = c
	}
	return float64(signs) <= threshold.ProseSigns*float64(all)
}

var ofPrograms, rowed = []byte("{}[]()=<>;_&|*+/\\$#@"), []byte("=*#+_/-")

// IsLicenseName reports whether a file is the text of a licence, by its path. Grants of patents,
// and Debian's copyright files, are such texts. A program is not, in any folder.
func IsLicenseName(file string) bool {
	folder, base := path.Split(file)
	folder = path.Clean("/" + folder)
	switch {
	case detect.IsSource(base):
		return false
	case base == "copyright" && (path.Base(folder) == "debian" || strings.HasSuffix(path.Dir(folder), "/share/doc")):
		return true
	}
	return base == "PATENTS" || strings.Contains(folder+"/", "/LICENSES/") || textname.Is(file)
}

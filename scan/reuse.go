package scan

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/saved"
)

// basisOf identifies everything but the file that its findings depend on. This is the state of the
// index, the project with that root and its own documents, which are not origins, the options, and
// the program. It is empty if the state or the program cannot be identified; then nothing is
// reused.
func basisOf(state index.State, o Options, root string, own *owners) string {
	identified, ok := state.(interface{ Identity() string })
	if !ok || o.Since != "" || saved.Program() == "" {
		return ""
	}
	text, err := json.Marshal([]any{
		identified.Identity(), o.Language, o.MinScore, o.Collection, o.Filter, root, own.names, own.paths, saved.Program(),
	})
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// earlier is an earlier report, by file.
type earlier map[string]*earlierFile

type earlierFile struct {
	file     File
	findings []Finding
}

// newEarlier returns an earlier report's files, or nothing if the options differ.
func newEarlier(r *Report, basis string) earlier {
	if r == nil || basis == "" || r.Basis != basis {
		return nil
	}
	all := earlier{}
	for _, f := range r.Files {
		f.Copied, f.Own, f.Common = nil, nil, nil
		all[f.Path] = &earlierFile{file: f}
	}
	for _, g := range r.Gone { // the documents may be back
		delete(all, g.Path)
	}
	for _, f := range r.Findings {
		if e := all[f.File]; e != nil {
			e.add(f)
		}
	}
	return all
}

// add adds a finding without decisions, joined with its other part if there.
func (e *earlierFile) add(f Finding) {
	f.set("", nil)
	f.asked = e.file.Tokens
	for i := range e.findings {
		same := &e.findings[i]
		if same.Class == f.Class && same.Kind == Identical == (f.Kind == Identical) && same.Origin.Content == f.Origin.Content {
			*same = same.with(append(same.Matches, f.Matches...))
			return
		}
	}
	e.findings = append(e.findings, f)
}

// file returns the earlier findings of a file, unless the file has changed.
func (all earlier) file(path string, source []byte) *earlierFile {
	if e := all[path]; e != nil && e.file.Content == index.BlobID(source) && !slices.ContainsFunc(e.findings, func(f Finding) bool { return !f.isOf(source) }) {
		return e
	}
	return nil
}

// isOf reports whether a finding may be one of a file. A report can be edited.
func (f *Finding) isOf(source []byte) bool {
	isIn := func(from, to, least, most int) bool { return least <= from && from <= to && to <= most }
	return slices.Contains(classes, f.Class) && (f.Kind == Identical || isKind(f.Kind)) &&
		!slices.ContainsFunc(f.Matches, func(m Match) bool {
			return !isKind(m.Kind) || !isIn(m.File.From, m.File.To, 1, len(source)+1) ||
				!isIn(m.FileBytes.From, m.FileBytes.To, 0, len(source)) || !isIn(m.Origin.From, m.Origin.To, 0, math.MaxInt)
		})
}

// isKind reports whether a match can have a kind.
func isKind(kind string) bool {
	_, isCopy := kinds[kind]
	return isCopy || kind == Fingerprints
}

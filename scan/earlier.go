package scan

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"runtime/debug"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
)

// basisOf identifies what the findings of a file depend on, besides the file: the state of the index, the project with
// that root and its own documents, which are no origins, the options, and the program. It is empty if the state
// cannot be identified; then nothing is reused.
func basisOf(state index.State, o Options, root string, own *owners) string {
	identified, ok := state.(interface{ Identity() string })
	if !ok || o.Since != "" {
		return ""
	}
	text, err := json.Marshal([]any{
		identified.Identity(), o.Language, o.MinScore, o.Collection, o.Filter, root, own.names, own.paths,
		analyzer.Version, buildOf(),
	})
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// buildOf identifies the program.
func buildOf() (build []string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil
	}
	build = append(build, info.Main.Version)
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" || s.Key == "vcs.modified" {
			build = append(build, s.Value)
		}
	}
	return build
}

// earlier is an earlier report, by file.
type earlier map[string]*earlierFile

type earlierFile struct {
	file     File
	findings []Finding
}

// newEarlier returns the files of an earlier report, or nothing if they were asked for in another way.
func newEarlier(r *Report, basis string) earlier {
	if r == nil || basis == "" || r.Basis != basis {
		return nil
	}
	all := earlier{}
	for _, f := range r.Files {
		f.Copied, f.Own, f.Common = nil, nil, nil
		all[f.Path] = &earlierFile{file: f}
	}
	for _, f := range r.Findings {
		if e := all[f.File]; e != nil {
			e.add(f)
		}
	}
	return all
}

// add adds a finding without what was decided, joined with the part of the same finding that is there.
func (e *earlierFile) add(f Finding) {
	f.Status, f.Open, f.Decision, f.asked = "", false, nil, e.file.Tokens
	for i := range e.findings {
		same := &e.findings[i]
		if same.Class == f.Class && same.Kind == Identical == (f.Kind == Identical) && same.Origin.Content == f.Origin.Content {
			*same = same.with(append(same.Matches, f.Matches...))
			return
		}
	}
	e.findings = append(e.findings, f)
}

// of returns what is known of a file with this content.
func (all earlier) of(path, content string) *earlierFile {
	if e := all[path]; e != nil && e.file.Content == content {
		return e
	}
	return nil
}

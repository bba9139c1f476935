package notice

import (
	"math"
	"path"
	"slices"
	"strings"
)

// Minified files and maps often have no head: it stands in their source beside them. So the head of
// the source speaks for them.

var (
	// compactMarks end the names of minified files, and fullMarks the names of their sources.
	compactMarks = []string{".min", "-min", "_min", ".pack", "-pack", ".slim", "-compressed"}
	fullMarks    = []string{"", "_src", "-src", ".src", "-debug", ".debug", ".full", "-full"}
	// scriptEnds are the suffixes of both.
	scriptEnds = []string{".js", ".mjs", ".cjs", ".css"}
)

// SourcePatterns select the files that may be sources of minified files.
func SourcePatterns() []string { return []string{"*.js", "*.mjs", "*.cjs", "*.css"} }

// IsScript reports by its path whether a file may be minified, a map, or the source of these.
func IsScript(file string) bool {
	return slices.Contains(scriptEnds, path.Ext(strings.TrimSuffix(file, ".map")))
}

// SourcesOf returns the paths that the source of a minified file, or of a map, may have.
func SourcesOf(file string) (all []string) {
	if script, ok := strings.CutSuffix(file, ".map"); ok {
		if slices.Contains(scriptEnds, path.Ext(script)) {
			all = append(SourcesOf(script), script)
		}
		return all
	}
	end := path.Ext(file)
	if !slices.Contains(scriptEnds, end) {
		return nil
	}
	stem := strings.TrimSuffix(file, end)
	full := fullMarks[1:]
	for _, mark := range compactMarks {
		if plain, ok := strings.CutSuffix(stem, mark); ok && path.Base(plain) != "." {
			stem, full = plain, fullMarks
			break
		}
	}
	for _, mark := range full {
		all = append(all, stem+mark+end)
	}
	return all
}

// Sources returns the files of a list that are the sources of others in it.
func Sources(files []string) (all []string) {
	var listed map[string]bool
	for _, f := range files {
		for _, source := range SourcesOf(f) {
			if listed == nil {
				listed = map[string]bool{}
				for _, f := range files {
					listed[f] = true
				}
			}
			if listed[source] {
				listed[source] = false // once
				all = append(all, source)
			}
		}
	}
	return all
}

// AddSource adds what the source of a minified file states of its own licence. The content of a
// source that cannot be read is nil.
func (s *Set) AddSource(file string, content []byte) {
	if len(s.heads) >= mostFolders {
		return
	}
	if s.reader == nil {
		s.reader, s.heads = new(Heads), map[string]source{}
	}
	isBundle := IsBundle(content, nil) || IsChunk(file, content)
	said := content
	if isBundle { // what stands behind its banner is about one of the works in it
		said = Banner(content)
	}
	own := s.reader.Own(said, false, false, nil)
	if own.Marked {
		own.Claim = Claim{}
	}
	speaks := own.Stated || own.Marked || content == nil || isBundle
	size := len(content)
	if content == nil {
		size = math.MaxInt // too large to be read
	}
	s.heads[file], s.last.known = source{own.Claim, speaks, size}, false
}

// source is the source of a minified file, and what it states.
type source struct {
	Claim
	speaks bool
	size   int
}

// bySource sets the licence of a minified file that its source states.
func (s *Set) bySource(said *Said, file string) {
	for _, source := range SourcesOf(file) {
		if head, ok := s.heads[source]; ok {
			said.SourceSize = head.size
			if license := head.In(said.License, said.From); head.speaks && !said.Concluded && license != said.License {
				said.License, said.From = license, source
			}
			return
		}
	}
}

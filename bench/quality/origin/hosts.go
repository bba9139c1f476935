package origin

import (
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

// foreign is material from held-out files that mutations mix with snippets. The index holds hardly
// any of it.
type foreign struct {
	pools map[*lex.Language]*pool
}

// pool is the foreign material of one language.
type pool struct {
	files []*lineFile
	hosts []*host
}

// lineFile is a file whose lines are inserted into edited snippets.
type lineFile struct {
	name  string
	lines [][]byte
}

// host is a file that snippets are embedded in.
type host struct {
	*source
	piece *piece
}

const (
	hostMinLines, hostMaxLines = 300, 1500
	// maxHosts is how many hosts a language has at most.
	maxHosts = 60
	// maxLineFiles is from how many files of a language lines are taken, and linesPerFile how many.
	maxLineFiles, linesPerFile = 60, 60
	// lineMinTokens keeps lone brackets from counting as foreign lines.
	lineMinTokens = 4
	// hostOverlap is the share of a host's exact grams that one indexed file may hold. A host is
	// so much longer than the snippet that a copy of a tenth of it would be the better answer.
	hostOverlap = 0.01
)

func newForeign() *foreign { return &foreign{pools: make(map[*lex.Language]*pool)} }

// add takes the lines that are still needed from a held-out source.
func (f *foreign) add(src *source) {
	p := f.pools[src.lang]
	if p == nil {
		p = &pool{}
		f.pools[src.lang] = p
	}
	lines := splitLines(src.content)
	if len(p.files) < maxLineFiles {
		p.files = append(p.files, &lineFile{name: src.name, lines: insertable(src.lang, lines)})
	}
	fits := len(lines) >= hostMinLines && len(lines) <= hostMaxLines && code.Closed(src.lang, src.content)
	if fits && len(p.hosts) < maxHosts && len(src.tokens) >= hostMinLines {
		p.hosts = append(p.hosts,
			&host{source: src, piece: &piece{symbols: symbols(analyzer.Exact, src.tokens)}})
	}
}

// insertable returns lines from all over a file that can be inserted anywhere: they have some
// tokens and close what they open.
func insertable(lang *lex.Language, lines [][]byte) [][]byte {
	var good [][]byte
	for step, i := max(len(lines)/linesPerFile, 1), 0; i < len(lines); i += step {
		if len(lang.Lex(nil, lines[i])) >= lineMinTokens && code.Closed(lang, lines[i]) {
			good = append(good, lines[i])
		}
	}
	return good
}

// pieces returns the hosts' pieces, exact, to be looked up in the corpus.
func (f *foreign) pieces() []*piece {
	var all []*piece
	for _, p := range f.pools {
		for _, h := range p.hosts {
			all = append(all, h.piece)
		}
	}
	return all
}

// dropKnown drops the hosts that share more than hostOverlap with the index.
func (f *foreign) dropKnown() {
	for _, p := range f.pools {
		p.hosts = slices.DeleteFunc(p.hosts, func(h *host) bool { return h.piece.overlap > hostOverlap })
	}
}

// lines returns the lines foreign to the snippet.
func (f *foreign) lines(s *snippet) [][]byte {
	var all [][]byte
	if p := f.pools[s.lang]; p != nil {
		for _, file := range p.files {
			if file.name != s.file {
				all = append(all, file.lines...)
			}
		}
	}
	return all
}

// hosts returns the hosts foreign to the snippet.
func (f *foreign) hosts(s *snippet) []*host {
	var all []*host
	if p := f.pools[s.lang]; p != nil {
		for _, h := range p.hosts {
			if h.name != s.file {
				all = append(all, h)
			}
		}
	}
	return all
}

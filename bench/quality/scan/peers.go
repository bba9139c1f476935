package scan

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
	"github.com/chaffinch-search/chaffinch/bench/internal/jscpd"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
	"github.com/chaffinch-search/chaffinch/index"
)

// jscpd gets all projects, and the files that plants are cut from.

// peerMatch means that lines of a file of a project are from a file of the corpus.
type peerMatch struct {
	File  string // path
	Path  string // of the origin
	Lines answer.Lines
}

// comparePeers runs jscpd, if the options name it, and prints what it finds.
func (b *bench) comparePeers(origins sources) error {
	if b.jscpd == "" {
		return nil
	}
	folder := filepath.Join(b.dir, "peers")
	paths, err := b.writePeers(folder, origins)
	if err != nil {
		return err
	}
	for _, more := range [][]string{nil, {"--ignore-identifiers"}} {
		matches, cost, err := b.runJSCPD(folder, more)
		if err != nil {
			return err
		}
		if err := b.measurePeer(strings.Join(append([]string{"jscpd"}, more...), " "), folder, matches, cost, paths); err != nil {
			return err
		}
	}
	return nil
}

// writePeers writes the originals and all projects, by language. It returns the path of each
// original. Other programs detect languages by extension and treat C headers as a separate
// language, so all files of a language get the same extension.
func (b *bench) writePeers(folder string, origins sources) (map[string]string, error) {
	suffixes, paths := map[string]string{}, map[string]string{}
	for _, language := range b.languages {
		suffixes[language] = suffixOf(origins[language])
		for i, s := range origins[language] {
			name := filepath.Join(folder, language, "originals", fmt.Sprint(i)+suffixes[language])
			if err := code.WriteFile(name, s.text); err != nil {
				return nil, err
			}
			paths[name] = s.path
		}
	}
	for _, p := range b.projects {
		for file, text := range p.files {
			if err := code.WriteFile(filepath.Join(folder, p.language, "projects", p.folder, file+suffixes[p.language]), text); err != nil {
				return nil, err
			}
		}
	}
	return paths, nil
}

// suffixOf returns the suffix that most files have, of those with one.
func suffixOf(all []source) (most string) {
	count := map[string]int{}
	for _, s := range all {
		suffix := filepath.Ext(s.path)
		count[suffix]++
		if suffix != "" && (count[suffix] > count[most] || most == "") {
			most = suffix
		}
	}
	return most
}

// runJSCPD returns the duplicates that a file of a project and an original have.
func (b *bench) runJSCPD(folder string, more []string) (all []peerMatch, cost process.Cost, err error) {
	cost, found, err := jscpd.Run(b.jscpd, folder, filepath.Join(b.dir, "jscpd"), 50, 5, append(more, "--absolute")...)
	for _, d := range found {
		for _, pair := range [][2]jscpd.Place{d, {d[1], d[0]}} {
			all = append(all, peerMatch{File: pair[0].Name, Path: pair[1].Name, Lines: answer.Lines{From: pair[0].Start, To: pair[0].End}})
		}
	}
	return all, cost, err
}

// measurePeer judges matches as the findings of scan: all of a file and an original are one claim,
// and the largest claim comes first.
func (b *bench) measurePeer(name, folder string, matches []peerMatch, cost process.Cost, paths map[string]string) error {
	type pair struct{ project, file, path string }
	claims := map[pair]*claim{}
	for _, m := range matches {
		below, err := filepath.Rel(folder, m.File)
		if err != nil {
			return err
		}
		parts := strings.Split(filepath.ToSlash(below), "/") // language, projects, project, file
		origin := paths[m.Path]
		if len(parts) != 4 || origin == "" {
			continue
		}
		key := pair{parts[2], strings.TrimSuffix(parts[3], filepath.Ext(parts[3])), origin}
		if claims[key] == nil {
			text, err := os.ReadFile(origin)
			if err != nil {
				return err
			}
			claims[key] = &claim{file: key.file, path: origin, content: index.BlobID(text), note: name}
		}
		claims[key].lines = append(claims[key].lines, m.Lines)
	}
	byProject := map[string][]claim{}
	for _, key := range slices.SortedFunc(maps.Keys(claims), func(x, y pair) int {
		return cmp.Or(cmp.Compare(claims[y].size(), claims[x].size()), cmp.Compare(x.file, y.file), cmp.Compare(x.path, y.path))
	}) {
		byProject[key.project] = append(byProject[key.project], *claims[key])
	}
	m := b.newMeasure(name)
	m.spent = time.Duration(cost.CPU * float64(time.Second))
	for _, p := range b.projects {
		m.add(p, p.lines(), byProject[p.folder])
	}
	return m.print(b.out, b.languages)
}

func (c *claim) size() (n int) {
	for _, l := range c.lines {
		n += l.Len()
	}
	return n
}

package scan

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
	"github.com/chaffinch-search/chaffinch/bench/internal/jscpd"
)

// compareJSCPD prints what jscpd finds. It gets all projects, and the files that plants are from.
func (b *bench) compareJSCPD(program string, origins sources) error {
	folder := b.Folder()
	if err := b.writeAll(folder, origins); err != nil {
		return err
	}
	for _, more := range [][]string{nil, {"--ignore-identifiers"}} {
		_, found, err := jscpd.Run(program, folder, b.Folder(), 50, 5, append(more, "--absolute")...)
		if err != nil {
			return err
		}
		claims, err := jscpdClaims(folder, found)
		if err != nil {
			return err
		}
		if err := b.judge(strings.Join(append([]string{"jscpd"}, more...), " "), claims); err != nil {
			return err
		}
	}
	return nil
}

// writeAll writes the originals and all projects, by language. jscpd detects languages by extension
// and treats C headers as a separate language, so all files of a language get the same extension.
func (b *bench) writeAll(folder string, origins sources) error {
	suffixes := map[string]string{}
	for _, language := range b.languages {
		suffixes[language] = suffixOf(origins[language])
		for i, s := range origins[language] {
			name := filepath.Join(folder, language, "originals", "all", fmt.Sprint(i)+suffixes[language])
			if err := code.WriteFile(name, s.text); err != nil {
				return err
			}
		}
	}
	for _, p := range b.projects {
		for file, text := range p.files {
			name := filepath.Join(folder, p.language, "projects", p.name, file+suffixes[p.language])
			if err := code.WriteFile(name, text); err != nil {
				return err
			}
		}
	}
	return nil
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

// jscpdClaims returns the claims about each project: all duplicates that one of its files and an
// original have are one claim.
func jscpdClaims(folder string, found [][2]jscpd.Place) (map[string][]claim, error) {
	type pair struct{ project, file, origin string }
	claims := map[pair]*claim{}
	for _, d := range found {
		var parts [2][]string // language, projects or originals, folder, file
		for i, place := range d {
			below, err := filepath.Rel(folder, place.Name)
			if err != nil {
				return nil, err
			}
			parts[i] = strings.Split(filepath.ToSlash(below), "/")
		}
		for i, of := range parts {
			origin := parts[1-i]
			if of[1] != "projects" || origin[1] != "originals" {
				continue
			}
			key := pair{of[2], strings.TrimSuffix(of[3], filepath.Ext(of[3])), origin[3]}
			if claims[key] == nil {
				claims[key] = &claim{file: key.file, note: "original " + key.origin}
			}
			claims[key].lines = append(claims[key].lines, answer.Lines{From: d[i].Start, To: d[i].End})
		}
	}
	all := map[string][]claim{}
	for _, key := range slices.SortedFunc(maps.Keys(claims), func(x, y pair) int {
		return cmp.Or(cmp.Compare(x.file, y.file), cmp.Compare(x.origin, y.origin))
	}) {
		all[key.project] = append(all[key.project], *claims[key])
	}
	return all, nil
}

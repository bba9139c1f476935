package index

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/blevesearch/bleve/v2/index/scorch"

	"github.com/chaffinch-search/chaffinch/index/segment"
)

// The ids of occurrences name the folders that an index was made from, and are alike in all
// versions of the format. So an error about an index of another version can say which commands make
// it anew.

// rooted is a root that was indexed, and its collection.
type rooted struct{ collection, root string }

// sampledRoots is how many occurrences of a collection in a segment are looked at.
const sampledRoots = 1000

// roots returns what the index was made from, as far as a few occurrences of every collection name
// it. Where it is damaged, that may be nothing.
func (x *Index) roots() (roots []rooted) {
	defer func() {
		if recover() != nil { // of zap, over damaged bytes
			roots = nil
		}
	}()
	reader, err := x.read()
	if err != nil {
		return nil
	}
	defer reader.Close()
	found := map[rooted]bool{}
	for _, s := range reader.Segments() {
		addRoots(found, s)
	}
	return slices.SortedFunc(maps.Keys(found), func(a, b rooted) int {
		return cmp.Or(cmp.Compare(a.collection, b.collection), cmp.Compare(a.root, b.root))
	})
}

// addRoots adds those of a segment, unless it cannot be read.
func addRoots(found map[rooted]bool, s *scorch.SegmentSnapshot) {
	from := s.Segment()
	if broken, ok := from.(*segment.Broken); ok {
		file := broken.Untrusted()
		if file == nil {
			return
		}
		defer file.Close()
		from = file
	}
	dict, err := from.Dictionary(FieldCollection)
	if err != nil {
		return
	}
	names := dict.AutomatonIterator(nil, nil, nil)
	for e, err := names.Next(); e != nil && err == nil; e, err = names.Next() {
		list, err := dict.PostingsList([]byte(e.Term), s.Deleted(), nil)
		if err != nil {
			return
		}
		it := list.Iterator(false, false, false, nil)
		for range sampledRoots {
			p, err := it.Next()
			if p == nil || err != nil {
				break
			}
			id, err := from.DocID(p.Number())
			if parts := strings.SplitN(string(id), "\x00", 3); err == nil && len(parts) == 3 {
				found[rooted{strings.TrimPrefix(parts[0], occurrencePrefix), parts[1]}] = true
			}
		}
	}
}

// again returns the command lines that make the index anew, at most a few. Where no root is known
// it is one with a placeholder.
func (x *Index) again() string {
	const most = 3
	roots := x.roots()
	if len(roots) == 0 {
		return "chaffinch index --index " + shellWord(x.path) + " FOLDER..."
	}
	var lines []string
	for _, r := range roots[:min(len(roots), most)] {
		lines = append(lines, x.againFrom(r))
	}
	text := strings.Join(lines, "; ")
	if n := len(roots) - most; n > 0 {
		text += fmt.Sprintf("; and so on for %d more", n)
	}
	return text
}

// againFrom returns the command line that indexes the root.
func (x *Index) againFrom(r rooted) string {
	line := "chaffinch index --index " + shellWord(x.path)
	if r.collection != defaultCollection(r.root) {
		line += " --collection " + shellWord(r.collection)
	}
	return line + " " + shellWord(r.root)
}

// shellWord quotes what a shell would not take for one plain word.
func shellWord(s string) string {
	special := func(r rune) bool {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
		return !letter && !strings.ContainsRune("_-+=:,./@%", r)
	}
	if s != "" && s[0] != '-' && strings.IndexFunc(s, special) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer/wfp"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/originname"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query"
)

// wfpOptions are the options of matchWFP. The zero value is the default.
type wfpOptions struct {
	// minHits is the minimum number of shared fingerprints of a part; 0 is 3.
	minHits int
	// minLines is the minimum number of lines of such a part.
	minLines int
	// wholeOnly finds only whole files.
	wholeOnly bool
	// sameExtension finds parts only in documents with the extension of the file.
	sameExtension bool
	// except excludes the documents of these package URLs. prefer ranks documents of its package
	// URLs first among equal matches. A package URL without a version stands for any version.
	except, prefer []string
}

// wfpMatch is a document that equals a file or contains parts of it.
type wfpMatch struct {
	// whole means that the document equals the file, except perhaps for line endings.
	whole bool
	md5   wfp.Sum // of the document
	// occurrence is the document's likely origin, preferably with a package, repository or URL.
	occurrence index.Occurrence
	// parts are the parts of the file in the document, in order. A whole file has none.
	parts []wfpPart
	// share is the share of the file's fingerprints in the parts, without common text.
	share float64
}

// wfpPart is a part of a file that a document contains. A fingerprint records only the line in
// which its window ends, so the part may extend by up to 93 letters and digits before its first
// line and after its last.
type wfpPart struct{ lines, document answer.Lines }

const (
	defaultHits = 3
	// mostWFPDocuments is how many documents are compared with a file, and mostWFPMatches how many
	// are returned.
	mostWFPDocuments = 32
	mostWFPMatches   = 10
)

// matchWFP finds files by their SCANOSS fingerprints in an index with such fingerprints. It returns
// the matches of each file: the document that equals it, or those that contain most of it, each
// with parts that earlier ones lack. The error wraps [index.ErrNoWFP] if the index has none.
func matchWFP(ctx context.Context, x *chaffinch.Index, files []wfp.File, o wfpOptions) ([][]wfpMatch, error) {
	m, err := newWFPMatcher(x, o)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	all := make([][]wfpMatch, len(files))
	for i := range files {
		if all[i], err = m.match(ctx, &files[i]); err != nil {
			return nil, fmt.Errorf("searching the fingerprints of %s: %w", files[i].Name, err)
		}
	}
	return all, nil
}

// sourceOfMD5 returns the content with an MD5, from an index with SCANOSS fingerprints. The errors
// wrap [index.ErrUnknownContent], [index.ErrNoWFP] and [index.ErrSourceGone].
func sourceOfMD5(ctx context.Context, x *chaffinch.Index, sum wfp.Sum) ([]byte, error) {
	m, err := newWFPMatcher(x, wfpOptions{})
	if err != nil {
		return nil, err
	}
	defer m.Close()
	ids, err := m.prints.ContentsOfMD5(ctx, sum)
	if err != nil {
		return nil, err
	}
	if len(ids) == 0 {
		return nil, fmt.Errorf("the MD5 %s: %w", sum, index.ErrUnknownContent)
	}
	_, source, err := index.SourceOf(ctx, m, ids[0])
	return source, err
}

// wfpMatcher matches files with one state.
type wfpMatcher struct {
	index.State
	prints index.WFPState
	o      wfpOptions
}

// newWFPMatcher opens the state of the index. Close the matcher. The error wraps [index.ErrNoWFP]
// if the index has no SCANOSS fingerprints.
func newWFPMatcher(x *chaffinch.Index, o wfpOptions) (*wfpMatcher, error) {
	s, err := x.State()
	if err != nil {
		return nil, err
	}
	w, err := index.WFPStateOf(s, x.Settings())
	if err != nil {
		return nil, errors.Join(fmt.Errorf("searching %s: %w", x.Path(), err), s.Close())
	}
	return &wfpMatcher{State: s, prints: w, o: o}, nil
}

func (m *wfpMatcher) match(ctx context.Context, f *wfp.File) ([]wfpMatch, error) {
	whole, err := m.whole(ctx, f)
	if err != nil || len(whole) > 0 || m.o.wholeOnly {
		return whole, err
	}
	return m.parts(ctx, f)
}

// whole returns the document that equals the file, if there is one.
func (m *wfpMatcher) whole(ctx context.Context, f *wfp.File) ([]wfpMatch, error) {
	for _, sum := range []wfp.Sum{f.Sum, f.Other} {
		if sum == (wfp.Sum{}) {
			continue
		}
		ids, err := m.prints.ContentsOfMD5(ctx, sum)
		if err != nil {
			return nil, err
		}
		found, err := m.describe(ctx, ids, "")
		for _, d := range found {
			return []wfpMatch{{whole: true, md5: sum, occurrence: d.Occurrences[0], share: 1}}, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// describe returns the documents and occurrences that the options allow. The best occurrence comes
// first. Their paths have the extension, unless that is empty.
func (m *wfpMatcher) describe(ctx context.Context, ids []string, extension string) ([]index.Described, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	all, err := m.Describe(ctx, ids)
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].Occurrences = slices.DeleteFunc(all[i].Occurrences, func(o index.Occurrence) bool {
			return isPackage(o, m.o.except) || extension != "" && !strings.EqualFold(path.Ext(o.Path), extension)
		})
		slices.SortStableFunc(all[i].Occurrences, m.compare)
	}
	return slices.DeleteFunc(all, func(d index.Described) bool { return len(d.Occurrences) == 0 }), nil
}

// compare orders occurrences. Preferred packages come first, then named components, as clients of
// SCANOSS need, then the likely origin.
func (m *wfpMatcher) compare(a, b index.Occurrence) int {
	rank := func(o index.Occurrence) int {
		switch {
		case isPackage(o, m.o.prefer):
			return 0
		case o.Package != "" || o.Repository != "" || o.URL != "":
			return 1
		}
		return 2
	}
	return cmp.Or(rank(a)-rank(b), originname.Compare(a, b, nil))
}

// isPackage reports whether an occurrence is of one of the packages.
func isPackage(o index.Occurrence, packages []string) bool {
	return slices.ContainsFunc(packages, func(p string) bool {
		rest, ok := strings.CutPrefix(o.Package, p)
		return ok && p != "" && (rest == "" || strings.ContainsRune("@?#", rune(rest[0])))
	})
}

// wfpDocument is a document that may contain parts of a file.
type wfpDocument struct {
	index.Described
	sum    wfp.Sum
	prints []wfp.Print
	ranges []wfp.Range // of the rest of the file
	hits   int         // in these
}

// parts returns the documents that contain most of the file. Each next one contains most of the
// rest.
func (m *wfpMatcher) parts(ctx context.Context, f *wfp.File) ([]wfpMatch, error) {
	result, err := m.prints.SearchWFP(ctx, f.Prints, mostWFPDocuments)
	if err != nil || len(result.Hits) == 0 {
		return nil, err
	}
	common := m.common(result)
	documents, err := m.documents(ctx, f, result, common)
	if err != nil {
		return nil, err
	}
	left := without(f.Prints, common)
	all := len(left)
	var found []wfpMatch
	for len(found) < mostWFPMatches {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for i := range documents {
			m.align(left, &documents[i])
		}
		documents = slices.DeleteFunc(documents, func(d wfpDocument) bool { return d.hits == 0 })
		if len(documents) == 0 {
			break
		}
		best := slices.MinFunc(documents, func(a, b wfpDocument) int {
			return cmp.Or(cmp.Compare(b.hits, a.hits), m.compare(a.Occurrences[0], b.Occurrences[0]))
		})
		found = append(found, best.match(left, all))
		for _, r := range slices.Backward(best.ranges) {
			left = slices.Delete(left, r.From, r.To)
		}
	}
	return found, nil
}

// common returns the hashes of common text.
func (m *wfpMatcher) common(r *query.Result) map[uint32]bool {
	hashes := map[uint32]bool{}
	for _, t := range r.Terms {
		if t.DF > max(threshold.CommonPrintDocuments, int(threshold.CommonPrintShare*float64(m.Contents()))) {
			hashes[uint32(t.Hash>>32)] = true
		}
	}
	return hashes
}

// without returns a copy without the hashes.
func without(prints []wfp.Print, hashes map[uint32]bool) []wfp.Print {
	return slices.DeleteFunc(slices.Clone(prints), func(p wfp.Print) bool { return hashes[p.Hash] })
}

// documents returns the documents that share most fingerprints with the file.
func (m *wfpMatcher) documents(ctx context.Context, f *wfp.File, r *query.Result, common map[uint32]bool) ([]wfpDocument, error) {
	ids := make([]string, len(r.Hits))
	for i, h := range r.Hits {
		ids[i] = h.ID
	}
	extension := ""
	if m.o.sameExtension {
		extension = path.Ext(f.Name)
	}
	described, err := m.describe(ctx, ids, extension)
	if err != nil {
		return nil, err
	}
	all := make([]wfpDocument, len(described))
	for i, d := range described {
		sum, prints, err := m.prints.WFP(ctx, d.ID)
		if err != nil {
			return nil, err
		}
		all[i] = wfpDocument{Described: d, sum: sum, prints: without(prints, common)}
	}
	return all, nil
}

// align compares a document with the rest of a file.
func (m *wfpMatcher) align(left []wfp.Print, d *wfpDocument) {
	d.hits = 0
	d.ranges = slices.DeleteFunc(wfp.Align(left, d.prints), func(r wfp.Range) bool {
		if r.Hits < max(1, cmp.Or(m.o.minHits, defaultHits)) || linesOf(left, r.From, r.To).Len() < m.o.minLines {
			return true
		}
		d.hits += r.Hits
		return false
	})
}

// match returns the match of a document with the rest of a file. all is the number of its
// fingerprints that count.
func (d *wfpDocument) match(left []wfp.Print, all int) wfpMatch {
	found := wfpMatch{md5: d.sum, occurrence: d.Occurrences[0], share: float64(d.hits) / float64(all)}
	for _, r := range d.ranges {
		found.parts = append(found.parts, wfpPart{linesOf(left, r.From, r.To), linesOf(d.prints, r.At, r.End)})
	}
	return found
}

func linesOf(prints []wfp.Print, from, to int) answer.Lines {
	return answer.Lines{From: int(prints[from].Line), To: int(prints[to-1].Line)}
}

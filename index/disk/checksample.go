package disk

import (
	"bytes"
	"cmp"
	"context"
	"crypto/md5"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/wfp"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// A check lexes a sample of the contents again, those whose sources are found. Within the sample,
// the index must have each fingerprint for the contents that have it and for no others. That finds
// missing fingerprints and wrong ones.

// term is a fingerprint in the index.
type term struct{ field, text string }

// sources lexes the sample again.
func (c *checker) sources(ctx context.Context) error {
	holders := map[term]map[site]bool{}
	lexed := map[site]string{} // ids of contents
	for i, content := range c.sample {
		c.o.Progress("sources", i, len(c.sample))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		source, err := c.s.Source(content.ID)
		if errors.Is(err, index.ErrSourceGone) {
			continue
		}
		if err != nil {
			c.condemn(contentPrefix + content.ID)
			c.problem(index.ProblemContent, content.ID, err.Error(), c.repair())
			continue
		}
		lexed[content.site] = content.ID
		if err := c.lex(content, source, holders); err != nil {
			c.condemn(contentPrefix + content.ID)
			c.problem(index.ProblemTerms, content.ID, err.Error(), c.repair())
		}
	}
	c.report.Lexed, c.report.Terms = len(lexed), len(holders)
	return c.compare(ctx, holders, lexed)
}

// lex adds the fingerprints of a source to holders. It compares the source with the record.
func (c *checker) lex(content sampled, source []byte, holders map[term]map[site]bool) error {
	l, ok := lex.Lookup(content.Language)
	if !ok {
		return fmt.Errorf("unknown language %q", content.Language)
	}
	var n analyzer.Analysis
	c.x.analyzer.Analyze(l, corpus.Decode(source).UTF8, &n)
	found := index.Content{ID: content.ID, Language: content.Language, Size: int64(len(source)), Tokens: n.Len()}
	has := func(field string, hash uint64) {
		t := term{field, string(winnow.AppendTerm(nil, hash))}
		if holders[t] == nil {
			holders[t] = map[site]bool{}
		}
		holders[t][content.site] = true
	}
	for r, prints := range n.Fingerprints {
		found.Fingerprints[r] = len(prints)
		for _, p := range prints {
			has(analyzer.Representation(r).String(), p.Hash)
		}
	}
	if c.x.settings.Scanoss {
		if err := c.winnow(content.ID, source, has); err != nil {
			return err
		}
	}
	if found != content.Content {
		return fmt.Errorf("its source has %d bytes, %d tokens and %d fingerprints, record says %d, %d and %d",
			found.Size, found.Tokens, found.Fingerprints, content.Size, content.Tokens, content.Fingerprints)
	}
	return nil
}

// winnow compares a source's SCANOSS fingerprints with the stored ones. It calls has for its terms.
func (c *checker) winnow(id string, source []byte, has func(field string, hash uint64)) error {
	sum, prints := wfp.Sum(md5.Sum(source)), wfp.Prints(source)
	_, stored, err := c.s.content(id)
	if err == nil && !bytes.Equal(stored.wfp, wfp.Pack(sum, prints)) {
		err = errors.New("the stored SCANOSS fingerprints do not fit its source")
	}
	has(fieldMD5, md5Key(sum))
	for _, hash := range wfpHashes(prints) {
		has(fieldWFP, hash)
	}
	return err
}

// compare looks up every fingerprint.
func (c *checker) compare(ctx context.Context, holders map[term]map[site]bool, lexed map[site]string) error {
	wrong := map[string]int{} // number of fingerprints, by content
	terms := slices.SortedFunc(maps.Keys(holders), func(a, b term) int {
		return cmp.Or(cmp.Compare(a.field, b.field), cmp.Compare(a.text, b.text))
	})
	for i, t := range terms {
		if i%1024 == 0 {
			c.o.Progress("fingerprints", i, len(terms))
		}
		found, err := c.holders(ctx, t, lexed)
		if err != nil {
			return err
		}
		for at, id := range lexed {
			if found[at] != holders[t][at] {
				wrong[id]++
			}
		}
	}
	for id, n := range wrong {
		c.condemn(contentPrefix + id)
		c.problem(index.ProblemTerms, id, fmt.Sprintf("%d of its fingerprints in the index are missing or are not its own", n), c.repair())
	}
	return nil
}

// holders returns the sites of among whose documents have the term.
func (c *checker) holders(ctx context.Context, t term, among map[site]string) (map[site]bool, error) {
	found := map[site]bool{}
	for i, s := range c.s.reader.Segments() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		err := eachPosting(s, t.field, t.text, func(doc uint64) error {
			if at := (site{i, doc}); among[at] != "" {
				found[at] = true
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

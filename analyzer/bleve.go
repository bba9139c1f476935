//go:build !js

package analyzer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"sync"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/registry"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// Name is the type under which the analyzer is registered with Bleve.
const Name = "fingerprint"

func init() {
	if err := registry.RegisterAnalyzer(Name, newBleveAnalyzer); err != nil {
		panic(err) // two packages claim one name: a build that must not start
	}
}

// newBleveAnalyzer is the constructor that Bleve calls with the analyzer's configuration:
//
//	"language"        name or alias of a language; empty or absent: detected from the content
//	"representation"  "structure" (default) or "exact"
//	"settings"        [Settings], as a Go value or as JSON: the field then gets exactly the terms
//	                  that [New] with these settings makes; excludes the keys below
//	"k", "w"          the scheme of code, or of prose if "language" is Text; absent: the default
//	"selection"       "open-closed" (default), "robust", "winnowing", "zero-mod", "safe-zero-mod",
//	                  "min-s"
//	"p", "s"          modulus and sketch size, for the selections that have them
//
// Prose has a scheme of its own, because a word says more than a token of code. Without "settings"
// it is the default one, and prose is indexed in both representations.
//
// An unknown key is an error: a typing error must not change the terms.
func newBleveAnalyzer(config map[string]any, _ *registry.Cache) (analysis.Analyzer, error) {
	b := &bleveAnalyzer{}
	c := configReader{config: config}
	if name := c.text("language"); name != "" {
		l, ok := lex.Lookup(name)
		if !ok {
			return nil, fmt.Errorf("configuring analyzer %s: unknown language %q: use a name such as Go or C++, or none", Name, name)
		}
		b.language = l
	}
	b.representation = Structure
	if name := c.text("representation"); name != "" {
		r, err := ParseRepresentation(name)
		if err != nil {
			return nil, fmt.Errorf("configuring analyzer %s: %w", Name, err)
		}
		b.representation = r
	}
	code, prose := b.schemes(&c)
	if err := c.finish(); err != nil {
		return nil, fmt.Errorf("configuring analyzer %s: %w", Name, err)
	}
	for _, f := range []struct {
		scheme winnow.Scheme
		to     **winnow.Winnower
	}{{code, &b.code}, {prose, &b.prose}} {
		if f.scheme.Off() {
			continue
		}
		w, err := winnow.New(f.scheme)
		if err != nil {
			return nil, fmt.Errorf("configuring analyzer %s: %w", Name, err)
		}
		*f.to = w
	}
	b.scratch.New = func() any { return new(Analysis) }
	return b, nil
}

// bleveAnalyzer emits the fingerprints of one representation as terms. Bleve calls it from
// several goroutines.
type bleveAnalyzer struct {
	language       *lex.Language // nil: detected from the content
	representation Representation
	code, prose    *winnow.Winnower // nil: off
	scratch        sync.Pool
}

// schemes returns the schemes of code and prose that the configuration asks for.
func (b *bleveAnalyzer) schemes(c *configReader) (code, prose winnow.Scheme) {
	if s, ok := c.settings("settings"); ok {
		for _, key := range []string{"k", "w", "selection", "p", "s"} {
			if _, ok := c.get(key); ok {
				c.fail(fmt.Errorf("both settings and %s are given: use one of them", key))
			}
		}
		code = s.Structure
		if b.representation == Exact {
			code = s.Exact
		}
		prose, _ = s.Scheme(lex.Prose, b.representation)
		return code, prose
	}
	d := DefaultSettings()
	code, prose = d.Structure, d.Text
	if b.representation == Exact {
		code = d.Exact
	}
	scheme := &code
	if b.language == lex.Prose {
		scheme = &prose
	}
	override(&scheme.K, c.number("k"))
	override(&scheme.W, c.number("w"))
	override(&scheme.S, c.number("s"))
	if p := c.number("p"); p != nil {
		scheme.P = uint64(*p)
	}
	if selection := c.text("selection"); selection != "" {
		scheme.Selection = selection
	}
	return code, prose
}

func override(to *int, v *int) {
	if v != nil {
		*to = *v
	}
}

// Analyze implements [analysis.Analyzer]. A token's byte range is that of its k-gram, its
// position the number of the k-gram's first token, from 1.
func (b *bleveAnalyzer) Analyze(src []byte) analysis.TokenStream {
	n := b.scratch.Get().(*Analysis)
	defer b.scratch.Put(n)
	l, w := b.language, b.code
	if l == nil {
		l = detect.Language("", src)
	}
	if l == lex.Prose {
		w = b.prose
	}
	if w == nil {
		return nil
	}
	n.Language = l
	n.Tokens = l.Lex(n.Tokens[:0], src)
	n.fingerprint(b.representation, w)
	return n.stream(b.representation, w.K())
}

// stream returns the fingerprints as Bleve tokens, with their terms in one block of memory.
func (n *Analysis) stream(r Representation, k int) analysis.TokenStream {
	prints := n.Fingerprints[r]
	terms := make([]byte, 0, len(prints)*winnow.TermSize)
	tokens := make([]analysis.Token, len(prints))
	out := make(analysis.TokenStream, len(prints))
	for i, f := range prints {
		at := len(terms)
		terms = winnow.AppendTerm(terms, f.Hash)
		tokens[i] = analysis.Token{
			Term:     terms[at:len(terms):len(terms)],
			Start:    int(n.Tokens[f.Token].Start),
			End:      int(n.Tokens[int(f.Token)+k-1].End),
			Position: int(f.Token) + 1,
			Type:     analysis.AlphaNumeric,
		}
		out[i] = &tokens[i]
	}
	return out
}

// configReader reads a configuration that comes from Go (int), from JSON (float64) or is nil, and
// keeps the first error.
type configReader struct {
	config map[string]any
	known  []string
	err    error
}

func (c *configReader) text(key string) string {
	v, ok := c.get(key)
	if !ok {
		return ""
	}
	s, ok := v.(string)
	if !ok {
		c.fail(fmt.Errorf("%s is %v: use a string", key, v))
	}
	return s
}

func (c *configReader) number(key string) *int {
	v, ok := c.get(key)
	if !ok {
		return nil
	}
	n, err := wholeNumber(v)
	if err != nil || n < 0 {
		c.fail(fmt.Errorf("%s is %#v: use a positive whole number", key, v))
	}
	return &n
}

// settings returns the [Settings] under the key, which are a Go value or decoded JSON.
func (c *configReader) settings(key string) (s Settings, ok bool) {
	v, ok := c.get(key)
	if !ok {
		return Settings{}, false
	}
	encoded, err := json.Marshal(v)
	if err != nil {
		c.fail(fmt.Errorf("settings: %w", err))
		return Settings{}, true
	}
	d := json.NewDecoder(bytes.NewReader(encoded))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		c.fail(fmt.Errorf("settings: %w", err))
	} else if _, err := New(s); err != nil {
		c.fail(err)
	}
	return s, true
}

func wholeNumber(v any) (int, error) {
	if n, ok := v.(json.Number); ok {
		i, err := n.Int64()
		return int(i), err
	}
	switch n := reflect.ValueOf(v); {
	case n.CanInt():
		return int(n.Int()), nil
	case n.CanUint():
		return int(min(n.Uint(), math.MaxInt)), nil
	case n.CanFloat() && n.Float() == math.Trunc(n.Float()) && math.Abs(n.Float()) < 1<<53:
		return int(n.Float()), nil
	}
	return 0, errors.New("not a whole number")
}

func (c *configReader) get(key string) (any, bool) {
	c.known = append(c.known, key)
	v, ok := c.config[key]
	return v, ok && v != nil
}

func (c *configReader) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// finish returns the first error, or one that names an unknown key.
func (c *configReader) finish() error {
	for _, k := range slices.Sorted(maps.Keys(c.config)) {
		if k != "type" && !slices.Contains(c.known, k) {
			c.fail(fmt.Errorf("unknown key %q: use language, representation, settings, k, w, selection, p or s", k))
		}
	}
	return c.err
}

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
//	"selection"       "open-closed" (default), "robust", "winnowing", "mod-minimizer", "zero-mod",
//	                  "safe-zero-mod", "min-s"
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
		l, ok := Lookup(name)
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
	b.readSchemes(&c)
	if err := c.finish(); err != nil {
		return nil, fmt.Errorf("configuring analyzer %s: %w", Name, err)
	}
	for _, f := range []*fitted{&b.code, &b.prose} {
		if f.scheme.Off() {
			continue
		}
		var err error
		if f.selection, err = f.scheme.New(); err != nil {
			return nil, fmt.Errorf("configuring analyzer %s: %w", Name, err)
		}
	}
	b.scratch.New = func() any { return new(Analysis) }
	return b, nil
}

// bleveAnalyzer emits the fingerprints of one representation as terms. Bleve calls it from
// several goroutines.
type bleveAnalyzer struct {
	language       *Language // nil: detected from the content
	representation Representation
	code, prose    fitted
	scratch        sync.Pool
}

// fitted is a scheme with its selection, which is nil if the scheme is off.
type fitted struct {
	scheme    Scheme
	selection Selection
}

// readSchemes takes the schemes of code and prose from the configuration.
func (b *bleveAnalyzer) readSchemes(c *configReader) {
	if s, ok := c.settings("settings"); ok {
		for _, key := range []string{"k", "w", "selection", "p", "s"} {
			if _, ok := c.get(key); ok {
				c.fail(fmt.Errorf("both settings and %s are given: use one of them", key))
			}
		}
		b.code.scheme = s.Structure
		if b.representation == Exact {
			b.code.scheme = s.Exact
		}
		b.prose.scheme, _ = s.Scheme(Prose, b.representation)
		return
	}
	d := DefaultSettings()
	b.code.scheme, b.prose.scheme = d.Structure, d.Text
	if b.representation == Exact {
		b.code.scheme = d.Exact
	}
	scheme := &b.code.scheme
	if b.language == Prose {
		scheme = &b.prose.scheme
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
	l, f := b.language, &b.code
	if l == nil {
		l = Detect("", src)
	}
	if l == Prose {
		f = &b.prose
	}
	if f.selection == nil {
		return nil
	}
	n.Language = l
	n.Tokens = l.Lex(n.Tokens[:0], src)
	n.Fingerprints[b.representation] = n.Fingerprints[b.representation][:0]
	n.fingerprint(b.representation, f.scheme.K, f.selection)
	return n.stream(b.representation, f.scheme.K)
}

// stream copies the fingerprints out as Bleve tokens, their terms in one block of memory.
func (n *Analysis) stream(r Representation, k int) analysis.TokenStream {
	prints := n.Fingerprints[r]
	terms := make([]byte, 0, len(prints)*TermSize)
	tokens := make([]analysis.Token, len(prints))
	out := make(analysis.TokenStream, len(prints))
	for i, f := range prints {
		at := len(terms)
		terms = AppendTerm(terms, f.Hash)
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

// configReader reads a configuration that may come from Go (int), from JSON (float64) or be nil,
// and remembers the first thing wrong with it.
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

// settings returns the [Settings] under the key, which may be a Go value or what JSON made of it.
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

// finish returns the first error, or one that names a key which nothing has asked for.
func (c *configReader) finish() error {
	for _, k := range slices.Sorted(maps.Keys(c.config)) {
		if k != "type" && !slices.Contains(c.known, k) {
			c.fail(fmt.Errorf("unknown key %q: use language, representation, settings, k, w, selection, p or s", k))
		}
	}
	return c.err
}

//go:build !js

package analyzer

import (
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
//	"language"        name or alias of a language; empty or absent: told from the content
//	"representation"  "structure" (default) or "exact"
//	"k", "w"          the scheme; absent: the default of the representation and language
//	"selection"       "open-closed" (default), "robust", "winnowing", "mod-minimizer", "zero-mod",
//	                  "safe-zero-mod", "min-s"
//	"p", "s"          modulus and sketch size, for the selections that have them
//
// A key it does not know is an error, so that a slip of the pen does not change the terms.
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
	b.read(&c)
	if err := c.finish(); err != nil {
		return nil, fmt.Errorf("configuring analyzer %s: %w", Name, err)
	}
	for _, f := range []*fitted{&b.code, &b.prose} {
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
	language       *Language // nil: told from the content
	representation Representation
	code, prose    fitted
	scratch        sync.Pool
}

// fitted is a scheme with its selection.
type fitted struct {
	scheme    Scheme
	selection Selection
}

// read takes the scheme from the configuration, over the defaults.
func (b *bleveAnalyzer) read(c *configReader) {
	d := DefaultSettings()
	b.code.scheme, b.prose.scheme = d.Structure, d.Text
	if b.representation == Exact {
		b.code.scheme = d.Exact
	}
	k, w, s, p := c.number("k"), c.number("w"), c.number("s"), c.number("p")
	selection := c.text("selection")
	for _, scheme := range []*Scheme{&b.code.scheme, &b.prose.scheme} {
		override(&scheme.K, k)
		override(&scheme.W, w)
		override(&scheme.S, s)
		if p != nil {
			scheme.P = uint64(*p)
		}
		if selection != "" {
			scheme.Selection = selection
		}
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
			c.fail(fmt.Errorf("unknown key %q: use language, representation, k, w, selection, p or s", k))
		}
	}
	return c.err
}

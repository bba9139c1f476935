package bleveanalyzer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/registry"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// Name is the type under which the analyzer is registered with Bleve. AddCustomAnalyzer of a
// mapping makes one with this configuration:
//
//	"type"            Name
//	"language"        name or alias of a language; absent: detected from the content
//	"representation"  "structure" (default) or "exact"
//	"settings"        [analyzer.Settings], as a Go value or as JSON: the field then gets exactly the terms
//	                  that [analyzer.New] with these settings makes; excludes the keys below
//	"k", "w"          the scheme of code, or of prose if "language" is Text; absent: the default
//	"selection"       the name of one of [winnow.Selections]; absent: the default
//
// An unknown key is an error, because a typing error must not change the terms.
//
// Set the language if all texts of a field have the same one, above all for prose ("Text"). Bleve
// passes no file name to an analyzer, and the content alone tells a short text from code, or one
// language from another, less surely. A question must be analysed in the same language.
//
// Prose has a scheme of its own, because a word says more than a token of code. Without "settings"
// it is the default one, and prose is indexed in both representations.
//
// An index of code and prose takes three fields: code in "structure" and in "exact", and prose in
// "exact", with "language": "Text". NewTextQuery of package blevequery analyses a question as its
// field.
const Name = "fingerprint"

func init() {
	if err := registry.RegisterAnalyzer(Name, newBleveAnalyzer); err != nil {
		panic(err) // two packages claim one name: a build that must not start
	}
}

// newBleveAnalyzer is the constructor that Bleve calls with the analyzer's configuration: see
// [Name].
func newBleveAnalyzer(config map[string]any, _ *registry.Cache) (analysis.Analyzer, error) {
	b := &bleveAnalyzer{}
	if err := b.configure(config); err != nil {
		return nil, fmt.Errorf("configuring analyzer %s: %w", Name, err)
	}
	b.scratch.New = func() any { return new(analyzer.Analysis) }
	return b, nil
}

// bleveAnalyzer emits the fingerprints of one representation as terms. Bleve calls it from several
// goroutines.
type bleveAnalyzer struct {
	language       *lex.Language // nil: detected from the content
	representation analyzer.Representation
	code, prose    *winnow.Winnower // nil: off
	mask           uint64           // selects the bits of a hash in a term
	scratch        sync.Pool
}

func (b *bleveAnalyzer) configure(config map[string]any) (err error) {
	c, err := readConfig(config)
	if err != nil {
		return err
	}
	if c.Language != "" {
		l, ok := lex.Lookup(c.Language)
		if !ok {
			return fmt.Errorf("unknown language %q: use a name such as Go or C++, or none", c.Language)
		}
		b.language = l
	}
	if c.Representation != "" {
		if b.representation, err = analyzer.ParseRepresentation(c.Representation); err != nil {
			return err
		}
	}
	code, prose, err := c.schemes(b.representation, b.language)
	if err != nil {
		return err
	}
	b.mask = winnow.TermMask
	if c.Settings != nil {
		b.mask &= c.Settings.TermMask()
	}
	if b.code, err = code.Winnower(); err != nil {
		return err
	}
	b.prose, err = prose.Winnower()
	return err
}

// bleveConfig is the configuration of an analyzer. Absent keys are nil or empty.
type bleveConfig struct {
	Type           string             `json:"type"`
	Language       string             `json:"language"`
	Representation string             `json:"representation"`
	Settings       *analyzer.Settings `json:"settings"`
	K              *int               `json:"k"`
	W              *int               `json:"w"`
	Selection      string             `json:"selection"`
}

// readConfig decodes a configuration through JSON, the form in which Bleve stores it. So Go numbers
// and numbers of a stored mapping are equal.
func readConfig(config map[string]any) (c bleveConfig, err error) {
	for _, key := range slices.Sorted(maps.Keys(config)) {
		if !slices.Contains(configKeys, key) { // package json ignores the case of keys
			return c, fmt.Errorf("unknown key %q: use one of %s", key, strings.Join(configKeys[1:], ", "))
		}
	}
	encoded, err := json.Marshal(config)
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(encoded))
		d.DisallowUnknownFields()
		err = d.Decode(&c)
	}
	if is := new(json.UnmarshalTypeError); errors.As(err, &is) {
		err = fmt.Errorf("key %q is a %s, and must be of type %s", is.Field, is.Value, is.Type)
	}
	return c, err
}

// configKeys are the keys of [bleveConfig].
var configKeys = []string{"type", "language", "representation", "settings", "k", "w", "selection"}

// schemes returns the schemes of code and prose in a representation. The keys of a scheme apply to
// prose if that is the language, otherwise to code.
func (c *bleveConfig) schemes(r analyzer.Representation, l *lex.Language) (code, prose winnow.Scheme, err error) {
	changed := c.K != nil || c.W != nil || c.Selection != ""
	if s := c.Settings; s != nil {
		if changed {
			return code, prose, errors.New("settings exclude k, w and selection: use one of them")
		}
		code, _ = s.Scheme(nil, r)
		prose, _ = s.Scheme(lex.Prose, r)
		_, err = analyzer.New(*s)
		return code, prose, err
	}
	d := analyzer.DefaultSettings()
	code, _ = d.Scheme(nil, r)
	prose = d.Text
	scheme := &code
	if l == lex.Prose {
		scheme = &prose
	}
	override(&scheme.K, c.K)
	override(&scheme.W, c.W)
	if c.Selection != "" {
		scheme.Selection = c.Selection
	}
	return code, prose, nil
}

func override[T any](to, v *T) {
	if v != nil {
		*to = *v
	}
}

// Analyze implements [analysis.Analyzer]. A token's byte range is its k-gram's range, its
// position the number of the k-gram's first token, from 1.
func (b *bleveAnalyzer) Analyze(src []byte) analysis.TokenStream {
	n := b.scratch.Get().(*analyzer.Analysis)
	defer b.scratch.Put(n)
	l := b.language
	if l == nil {
		l = detect.Language("", src)
	}
	n.Lex(l, src)
	n.Fingerprints[b.representation] = n.Fingerprints[b.representation][:0]
	var out analysis.TokenStream
	for _, p := range n.Parts() {
		w := b.code
		if p.Language == lex.Prose {
			w = b.prose
		}
		if w != nil {
			out = append(out, b.stream(n, n.AppendFingerprints(p, b.representation, w), w.K())...)
		}
	}
	return out
}

// stream returns the fingerprints as Bleve tokens, with their terms in one block of memory.
func (b *bleveAnalyzer) stream(n *analyzer.Analysis, prints []winnow.Fingerprint, k int) analysis.TokenStream {
	terms := make([]byte, 0, len(prints)*winnow.TermSize)
	tokens := make([]analysis.Token, len(prints))
	out := make(analysis.TokenStream, len(prints))
	for i, f := range prints {
		at := len(terms)
		terms = winnow.AppendTerm(terms, f.Hash&b.mask)
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

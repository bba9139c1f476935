package bleveanalyzer

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/registry"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// bleveSource is longer than the guarantee threshold of every default.
const bleveSource = `package main

import "fmt"

// main greets.
func main() {
	for i := 0; i < 10; i++ {
		fmt.Println("hello", names[i], 'x', 1.5)
	}
}
`

// proseSource is detected as prose.
const proseSource = `It was the best of times, it was the worst of times, it was the age of wisdom,
it was the age of foolishness, it was the epoch of belief, it was the epoch of incredulity.`

func mustBleve(tb testing.TB, config map[string]any) analysis.Analyzer {
	tb.Helper()
	a, err := newBleveAnalyzer(config, registry.NewCache())
	if err != nil {
		tb.Fatalf("%v: %v", config, err)
	}
	return a
}

func termsOf(stream analysis.TokenStream) []string {
	var terms []string
	for _, token := range stream {
		terms = append(terms, string(token.Term))
	}
	return terms
}

func TestBleve_AnalyzerIsRegistered(t *testing.T) {
	a, err := registry.NewCache().DefineAnalyzer("mine", map[string]any{"type": Name, "language": "go"})
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Analyze([]byte(bleveSource))) == 0 {
		t.Error("no tokens")
	}
	a, err = registry.NewCache().AnalyzerNamed(Name) // without any configuration
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Analyze([]byte(bleveSource))) == 0 {
		t.Error("no tokens without configuration")
	}
}

// There is one token for each fingerprint, with the byte range of its k-gram.
func TestBleve_TokensAreFingerprints(t *testing.T) {
	plain, err := analyzer.New(analyzer.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		language string
		source   string
		r        analyzer.Representation
	}{
		{"Go", bleveSource, analyzer.Structure}, {"Go", bleveSource, analyzer.Exact}, {"Text", proseSource, analyzer.Exact}, {"C", "", analyzer.Exact}, {"C", "a b", analyzer.Exact},
	} {
		b := mustBleve(t, map[string]any{"language": c.language, "representation": c.r.String()})
		var n analyzer.Analysis
		l := languageOf(t, c.language)
		plain.Analyze(l, []byte(c.source), &n)
		scheme, _ := analyzer.DefaultSettings().Scheme(l, c.r)
		stream := b.Analyze([]byte(c.source))
		if len(stream) != len(n.Fingerprints[c.r]) {
			t.Fatalf("%s, %s: %d tokens, want %d", c.language, c.r, len(stream), len(n.Fingerprints[c.r]))
		}
		for i, token := range stream {
			f := n.Fingerprints[c.r][i]
			if want := string(winnow.AppendTerm(nil, f.Hash)); string(token.Term) != want {
				t.Errorf("%s, %s: term %d is %s, want %s", c.language, c.r, i, token.Term, want)
			}
			if token.Position != int(f.Token)+1 {
				t.Errorf("%s, %s: token %d has position %d, want %d", c.language, c.r, i, token.Position, f.Token+1)
			}
			checkGramRange(t, l, c.r, scheme.K, []byte(c.source), token)
		}
	}
}

// checkGramRange checks that the byte range of a Bleve token covers the k tokens of its term.
func checkGramRange(t *testing.T, l *lex.Language, r analyzer.Representation, k int, source []byte, token *analysis.Token) {
	t.Helper()
	gram := l.Lex(nil, source[token.Start:token.End])
	grams := gramsIn(t, gram, l, r, k)
	if len(grams) != 1 || string(winnow.AppendTerm(nil, grams[0].Hash)) != string(token.Term) {
		t.Errorf("%s, %s: %s does not stand for %q", l, r, token.Term, source[token.Start:token.End])
	}
}

// Bleve passes the program's values to an analyzer, and JSON values after reopening an index.
func TestBleveConfig_NumbersOfEveryType(t *testing.T) {
	want := termsOf(mustBleve(t, map[string]any{"language": "Go", "k": 7, "w": 3}).Analyze([]byte(bleveSource)))
	defaults := termsOf(mustBleve(t, map[string]any{"language": "Go"}).Analyze([]byte(bleveSource)))
	if slices.Equal(want, defaults) {
		t.Fatal("k and w change nothing")
	}
	for _, numbers := range [][2]any{
		{7.0, 3.0}, {int64(7), int32(3)}, {uint64(7), uint8(3)}, {float32(7), uint(3)}, {json.Number("7"), json.Number("3")},
	} {
		config := map[string]any{"type": Name, "language": "golang", "k": numbers[0], "w": numbers[1], "selection": nil}
		if got := termsOf(mustBleve(t, config).Analyze([]byte(bleveSource))); !slices.Equal(got, want) {
			t.Errorf("%T %T: terms %v, want %v", numbers[0], numbers[1], got, want)
		}
	}
	encoded, err := json.Marshal(map[string]any{"type": Name, "language": "Go", "k": 7, "w": 3})
	if err != nil {
		t.Fatal(err)
	}
	var config map[string]any
	if err := json.Unmarshal(encoded, &config); err != nil {
		t.Fatal(err)
	}
	if got := termsOf(mustBleve(t, config).Analyze([]byte(bleveSource))); !slices.Equal(got, want) {
		t.Errorf("JSON: terms %v, want %v", got, want)
	}
}

func TestBleve_DetectsLanguage(t *testing.T) {
	script := "#!/usr/bin/env python3\nfor i in range(10):\n\tprint('hello', names[i], 1.5) # greet\n"
	for language, source := range map[string]string{"Python": script, "Text": proseSource} {
		want := termsOf(mustBleve(t, map[string]any{"language": language, "representation": "exact"}).Analyze([]byte(source)))
		got := termsOf(mustBleve(t, map[string]any{"representation": "exact"}).Analyze([]byte(source)))
		if len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("%s: terms %v, want %v", language, got, want)
		}
	}
}

func TestBleveConfig_Selection(t *testing.T) {
	grams := len(languageOf(t, "Go").Lex(nil, []byte(bleveSource))) - 4 + 1
	for _, c := range []struct {
		config map[string]any
		want   int
	}{
		{map[string]any{"selection": "winnowing", "w": winnow.MaxW}, 1},
		{map[string]any{"selection": "robust", "w": 1}, grams},
		{map[string]any{"selection": "open-closed", "w": 1}, grams},
		{map[string]any{"selection": "open-closed", "w": winnow.MaxW}, 1},
	} {
		c.config["language"], c.config["k"] = "Go", 4
		if got := len(mustBleve(t, c.config).Analyze([]byte(bleveSource))); got != c.want {
			t.Errorf("%v: %d tokens, want %d", c.config, got, c.want)
		}
	}
}

// The analyzer emits the fingerprints of New with these settings, also after a JSON round trip of
// the configuration, and nothing if a scheme is off.
func TestBleveConfig_SettingsEqualNew(t *testing.T) {
	for _, settings := range settingsOfAll() {
		a := mustMake(t, settings)
		encoded, err := json.Marshal(settings)
		if err != nil {
			t.Fatal(err)
		}
		var decoded any
		if err := json.Unmarshal(encoded, &decoded); err != nil {
			t.Fatal(err)
		}
		for l, source := range map[string]string{"Go": bleveSource, "Text": proseSource} {
			var n analyzer.Analysis
			a.Analyze(languageOf(t, l), []byte(source), &n)
			for r, prints := range n.Fingerprints {
				var want []string
				for _, f := range prints {
					want = append(want, string(winnow.AppendTerm(nil, f.Hash)))
				}
				for _, value := range []any{settings, decoded} {
					config := map[string]any{"representation": analyzer.Representation(r).String(), "language": l, "settings": value}
					if got := termsOf(mustBleve(t, config).Analyze([]byte(source))); !slices.Equal(got, want) {
						t.Errorf("%s, %s, %v: terms %v, want %v", l, analyzer.Representation(r), value, got, want)
					}
				}
			}
		}
	}
}

// k and w without a language do not affect the scheme of prose, as in the mappings of indexes made
// before the key "settings".
func TestBleveConfig_SchemeAppliesToCode(t *testing.T) {
	want := termsOf(mustBleve(t, map[string]any{"representation": "exact"}).Analyze([]byte(proseSource)))
	old := map[string]any{"representation": "exact", "k": 5.0, "w": 8.0, "selection": "open-closed"}
	if got := termsOf(mustBleve(t, old).Analyze([]byte(proseSource))); len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("terms %v, want %v", got, want)
	}
	named := map[string]any{"representation": "exact", "language": "Text", "k": 2, "w": 1}
	if got, want := len(mustBleve(t, named).Analyze([]byte("a b c d"))), 3; got != want {
		t.Errorf("%d terms of prose by its own scheme, want %d", got, want)
	}
}

func TestBleveConfig_Errors(t *testing.T) {
	for _, c := range []struct {
		config map[string]any
		want   string
	}{
		{map[string]any{"gram": 3}, `unknown key "gram": use one of language, representation, settings, k, w, selection`},
		{map[string]any{"K": 3}, `unknown key "K"`},
		{map[string]any{"k": 0}, "k is 0: use 1 to 1024"},
		{map[string]any{"k": -3}, "k is -3: use 1 to 1024"},
		{map[string]any{"k": 2.5}, "key \"k\" is a number 2.5, and must be of type int"},
		{map[string]any{"k": math.NaN()}, "unsupported value: NaN"},
		{map[string]any{"k": 1e300}, "number 1e+300, and must be"},
		{map[string]any{"k": "5"}, "is a string, and must be"},
		{map[string]any{"k": json.Number("x")}, "invalid number literal"},
		{map[string]any{"k": uint64(math.MaxUint64)}, "number 18446744073709551615, and must be"},
		{map[string]any{"w": 70000}, "w is 70000: use a window of 1 to 65536"},
		{map[string]any{"selection": "best"}, `unknown selection "best": use robust, winnowing`},
		{map[string]any{"selection": "mod-minimizer"}, `unknown selection "mod-minimizer": use`},
		{map[string]any{"selection": 1}, "is a number, and must be"},
		{map[string]any{"settings": 5}, "is a number, and must be"},
		{map[string]any{"settings": map[string]any{"exat": nil}}, `unknown field "exat"`},
		{map[string]any{"settings": map[string]any{"exact": map[string]any{"k": 0, "w": 4}}}, "settings of exact: k is 0: use 1 to 1024"},
		{map[string]any{"settings": map[string]any{}}, "neither structure nor exact is indexed"},
		{map[string]any{"settings": analyzer.DefaultSettings(), "w": 3}, "settings exclude k, w and selection: use one of them"},
		{map[string]any{"language": "Klingon"}, `unknown language "Klingon": use`},
		{map[string]any{"language": true}, "is a bool, and must be"},
		{map[string]any{"representation": "both"}, `unknown representation "both": use structure or exact`},
		{map[string]any{"representation": 0}, "is a number, and must be"},
	} {
		a, err := newBleveAnalyzer(c.config, registry.NewCache())
		if a != nil || err == nil {
			t.Errorf("%v is taken", c.config)
			continue
		}
		if got := err.Error(); !strings.HasPrefix(got, "configuring analyzer fingerprint: ") || !strings.Contains(got, c.want) {
			t.Errorf("%v: error %q, want one with %q", c.config, got, c.want)
		}
	}
}

// The analyzer must not write to tokens that it returned, and must be safe for concurrent use.
func TestBleve_StreamsShareNoMemory(t *testing.T) {
	b := mustBleve(t, map[string]any{"language": "Go", "k": 3, "w": 2})
	sources := make([][]byte, 8)
	want := make([][]string, len(sources))
	for i := range sources {
		sources[i] = []byte(strings.Repeat(fmt.Sprintf("x%d = f(%d) + y; if a[%d] < 3 { g() }\n", i, i, i), i+1))
		want[i] = termsOf(mustBleve(t, map[string]any{"language": "Go", "k": 3, "w": 2}).Analyze(sources[i]))
	}
	var workers sync.WaitGroup
	for range 4 {
		workers.Go(func() {
			streams := make([]analysis.TokenStream, len(sources))
			for i, source := range sources {
				streams[i] = b.Analyze(source)
			}
			for i, stream := range streams {
				if got := termsOf(stream); !slices.Equal(got, want[i]) {
					t.Errorf("source %d: terms %v, want %v", i, got, want[i])
				}
				for _, token := range stream {
					_ = append(token.Term, '!') // a token filter may; the next term must not suffer
				}
				if got := termsOf(stream); !slices.Equal(got, want[i]) {
					t.Errorf("source %d: terms share memory", i)
				}
			}
		})
	}
	workers.Wait()
}

func FuzzConfig(f *testing.F) {
	for _, seed := range []string{
		`null`, `{}`, `{"type": "fingerprint"}`, `{"k": 5, "w": 4}`, `{"k": 5.5}`, `{"k": -1}`, `{"k": 1e308, "w": "4"}`,
		`{"language": "go", "representation": "exact", "k": 1, "w": 1, "selection": "winnowing"}`,
		`{"language": "Text", "selection": "robust", "w": 65536, "k": 1024}`, `{"k": null, "language": ""}`, `{"K": 5}`,
		`{"settings": {"structure": {"k": 3, "w": 2}, "text": {"k": 2, "w": 2, "selection": "robust"}}}`,
		`{"representation": "exact", "settings": {"exact": {"k": 2, "selection": "winnowing", "w": 65536}}}`,
		`{"settings": null, "k": 3}`, `{"settings": {"text": {"k": 2, "w": 2}}}`, `{"settings": []}`, `{"settings": {}, "w": 2}`,
	} {
		f.Add([]byte(seed))
	}
	sources := []string{"", "x", bleveSource, proseSource}
	f.Fuzz(func(t *testing.T, data []byte) {
		var config map[string]any
		if json.Unmarshal(data, &config) != nil {
			return
		}
		a, err := newBleveAnalyzer(config, registry.NewCache())
		if err != nil {
			if _, again := newBleveAnalyzer(config, registry.NewCache()); again == nil || again.Error() != err.Error() {
				t.Errorf("%s: %v, then %v", data, err, again)
			}
			return
		}
		// The configuration that an index stores gives the same terms.
		encoded, err := json.Marshal(config)
		if err != nil {
			t.Fatal(err)
		}
		var reread map[string]any
		if err := json.Unmarshal(encoded, &reread); err != nil {
			t.Fatal(err)
		}
		again := mustBleve(t, reread)
		for _, source := range sources {
			stream := a.Analyze([]byte(source))
			for _, token := range stream {
				if token.Start < 0 || token.End <= token.Start || token.End > len(source) || len(token.Term) != winnow.TermSize {
					t.Fatalf("%s: token %v", data, token)
				}
			}
			if got := termsOf(again.Analyze([]byte(source))); !slices.Equal(got, termsOf(stream)) {
				t.Errorf("%s: terms %v, then %v", data, termsOf(stream), got)
			}
		}
	})
}

// gramsIn returns the k-grams of tokens.
func gramsIn(t *testing.T, tokens []lex.Token, l *lex.Language, r analyzer.Representation, k int) []winnow.Fingerprint {
	t.Helper()
	scheme := winnow.Scheme{K: k, W: 1}
	a := mustMake(t, analyzer.Settings{Structure: scheme, Exact: scheme, Text: scheme})
	return a.AppendGrams(nil, &analyzer.Analysis{Language: l, Tokens: tokens}, r)
}

func mustMake(t *testing.T, s analyzer.Settings) *analyzer.Analyzer {
	t.Helper()
	a, err := analyzer.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func languageOf(t *testing.T, name string) *lex.Language {
	t.Helper()
	l, ok := lex.Lookup(name)
	if !ok {
		t.Fatalf("no language %q", name)
	}
	return l
}

// settingsOfAll has settings for every selection, with k small enough for short sources.
func settingsOfAll() (all []analyzer.Settings) {
	for _, s := range []winnow.Scheme{
		{K: 4, W: 3, Selection: winnow.SelectRobust}, {K: 4, W: 3, Selection: "winnowing"},
		{K: 9, W: 3, Selection: winnow.SelectOpenClosed}, {K: 5, W: 3, Selection: winnow.SelectOpenClosed},
		{K: 4, W: 6, Selection: winnow.SelectOpenClosed},
	} {
		all = append(all, analyzer.Settings{Structure: s, Exact: s, Text: s})
	}
	return append(all, analyzer.DefaultSettings())
}

package analyzer

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// programs are sources in several languages, with names, literals, blanks and comments to change.
// Literals in double quotes contain nothing that is read as code.
var programs = map[string]string{
	"Go": `package sums

// total adds up.
func total(items []item, limit int) (sum float64, err error) {
	for i, it := range items {
		if it.price > 10.5 && i < limit { // dear
			sum += it.price * float64(it.count)
			continue
		}
		log("skipping %d of %s", i, "items")
		sep := ','
		rest = append(rest, fmt.Sprint(it, sep, 0x1F))
	}
	return sum, nil
}
`,
	"C": `#include <stdio.h>
/* total adds up */
static double total(struct item *items, size_t n) {
	double sum = 0.0;
	for (size_t i = 0; i < n; i++) {
		if (items[i].price > 10.5 && items[i].count != 'x') // dear
			sum += items[i].price * items[i].count;
		else
			printf("skipping %zu", i);
	}
	return sum;
}
`,
	"Java": `class Sums {
	/** Adds up. */
	static double total(List<Item> items, int limit) {
		double sum = 0.0;
		for (Item it : items) {
			if (it.price() > 10.5 && limit-- > 0) { // dear
				sum += it.price() * it.count();
			} else {
				log.info("skipping " + it + ',' + limit);
			}
		}
		return sum;
	}
}
`,
	"Python": `import os
# adds up
def total(items, limit=100):
    acc = 0.0
    for i, it in enumerate(items):
        if it.price > 10.5 and i < limit:  # dear
            acc += it.price * it.count
        else:
            print("skipping", i, it[0], os.name)
    return acc / len(items)
`,
	"JavaScript": `// adds up
function total(items, limit = 100) {
	let sum = 0.0;
	for (const it of items) {
		if (it.price > 10.5 && limit !== 0) { // dear
			sum += it.price * it.count;
		} else {
			console.log("skipping", it, limit);
		}
	}
	return items.map(it => it.price).reduce((a, b) => a + b, sum);
}
`,
	"Rust": `/// adds up
fn total(items: &[Item], limit: usize) -> f64 {
	let mut sum = 0.5;
	for (i, it) in items.iter().enumerate() {
		if it.price > 10.5 && i < limit { // dear
			sum += it.price * it.count;
		} else {
			log("skipping", i, it, 'x');
		}
	}
	sum
}
`,
	"Shell": `#!/bin/sh
# adds up
total=0
for file in first second third; do
	if [ "quiet" = "$mode" ]; then # dear
		size=42
		total=100
	else
		echo "skipping" "file"
	fi
done
`,
}

// commentIn returns a comment in the language, with a line break if it needs one.
func commentIn(language string) string {
	switch language {
	case "Python", "Shell":
		return " # if x == (\"1\") { return }\n"
	default:
		return " // if x == (\"1\") { return }\n"
	}
}

// reformat changes white space between tokens, and adds comments there. White space inside tokens
// stays.
func reformat(random *rand.Rand, l *lex.Language, src []byte) []byte {
	var out []byte
	end := 0
	var literals []lex.Literal
	tokens := l.LexLiterals(nil, &literals, src)
	for _, token := range lex.Whole(nil, tokens, literals) {
		if gap := src[end:token.Start]; len(gap) > 0 {
			switch random.IntN(3) {
			case 0:
				out = append(out, commentIn(l.Name)...)
			case 1:
				out = append(out, "\n\t \r\n"...)
			default:
				out = append(out, "   "...)
			}
		}
		out = append(out, src[token.Start:token.End]...)
		end = int(token.End)
	}
	return append(out, commentIn(l.Name)...)
}

// rename gives every identifier another name, consistently, and every number and every string in
// double quotes another value.
func rename(l *lex.Language, src []byte) []byte {
	var out []byte
	end := 0
	names := map[string]string{}
	for _, token := range l.Lex(nil, src) {
		out = append(out, src[end:token.Start]...)
		text := string(src[token.Start:token.End])
		switch {
		case token.Kind == lex.Identifier:
			if names[text] == "" {
				names[text] = fmt.Sprintf("zq_%d_%s", len(names), strings.Repeat("v", len(names)%5))
			}
			text = names[text]
		case token.Kind == lex.Number:
			text = "777"
		case token.Kind == lex.String && text[0] == '"' && strings.HasSuffix(text, `"`):
			text = `"something else"`
		}
		out = append(out, text...)
		end = int(token.End)
	}
	return append(out, src[end:]...)
}

func mustNew(tb testing.TB, s Settings) *Analyzer {
	tb.Helper()
	a, err := New(s)
	if err != nil {
		tb.Fatal(err)
	}
	return a
}

// allSettings has settings for every selection, with k small enough for short sources.
func allSettings() []Settings {
	var all []Settings
	for _, s := range []winnow.Scheme{
		{K: 4, W: 3, Selection: winnow.SelectRobust}, {K: 4, W: 3, Selection: "winnowing"},
		{K: 9, W: 3, Selection: winnow.SelectOpenClosed}, {K: 5, W: 3, Selection: winnow.SelectOpenClosed}, {K: 4, W: 6, Selection: winnow.SelectOpenClosed},
	} {
		all = append(all, Settings{Structure: s, Exact: s, Text: s})
	}
	return append(all, DefaultSettings())
}

func TestFingerprints_SurviveReformatting(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 13))
	for name, program := range programs {
		l := mustLookup(t, name)
		for _, settings := range allSettings() {
			var before, after Analysis
			a := mustNew(t, settings)
			a.Analyze(l, []byte(program), &before)
			changed := reformat(random, l, []byte(program))
			a.Analyze(l, changed, &after)
			for r := range Representation(Representations) {
				if len(before.Fingerprints[r]) == 0 {
					t.Fatalf("%s, %s: no fingerprints", name, r)
				}
				if !slices.Equal(before.Fingerprints[r], after.Fingerprints[r]) {
					t.Errorf("%s, %s, %+v: other fingerprints of\n%s", name, r, settings, changed)
				}
			}
		}
	}
}

func TestFingerprints_StructureSurvivesRenaming(t *testing.T) {
	for name, program := range programs {
		l := mustLookup(t, name)
		for _, settings := range allSettings() {
			var before, after Analysis
			a := mustNew(t, settings)
			a.Analyze(l, []byte(program), &before)
			changed := rename(l, []byte(program))
			a.Analyze(l, changed, &after)
			if !slices.Equal(before.Fingerprints[Structure], after.Fingerprints[Structure]) {
				t.Errorf("%s, %+v: other fingerprints of\n%s", name, settings, changed)
			}
			if slices.Equal(before.Fingerprints[Exact], after.Fingerprints[Exact]) {
				t.Errorf("%s, %+v: exact does not see the renaming of\n%s", name, settings, changed)
			}
		}
	}
}

// Text outside of a block affects the selection at most w-1 k-grams from its edges. For selections
// with memory, such as robust winnowing, this holds if no two k-grams are equal: of equal ones they
// keep the one selected before.
func TestFingerprints_MovedBlockChangesAtEdgesOnly(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 13))
	for range 500 {
		for _, scheme := range guaranteeing(random) {
			alphabet := []int{2, 10, 1 << 30}[random.IntN(3)]
			if scheme.Selection != "winnowing" {
				alphabet = 1 << 60
			}
			block := randomTokens(random, 100+random.IntN(200), alphabet)
			from, to := scheme.W-1, len(block)-scheme.K+1-(scheme.W-1) // of k-grams that must not change
			alone := between(fingerprints(block, Exact, scheme), 0, from, to)
			at := random.IntN(80)
			moved := append(randomTokens(random, at, alphabet), block...)
			moved = append(moved, randomTokens(random, random.IntN(80), alphabet)...)
			if got := between(fingerprints(moved, Exact, scheme), at, from, to); !slices.Equal(got, alone) {
				t.Fatalf("%+v, alphabet of %d, block of %d tokens at %d: %d fingerprints inside, %d before, or other ones",
					scheme, alphabet, len(block), at, len(got), len(alone))
			}
		}
	}
}

// between returns the fingerprints of tokens from..to-1 after start, counted from there.
func between(prints []winnow.Fingerprint, start, from, to int) (inside []winnow.Fingerprint) {
	for _, f := range prints {
		if i := int(f.Token) - start; i >= from && i < to {
			inside = append(inside, winnow.Fingerprint{Hash: f.Hash, Token: uint32(i)})
		}
	}
	return inside
}

// escapes reports whether escapes in the source are decoded before it is lexed, or whether
// directives of C may be left out.
func escapes(l *lex.Language, src []byte) bool {
	isC := slices.Contains([]string{"C", "C++", "Objective-C", "Objective-C++", "Cuda", "C#", "GLSL", "HLSL"}, l.Name)
	return l.TextEscapes() && bytes.Contains(src, []byte(`\u`)) || isC && bytes.ContainsAny(src, "#?%_")
}

// checkAnalysis checks invariants of every analysis.
func checkAnalysis(t *testing.T, a *Analyzer, l *lex.Language, src []byte, n *Analysis) {
	t.Helper()
	if n.Language != l {
		t.Fatalf("analysed as %s, want %s", n.Language, l)
	}
	if !escapes(l, src) && !slices.Equal(n.Outside(), l.Lex(nil, src)) {
		t.Fatalf("%s: other tokens than the language's", l)
	}
	if n.Parted() { // see TestFingerprints_OfPartsAreThoseOfDocuments
		return
	}
	for r := range Representation(Representations) {
		scheme, ok := a.settings.Scheme(l, r)
		if !ok {
			if len(n.Fingerprints[r]) > 0 {
				t.Fatalf("%s: fingerprints of %s, which is off", l, r)
			}
			continue
		}
		grams := gramsOf(t, n.Tokens, r, scheme.K)
		next, gap := 0, 0 // first position that may come, and largest distance
		for _, f := range n.Fingerprints[r] {
			if int(f.Token) < next || int(f.Token) >= len(grams) {
				t.Fatalf("%s, %s: fingerprint at token %d of %d, after %d", l, r, f.Token, len(n.Tokens), next-1)
			}
			if f.Hash != grams[f.Token].Hash {
				t.Fatalf("%s, %s: hash at token %d is %x, want %x", l, r, f.Token, f.Hash, grams[f.Token].Hash)
			}
			gap = max(gap, int(f.Token)-next)
			next = int(f.Token) + 1
		}
		gap = max(gap, len(grams)-next)
		if none := len(grams) > 0 && next == 0; scheme.Guarantee() > 0 && (gap >= scheme.W || none) {
			t.Fatalf("%s, %s: a gap of %d in %d k-grams at w=%d", l, r, gap, len(grams), scheme.W)
		}
	}
}

// sources returns the fixtures of the lexer's tests and the programs above, by language.
func sources(tb testing.TB) (all []document) {
	tb.Helper()
	files, err := filepath.Glob("lex/testdata/lang/*.src")
	if err != nil || len(files) == 0 {
		tb.Fatalf("no fixtures: %v", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		l, ok := lex.Lookup(strings.TrimSuffix(filepath.Base(file), ".src"))
		if !ok {
			l = lex.Prose
		}
		all = append(all, document{l, src})
	}
	for _, name := range slices.Sorted(maps.Keys(programs)) {
		all = append(all, document{mustLookup(tb, name), []byte(programs[name])})
	}
	return append(all, document{lex.Prose, []byte(proseText)}, document{lex.Prose, nil})
}

type document struct {
	language *lex.Language
	src      []byte
}

const proseText = `It was the best of times, it was the worst of times, it was the age of wisdom.`

func TestFingerprints_AscendInRange(t *testing.T) {
	for _, settings := range allSettings() {
		a := mustNew(t, settings)
		for _, d := range sources(t) {
			for _, cut := range []int{len(d.src), len(d.src) / 2, len(d.src) / 9, min(3, len(d.src))} {
				var n Analysis
				a.Analyze(d.language, d.src[:cut], &n)
				checkAnalysis(t, a, d.language, d.src[:cut], &n)
			}
		}
	}
}

// A reused Analysis gives the same result as a new one.
func TestAnalyze_OverwritesAnalysis(t *testing.T) {
	for _, settings := range append(allSettings(), Settings{Exact: winnow.Scheme{K: 3, W: 2}}) {
		a := mustNew(t, settings)
		var used Analysis
		all := sources(t)
		for i := range 3 * len(all) {
			d := all[i*7%len(all)]
			var fresh Analysis
			src := bytes.Clone(d.src)
			a.Analyze(d.language, src, &used)
			a.Analyze(d.language, src, &fresh)
			if !bytes.Equal(src, d.src) {
				t.Fatalf("%s: the source was written to", d.language)
			}
			if used.Language != d.language || !slices.Equal(used.Tokens, fresh.Tokens) {
				t.Fatalf("%s: other tokens", d.language)
			}
			for r := range Representation(Representations) {
				if !slices.Equal(used.Fingerprints[r], fresh.Fingerprints[r]) {
					t.Fatalf("%s, %s: other fingerprints", d.language, r)
				}
			}
		}
	}
}

func TestAnalyze_AllocatesNothingOnceGrown(t *testing.T) {
	large := DefaultSettings()
	large.Structure.W, large.Exact.W, large.Text.W = 100, 5000, 64
	for _, settings := range append(allSettings(), large) {
		a := mustNew(t, settings)
		var n Analysis
		var grams []winnow.Fingerprint
		for _, d := range sources(t) {
			if slices.Contains([]string{"Haskell", "Lua", "Nim", "Pascal"}, d.language.Name) || escapes(d.language, d.src) {
				continue // their comments may hold code
			}
			if allocs := testing.AllocsPerRun(3, func() {
				a.Analyze(d.language, d.src, &n)
				grams = a.AppendGrams(grams[:0], &n, Exact)
			}); allocs > 0 {
				t.Errorf("%s, %+v: %v allocations", d.language, settings, allocs)
			}
		}
	}
}

func TestAnalyzer_SharedByGoroutines(t *testing.T) {
	a := mustNew(t, DefaultSettings())
	all := sources(t)
	want := make([]Analysis, len(all))
	for i, d := range all {
		a.Analyze(d.language, d.src, &want[i])
	}
	var workers sync.WaitGroup
	for worker := range 4 {
		workers.Go(func() {
			var n Analysis
			for i := range 3 * len(all) {
				i = (i + 5*worker) % len(all)
				a.Analyze(all[i].language, all[i].src, &n)
				if !slices.Equal(n.Fingerprints[Exact], want[i].Fingerprints[Exact]) ||
					!slices.Equal(n.Fingerprints[Structure], want[i].Fingerprints[Structure]) {
					t.Errorf("%s: other fingerprints in goroutine %d", all[i].language, worker)
				}
			}
		})
	}
	workers.Wait()
}

// The known answers cover everything from a source to its fingerprints.
func TestFingerprints_KnownAnswers(t *testing.T) {
	scheme := winnow.Scheme{K: 5, W: 3}
	a := mustNew(t, Settings{Structure: scheme, Exact: scheme})
	var n Analysis
	a.Analyze(mustLookup(t, "Go"), []byte(vectorSource), &n)
	for r := range Representation(Representations) {
		var want []winnow.Fingerprint // the smallest hash of each window
		for from := range len(vectors[r]) - scheme.W + 1 {
			least := from
			for i, v := range vectors[r][from : from+scheme.W] {
				if v.hash < vectors[r][least].hash {
					least = from + i
				}
			}
			f := winnow.Fingerprint{Hash: vectors[r][least].levelled, Token: uint32(least)}
			if !slices.Contains(want, f) {
				want = append(want, f)
			}
		}
		if !slices.Equal(n.Fingerprints[r], want) {
			t.Errorf("%s: fingerprints %x, want %x", r, n.Fingerprints[r], want)
		}
	}
	if Version != 16 {
		t.Error("the version was raised: renew the vectors")
	}
}

func FuzzAnalyze(f *testing.F) {
	for i, d := range sources(f) {
		f.Add(uint8(i), uint8(i), d.src)
	}
	f.Add(uint8(0), uint8(4), []byte("\x00\xff\xfe\"'`/*{{{"))
	languages := lex.Languages()
	var analyzers []*Analyzer
	for _, settings := range allSettings() {
		analyzers = append(analyzers, mustNew(f, settings))
	}
	f.Fuzz(func(t *testing.T, which, how uint8, src []byte) {
		l := languages[int(which)%len(languages)]
		a := analyzers[int(how)%len(analyzers)]
		var n Analysis
		a.Analyze(l, src, &n)
		checkAnalysis(t, a, l, src, &n)
		if n.Parted() {
			return
		}
		for r := range Representation(Representations) {
			grams := a.AppendGrams(nil, &n, r)
			for _, f := range n.Fingerprints[r] {
				if grams[f.Token] != f {
					t.Fatalf("%s, %s: gram %v and fingerprint %v differ", l, r, grams[f.Token], f)
				}
			}
		}
	})
}

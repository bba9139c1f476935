package changes

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

// source is a file of code that somebody wrote.
type source struct {
	name string // its path below its folder, with slashes
	text string
	lang *lex.Language
	// exact and structure are the grams of its tokens, and of their kinds.
	exact, structure map[uint64]bool
}

// parse returns the tree of the source, which the caller may change.
func (s *source) parse() *file {
	f, _ := parse(s.lang, s.text)
	return f
}

// sources are the chosen files of a language, and others that search could mistake for them.
type sources struct {
	lang   *lex.Language
	chosen []*source
	others []*source
	// isClass says that the files solve one task, by different people.
	isClass bool
}

// areRelatives reports whether two chosen files are of one project. One may have begun as a copy of
// the other.
func (s *sources) areRelatives(i, j int) bool {
	project := func(i int) string { first, _, _ := strings.Cut(s.chosen[i].name, "/"); return first }
	return i != j && !s.isClass && project(i) == project(j)
}

// choose takes files of every language in an order that the seed decides: the first n to change,
// the next as others. It returns the languages by name that have n files.
func (b *bench) choose() ([]*sources, error) {
	type path struct{ file, name string } // choices depend on the name below its folder alone
	var paths []path
	for _, folder := range b.Args() {
		if err := code.Files(folder, func(file, name string) { paths = append(paths, path{file, name}) }); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(paths, func(x, y path) int {
		return cmp.Or(cmp.Compare(hashOf(b.seed, x.name), hashOf(b.seed, y.name)), cmp.Compare(x.name, y.name), cmp.Compare(x.file, y.file))
	})
	found := map[string]*sources{}
	for _, p := range paths {
		lang, ok := lex.Lookup(strings.TrimPrefix(filepath.Ext(p.file), "."))
		if !ok || syntaxes[lang.Name] == nil || code.IsTestData(p.name) {
			continue
		}
		if found[lang.Name] == nil {
			found[lang.Name] = &sources{lang: lang}
		}
		of := found[lang.Name]
		if len(of.chosen)+len(of.others) == b.n+b.others {
			continue
		}
		info, err := os.Stat(p.file)
		if err != nil {
			return nil, err
		}
		if info.Size() > largestFile {
			continue
		}
		content, err := os.ReadFile(p.file)
		if err != nil {
			return nil, err
		}
		switch s := b.newSource(p.name, content); {
		case s == nil || s.lang != lang || s.isLike(of.chosen):
		case len(of.chosen) < b.n:
			of.chosen = append(of.chosen, s)
		default:
			of.others = append(of.others, s)
		}
	}
	var all []*sources
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if len(found[name].chosen) == b.n {
			all = append(all, found[name])
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no language has %d files of %d to %d lines: lower -n", b.n, b.minLines, b.maxLines)
	}
	return all, nil
}

func hashOf(seed uint64, parts ...string) uint64 {
	return xxhash.Sum64String(strconv.FormatUint(seed, 10) + "\x00" + strings.Join(parts, "\x00"))
}

// randomFor returns the source of randomness for one purpose, independent of all others.
func randomFor(seed uint64, purpose ...string) *rand.Rand {
	return rand.New(rand.NewPCG(seed, hashOf(seed, purpose...)))
}

const (
	// largestFile is the size in bytes above which files are not read.
	largestFile = 100_000
	// minFunctions is how many functions a file has at least, so that there is something to change.
	minFunctions = 2
	// minTokens is how many tokens a function has at least that is taken alone.
	minTokens = 50
)

// newSource returns the file, or one of its functions. It is nil for code outside of the figures'
// scope: code with several functions, written by hand, in lines of a usual length.
func (b *bench) newSource(name string, content []byte) *source {
	if code.IsBinary(content) || code.IsGenerated(content) {
		return nil
	}
	lang := detect.Language(name, content)
	if syntaxes[lang.Name] == nil || !code.Closed(lang, content) {
		return nil
	}
	f, ok := parse(lang, string(content))
	if !ok {
		return nil
	}
	functions := f.functions()
	text := string(content)
	switch {
	case b.functions:
		text = b.oneOf(randomFor(b.seed, "function", name), functions)
	case len(functions) < minFunctions && !b.classes || !b.fits(text):
		text = ""
	}
	if _, ok := parse(lang, text); !ok || text == "" || !code.Closed(lang, []byte(text)) {
		return nil
	}
	tokens := lang.Lex(nil, []byte(text))
	return &source{name: name, text: text, lang: lang,
		exact:     code.Grams(code.Symbols(analyzer.Exact, tokens)),
		structure: code.Grams(code.Symbols(analyzer.Structure, tokens))}
}

// fits reports whether the text has as many lines as are wanted.
func (b *bench) fits(text string) bool {
	n := strings.Count(text, "\n")
	return n >= b.minLines && n <= b.maxLines
}

// oneOf returns one of the functions that have enough lines and tokens, "" if there is none.
func (b *bench) oneOf(rng *rand.Rand, functions []*node) string {
	for _, i := range rng.Perm(len(functions)) {
		n := functions[i]
		text := strings.TrimLeft(reindent(n.text(), n.head().indent(), ""), "\n")
		if b.fits(text) && len(n.tokens()) >= minTokens && balanced(n.tokens()) {
			return text
		}
	}
	return ""
}

// functions returns the functions of the file.
func (f *file) functions() (all []*node) {
	f.eachBlock(func(_ *node, _ *part, block *[]*node) {
		for _, d := range *block {
			if f.syntax.isFunction(d) {
				all = append(all, d)
			}
		}
	})
	return all
}

// alike is the least share of the smaller file's grams in common that makes files copies.
// alikeRenamed is the same with all names and literals taken as one.
const alike, alikeRenamed = 1. / 3, 2. / 3

// isLike reports whether the file has much in common with one of the others.
func (s *source) isLike(others []*source) bool {
	return slices.ContainsFunc(others, func(o *source) bool {
		return shared(s.exact, o.exact) >= alike || shared(s.structure, o.structure) >= alikeRenamed
	})
}

// shared returns the share of the smaller set that the other has.
func shared(a, b map[uint64]bool) float64 {
	both := 0
	for g := range a {
		if b[g] {
			both++
		}
	}
	return float64(both) / float64(max(1, min(len(a), len(b))))
}

package scan

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// source is a file of code that somebody wrote.
type source struct {
	path string
	lang *lex.Language
	text []byte
}

// sources are files by the name of their language.
type sources map[string][]source

const leastLines, mostLines = 60, 600

func listSources(ctx context.Context, folders []string) (sources, error) {
	all := sources{}
	seen := map[string]bool{}
	for _, folder := range folders {
		err := corpus.Walk(ctx, folder, document.Options{}, func(f corpus.File) error {
			text, reason, err := corpus.Read(f, document.Options{}, nil)
			if err != nil || reason != document.Kept {
				return nil
			}
			lang := detect.Language(f.Path, text)
			lines := bytes.Count(text, []byte("\n"))
			id := index.BlobID(text)
			if seen[id] || lines < leastLines || lines > mostLines || !code.IsCode(lang) || lang.Parted() || code.IsTestData(f.Path) ||
				code.IsGenerated(text) || bytes.ContainsAny(text, "\r\x00") {
				return nil
			}
			seen[id] = true
			all[lang.Name] = append(all[lang.Name], source{path: f.Abs, lang: lang, text: text})
			return nil
		}, nil)
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// plantKind is a kind of copy of a number of lines; 0 for a whole file.
type plantKind struct {
	name  string
	lines int
}

var plantKinds = []plantKind{
	{"verbatim", 5}, {"verbatim", 10}, {"verbatim", 20}, {"verbatim", 40}, {"renamed", 5}, {"renamed", 10},
	{"renamed", 20}, {"renamed", 40}, {"edited", 10}, {"edited", 20}, {"edited", 40}, {"commented", 10}, {"commented", 20},
	{"whole", 0},
	{"renamed and edited", 10}, {"renamed and edited", 20}, {"renamed and edited", 40},
}

func (k plantKind) String() string { return fmt.Sprint(k.name, " ", k.lines) }

// kindsOf returns the kinds of the plants of a project: all, or one for each file.
func kindsOf(only string) []plantKind {
	if only == "" {
		return plantKinds
	}
	i := slices.IndexFunc(plantKinds, func(k plantKind) bool { return k.String() == only })
	if i < 0 {
		return nil
	}
	return slices.Repeat(plantKinds[i:i+1], filesOfProject)
}

// plant is a copy in a project.
type plant struct {
	kind   plantKind
	origin source
	file   string
	lines  answer.Lines
}

type project struct {
	name     string // of its folder
	language string
	files    map[string][]byte
	plants   []plant
}

// newProject makes the i-th project; every second one of a language has plants.
func newProject(seed uint64, i int, languages []string, kinds []plantKind, origins, hosts sources) *project {
	rng := rand.New(rand.NewPCG(seed, uint64(i)))
	language := languages[i%len(languages)]
	p := &project{name: fmt.Sprint(i), language: language, files: map[string][]byte{}}
	var names []string
	for n := range filesOfProject {
		h := hosts[language][rng.IntN(len(hosts[language]))]
		name := fmt.Sprintf("%d%s", n, filepath.Ext(h.path))
		p.files[name], names = h.text, append(names, name)
	}
	if i/len(languages)%2 == 0 {
		return p
	}
	for n, kind := range kinds {
		if kind.lines == 0 || kind.name == "renamed and edited" {
			n += 2 // the figures of docs/benchmarks.md had two more kinds before these
		}
		from := origins[language]
		for range 50 {
			if p.plant(rng, kind, from[rng.IntN(len(from))], names[n%len(names)], hosts[language]) {
				break
			}
		}
	}
	return p
}

// cleanProjects makes projects of all hosts, without plants.
func cleanProjects(languages []string, hosts sources) (all []*project) {
	for _, language := range languages {
		for some := range slices.Chunk(hosts[language], filesOfProject) {
			p := &project{name: fmt.Sprint(len(all)), language: language, files: map[string][]byte{}}
			for n, h := range some {
				p.files[fmt.Sprintf("%d%s", n, filepath.Ext(h.path))] = h.text
			}
			all = append(all, p)
		}
	}
	return all
}

const leastTokens = 5 // a line, on average

// plant plants a copy, and reports whether that worked.
func (p *project) plant(rng *rand.Rand, kind plantKind, from source, file string, others []source) bool {
	if kind.name == "whole" {
		file = "whole" + filepath.Ext(from.path)
		p.put(plant{kind: kind, origin: from, file: file}, nil, from.text, nil)
		return true
	}
	cut := cutLines(rng, from, kind.lines)
	if cut == nil {
		return false
	}
	changed := cut
	if strings.HasPrefix(kind.name, "renamed") {
		changed = rename(rng, from.lang, changed)
	}
	if strings.HasSuffix(kind.name, "edited") {
		changed = edit(rng, splitLines(changed), splitLines(others[rng.IntN(len(others))].text))
	}
	if kind.name == "commented" {
		changed = comment(from.lang, cut)
	}
	x := plant{kind: kind, origin: from, file: file}
	host := splitLines(p.files[file])
	for range 50 {
		place := 1 + rng.IntN(len(host)-1)
		before, after := bytes.Join(host[:place], nil), bytes.Join(host[place:], nil)
		if code.Closed(from.lang, before) && !p.planted(file) {
			p.put(x, before, changed, after)
			return true
		}
	}
	p.put(x, p.files[file], changed, nil) // further plants of the file go to its end
	return true
}

// put puts a plant between two parts of a file.
func (p *project) put(x plant, before, text, after []byte) {
	p.files[x.file] = slices.Concat(before, text, after)
	x.lines = answer.Lines{From: lineCount(before) + 1, To: lineCount(before) + lineCount(text)}
	p.plants = append(p.plants, x)
}

// cutLines returns some lines of a file. It returns nil if they do not stand alone, or if most have
// no code.
func cutLines(rng *rand.Rand, from source, n int) []byte {
	all := splitLines(from.text)
	at := rng.IntN(len(all) - n)
	before, cut := bytes.Join(all[:at], nil), bytes.Join(all[at:at+n], nil)
	tokens := from.lang.Lex(nil, cut)
	if len(tokens) < leastTokens*n || 2*linesWith(tokens, cut) < n || !code.Closed(from.lang, before) || !code.Closed(from.lang, cut) ||
		splits(from, len(before)) || splits(from, len(before)+len(cut)) {
		return nil
	}
	return cut
}

// splits reports whether an offset is inside a token of a file. The code before an unclosed
// string is closed for the lexer, which ignores such a string.
func splits(from source, offset int) bool {
	return slices.ContainsFunc(from.lang.Lex(nil, from.text), func(t lex.Token) bool { return int(t.Start) < offset && offset < int(t.End) })
}

// linesWith counts the lines in which a token begins.
func linesWith(tokens []lex.Token, text []byte) (n int) {
	last := 0
	for i, t := range tokens {
		if i == 0 || bytes.IndexByte(text[last:t.Start], '\n') >= 0 {
			n++
		}
		last = int(t.Start)
	}
	return n
}

func splitLines(text []byte) [][]byte { return bytes.SplitAfter(text, []byte("\n")) }

func (p *project) planted(file string) bool {
	return slices.ContainsFunc(p.plants, func(x plant) bool { return x.file == file })
}

func lineCount(text []byte) int { return bytes.Count(text, []byte("\n")) }

// rename gives new names to the identifiers that occur twice or more.
func rename(rng *rand.Rand, lang *lex.Language, text []byte) []byte {
	tokens := lang.Lex(nil, text)
	count := map[string]int{}
	taken := map[string]bool{}
	for _, t := range tokens {
		if t.Kind == lex.Identifier {
			count[string(text[t.Start:t.End])]++
			taken[string(text[t.Start:t.End])] = true
		}
	}
	names := map[string]string{}
	return code.Replaced(text, tokens, func(t lex.Token) string {
		name := string(text[t.Start:t.End])
		if t.Kind != lex.Identifier || count[name] < 2 {
			return ""
		}
		if names[name] == "" {
			names[name] = code.FreshName(rng, lang, name, taken)
		}
		return names[name]
	})
}

// edit drops a tenth of the lines, and inserts 15% others.
func edit(rng *rand.Rand, lines, others [][]byte) []byte {
	var b bytes.Buffer
	for _, line := range lines {
		if rng.Float64() < 0.15 {
			b.Write(bytes.TrimRight(others[rng.IntN(len(others)-1)], "\n"))
			b.WriteByte('\n')
		}
		if rng.Float64() >= 0.1 {
			b.Write(line)
		}
	}
	return b.Bytes()
}

// comment makes a comment of each line.
func comment(lang *lex.Language, text []byte) []byte {
	opening, closing := lang.Comment()
	var b bytes.Buffer
	for line := range bytes.Lines(text) {
		fmt.Fprintf(&b, "%s %s%s\n", opening, bytes.TrimRight(line, "\n"), closing)
	}
	return b.Bytes()
}

// lines counts the lines of all files.
func (p *project) lines() (n int) {
	for _, text := range p.files {
		n += lineCount(text)
	}
	return n
}

func (p *project) write(folder string) error {
	for name, text := range p.files {
		if err := code.WriteFile(filepath.Join(folder, name), text); err != nil {
			return err
		}
	}
	return nil
}

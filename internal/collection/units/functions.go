package units

import (
	"bytes"
	"fmt"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/parts"
)

// A function is a unit of one file, which is a part of its source. It is analysed as if the source
// had nothing else, so that it is found again wherever it is. Its places are those in the source.

// part is a part of a source: a function.
type part struct {
	from, to     uint32 // in the text
	line, column int32  // of its first byte, from 1
	hash         uint64 // of its text
}

// id identifies what a unit compares: the content or, of a function, its text.
func (f *File) id() string {
	if f.part == nil {
		return f.Content
	}
	return fmt.Sprintf("%x %d", f.part.hash, f.part.to-f.part.from)
}

// FirstLine returns the line in which the file's part of its source begins: 1 unless it is a
// function.
func (f *File) FirstLine() int {
	if f.part == nil {
		return 1
	}
	return int(f.part.line)
}

// turns lets workers add the functions of one file after another, so that the numbers of units do
// not depend on the workers.
type turns struct {
	mu     sync.Mutex
	once   sync.Once
	next   *sync.Cond
	issued int // by the only goroutine that finds files
	now    int
}

func (t *turns) init() { t.once.Do(func() { t.next = sync.NewCond(&t.mu) }) }

// issue returns the number of the next file.
func (t *turns) issue() int {
	t.issued++
	return t.issued - 1
}

// in calls f when it is the turn of a file.
func (t *turns) in(turn int, f func()) {
	t.init()
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.now < turn {
		t.next.Wait()
	}
	f()
	t.now = max(t.now, turn+1)
	t.next.Broadcast()
}

// inTurn reads a file, and ends its turn.
func (w *worker) inTurn(j job) error {
	if w.o.By == ByFunction {
		defer w.turns.in(j.turn, func() {}) // of a file without functions
	}
	return w.do(j)
}

// foundFunction is a function of a file that is read.
type foundFunction struct {
	lex.Function
	language *lex.Language
}

// addFunctions makes units of the functions of the lexed file.
func (w *worker) addFunctions(j job, text []byte, keep func() (source, error), id string) error {
	n := &w.analysis
	w.units.dropProse(text, n)
	var all []foundFunction
	told := false
	for _, p := range n.Parts() {
		if p.Inside || !p.Language.TellsFunctions() {
			continue
		}
		told = true
		for _, f := range p.Language.Functions(text, n.Tokens[p.From:p.To]) {
			if f.To-f.From >= w.o.MinTokens {
				f.From, f.To = f.From+p.From, f.To+p.From
				all = append(all, foundFunction{f, p.Language})
			}
		}
	}
	if !told && n.Language != lex.Prose {
		w.mu.Lock()
		if w.untold == nil {
			w.untold = map[string]int{}
		}
		w.untold[n.Language.Name]++
		w.mu.Unlock()
	}
	if len(all) == 0 {
		return nil
	}
	from, err := keep()
	if err != nil {
		return err
	}
	made := make([]*Unit, len(all))
	files := w.functionFiles(j, text, id, from, all)
	for i, f := range files {
		last := int(f.part.line) + lineCount(text[f.part.from:f.part.to]) - 1
		made[i] = &Unit{
			Name: fmt.Sprintf("%s:%d-%d %s", f.Path, f.part.line, last, all[i].Name), Function: all[i].Name,
			Root: j.root, Old: w.in.roots[j.root].old, Files: files[i : i+1 : i+1],
		}
	}
	w.turns.in(j.turn, func() {
		for i, u := range made {
			u.Whole = len(w.units.All)
			files[i].Unit = u.Whole
			w.units.All = append(w.units.All, u)
		}
	})
	tokens := n.Tokens
	texts := n.Texts
	for i, f := range files {
		n.Language, n.Tokens, n.Texts, n.LeftOut = f.Language, f.part.tokens(tokens, all[i].From, all[i].To), f.part.textsOf(texts), nil
		w.analyzeAs(f, text[f.part.from:f.part.to], n)
	}
	n.Tokens = tokens
	return nil
}

// functionFiles returns the files of the functions, without numbers of units.
func (w *worker) functionFiles(j job, text []byte, id string, from source, all []foundFunction) []*File {
	files := make([]*File, len(all))
	line, start, at := 1, 0, 0 // the line of at, and where it begins
	for i, f := range all {
		begin, end := int(w.analysis.Tokens[f.From].Start), tokenEnd(w.analysis.Tokens[f.To-1])
		line += bytes.Count(text[at:begin], []byte{'\n'})
		start, at = bytes.LastIndexByte(text[:begin], '\n')+1, begin
		files[i] = &File{
			Path: j.file.Path, Content: id, Reading: parts.Reading{Language: f.language},
			Looks: j.file.Looks, Origin: j.file.Origin, source: from,
			part: &part{uint32(begin), uint32(end), int32(line), int32(begin - start + 1), xxhash.Sum64(text[begin:end])},
		}
	}
	return files
}

// tokenEnd returns the end of a token, with the code in it if it is a string.
func tokenEnd(t lex.Token) int { return int(max(t.End, t.Whole)) }

// tokens returns the tokens of the part. Their places are in its text.
func (p *part) tokens(all []lex.Token, from, to int) []lex.Token {
	own := make([]lex.Token, to-from)
	for i, t := range all[from:to] {
		t.Start, t.End = t.Start-p.from, t.End-p.from
		if t.Whole > 0 {
			t.Whole -= p.from
		}
		own[i] = t
	}
	return own
}

// textsOf returns the texts of tokens of the part: see [analyzer.Analysis].
func (p *part) textsOf(all map[uint32][]byte) map[uint32][]byte {
	if len(all) == 0 {
		return nil
	}
	own := map[uint32][]byte{}
	for at, text := range all {
		if at >= p.from && at < p.to {
			own[at-p.from] = text
		}
	}
	return own
}

// analyzeText analyses a file, whose content is read again, as before. It returns the text, and
// from which offset of the content each of its bytes comes. The text is nil if it is another one.
func (u *Units) analyzeText(f *File, content []byte, n *analyzer.Analysis) (text []byte, original func(int) int) {
	whole := corpus.Decode(content)
	p := f.part
	if p == nil {
		u.analyze(f.Reading, whole.UTF8, n)
		return whole.UTF8, whole.Original
	}
	if int(p.to) > len(whole.UTF8) || xxhash.Sum64(whole.UTF8[p.from:p.to]) != p.hash {
		return nil, nil
	}
	text = whole.UTF8[p.from:p.to]
	n.Language = f.Language
	if f.Language.IsHosted() { // it is not the language at the begin of a text
		own := lex.Within(f.Language.Lex(nil, whole.UTF8), int(p.from), int(p.to))
		n.Tokens = p.tokens(own, 0, len(own))
	} else {
		n.Tokens = f.Language.Lex(nil, text)
	}
	u.analyzer.Fingerprint(n.Language, n)
	return text, func(offset int) int { return whole.Original(offset + int(p.from)) }
}

// warnOfUntold warns of files whose functions cannot be told. It names the languages, most files
// first, and at most three.
func (l *loader) warnOfUntold() {
	const most = 3
	number := 0
	for _, n := range l.untold {
		number += n
	}
	if number == 0 {
		return
	}
	names := sortedByCount(l.untold)
	if len(names) > most {
		names = append(names[:most], fmt.Sprintf("%d more", len(names)-most))
	}
	l.warn(option.NoFunctions, number, strings.Join(names, ", "))
}

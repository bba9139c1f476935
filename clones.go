package chaffinch

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/collection/clones"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/skips"
)

// Clones finds the blocks of at least [ClonesOptions].MinTokens tokens that the files below the paths
// contain twice or more, also within one file. Names and literals may be changed, one to one. It
// lists the largest clones first. Paths are folders, files and archives. It checks ctx once per
// file.
func Clones(ctx context.Context, paths []string, o ClonesOptions) (*CloneResult, error) {
	return input{paths: paths}.clones(ctx, o)
}

// Clones finds the clones in the contents of a collection, or of the whole index if collection is
// empty. See the function [Clones]. The boilerplate of the index and of the options is ignored.
func (x *Index) Clones(ctx context.Context, collection string, o ClonesOptions) (*CloneResult, error) {
	return input{index: x.index, collection: collection}.clones(ctx, o)
}

func (in input) clones(ctx context.Context, o ClonesOptions) (_ *CloneResult, err error) {
	start := time.Now()
	if err := o.Check(); err != nil {
		return nil, err
	}
	in.settings = o.settings(in.index != nil || len(o.Base) > 0)
	sink := &textSink{texts: map[*units.File]*clones.Text{}, settings: in.settings}
	po := o.pairs()
	po.Settings = in.settings
	read, err := in.read(ctx, &po, sink)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, read.Close()) }()
	s := newCloneSearch(read.units.All, sink, o.minTokens())
	po.progress("comparing", 0, len(s.texts))
	found, err := clones.Find(ctx, s.texts, o.minTokens(), s.firstNew)
	if err != nil {
		return nil, err
	}
	r := s.result(found)
	r.Skipped, r.Unread, r.Warnings, r.roots = read.Skipped, read.Unread, read.Warnings, read.roots
	if r.Total.Files == 0 {
		r.Warnings = append(r.Warnings, "nothing to compare: "+skips.Why(r.Skipped, "ClonesOptions.Skipped"))
	}
	if o.Baseline != nil {
		r.markNew(o.Baseline, cmp.Or(o.BaselineName, "baseline"))
		if o.Baseline.MinTokens > r.MinTokens {
			r.Warnings = append(r.Warnings, fmt.Sprintf("%s has matches of at least %d tokens, so all shorter ones are new",
				r.Baseline, o.Baseline.MinTokens))
		}
	}
	r.cut(o.Top)
	r.Stats.Microseconds = time.Since(start).Microseconds()
	return r, nil
}

// textSink collects the texts of files.
type textSink struct {
	settings analyzer.Settings
	makers   sync.Pool // of *clones.Maker
	mu       sync.Mutex
	texts    map[*units.File]*clones.Text
}

// Add is not called: see [units.FileSink].
func (s *textSink) Add(int, *analyzer.Analysis) {}

// AddFile makes a text of the file. Its seeds are its fingerprints.
func (s *textSink) AddFile(f *units.File, text []byte, n *analyzer.Analysis, boilerplate []analyzer.Span) {
	r := analyzer.Structure
	if f.Language == lex.Prose {
		r = analyzer.Exact
	}
	scheme, _ := s.settings.Scheme(f.Language, r)
	m, _ := s.makers.Get().(*clones.Maker)
	if m == nil {
		m = new(clones.Maker)
	}
	t := m.New(text, n.Tokens, n.Fingerprints[r], scheme.K, boilerplate)
	s.makers.Put(m)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.texts[f] = t
}

// cloneSearch holds the files in the order in which they are compared.
type cloneSearch struct {
	min      int
	files    []*units.File
	texts    []*clones.Text
	firstNew int // number of the first file that is not old
}

// newCloneSearch puts old files first. All others are in the order in which they were found.
func newCloneSearch(all []*units.Unit, sink *textSink, min int) *cloneSearch {
	s := &cloneSearch{min: min}
	for _, old := range []bool{true, false} {
		if !old {
			s.firstNew = len(s.files)
		}
		for _, u := range all {
			for _, f := range u.Files {
				if t := sink.texts[f]; t != nil && u.Old == old {
					s.files, s.texts = append(s.files, f), append(s.texts, t)
				}
			}
		}
	}
	return s
}

// result describes the clones, the largest first.
func (s *cloneSearch) result(found []clones.Clone) *CloneResult {
	r := &CloneResult{MinTokens: s.min, Clones: make([]Clone, len(found))}
	for i, c := range found {
		r.Clones[i] = Clone{
			Tokens: c.Tokens, Kind: c.Kind.String(),
			Copy: s.place(c.Copy, c.Tokens), Original: s.place(c.Original, c.Tokens),
			Content: contentOf(s.texts[c.Copy.Text].Prints(c.Copy.From, c.Tokens)),
		}
	}
	s.addTotals(r, found)
	slices.SortStableFunc(r.Clones, func(x, y Clone) int { return cmp.Compare(y.Tokens, x.Tokens) })
	return r
}

func (s *cloneSearch) place(p clones.Place, tokens int) ClonePlace {
	f, t := s.files[p.Text], s.texts[p.Text]
	first, last := t.Lines(p.From, tokens)
	return ClonePlace{Path: f.Path, Content: f.Content, Lines: Lines{first, last}}
}

// contentOf writes the fingerprints as hexadecimal digits, eight each.
func contentOf(prints []uint32) string {
	var b []byte
	for _, p := range prints {
		b = binary.BigEndian.AppendUint32(b, p)
	}
	return hex.EncodeToString(b)
}

// addTotals counts files, lines and tokens, and those that are copies: each once, in however many
// clones it is. The clones are in the order of their copies.
func (s *cloneSearch) addTotals(r *CloneResult, found []clones.Clone) {
	by := map[string]*CloneTotal{}
	total := func(n int) *CloneTotal {
		name := s.files[n].Language.Name
		if by[name] == nil {
			by[name] = &CloneTotal{Language: name}
		}
		return by[name]
	}
	for n := s.firstNew; n < len(s.files); n++ {
		t := total(n)
		t.Files, t.Lines, t.Tokens = t.Files+1, t.Lines+s.texts[n].LineCount(), t.Tokens+s.texts[n].Tokens()
	}
	last, line, token := -1, 0, 0 // the text of the last copy, and what is counted of it
	for i, c := range found {
		if c.Copy.Text != last {
			last, line, token = c.Copy.Text, 0, 0
		}
		t, lines := total(last), r.Clones[i].Copy.Lines
		t.Clones++
		t.DuplicatedLines += max(0, lines.To-max(line, lines.From-1))
		t.DuplicatedTokens += max(0, c.Copy.From+c.Tokens-max(token, c.Copy.From))
		line, token = max(line, lines.To), max(token, c.Copy.From+c.Tokens)
	}
	r.Languages = []CloneTotal{}
	for _, t := range by {
		t.Percent = t.percent()
		r.Languages = append(r.Languages, *t)
		r.Total.add(*t)
	}
	r.Total.Percent = r.Total.percent()
	slices.SortFunc(r.Languages, func(x, y CloneTotal) int {
		return cmp.Or(cmp.Compare(y.Lines, x.Lines), strings.Compare(x.Language, y.Language))
	})
}

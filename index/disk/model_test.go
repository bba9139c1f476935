package disk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2/index/scorch/mergeplan"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/ringtest"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/blevequery"
)

// The model is a map from places to what was found there. Random operations are done to the model
// and to an index: files change; folders and single files are updated, with a language or without;
// boilerplate is added and removed; occurrences are removed; segments are merged; the index is
// reopened. Some operations are interrupted or fail first. After each operation the index, and what
// a reader opens, must agree with the model on occurrences, contents, languages, df, boilerplate
// and reports. A question must get the answer of weighing every document.

type place struct{ collection, root, path string }

type found struct {
	text    string // empty if skipped
	skipped document.Reason
	stamp   int64 // when the file was written
	choice  choice
}

// choice is the language that a file asks for. A content is lexed in the first of those of its
// files.
type choice struct {
	language string
	forced   bool
}

// before reports whether a forced choice comes before one that is not, and of the same kind by
// name. No file of the model is prose.
func (c choice) before(other choice) bool {
	if c.forced != other.forced {
		return c.forced
	}
	return c.language < other.language
}

// modelLanguages are the language of all file names, and the one that is given. A language is only
// given if the index stores sources, because then a content can always be lexed again.
var modelLanguages = []string{"Go", "Python"}

type model struct {
	t      *testing.T
	shown  bool // something is published
	r      *rand.Rand
	x      *Index
	trees  []*tree
	files  map[string]map[string]found // by root and path
	places map[place]found
	given  map[string]found // boilerplate by name
	texts  []string
}

var modelOptions = document.Options{MaxSize: 3000}

func newModel(t *testing.T, seed uint64, s index.Settings) *model {
	m := &model{t: t, r: rand.New(rand.NewPCG(seed, 3)), x: createIndex(t, s)}
	m.files, m.places, m.given = map[string]map[string]found{}, map[place]found{}, map[string]found{}
	for range 2 {
		tr := newTree(t, nil)
		m.trees = append(m.trees, tr)
		m.files[tr.root] = map[string]found{}
	}
	for i := range uint64(8) {
		m.texts = append(m.texts, source(i))
	}
	return m
}

// write creates or changes a file.
func (m *model) write() {
	tr := m.trees[m.r.IntN(2)]
	name := fmt.Sprintf("%c/%d.go", 'a'+m.r.IntN(3), m.r.IntN(4))
	f := found{text: m.texts[m.r.IntN(len(m.texts))]}
	content := f.text
	switch m.r.IntN(10) {
	case 0:
		f, content = found{skipped: "binary"}, "package p\x00"
	case 1:
		f, content = found{skipped: document.TooShort}, "package p"
	case 2:
		f, content = found{skipped: "empty"}, ""
	case 3:
		f, content = found{skipped: "too-large"}, strings.Repeat(m.texts[0], 20)
	}
	tr.clock += int64(m.r.IntN(2)) // times of different roots shall differ
	tr.write(name, content)
	f.stamp = tr.clock
	m.files[tr.root][name] = f
}

func (m *model) touch() {
	tr := m.trees[m.r.IntN(2)]
	if names := sortedKeys(m.files[tr.root]); len(names) > 0 {
		name := names[m.r.IntN(len(names))]
		tr.touch(name)
		f := m.files[tr.root][name]
		f.stamp = tr.clock
		m.files[tr.root][name] = f
	}
}

func (m *model) delete() {
	tr := m.trees[m.r.IntN(2)]
	if names := sortedKeys(m.files[tr.root]); len(names) > 0 {
		name := names[m.r.IntN(len(names))]
		tr.remove(name)
		delete(m.files[tr.root], name)
	}
}

func (m *model) collection() string { return []string{"c", "d"}[m.r.IntN(2)] }

func (m *model) update() {
	root := m.trees[m.r.IntN(2)].root
	m.updateOf(root, "", m.files[root])
}

// updateFile updates a single file. Its root is its folder.
func (m *model) updateFile() {
	tree := m.trees[m.r.IntN(2)]
	names := sortedKeys(m.files[tree.root])
	if len(names) == 0 {
		return
	}
	path := names[m.r.IntN(len(names))]
	dir, name := filepath.Split(tree.path(path))
	m.updateOf(filepath.Clean(dir), name, map[string]found{name: m.files[tree.root][path]})
}

// language returns a language to give, or nil.
func (m *model) language() *lex.Language {
	if !m.x.Settings().Store || m.r.IntN(3) > 0 {
		return nil
	}
	l, _ := lex.Lookup(modelLanguages[1])
	return l
}

// updateOf updates from a root, or only from one file in it.
func (m *model) updateOf(root, only string, files map[string]found) {
	collection, prune, before, shown := m.collection(), m.r.IntN(2) == 0, m.state(), m.shown
	source := index.Source{Root: filepath.Join(root, only), Collection: collection, Language: m.language()}
	options := index.UpdateOptions{Prune: prune, Corpus: modelOptions}
	want := m.expect(source, root, only, files, prune)
	m.shown = true
	switch m.r.IntN(8) { // then what is left to report depends on when that was
	case 0, 1:
		m.interrupt(source, options)
		updated(m.t, m.x, source, options)
		return
	case 2:
		if m.fail(source, options) && shown {
			same(m.t, "published after a failure", languagesOnly(published(m.t, m.x.Path())), before)
		}
		updated(m.t, m.x, source, options)
		return
	}
	got := updated(m.t, m.x, source, options)
	got.Bytes = 0
	if fmt.Sprint(got) != fmt.Sprint(want) {
		m.t.Fatalf("prune %v: reports\n%+v, not\n%+v", prune, got, want)
	}
}

// fail runs an update of which a batch cannot be written, and reports whether it failed.
func (m *model) fail(source index.Source, o index.UpdateOptions) bool {
	h := &hooked{bleveIndex: m.x.bleve, before: breaks(int64(m.r.IntN(4)))}
	m.x.bleve = h
	_, err := m.x.Update(context.Background(), source, o)
	if m.x.bleve = h.bleveIndex; err != nil && !errors.Is(err, errBroken) {
		m.t.Fatal(err)
	}
	m.reopen() // as it may have to be
	return err != nil
}

// interrupt runs an update that is interrupted after a few files.
func (m *model) interrupt(source index.Source, o index.UpdateOptions) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	after := m.r.IntN(6)
	o.Progress = func(r index.Report) {
		if r.Read >= after {
			cancel()
		}
	}
	if _, err := m.x.Update(ctx, source, o); err != nil && !errors.Is(err, context.Canceled) {
		m.t.Fatal(err)
	}
}

// expect changes the model as an update should, and returns the expected report.
func (m *model) expect(source index.Source, root, only string, files map[string]found, prune bool) index.Report {
	want := index.Report{Collection: source.Collection, Root: root, Skipped: map[document.Reason]int{}}
	had, fresh := m.contents(), map[string]bool{}
	for path, f := range files {
		at := place{source.Collection, root, path}
		old, known := m.places[at]
		byName := f.skipped == "empty" || f.skipped == "too-large" // seen before it is read
		if f.skipped != "" {
			want.Skipped[f.skipped]++
		}
		outdated := (old.skipped == "" || old.skipped == document.TooShort) && old.choice.outdated(source)
		if read := !byName && !(known && old.stamp == f.stamp && !outdated); read {
			want.Read++
			f.choice = modelChoice(source, f)
		} else {
			f.choice = old.choice
		}
		switch {
		case old.text != "" && old.text == f.text:
			want.Unchanged++
		case old.text != "" && f.text == "":
			want.Removed++
		case old.text != "":
			want.Changed++
		case f.text != "":
			want.Added++
		}
		if _, is := had[f.text]; f.text != "" && !is {
			fresh[f.text] = true
		}
		if byName {
			delete(m.places, at)
		} else {
			m.places[at] = f
		}
	}
	want.Contents = len(fresh)
	for at, old := range m.places {
		if at.collection != source.Collection || at.root != root || only != "" && at.path != only {
			continue
		}
		if _, there := files[at.path]; there {
			continue
		}
		switch {
		case old.text == "":
			delete(m.places, at)
		case prune:
			want.Removed++
			delete(m.places, at)
		default:
			want.Missing++
		}
	}
	return want
}

// modelChoice returns the language choice of a file that was read.
func modelChoice(s index.Source, f found) choice {
	switch {
	case f.text == "" && f.skipped != document.TooShort:
		return choice{}
	case s.Language != nil:
		return choice{s.Language.Name, true}
	}
	return choice{language: modelLanguages[0]}
}

// outdated reports whether a file that was read with this choice has to be read again.
func (c choice) outdated(s index.Source) bool {
	if s.Language == nil {
		return c.forced
	}
	return c != choice{s.Language.Name, true}
}

// contents returns the texts in the index, and the language of each: the first of its choices.
func (m *model) contents() map[string]string {
	first := map[string]choice{}
	for _, f := range m.places {
		if had, ok := first[f.text]; f.text != "" && (!ok || f.choice.before(had)) {
			first[f.text] = f.choice
		}
	}
	all := map[string]string{}
	for text, r := range first {
		all[text] = r.language
	}
	return all
}

// addBoilerplate adds the files of a folder.
func (m *model) addBoilerplate() {
	root, source := m.trees[m.r.IntN(2)].root, index.Source{Language: m.language()}
	m.shown = true
	want := index.BoilerplateReport{Root: root, Skipped: map[document.Reason]int{}}
	for path, f := range m.files[root] {
		if f.text == "" {
			want.Skipped[f.skipped]++
			continue
		}
		name := index.Occurrence{Root: root, Path: path}.File()
		f.choice = modelChoice(source, f)
		switch old, known := m.given[name]; {
		case !known:
			want.Added++
		case old.text != f.text || old.choice != f.choice:
			want.Changed++
		default:
			want.Unchanged++
		}
		m.given[name] = f
	}
	o := index.BoilerplateOptions{Corpus: modelOptions, Language: source.Language}
	got, err := m.x.AddBoilerplate(context.Background(), []string{root}, o)
	must(m.t, err)
	want.Contents = got[0].Contents
	if fmt.Sprint(got[0]) != fmt.Sprint(want) {
		m.t.Fatalf("boilerplate: reports\n%+v, not\n%+v", got[0], want)
	}
}

func (m *model) removeBoilerplate() {
	below := m.trees[m.r.IntN(2)].root
	if m.r.IntN(2) == 0 {
		below = index.Occurrence{Root: below, Path: string(rune('a' + m.r.IntN(3)))}.File()
	}
	m.shown = true
	want, match := 0, func(name string) bool { return strings.HasPrefix(name, below) }
	for name := range m.given {
		if match(name) {
			delete(m.given, name)
			want++
		}
	}
	if got, err := m.x.RemoveBoilerplate(context.Background(), match); err != nil || got != want {
		m.t.Fatalf("removed %d boilerplate, %v, not %d", got, err, want)
	}
}

// checkBoilerplate compares the boilerplate of the index with that of the model.
func (m *model) checkBoilerplate(what string, x *Index) {
	var got, want []string
	s, err := x.Snapshot()
	must(m.t, err)
	defer s.Close()
	must(m.t, s.EachBoilerplate(func(b index.Boilerplate) error {
		for _, name := range b.Names {
			got = append(got, fmt.Sprintf("%q %s %s", name, b.ID, b.Language))
		}
		return nil
	}))
	first := map[string]choice{}
	for _, f := range m.given {
		if had, ok := first[f.text]; !ok || f.choice.before(had) {
			first[f.text] = f.choice
		}
	}
	for name, f := range m.given {
		want = append(want, fmt.Sprintf("%q %s %s", name, index.BlobID([]byte(f.text)), first[f.text].language))
	}
	slices.Sort(got)
	slices.Sort(want)
	same(m.t, what+"'s boilerplate", got, want)
}

func (m *model) remove() {
	collection, prefix := m.collection(), string(rune('a'+m.r.IntN(3)))
	m.shown = true
	want := 0
	for at, f := range m.places {
		if at.collection == collection && strings.HasPrefix(at.path, prefix) {
			delete(m.places, at)
			if f.text != "" {
				want++
			}
		}
	}
	match := func(o index.Occurrence) bool { return o.Collection == collection && strings.HasPrefix(o.Path, prefix) }
	first := 0
	if m.r.IntN(4) == 0 {
		first = m.interruptRemoval(match)
	}
	got, err := m.x.Remove(context.Background(), match)
	if err != nil || first+got != want {
		m.t.Fatalf("removed %d and %d, %v, not %d", first, got, err, want)
	}
}

// interruptRemoval runs a removal that is interrupted after a few occurrences, and returns the
// number of removed ones.
func (m *model) interruptRemoval(match func(index.Occurrence) bool) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	left := m.r.IntN(6)
	n, err := m.x.Remove(ctx, func(o index.Occurrence) bool {
		if left--; left < 0 {
			cancel()
		}
		return match(o)
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		m.t.Fatal(err)
	}
	return n
}

func (m *model) reopen() {
	path, created := m.x.Path(), m.x.created
	must(m.t, m.x.Close())
	m.x = openIndex(m.t, path)
	m.x.created = created // otherwise the first change has to be an update
}

// merge merges all segments into one.
func (m *model) merge() {
	m.x.merging.Lock()
	defer m.x.merging.Unlock()
	must(m.t, m.x.merge(context.Background(), &mergeplan.SingleSegmentMergePlanOptions))
}

// check compares the index, and what a reader opens, with the model.
func (m *model) check() {
	want := m.state()
	m.checkState("the index", m.x, want)
	if m.shown {
		r, err := Open(context.Background(), m.x.Path(), index.Options{ReadOnly: true})
		must(m.t, err)
		defer r.Close()
		m.checkState("a reader", r, want)
		m.ask(r)
	}
	if m.t.Failed() {
		m.t.FailNow()
	}
}

func (m *model) checkState(what string, x *Index, want []string) {
	same(m.t, what, languagesOnly(state(m.t, x)), want)
	df := map[[2]string]int{}
	for _, text := range m.texts {
		for _, name := range modelLanguages {
			for term := range m.terms(x.Analyzer(), text, name) {
				df[term] += 0
			}
		}
	}
	for text, name := range m.contents() {
		for term := range m.terms(x.Analyzer(), text, name) {
			df[term]++
		}
	}
	areDF(m.t, x, df)
	m.checkBoilerplate(what, x)
}

func (m *model) terms(a *analyzer.Analyzer, text, language string) map[[2]string]bool {
	l, ok := lex.Lookup(language)
	if !ok {
		m.t.Fatalf("no language %s", language)
	}
	return termsIn(a, l, text)
}

// languagesOnly keeps only ids and languages of contents.
func languagesOnly(state []string) []string {
	for i, line := range state {
		if words := strings.Fields(line); words[0] == "content" {
			state[i] = strings.Join(words[:3], " ")
		}
	}
	return state
}

// state is the expected result of [state].
func (m *model) state() []string {
	want := []string{}
	for text, language := range m.contents() {
		want = append(want, "content "+index.BlobID([]byte(text))+" "+language)
	}
	for at, f := range m.places {
		if f.text != "" {
			want = append(want, fmt.Sprintf("at %s %s %q %s", at.collection, at.root, at.path, index.BlobID([]byte(f.text))))
		} else {
			want = append(want, fmt.Sprintf("skipped %s %s %q %s", at.collection, at.root, at.path, f.skipped))
		}
	}
	slices.Sort(want)
	return want
}

// ask asks a question that consists of parts of two texts.
func (m *model) ask(x *Index) {
	text := func() string { return m.texts[m.r.IntN(len(m.texts))] }
	x1, x2 := text(), text()
	question := x1[:len(x1)/(1+m.r.IntN(3))] + x2[len(x2)/2:]
	var n analyzer.Analysis
	x.Analyzer().Analyze(detect.Language("a.go", []byte(question)), []byte(question), &n)
	v := query.NewVector(query.Terms(&n))
	s, err := x.Snapshot()
	must(m.t, err)
	defer s.Close()
	o := query.Options{Top: m.r.IntN(4), Documents: s.Contents()}
	result, err := blevequery.Search(context.Background(), s.Reader(), v, o)
	must(m.t, err)
	var got []string
	for _, h := range result.Hits {
		got = append(got, fmt.Sprint(h.ID, " ", h.Score))
	}
	same(m.t, fmt.Sprintf("the best %d", o.Top), got, m.best(x.Analyzer(), v, o.Top))
}

// best returns the expected hits: the containment of every content, computed one by one. It adds
// weights by descending idf, like a search, so that sums are the same to the last bit.
func (m *model) best(a *analyzer.Analyzer, v *query.Vector, top int) (all []string) {
	holds, df := map[string]map[[2]string]bool{}, map[query.Term]int{}
	for text, language := range m.contents() {
		holds[text] = m.terms(a, text, language)
	}
	asked := slices.Clone(v.Terms())
	for _, t := range asked {
		for _, has := range holds {
			if has[[2]string{t.Representation.String(), t.Text()}] {
				df[t]++
			}
		}
	}
	slices.SortStableFunc(asked, func(a, b query.Term) int { return df[a] - df[b] })
	type hit struct {
		id    string
		score float64
	}
	var hits []hit
	for text, has := range holds {
		shared, whole := 0.0, 0.0
		for _, t := range asked {
			idf := query.IDF(len(holds), df[t])
			whole += idf
			if has[[2]string{t.Representation.String(), t.Text()}] {
				shared += idf
			}
		}
		if shared > 0 {
			hits = append(hits, hit{contentPrefix + index.BlobID([]byte(text)), shared / whole})
		}
	}
	slices.SortFunc(hits, func(a, b hit) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id)) })
	for i, h := range hits {
		if top == 0 || i < top {
			all = append(all, fmt.Sprint(h.id, " ", h.score))
		}
	}
	return all
}

// sequencesVariable sets the number of sequences.
const sequencesVariable = "CHAFFINCH_MODEL_SEQUENCES"

func TestIndex_AgreesWithItsModel(t *testing.T) {
	t.Parallel()
	sequences := uint64(rounds(ringtest.Of(80, 200), 40))
	if text := os.Getenv(sequencesVariable); text != "" {
		n, err := strconv.ParseUint(text, 10, 32)
		if err != nil {
			t.Fatalf("%s: %v", sequencesVariable, err)
		}
		sequences = n
	}
	for seed := range sequences {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			s := index.DefaultSettings()
			s.Store = seed%2 == 1
			newModel(t, seed, s).run()
		})
	}
}

// run does one to six operations. The files change before each.
func (m *model) run() {
	for range 1 + m.r.IntN(6) {
		for range m.r.IntN(12) {
			[]func(){m.write, m.write, m.write, m.touch, m.delete}[m.r.IntN(5)]()
		}
		does := []func(){
			m.update, m.update, m.update, m.update, m.update, m.updateFile, m.remove, m.reopen, m.merge,
			m.addBoilerplate, m.addBoilerplate, m.addBoilerplate, m.removeBoilerplate,
		}
		does[m.r.IntN(len(does))]()
		m.check()
	}
	if r := checked(m.t, m.x); len(r.Problems) > 0 {
		m.t.Errorf("the check finds %+v", r.Problems)
	}
}

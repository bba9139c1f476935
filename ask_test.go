package chaffinch

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/inspect"
	"github.com/chaffinch-search/chaffinch/query"
)

func ask(t testing.TB, a *Asker, r Request) *Answer {
	t.Helper()
	answer, err := a.Ask(context.Background(), r)
	must(t, err)
	return answer
}

// Asked with 64 of its fingerprints, a question has a containment that is off by .06 at most
// where all are alike; here, where rarer ones weigh more, .1 on the average is the bound.
func TestPartialLookUpEstimatesContainment(t *testing.T) {
	const most, bound = 64, 0.1
	root := t.TempDir()
	var question strings.Builder
	for i := range 40 {
		question.WriteString(code(i) + "\n")
	}
	for d := range 20 { // document d holds d/20 of the question
		var text strings.Builder
		for i := range 40 {
			seed := i
			if i%20 >= d {
				seed = 1000 + 40*d + i
			}
			text.WriteString(code(seed) + "\n")
		}
		writeFile(t, filepath.Join(root, fmt.Sprintf("%02d.go", d)), text.String())
	}
	a := newAsker(t, root)
	exact := map[string]float64{}
	r := Request{Name: "q.go", Source: []byte(question.String())}
	whole := ask(t, a, r)
	for _, h := range whole.Hits {
		exact[h.Content] = h.Containment
	}
	r.MaxTerms = most
	part := ask(t, a, r)
	if part.Stats.Terms != most || whole.Stats.Terms < 8*most || len(part.Hits) < 19 {
		t.Fatalf("%+v, %+v, %d hits", part.Stats, whole.Stats, len(part.Hits))
	}
	off := 0.0
	for _, h := range part.Hits {
		off += math.Abs(h.Containment - exact[h.Content])
	}
	if off /= float64(len(part.Hits)); off > bound {
		t.Errorf("off by %.3f on the average", off)
	}
}

func TestAnswerIsNotCutShortByWhatIsLeftOut(t *testing.T) {
	base := t.TempDir()
	for i := range 40 { // better ones, but in another collection
		writeFile(t, filepath.Join(base, "other", fmt.Sprintf("%02d.go", i)), code(1)+"\n"+code(2)+"\n"+code(100+i))
	}
	for i := range 3 {
		writeFile(t, filepath.Join(base, "mine", fmt.Sprintf("%02d.go", i)), code(1)+"\n"+code(200+i))
	}
	a := newAsker(t, filepath.Join(base, "other"), filepath.Join(base, "mine"))
	r := Request{Name: "q.go", Source: []byte(code(1) + "\n" + code(2)), Top: 2, Collection: "mine"}
	for _, m := range []query.Measure{query.Containment, query.Cosine, query.Resemblance} {
		r.Measure = m
		hits := ask(t, a, r).Hits
		if len(hits) != 2 {
			t.Errorf("%s: %d hits", m, len(hits))
		}
		for _, h := range hits {
			if len(h.Occurrences) != 1 || h.Occurrences[0].Collection != "mine" {
				t.Errorf("%s: %+v", m, h)
			}
		}
	}
	r.Collection = "nobody's"
	if answer := ask(t, a, r); len(answer.Hits) != 0 {
		t.Errorf("%+v", answer.Hits)
	}
}

func TestExplanationAddsUp(t *testing.T) {
	root := t.TempDir()
	for i := range 15 {
		writeFile(t, filepath.Join(root, fmt.Sprintf("%02d.go", i)), code(1)+"\n"+code(100+i))
	}
	writeFile(t, filepath.Join(root, "origin.go"), code(1)+"\n"+code(7))
	hits := ask(t, newAsker(t, root), Request{Name: "q.go", Source: []byte(code(1) + "\n" + code(7)), Explain: true}).Hits
	if len(hits) != 16 || hits[0].Occurrences[0].Path != "origin.go" {
		t.Fatalf("%d hits, %+v", len(hits), hits[0])
	}
	for _, h := range hits {
		e := h.Explain
		unique, idioms := 0, 0
		for i, f := range e.Fingerprints {
			if f.DF == 1 {
				unique++
			}
			if f.DF >= e.IdiomDF {
				idioms++
			}
			if f.IDF != query.IDF(16, f.DF) || i > 0 && f.IDF > e.Fingerprints[i-1].IDF {
				t.Errorf("%+v", f)
			}
		}
		if e.Matched != len(e.Fingerprints) || e.Unique != unique || e.Idioms != idioms || e.Matched > e.Asked || e.Idioms == 0 {
			t.Errorf("%s: %+v", h.Occurrences[0].Path, e)
		}
	}
	if hits[0].Explain.Unique == 0 || !strings.Contains(hits[0].Explain.String(), "in no other document") {
		t.Errorf("%s", hits[0].Explain)
	}
}

func TestEmptyAnswerHasListsInJSON(t *testing.T) {
	answer := ask(t, newAsker(t), Request{Name: "q.go", Source: []byte(code(1))})
	b, err := json.Marshal(answer)
	must(t, err)
	for _, part := range []string{`"warnings":[]`, `"hits":[]`} {
		if !strings.Contains(string(b), part) {
			t.Errorf("%s is not in %s", part, b)
		}
	}
	for _, source := range []string{"", "\x00", "/* open", "\xff\xfe"} {
		for _, name := range []string{"q.go", "-", ""} {
			if hits := ask(t, newAsker(t), Request{Name: name, Source: []byte(source)}).Hits; len(hits) != 0 {
				t.Errorf("%q: %+v", source, hits)
			}
		}
	}
}

func TestCancelledQuestionIsAnError(t *testing.T) {
	root := t.TempDir()
	writeFile(t, filepath.Join(root, "a.go"), code(1))
	a := newAsker(t, root)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := a.Ask(ctx, Request{Name: "q.go", Source: []byte(code(1))}); err == nil || !strings.Contains(err.Error(), "q.go") {
		t.Errorf("error %v", err)
	}
}

func TestIdiomsAreTheCommonestFingerprints(t *testing.T) {
	root := t.TempDir()
	for i := range 12 {
		writeFile(t, filepath.Join(root, fmt.Sprintf("%02d.go", i)), "package p\n\n"+code(1)+"\n"+code(100+i/2))
	}
	writeFile(t, filepath.Join(root, "twin.go"), "package p // another content\n\n"+code(1)+"\n"+code(100))
	x := newIndex(t, root)
	s, err := x.Snapshot()
	must(t, err)
	defer s.Close()
	for r := range analyzer.Representation(analyzer.Representations) {
		all, err := inspect.Idioms(context.Background(), x, r, 1000)
		must(t, err)
		terms := 0
		must(t, query.EachTerm(context.Background(), s.Reader(), r.String(), func([]byte, int) error { terms++; return nil }))
		if len(all) != terms {
			t.Fatalf("%d idioms of %d terms", len(all), terms)
		}
		for i, idiom := range all {
			df, err := s.DF(r.String(), idiom.Term)
			must(t, err)
			if idiom.DF != df || idiom.Share != float64(df)/float64(s.Contents()) || idiom.Representation != r.String() {
				t.Errorf("%+v: df %d", idiom, df)
			}
			if i > 0 && (idiom.DF > all[i-1].DF || idiom.DF == all[i-1].DF && idiom.Term <= all[i-1].Term) {
				t.Errorf("%+v after %+v", idiom, all[i-1])
			}
			text, err := os.ReadFile(idiom.File)
			must(t, err)
			lines := strings.Join(strings.Split(string(text), "\n")[idiom.Line-1:], "\n")
			if idiom.Sample == "" || !strings.Contains(strings.Join(strings.Fields(lines), " "), idiom.Sample) {
				t.Errorf("%+v is not where it says", idiom)
			}
		}
		for _, n := range []int{-1, 0, 1, 7} {
			some, err := inspect.Idioms(context.Background(), x, r, n)
			must(t, err)
			if len(some) != max(0, n) {
				t.Errorf("the first %d: %d", n, len(some))
			}
			for i := range some { // the sample may be of any content that holds it
				if some[i].Term != all[i].Term || some[i].DF != all[i].DF {
					t.Errorf("number %d of %d: %+v, not %+v", i, n, some[i], all[i])
				}
			}
		}
	}
}

func TestDescribeCountsWhatTheIndexHolds(t *testing.T) {
	root := t.TempDir()
	writeFile(t, filepath.Join(root, "a.go"), code(1))
	writeFile(t, filepath.Join(root, "b.go"), code(1))
	writeFile(t, filepath.Join(root, "c.go"), code(1)+"\n"+code(2))
	writeFile(t, filepath.Join(root, "d.txt"), words(1))
	writeFile(t, filepath.Join(root, "short.go"), "package p")
	x := newIndex(t, root)
	d, err := inspect.Index(context.Background(), x)
	must(t, err)
	source := int64(2*len(code(1)) + 1 + len(code(2)) + len(words(1)))
	if d.Documents != 4 || d.Contents != 3 || d.Skipped != 1 || d.Source != source || d.Size == 0 ||
		d.Languages["Go"] != 2 || d.Languages["Text"] != 1 || d.Collections[filepath.Base(root)] != 4 {
		t.Errorf("%+v", d)
	}
	for _, r := range d.Representations {
		terms := 0
		for _, c := range r.DF {
			terms += c.Terms
		}
		if terms != r.Terms || r.Terms == 0 || r.Density <= 0 || r.Density > 1 || !(r.PowerLaw > 1) {
			t.Errorf("%+v", r)
		}
	}
	empty, err := inspect.Index(context.Background(), newIndex(t))
	must(t, err)
	if b, err := json.Marshal(empty); err != nil || strings.Contains(string(b), "null") {
		t.Errorf("%s, %v", b, err)
	}
}

func TestInspectionAgreesWithTheSource(t *testing.T) {
	a, err := analyzer.New(analyzer.DefaultSettings())
	must(t, err)
	source := "package p\n\n" + code(3)
	l, _ := lex.Lookup("go")
	v := inspect.Document(a, "x.go", l, &corpus.Text{UTF8: []byte(source)})
	for _, tok := range v.Tokens {
		if source[tok.Start:tok.End] != tok.Text || tok.Line != 1+strings.Count(source[:tok.Start], "\n") {
			t.Errorf("%+v", tok)
		}
	}
	for _, r := range v.Representations {
		if len(r.Grams) != len(v.Tokens)-r.K+1 || r.Guarantee != r.K+r.W-1 {
			t.Errorf("%s: %d k-grams of %d tokens, guarantee %d", r.Representation, len(r.Grams), len(v.Tokens), r.Guarantee)
		}
		since, selected := 0, 0
		for _, g := range r.Grams {
			if since++; g.Selected {
				since, selected = 0, selected+1
			}
			if since >= r.W {
				t.Fatalf("%s: a window without a fingerprint at token %d", r.Representation, g.Token)
			}
		}
		if math.Abs(r.Density-float64(selected)/float64(len(r.Grams))) > 1e-12 {
			t.Errorf("%s: density %v", r.Representation, r.Density)
		}
	}
	empty := inspect.Document(a, "", l, new(corpus.Text))
	if b, err := json.Marshal(empty); err != nil || strings.Contains(string(b), "null") {
		t.Errorf("%s, %v", b, err)
	}
}

package disk

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2/index/scorch/mergeplan"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/ringtest"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/blevequery"
)

// damage returns a copy of a file with random damage.
func damage(r *rand.Rand, file []byte) []byte {
	b := bytes.Clone(file)
	at := r.IntN(len(b))
	switch r.IntN(8) {
	case 0: // cut off
		return b[:at]
	case 1: // a page of zeros
		at &^= 4095
		clear(b[at:min(at+4096, len(b))])
	case 2: // a few bytes of the end, where the footers are
		b[len(b)-1-r.IntN(min(len(b), 150))] ^= byte(1 + r.IntN(255))
	case 3: // a run of others
		for i := range b[at:min(at+1+r.IntN(40), len(b))] {
			b[at+i] = byte(r.IntN(256))
		}
	default:
		b[at] ^= 1 << r.IntN(8)
	}
	return b
}

// ask calls everything that reads an index, and returns the answers.
func ask(x *Index) (answers []string, err error) {
	s, err := x.Snapshot()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	add := func(format string, values ...any) { answers = append(answers, fmt.Sprintf(format, values...)) }
	err = s.EachContent(func(c index.Content) error { add("%+v", c); return nil })
	if err != nil {
		return nil, err
	}
	list := func(o index.Occurrence) error { add("%+v", o); return nil }
	for _, each := range []func() error{
		func() error { return s.EachOccurrence("", list) },
		func() error { return s.EachOccurrence("c", list) },
		func() error { return s.EachSkipped(list) },
		func() error { return s.EachBoilerplate(func(b index.Boilerplate) error { add("%+v", b); return nil }) },
	} {
		if err := each(); err != nil {
			return nil, err
		}
	}
	for seed := range uint64(3) {
		text := []byte(source(seed))
		if _, err := s.Source(index.BlobID(text)); err != nil {
			return nil, err
		}
		hits, err := hitsOf(x, s, string(text))
		if err != nil {
			return nil, err
		}
		add("%+v", hits)
	}
	for _, field := range []string{"structure", "exact"} {
		if _, err := blevequery.ComputeWeights(context.Background(), s.Reader(), []string{field}, s.Contents()); err != nil {
			return nil, err
		}
	}
	slices.Sort(answers)
	return answers, nil
}

// hitsOf searches for the text.
func hitsOf(x *Index, s *Snapshot, text string) ([]query.Hit, error) {
	var n analyzer.Analysis
	x.Analyzer().Analyze(detect.Language("a.go", []byte(text)), []byte(text), &n)
	found, err := blevequery.Search(context.Background(), s.Reader(), query.NewVector(query.Terms(&n)),
		query.Options{Top: 10, Documents: s.Contents()})
	if err != nil {
		return nil, err
	}
	return found.Hits, nil
}

// Whatever bytes of a segment are damaged, nothing panics, a check finds it, and no answer is
// wrong.
func TestCheck_FindsAnyDamage(t *testing.T) {
	t.Parallel()
	s := index.DefaultSettings()
	s.Store = true
	x := checkedIndex(t, s)
	path := x.Path()
	must(t, x.Close())
	file := segmentFiles(t, path)[0]
	good, err := os.ReadFile(file)
	must(t, err)
	want := answersOf(t, path)
	r := rand.New(rand.NewPCG(8, 8))
	for i := range ringtest.Of(130, 400) {
		bad := damage(r, good)
		if bytes.Equal(bad, good) {
			continue // a page that was zeros already
		}
		must(t, os.WriteFile(file, bad, 0o600))
		func() {
			defer func() {
				if p := recover(); p != nil {
					t.Errorf("case %d: panic: %v", i, p)
				}
			}()
			x, err := Open(context.Background(), path, index.Options{ReadOnly: true, Unpublished: true})
			must(t, err)
			defer x.Close()
			if report := checked(t, x); len(report.Problems) == 0 {
				t.Errorf("case %d: the check finds nothing", i)
			}
			if got, err := ask(x); err == nil && !slices.Equal(got, want) {
				t.Errorf("case %d: a wrong answer", i)
			}
		}()
	}
	must(t, os.WriteFile(file, good, 0o600))
	same(t, "answers", answersOf(t, path), want)
}

// A large segment is not verified when it is opened, but page by page when it is read. No answer is
// wrong before a check finds the damage.
func TestDamage_LargeSegmentIsNeverAnAnswer(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes and reads a large index")
	}
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 11))
	path := largeIndex(t, r)
	file := segmentFiles(t, path)[0]
	good, err := os.ReadFile(file)
	must(t, err)
	if len(good) <= 32<<20 {
		t.Fatalf("the segment has %d bytes, and is compared when it is opened", len(good))
	}
	want := answersOf(t, path)
	f, err := os.OpenFile(file, os.O_WRONLY, 0)
	must(t, err)
	defer f.Close()
	answered, refused := 0, 0
	for i := range ringtest.Of(20, 60) {
		at := len(good) - 1 - r.IntN(48<<10) // where the searched parts are
		if i%4 == 0 {
			at = r.IntN(len(good))
		}
		_, err := f.WriteAt([]byte{good[at] ^ 1<<r.IntN(8)}, int64(at))
		must(t, err)
		x, err := Open(context.Background(), path, index.Options{ReadOnly: true, Unpublished: true})
		must(t, err)
		a, r := askEach(t, x, want, fmt.Sprint("byte ", at))
		answered, refused = answered+a, refused+r
		if i%6 == 0 && len(checked(t, x).Problems) == 0 {
			t.Errorf("byte %d: the check finds nothing", at)
		}
		must(t, x.Close())
		_, err = f.WriteAt(good[at:at+1], int64(at))
		must(t, err)
	}
	if least := ringtest.Of(7, 20); answered < least || refused < least {
		t.Errorf("%d questions were answered and %d not: the test shows too little", answered, refused)
	}
	same(t, "answers", answersOf(t, path), want)
}

// askEach asks several questions. An answer that is not as wanted must be an error about damage.
func askEach(t *testing.T, x *Index, want []string, name string) (answered, refused int) {
	t.Helper()
	count := func(right bool, err error) {
		switch {
		case err == nil && !right:
			t.Errorf("%s: a wrong answer", name)
		case err == nil:
			answered++
		case !errors.Is(err, ErrDamaged):
			t.Errorf("%s: %v", name, err)
		default:
			refused++
		}
	}
	s, err := x.Snapshot()
	if err != nil {
		count(false, err)
		return answered, refused
	}
	defer s.Close()
	for seed := range uint64(3) {
		hits, err := hitsOf(x, s, source(seed))
		count(slices.Contains(want, fmt.Sprintf("%+v", hits)), err)
	}
	all, err := ask(x)
	count(slices.Equal(all, want), err)
	return answered, refused
}

// largeIndex returns an index of one large segment, most of which are stored sources.
func largeIndex(t *testing.T, r *rand.Rand) string {
	t.Helper()
	tr := checkedTree(t)
	noise := make([]byte, 60)
	for i := range 12 {
		var b strings.Builder
		for b.Len() < 3900<<10 {
			for k := range noise {
				noise[k] = byte(r.Uint32())
			}
			b.WriteString("// " + base64.StdEncoding.EncodeToString(noise) + "\n")
		}
		tr.write(fmt.Sprint("large", i, ".go"), b.String()+source(uint64(200+i)))
	}
	s := index.DefaultSettings()
	s.Store = true
	x := createIndex(t, s)
	x.limits = defaultLimits
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	must(t, x.merge(context.Background(), &mergeplan.SingleSegmentMergePlanOptions))
	must(t, x.Close())
	x = openIndex(t, x.Path()) // which removes what was merged
	must(t, x.Close())
	return x.Path()
}

func answersOf(t *testing.T, path string) []string {
	t.Helper()
	x, err := Open(context.Background(), path, index.Options{ReadOnly: true, Unpublished: true})
	must(t, err)
	defer x.Close()
	if r := checked(t, x); len(r.Problems) > 0 {
		t.Fatalf("%+v", r.Problems)
	}
	answers, err := ask(x)
	must(t, err)
	return answers
}

// An update never merges a damaged page into a new segment, where its checksum would be correct.
func TestDamage_IsNotMerged(t *testing.T) {
	t.Parallel()
	tr := checkedTree(t)
	x := newIndex(t)
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	must(t, x.Close())
	file := segmentFiles(t, x.Path())[0]
	good, err := os.ReadFile(file)
	must(t, err)
	r := rand.New(rand.NewPCG(10, 10))
	for i := range 6 {
		bad := bytes.Clone(good)
		bad[r.IntN(len(bad))] ^= 1 << r.IntN(8)
		path := x.Path() + fmt.Sprint(i)
		must(t, os.CopyFS(path, os.DirFS(x.Path())))
		must(t, os.WriteFile(strings.Replace(file, x.Path(), path, 1), bad, 0o600))
		y := openIndex(t, path)
		for n := range uint64(2) {
			tr.write(fmt.Sprintf("new%d-%d.go", i, n), source(100+n))
			_, _ = y.Update(context.Background(), index.Source{Root: tr.root}, index.UpdateOptions{Prune: true})
		}
		must(t, y.Close())
		y = openIndex(t, path)
		if report := checked(t, y); len(report.Problems) == 0 {
			t.Errorf("case %d: the check finds nothing", i)
		}
		must(t, y.Close())
	}
}

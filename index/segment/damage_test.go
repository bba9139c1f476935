package segment

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/document"
	bindex "github.com/blevesearch/bleve_index_api"
	api "github.com/blevesearch/scorch_segment_api/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/internal/ringtest"
)

// paged returns the bytes before the footer of a file with that content, written in several calls,
// and the checksum for the footer.
func paged(t *testing.T, rng *rand.Rand, content []byte) (body []byte, sum uint32) {
	t.Helper()
	var sums pageSums
	for rest := content; len(rest) > 0; {
		n := min(len(rest), 1+rng.IntN(3*pageSize))
		if _, err := sums.Write(rest[:n]); err != nil {
			t.Fatal(err)
		}
		rest = rest[n:]
	}
	var tail writer
	if _, err := sums.writeTo(&tail, footer{}); err != nil {
		t.Fatal(err)
	}
	f, err := readFooter(tail)
	if err != nil {
		t.Fatal(err)
	}
	return append(bytes.Clone(content), tail[:len(tail)-footerSize]...), f.sum
}

// A range is valid if and only if no page that it touches is damaged. A damaged page is found
// however often it is checked.
func TestPages_FindEveryDamagedBit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 20))
	sizes := []int{0, 1, pageSize - 1, pageSize, pageSize + 1, 3*pageSize - sumSize, 200*pageSize + 77}
	for _, size := range sizes {
		content := make([]byte, size)
		for i := range content {
			content[i] = byte(rng.Uint32())
		}
		body, sum := paged(t, rng, content)
		for range 60 {
			p, err := openPages(body, sum)
			if err != nil {
				t.Fatalf("%d bytes: %v", size, err)
			}
			if p.verifyTable() != nil || len(p.mem) != size || p.verify(0, uint64(size)) != nil || p.verifyAll(t.Context()) != nil {
				t.Fatalf("%d bytes are not in order as %d", size, len(p.mem))
			}
			bad := bytes.Clone(body)
			at := 0
			if len(bad) > 0 {
				at = rng.IntN(len(bad))
				bad[at] ^= 1 << rng.IntN(8)
			}
			if p, err = openPages(bad, sum); err != nil {
				t.Fatal(err)
			}
			if (p.verifyTable() == nil) != (at < size || size == 0) {
				t.Fatalf("%d bytes, damaged at %d: a good table is refused, or a damaged one taken", size, at)
			}
			if at >= size {
				continue
			}
			for range 50 {
				to := rng.IntN(size + 1)
				from := rng.IntN(to + 1)
				hit := from < to && from/pageSize <= at/pageSize && at/pageSize <= (to-1)/pageSize
				if err := p.verify(uint64(from), uint64(to)); errors.Is(err, ErrDamaged) != hit {
					t.Fatalf("byte %d of %d is damaged, %d to %d: %v", at, size, from, to, err)
				}
			}
			if err := p.verifyAll(t.Context()); errors.Is(err, ErrDamaged) != (size > 0) {
				t.Fatalf("byte %d of %d is damaged: %v", at, size, err)
			}
		}
	}
}

func TestPages_RefuseOtherSize(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 20))
	body, sum := paged(t, rng, make([]byte, 3*pageSize))
	for n := range len(body) {
		if p, err := openPages(body[:n], sum); err != nil && !errors.Is(err, ErrDamaged) {
			t.Fatalf("%d of %d bytes: %v", n, len(body), err)
		} else if err == nil && p.verifyTable() == nil {
			t.Fatalf("%d of %d bytes are taken for all", n, len(body))
		}
	}
	p, err := openPages(body, sum)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.verify(pageSize, 3*pageSize+1); !errors.Is(err, ErrDamaged) {
		t.Errorf("more than there is: %v", err)
	}
}

// Run with the race detector.
func TestPages_CheckConcurrently(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 20))
	const n, damaged = 150, 70
	body, sum := paged(t, rng, make([]byte, n*pageSize))
	body[damaged*pageSize+9] ^= 1
	p, err := openPages(body, sum)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for g := range uint64(8) {
		all.Go(func() {
			rng := rand.New(rand.NewPCG(g, 21))
			for range 500 {
				i := rng.Uint64N(n)
				if err := p.verify(i*pageSize, (i+1)*pageSize); (err != nil) != (i == damaged) {
					t.Errorf("page %d: %v", i, err)
				}
			}
		})
	}
	all.Wait()
}

var damagedConfig = map[string]any{printsKey: []string{"exact", "structure"}, keysKey: []string{"key"}}

// allKinds makes a segment in memory with lists of all sizes, and fields of zap.
func allKinds(t testing.TB, rng *rand.Rand, n int) *unpersisted {
	t.Helper()
	term := func(i int) []byte { return winnow.AppendTerm(nil, uint64(i)*0x9E3779B97F4A7C15) }
	var docs []bindex.Document
	for i := range n {
		d := document.NewDocument(fmt.Sprintf("doc%x", rng.Uint64()))
		add := func(field string, value []byte, o bindex.FieldIndexingOptions) {
			d.AddField(document.NewTextFieldWithIndexingOptions(field, nil, value, o))
		}
		if i%4 > 0 {
			for k := range 6 { // one field with many values, as its terms
				add("exact", term(1000+6*i+k), bindex.IndexField)
			}
			add("exact", term(i%7), bindex.IndexField)     // bitmaps
			add("exact", term(10+i%10), bindex.IndexField) // lists with a table
			add("structure", term(i%40), bindex.IndexField)
			add("structure", term(100+i%300), bindex.IndexField)
		}
		add("key", term(i/3), bindex.IndexField)
		add("kind", []byte([]string{"even", "odd"}[i%2]), bindex.IndexField|bindex.DocValues)
		text := make([]byte, 20+rng.IntN(200))
		for k := range text {
			text[k] = byte(rng.Uint32())
		}
		add("text", text, bindex.StoreField)
		d.AddIDField()
		d.VisitFields(func(f bindex.Field) {
			if f.Options().IsIndexed() {
				f.Analyze()
			}
		})
		docs = append(docs, d)
	}
	m, _, err := (&plugin{}).NewUsing(docs, damagedConfig)
	if err != nil {
		t.Fatal(err)
	}
	return m.(*unpersisted)
}

// asker asks a segment all kinds of questions, and keeps the answers and errors.
type asker struct {
	t       *testing.T
	s       *File
	ids     []string
	names   []string // of questions
	answers []string
	errs    []error
}

func (a *asker) ask(name string, question func(say func(format string, v ...any)) error) {
	var b strings.Builder
	err := question(func(format string, v ...any) { fmt.Fprintf(&b, format, v...) })
	a.names, a.answers, a.errs = append(a.names, name), append(a.answers, b.String()), append(a.errs, err)
}

func (a *asker) all() {
	for _, field := range []string{"exact", "structure", "key"} {
		a.field(field)
	}
	for i := 0; i < len(a.ids); i += 100 {
		a.ask("numbers of ids", func(say func(string, ...any)) error {
			found, err := a.s.DocNumbers(append(a.ids[i:i+20:i+20], "doc that is not there"))
			if err == nil {
				say("%v", found.ToArray())
			}
			return err
		})
	}
	for doc := uint64(0); doc < a.s.Count(); doc += 5 {
		a.ask("id", func(say func(string, ...any)) error {
			id, err := a.s.DocID(doc)
			say("%s", id)
			return err
		})
		a.ask("stored fields", func(say func(string, ...any)) error {
			return a.s.VisitStoredFields(doc, func(field string, typ byte, value []byte, pos []uint64) bool {
				say("%s %c %x %v\n", field, typ, value, pos)
				return true
			})
		})
	}
	a.dictionary("kind")
	a.ask("values of documents", func(say func(string, ...any)) error {
		var state api.DocVisitState
		for doc := range a.s.Count() {
			var err error
			value := func(field string, term []byte) { say("%s %s\n", field, term) }
			state, err = a.s.VisitDocValues(doc, []string{"kind"}, value, state)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// field asks for one of our fields.
func (a *asker) field(field string) {
	found, err := a.s.Dictionary(field)
	if err != nil {
		a.t.Fatal(err)
	}
	d := found.(*fieldDictionary)
	a.ask("walk "+field, func(say func(string, ...any)) error {
		next := d.Walk(0, 0)
		for {
			hash, docs, ok, err := next()
			if !ok || err != nil {
				return err
			}
			say("%x %v\n", hash, docs)
		}
	})
	var hashes []uint64
	for i := range 3000 {
		hashes = append(hashes, uint64(i)*0x9E3779B97F4A7C15>>shift<<shift, uint64(i)<<50)
	}
	slices.Sort(hashes)
	for some := range slices.Chunk(slices.Compact(hashes), 500) {
		a.ask("sweep "+field, func(say func(string, ...any)) error { return sweepAll(d, some, say) })
	}
	a.dictionary(field)
}

// sweepAll looks up hashes in every way.
func sweepAll(d *fieldDictionary, hashes []uint64, say func(string, ...any)) error {
	return d.Sweep(hashes, func(i, df int, docs []uint32, at, size uint64) error {
		if docs != nil {
			say("%x %v\n", hashes[i], docs)
			return nil
		}
		docs, err := d.AppendDocs(nil, df, at, size)
		if err != nil {
			return err
		}
		say("%x %v", hashes[i], docs)
		if err := d.Probe(df, at, size, []uint32{1, 50, 333, 1001}, func(i int) { say(" %d", i) }); err != nil {
			return err
		}
		say("\n")
		return nil
	})
}

// dictionary asks as Bleve does.
func (a *asker) dictionary(field string) {
	a.ask("dictionary "+field, func(say func(string, ...any)) error {
		d, err := a.s.Dictionary(field)
		if err != nil {
			return err
		}
		it := d.AutomatonIterator(nil, nil, nil)
		for n := 0; ; n++ {
			e, err := it.Next()
			if e == nil || err != nil {
				return err
			}
			say("%s %d\n", e.Term, e.Count)
			if n%9 > 0 && e.Count < 9 {
				continue
			}
			list, err := d.PostingsList([]byte(e.Term), nil, nil)
			if err != nil {
				return err
			}
			docs := list.Iterator(true, true, false, nil)
			for p, err := docs.Next(); p != nil || err != nil; p, err = docs.Next() {
				if err != nil {
					return err
				}
				say("%d %d ", p.Number(), p.Frequency())
			}
		}
	})
}

// askFile asks the file everything. err says why it does not open.
func askFile(t *testing.T, path string, ids []string) (a *asker, check, err error) {
	t.Helper()
	s, err := openFile(path, nil)
	if err != nil {
		return nil, nil, err
	}
	defer s.Close()
	a = &asker{t: t, s: s, ids: ids}
	a.all()
	return a, s.Check(context.Background()), nil
}

// Whatever bits of a file are damaged, each question is answered as if none were, or returns
// ErrDamaged. Each page is damaged in turn, of a file that scorch persisted and of a merged file.
func TestFile_NeverAnswersFromDamagedBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("it asks everything again for every page")
	}
	rng := rand.New(rand.NewPCG(5, 20))
	dir := t.TempDir()
	path, merged := filepath.Join(dir, "a.zap"), filepath.Join(dir, "b.zap")
	contents := ringtest.Of(1000, 2000)
	m := allKinds(t, rng, contents)
	if err := m.Persist(path); err != nil {
		t.Fatal(err)
	}
	drop := roaring.BitmapOf(3, 500, 501, uint32(contents-1))
	segments, drops := []api.Segment{m, allKinds(t, rng, 50)}, []*roaring.Bitmap{drop, nil}
	if _, _, err := (&plugin{}).Merge(segments, drops, merged, nil, nil); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for i := range m.Count() {
		id, err := m.DocID(i)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, string(id))
	}
	for _, path := range []string{path, merged} {
		damageEveryPage(t, rng, path, ids)
	}
}

func damageEveryPage(t *testing.T, rng *rand.Rand, path string, ids []string) {
	t.Helper()
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, check, err := askFile(t, path, ids)
	if err := errors.Join(check, err); err != nil {
		t.Fatal(err)
	}
	for i, err := range want.errs {
		if err != nil {
			t.Fatalf("%s: %v", want.names[i], err)
		}
	}
	closed, answered, refused := 0, 0, 0
	for at := 0; at < len(good); at += pageSize {
		bad := bytes.Clone(good)
		for range []int{1, 1, 2, 5}[rng.IntN(4)] { // one of them is in this page
			bad[at+rng.IntN(min(pageSize, len(good)-at))] ^= 1 << rng.IntN(8)
			if rng.IntN(3) == 0 {
				bad[rng.IntN(len(bad))] ^= byte(1 + rng.IntN(255))
			}
		}
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		got, check, err := askFile(t, path, ids)
		if err != nil {
			closed++
			if !errors.Is(err, ErrDamaged) {
				t.Errorf("page %d: opening says %v", at/pageSize, err)
			}
			continue
		}
		if !errors.Is(check, ErrDamaged) {
			t.Errorf("page %d: the check says %v", at/pageSize, check)
		}
		a, r := compareAnswers(t, at/pageSize, got, want)
		answered, refused = answered+a, refused+r
	}
	if closed == 0 || answered < ringtest.Of(250, 500)*len(good)/pageSize || refused < len(good)/pageSize {
		t.Errorf("%d files did not open, %d questions were answered and %d not: the test shows too little",
			closed, answered, refused)
	}
}

// compareAnswers compares each answer with that of the undamaged file.
func compareAnswers(t *testing.T, page int, got, want *asker) (answered, refused int) {
	t.Helper()
	for i, err := range got.errs {
		switch {
		case err == nil && got.answers[i] != want.answers[i]:
			t.Errorf("page %d, %s: another answer", page, got.names[i])
		case err == nil:
			answered++
		case !errors.Is(err, ErrDamaged):
			t.Errorf("page %d, %s: %v", page, got.names[i], err)
		case !strings.HasPrefix(want.answers[i], got.answers[i]):
			t.Errorf("page %d, %s: another answer before the error", page, got.names[i])
		default:
			refused++
		}
	}
	return answered, refused
}

// Bytes of zap's part that change before they are read back get no valid checksum.
func TestMerge_VerifiesZapsPart(t *testing.T) {
	m := allKinds(t, rand.New(rand.NewPCG(6, 20)), 50)
	var good writer
	if _, err := m.WriteTo(&good); err != nil {
		t.Fatal(err)
	}
	same := make([]uint64, 50)
	for i := range same {
		same[i] = uint64(i)
	}
	merge := newMerge([]*part{m.part}, [][]uint64{same}, nil)
	pages, err := openPages(good[:len(good)-footerSize], 0)
	if err != nil {
		t.Fatal(err)
	}
	front := bytes.Clone(pages.mem[:len(pages.mem)-len(m.part.raw)])
	if _, err := merge.appendTo(&writer{}, bytes.NewReader(front), uint64(len(front))); err != nil {
		t.Fatal(err)
	}
	for _, at := range []int{0, len(front) / 2, len(front) - 1} {
		bad := bytes.Clone(front)
		bad[at] ^= 4
		_, err := merge.appendTo(&writer{}, bytes.NewReader(bad), uint64(len(bad)))
		if !errors.Is(err, ErrDamaged) {
			t.Errorf("byte %d changed: %v", at, err)
		}
	}
}

// A search in the directory passes over unverified entries. Wherever these lead, it finds the right
// terms, or returns ErrDamaged.
func TestDirectory_DamageNeverMisleads(t *testing.T) {
	hashes, lists := likeCode(1<<18, 900)
	f := onPages(t, write(hashes, lists, 900, 0))
	rng := rand.New(rand.NewPCG(8, 20))
	answered, refused, misled := 0, 0, 0
	for range 100 {
		whole := bytes.Clone(f.dir)
		from := rng.IntN(len(f.dir))
		damageRun(rng, f.dir[from:min(len(f.dir), from+1+rng.IntN(2*pageSize))])
		for range 40 {
			clear(f.pages.seen)
			at := rng.IntN(len(hashes) - 20)
			asked := hashes[at : at+20]
			if right := entryBefore(whole, asked[0]); f.blockOf(asked[0], 0) != right {
				misled++
			}
			var got []uint64
			err := newReader(f).sweep(asked, func(i int, _ *list) error { got = append(got, asked[i]); return nil })
			switch {
			case err == nil && slices.Equal(got, asked):
				answered++
			case errors.Is(err, ErrDamaged):
				refused++
			default:
				t.Fatalf("found %x, not %x: %v", got, asked, err)
			}
			c := newReader(f).from(asked[0], 1<<hashBits)
			for _, want := range asked {
				h, _, err := c.next()
				if err != nil && !errors.Is(err, ErrDamaged) || err == nil && h != want {
					t.Fatalf("walked to %x, not %x: %v", h, want, err)
				}
				if err != nil {
					break
				}
			}
		}
		copy(f.dir, whole)
	}
	if answered < 100 || refused < 100 || misled < 100 {
		t.Errorf("%d sweeps were answered, %d not, %d led elsewhere: the test shows too little", answered, refused, misled)
	}
}

// entryBefore returns the last entry of a directory whose hash is at most that one, or the first.
func entryBefore(dir []byte, hash uint64) int {
	whole := field{dir: dir}
	i := 0
	for i+1 < whole.dirLen() && whole.entry(i+1).hash <= hash {
		i++
	}
	return i
}

// damageRun changes bytes, few or all of them.
func damageRun(rng *rand.Rand, b []byte) {
	switch rng.IntN(4) {
	case 0:
		clear(b)
	case 1:
		for i := range b {
			b[i] = 255
		}
	case 2:
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
	}
	b[rng.IntN(len(b))] ^= 1 << rng.IntN(8)
}

// A file of up to 1 MiB is verified when it is opened, whatever is read then.
func TestOpen_VerifiesEveryPage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.zap")
	if err := allKinds(t, rand.New(rand.NewPCG(5, 20)), 2000).Persist(path); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for at := 9; at < len(good); at += pageSize {
		bad := bytes.Clone(good)
		bad[at] ^= 4
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := (&plugin{}).Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if b, ok := s.(*Broken); !ok || !errors.Is(b.Err(), ErrDamaged) {
			t.Errorf("byte %d of %d is damaged: %T", at, len(good), s)
		}
		s.Close()
	}
}

// A larger one is not read as a whole: from a disk, that would take longer than an answer.
func TestOpen_VerifiesFewPagesOfALargeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.zap")
	if err := allKinds(t, rand.New(rand.NewPCG(5, 20)), 30000).Persist(path); err != nil {
		t.Fatal(err)
	}
	opened, err := (&plugin{}).Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	f := opened.(*File)
	seen, all := 0, (len(f.pages.mem)+pageSize-1)/pageSize
	for i := range f.pages.seen {
		seen += bits.OnesCount64(f.pages.seen[i].Load())
	}
	if len(f.mem) <= 1<<20 || seen > all/3 {
		t.Errorf("%d of %d pages are verified", seen, all)
	}
}

package index

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"go.etcd.io/bbolt"
)

// boltOf makes a file of bbolt's by changes, each in a transaction of its own.
func boltOf(t testing.TB, changes ...func(*bbolt.Tx) error) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "file")
	db, err := bbolt.Open(file, 0o600, &bbolt.Options{NoSync: true, PageSize: leastPage})
	if err == nil {
		for _, change := range changes {
			err = errors.Join(err, db.Update(change))
		}
		err = errors.Join(err, db.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// states adds or removes states as Bleve makes them, enough of them for trees of several levels.
func states(from, to int, remove bool) func(*bbolt.Tx) error {
	return func(tx *bbolt.Tx) error {
		all, err := tx.CreateBucketIfNotExists(statesBucket)
		for n := from; n < to && err == nil; n++ {
			name := fmt.Appendf(nil, "%0150d", n) // few fit on a page
			if remove {
				err = all.DeleteBucket(name)
				continue
			}
			err = addState(all, name, n)
		}
		return err
	}
}

func addState(all *bbolt.Bucket, name []byte, n int) error {
	state, err := all.CreateBucket(name)
	if err != nil {
		return err
	}
	for i := range 1 + n%3 {
		segment, err := state.CreateBucket(fmt.Appendf(nil, "segment %d", i))
		if err != nil {
			return err
		}
		file := fmt.Appendf(nil, "%012x.zap", n+i)
		if err := errors.Join(segment.Put(fileKey, file), segment.Put([]byte("d"), make([]byte, n%5*700))); err != nil {
			return err
		}
	}
	return nil
}

// sampleBolt is a file with branches of branches, pages that overflow, and free ones.
func sampleBolt(t testing.TB) []byte {
	t.Helper()
	return boltOf(t, states(0, 60, false), states(10, 20, true), states(55, 60, true))
}

// visitedBolt lists what is in a file by our walk.
func visitedBolt(data []byte) (all []string, err error) {
	err = visitBolt(data, func(path [][]byte, value []byte) {
		all = append(all, fmt.Sprintf("%q %q %v", path, value, value == nil))
	})
	return all, err
}

// readByBolt lists it as bbolt does, and changes it then, so that free pages are used.
func readByBolt(file string) (all []string, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	db, err := bbolt.Open(file, 0o600, &bbolt.Options{Timeout: lockPoll, NoSync: true})
	if err != nil {
		return nil, err
	}
	defer db.Close()
	err = db.View(func(tx *bbolt.Tx) error { return listBucket(tx.Cursor().Bucket(), nil, &all) })
	if err == nil {
		err = db.Update(states(1000, 1010, false))
	}
	return all, err
}

func listBucket(b *bbolt.Bucket, above [][]byte, all *[]string) error {
	return b.ForEach(func(key, value []byte) error {
		path := append(above[:len(above):len(above)], key)
		if inner := b.Bucket(key); inner != nil {
			*all = append(*all, fmt.Sprintf("%q %q true", path, ""))
			return listBucket(inner, path, all)
		}
		*all = append(*all, fmt.Sprintf("%q %q false", path, value))
		return nil
	})
}

// A list names segments beside it, whatever else it names would be read.
func TestSegmentsElsewhereAreNotOpened(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"000000000001.zap": true, "../1.zap": false, "/etc/passwd": false, "a/1.zap": false, "..": false} {
		list := boltOf(t, func(tx *bbolt.Tx) error {
			all, err := tx.CreateBucket(statesBucket)
			for _, inner := range []string{"state", "segment"} {
				if err == nil {
					all, err = all.CreateBucket([]byte(inner))
				}
			}
			return errors.Join(err, all.Put(fileKey, []byte(name)))
		})
		files, err := newestFiles(list)
		if (err == nil) != want || want && !slices.Equal(files, []string{name}) {
			t.Errorf("%s: %v, %v", name, files, err)
		}
	}
}

// What our walk finds in a file is what bbolt finds.
func TestPagesAreReadAsBoltReadsThem(t *testing.T) {
	t.Parallel()
	for name, data := range map[string][]byte{
		"new": boltOf(t), "one": boltOf(t, states(0, 1, false)), "many": sampleBolt(t),
		"emptied": boltOf(t, states(0, 20, false), states(0, 20, true)),
	} {
		file := filepath.Join(t.TempDir(), "file")
		must(t, os.WriteFile(file, data, 0o600))
		got, err := visitedBolt(data)
		must(t, err)
		want, err := readByBolt(file)
		must(t, err)
		same(t, name, got, want)
	}
	last, err := newestFiles(sampleBolt(t))
	must(t, err)
	same(t, "the newest state", last, []string{"000000000036.zap"})
}

// pagesOf returns the pages of a kind that are in use, by their numbers in order.
func pagesOf(t *testing.T, data []byte, kind uint16) (ids []uint64) {
	t.Helper()
	f := &boltFile{data: data, met: map[uint64]bool{}, visit: func([][]byte, []byte) {}}
	must(t, f.run())
	next := uint64(0)
	for _, id := range slices.Sorted(maps.Keys(f.met)) {
		p := boltPage(data[id*f.pageSize:])
		if !f.met[id] || id < next {
			continue // it is free, or belongs to the page before
		}
		if next = id + 1 + p.overflow(); p.kind() == kind {
			ids = append(ids, id)
		}
	}
	return ids
}

// A page that is below itself, or a child of another page besides, is met once more than it may be, and the walk ends
// there: it looks at no more pages than there are.
func TestPagesInACircleEndTheWalk(t *testing.T) {
	t.Parallel()
	good := sampleBolt(t)
	branches := pagesOf(t, good, branchPage)
	parent, children := map[uint64]uint64{}, map[uint64][]uint64{}
	for _, id := range branches {
		p := boltPage(good[id*leastPage:][:leastPage])
		elements, err := p.elements(span{})
		must(t, err)
		for _, e := range elements {
			parent[e.child] = id
			children[id] = append(children[id], e.child)
		}
	}
	deepest := 0
	for _, from := range branches {
		var wrong []uint64
		for up, ok := from, true; ok; up, ok = parent[up] {
			wrong = append(wrong, up) // itself, and what it is below
		}
		deepest = max(deepest, len(wrong))
		for i, child := range children[from] {
			for _, to := range append(wrong, children[from][(i+1)%len(children[from])]) {
				if to == child {
					continue
				}
				f := &boltFile{data: bytes.Clone(good), met: map[uint64]bool{}, visit: func([][]byte, []byte) {}}
				binary.NativeEndian.PutUint64(f.data[from*leastPage+pageHeader+uint64(i)*pageElement+8:], to)
				if err := f.run(); err == nil {
					t.Errorf("page %d has page %d as a child, and nothing is found", from, to)
				}
				if pages := len(good) / leastPage; len(f.met) > pages {
					t.Errorf("%d of %d pages are met", len(f.met), pages)
				}
			}
		}
	}
	if deepest < 3 {
		t.Errorf("the deepest branch is at level %d: the sample is too small", deepest)
	}
}

// recrafted writes a number into both meta pages, with the checksums that belong to it.
func recrafted(data []byte, at int, n uint64) []byte {
	data = bytes.Clone(data)
	for page := range 2 {
		meta := data[page*leastPage+pageHeader:][:metaSize]
		binary.NativeEndian.PutUint64(meta[at:], n)
		sum := fnv.New64a()
		sum.Write(meta[:metaSize-8])
		binary.NativeEndian.PutUint64(meta[metaSize-8:], sum.Sum64())
	}
	return data
}

func TestCraftedPagesAreFound(t *testing.T) {
	t.Parallel()
	good := sampleBolt(t)
	branch, leaves := pagesOf(t, good, branchPage)[0], pagesOf(t, good, leafPage)
	ofBuckets := func(id uint64) bool { return good[id*leastPage+pageHeader] == 1 }
	leaf := leaves[slices.IndexFunc(leaves, ofBuckets)]
	free, last := pagesOf(t, good, freePage)[0], leaves[len(leaves)-1]
	element := boltPage(good[leaf*leastPage:])
	key, size := binary.NativeEndian.Uint32(element[pageHeader+4:]), binary.NativeEndian.Uint32(element[pageHeader+8:])
	value := pageHeader + int(key+size)
	changed := func(page uint64, at int, bits ...byte) []byte {
		data := bytes.Clone(good)
		copy(data[page*leastPage+uint64(at):], bits)
		return data
	}
	pages := uint64(len(good) / leastPage)
	full := recrafted(slices.Concat(good, make([]byte, leastPage*leastPage/8)), 40, pages+leastPage/8)
	copy(full[free*leastPage+10:], []byte{0xFE, 0xFE, 0, 0, 0, 0})
	for i := range (leastPage - pageHeader) / 8 {
		copy(full[int(free)*leastPage+pageHeader+8*i:], boltNumber(pages+uint64(i)))
	}
	for name, data := range map[string][]byte{
		"free beyond the page":       full,
		"free pages of another kind": changed(free, 8, leafPage),
		"nothing":                    nil,
		"cut":                        good[:len(good)/3],
		"root is outside":            recrafted(good, 16, 1<<40),
		"root is a meta page":        recrafted(good, 16, 1),
		"root is none":               recrafted(good, 16, 0),
		"free pages outside":         recrafted(good, 32, 1<<60),
		"free pages are a leaf":      recrafted(good, 32, leaf),
		"all is new":                 recrafted(good, 40, 0),
		"the last leaf is new":       recrafted(good, 40, last),
		"more pages than there are":  recrafted(good, 40, pages+1),
		"a leaf is free":             changed(free, pageHeader, boltNumber(leaf)...),
		"itself is free":             changed(free, pageHeader, boltNumber(free)...),
		"too many are free":          changed(free, 10, 0xFE, 0xFE),
		"far too many are free":      changed(free, 10, append([]byte{0xFF, 0xFF, 0, 0, 0, 0}, boltNumber(1<<61)...)...),
		"another number":             changed(leaf, 0, 0xFF),
		"another kind":               changed(leaf, 8, 4),
		"a branch without child":     changed(branch, 10, 0, 0),
		"too many elements":          changed(leaf, 10, 0xFF, 0xFF),
		"overflow":                   changed(leaf, 12, 0xFF, 0xFF, 0xFF, 0xFF),
		"overflow at the end":        changed(last, 12, 0xFF, 0xFF, 0xFF),
		"a bucket in itself":         changed(leaf, value, boltNumber(leaf)...),
		"a bucket of another":        changed(leaf, value, boltNumber(last)...),
		"element outside":            changed(leaf, pageHeader+4, 0xFF, 0xFF, 0xFF, 0xFF),
		"key without end":            changed(leaf, pageHeader+8, 0xFF, 0xFF, 0xFF, 0xFF),
		"key without bytes":          changed(leaf, pageHeader+8, 0, 0, 0, 0),
		"value without end":          changed(leaf, pageHeader+12, 0xFF, 0xFF, 0xFF, 0xFF),
		"bucket without bytes":       changed(leaf, pageHeader+12, 0, 0, 0, 0),
		"branch key without end":     changed(branch, pageHeader+4, 0xFF, 0xFF, 0xFF, 0xFF),
		"small bucket is a branch":   changedSmall(good, func(_, value []byte) { copy(value[bucketHeader+8:], "\x01\x00\x00\x00") }),
		"small bucket is cut off":    changedSmall(good, func(element, _ []byte) { element[12] = bucketHeader + 4 }),
		"child outside":              changed(branch, pageHeader+8, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF),
	} {
		f := &boltFile{data: data, met: map[uint64]bool{}, visit: func([][]byte, []byte) {}}
		if err := f.run(); err == nil {
			t.Errorf("%s: nothing is found", name)
		} else if len(f.met) > len(good)/leastPage {
			t.Errorf("%s: %d pages are met", name, len(f.met))
		}
	}
}

// Where the pages in use end past the mark, bbolt puts new ones in their place.
func TestPagesInUseLieBeforeTheMark(t *testing.T) {
	t.Parallel()
	good := boltOf(t, states(0, 60, false))
	f := &boltFile{data: good, met: map[uint64]bool{}, visit: func([][]byte, []byte) {}}
	must(t, f.run())
	beyond := uint64(0) // the least mark with which nothing is wrong
	for id := range f.met {
		beyond = max(beyond, id+1)
	}
	if _, err := visitedBolt(recrafted(good, 40, beyond)); err != nil {
		t.Errorf("%d pages of %d: %v", beyond, len(good)/leastPage, err)
	}
	if !f.met[beyond-1] {
		t.Fatal("the last page is free, which is found by that")
	}
	for mark := range beyond {
		if _, err := visitedBolt(recrafted(good, 40, mark)); err == nil {
			t.Errorf("%d pages of %d: nothing is found", mark, beyond)
		}
	}
}

// Elements that share their bytes could stand for far more than there is: each of them here is in the page, and all have
// the same value, so that buckets in one another would be visited once for every way that leads to them.
func TestElementsDoNotShareTheirBytes(t *testing.T) {
	t.Parallel()
	const value = 400
	crafted := func(elements int) boltPage {
		p := make(boltPage, leastPage)
		binary.NativeEndian.PutUint16(p[8:], leafPage)
		binary.NativeEndian.PutUint16(p[10:], uint16(elements))
		data := pageHeader + elements*pageElement
		for i := range elements {
			at := pageHeader + i*pageElement
			for k, n := range []int{0, data - at, i + 1, value} { // the keys are zeros, ever more of them
				binary.NativeEndian.PutUint32(p[at+4*k:], uint32(n))
			}
		}
		return p
	}
	all, err := crafted(1).elements(span{})
	must(t, err)
	if len(all) != 1 || len(all[0].value) != value {
		t.Errorf("%d elements", len(all))
	}
	if all, err := crafted(3).elements(span{}); err == nil {
		t.Errorf("%d elements", len(all))
	}
}

// changedSmall changes all buckets that stand where their names stand: their elements, or their values.
func changedSmall(good []byte, change func(element, value []byte)) []byte {
	data := bytes.Clone(good)
	for at := 2 * leastPage; at < len(data); at += leastPage {
		p := boltPage(data[at:][:leastPage])
		if p.kind() != leafPage {
			continue
		}
		elements, _ := p.elements(span{})
		for i, e := range elements {
			if e.bucket && binary.NativeEndian.Uint64(e.value) == 0 {
				change(p[pageHeader+i*pageElement:], e.value)
			}
		}
	}
	return data
}

func boltNumber(n uint64) []byte { return binary.NativeEndian.AppendUint64(nil, n) }

// Buckets in buckets without end are no list of Bleve's.
func TestNestedBucketsEnd(t *testing.T) {
	t.Parallel()
	nested := func(n int) []byte {
		return boltOf(t, func(tx *bbolt.Tx) error {
			b, err := tx.CreateBucket(statesBucket)
			for range n {
				if err == nil {
					b, err = b.CreateBucket(statesBucket)
				}
			}
			return err
		})
	}
	_, err := visitedBolt(nested(mostNested - 1))
	must(t, err)
	if _, err := visitedBolt(nested(mostNested)); err == nil {
		t.Error("nothing is found")
	}
}

// What our walk lets pass, however it is damaged, bbolt can read and write, and reads the same in it.
func TestBoltReadsWhatTheWalkLetsPass(t *testing.T) {
	t.Parallel()
	good := sampleBolt(t)
	r := rand.New(rand.NewPCG(12, 12))
	file := filepath.Join(t.TempDir(), "file")
	passed, tries := 0, rounds(200, 20)
	for i := range tries {
		bad := damage(r, good)
		if i%2 == 0 { // nearer to the numbers that matter
			bad = bytes.Clone(good)
			page := r.IntN(len(good) / leastPage)
			bad[page*leastPage+r.IntN(64)] ^= 1 << r.IntN(8)
		}
		want, err := visitedBolt(bad)
		if err != nil {
			continue
		}
		passed++
		must(t, os.WriteFile(file, bad, 0o600))
		got, err := readByBolt(file)
		if err != nil {
			t.Fatalf("case %d: bbolt: %v", i, err)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("case %d: bbolt reads something else", i)
		}
	}
	t.Logf("%d pass", passed)
	if passed == 0 || passed == tries {
		t.Errorf("%d pass", passed)
	}
}

// A list whose pages go in a circle is an error that says what helps, for who writes; and for who reads, if it was
// published like that.
func TestListInACircle(t *testing.T) {
	t.Parallel()
	x, tr := segmentedIndex(t)
	want := published(t, x.Path())
	circle := sampleBolt(t)
	branch := pagesOf(t, circle, branchPage)[0]
	copy(circle[branch*leastPage+pageHeader+8:], boltNumber(branch))
	list := filepath.Join(x.Path(), storeDir, storeList)
	must(t, os.Remove(list))
	must(t, os.WriteFile(list, circle, 0o600))
	_, err := Open(context.Background(), x.Path(), Options{})
	if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "chaffinch check --repair --index "+x.Path()) {
		t.Errorf("error %v", err)
	}
	same(t, "published", published(t, x.Path()), want)
	if r := repaired(t, x.Path()); !r.Restored {
		t.Errorf("%+v", r)
	}
	isWhole(t, x.Path(), tr.root)

	dir := generationPath(x.Path(), generations(t, x.Path())[0])
	meta, err := os.ReadFile(filepath.Join(dir, metaFile))
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, storeDir, storeList), circle, 0o600))
	must(t, os.WriteFile(filepath.Join(dir, sumsFile), sumsOf(meta, circle), 0o600))
	if _, err := Open(context.Background(), x.Path(), Options{ReadOnly: true}); !errors.Is(err, ErrDamaged) {
		t.Errorf("error %v", err)
	}
}

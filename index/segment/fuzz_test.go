package segment

import (
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// Random bytes must cause an error, never a panic or long work.
func FuzzField(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 5))
	hashes, lists := terms(rng, 300, 900)
	ok := write(hashes, lists, 900, 0)
	f.Add(ok.blocks, ok.dir, uint32(900))
	f.Add(ok.blocks[:100], ok.dir, uint32(90))
	f.Add([]byte{}, ok.dir, uint32(1))
	f.Fuzz(func(t *testing.T, blocks, dir []byte, docs uint32) {
		docs, zeros := docs%(1<<20), uint(docs>>20)%(hashBits+1)
		d := &field{docs: docs, code: func() *docCode { return someCode(docs) }, zeros: zeros, blocks: blocks, dir: dir[:len(dir)/dirSize*dirSize]}
		readField(t, d)
	})
}

// readField reads a whole field and returns the number of postings that it decoded.
func readField(t *testing.T, f *field) (postings int) {
	t.Helper()
	last := int64(-1)
	var docs []uint32
	_ = newReader(f).each(0, 1<<hashBits, func(hash uint64, l *list) (err error) {
		if int64(hash) <= last || hash >= 1<<hashBits {
			t.Fatalf("hash %x after %x", hash, last)
		}
		last = int64(hash)
		docs, err = f.appendDocs(docs[:0], l)
		postings += len(docs)
		if err != nil {
			return err
		}
		if len(docs) != l.df || !rises(docs, f.docs) {
			t.Fatalf("df %d of %d, documents %v", l.df, f.docs, docs)
		}
		return nil
	})
	_ = newReader(f).sweep([]uint64{1, 77, 1 << 20, 1 << 39}, func(int, *list) error { return nil })
	return postings
}

// rises reports whether the documents are in ascending order and under n.
func rises(docs []uint32, n uint32) bool {
	for i, d := range docs {
		if d >= n || i > 0 && d <= docs[i-1] {
			return false
		}
	}
	return true
}

// A reader decodes a bounded number of postings for each byte, whatever the directory says. Entries
// cannot share a block; otherwise a few bytes could take hours to read.
func TestField_BoundsPostingsByBytes(t *testing.T) {
	all := make([]uint32, 63)
	for i := range all {
		all[i] = uint32(i)
	}
	var hashes []uint64
	var lists [][]uint32
	for i := range uint64(blockTerms) {
		hashes, lists = append(hashes, i<<30), append(lists, all)
	}
	f := write(hashes, lists, uint32(len(all)), 0) // 63 documents for a df of 11 bits
	const most = 64                                // postings a byte
	if n, size := readField(t, f), len(f.blocks)+len(f.dir); n != len(hashes)*len(all) || n > most*size {
		t.Fatalf("%d postings in %d bytes", n, size)
	}
	first := f.entry(0)
	for _, step := range []dirEntry{{0, 0}, {1, 0}, {1 << 37, 0}, {1 << 37, 1}} {
		f.dir = nil
		for i := range uint64(1000) {
			f.dir = appendDirEntry(f.dir, dirEntry{first.hash + i*step.hash, first.offset + i*step.offset})
		}
		if n, size := readField(t, f), len(f.blocks)+len(f.dir); n > most*size {
			t.Errorf("entries that differ by %v: %d postings from %d bytes", step, n, size)
		}
	}
}

// somePart returns the part of some documents with its footer, with at most so many terms in each
// field.
func somePart(t testing.TB, seed uint64, docs, most int) []byte {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 11))
	p := &partWriter{}
	var file writer
	p.w = &file
	var numbers []uint32
	var classes []byte
	for d := range docs {
		if d%3 != 1 {
			numbers = append(numbers, uint32(d))
			classes = append(classes, docClass(1+rng.IntN(1<<rng.IntN(20))))
		}
	}
	code := newDocCode(classes, classLengths(classes))
	for _, f := range []struct {
		name  string
		kind  kind
		named int
	}{{idField, kindKeys, docs}, {"content", kindKeys, docs}, {"exact", kindPrints, len(numbers)}} {
		hashes, lists := terms(rng, 1+rng.IntN(most), uint32(f.named))
		zeros := uint(seed % 3 * 10)
		hashes, lists = cut(hashes, lists, zeros)
		w := blockWriter{docs: uint32(f.named), code: code, zeros: zeros}
		if f.kind == kindKeys {
			w.code = equalCode(w.docs)
		}
		for i, h := range hashes {
			w.add(h, lists[i])
		}
		w.flush()
		out := p.field(f.name, f.kind, zeros)
		if err := out.add(&w); err != nil {
			t.Fatal(err)
		}
		if err := out.end(); err != nil {
			t.Fatal(err)
		}
	}
	w := p.stored()
	for d := range docs {
		id, values := someStored(rng, d)
		if err := w.add(id, values); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.end(); err != nil {
		t.Fatal(err)
	}
	foot, err := p.end(numbers, code, docs)
	if err != nil {
		t.Fatal(err)
	}
	return foot.append(file)
}

// openAlone opens a part that its footer follows, as if it were in memory. There are no page
// checksums, which would reject random bytes before they are decoded.
func openAlone(file []byte) (*part, error) {
	f, err := readFooter(file)
	if err != nil {
		return nil, err
	}
	return openPart(file[:len(file)-footerSize], f, nil)
}

// writer keeps the bytes written to it.
type writer []byte

func (w *writer) Write(b []byte) (int, error) {
	*w = append(*w, b...)
	return len(b), nil
}

// With a valid checksum of the footer, any bytes are refused or can be read without a panic.
func FuzzOpenPart(f *testing.F) {
	for seed := range uint64(4) {
		part := somePart(f, seed, 1+int(seed)*200, 300)
		if _, err := openAlone(part); err != nil {
			f.Fatal(err)
		}
		f.Add(part)
	}
	f.Add(make([]byte, footerSize))
	f.Fuzz(func(t *testing.T, file []byte) {
		sealFooter(file)
		p, err := openAlone(file)
		if err != nil {
			return
		}
		if int(p.at)+len(p.raw)+footerSize != len(file) {
			t.Fatalf("%d bytes of zap's and %d of ours are not %d", p.at, len(p.raw), len(file))
		}
		readPart(t, p)
	})
}

// sealFooter turns the end of the bytes into a valid footer.
func sealFooter(file []byte) {
	if len(file) < footerSize {
		return
	}
	b := file[len(file)-footerSize:]
	binary.LittleEndian.PutUint32(b[52:], partVersion)
	copy(b[56:], partMagic)
	binary.LittleEndian.PutUint32(b[64:], crc32.Checksum(b[:64], castagnoli))
}

// readPart reads everything in every way.
func readPart(t *testing.T, p *part) {
	t.Helper()
	_ = p.check(t.Context())
	for d := range uint64(p.docs) {
		_ = p.visitStored(d, func(string, byte, []byte, []uint64) bool { return true })
		if d > 1000 {
			break
		}
	}
	for _, name := range p.names {
		readField(t, p.fields[name])
		d := &fieldDictionary{part: p, reader: newReader(p.fields[name])}
		next := d.Walk(0, 0)
		for hash, docs, ok, err := next(); ok && err == nil; hash, docs, ok, err = next() {
			if !rises(docs, p.docs) {
				t.Fatalf("documents %v of %d", docs, p.docs)
			}
			again, err := d.find(winnow.AppendTerm(nil, hash))
			if err == nil && !rises(again, p.docs) {
				t.Fatalf("documents %v of %d", again, p.docs)
			}
		}
		wanted := []uint32{0, 1, p.docs / 2, p.docs}
		slices.Sort(wanted)
		_ = d.Sweep([]uint64{0, 1 << 40, 1 << 63}, func(_, df int, docs []uint32, at, size uint64) error {
			if docs != nil {
				return nil
			}
			return d.Probe(df, at, size, wanted, func(int) {})
		})
		it := d.AutomatonIterator(nil, nil, nil)
		for e, err := it.Next(); e != nil && err == nil; e, err = it.Next() {
			if len(e.Term) != winnow.TermSize {
				t.Fatalf("term %q", e.Term)
			}
		}
	}
}

// FuzzMergeParts merges a part with some patched bytes with a good one. The result can be read, and
// is right if no byte was changed. Bytes are patched because random bytes are rarely a part.
func FuzzMergeParts(f *testing.F) {
	f.Add(uint8(0), uint8(3), uint8(2), []byte{})
	f.Add(uint8(1), uint8(2), uint8(0), []byte{0, 9, 7, 1, 0, 255})
	f.Add(uint8(3), uint8(1), uint8(3), []byte{0xff, 0xf0, 1})
	var good [][]byte
	for seed := range uint64(4) {
		good = append(good, somePart(f, seed, 1+int(seed)*20, 5+int(seed)*50))
	}
	f.Fuzz(func(t *testing.T, x, y, drop uint8, patches []byte) {
		file := slices.Clone(good[int(x)%len(good)])
		patched := len(patches) >= 3
		for ; len(patches) >= 3; patches = patches[3:] {
			at := int(binary.BigEndian.Uint16(patches)) * len(file) >> 16
			file[at] ^= patches[2]
		}
		sealFooter(file)
		a, err := openAlone(file)
		if err != nil {
			return
		}
		readPart(t, a)
		b, err := openAlone(good[int(y)%len(good)])
		if err != nil {
			t.Fatal(err)
		}
		if a.docs+b.docs > 1<<12 {
			return // of a footer that says so
		}
		mergeParts(t, []*part{a, b}, int(drop), patched)
	})
}

// mergeParts merges the parts without every drop-th document.
func mergeParts(t *testing.T, parts []*part, drop int, damaged bool) {
	t.Helper()
	next, renumbered := uint64(0), make([][]uint64, len(parts))
	for i, p := range parts {
		for d := range int(p.docs) {
			if drop > 0 && d%drop == 0 {
				renumbered[i] = append(renumbered[i], dropped)
				continue
			}
			renumbered[i] = append(renumbered[i], next)
			next++
		}
	}
	var file writer
	foot, err := newMerge(parts, renumbered, nil).writeTo(&partWriter{w: &file})
	if err != nil {
		if !damaged {
			t.Fatal(err)
		}
		return
	}
	merged, err := openPart(file, foot, nil)
	if err != nil {
		t.Fatal(err)
	}
	readPart(t, merged)
	if err := merged.check(t.Context()); !damaged && (err != nil || uint64(merged.docs) != next) {
		t.Errorf("%d documents of %d, %v", merged.docs, next, err)
	}
}

// sealFile makes all checksums of a file valid.
func sealFile(t testing.TB, file []byte) []byte {
	t.Helper()
	f, err := readFooter(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := openPages(file[:len(file)-footerSize], 0)
	if err != nil {
		t.Fatal(err)
	}
	var sums pageSums
	sealed := writer(slices.Clone(p.mem))
	if _, err := sums.Write(p.mem); err != nil {
		t.Fatal(err)
	}
	if _, err := sums.writeTo(&sealed, f); err != nil {
		t.Fatal(err)
	}
	return sealed
}

// storedSize returns the offset in a file where the index of stored fields ends.
func storedSize(t testing.TB, file []byte) int {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.zap")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := openFile(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	foot, err := readZapFooter(s.bytes[len(s.bytes)-zapFooterSize:])
	if err != nil {
		t.Fatal(err)
	}
	return int(foot.stored + 8*s.Count())
}

// The author of a file can make all of its checksums valid. Any content and any offset of stored
// fields is read or refused, without a panic and without allocating more than the file holds.
func FuzzStoredFields(f *testing.F) {
	dir := f.TempDir()
	m := allKinds(f, rand.New(rand.NewPCG(7, 20)), 12)
	var good writer
	if _, err := m.WriteTo(&good); err != nil {
		f.Fatal(err)
	}
	stored := storedSize(f, good)
	f.Add([]byte{})
	f.Add([]byte{0, 0, 255})                    // how long a description is
	f.Add([]byte{255, 160, 255, 255, 168, 255}) // where a document is
	f.Add([]byte{0, 0, 1, 0, 10, 128, 0, 20, 77})
	f.Fuzz(func(t *testing.T, patches []byte) {
		file := slices.Clone(good)
		for ; len(patches) >= 3; patches = patches[3:] {
			file[int(binary.BigEndian.Uint16(patches))*stored>>16] ^= patches[2]
		}
		path := filepath.Join(dir, "a.zap")
		if err := os.WriteFile(path, sealFile(t, file), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := openFile(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for doc := range s.Count() + 1 {
			_, _ = s.DocID(doc)
			_ = s.VisitStoredFields(doc, func(string, byte, []byte, []uint64) bool { return true })
		}
	})
}

package segment

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/blevesearch/bleve/v2"
	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"

	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// This file decodes segments as docs/format.md describes them, and uses no other code of the
// package. If a test fails, the description is wrong, or the format has changed without a new
// version.

// plainBits reads a bit string bit by bit.
type plainBits struct {
	data []byte
	at   int
}

func (b *plainBits) bit() uint64 {
	v := b.data[b.at/8] >> (b.at % 8) & 1
	b.at++
	return uint64(v)
}

func (b *plainBits) bits(k int) (v uint64) {
	for i := range k {
		v |= b.bit() << i
	}
	return v
}

func (b *plainBits) zeros() (n int) {
	for b.bit() == 0 {
		n++
	}
	return n
}

func (b *plainBits) gamma() uint64 {
	z := b.zeros()
	return 1<<z + b.bits(z)
}

func (b *plainBits) uniform(m uint64) uint64 {
	if m <= 1 {
		return 0
	}
	width := 0
	for (m-1)>>width > 0 {
		width++
	}
	short := uint64(1)<<width - m
	v := b.bits(width - 1)
	if v < short {
		return v
	}
	return 2*v + b.bit() - short
}

func (b *plainBits) rice(r int) uint64 {
	q := b.zeros()
	if q == 24 {
		return b.bits(40)
	}
	return uint64(q)<<r + b.bits(r)
}

// plainCode is a code of documents; without classes, of the numbers under n.
type plainCode struct {
	n       int
	classes map[string][]uint32 // documents by the bits of the class's code
}

func newPlainCode(classes, lengths []byte) plainCode {
	c := plainCode{n: len(classes), classes: map[string][]uint32{}}
	names := map[byte]string{}
	next := 0
	for length := range 13 {
		for i, l := range lengths {
			if int(l) == length && bytes.Contains(classes, []byte{byte(i)}) {
				names[byte(i)] = fmt.Sprintf("%0*b", length, next)[:length]
				next++
			}
		}
		next *= 2
	}
	for d, class := range classes {
		c.classes[names[class]] = append(c.classes[names[class]], uint32(d))
	}
	return c
}

func (c plainCode) read(b *plainBits) uint32 {
	if c.classes == nil {
		return uint32(b.uniform(uint64(c.n)))
	}
	name := ""
	for c.classes[name] == nil {
		name += fmt.Sprint(b.bit())
	}
	return c.classes[name][b.uniform(uint64(len(c.classes[name])))]
}

func (c plainCode) short(b *plainBits, d int) (docs []uint32) {
	if d >= 16 {
		return b.list(d, 0, int64(c.n)-1)
	}
	for i := range d {
		if i == 0 {
			docs = append(docs, c.read(b))
			continue
		}
		width := 0
		for (c.n-1-int(docs[i-1]))>>width > 0 {
			width++
		}
		z := int(b.uniform(uint64(width)))
		docs = append(docs, docs[i-1]+uint32(1<<z+b.bits(z)))
	}
	return docs
}

func (b *plainBits) list(d int, lo, hi int64) (docs []uint32) {
	if d == 0 {
		return nil
	}
	i := int64(d / 2)
	that := lo + i + int64(b.uniform(uint64((hi-(int64(d)-1-i))-(lo+i)+1)))
	docs = append(docs, b.list(int(i), lo, that-1)...)
	docs = append(docs, uint32(that))
	return append(docs, b.list(d-1-int(i), that+1, hi)...)
}

// plainField is a decoded field: the documents of each term, by their numbers in the segment.
type plainField struct {
	kind  uint64
	zeros int
	terms map[uint64][]uint32
}

// plainFile reads a segment's file.
func plainFile(file []byte) (zap []byte, fields map[string]plainField, docs []map[string]string, err error) {
	foot := file[len(file)-68:]
	number := func(i int) int { return int(binary.LittleEndian.Uint64(foot[8*i:])) }
	castagnoli := crc32.MakeTable(crc32.Castagnoli)
	pages := (len(file) - 68 + 4099) / 4100
	body, sums := file[:len(file)-68-4*pages], file[len(file)-68-4*pages:len(file)-68]
	part := body[len(body)-number(0):]
	switch {
	case string(foot[56:64]) != "chaffseg" || binary.LittleEndian.Uint32(foot[52:]) != 4:
		return nil, nil, nil, fmt.Errorf("magic or version")
	case binary.LittleEndian.Uint32(foot[64:]) != crc32.Checksum(foot[:64], castagnoli):
		return nil, nil, nil, fmt.Errorf("checksum of the footer")
	case binary.LittleEndian.Uint32(foot[48:]) != crc32.Checksum(sums, castagnoli):
		return nil, nil, nil, fmt.Errorf("checksum of the checksums")
	}
	for i := range pages {
		page := body[4096*i : min(4096*(i+1), len(body))]
		if binary.LittleEndian.Uint32(sums[4*i:]) != crc32.Checksum(page, castagnoli) {
			return nil, nil, nil, fmt.Errorf("checksum of page %d of %d", i, pages)
		}
	}
	var numbers []uint32
	for i := range number(2) {
		numbers = append(numbers, binary.LittleEndian.Uint32(part[number(1)+4*i:]))
	}
	classed := part[number(1)+4*number(2):]
	code := newPlainCode(classed[:number(2)], classed[number(2):][:64])
	every := make([]uint32, number(3))
	for i := range every {
		every[i] = uint32(i)
	}
	table := bytes.NewReader(part[number(4):])
	varint := func() int {
		v, e := binary.ReadUvarint(table)
		if e != nil {
			err = e
		}
		return int(v)
	}
	fields = map[string]plainField{}
	for range number(5) {
		name := make([]byte, varint())
		if _, e := table.Read(name); e != nil {
			return nil, nil, nil, e
		}
		f := plainField{kind: uint64(varint()), zeros: varint(), terms: map[uint64][]uint32{}}
		terms, postings := varint(), varint()
		blocks, blockSize, dir, entries := varint(), varint(), varint(), varint()
		if f.kind == 2 {
			for i := range entries {
				end := blockSize
				if i+1 < entries {
					end = int(forty(part[dir+10*(i+1):]))
				}
				entry := part[dir+10*i:]
				group, err := plainGroup(part[blocks+int(forty(entry)):blocks+int(forty(entry[5:]))], part[blocks+int(forty(entry[5:])):blocks+end])
				if err != nil {
					return nil, nil, nil, err
				}
				docs = append(docs, group...)
			}
			continue
		}
		named, code := numbers, code
		if f.kind == 1 {
			named, code = every, plainCode{n: number(3)}
		}
		for i := range entries {
			entry := part[dir+10*i:]
			f.block(part[blocks:blocks+blockSize], int(forty(entry[5:])), forty(entry), named, code)
		}
		n := 0
		for _, docs := range f.terms {
			n += len(docs)
		}
		if len(f.terms) != terms || n != postings {
			return nil, nil, nil, fmt.Errorf("field %s: %d terms and %d postings, not %d and %d", name, len(f.terms), n, terms, postings)
		}
		fields[string(name)] = f
	}
	return body[:len(body)-number(0)], fields, docs, err
}

// plainGroup reads a group of stored values: the values of each document by field, its id as _id.
func plainGroup(large, frame []byte) (docs []map[string]string, err error) {
	d, err := zstd.NewReader(nil)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	raw, err := d.DecodeAll(frame, nil)
	number := func() int {
		v, n := binary.Uvarint(raw)
		raw = raw[n:]
		return int(v)
	}
	cut := func(from *[]byte, n int) string {
		b := string((*from)[:n])
		*from = (*from)[n:]
		return b
	}
	value := func() string {
		if n := number(); n > 256 {
			return cut(&large, n)
		} else {
			return cut(&raw, n)
		}
	}
	for len(raw) > 0 {
		doc := map[string]string{"_id": value()}
		for range number() {
			name := cut(&raw, number())
			cut(&raw, 1)
			doc[name] += value()
		}
		docs = append(docs, doc)
	}
	return docs, err
}

func forty(b []byte) uint64 {
	var wide [8]byte
	copy(wide[:], b[:5])
	return binary.LittleEndian.Uint64(wide[:])
}

// block reads the block at that offset of the field's blocks.
func (f *plainField) block(blocks []byte, at int, first uint64, named []uint32, code plainCode) {
	b := &plainBits{data: blocks[at:]}
	n := int(b.bits(7)) + 1
	long := at - int(b.gamma()-1)
	r := int(b.bits(6))
	terms := []uint64{first}
	for i := range n - 1 {
		terms = append(terms, terms[i]+(b.rice(r)+1)<<f.zeros)
	}
	for i := range n {
		df := int(b.gamma())
		var places []uint32
		if df < 64 {
			places = code.short(b, df)
		} else {
			size := int(b.gamma())
			places = plainLong(blocks[long:long+size], df, len(named))
			long += size
		}
		for _, p := range places {
			f.terms[terms[i]] = append(f.terms[terms[i]], named[p])
		}
	}
}

func plainLong(list []byte, df, n int) (docs []uint32) {
	if 8*df >= n {
		for d := range n {
			if list[d/8]>>(d%8)&1 == 1 {
				docs = append(docs, uint32(d))
			}
		}
		return docs
	}
	tabled := (df - 1) / 128 // blocks that have an entry
	coded := list[8*tabled:]
	lo, begin := int64(0), uint32(0)
	for i := range tabled {
		last, end := binary.LittleEndian.Uint32(list[8*i:]), binary.LittleEndian.Uint32(list[8*i+4:])
		docs = append(docs, (&plainBits{data: coded[begin:]}).list(127, lo, int64(last)-1)...)
		docs = append(docs, last)
		lo, begin = int64(last)+1, end
	}
	return append(docs, (&plainBits{data: coded[begin:]}).list(df-128*tabled, lo, int64(n)-1)...)
}

// plainTerm reads a term of 8 letters.
func plainTerm(text string) (v uint64) {
	for i := range len(text) {
		v = v<<5 | uint64(bytes.IndexByte([]byte("0123456789abcdefghijklmnopqrstuv"), text[i]))
	}
	return v
}

// The description suffices to read the files that scorch wrote with this package, both batches and
// merged segments. Terms occur in one document, in most, and in between.
func TestFile_MatchesFormatDocument(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 12))
	path := filepath.Join(t.TempDir(), "index")
	x := create(t, path, Config([]string{"structure", "exact"}, []string{"key"}))
	m, terms := model{}, pool(rng, 400)
	b := x.NewBatch()
	for i := range 3000 {
		r := randomRecord(rng, terms)
		switch {
		case i%3 == 0:
			delete(r.terms, "structure") // documents without fingerprints, of which numbers leave out
			delete(r.terms, "exact")
		case i%12 == 1: // a list with a table
			r.terms["exact"] = append(r.terms["exact"], "0000000v")
		case i == 2: // neighbours and one far away, whose gap is not in Rice's code
			r.terms["exact"] = append(r.terms["exact"], "003vvvvv")
			for n := range uint64(60) {
				r.terms["exact"] = append(r.terms["exact"], string(winnow.AppendTerm(nil, n<<24)))
			}
		}
		r.terms["exact"] = append(r.terms["exact"], pool(rng, i%3)...)
		id := fmt.Sprint("doc ", i)
		m[id] = r
		if err := b.Index(id, r.document()); err != nil {
			t.Fatal(err)
		}
		if i%1000 == 999 {
			if err := x.Batch(b); err != nil {
				t.Fatal(err)
			}
			b = x.NewBatch()
		}
	}
	for _, merged := range []bool{false, true} {
		if merged {
			mergeAll(t, x)
		}
		comparePlain(t, x, m)
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
}

// comparePlain compares the files of an index without deletions with the model.
func comparePlain(t *testing.T, x bleve.Index, m model) {
	t.Helper()
	r := latest(t, x)
	defer r.Close()
	got := map[string]map[uint64][]string{} // ids by field and term
	for _, s := range r.Segments() {
		file, ok := s.Segment().(*File)
		if !ok {
			t.Fatalf("a segment is %T", s.Segment())
		}
		raw, err := os.ReadFile(file.Path())
		if err != nil {
			t.Fatal(err)
		}
		zap, fields, values, err := plainFile(raw)
		if err != nil {
			t.Fatal(err)
		}
		if sum := crc32.ChecksumIEEE(zap[:len(zap)-4]); sum != binary.BigEndian.Uint32(zap[len(zap)-4:]) {
			t.Error("zap's part does not end where the footer says")
		}
		for _, doc := range values {
			if r := m[doc["_id"]]; doc["text"] != r.text {
				t.Errorf("%s: stored %q, not %q", doc["_id"], doc["text"], r.text)
			}
		}
		for name, f := range fields {
			if want := map[string]uint64{"structure": 0, "exact": 0, "key": 1, "_id": 1}[name]; f.kind != want {
				t.Errorf("field %s is of kind %d", name, f.kind)
			}
			if got[name] == nil {
				got[name] = map[uint64][]string{}
			}
			for term, docs := range f.terms {
				for _, d := range docs {
					got[name][term] = append(got[name][term], values[d]["_id"])
				}
			}
		}
	}
	for _, field := range []string{"structure", "exact", "key", "_id"} {
		samePlain(t, field, got[field], m.plain(field))
	}
}

// plain returns the ids that the documents of the model have by term.
func (m model) plain(field string) map[uint64][]string {
	all := map[uint64][]string{}
	for id, r := range m {
		if field == "_id" {
			term := xxhash.Sum64String(id) >> 24
			all[term] = append(all[term], id)
		}
		held := slices.Sorted(slices.Values(r.terms[field]))
		for _, text := range slices.Compact(held) {
			all[plainTerm(text)] = append(all[plainTerm(text)], id)
		}
	}
	return all
}

func samePlain(t *testing.T, field string, got, want map[uint64][]string) {
	t.Helper()
	tabled, bitmaps := 0, 0 // in a segment of 2,000 documents with fingerprints
	for _, term := range slices.Sorted(maps.Keys(want)) {
		slices.Sort(got[term])
		slices.Sort(want[term])
		if df := len(want[term]); df > 260 {
			bitmaps++
		} else if df > 128 && df < 240 {
			tabled++
		}
		if !slices.Equal(got[term], want[term]) {
			t.Fatalf("%s: term %x is in %v, not in %v", field, term, got[term], want[term])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d terms, not %d", field, len(got), len(want))
	}
	if field == "exact" && (tabled == 0 || bitmaps == 0) {
		t.Errorf("%d lists have a table, %d are bitmaps: the test shows too little", tabled, bitmaps)
	}
}

package disk

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/chaffinch-search/chaffinch/index"
)

// An index looks up documents by 40 bits of a hash of their ids, and occurrences by 40 bits of
// their content's id. Among some millions of documents, two have the same bits. So the whole ids
// must be compared.

// serial returns a program that differs for every number.
func serial(n int) string {
	return fmt.Sprintf("package p\n\nvar serial = %d\n\nfunc mean(values []float64) float64 {\n\tsum := 0.0\n"+
		"\tfor _, v := range values {\n\t\tsum += v\n\t}\n\treturn sum / float64(len(values))\n}\n", n)
}

// keyTwins are numbers of programs whose ids have the same first 40 bits. The hashes of the
// documents of idTwins have the same first 40 bits.
var (
	keyTwins = [][2]int{{864989, 3792849}, {856795, 2706775}}
	idTwins  = [][2]int{{2492382, 2803670}, {2043060, 4124132}}
)

func TestCollision_ContentKeys(t *testing.T) {
	for _, twins := range keyTwins {
		a, b := index.BlobID([]byte(serial(twins[0]))), index.BlobID([]byte(serial(twins[1])))
		if contentKey(a)>>24 != contentKey(b)>>24 || a == b {
			t.Fatalf("%s and %s: this tests nothing", a, b)
		}
		checkTwins(t, index.DefaultSettings(), serial(twins[0]), serial(twins[1]))
	}
}

func TestCollision_ContentHashes(t *testing.T) {
	for _, twins := range idTwins {
		a, b := index.BlobID([]byte(serial(twins[0]))), index.BlobID([]byte(serial(twins[1])))
		if hashOfDocument(contentPrefix+a) != hashOfDocument(contentPrefix+b) || a == b {
			t.Fatalf("%s and %s: this tests nothing", a, b)
		}
		checkTwins(t, index.DefaultSettings(), serial(twins[0]), serial(twins[1]))
	}
}

// hashOfDocument is the term of the field _id, as docs/format.md defines it.
func hashOfDocument(id string) uint64 { return xxhash.Sum64String(id) >> 24 }

// checkTwins indexes two contents with the same key or hash, each in two files, and removes one.
func checkTwins(t *testing.T, s index.Settings, one, other string) {
	t.Helper()
	texts := map[string]string{"one": one, "other": other}
	tr := newTree(t, map[string]string{"1.go": one, "2.go": other, "3.go": one, "4.go": other})
	for i := range 8 {
		tr.write(fmt.Sprintf("more%d.go", i), source(uint64(i))) // several segments
	}
	x := createIndex(t, s)
	source := index.Source{Root: tr.root, Collection: "c"}
	updated(t, x, source, index.UpdateOptions{})
	tell := func(what string, want map[string][]string) {
		t.Helper()
		s := snapshot(t, x)
		for name, paths := range want {
			id := index.BlobID([]byte(texts[name]))
			got := []string{}
			occurrences, err := s.Occurrences(id)
			must(t, err)
			for _, o := range occurrences {
				got = append(got, o.Path)
			}
			same(t, what+": occurrences of "+name, got, paths)
			if c, err := s.Content(id); (err == nil) != (len(paths) > 0) || err == nil && c.ID != id {
				t.Errorf("%s: content %s is %+v, %v", what, name, c, err)
			}
			if text, err := s.Source(id); err == nil && string(text) != texts[name] {
				t.Errorf("%s: the source of %s is %q", what, name, text)
			}
		}
		state(t, x)
	}
	tell("indexed", map[string][]string{"one": {"1.go", "3.go"}, "other": {"2.go", "4.go"}})
	tr.write("1.go", other)
	updated(t, x, source, index.UpdateOptions{})
	tell("one replaced", map[string][]string{"one": {"3.go"}, "other": {"1.go", "2.go", "4.go"}})
	tr.remove("3.go")
	updated(t, x, source, index.UpdateOptions{Prune: true})
	tell("one removed", map[string][]string{"one": {}, "other": {"1.go", "2.go", "4.go"}})
	if r, err := x.Check(t.Context(), index.CheckOptions{}); err != nil || len(r.Problems) > 0 {
		t.Errorf("the check says %+v, %v", r, err)
	}
}

// Two paths with the same hash keep their own records when one is read again or removed.
func TestCollision_OccurrenceHashes(t *testing.T) {
	if testing.Short() {
		t.Skip("it looks for twins among millions of names")
	}
	tr := newTree(t, nil)
	a, b := twinPaths(t, "c", tr.root)
	for i := range 8 {
		tr.write(fmt.Sprintf("more%d.go", i), source(uint64(i)))
	}
	s := index.DefaultSettings()
	tr.remove(b) // as the format before has left it
	x := createIndex(t, s)
	in := index.Source{Root: tr.root, Collection: "c"}
	texts := map[string]string{"one": serial(1), "two": serial(2), "three": serial(3)}
	expect := func(what string, want ...string) {
		t.Helper()
		got := slices.DeleteFunc(paths(t, x, texts), func(line string) bool { return strings.HasPrefix(line, "more") })
		slices.Sort(want)
		same(t, what, got, want)
		state(t, x)
	}
	tr.write(a, texts["one"])
	updated(t, x, in, index.UpdateOptions{})
	tr.write(b, texts["two"])
	updated(t, x, in, index.UpdateOptions{})
	expect("both", a+" one", b+" two")
	tr.write(a, texts["three"])
	updated(t, x, in, index.UpdateOptions{})
	expect("one changed", a+" three", b+" two")
	tr.remove(a)
	updated(t, x, in, index.UpdateOptions{Prune: true})
	expect("one gone", b+" two")
}

// twinPaths returns two paths with the same hash of 40 bits. Among four million there are eight
// pairs.
func twinPaths(t *testing.T, collection, root string) (a, b string) {
	t.Helper()
	const bits = 22
	name := func(i uint64) string { return fmt.Sprintf("f%d.go", i) }
	hashes := make([]uint64, 1<<bits)
	for i := range hashes {
		o := index.Occurrence{Collection: collection, Root: root, Path: name(uint64(i))}
		hashes[i] = hashOfDocument(occurrenceID(o))<<bits | uint64(i)
	}
	slices.Sort(hashes)
	for i := 1; i < len(hashes); i++ {
		if hashes[i]>>bits == hashes[i-1]>>bits {
			const number = 1<<bits - 1
			return name(hashes[i-1] & number), name(hashes[i] & number)
		}
	}
	t.Skip("no two of four million paths have one hash")
	return "", ""
}

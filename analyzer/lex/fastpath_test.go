package lex

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/internal/ringtest"
)

// withoutFastPath lexes src by scanner.next alone.
func withoutFastPath(l *Language, src []byte) []Token {
	p := *l.compiled()
	p.fast = false
	return newScanner(&p, src, 0, 0).document(nil)
}

func TestFastPath_EqualsNext(t *testing.T) {
	if testing.Short() {
		t.Skip("it lexes many texts in every language")
	}
	random := rand.New(rand.NewPCG(7, 8))
	var texts [][]byte
	for _, d := range sources(t) {
		texts = append(texts, d.src)
	}
	for range ringtest.Of(80, 300) {
		texts = append(texts, randomSource(random, random.IntN(300)))
	}
	for _, l := range Languages() {
		if l == Prose {
			continue
		}
		for _, src := range texts {
			cut := src[random.IntN(len(src)+1):]
			for _, src := range [][]byte{src, cut} {
				if got, want := l.Lex(nil, src), withoutFastPath(l, src); !slices.Equal(got, want) {
					t.Fatalf("%s: other tokens with the short cut than without, in\n%s", l, src)
				}
			}
		}
	}
}

func TestFastPath_EightBytesEqualOneByOne(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	var text [lookahead]byte
	isName := func(b byte) bool { return isWordByte(b) || b == '$' }
	for range 100_000 {
		for k := range text[:8] {
			text[k] = byte(random.IntN(256))
			if random.IntN(2) == 0 {
				text[k] = " \tazAZ09_$"[random.IntN(10)]
			}
		}
		blanks, name, zeros := 0, 0, 0
		for blanks < 8 && text[blanks] <= ' ' {
			blanks++
		}
		for name < 8 && isName(text[name]) {
			name++
		}
		for zeros < 8 && text[zeros] != 'a' {
			zeros++
		}
		if got := bytesBefore(noBlankIn(eight(&text, 0))); got != blanks {
			t.Fatalf("%q: %d blanks, want %d", text[:8], got, blanks)
		}
		if got := bytesBefore(noNameIn(eight(&text, 0), ones*'$')); got != name {
			t.Fatalf("%q: %d bytes of a name, want %d", text[:8], got, name)
		}
		if got := bytesBefore(zeroBytes(eight(&text, 0) ^ ones*'a')); got != zeros {
			t.Fatalf("%q: first a at %d, want %d", text[:8], got, zeros)
		}
	}
}

func TestNameAhead_IsXXHash(t *testing.T) {
	l, _ := Lookup("Go")
	p := l.compiled()
	for n := 1; n < longName; n++ {
		for blanks := range 8 {
			src := append(bytes.Repeat([]byte(" "), blanks), bytes.Repeat([]byte("aB9_z"), longName)[:n]...)
			var ahead [lookahead]byte
			copy(ahead[:], src)
			got, hash := p.nameAhead(&ahead, blanks)
			if got != n || hash != xxhash.Sum64(src[blanks:]) {
				t.Errorf("name of %d bytes behind %d blanks: length %d, hash %x", n, blanks, got, hash)
			}
		}
	}
}

func TestNextStop_IsFirstStop(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	for _, l := range Languages() {
		if l == Prose {
			continue
		}
		for k := range l.compiled().spans {
			sp := &l.compiled().spans[k]
			src := randomSource(random, 60)
			want := len(src)
			for i := len(src) - 1; i >= 0; i-- {
				if sp.stop[src[i]] {
					want = i
				}
				if got := sp.nextStop(src, i); got != want {
					t.Fatalf("%s, %s: stop behind %d at %d, want %d", l, sp.open, i, got, want)
				}
			}
		}
	}
}

func TestWordTable_FindsItsWordsOnly(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	for _, n := range []int{0, 1, 2, 30, 100, 1000} {
		words := make([]word, n)
		for i := range words {
			words[i] = word{hash: random.Uint64(), mark: markUsed | markKeyword}
		}
		table := newWordTable(words)
		for _, w := range words {
			if found := table.find(w.hash); found == nil || *found != w {
				t.Fatalf("of %d words one is not found", n)
			}
		}
		for range 1000 {
			if hash := random.Uint64(); table.find(hash) != nil || table.marks(hash) != 0 {
				t.Fatalf("among %d words one is found that is not there", n)
			}
		}
		if table.find(0) != nil {
			t.Fatalf("among %d words a free entry is found", n)
		}
	}
}

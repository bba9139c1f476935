package analyzer

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

func keyOf(t *testing.T, secret string) *Key {
	t.Helper()
	k, err := NewKey([]byte(strings.Repeat(secret, LeastKey)[:LeastKey]))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// A key changes no position, and maps equal hashes to equal ones, and different ones to different
// ones: of fingerprints, of all k-grams, and of documents of several parts. Another key maps them
// elsewhere.
func TestKey_MapsHashesOneToOne(t *testing.T) {
	plain, err := New(DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	one, two := plain.WithKey(keyOf(t, "one")), plain.WithKey(keyOf(t, "two"))
	r := rand.New(rand.NewPCG(1, 2))
	var code strings.Builder
	for range 500 {
		fmt.Fprintf(&code, "x%d = f(y%d) + %d\n", r.IntN(9), r.IntN(9), r.IntN(3))
	}
	for name, source := range map[string]string{"Python": code.String(), "Markdown": "Some words of text, and more of them.\n```python\n" + code.String() + "```\n"} {
		l, ok := lex.Lookup(name)
		if !ok {
			t.Fatal(name)
		}
		var all [3]Analysis
		to, same := map[uint64]uint64{}, 0
		for i, a := range []*Analyzer{plain, one, two} {
			a.Analyze(l, []byte(source), &all[i])
		}
		check := func(of string, p, k, other []winnow.Fingerprint) {
			if len(p) == 0 || len(p) != len(k) || len(p) != len(other) {
				t.Fatalf("%s %s: %d, %d and %d", name, of, len(p), len(k), len(other))
			}
			for i := range p {
				if p[i].Token != k[i].Token || p[i].Token != other[i].Token {
					t.Fatalf("%s %s: a key moves a fingerprint", name, of)
				}
				if had, ok := to[p[i].Hash]; ok && had != k[i].Hash {
					t.Fatalf("%s %s: %x is mapped to %x and %x", name, of, p[i].Hash, had, k[i].Hash)
				}
				if to[p[i].Hash] = k[i].Hash; k[i].Hash == p[i].Hash || k[i].Hash == other[i].Hash {
					same++
				}
			}
		}
		for rep := range Representation(Representations) {
			check(rep.String(), all[0].Fingerprints[rep], all[1].Fingerprints[rep], all[2].Fingerprints[rep])
			check(rep.String()+" k-grams", plain.AppendGrams(nil, &all[0], rep), one.AppendGrams(nil, &all[1], rep), two.AppendGrams(nil, &all[2], rep))
		}
		values := map[uint64]bool{}
		for _, v := range to {
			values[v] = true
		}
		if len(values) != len(to) || same > 0 {
			t.Errorf("%s: %d hashes are mapped to %d, %d are the same under two keys", name, len(to), len(values), same)
		}
	}
}

// The values are fixed, since indexes keep them.
func TestKey_KnownAnswers(t *testing.T) {
	k, err := NewKey(bytes.Repeat([]byte{7}, 32))
	if err != nil {
		t.Fatal(err)
	}
	prints := []winnow.Fingerprint{{Hash: 1}}
	k.encipher(prints, new(keyed))
	got := fmt.Sprintf("%s %s %016x", k.Check(), k.ContentID([]byte("package a\n")), prints[0].Hash)
	const want = "a2a75b843839d6c21c8a61934a20138a e9435a14c05375e073f7a048e5f36fdc9542c37e 3b2353623e4dbbe6"
	if got != want {
		t.Errorf("%s, not %s: indexes with a key have other values", got, want)
	}
	if !IsCheck(k.Check()) || IsCheck(k.Check()[1:]) || IsCheck(strings.ToUpper(k.Check())+"g") {
		t.Errorf("%s is no check value, or others are", k.Check())
	}
}

func TestNewKey_RefusesShortAndLongSecrets(t *testing.T) {
	for _, n := range []int{0, LeastKey - 1, MostKey + 1} {
		if _, err := NewKey(make([]byte, n)); err == nil {
			t.Errorf("a secret of %d bytes is a key", n)
		}
	}
	for _, n := range []int{LeastKey, MostKey} {
		if _, err := NewKey(make([]byte, n)); err != nil {
			t.Errorf("a secret of %d bytes: %v", n, err)
		}
	}
}

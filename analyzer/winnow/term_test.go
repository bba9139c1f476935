package winnow

import (
	"bytes"
	"cmp"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestTerm_KnownAnswers(t *testing.T) {
	for hash, want := range map[uint64]string{
		0:                  "00000000",
		0xffffff:           "00000000", // the lower 24 bits are not in it
		0x1000000:          "00000001",
		0xffffffffffffffff: "vvvvvvvv",
		0x0123456789abcdef: "04hkaps9",
	} {
		if got := string(AppendTerm(nil, hash)); got != want {
			t.Errorf("term of %#x is %s, want %s", hash, got, want)
		}
	}
}

func TestTerm_IsReadBack(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		h := random.Uint64() << random.IntN(64)
		term := AppendTerm([]byte("before"), h)
		if !bytes.HasPrefix(term, []byte("before")) || len(term) != len("before")+TermSize {
			t.Fatalf("appending the term of %#x gives %q", h, term)
		}
		got, err := ParseTerm(term[len("before"):])
		if err != nil || got != h>>24<<24 {
			t.Fatalf("term %q of %#x is read as %#x, %v", term, h, got, err)
		}
	}
}

func TestTerm_SortsAsHash(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 10_000 {
		a := random.Uint64()
		b := a ^ 1<<random.IntN(64) // so that every bit decides now and then
		want := cmp.Compare(a>>24, b>>24)
		if got := bytes.Compare(AppendTerm(nil, a), AppendTerm(nil, b)); got != want {
			t.Fatalf("terms of %#x and %#x compare as %d, want %d", a, b, got, want)
		}
	}
}

func TestParseTerm_Errors(t *testing.T) {
	for term, want := range map[string]string{
		"":             "has 0 bytes, not 8",
		"AAAAAAA":      "has 7 bytes, not 8",
		"AAAAAAAAA":    "has 9 bytes, not 8",
		"aaaa aaa":     "' '",
		"aaaaaaa\x00":  `'\x00'`,
		"AAAAAA\u00e9": "no term has",
	} {
		if _, err := ParseTerm([]byte(term)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("term %q: error %v, want one with %q", term, err, want)
		}
	}
}

func FuzzParseTerm(f *testing.F) {
	for _, seed := range []string{"", "00000000", "vvvvvvvv", "04hkaps9", "aaaaaaa", "aaaaaaa=", "\xff\xff\xff\xff\xff\xff\xff\xff"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, term []byte) {
		hash, err := ParseTerm(term)
		if err != nil {
			if hash != 0 {
				t.Errorf("%q is refused and gives %#x", term, hash)
			}
			return
		}
		if hash&0xffffff != 0 {
			t.Errorf("%q gives %#x: lower bits from nowhere", term, hash)
		}
		if again := AppendTerm(nil, hash); !bytes.Equal(again, term) {
			t.Errorf("%q gives %#x, whose term is %q", term, hash, again)
		}
	})
}

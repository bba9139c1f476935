package evidence

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

func TestLexed_KeepsWhatComesAgain(t *testing.T) {
	c, _ := lex.Lookup("C")
	golang, _ := lex.Lookup("Go")
	tokens := func(n int) []lex.Token { return slices.Repeat([]lex.Token{{Hash: uint64(n)}}, n) }
	k := newLexed(1000)
	given := tokens(100)
	k.add(lexedKey{"a", c}, given)
	if k.get(lexedKey{"a", c}) != nil {
		t.Error("it is kept at once")
	}
	k.add(lexedKey{"a", c}, given)
	given[0].Hash = 0 // the memory of the caller is used again
	if got := k.get(lexedKey{"a", c}); !slices.Equal(got, tokens(100)) {
		t.Error(got)
	}
	if k.get(lexedKey{"a", golang}) != nil {
		t.Error("another language has other tokens")
	}
	for i := range 12 {
		for range 3 {
			k.add(lexedKey{fmt.Sprint(i), c}, tokens(100))
		}
		k.get(lexedKey{"a", c})
	}
	if k.get(lexedKey{"a", c}) == nil || k.get(lexedKey{"0", c}) != nil || k.used > 1000 || len(k.by) != k.order.Len() || len(k.by) != 10 {
		t.Error("what was used last is not kept:", k.used, len(k.by))
	}
	for range 2 {
		k.add(lexedKey{"large", c}, tokens(126)) // it would push out many others
	}
	if k.get(lexedKey{"large", c}) != nil {
		t.Error("a large one is kept")
	}
	var none *lexed
	none.add(lexedKey{"a", c}, given)
	if none.get(lexedKey{"a", c}) != nil {
		t.Error("nothing keeps something")
	}
}

func TestLexed_BoundsWhatItRemembers(t *testing.T) {
	k := newLexed(100)
	var work sync.WaitGroup
	for w := range 4 {
		work.Go(func() {
			for i := range mostSeen {
				key := lexedKey{content: fmt.Sprint(w, i)}
				k.add(key, make([]lex.Token, 10))
				if i%3 == 0 {
					k.add(key, make([]lex.Token, 10))
				}
				k.get(key)
			}
		})
	}
	work.Wait()
	if len(k.seen) > mostSeen || k.used > 100 || len(k.by) != 10 {
		t.Error(len(k.seen), k.used, len(k.by))
	}
}

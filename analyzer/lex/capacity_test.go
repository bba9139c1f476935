package lex

import (
	"bytes"
	"testing"
)

// TestCapFor_InProportion bounds the memory allocated for the tokens of a source, relative to their
// size, however they are spread.
func TestCapFor_InProportion(t *testing.T) {
	const size = 1 << 24
	for _, c := range []struct {
		name   string
		tokens func(at int) int // up to a place
		most   float64          // rooms made in all, as a multiple of the tokens
	}{
		{"even", func(at int) int { return at / 3 }, 1.5},
		{"a token a byte", func(at int) int { return at }, 1.5},
		{"few", func(at int) int { return at / 100 }, 1.5},
		{"denser and denser", func(at int) int { return int(float64(at) * float64(at) / size) }, 8},
		{"sparser and sparser", func(at int) int { return size - int(float64(size-at)*float64(size-at)/size) }, 8},
		{"dense at first", func(at int) int { return min(at, size/64) }, 2 * capFactor},
		{"dense in the end", func(at int) int { return max(0, at-63*(size/64)) + at/1000 }, 5},
	} {
		room := firstCap
		sum, at := room, 0
		for steps := 0; at < size; at++ {
			made := c.tokens(at)
			if made < room {
				continue
			}
			next := capFor(made, made, at, size-at)
			if steps++; next < made+made/4 || next > made*capFactor || steps > 50 {
				t.Fatalf("%s: room for %d in place of %d at %d", c.name, next, room, at)
			}
			room = next
			sum += room
		}
		if ratio := float64(sum) / float64(c.tokens(size)); ratio > c.most {
			t.Errorf("%s: room for %.2f times as many tokens as there are, want %.2f at most", c.name, ratio, c.most)
		}
	}
}

// TestLex_CapacityOfLongSources: the slice of a long source has little unused capacity, in code,
// prose and markup.
func TestLex_CapacityOfLongSources(t *testing.T) {
	for name, piece := range map[string]string{
		"Go": "x := f(y, 1); ", "Text": "we go a bit on and ", "HTML": "<b class=x>we go on</b> <i>and</i> on ", "PHP": "<?= f($x, 1) ?> <b>on</b> ",
	} {
		src := bytes.Repeat([]byte(piece), 1<<22/len(piece))
		tokens := mustLookup(t, name).Lex(nil, src)
		if len(tokens) < firstCap || cap(tokens) > len(tokens)*4/3 {
			t.Errorf("%s: room for %d of %d tokens", name, cap(tokens), len(tokens))
		}
	}
}

package scan

import (
	"cmp"
	"encoding/binary"
	"iter"
	"math/bits"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"
	"golang.org/x/text/unicode/norm"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// A key identifies the material of a match: the texts of the matched tokens on both sides. Names of
// files, lines, layout, comments and all outside of the match do not count. But the code next to a
// copy may agree by chance with the code next to its origin, and then the match is a few tokens
// longer, and a hash of the whole would change. So a key is a sample of the hashes of all runs of
// eight tokens. It shows how much of a match another key has.
//
// The sample has the hashes that end in a number of zero bits, the level of the key: the lowest
// level with at most 32 of them (Wegman's adaptive sampling; Flajolet, "On adaptive sampling",
// 1990, section 2). At the higher level of two keys, both have
// the hashes of all common runs.
const (
	keyRun     = 8 // tokens
	mostHashes = 32
	hashDigits = 8
	mostLevel  = 31
)

// key is a parsed key: its hashes are ascending and distinct.
type key struct {
	level  int
	hashes []uint32
}

// keyOf returns the key of a match.
func keyOf(m align.Match, question, document *align.Document) string {
	var tokens []uint64
	for _, t := range m.Tiles {
		for i := range t.Length {
			tokens = append(tokens, pairHash(question.Text(t.A+i), document.Text(t.B+i)))
		}
	}
	return keyOfTokens(tokens)
}

// keyOfText returns the key of a text that both sides have.
func keyOfText(l *lex.Language, text []byte) string { return keyOfTokens(tokensOf(l, text)) }

// tokensOf returns the hashes of the tokens of a text that both sides have.
func tokensOf(l *lex.Language, text []byte) []uint64 {
	var n analyzer.Analysis
	n.Lex(l, text)
	d := align.NewDocument(l, text, n.Tokens)
	d.WithTexts(n.Texts)
	tokens := make([]uint64, d.Len())
	for i := range tokens {
		tokens[i] = pairHash(d.Text(i), d.Text(i))
	}
	return tokens
}

// pairHash returns the hash of two matched tokens, which is the same in any normal form.
func pairHash(a, b string) uint64 {
	var buffer [128]byte
	pair := append(append(append(buffer[:0], a...), 0), b...)
	for _, c := range pair {
		if c >= utf8.RuneSelf {
			return xxhash.Sum64(norm.NFC.Bytes(slices.Clone(pair)))
		}
	}
	return xxhash.Sum64(pair)
}

func keyOfTokens(tokens []uint64) string {
	all := runsOf(tokens)
	k := sampled(all, bits.Len(uint(len(all)/(8*mostHashes)))) // most of a long text's runs are not sorted
	if len(k.hashes) <= mostHashes {
		k = sampled(all, 0)
	}
	for len(k.hashes) > mostHashes && k.level < mostLevel {
		k = k.at(k.level + 1)
	}
	return k.String()
}

// sampled returns the key of hashes at a level.
func sampled(hashes []uint32, level int) key {
	k := key{hashes: hashes}.at(level)
	slices.Sort(k.hashes)
	k.hashes = slices.Compact(k.hashes)
	return k
}

// runsOf returns the hashes of all runs.
func runsOf(tokens []uint64) (hashes []uint32) {
	var run [keyRun * 8]byte
	for i := range max(1, len(tokens)-keyRun+1) {
		clear(run[:])
		for j, t := range tokens[i:min(len(tokens), i+keyRun)] {
			binary.LittleEndian.PutUint64(run[8*j:], t)
		}
		hashes = append(hashes, uint32(xxhash.Sum64(run[:])>>32))
	}
	return hashes
}

// at returns the key at a level that is not lower.
func (k key) at(level int) key {
	return key{level, slices.DeleteFunc(slices.Clone(k.hashes), func(h uint32) bool { return h&(1<<level-1) != 0 })}
}

// String returns the level, a hyphen, and the hashes.
func (k key) String() string {
	text := strconv.Itoa(k.level) + "-"
	for _, h := range k.hashes {
		digits := strconv.FormatUint(uint64(h), 16)
		text += "00000000"[len(digits):] + digits
	}
	return text
}

// parseKey is the inverse of [key.String].
func parseKey(text string) (k key, ok bool) {
	var digits string
	for i := range text {
		if text[i] == '-' {
			level, err := strconv.Atoi(text[:i])
			if err != nil || level < 0 || level > mostLevel || text[:i] != strconv.Itoa(level) {
				return key{}, false
			}
			k.level, digits = level, text[i+1:]
			break
		}
	}
	if digits == "" || len(digits)%hashDigits != 0 || len(digits) > mostHashes*hashDigits {
		return key{}, false
	}
	for ; digits != ""; digits = digits[hashDigits:] {
		h, err := strconv.ParseUint(digits[:hashDigits], 16, 32)
		if err != nil {
			return key{}, false
		}
		k.hashes = append(k.hashes, uint32(h))
	}
	return k, slices.IsSorted(k.hashes) && k.String() == text
}

// keySet maps the keys of earlier findings to values.
type keySet[V any] struct {
	of []keyed[V]       // the distinct keys
	by map[string]int   // by their text
	at map[uint32][]int // by hash: those that have it
}

type keyed[V any] struct {
	key    key
	values []V
}

func (s *keySet[V]) add(text string, value V) {
	if i, ok := s.by[text]; ok {
		s.of[i].values = append(s.of[i].values, value)
		return
	}
	k, ok := parseKey(text)
	if !ok {
		return
	}
	if s.at == nil {
		s.by, s.at = map[string]int{}, map[uint32][]int{}
	}
	s.by[text] = len(s.of)
	for _, h := range k.hashes {
		s.at[h] = append(s.at[h], len(s.of))
	}
	s.of = append(s.of, keyed[V]{k, []V{value}})
}

// find returns the value of a match by its key. If there is none, it takes the key that has most of
// its runs, if these are enough. Of several values of a key it is the first.
func (s *keySet[V]) find(text string) (value V, ok bool) {
	if i, same := s.by[text]; same {
		return s.of[i].values[0], true
	}
	best := 0.0
	for k, other := range s.near(text) {
		if share := k.shareIn(other.key); share >= threshold.SameMatch && share > best {
			best, value, ok = share, other.values[0], true
		}
	}
	return value, ok
}

// sharing yields the values of the keys that share a hash with text. It yields nothing if text is
// not a key.
func (s *keySet[V]) sharing(text string) iter.Seq[V] {
	return func(yield func(V) bool) {
		for _, other := range s.near(text) {
			for _, v := range other.values {
				if !yield(v) {
					return
				}
			}
		}
	}
}

// near yields the keys that have a hash of a key, which it also yields.
func (s *keySet[V]) near(text string) iter.Seq2[key, keyed[V]] {
	return func(yield func(key, keyed[V]) bool) {
		k, ok := parseKey(text)
		if !ok {
			return
		}
		seen := map[int]bool{}
		for _, h := range k.hashes {
			for _, i := range s.at[h] {
				if !seen[i] && !yield(k, s.of[i]) {
					return
				}
				seen[i] = true
			}
		}
	}
}

// A key of a long copy has no more hashes than a short copy's. Most are of other parts. A sample of
// fewer than fewHashes proves nothing; one of fewer than someHashes only shows that at least seven
// eighths are the same.
const fewHashes, someHashes = 5, 16

// shareIn estimates the share of the runs of k that are also in another key. It is 0 if the sample
// is too small.
func (k key) shareIn(other key) float64 {
	level := max(k.level, other.level)
	x, y := k.at(level), other.at(level)
	same := 0
	for _, h := range x.hashes {
		if _, ok := slices.BinarySearchFunc(y.hashes, h, cmp.Compare[uint32]); ok {
			same++
		}
	}
	n := len(x.hashes)
	if level > k.level && (n < fewHashes || n < someHashes && n-same > n/8) {
		return 0
	}
	return float64(same) / float64(max(1, n))
}

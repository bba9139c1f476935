package analyzer

import "slices"

// ModMinimizer selects fewer k-grams than winnowing does under the same guarantee, by not asking
// which k-gram of a window is smallest but where its smallest m-gram lies, for a shorter m (Groot
// Koerkamp and Pibiri, "The mod-minimizer: a simple and efficient sampling algorithm for long
// k-mers", WABI 2024; the papers call m t).
//
// A window of w k-grams spans w+k-1 tokens, which hold w+k-m m-grams, at the places 0 to w+k-m-1.
// If the smallest is at x, the k-gram at x mod w is selected. m is chosen so that k-m is a multiple
// of w, and so w+k-m one, too. Then, as the window slides on and the m-gram stays the smallest,
// x falls by one at each step, and x mod w goes on to mean the same k-gram, until it jumps by w at
// once: the choices lie as far apart as the guarantee allows, where winnowing's are uniform. With
// j = (k-m)/w the density is (j+2)/(w(j+1)+1) on random input: 3/(2w+1) for j=1,
// where winnowing has 2/(w+1). For k below w+2 there is no such m but k: the choice is winnowing's.
//
// The guarantee is that of winnowing and for the same reason: the place x depends on nothing
// outside of the window, so the value of the k-gram selected there is the same in two documents that
// share the window. That includes ties. Of several smallest m-grams the rightmost counts, which is
// a matter of the window alone, too. What must not be done is to stay with the m-gram that the
// window before took: another one of equal value leads to a k-gram of another value. So what is
// remembered is the k-gram: where the one selected last lies in the window and equals the one that
// the window calls for, it stands for it. That is what robust winnowing does, and on a run of one
// repeated token keeps one k-gram in W here, too.
//
// Windows whose smallest m-gram is not unique could be left to robust winnowing instead. That was
// tried: m-grams are short, most windows of code repeat one, and as each change between the two
// rules costs a k-gram, more k-grams are kept than without mod-minimizers (docs/benchmarks.md).
type ModMinimizer struct {
	K int // tokens in a k-gram, at least 1
	W int // window, in k-grams, at least 1
}

// ModMinimizer looks inside of its k-grams.
var _ InnerSelection = ModMinimizer{}

// Window returns W.
func (s ModMinimizer) Window() int { return s.W }

// Inner implements [InnerSelection]. It returns m.
func (s ModMinimizer) Inner() int { return modLength(s.K, s.W) }

// Select implements [InnerSelection]. hashes is only read. A document of fewer than W k-grams is
// one window.
func (s ModMinimizer) Select(dst []int, hashes []uint64) []int {
	return modSample(dst, hashes, s.K-s.Inner(), s.W)
}

// leastMod is how short an m-gram may be: the shorter, the larger is j, but one token says too
// little. With 3, a k of 10 would get nothing out of a window of 8.
const leastMod = 2

// modLength returns m for mod-minimizers: the smallest number from leastMod on, or k, from which k
// differs by a multiple of w.
func modLength(k, w int) int {
	if k < leastMod {
		return k
	}
	return leastMod + (k-leastMod)%w
}

// modSample appends the positions of the k-grams that lie, in their windows of w, where the
// smallest of the keys lies modulo w, the rightmost of several. keys has one for every m-gram, and
// span is k-m, a multiple of w.
//
// Where m is k, every window calls for its smallest key, the one selected last stands for its equals,
// and that is robust winnowing.
func modSample(dst []int, keys []uint64, span, w int) []int {
	n := len(keys) - span // k-grams
	if n <= 0 {
		return dst
	}
	if span == 0 {
		return winnow(dst, keys, w, false)
	}
	w = min(w, n)
	dst = append(dst, rightmostMinimum(keys[:w+span])%w)
	at := dst[len(dst)-1]
	if span == stride && w == stride {
		dst, at = modLeap(dst, keys)
	}
	return modSlide(dst, keys, span, w, at)
}

// modSlide goes on one window at a time behind that whose last k-gram is at, or, if there is none, behind
// the first. at is what that window calls for, for which the last selection stands.
//
// Both x, the place of the smallest key, and at, that of the k-gram, never fall as the window slides
// on: x only gives way to the newest key, and then at is the last of the window, or to one behind it.
// So what is appended rises. As in winnow, the keys are searched anew when x leaves the window.
func modSlide(dst []int, keys []uint64, span, w, at int) []int {
	n := len(keys) - span
	last := dst[len(dst)-1]
	x := at
	for y := at + w; y <= at+span; y += w {
		if keys[y] <= keys[x] {
			x = y
		}
	}
	for i := max(1, at-w+2); i+w <= n; i++ {
		switch newest := i + w + span - 1; {
		case keys[newest] <= keys[x]:
			x, at = newest, i+w-1
		case x < i:
			x = i + rightmostMinimum(keys[i:newest+1])
			at = i + (x-i)%w
		case at < i:
			at += w
		case last >= i:
			continue
		}
		if last >= i && sameGram(keys, last, at, span) {
			continue
		}
		last = at
		dst = append(dst, at)
	}
	return dst
}

// sameGram reports whether the k-grams at a and b are equal: all of the span+1 m-grams in them are.
func sameGram(keys []uint64, a, b, span int) bool {
	return a == b || slices.Equal(keys[a:a+span+1], keys[b:b+span+1])
}

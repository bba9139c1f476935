package chaffinch

import "maps"

// fingerprintDigits is the length of a fingerprint in [Clone.Content].
const fingerprintDigits = 8

// Mark marks the clones of a result that the baseline lacks. Its name becomes [CloneResult.Baseline].
//
// A fingerprint of a clone is known as many times as the earlier result has it. A clone is known if
// at least half of its fingerprints are, and if the others stand for fewer than MinTokens tokens: a
// known clone that grows by as much as a clone has is new. So an edit that shortens or splits a known
// clone makes nothing new, but another copy of it does. Of several clones with the same content, those
// whose copies are in a file of the earlier result are known first.
func (earlier *CloneBaseline) Mark(r *CloneResult, name string) {
	r.Baseline, r.NewClones = name, 0
	known := maps.Clone(earlier.prints)
	for _, sameFiles := range []bool{true, false} {
		for i := range r.Clones {
			c := &r.Clones[i]
			if _, same := earlier.files[c.paths()]; same != sameFiles {
				continue
			}
			c.NewTokens = c.take(known)
			if c.New = c.NewTokens >= r.MinTokens; c.New {
				r.NewClones++
			}
		}
	}
}

// paths are hashes of the files of both places.
func (c *Clone) paths() [2]uint32 {
	return [2]uint32{uint32(hashOf(c.Original.Path)), uint32(hashOf(c.Copy.Path))}
}

func (c *Clone) eachPrint(f func(print string)) {
	for at := 0; at+fingerprintDigits <= len(c.Content); at += fingerprintDigits {
		f(c.Content[at : at+fingerprintDigits])
	}
}

// take takes the fingerprints of the clone from the known ones, and returns how many tokens are new:
// all if less than half is known.
func (c *Clone) take(known map[string]int) int {
	all, found := 0, 0
	c.eachPrint(func(print string) {
		all++
		if known[print] > 0 {
			known[print]--
			found++
		}
	})
	if 2*found < all {
		return c.Tokens
	}
	return c.Tokens * (all - found) / max(1, all)
}

// Compared reports whether the baseline has compared the file of a place, with this content.
func (b *CloneBaseline) Compared(p ClonePlace) bool { return b.compared[p.hash()] }

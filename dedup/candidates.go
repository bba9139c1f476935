package dedup

import (
	"cmp"
	"math"
	"slices"
)

// kept finds the kept documents that may be similar to another one. Numbers of their sets are its
// keys: for the Jaccard similarity the smallest ones of each set, for containment an eighth of
// all, as a document may be a part of a much larger one.
//
// Of the smallest numbers of two sets together, each is in both with the probability of their
// similarity (A. Broder, 1997, section 3). So similar documents share so many keys, but once in a
// million times. A passage that many documents have, such as the text of a licence, makes few keys.
type kept struct {
	measure   string
	threshold float64
	keys      int              // of a document, with Jaccard
	first     map[uint32]int32 // by key: the number of an entry, plus 1
	entries   []keyed
	shared    []uint16 // by document: the keys in common; scratch
}

// keyed is an entry in the list of a key.
type keyed struct {
	doc  int32
	next int32 // the entry before with the same key, plus 1
	with int32 // how many documents have the key so far
}

const (
	// missed is the probability that two documents at the threshold share too few keys.
	missed = 1e-6
	// leastKeys and mostKeys bound the keys of a document. Documents at the threshold should share
	// enoughShared keys or more.
	leastKeys, mostKeys, enoughShared = 32, 64, 4
	// everyKey is the share of the numbers that are keys, with containment: one in everyKey.
	everyKey = 8
	// commonKey is how many documents may have a key. Commoner keys are left out if the others
	// suffice.
	commonKey = 512
	// mostEntries bounds the documents that are looked at for a key.
	mostEntries = 1 << 14
)

func newKept(measure string, threshold float64, documents int) *kept {
	k := &kept{
		measure: measure, threshold: threshold, keys: leastKeys, first: map[uint32]int32{}, shared: make([]uint16, documents),
	}
	for k.keys < mostKeys && leastShared(k.keys, threshold) < enoughShared {
		k.keys++
	}
	return k
}

// leastShared returns how many of n keys documents at the threshold share, but for missed.
func leastShared(n int, threshold float64) int {
	const exact = 64
	if threshold <= 0 || n == 0 {
		return 0
	}
	if threshold >= 1 {
		return n
	}
	if n > exact {
		mean := float64(n) * threshold
		return max(1, int(mean-5*math.Sqrt(mean*(1-threshold)))) // 5 deviations: once in three million times
	}
	sum, term := 0.0, math.Pow(1-threshold, float64(n)) // of the binomial distribution
	for i := range n {
		if sum += term; sum > missed {
			return i
		}
		term *= float64(n-i) / float64(i+1) * threshold / (1 - threshold)
	}
	return n
}

// keysOf returns the keys of a set.
func (k *kept) keysOf(set []uint32) []uint32 {
	if k.measure == Jaccard {
		return set[:min(k.keys, len(set))]
	}
	var keys []uint32
	for _, n := range set {
		if n%everyKey == 0 {
			keys = append(keys, n)
		}
	}
	return keys
}

// add adds a document that is kept.
func (k *kept) add(doc int32, keys []uint32) {
	for _, key := range keys {
		before := k.first[key]
		with := int32(1)
		if before > 0 {
			with += k.entries[before-1].with
		}
		k.entries = append(k.entries, keyed{doc, before, with})
		k.first[key] = int32(len(k.entries))
	}
}

// like returns the kept documents that share enough of the keys, those with the most first.
func (k *kept) like(keys []uint32) (docs []int32) {
	heads := make([]int32, 0, len(keys))
	common := 0
	for _, key := range keys {
		head := k.first[key]
		heads = append(heads, head)
		if head > 0 && k.entries[head-1].with > commonKey {
			common++
		}
	}
	n, threshold := len(keys), k.threshold
	rest := (threshold*float64(n) - float64(common)) / float64(n-common) // of the keys that are not common
	without := common > 0 && common < n && leastShared(n-common, rest) >= enoughShared/2
	if without {
		n, threshold = n-common, rest
	}
	least := max(1, leastShared(n, threshold))
	for _, head := range heads {
		if head == 0 || without && k.entries[head-1].with > commonKey {
			continue
		}
		for entry, walked := head, 0; entry > 0 && walked < mostEntries; walked++ {
			doc := k.entries[entry-1].doc
			if k.shared[doc]++; k.shared[doc] == 1 {
				docs = append(docs, doc)
			}
			entry = k.entries[entry-1].next
		}
	}
	counts := map[int32]uint16{}
	docs = slices.DeleteFunc(docs, func(doc int32) bool {
		n := k.shared[doc]
		k.shared[doc] = 0
		if int(n) >= least {
			counts[doc] = n
		}
		return int(n) < least
	})
	slices.SortFunc(docs, func(a, b int32) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	return docs
}

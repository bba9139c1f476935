package license

import (
	"slices"
	"sync"
)

// phrases.bin tells which templates a text may have. For each template it lists a few phrases that
// every text of it has. They are the ones that the fewest other templates have, each from another
// place. A text is compared with a template if it has enough phrases of that template.

const (
	phraseWords = 4 // words of a phrase
	mostPhrases = 8 // phrases of a template
	entrySize   = 6 // bytes in phraseData: the hash of a phrase, and the number of its template
	firstBits   = 12
	filterBits  = 16
)

// phrase returns an entry of phraseData.
func phrase(i int) (hash uint32, template int) {
	e := phraseData[i*entrySize:][:entrySize]
	return uint32(e[0]) | uint32(e[1])<<8 | uint32(e[2])<<16 | uint32(e[3])<<24, int(e[4]) | int(e[5])<<8
}

// eachPhrase calls f with each run of phraseWords words: its hash and first word's number. Numbers
// of items are no words.
func eachPhrase(words []word, f func(hash uint32, at int)) {
	var last [phraseWords]uint32
	n := 0
	for i, w := range words {
		if w.bullet {
			continue
		}
		last[n%phraseWords] = w.hash
		if n++; n >= phraseWords {
			f(joined(last, n), i)
		}
	}
}

func joined(last [phraseWords]uint32, n int) uint32 {
	hash := uint32(hashBegin)
	for k := range phraseWords {
		hash = (hash ^ last[(n+k)%phraseWords]) * hashFactor
		hash ^= hash >> 15
	}
	return hash
}

// phraseBegin has, by the first bits of a hash, where its entries begin.
var phraseBegin = sync.OnceValue(func() *[1<<firstBits + 1]uint16 {
	begin := new([1<<firstBits + 1]uint16)
	for i := range len(phraseData) / entrySize {
		hash, _ := phrase(i)
		begin[hash>>(32-firstBits)+1]++
	}
	for i := range len(begin) - 1 {
		begin[i+1] += begin[i]
	}
	return begin
})

// candidate is a template that a text may have, and where its phrases end. They are words in order.
type candidate struct {
	template int
	at       []int
}

// phraseFilter has a bit for the last bits of the hash of each phrase.
var phraseFilter = sync.OnceValue(func() *[1 << filterBits / 64]uint64 {
	filter := new([1 << filterBits / 64]uint64)
	for i := range len(phraseData) / entrySize {
		hash, _ := phrase(i)
		filter[hash>>6%uint32(len(filter))] |= 1 << (hash & 63)
	}
	return filter
})

// hit is a word where a phrase of a template ends. It has the number of the template, of the word,
// and of the phrase's entry, from the highest bits on.
type hit uint64

const wordShift, templateShift = 16, 48

func (h hit) template() int { return int(h >> templateShift) }
func (h hit) word() int     { return int(h << (64 - templateShift) >> (64 - templateShift + wordShift)) }
func (h hit) entry() uint16 { return uint16(h) }

// candidates returns the templates that a text may have, in their order.
func candidates(words []word) (all []candidate) {
	begin, filter := phraseBegin(), phraseFilter()
	var hits []hit
	eachPhrase(words, func(hash uint32, word int) {
		if filter[hash>>6%uint32(len(filter))]>>(hash&63)&1 == 0 {
			return
		}
		first := hash >> (32 - firstBits)
		for e := int(begin[first]); e < int(begin[first+1]); e++ {
			if h, t := phrase(e); h == hash {
				hits = append(hits, hit(t)<<templateShift|hit(word)<<wordShift|hit(e))
			}
		}
	})
	slices.Sort(hits)
	for len(hits) > 0 {
		n := 1
		for n < len(hits) && hits[n].template() == hits[0].template() {
			n++
		}
		if c, ok := newCandidate(hits[:n]); ok {
			all = append(all, c)
		}
		hits = hits[n:]
	}
	return all
}

// newCandidate returns the template of hits. ok is false if the text has less than half of its
// phrases.
func newCandidate(hits []hit) (c candidate, ok bool) {
	var different [mostPhrases]uint16
	n := 0
	for _, h := range hits {
		if !slices.Contains(different[:n], h.entry()) {
			different[n] = h.entry()
			n++
		}
	}
	c.template = hits[0].template()
	if 2*n < spdxList().templates[c.template].phrases {
		return c, false
	}
	c.at = make([]int, len(hits))
	for i, h := range hits {
		c.at[i] = h.word()
	}
	return c, true
}

// find returns where a text has the template.
func (c candidate) find(text []byte, words []word) (found []span) {
	p := spdxList().templates[c.template].program()
	reach := len(p.code) + len(p.code)/4 + mostInLongHole
	for i := 0; i < len(c.at); {
		from, to := max(0, c.at[i]-reach), c.at[i]+reach
		for i++; i < len(c.at) && c.at[i]-reach <= to; i++ {
			to = c.at[i] + reach
		}
		for _, s := range p.find(text, words[from:min(to, len(words))]) {
			found = append(found, span{s.from + from, s.to + from, s.cost, s.taken})
		}
	}
	return found
}

// phrasesOf returns the phrases in every text of a template, in order.
func phrasesOf(p *program) (all []uint32) {
	var last [phraseWords]uint32
	n := 0
	targets := map[int32]bool{}
	for _, in := range p.code {
		if in.op == opSplit || in.op == opJump {
			targets[in.a], targets[in.b] = true, true
		}
	}
	until := int32(0) // the end of the alternatives that the code is in
	for at, in := range p.code {
		switch {
		case in.op == opSplit:
			n = 0
			until = max(until, in.a, in.b)
		case in.op == opJump:
			n = 0
			until = max(until, in.a)
		case in.op == opHole:
			n = 0
		case int32(at) < until:
			n = 0
		case in.op == opWord:
			last[n%phraseWords] = in.hash
			if n++; n >= phraseWords {
				all = append(all, joined(last, n))
			}
		}
	}
	return all
}

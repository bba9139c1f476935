package analyzer

// word is an entry of a wordTable. The zero entry is free.
type word struct {
	hash  uint64
	mark  wordMark
	spans segment // in program.wordSpans
}

type wordMark uint8

const (
	markUsed    wordMark = 1 << iota // the entry is not free
	markKeyword                      // is a keyword
	markValue                        // is a keyword and a value
	markSpan                         // opens spans
)

// wordTable finds words by their hash: open addressing, at most a quarter full.
// A 64-bit collision of a name with a keyword is taken for the keyword.
type wordTable []word

// find returns the entry for a hash, or nil.
func (t wordTable) find(hash uint64) *word {
	mask := uint64(len(t) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		w := &t[i&uint64(len(t)-1)]
		if w.hash == hash {
			if w.mark == 0 {
				return nil
			}
			return w
		}
		if w.mark == 0 {
			return nil
		}
	}
}

// entry returns the entry for a hash, a free one if it is not there yet.
func (t wordTable) entry(hash uint64) *word {
	mask := uint64(len(t) - 1)
	i := hash & mask
	for t[i].mark != 0 && t[i].hash != hash {
		i = (i + 1) & mask
	}
	t[i].hash = hash
	t[i].mark |= markUsed
	return &t[i]
}

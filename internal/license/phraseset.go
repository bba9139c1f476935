package license

import (
	"strings"
	"sync"
)

// phraseSet returns phrases by their first word. The phrases are made when they are first used, not
// at the start of each process.
type phraseSet func() *table[[][]uint32]

func phrases(list string) phraseSet {
	return sync.OnceValue(func() *table[[][]uint32] {
		set := map[uint32][][]uint32{}
		for line := range strings.Lines(list) {
			all := hashesOf(appendWords(nil, []byte(line)))
			set[all[0]] = append(set[all[0]], all)
		}
		return newTable(set)
	})
}

// at reports whether one of the phrases begins at a word.
func (s phraseSet) at(words []word, i int) bool {
	all, _ := s().get(words[i].hash)
	for _, p := range all {
		if hasWords(words[i:], p) {
			return true
		}
	}
	return false
}

// in reports whether one of the phrases is in words.
func (s phraseSet) in(words []word) bool {
	for i := range words {
		if s.at(words, i) {
			return true
		}
	}
	return false
}

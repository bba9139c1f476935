package license

import (
	_ "embed"
	"strings"
	"sync"
)

// listsText has the longer lists of words and phrases. A line with its name precedes each.
//
//go:embed lists.txt
var listsText string

var lists = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for part := range strings.SplitSeq("\n"+listsText, "\n= ") {
		name, list, _ := strings.Cut(part, "\n")
		all[name] = strings.TrimSpace(list)
	}
	return all
})

// listed returns a list by its name.
func listed(name string) string {
	text := lists()[name]
	if text == "" {
		panic("no list " + name)
	}
	return text
}

// wordSet is a set of words. It is made when it is first asked, not at the start of each process.
type wordSet struct {
	words []string
	name  string // of a list; empty if words has the set
	once  sync.Once
	set   *table[bool]
}

func hashes(words ...string) *wordSet { return &wordSet{words: words} }

func listedWords(name string) *wordSet { return &wordSet{name: name} }

// has reports whether a word with the hash is in the set.
func (s *wordSet) has(hash uint32) bool {
	s.once.Do(func() {
		set := map[uint32]bool{}
		if s.name != "" {
			s.words = strings.Fields(listed(s.name))
		}
		for _, w := range s.words {
			set[hashOf(w)] = true
		}
		s.set = newTable(set)
	})
	in, _ := s.set.get(hash)
	return in
}

// phraseSet returns phrases by their first word. Semicolons stand between them in a list. They are
// made like a wordSet.
type phraseSet func() *table[[][]uint32]

func phrases(list string) phraseSet {
	return sync.OnceValue(func() *table[[][]uint32] {
		set := map[uint32][][]uint32{}
		for phrase := range strings.SplitSeq(list, ";") {
			all := hashesOf(appendWords(nil, []byte(phrase)))
			set[all[0]] = append(set[all[0]], all)
		}
		return newTable(set)
	})
}

func listedPhrases(name string) phraseSet {
	return sync.OnceValue(func() *table[[][]uint32] { return phrases(listed(name))() })
}

// at reports whether one of the phrases begins at a word.
func (s phraseSet) at(words []word, i int) bool { return s.length(words, i) > 0 }

// length returns the words of a phrase that begins at a word. It returns 0 if none does.
func (s phraseSet) length(words []word, i int) int {
	all, _ := s().get(words[i].hash)
	for _, p := range all {
		if hasWords(words[i:], p) {
			return len(p)
		}
	}
	return 0
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

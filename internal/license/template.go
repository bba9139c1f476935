package license

import (
	"bytes"
	"slices"
	"sync"
)

// A template is the text of a licence with places that may differ. Notices and exceptions have
// templates, too. In data, bytes that texts do not have mark such places.
const (
	groupBegin = '\x01' // alternatives: the usual one comes first, and an empty one makes the place optional
	groupNext  = '\x02'
	groupEnd   = '\x03'
	hole       = '\x04' // up to mostInHole words, such as a name
	longHole   = '\x05' // up to mostInLongHole words
	asideBegin = '\x06' // what does not count: titles, lines of copyright
	asideEnd   = '\x07'
	item       = '\x0e' // the number of an item follows
)

const (
	mostInHole     = 50
	mostInLongHole = 80
)

// operation is what an instruction of a program does.
type operation uint8

const (
	opWord   operation = iota // take this word
	opSplit                   // go on at a, or at b
	opJump                    // go on at a
	opHole                    // take any words, up to a
	opItem                    // take the number of an item, if there is one
	opAccept                  // all is taken
)

type instruction struct {
	op    operation
	class class
	hash  uint32
	a, b  int32
}

// program is a template made ready for [program.find].
type program struct {
	code   []instruction
	words  []string   // in code, as they are written
	titles [][]uint32 // hashes of the words of each title that may stand before
	first  *table[bool]
	least  int // words that every text of the template has, about
	cost   int // the most that a text may differ
	known  passages
}

// compile makes a program of a template.
func compile(template []byte) *program {
	p := &program{code: make([]instruction, 0, len(template)/5), words: make([]string, 0, len(template)/5)}
	c := compiler{program: p, text: template}
	c.sequence()
	p.emit(instruction{op: opAccept}, "")
	for _, in := range p.code {
		if in.op == opWord {
			p.least++
		}
	}
	p.cost = 1 + p.least/40
	first := map[uint32]bool{}
	p.firsts(0, first, map[int32]bool{})
	p.first = newTable(first)
	return p
}

func hashesOf(words []word) (all []uint32) {
	for _, w := range words {
		all = append(all, w.hash)
	}
	return all
}

// mostBeforeText bounds the words between a title and the text below it: copyright, say.
const mostBeforeText = 60

// title returns where a text has a template's titles, before the word at. A title begins a line.
// Some texts have one twice.
func (p *program) title(words []word, at int) (found []span) {
	for _, title := range slices.Backward(p.titles) {
		least := max(0, at-len(title)-mostBeforeText)
		for from := at - len(title); from >= least && len(title) > 0; from-- {
			if words[from].line && hasWords(words[from:], title) {
				found = append(found, span{from: from, to: from + len(title)})
				at = from
				from -= len(title) - 1
			}
		}
	}
	return found
}

func (p *program) emit(in instruction, word string) int {
	p.code = append(p.code, in)
	p.words = append(p.words, word)
	return len(p.code) - 1
}

// firsts collects the words that may come first.
func (p *program) firsts(at int32, first map[uint32]bool, seen map[int32]bool) {
	for !seen[at] {
		seen[at] = true
		switch in := p.code[at]; in.op {
		case opWord:
			first[in.hash] = true
			return
		case opSplit:
			p.firsts(in.a, first, seen)
			at = in.b
		case opJump:
			at = in.a
		case opAccept:
			return
		default:
			at++
		}
	}
}

// compiler reads a template.
type compiler struct {
	*program
	text []byte
}

// sequence reads up to the end of an alternative, or of all.
func (c *compiler) sequence() {
	for len(c.text) > 0 {
		switch c.text[0] {
		case groupNext, groupEnd:
			return
		case groupBegin:
			c.group()
		case hole, longHole:
			most := int32(mostInHole)
			if c.text[0] == longHole {
				most = mostInLongHole
			}
			c.text = c.text[1:]
			if n := len(c.code); n == 0 || c.code[n-1].op != opHole {
				c.emit(instruction{op: opHole, a: most}, "")
			}
		case item:
			end := slices.Index(c.text, asideEnd)
			split := c.emit(instruction{op: opSplit}, "")
			c.emit(instruction{op: opItem}, "")
			jump := c.emit(instruction{op: opJump}, "")
			c.code[split].a, c.code[split].b = int32(split+1), int32(jump+1)
			c.plain(c.text[2:end], opWord)
			c.code[jump].a = int32(len(c.code))
			c.text = c.text[end+1:]
		case asideBegin:
			end := slices.Index(c.text, asideEnd)
			if len(c.code) == 0 {
				c.titles = append(c.titles, hashesOf(wordsOf(c.text[1:end])))
			}
			c.text = c.text[end+1:]
		case asideEnd:
			panic("license: a template has an end without a beginning")
		default:
			n := slices.IndexFunc(c.text, func(b byte) bool { return isMarkup(b) })
			if n < 0 {
				n = len(c.text)
			}
			c.plain(c.text[:n], opItem)
			c.text = c.text[n:]
		}
	}
}

// plain emits words of text. What numbers items becomes the operation.
func (c *compiler) plain(text []byte, ofItems operation) {
	spelled := lower(text)
	for _, w := range wordsOf(text) {
		op := opWord
		if w.bullet {
			op = ofItems
		}
		c.emit(instruction{op: op, class: w.class, hash: w.hash}, spelled[w.start:w.end])
	}
}

// group reads alternatives.
func (c *compiler) group() {
	var ends []int
	for c.text[0] != groupEnd {
		c.text = c.text[1:]
		split := c.emit(instruction{op: opSplit}, "")
		c.code[split].a = int32(len(c.code))
		c.sequence()
		if c.text[0] == groupEnd { // the last one needs no split
			c.code[split].b = c.code[split].a
			break
		}
		ends = append(ends, c.emit(instruction{op: opJump}, ""))
		c.code[split].b = int32(len(c.code))
	}
	c.text = c.text[1:]
	for _, e := range ends {
		c.code[e].a = int32(len(c.code))
	}
}

func isMarkup(b byte) bool { return groupBegin <= b && b <= asideEnd || b == item }

func lower(text []byte) string {
	out := slices.Clone(text)
	for i, c := range out {
		if 'A' <= c && c <= 'Z' {
			out[i] = c | 0x20
		}
	}
	return string(out)
}

// span is where a text has a template.
type span struct {
	from, to int // words
	cost     int // words that differ
	taken    int // words of the template
}

// thread is a way to take the words of a text.
type thread struct {
	at, from    int32
	taken, cost int16
	in          int16 // words in the hole
}

func (t thread) better(o thread) bool {
	if t.cost != o.cost {
		return t.cost < o.cost
	}
	if t.taken != o.taken {
		return t.taken > o.taken
	}
	if t.in != o.in {
		return t.in < o.in
	}
	return t.from > o.from
}

// threads are the best ones by their place in the code.
type threads struct {
	all   []thread
	seen  []int32 // by place: its number in all, if it is of this round
	mark  []int32 // by place: the round
	round int32
}

var freeThreads = sync.Pool{New: func() any { return new(threads) }}

func newThreads(places int) *threads {
	t := freeThreads.Get().(*threads)
	if len(t.mark) < places || t.round > 1<<30 {
		t.seen, t.mark, t.round = make([]int32, places), make([]int32, places), 0
	}
	t.clear()
	return t
}

func (t *threads) free() { freeThreads.Put(t) }

func (t *threads) clear() { t.all, t.round = t.all[:0], t.round+1 }

// machine runs a program over a text. It follows all ways at once, as an automaton does. A word
// that says nothing may be missing, or be there in addition; other words may only have a wrong
// letter.
type machine struct {
	*program
	text      []byte
	now, next *threads
}

// find returns where the text has the template, in order and without overlaps.
func (p *program) find(text []byte, words []word) (found []span) {
	m := machine{program: p, text: text, now: newThreads(len(p.code)), next: newThreads(len(p.code))}
	defer m.now.free()
	defer m.next.free()
	for i := 0; i < len(words); i++ {
		if _, begins := p.first.get(words[i].hash); !begins {
			continue
		}
		n, inside, known := p.known.at(text, words, i)
		if !known {
			n, inside = m.from(words[i:])
			p.known.add(text, words, i, n, inside)
		}
		for _, s := range inside {
			s.from, s.to = s.from+i, s.to+i
			found = append(found, s)
		}
		i += n - 1
	}
	return found
}

// from returns where the words have the template, and the number of these words. They end at the
// word behind which no thread is left. Threads begin at the first word.
func (m *machine) from(words []word) (n int, found []span) {
	for i, w := range words {
		if _, begins := m.first.get(w.hash); begins {
			m.add(m.now, thread{from: int32(i)})
		}
		for _, t := range m.now.all {
			m.step(t, w)
		}
		m.now.clear()
		m.now, m.next = m.next, m.now
		if len(m.now.all) == 0 {
			return i + 1, found
		}
		for _, t := range m.now.all {
			if m.code[t.at].op == opAccept {
				found = keep(found, span{int(t.from), i + 1, int(t.cost), int(t.taken)})
			}
		}
	}
	return len(words), found
}

// add adds a thread, and the threads that it goes on as without a word.
func (m *machine) add(to *threads, t thread) {
	if int(t.cost) > m.cost {
		return
	}
	if to.mark[t.at] == to.round {
		old := &to.all[to.seen[t.at]]
		if !t.better(*old) {
			return
		}
		*old = t
	} else {
		to.mark[t.at], to.seen[t.at] = to.round, int32(len(to.all))
		to.all = append(to.all, t)
	}
	switch in := m.code[t.at]; in.op {
	case opSplit:
		t.at = in.a
		m.add(to, t)
		if t.at = in.b; in.b != in.a {
			m.add(to, t)
		}
	case opJump:
		t.at = in.a
		m.add(to, t)
	case opHole:
		t.at, t.in = t.at+1, 0
		m.add(to, t)
	case opItem:
		t.at++
		m.add(to, t)
	case opWord:
		if in.class&slight != 0 && m.code[t.at+1].op != opHole { // no clause follows for the name in: permission of {}
			t.at, t.cost = t.at+1, t.cost+1
			m.add(to, t)
		}
	}
}

// step adds to next the threads that a thread goes on as after a word.
func (m *machine) step(t thread, w word) {
	in := m.code[t.at]
	switch in.op {
	case opHole:
		if int32(t.in) < in.a && w.class&grave == 0 {
			stay := t
			stay.in++
			m.add(m.next, stay)
		}
		return
	case opItem:
		if countsItems(m.text[w.start:w.end]) {
			t.at++
			m.add(m.next, t)
		}
		return
	case opWord:
	default:
		return
	}
	if w.bullet && in.hash != w.hash {
		m.add(m.next, t)
		return
	}
	if in.hash == w.hash {
		stay := t
		t.at, t.taken = t.at+1, t.taken+1
		m.add(m.next, t)
		if w.class&slight != 0 {
			stay.cost++
			m.add(m.next, stay)
		}
		return
	}
	if w.class&slight != 0 && t.taken > 0 {
		stay := t
		stay.cost++
		m.add(m.next, stay)
	}
	if w.class&in.class&(slight|thing) != 0 && m.code[t.at+1].op != opHole || mistyped(m.words[t.at], m.text[w.start:w.end]) {
		t.at, t.cost, t.taken = t.at+1, t.cost+1, t.taken+1
		m.add(m.next, t)
	}
}

// keep adds a span to those found. Of two that overlap, it keeps the one that takes more words.
func keep(found []span, s span) []span {
	for len(found) > 0 {
		last := found[len(found)-1]
		if last.to <= s.from {
			break
		}
		if last.taken-last.cost > s.taken-s.cost || last.taken-last.cost == s.taken-s.cost && last.from >= s.from && last.to <= s.to {
			return found
		}
		found = found[:len(found)-1]
	}
	return append(found, s)
}

// mistyped reports whether long words differ by one letter or two swapped ones. Long are six
// letters or more. The first letter is never wrong, but may be missing.
func mistyped(a string, b []byte) bool {
	if len(a) > 6 && len(b) == len(a)-1 && bytes.EqualFold(b, []byte(a[1:])) {
		return true
	}
	if len(a) < 6 || len(b) < 6 || len(a)-len(b) > 1 || len(b)-len(a) > 1 || a[0] != b[0]|0x20 {
		return false
	}
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i]|0x20 {
		i++
	}
	j := 0
	for j < len(a)-i && j < len(b)-i && a[len(a)-1-j] == b[len(b)-1-j]|0x20 {
		j++
	}
	da, db := len(a)-i-j, len(b)-i-j
	return da <= 1 && db <= 1 || da == 2 && db == 2 && a[i] == b[i+1]|0x20 && a[i+1] == b[i]|0x20
}

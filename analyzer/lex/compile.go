package lex

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
	"github.com/chaffinch-search/chaffinch/internal/order"
)

// Compilation of a row of data into the tables of the scanner.

// compiled returns the program of l; the first call makes it.
func (l *Language) compiled() *program {
	l.once.Do(func() { l.program = compile(l.row) })
	return l.program
}
func compile(r *language.Row) *program {
	p := &program{
		fold: r.FoldCase, numbers: r.Numbers, markup: r.Markup,
		nameKind: cmp.Or(Kind(r.NameKind), Identifier), headKind: Kind(r.HeadKind),
	}
	p.leadPlain, p.conditions, p.quotesCode = r.LeadPlain, r.Conditions != "", r.CodeAfter != ""
	p.compileSpellings(r)
	p.leadKind = cmp.Or(Kind(r.LeadKind), p.nameKind)
	p.odd = r.LeadKind != 0 || r.HeadKind != 0 || p.nameKind == Word
	p.compileBytes(r)
	p.compileOperators(r)
	p.compileSpans(r)
	p.compileWords(r)
	p.compileMarkup(r)
	p.compileFastPath()
	p.imports = compileImports(r)
	return p
}

// compileBytes fills the tables of single bytes.
func (p *program) compileBytes(r *language.Row) {
	for b := range 256 {
		p.base[b], p.flags[b] = asciiClass(byte(b))
	}
	for _, b := range []byte(r.NameStart) {
		p.base[b] = className
		p.flags[b] |= flagName
	}
	for _, c := range r.NameCont {
		if c < utf8.RuneSelf {
			p.flags[c] |= flagName
		} else {
			p.nameRunes = append(p.nameRunes, c)
		}
	}
	if p.escapes != "" {
		p.base['\\'] = classEscape
		p.flags['\\'] |= flagNameStop
	}
	if p.splices {
		p.flags[trigraph[0]] |= flagNameStop
	}
	if p.ampersands {
		p.flags['&'] |= flagNameStop
	}
	for lead := range strings.FieldsSeq(r.NameLead) {
		p.base[lead[0]] = classLead
		p.doubled[lead[0]] = p.doubled[lead[0]] || len(lead) > 1
	}
	p.leadLetters = r.LeadLetters
	for _, b := range []byte(r.NameSpecial) {
		p.specialLead, p.special[b] = r.NameLead[0], true
	}
	for _, b := range []byte(r.NameEnd) {
		p.flags[b] |= flagNameStop | flagNameEnd
	}
	for _, b := range []byte(r.NumberSep) {
		p.flags[b] |= flagSep
	}
	for _, b := range []byte(r.OperatorRun) {
		p.base[b] = classRun
		p.flags[b] |= flagRun
	}
	for _, b := range []byte(cmp.Or(r.Exponents, "e")) {
		p.exponents[b], p.exponents[b-'a'+'A'] = true, true
	}
	for _, b := range []byte(cmp.Or(r.ValueEnd, ")]}")) {
		p.valueEnd[b] = true
	}
	p.compileNumberStarts(r.Numbers)
}

// compileSpellings takes the spellings of names from the row.
func (p *program) compileSpellings(r *language.Row) {
	p.escapes, p.splices, p.ampersands = r.NameEscapes, r.NameSplices, r.NameAmpersands
	p.leadBraces, p.rawPrefix = r.LeadBraces, []byte(r.NamePrefix)
	for _, mark := range r.LineEnds {
		p.lineEnds = append(p.lineEnds, []byte(string(mark)))
	}
}

// compileNumberStarts marks the bytes other than digits that may start numbers.
func (p *program) compileNumberStarts(forms language.NumberForm) {
	if forms&language.LeadingDot != 0 {
		p.base['.'] = classDot
	}
	if forms&language.TickBase != 0 {
		p.base['\''] = classTick
	}
	if forms&language.Signed != 0 {
		for _, b := range []byte("+-") {
			if p.base[b] == className {
				p.base[b] = classDash
			} else {
				p.base[b] = classSign
			}
		}
	}
}

// asciiClass returns the meaning of a byte if the row does not mention it.
func asciiClass(b byte) (class, byteFlag) {
	switch {
	case b == ' ' || b >= '\t' && b <= '\r':
		return classBlank, flagBlank
	case b < ' ' || b == 0x7F:
		return classSkip, 0
	case b >= '0' && b <= '9':
		return classDigit, flagName | flagWord | flagDigit
	case lower(b) >= 'a' && lower(b) <= 'z' || b == '_':
		return className, flagName | flagWord
	case b >= 0x80:
		return classHigh, flagNameStop
	}
	return classMark, 0
}

// compileOperators makes the table for the longest match.
func (p *program) compileOperators(r *language.Row) {
	texts := strings.Fields(r.Operators)
	slices.SortStableFunc(texts, func(a, b string) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(len(b), len(a)), cmp.Compare(a, b))
	})
	for _, text := range texts {
		if len(text) < 2 || len(text) > 8 || p.flags[text[0]]&flagRun != 0 {
			continue // a single byte is an operator anyway; a run needs no list
		}
		at := uint16(len(p.operators))
		mask := ^uint64(0) >> (64 - 8*len(text))
		p.operators = append(p.operators, operator{
			text: load8([]byte(text), 0), mask: mask, hash: hashText([]byte(text)), size: len(text),
			word: p.flags[text[len(text)-1]]&flagWord != 0,
		})
		extend(&p.opFirst[text[0]], at)
		if p.base[text[0]] == classMark {
			p.base[text[0]] = classMarks
		}
	}
}

// extend adds the index at to a segment, whose members are consecutive.
func extend(s *segment, at uint16) {
	if s.to == 0 {
		s.from = at
	}
	s.to = at + 1
}

// compileSpans makes a program of every span with each of its opening marks.
func (p *program) compileSpans(r *language.Row) {
	p.class = p.base
	for _, s := range r.AllSpans() {
		for _, open := range s.Opens() {
			p.placeSpan(s, open)
		}
	}
	order.Short(p.spans, func(a, b spanProgram) int {
		return cmp.Or(cmp.Compare(a.open[0], b.open[0]), cmp.Compare(len(b.open), len(a.open)))
	})
	for i := range p.spans {
		p.spans[i].code = r.CodeAfter != "" && p.spans[i].Open == `"`
		first := p.spans[i].open[0]
		extend(&p.spanFirst[first], uint16(i))
		p.class[first] = classSpan
		if p.spans[i].form.nextLine {
			p.class['\n'], p.base['\n'] = classNewline, classNewline
		}
	}
	for i := range p.wordSpans {
		if p.wordSpans[i].form.nextLine {
			p.class['\n'], p.base['\n'] = classNewline, classNewline
		}
	}
	order.Short(p.wordSpans, func(a, b wordSpan) int {
		return cmp.Or(cmp.Compare(a.word, b.word), cmp.Compare(len(b.open), len(a.open)))
	})
	for i := range p.spans {
		p.addRest(&p.spans[i])
	}
	for _, w := range p.wordSpans {
		p.addRest(w.spanProgram)
	}
}

// addRest adds a span to rests. Its rest does not depend on its opening mark.
func (p *program) addRest(sp *spanProgram) {
	if !slices.ContainsFunc(p.rests, func(o *spanProgram) bool { return o.Span == sp.Span }) {
		p.rests = append(p.rests, sp)
	}
}

// placeSpan adds a span with one of its opening marks to spans. If the mark starts with a word, it
// adds the span to wordSpans.
func (p *program) placeSpan(s *language.Span, open string) {
	compiled := newSpanProgram(s, open)
	p.compileLeads(&compiled)
	word := len(open) - len(strings.TrimLeftFunc(open, func(c rune) bool {
		return c < 0x80 && p.flags[byte(c)]&flagWord != 0
	}))
	if word == 0 || s.Flags&language.Glued != 0 || p.flags[open[0]]&flagDigit != 0 {
		p.spans = append(p.spans, compiled)
		return
	}
	variants := []string{open[:word]}
	switch {
	case p.fold:
		variants[0] = strings.ToLower(variants[0])
	case s.Prefix != "" && word <= 3:
		variants = caseVariants(open[:word])
	}
	for _, variant := range variants {
		p.wordSpans = append(p.wordSpans, wordSpan{&compiled, variant, []byte(open[word:])})
	}
}

// compileLeads finds the interpolations whose marks belong to names: {$x} and ${x} in PHP.
func (p *program) compileLeads(sp *spanProgram) {
	for i := range sp.pairs {
		pair := &sp.pairs[i]
		last := len(pair.open) - 1
		switch {
		case string(pair.open) == "<": // a placeholder of Gherkin
			pair.lead, pair.braced = len(pair.open), true
		case last > 0 && p.base[pair.open[last]] == classLead:
			pair.lead = 1
		case last > 0 && p.base[pair.open[0]] == classLead && p.leadBraces:
			pair.lead, pair.braced = len(pair.open), true
		}
	}
}

// caseVariants returns word in all mixtures of upper and lower case.
func caseVariants(word string) []string {
	variants := []string{""}
	for i := range len(word) {
		small, big := strings.ToLower(word[i:i+1]), strings.ToUpper(word[i:i+1])
		var longer []string
		for _, v := range variants {
			longer = append(longer, v+small)
			if big != small {
				longer = append(longer, v+big)
			}
		}
		variants = longer
	}
	return variants
}

func newSpanProgram(s *language.Span, open string) spanProgram {
	sp := spanProgram{Span: s, form: forms[s.Form], kind: Kind(s.Kind), open: []byte(open), closing: []byte(s.Close)}
	if s.Close != "" {
		sp.stop[s.Close[0]] = true
	}
	if s.Escape != 0 {
		sp.stop[s.Escape] = true
	}
	if s.Flags&language.Quotes != 0 {
		sp.stop['"'], sp.stop['{'] = true, true
	}
	sp.stop['\n'] = sp.stop['\n'] || s.Flags&language.Multi == 0 || s.Flags&language.Indented != 0
	if s.Flags&language.Nest != 0 {
		sp.deeper = []byte(cmp.Or(s.Mid, s.Open))
		sp.stop[sp.deeper[0]] = true
	}
	marks := strings.Fields(s.Interp)
	for i := 0; i+1 < len(marks); i += 2 {
		open := []byte(marks[i])
		sp.stop[open[0]] = true
		sp.pairs = append(sp.pairs, pair{
			open: open, deeper: deeperMark(open, marks[i+1][0]), end: marks[i+1][0], mayBeTwice: len(open) == 1,
		})
	}
	for i, b := range []byte(s.Names) {
		sp.stop[b], sp.nameMarks[i] = true, b
	}
	sp.holdsCode = len(sp.pairs) > 0 || s.Names != ""
	sp.raw = len(s.Close) == 1 && s.Flags == language.Multi && s.Escape == 0 && !sp.holdsCode && sp.kind != 0
	if sp.tag = &wordTag; s.Tag != "" {
		sp.tag = tagBytes(s.Tag)
	}
	sp.compileStops()
	return sp
}

// compileStops fills stops for nextStop. Unused entries repeat the last stop.
func (sp *spanProgram) compileStops() {
	n := 0
	for b, stop := range sp.stop {
		if !stop {
			continue
		}
		if n == fewStops {
			sp.many = true
			return
		}
		for k := n; k < fewStops; k++ {
			sp.stops[k] = ones * uint64(b)
		}
		n++
	}
}

// deeperMark returns the byte that raises the depth in an interpolation: the bracket in open that
// end closes, otherwise the last byte of open.
func deeperMark(open []byte, end byte) byte {
	for _, b := range open {
		if mirror(b) == end {
			return b
		}
	}
	return open[len(open)-1]
}

// wordTag has the bytes of the tags of nearly all spans.
var wordTag = *tagBytes("")

func tagBytes(set string) *[256]bool {
	all := new([256]bool)
	for b := range all {
		all[b] = tagByte(set, byte(b))
	}
	return all
}

// tagByte reports whether b may be part of a tag; see the form tagged.
func tagByte(set string, b byte) bool {
	switch set {
	case "":
		_, flags := asciiClass(b)
		return flags&flagWord != 0
	case "!":
		return b > ' ' && b < 0x7F && !strings.ContainsRune("()\\", rune(b))
	}
	return strings.IndexByte(set, b) >= 0
}

// compileWords makes the table of keywords and of words that open spans.
func (p *program) compileWords(r *language.Row) {
	var words []word
	index := map[uint64]int{}
	mark := func(hash uint64, mark wordMark) *word {
		i, ok := index[hash]
		if !ok {
			i = len(words)
			index[hash] = i
			words = append(words, word{hash: hash, mark: markUsed})
		}
		words[i].mark |= mark
		return &words[i]
	}
	for text := range strings.FieldsSeq(r.Keywords) {
		mark(hashText([]byte(text)), markKeyword)
	}
	for text := range strings.FieldsSeq(r.ValueWords) {
		mark(hashText([]byte(text)), markKeyword|markValue)
	}
	for text := range strings.FieldsSeq(r.Conditions) {
		mark(p.textHash([]byte(text)), markKeyword|markCondition)
	}
	for i := range p.wordSpans {
		extend(&mark(p.textHash([]byte(p.wordSpans[i].word)), markSpan).spans, uint16(i))
	}
	for item := range strings.FieldsSeq(r.CodeAfter) {
		text, how, _ := strings.Cut(item, "=")
		mark(p.textHash([]byte(text)), map[string]wordMark{"": markCode, "last": markCodeLast, "-c": markCodeOption}[how])
	}
	p.words = newWordTable(words)
}

// textHash returns the hash of a name, keyword, operator or number in this language.
func (p *program) textHash(text []byte) uint64 {
	if p.fold {
		return hashFolded(text)
	}
	return hashText(text)
}

// closeTag returns the mark that leads from this language back to its host, or nil.
func closeTag(r *language.Row) []byte {
	for _, s := range r.OwnSpans() {
		if s.Form == closeTagForm {
			return []byte(s.Open)
		}
	}
	return nil
}

// compileMarkup finds the host language and the embedded ones. It ignores unknown names, which a
// test reports.
func (p *program) compileMarkup(r *language.Row) {
	for item := range strings.FieldsSeq(r.Embed) {
		element, name, _ := strings.Cut(item, "=")
		if l := named(name); l != nil {
			p.embed = append(p.embed, embedding{element, l})
		}
	}
	if r.Tags != "" {
		p.tags = newTemplateTags(r)
	}
	if r.Host != "" {
		p.host, p.openTags, p.notOpenTags = named(r.Host), strings.Fields(r.OpenTags), strings.Fields(r.NotOpenTags)
		p.closeTag = closeTag(r)
		slices.SortStableFunc(p.openTags, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	}
}

package notice

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/license"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
)

// Heads reads the heads of files. The zero value is ready for use, also by several goroutines. It
// remembers what it has read, because heads are the same in many files.
type Heads struct {
	known sync.Map // knownHead by the hash of its lines
	last  [1 << lastBits]atomic.Pointer[lastHead]
}

// lastBits bounds the heads that are known by all of their bytes. The table takes 32 kB, and the
// heads in it up to 0.5 MB.
const lastBits = 12

// lastHead is a head, by the hash of its bytes.
type lastHead struct {
	hash uint64
	knownHead
}

type knownHead struct {
	claim Claim
	ok    bool
	text  bool // it is the text of a licence

	portion bool // it is about a portion of the file
	unsure  bool // more of the head must be read
}

// Own is what a source states itself.
type Own struct {
	Claim
	// Stated is set if it states something of its licence, even if that is not understood.
	Stated bool
	// Marked is set if it has snippets with licences of their own. Snippets is their licence, an
	// SPDX expression; empty if one is not understood.
	Marked   bool
	Snippets string
}

// Own returns what a source states of its own licence. It states it in an SPDX line; or in the
// comments at its head, by a notice, the text of a licence, a reservation of rights, or the name of
// a file that has it. If its path says that it is the text of a licence, only SPDX lines count. All
// lines of prose are read, as if they were comments. inString reports whether an offset is inside a
// string of the source, where a statement does not count; nil if none is.
func (h *Heads) Own(content []byte, isText, prose bool, inString func(at int) bool) (o Own) {
	if hidden := len(content) - len(visible(content)); hidden > 0 {
		content = content[hidden:]
		if whole := inString; whole != nil {
			inString = func(at int) bool { return whole(at + hidden) }
		}
	}
	if undisguised(content[:min(len(content), headSize)]) != nil {
		n := min(len(content), longestPassage) // once, so that a file of nothing else is no matter
		content, inString = append(undisguised(content[:n]), content[n:]...), nil
	}
	if isNotebook(content) {
		if script := scriptOf(content); script != nil {
			return h.Own(script, isText, false, nil)
		}
	}
	prose = prose && !bytes.Contains(content[:min(len(content), headSize)], []byte("\nmsgid ")) // it translates messages
	signs := newSigns(content[:min(len(content), headSize)])
	defer signs.free()
	if len(signs.tags) > 0 {
		if rest, cut := withoutIgnored(content); cut {
			content = rest
			signs.search(content[:min(len(content), headSize)])
		}
	}
	limited := false // a tag has words about the licence
	if len(signs.tags) > 0 {
		if plain := withoutLabels(content); plain != nil {
			limited = ofLimits.Match(content[:min(len(content), headSize)])
			content = plain
			signs.search(content[:min(len(content), headSize)])
		}
	}
	if len(signs.tags) > 0 {
		signs.short(content[:min(len(content), headSize)])
		if inCode := inString; prose {
			inString = func(at int) bool { return inExample(content, at) || inCode != nil && inCode(at) }
		}
		if o.Snippets, content, o.Marked = snippets(content, signs.tags, inString); o.Marked {
			signs.search(content[:min(len(content), headSize)])
		}
		if isText {
			o.License, o.Stated = inText(content[:min(len(content), mostText)], inString)
			return o
		}
		if o.License, o.Stated = tagsIn(content[:min(len(content), headSize)], signs.tags, inString); o.Stated {
			if limited {
				o.License = ""
			}
			if o.License != "" {
				switch file, denied := h.denies(content, signs, prose, o.License); {
				case denied:
					o.License = ""
				case file != "": // both hold
					o.Claim = Claim{Family: o.License, File: file}
				}
			}
			late := append(signs.behindTags(content, prose), behindHead(content, prose)...)
			o.Claim, o.Stated = h.late(content, late, prose, inString, o.Claim, o.Stated)
			if !prose {
				o.Claim, o.Stated = h.inStrings(content, append(late, signs.rights...), inString, o.Claim, o.Stated)
			}
			return o
		}
	}
	if !isText {
		if o.Claim, o.Stated = h.header(content, signs, prose, inString); !o.Stated {
			o.Claim, o.Stated = h.legalNotice(content)
		}
		behind := behindHead(content, prose)
		o.Claim, o.Stated = h.late(content, behind, prose, inString, o.Claim, o.Stated)
		o.Claim, o.Stated = h.footer(content, o.Claim, o.Stated)
		if !prose {
			o.Claim, o.Stated = h.inContent(content, behind, o.Claim, o.Stated)
			o.Claim, o.Stated = h.inStrings(content, append(behind, signs.rights...), inString, o.Claim, o.Stated)
			if data := dataOf(content, len(behind) > 0); data != nil {
				o.Claim, o.Stated = h.late(data, searchLate(data, 0), true, nil, o.Claim, o.Stated)
			}
		}
		if isSourceMap(content) {
			o.Claim, o.Stated = h.ofSources(content, o.Claim, o.Stated)
		}
	}
	return o
}

// header returns what the comments at the head of a file say of its licence. ok is false if they
// say nothing.
func (h *Heads) header(content []byte, signs *signsOf, prose bool, inString func(at int) bool) (c Claim, ok bool) {
	head := content[:min(len(content), headSize)]
	if signs.short(head); len(signs.rights) == 0 {
		return Claim{}, false
	}
	if prose && isFileList(head) {
		return Claim{}, false
	}
	if bytes.HasPrefix(head, []byte("Format:")) && listsLicenses.Match(head) {
		return Claim{}, true
	}
	if c, ok = h.inComments(content, signs, prose, inString); c.License != "" && isOfHelpers(head, c.License) {
		return Claim{Family: c.License}, true
	}
	if c.License == "" && !prose && signs.mayPointToEnd(head) && pointsToEnd.Match(head) {
		if c = h.atEnd(content); h.saysMore(content, signs, c) {
			c = Claim{}
		}
		return c, true
	}
	if !ok && !prose && !isData(head) {
		return h.inCode(head, signs, inString)
	}
	return c, ok
}

// isOfHelpers reports whether a head has the licence of the functions that TypeScript's compiler
// adds to a file. Only tslib, which has them, is under it.
func isOfHelpers(head []byte, license string) bool {
	return bytes.Contains(head, []byte("Microsoft Corporation")) && ofHelpers.Match(head) && (license == "0BSD" || helper.Match(head))
}

var (
	ofHelpers = lazyregexp.New(`\*{20,}[\s*/]*Copyright \(c\) Microsoft Corporation`)
	helper    = lazyregexp.New(`\b__(?:extends|assign|rest|decorate|param|metadata|awaiter|generator|spreadArrays?)\b`)
)

// inComments returns what the comments of a head say, or the text of data.
func (h *Heads) inComments(content []byte, signs *signsOf, prose bool, inString func(at int) bool) (c Claim, ok bool) {
	head := content[:min(len(content), headSize)]
	content = content[:min(len(content), longestPassage)]
	if isData(head) {
		said := ofItself(content)
		inside := newSigns(said[:min(len(said), headSize)])
		defer inside.free()
		return h.header(said, inside, false, nil)
	}
	if !prose {
		if k := h.readHead(content, signs, false, signs.clauses, inString); !k.unsure {
			return k.claim, k.ok
		}
	}
	k := h.readHead(content, signs, prose, nil, inString)
	return k.claim, k.ok
}

// pointsToEnd matches a sentence that says that the licence stands at the end of its file.
var pointsToEnd = lazyregexp.New(`(?i)\b(?:notice|licen[cs]e|licen[cs]ing|copyright|copying|terms|conditions|permissions?)\b[^.]{0,80}\b(?:end|bottom)\s+of\s+(?:(?:this|the)\s+)?(?:source\s+)?file`)

// mayPointToEnd reports whether a sign is about the end of a file. Few heads have one.
func (s *signsOf) mayPointToEnd(head []byte) bool {
	return slices.ContainsFunc(s.rights, func(r sign) bool {
		return r.weak && (hasFold(head[r.at:], "nd of") || hasFold(head[r.at:], "ottom of"))
	})
}

// saysMore reports whether a head has words of rights beside the pointer to its end. The pointer is
// a sentence that says that the notice is at the end of the file.
func (h *Heads) saysMore(content []byte, signs *signsOf, end Claim) bool {
	lines, _, _ := signs.commentLines(content[:min(len(content), longestPassage)], signs.rights, false, nil)
	for len(lines) > 0 && !lines[len(lines)-1].leads() {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 0 {
		return false
	}
	text := passage(lines, 0, len(lines)-1)
	matches := pointsToEnd.FindAllIndex(text, 1)
	if len(matches) == 0 {
		return false
	}
	match := matches[0]
	from := max(bytes.LastIndexByte(text[:match[0]], '.')+1, bytes.LastIndex(text[:match[0]], []byte("\n\n"))+1)
	rest := h.read(slices.Concat(text[:from], []byte("\n\n"), text[match[1]:]), license.Leading)
	return rest.ok && (rest.claim == Claim{} || rest.claim != end)
}

// atEnd returns what the last comment of a file says.
func (h *Heads) atEnd(content []byte) (c Claim) {
	tail := content[max(0, len(content)-longestPassage):]
	lines, _, _ := commentLines(nil, tail, len(tail), false, nil)
	from := len(lines)
	for from > 0 && lines[from-1].block == lines[len(lines)-1].block {
		from--
	}
	if from == len(lines) {
		return c
	}
	tail = tail[lines[from].at:]
	signs := newSigns(tail)
	defer signs.free()
	if signs.short(tail); len(signs.rights) == 0 {
		return c
	}
	return h.readHead(tail, signs, false, nil, nil).claim
}

// readHead reads the comments of a head up to the last sign, and what may belong to it. With the
// signs of clauses, it leaves out the paragraphs behind a notice that have none: the documentation
// of a package, say. Then a licence is unsure if it is not clear, or has its text there.
func (h *Heads) readHead(content []byte, signs *signsOf, prose bool, clauses []int, inString func(at int) bool) (k knownHead) {
	lines, extent, isCut := signs.commentLines(content, signs.rights, prose, clauses)
	decides := content[:extent]
	hash := xxhash.Sum64(decides) + uint64(b2i(prose)) + 2*uint64(b2i(isCut))
	remembered := &h.last[hash>>(64-lastBits)]
	if k := remembered.Load(); k != nil && k.hash == hash {
		return k.knownHead
	}
	first, last, at := signed(lines, signs.rights)
	late := first >= 0 && lines[first].code > 0
	if late && inString != nil && inString(at) {
		return knownHead{}
	}
	k = h.readLines(decides, lines, first, last, signs.rights, prose)
	if first >= 0 && k.claim.License != "" && inFunction(content, lines, first) || late && (lines[first].code > mostLate || documents(content, lines, first)) && k.claim.License != "" && !inPod(content, lines, first) {
		k.claim = Claim{Family: k.claim.License} // perhaps it is about what follows
	}
	k.unsure = isCut && (!k.ok || k.text || k.claim == Claim{})
	if !late {
		remembered.Store(&lastHead{hash, k})
	}
	return k
}

// mostLate bounds the lines of code before the licence of a file. The comment of a module in a
// bundle comes later.
const mostLate = 15

// function matches the first line of a function, in languages with a word for it.
var function = lazyregexp.New(`^(?:[\w.$]+[ \t]+)*(?:function|func|fn|def|sub)\b`)

// mostSignature bounds the bytes of such a line that are read.
const mostSignature = 200

// firstOfBlock returns the first line of the comment with a line.
func firstOfBlock(lines []commentLine, at int) int {
	for at > 0 && lines[at-1].block == lines[at].block {
		at--
	}
	return at
}

// documents reports whether the comment with a line documents a function.
func documents(content []byte, lines []commentLine, at int) bool {
	rest, _, _ := bytes.Cut(content[lines[at].at:], []byte("*/"))
	end := min(len(content), lines[at].at+len(rest)+len("*/"))
	return bytes.HasPrefix(bytes.TrimSpace(content[lines[firstOfBlock(lines, at)].at:]), []byte("/**")) && function.Match(bytes.TrimSpace(content[end:min(len(content), end+mostSignature)]))
}

// inFunction reports whether the comment with a line begins the body of a function with a name, or
// of a class. It is about these then.
func inFunction(content []byte, lines []commentLine, at int) bool {
	at = firstOfBlock(lines, at)
	line, _, _ := bytes.Cut(content[lines[at].at:], []byte("\n"))
	begin := lines[at].at + max(0, bytes.Index(line, []byte("/*")))
	m := bodyBegins.FindSubmatch(content[max(0, begin-mostSignature):begin])
	return m != nil && string(m[1]) != "function"
}

// bodyBegins matches what ends where the body of such a function begins: of one that is declared,
// an arrow function that is assigned, a class of JavaScript, and a method.
var bodyBegins = lazyregexp.New(`(?:\bfunction\b\s*\*?\s*[\w$]+\s*\([^()]*\)|=\s*(?:async\s*)?(?:\([^()]*\)|[\w$]+)\s*=>|(?:^|[;}=\n])[ \t]*class\b[\w$\s.]*|(?:^|[{,;}\n])\s*(?:(?:async|static)\s+)?([\w$]+)\s*\([^()]*\))\s*\{\s*(?:["']use strict["'];?\s*)?$`)

// inPod reports whether a line of a comment is in the documentation of a Perl module. The
// documentation often ends the module.
func inPod(content []byte, lines []commentLine, at int) bool {
	return content[lines[firstOfBlock(lines, at)].at] == '='
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// readLines reads the lines of comments in a head. Its first and last line have signs.
func (h *Heads) readLines(head []byte, lines []commentLine, first, last int, signs []sign, prose bool) (said knownHead) {
	if first >= 0 {
		narrowFirst, narrowLast := narrowed(lines, first, last)
		by := license.Anywhere
		switch {
		case prose && !isMarked(head, lines[first].at):
			by = license.InProse
		case lines[last].leads():
			by = license.Leading
		case lines[first].leads():
			by = license.Spanning
		}
		narrow := passage(lines, narrowFirst, narrowLast)
		said = h.read(narrow, by)
		said.ok = said.ok || stating.Match(narrow) || isGarbled(narrow)
		if said.claim.License != "" && bytes.Contains(narrow, commonsSite) {
			if id := inCommons(string(narrow)); id != "" && id != "CC0-1.0" && contradicts(id, said.claim.License) {
				said.claim = Claim{} // the address is of another licence
			}
		}
		wideFirst, wideLast := widened(lines, first, last)
		if said.ok && (said.claim == (Claim{}) || said.text) && wideLast-wideFirst > narrowLast-narrowFirst { // a text may begin and end without a sign
			all := said
			if wide := passage(lines, wideFirst, wideLast); len(bytes.TrimSpace(wide)) > len(bytes.TrimSpace(narrow)) {
				all = h.read(wide, license.Anywhere)
			}
			if all.portion || all.ok && all.claim.File == "" && (!said.text || all.text && !strings.Contains(all.claim.License, " ")) {
				said.claim, said.text = all.claim, said.text || all.text
			}
		}
		first, last = narrowFirst, narrowLast
	}
	if said.ok && (said.claim.File != "" || said.claim.Family != "") && h.read(opening(lines, first), license.Copying).ok {
		said.claim = Claim{} // the file that it refers to is one of the other work
	}
	if said.ok && said.text && first >= 0 && adapted.Match(opening(lines, first)) {
		said.claim.Family, said.claim.License = said.claim.License+said.claim.Family, ""
	}
	around := lineRange{} // the comments around the text of a licence
	if said.ok && said.text && first >= 0 && said.claim.License != "" {
		from, to := widened(lines, first, last)
		by := license.AroundText
		if prose {
			by = license.AroundInProse
		}
		if around = (lineRange{from, to + 1}); h.read([]byte(textOf(lines[from:to+1])), by).ok {
			said.claim = Claim{}
		}
	}
	for _, p := range weak(lines, signs, prose) {
		if said.ok && said.claim == (Claim{}) {
			break
		}
		if p.from <= last && first < p.to {
			continue
		}
		by := license.BesideNotice
		if around.from <= p.from && p.to <= around.to {
			by = license.Denying
		}
		if text := passage(lines, p.from, p.to-1); !said.ok {
			said = h.read(text, license.Aside)
		} else if h.read(text, by).ok || said.text && has(text, conditions) {
			said.claim = Claim{}
		}
	}
	return said
}

// conditions are in paragraphs that say where the conditions of the whole file are.
var conditions = [][]byte{[]byte("copying and usage"), []byte("usage conditions"), []byte("usage terms"), []byte("copying conditions"), []byte("conditions of use"), []byte("terms of use")}

// prosaic are the marks of lines that prose does not have, and of comments of several lines.
var (
	prosaic       = [][]byte{[]byte("--"), []byte("//"), []byte(";"), []byte("%"), []byte("dnl"), []byte(`.\"`), []byte(`'\"`), []byte(`\"`), []byte("REM "), []byte("rem "), []byte("!"), []byte(".. ")}
	prosaicBlocks = [][2][]byte{{[]byte("/*"), []byte("*/")}, {[]byte("<!--"), []byte("-->")}, {[]byte("(*"), []byte("*)")}}
)

// isMarked reports whether a line of a file in an unknown language is in a comment. It has the mark
// of one, two lines begin with #, or a block is open.
func isMarked(head []byte, at int) bool {
	if at >= len(head) {
		return false
	}
	line := bytes.TrimLeft(head[at:], " \t")
	if slices.ContainsFunc(prosaic, func(mark []byte) bool { return bytes.HasPrefix(line, mark) && !bytes.HasPrefix(line, []byte("---")) }) {
		return true
	}
	if _, next, _ := bytes.Cut(line, []byte("\n")); line[0] == '#' && len(next) > 0 && next[0] == '#' {
		return true
	}
	return slices.ContainsFunc(prosaicBlocks, func(block [2][]byte) bool {
		open := bytes.LastIndex(head[:at+min(len(line), 4)], block[0])
		return open >= 0 && !bytes.Contains(head[open:at], block[1])
	})
}

// adapted matches the paragraph before the licence of what a file has from another work.
var adapted = lazyregexp.New(`(?i)^\W*adaptations? of\b|\bparts? of (?:the|this) file (?:is|are)\b`)

// denyingHead is how much is read for contradictions to an SPDX line.
const denyingHead = 2 << 10

// denies reports whether comments before the code contradict the SPDX line next to them. They
// forbid what its licence allows, or state another. If they subject the file to the terms in
// another file, denies returns its name.
func (h *Heads) denies(content []byte, signs *signsOf, prose bool, stated string) (file string, denied bool) {
	beside, from := signs.besideTags(content), headSize
	if isData(content) || prose && !beside {
		return "", false
	}
	if !beside {
		from = signs.tags[len(signs.tags)-1] + 1
	}
	lines, _, _ := commentLines(nil, content[:min(len(content), longestPassage)], from, prose, nil)
	first, last := 0, len(lines)-1
	for last >= 0 && (!lines[last].leads() || prose && lines[last].at > proseSize) {
		last--
	}
	if last < 0 {
		return "", false
	}
	if !prose && h.read(besideTag(content, lines[:last+1]), license.TagComment).ok {
		return "", true
	}
	if !beside {
		return "", false
	}
	if ClassOf(stated) != Restricted && h.read(passage(lines, first, last), license.Denying).ok {
		return "", true
	}
	for i := first + 1; i <= last; i++ {
		if bytes.HasPrefix(lines[i-1].text, []byte(spdxBegin)) && furtherOperand.Match(lines[i].text) {
			return "", true
		}
	}
	other := slices.DeleteFunc(slices.Clone(lines[first:last+1]), func(l commentLine) bool { return bytes.HasPrefix(l.text, []byte(spdxBegin)) })
	text := passage(other, 0, len(other)-1)
	if h.read(text, license.BesideTag).ok {
		return "", true
	}
	if has(text, subjecting) {
		file = h.read(text, license.Anywhere).claim.File
	}
	return file, slices.ContainsFunc(append(license.Named(text), namedByAddresses(text)...), func(id string) bool { return contradicts(id, stated) })
}

// licenseAddress matches the address of a page about a licence.
var licenseAddress = lazyregexp.New(`(?i)\bhttps?://[^\s<>"')\]]*(?:licen[cs]|legal|commonsclause|firstdonoharm)[^\s<>"')\],]*`)

// namedByAddresses returns the licences whose pages a text has. A page of the GPL does not say
// whether later versions hold.
func namedByAddresses(text []byte) (all []string) {
	for _, m := range licenseAddress.FindAllIndex(text, mostLicenses) {
		address := strings.TrimRight(string(text[m[0]:m[1]]), "/.")
		address = strings.TrimSuffix(strings.TrimSuffix(address, ".html"), ".txt")
		id := addressed(address)
		if !IsSPDX(id) {
			named := license.Named(spaced(path.Base(address)))
			if len(named) == 0 && strings.Contains(address, "commonsclause") {
				named = []string{"LicenseRef-Commons-Clause"}
			}
			all = append(all, named...)
			continue
		}
		all = append(all, id)
	}
	return all
}

// besideTag returns the paragraphs beside the lines of SPDX in the same comments. Lines of
// copyright are no paragraphs.
func besideTag(content []byte, lines []commentLine) (text []byte) {
	isTag := func(l commentLine) bool { return bytes.HasPrefix(l.text, []byte(spdxBegin)) }
	first := slices.IndexFunc(lines, isTag)
	if first < 0 {
		return nil
	}
	last := len(lines) - 1
	for !isTag(lines[last]) {
		last--
	}
	within := func(i int) bool {
		return 0 <= i && i < len(lines) && lines[i].block == lines[first].block && !isDocstring(content[lines[i].at:])
	}
	says := func(i int) bool { return len(lines[i].text) > 0 && !isTag(lines[i]) && !isCopyright(lines[i].text) }
	from, to := first, last
	for said := false; within(from-1) && !(said && len(lines[from-1].text) == 0); from-- {
		said = said || says(from-1)
	}
	for said := false; within(to+1) && !(said && len(lines[to+1].text) == 0); to++ {
		said = said || says(to+1)
	}
	rest := slices.DeleteFunc(slices.Clone(lines[from:to+1]), isTag)
	return passage(rest, 0, len(rest)-1)
}

// furtherOperand matches a line that goes on with the expression in the line above it.
var furtherOperand = lazyregexp.New(`^(?:WITH|AND|OR)\s`)

// subjecting are in sentences that name the file with the terms of a source.
var subjecting = [][]byte{[]byte("ubject to"), []byte("overned by")}

// withoutExceptions returns an expression without the exceptions of its licences, which notices
// often lack.
func withoutExceptions(expression string) string {
	var all []string
	for _, alternative := range spdx.Alternatives(expression) {
		for _, id := range alternative {
			plain, _, _ := strings.Cut(id, " WITH ")
			all = append(all, id, plain)
		}
	}
	return spdx.And(all...)
}

// read returns the statement of a passage.
func (h *Heads) read(text []byte, at license.Place) knownHead {
	hash := xxhash.Sum64(text) + uint64(at)
	if known, found := h.known.Load(hash); found {
		return known.(knownHead)
	}
	s, ok := license.Read(text, at)
	k := knownHead{claim: Claim{License: s.License, Family: s.Family, File: s.File, bare: s.Bare}, ok: ok, text: s.Text, portion: s.Portion}
	h.known.Store(hash, k)
	return k
}

// proseSize is how much of a file of prose is read for words that hardly are about rights.
const proseSize = 1 << 10

// longestPassage bounds the bytes read of a head whose comment is long. The comment begins within
// headSize.
const longestPassage = 16 << 10

// commentLines returns a head's comment lines up to the last sign. It also returns how much of the
// head decides them.
func (s *signsOf) commentLines(head []byte, signs []sign, prose bool, clauses []int) (lines []commentLine, extent int, isCut bool) {
	s.lines, extent, isCut = commentLines(s.lines[:0], head, signs[len(signs)-1].at+1, prose, clauses)
	return s.lines, extent, isCut
}

// HeadText returns the licence text in the comments at a source's head, and its licence. It has the
// lines of copyright, but no marks of comments; nothing if the head has none, or says more. If the
// head is unclear, it returns all of these comments, and no licence.
func HeadText(content []byte, unclear bool) (said, expression string) {
	content = visible(content)
	head := content[:min(len(content), headSize)]
	signs := newSigns(head)
	defer signs.free()
	if signs.short(head); len(signs.rights) == 0 {
		return "", ""
	}
	lines, _, _ := signs.commentLines(content[:min(len(content), longestPassage)], signs.rights, false, nil)
	first, last, _ := signed(lines, signs.rights)
	if first < 0 {
		return "", ""
	}
	k := new(Heads).readLines(head, lines, first, last, signs.rights, false)
	_, end := narrowed(lines, first, last)
	first, last = widened(lines, first, last)
	for i := first; i <= last; i++ {
		if copyrightLine.Match(lines[i].text) {
			first = i
			break
		}
	}
	text := textOf(lines[first : last+1])
	if unclear {
		return text, ""
	}
	if !k.text {
		return "", ""
	}
	if s, ok := license.Read([]byte(text), license.Anywhere); ok && s.Text {
		if n := strings.Index(text[s.End:], "\n\n"); n >= 0 { // what follows is about the source
			text = text[:s.End+n]
		}
	} else if first <= end {
		text = textOf(lines[first : end+1])
	}
	return text, k.claim.License
}

// textOf returns the text of lines in UTF-8.
func textOf(lines []commentLine) string {
	var text []byte
	for _, l := range lines {
		text = append(append(text, l.text...), '\n')
	}
	return string(bytes.ToValidUTF8(bytes.TrimSpace(text), nil))
}

// signed returns the first and last comment line with a strong sign. It also returns where the
// first sign is; -1 if none has one.
func signed(lines []commentLine, signs []sign) (first, last, at int) {
	first, last, at = -1, -1, -1
	for i, l := range lines {
		for len(signs) > 0 && (signs[0].at < l.at || signs[0].weak) {
			signs = signs[1:]
		}
		if len(signs) > 0 && signs[0].at < l.at+l.size {
			if first < 0 {
				first, at = i, signs[0].at
			}
			last = i
		}
	}
	return first, last, at
}

// lineRange are lines of comments.
type lineRange struct{ from, to int }

// weak returns the paragraphs before the code that have weak signs. Of prose it returns the
// paragraphs at its beginning.
func weak(lines []commentLine, signs []sign, prose bool) (all []lineRange) {
	for i := 0; i < len(lines) && lines[i].leads() && (!prose || lines[i].at < proseSize); i++ {
		from := i
		for i < len(lines) && len(lines[i].text) > 0 && lines[i].block == lines[from].block {
			i++
		}
		if i == from {
			continue
		}
		end := lines[i-1].at + lines[i-1].size
		for len(signs) > 0 && (signs[0].at < lines[from].at || !signs[0].weak) {
			signs = signs[1:]
		}
		if len(signs) > 0 && signs[0].at < end {
			all = append(all, lineRange{from, i})
		}
		if i < len(lines) && len(lines[i].text) > 0 {
			i--
		}
	}
	return all
}

// narrowed returns the lines of the paragraphs from the first to the last sign. Lines after it that
// may belong to it are included.
func narrowed(lines []commentLine, first, last int) (from, to int) {
	for first > 0 && lines[first-1].block == lines[first].block && !isCopyright(lines[first-1].text) {
		if len(lines[first-1].text) == 0 && (first < 2 || !bytes.HasSuffix(lines[first-2].text, []byte("from:"))) {
			break
		}
		first--
	}
	for end := last; end+1 < len(lines) && lines[end+1].block == lines[last].block; {
		end++
		if len(lines[end].text) == 0 {
			continue
		}
		if end == last+1 || has(lines[end].text, goingOn) {
			last = end
		}
	}
	return first, last
}

// widened returns the lines of all comments with signs.
func widened(lines []commentLine, first, last int) (from, to int) {
	for last+1 < len(lines) && lines[last+1].block == lines[last].block {
		last++
	}
	return firstOfBlock(lines, first), last
}

// opening returns the text of the first paragraph of the comment with a line.
func opening(lines []commentLine, at int) []byte {
	from := firstOfBlock(lines, at)
	for from < at && len(lines[from].text) == 0 {
		from++
	}
	to := from
	for to < at && len(lines[to].text) > 0 {
		to++
	}
	return passage(lines, from, to)
}

// passage returns the text of lines, without lines of copyright that say nothing else.
func passage(lines []commentLine, first, last int) (out []byte) {
	for i, l := range lines[first : last+1] {
		if i > 0 && l.block != lines[first+i-1].block {
			out = append(out, ".\n\n"...)
		}
		if isCopyright(l.text) {
			continue
		}
		out = append(append(out, l.text...), '\n')
	}
	return out
}

// reserving are in lines of copyright that say more, beside signs.
var reserving = [][]byte{[]byte("ermission"), []byte("ights"), []byte("IGHTS"), []byte("nder "), []byte("omain")}

// goingOn are in lines of clauses without the signs of a licence.
var goingOn = [][]byte{[]byte("oftware"), []byte("OFTWARE"), []byte("ou "), []byte("ou'"), []byte("may "), []byte("must "), []byte("shall "), []byte("SHALL "), []byte("xception"), []byte("istribut"), []byte("rohibit"), []byte("ompan"), []byte("mployee"),
	[]byte("dditional term"), []byte("ifferent term"), []byte("o part of"), []byte("ithout perm"), []byte("ithout writ"), []byte("ithout expr"), []byte("ithout the expr"), []byte("ithout prior"), []byte("onsent"), []byte("atent claim")}

func has(line []byte, any [][]byte) bool {
	for _, s := range any {
		if bytes.Contains(line, s) {
			return true
		}
	}
	return false
}

// isCopyright reports whether a line states copyright and has no licence sign.
func isCopyright(line []byte) bool {
	return len(line) < 100 && !bytes.Contains(line, []byte(". ")) && (bytes.Contains(line, []byte("opyright")) || bytes.Contains(line, []byte("(c)")) || bytes.Contains(line, []byte("(C)")) || bytes.Contains(line, []byte("©"))) &&
		bytes.ContainsAny(line, "0123456789") && !has(line, reserving) && !hasSign(line)
}

package license

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
)

// What an operator joins to a licence belongs to it. It may be a word that is no licence elsewhere,
// such as Ruby, or have no known name.

// ids are the identifiers of the list by their form in small letters. It has the exceptions, too.
var ids = sync.OnceValue(func() map[string]Entry {
	all := map[string]Entry{}
	for _, e := range Entries() {
		all[strings.ToLower(e.ID)] = e
	}
	return all
})

var (
	// symbol matches the symbols of an expression.
	symbol = lazyregexp.New(`[()]|[^()\s]+`)
	// operators matches a value that is an expression of SPDX.
	operators = lazyregexp.New(`[\w+)] +(?:AND|OR|WITH) +[\w(]`)
)

// expression reads a label with an expression of SPDX, such as License: MIT AND (ISC OR Zlib). is
// is false if its value is not one, or has outdated identifiers; the license is empty if it is not
// understood.
func (r *reading) expression(at int) (p part, is bool) {
	if at+1 >= len(r.words) || r.words[at].hash != hashLicense || !r.isLabel(at) {
		return p, false
	}
	line, _, _ := bytes.Cut(r.text[r.words[at].end:], []byte("\n"))
	value := strings.Trim(string(line), " \t\r_:='\"`,;.")
	if !operators.MatchString(value) {
		return p, false
	}
	p = part{kind: noticeKind, from: at, to: at + 1}
	for p.to < len(r.words) && !r.words[p.to].line {
		p.to++
	}
	var said []string
	depth, ended, excepted := 0, false, false
	for _, s := range symbol.FindAllString(value, -1) {
		known := ids()[strings.ToLower(s)]
		switch {
		case s == "(" && !ended && !excepted:
			depth++
		case s == ")" && ended && depth > 0:
			depth--
		case (s == "AND" || s == "OR" || s == "WITH") && ended:
			ended, excepted = false, s == "WITH"
		case known.ID != "" && !ended && known.Exception == excepted:
			if s, ended, excepted = known.ID, true, false; known.Deprecated {
				return part{}, false
			}
		default:
			return p, true
		}
		said = append(said, s)
	}
	if ended && depth == 0 {
		p.license = spdx.Simple(strings.NewReplacer("( ", "(", " )", ")").Replace(strings.Join(said, " ")))
	}
	return p, true
}

// operand reads what an operator joins to a licence. ok is false if the licence has no operator
// behind it, or if the loop over the names reads the operand. The operand is in doubt if it is not
// understood.
func (r *reading) operand(p part) (q part, doubt, ok bool) {
	skip := func(i int) int {
		for i < len(r.words) && (r.words[i].hash == hashLicense || r.words[i].hash == hashLicensed) && !endsSentence(r.text, r.words[i-1]) {
			i++
		}
		return i
	}
	i := skip(p.to)
	if i >= len(r.words) || r.taken[i] || endsSentence(r.text, r.words[i-1]) {
		return q, false, false
	}
	gap := bytes.Trim(r.text[r.words[i-1].end:r.words[i].start], " \t\"'`()")
	word := adding.has(r.words[i].hash) && len(gap) == 0
	if word {
		i++
	} else if len(gap) != 1 || bytes.IndexByte([]byte(",+&;/|"), gap[0]) < 0 {
		return q, false, false
	}
	for i < len(r.words) && filler.has(r.words[i].hash) {
		i++
	}
	if i >= len(r.words) || r.taken[i] {
		return q, false, false
	}
	inLabel := r.inLabel(p.from)
	q, named := r.name(i)
	if named && (q.to-q.from > 1 || strong.has(r.words[i].hash)) {
		return q, false, false
	}
	end := i + 1
	if named {
		end = q.to
	} else {
		for end < len(r.words) && r.text[r.words[end-1].end] == '-' { // as in LicenseRef-Acme
			end++
		}
		q = part{from: i, to: end}
	}
	after := skip(end)
	closed := after > end || after == len(r.words) || endsSentence(r.text, r.words[after-1]) || adding.has(r.words[after].hash) || r.text[r.words[after-1].end] == ')' || inLabel && r.words[after].line
	first := r.text[r.words[i].start]
	switch {
	case named && closed:
		return q, false, true
	case named:
		return q, true, inLabel
	case notJoined.has(r.words[i].hash), r.inAddress(i), r.words[i].line, r.words[i].bullet:
		return q, false, false
	}
	return q, true, word && inLabel || closed && 'A' <= first && first <= 'Z' && (word || inLabel)
}

// inLabel reports whether a word is in the value of a label.
func (r *reading) inLabel(i int) bool {
	for i > 0 && !r.words[i].line {
		if i--; r.isLabel(i) {
			return true
		}
	}
	return false
}

// sameLine reports whether two words stand in the same line.
func (r *reading) sameLine(from, to int) bool {
	return !slices.ContainsFunc(r.words[from+1:to+1], func(w word) bool { return w.line })
}

var (
	adding = hashes("and", "or", "plus")
	// notJoined follow operators that join no licence, as in see LICENSE.
	notJoined = hashes("see", "more", "later", "newer", "above", "greater", "higher", "any", "file", "copyright", "author", "version", "http")
)

package lex

import (
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// Tables of scanner.fastPath, derived from the other tables of a program.

// compileFastPath runs last, because it needs all other tables.
func (p *program) compileFastPath() {
	p.fast = p.blanksAreBlank()
	p.compileNames()
	p.compileAlone()
	p.compileQuotes()
}

// blanksAreBlank reports whether the bytes up to the space are blank or skipped here. A span that
// opens with a line break is an exception.
func (p *program) blanksAreBlank() bool {
	for _, cl := range p.class[:' '+1] {
		if cl != classBlank && cl != classSkip && cl != classNewline {
			return false
		}
	}
	return true
}

// compileNames fills fastName if the language's names hold only letters, digits, _ and one other
// byte.
func (p *program) compileNames() {
	more := byte('_')
	for b, flags := range p.flags {
		if flags&(flagName|flagWord) != flagName {
			continue
		}
		if more != '_' || b >= 0x80 {
			return
		}
		more = byte(b)
	}
	if p.fold || p.odd {
		return
	}
	p.nameByte = ones * uint64(more)
	p.fastInside = more == '_'
	for b, cl := range p.class {
		p.fastName[b] = cl == className
	}
}

// compileAlone finds the bytes that are tokens of their own unless certain bytes follow. Following
// bytes with the same effect share a bit.
func (p *program) compileAlone() {
	var joined [256][4]uint64 // by following byte, a bit for each byte that it joins
	joining := [...]byteFlag{flagDigit, flagWord | flagSep, flagName | flagNameStop}
	var byFlag [len(joining)][4]uint64 // bytes that are joined by each byte with one of these flags
	for c := range 256 {
		if p.aloneKind[c] = p.kindAlone(byte(c)); p.aloneKind[c] == 0 {
			p.alone[c] = ^uint32(0) // never a token of its own
			continue
		}
		bit := uint64(1) << (c % 64)
		p.joins(byte(c), func(next byte) { joined[next][c/64] |= bit })
		switch p.base[c] {
		case classDot, classSign:
			byFlag[0][c/64] |= bit
		case classDigit:
			byFlag[1][c/64] |= bit
		case className:
			byFlag[2][c/64] |= bit
		}
	}
	for next, has := range p.flags {
		for i, flags := range joining {
			if has&flags == 0 {
				continue
			}
			for k := range joined[next] {
				joined[next][k] |= byFlag[i][k]
			}
		}
	}
	var groups [][4]uint64
	for next, by := range joined {
		group := slices.Index(groups, by)
		if group < 0 {
			group = len(groups)
			groups = append(groups, by)
		}
		p.ahead[next] = 1 << min(group, 31)
	}
	for group, by := range groups {
		for c := range 256 {
			if by[c/64]>>(c%64)&1 != 0 {
				p.alone[c] |= 1 << min(group, 31)
			}
		}
	}
}

// kindAlone returns the kind of a byte that may be a whole token, or 0.
func (p *program) kindAlone(c byte) Kind {
	switch p.base[c] {
	case classMark, classMarks, classSign:
		return Operator
	case classDot:
		if p.flags[c]&flagName == 0 {
			return Operator
		}
	case classDigit:
		return Number
	case className:
		if p.fastName[c] && p.words.find(byteHash[c]) == nil {
			return p.nameKind
		}
	}
	return 0
}

// joins calls join for each byte that may continue a token that starts with c. It also does for a
// span that c opens, whatever its flags are, and may call join several times for a byte.
func (p *program) joins(c byte, join func(next byte)) {
	for i := range p.spans[p.spanFirst[c].from:p.spanFirst[c].to] {
		sp := &p.spans[int(p.spanFirst[c].from)+i]
		if len(sp.open) > 1 {
			join(sp.open[1])
			continue
		}
		for b := range 256 {
			join(byte(b))
		}
		return
	}
	for _, o := range p.operators[p.opFirst[c].from:p.opFirst[c].to] {
		second := byte(o.text >> 8)
		join(second)
		if p.fold && 'a' <= second && second <= 'z' {
			join(second - 'a' + 'A')
		}
	}
	if p.base[c] == classDigit {
		for _, b := range []byte(".#/'") {
			join(b)
		}
	}
}

// compileQuotes finds the simple strings, which open and close with the same byte. Other spans that
// open with this byte must repeat it, like """. fastPath leaves those to next.
func (p *program) compileQuotes() {
	for c, r := range p.spanFirst {
		if r.from == r.to {
			continue
		}
		longer, shortest := p.spans[r.from:r.to-1], &p.spans[r.to-1]
		if shortest.isQuoted(byte(c)) && !slices.ContainsFunc(longer, func(sp spanProgram) bool {
			return len(sp.open) == 1 || sp.open[1] != byte(c)
		}) {
			p.quotes[c] = shortest
		}
	}
}

// isQuoted reports whether the span is a string between two bytes c. It ends at the first c, unless
// an escape, code or, on one line, a line break comes before. Strings over several lines without
// escapes are mostly long, so next reads them.
func (sp *spanProgram) isQuoted(c byte) bool {
	return sp.Form == language.Delimited && sp.kind != 0 && sp.When&^language.NotTouchingName == 0 && sp.Escape != c &&
		(sp.Flags&^(language.Skips|language.Closes) == 0 || sp.Escape != 0 && sp.Flags&^(language.Multi|language.OnlyNames) == 0) &&
		len(sp.open) == 1 && len(sp.closing) == 1 && sp.closing[0] == c
}

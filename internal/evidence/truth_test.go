package evidence_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
)

// The tests of this file check evidence with a tokenizer and a checker of their own, which share no
// code with the library: two programs are compared, one an edited copy of the other, and every
// statement of the result is verified against the bytes.

// plainToken is a token of the programs below: a name, a number, a text or an operator.
var plainToken = regexp.MustCompile(`[A-Za-z_][A-Za-z_0-9]*|[0-9]+|"[^"\n]*"|->|==|<=|>=|!=|\+=|-=|&&|\|\||[^\sA-Za-z_0-9]`)

// plainComment is a comment of the programs below.
var plainComment = regexp.MustCompile(`//[^\n]*|/\*[^*]*\*/`)

var plainKeywords = strings.Fields("if else for while return int char void")

// invisible is no token, but is not called the same as nothing.
const invisible = "\u200b"

// lexeme is a token that the checker has found.
type lexeme struct {
	text       string
	start, end int
}

func (p lexeme) isName() bool {
	first := p.text[0]
	return (first == '_' || first|0x20 >= 'a' && first|0x20 <= 'z') && !slices.Contains(plainKeywords, p.text)
}

// lexemes returns the tokens of a program.
func lexemes(source string) (all []lexeme) {
	source = strings.ReplaceAll(source, invisible, strings.Repeat(" ", len(invisible)))
	blank := plainComment.ReplaceAllStringFunc(source, func(c string) string { return strings.Repeat(" ", len(c)) })
	for _, at := range plainToken.FindAllStringIndex(blank, -1) {
		all = append(all, lexeme{blank[at[0]:at[1]], at[0], at[1]})
	}
	return all
}

// program returns a random program in C.
func program(r *rand.Rand, functions int) []string {
	name := func() string {
		return fmt.Sprintf("%s%d", []string{"count", "price", "node", "p", "size"}[r.IntN(5)], r.IntN(6))
	}
	var lines []string
	for range functions {
		lines = append(lines, fmt.Sprintf("int %s_%d(int %s, char %s) {", name(), r.IntN(900), name(), name()))
		for range 3 + r.IntN(9) {
			lines = append(lines, []string{
				fmt.Sprintf("\tif (%s > %d) { %s += %s(%s, \"%s\"); }", name(), r.IntN(99), name(), name(), name(), name()),
				fmt.Sprintf("\t%s = %s * %s + %d;", name(), name(), name(), r.IntN(9999)),
				fmt.Sprintf("\twhile (%s[%s] != %d && %s) %s(%s);", name(), name(), r.IntN(99), name(), name(), name()),
				fmt.Sprintf("\treturn %s + %s->%s;", name(), name(), name()),
				fmt.Sprintf("\tfor (%s = 0; %s <= %s; %s += 1) { %s(%s); }", name(), name(), name(), name(), name(), name()),
			}[r.IntN(5)])
		}
		lines = append(lines, "}")
	}
	return lines
}

// edited returns a copy of a program with random edits, as a plagiarist makes them.
func edited(r *rand.Rand, lines []string) string {
	lines = slices.Clone(lines)
	if r.IntN(2) == 0 { // statements
		for range 1 + r.IntN(3) {
			at := r.IntN(len(lines))
			switch r.IntN(3) {
			case 0:
				lines = slices.Insert(lines, at, fmt.Sprintf("\tlog(%d, \"here\");", r.IntN(99)))
			case 1:
				lines = slices.Delete(lines, at, at+1)
			default:
				lines[at] = strings.Replace(lines[at], "+", "-", 1)
			}
		}
	}
	text := strings.Join(lines, "\n")
	for range r.IntN(4) { // names: all of one, some of one, or one merged with another
		from, to := fmt.Sprintf("price%d", r.IntN(6)), fmt.Sprintf("cost%d", r.IntN(3))
		if r.IntN(3) == 0 {
			to = fmt.Sprintf("count%d", r.IntN(6)) // which is there already
		}
		all := r.IntN(2) == 0
		text = regexp.MustCompile(`\b`+from+`\b`).ReplaceAllStringFunc(text, func(name string) string {
			if all || r.IntN(2) == 0 {
				return to
			}
			return name
		})
	}
	if r.IntN(6) == 0 {
		text = strings.Replace(text, "; ", ";"+invisible+" ", 1+r.IntN(2))
	}
	if r.IntN(3) == 0 { // layout
		text = strings.ReplaceAll(text, "; ", ";\n\t\t")
		text = strings.ReplaceAll(text, "{ ", "{ /* so */\n")
	}
	return text
}

func TestCompare_EveryStatementIsTrue(t *testing.T) {
	kinds, unseen := map[string]int{}, 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		lines := program(r, 2+r.IntN(4))
		a, b := strings.Join(lines, "\n"), edited(r, lines)
		c, err := chaffinch.Compare(context.Background(), chaffinch.Document{Name: "a.c", Source: []byte(a)}, chaffinch.Document{Name: "b.c", Source: []byte(b)}, chaffinch.CompareOptions{})

		if err != nil {
			t.Fatal(err)
		}
		check := checker{a: side{a, lexemes(a)}, b: side{b, lexemes(b)}}
		if c.A.Tokens != len(check.a.lexemes) || c.B.Tokens != len(check.b.lexemes) {
			t.Fatalf("seed %d: %d and %d tokens, want %d and %d", seed, c.A.Tokens, c.B.Tokens, len(check.a.lexemes), len(check.b.lexemes))
		}
		matched := 0
		for _, m := range c.Matches {
			if err := check.match(m); err != nil {
				t.Errorf("seed %d: match at %d and %d: %v", seed, m.A.Lines.From, m.B.Lines.From, err)
			}
			kinds[m.Kind]++
			matched += m.Tokens
			unseen += len(m.Invisible)
		}
		for _, side := range []answer.Compared{c.A, c.B} {
			if want := float64(matched) / float64(side.Tokens); math.Abs(side.Coverage-want) > 1e-9 {
				t.Errorf("seed %d: coverage of %s %g, want %g", seed, side.Name, side.Coverage, want)
			}
		}
		if t.Failed() {
			t.Logf("a:\n%s\nb:\n%s", a, b)
			t.FailNow()
		}
	}
	if unseen < 20 {
		t.Errorf("only %d invisible characters are named", unseen)
	}
	for _, kind := range []string{"verbatim", "renamed", "edited"} {
		if kinds[kind] < 20 {
			t.Errorf("only %d matches are %s: the programs no longer show it", kinds[kind], kind)
		}
	}
}

// side is one of the two programs.
type side struct {
	source  string
	lexemes []lexeme
}

// place verifies lines, columns and tokens of a range of bytes.
func (s side) place(p answer.Place) error {
	if p.Tokens.Start < 0 || p.Tokens.End > len(s.lexemes) || p.Tokens.Start > p.Tokens.End {
		return fmt.Errorf("tokens %v of %d", p.Tokens, len(s.lexemes))
	}
	if p.Tokens.Start == p.Tokens.End {
		return nil
	}
	first, last := s.lexemes[p.Tokens.Start], s.lexemes[p.Tokens.End-1]
	if p.Bytes != (answer.Span{Start: first.start, End: last.end}) {
		return fmt.Errorf("bytes %v, want %d to %d", p.Bytes, first.start, last.end)
	}
	fromLine, fromColumn := position(s.source, first.start)
	toLine, toColumn := position(s.source, last.end-1)
	if p.Lines != (answer.Lines{From: fromLine, To: toLine}) || p.Columns != (answer.Lines{From: fromColumn, To: toColumn}) {
		return fmt.Errorf("lines %v columns %v, want %d:%d to %d:%d", p.Lines, p.Columns, fromLine, fromColumn, toLine, toColumn)
	}
	return nil
}

func position(source string, at int) (line, column int) {
	before := source[:at]
	return strings.Count(before, "\n") + 1, at - strings.LastIndexByte(before, '\n')
}

type checker struct{ a, b side }

// agree reports whether both sides of a difference have the same tokens, but for the renames.
func (c checker) agree(e answer.Difference, mapped, taken map[string]string) bool {
	if e.A.Tokens.End-e.A.Tokens.Start != e.B.Tokens.End-e.B.Tokens.Start {
		return false
	}
	for i := range e.A.Tokens.End - e.A.Tokens.Start {
		p, q := c.a.lexemes[e.A.Tokens.Start+i], c.b.lexemes[e.B.Tokens.Start+i]
		want := p.text
		if to, renamed := mapped[p.text]; renamed && p.isName() {
			want = to
		}
		from, known := taken[q.text]
		if q.text != want || known && from != p.text {
			return false
		}
	}
	return true
}

// match verifies the ranges, the kind, the renames and the edits of a match.
func (c checker) match(m answer.Shared) error {
	if err := c.a.place(m.A); err != nil {
		return err
	}
	if err := c.b.place(m.B); err != nil {
		return err
	}
	mapped, taken := map[string]string{}, map[string]string{}
	for _, p := range m.Renames {
		if mapped[p.A] != "" || taken[p.B] != "" || p.A == p.B {
			return fmt.Errorf("rename %s -> %s: %s is %q, %s was %q", p.A, p.B, p.A, mapped[p.A], p.B, taken[p.B])
		}
		mapped[p.A], taken[p.B] = p.B, p.A
	}
	counts, agreed := map[string]int{}, 0
	x, y := m.A.Tokens.Start, m.B.Tokens.Start
	same := func(toA, toB int) error { // tokens outside of edits
		if toA-x != toB-y {
			return fmt.Errorf("%d tokens face %d", toA-x, toB-y)
		}
		for ; x < toA; x, y = x+1, y+1 {
			p, q := c.a.lexemes[x], c.b.lexemes[y]
			switch {
			case p.isName() != q.isName() || !p.isName() && p.text != q.text:
				return fmt.Errorf("%q and %q are said to agree", p.text, q.text)
			case p.isName():
				to, renamed := mapped[p.text]
				if !renamed {
					to = p.text
				}
				from, known := taken[q.text]
				if q.text != to || known && from != p.text {
					return fmt.Errorf("%s -> %s contradicts %s -> %s and %s -> %s", p.text, q.text, p.text, to, from, q.text)
				}
				if renamed {
					counts[p.text]++
				}
			}
			agreed++
		}
		return nil
	}
	for _, e := range m.Edits {
		if err := c.a.place(e.A); err != nil {
			return err
		}
		if err := c.b.place(e.B); err != nil {
			return err
		}
		if err := same(e.A.Tokens.Start, e.B.Tokens.Start); err != nil {
			return err
		}
		x, y = e.A.Tokens.End, e.B.Tokens.End
		want := "changed"
		if e.A.Tokens.Start == x {
			want = "inserted"
		} else if e.B.Tokens.Start == y {
			want = "deleted"
		}
		if c.agree(e, mapped, taken) {
			return fmt.Errorf("the edit of %v agrees on both sides", e.A.Lines)
		}
		if e.Kind != want || e.A.Tokens.Start == x && e.B.Tokens.Start == y {
			return fmt.Errorf("an edit of %d for %d tokens is %q", x-e.A.Tokens.Start, y-e.B.Tokens.Start, e.Kind)
		}
	}
	if err := same(m.A.Tokens.End, m.B.Tokens.End); err != nil {
		return err
	}
	for _, p := range m.Renames {
		if counts[p.A] != p.Count {
			return fmt.Errorf("%s -> %s is counted %d times, not %d", p.A, p.B, p.Count, counts[p.A])
		}
	}
	want := "verbatim"
	named := slices.Equal(m.Invisible, []string{"U+200B"})
	if added := strings.Contains(c.b.source[m.B.Bytes.Start:m.B.Bytes.End], invisible); added != named || !added && len(m.Invisible) > 0 {
		return fmt.Errorf("invisible are %q", m.Invisible)
	}
	if len(m.Edits) > 0 || named {
		want = "edited"
	} else if len(m.Renames) > 0 {
		want = "renamed"
	}
	if m.Kind != want {
		return fmt.Errorf("it is called %s, not %s", m.Kind, want)
	}
	return nil
}

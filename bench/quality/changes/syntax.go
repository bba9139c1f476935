package changes

import (
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// syntax is the data of a language that the changes need.
type syntax struct {
	// terminated means that statements end in semicolons.
	terminated bool
	// joining are words that begin a line but not a statement.
	joining wordSet
	// functions are words: the head of every function has one of them; nil where a function
	// is name(…) {.
	functions wordSet
	// negated is an if whose condition, %s, is negated.
	negated string
	// bracketed means that the condition of an if is in parentheses.
	bracketed bool
	// function is a new function with a name, parameters and a body. parameter is one of the
	// parameters, and call a call.
	function, parameter, call string
	// types are the words of types, each with another one.
	types map[string]string
	loops []loop
}

// loop is another way to write a loop. Capital letters in the old head are any tokens. $1 is a new
// name. An opening bracket, colon or do at the end of a head stays as it is.
type loop struct {
	old, new string
	before   string // a statement before the loop
	first    string // a statement at the start of its block
	last     string // a statement at the end of its block
}

var (
	// control are the words that begin a statement with blocks of statements.
	control = words(`if for while else do try catch finally with loop unless until begin foreach elif except elsif
		elseif synchronized using unsafe case default when }`)
	// declaring are words: the head of a declaration without statements has one of them. choosing
	// are the words that begin a list of cases.
	declaring = words("class struct enum interface trait impl namespace module union type")
	choosing  = words("switch select match")
	// header are the first words of lines that name other files; the names and strings in them
	// stay.
	header = words("import include use package require require_relative from using extern mod namespace")
	// leaving are the first words of statements whose place matters.
	leaving = words(`return break continue goto throw raise yield pass case default when next redo retry else fallthrough
		panic super self`)
)

const cJoining = "else catch finally"

var (
	cLoops = []loop{
		{old: "for ( A ; B ; C )", before: "A;", new: "while (B)", last: "C;"},
		{old: "while ( A )", new: "for (; A; )"},
	}
	cSyntax = syntax{
		terminated: true, joining: words(cJoining), negated: "(!%s)", bracketed: true, loops: cLoops,
		function: "static void %s(%s)\n{\n%s}\n", parameter: "int %s", call: "%s(%s);",
		types: pairsOf(`int long, long int, unsigned uint32_t, char signed_char, float double, double float,
			bool int, size_t unsigned_long, uint32_t unsigned, uint8_t unsigned_char, void int, short int`),
	}
	javaSyntax = syntax{
		terminated: true, joining: words(cJoining), negated: "(!%s)", bracketed: true,
		loops:    append([]loop{{old: "for ( A : B )", before: "Iterator $1 = B.iterator();", new: "while ($1.hasNext())", first: "A = $1.next();"}}, cLoops...),
		function: "private void %s(%s) {\n%s}\n", parameter: "Object %s", call: "%s(%s);",
		types: pairsOf(`int long, long int, short int, char int, byte short, float double, double float, boolean Boolean,
			String CharSequence, List Collection, Set Collection, Map SortedMap, Object Comparable, Integer Long`),
	}
	scriptLoops = append([]loop{
		{old: "for ( A of B )", before: "let $1 = 0;", new: "while ($1 < B.length)", first: "A = B[$1++];"},
		{old: "for ( A in B )", before: "let $1 = Object.keys(B);", new: "while ($1.length)", first: "A = $1.shift();"},
	}, cLoops...)
	scriptSyntax = syntax{
		joining: words(cJoining), negated: "(!%s)", bracketed: true, loops: scriptLoops,
		function: "function %s(%s) {\n%s}\n", parameter: "%s", call: "%s(%s);",
		types: pairsOf("const let, let var, var let"),
	}
	typeScriptSyntax = func() syntax {
		s := scriptSyntax
		s.parameter = "%s: any"
		s.types = pairsOf(`number bigint, string String, boolean Boolean, any unknown, unknown any, void undefined,
			Array ReadonlyArray, Promise PromiseLike, Map WeakMap, object any, Record Map`)
		return s
	}()
	goSyntax = syntax{
		joining: words("else"), functions: words("func"), negated: "!(%s)",
		function: "func %s(%s) {\n%s}\n", parameter: "%s any", call: "%s(%s)",
		types: pairsOf(`int int64, int64 int, uint32 uint64, uint64 uint32, string []byte, byte rune, bool *bool, error any,
			float64 float32, int32 int64, uint8 uint16, uint16 uint32, uintptr uint64, any error, rune int`),
		loops: []loop{
			{old: "for A ; B ; C", before: "A", new: "for B", last: "C"},
			{old: "for A , B := range C", new: "for $1 := 0; $1 < len(C); $1++", first: "A, B := $1, C[$1]"},
			{old: "for A := range B", new: "for A := 0; A < len(B); A++"},
			{old: "for range A", new: "for $1 := 0; $1 < A; $1++"},
			{old: "for A", new: "for ; A;"},
		},
	}
	rustSyntax = syntax{
		terminated: true, joining: words("else"), functions: words("fn"), negated: "!(%s)",
		function: "fn %s(%s) {\n%s}\n", parameter: "%s: usize", call: "%s(%s);",
		types: pairsOf(`i32 i64, i64 i32, u8 u16, u16 u32, u32 u64, u64 u128, usize u64, isize i64, f64 f32, f32 f64, str String,
			String str, Vec Box, bool u8, Option Result, char u32`),
		loops: []loop{
			{old: "for A in B", before: "let mut $1 = (B).into_iter();", new: "while let Some(A) = $1.next()"},
			{old: "while A", new: "loop", first: "if !(A) { break; }"},
		},
	}
	pythonSyntax = syntax{
		joining: words("else elif except finally"), functions: words("def"), negated: "not (%s)",
		function: "def %s(%s):\n%s", parameter: "%s", call: "%s(%s)",
		types: pairsOf("int float, float int, list tuple, tuple list, dict OrderedDict, str bytes, bytes str, set frozenset, bool int"),
		loops: []loop{
			{old: "for A in B", before: "$1 = iter(B)", new: "while True", first: "A = next($1)"},
			{old: "while A", new: "for $1 in iter(int, 1)", first: "if not (A): break"},
		},
	}
	rubySyntax = syntax{
		joining: words("else elsif rescue ensure when in end"), functions: words("def do"), negated: "unless %s",
		function: "def %s(%s)\n%send\n", parameter: "%s", call: "%s(%s)",
		types: pairsOf("Array Set, Set Array, Hash Struct, String Symbol, Symbol String, Integer Float, Float Integer"),
		loops: []loop{
			{old: "A . each do | B |", new: "for B in A do"},
			{old: "A . each_with_index do | B , C |", before: "C = -1", new: "for B in A do", first: "C += 1"},
			{old: "A . times do | B |", new: "for B in 0...A do"},
			{old: "for A in B", new: "B.each do |A|"},
			{old: "while A", new: "until !(A)"},
			{old: "until A", new: "while !(A)"},
		},
	}
	phpSyntax = syntax{
		terminated: true, joining: words("else elseif catch finally"), functions: words("function fn"), negated: "(!%s)", bracketed: true,
		function: "function %s(%s) {\n%s}\n", parameter: "%s", call: "%s(%s);",
		types: pairsOf(`int float, float int, string iterable, bool int, array iterable, iterable array, void mixed, mixed void,
			object mixed, self static, static self`),
		loops: append([]loop{
			{old: "foreach ( A as B => C )", new: "foreach (array_keys(A) as B)", first: "C = A[B];"},
			{old: "foreach ( A as B )", before: "$1 = 0;", new: "while ($1 < count(A))", first: "B = A[$1++];"},
		}, cLoops...),
	}
)

// syntaxes are the languages that can be changed, by their names.
var syntaxes = map[string]*syntax{
	"C": &cSyntax, "C++": &cSyntax, "Go": &goSyntax, "Java": &javaSyntax, "JavaScript": &scriptSyntax, "PHP": &phpSyntax,
	"Python": &pythonSyntax, "Ruby": &rubySyntax, "Rust": &rustSyntax, "TypeScript": &typeScriptSyntax,
}

func syntaxOf(lang *lex.Language) *syntax { return syntaxes[lang.Name] }

// pairsOf reads words with their replacements, in which _ is a space unless it ends in _t.
func pairsOf(text string) map[string]string {
	pairs := map[string]string{}
	for pair := range strings.SplitSeq(text, ",") {
		fields := strings.Fields(pair)
		if !strings.HasSuffix(fields[1], "_t") {
			fields[1] = strings.ReplaceAll(fields[1], "_", " ")
		}
		pairs[fields[0]] = fields[1]
	}
	return pairs
}

// holdsStatements reports whether the block of a part is a list of statements that run one after
// the other: neither members of a class nor fields of a literal.
func (s *syntax) holdsStatements(n *node, p *part) bool {
	head := &n.parts[0].lines[0]
	if len(head.tokens) == 0 || len(p.lines[len(p.lines)-1].tokens) == 0 {
		return false
	}
	first := head.first()
	switch {
	case first == "{" || control[first]:
		return true
	case choosing[first] || s.functions != nil && declaring[first]:
		return false
	case s.functions != nil:
		return head.has(s.functions)
	}
	return opensFunction(p)
}

// opensFunction reports whether the lines end in ) { or => {, or have a type or throws between.
func opensFunction(p *part) bool {
	var all []token
	for _, l := range p.lines {
		all = append(all, l.tokens...)
	}
	if len(all) < 2 || all[len(all)-1].text != "{" {
		return false
	}
	for i := len(all) - 2; i >= 0; i-- {
		switch t := all[i]; {
		case t.text == ")" || t.text == "=>":
			return true
		case declaring[t.text], t.kind == lex.Operator && !strings.Contains(". , : < > [ ] | ?", t.text):
			return false
		}
	}
	return false
}

// isFunction reports whether the statement is a function: it has a list of parameters and a block.
func (s *syntax) isFunction(n *node) bool {
	if !n.hasBlock() || control[n.first()] || n.first() == "{" || len(n.head().tokens) == 0 {
		return false
	}
	return s.holdsStatements(n, &n.parts[0]) && (n.head().has(words("(")) || n.head().has(words("def")))
}

// isFixed reports whether the place of the statement matters.
func (n *node) isFixed() bool {
	tokens := n.tokens()
	if len(tokens) == 0 || !balanced(tokens) {
		return true
	}
	first, last := tokens[0], tokens[len(tokens)-1]
	return leaving[first.text] || isHeader(n.head()) || first.kind == lex.String || first.text == "#" ||
		first.text == "@" || first.text == "<?php" || last.text == ":" && n.isLeaf() || last.text == ","
}

// isHeader reports whether the line names other files.
func isHeader(l *line) bool {
	if len(l.tokens) == 0 {
		return false
	}
	if l.first() == "#" {
		return len(l.tokens) > 1 && header[l.tokens[1].text]
	}
	return header[l.first()] || l.has(words("require")) || l.first() == "<?php"
}

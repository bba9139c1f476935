package lex

import (
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// lexRow reads src with a row made up for a test and returns the tokens, each with the first letter
// of its kind: "i:x o:= n:1".
func lexRow(r language.Row, src string) string {
	l := &Language{Name: r.Name, row: &r}
	var out []string
	for _, t := range l.Lex(nil, []byte(src)) {
		text := strings.ReplaceAll(src[t.Start:t.End], "\n", "⏎")
		out = append(out, t.Kind.String()[:1]+":"+text)
	}
	return strings.Join(out, " ")
}

func TestLex_Forms(t *testing.T) {
	quotes := []language.Span{str(`"`), char(`'`)}
	for _, c := range []struct {
		name      string
		row       language.Row
		src, want string
	}{
		{"line comments at column one", language.Row{Spans: []language.Span{{Open: "C", When: language.ColumnOne, Flags: language.Glued}, {Open: "*", When: language.ColumnOne}}},
			"Call x\n call y\n* z\n a*b", "i:call i:y i:a o:* i:b"},
		{"word comments", language.Row{FoldCase: true, Spans: []language.Span{{Open: "rem"}, {Open: "'"}}},
			"REM x\nRemark Rem y ' z\nx rem", "i:Remark i:x"},
		{"comment after blanks", language.Row{Spans: []language.Span{comment("#", language.AfterBlank)}}, "a#b #c\n#d", "i:a o:# i:b"},
		{"comment first on its line", language.Row{Spans: []language.Span{comment(`"`, language.FirstOnLine), str(`"`)}},
			"\" it's\n  \" x\nlet \"s\" x", "i:let s:\"s\" i:x"},
		{"dashes before an operator", language.Row{OperatorRun: "-|>+", Spans: []language.Span{comment("--", language.NotBeforeOperator)}},
			"a --> b --- c\nd -- e\nf --|g", "i:a o:--> i:b i:d i:f o:--| i:g"},
		{"nested comments", language.Row{NestedComment: "{- -}"}, "a {- b {- c -} d -} e {- f", "i:a i:e"},
		{"documentation at line start", language.Row{Spans: []language.Span{{Open: "=", Close: "\n=cut", When: language.ColumnOne | language.BeforeLetter, Flags: language.Multi | language.RestOfLine}}},
			"a\n=pod it's\n x = 1\n=cut now\nb =c", "i:a i:b o:= i:c"},
		{"end of the code", language.Row{Spans: []language.Span{{Open: "__END__", When: language.ColumnOne, Flags: language.ToEnd}}}, "a __END__ b\n__END__\nc", "i:a i:__END__ i:b"},
		{"closed by a line", language.Row{Spans: []language.Span{rawStr(`@"`, "\n\"@")}}, "@\"\na \"@ b\n\"@ c", "s:@\"⏎a \"@ b⏎\"@ i:c"},
		{"doubled quotes", language.Row{Spans: []language.Span{doubledStr(`'`)}}, "'a''b' c 'd", "s:'a''b' i:c s:'d"},
		{"long brackets", language.Row{Spans: []language.Span{
			{Open: "--[", Tag: "=", Mid: "[", Close: "]", End: "]", Form: "tagged"}, {Open: "--"},
			{Open: "[", Tag: "=", Mid: "[", Close: "]", End: "]", Kind: language.String, Form: "tagged"}}},
			"a[b[1]] [==[x]]\n]=]]==] --[[ c\n]] d -- e\n[[f", "i:a o:[ i:b o:[ n:1 o:] o:] s:[==[x]]⏎]=]]==] i:d o:[ o:[ i:f"},
		{"dollar tags", language.Row{Spans: []language.Span{{Open: "$", Mid: "$", Close: "$", End: "$", Kind: language.String, Form: "tagged"}}},
			"$$a'$$ $x$b$$c$x$ $1$2 $y$", "s:$$a'$$ s:$x$b$$c$x$ o:$ n:1 o:$ n:2 o:$ i:y o:$"},
		{"bounded code", language.Row{Spans: []language.Span{{Open: "$", Mid: "$", Close: "$", End: "$", Kind: language.Operator, Form: "bracketed"}, longStr(`'`)}},
			"$$it's$$ $b$ 'c' $x$'$x$ $b$ $d$ 'e'", "o:$$ i:it s:' i:s o:$$ i:$b$ s:'c' i:$x$ s:' i:$x$ i:$b$ o:$ i:d o:$ s:'e'"},
		{"escapes in doubt", language.Row{Spans: []language.Span{{Open: `'`, Close: `'`, Kind: language.String, Escape: '\\', Flags: language.Multi | language.Doubled | language.Doubtful}}},
			"'a\\' b 'c'\n'it\\'s' d\n'\\'', 'x\\', y', '\\\\' e\n'\\', 'f'", `s:'a\' i:b s:'c' s:'it\'s' i:d s:'\'' o:, s:'x\', y' o:, s:'\\' i:e s:'\' o:, s:'f'`},
		{"more quotes around quotes", language.Row{Spans: []language.Span{{Open: `"""`, Tag: `"`, Close: `"""`, Kind: language.String, Form: "tagged"}, str(`"`)}},
			`""""a"""b"""" "" x`, `s:""""a"""b"""" s:"" i:x`},
		{"greedy close", language.Row{Spans: []language.Span{{Open: `"""`, Close: `"""`, Kind: language.String, Flags: language.Multi | language.Greedy}}}, `"""a"""" b`, `s:"""a"""" i:b`},
		{"quote-like", language.Row{NameLead: "$ @", Operators: "-> =>", Spans: []language.Span{
			{Open: "q", Kind: language.String, Escape: '\\', Form: "quote-like"}, {Open: "qw", Kind: language.String, Form: "quote-like"},
			{Open: "s", Mid: "2", Kind: language.String, Escape: '\\', Form: "quote-like", Flags: language.Suffix}}},
			`q{a {b} \} c} qw/x y/ qw (a b) s/a\/b/c/gi s{a}{b}x $q{y} {s} ->s(1) s => 2 q;`,
			`s:q{a {b} \} c} s:qw/x y/ s:qw (a b) s:s/a\/b/c/gi s:s{a}{b}x i:$q o:{ i:y o:} o:{ i:s o:} o:-> i:s o:( n:1 o:) i:s o:=> n:2 i:q o:;`},
		{"percent quotes", language.Row{Spans: []language.Span{{Open: "%", Tag: "letters", Kind: language.String, Escape: '\\', Form: "quote-like", When: language.NotAfterValue | language.OrSpaced}}},
			"a % b; x = %w[a [b] c]; f %(d); y %z", "i:a o:% i:b o:; i:x o:= s:%w[a [b] c] o:; i:f s:%(d) o:; i:y o:% i:z"},
		{"sigils", language.Row{Spans: []language.Span{{Open: "~", Tag: "letters", Kind: language.String, Escape: '\\', Form: "quote-like", When: language.BeforeLetter, Flags: language.Suffix}}},
			"~r/a\\/b/i ~s\"\"\"x \" y\"\"\" ~> ~w(a b)a", "s:~r/a\\/b/i s:~s\"\"\"x \" y\"\"\" o:~ o:> s:~w(a b)a"},
		{"characters and ticks", language.Row{NameCont: "'", Spans: []language.Span{{Open: "'", Close: "'", Kind: language.Char, Escape: '\\', Form: "tick"}}},
			`f' 'a' '\'' 'a x'' '\x41' '( 'é'`, `i:f' c:'a' c:'\'' i:'a i:x'' c:'\x41' o:' o:( c:'é'`},
		{"attribute ticks", language.Row{Spans: []language.Span{{Open: "'", Close: "'", Kind: language.Char, Form: "tick-only", When: language.NotTouchingValue}}},
			"X'Range T'('c') 'd' Y'Z'W", "i:X o:' i:Range i:T o:' o:( c:'c' o:) c:'d' i:Y o:' i:Z o:' i:W"},
		{"transposed", language.Row{Spans: []language.Span{{Open: "'", Close: "'", Kind: language.String, Flags: language.Doubled, When: language.NotTouchingValue}}},
			"a' + b(1)' + ['c' x'] 'd''e'", "i:a o:' o:+ i:b o:( n:1 o:) o:' o:+ o:[ s:'c' i:x o:' o:] s:'d''e'"},
		{"Verilog numbers", language.Row{Numbers: language.TickBase, NumberSep: "_"}, "4'b1010 8'hF_F 'sd3 '0 'x x'{a}", "n:4'b1010 n:8'hF_F n:'sd3 n:'0 n:'x i:x o:' o:{ i:a o:}"},
		{"based numbers", language.Row{Numbers: language.HashBase}, "16#FF#e 2#1# 16#a x#y", "n:16#FF# i:e n:2#1# n:16#a i:x o:# i:y"},
		{"signed numbers", language.Row{NameStart: "+-*", Numbers: language.Signed}, "(- -5 +6 a-1 -b)", "o:( i:- n:-5 n:+6 i:a-1 i:-b o:)"},
		{"signed numbers beside dashes", language.Row{NameCont: "-", Numbers: language.Signed}, "- -5 a-1 -b --c", "o:- n:-5 i:a-1 o:- i:b o:- o:- i:c"},
		{"word operators", language.Row{Operators: ".and. -eq ..", FoldCase: true, Exponents: "ed", Numbers: language.LeadingDot},
			"1.AND.2 1..2 1.d0 1.5D-3 .5 -eq -equal", "n:1 o:.AND. n:2 n:1 o:.. n:2 n:1.d0 n:1.5D-3 n:.5 o:-eq o:- i:equal"},
		{"number marks", language.Row{Spans: []language.Span{{Open: "#", Kind: language.Number, Form: "number-mark"}, {Open: "&H", Kind: language.Number, Form: "number-mark"}}},
			"#xFF &HFFl # 1 &x", "n:#xFF n:&HFFl o:# n:1 o:& i:x"},
		{"characters by name", language.Row{Spans: []language.Span{{Open: `#\`, Tag: "name", Kind: language.Char, Form: "rune-name"}, {Open: "0'", Kind: language.Char, Escape: '\\', Form: "rune-name"}, {Open: "$", Kind: language.Char, Escape: '\\', Form: "rune-name"}}},
			`#\space #\( 0'a 0'\n $a $\x{41} $\n 0`, `c:#\space c:#\( c:0'a c:0'\n c:$a c:$\x{41} c:$\n n:0`},
		{"regular expressions", language.Row{Keywords: "return this", ValueWords: "this", Spans: []language.Span{{Open: "/", Close: "/", Kind: language.String, Form: "regex", When: language.NotAfterValue | language.OrSpaced, Flags: language.Suffix}}},
			"a / b / c; return /x[/]y/g; this / 2 / 3; f /,/; /open\\\n/", "i:a o:/ i:b o:/ i:c o:; k:return s:/x[/]y/g o:; k:this o:/ n:2 o:/ n:3 o:; i:f s:/,/ o:; o:/ i:open o:/"},
		{"heredocs", language.Row{Spans: []language.Span{{Open: "<<", Tag: "-~", Mid: "upper", Kind: language.String, Form: "heredoc"}, str(`"`)}},
			"f(<<~A, <<-\"B c\") + 1 << x\n a \"\n A\nb\nB c\ng <<A", "i:f o:( o:<<~ i:A o:, o:<<- i:\"B c\" o:) o:+ n:1 o:< o:< i:x s: a \"⏎ A s:b⏎B c i:g o:< o:< i:A"},
		{"pictures", language.Row{Spans: []language.Span{{Open: "=", Tag: "format", Close: ".", Kind: language.String, Form: "perl-format"}}},
			"format A = \nit's\n .x\n.\nformats = 1\n format=\n.\nb format =\nc\n.\nformat D\n=\n.\nformat =\nE .",
			"i:format i:A o:= s:it's⏎ .x⏎. i:formats o:= n:1 i:format o:= s:. i:b i:format o:= i:c o:. i:format i:D o:= o:. i:format o:= i:E o:."},
		{"blocks", language.Row{Spans: []language.Span{{Open: "|", Form: "block"}, {Open: "'", Close: "'", Kind: language.String, Flags: language.Multi | language.Indented}}},
			"a: |- # b's\n\n  It's\n   c\n\nd: |\ne: 'f\n  g'\n- h: |2\n     i's\n   j\n- k: !l |\n  m: n |\n 'o\np'",
			"i:a o:: o:|- w:It's w:c i:d o:: o:| i:e o:: s:'f⏎  g' o:- i:h o:: o:|2 w:i's i:j o:- i:k o:: o:! i:l o:| i:m o:: i:n o:| s:' i:o i:p s:'"},
		{"elements in code", language.Row{Keywords: "if", Spans: append([]language.Span{{Open: "<", Form: "jsx", When: language.NotAfterValue}, rawStr("`", "`"), {Open: "/*", Close: "*/", Flags: language.Multi}}, quotes...)},
			"a = <b c='d\"' e-f={'}'}>it's ` {<g/>} /* {if (h) { `i}` }}</b>; j < k; <l>m; <n>o => 'p'; (<></>)",
			"i:a o:= o:< i:b i:c o:= s:'d\"' i:e-f o:= o:{ c:'}' o:} o:> w:it's o:{ o:< i:g o:/> o:} o:{ k:if o:( i:h o:) o:{ s:`i}` o:} o:} o:</ i:b o:> o:; " +
				"i:j o:< i:k o:; o:< i:l o:> i:m o:; o:< i:n o:> i:o o:= o:> c:'p' o:; o:( o:< o:> o:</ o:> o:)"},
		{"loose heredocs", language.Row{Spans: []language.Span{{Open: "<<<", Mid: "loose", Kind: language.String, Form: "heredoc"}}}, "f(<<<'X'\na\n X, 1);", "i:f o:( o:<<< i:'X' s:a⏎ X o:, n:1 o:) o:;"},
		{"datum comments", language.Row{Spans: append([]language.Span{{Open: "#;", Form: "comment-datum"}}, quotes...)}, "a #;(b (c \")\") d) e #;f g #; \"h\" i", "i:a i:e i:g i:i"},
		{"literals", language.Row{LineComment: "#", Spans: []language.Span{{Open: "#[", Kind: language.Operator, Form: "literal"}}}, "#[a] # b", "o:#[ i:a o:]"},
		{"interpolation with the escape", language.Row{Spans: []language.Span{{Open: `"`, Close: `"`, Kind: language.String, Escape: '\\', Interp: `\( )`}}}, `"a\(f("b)", ")"))\"c" d`, `s:"a\( i:f o:( s:"b)" o:, s:")" o:) i:d`},
		{"nesting strings", language.Row{Spans: []language.Span{{Open: "q{", Mid: "{", Close: "}", Kind: language.String, Flags: language.Multi | language.Nest}}}, "q{a{b}c} d q(e)", "s:q{a{b}c} i:d i:q o:( i:e o:)"},
		{"raw with hashes", language.Row{Spans: []language.Span{{Open: "#", Tag: "#", Mid: `"`, Close: `"`, End: "#", Kind: language.String, Form: "tagged"}}}, `#"a"b"# ##"c"#d"## #if`, `s:#"a"b"# s:##"c"#d"## o:# i:if`},
		{"quoted strings", language.Row{Spans: []language.Span{{Open: "{", Mid: "|", Close: "|", End: "}", Kind: language.String, Form: "tagged"}}}, "{|a}|} {x|b|}c|x} {y}", "s:{|a}|} s:{x|b|}c|x} o:{ i:y o:}"},
		{"special variables", language.Row{NameLead: "$ @", NameSpecial: "!\"1", Operators: "$#"}, `$!x $" $12 @! $#x $$`, `i:$! i:x i:$" i:$12 o:@ o:! o:$# i:x o:$ o:$`},
		{"numbers before dotted operators", language.Row{Numbers: language.LeadingDot | language.TrailingDot, Operators: ".and. .*", FoldCase: true}, "1.AND.2. 1.*x 1.e5 1.f", "n:1 o:.AND. n:2. n:1. o:* i:x n:1.e5 n:1.f"},
		{"factors", language.Row{Numbers: language.Juxtaposed | language.LeadingDot, NumberSep: "_", Exponents: "ef"}, "2x 0xfF 1e5 2e 1f-3 1_000y 0b1 .5z 1_x", "n:2 i:x n:0xfF n:1e5 n:2 i:e n:1f-3 n:1_000 i:y n:0b1 n:.5 i:z n:1 i:_x"},
		{"commands of letters", language.Row{NameLead: `\`, NameStart: "@", LeadLetters: true, LeadKind: language.Keyword, Spans: literals(language.Operator, `\_`)}, `\a_b \int_0 \frac12 \_b \@x\1`, `k:\a i:_b k:\int i:_0 k:\frac n:12 o:\_ i:b k:\@x o:\ n:1`},
		{"ratios", language.Row{NameStart: "/+-", Numbers: language.Ratio | language.Signed}, "22/7 -1/2 (/ 1 2) 0x1/2 3/x", "n:22/7 n:-1/2 o:( i:/ n:1 n:2 o:) n:0x1 i:/2 n:3 i:/x"},
		{"keys", language.Row{NameCont: "-", Spans: []language.Span{{Open: "?", Tag: "keys", Kind: language.Char, Escape: '\\', Form: "rune-name"}}}, `?\C-x ?\C-\M-a-?\C- ?a`, `c:?\C-x c:?\C-\M-a o:- c:?\C o:- c:?a`},
		{"suffixes of characters", language.Row{Spans: []language.Span{{Open: "'", Close: "'", Kind: language.Char, Form: "tick", Flags: language.Suffix}}}, "'a'B 'b", "c:'a'B i:'b"},
		{"continued lines", language.Row{Spans: []language.Span{{Open: "&", Form: "literal", When: language.ColumnSix}, {Open: "1", Form: "literal", When: language.ColumnSix}}},
			"     &a &b\n     1c\n    1\n  x   1\n      &", "i:a o:& i:b i:c n:1 i:x n:1 o:&"},
		{"names with dots", language.Row{NameStart: ".", Numbers: language.LeadingDot}, "...a .b.5 .5", "i:...a i:.b.5 n:.5"},
		{"names", language.Row{NameLead: "@ @@ $", NameEnd: "?!", NameCont: "-"}, "@x @@y $z a? b!=c d! @ $ e-f-1 a?b", "i:@x i:@@y i:$z i:a? i:b o:! o:= i:c i:d! o:@ o:$ i:e-f-1 i:a? i:b"},
		{"first names", language.Row{HeadKind: language.Keyword, LineComment: ";"}, "l: mov ax, bx\nmov cx ; x\nn = 3\n\tret", "i:l o:: k:mov i:ax o:, i:bx k:mov i:cx i:n o:= n:3 k:ret"},
		{"commands in text", language.Row{NameLead: `\`, LeadKind: language.Keyword, NameKind: language.Word, LineComment: "%", Spans: []language.Span{{Open: `\%`, Kind: language.Operator, Form: "literal"}}},
			`\section{Don't 5\%} \a\b été % x`, `k:\section o:{ w:Don o:' w:t n:5 o:\% o:} k:\a k:\b w:été`},
		{"joined lines", language.Row{}, "a \\\n b \\ c \\\r\nd", "i:a i:b o:\\ i:c i:d"},
		{"markup", language.Row{Markup: true, NameKind: language.Keyword, NameCont: "-", FoldCase: true, Operators: "</ />", Embed: "script=JavaScript", Spans: append([]language.Span{{Open: "<!--", Close: "-->", Flags: language.Multi}}, quotes...)},
			"It's <b class=\"x>y\" data-a=1>bold</b> a < b <!-- c -->\n<script>x = /[</]/.y</script><br/>",
			"w:It's o:< k:b k:class o:= s:\"x>y\" k:data-a o:= n:1 o:> w:bold o:</ k:b o:> w:a o:< w:b o:< k:script o:> i:x o:= s:/[</]/ o:. i:y o:</ k:script o:> o:< k:br o:/>"},
		{"runs before comments", language.Row{OperatorRun: "=+-/*<>", LineComment: "//", BlockComment: "/* */", Spans: []language.Span{comment("--", language.NotBeforeOperator)}},
			"a =// b\nc +/* d */- e *-- f", "i:a o:= i:c o:+ o:- i:e o:*-- i:f"},
		{"plain lead names", language.Row{NameLead: "$", LeadPlain: true, NameCont: "-", Keywords: "$x"}, "$x-1 $été-b a-b", "k:$x o:- n:1 i:$été o:- i:b i:a-b"},
		{"folded spans", language.Row{FoldCase: true, Spans: []language.Span{{Open: "&H", Kind: language.Number, Form: "number-mark"}, {Open: "`", Close: "`", Kind: language.Identifier}}}, "&HfF `A`", "n:&HfF i:`A`"},
		{"first names with a dot", language.Row{HeadKind: language.Keyword, NameStart: "."}, ".text\n.L1: jmp .L1\n.x = .", "k:.text i:.L1 o:: k:jmp i:.L1 i:.x o:= i:."},
		{"interpolation with the bracket first", language.Row{Spans: []language.Span{{Open: `"`, Close: `"`, Kind: language.String, Escape: '\\', Interp: "{$ } ${ }"}}}, `"{$a["$b"]} ${c["d"]}" e`, `s:"{$ i:a o:[ s:"$b" o:] i:c o:[ s:"d" o:] i:e`},
		{"islands", language.Row{Host: "Text", OpenTags: "<?= <?", Spans: append([]language.Span{{Open: "?>", Form: "close-tag"}}, quotes...)},
			"Hi there <? x('?>'); ?> it's <?= y", "w:Hi w:there o:<? i:x o:( c:'?>' o:) o:; o:?> w:it's o:<?= i:y"},
		{"comment before the end of an island", language.Row{Host: "Text", OpenTags: "<?", Spans: []language.Span{{Open: "?>", Form: "close-tag"}, {Open: "#", Close: "?>", Flags: language.UpTo}}},
			"<? x # y ?> it's <? # z\ny", "o:<? i:x o:?> w:it's o:<? i:y"},
		{"inside of an island", language.Row{Host: "HTML", OpenTags: "<?", Spans: []language.Span{{Open: "?>", Form: "close-tag"}}}, "x; ?> it's <? y", "i:x o:; o:?> w:it's o:<? i:y"},
		{"around islands", language.Row{Host: "HTML", OpenTags: "<?", NotOpenTags: "<?xml", Spans: []language.Span{{Open: "?>", Form: "close-tag"}}},
			"<?xml v?> <a b=\"c<? d ?>e\" f> g <? h ?><script>var i = 'j<? k ?>l'; // m's <? n ?> o's\n p</script>",
			"o:<? k:xml k:v o:?> o:< k:a k:b o:= s:\"c o:<? i:d o:?> s:e\" k:f o:> w:g o:<? i:h o:?> o:< k:script o:> " +
				"k:var i:i o:= s:'j o:<? i:k o:?> s:l' o:; o:<? i:n o:?> i:p o:</ k:script o:>"},
		{"markup without island", language.Row{Host: "HTML", OpenTags: "<?", Spans: []language.Span{{Open: "?>", Form: "close-tag"}}}, " <p>it's", "o:< k:p o:> w:it's"},
		{"no island", language.Row{Host: "Text", OpenTags: "<?"}, "x = y", "i:x o:= i:y"},
	} {
		if got := lexRow(c.row, c.src); got != c.want {
			t.Errorf("%s: %s\n got %s\nwant %s", c.name, c.src, got, c.want)
		}
	}
}

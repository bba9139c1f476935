package lex

import (
	"strings"
	"testing"
)

// Forms of strings and comments that are rare. Each was read otherwise once, and cost the rest of
// its line or block.
func TestLex_RareForms(t *testing.T) {
	for _, c := range []struct{ language, src, want string }{
		{"Ruby", "if s.scan(/<<\n ([a-z]+) | ([\"'`]) # it's\n/mx)\n b = 1", "k:if i:s o:. i:scan o:( s:/<<⏎ ([a-z]+) | ([\"'`]) # it's⏎/mx o:) i:b o:= n:1"},
		{"Ruby", "a = [/b\nc\"/, /d/]\ne[f] / 2", "i:a o:= o:[ s:/b⏎c\"/ o:, s:/d/ o:] i:e o:[ i:f o:] o:/ n:2"},
		{"TeX", "a \\mintinline{c}|5% d| b \\mint[x]{c}{e%f} g \\lstinline[h=C]!i%j! k \\mintinline m \\Verb[n=*]|o%p| \\path{q%r} \\nolinkurl{s%t} u", "w:a s:\\mintinline{c}|5% d| w:b s:\\mint[x]{c}{e%f} w:g s:\\lstinline[h=C]!i%j! w:k k:\\mintinline w:m s:\\Verb[n=*]|o%p| s:\\path{q%r} s:\\nolinkurl{s%t} w:u"},
		{"Java Server Pages", "<#-- a <#if b> --><#if c.d gt 3><@e f=g/>h ${i}</#if>", "o:<# k:if i:c o:. i:d i:gt n:3 o:> o:<@ i:e i:f o:= i:g o:/ o:> w:h o:${ i:i o:} o:</# k:if o:>"},
		{"OCaml", "a (* {x|\"*)|x} *) b (* { c *) d", "i:a i:b i:d"},
		{"Batchfile", "echo \"%1 %a% %* %~dp0%b%\" c", "k:echo s:\"%1 % i:a i:b i:c"},
		{"Lean", "dbg_trace \"a {b}\"; c", "s:dbg_trace \"a { i:b o:; i:c"},
		{"Ruby", "a = b / 2\nc = d(x / 3)", "i:a o:= i:b o:/ n:2 i:c o:= i:d o:( i:x o:/ n:3 o:)"},
		{"Perl", "$a =~ /b\n 'c/x; shift / 2;\n$d / 3", "i:$a o:=~ s:/b⏎ 'c/x o:; k:shift o:/ n:2 o:; i:$d o:/ n:3"},
		{"Crystal", "a = /b\n 'c/x\nd", "i:a o:= s:/b⏎ 'c/x i:d"},
		{"Groovy", "a = /b\n 'c/\nd", "i:a o:= s:/b⏎ 'c/ i:d"},
		{"Lua", "a = \"b \\z\n   c\" -- d\ne = 'f \\z\r\n g'", "i:a o:= s:\"b \\z⏎   c\" i:e o:= s:'f \\z\r⏎ g'"},
		{"CMake", "#[" + strings.Repeat("=", 71) + "[.rst:\nit's \"a\n]" + strings.Repeat("=", 71) + "]\nset(b)", "k:set o:( i:b o:)"},
		{"SQL", "COMMENT ON a IS $$it's b$$; c", "k:COMMENT k:ON i:a k:IS s:$$it's b$$ o:; i:c"},
		{"SQL", "DO $$ a $$ f($$select b$$) AS $x$ c; $x$", "k:DO o:$$ i:a o:$$ i:f o:( o:$$ k:select i:b o:$$ o:) k:AS i:$x$ i:c o:; i:$x$"},
		{"SQL", "VALUES (\"a \\\"b\\\" c\",\n \"C:\\\", d) # e\nf", "k:VALUES o:( i:\"a \\\"b\\\" c\" o:, i:\"C:\\\" o:, i:d o:) i:f"},
		{"SQL", "a /* b /* c */ d */ e", "i:a i:e"},
		{"SQL", "a /* b/*.sql */ c\nd /* e */ f", "i:a i:c i:d i:f"},
		{"C", "#error this can't be\nint a = L'x' + (char)'y' + u8'z'; return'c';",
			"o:# i:error i:this i:can o:' i:t i:be k:int i:a o:= c:L'x' o:+ o:( k:char o:) c:'y' o:+ c:u8'z' o:; k:return c:'c' o:;"},
		{"C++", "#if 0\nit's off, don't\n#endif\nx = 1'000'0", "o:# k:if n:0 i:it o:' i:s i:off o:, i:don o:' i:t o:# k:endif i:x o:= n:1'000'0"},
		{"C++", "R\"\"\"(a\"b)\"\"\" c R\"[]x(\"')[]x\" d", "s:R\"\"\"(a\"b)\"\"\" i:c s:R\"[]x(\"')[]x\" i:d"},
		{"Fortran", "s = 'a &\n  &b''c' ! d\ne = \"f\"", "i:s o:= s:'a &⏎  &b''c' i:e o:= s:\"f\""},
		{"Fortran Fixed Form", "      s = 'a\n     1b' ! d\n      t = 'u\n      v = 1", "i:s o:= s:'a⏎     1b' i:t o:= s:'u i:v o:= n:1"},
		{"OCaml", "(* a \"*)\" b '\"' *) c (* 5\" d *)\ne", "i:c i:e"},
		{"F#", "(* \"*)\" *) a", "i:a"},
		{"Rocq Prover", "(* \"*)\" (* \"(*\" *) *) a", "i:a"},
		{"Standard ML", "(* 5\" *) a", "i:a"},
		{"JavaScript", "a = b++ / c / 2; d[0]-- / e / f; a + /g/", "i:a o:= i:b o:++ o:/ i:c o:/ n:2 o:; i:d o:[ n:0 o:] o:-- o:/ i:e o:/ i:f o:; i:a o:+ s:/g/"},
		{"Perl", "$i++ / t() / 2; # a", "i:$i o:++ o:/ i:t o:( o:) o:/ n:2 o:;"},
		{"Awk", "{ a = i++ / t / 2 }", "o:{ i:a o:= i:i o:++ o:/ i:t o:/ n:2 o:}"},
		{"Groovy", "a = i++ / t / 2", "i:a o:= i:i o:++ o:/ i:t o:/ n:2"},
		{"JavaScript", "if (a(b)) /don't/.test(c); (d) / e / f; while (g) /\"x/.h()",
			"k:if o:( i:a o:( i:b o:) o:) s:/don't/ o:. i:test o:( i:c o:) o:; o:( i:d o:) o:/ i:e o:/ i:f o:; k:while o:( i:g o:) s:/\"x/ o:. i:h o:( o:)"},
		{"TypeScript", "for (;;) /'/.exec(a)", "k:for o:( o:; o:; o:) s:/'/ o:. i:exec o:( i:a o:)"},
		{"Vim Script", "let a = 80 \" it's b\nset c \" d\ncall E(\"f\", 'g')", "k:let i:a o:= n:80 k:set i:c k:call i:E o:( s:\"f\" o:, s:'g' o:)"},
		{"D", "a = q\"-b \" c-\"; q\"/d'/\"; q\"(e)\" ~ q\"F\ng\nF\"", "i:a o:= s:q\"-b \" c-\" o:; s:q\"/d'/\" o:; s:q\"(e)\" o:~ s:q\"F⏎g⏎F\""},
		{"Haskell", "a = [r|it's \"b|] ++ [x|x<-xs] ++ [i|i<-[j|j<-c]]",
			"i:a o:= s:[r|it's \"b|] o:++ o:[ i:x o:| i:x o:<- i:xs o:] o:++ o:[ i:i o:| i:i o:<- o:[ i:j o:| i:j o:<- i:c o:] o:]"},
		{"TeX", "\\begin{verbatim}\na = 5 % b\n\\end{verbatim}\nc \\verb|50% d| e % f", "k:\\begin o:{ w:verbatim o:} w:a w:5 w:b k:\\end o:{ w:verbatim o:} w:c s:\\verb|50% d| w:e"},
		{"Perl", "$r =~ tr ^y^z^; y /a/b/; $c = 6 ^ 3; -s $f / 2; q {a}", "i:$r o:=~ s:tr ^y^z^ o:; s:y /a/b/ o:; i:$c o:= n:6 o:^ n:3 o:; o:- i:s i:$f o:/ n:2 o:; s:q {a}"},
		{"Perl", "%h = (y => 1, s => 2); $h{y} = $y / 2; sub m { 1 }", "i:%h o:= o:( i:y o:=> n:1 o:, i:s o:=> n:2 o:) o:; i:$h o:{ i:y o:} o:= i:$y o:/ n:2 o:; k:sub i:m o:{ n:1 o:}"},
		{"HTML", "<script language=\"VBScript\">\n' it's\nDim a\n</script><b>c</b>", "o:< k:script k:language o:= s:\"VBScript\" o:> k:Dim i:a o:</ k:script o:> o:< k:b o:> w:c o:</ k:b o:>"},
		{"HTML", "<script type='text/x-template'>\n<p>it's</p></script>", "o:< k:script k:type o:= s:'text/x-template' o:> o:< k:p o:> w:it's o:</ k:p o:> o:</ k:script o:>"},
		{"Racket", "#! it's\na #!/bin\nb", "i:a i:b"},
		{"Nix", "a = ''b '''c ''${d} ''\\n $e''; f", "i:a o:= s:''b '''c ''${d} ''\\n $e'' o:; i:f"},
		{"COBOL", "      * it's\n       A-1 'b''c'.\n      -    'd'\n000100/ e\n000200 MOVE 1-X TO Y." + strings.Repeat(" ", 51) + "NAME0001\n",
			"i:A-1 s:'b''c' o:. s:'d' k:MOVE i:1-X k:TO i:Y o:."},
		{"SAS", "* it's a;\nx = y * z; * b;\ndata w;", "i:x o:= i:y o:* i:z o:; k:data i:w o:;"},
		{"C", "// it's \\\n don't\na; // b \\ \nc 'tis\nd = 'e'; // f \\\r\n g\nh", "i:a o:; i:c o:' i:tis i:d o:= c:'e' o:; i:h"},
		{"GLSL", "// it's \\\n don't\na", "i:a"},
		{"Tcl", "# it's \\\n don't\nset a b ;# it's \\\n too\nset c d", "k:set i:a i:b k:set i:c i:d"},
		{"Makefile", "# it's \\\n don't\nA = b # c \\\n d\ne: f", "i:A o:= i:b i:e o:: i:f"},
		{"D", "q\"(a (b)\" c)\" ~ x\"0A\" ~ iq{a}", "s:q\"(a (b)\" c)\" o:~ s:x\"0A\" o:~ o:iq{ i:a o:}"},
		{"PowerShell", "Get-Item C#a # it's\n$b#c", "i:Get-Item i:C o:# i:a i:$b o:# i:c"},
		{"Erlang", "~s(it's \"x) ++ ~\"y\". % it's", "s:~s(it's \"x) o:++ o:~ s:\"y\" o:."},
		{"OCaml", "{%sql|it's|} ^ {%%a.b c|it's |} |c} ^ {a; b}", "s:{%sql|it's|} o:^ s:{%%a.b c|it's |} |c} o:^ o:{ i:a o:; i:b o:}"},
		{"Haskell", "[json|it's|] ++ [xs|xs<-yss, a||b] ++ [d|x = y|] ++ [|z|] ++ [my.h|\n$forall x <- y\n|]",
			"s:[json|it's|] o:++ o:[ i:xs o:| i:xs o:<- i:yss o:, i:a o:|| i:b o:] o:++ o:[ i:d o:| i:x o:= i:y o:| o:] o:++ o:[ o:| i:z o:| o:] o:++ s:[my.h|⏎$forall x <- y⏎|]"},
		{"SQL", "SELECT q'#it's#', nq'\"it's\"', q'xits'\nrem it's\nPROMPT it's\n remark int", "k:SELECT s:q'#it's#' o:, s:nq'\"it's\"' o:, i:q s:'xits' i:remark k:int"},
		{"Puppet", "$a = @(X/n)\n it's $b\n | X\n$c = @(\"Y\":json)\n it's $d\n |- Y\n$e", "i:$a o:= o:@( i:X o:/ i:n o:) s: it's $b⏎ | X i:$c o:= o:@( i:\"Y\" o:: i:json o:) s: it's  i:$d i:$e"},
		{"MATLAB", "printf(\"a \\\"b\\\" c\\n\");\nx = \"C:\\\"; y = 1", "i:printf o:( s:\"a \\\"b\\\" c\\n\" o:) o:; i:x o:= s:\"C:\\\" o:; i:y o:= n:1"},
		{"Fortran Fixed Form", " 10  FORMAT (1X, 5HIT'S , 'a')\n      REAL*8 H, X3HB\n      WRITE(*) 3H'AB, 9Hc", "n:10 k:FORMAT o:( n:1X o:, s:5HIT'S  o:, s:'a' o:) k:REAL o:* n:8 i:H o:, i:X3HB k:WRITE o:( o:* o:) s:3H'AB o:, n:9Hc"},
		{"SAS", "input a; lines;\nit's\n;\ny;", "k:input i:a o:; s:lines;⏎it's⏎; i:y o:;"},
		{"VHDL", "a <= bit'('1') & character'('('); -- it's", "i:a o:<= k:bit o:' o:( c:'1' o:) o:& k:character o:' o:( c:'(' o:) o:;"},
		{"Scheme", "#!/usr/bin/guile \\\n-e it's\n!#\n(a)", "o:( i:a o:)"},
		{"Scheme", "#!/usr/bin/racket it's\n(a)", "o:( i:a o:)"},
		{"Common Lisp", "(f'\\'g h\\;i \"x\")", "o:( i:f o:' o:\\' i:g i:h o:\\; i:i s:\"x\" o:)"},
		{"Raku", "=for Testing\nit's b\n\na\n=head1 it's\n", "i:a"},
		{"Raku", "=for Testing\r\nit's b\r\n\r\na", "i:a"},
		{"Sass", "a\n  // it's\n     b\n\n     c\n  d: e // f\n     g: h\n  /* it's\n  i: j", "k:a i:d o:: i:e i:g o:: i:h k:i o:: i:j"},
		{"CoffeeScript", "### it's\n b ### a = b // 2 #c\n#### d\ne = /// ^ it's # \"f\n $ ///g", "i:a o:= i:b o:// n:2 i:e o:= s:/// ^ it's # \"f⏎ $ ///g"},
		{"Raku", "#`« it's «b» » a; if ms/^ 'multi'? it's»/ {}", "i:a o:; k:if s:ms/^ 'multi'? it's»/ o:{ o:}"},
		{"JavaScript", "<!-- it's\na = b\n--> it's\nc", "i:a o:= i:b i:c"},
		{"TeX", "\\verb*|a % b| c \\href{a%20b}{d} % e", "s:\\verb*|a % b| w:c s:\\href{a%20b} o:{ w:d o:}"},
		{"TypeScript", "r = w! / h! + x / y; s = a.b()! / 2; t = \"don't / do\"; if (c) !/d'/.test(e)",
			"i:r o:= i:w o:! o:/ i:h o:! o:+ i:x o:/ i:y o:; i:s o:= i:a o:. i:b o:( o:) o:! o:/ n:2 o:; i:t o:= s:\"don't / do\" o:; k:if o:( i:c o:) o:! s:/d'/ o:. i:test o:( i:e o:)"},
		{"TypeScript", "`${w! / h!} ${!/a}/.test(b)}`", "s:`${ i:w o:! o:/ i:h o:! o:! s:/a}/ o:. i:test o:( i:b o:)"},
		{"Ruby", "a.match(/b\nc\"/)\nd =~ /e\n'/\nf / 2\ng / 3", "i:a o:. i:match o:( s:/b⏎c\"/ o:) i:d o:=~ s:/e⏎'/ i:f o:/ n:2 i:g o:/ n:3"},
		{"Shell", "bash -c \"a '$b' | c\"; d '$b'", "i:bash o:- i:c o:\" i:a s:'$ i:b o:| i:c o:\" o:; i:d s:'$b'"},
		{"Shell", "test_expect_success \"a $b\" \"\n\tc \\$d 'e $f'\n\"\ng \"\nh\"", "i:test_expect_success s:\"a $ i:b o:\" i:c o:\\$ i:d s:'e $ i:f o:\" i:g s:\"⏎h\""},
		{"Shell", "a=\"${b:-it's $c}\" d=\"${e:?don't}\"\nf 'g' \"${h%'.i'}\"",
			"i:a o:= s:\"${ i:b o:: o:- i:it s:' i:s o:$ i:c i:d o:= s:\"${ i:e o:: o:? i:don s:' i:t i:f s:'g' s:\"${ i:h o:% s:'.i'"},
		{"SAS", "comment don't; a = comment;", "i:a o:= i:comment o:;"},
		{"OCaml", "(* {|*)|} *) a (* { *) b", "i:a i:b"},
		{"Fortran", "s = 'a &\n ! don't\n  &b'\nc = 1", "i:s o:= s:'a &⏎ ! don't⏎  &b' i:c o:= n:1"},
		{"Clojure", "#_#_ a b #_ #_c (d) e", "i:e"},
		{"Racket", "#;#; a (b) c", "i:c"},
		{"TeX", "\\Verb|%x| a", "s:\\Verb|%x| w:a"},
	} {
		src := []byte(c.src)
		var out []string
		for _, token := range mustLookup(t, c.language).Lex(nil, src) {
			text := strings.ReplaceAll(string(src[token.Start:token.End]), "\n", "⏎")
			out = append(out, token.Kind.String()[:1]+":"+text)
		}
		if got := strings.Join(out, " "); got != c.want {
			t.Errorf("%s: %s\n got %s\nwant %s", c.language, c.src, got, c.want)
		}
	}
}

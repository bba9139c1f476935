package detect

import "testing"

// An extension that foreign languages share is no proof: rules and contents say what a file is in.
func TestLanguage_SharedExtensions(t *testing.T) {
	for _, c := range []struct{ name, content, want string }{
		{"a.cls", "public with sharing class A {\n  // it's\n  Integer b;\n}\n", "Apex"},
		{"a.cls", "VERSION 1.0 CLASS\nBEGIN\n  MultiUse = -1\nEND\nSub A()\nEnd Sub\n", "Visual Basic .NET"},
		{"a.cls", "\\NeedsTeXFormat{LaTeX2e}\n", "TeX"}, {"a.cls", "Class A.B Extends %Persistent\n{\n}\n", "Text"},
		{"a.pp", "class a {\n  file { '/b':\n    ensure => present,\n  }\n}\n", "Puppet"},
		{"a.pp", "unit a;\ninterface\nimplementation\nend.\n", "Pascal"},
		{"a.al", "codeunit 5 \"A\"\n{\n  // it's\n}\n", "C"}, {"a.al", "package A; # it's\nsub b { my $c = shift; }\n1;\n", "Perl"},
		{"a.spec", "Name: a\nVersion: 1\n%description\nIt's a tool.\n", "Text"}, {"a.spec", "describe A do\n  it 'b' do\n    expect(c).to eq 1\n  end\nend\n", "Ruby"},
		{"a.m", "A\n ; it's\n S B=1\n", "Text"}, {"a.m", "#import \"a.h\"\n@implementation A\n@end\n", "Objective-C"},
		{"a.ex", "include std/io.e\n-- it's\nprocedure a()\nend procedure\n", "Text"}, {"a.ex", "defmodule A do\nend\n", "Elixir"},
		{"a.res", "let a = 1\nopen Belt\n", "Text"}, {"a.res", "<a>b</a>\n", "XML"}, {"a.f", ": a 1 + ;\n", "Text"},
		{"a.socket", "# it's\n[Socket]\nListenStream=80\n", "INI"}, {"a.network", "[Match]\nName=en*\n", "INI"}, {"a.path", "it's a path\n", "Text"},
		{".gitreview", "[gerrit]\nhost=a\n", "INI"}, {"a.t", "use v6;\nsay 'a';\n", "Raku"}, {"a.t", "use strict;\nprint 'a';\n", "Perl"},
		{"a.php", "<?hh\nfunction a(vec<int> $b): void {}\n", "Hack"}, {"a.php", "$a = $b->where('c', 1)->where('d', $type)->where('e', $num);\nforeach ($a as $f) { echo $f->where($where); }\n", "PHP"},
		{"a.hh", "<?hh\nfunction a(vec<int> $b): void {}\n", "Hack"}, {"a.hh", "void f(where a, num b, dict c, vec d) { type using = super; shape(where, num); }\n", "C++"},
		{"a.inc", "function a(b, c) {\n  return b.map(d => d + c).join(',');\n}\n", "PHP"}, {"a.inc", "static int a(int b)\n{\n  return b;\n}\n", "C++"},
		{"a.al", "# page\npackage A;\nsub b {\n  return 1;\n}\n1;\n", "Perl"}, {"a.bf", ">v\"a\"0<\n,:\n^_$\n", "Text"}, {"a.bf", "using System;\nclass A\n{\n}\n", "C#"},
		{"a.cfg", "# a\ndefaults\n    mode http\n", "Text"}, {"a.cfg", "[a]\nb = 1\n", "INI"}, {"a.cp", "MODULE A;\n(* it's *)\nEND A.\n", "Text"},
		{"a.fx", "// a\nA(int b) => (int c);\n", "Text"}, {"a.fx", "float4 a : POSITION;\n", "HLSL"}, {"a.gs", "init\n\tvar a = 1\n", "Python"},
		{"a.inc", "SRC_URI = \"a\"\n", "Text"}, {"a.inc", "native A(b);\n", "C"}, {"a.m", "a ; it's\n set b=1\n write b,!\n quit\n", "Text"}, {"a.m", "a = [1 2];\nplot(a');\n", "MATLAB"},
		{"a.md", ";; It's\n(define_insn \"a\"\n", "Text"}, {"a.md", "It's\n", "Markdown"}, {"a.mo", "import A \"mo:base/A\";\nactor {\n}\n", "Swift"}, {"a.mo", "model A\n  Real b;\nend A;\n", "Modelica"},
		{"a.nas", "# it's\nvar a = func(b) {\n}\n", "Python"}, {"a.nas", "; it's\n mov eax, 1\n", "Assembly"}, {"a.plt", "set term png # it's\nplot \"a\"\n", "Text"}, {"a.plt", ":- a.\nb(c).\n", "Prolog"},
		{"a.re", "let a = b =>\n  c;\n", "Text"}, {"a.re", "#include <a.h>\nint b;\n", "C++"}, {"a.sch", "EESchema Schematic File Version 2\n", "Text"}, {"a.sch", "(define (a) 'b)\n", "Scheme"},
		{"a.shader", "// it's\nShader \"A\"\n{\n}\n", "C"}, {"a.mm", "<map version=\"1\">\n<!-- it's -->\n</map>\n", "XML"}, {"a.mm", "#import \"a.h\"\n@implementation A\n@end\n", "Objective-C++"},
		{"a.as", "package a {\n  import b.c;\n}\n", "JavaScript"}, {"a.mqh", "class A\n{\n};\n", "C++"}, {"a.fr", "module A where\nimport B\n", "Haskell"}, {"a.fr", "Bonjour\n", "Text"},
		{"a.json5", "// It's\n{\n  a: 'b', c: true, if: this, new: null, function: [1, 2], return: 'd', var: 3, for: 4, while: 5, else: 6, class: 7, typeof: 8, let: 9,\n}\n", "JSON"},
		{"a.pl", "#!/usr/bin/env perl\nmodule(1) if shift;\n$b .= <<___;\nmy class\n:- it's\n___\n", "Perl"}, {"a.pl", "# it's\nreturn <<'END';\nV2\n48\n58\nEND\n", "Perl"},
		{"a.pl", "+{\n   locale_version => 1.31,\n   entry => <<'ENTRY', # it's\n00E6 ; [.1CAA.0020]\nENTRY\n};\n", "Perl"},
		{"a.pl", "% it's\n:- module(a, [b/1]).\nb(X) :- c(X).\n", "Prolog"}, {"a.pl", "my $a = 'b' ~ \"c\";\nclass A { has $.b; }\nsay $a.chars;\n", "Raku"}, {"a.pl", "#!/usr/bin/env swipl\nmain :- write('it').\n", "Prolog"},
		{"a", "#!/usr/bin/env hy\n(print 1)\n", "Clojure"},
	} {
		if got := Language(c.name, []byte(c.content)).Name; got != c.want {
			t.Errorf("%s is %s, want %s:\n%s", c.name, got, c.want, c.content)
		}
	}
}

// Data are known by their lines and brackets.
func TestCandidates_Data(t *testing.T) {
	for _, c := range []struct{ content, want string }{
		{"{\n  \"a\": [1, \"b c d e f g h\"]\n}\n", "JSON"}, {"[\n {\"a\": 1}, {\"b\": 2}\n]\n", "JSON"}, {"[\"a\", \"b\"]", "JSON"},
		{"name: a tool\nversion: 1\nlist:\n  - one of them\n  - another\n", "YAML"},
		{"A_B=some text\nC=http://x\nD=\n# it's\n", "INI"},
		{"       PROCEDURE DIVISION.\n       MAIN-PARA.\n           STOP RUN.\n", "COBOL"},
	} {
		if got := Candidates("", []byte(c.content), 1)[0].Name; got != c.want {
			t.Errorf("%s is the first guess, want %s:\n%s", got, c.want, c.content)
		}
	}
	for _, content := range []string{"[1, 2].forEach(x => f(x));\n", "a {\n  color: red;\n  top: 1;\n  left: 2;\n}\n", "Dear all: it is time.\nNote: we meet today.\nPlease: come.\n"} {
		if got := Candidates("", []byte(content), 1)[0].Name; got == "JSON" || got == "YAML" {
			t.Errorf("%s is the first guess:\n%s", got, content)
		}
	}
}

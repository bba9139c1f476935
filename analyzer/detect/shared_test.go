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

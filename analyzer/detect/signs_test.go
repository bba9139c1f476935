package detect

import (
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Each snippet is in a language that a relative, prose or data resembles.
func TestCandidates_Signs(t *testing.T) {
	for _, c := range []struct{ language, code string }{
		{"SystemVerilog", "module counter(input logic clk, output logic [7:0] q);\n  always_ff @(posedge clk)\n    q <= q + 1;\nendmodule\n"},
		{"Verilog", "module counter(clk, q);\n  input clk;\n  output [7:0] q;\n  reg [7:0] q;\n  always @(posedge clk)\n    q <= q + 1;\nendmodule\n"},
		{"Rocq Prover", "Require Import List.\nLemma app_nil : forall (l : list nat), l ++ nil = l.\nProof.\n  induction l; auto.\nQed.\n"},
		{"Racket", "#lang racket\n(define (square x)\n  (* x x))\n(square 4)\n"},
		{"Scheme", "(define (square x)\n  (* x x))\n(display (square 4))\n"},
		{"Emacs Lisp", "(require 'cl-lib)\n(defun my-insert (text)\n  (interactive \"sText: \")\n  (insert text))\n(provide 'my-insert)\n"},
		{"Common Lisp", "(in-package :my)\n(defparameter *x* 4)\n(defun square (x)\n  (* x x))\n"},
		{"Elm", "module Main exposing (main)\n\nimport Html exposing (text)\n\nmain =\n    text \"hello\"\n"},
		{"Bicep", "param location string = 'west'\n\nresource store 'Microsoft.Storage/storageAccounts@2021-02-01' = {\n  name: 'a'\n  location: location\n}\n"},
		{"HCL", "variable \"name\" {\n  type = string\n}\n\nresource \"aws_instance\" \"web\" {\n  ami = var.ami\n}\n"},
		{"COBOL", "       program-id. hello.\n       procedure division.\n       display \"Hello\".\n       stop run.\n"},
		{"Visual Basic .NET", "Module Greeter\n  Sub Main()\n    Console.WriteLine(\"Hello\")\n  End Sub\nEnd Module\n"},
		{"Cuda", "__global__ void add(int n, float *x, float *y) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) y[i] += x[i];\n}\n"},
		{"Objective-C++", "#import <Foundation/Foundation.h>\n#include <vector>\n@interface Store : NSObject\n@end\n@implementation Store {\n  std::vector<int> values;\n}\n@end\n"},
		{"HLSL", "cbuffer Scene : register(b0) {\n  float4x4 world;\n};\nfloat4 main(float4 p : POSITION) : SV_Target {\n  return mul(world, p);\n}\n"},
		{"SCSS", "$gap: 4px;\n@mixin box($w) {\n  width: $w;\n}\n.card {\n  @include box(4px);\n}\n"},
		{"Hack", "<?hh\nfunction f(int $x): int {\n  return $x + 1;\n}\n"},
		{"Apex", "public with sharing class Totals {\n  @AuraEnabled\n  public static Integer count() {\n    return [SELECT COUNT() FROM Account];\n  }\n}\n"},
		{"JavaScript", "import { total } from './total';\n\nexport function twice(list) {\n  const sum = total(list);\n  return sum * 2;\n}\n"},
		{"CoffeeScript", "class Snake extends Animal\n  move: (meters) ->\n    alert @name\n    super meters\n"},
		{"Thrift", "struct Loan {\n  1: string title\n  2: i32 days\n}\n"},
		{"Erlang", "{application, loans, [\n  {vsn, \"1.0\"},\n  {modules, [loan]}\n]}.\n"},
		{"Classic ASP", "<%\n  Response.ContentType = \"text/xml\"\n%>\n<a></a>\n"},
		{"Smarty", "{* It's a head *}\n<html>\n<title>{$title}</title>\n"},
		{"XML", "<App Theme=\"Basic\">\n  <Panel Width=\"150\" />\n</App>\n"},
		{"XML", "<!-- elements -->\n<!ENTITY % text \"em | b\">\n<!ELEMENT p (#PCDATA)>\n"},
		{"HTML", "<Section class=\"a\">\n  <p>Text</p>\n</Section>\n"},
		{"HTML", "<my-app></my-app>\n<p>Text</p>\n"},
	} {
		if got := Candidates("", []byte(c.code), 1)[0].Name; got != c.language {
			t.Errorf("%s for\n%s", got, c.code)
		}
	}
}

// Prose stays prose, even if a few lines begin like code.
func TestCandidates_FewSigns(t *testing.T) {
	prose := "The program reads its input line by line and prints the words that it has found there.\n" +
		"class of 1987: many of its members moved to another town, and few of them came back.\n" +
		"Nothing that was said on that evening was written down, and nobody remembers it now.\n" +
		"Given the weather, everybody stayed at home until the storm was over and the sun came out.\n" +
		"Feature: the old house has a garden that nobody has looked after for many years.\n" +
		"It had windows on both sides, and from the upper floor one could see the river.\n"
	if got := Candidates("", []byte(prose), 1)[0]; got != lex.Prose {
		t.Errorf("%s", got)
	}
}

func TestSigns_Table(t *testing.T) {
	seen := []string{}
	for line := range strings.Lines(signText) {
		name, texts, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if l := knownAs(name); l == nil || l.Name != name {
			t.Errorf("no language %q", name)
		}
		if slices.Contains(seen, name) {
			t.Errorf("%s has two lines", name)
		}
		seen = append(seen, name)
		all := strings.Split(texts, " | ")
		for i, text := range all {
			if text == "" || strings.HasPrefix(text, "…") && language.ByName(name).FoldCase || strings.TrimLeft(text, " ") != text || slices.Contains(all[:i], text) {
				t.Errorf("%s: %q can not be found, or is there twice", name, text)
			}
		}
	}
}

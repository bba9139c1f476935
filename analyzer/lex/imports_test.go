package lex

import (
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// importLines has, by language, sources whose lines are import lines as far as » precedes them.
var importLines = map[string]string{
	"Makefile":           "»include x.mk\n»-include y.mk\nall: include\n",
	"CMake":              "»include(GNUInstallDirs)\n»FIND_PACKAGE(Qt5 REQUIRED COMPONENTS\n» Core)\nadd_library(a b)\n",
	"COBOL":              "       »COPY FOO.\n       MOVE A TO B.\n",
	"SAS":                "»%include 'a.sas';\nrun;\n",
	"C":                  "»#include <stdio.h>\n» # include \"a.h\" // b\n#define A 1\nint include;\n",
	"C++":                "»#include <vector>\n»using namespace std;\n»using std::cout;\nusing A = B;\nusing B = std::vector<int>;\n»import std;\nint main() { return 0; }\n",
	"Cuda":               "»#include <cuda.h>\n__global__ void f() {}\n",
	"Objective-C":        "»#import <A/B.h>\n»@import Foundation;\n@interface A\n@end\n",
	"Objective-C++":      "»#import <A/B.h>\n»using namespace std;\nint a;\n",
	"Protocol Buffer":    "»syntax = \"proto3\";\n»package a.b;\n»import public \"c.proto\";\nmessage A { int32 a = 1; }\n",
	"Thrift":             "»include \"a.thrift\"\n»namespace java com.example\nstruct A { 1: i32 a }\n",
	"Solidity":           "»import \"./a.sol\";\n»import {A as B} from \"b.sol\";\ncontract A { }\n",
	"C#":                 "»using System;\n»using static System.Math;\n»using A = B.C;\n»global using D;\n»namespace A.B;\nclass C { void F() {\nusing (var a = B()) { }\nusing var b = new D();\n} }\n",
	"Visual Basic .NET":  "»Imports System.Text\n»imports A = B.C\nDim a As Integer\n",
	"PowerShell":         "»using namespace System.IO\n»Import-Module Foo\nGet-Item a\n",
	"Haskell":            "»module Main where\n»import qualified Data.Map as M\n»import Data.List (sort, nub)\n»import Data.Char\n»  ( isDigit\n»  , ord )\nmain = import_ 1\n",
	"Elm":                "module A exposing (b)\n»import Html exposing (div)\n»import Json.Decode as D\nb = 1\n",
	"OCaml":              "»open Printf\nlet a = 1\n",
	"Standard ML":        "»open List\nval a = 1\n",
	"F#":                 "»namespace A.B\n»open System\nmodule C = \n  let a = 1\n",
	"Erlang":             "»-module(foo).\n»-include(\"a.hrl\").\n»-import(lists, [map/2]).\n-export([f/1]).\nf(X) -> X.\n",
	"Elixir":             "defmodule A do\n»  use GenServer\n»  import List, only: [first: 1]\n»  alias A.{B, C}\n»  require Logger\n  def f, do: 1\nend\n",
	"Gleam":              "»import gleam/io\n»import gleam/list.{map,\n»  type List}\npub fn a() { 1 }\n",
	"Lean":               "»import Mathlib.Data.Nat\n»open Nat\ndef a := 1\n",
	"Rocq Prover":        "»Require Import List.\n»From Coq Require Import Arith.\nDefinition a := 1.\n",
	"GLSL":               "»#include \"a.glsl\"\nvoid main() { }\n",
	"HLSL":               "»#include \"a.hlsl\"\nfloat a;\n",
	"SystemVerilog":      "»import uvm_pkg::*;\nmodule m; endmodule\n",
	"VHDL":               "»library ieee; use ieee.std_logic_1164.all;\n»USE work.a.all;\nentity e is end;\n",
	"Puppet":             "»include apache\nclass a { }\n",
	"Java":               "»package a.b;\n\n»import java.util.List; // c\n»import static a.B.*;\nclass A { }\n",
	"Kotlin":             "»package a.b\n»import a.b.C as D\nfun f() = 1\n",
	"Scala":              "»package a.b\n»import a.{b, c => d}\n»import a.b._\npackage object e {\n val a = 1 }\n",
	"Groovy":             "»import a.B\ndef a = 1\n",
	"Clojure":            "»(ns a.b\n»  (:require [c.d :as e]))\n(defn f [] 1)\n»(require '[a.b])\n",
	"Scheme":             "»(import (scheme base)\n»  (scheme write))\n(define a 1)\n",
	"Racket":             "»(require racket/list (only-in racket/string string-join))\n(define a 1)\n",
	"Common Lisp":        "»(in-package :a)\n»(use-package :b)\n(defun f () 1)\n",
	"Emacs Lisp":         "»(require 'cl-lib)\n(defun f () 1)\n",
	"Prolog":             "»:- use_module(library(lists)).\na(b) :- c.\n",
	"Fortran":            "program p\n»  use a, only: b => c, &\n»    d\n  implicit none\nend\n",
	"Fortran Fixed Form": "      »use a\n      x = 1\n",
	"MATLAB":             "»import a.b.*\nx = 1;\n",
	"Julia":              "»using A: b, c\n»import D\n»include(\"e.jl\")\nf(x) = 1\n",
	"Modelica":           "»within A.B;\nmodel C\n»  import D = E.F;\n  Real a = 1;\nend C;\n",
	"R":                  "»library(stats)\n»require(MASS)\na <- 1\n",
	"Python":             "»import os, sys\n»from . import a\n»from a.b import (\n»  c,\n»  d as e,  # f\n»)\ndef f():\n»    import g\n    return important(1)\n»from h import i, \\\n»  j\n",
	"Ruby":               "»require 'json'\n»require_relative \"a\"\n»require(\"b\")\ninclude A\nputs 1\n",
	"Perl":               "»use strict;\n»use Foo qw(a b);\n»package A::B;\nuse constant A => 1;\nmy $a = 1;\n",
	"Lua":                "»local a = require \"b\"\n»local c = require(\"d\").e\nlocal f = 1\n",
	"Tcl":                "»package require Tcl 8.6\nset a 1\n",
	"Awk":                "»@include \"a.awk\"\n{ print }\n",
	"Shell":              "»source ./a.sh\necho source b\n",
	"Crystal":            "»require \"json\"\nputs 1\n",
	"Raku":               "»use v6;\nsay 1;\n",
	"Go":                 "»package main\n\n»import \"fmt\"\n»import (\n»\t\"os\" // a\n»\tx \"strings\"\n»)\nfunc main() { os.Exit(1) }\nimport (\n  \"b\"\n  c = d\n)\n",
	"Rust":               "»use a::b;\n»pub use c::{d,\n»  e::{f, g}};\n»extern crate h;\n»mod i;\nmod j { fn k() {} }\nfn use_it() {}\n",
	"Pascal":             "»uses\n»  SysUtils,\n»  Classes;\nvar a: Integer;\nbegin end.\n",
	"Ada":                "»with Ada.Text_IO; use Ada.Text_IO;\nprocedure A is begin null; end A;\n",
	"D":                  "»module a.b;\n»import std.stdio : writeln, f = format;\nvoid main() { }\n",
	"Nim":                "»import std/[strutils, os], macros\n»from a import b\nlet c = 1\n",
	"Swift":              "»import Foundation\n»@testable import A\nlet a = 1\n",
	"Zig":                "»const std = @import(\"std\");\nconst a = 1;\n",
	"TeX":                "»\\documentclass[a4paper]{article}\n»\\usepackage{amsmath}\n\\section{A}\n",
	"JavaScript":         "»import a from \"b\";\n»import {\n»  c,\n»  d as e,\n»} from 'f';\n»import g, * as h from \"i\"\n»import \"j\";\n»export * from \"k\"; export {l} from \"m\";\n»const {n} = require('o');\n»var p = require(\"q\").r\nimport(\"s\").then(t);\nexport {u};\nconst v = w(require('x'));\nconst y = z;\n",
	"TypeScript":         "»import type {A} from \"b\";\n»import c = require(\"d\");\n»import E = F.G;\nexport class H { }\n",
	"Vue":                "<script>\n»import { a } from 'b'\nexport default { c: 1 }\n</script>\n",
	"Svelte":             "<script>\n»import { a } from 'b'\nexport default { c: 1 }\n</script>\n",
	"Astro":              "---\n»import A from './A.astro'\nconst b = 1\n---\n<A/>\n",
	"Dart":               "»library a.b;\n»import 'dart:io' as io show File hide Dir;\n»part 'c.dart';\nvoid main() { }\n",
	"PHP":                "<?php\n»namespace A\\B;\n»use C\\{D, E};\n»use function f;\n»require_once __DIR__ . '/g.php';\n»include('h.php');\n$a = function () use ($b) { };\n",
	"JFlex":              "»package a;\n»import b.C;\n%%\n\"d\" { return e; }\n",
	"Lex":                "%{\n»#include <a.h>\n%}\n%%\nb { return C; }\n",
	"Hack":               "<?hh\n»use namespace HH\\Lib\\{C, Vec};\n$a = 1;\n",
	"CSS":                "»@import \"a.css\";\n»@import url(\"b.css\");\na { color: red }\n",
	"Sass":               "»@use \"a\" as b\n»@import 'c', 'd'\na\n  b: c\n",
	"CoffeeScript":       "»import a from \"b\"\n»import {c,\n»  d} from 'e'\nf = g\n",
	"SCSS":               "»@use \"a\" as b;\n»@import 'c', 'd';\na { b: c }\n",
}

// Each row with forms has a trial.
func TestImports_FindsImportLines(t *testing.T) {
	for _, r := range language.Rows() {
		if (r.Imports == "") != (importLines[r.Name] == "") {
			t.Errorf("%s: forms %q, trial %q", r.Name, r.Imports, importLines[r.Name])
		}
	}
	for name, marked := range importLines {
		l, _ := Lookup(name)
		src := strings.ReplaceAll(marked, "»", "")
		var lines []bool
		for line := range strings.Lines(marked) {
			lines = append(lines, strings.Contains(line, "»"))
		}
		tokens := l.Lex(nil, []byte(src))
		is := make([]bool, len(tokens))
		l.Imports([]byte(src), tokens, func(from, to int) {
			for i := from; i < to; i++ {
				is[i] = true
			}
		})
		for i, token := range tokens {
			line := strings.Count(src[:token.Start], "\n")
			if is[i] != lines[line] {
				t.Errorf("%s: %q in line %d: an import line: %v", name, src[token.Start:token.End], line+1, is[i])
			}
		}
	}
}

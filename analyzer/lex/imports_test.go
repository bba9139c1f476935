package lex

import (
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// importLines has, by language, sources whose lines are import lines as far as » precedes them.
var importLines = map[string]string{
	"Assembly":           "»%include \"a.inc\"\n».include \"b.s\"\nmov eax, 1\n",
	"Nix":                "»with import <nixpkgs> {};\n»{ pkgs ? import <nixpkgs> {} }:\n»let a = import ./b.nix {};\n»  inherit (e) f;\n»  g = import ./h.nix;\n»  j = callPackage ./k.nix {};\n  l = callPackage ./m.nix { n = 1; };\n  i = 1;\nin a i\n",
	"Verilog":            "»`include \"a.v\"\nmodule m; endmodule\n",
	"Vim Script":         "»source a.vim\n»runtime! b/c.vim\nlet d = 1\n",
	"Makefile":           "»include x.mk\n»-include y.mk\nall: include\n",
	"CMake":              "»cmake_minimum_required(VERSION 3.20)\n»include(GNUInstallDirs)\n»FIND_PACKAGE(Qt5 REQUIRED COMPONENTS\n» Core)\nadd_library(a b)\n",
	"COBOL":              "       »COPY FOO.\n       MOVE A TO B.\n",
	"SAS":                "»%include 'a.sas';\nrun;\n",
	"C":                  "»#include <stdio.h>\n» # include \"a.h\" // b\n#ifndef B\n#define A 1\n»#if defined(C)\n»#include <d.h>\n»#else\n»#include <e.h>\n#endif\nint include;\n",
	"C++":                "»#include <vector>\n»using namespace std;\n»using std::cout;\nusing A = B;\nusing B = std::vector<int>;\n»import std;\nint main() { return 0; }\n",
	"Cuda":               "»#include <cuda.h>\n__global__ void f() {}\n",
	"Objective-C":        "»#import <A/B.h>\n»@import Foundation;\n@interface A\n@end\n",
	"Objective-C++":      "»#import <A/B.h>\n»using namespace std;\nint a;\n",
	"Protocol Buffer":    "»syntax = \"proto3\";\n»package a.b;\n»import public \"c.proto\";\n»option go_package = \"d/e\";\nmessage A { int32 a = 1; }\n",
	"Thrift":             "»include \"a.thrift\"\n»namespace java com.example\nstruct A { 1: i32 a }\n",
	"Solidity":           "»pragma solidity ^0.8.0;\n»import \"./a.sol\";\n»import {A as B} from \"b.sol\";\ncontract A { }\n",
	"C#":                 "»using System;\n»using static System.Math;\n»using A = B.C;\n»global using D;\n»namespace A.B;\nclass C { void F() {\nusing (var a = B()) { }\nusing var b = new D();\n} }\n",
	"Visual Basic .NET":  "»Imports System.Text\n»imports A = B.C\nDim a As Integer\n",
	"PowerShell":         "»using namespace System.IO\n»Import-Module (Join-Path $a 'b')\n». \"$c/d.ps1\"\n./e.ps1\nGet-Item a\n",
	"Haskell":            "»module Main (a, b) where\n»module Main where\n»import qualified Data.Map as M\n»import Data.List (sort, nub)\n»import Data.Char\n»  ( isDigit\n»  , ord )\nmain = import_ 1\n",
	"Elm":                "»module A exposing (b)\n»import Html exposing (div)\n»import Json.Decode as D\nb = 1\n",
	"OCaml":              "»open Printf\n»include A\n»module B = Map.Make(C)\nmodule D = struct end\n»#use \"b.ml\";;\n»#require \"c\"\nlet a = 1\n",
	"Standard ML":        "»open List\n»use \"b.sml\";\nval a = 1\n",
	"F#":                 "»namespace A.B\n»open System\nmodule C = \n  let a = 1\n",
	"Erlang":             "»-module(foo).\n»-include(\"a.hrl\").\n»-import(lists, [map/2]).\n»-export([f/1]).\n»-behaviour(g).\nf(X) -> X.\n",
	"Elixir":             "defmodule A do\n»  use GenServer\n»  import List, only: [first: 1]\n»  alias A.{B, C}\n»  require Logger\n  def f, do: 1\nend\n",
	"Gleam":              "»import gleam/io\n»import gleam/list.{map,\n»  type List}\npub fn a() { 1 }\n",
	"Lean":               "»import Mathlib.Data.Nat\n»open Nat\ndef a := 1\n",
	"Rocq Prover":        "»Require Import List.\n»From Coq Require Import Arith.\nDefinition a := 1.\n",
	"GLSL":               "»#include \"a.glsl\"\nvoid main() { }\n",
	"HLSL":               "»#include \"a.hlsl\"\nfloat a;\n",
	"SystemVerilog":      "»`include \"a.svh\"\n»import uvm_pkg::*;\nmodule m; endmodule\n",
	"VHDL":               "»library ieee; use ieee.std_logic_1164.all;\n»USE work.a.all;\nentity e is end;\n",
	"Puppet":             "»include apache\nclass a { }\n",
	"Java":               "»package a.b;\n\n»import java.util.List; // c\n»import static a.B.*;\nclass A { }\n",
	"Kotlin":             "»package a.b\n»import a.b.C as D\nfun f() = 1\n",
	"Scala":              "»package a.b\n»import a.{b, c => d}\n»import a.b._\npackage object e {\n val a = 1 }\n",
	"Groovy":             "»import a.B\ndef a = 1\n",
	"Clojure":            "»(ns a.b\n»  (:require [c.d :as e]))\n(defn f [] 1)\n»(require '[a.b])\n",
	"Scheme":             "»(define-module (b)\n»  #:export (c))\n»(import (scheme base)\n»  (scheme write))\n(define a 1)\n",
	"Racket":             "»#lang racket\n»(provide b)\n»(require racket/list (only-in racket/string string-join))\n(define a 1)\n",
	"Common Lisp":        "»(ql:quickload :c)\n»(defpackage :a\n»  (:use :cl))\n»(in-package :a)\n»(use-package :b)\n(defun f () 1)\n",
	"Emacs Lisp":         "»(require 'cl-lib)\n(defun f () 1)\n»(provide 'b)\n",
	"Prolog":             "»:- module(d, [a/1,\n»  e/2]).\n»:- use_module(library(lists), [append/3]).\na(b) :- c.\n",
	"Fortran":            "program p\n»  use a, only: b => c, &\n»    d\n»  implicit none\n  integer :: e\nend\n",
	"Fortran Fixed Form": "      »use a\n      x = 1\n",
	"MATLAB":             "»import a.b.*\n»pkg load c\n»addpath('d');\nx = 1;\n",
	"Julia":              "»module G\n»using A: b, c\n»export h, i\n»import D\n»using Pkg; Pkg.add(\"f\")\n»include(\"e.jl\")\nf(x) = 1\n",
	"Modelica":           "»within A.B;\nmodel C\n»  import D = E.F;\n  Real a = 1;\nend C;\n",
	"R":                  "»library(stats, quietly = TRUE)\n»require(MASS)\n»suppressPackageStartupMessages(library(b))\n»if (!require(\"x\")) install.packages(\"x\")\na <- 1\n",
	"Python":             "»import os, sys\n»from . import a\n»from a.b import (\n»  c,\n»  d as e,  # f\n»)\ndef f():\n»    import g\n    return important(1)\n»from h import i, \\\n»  j\ntry:\n    k()\n»try:\n»    import l\n»except (ImportError, m.E) as e:\n»    from n import o\n»if sys.version_info[0] >= (3, 8):\n»    import p\n»else: import q\nelse:\n    r()\n»%matplotlib inline\n»!pip install -q s[t]==1.0\n»drive.mount(\"/content\", u=True)\n»except ImportError:\n»    s = None\n»except (ModuleNotFoundError, t):\n»    U = False\nexcept ValueError:\n    v = None\n»__all__ = [\"w\", 'x']\n»__all__ += [\n»  \"y\",\n»]\n__all__ = [\"a b\"]\nz = [\"a\"]\nsys.path.append(a.b(\"..\"))\n",
	"Ruby":               "»require 'json'\n»require_relative \"a\"\n»require(\"b\")\n»begin\n»  require 'c'\n»rescue LoadError\n»  require 'd'\nend\n»autoload :D, \"d\"\nbegin\n  e\nend\ninclude A\nputs 1\n",
	"Perl":               "»use strict;\n»use Foo qw(a b);\n»package A::B;\nuse constant A => 1;\nmy $a = 1;\n",
	"Lua":                "»local a = require \"b\"\n»local c = require(\"d\").e\nlocal f = 1\n",
	"Tcl":                "»package require Tcl 8.6\n»namespace import ::b::*\n»source lib/c.tcl\nset a 1\n",
	"Awk":                "»@include \"a.awk\"\n{ print }\n",
	"Shell":              "»source ./a.sh\n». ./b.sh\n». \"$c/d.sh\"\n»set -euo pipefail\n»set -e -o pipefail\n»set -Eeuo pipefail\nset -- \"$@\"\n./e.sh\necho source b\n",
	"Crystal":            "»require \"json\"\nputs 1\n",
	"Raku":               "»use v6;\nsay 1;\n",
	"Go":                 "»package main\n\n»import \"fmt\"\n»import (\n»\t\"os\" // a\n»\tx \"strings\"\n»)\nfunc main() { os.Exit(1) }\nimport (\n  \"b\"\n  c = d\n)\n",
	"Rust":               "»#![allow(b)]\n»#[macro_use(x)]\n»#[cfg(y = 1)]\n»extern crate z;\n#[test]\nfn t() {}\n»use a::b;\n»pub use c::{d,\n»  e::{f, g}};\n»extern crate h;\n»mod i;\nmod j { fn k() {} }\nfn use_it() {}\n",
	"Pascal":             "»uses\n»  SysUtils,\n»  Classes;\nvar a: Integer;\nbegin end.\n",
	"Ada":                "»with Ada.Text_IO; use Ada.Text_IO;\n»pragma Elaborate_All (Ada.Text_IO);\nprocedure A is begin null; end A;\n",
	"D":                  "»module a.b;\n»import std.stdio : writeln, f = format;\n»version (Posix) import a.c;\nvoid main() { }\n",
	"Nim":                "»import std/[strutils, os], macros\n»from a import b\n»when defined(windows):\n»  import d\nwhen defined(e):\n  f()\nlet c = 1\n",
	"Swift":              "»#if canImport(UIKit)\n»import UIKit\n#endif\n»import Foundation\n»@testable import A\nlet a = 1\n",
	"Zig":                "»const std = @import(\"std\");\n»const mem = std.mem;\n»pub const b = @cImport(@cInclude(\"c.h\"));\nconst c = @cImport({\n    @cInclude(\"d.h\");\n});\nconst a = 1;\n",
	"TeX":                "»\\documentclass[a4paper]{article}\n»\\usepackage[a=b]{c}\n»\\usepackage{amsmath}\n\\section{A}\n",
	"JavaScript":         "»import a from \"b\";\n»import {\n»  c,\n»  d as e,\n»} from 'f';\n»import g, * as h from \"i\"\n»import \"j\";\n»export * from \"k\"; export {l} from \"m\";\n»const {n} = require('o');\n»require('z/y');\n»var p = require(\"q\").r\nimport(\"s\").then(t);\n»export {u};\n»const {a1} = await import('b1');\n»module.exports = {c1, d1: e1,\n»  ...f1 };\nmodule.exports = { g1() { return h1 } };\nexport { i1 = 2 };\nconst v = w(require('x'));\nconst y = z;\n",
	"TypeScript":         "»import type {A} from \"b\";\n»import c = require(\"d\");\n»import E = F.G;\nexport class H { }\n",
	"Vue":                "<script>\n»import { a } from 'b'\nexport default { c: 1 }\n</script>\n",
	"Svelte":             "<script>\n»import { a } from 'b'\nexport default { c: 1 }\n</script>\n",
	"Astro":              "---\n»import A from './A.astro'\nconst b = 1\n---\n<A/>\n",
	"Dart":               "»library a.b;\n»import 'dart:io' as io show File hide Dir;\n»part 'c.dart';\nvoid main() { }\n",
	"PHP":                "<?php\n»declare(strict_types=1);\n»namespace A\\B;\n»use C\\{D, E};\n»use function f;\n»require_once __DIR__ . '/g.php';\n»include('h.php');\n$a = function () use ($b) { };\n",
	"JFlex":              "»package a;\n»import b.C;\n%%\n\"d\" { return e; }\n",
	"Lex":                "%{\n»#include <a.h>\n%}\n%%\nb { return C; }\n",
	"Hack":               "<?hh\n»use namespace HH\\Lib\\{C, Vec};\n$a = 1;\n",
	"CSS":                "»@import \"a.css\";\n»@import url(\"b.css\");\na { color: red }\n",
	"Sass":               "»@use \"a\" as b\n»@import 'c', 'd'\na\n  b: c\n",
	"CoffeeScript":       "»import a from \"b\"\n»import {c,\n»  d} from 'e'\n»h = require 'i'\n»{j, k} = require('l')\n»m = (require 'n').o\np = require.q\nf = g\n",
	"SCSS":               "»@use \"a\" as b;\n»@import 'c', 'd';\na { b: c }\n",
}

// Code cannot hide as an argument of an import line, or behind it.
func TestImports_HideNoCode(t *testing.T) {
	for name, src := range map[string]string{
		"Shell":       "set -e && a=$((b * 2))\n. ./e || rm -r c\nsource f & g h\n",
		"PowerShell":  "Import-Module x && Get-Item y\nImport-Module (a; b)\nImport-Module { c }\n",
		"Nix":         "{\n a = import ./id.nix { b = c: d + 1; };\n e = callPackage f { g = h; };\n}\n",
		"R":           "library({ f <- function(x) x + 1; \"stats\" }, character.only = TRUE)\nsource({ g <- 2 })\n",
		"Emacs Lisp":  "(provide (defun f (x) (+ x 1)))\n(load (progn (setq a (g b))))\n",
		"Common Lisp": "(load (progn (defun f (x) (* x x))))\n(ql:quickload (progn (g (h i))))\n",
		"Racket":      "(provide (m (define (f x) (+ x 1))))\n",
		"Clojure":     "(require (do (defn f [x] (inc x)) 'clojure.set))\n",
		"Rust":        "#[m(fn f(x: u8) -> u8 { x + 1 })] mod_;\n#![m(fn g() {})]\n",
		"Python":      "drive.mount(TABLE={'a': 1, 'b': 2})\ndrive.mount([1, 2, 3, 4, 5, 6, 7, 8])\n",
		"Elixir":      "use Q, [f: (quote do: (def g(x), do: (x + 1)))]\n",
		"Zig":         "const a = @cImport({ b(); });\n",
	} {
		l, _ := Lookup(name)
		tokens := l.Lex(nil, []byte(src))
		l.Imports([]byte(src), tokens, func(from, to int) {
			t.Errorf("%s: %q counts as import lines", name, src[tokens[from].Start:tokens[to-1].End])
		})
	}
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

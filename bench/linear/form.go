package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// form is a way to make up sources of any size.
type form struct {
	name   string
	source func(size int) []byte
}

// marks open, close or escape something in some language, or look so.
var marks = strings.Fields(`" ' ` + "` ``` ``" + ` """ ''' "" '' \ \\ \" \' / // /* */ /+ # #! #{ ${ $( $[ \( { {{ {% {- {| ( (* (: ) [ [[ [=[ ]] } % %( %w[ %q{
	< </ <a <a> </a> <a/> <a{ <a>{ <a={ <a=" <a='" <!-- --> <![CDATA[ <? <?= ?> <?php <% %> <script> <style> <template> </script <svg> <a><b>
	r" r#" R"( R"x( b' f" f"{ f'{ $" $@" @" @' L" u&' q( q{ q'[ qw/ qq{ m{ m/ s/ s{ tr/ y| ~s( ~r/ ~S""" =~/ $x$ $$ $$x 'x 'a' 0' ?a #\ #\x #; #;( #_ #| |# '(
	<<A <<-A <<~A <<"" <<'' <<"A" <<'A' <<"A <<\A <<<A <<~'A' =begin =cut =pod =end __END__ format begin end do if case class
	-- --- --[[ --[=[ -} -> -{ +- +++ === == = := => <= << >> && || ! !! != ? ?? @ @@ @{ ^ ~ ; ;; , . .. ... : :: | |> |- a:| -| >- * ** ***
	x x1 1 1.5 0x 1_ 1' 'b 'b1 1e+ .5 1.. été 日本 → ’ é ‘ REM C rem dnl def fun let quote in of then else $ $a $1 @a &a !a %a %{ &( *a
	a:_|_ -_a:_! a:_>_ !a_ "a" 'a' [a]( ![ - > /a/ /[ [/ /\ \n \x{ \u{ \N{ {{{ }}} ((( ))) <<< >>>` + " \u00adx")

// joints stand between repeated marks.
var joints = []string{"", " ", ", ", "\n"}

// beginnings open something once, before other marks are repeated.
var beginnings = []string{`"${`, "`${", `"#{`, `"\(`, "<a ", "<a>{", "#;(", "<?php ", "x: |\n  "}

// nests are what is opened, and how it closes.
var nests = [][2]string{
	{"(", ")"}, {"[", "]"}, {"{", "}"}, {"{[(", ")]}"}, {"<", ">"}, {"/*", "*/"}, {"(*", "*)"}, {"{-", "-}"}, {"#|", "|#"}, {"/+", "+/"},
	{"#[", "]#"}, {`"${`, `}"`}, {"`${", "}`"}, {`"#{`, `}"`}, {`"\(`, `)"`}, {`f"{`, `}"`}, {`$(`, `)`}, {`"$(`, `)"`}, {"${", "}"},
	{"<a>", "</a>"}, {"<a>{", "}</a>"}, {"<a b={", "}/>"}, {"#;(", ")"}, {"q{", "}"}, {"%w[", "]"}, {"<?php ", "?>"}, {"<script>", "</script>"},
	{"<template>", "</template>"}, {"{{", "}}"}, {"{%", "%}"}, {"begin ", "end "}, {"$x$ ", "$x$ "}, {"[[", "]]"}, {"« ", " »"}, {`"`, `"`},
}

// forms returns all forms.
func forms() []form {
	all := []form{
		{"one line", func(n int) []byte { return oneLine(n) }},
		{"noise", func(n int) []byte { return noise(n) }},
		{"marks", func(n int) []byte { return mixture(n) }},
		repeated("", "\n", ""), repeated("", "\r\n", ""), repeated("", " ", ""), repeated("", "\t\n", ""),
	}
	for _, m := range marks {
		m = strings.ReplaceAll(m, "_", " ")
		for _, j := range joints {
			all = append(all, repeated("", m+j, ""))
		}
		for _, b := range beginnings {
			all = append(all, repeated(b, m, ""))
		}
	}
	for _, p := range nests {
		all = append(all, repeated("", p[0], p[1]), repeated("", p[0]+" x ", " y "+p[1]), repeated("x = ", p[0]+"\n", p[1]+"\n"))
	}
	return all
}

// repeated has a beginning, a mark over and over, and as often what closes it.
func repeated(before, mark, after string) form {
	name := fmt.Sprintf("%q", mark)
	if before != "" {
		name = fmt.Sprintf("%q %s", before, name)
	}
	if after != "" {
		name += fmt.Sprintf(" %q", after)
	}
	return form{name, func(n int) []byte {
		times := n / (len(mark) + len(after))
		return []byte(before + strings.Repeat(mark, times) + strings.Repeat(after, times))
	}}
}

func newRandom() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// oneLine is code without a line break.
func oneLine(n int) []byte {
	random := newRandom()
	src := make([]byte, 0, n+64)
	for len(src) < n {
		src = fmt.Appendf(src, "x%d = f%d(y%d, %d); ", random.IntN(1000), random.IntN(100), random.IntN(10000), random.IntN(100))
	}
	return src
}

// noise is any bytes but NUL.
func noise(n int) []byte {
	random := newRandom()
	src := make([]byte, n)
	for i := range src {
		src[i] = byte(1 + random.IntN(255))
	}
	return src
}

// mixture is marks in any order.
func mixture(n int) []byte {
	random := newRandom()
	src := make([]byte, 0, n+64)
	for len(src) < n {
		src = append(src, marks[random.IntN(len(marks))]...)
		src = append(src, joints[random.IntN(len(joints))]...)
	}
	return src
}

package lex

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// BenchmarkLexHostile lexes thousands of hostile forms in every language, such as marks that open
// and never close, or close late. It reports ns/byte of the slowest form. As x2 it reports the
// greatest growth of the time of a form when its length doubles: 2 if time is linear. It can find
// slow searches that TestLex_LinearTime, which counts steps, does not cover.
//
//	CHAFFINCH_BENCH_BYTES=131072 go test -run '^$' -bench LexHostile -benchtime 1x ./analyzer/lex
//
// also prints the forms. Without the variable forms have 800 bytes; x2 is then noise.
func BenchmarkLexHostile(b *testing.B) {
	size, err := strconv.Atoi(cmp.Or(os.Getenv("CHAFFINCH_BENCH_BYTES"), "800"))
	if err != nil || size < 800 {
		b.Fatal("CHAFFINCH_BENCH_BYTES must be a number of at least 800")
	}
	forms := hostileForms()
	for _, l := range Languages() {
		b.Run(l.Name, func(b *testing.B) {
			var slowest, fastest hostileForm
			for b.Loop() {
				slowest, fastest = measureForms(l, forms, size)
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(slowest.seconds*1e9/float64(size), "ns/B")
			b.ReportMetric(fastest.growth, "x2")
			if os.Getenv("CHAFFINCH_BENCH_BYTES") != "" {
				b.Logf("slowest: %s; grows fastest: %s", slowest.name, fastest.name)
			}
		})
	}
}

// measureForms returns the slowest form, and among the slowest ones the form that grows fastest.
func measureForms(l *Language, forms []hostileForm, size int) (slowest, fastest hostileForm) {
	const suspects, runs = 8, 5
	var tokens []Token
	seconds := func(src []byte) float64 {
		start := time.Now()
		tokens = l.Lex(tokens[:0], src)
		return max(time.Since(start), 1).Seconds()
	}
	forms = slices.Clone(forms)
	for i, f := range forms {
		forms[i].seconds = seconds(f.source(size))
	}
	slices.SortStableFunc(forms, func(a, b hostileForm) int { return cmp.Compare(b.seconds, a.seconds) })
	for i, f := range forms[:suspects] { // the least of some runs, as other programs disturb
		whole, half := f.source(size), f.source(size/2)
		least := seconds(half)
		for range runs {
			f.seconds, least = min(f.seconds, seconds(whole)), min(least, seconds(half))
		}
		f.growth = f.seconds / least
		if i == 0 || f.seconds > slowest.seconds {
			slowest = f
		}
		if i == 0 || f.growth > fastest.growth {
			fastest = f
		}
	}
	return slowest, fastest
}

// hostileForm is a generator of sources of any size, with a measured time.
type hostileForm struct {
	name            string
	source          func(size int) []byte
	seconds, growth float64
}

// hostileMarks open, close or escape something in some language, or look as if they did.
var hostileMarks = strings.Fields(`" ' ` + "` ``` ``" + ` """ ''' "" '' \ \\ \" \' / // /* */ /+ # #! #{ ${ $( $[ \( { {{ {% {- {| ( (* (: ) [ [[ [=[ ]] } % %( %w[ %q{
	< </ <a <a> </a> <a/> <a{ <a>{ <a={ <a=" <a='" <!-- --> <![CDATA[ <? <?= ?> <?php <% %> <script> <style> <template> </script <svg> <a><b>
	r" r#" R"( R"x( b' f" f"{ f'{ $" $@" @" @' L" u&' q( q{ q'[ qw/ qq{ m{ m/ s/ s{ tr/ y| ~s( ~r/ ~S""" =~/ $x$ $$ $$x 'x 'a' 0' ?a #\ #\x #; #;( #_ #| |# '(
	<<A <<-A <<~A <<"" <<'' <<"A" <<'A' <<"A <<\A <<<A <<~'A' =begin =cut =pod =end __END__ format begin end do if case class
	-- --- --[[ --[=[ -} -> -{ +- +++ === == = := => <= << >> && || ! !! != ? ?? @ @@ @{ ^ ~ ; ;; , . .. ... : :: | |> |- a:| -| >- * ** ***
	x x1 1 1.5 0x 1_ 1' 'b 'b1 1e+ .5 1.. été 日本 → ’ é ‘ REM C rem dnl def fun let quote in of then else $ $a $1 @a &a !a %a %{ &( *a
	a:_|_ -_a:_! a:_>_ !a_ "a" 'a' [a]( ![ - > /a/ /[ [/ /\ \n \x{ \u{ \N{ {{{ }}} ((( ))) <<< >>>` + " \u00adx")

// hostileJoints separate repeated marks.
var hostileJoints = []string{"", " ", ", ", "\n"}

// hostileBeginnings open something once, before repeated marks.
var hostileBeginnings = []string{`"${`, "`${", `"#{`, `"\(`, "<a ", "<a>{", "#;(", "<?php ", "x: |\n  "}

// hostileNests are opening marks with their closing ones.
var hostileNests = [][2]string{
	{"(", ")"}, {"[", "]"}, {"{", "}"}, {"{[(", ")]}"}, {"<", ">"}, {"/*", "*/"}, {"(*", "*)"}, {"{-", "-}"}, {"#|", "|#"}, {"/+", "+/"},
	{"#[", "]#"}, {`"${`, `}"`}, {"`${", "}`"}, {`"#{`, `}"`}, {`"\(`, `)"`}, {`f"{`, `}"`}, {`$(`, `)`}, {`"$(`, `)"`}, {"${", "}"},
	{"<a>", "</a>"}, {"<a>{", "}</a>"}, {"<a b={", "}/>"}, {"#;(", ")"}, {"q{", "}"}, {"%w[", "]"}, {"<?php ", "?>"}, {"<script>", "</script>"},
	{"<template>", "</template>"}, {"{{", "}}"}, {"{%", "%}"}, {"begin ", "end "}, {"$x$ ", "$x$ "}, {"[[", "]]"}, {"« ", " »"}, {`"`, `"`},
}

// hostileForms returns all forms.
func hostileForms() []hostileForm {
	all := []hostileForm{
		{name: "one line", source: oneLine},
		{name: "noise", source: noise},
		{name: "marks", source: mixture},
		repeated("", "\n", ""), repeated("", "\r\n", ""), repeated("", " ", ""), repeated("", "\t\n", ""),
	}
	for _, m := range hostileMarks {
		m = strings.ReplaceAll(m, "_", " ")
		for _, j := range hostileJoints {
			all = append(all, repeated("", m+j, ""))
		}
		for _, b := range hostileBeginnings {
			all = append(all, repeated(b, m, ""))
		}
	}
	for _, p := range hostileNests {
		all = append(all, repeated("", p[0], p[1]), repeated("", p[0]+" x ", " y "+p[1]), repeated("x = ", p[0]+"\n", p[1]+"\n"))
	}
	return all
}

// repeated has a beginning, a repeated mark, and as many closing marks.
func repeated(before, mark, after string) hostileForm {
	name := fmt.Sprintf("%q", mark)
	if before != "" {
		name = fmt.Sprintf("%q %s", before, name)
	}
	if after != "" {
		name += fmt.Sprintf(" %q", after)
	}
	return hostileForm{name: name, source: func(n int) []byte {
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

// noise consists of any bytes but NUL.
func noise(n int) []byte {
	random := newRandom()
	src := make([]byte, n)
	for i := range src {
		src[i] = byte(1 + random.IntN(255))
	}
	return src
}

// mixture consists of marks in random order.
func mixture(n int) []byte {
	random := newRandom()
	src := make([]byte, 0, n+64)
	for len(src) < n {
		src = append(src, hostileMarks[random.IntN(len(hostileMarks))]...)
		src = append(src, hostileJoints[random.IntN(len(hostileJoints))]...)
	}
	return src
}

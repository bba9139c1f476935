package analyzer

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/countdown"
)

// longSources are of one kind of token or form over and over, by language.
var longSources = map[string][]string{
	"Go":         {"a ", "a+b;", "/* c */", "// c\n", "\"s\" ", "`r` ", "'c' ", "((", "1.5e3 ", "é "},
	"C":          {"#x\n", "x\\\n", "\"a\\\"b\" "},
	"Python":     {"f'{a}' ", "'''d''' ", "if a:\n b\n"},
	"Ruby":       {"x = <<A\nb\nA\n", "%w[a b] ", "/r/ "},
	"JavaScript": {"`t${a}` ", "a / b;"},
	"PHP":        {"<b>t</b> <?php a(); ?>", "<?php $a; ?> word "},
	"HTML":       {"<a href=\"b\">word</a>", "word ", "<script>a();</script>", "<"},
	"Text":       {"word ", "wörter. ", "- ", "字"},
}

// longElements are sources of one element or string: what begins one, what is inside over and over, and what ends it.
var longElements = map[string][][3]string{
	"JavaScript": {{"a = <a>", "{x}", "</a>"}, {"a = <a>", "<b c={d}/>", "</a>"}, {"a = <a>", "t{f(x)} ", "</a>"}, {"a = `", "${b+c} ", "`"}},
	"Swift":      {{"a = \"\"\"\n", "\\(b)", "\n\"\"\""}},
}

func TestLexingOfOneElementEndsWithItsContext(t *testing.T) {
	t.Parallel()
	const size = 40 * betweenLooks
	for name, all := range longElements {
		l, _ := Lookup(name)
		for _, e := range all {
			src := []byte(e[0] + strings.Repeat(e[1], size/len(e[1])) + e[2])
			whole := l.Lex(nil, src)
			asked := countdown.After(1 << 30)
			if got, err := l.LexContext(asked, nil, src); err != nil || !slices.Equal(got, whole) {
				t.Errorf("%s %q: %d tokens, not %d: %v", name, e, len(got), len(whole), err)
			}
			if looks := asked.Looks(); looks < 35 {
				t.Errorf("%s %q: %d looks at the context", name, e, looks)
			}
			after := countdown.After(10)
			if _, err := l.LexContext(after, nil, src); !errors.Is(err, context.Canceled) || after.Looks() != 11 {
				t.Errorf("%s %q: %d looks when it is done: %v", name, e, after.Looks(), err)
			}
		}
	}
}

// However a source is made, the context is asked all along, and soon after it is done nothing is lexed any more.
func TestLexingEndsWithItsContext(t *testing.T) {
	t.Parallel()
	const size = 40 * betweenLooks
	for name, pieces := range longSources {
		l, ok := Lookup(name)
		if !ok {
			t.Fatalf("there is no language %s", name)
		}
		for _, piece := range pieces {
			src := []byte(strings.Repeat(piece, size/len(piece)))
			whole := l.Lex(nil, src)
			asked := countdown.After(1 << 30)
			got, err := l.LexContext(asked, nil, src)
			if err != nil || !slices.Equal(got, whole) {
				t.Errorf("%s %q: %d tokens, not %d: %v", name, piece, len(got), len(whole), err)
			}
			if looks := asked.Looks(); looks < 10 {
				t.Errorf("%s %q: %d looks at the context", name, piece, looks)
			}
			got, err = l.LexContext(countdown.After(3), nil, src)
			if !errors.Is(err, context.Canceled) || len(got) > 0 && got[len(got)-1].End > size/2 {
				t.Errorf("%s %q: %d of %d tokens when it was done: %v", name, piece, len(got), len(whole), err)
			}
		}
	}
}

func TestAnalyzingEndsWithItsContext(t *testing.T) {
	t.Parallel()
	src := []byte(strings.Repeat("a + b;\n", 10*betweenLooks))
	l, _ := Lookup("Go")
	for _, s := range []string{SelectRobust, SelectMod} {
		settings := DefaultSettings()
		settings.Structure.Selection, settings.Exact.Selection = s, s
		a, err := New(settings)
		if err != nil {
			t.Fatal(err)
		}
		var n, want Analysis
		a.Analyze(l, src, &want)
		a.Analyze(l, src, &n) // so that it has grown, and the looks are always the same
		asked := countdown.After(1 << 30)
		if err := a.AnalyzeContext(asked, l, src, &n); err != nil || !slices.Equal(n.Fingerprints[Exact], want.Fingerprints[Exact]) {
			t.Fatalf("%s: %v, or other fingerprints", s, err)
		}
		for after := range asked.Looks() {
			if err := a.AnalyzeContext(countdown.After(after), l, src, &n); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: done after %d looks: %v", s, after, err)
			}
			if len(n.Fingerprints[Exact]) > 0 {
				t.Errorf("%s: done after %d looks, it has selected all", s, after)
			}
		}
		if err := a.AnalyzeContext(context.Background(), l, src, &n); err != nil || !slices.Equal(n.Tokens, want.Tokens) {
			t.Errorf("%s: after that: %v, or other tokens", s, err)
		}
	}
}

// slow is a selection that tells when it is called, and takes as long as the test wants.
type slow struct{ called, release chan struct{} }

func (slow) Window() int { return 0 }

func (s slow) Select(dst []int, _ []uint64) []int {
	close(s.called)
	<-s.release
	return append(dst, 0)
}

// Millions of tokens are fingerprinted as few are, but nobody has to wait for that whose context is done.
func TestManyTokensAreNotWaitedFor(t *testing.T) {
	t.Parallel()
	src := []byte(strings.Repeat("a ", manyTokens+10))
	l, _ := Lookup("Go")
	a, err := New(DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	var n, want Analysis
	a.Analyze(l, src, &want)
	if err := a.AnalyzeContext(context.Background(), l, src, &n); err != nil || !slices.Equal(n.Tokens, want.Tokens) ||
		!slices.Equal(n.Fingerprints[Structure], want.Fingerprints[Structure]) {
		t.Errorf("%v, or other fingerprints", err)
	}
	s := slow{make(chan struct{}), make(chan struct{})}
	a.structure, a.exact = s, s
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-s.called
		cancel()
	}()
	if err := a.AnalyzeContext(ctx, l, src, &n); !errors.Is(err, context.Canceled) || n.Tokens != nil {
		t.Errorf("with %d tokens: %v", len(n.Tokens), err)
	}
	close(s.release)
}

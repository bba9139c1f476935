package notice

import (
	"slices"
	"strings"
	"testing"
)

// Each sign is found at any offset, also at the end of a head, in either case of ASCII.
func TestSigns_AtAnyOffset(t *testing.T) {
	upper := func(text string) string {
		return strings.Map(func(r rune) rune {
			if 'a' <= r && r <= 'z' {
				r -= 'a' - 'A'
			}
			return r
		}, text)
	}
	for _, want := range slices.Concat(signs, weakSigns, denying, clauses, []string{spdxBegin}) {
		for before := range 9 {
			for _, text := range []string{want, upper(want), want + "\n", want + " and the rest of a line\n"} {
				s := newSigns([]byte(strings.Repeat("x", before) + text))
				found := slices.Contains(s.tags, before) || slices.Contains(s.clauses, before)
				for _, list := range [][]sign{s.rights, s.denying} {
					found = found || slices.ContainsFunc(list, func(s sign) bool { return s.at == before })
					if !slices.IsSortedFunc(list, func(a, b sign) int { return a.at - b.at }) {
						t.Errorf("signs of %q are not in order", text)
					}
				}
				if !slices.IsSorted(s.clauses) {
					t.Errorf("clauses of %q are not in order", text)
				}
				if s.free(); !found {
					t.Errorf("%q is not found at %d", text, before)
				}
			}
		}
	}
}

// A head says the same when it is read again, beside other code, and for another language.
func TestHeads_RememberHeads(t *testing.T) {
	const notice = "// Licensed under the Apache License, Version 2.0.\n\n"
	var shared Heads
	inString := func(int) bool { return true }
	for _, c := range []struct {
		text     string
		prose    bool
		inString func(int) bool
	}{
		{notice + "package a\n", false, inString},
		{notice + "package b\n\n// Code is free to use.\n", false, inString},
		{notice + "/* No commercial use. */\npackage b\n", false, inString},
		{notice + "It may not be used for commercial purposes.\n", true, nil},
		{notice + "It may not be used for commercial purposes.\n", false, nil},
		{notice, false, inString},
		{"package a\n" + notice, false, nil},
		{"package a\n" + notice, false, inString},
		{"{\n" + notice, false, nil},
		{notice + "/* It goes on", false, nil},
		{notice + "/* It goes on\n may not be used for commercial purposes */", false, nil},
	} {
		for range 2 {
			got, want := shared.Own([]byte(c.text), false, c.prose, c.inString), new(Heads).Own([]byte(c.text), false, c.prose, c.inString)
			if got != want {
				t.Errorf("%q: %+v, not %+v", c.text, got, want)
			}
		}
	}
}

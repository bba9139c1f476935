package license

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// usual returns the text of a template as it is most often: the first of alternatives, and what
// holes usually have.
func usual(template []byte) string {
	var b strings.Builder
	depth, skip := 0, 0 // of groups; of the one whose first alternative is over
	for i := 0; i < len(template); i++ {
		switch c := template[i]; {
		case c == groupBegin:
			depth++
		case c == groupEnd:
			if depth--; skip > depth {
				skip = 0
			}
		case c == groupNext:
			if skip == 0 {
				skip = depth
			}
		case c == longHole && skip == 0:
			b.WriteString("Copyright 2020 ")
		case isMarkup(c) || skip > 0:
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// templates returns those of a kind.
func templates(k kind) (all []*template) {
	for _, t := range spdxList().templates {
		if t.kind == k {
			all = append(all, t)
		}
	}
	return all
}

// Every text of the list is told from all others, and so it is in lines of other lengths. With a
// clause more, and without its second half, it is unknown.
func TestRead_TellsTexts(t *testing.T) {
	known := 0
	all := templates(textKind)
	for _, tmpl := range all {
		text := usual(spdxList().text(tmpl))
		id, _, _ := strings.Cut(tmpl.id, "|")
		s, _ := Read([]byte(text), Whole)
		if s.License != "" && !SameText(s.License, id) {
			t.Errorf("%s is %s", id, s.License)
		}
		if s.License == "" {
			continue
		}
		known++
		words := strings.Fields(text)
		if got, _ := Read([]byte(strings.Join(words, " ")), Whole); !SameText(got.License, id) && got.License != "" {
			t.Errorf("%s in one line is %q", id, got.License)
		}
		if got, _ := Read([]byte(text+"\n\nYou may not use this software for a bomb.\n"), Whole); got.License != "" {
			t.Errorf("%s with a clause more is %s", id, got.License)
		}
		if len(words) < 100 {
			continue
		}
		half, _ := Read([]byte(strings.Join(words[:len(words)/2], " ")), Whole)
		if half.License != "" && SameText(half.License, id) && half.License != "HPND" && !strings.HasPrefix(id, "HPND") && id != "NLPL" && id != "BOLA-1.1" && id != "NCBI-PD" {
			t.Errorf("half of %s is %s", id, half.License)
		}
	}
	if known < len(all)*96/100 {
		t.Errorf("%d of %d texts are known", known, len(all))
	}
}

// The title of a text says nothing else than the text. Of texts that no words join, the licence is
// unknown.
func TestRead_TellsTitles(t *testing.T) {
	text := map[string]string{}
	for _, tmpl := range templates(textKind) {
		if _, known := text[tmpl.id]; !known {
			text[tmpl.id] = usual(spdxList().text(tmpl))
		}
	}
	mit := text["MIT"][strings.Index(text["MIT"], "Permission is"):]
	isc := text["ISC"][strings.Index(text["ISC"], "Permission to"):]
	for whole, want := range map[string]string{
		"MIT License (MIT)\n\nCopyright (c) 2015 Ann\n\n" + mit: "MIT", "The MIT License\n\n" + mit: "MIT", "(The MIT License)\n\n" + mit: "MIT", mit: "MIT",
		"GPL v3\n\n" + mit: "", mit + "\n\nBob -- 2007\n\n" + isc: "", "Either of these licences, at your choice:\n\n" + mit + "\nor\n\n" + isc: "MIT OR ISC",
		mit + "\n\nParts of this code were copied or derived from sample code of Acme. The following notice applies to that code.\n\n" + isc: "",
		mit + "\n" + mit: "MIT", "MIT\n": "MIT", "All rights reserved.\n": "", text["GPL-2.0"]: "GPL-2.0", "Creative Commons Legal Code\n\n" + text["CC0-1.0"]: "CC0-1.0",
		"This program is free software; you can redistribute it and/or modify it under the terms of the GNU General Public License as published by the Free Software Foundation; either version 2 of the License, or (at your option) any later version.\n\n" + text["GPL-2.0"]: "GPL-2.0-or-later",
		"This project is dual-licensed under the Unlicense and MIT licenses.\n\nYou may use this code under the terms of either license.\n":                                                                                                                                     "Unlicense OR MIT",
	} {
		if s, _ := Read([]byte(whole), Whole); s.License != want {
			t.Errorf("%.60q is %q, not %q", whole, s.License, want)
		}
	}
}

// Each exception turns a notice of the GPL into the licence with it. One that is not known makes it
// unknown.
func TestRead_TellsExceptions(t *testing.T) {
	const gpl = "This program is free software; you can redistribute it and/or modify it under the terms of the GNU General Public License as published by the Free Software Foundation; either version 2 of the License, or (at your option) any later version.\n\n"
	known := 0
	all := templates(exceptionKind)
	for _, tmpl := range all {
		id := tmpl.id
		s, _ := Read([]byte(gpl+usual(spdxList().text(tmpl))), Anywhere)
		switch {
		case s.License == "GPL-2.0-or-later WITH "+id:
			known++
		case s.License != "" && !strings.Contains(s.License, " WITH "):
			t.Errorf("with %s: %s", id, s.License)
		}
	}
	if known < len(all)*6/10 {
		t.Errorf("%d of %d exceptions are known", known, len(all))
	}
	if s, ok := Read([]byte(gpl+"As a special exception, you may link it with the programs of our friends."), Anywhere); s.License != "" || !ok {
		t.Errorf("with an unknown exception: %s", s.License)
	}
}

// The data is that of notices.txt.
func TestData_HasNotices(t *testing.T) {
	content, err := os.ReadFile("notices.txt")
	if err != nil {
		t.Fatal(err)
	}
	has := map[string]bool{}
	for _, tmpl := range spdxList().templates {
		has[string(tmpl.kind)+" "+tmpl.id+"\n"+string(spdxList().text(tmpl))] = true
	}
	marks := strings.NewReplacer("[", string(rune(groupBegin)), "|", string(rune(groupNext)), "]", string(rune(groupEnd)), "{}", string(rune(hole)))
	for paragraph := range strings.SplitSeq(string(content), "\n\n") {
		paragraph = strings.TrimSpace(paragraph)
		if paragraph == "" || paragraph[0] == '#' {
			continue
		}
		head, text, _ := strings.Cut(paragraph, "\n")
		if !has[head+"\n"+marks.Replace(text)] {
			t.Errorf("%q is not in spdx.bin: run go -C bench run ./licenses data FOLDER", text)
		}
	}
}

// What differs only by the matching guidelines of SPDX are the same words.
func TestWords_AreNormal(t *testing.T) {
	hashes := func(text string) (all []uint32) {
		for _, w := range appendWords(nil, []byte(text)) {
			all = append(all, w.hash)
		}
		return all
	}
	for _, c := range [][2]string{
		{"The Licence holders' \"AS IS\"", "the license owner 'as is'"}, {"non-exclusive", "nonexclusive"}, {"sub-license", "sublicense"}, {"version 2.0", "version v2"},
		{"the copyright holder(s)", "The Copyright Holders"}, {"licensor’s", "licensor's"}, {"https://x.org", "http://x.org"}, {"/* a\n * b */", "a b"}, {"dnl a\ndnl b", "a b"},
		{"share-alike", "ShareAlike"}, {"cancelled", "canceled"},
	} {
		a, b := hashes(c[0]), hashes(c[1])
		if len(a) != len(b) {
			t.Errorf("%q and %q: %d and %d words", c[0], c[1], len(a), len(b))
			continue
		}
		for i := range a {
			if a[i] != b[i] {
				t.Errorf("%q and %q differ at word %d", c[0], c[1], i)
			}
		}
	}
	for _, c := range [][2]string{{"GPL 2", "GPL 3"}, {"2.1", "2"}, {"may", "may not"}} {
		if a, b := hashes(c[0]), hashes(c[1]); len(a) == len(b) && a[len(a)-1] == b[len(b)-1] {
			t.Errorf("%q is %q", c[0], c[1])
		}
	}
}

// Nothing that a text has ends a program, or takes it long.
func FuzzRead(f *testing.F) {
	f.Add([]byte("Licensed under the MIT license or the GPL version 2, or (at your option) any later version."), true)
	f.Add([]byte("\x01\x02\x03\x04 (c) ’s v 2. 2.0 non sub"), false)
	f.Fuzz(func(t *testing.T, text []byte, whole bool) {
		Denies(text)
		Read(text, Leading)
		at := Anywhere
		if whole {
			at = Whole
		}
		s, ok := Read(text, at)
		if s.At < 0 || s.At > len(text) || !ok && s.License != "" || strings.ContainsAny(s.License, "\n\x00") {
			t.Errorf("%+v, %v", s, ok)
		}
	})
}

// Every licence and exception that is not deprecated has a text, as people write it.
func TestText_IsThatOfTheList(t *testing.T) {
	for _, e := range Entries() {
		text := Text(e.ID)
		if text == "" != e.Deprecated && !e.Deprecated || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' }) {
			t.Errorf("the text of %s is %.80q", e.ID, text)
		}
	}
	for id, want := range map[string]string{
		"MIT":              "MIT License\n\nCopyright (c) <year> <copyright holders>\n\nPermission is hereby granted, free of charge, to any person obtaining a copy of this software and associated",
		"BSD-3-Clause":     "Copyright (c) <year> <owner>.\n\nRedistribution and use in source and binary forms, with or without modification, are permitted",
		"GPL-2.0-or-later": "GNU GENERAL PUBLIC LICENSE\nVersion 2, June 1991",
		"Nothing-1.0":      "",
	} {
		if text := Text(id); !strings.HasPrefix(text, want) || want == "" && text != "" {
			t.Errorf("the text of %s is %.200q", id, text)
		}
	}
}

// The titles of SPDX's list stand above a text, also with a line of copyright between, and hide
// nothing else.
func TestRead_TellsRareTitles(t *testing.T) {
	for _, id := range []string{"CECILL-B", "CC-BY-ND-3.0-DE", "TCP-wrappers", "NIST-PD", "AAL"} {
		all := templates(textKind)
		text := usual(spdxList().text(all[slices.IndexFunc(all, func(t *template) bool { return t.id == id })]))
		for whole, want := range map[string]string{text: id, "This software may not be sold.\n\n" + text: "", text + "\n\nThis software may not be sold.\n": ""} {
			if s, _ := Read([]byte(whole), Whole); s.License != want {
				t.Errorf("%.60q is %q, not %q", whole, s.License, want)
			}
		}
	}
	mit := templates(textKind)
	text := usual(spdxList().text(mit[slices.IndexFunc(mit, func(t *template) bool { return t.id == "MIT" })]))
	if s, _ := Read([]byte("Musl is licensed under the following MIT License:\n\n"+text[strings.Index(text, "Permission is"):]), Anywhere); s.License != "MIT" {
		t.Errorf("a sentence with a title: %q", s.License)
	}
}

// A hyphen may break a word of a licence at the end of a line. Other words with a hyphen are two.
func TestRead_BrokenWords(t *testing.T) {
	all := templates(textKind)
	for _, id := range []string{"MIT", "BSD-3-Clause", "ISC", "Zlib"} {
		text := usual(spdxList().text(all[slices.IndexFunc(all, func(t *template) bool { return t.id == id })]))
		for _, parts := range [][2]string{{"modifica", "tion"}, {"MERCHANT", "ABILITY"}, {"permis", "sion"}, {"war", "ranties"}, {"copy", "right"}, {"pur", "pose"}} {
			broken := strings.ReplaceAll(text, parts[0]+parts[1], parts[0]+"-\n  "+parts[1])
			if s, _ := Read([]byte(broken), Whole); s.License != id {
				t.Errorf("%s with %q: %q", id, parts, s.License)
			}
		}
	}
	for text, words := range map[string]int{"third-\nparty": 2, "third-party": 2, "modifica-\n tion": 1, "modifica-\n\ntion": 2, "non-\ncommercial": 2, "modifica-": 1, "modifica-\n": 1} {
		if got := wordsOf([]byte(text)); len(got) != words {
			t.Errorf("%q has %d words", text, len(got))
		}
	}
}

package license

import (
	"strings"
	"testing"
)

// plainSentences name a licence, and say nothing else.
var plainSentences = []string{
	"Licensed under the MIT License.",
	"This file is released under the MIT License, see LICENSE for more details.",
	"This program is distributed under the terms of the MIT License.",
	"Use of this source code is governed by the MIT license that can be found in the LICENSE file.",
	"License: MIT",
	"License: MIT (see COPYING)",
	"@license MIT",
	"MIT License",
	"Distributed under the OSI-approved MIT License. See accompanying file Copyright.txt for details.",
	"This code is licensed under the MIT license found in the LICENSE file in the root directory of this source tree.",
	"You may use this file under the MIT License or the Apache License 2.0, at your option.",
}

// TestRead_PlainSentences says that any other word makes a sentence that names a licence unknown.
func TestRead_PlainSentences(t *testing.T) {
	for _, sentence := range plainSentences {
		if got := said(sentence); !strings.HasPrefix(got, "MIT") {
			t.Errorf("%q is %q", sentence, got)
		}
		words := strings.Split(sentence, " ")
		for i := range words {
			for _, other := range []string{"zorkly", "enterprise", "tomorrow", "gratis"} {
				more := strings.Join(words[:i+1], " ") + " " + other
				if i+1 < len(words) {
					more += " " + strings.Join(words[i+1:], " ")
				}
				if got := said(strings.Replace(more, ". "+other, " "+other, 1)); strings.Contains(got, "MIT") {
					t.Errorf("%q is %q", more, got)
				}
			}
		}
	}
}

// TestRead_TimesAndParts says that a time or a part at the beginning makes a notice unknown.
func TestRead_TimesAndParts(t *testing.T) {
	for _, text := range []string{
		"Until 2031 this file is licensed under the MIT License.",
		"From 2031 this file is licensed under the MIT License.",
		"Most of this file is under the MIT License.",
		"Chapter 4 is licensed under the MIT License.",
		"Drafts of this file are licensed under the MIT License.",
		"Is this file licensed under the MIT License?",
		"The MIT License is not what this file is under.",
		"Zork was going to be under the MIT License.",
		"Code from zork is under the MIT License.",
	} {
		if got := said(text); strings.Contains(got, "MIT") {
			t.Errorf("%q is %q", text, got)
		}
	}
}

// TestRead_SentencesBeside says which sentences beside a notice make it unknown.
func TestRead_SentencesBeside(t *testing.T) {
	const notice = "Licensed under the MIT License."
	for beside, want := range map[string]string{
		" Firms with a turnover of 1000 EUR owe us money.":                "?",
		" Solely for schools.":                                            "?",
		" A charge applies to each server.":                               "?",
		" Reselling is out of the question.":                              "?",
		" Our logo has to stay on each screen.":                           "?",
		" Void in Norway.":                                                "?",
		" Teaching.":                                                      "?",
		" The patents are withheld.":                                      "?",
		" foo() was copied out of bash.":                                  "?",
		" See COPYING.zork for foo().":                                    "?",
		" Parts copyright Zork, all rights reserved.":                     "?",
		" Subject to the Zork Terms.":                                     "?",
		"\nOnly for clubs.":                                               "?",
		"\nCompanies pay.":                                                "?",
		"\nPrice: 10 EUR":                                                 "?",
		"\nExceptions: foo.c":                                             "?",
		"\n@restriction no copies":                                        "?",
		"\n@license MIT\n@license Zork":                                   "?",
		"\n@license MIT, @license Zork":                                   "?",
		"\nParts are from zork.":                                          "?",
		" See LICENSE for details.":                                       "MIT",
		" All rights reserved.":                                           "MIT",
		" Copyright 2020 Ann Lee.":                                        "MIT",
		" Ann Lee <ann@lee.example>":                                      "MIT",
		"\nIt parses text.":                                               "MIT",
		"\nThis module defines how tables are sorted. It reads any file.": "MIT",
		"\nAuthor: Ann Lee":                                               "MIT",
		"\n@version 2.1\n@author Ann Lee":                                 "MIT",
		"\n\nIt is about companies.":                                      "MIT",
	} {
		if got := said(notice + beside); got != want {
			t.Errorf("%q is %q, want %q", notice+beside, got, want)
		}
	}
}

// TestRead_NamedInText says that a text which only names a licence has no other words.
func TestRead_NamedInText(t *testing.T) {
	for text, want := range map[string]string{
		"MIT License\n\nCopyright (c) 2020 Ann Lee\n":                       "MIT",
		"MIT License\n\nCopyright (c) 2020 the zork-libs team (ann)\n":      "MIT",
		"This project is licensed under the MIT License.\n":                 "MIT",
		"MIT License\n\nFirms must pay.\n":                                  "",
		"MIT License\n\nSee https://zork.example/terms for who may use it.": "",
		"MIT License, changed by Zork\n":                                    "",
	} {
		if s, _ := Read([]byte(text), true); s.License != want {
			t.Errorf("%q is %q, want %q", text, s.License, want)
		}
	}
}

// TestRead_BesideText says that sponsors, and others' own notices, are no clauses beside a text.
func TestRead_BesideText(t *testing.T) {
	for _, beside := range []string{
		"Third-party packages supplied with Zork under compatible licenses provide their own copyright notices.",
		"Zork Lab is funded by the Institutes of Health through a plan for Medical Research, Grant U1.",
	} {
		text := Text("BSD-3-Clause") + "\n\n" + beside + "\n"
		if s, _ := Read([]byte(text), true); s.License != "BSD-3-Clause" {
			t.Errorf("beside %q it is %q", beside, s.License)
		}
	}
}

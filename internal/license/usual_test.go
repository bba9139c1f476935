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
	"This file is subject to the terms of the MIT License.",
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
		" Provided you distribute your source.":                           "?",
		" You may use it subject to the terms at https://zork.example/x.": "?",
		" It is available plus the terms of this website.":                "?",
		" Found in your product.":                                         "?",
		"\nOnly for clubs.":                                               "?",
		"\nCompanies pay.":                                                "?",
		"\nPrice: 10 EUR":                                                 "?",
		"\nExceptions: foo.c":                                             "?",
		"\n@restriction no copies":                                        "?",
		"\n@license MIT\n@license Zork":                                   "?",
		"\n@license MIT, @license Zork":                                   "?",
		"\nParts are from zork.":                                          "?",
		"\nDo not edit by hand.":                                          "MIT",
		" No dependencies.":                                               "MIT",
		" Patches welcome.":                                               "MIT",
		"\nParts are generated for our customers.":                        "?",
		"\nAuthors:\nAnn Lee\nlead: Bo van Lee":                           "MIT",
		"\nAuthors:\nAnn Lee\nNot for schools":                            "?",
		"\nVoid.":                                                         "?",
		"\nThe above is a hoax.":                                          "?",
		"\nShow our logo.":                                                "?",
		"\nzork: from yack.":                                              "?",
		"\nzork.c - sorts tables":                                         "MIT",
		"\npylint: disable=zork":                                          "MIT",
		"\nLast Change: 2020 May 1":                                       "MIT",
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
		if s, _ := Read([]byte(text), Whole); s.License != want {
			t.Errorf("%q is %q, want %q", text, s.License, want)
		}
	}
}

// TestRead_AroundText says which words around a text of the MIT licence make it unknown, in a head
// and in a file LICENSE.
func TestRead_AroundText(t *testing.T) {
	_, body, _ := strings.Cut(Text("MIT"), "<copyright holders>")
	text := "MIT License\n\nCopyright (c) 2020 Ann Lee\n\n" + strings.TrimSpace(body)
	known := map[string]bool{
		text:                                true,
		"zork.c - sorts tables.\n\n" + text: true,
		"Author: Ann Lee <ann@lee.example>\n\n" + text:                  true,
		"Zork is released under the following license:\n\n" + text:      true,
		"This file is part of Zork.\n\n" + text:                         true,
		text + "\n\nIt sorts tables of any size, also on a disk.":       true,
		text + "\n\nThe table is sorted by a hash of each line.":        true,
		text + "\n\nSee http://zork.example/license for the tables.":    true,
		text + "\n\nIt reads the read-only part, and uses few bytes.":   true,
		strings.Replace(text, "Ann Lee", "Ann Lee and contributors", 1): true,
	}
	for _, before := range []string{"Zorks of this file:", "For schools:", "Of old:", "Only for the winter:", "The zork parser was Bo's:", "License of the logo:", "Original work:", "Not any more:", "Sample of a header:", "When you have bought it:", "BEGIN OF FOREIGN CODE", "Former Zork License", "Zork Commercial License", "Zork License", "Void.", "Early zork build.", "仅供学习", "Секретно"} {
		known[before+"\n\n"+text] = false
	}
	for _, behind := range []string{"The above was a mistake.", "The above is about zork() alone.", "All of the above ends in May.", "Not valid in Norway.", "Ask Ann before use.", "Never use it at a school.", "One more clause: sing.", "That was the notice of Zork.", "Our employees have other rights.", "Everything below is Bo's.", "Void in Norway.", "No AI.", "Dieser Code gehört Bo."} {
		known[text+"\n\n"+behind] = false
	}
	known["Zork License\n-----------\n\nZork is licensed under the terms of the MIT license reproduced below.\nThis means that Zork is free software and can be used for both academic\nand commercial purposes at absolutely no cost.\n\nFor details and rationale, see http://www.zork.example/license.html .\n\n"+text+"\n\n(end of COPYRIGHT)"] = true
	known["Zork is licensed under the terms of the MIT license reproduced below.\nThis means that Zork can be used for academic purposes at no cost.\n\n"+text] = false
	known["Zork License\n\nZork is licensed under the MIT License.\n\n"+text] = true
	for _, title := range []string{"The Anti-MIT License", "MIT License, non-AI", "MIT License + Fair Code", "MIT License (source-available)", "MIT Source License v2", "Licensed to Zork staff", "Trial Licence", "MIT License (for schools)", "MIT License with a rider"} {
		known[strings.Replace(text, "MIT License", title, 1)] = false
	}
	for _, holder := range []string{"Ann Lee, for the exclusive use of Zork", "Ann Lee. Employees of Zork only."} {
		known[strings.Replace(text, "Ann Lee", holder, 1)] = false
	}
	for holder, want := range map[string]bool{"<year> <copyright holders>": true, "(c) 2002 JSON.org": true, "(From 4-digit-year)-(To 4-digit-year) (HoldersName)": true, "[yyyy] [name of copyright owner]": true,
		"1988 Olivetti Research Center": true, "1996 Ann Lee Portions Copyright (c) 1997 Bo Day": true, "2020 zork.dtx": true,
		"2020 Ann Lee for members": false, "2020 Ann Lee <for members>": false, "2020 Ann Lee until year end": false, "2020 Ann Lee research": false, "2020 Ann Lee portions": false, "2020 Ann Lee (one year)": false} {
		known["MIT License Copyright "+holder+" "+strings.Join(strings.Fields(body), " ")] = want
	}
	for said, want := range known {
		if _, changed := Read([]byte(said), AroundText); changed == want {
			t.Errorf("in a head it is understood: %v: %q", !want, said)
		}
		if s, _ := Read([]byte(said), Whole); s.License != "" && !want || s.License == "" && said == text {
			t.Errorf("as a whole it is %q: %q", s.License, said)
		}
	}
}

// TestRead_OtherTerms says which words beside a name say that the file is under something else.
func TestRead_OtherTerms(t *testing.T) {
	for text, want := range map[string]string{
		"License: ~~MIT~~":           "?",
		"License: !MIT":              "?",
		"License: <s>MIT</s>":        "?",
		"Upstream-License: MIT":      "?",
		"was: License: MIT":          "?",
		"License: MIT":               "MIT",
		"License: MIT\nNC":           "?",
		"Package-License: MIT":       "MIT",
		"License: MIT\nStatus: gone": "?",
		"License: MIT\nUsage: https://zork.example/terms":                         "?",
		"Licensed under the MIT License (https://zork.example/eula).":             "?",
		"Licensed under the MIT License.\n\nhttps://zork.example/?utm_term=repo":  "MIT",
		"Licensed under the MIT License (https://zork.example/license).":          "MIT",
		"Licensed under the MIT License, defined at https://zork.example/our-mit": "?",
		"Licensed under the MIT License (http://zork.example/mit-license.php)":    "MIT",
		"Licensed under the MIT License.\nSee https://zork.example/tou for more.": "?",
		"Licensed by Ann under the MIT License to Zork.":                          "?",
		"Licensed under the MIT License as published by Zork.":                    "?",
		"Licensed under terms as permissive as the MIT License.":                  "?",
		"It sorts.\n\nAUTHOR\nMIT\nCOPYRIGHT\n1985-2022, MIT":                     "",
	} {
		if got := said(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"zork.css v1.2 | MIT License | zork.example/css": "MIT",
		"zork.css v1.2 | MIT License | for schools":      "",
		"Sorted by Bo. MIT License.":                     "MIT",
		"Employees of Zork. MIT License.":                "",
	} {
		if s, ok := Read([]byte(text), Leading); s.License != want || !ok {
			t.Errorf("%q is %q, want %q", text, s.License, want)
		}
	}
	for _, text := range []string{"Freeware.", "Under NDA.", "Legal: see Appendix B", "For bugs, patches and license go to https://zork.example"} {
		if s, ok := Read([]byte(text), Leading); !ok || s.License+s.Family+s.File != "" {
			t.Errorf("%q says %v: %+v", text, ok, s)
		}
	}
}

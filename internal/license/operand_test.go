package license

import (
	"slices"
	"strings"
	"testing"
)

// TestRead_KnowsExpressions knows all identifiers of the list in the expression of a label.
func TestRead_KnowsExpressions(t *testing.T) {
	for _, e := range Entries() {
		if e.Exception || e.Deprecated {
			continue
		}
		for _, line := range []string{"License: MIT AND %", "@license MIT AND %", "license = \"MIT AND %\"", "License: % AND MIT"} {
			want := []string{"MIT AND " + e.ID, e.ID + " AND MIT"}
			if e.ID == "MIT" {
				want = []string{"MIT"}
			}
			if got := said(strings.ReplaceAll(line, "%", e.ID)); !slices.Contains(want, got) {
				t.Errorf("%s with %s is %q", line, e.ID, got)
			}
		}
	}
}

// TestRead_DropsNoOperand says what an operator joins to a licence, or nothing.
func TestRead_DropsNoOperand(t *testing.T) {
	readAs(t, map[string]string{
		"License: (MIT OR Apache-2.0) AND NCSA":                "(MIT OR Apache-2.0) AND NCSA",
		"License: MIT AND (JSON OR ISC)":                       "MIT AND (JSON OR ISC)",
		"License: ISC AND (Apache-2.0 OR ISC)":                 "ISC AND (Apache-2.0 OR ISC)",
		"license: MIT OR Apache-2.0 OR Zlib":                   "MIT OR Apache-2.0 OR Zlib",
		"__license__ = \"MIT AND Ruby\"":                       "MIT AND Ruby",
		"License: GPL-2.0-only WITH Classpath-exception-2.0":   "GPL-2.0-only WITH Classpath-exception-2.0",
		"License: MIT AND GFDL-1.3-no-invariants-only":         "MIT AND GFDL-1.3-no-invariants-only",
		"License: MIT and Sleepycat":                           "MIT AND Sleepycat",
		"License: MIT License and JSON License":                "MIT AND JSON",
		"License: MIT plus Sleepycat":                          "MIT AND Sleepycat",
		"Licensed under MIT and Sleepycat.":                    "MIT AND Sleepycat",
		"Licensed under the MIT and JSON licenses.":            "MIT AND JSON",
		"Licensed under MIT OR Apache-2.0 OR Zlib.":            "MIT OR Apache-2.0 OR Zlib",
		"License: MIT OR Apache-2.0\n\nSee \"/LICENSE-MIT\",":  "MIT OR Apache-2.0",
		"License: MIT AND Acme":                                "?",
		"License: MIT and Acme":                                "?",
		"License: MIT AND LicenseRef-Foo":                      "?",
		"License: MIT and LicenseRef-Foo":                      "?",
		"License: MIT AND Elastic":                             "?",
		"License: MIT, JSON":                                   "?",
		"License: MIT + JSON":                                  "?",
		"License: MIT & Aladdin":                               "?",
		"License: MIT, Acme":                                   "?",
		"License: MIT; JSON for json.c":                        "?",
		"License: MIT AND Proprietary":                         "?",
		"License: MIT WITH Commons-Clause":                     "?",
		"License: MIT AND Sleepycat AND Acme":                  "?",
		"Licensed under MIT and Acme.":                         "?",
		"Licensed under (MIT OR Apache-2.0) AND NCSA.":         "?",
		"License: ~ MIT (or more permissive)":                  "MIT",
		"License: MIT, see LICENSE":                            "MIT",
		"License: MIT, Copyright 2020 Ann Lee":                 "MIT",
		"Licensed under the MIT license, and can be used.":     "MIT",
		"Licensed under MIT and written in Python.":            "MIT",
		"Licensed under the MIT license.\n\nPython is needed.": "MIT",
	})
}

// readAs tests what texts say: see said.
func readAs(t *testing.T, texts map[string]string) {
	t.Helper()
	for text, want := range texts {
		if got := said(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// TestRead_LabelHasNothingElse says that words behind the name in a label make it unknown.
func TestRead_LabelHasNothingElse(t *testing.T) {
	readAs(t, map[string]string{
		"License: MIT-NC":                                        "?",
		"License: MIT-Acme-Commercial":                           "?",
		"License: MIT-ish, see https://acme.example/x":           "?",
		"License: MIT, modified":                                 "?",
		"License: MIT - restricted":                              "?",
		"License: MIT for now":                                   "?",
		"License: MIT (draft)":                                   "?",
		"License: MIT License (withdrawn)":                       "?",
		"License: MIT (see NOTICE for exceptions)":               "?",
		"License: MIT unless you are Google":                     "?",
		"@license MIT as amended":                                "?",
		"License: MIT":                                           "MIT",
		"License: MIT License.":                                  "MIT",
		"License: MIT (https://opensource.org/license/x)":        "MIT",
		"License: MIT, see LICENSE for more details.":            "MIT",
		"License: MIT (see the file LICENSE.txt)":                "MIT",
		"License: MIT (c) 2020 Ann Lee":                          "MIT",
		"License: MIT by Ann Lee <ann@lee.example>":              "MIT",
		"License: MIT - 2020":                                    "MIT",
		"@license MIT | foo.js by Ann":                           "MIT",
		"License: MIT.\n * It parses text for now.":              "MIT",
		"License: GPL-2.0-or-later WITH Classpath-exception-2.0": "GPL-2.0-or-later WITH Classpath-exception-2.0",
	})
}

// TestRead_SecondTerms says that other terms, conditions, plans and dates make a notice unknown.
func TestRead_SecondTerms(t *testing.T) {
	readAs(t, map[string]string{
		"Licensed under the MIT License and the Acme Terms of Service.":           "?",
		"Licensed under the MIT License and our terms of service.":                "?",
		"Licensed under the MIT License as well as under the Acme Terms.":         "?",
		"Licensed under the MIT License, subject to our terms of use.":            "?",
		"License: MIT or AGPL-3.0, depending on the version":                      "?",
		"Licensed under the MIT Licence, or under AGPL-3.0 if you deploy it.":     "?",
		"We plan to publish this under the MIT License.":                          "?",
		"TODO: relicense under the MIT License.":                                  "?",
		"After 2030-01-01 this file is licensed under the MIT License.":           "?",
		"By submitting a patch you license it under the MIT License.":             "?",
		"Licensed under MIT or Apache-2.0 if desired and possible.":               "MIT OR Apache-2.0",
		"Licensed under MIT or Apache-2.0 if you prefer.":                         "MIT OR Apache-2.0",
		"Licensed under MIT or Apache-2.0, at your option.":                       "MIT OR Apache-2.0",
		"Licensed under the MIT License, see LICENSE for the terms.":              "MIT",
		"Licensed under the MIT License and the terms of the Apache License 2.0.": "MIT AND Apache-2.0",
	})
}

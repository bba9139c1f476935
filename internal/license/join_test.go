package license

import "testing"

// TestRead_JoinsOnlyInTheirSentence joins licences only by words of a sentence about both.
func TestRead_JoinsOnlyInTheirSentence(t *testing.T) {
	const (
		gpl = "Licensed under the GNU General Public License version 2."
		mit = "Licensed under the MIT License."
	)
	for text, want := range map[string]string{
		// Another sentence has the word.
		"The server is licensed under the AGPL-3.0 (see COPYING or https://gnu.org).\n\nThe client is licensed under the MIT License.":     "?",
		"The server is licensed under the AGPL-3.0-only.\nThe client or SDK is licensed under the MIT License.":                            "?",
		"The core is released under AGPLv3. Plugins in the folder plugins (or any subfolder of it) are released under the MIT License.":    "?",
		gpl + "\nSend bugs or questions to foo@example.com.\nCopyright Bar. " + mit:                                                        "?",
		"Licensed under the GNU GPL, version 2. Copyright Bar, Inc. or its affiliates. " + mit:                                             "?",
		gpl + " You can obtain a copy in the file LICENSE or at https://foo.example/license.\n\n" + mit:                                    "?",
		gpl + "\n\n" + mit + "\n\nAlternatively, build it with cmake.":                                                                     "?",
		gpl + "\n\nEither define FOO or include foo.h.\n\n" + mit:                                                                          "?",
		gpl + " Set the option at your own choice of file.\n\n" + mit:                                                                      "?",
		"The C library is dual BSD/GPLv2. This binding is BSD-3-Clause.":                                                                   "?",
		"All files in foo are under the NCSA License. Everything else is dual-licensed under Apache 2.0 and MIT.":                          "?",
		"The server or the daemon is under the GPL-2.0-only, and the client or the SDK is under the MIT License.":                          "?",
		gpl + "\n\nThis module may be used under the MIT License or the ISC License. The terms of either license are distributed with it.": "?",
		"The server is licensed under the AGPL-3.0-only.\nThe client library or program is licensed under the MIT License.":                "?",
		"The server is licensed under the AGPL-3.0-only.\nThe client or the software in it is under the MIT License.":                      "?",
		"The C API is under the MIT License. Choose the GPL version 2 for the rest.":                                                       "?",
		// Their sentence has it, or one about licences.
		"Licensed under the MIT license or the GPL version 2.":                                               "MIT OR GPL-2.0-only",
		"Licensed under the MIT license, or (at your option) under the terms of the GPL version 2.":          "MIT OR GPL-2.0-only",
		mit + " Or, if you like, under another one: the GPL version 2.":                                      "?",
		mit + "\nOr, at your choice, under the GNU GPL version 2.":                                           "MIT OR GPL-2.0-only",
		"Licensed under the MIT license, or this file may be used under the terms of the GNU GPL version 2.": "MIT OR GPL-2.0-only",
		mit + "\nAlternatively, this file may be used under the terms of the GNU GPL version 2.":             "MIT OR GPL-2.0-only",
		"Licensed under either of\n\n * Apache License, Version 2.0 (LICENSE-APACHE or http://www.apache.org/licenses/LICENSE-2.0)\n * MIT license (LICENSE-MIT or http://opensource.org/licenses/MIT)\n* CC0 1.0 Universal (LICENSE-CC0)\n\nat your option.": "Apache-2.0 OR MIT OR CC0-1.0",
		"Licensed under the Apache License, Version 2.0, the MIT license, or the ISC License, at your option.":                                                                                                                                                "Apache-2.0 OR MIT OR ISC",
		"Licensed under the MIT license, the ISC License, and the GPL version 2.":                                                                                                                                                                             "MIT AND ISC AND GPL-2.0-only",
		"Licensed under both the MIT license and the GPL version 2. You may select, at your option, one of the above-listed licenses.":                                                                                                                        "MIT OR GPL-2.0-only",
		"This is dual-licensed.\n\n" + mit + "\n\n" + gpl: "MIT OR GPL-2.0-only",
		"Released into the public domain with CC0 1.0.\nAlternatively, it is licensed under any of the following:\n\n* [Apache 2.0](./LICENSE_A2)\n* [Apache 2.0 with LLVM exceptions](./LICENSE_A2LLVM)": "CC0-1.0 OR Apache-2.0 OR Apache-2.0 WITH LLVM-exception",
		mit + "\n\nor\n\n" + gpl: "MIT OR GPL-2.0-only",
	} {
		if got := said(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

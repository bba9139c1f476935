package notice

import (
	"strings"
	"testing"
)

// license of a file under a licence MIT that has the content.
func licenseIn(content string) string {
	own := new(Heads).Own([]byte(content), false, false, nil)
	if !own.Stated {
		return "MIT"
	}
	return own.In("MIT", "LICENSE")
}

func TestHeads_WordsApart(t *testing.T) {
	for _, name := range []string{"Commons Clause", "Hippocratic License", "Confidential", "internal documents only, not for distribution", "Vertraulich", "provided for evaluation", "proprietary algorithm", "Numerical Recipes Software"} {
		for _, apart := range []string{"  ", "\t", "\u00a0", "\u2003", "\u3000", "\n// ", "\r\n// ", "\n *  ", "-", "\u2011", " \u00a0"} {
			said := strings.ReplaceAll(name, " ", apart)
			for _, head := range []string{"// " + said + " applies to this file.\n\nint f();\n", "// SPDX-License-Identifier: MIT\n// " + said + " applies.\n\nint f();\n"} {
				if got := licenseIn(strings.ReplaceAll(head, "*", "//")); got == "MIT" {
					t.Errorf("%q is MIT", head)
				}
			}
		}
	}
}

func TestHeads_BesideTag(t *testing.T) {
	for _, said := range []string{
		"This file is not part of the MIT release.", "Not part of the public release.", "This file is not included in the open-source release.", "Commons Clause applies.", "With Commons Clause.",
		"COMMONS-CLAUSE.txt applies.", "See COMMONS-CLAUSE.txt.", "The LICENSE file does not cover this file.", "MIT does not apply.",
		"See https://www.mongodb.com/licensing/server-side-public-license", "https://www.gnu.org/licenses/gpl-3.0.html", "https://www.elastic.co/licensing/elastic-license", "https://commonsclause.com/license",
	} {
		head := "// SPDX-License-Identifier: MIT\n// " + said + "\n\nint f();\n"
		if got := licenseIn(head); got != "" {
			t.Errorf("%q: %q", head, got)
		}
		if strings.Contains(said, "://") { // it may be about anything without a tag
			continue
		}
		if got := licenseIn("// " + said + "\n\nint f();\n"); got == "MIT" {
			t.Errorf("%q is MIT", said)
		}
	}
	for _, said := range []string{"See https://opensource.org/licenses/MIT", "https://spdx.org/licenses/MIT.html", "Not part of the public API.", "This file is not included in the build."} {
		if got := licenseIn("// SPDX-License-Identifier: MIT\n// " + said + "\n\nint f();\n"); got != "MIT" {
			t.Errorf("%q beside a tag: %q", said, got)
		}
	}
}

func TestHeads_CommentForms(t *testing.T) {
	for _, form := range [][2]string{
		{"#[\n", "\n]#"}, {"##[\n", "\n]##"}, {"COMMENT ~\n", "\n~"}, {"comment ! ", "\n!"}, {"<%doc>\n", "\n</%doc>"}, {"(comment\n", "\n)"}, {"(comment \"\n", "\n\")"},
		{"comment {\n", "\n}"}, {"=for comment\n", "\n\n=cut"}, {"#if 0\n", "\n#endif"}, {"#if 0 /* legal */\n", "\n#endif"}, {"#ifdef NOTICE\n", "\n#endif"}, {"Rem ", ""},
	} {
		for said, want := range map[string]string{"Internal use only.": "", "This file is licensed under the GPL-2.0-or-later license.": "GPL-2.0-or-later"} {
			head := form[0] + said + form[1] + "\n\nlet x = f(1)\nlet y = g(x)\n"
			if got := licenseIn(head); got != want {
				t.Errorf("%q: %q", head, got)
			}
		}
	}
	for _, head := range []string{"#[derive(Clone)]\nlet confidential = 1;\n", "int a;\n#if 0\nint confidential;\n#endif\n", "comment: internal use only\n"} {
		if got := licenseIn(head); got != "MIT" && !strings.HasPrefix(head, "comment:") {
			t.Errorf("%q: %q", head, got)
		}
	}
	if got := licenseIn("Rem SPDX-License-Identifier: ISC\n\nDim x\n"); got != "ISC" {
		t.Errorf("a tag of Visual Basic: %q", got)
	}
}

func TestSet_Addenda(t *testing.T) {
	for _, text := range [][2]string{
		{"COMMONS-CLAUSE.txt", "You may not Sell the Software.\n"}, {"COMMONS_CLAUSE.md", "Condition v1.0\n"}, {"ADDENDUM.md", "The Commons Clause applies.\n"}, {"NON-COMMERCIAL.txt", "You may not sell it.\n"}, {"ETHICAL-USE.md", "Not for war.\n"},
		{"LICENSE.pdf", ""}, {"LICENSE.docx", ""}, {"COPYING.pdf", ""}, {"EULA.pdf", ""},
	} {
		for beside, content := range map[string]string{"LICENSE": mit, "package.json": `{"name": "foo", "license": "MIT"}`} {
			s := NewSet(Recognise)
			s.Add(beside, []byte(content))
			if s.Add(text[0], []byte(text[1])); s.Find("x.c").License != "" {
				t.Errorf("%s beside %s: %v", text[0], beside, s.Find("x.c"))
			}
		}
	}
	for _, title := range []string{"MIT License (Modified)", "Modified MIT License", "MIT License - modified", "MIT License*"} {
		if got := Recognise([]byte(strings.Replace(mit, "MIT License", title, 1))); got != "" {
			t.Errorf("%s is %s", title, got)
		}
	}
	for _, title := range []string{"**MIT License**", "* MIT License", "The MIT License (MIT)"} {
		if got := Recognise([]byte(strings.Replace(mit, "MIT License", title, 1))); got != "MIT" {
			t.Errorf("%s is %q", title, got)
		}
	}
}

func TestHeads_DescribeCode(t *testing.T) {
	for _, said := range []string{"For internal use by the parser.", "For internal use by the parser", "This is for internal use by the linker.", "Converts GPL files.", "Reads BSD archives."} {
		for _, mark := range []string{"// ", "# "} {
			if got := licenseIn(mark + said + "\n\nx = f(1)\ny = g(x)\n"); got != "MIT" {
				t.Errorf("%q: %q", said, got)
			}
		}
	}
	for _, said := range []string{"For internal use by the staff.", "For internal use by Acme.", "For internal use by the company.", "Converts GPL code.", "Contains GPL files.", "Internal use only."} {
		if got := licenseIn("// " + said + "\n\nx = f(1)\ny = g(x)\n"); got == "MIT" {
			t.Errorf("%q is MIT", said)
		}
	}
	text := strings.ReplaceAll(Text("BSD-2-Clause"), "\n", "\n * ")
	for said, want := range map[string]string{"Not thread safe.": "BSD-2-Clause", "Tested on Linux.": "BSD-2-Clause", "Counts birds.": "BSD-2-Clause", "Members only.": "", "Not for members.": "", "Void.": ""} {
		for _, head := range []string{"/*\n * " + text + "\n *\n * " + said + "\n */\n\nint f();\n", "/* " + said + " */\n/*\n * " + text + "\n */\n\nint f();\n"} {
			if own := new(Heads).Own([]byte(head), false, false, nil); own.License != want {
				t.Errorf("%q beside BSD-2-Clause: %+v", said, own)
			}
		}
	}
}

// Command licenses measures how many licences of texts, files and packages are recognised, and how
// many wrongly.
//
//	go -C bench run ./licenses texts FOLDER       # of the npm package spdx-license-list, unpacked: licenses/*.json
//	go -C bench run ./licenses heads FOLDER...    # source packages of Debian, with their debian/copyright
//	go -C bench run ./licenses packages FOLDER    # packages of npm, PyPI, crates and Go, each unpacked in a folder
//
// texts recognises each text of SPDX's list whole, cut to its first half, with a clause or everyday
// words more, in lines of other lengths, with other names and years, and in comments of six
// languages.
//
// heads compares what the head of each file says with the paragraph of debian/copyright for the
// file, if that names one licence that SPDX's list has, and some files. With -scancode FILE, the
// answers of ScanCode for the same files stand beside, by its report: scancode --license --json
// FILE FOLDER. Only the files in the report are compared. -sample N takes N files at random, and
// -copy FOLDER copies them there for ScanCode, which needs pluggy 1.5.
//
// packages compares the licence of the text in a package with the licence in the manifest beside
// it.
//
//	go -C bench run ./licenses cost FOLDER        # sources to be indexed
//
// cost measures which share of the processor time of indexing goes into the licences of files. It
// indexes FOLDER by the program, and in turn by one built without them.
//
//	go -C bench run ./licenses data FOLDER        # a copy of https://github.com/spdx/license-list-XML
//
// data writes the data of package internal/license.
//
// With -v, wrong licences are printed.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/internal/license"
	"github.com/chaffinch-search/chaffinch/internal/notice"
)

func main() {
	cli.Main("licenses", map[string]cli.Run{
		"texts": texts, "heads": heads, "packages": packages, "cost": cost, "data": data,
	}, func(*cli.Bench) error { return errors.New("use texts, heads, packages, cost or data") })
}

// verbose declares -v, which prints wrong licences.
func verbose(b *cli.Bench) *bool { return b.Bool("v", false, "print what is wrong") }

// count counts answers.
type count struct{ right, unknown, wrong int }

func (c *count) add(got, want string) {
	switch {
	case got == "":
		c.unknown++
	case same(got, want):
		c.right++
	default:
		c.wrong++
	}
}

func (c count) String() string {
	n := max(c.right+c.unknown+c.wrong, 1)
	return fmt.Sprintf("%6d right %5.1f%%  %6d unknown %5.1f%%  %5d wrong %5.2f%%",
		c.right, share(c.right, n), c.unknown, share(c.unknown, n), c.wrong, share(c.wrong, n))
}

func share(n, of int) float64 { return 100 * float64(n) / float64(of) }

// same reports whether two expressions name the same licences. A licence of GNU whose text does not
// say whether later versions hold is both.
func same(got, want string) bool {
	either := loose(got) == plain(got) || loose(want) == plain(want)
	return license.SameText(got, want) || strings.EqualFold(plain(got), plain(want)) || loose(got) == loose(want) && either
}

func plain(l string) string {
	parts := strings.FieldsFunc(l, func(r rune) bool { return r == '(' || r == ')' })
	words := strings.Split(strings.Join(parts, ""), " OR ")
	slices.Sort(words)
	return strings.Join(words, " OR ")
}

func loose(l string) string {
	return strings.NewReplacer("-only", "", "-or-later", "").Replace(plain(l))
}

// texts recognises the texts of SPDX's list.
func texts(b *cli.Bench) error {
	verbose := verbose(b)
	if err := b.Parse("FOLDER"); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(b.Arg(0), "licenses", "*.json"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("%s has no licenses/*.json", b.Arg(0))
	}
	current := map[string]bool{}
	for _, e := range license.Entries() {
		current[e.ID] = !e.Deprecated && !e.Exception
	}
	for _, form := range forms {
		var c count
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			var l struct{ LicenseText string }
			if err := json.Unmarshal(content, &l); err != nil {
				return fmt.Errorf("reading %s: %w", file, err)
			}
			id := strings.TrimSuffix(filepath.Base(file), ".json")
			if !current[id] {
				continue
			}
			got := form.of(l.LicenseText)
			if *verbose && got != "" && !same(got, id) {
				fmt.Fprintf(b.Out, "  %s: %s is %s\n", form.name, id, got)
			}
			c.add(got, id)
		}
		fmt.Fprintf(b.Out, "%-28s %s\n", form.name, c)
	}
	return nil
}

// forms are the ways in which a text is written, with the expected licence.
var forms = []struct {
	name string
	of   func(text string) string
}{
	{"whole", recognise},
	{"first half", func(text string) string {
		words := strings.Fields(text)
		return recognise(strings.Join(words[:len(words)/2], " "))
	}},
	{"a clause more", func(text string) string {
		return recognise(text + "\n\nThis software may not be used for commercial purposes.\n")
	}},
	{"everyday words more", func(text string) string {
		return recognise(text + "\n\nThanks to Ann Lee and others. Do not hesitate to write to ann@example.org.\n\nThis is not an official product of Acme. Enjoy!\n")
	}},
	{"a clause less", func(text string) string {
		paragraphs := strings.Split(strings.TrimSpace(text), "\n\n")
		if len(paragraphs) < 4 {
			return ""
		}
		at := len(paragraphs) / 2
		return recognise(strings.Join(slices.Delete(paragraphs, at, at+1), "\n\n"))
	}},
	{"lines of 50 bytes", func(text string) string { return recognise(wrap(text, 50, "")) }},
	{"one line", func(text string) string { return recognise(strings.Join(strings.Fields(text), " ")) }},
	{"other names and years", func(text string) string {
		return recognise(strings.NewReplacer("<year>", "1997, 1999-2024", "<copyright holders>", "Ann B. Lee and others", "<owner>", "The Tree Company, Inc.", "[yyyy]", "2031",
			"[name of copyright owner]", "Lee & Sons GmbH", "COPYRIGHT HOLDERS AND CONTRIBUTORS", "TREE COMPANY", "THE AUTHOR", "ANN LEE").Replace(text))
	}},
	{"a comment of C", comment("a.c", "/*\n", " * ", "\n */\nint f(void);\n")},
	{"a comment of C++", comment("a.cc", "", "// ", "\n\nint f();\n")},
	{"a comment of Python", comment("a.py", "#!/usr/bin/python3\n", "# ", "\n\nimport os\n")},
	{"a comment of Haskell", comment("a.hs", "", "-- ", "\n\nmain = print 1\n")},
	{"a comment of HTML", comment("a.html", "<!--\n", "  ", "\n-->\n<p>Text\n")},
	{"a comment of Lisp", comment("a.el", "", ";; ", "\n\n(f 1)\n")},
}

func recognise(text string) string { return notice.Recognise([]byte(text)) }

// comment returns what the head of a file says that has the text in a comment.
func comment(name, begin, mark, end string) func(text string) string {
	return func(text string) string {
		return new(notice.Heads).Own([]byte(begin+wrap(text, 90, mark)+end), false, false, nil).License
	}
}

// wrap breaks the paragraphs of a text into lines, each with a mark.
func wrap(text string, width int, mark string) string {
	var b strings.Builder
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		line := mark
		for _, word := range strings.Fields(paragraph) {
			if len(line)+len(word) > width && line != mark {
				b.WriteString(line + "\n")
				line = mark
			}
			line += word + " "
		}
		b.WriteString(line + "\n" + strings.TrimRight(mark, " ") + "\n")
	}
	return b.String()
}

package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/internal/license"
)

// data writes the data of package license: the texts, notices and exceptions of SPDX's list, from a
// copy of https://github.com/spdx/license-list-XML, and the sentences of notices.txt.
func data(b *cli.Bench) error {
	if err := b.Parse("FOLDER"); err != nil {
		return err
	}
	from, to := b.Arg(0), filepath.Join("..", "internal", "license")
	var files []string
	for _, pattern := range []string{"*.xml", "exceptions/*.xml"} {
		some, err := filepath.Glob(filepath.Join(from, "src", pattern))
		if err != nil || len(some) == 0 {
			return errors.Join(err, fmt.Errorf("%s has no src/%s", from, pattern))
		}
		files = append(files, some...)
	}
	var entries []license.Entry
	var templates []license.Template
	var texts []*license.Template
	seen := map[string]*license.Template{} // the licence by its text
	for _, file := range files {
		e, err := readEntry(file)
		if err != nil {
			return err
		}
		entries = append(entries, license.Entry{ID: e.id, Name: e.name, Exception: e.exception, Deprecated: e.deprecated, OSI: e.osi})
		if e.deprecated {
			continue
		}
		e.text = flexible(e.text)
		id := e.id
		kind := byte('t')
		if e.exception {
			kind = 'x'
		} else {
			id = versions.ReplaceAllString(id, "")
		}
		if k := marks.ReplaceAllString(key(e.text), " "); seen[k] == nil {
			seen[k] = &license.Template{ID: id, Kind: kind, Text: e.text}
			texts = append(texts, seen[k])
		} else if ids := strings.Split(seen[k].ID, "|"); !slices.Contains(ids, id) {
			seen[k].ID += "|" + id
		}
		if header := withoutCopyright(e.header); header != "" && !ofGNU.MatchString(e.id) {
			templates = append(templates, license.Template{ID: e.id, Kind: 'n', Text: header})
		}
	}
	for _, t := range texts {
		ids := strings.Split(t.ID, "|")
		slices.SortStableFunc(ids, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
		t.ID = strings.Join(ids, "|")
		templates = append(templates, *t)
	}
	own, err := readNotices(filepath.Join(to, "notices.txt"))
	if err != nil {
		return err
	}
	spdx, phrases, err := license.Build(entries, append(templates, own...))
	if err != nil {
		return err
	}
	fmt.Fprintf(b.Out, "%d entries, %d templates, spdx.bin %d bytes, phrases.bin %d bytes\n", len(entries), len(templates)+len(own), len(spdx), len(phrases))
	return errors.Join(os.WriteFile(filepath.Join(to, "spdx.bin"), spdx, 0o644), os.WriteFile(filepath.Join(to, "phrases.bin"), phrases, 0o644))
}

// moved matches what GNU has changed in its texts over the years: its addresses on earth and in the
// web.
var moved = regexp.MustCompile(`(Free Software Foundation, Inc\.,?\s+)((?:59|51|675) [^\x01-\x07\x0e]{10,80}?(?:USA|0\d{4}(?:-\d+)?))|(www\.gnu\.org/)(copyleft|licenses)\b|\b(an idea) of what it does`)

// flexible returns the template of a text with holes, and alternatives for moved parts.
func flexible(text string) string {
	var b strings.Builder
	for text != "" {
		aside := asideText.FindStringIndex(text)
		if aside == nil {
			aside = []int{len(text), len(text)}
		}
		b.WriteString(withMoved(text[:aside[0]]) + text[aside[0]:aside[1]])
		text = text[aside[1]:]
	}
	return b.String()
}

func withMoved(text string) string {
	return moved.ReplaceAllStringFunc(text, func(s string) string {
		m := moved.FindStringSubmatch(s)
		switch {
		case m[2] != "":
			return m[1] + hole + asideBegin + m[2] + asideEnd
		case m[4] != "":
			return m[3] + groupBegin + m[4] + groupNext + map[string]string{"copyleft": "licenses", "licenses": "copyleft"}[m[4]] + groupEnd
		}
		return groupBegin + "an" + groupNext + "a brief" + groupEnd + " idea of what it does"
	})
}

var (
	// versions end the identifiers of licences whose text is the same.
	versions = regexp.MustCompile(`(-(no-)?invariants)?-(only|or-later)$`)
	ofGNU    = regexp.MustCompile(`^([AL]?GPL|GFDL)-`)
	// owner matches a line of copyright at the beginning of a notice.
	owner = regexp.MustCompile(`(?is)^[^\n]{0,200}\n?[^\n]{0,80}?\bcopyright (?:\(c\) )?(?:` + hole + `?` + asideBegin + `[^` + asideEnd + `]*` + asideEnd + `|\[\w+\] \[[^\]]*\]|[^\n]*\n)\.?`)
)

func withoutCopyright(header string) string {
	if at := owner.FindStringIndex(header); at != nil && len(header)-at[1] > 40 {
		return strings.TrimSpace(header[at[1]:])
	}
	return header
}

// readNotices reads notices.txt: paragraphs that begin with the kind and the identifier. In them,
// [a|b] is either text, and {} is a hole.
func readNotices(file string) (all []license.Template, err error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	marks := strings.NewReplacer("[", groupBegin, "|", groupNext, "]", groupEnd, "{}", hole)
	for paragraph := range strings.SplitSeq(string(content), "\n\n") {
		if paragraph = strings.TrimSpace(paragraph); paragraph == "" || paragraph[0] == '#' {
			continue
		}
		head, text, ok := strings.Cut(paragraph, "\n")
		kind, id, _ := strings.Cut(head, " ")
		if !ok || !slices.Contains([]string{"t", "n", "x", "-"}, kind) {
			return nil, fmt.Errorf("%s: %q is no kind and identifier", file, head)
		}
		all = append(all, license.Template{ID: id, Kind: kind[0], Text: marks.Replace(text)})
	}
	return all, nil
}

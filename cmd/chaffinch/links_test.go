package main

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the files that tests compare with")

var (
	docLink    = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	docHeading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	docCode    = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	noAnchor   = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// A link of the documentation leads to a file, and to a heading in it.
func TestDocs_LinksLead(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	more, _ := filepath.Glob("../../docs/*/*.md")
	if pages = append(append(pages, more...), "../../README.md", "../../CONTRIBUTING.md", "../../SECURITY.md", "../../web/README.md", "../../bench/README.md", "../../query/align/README.md", "../../CHANGELOG.md", "../../.github/SUPPORT.md", "../../.github/GOVERNANCE.md"); err != nil || len(pages) < 30 {
		t.Fatal(len(pages), err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range docLink.FindAllStringSubmatch(docCode.ReplaceAllString(string(text), ""), -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			file, anchor, _ := strings.Cut(m[1], "#")
			to := page
			if file != "" {
				to = filepath.Join(filepath.Dir(page), file)
			}
			target, err := os.ReadFile(to)
			if info, failed := os.Stat(to); failed != nil || err != nil && !info.IsDir() {
				t.Errorf("%s links to %s, which is not there", page, m[1])
			} else if anchor != "" && !anchors(string(target))[anchor] {
				t.Errorf("%s links to %s, and there is no such heading", page, m[1])
			}
		}
	}
}

// anchors are the names of headings, as GitHub makes them.
func anchors(text string) map[string]bool {
	names := map[string]bool{}
	for _, m := range docHeading.FindAllStringSubmatch(text, -1) {
		plain := noAnchor.ReplaceAllString(strings.ToLower(m[1]), "")
		names[strings.ReplaceAll(plain, " ", "-")] = true
	}
	return names
}

// Documents cite tests by name, and files of tests. What is renamed must be renamed there, too.
func TestDocs_CiteExistingTests(t *testing.T) {
	declared := map[string]bool{} // functions, and names of files
	declaration := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)[A-Z]\w*)\(`)
	cited := map[string]string{} // by name: a page that cites it
	citation := regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)[A-Z]\w+|\b[\w-]+(?:_test\.go|\.txtar)\b`)
	err := filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		declared[d.Name()] = true
		page, test := filepath.Ext(name) == ".md", strings.HasSuffix(name, "_test.go")
		if !page && !test {
			return nil
		}
		text, err := os.ReadFile(name)
		if test {
			for _, found := range declaration.FindAllStringSubmatch(string(text), -1) {
				declared[found[1]] = true
			}
			return err
		}
		if strings.Contains(filepath.ToSlash(name), "docs/tutorials/") {
			text = fenced.ReplaceAll(text, nil) // blocks name files of the reader
		}
		for _, found := range citation.FindAllString(string(text), -1) {
			cited[found] = name
		}
		return err
	})
	if err != nil || len(cited) == 0 {
		t.Fatalf("%d tests are cited, %v", len(cited), err)
	}
	for name, page := range cited {
		if !declared[name] {
			t.Errorf("%s cites %s, which does not exist", page, name)
		}
	}
}

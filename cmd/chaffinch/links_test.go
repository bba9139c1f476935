package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

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
	if pages = append(append(pages, more...), "../../README.md", "../../CONTRIBUTING.md", "../../SECURITY.md", "../../web/README.md", "../../.github/SUPPORT.md", "../../.github/GOVERNANCE.md"); err != nil || len(pages) < 30 {
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

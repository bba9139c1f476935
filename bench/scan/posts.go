package main

import (
	"bufio"
	"context"
	"fmt"
	"html"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	postDate    = "2020-03-04T05:06:07.890"
	postLicense = "CC-BY-SA-4.0"
)

// newPosts writes a dump of answers in the original schema, each with one block of code, and returns the blocks
// that are to be planted, by their kind and language.
func (b *bench) newPosts(ctx context.Context) (map[plantKind]sources, error) {
	if len(b.posts) == 0 {
		return nil, nil
	}
	all, err := listSources(ctx, b.posts)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(b.dump()), 0o755); err != nil {
		return nil, err
	}
	file, err := os.Create(b.dump())
	if err != nil {
		return nil, err
	}
	defer file.Close()
	out := bufio.NewWriter(file)
	fmt.Fprint(out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<posts>\n")
	posts := map[plantKind]sources{}
	b.code = map[string][]byte{}
	rng := rand.New(rand.NewPCG(b.seed, 0))
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\"", "&quot;", "\n", "&#xA;", "\t", "&#x9;")
	id := 100
	for _, kind := range plantKinds {
		if kind.name != "post" {
			continue
		}
		posts[kind] = sources{}
		for _, language := range slices.Sorted(maps.Keys(all)) {
			for _, from := range all[language] {
				cut := cutLines(rng, from, kind.lines)
				if cut == nil {
					continue
				}
				id++
				body := "<p>This works:</p>\n\n<pre><code>" + html.EscapeString(string(cut)) + "</code></pre>\n"
				fmt.Fprintf(out, "  <row Id=\"%d\" PostTypeId=\"2\" ParentId=\"7\" CreationDate=\"%s\" Score=\"3\" Body=\"%s\" OwnerUserId=\"9\" ContentLicense=\"CC BY-SA 4.0\" />\n",
					id, postDate, escape.Replace(body))
				from.text, from.url = cut, fmt.Sprintf("https://stackoverflow.com/a/%d", id)
				b.code[from.url] = cut
				posts[kind][language] = append(posts[kind][language], from)
			}
		}
	}
	fmt.Fprint(out, "</posts>\n")
	if err := out.Flush(); err != nil {
		return nil, err
	}
	return posts, file.Close()
}

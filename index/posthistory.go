package index

import "strings"

// SettleEdits dates the occurrences of a content that are in edited posts. The history of the post,
// PostHistory.xml of the same site, must be among them. It takes date and author from the first
// change that has the content.
func SettleEdits(all []Occurrence) {
	var changes map[string]Occurrence // the first of each post, by its page
	for i := range all {
		o := &all[i]
		if o.Edited.IsZero() {
			continue
		}
		if changes == nil {
			changes = firstChanges(all)
		}
		if first, ok := changes[pageOfChanges(o.URL)]; ok {
			o.Date, o.Author, o.Edited = first.Date, first.Author, first.Edited
		}
	}
}

func firstChanges(all []Occurrence) map[string]Occurrence {
	changes := map[string]Occurrence{}
	for _, o := range all {
		if !strings.HasSuffix(o.URL, "/revisions") || o.Date.IsZero() {
			continue
		}
		if first, ok := changes[o.URL]; !ok || o.Date.Before(first.Date) {
			changes[o.URL] = o
		}
	}
	return changes
}

// pageOfChanges returns the page with a post's changes for the post's page: HOST/q/1 or HOST/a/1.
func pageOfChanges(page string) string {
	for _, kind := range []string{"/q/", "/a/"} {
		if site, id, ok := strings.Cut(page, kind); ok {
			return site + "/posts/" + id + "/revisions"
		}
	}
	return ""
}

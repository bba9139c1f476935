package corpus

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Collections of code are published as JSON lines: an object for each document, with its content and what
// is known of it. The names of the columns are those of several collections, such as The Stack.

// isJSONLines reports whether a file has JSON lines, by its name.
func isJSONLines(name string) bool {
	return slices.Contains([]string{".jsonl", ".ndjson"}, strings.ToLower(filepath.Ext(name)))
}

// jsonLines is a file of JSON lines.
type jsonLines struct{ lineFile }

// columns are the names of a column, the first that an object has.
var columns = struct{ content, path, repository, license, author, date, url, revision, pkg, language []string }{
	content:    []string{"content", "code", "text", "body", "source"},
	path:       []string{"path", "max_stars_repo_path", "file_path", "filename", "name"},
	repository: []string{"repository", "repo_name", "max_stars_repo_name", "repo", "repo_url"},
	license:    []string{"license", "licenses", "max_stars_repo_licenses", "detected_licenses", "license_type"},
	author:     []string{"author", "authors", "user"},
	date:       []string{"date", "created_at", "committer_date", "revision_date", "max_stars_repo_stars_event_min_datetime"},
	url:        []string{"url", "html_url", "source_url"},
	revision:   []string{"revision", "revision_id", "commit", "max_stars_repo_head_hexsha"},
	pkg:        []string{"purl", "package"},
	language:   []string{"language", "lang"},
}

func (j *jsonLines) Each(ctx context.Context, v Visitor) error {
	return j.lines(ctx, v, func(n int, line []byte) error {
		var object map[string]any
		if err := json.Unmarshal(line, &object); err != nil {
			v.skip(Skip{Path: strconv.Itoa(n), Reason: Damaged, Err: err})
			return nil
		}
		content, ok := column(object, columns.content)
		if !ok {
			err := fmt.Errorf("the object has no column %s", strings.Join(columns.content, ", "))
			v.skip(Skip{Path: strconv.Itoa(n), Reason: Damaged, Err: err})
			return nil
		}
		name := func(names []string) string {
			text, _ := column(object, names)
			return text
		}
		f := File{Language: name(columns.language)}
		f.Origin = Origin{
			Repository: name(columns.repository), License: name(columns.license), Author: name(columns.author),
			URL: name(columns.url), Package: name(columns.pkg), Date: parseDate(name(columns.date)),
		}
		// Lines may have the same path, so the number is a part of it.
		path := cleanPath(name(columns.repository) + "/" + name(columns.path))
		f.Path = strings.TrimSuffix(strconv.Itoa(n)+"/"+path, "/")
		return j.visit(v, f, []byte(content))
	})
}

// column returns the first of the columns that an object has, as text; of a list its members.
func column(object map[string]any, names []string) (string, bool) {
	for _, name := range names {
		switch value := object[name].(type) {
		case string:
			return value, true
		case float64:
			return strconv.FormatFloat(value, 'f', -1, 64), true
		case []any:
			var all []string
			for _, v := range value {
				if text, ok := v.(string); ok {
					all = append(all, text)
				}
			}
			return strings.Join(all, " AND "), true
		}
	}
	return "", false
}

// parseDate returns a date that is written as RFC 3339, with or without a time or a zone, or in seconds since
// 1970; else no date.
func parseDate(text string) time.Time {
	for _, form := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999", time.DateOnly} {
		if at, err := time.Parse(form, text); err == nil {
			return at.UTC().Truncate(time.Second)
		}
	}
	if seconds, err := strconv.ParseInt(cmp.Or(text, "-"), 10, 64); err == nil {
		return time.Unix(seconds, 0).UTC()
	}
	return time.Time{}
}

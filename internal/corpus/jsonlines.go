package corpus

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// Collections of code are published as JSON lines. Each line is an object for a document, with its
// content and its metadata. Several collections, such as The Stack, use the names of the columns.

// columns are the names of columns by their content. Of an object's columns, the first counts. A
// name with dots is the name of a column in objects.
type columns map[string][]string

// usual are the default columns of objects.
var usual = columns{
	"content":    {"content", "code", "text", "body", "source"},
	"path":       {"path", "max_stars_repo_path", "file_path", "filename", "name"},
	"repository": {"repository", "repo_name", "max_stars_repo_name", "repo", "repo_url"},
	"license":    {"license", "licenses", "max_stars_repo_licenses", "detected_licenses", "license_type"},
	"author":     {"author", "authors", "user"},
	"date":       {"date", "created_at", "committer_date", "revision_date", "max_stars_repo_stars_event_min_datetime"},
	"url":        {"url", "html_url", "source_url"},
	"package":    {"purl", "package"},
	"language":   {"language", "lang"},
}

// jsonParser returns the parser for objects whose columns are in a name:
// jsonl:FILE?content=snippet&path=file.
func jsonParser(query url.Values) (lineParser, error) {
	named := columns{}
	for what, names := range query {
		if usual[what] == nil {
			return nil, fmt.Errorf("there is no column for %q: use %s", what, strings.Join(slices.Sorted(maps.Keys(usual)), ", "))
		}
		named[what] = names
	}
	return parseObject(named), nil
}

// isObjectWithContent reports whether a line is an object with content. A line that is cut off at
// the length of a head need only begin as such an object.
func isObjectWithContent(line []byte) bool {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(line, &object); err != nil {
		return len(line) > headLength/2 && bytes.HasPrefix(line, []byte(`{"`))
	}
	return slices.ContainsFunc(usual["content"], func(name string) bool { return object[name] != nil })
}

// parseObject parses a line that is an object. Columns that are not named are the usual ones.
func parseObject(named columns) lineParser {
	names := maps.Clone(usual)
	maps.Copy(names, named)
	return func(l *lineFile, v Visitor, n int, line []byte) error {
		damaged := func(err error) error {
			v.skip(Skip{Path: strconv.Itoa(n), Reason: document.Damaged, Err: err})
			return nil
		}
		var object map[string]any
		if err := json.Unmarshal(line, &object); err != nil {
			return damaged(err)
		}
		content, ok := column(object, names["content"], "\n")
		if !ok {
			return damaged(fmt.Errorf("the object has no column %s", strings.Join(names["content"], ", ")))
		}
		text := func(what string) string {
			between := " AND " // licences that apply together
			if what == "author" {
				between = "; "
			}
			value, _ := column(object, names[what], between)
			return value
		}
		f := File{Nameless: text("path") == "", Line: line}
		if l := text("language"); l != "" {
			f.Languages = []string{l}
		}
		f.Origin = document.Origin{
			Repository: text("repository"), Author: text("author"),
			URL: webPage(text("url")), Package: text("package"), Date: parseDate(text("date")),
		}
		if license := text("license"); license != "" {
			f.Origin.License = statedLicense(license)
			f.Origin.LicenseInFile = f.Origin.License == ""
		}
		// Lines may have the same path, so the number is a part of it.
		path := cleanPath(text("repository") + "/" + text("path"))
		f.Path = strings.TrimSuffix(strconv.Itoa(n)+"/"+path, "/")
		return l.visit(v, f, []byte(content))
	}
}

// webPage returns the address of a page of the web. It returns nothing for other texts, such as
// scripts.
func webPage(text string) string {
	if u, err := url.Parse(text); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return ""
	}
	return text
}

// column returns the first of the columns that an object has, as text. Of a list it returns its
// members, with a text between them.
func column(object map[string]any, names []string, between string) (string, bool) {
	for _, name := range names {
		value, ok := object[name]
		if first, rest, inner := strings.Cut(name, "."); !ok && inner {
			if of, isObject := object[first].(map[string]any); isObject {
				if text, ok := column(of, []string{rest}, between); ok {
					return text, true
				}
			}
		}
		switch value := value.(type) {
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
			return strings.Join(all, between), true
		}
	}
	return "", false
}

package report

import (
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// ShownNames returns names of submissions for a reader, by unit. They lack what all names begin and
// end with, such as the task in names of repositories. An ellipsis stands for it. A name is empty
// if nothing is cut: then the name itself is shown. Outputs for programs have whole names.
func ShownNames(r *pairs.Report) []string {
	shown := make([]string, len(r.Units))
	if Noun(r) == "file" || len(r.Units) < 2 {
		return shown
	}
	names := make([]string, len(r.Units))
	for i := range r.Units {
		names[i] = terminal.Safe(UnitName(&r.Units[i]))
	}
	start, end := sharedStart(names), sharedEnd(names)
	for _, name := range names {
		if len(start)+len(end) >= len(name) {
			end = "" // both have the same part of a name
		}
		if start == name {
			start = ""
		}
	}
	if start == "" && end == "" {
		return shown
	}
	for i, name := range names {
		if start != "" {
			name = "…" + strings.TrimPrefix(name, start)
		}
		if end != "" {
			name = strings.TrimSuffix(name, end) + "…"
		}
		shown[i] = name
	}
	return shown
}

// separators are signs between the words of a name. leastShared is the number of bytes from which a
// shared start or end is cut.
const separators, leastShared = "_-/. ", 8

// sharedStart returns what all names begin with, up to a separator. The result is empty if it is
// short.
func sharedStart(names []string) string {
	start := names[0]
	for _, name := range names {
		for !strings.HasPrefix(name, start) {
			start = start[:len(start)-1]
		}
	}
	if start = start[:strings.LastIndexAny(start, separators)+1]; len(start) < leastShared {
		return ""
	}
	return start
}

// sharedEnd returns what all names end with, from a separator; empty if it is short.
func sharedEnd(names []string) string {
	end := names[0]
	for _, name := range names {
		for !strings.HasSuffix(name, end) {
			end = end[1:]
		}
	}
	if at := strings.IndexAny(end, separators); at >= 0 && len(end)-at >= leastShared {
		return end[at:]
	}
	return ""
}

// ToldApart returns what tells a unit from the others of its author, by unit: the part of its name
// that none of these has, such as a student's number. It is empty for an author of one unit, and if
// no part is a unit's own.
func ToldApart(r *pairs.Report) []string {
	apart, of := make([]string, len(r.Units)), map[string][]int{}
	for i := range r.Units {
		if author := r.Units[i].Author; author != "" {
			of[author] = append(of[author], i)
		}
	}
	for _, namesakes := range of {
		if len(namesakes) < 2 {
			continue
		}
		units := map[string]map[int]bool{} // that have a part
		for _, i := range namesakes {
			for _, part := range partsOf(&r.Units[i]) {
				if units[part] == nil {
					units[part] = map[int]bool{}
				}
				units[part][i] = true
			}
		}
		for _, i := range namesakes {
			for _, part := range partsOf(&r.Units[i]) {
				if len(units[part]) == 1 {
					apart[i] = terminal.Safe(part)
					break
				}
			}
		}
	}
	return apart
}

// partsOf returns the parts of a unit's name. A hyphen joins: it is part of dates, and of numbers.
func partsOf(u *pairs.Unit) []string {
	return strings.FieldsFunc(UnitName(u), func(r rune) bool { return strings.ContainsRune("_/ ()[],", r) })
}

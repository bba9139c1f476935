// Package platform reads the names under which learning platforms and code hosts export
// submissions. Such a name has the author, and often the date, or a mark for late work.
//
// [Recognise] decides by all names of an export. A platform is recognised only if nearly all names
// fit, and if they name different people: a single name proves nothing. An id under two authors is
// none of a student, such as the number of a task.
package platform

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// Entry is a file or folder at the top of an export.
type Entry struct {
	Name   string
	Folder bool
	// Repository is set if a folder is a clone or a download of a repository. The folder has .git,
	// .github, .gitea or .forgejo.
	Repository bool
}

// About has the metadata that a platform gives about a submission. Unknown fields are zero.
type About struct {
	// Student identifies who handed it in, with the author's name. Others of the same student are
	// other attempts.
	Student string
	Author  string
	Group   string    // it may be a class or a year, so its members are compared
	Date    time.Time // a date without a zone is taken for UTC
	Late    bool
}

// row is a platform, and the form of its names.
type row struct {
	name string
	// form has groups with these names. unit is the part that all files of a submission share;
	// student, author, first, date and late are fields of [About]; file is the name of the
	// student's file.
	form *lazyregexp.Regexp
	// folders is set if all names are of folders, and files if all are of files.
	folders, files bool
	extra          []string // files of the platform beside the submissions
	metadata       bool     // one of extra says who handed in what: see [Names.Read]
	forms          bool     // it writes a form for each attempt: see [Names.Form]
	repositories   bool     // it has clones of repositories, whose names begin with the task
	// cut is set if the author ends what all names begin with: the task.
	cut bool
	// groups is set if the name of a group may precede the name of each member.
	groups bool
	// lateFile begins the names of late files.
	lateFile *lazyregexp.Regexp
	// datedFile begins the names of files with their time, in its groups.
	datedFile *lazyregexp.Regexp
}

// whole returns the form of a whole name.
func whole(form string) *lazyregexp.Regexp { return lazyregexp.New("^(?:" + form + ")$") }

// A date of Brightspace has the form of the teacher's language, and no colon.
const brightspaceDate = `(?:[\p{L}.]+ \d{1,2},? \d{4}|\d{1,2}\.? [\p{L}.]+,? \d{4}),? \d{1,2}[-.]?\d\d(?: ?[AaPp]\.?[Mm]\.?)?`

// rows are the known platforms. The first that all names fit is taken.
var rows = []row{
	{name: "Moodle", groups: true,
		form: whole(`(?P<unit>(?P<author>.+?)_(?P<student>\d+)_assignsubmission_(?:file|onlinetext)_?)(?P<file>.*)`)},
	{name: "Blackboard", files: true, forms: true, cut: true,
		form: whole(`(?P<unit>(?P<student>(?P<author>.+?))_attempt_(?P<date>\d{4}(?:-\d\d){5}))(?:_(?P<file>.+)|\.txt)`)},
	{name: "Brightspace", extra: []string{"index.html"},
		form: whole(`(?P<unit>(?P<student>\d+-\d+) ?- ?(?P<author>.+?) ?- ?(?P<date>` + brightspaceDate + `))(?: ?- ?(?P<file>.+))?`)},
	{name: "Canvas", files: true,
		form: whole(`(?P<unit>(?P<author>[\p{L}\p{N}'’-]+)(?:_(?P<late>LATE))?_(?P<student>\d{2,}))_(?P<file>\d{2,}_.+|text\.html|link\.html)`)},
	{name: "Canvas, anonymous", files: true,
		form: whole(`(?P<unit>(?P<student>(?P<author>anon_[0-9A-Za-z]{5}))(?:_(?P<late>LATE))?)_(?P<file>\d{2,}_.+|text\.html)`)},
	{name: "Gradescope", folders: true, metadata: true, extra: []string{"submission_metadata.yml", "metadata.yml"},
		form: whole(`(?P<unit>(?P<student>submission_\d+))`)},
	{name: "Ilias", folders: true, lateFile: lazyregexp.New(`^(?i)(?:late submission|verspätete abgabe) - `),
		datedFile: lazyregexp.New(`^(?i)(?:(?:late submission|verspätete abgabe) - )?(20\d{6})[_-]?(\d{6})_`),
		form:      whole(`(?P<unit>(?P<author>[^_]+)_(?P<first>[^_]+)_(?P<student>[^_]+_\d{2,}))`)},
	{name: "GitHub Classroom or Gitea", folders: true, repositories: true, cut: true,
		form: whole(`(?P<unit>(?P<student>(?P<author>.+-.+)))`)},
}

// Names are the names of a recognised export. The zero value and nil know nothing.
type Names struct {
	row   *row
	units map[string]string // the submission of each student and date
	about map[string]About  // by submission
	names map[string]int    // their number, by submission
}

// leastFitting of ten names fit the form of a platform.
const leastFitting = 9

// Recognise returns the names of an export, or nil if no platform is recognised. around is the name
// of the folder or archive around the entries.
func Recognise(around string, entries []Entry) *Names {
	for i := range rows {
		if n := rows[i].recognise(around, entries); n != nil {
			return n
		}
	}
	return nil
}

func (r *row) recognise(around string, entries []Entry) *Names {
	n := &Names{row: r, units: map[string]string{}, about: map[string]About{}, names: map[string]int{}}
	all, repositories, described := 0, 0, !r.metadata
	var fitting []string
	for _, e := range entries {
		if slices.Contains(r.extra, e.Name) {
			described = true
			continue
		}
		all++
		if r.form.MatchString(e.Name) && !(r.folders && !e.Folder) && !(r.files && e.Folder) {
			fitting = append(fitting, e.Name)
		}
		if e.Repository {
			repositories++
		}
	}
	enough := func(some int) bool { return some > 1 && 10*some >= leastFitting*all }
	if !described || !enough(len(fitting)) {
		return nil
	}
	if r.repositories && !enough(repositories) && !strings.HasSuffix(around, "-submissions") {
		return nil
	}
	slices.Sort(fitting)
	authors := map[string]string{} // by id
	for _, name := range fitting {
		id, author := n.add(name)
		if known, met := authors[id]; met && known != author {
			return nil
		}
		authors[id] = author
	}
	if r.cut && !n.cut() {
		return nil
	}
	if r.groups {
		n.findGroups()
	}
	if !n.differ() {
		return nil
	}
	return n
}

// add takes in a name that fits. It returns the id and the author in it.
func (n *Names) add(name string) (id, author string) {
	of, _ := n.split(name)
	id, author = of("student"), strings.TrimSpace(of("first")+" "+of("author"))
	a := About{Student: id + "\x00" + author, Author: author, Date: parseDate(of("date")), Late: of("late") != ""}
	if n.row.metadata {
		a.Author = ""
	}
	key := key(of)
	if _, known := n.units[key]; !known {
		n.units[key] = of("unit")
	}
	unit := n.units[key]
	a.Late = a.Late || n.about[unit].Late
	n.about[unit] = a
	n.names[unit]++
	return id, author
}

// split returns the groups of a name that fits.
func (n *Names) split(name string) (of func(group string) string, fits bool) {
	m := n.row.form.FindStringSubmatch(name)
	return func(group string) string {
		if i := n.row.form.SubexpIndex(group); i >= 0 {
			return strings.TrimSpace(m[i])
		}
		return ""
	}, m != nil
}

// key returns what identifies the submission that a name belongs to.
func key(of func(group string) string) string {
	return strings.Join([]string{of("student"), of("first"), of("author"), of("date")}, "\x00")
}

// cut removes what all authors begin with, up to a separator. It reports whether there is such a
// beginning.
func (n *Names) cut() bool {
	shared := ""
	for i, unit := range n.Submissions() {
		author := n.about[unit].Author
		if i == 0 {
			shared = author
		}
		for !strings.HasPrefix(author, shared) {
			shared = shared[:len(shared)-1]
		}
	}
	shared = shared[:strings.LastIndexAny(shared, "_-")+1]
	for unit, a := range n.about {
		a.Author = strings.TrimPrefix(a.Author, shared)
		n.about[unit] = a
	}
	return shared != ""
}

// findGroups splits the name of a group from each author, as in "Group 1-Ada Lovelace". Nearly all
// names must begin with a group, most groups have several members, and no group most of them.
func (n *Names) findGroups() {
	members, in := map[string]int{}, 0
	for _, a := range n.about {
		if group, _, ok := strings.Cut(a.Author, "-"); ok {
			members[group]++
			in++
		}
	}
	shared := 0
	for _, some := range members {
		if 2*some > len(n.about) {
			return
		}
		if some > 1 {
			shared += some
		}
	}
	if 10*in < leastFitting*len(n.about) || 2*shared < in || in == 0 {
		return
	}
	for unit, a := range n.about {
		if group, author, ok := strings.Cut(a.Author, "-"); ok {
			a.Group, a.Author = group, author
			n.about[unit] = a
		}
	}
}

// differ reports whether the names name different people. Most students have a name of their own,
// and there are two.
func (n *Names) differ() bool {
	students, authors := map[string]bool{}, map[string]bool{}
	for _, a := range n.about {
		students[a.Student], authors[cmp.Or(a.Author, a.Student)] = true, true
	}
	return len(authors) > 1 && float64(len(authors)) >= threshold.OwnNames*float64(len(students))
}

// Platform returns the name of the platform; empty if none is recognised.
func (n *Names) Platform() string {
	if n == nil {
		return ""
	}
	return n.row.name
}

// Submission returns the name of the submission that a file or folder belongs to. It is the part of
// the name that all its files at the top share. Other names are returned as they are.
func (n *Names) Submission(name string) string {
	if n == nil {
		return name
	}
	if of, fits := n.split(name); fits {
		if unit, known := n.units[key(of)]; known {
			return unit
		}
	}
	return name
}

// Submissions returns the names of all submissions, in order.
func (n *Names) Submissions() []string {
	var all []string
	if n != nil {
		for unit := range n.about {
			all = append(all, unit)
		}
	}
	slices.Sort(all)
	return all
}

// Joined returns how many submissions have several names. It also returns how many are not the
// first of their student.
func (n *Names) Joined() (several, further int) {
	students := map[string]bool{}
	for unit, a := range n.about {
		if n.names[unit] > 1 {
			several++
		}
		students[a.Student] = true
	}
	return several, len(n.about) - len(students)
}

// About returns the known facts about a submission.
func (n *Names) About(submission string) (a About, known bool) {
	if n != nil {
		a, known = n.about[submission]
	}
	return a, known
}

// IsExtra reports whether a file at the top is the platform's, and no submission.
func (n *Names) IsExtra(name string) bool { return n != nil && slices.Contains(n.row.extra, name) }

// IsLate reports whether the name of a file in a submission says that it is late.
func (n *Names) IsLate(file string) bool {
	return n != nil && n.row.lateFile != nil && n.row.lateFile.MatchString(file)
}

// DateOf returns the date in the name of a file in a submission; the zero time if there is none.
func (n *Names) DateOf(file string) time.Time {
	if n == nil || n.row.datedFile == nil {
		return time.Time{}
	}
	m := n.row.datedFile.FindStringSubmatch(file)
	if m == nil {
		return time.Time{}
	}
	t, _ := time.Parse("20060102150405", m[1]+m[2])
	return t
}

// parseDate reads the date in a name; the zero time if it cannot be read. Only English names of
// months are known.
func parseDate(s string) time.Time {
	if t, err := time.Parse("2006-01-02-15-04-05", s); err == nil {
		return t
	}
	m := namedDate.FindStringSubmatch(strings.NewReplacer(",", "", ".", "").Replace(s))
	if m == nil {
		return time.Time{}
	}
	day, clock, layout := m[2]+" "+m[1]+" "+m[5], m[6]+":"+m[7], "2 Jan 2006 15:04"
	if m[1] == "" {
		day = m[3] + " " + m[4] + " " + m[5]
	}
	if m[8] != "" {
		clock, layout = clock+" "+strings.ToUpper(m[8])+"M", "2 Jan 2006 3:04 PM"
	}
	t, _ := time.Parse(layout, day+" "+clock)
	return t
}

// namedDate matches a date with the name of its month: "Nov 9 2026 139 PM" or "9 November 2026
// 1339".
var namedDate = lazyregexp.New(`^(?:([A-Za-z]{3})[a-z]* (\d{1,2})|(\d{1,2}) ([A-Za-z]{3})[a-z]*) (\d{4}) (\d{1,2})-?(\d\d)(?: ?([AaPp])[Mm])?$`)

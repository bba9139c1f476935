package units

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// MaxUnread is the maximum number of elements of [Units.Unread].
const MaxUnread = 10_000

// unreadOrder are the reasons that make a file Unread, most notable first. Archives come first,
// which may have most, then hand-written files, then generated ones. Files skipped for other
// reasons were not handed in, or were to be skipped.
var unreadOrder = unreadRanks(
	document.Damaged, document.Encrypted, document.Unsupported, document.ArchiveLimit,
	document.Nested, document.BadName, document.Duplicate, document.Unreadable, document.Vanished,
	document.Changed, document.NotRegular, document.TooLarge, document.Encoding, document.LFSPointer,
	document.OwnReport, document.Symlink, document.Empty, document.Binary, document.TooShort, document.Minified, document.Generated,
)

func unreadRanks(reasons ...document.Reason) map[document.Reason]int {
	ranks := map[document.Reason]int{}
	for i, r := range reasons {
		ranks[r] = i
	}
	return ranks
}

// unreadList collects the first MaxUnread elements by reason, detail and path. The order in which
// they are added does not matter. more counts the others.
type unreadList struct {
	all  []pairs.Unread
	more int
}

func (l *unreadList) add(u pairs.Unread) {
	if l.all = append(l.all, u); len(l.all) == 2*MaxUnread {
		l.cut()
	}
}

// cut sorts the list and shortens it to its maximum.
func (l *unreadList) cut() {
	order.Short(l.all, func(x, y pairs.Unread) int {
		return cmp.Or(cmp.Compare(unreadOrder[x.Reason], unreadOrder[y.Reason]),
			strings.Compare(x.Detail, y.Detail), strings.Compare(x.Path, y.Path))
	})
	kept := min(len(l.all), MaxUnread)
	l.all, l.more = l.all[:kept], l.more+len(l.all)-kept
}

// detail returns the reason in an error, or what to do about a PDF. Errors of the operating system
// name files on this machine, and add nothing to the reason.
func detail(file string, reason document.Reason, err error) string {
	var system *fs.PathError
	if reason == document.Binary && strings.EqualFold(path.Ext(file), ".pdf") {
		return "a PDF: pdftotext, of poppler-utils, makes a text of it"
	}
	if err == nil || errors.As(err, &system) {
		return ""
	}
	return err.Error()
}

// listUnread completes the list when all files are read.
func (l *loader) listUnread() {
	compared := map[string]bool{} // by submission
	for _, u := range l.units.All {
		if len(u.Files) > 0 && l.o.NoUnits || u.isLong() {
			compared[u.submission()] = true
		}
	}
	for _, u := range l.units.All {
		if name := u.submission(); len(u.Files) > 0 && !compared[name] {
			l.skip(name, name, document.TooShort, nil)
		}
	}
	l.unread.cut()
	if l.unread.more > 0 {
		l.warn(option.NotNamed, l.unread.more, option.PairsSkipped)
	}
	named := map[string]bool{}
	for _, r := range l.in.roots {
		named[r.prefix+baseName(r.path)] = l.in.state == nil && r.isFile()
	}
	for i := range l.unread.all {
		u := &l.unread.all[i]
		u.Whole, u.Author, u.Named = !compared[u.Unit], l.authors[u.Unit], named[u.Path]
	}
	l.units.Unread = l.unread.all
}

// isLong reports whether the unit has a file that is long enough to be compared. The file need not
// carry weight.
func (u *Unit) isLong() bool {
	return slices.ContainsFunc(u.Files, func(f *File) bool { return f.long })
}

// addEmpty lists a root's units without any file: folders, archives and links. Skipped units, such
// as .git, were not handed in.
func (l *loader) addEmpty(number int) {
	r := l.in.roots[number]
	if l.o.By != ByFolder || l.in.state != nil {
		return
	}
	entries, err := os.ReadDir(r.path)
	if err != nil {
		return // it is a file, or corpus.Walk has reported it
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range entries {
		name, what := r.prefix+r.submission(e.Name()), "folder"
		if corpus.IsArchive(name) && !e.IsDir() {
			what = "archive"
		}
		_, known := l.number[unitKey{number, name}]
		switch {
		case known || l.heard[name]:
			continue
		case e.Type()&fs.ModeSymlink != 0:
			l.unread.add(pairs.Unread{Path: name, Unit: name, Reason: document.Symlink, Detail: "links are not followed"})
		case l.met[name] && (e.IsDir() || what == "archive"):
			l.unread.add(pairs.Unread{Path: name, Unit: name, Reason: document.Empty, Detail: "the " + what + " has no files to compare"})
		case e.IsDir() || what == "archive":
			l.met[name] = true
			l.unread.add(pairs.Unread{Path: name, Unit: name, Reason: document.Empty, Detail: "the " + what + " has no files"})
		}
	}
}

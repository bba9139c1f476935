//go:build !js

// Not in a browser: it would make the engine 1% larger.

package corpus

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"iter"
	"math"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/parts"
)

// A Stack Exchange dump has a file Posts.xml with a row for each question and answer. Each row has
// a line of its own. The body of a post is HTML. Each of its blocks of code is a document; code
// inside a line of text is not.

// PostHistory.xml has a row for each change of a post, with its whole text in Markdown. A block of
// code is there as often as it has changed: a post is a path, and a change a revision of it.

// dumpParser returns the parser for a dump that a name specifies:
// stackexchange:FILE?site=superuser.com.
func dumpParser(path string, query url.Values) (lineParser, error) {
	site := siteOf(path)
	for what := range query {
		if what != "site" {
			return nil, errors.New("after ? comes site=HOST")
		}
		site = query.Get(what)
	}
	return parseRowOf(site), nil
}

// parseRowOf parses a line with a row of a dump of the site.
func parseRowOf(site string) lineParser {
	written := map[uint64]bool{} // blocks of a post, by their hash
	var tagged tags
	var seen ids
	return func(l *lineFile, v Visitor, n int, line []byte) error {
		for text := range rowsOf(line) {
			row, err := parseRow(text)
			if err != nil {
				v.skip(Skip{Path: strconv.Itoa(n), Reason: document.Damaged, Err: err})
				continue
			}
			if !seen.add(row["Id"]) {
				v.skip(Skip{Path: strconv.Itoa(n), Reason: document.Duplicate, Err: errRepeatedRow})
				continue
			}
			if row["PostHistoryTypeId"] != "" {
				err = l.change(v, site, row, written)
			} else {
				err = l.post(v, site, row, &tagged)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// rowsOf yields the rows of a line. In a value < is written as &lt;, so that a mark always begins a
// row.
func rowsOf(line []byte) iter.Seq[[]byte] {
	mark := []byte("<row ")
	return func(yield func([]byte) bool) {
		for from := bytes.Index(line, mark); from >= 0; {
			line = line[from:]
			row := line
			if from = bytes.Index(line[len(mark):], mark); from >= 0 {
				from += len(mark)
				row = line[:from]
			}
			if !yield(row) {
				return
			}
		}
	}
}

// post visits the blocks of a post. A question comes before its answers.
func (l *lineFile) post(v Visitor, site string, row map[string]string, tagged *tags) error {
	languages := tagged.add(row["Id"], row["Tags"])
	if row["ParentId"] != "" {
		languages = tagged.of(row["ParentId"])
	}
	kinds := map[string]string{"1": "questions", "2": "answers"}
	kind := kinds[row["PostTypeId"]]
	if kind == "" { // a page about a tag, or the like
		return nil
	}
	for i, block := range postBlocks(parts.Page, row["Body"]) {
		f := File{Path: fmt.Sprintf("%s/%s/%d", kind, row["Id"], i+1), Nameless: true}
		f.Languages = languagesOf(block, languages)
		f.Origin = l.originOf(site, row, row["OwnerUserId"], row["OwnerDisplayName"])
		f.Origin.URL = pageOf(site, "/"+kind[:1]+"/"+row["Id"])
		if err := l.visit(v, f, block.Text); err != nil {
			return err
		}
	}
	return nil
}

var errRepeatedRow = errors.New("an earlier row has the same Id")

// ids is a set of the ids of rows, with a bit for each. It takes 0.04 GB for the 300 million rows
// of Stack Overflow's history.
type ids map[int]*[64]byte

// mostRowID bounds the ids of rows, and so a set's memory to 250 MB.
const mostRowID = 1 << 30

// add adds an id and reports whether it is new.
func (s *ids) add(text string) bool {
	n, _ := strconv.Atoi(text) // see attributesOf
	if *s == nil {
		*s = ids{}
	}
	page := (*s)[n/512]
	if page == nil {
		page = new([64]byte)
		(*s)[n/512] = page
	}
	isNew := page[n%512/8]&(1<<(n%8)) == 0
	page[n%512/8] |= 1 << (n % 8)
	return isNew
}

// tags are the languages of the questions by their tags. In a dump, where most ids are in use, it
// takes two bytes for each id, and 512 for one that is far from others.
type tags struct {
	sets  [][]string           // different lists of languages
	known map[string]uint16    // their places in sets
	byID  map[int]*[256]uint16 // place in sets, from 1, by id/256 and id%256
}

// mostID bounds the ids whose tags are kept, and so their memory to 400 MB.
const mostID = 200_000_000

var (
	tagName = lazyregexp.New(`[^<>|]+`)
	version = lazyregexp.New(`-?[0-9][0-9.x]*$`)
)

// add keeps and returns a question's languages, which its tags name. Tags look like
// <python-3.x><regex> or |python|regex|.
func (t *tags) add(id, text string) []string {
	var languages []string
	for _, tag := range tagName.FindAllString(text, 5) { // a question has five at most
		for _, name := range []string{tag, version.ReplaceAllString(tag, "")} {
			if l, ok := lex.Lookup(name); ok && l != lex.Prose && !slices.Contains(languages, l.Name) {
				languages = append(languages, l.Name)
			}
		}
	}
	n, err := strconv.Atoi(id)
	if len(languages) == 0 || err != nil || n < 0 || n > mostID {
		return languages
	}
	list := strings.Join(languages, "\x00")
	place, ok := t.known[list]
	if !ok && len(t.sets) < math.MaxUint16 {
		if t.known == nil {
			t.known, t.byID = map[string]uint16{}, map[int]*[256]uint16{}
		}
		t.sets = append(t.sets, languages)
		place = uint16(len(t.sets))
		t.known[list] = place
	}
	page := t.byID[n/256]
	if page == nil {
		page = new([256]uint16)
		t.byID[n/256] = page
	}
	page[n%256] = place
	return languages
}

// of returns the languages of a question.
func (t *tags) of(id string) []string {
	n, err := strconv.Atoi(id)
	if err != nil || n < 0 || t.byID[n/256] == nil || t.byID[n/256][n%256] == 0 {
		return nil
	}
	return t.sets[t.byID[n/256][n%256]-1]
}

// mostWritten bounds the hashes of blocks in memory. When they are forgotten, blocks may come
// again.
const mostWritten = 4 << 20

// change visits the blocks of a post that are new in this change of it.
func (l *lineFile) change(v Visitor, site string, row map[string]string, written map[uint64]bool) error {
	switch row["PostHistoryTypeId"] {
	case "2", "5", "8": // the first text, an edit of it, and a return to an earlier one
	default:
		return nil
	}
	id := row["PostId"]
	if _, err := strconv.Atoi(id); err != nil {
		return nil
	}
	for i, block := range postBlocks(parts.Markdown, row["Text"]) {
		hash := xxhash.Sum64String(id + "\x00" + string(block.Text))
		if written[hash] {
			continue
		}
		if len(written) >= mostWritten {
			clear(written)
		}
		written[hash] = true
		f := File{Path: fmt.Sprintf("posts/%s/%d", id, i+1), Nameless: true, Revision: row["RevisionGUID"]}
		f.Languages = languagesOf(block, nil)
		f.Origin = l.originOf(site, row, row["UserId"], row["UserDisplayName"])
		f.Origin.URL = pageOf(site, "/posts/"+id+"/revisions")
		if err := l.visit(v, f, block.Text); err != nil {
			return err
		}
	}
	return nil
}

var errRow = errors.New("not a row of a dump")

// control matches references to characters that XML does not have. Some posts have them.
var control = lazyregexp.New(`&#(x0*(0?[0-8BbCcEeFf]|1[0-9A-Fa-f])|0*([0-8]|1[124-9]|2[0-9]|3[01]));`)

// parseRow returns the attributes of a row.
func parseRow(line []byte) (map[string]string, error) {
	row, err := attributesOf(line)
	if err != nil && control.Match(line) {
		return attributesOf(control.ReplaceAll(line, []byte(" ")))
	}
	return row, err
}

// attributesOf is parseRow for a row without such references.
func attributesOf(line []byte) (map[string]string, error) {
	d := xml.NewDecoder(bytes.NewReader(line))
	t, err := d.Token()
	for err == nil {
		if row, ok := t.(xml.StartElement); ok {
			all := make(map[string]string, len(row.Attr))
			for _, a := range row.Attr {
				all[a.Name.Local] = a.Value
			}
			if n, err := strconv.Atoi(all["Id"]); err != nil || n < 0 || n > mostRowID || row.Name.Local != "row" {
				return nil, errRow
			}
			return all, nil
		}
		t, err = d.Token()
	}
	return nil, fmt.Errorf("%w: %w", errRow, err)
}

// originOf returns the origin of a row's post.
func (l *lineFile) originOf(site string, row map[string]string, user, name string) document.Origin {
	at, last := parseDate(row["CreationDate"]), parseDate(row["LastEditDate"])
	o := document.Origin{Date: at, Repository: pageOf(site, "")}
	if last.After(at) {
		o.Edited, at = last, last // the last edit has the text
	}
	o.License = licenseOf(row["ContentLicense"], at)
	o.Votes, _ = strconv.Atoi(row["Score"])
	switch {
	case name != "":
		o.Author = name
	case user != "":
		o.Author = l.users.name(user)
		if page := pageOf(site, "/users/"+user); o.Author == "" {
			o.Author = page
		} else if page != "" {
			o.Author += " <" + page + ">"
		}
	}
	return o
}

// pageOf returns the address of a page of the site; "" if that is unknown.
func pageOf(site, page string) string {
	if site == "" {
		return ""
	}
	return "https://" + site + page
}

// licenseOf returns the SPDX identifier of the licence of a post: by the row, otherwise by its date
// (meta.stackexchange.com/q/347758).
func licenseOf(stated string, at time.Time) string {
	switch {
	case stated != "":
		return strings.ReplaceAll(stated, "CC BY-SA ", "CC-BY-SA-")
	case at.IsZero():
		return ""
	case at.Before(time.Date(2011, 4, 8, 0, 0, 0, 0, time.UTC)):
		return "CC-BY-SA-2.5"
	case at.Before(time.Date(2018, 5, 2, 0, 0, 0, 0, time.UTC)):
		return "CC-BY-SA-3.0"
	}
	return "CC-BY-SA-4.0"
}

// postBlocks returns a post's blocks of code, each with one line break at its end. The post is in
// [parts.Page] or [parts.Markdown].
func postBlocks(format, post string) []parts.Block {
	all := parts.Blocks(format, []byte(strings.ReplaceAll(post, "\r\n", "\n")))
	for i := range all {
		all[i].Text = append(bytes.Trim(all[i].Text, "\n"), '\n')
	}
	return all
}

// languagesOf returns the language that a block names, or else the languages of its post.
func languagesOf(b parts.Block, ofPost []string) []string {
	if b.Label == "" {
		return ofPost
	}
	return []string{b.Label}
}

// A dump has the names of users in Users.xml, next to its posts, which have their ids. In memory a
// name takes its length and about five bytes: 0.4 GB for the 23 million users of Stack Overflow.

// users are the names of users by their ids.
type users struct {
	names []byte               // each after its length
	byID  map[int]*[256]uint32 // place in names, from 1, by id/256 and id%256
}

// mostUserNames bounds the bytes of the names, mostUser the bytes of one. mostUserID bounds the
// ids, and so their pages to 200 MB. Other users have their addresses.
const (
	mostUserNames = 300 << 20
	mostUser      = 200
	mostUserID    = 50_000_000
)

// usersBeside reads the Users.xml, possibly compressed, next to a file of a dump. A file that
// cannot be read has no names.
func usersBeside(ctx context.Context, path string) *users {
	all := new(users)
	for _, compressed := range compressedBy {
		l := &lineFile{path: filepath.Join(filepath.Dir(path), "Users.xml"+compressed)}
		file, _, err := openRegular(l.path)
		if err != nil || file == nil {
			continue
		}
		defer file.Close()
		in, err := inflate(file)
		if err != nil {
			break
		}
		defer in.close()
		l.parse = func(_ *lineFile, _ Visitor, _ int, line []byte) error {
			for row := range rowsOf(line) {
				all.add(attribute(row, "Id"), attribute(row, "DisplayName"))
			}
			return nil
		}
		_, _ = l.lines(ctx, Visitor{}, in)
		break
	}
	return all
}

// attribute returns an attribute of a row. Values have no quotes, so its name and a quote are
// nowhere else.
func attribute(row []byte, name string) string {
	_, value, _ := bytes.Cut(row, []byte(" "+name+`="`))
	value, _, ok := bytes.Cut(value, []byte(`"`))
	if !ok || len(value) > 8*mostUser {
		return ""
	}
	return html.UnescapeString(string(value))
}

func (u *users) add(id, name string) {
	n, err := strconv.Atoi(id)
	name = strings.ToValidUTF8(strings.Join(strings.Fields(name), " "), "\ufffd")
	if err != nil || n < 0 || n > mostUserID || name == "" || len(name) > mostUser || len(u.names) > mostUserNames {
		return
	}
	if u.byID == nil {
		u.byID = map[int]*[256]uint32{}
	}
	page := u.byID[n/256]
	if page == nil {
		page = new([256]uint32)
		u.byID[n/256] = page
	}
	page[n%256] = uint32(len(u.names) + 1)
	u.names = append(append(u.names, byte(len(name))), name...)
}

// name returns the name of a user; empty if it is unknown.
func (u *users) name(id string) string {
	n, err := strconv.Atoi(id)
	if u == nil || err != nil || n < 0 || u.byID[n/256] == nil || u.byID[n/256][n%256] == 0 {
		return ""
	}
	at := int(u.byID[n/256][n%256])
	return string(u.names[at : at+int(u.names[at-1])])
}

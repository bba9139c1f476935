//go:build !js

// Not in a browser: it belongs to dumps of Stack Exchange, which are not read there.

package corpus

import (
	"bytes"
	"context"
	"html"
	"path/filepath"
	"strconv"
	"strings"
)

// A dump has the names of users in Users.xml, beside its posts, which have their ids. In memory a name takes its length and
// some five bytes: 0.4 GB for the 23 million users of Stack Overflow.

// users are the names of users by their ids.
type users struct {
	names []byte               // each behind its length
	byID  map[int]*[256]uint32 // place in names, from 1, by id/256 and id%256
}

// mostUserNames bounds the bytes of the names, mostUser the bytes of one, and mostUserID the ids, and so their pages to
// 200 MB. Other users have their addresses.
const (
	mostUserNames = 300 << 20
	mostUser      = 200
	mostUserID    = 50_000_000
)

// usersBeside reads the Users.xml in the folder of a file of a dump, which may be compressed. What cannot be read has no
// names.
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

// attribute returns an attribute of a row: values have no quotes, so its name and a quote are nowhere else.
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

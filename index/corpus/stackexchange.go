package corpus

import (
	"bufio"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A dump of Stack Exchange has a file Posts.xml with a row, in a line of its own, for each question and answer.
// The body of a post is HTML. Each of its blocks of code is a document; code inside a line of text is none.

// isPosts reports whether a file is that of the posts of a dump, by its name.
func isPosts(name string) bool { return filepath.Base(name) == "Posts.xml" }

// posts is Posts.xml of a dump.
type posts struct {
	lineFile
	site string // the host of its posts
}

func openPosts(path string, o Options) *posts {
	return &posts{lineFile{path, o}, siteOf(path)}
}

// host matches a folder or archive of a dump, which is named after the site.
var host = regexp.MustCompile(`^([a-z0-9.-]+\.(com|net|org))(-Posts)?(\.7z)?$`)

// siteOf returns the site of a dump by the name of its folder; else that of the largest.
func siteOf(path string) string {
	if m := host.FindStringSubmatch(strings.ToLower(filepath.Base(filepath.Dir(path)))); m != nil {
		return m[1]
	}
	return "stackoverflow.com"
}

func (p *posts) Each(ctx context.Context, v Visitor) error {
	return p.lines(ctx, v, func(n int, line []byte) error {
		if !bytes.Contains(line, []byte("<row ")) {
			return nil
		}
		row, err := parseRow(line)
		if err != nil {
			v.skip(Skip{Path: strconv.Itoa(n), Reason: Damaged, Err: err})
			return nil
		}
		for i, block := range codeBlocks(row["Body"]) {
			f := File{Language: block.language, Origin: p.origin(row)}
			switch row["PostTypeId"] {
			case "1":
				f.Path = fmt.Sprintf("questions/%s/%d", row["Id"], i+1)
			case "2":
				f.Path = fmt.Sprintf("answers/%s/%d", row["Id"], i+1)
			default:
				continue // a page about a tag, or the like
			}
			if err := p.visit(v, f, []byte(block.text)); err != nil {
				return err
			}
		}
		return nil
	})
}

var errRow = errors.New("it is no row of a dump")

// parseRow returns the attributes of a row.
func parseRow(line []byte) (map[string]string, error) {
	d := xml.NewDecoder(bytes.NewReader(line))
	t, err := d.Token()
	for err == nil {
		if row, ok := t.(xml.StartElement); ok {
			all := make(map[string]string, len(row.Attr))
			for _, a := range row.Attr {
				all[a.Name.Local] = a.Value
			}
			if _, err := strconv.Atoi(all["Id"]); err != nil || row.Name.Local != "row" {
				return nil, errRow
			}
			return all, nil
		}
		t, err = d.Token()
	}
	return nil, fmt.Errorf("%w: %w", errRow, err)
}

// origin returns what a row says of its post.
func (p *posts) origin(row map[string]string) Origin {
	at := parseDate(row["CreationDate"])
	kind := "q"
	if row["PostTypeId"] == "2" {
		kind = "a"
	}
	o := Origin{
		Date: at, License: licenseOf(row["ContentLicense"], at), URL: "https://" + p.site + "/" + kind + "/" + row["Id"],
		Repository: "https://" + p.site,
	}
	o.Votes, _ = strconv.Atoi(row["Score"])
	switch user := row["OwnerUserId"]; {
	case row["OwnerDisplayName"] != "":
		o.Author = row["OwnerDisplayName"]
	case user != "":
		o.Author = "https://" + p.site + "/users/" + user
	}
	return o
}

// licenseOf returns the SPDX identifier of the licence of a post: as the row says, else by its date
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

// codeBlock is a block of code in a post.
type codeBlock struct{ text, language string }

var (
	block   = regexp.MustCompile(`(?s)<pre([^>]*)>\s*<code[^>]*>(.*?)</code>`)
	tag     = regexp.MustCompile(`<[^>]*>`)
	lexedAs = regexp.MustCompile(`\blang-([A-Za-z0-9+#-]+)`)
)

// codeBlocks returns the blocks of code in the HTML of a post.
func codeBlocks(body string) (all []codeBlock) {
	for _, m := range block.FindAllStringSubmatch(body, -1) {
		b := codeBlock{text: html.UnescapeString(tag.ReplaceAllString(m[2], ""))}
		if l := lexedAs.FindStringSubmatch(m[1]); l != nil {
			b.language = l[1]
		}
		all = append(all, b)
	}
	return all
}

// lineFile is a file with documents in its lines.
type lineFile struct {
	path    string // absolute, without links
	options Options
}

func (l *lineFile) Name() string { return l.path }

func (l *lineFile) Root() string { return l.path }

func (l *lineFile) Has(string) bool { return true }

func (l *lineFile) Close() error { return nil }

// mostLine bounds a line. A post has 30,000 characters, and a file of a corpus in lines is of a few megabytes.
const mostLine = 64 << 20

// lines calls f for each line, with its number. Lines that are too long are skipped.
func (l *lineFile) lines(ctx context.Context, v Visitor, f func(n int, line []byte) error) error {
	file, info, err := openRegular(l.path)
	if err == nil && file == nil {
		err = errors.New("it is not a regular file")
	}
	if err != nil {
		return rootError(l.path, err)
	}
	defer file.Close()
	whole := File{Size: info.Size(), ModTime: info.ModTime()}
	if v.Unchanged != nil && v.Unchanged(whole) {
		return nil
	}
	in := bufio.NewReaderSize(file, 1<<16)
	var line []byte
	for n := 1; ; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		var long bool
		line, long, err = readLine(in, line[:0])
		if long {
			v.skip(Skip{Path: strconv.Itoa(n), Reason: TooLarge})
		} else if text := bytes.TrimSpace(line); len(text) > 0 {
			if err := f(n, text); err != nil {
				return err
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			v.skip(Skip{Reason: osReason(err), Err: err})
			return nil
		}
	}
	if v.Read != nil {
		v.Read(whole)
	}
	return nil
}

// readLine appends a line to buf. It reads on after the most bytes, and reports that the line is longer.
func readLine(in *bufio.Reader, buf []byte) (line []byte, long bool, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if len(buf)+len(part) > mostLine {
			long, buf = true, buf[:0]
		} else if !long {
			buf = append(buf, part...)
		}
		if err != bufio.ErrBufferFull {
			return buf, long, err
		}
	}
}

// visit visits a document of a line, which belongs to it from now on, unless its path or content is a reason
// not to.
func (l *lineFile) visit(v Visitor, f File, content []byte) error {
	f.Size = int64(len(content))
	reason := l.options.judgeListed(f.Path, f.Size)
	if reason == Kept {
		reason = sniff(content)
	}
	if reason == Kept {
		reason = l.options.judgeContent(f.Path, content)
	}
	if reason != Kept {
		v.skip(Skip{Path: f.Path, Reason: reason})
		return nil
	}
	f.content = &held{content}
	return v.Visit(f)
}

// openLines opens a file with documents in its lines, or returns nil if its name is that of none.
func openLines(path string, info os.FileInfo, o Options) Source {
	switch {
	case !info.Mode().IsRegular():
	case isPosts(path):
		return openPosts(path, o)
	case isJSONLines(path):
		return &jsonLines{lineFile{path, o}}
	}
	return nil
}
